"""All screens: the table, the lobby, the hosts' pages, the replay.

anew.py          plays a match again, or on from a round
base.py          base of every screen
curtain.py       between the seats of one keyboard
dialogs.py       small dialogs
forms.py         forms
gallery.py       the gallery of a match
help.py          help pages, palette
keys.py          keys, password, another device
releasing.py     consents to publish
season.py        a season's page
season_rooms.py  a season's rooms
settings.py      settings of this session
host/            the hosts' screens
lobby/           before a match
result/          after the end
table/           the table of one seat
"""
