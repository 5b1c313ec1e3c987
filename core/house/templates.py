"""Templates of matches and seasons, without players: stored by name, shared as files.

A played match is a template too; its people only for a copy.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Final

import msgspec

from core.decoding import sentence
from core.games import game as find_game
from core.json import Json
from core.match.seating import OPEN, is_bot, is_unnamed, unnamed
from core.match.setting_checks import check_settings
from core.match.settings import TypedSettings
from core.match.state import FOUND_BY_ALL, Match
from core.refusal import Refused, quoted
from core.seasons.season import Season
from core.seasons.season_controls import seating_from
from core.store import Store

SHELF: Final = "templates"
MOST: Final = 200
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class MatchTemplate(TypedSettings, frozen=True, kw_only=True, tag="match"):
    """Everything for a new match except its dice and host."""

    game: str
    seats: tuple[str, ...] = ()
    """Names by place; missing ones are `open seat 3`."""
    places: int = 0
    """Number of seats, in a game with a range; 0 for the usual number, or more if more are named."""
    holders: dict[str, str] = {}
    options: Json = {}
    schedule: str = ""
    """Rule of closes (`every day 21:00 Europe/Berlin`) in place of `round_seconds`."""
    keep: bool = True
    shortest: float | None = None
    """Least seconds of a round; None for half of the schedule's shortest interval."""

    def seating(self) -> dict[str, str]:
        """Return the holders of all seats of the game. Refused: `wrong_seats`."""
        spec = find_game(self.game).spec
        places = self.places or max(spec.seats, len(self.seats))
        if not spec.takes(places) or len(self.seats) > places:
            wrong = f"{spec.title} has {spec.seat_words} seats; {max(places, len(self.seats))} were named."
            raise Refused("wrong_seats", wrong)
        holders = {seat: self.holders.get(seat, OPEN) for seat in self.seats}
        return holders | {unnamed(place): OPEN for place in range(len(holders), places)}

    def without_people(self, gone: Collection[str] | None = None) -> MatchTemplate:
        """Return a copy without people and their seats' names: all of them, or only the holders in `gone`."""
        seats, holders = [], {}
        for place, seat in enumerate(self.seats):
            holder = self.holders.get(seat, OPEN)
            stays = is_bot(holder) if gone is None else holder not in gone
            name = seat if stays else unnamed(place)
            seats.append(name)
            holders[name] = holder if stays else OPEN
        return msgspec.structs.replace(self, seats=tuple(seats), holders=holders)


class SeasonTemplate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="season"):
    """Everything for a new season except its cast, lots and host."""

    title: str = ""
    options: Json = {}
    settings: Json = {}
    """Settings of its matches (SE-25)."""
    schedule: str = ""
    level: str = ""
    episodes: str = ""


Template = MatchTemplate | SeasonTemplate


def of_match(match: Match) -> MatchTemplate:
    header, schedule = match.header, match.schedule
    return MatchTemplate(
        game=header.game,
        places=len(match.seats) if match.spec.several else 0,
        seats=tuple(unnamed(place) if is_unnamed(seat) else seat for place, seat in enumerate(match.seats)),
        holders=dict(match.holders),
        options=header.options,
        schedule="" if schedule is None else schedule.rule,
        keep=schedule is None or schedule.keep,
        shortest=schedule.least if schedule is not None and schedule.rule else None,
        **{**header.chosen(), "hidden": match.watch not in FOUND_BY_ALL},
    )


def of_season(season: Season) -> SeasonTemplate:
    usual = season.usual
    return SeasonTemplate(
        title=season.header.title, options=msgspec.to_builtins(season.header.options), settings=usual.settings,
        schedule=usual.schedule, level=usual.level,
        episodes=usual.episodes,
    )  # fmt: skip


def template_json(template: Template) -> Json:
    document: Json = {"garnet": "template", **msgspec.to_builtins(template)}
    return document


def read_template(document: Any) -> Template:
    """Refused: `bad_template`, in words."""
    if not isinstance(document, dict) or document.get("garnet") != "template":
        raise Refused("bad_template", 'This is no template of a match or season: it does not say "garnet": "template".')
    try:
        inner = {key: value for key, value in document.items() if key != "garnet"}
        template: Template = msgspec.convert(inner, type=Template)
    except msgspec.ValidationError as mistake:
        raise Refused("bad_template", f"This is no template: {sentence(str(mistake))}") from None
    if isinstance(template, MatchTemplate):
        template.seating()
        check_settings(template.chosen())
    else:
        seating_from(template.settings)
    return template


class Templates:
    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self) -> dict[str, Template]:
        stored = self._store.all(SHELF)
        return {name: read_template(stored[name]) for name in sorted(stored)}

    def get(self, name: str) -> Template:
        """Refused: `no_such_template`."""
        stored = self._store.get(SHELF, name)
        if stored is None:
            known = ", ".join(self._store.all(SHELF)) or "none yet"
            raise Refused("no_such_template", f"There is no template {quoted(name)}. There are: {known}.")
        return read_template(stored)

    def save(self, name: str, template: Template) -> None:
        """Store a template, of a match without its people. Refused: `bad_name`, `too_many`."""
        if not _NAME.fullmatch(name):
            raise Refused("bad_name", "A template's name has 1 to 40 lower case letters, digits and hyphens.")
        if self._store.get(SHELF, name) is None and len(self._store.all(SHELF)) >= MOST:
            raise Refused("too_many", f"A house keeps at most {MOST} templates; drop one first.")
        stored = template.without_people() if isinstance(template, MatchTemplate) else template
        self._store.put(SHELF, name, template_json(stored))

    def drop(self, name: str) -> None:
        """Refused: `no_such_template`."""
        self.get(name)
        self._store.drop(SHELF, name)
