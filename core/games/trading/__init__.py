"""What The Exodus Game and The Seven Years' Famine share; no game of its own.

goods.py     what is traded, and the words for it
offers.py    offers: checking them, matching them, moving what was traded
state.py     the State, View and Report that both games extend
results.py   what a round brought or would bring: items, totals, and what is still possible
desk.py      what the trade desk, a screen, asks of either game
ending.py    winners, tokens, garnets and the Elimination Candidate
game.py      the Game both are
bargain.py   what a bot remembers of a round's proposals, and its trust
bots.py      the bots `random` and `steady`
"""
