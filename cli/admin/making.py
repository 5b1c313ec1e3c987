"""Making matches by command: as typed, from templates, as copies; free seats filled; names put down."""

from __future__ import annotations

import json

import msgspec

from cli.admin.requests import Answer, Deed, Holders, Request, desk_of, stands
from core.contract import Spec
from core.games import game as find_game
from core.games import ids, meant
from core.house.house import House
from core.house.people import People
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
from core.match.setting_checks import given_settings
from core.match.settings import needed
from core.match.signup import up
from core.refusal import Refused, quoted
from core.table.table import Table
from core.words import wording
from tui.app.house_zone import HouseZone
from tui.app.making import check_level, make_match


class MakingDeeds:
    """How matches come about."""

    def __init__(self, house: House, people: People) -> None:
        self._house = house
        self._holders = Holders(people)

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {
            "new": self._new,
            "copy": self._copy,
            "fill": self._fill,
            "names": self._names,
            "template": self._template,
        }

    def _new(self, asked: Request) -> Answer:
        template = self._template_asked(asked)
        spec = find_game(template.game).spec
        table = make_match(self._house, template, zone=HouseZone(), seed=asked.seed, fill=asked.fill)
        return self._made(table, spec.title)

    def _made(self, table: Table, title: str) -> Answer:
        match, holders = table.match.header.match, table.match.holders
        lines = [f"Made {match}: {title}."]
        lines += [f"  {seat:<24} {self._holders.words(holder)}" for seat, holder in holders.items()]
        return {"told": lines, "match": match, "holders": holders}

    def _template_asked(self, asked: Request) -> MatchTemplate:
        """What a new match is to be made with: a template, or what is usual in a game, and what was typed in place of
        that."""
        chosen = given_settings(asked)
        found: Template
        if asked.template:
            found = Templates(self._house.store).get(asked.template)
        elif asked.document:
            found = read_template(asked.document)
        else:
            found = self._usual(asked.game)
        if not isinstance(found, MatchTemplate):
            raise Refused("bad_template", "That template is a season's: garnet host season new --template NAME")
        changes = {**needed(chosen), **chosen, "options": {**found.options, **asked.options}}
        if asked.seats:
            changes["holders"] = self._named(asked, find_game(found.game).spec)
            changes["seats"] = tuple(changes["holders"])
        if asked.when or "round_seconds" in chosen:
            changes["schedule"] = "" if asked.when.lower() == "none" else asked.when
        changes |= {name: value for name in ("keep", "shortest") if (value := getattr(asked, name)) is not None}
        return msgspec.structs.replace(found, **changes)

    def _named(self, asked: Request, spec: Spec) -> dict[str, str]:
        if len(asked.seats) > spec.seats:
            raise Refused("wrong_seats", f"{spec.title} has {spec.seats} seats; {len(asked.seats)} were named.")
        holders = dict(self._holders.named(word) for word in asked.seats)
        if len(holders) < len(asked.seats):
            raise Refused("equal_names", "Two seats have the same name; give each its own.")
        return holders

    @staticmethod
    def _usual(typed: str) -> MatchTemplate:
        """How a game is played where nothing is said."""
        if not typed:
            raise Refused("which_game", f"Say which game, or --template NAME. There are: {', '.join(ids())}.")
        game = meant(typed) or typed
        if game not in ids():
            raise Refused("no_such_game", f"There is no game {quoted(game)}. There are: {', '.join(ids())}.")
        quick = find_game(game).spec.turn_seconds
        return MatchTemplate(game=game, round_seconds=quick, briefing=quick is not None)

    def _copy(self, asked: Request) -> Answer:
        """A finished match once more, with the same people."""
        match = self._house.table(asked.match).match
        return self._made(make_match(self._house, of_match(match), zone=HouseZone()), match.game.spec.title)

    def _fill(self, asked: Request) -> Answer:
        desk = desk_of(self._house, asked)
        seats = desk.fill(check_level(desk.table.match.header.game, asked.to))
        if not seats:
            raise Refused("no_free_seat", f"Every seat at {asked.match} is taken.")
        return stands(desk, asked, lambda: None, f"{asked.to.capitalize()} bots play {wording.joined(seats)}.")

    def _names(self, asked: Request) -> Answer:
        names = [name.called for name in up(desk_of(self._house, asked).table.match)]
        return {"told": names or ["Nobody has put their name down yet."], "match": asked.match, "names": names}

    def _template(self, asked: Request) -> Answer:
        """Templates by name: list, show, save, import or drop one."""
        templates, name = Templates(self._house.store), asked.template
        if not name:
            every = templates.all()
            lines = [f"{name:<24} {_template_words(one)}" for name, one in every.items()]
            return {"told": lines or ["No template is kept yet."], "templates": list(every)}
        if asked.drop:
            templates.drop(name)
            return {"told": [f"The template {name} is dropped."], "template": name}
        if asked.document:
            templates.save(name, read_template(asked.document))
        elif asked.match:
            templates.save(name, of_match(self._house.table(asked.match).match))
        elif asked.season:
            templates.save(name, of_season(self._house.seasons.find(asked.season).season))
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
    return f"{find_game(template.game).spec.title}, {clock}"
