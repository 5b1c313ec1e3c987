"""Answers of bots in talk. Their lines are in `core.talk.voices`; the bot that talks is `core.botplay.companion`.

gist.py     facts that a game lets its bots tell
pacts.py    pacts between a seat and others
reply.py    the answer to a message
wording.py  a program of the host's that words bots' messages
"""
