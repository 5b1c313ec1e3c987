"""Answers of bots in talk. Their lines are in `core.talk.voices`; the bot that talks is `core.botplay.companion`.

about.py       answers to remarks that do not bind
between.py     what lies between a bot and a person, and texts that rest on it
context.py     a message to a bot, with all that its answer depends on
ear.py         a program of the host's that reads what the house does not
lookup.py      the sentence of a rule book that answers a question
pacts.py       pacts between a seat and others
reply.py       the answer to a message
secrets.py     questions about a bot's secrets
talk_facts.py  facts that a game lets its bots tell
wording.py     a program of the host's that words bots' messages
"""
