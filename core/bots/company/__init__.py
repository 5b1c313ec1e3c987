"""How bots talk: answers to what people say, and pacts. Their lines stand in `core.talk.voices`; the bot that talks is
`core.botplay.companion`.

    gist.py        what a game lets its bots say of their match
    reply.py       which answer fits what was said (read by core.talk.parsing.reading)
    pacts.py       which pacts stand
    wording.py     a program of the host's that words what was decided

Play and talk are kept apart: a game's bot knows nothing of voices.
"""
