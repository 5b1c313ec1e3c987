"""The panel of Day of Mercury.

deals.py    proposals as one seat reads them
draft.py    the draft as JSON orders
layout.py   the parts of the panel, place cards
panel.py    the panel
panes.py    the panes
pickers.py  dialogs
rows.py     rows about places, sins, the Shrine
"""
