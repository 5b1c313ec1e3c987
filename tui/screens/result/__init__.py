"""Screens after the end: the replay and its points of view.

past_tables.py  the table before each close
playing_on.py   asks how to play on from a round
replay.py       the replay
stage.py        the drawing of a replay
"""
