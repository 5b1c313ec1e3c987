"""Words that screens, commands, pages and chat rooms share: rows, sentences, moments of time. No screen, no clock.

absence.py          absences in words
deadlines.py        times of rounds: drafts, moves, lists
door.py             address and port of the house, QR code
gallery.py          the gallery in rows, lines and JSON
health.py           health of the served house
host_done.py        sentences after a host's deed
judging.py          a host's questions, and results before they are published
marks.py            meanings of marks on a table
moments.py          moments as people write and read them
publishing.py       questions about publication
rulebook.py         the rule book
season_settings.py  settings of coming matches
show.py             strip of danger, and a close on trial, in rows
timetable.py        schedules as hosts write them, calendars
wording.py          names, numbers, times, rows
"""
