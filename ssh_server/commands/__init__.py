"""Commands over SSH for scripts and players' own tools.

base.py             the base of a command
command_line.py     one command line of a person
commands.py         the commands
parsing.py          forms and parsing of command lines
season_commands.py  commands of a player in a season
watching.py         `watch`
"""
