"""Commands over SSH for scripts and players' own tools.

command_line.py  one command line of a person
commands.py      the commands
parsing.py       forms and parsing of command lines
watching.py      `watch`
"""
