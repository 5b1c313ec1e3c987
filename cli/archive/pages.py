"""The pages of the archive, each as text: everything escaped, nothing asked of any other host."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from cli.archive.boards import board
from cli.archive.charts import chart, colours
from cli.archive.gather import Published
from core.story.parts import Cell
from core.story.reasons import listed
from core.story.turning import number
from tui.rulebook import Paragraph, book

ASSETS = ("style.css", "replay.js")
_HERE = files("cli") / "archive"


class Pages:
    """Makes the pages of one house."""

    def __init__(self, house: str) -> None:
        """`house`: what the site is called."""
        self._house = house
        self._made = Environment(
            loader=FileSystemLoader(str(_HERE / "templates")), autoescape=True, undefined=StrictUndefined,
            trim_blocks=True, lstrip_blocks=True,
        )  # fmt: skip

    def site(self, matches: Iterable[Published]) -> Iterator[tuple[str, str]]:
        """(path, text) of every page, feed and asset; the front last, when all matches are known."""
        told: list[dict[str, Any]] = []
        games: dict[str, str] = {}
        for one in matches:
            entry = self._entry(one)
            told.append(entry)
            games[one.story.game] = one.story.game_title
            yield entry["page"], self.match(one, entry)
        for game, title in sorted(games.items()):
            yield f"rules/{game}.html", self._rules(game, title)
        for asset in ASSETS:
            yield asset, (_HERE / "assets" / asset).read_text(encoding="utf-8")
        updated = max((one["iso"] for one in told), default="1970-01-01T00:00:00+00:00")
        identity = hashlib.sha256(self._house.encode()).hexdigest()[:16]
        yield (
            "feed.xml",
            self._made.get_template("feed.xml").render(
                house=self._house, house_id=identity, updated=updated, matches=told
            ),
        )
        yield (
            "index.html",
            self._page(
                "index.html", self._house, f"Finished matches of {self._house}.", "", matches=told, people=people(told)
            ),
        )

    def match(self, one: Published, entry: dict[str, Any]) -> str:
        """One match: result, reasons, curves, turning points, round by round, the dice."""
        story = one.story
        scenes = [
            {
                "round": scene.round,
                "steps": scene.steps,
                "public": scene.public,
                "orders": scene.orders,
                "reports": scene.reports,
                "board": board(story, place),
            }
            for place, scene in enumerate(story.scenes)
        ]
        charts = [(series, drawn) for series in story.series if (drawn := chart(series, story.seats))]
        known = [c for c in story.standing.columns if any(c.id in row.cells for row in story.standing.rows)]
        return self._page(
            "match.html", story.title, entry["about"], "../", story=story, blurb=one.blurb, columns=known,
            hue=colours(story.seats), charts=charts, scenes=scenes, cell=shown, day=entry["day"], iso=entry["iso"],
        )  # fmt: skip

    def _entry(self, one: Published) -> dict[str, Any]:
        """What lists say of a match."""
        summary, outcome = one.summary, one.summary.outcome or {}
        at = datetime.fromtimestamp(summary.finished_at or summary.made_at, UTC)
        winners, candidate = listed(outcome["winners"]), outcome["elimination_candidate"]
        about = f"Won by {winners or 'nobody'}." + (f" Elimination Candidate: {candidate}." if candidate else "")
        return {
            "match": summary.match,
            "page": f"matches/{summary.match}.html",
            "title": summary.title,
            "game": summary.game_title,
            "day": f"{at.day} {at.strftime('%B %Y')}",
            "iso": at.isoformat(timespec="seconds"),
            "winners": winners,
            "candidate": candidate,
            "about": about,
            "spark": chart(one.story.series[0], one.story.seats) if one.story.series else "",
            "places": {row.seat: row.place for row in one.story.standing.rows},
        }

    def _rules(self, game: str, title: str) -> str:
        return self._page("rules.html", f"{title}: rules", f"How {title} is played, with its rulings.", "../",
                          blocks=blocks(book(game)))  # fmt: skip

    def _page(self, template: str, title: str, about: str, root: str, **more: Any) -> str:
        return self._made.get_template(template).render(
            title=title, about=about, root=root, house=self._house, card="", **more
        )


def shown(value: Cell) -> str:
    """A cell of the standing, as the screens write it."""
    if value is None:
        return ""
    return number(value) if isinstance(value, int | float) else value


def people(told: Sequence[dict[str, Any]]) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Everybody by name with their matches and places, by the number of matches."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for one in told:
        for seat, place in one["places"].items():
            found.setdefault(seat, []).append((one["page"], one["title"], "" if place is None else f"place {place}"))
    return sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))


def blocks(paragraphs: Iterable[Paragraph]) -> list[dict[str, str]]:
    """The rule book for a page: lines of a table or board that follow one another are one block."""
    found: list[dict[str, str]] = []
    for one in paragraphs:
        kind = "pre" if one.kind in ("table", "columns") else one.kind
        if kind == "pre" and found and found[-1]["kind"] == "pre":
            found[-1]["words"] += f"\n{one.words}"
        else:
            found.append({"kind": kind, "words": one.words})
    return found
