"""Widgets that several screens share.

block.py     a titled pane
boxes.py     containers that are laid out once
cards.py     a list drawn as cards in columns
choices.py   a list to choose from
ending.py    the pane after the last round
frame.py     the frame of every screen
grid.py      a grid of cells
layout.py    arranges parts in a given size
lines.py     text painted line by line
motion.py    a close on the board, step by step
shelf.py     small cards in rows
speech.py    the messages of a conversation
talk.py      talk at a table
threads.py   threads of talk
watching.py  the spectators' page
writing.py   lines to write in
"""
