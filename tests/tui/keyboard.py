"""One keyboard passed around: the matches and the app that its tests drive."""

from __future__ import annotations

from datetime import UTC

from tui.app.hotseat import HotseatApp

SEATS = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")
TWO = {seat: "local" if seat in ("Ada", "Bo") else "bot:random" for seat in SEATS}
ALL = dict.fromkeys(SEATS, "local")
CANARY = "canary-4711"


def hotseat(house, **options):
    return HotseatApp(house, zone=UTC, **options)


def quiet_match(house, **more):
    """Nine people, a known hand: nothing moves by itself."""
    hands = {"Ada": ["red", "green"], "Bo": ["green"], **{seat: [] for seat in SEATS[2:]}}
    return house.make("exodus", SEATS, holders=ALL, setup={"hands": hands}, **more)


def screen(at):
    return type(at.screen)
