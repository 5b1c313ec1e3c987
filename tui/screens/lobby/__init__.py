"""Screens before a match: the lobby, the start menu, finding a match, practice, the league, forms of new matches and
seasons.

    away.py       says that a person is away
    league.py     the league
    newmatch.py   seats a new match
    newseason.py  makes a season
    picking.py    picks a game or a match
    rows.py       rows of the list
    screen.py     the lobby
    signing.py    signs up, with answers
    words.py      text of the lobby
"""
