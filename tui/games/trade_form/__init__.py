"""The trade desk of both trading games: payoff matrix, offers, partners, proposals.

answers.py  questions to the player, messages to partners
draft.py    the draft as a value
panel.py    the panel
panes.py    the panes
rows.py     rows of the panes
sheets.py   information beside the draft
swap.py     partners of a swap
words.py    a game's own words at the desk
"""
