"""The panel of The Drifting Ship.

board.py       the board with its cursor
draft.py       changes to the draft
panel.py       the panel
panes.py       the panes
rows.py        rows from View and draft
view_model.py  the input of the panes
"""
