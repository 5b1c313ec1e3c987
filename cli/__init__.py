"""The `garnet` command.

alarm.py              ends hooks of games that do not end
host_arguments.py     arguments of `garnet host`
logs.py               the server's log
main.py               the `garnet` command
opening.py            opens the house of a data folder
printing.py           what commands print, made harmless
season_arguments.py   arguments of `garnet host season`
setting_arguments.py  arguments of settings, schedules, chat rooms
admin/                actions of hosts by command
archive/              finished matches as web pages
commands/             one module a command
"""
