"""From a house to a site: what changed is told and drawn anew, what did not is not even opened. The front, and the page
of everybody who has played in what is public."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from cli.archive import matches, seasons
from cli.archive.card import card
from cli.archive.gather import PublishedNames, finished, public_seasons, published, season_names, told_season
from cli.archive.pages import Pages, about_game, assets, day, version
from cli.archive.site import Records, Site, Written
from core.house.house import House
from core.json import Json
from core.match.seating import is_person
from core.match.summary import Summary
from core.person import Person
from core.seasons.season import Season
from core.seasons.words import digest


class NamedPlayer(msgspec.Struct, frozen=True):
    """Somebody who is no bot and wants a name."""

    name: str
    page: str
    matches: tuple[Mapping[str, Any], ...]
    """Newest first."""
    seasons: tuple[Mapping[str, Any], ...]

    @property
    def won(self) -> int:
        """How many of them, duels too."""
        return sum(self.name in one["won"] for one in self.matches)


def known_people(matches: Sequence[Mapping[str, Any]], seasons: Sequence[Mapping[str, Any]]) -> list[NamedPlayer]:
    """Everybody, who has played most first. No two pages have one address."""
    played: dict[str, list[Mapping[str, Any]]] = {}
    for one in matches:
        for seat in one["people"]:
            played.setdefault(seat, []).append(one)
    found: list[NamedPlayer] = []
    taken: set[str] = set()
    for name in sorted(played, key=lambda one: (-len(played[one]), one.casefold(), one)):
        slug = base = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "somebody"
        number = 1
        while slug in taken:
            number += 1
            slug = f"{base}-{number}"
        taken.add(slug)
        own = tuple(
            one for one in seasons if any(m["season"] == one["slug"] for m in played[name]) and name in one["cast"]
        )
        found.append(NamedPlayer(name, f"people/{slug}.html", tuple(played[name]), own))
    return found


def person_file(pages: Pages, one: NamedPlayer) -> tuple[str, bytes]:
    """The page of somebody."""
    rows = [(m, m["places"].get(one.name), _words(m["words"].get(one.name))) for m in one.matches]
    games = [(m, "" if place is None else f"{place}.", words) for m, place, words in rows if not m["duel"]]
    duels = [
        (m, "drawn" if not m["won"] else "won" if one.name in m["won"] else "lost", words)
        for m, _, words in rows
        if m["duel"]
    ]
    duels.sort(key=lambda row: (row[0]["at"], row[0]["number"] or 0), reverse=True)
    won = sum(one.name in m["won"] for m, *_ in games)
    duels_won = sum(one.name in m["won"] for m, *_ in duels)
    kept, broken = (sum(m["words"].get(one.name, (0, 0))[n] for m in one.matches) for n in (0, 1))
    return one.page, pages.page(
        "person.html", one.page, one.name, _about(one.name, len(games), won, len(duels), duels_won), name=one.name,
        games=games, duels=duels, won=won, duels_won=duels_won, kept=kept, broken=broken, seasons=one.seasons,
    )  # fmt: skip


def _about(name: str, games: int, won: int, duels: int, duels_won: int) -> str:
    told = [f"{many} {one if many == 1 else more}, {first} won" for many, one, more, first in (
        (games, "match", "matches", won), (duels, "duel", "duels", duels_won)) if many]  # fmt: skip
    return f"{name} in this house: {'; '.join(told)}."


def _words(counts: Sequence[int] | None) -> str:
    """`4 of 6 kept`."""
    return "" if counts is None else f"{counts[0]} of {sum(counts)} kept"


def files(
    pages: Pages,
    matches: Sequence[Mapping[str, Any]],
    seasons: Sequence[Mapping[str, Any]],
    people: Sequence[NamedPlayer],
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
        people=people, seasons=seasons,
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


Told = Callable[[int, int, str], None]
"""`told(done, of, match)`: how far it is."""


class Built(msgspec.Struct, frozen=True):
    """What publishing came to."""

    did: Written
    matches: int
    seasons: int
    left_out: tuple[str, ...]
    """Public matches that could not be told, or whose people asked for names that they cannot be given."""
    telling: dict[str, tuple[str, ...]]
    """By match or season, words in it that begin with a name that somebody hides: `Quentins`."""


def build(house: House, building: Sequence[Person], folder: Path, pages: Pages, told: Told, records: Path) -> Built:
    """Bring the site in `folder` to what is public now. `records`: the folder of the house, its owner's alone, for what
    was made of what. Refused for a folder that holds other things; OSError where
    the disk says no; then the site stands as it stood."""
    return _Building(house, PublishedNames(building), pages, told, Records(records)).into(folder)


class _Building:
    """One run."""

    def __init__(self, house: House, masks: PublishedNames, pages: Pages, told: Told, records: Records) -> None:
        self._house, self._masks, self._pages, self._told = house, masks, pages, told
        self._records, self._secret = records, records.secret()
        self._common = [version(), masks.digest, pages.house, pages.url]
        self._seasons = {season.header.season: season for season in public_seasons(house)}
        self._names = {name: season_names(house, season, masks) for name, season in self._seasons.items()}
        self._slugs: dict[str, str] = {}
        self._left_out: list[str] = []
        self._telling: dict[str, tuple[str, ...]] = {}
        self._shown = {name: self._told_season(name) for name in self._seasons}
        self._keys: list[str] = []
        """Of the matches, in the order in which they were asked for."""
        self._duels = {
            duel: number
            for season in self._seasons.values()
            for number, duel in enumerate((duel for one in season.episodes for duel in one.duels), 1)
        }
        """The number of each duel in its season, the same wherever it is named."""

    def into(self, folder: Path) -> Built:
        with Site(folder, self._records) as site:
            every = finished(self._house)
            entries: dict[str, Json] = {}
            for number, summary in enumerate(every, 1):
                self._told(number, len(every), summary.match)
                if (about := self._match(site, summary)) is not None:
                    entries[summary.match] = about
                else:
                    self._left_out.append(summary.match)
            games = self._rules(site, entries)
            listed = [self._season(site, name, season, entries) for name, season in self._shown.items()]
            self._part(site, "assets", list(assets()))
            known = known_people(list(entries.values()), listed)
            self._part(site, "people", [person_file(self._pages, one) for one in known])
            self._part(site, "front", list(files(self._pages, list(entries.values()), listed, known, games)))
            site.remember(self._pages.house, self._pages.url)
            return Built(site.finish(), len(entries), len(listed), tuple(self._left_out), self._telling)

    # --- parts
    def _part(self, site: Site, part: str, files: list[tuple[str, bytes]]) -> None:
        """What is cheap is always made anew, and written where it is another."""
        site.put(part, "", {}, files)

    def _match(self, site: Site, summary: Summary) -> Json | None:
        season = self._seasons.get(summary.season)
        known = self._names.get(summary.season, {})
        slug = self._slug(summary.match, known)
        part = f"match {slug}"
        cast = () if season is None else tuple(self._shown[summary.season].cast)
        belongs: Json | None = None
        if season is not None:
            called = self._slug(summary.season, self._names[summary.season])
            belongs = {"page": f"seasons/{called}.html", "duel": self._duels.get(summary.match),
                       "title": self._shown[summary.season].header.title or called}  # fmt: skip
        key = self._key(*self._common, self._house.store.stamp(summary.match), sorted(known.items()), belongs, cast)
        self._keys.append(key)
        about = site.stands(part, key)
        if about is not None:
            self._tells(summary.match, about["begun"])
            return about
        self._masks.begun.clear()
        one = published(self._house, summary.match, self._masks, known)
        if one is None:
            return None
        hue = matches.hues(one.story.seats, cast)
        about = matches.entry(one, slug, hue)
        about["number"] = self._duels.get(summary.match)
        about["season"] = "" if season is None else self._slug(summary.season, known)
        about["people"] = [
            seat for seat, holder in one.holders.items() if is_person(holder) and not self._masks.hidden(holder)
        ]
        about["begun"] = sorted(self._masks.begun)
        self._tells(summary.match, about["begun"])
        site.put(part, key, about, matches.files(self._pages, one, about, belongs, hue))
        return about

    def _rules(self, site: Site, entries: dict[str, Json]) -> list[tuple[str, str, str]]:
        """A page for each game that was played, with a drawing from the latest match that shows one; path, title and a
        line about each."""
        told = []
        newest = sorted(entries.values(), key=lambda one: -one["at"])
        for game in sorted({one["game_id"] for one in newest}):
            of_game = [one for one in newest if one["game_id"] == game]
            title = of_game[0]["game"]
            shown = next((one for one in of_game if drawn(one)), None)
            picture = shown and {"svg": drawn(shown), "page": shown["page"], "title": shown["title"]}
            key = self._key(*self._common, picture)
            if site.stands(f"rules {game}", key) is None:
                site.put(f"rules {game}", key, {}, self._pages.rules(game, title, picture))
            told.append((f"rules/{game}.html", title, about_game(game).blurb))
        return told

    def _told_season(self, name: str) -> Season:
        self._masks.begun.clear()
        found = told_season(self._house, self._seasons[name], self._masks)
        self._tells(name, sorted(self._masks.begun))
        return found

    def _season(self, site: Site, name: str, season: Season, entries: dict[str, Json]) -> Json:
        at = max((news.at for news in season.news), default=season.header.made_at)
        slug = self._slug(name, self._names[name])
        told = seasons.entry(season, slug, at)
        dice = season.phase == "finished" and not self._names[name]  # HH-26: as of a match
        key = self._key(*self._common, told, digest(season), self._keys)
        if site.stands(f"season {slug}", key) is None:
            made = [
                seasons.file(self._pages, season, told, entries, dice),
                (told["card"], card(self._pages.house, told["title"], "A season", (told["about"], *told["lead"]))),
            ]
            site.put(f"season {slug}", key, {}, made)  # fmt: skip
        return {**told, "slug": slug, "matches": [one for one in entries.values() if one["season"] == slug]}

    def _tells(self, what: str, begun: Sequence[str]) -> None:
        if begun:
            self._telling[what] = tuple(begun)

    def _key(self, *parts: Any) -> str:
        """The same as long as these are."""
        return hmac.digest(self._secret, json.dumps(parts, sort_keys=True).encode(), "sha256").hex()

    def _slug(self, name: str, names: dict[str, str]) -> str:
        """What the files of a match or season are called: its id, without the names of those who want another."""
        wanted = self._masks.slug(name, names)
        taken = {other: slug for other, slug in self._slugs.items() if other != name}
        found, number = wanted, 1
        while found in taken.values():
            number += 1
            found = f"{wanted}-{number}"
        return self._slugs.setdefault(name, found)


def drawn(one: Json) -> str:
    """A drawing of what was played in a match; empty where there is none."""
    return str(one["tricks"]["board"]) if one["tricks"] else str(one["picture"])
