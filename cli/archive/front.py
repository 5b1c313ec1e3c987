"""The front of a site: what it is, the latest story, seasons and matches, people, rules; and the feed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cli.archive.pages import Pages, day
from cli.archive.people import Known
from core.json import Json


def files(
    pages: Pages,
    matches: Sequence[Mapping[str, Any]],
    seasons: Sequence[Mapping[str, Any]],
    people: Sequence[Known],
    games: Sequence[tuple[str, str, str]],
) -> Iterator[tuple[str, bytes]]:
    """Front and feed; matches come newest first. `games`: path, title and a line about each."""
    newest = sorted(
        [("match", one) for one in matches if not one["season"]] + [("season", one) for one in seasons],
        key=lambda one: (-one[1]["at"], one[1]["title"]),
    )
    latest = next((one for one in matches if not one["duel"]), matches[0] if matches else None)
    about = " ".join(latest["lead"]) if latest else ""
    yield "index.html", pages.page(
        "index.html", "index.html", pages.house, about or f"Finished matches and seasons of {pages.house}.",
        card=latest["card"] if latest else "", newest=newest, latest=latest, games=games, matches=matches,
        people=[(one.name, one.page, len(one.matches)) for one in people], seasons=seasons,
    )  # fmt: skip
    entries = sorted([*map(_match, matches), *map(_season, seasons)], key=lambda one: one["iso"], reverse=True)
    updated = max((one["iso"] for one in entries), default=day(0)[1])
    identity = hashlib.sha256(pages.house.encode()).hexdigest()[:16]
    yield "feed.xml", pages.filled("feed.xml", house=pages.house, house_id=identity, updated=updated, entries=entries,
                                   link=pages.link)  # fmt: skip


def _match(one: Mapping[str, Any]) -> Json:
    """A match or duel in the feed."""
    duel = f"Duel {one['number']}: " if one["number"] else ""
    score = f" {one['score']}." if one["score"] else ""
    told = f"{one['game']}. {one['about']}{score} {' '.join(one['lead'])}".strip()
    return {
        "id": one["match"],
        "title": f"{duel}{one['title']}",
        "page": one["page"],
        "iso": one["iso"],
        "summary": told,
    }


def _season(one: Mapping[str, Any]) -> Json:
    return {"id": one["id"], "title": f"{one['title']}, a season", "page": one["page"], "iso": one["iso"],
            "summary": one["about"]}  # fmt: skip
