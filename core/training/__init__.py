"""Matches that a player plays alone to learn a game.

lessons.py   lessons: exercises from a position
practice.py  practice matches against bots
"""
