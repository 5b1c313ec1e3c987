"""Builds the site of a house: pages of changed matches and seasons, the front page, the feed, and a page for each
person."""

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
from cli.archive.svg import chart
from core.house.house import House
from core.json import Json
from core.match.seating import is_person
from core.match.summary import Summary
from core.person import Person
from core.seasons.season import Season
from core.seasons.words import digest
from core.story.parts import Series
from core.words.wording import counted


class NamedPlayer(msgspec.Struct, frozen=True):
    name: str
    page: str
    matches: tuple[Mapping[str, Any], ...]
    """Newest first."""
    seasons: tuple[Mapping[str, Any], ...]

    @property
    def won(self) -> int:
        return sum(self.name in match["won"] for match in self.matches)


def known_people(matches: Sequence[Mapping[str, Any]], seasons: Sequence[Mapping[str, Any]]) -> list[NamedPlayer]:
    """People of public matches, by number of matches. Every page gets its own address."""
    played: dict[str, list[Mapping[str, Any]]] = {}
    for match in matches:
        for seat in match["people"]:
            played.setdefault(seat, []).append(match)
    people: list[NamedPlayer] = []
    taken: set[str] = set()
    for name in sorted(played, key=lambda seat: (-len(played[seat]), seat.casefold(), seat)):
        slug = base = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") or "somebody"
        number = 1
        while slug in taken:
            number += 1
            slug = f"{base}-{number}"
        taken.add(slug)
        own = tuple(
            season
            for season in seasons
            if any(match["season"] == season["slug"] for match in played[name]) and name in season["cast"]
        )
        people.append(NamedPlayer(name, f"people/{slug}.html", tuple(played[name]), own))
    return people


def person_file(pages: Pages, player: NamedPlayer) -> tuple[str, bytes]:
    rows = [(m, m["places"].get(player.name), _kept_words(m["words"].get(player.name))) for m in player.matches]
    games = [(m, "" if place is None else f"{place}.", words) for m, place, words in rows if not m["duel"]]
    duels = [(m, _how(m, player.name), words) for m, _, words in rows if m["duel"]]
    duels.sort(key=lambda row: (row[0]["at"], row[0]["number"] or 0), reverse=True)
    won = sum(player.name in m["won"] for m, *_ in games)
    duels_won = sum(player.name in m["won"] for m, *_ in duels)
    kept, broken = (sum(m["words"].get(player.name, (0, 0))[n] for m in player.matches) for n in (0, 1))
    return player.page, pages.page(
        "person.html", player.page, player.name, _about(player.name, len(games), won, len(duels), duels_won),
        name=player.name, best=_best(player.name, rows), rivals=_rivals(player),
        course=_draw_course(rows),
        betrayals=[(m, text) for m in player.matches for text in m["broken"].get(player.name, ())],
        betrayed=[(m, text) for m in player.matches for text in m["suffered"].get(player.name, ())],
        games=games, duels=duels, won=won, duels_won=duels_won, kept=kept, broken=broken, seasons=player.seasons,
    )  # fmt: skip


def _best(name: str, rows: Sequence[tuple[Any, ...]]) -> Mapping[str, Any] | None:
    """Return the match with the best place, of equal ones that with most seats."""
    placed = [m for m, place, _ in rows if place]
    return min(placed, key=lambda m: (m["places"][name], -len(m["places"])), default=None)


def _rivals(player: NamedPlayer) -> list[str]:
    """Return the others met, by duels and then by matches: `Bo: 3 duels, 2 won, 1 lost; ahead in 4 of 6 matches`."""
    met: dict[str, list[Mapping[str, Any]]] = {}
    for match in player.matches:
        for other in match["places"]:
            if other != player.name:
                met.setdefault(other, []).append(match)
    lines: list[tuple[int, int, str]] = []
    for other, shared in met.items():
        ends = [_how(m, player.name) for m in shared if m["duel"]]
        places = [(m["places"][player.name], m["places"][other]) for m in shared if not m["duel"]]
        known = [(own, others) for own, others in places if own and others]
        ahead = sum(own < others for own, others in known)
        hows = [f"{ends.count(how)} {how}" for how in ("won", "lost", "drawn") if how in ends]
        parts = [f"{counted(len(ends), 'duel')}, {', '.join(hows)}"] if ends else []
        parts += [f"ahead in {ahead} of {counted(len(known), 'match', 'matches')}"] if known else []
        lines.append((-len(ends), -len(known), f"{other}: {'; '.join(parts)}."))
    return [line for *_, line in sorted(lines) if not line.endswith(": .")]


def _how(match: Mapping[str, Any], name: str) -> str:
    return "drawn" if not match["won"] else "won" if name in match["won"] else "lost"


def _draw_course(rows: Sequence[tuple[Any, ...]]) -> str:
    """Draw the share of others that the person left behind, match by match, the oldest first; empty for a single
    one."""
    placed = [(place, len(m["places"])) for m, place, _ in reversed(rows) if place and len(m["places"]) > 1]
    shares = [round(100 * (seats - place) / (seats - 1)) for place, seats in placed]
    if len(shares) < 2:
        return ""
    series = Series(id="course", title="Left behind, in per cent", rounds=tuple(range(1, len(shares) + 1)),
                    curves={"": tuple(map(float, shares))})  # fmt: skip
    return chart(series, {"": 0}, "match")


def _about(name: str, games: int, won: int, duels: int, duels_won: int) -> str:
    counts = [f"{many} {word if many == 1 else more}, {first} won" for many, word, more, first in (
        (games, "match", "matches", won), (duels, "duel", "duels", duels_won)) if many]  # fmt: skip
    return f"{name} in this house: {'; '.join(counts)}."


def _kept_words(counts: Sequence[int] | None) -> str:
    return "" if counts is None else f"{counts[0]} of {sum(counts)} kept"


def files(
    pages: Pages,
    matches: Sequence[Mapping[str, Any]],
    seasons: Sequence[Mapping[str, Any]],
    people: Sequence[NamedPlayer],
    games: Sequence[tuple[str, str, str]],
) -> Iterator[tuple[str, bytes]]:
    """Front page and feed; matches come newest first. `games`: path, title and a line for each."""
    newest = sorted(
        [("match", match) for match in matches if not match["season"]] + [("season", season) for season in seasons],
        key=lambda item: (-item[1]["at"], item[1]["title"]),
    )
    latest = max(matches, key=lambda match: match["at"], default=None)
    about = " ".join(latest["lead"]) if latest else ""
    yield "index.html", pages.page(
        "index.html", "index.html", pages.house, about or f"Finished matches and seasons of {pages.house}.",
        card=latest["card"] if latest else "", newest=newest, latest=latest, games=games, matches=matches,
        people=people, seasons=seasons,
    )  # fmt: skip
    entries = sorted([*map(_match, matches), *map(_season, seasons)], key=lambda entry: entry["iso"], reverse=True)
    updated = max((entry["iso"] for entry in entries), default=day(0)[1])
    identity = hashlib.sha256(pages.house.encode()).hexdigest()[:16]
    yield "feed.xml", pages.filled("feed.xml", house=pages.house, house_id=identity, updated=updated, entries=entries,
                                   link=pages.link)  # fmt: skip


def _match(match: Mapping[str, Any]) -> Json:
    duel = f"Duel {match['number']}: " if match["number"] else ""
    score = f" {match['score']}." if match["score"] else ""
    text = f"{match['game']}. {match['about']}{score} {' '.join(match['lead'])}".strip()
    return {
        "id": match["match"],
        "title": f"{duel}{match['title']}",
        "page": match["page"],
        "iso": match["iso"],
        "summary": text,
    }


def _season(season: Mapping[str, Any]) -> Json:
    return {"id": season["id"], "title": f"{season['title']}, a season", "page": season["page"], "iso": season["iso"],
            "summary": season["about"]}  # fmt: skip


ReportProgress = Callable[[int, int, str], None]
"""Called with the number of finished matches, of all, and the match's id."""


class Built(msgspec.Struct, frozen=True):
    did: Written
    matches: int
    seasons: int
    left_out: tuple[str, ...]
    """Public matches that cannot be shown, or not under the names that their people asked for."""
    telling: dict[str, tuple[str, ...]]
    """Words by match or season that begin with a hidden name (`Quentins`)."""


def build(
    house: House, building: Sequence[Person], folder: Path, pages: Pages, progress: ReportProgress, records: Path
) -> Built:
    """Bring the site in `folder` up to date. `records`: private folder with the records of what was built from what.
    Raises Refused for a folder that holds other things, OSError for a failing disk; then the old site stays."""
    return _Building(house, PublishedNames(building), pages, progress, Records(records)).into(folder)


class _Building:
    def __init__(
        self, house: House, masks: PublishedNames, pages: Pages, progress: ReportProgress, records: Records
    ) -> None:
        self._house, self._masks, self._pages, self._report_progress = house, masks, pages, progress
        self._records, self._secret = records, records.secret()
        self._common = [version(), masks.digest, pages.house, pages.url]
        self._seasons = {season.header.season: season for season in public_seasons(house)}
        self._names = {name: season_names(house, season, masks) for name, season in self._seasons.items()}
        self._slugs: dict[str, str] = {}
        self._left_out: list[str] = []
        self._telling: dict[str, tuple[str, ...]] = {}
        self._shown = {name: self._told_season(name) for name in self._seasons}
        pages.names.update(name for season in self._shown.values() for name in season.cast)
        self._keys: list[str] = []
        self._duels = {
            duel: number
            for season in self._seasons.values()
            for number, duel in enumerate((duel for person in season.episodes for duel in person.duels), 1)
        }

    def into(self, folder: Path) -> Built:
        with Site(folder, self._records) as site:
            every = finished(self._house)
            entries: dict[str, Json] = {}
            for number, summary in enumerate(every, 1):
                self._report_progress(number, len(every), summary.match)
                if (about := self._match(site, summary)) is not None:
                    entries[summary.match] = about
                else:
                    self._left_out.append(summary.match)
            games = self._rules(site, entries)
            listed = [self._season(site, name, season, entries) for name, season in self._shown.items()]
            self._part(site, "assets", list(assets()))
            known = known_people(list(entries.values()), listed)
            self._part(site, "people", [person_file(self._pages, player) for player in known])
            self._part(site, "front", list(files(self._pages, list(entries.values()), listed, known, games)))
            site.remember(self._pages.house, self._pages.url)
            return Built(site.finish(), len(entries), len(listed), tuple(self._left_out), self._telling)

    # --- parts
    def _part(self, site: Site, part: str, files: list[tuple[str, bytes]]) -> None:
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
            self._pages.names.update(about["places"])
            self._tells(summary.match, about["begun"])
            return about
        self._masks.begun.clear()
        released = published(self._house, summary.match, self._masks, known)
        if released is None:
            return None
        hue = matches.hues(released.story.seats, cast)
        about = matches.match_facts(released, slug, hue)
        about["number"] = self._duels.get(summary.match)
        about["season"] = "" if season is None else self._slug(summary.season, known)
        about["people"] = [
            seat for seat, holder in released.holders.items() if is_person(holder) and not self._masks.hidden(holder)
        ]
        about["begun"] = sorted(self._masks.begun)
        self._pages.names.update(about["places"])
        self._tells(summary.match, about["begun"])
        site.put(part, key, about, matches.match_files(self._pages, released, about, belongs, hue))
        return about

    def _rules(self, site: Site, entries: dict[str, Json]) -> list[tuple[str, str, str]]:
        games = []
        newest = sorted(entries.values(), key=lambda match: -match["at"])
        for game in sorted({match["game_id"] for match in newest}):
            of_game = [match for match in newest if match["game_id"] == game]
            title = of_game[0]["game"]
            shown = next((match for match in of_game if match_picture(match)), None)
            picture = shown and {"svg": match_picture(shown), "page": shown["page"], "title": shown["title"]}
            key = self._key(*self._common, picture)
            if site.stands(f"rules {game}", key) is None:
                site.put(f"rules {game}", key, {}, self._pages.rules(game, title, picture))
            games.append((f"rules/{game}.html", title, about_game(game).blurb))
        return games

    def _told_season(self, name: str) -> Season:
        self._masks.begun.clear()
        season = told_season(self._house, self._seasons[name], self._masks)
        self._tells(name, sorted(self._masks.begun))
        return season

    def _season(self, site: Site, name: str, season: Season, entries: dict[str, Json]) -> Json:
        at = max((news.at for news in season.news), default=season.header.made_at)
        slug = self._slug(name, self._names[name])
        entry = seasons.entry(season, slug, at)
        dice = season.phase == "finished" and not self._names[name]  # HH-26: as for a match
        key = self._key(*self._common, entry, digest(season), self._keys)
        if site.stands(f"season {slug}", key) is None:
            files = [
                seasons.file(self._pages, season, entry, entries, dice),
                (entry["card"], card(self._pages.house, entry["title"], "A season", (entry["about"], *entry["lead"]))),
            ]
            site.put(f"season {slug}", key, {}, files)  # fmt: skip
        return {**entry, "slug": slug, "matches": [match for match in entries.values() if match["season"] == slug]}

    def _tells(self, what: str, begun: Sequence[str]) -> None:
        if begun:
            self._telling[what] = tuple(begun)

    def _key(self, *parts: Any) -> str:
        return hmac.digest(self._secret, json.dumps(parts, sort_keys=True).encode(), "sha256").hex()

    def _slug(self, name: str, names: dict[str, str]) -> str:
        """File name of a match or season: its id, without names that are hidden."""
        wanted = self._masks.slug(name, names)
        taken = {other: slug for other, slug in self._slugs.items() if other != name}
        free, number = wanted, 1
        while free in taken.values():
            number += 1
            free = f"{wanted}-{number}"
        return self._slugs.setdefault(name, free)


def match_picture(match: Json) -> str:
    return str(match["tricks"]["board"]) if match["tricks"] else str(match["picture"])
