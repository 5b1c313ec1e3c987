"""The round of The Exodus Game that the tests of the trade desk are played in."""

from __future__ import annotations

OTHERS = ("Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")
HANDS = {"Ada": ["red", "yellow", "green", "black"], "Bo": ["green"], **{s: [] for s in OTHERS}}
FOUR = {"round": 4, "hands": HANDS, "points": {"Ada": 12}}
PAIR = {"round": 4, "hands": {**HANDS, "Bo": ["green"], "Cy": ["white"]}, "points": {"Ada": 12}}
