"""The front of a site: seasons and matches, newest first, and people with their matches; and the feed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cli.archive.pages import Pages, day


def files(
    pages: Pages,
    matches: Sequence[Mapping[str, Any]],
    seasons: Sequence[Mapping[str, Any]],
    people: Mapping[str, Sequence[str]],
) -> Iterator[tuple[str, bytes]]:
    """Front and feed. `people`: by name, the ids of their matches; matches come newest first."""
    newest = sorted(
        [("match", one) for one in matches if not one["season"]] + [("season", one) for one in seasons],
        key=lambda one: (-one[1]["at"], one[1]["title"]),
    )
    told = {one["match"]: one for one in matches}
    rows = [
        (name, [(told[m], told[m]["places"].get(name)) for m in found if m in told])
        for name, found in sorted(people.items(), key=lambda item: (-len(item[1]), item[0].casefold()))
    ]
    about = f"Finished matches and seasons of {pages.house}."
    yield "index.html", pages.page(
        "index.html", "index.html", pages.house, about, card=matches[0]["card"] if matches else "", newest=newest,
        people=rows, matches=matches, seasons=seasons,
    )  # fmt: skip
    updated = max((one["iso"] for one in matches), default=day(0)[1])
    identity = hashlib.sha256(pages.house.encode()).hexdigest()[:16]
    yield "feed.xml", pages.filled("feed.xml", house=pages.house, house_id=identity, updated=updated, matches=matches,
                                   link=pages.link)  # fmt: skip
