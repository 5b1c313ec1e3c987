"""The hosts' screens: the console of a match with its pages, the people of the house, seasons, invitations.

booking.py          the result of a main match
console.py          the console of one match
episode.py          opens an episode
house.py            pages of the house
invitations.py      invitations
messages.py         announcements and questions
newmatch.py         makes a match
next_questions.py   the form of a match that its host judges
pages.py            pages of the console
preview.py          dialogs before an action
results.py          what seats sent to a host that judges, and its results
rows.py             rows of the console
season_controls.py  actions on a season
season_settings.py  settings of a season's coming matches
seat.py             actions on one seat
times.py            times of closes
"""
