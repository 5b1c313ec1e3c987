"""Deeds that make and settle a season: its cast, settings, readers, corrections and end."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Annotated

import msgspec

from cli.admin.deeds import Argument, HouseAccess
from cli.admin.requests import Answer, by_shell
from cli.admin.season_forms import Named, SeasonDeed, SettingsDeed, Why, season_answer
from cli.setting_arguments import declare_correction, declare_options, declare_settings
from core import person
from core.decoding import decode
from core.house.templates import SeasonTemplate, Templates
from core.json import Json
from core.levels import LEVELS, WHO
from core.match.setting_checks import given_settings
from core.match.settings import SETTINGS
from core.refusal import Refused, quoted
from core.seasons import journal as j
from core.seasons.corrections import WATCHING
from core.seasons.options import SeasonOptions
from core.seasons.season_controls import SeasonControls
from core.seasons.words import season_json
from core.words import wording
from core.words.season_settings import changed_words, typed_times, usual_words, with_openings
from tui.app.house_zone import HouseZone

Openings = Annotated[
    str,
    Argument(
        "--episodes",
        'when episodes are to open, for everybody to read: "every Fri 20:00 Europe/Berlin", or none',
        metavar="WHEN",
    ),
]
GuestBots = Annotated[str, Argument("--fill", "of the bots on guests' seats", metavar="LEVEL")]


def _usual_asked(host: HouseAccess, was: j.Usual, deed: SeasonNewDeed | SeasonSettingsDeed) -> j.Usual:
    """Settings of matches to come with the typed changes. Refused if they do not fit."""
    chosen = {SETTINGS[name].key: value for name, value in given_settings(deed).items() if name != "title"}
    if not (chosen or deed.when or deed.fill or deed.episodes):
        return was
    schedule = was.schedule
    if deed.when.lower() == "none":
        schedule = ""
    elif deed.when:
        schedule, _ = typed_times(deed.when, host.house.clock(), HouseZone(), 1)
    elif SETTINGS["round_seconds"].key in chosen:
        schedule = ""
    settings = {**was.settings, **chosen}
    if schedule:
        settings.pop(SETTINGS["round_seconds"].key, None)
    level = "" if deed.fill.lower() == "none" else deed.fill or was.level
    if level and level not in LEVELS:
        raise Refused("no_such_level", f"There are no {quoted(level)} bots. There are: {', '.join(LEVELS)}.")
    usual = msgspec.structs.replace(was, settings=settings, schedule=schedule, level=level)
    return with_openings(usual, deed.episodes, host.house.clock(), HouseZone())


class SeasonNewDeed(SettingsDeed, frozen=True, kw_only=True, tag="new"):
    HELP = "begin a season"
    ALSO = (declare_options, partial(declare_settings, season=True, title=False))

    season: str = ""
    template: Annotated[
        str, Argument("--template", "purse, tokens and estate as this template says", metavar="NAME")
    ] = ""
    title: Annotated[str | None, Argument("--title", "what it is called; its first word becomes the id")] = None
    cast: Annotated[
        tuple[str, ...], Argument("--cast", f"one of the cast (repeat): WHO is {WHO}", metavar="NAME[=WHO]")
    ] = ()
    about: Json = {}
    seed: Annotated[int | None, Argument("--seed", "fix the lots")] = None
    fill: GuestBots = ""
    episodes: Openings = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        holders = dict(host.holders.seat_and_holder(word) for word in self.cast)
        if len(holders) < len(self.cast):
            raise Refused("equal_names", "Two of the cast have the same name; give each their own.", "SE-01")
        title, about, usual = self.title or "", self.about, j.Usual()
        if self.template:
            template = Templates(host.house.store).get(self.template)
            if not isinstance(template, SeasonTemplate):
                raise Refused("bad_template", "That template is a match's: garnet host new --template NAME")
            title, about = title or template.title, template.options
            usual = j.Usual(settings=template.settings, schedule=template.schedule, level=template.level)
            usual = with_openings(usual, self.episodes or template.episodes, host.house.clock(), HouseZone())
        usual = _usual_asked(host, usual, self)  # refused before anything is made
        options = decode(SeasonOptions, about, "options")
        live = host.house.seasons.make(tuple(holders), title=title, options=options, holders=holders, seed=self.seed)
        desk = SeasonControls(host.house.seasons, live, by_shell(self.user))
        if usual != j.Usual():
            desk.set_usual(msgspec.structs.replace(usual, words=usual_words(usual)))
        lines = [f"Made {live.id}."]
        lines += [f"  {name:<24} {host.holders.holder_words(holder)}" for name, holder in holders.items()]
        lines += [live.season.news[-1].text] if live.season.news else []
        return season_answer(live.season, lines)


class SeasonSettingsDeed(SettingsDeed, frozen=True, kw_only=True, tag="settings"):
    HELP = "what its matches are made with where an opening says nothing: look, or change it"

    fill: GuestBots = ""
    episodes: Openings = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = self.desk(host)
        usual_before = desk.season.usual
        if (usual := _usual_asked(host, usual_before, self)) != usual_before:
            desk.set_usual(msgspec.structs.replace(usual, words=changed_words(usual_before, usual)))
        usual = desk.season.usual
        lines = [usual_words(usual) or "As usual: nothing is set for the matches of this season."]
        current = {"settings": usual.settings, "schedule": usual.schedule, "level": usual.level,
                "episodes": usual.episodes}  # fmt: skip
        return {"told": lines, **current}


class SeasonAddDeed(SeasonDeed, frozen=True, kw_only=True, tag="add"):
    HELP = "a late-comer, before the first booking"
    DRY = True

    name: Annotated[str, Argument("name", metavar="NAME[=WHO]")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        name, holder = host.holders.seat_and_holder(self.name)
        return self.answer_to(host, lambda desk: desk.add(name, holder))


class SeasonHandOverDeed(SeasonDeed, frozen=True, kw_only=True, tag="hand-over"):
    HELP = "somebody takes over a name of the cast, with purse and seat"
    DRY = True

    name: Named = ""
    to: Annotated[str, Argument("to", WHO, metavar="WHO")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        holder = host.holders.holder(self.to)
        return self.answer_to(host, lambda desk: desk.hand_over(self.name, holder))


class SeasonRenameDeed(SeasonDeed, frozen=True, kw_only=True, tag="rename"):
    HELP = "call somebody of the cast otherwise, between episodes"
    DRY = True

    name: Named = ""
    to: Annotated[str, Argument("to")] = ""

    def act(self, desk: SeasonControls) -> object:
        return desk.rename(self.name, self.to)


class SeasonStartDeed(SeasonDeed, frozen=True, kw_only=True, tag="start"):
    HELP = "draw lots for the places of the cast among those who put their names down"
    DRY = True

    def carry_out(self, host: HouseAccess) -> Answer:
        """Draw the lots. A dry run names no winners: a host could wait for another name and look again."""
        if not self.dry_run:
            return self.answer_to(host, lambda desk: desk.start())
        desk = self.desk(host)
        desk.only_trying().start()  # refused as in earnest
        listed = [name.name for name in desk.season.names]
        places = wording.counted(desk.season.options.places, "place")
        sentences = [
            f"Lots would be drawn for {places} among {wording.counted(len(listed), 'name')}: {', '.join(listed)}.",
            "Who gets one is known when they are drawn.",
            "A dry run: nothing is entered.",
        ]
        return {"told": sentences, "season": season_json(desk.season, hosts=True)}


class SeasonWatchingDeed(SeasonDeed, frozen=True, kw_only=True, tag="watching"):
    HELP = "who of the house may read it and watch its matches: house, cast or code"

    to: Annotated[str, Argument("to", "left out: say how it is", nargs="?", metavar="house|cast|code")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = self.desk(host)
        if not self.to:
            return {"told": [WATCHING[desk.season.watch]], "watch": desk.season.watch}
        if self.to not in WATCHING:
            raise Refused("bad_watch", f"{quoted(self.to)} is none of: {', '.join(WATCHING)}.", "SE-23")
        who = self.to
        code = person.write_code(secrets.token_bytes(person.LETTERS)) if who == "code" else ""
        desk.watched_by(who, code)
        answer = season_answer(desk.season, [WATCHING[who]])
        if not code:
            return {**answer, "watch": who}
        more = [f"Its code, shown this once: {code}", f"They type: ssh NAME@house season {self.season} --code {code}",
                "or : and *Watch by code* in the lobby."]  # fmt: skip
        return {**answer, "told": [*answer["told"], *more], "watch": who, "code": code}


class SeasonCorrectDeed(SeasonDeed, frozen=True, kw_only=True, tag="correct"):
    HELP = "put something right"
    DRY = True
    ALSO = (declare_correction,)

    name: Named = ""
    change: Json = {}
    text: Why = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        changes = {self.name: decode(j.CastCorrection, self.change, "change")}
        return self.answer_to(host, lambda desk: desk.correct(changes, self.text))


class SeasonUndoDeed(SeasonDeed, frozen=True, kw_only=True, tag="undo"):
    HELP = "undo the last booking or the final, and all that came after it"
    DRY = True

    last: Annotated[bool, Argument("--last", "only the last entry: a correction, a name, who won, ...")] = False

    def act(self, desk: SeasonControls) -> object:
        return desk.undo() if self.last else desk.unbook()


class SeasonEndDeed(SeasonDeed, frozen=True, kw_only=True, tag="end"):
    HELP = "end the season"
    DRY = True

    def act(self, desk: SeasonControls) -> object:
        return desk.end()
