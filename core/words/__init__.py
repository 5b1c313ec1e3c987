"""Words that screens, commands, pages and chat rooms share: rows, sentences, moments of time. No screen, no clock.

deadlines.py  deadlines and schedules of matches and seasons
door.py       what a person does at the door: keys, links, sign-up
gallery.py    the gallery of a match
health.py     figures of a running house
marks.py      the marks of a game's screen, with their meaning
moments.py    moments as people write and read them
publishing.py  what a seat is asked about publication
rulebook.py   the rule book of a game
timetable.py  timetables of rounds, and calendars
wording.py    names, numbers, times and rows
"""
