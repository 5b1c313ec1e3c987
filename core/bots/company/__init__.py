"""How bots talk: tempers with lines of their own, answers to what people say, and when they speak unasked.

    plain.toml     what every temper says alike; warm.toml, dry.toml, ...: one temper's lines, and how it talks
    voices.py      which line comes next; which occasion a line belongs to
    gist.py        what a game lets its bots say of their match
    reply.py       which answer fits what was said (read by core.talk.parsing.reading)
    pacts.py       which pacts stand
    wording.py     a program of the host's that words what was decided
    companion.py   the bot around a game's bot that does the talking

Play and talk are kept apart: a game's bot knows nothing of voices.
"""
