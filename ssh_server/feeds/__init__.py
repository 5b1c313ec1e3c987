"""Posts to chat rooms: feeds of matches and seasons, nudges.

feed.py         posts of matches
nudge.py        nudges and reminders
season_feed.py  posts of seasons
sender.py       sends to chat rooms
"""
