"""Words for the settings of a season's coming matches, and their openings at set times (SE-25)."""

from __future__ import annotations

from datetime import tzinfo

import msgspec

from core.match.settings import SETTINGS
from core.seasons import journal as j
from core.words import wording
from core.words.timetable import read_timetable

MOST_EPISODES = 80
"""Openings that are computed when their times are set."""


def usual_words(usual: j.Usual) -> str:
    return "; ".join(_usual_parts(usual).values())


def changed_words(was: j.Usual, usual: j.Usual) -> str:
    before, after = _usual_parts(was), _usual_parts(usual)
    changed = [words for name, words in after.items() if before.get(name) != words]
    return "; ".join([*changed, *(f"{name}: as usual" for name in before if name not in after)])


def _usual_parts(usual: j.Usual) -> dict[str, str]:
    parts = {"set times": f"rounds close {usual.schedule}"} if usual.schedule else {}
    for field in SETTINGS.values():
        if field.key in usual.settings:
            value = usual.settings[field.key]
            if isinstance(value, bool):
                value = "yes" if value else "no"
            elif isinstance(value, int | float):
                value = wording.span(float(value)) if value else "none"
            label = field.about.label.lower()
            parts[label] = f"{label}: {'none' if value in (None, '') else value}"
    if usual.level:
        parts["bots"] = f"bots: {usual.level}"
    if usual.episodes:
        parts["times of episodes"] = f"episodes open {usual.episodes}"
    return parts


def typed_times(words: str, now: float, zone: tzinfo | None, count: int) -> tuple[str, tuple[float, ...]]:
    """Return the rule of typed times, with its zone, and the next `count` times. Raises Refused: `bad_schedule`,
    `bad_zone`."""
    timetable = read_timetable(words, now, zone)
    moments = timetable.moments(now, count, zone)
    return (timetable if timetable.zone else timetable._replace(zone=getattr(zone, "key", ""))).rule(), moments


def with_openings(usual: j.Usual, words: str, now: float, zone: tzinfo | None) -> j.Usual:
    """Return the settings with episodes opening at typed times; `none` clears them, and no words change nothing."""
    if not words:
        return usual
    rule, moments = ("", ()) if words.lower() == "none" else typed_times(words, now, zone, MOST_EPISODES)
    return msgspec.structs.replace(usual, episodes=rule, openings=moments)
