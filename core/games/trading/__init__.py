"""What The Exodus Game and The Seven Years' Famine share; no game of its own.

goods.py     what is traded, and the words for it
offers.py    offers: checking them, matching them, moving what was traded
state.py     the State, View and Report that both games extend
results.py   what a round brought or would bring: items, totals, and what is still possible
desk.py      what the trade desk, a screen, asks of either game
ending.py    winners, tokens, garnets and the Elimination Candidate
game.py      the Game both are
bargain.py   what a bot remembers of a round's proposals, and its trust
trader.py    what both bots have: the course of a turn, and how a deal is worded
bots.py      the bot `random`, and which is which
steady.py    the bot `steady`: what it says and agrees to
judging.py   what it remembers of the others, and what it makes of a deal
hearing.py   what it says beside deals, and what it makes of people's words
recall.py    what was agreed, worked out again from what was said
"""
