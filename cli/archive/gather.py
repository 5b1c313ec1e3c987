"""Which matches of a house may be published, and what is told of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from core.house import House
from core.projections import record
from core.refusal import Refused
from core.story.parts import Story
from core.story.telling import story
from core.summary import Summary


class Published(msgspec.Struct, frozen=True):
    """One finished match that its host has made public."""

    summary: Summary
    story: Story
    """From everyone's eyes where the record is public to those seated, else what spectators know (CM-09)."""
    blurb: str


def finished(house: House) -> tuple[Summary, ...]:
    """Every public match that has finished with a result, newest first."""
    found = [one for one in house.matches() if one.finished and one.public and one.outcome is not None]
    return tuple(sorted(found, key=lambda one: (-(one.finished_at or one.made_at), one.match)))


def published(house: House, told: Callable[[int, int, str], None]) -> Iterator[Published]:
    """The stories, one after the other; `told(done, of, match)` says how far it is. A match that cannot be opened is
    left out."""
    all_ = finished(house)
    for number, summary in enumerate(all_, 1):
        told(number, len(all_), summary.match)
        try:
            match = house.table(summary.match).match
        except Refused:
            continue
        tale = story(match, None, whole=record(match) is not None)
        yield Published(summary, tale, match.game.spec.blurb)
