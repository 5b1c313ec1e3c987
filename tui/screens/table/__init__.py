"""The table of one seat at one match, and the pages that open from it.

announcements.py  announcements and closing times
aside.py          talk and notes beside the panel
catch_up.py       changes since the last visit
coach.py          the coach's page
compose.py        terms composed by keys
finding.py        finds what was said
lesson.py         a lesson
log.py            reports and log of a seat
ordering.py       orders of a seat
screen.py         the table
"""
