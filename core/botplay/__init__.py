"""Bots at a match: their moves, their talk, matches among them, and their advice after the end.

companion.py  a bot that also talks
farewell.py   a bot's farewell after the end
hindsight.py  the adviser's orders, after the end
pairings.py   matches among bots, for measurements
plan.py       the coach's plan of a round
playing.py    turns moves of bots into journal entries
speaking.py   a bot's lines, and those of its own accord
"""
