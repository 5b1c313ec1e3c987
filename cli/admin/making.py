"""Matches made by command: as typed, from templates, as copies; free seats filled; sign-ups listed."""

from __future__ import annotations

import json
from typing import Annotated

import msgspec

from cli.admin import shelf
from cli.admin.deeds import Argument, DeedForm, HouseAccess, HouseDeed, MatchDeed
from cli.admin.judging import FirstForm, FirstScript, first_options
from cli.admin.requests import Answer, match_answer
from cli.setting_arguments import declare_settings
from core.contract import Spec
from core.games import files, ids, meant, refused
from core.games import game as find_game
from core.games.refereed.script import Script, seats_of
from core.games.refereed.sheet import as_csv, without_formula
from core.house.scripts import Scripts
from core.house.templates import (
    MatchTemplate,
    SeasonTemplate,
    Template,
    Templates,
    of_match,
    of_season,
    read_template,
    template_json,
)
from core.json import Json
from core.levels import WHO
from core.match.setting_checks import given_settings
from core.match.settings import GivenSettings, needed_settings
from core.match.signup import answer_lines, answer_rows, listed_names
from core.refusal import Refused, quoted
from core.seasons.season import Season
from core.table.table import Table
from core.words import wording
from core.words.show import closed_words
from storage import FileStore
from tui.app.house_zone import HouseZone
from tui.app.making import check_level, make_match


class NewDeed(
    DeedForm, GivenSettings, frozen=True, kw_only=True, tag="new", tag_field="do", forbid_unknown_fields=False
):
    HELP = "make a match"
    ALSO = (declare_settings,)

    game: Annotated[str, Argument("game", "the game; with a template its own", nargs="?")] = ""
    seats: Annotated[
        tuple[str, ...],
        Argument(
            "--seat",
            f"a seat (repeat): WHO is {WHO}; the others are free, and called after the players who sit down there",
            metavar="NAME[=WHO]",
        ),
    ] = ()
    """`NAME`, `NAME=person`, `NAME=bot:steady` or `NAME=open` for each seat."""
    places: Annotated[int, Argument("--seats", "number of seats, in a game with a range", metavar="N")] = 0
    options: Annotated[Json, Argument("--option", "an option of the game", action="append", metavar="KEY=VALUE")] = {}
    fill: Annotated[
        str, Argument("--fill --bots", "bots of this level on all other seats: steady, for example", metavar="LEVEL")
    ] = ""
    template: Annotated[
        str, Argument("--template", "as this template says, but for what is typed beside it", metavar="NAME")
    ] = ""
    document: Annotated[Json, Argument("--file", "as the template in this file says", metavar="FILE")] = {}
    form: FirstForm = ""
    script: FirstScript = {}
    seed: Annotated[int | None, Argument("--seed", "fix the dice")] = None
    given: Annotated[
        Json, Argument("--given", "set-up that only hosts know before the end (HH-74): JSON or TOML", metavar="FILE")
    ] = {}
    when: str = ""
    keep: bool | None = None
    """True if the schedule stays after an early close (HH-20); None for yes, or as the template says."""
    shortest: float | None = None
    """Least seconds of a round that takes a time of the schedule; None for half of the interval."""
    user: str = ""
    dry_run: bool = False
    try_: bool = msgspec.field(default=False, name="try")

    def carry_out(self, host: HouseAccess) -> Answer:
        template = self._template(host)
        table = make_match(host.house, template, zone=HouseZone(), seed=self.seed, fill=self.fill, given=self.given)
        if self.script:
            Scripts(host.house.store).keep(table.match.header.match, Script(**self.script))
        return _made_answer(host, table, table.match.spec.title)

    def _template(self, host: HouseAccess) -> MatchTemplate:
        chosen = given_settings(self)
        base: Template
        if self.template:
            base = Templates(host.house.store).get(self.template)
        elif self.document:
            base = read_template(self.document)
        else:
            base = _usual(self.game)
        if not isinstance(base, MatchTemplate):
            raise Refused("bad_template", "That template is a season's: garnet host season new --template NAME")
        options = {**base.options, **self.options, **first_options(self.form, self.script)}
        changes = {**needed_settings(chosen), **chosen, "options": options}
        if self.seats:
            changes["holders"] = self._holders(host, find_game(base.game).spec)
            changes["seats"] = tuple(changes["holders"])
        places, own = self.places, seats_of(Script(**self.script)) if self.script else None
        if own is not None:
            places = places or max(own[1], len(self.seats))
            if not own[0] <= places <= own[1]:
                raise Refused("wrong_seats", f"{self.script['file']} is for {own[0]} to {own[1]} seats, not {places}.")
        if places:
            changes["places"] = places
        if self.when or "round_seconds" in chosen:
            changes["schedule"] = "" if self.when.lower() == "none" else self.when
        changes |= {name: value for name in ("keep", "shortest") if (value := getattr(self, name)) is not None}
        return msgspec.structs.replace(base, **changes)

    def _holders(self, host: HouseAccess, spec: Spec) -> dict[str, str]:
        if len(self.seats) > spec.seat_range[1]:
            raise Refused("wrong_seats", f"{spec.title} has {spec.seat_words} seats; {len(self.seats)} were named.")
        holders = dict(host.holders.seat_and_holder(word) for word in self.seats)
        if len(holders) < len(self.seats):
            raise Refused("equal_names", "Two seats have the same name; give each its own.")
        return holders


def _made_answer(host: HouseAccess, table: Table, title: str) -> Answer:
    match, holders = table.match.header.match, table.match.holders
    lines = [f"Made {match}: {title}."]
    lines += [f"  {seat:<24} {host.holders.holder_words(holder)}" for seat, holder in holders.items()]
    lines += closed_words(table.match.spec, table.match.header.onlookers, '--onlookers "2 rounds"')
    return {"told": lines, "match": match, "holders": holders}


def _usual(typed: str) -> MatchTemplate:
    if not typed:
        raise Refused("which_game", f"Say which game, or --template NAME. There are: {', '.join(ids())}.")
    game = meant(typed) or typed
    if game not in ids():
        raise Refused("no_such_game", f"There is no game {quoted(game)}. There are: {', '.join(ids())}.")
    quick = find_game(game).spec.turn_seconds
    return MatchTemplate(game=game, round_seconds=quick, briefing=quick is not None)


class CopyDeed(HouseDeed, frozen=True, kw_only=True, tag="copy"):
    HELP = "a match once more, with the same people"

    match: Annotated[str, Argument("match")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        match = host.house.table(self.match).match
        template = of_match(match).without_people(host.people.gone())
        return _made_answer(host, make_match(host.house, template, zone=HouseZone()), match.spec.title)


class FillDeed(MatchDeed, frozen=True, kw_only=True, tag="fill"):
    HELP = "a bot for every free seat"
    DRY = True

    to: Annotated[str, Argument("to", "steady, for example", metavar="LEVEL")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = host.desk(self)
        seats = desk.fill(check_level(desk.table.match.header.game, self.to))
        if not seats and not desk.lots_to_come:
            raise Refused("no_free_seat", f"Every seat at {self.match} is taken.")
        what = "take the seats that the lots leave" if desk.lots_to_come else f"play {wording.joined(seats)}"
        return match_answer(desk, self.match, lambda: None, f"{self.to.capitalize()} bots {what}.")


class NamesDeed(MatchDeed, frozen=True, kw_only=True, tag="names"):
    HELP = "who has put their name down for a match or a season, with what they answered"
    csv: Annotated[bool, Argument("--csv", "as CSV, with the questions in the first row")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        of_season = host.house.means_season(self.match)
        listed = host.house.seasons.find(self.match).season if of_season else host.desk(self).table.match
        asked = listed.options.questions if isinstance(listed, Season) else listed.header.questions
        names, rows = [*listed_names(listed.names)], answer_rows(listed.names, asked)
        if self.csv:
            lines = as_csv([without_formula(cell) for cell in row] for row in rows).splitlines()
        else:
            lines = answer_lines(rows)
        empty = ["Nobody has put their name down yet."]
        return {"told": lines if names else empty, "match": self.match, "names": names, "rows": rows}


class GamesDeed(HouseDeed, frozen=True, kw_only=True, tag="games"):
    HELP = "the games of this house and its shelf; those in its folder games are read again on demand"

    reload: Annotated[bool, Argument("--reload", "read the folder again: changes count for new matches")] = False
    shelf: Annotated[bool, Argument("--shelf", "games of one file that can be added")] = False
    add: Annotated[str, Argument("--add", "copy a game from the shelf into the folder", metavar="NAME")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        store = host.house.store
        if self.shelf:
            on_shelf = shelf.specs()
            return {"told": shelf.shelf_lines(on_shelf), "games": [*on_shelf]}
        if not (self.reload or self.add):
            specs = {game: find_game(game).spec for game in ids()}
            lines = [f"{game:<24} {spec.title}, {spec.seat_words} seats" for game, spec in specs.items()]
            return {"told": [*lines, *refused().values()], "games": [*specs], "refused": refused()}
        if not isinstance(store, FileStore):
            raise Refused("no_folder", "This house is kept in memory: it has no folder of games.")
        if self.add:
            return {"told": shelf.add(store, self.add), "games": [*ids()]}
        mine = ", ".join(file.name for file in files()) or "no game"
        return {
            "told": store.reload_games() or [f"Nothing has changed: the folder games has {mine}."],
            "games": [*ids()],
        }


class TemplateDeed(HouseDeed, frozen=True, kw_only=True, tag="template"):
    HELP = "ways to set up a match or season, by name: list, show, save, drop"

    template: Annotated[str, Argument("template", nargs="?", metavar="NAME")] = ""
    match: Annotated[str, Argument("--match", "save how this match was made", metavar="MATCH")] = ""
    season: Annotated[str, Argument("--season", "save how this season was made", metavar="SEASON")] = ""
    document: Annotated[Json, Argument("--file", "save what a file holds (- for standard input)", metavar="FILE")] = {}
    drop: Annotated[bool, Argument("--drop", "forget it")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        templates, name = Templates(host.house.store), self.template
        if not name:
            every = templates.all()
            lines = [f"{name:<24} {_template_words(template)}" for name, template in every.items()]
            return {"told": lines or ["No template is kept yet."], "templates": list(every)}
        if self.drop:
            templates.drop(name)
            return {"told": [f"The template {name} is dropped."], "template": name}
        if self.document:
            templates.save(name, read_template(self.document))
        elif self.match:
            templates.save(name, of_match(host.house.table(self.match).match))
        elif self.season:
            templates.save(name, of_season(host.house.seasons.find(self.season).season))
        else:
            document = template_json(templates.get(name))
            return {"told": json.dumps(document, ensure_ascii=False, indent=1).split("\n"), "template": document}
        return {"told": [f"Kept as {name}: {_template_words(templates.get(name))}."], "template": name}


def _template_words(template: Template) -> str:
    if isinstance(template, SeasonTemplate):
        return f"a season{f', {template.title}' if template.title else ''}"
    clock = template.schedule or (
        f"{wording.span(template.round_seconds)} a round" if template.round_seconds else "no deadline"
    )
    return f"{find_game(template.game).spec_of(template.options).title}, {clock}"
