"""The panel of Pantheic Runes.

cards.py       tableaux as pieces
desk.py        the draft, and what changes it
detail.py      a deity in full
draft.py       the draft as JSON orders
editor.py      the workbench
panel.py       the panel
panes.py       the panes
partners.py    combining with another seat
rows.py        rows of the panes
view_model.py  the input of the panel
"""
