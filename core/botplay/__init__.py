"""Bots at a match: their moves, their talk, matches among them, and their advice after the end.

companion.py  the bot around a game's bot that does the talking
hindsight.py  what an adviser would have done in a seat, after the end
pairings.py   matches of bots among each other, for measurements
playing.py    makes the bot of a seat and plays its turn
"""
