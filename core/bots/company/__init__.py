"""How bots talk: tempers with lines of their own, answers to what people say, and when they speak unasked.

    occasions.py   on which occasions they speak, and with which slots
    warm.py, dry.py, grand.py, blunt.py, sly.py   all the lines, one temper a module
    voices.py      which line comes next; which occasion a line belongs to
    tempers.py     who has which temper
    gist.py        what a game lets its bots say of their match
    reply.py       which answer fits what was said (read by core.talk.parsing.topics)
    pacts.py       which pacts stand
    companion.py   the bot around a game's bot that does the talking

Play and talk are kept apart: a game's bot knows nothing of voices.
"""
