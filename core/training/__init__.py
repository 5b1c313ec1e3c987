"""Matches that one player plays alone to learn a game.

lessons.py   lessons: short matches with a script and a coach
practice.py  practice matches against bots
"""
