"""The panel of A Sinner's Secret.

cells.py       cells of the grid
composer.py    dialogs
grid.py        the grid
lists.py       the lists
notebook.py    the player's private notes
panel.py       the panel
panes.py       panes beside the grid
view_model.py  the input of the panel
"""
