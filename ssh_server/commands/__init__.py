"""Commands over SSH for scripts and players' own tools.

commands.py  the commands
parsing.py   forms and parsing of command lines
watching.py  `watch`
"""
