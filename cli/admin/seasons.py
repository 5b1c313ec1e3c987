"""Deeds of hosts in seasons by command.

A request is `{"do": "season", "deed": "open", "season": "spring-1", ...}`. Answers hold the season's new state.
"""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec

from cli.admin.deeds import Argument, DeedForm, HouseAccess, Text, Webhook
from cli.admin.judging import FirstForm, first_form
from cli.admin.requests import by_shell, room_asked
from cli.setting_arguments import declare_correction, declare_options, declare_outcome, declare_room, declare_settings
from core import person
from core.decoding import decode
from core.house.templates import MatchTemplate, SeasonTemplate, Templates
from core.json import Json
from core.levels import LEVELS, WHO
from core.match.seating import OPEN
from core.match.setting_checks import given_settings
from core.match.settings import SETTINGS, GivenInSeason, TypedSettings, needed_settings
from core.narration.feed import ROOMS
from core.refusal import Refused, quoted
from core.seasons import journal as j
from core.seasons import outcome as outcomes
from core.seasons.corrections import WATCHING
from core.seasons.feeds import SeasonFeeds
from core.seasons.opening import SEASON_OPTIONS, EpisodeWish, may_sit
from core.seasons.options import SeasonOptions
from core.seasons.outcome import Outcome
from core.seasons.season import ELSEWHERE, Season
from core.seasons.season_controls import SeasonControls, usual_seating
from core.seasons.talk import lines as talk_lines
from core.seasons.talk import questions, readable_messages
from core.seasons.words import season_json, summary
from core.table.host_controls import HostControls
from core.words import wording
from core.words.deadlines import season_times
from core.words.moments import read_moment, zoned
from core.words.season_settings import changed_words, typed_times, usual_words, with_openings
from tui.app.house_zone import HouseZone
from tui.app.making import check_level

Answer = Json
IN_SEASONS = tuple(name for name, field in SETTINGS.items() if field.about.season and name != "title")
"""Settings that an episode's match takes from a template. Its title is the season's."""


def _differences(played: Outcome | None, typed: Outcome | None) -> list[str]:
    if played is None or typed is None:
        return []
    was, now = msgspec.to_builtins(played), msgspec.to_builtins(typed)
    differences = []
    for field in Outcome.__struct_fields__:
        before, after = was.get(field) or {}, now.get(field) or {}
        words = field.replace("_", " ")
        if isinstance(before or after, dict) and field != "realms":
            names = dict.fromkeys([*before, *after])
            parts = [f"{name} {before.get(name, 0)} to {after.get(name, 0)}" for name in names
                     if before.get(name, 0) != after.get(name, 0)]  # fmt: skip
            differences += [f"  {words}: {', '.join(parts)}"] if parts else []
        elif before != after:
            differences.append(f"  {words}: {_plain(before)} to {_plain(after)}")
    return ["Otherwise than the match ended:", *differences] if differences else []


def _plain(value: Any) -> str:
    if not value:
        return "nobody"
    if isinstance(value, list):
        return ", ".join("/".join(tied) if isinstance(tied, list) else str(tied) for tied in value)
    if isinstance(value, dict):
        return "; ".join(f"{key} {_plain(inner)}" for key, inner in value.items())
    return str(value)


def _empty(desk: SeasonControls, opened: j.EpisodeOpened) -> list[str]:
    try:
        desk.check_filled(opened)
    except Refused as refusal:
        return [refusal.message]
    return []


Named = Annotated[str, Argument("name")]
Why = Annotated[str, Argument("--why", "told to everybody who reads it", required=True, metavar="TEXT")]
Openings = Annotated[
    str,
    Argument(
        "--episodes",
        'when episodes are to open, for everybody to read: "every Fri 20:00 Europe/Berlin", or none',
        metavar="WHEN",
    ),
]
GuestBots = Annotated[str, Argument("--fill", "of the bots on guests' seats", metavar="LEVEL")]


class SeasonForm(DeedForm):
    __slots__ = ()
    if TYPE_CHECKING:
        season: str

    def act(self, desk: SeasonControls) -> object:
        """Act on the season; for deeds that answer with the state of the season alone."""
        raise NotImplementedError

    def carry_out(self, host: HouseAccess) -> Answer:
        return self.answer_to(host, self.act)

    def desk(self, host: HouseAccess) -> SeasonControls:
        return SeasonControls(host.house.seasons, host.house.seasons.find(self.season), by_shell(self.user))

    def answer_to(self, host: HouseAccess, doing: Callable[[SeasonControls], object]) -> Answer:
        desk = self.desk(host).only_trying() if self.dry_run else self.desk(host)
        before = len(desk.season.news)
        doing(desk)
        if self.dry_run:
            return _dry_run_answer(desk.season, before)
        return _answer_with_season(desk.season, [news.text for news in desk.season.news[before:]])


class SeasonDeed(SeasonForm, msgspec.Struct, frozen=True, kw_only=True, tag_field="deed", forbid_unknown_fields=True):
    season: Annotated[str, Argument("season")] = ""
    user: str = ""
    dry_run: bool = False


class SettingsDeed(SeasonForm, GivenInSeason, frozen=True, kw_only=True, tag_field="deed", forbid_unknown_fields=True):
    season: Annotated[str, Argument("season")] = ""
    user: str = ""
    dry_run: bool = False
    when: str = ""
    keep: bool = True
    """True if the schedule stays after an early close (HH-20)."""
    shortest: float | None = None


def _answer_with_season(after: Season, sentences: list[str]) -> Answer:
    return {"told": [*sentences, summary(after)], "season": season_json(after, hosts=True)}


def _dry_run_answer(after: Season, known: int = -1) -> Answer:
    sentences = [news.text for news in after.news[known:]] or ["Nothing would change."]
    return {"told": [*sentences, "A dry run: nothing is entered."], "season": season_json(after, hosts=True)}


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


def _replaced(usual: Json, template: MatchTemplate) -> Json:
    """Settings of a template that differ from a new match's and from the season's. All others stay the season's."""
    new = TypedSettings()
    chosen = {name: getattr(template, name) for name in IN_SEASONS}
    return {name: value for name, value in chosen.items() if value not in (getattr(new, name), usual[name])}


def _seating(
    host: HouseAccess,
    desk: SeasonControls,
    deed: SeasonOpenDeed | SeasonDuelDeed,
    usual: Json,
    template: MatchTemplate | None = None,
) -> j.Seating:
    """Settings of a match: the season's (`usual`) or a template's, with everything typed on top."""
    chosen = given_settings(deed)
    if deed.when and chosen.get("round_seconds") is not None:
        raise Refused("bad_clock", "Give a length (--minutes) or set times (--schedule), not both.", "HH-19")
    main = isinstance(deed, SeasonOpenDeed) and deed.game != ELSEWHERE
    schedule = desk.season.usual.schedule if template is None else template.schedule or desk.season.usual.schedule
    when = deed.when or (schedule if main and "round_seconds" not in chosen else "")
    times, now = None, host.house.clock()
    if when:
        times = season_times(deed.game, when, now, HouseZone(), deed.shortest, keep=deed.keep)
        usual = {**usual, "round_seconds": None}
    return j.Seating(times=times, **{**usual, **needed_settings(chosen), **chosen})


class SeasonNewDeed(SettingsDeed, frozen=True, kw_only=True, tag="new"):
    HELP = "begin a season"

    season: str = ""
    template: Annotated[
        str, Argument("--template", "purse, tokens and estate as this template says", metavar="NAME")
    ] = ""
    title: Annotated[str | None, Argument("--title", "what it is called; its first word becomes the id")] = None
    cast: Annotated[
        tuple[str, ...],
        Argument("--cast", f"one of the cast (repeat): WHO is {WHO}", action="append", metavar="NAME[=WHO]"),
    ] = ()
    about: Json = {}
    seed: Annotated[int | None, Argument("--seed", "fix the lots", type=int)] = None
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
        return _answer_with_season(live.season, lines)

    @classmethod
    def declare(cls, parser: argparse.ArgumentParser) -> None:
        super().declare(parser)
        declare_options(parser)
        declare_settings(parser, season=True, title=False)


class SeasonFeedDeed(SeasonDeed, frozen=True, kw_only=True, tag="feed"):
    HELP = "tell a chat room of the season and of every match that it makes; an address, none, or look"

    url: Webhook = None
    late: Annotated[bool, Argument("--spectators-late", "the spectators' room, a round behind")] = False
    kind: Literal["rich", "plain"] | None = None
    threads: bool | None = None

    def carry_out(self, host: HouseAccess) -> Answer:
        """Show or set the rooms that are told of a season and of its matches."""
        feeds = SeasonFeeds(host.house.store)
        season = host.house.seasons.find(self.season).season
        if self.url is not None:
            matches = [match for episode in season.episodes for match in (episode.match, *episode.duels) if match]
            feeds.set(self.season, "spectators" if self.late else "players", self.url, tuple(matches), len(season.news),
                      **room_asked(self.kind, self.threads))  # fmt: skip
            host.house.seasons.tell(self.season)
        urls = {room: feed.url for room in ROOMS if (feed := feeds.get(self.season, room)) is not None}
        lines = [
            f"The {room}' room is told of the season and of every match from its beginning: {url}"
            for room, url in urls.items()
        ]
        return {"told": lines or [f"No chat room is told of {self.season}."], "feeds": urls}

    @classmethod
    def declare(cls, parser: argparse.ArgumentParser) -> None:
        super().declare(parser)
        declare_room(parser)


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


class SeasonOpenDeed(SettingsDeed, frozen=True, kw_only=True, tag="open"):
    HELP = "open an episode and make its match"
    DRY = True

    game: Annotated[str, Argument("game", "its game, or elsewhere; with a template its own", nargs="?")] = ""
    template: Annotated[str, Argument("--template", "as this template says, but for what is typed", metavar="NAME")] = (
        ""
    )
    sit_out: Annotated[
        tuple[str, ...], Argument("--sit-out", "sits out (repeat)", action="append", metavar="NAME")
    ] = ()
    guests: Annotated[
        tuple[str, ...], Argument("--guest", "a guest (repeat)", action="append", metavar="NAME[=WHO]")
    ] = ()
    play: Annotated[
        tuple[str, ...], Argument("--play", "plays a Token of Life (repeat)", action="append", metavar="NAME")
    ] = ()
    options: Annotated[Json, Argument("--option", "an option of the game", action="append", metavar="KEY=VALUE")] = {}
    form: FirstForm = ""
    fill: Annotated[str, Argument("--fill", "bots of this level on seats that nobody plays", metavar="LEVEL")] = ""
    empty: Annotated[bool, Argument("--empty", "also where nobody plays some of the seats")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        guests = dict(host.holders.seat_and_holder(word) for word in self.guests)
        desk, template, deed = self.desk(host), self.template_of(host), self
        usual, replaced = usual_seating(desk.season).chosen(), dict[str, Any]()
        options = {**self.options, **first_form(self.form)}
        if template is not None:
            deed = msgspec.structs.replace(self, game=template.game)
            replaced = _replaced(usual, template)
            usual |= replaced
            options = {key: value for key, value in template.options.items() if key not in SEASON_OPTIONS} | options
        invited = tuple(word.partition("=")[0] for word in self.guests)
        wish = EpisodeWish(deed.game, self.sit_out, invited, self.play, options)
        seating = _seating(host, desk, deed, usual, template)
        seating = msgspec.structs.replace(seating, holders=guests)
        opened = desk.propose(wish, seating)
        if self.fill:
            check_level(deed.game, self.fill)
        elif not self.empty and not self.dry_run:
            desk.check_filled(opened)
        if not self.dry_run:
            opened = desk.open(wish, seating)
            if self.fill and opened.match is not None:
                HostControls(host.house.table(opened.match)).fill(self.fill)
        if self.dry_run and opened.drawn:
            return self._before_lots(host, desk, opened)
        held = opened.seating.holders
        if opened.match is not None and not self.dry_run:
            held = host.house.holders(opened.match)
        lots = f" ({', '.join(opened.drawn)} by lot)" if opened.drawn else ""
        sitting_out = [f"Sitting out: {', '.join(opened.sat_out)}{lots}."] if opened.sat_out else []
        if replaced:
            labels = ", ".join(SETTINGS[name].about.label for name in replaced)
            sitting_out.append(f"In place of the season's own the template sets: {labels}.")
        return self._opening(host, desk, opened, opened.seats, held, sitting_out)

    def _before_lots(self, host: HouseAccess, desk: SeasonControls, opened: j.EpisodeOpened) -> Answer:
        """A dry run names no drawn player: a host could wait for another name and look again. The season's own options
        are left out too, since they list the seats."""
        season, names, lots = desk.season, may_sit(desk.season, opened), len(opened.drawn)
        chosen = [name for name in opened.sat_out if name in self.sit_out]
        sitting_out = [f"Sitting out: {', '.join(chosen)}."] if chosen else []
        who = "Who it is is" if lots == 1 else "Who they are is"
        sitting_out.append(f"Lots make {lots} of these {len(names)} sit out. {who} known once the episode is open.")
        given = {option: value for option, value in opened.given.items() if option not in SEASON_OPTIONS}
        opened = msgspec.structs.replace(opened, given=given)
        held = {name: season.holders.get(name, OPEN) for name in names}
        return {**self._opening(host, desk, opened, names, held, sitting_out), "lots": lots}

    def _opening(
        self,
        host: HouseAccess,
        desk: SeasonControls,
        opened: j.EpisodeOpened,
        seats: tuple[str, ...],
        held: Mapping[str, str],
        sitting_out: list[str],
    ) -> Answer:
        times = opened.seating.times
        lines = [f"{self.season}, {opened.match or 'a match played elsewhere'}:"]
        lines += [f"  {seat:<24} {host.holders.holder_words(held.get(seat, OPEN))}" for seat in seats]
        lines += sitting_out
        lines += [] if times is None else [f"Rounds close {times.rule}."]
        lines += [f"{option}: {msgspec.json.encode(value).decode()}" for option, value in opened.given.items()]
        if self.dry_run:
            lines += _empty(desk, opened) if not self.fill else []
            lines.append("A dry run: nothing is opened.")
        opening = {"match": opened.match, "seats": list(seats), "given": opened.given, "holders": held}
        return {**_answer_with_season(desk.season, lines), **opening}

    def template_of(self, host: HouseAccess) -> MatchTemplate | None:
        """Refused: `which_game`, `bad_template`."""
        if not self.template:
            if not self.game:
                raise Refused("which_game", "Say which game, or --template NAME.")
            return None
        template = Templates(host.house.store).get(self.template)
        if not isinstance(template, MatchTemplate):
            raise Refused("bad_template", "That template is a season's: season new --template NAME")
        if self.game not in ("", template.game):
            refusal = f"The template {self.template} is of {template.game}, not of {self.game}: leave the game out."
            raise Refused("bad_template", refusal)
        return template

    @classmethod
    def declare(cls, parser: argparse.ArgumentParser) -> None:
        super().declare(parser)
        declare_settings(parser, season=True)


class SeasonCallOffDeed(SeasonDeed, frozen=True, kw_only=True, tag="call-off"):
    HELP = "the open episode does not count; its match is ended"
    DRY = True

    text: Why = ""

    def act(self, desk: SeasonControls) -> object:
        return desk.call_off(self.text)


class SeasonBookDeed(SeasonDeed, frozen=True, kw_only=True, tag="book"):
    HELP = "book the main match, as it stands in the house or as typed"
    DRY = True

    outcome: Json | None = None
    """Outcome in the form of the scenario contract; None for that of the house's match."""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = self.desk(host).only_trying()
        outcome = None if self.outcome is None else outcomes.read(self.outcome)
        answer = self.answer_to(host, lambda desk: desk.book(outcome))
        return {**answer, "told": [*_differences(desk.played(), outcome), *answer["told"]]}

    @classmethod
    def declare(cls, parser: argparse.ArgumentParser) -> None:
        super().declare(parser)
        declare_outcome(parser)


class SeasonCandidateDeed(SeasonDeed, frozen=True, kw_only=True, tag="candidate"):
    HELP = "name a candidate where none is there"
    DRY = True

    name: Named = ""

    def act(self, desk: SeasonControls) -> object:
        return desk.name("candidate", self.name)


class SeasonOpponentDeed(SeasonDeed, frozen=True, kw_only=True, tag="opponent"):
    HELP = "name whom the candidate chooses, where nobody is there"
    DRY = True

    name: Named = ""

    def act(self, desk: SeasonControls) -> object:
        return desk.name("opponent", self.name)


class SeasonDuelDeed(SettingsDeed, frozen=True, kw_only=True, tag="duel"):
    HELP = "make a duel of the house for the Death Match"
    DRY = True

    game: Annotated[str, Argument("game")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = self.desk(host)
        usual = desk.propose_duel(self.game).seating.chosen() | {"title": ""}
        seating = _seating(host, desk, self, usual)
        if self.dry_run:
            proposed, lines = desk.propose_duel(self.game, seating), ["A dry run: nothing is made."]
        else:
            proposed = desk.duel(self.game, seating)
            lines = [desk.season.news[-1].text]
        held = [
            f"  {name:<24} {host.holders.holder_words(holder)}" for name, holder in proposed.seating.holders.items()
        ]
        clock = proposed.seating.round_seconds
        deadline = (
            "Set times." if proposed.seating.times else f"{wording.span(clock)} a turn." if clock else "No deadline."
        )
        return {**_answer_with_season(desk.season, [*lines, *held, deadline]), "match": proposed.match}

    @classmethod
    def declare(cls, parser: argparse.ArgumentParser) -> None:
        super().declare(parser)
        declare_settings(parser, season=True)


class SeasonSettingsDeed(SettingsDeed, frozen=True, kw_only=True, tag="settings"):
    HELP = "what its matches are made with where an opening says nothing: look, or change it"

    fill: GuestBots = ""
    episodes: Openings = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        """Show or change the settings of matches to come (SE-25)."""
        desk = self.desk(host)
        was = desk.season.usual
        if (usual := _usual_asked(host, was, self)) != was:
            desk.set_usual(msgspec.structs.replace(usual, words=changed_words(was, usual)))
        usual = desk.season.usual
        lines = [usual_words(usual) or "As usual: nothing is set for the matches of this season."]
        current = {"settings": usual.settings, "schedule": usual.schedule, "level": usual.level,
                "episodes": usual.episodes}  # fmt: skip
        return {"told": lines, **current}

    @classmethod
    def declare(cls, parser: argparse.ArgumentParser) -> None:
        super().declare(parser)
        declare_settings(parser, season=True)


class SeasonRenameDeed(SeasonDeed, frozen=True, kw_only=True, tag="rename"):
    HELP = "call somebody of the cast otherwise, between episodes"
    DRY = True

    name: Named = ""
    to: Annotated[str, Argument("to")] = ""

    def act(self, desk: SeasonControls) -> object:
        return desk.rename(self.name, self.to)


class SeasonWonDeed(SeasonDeed, frozen=True, kw_only=True, tag="won"):
    HELP = "who won the Death Match, played elsewhere"
    DRY = True

    name: Named = ""

    def act(self, desk: SeasonControls) -> object:
        return desk.death_match(self.name)


class SeasonDrawnDeed(SeasonDeed, frozen=True, kw_only=True, tag="drawn"):
    HELP = "it was drawn, and is played again"
    DRY = True

    def act(self, desk: SeasonControls) -> object:
        return desk.death_match(None)


class SeasonLeaveOutDeed(SeasonDeed, frozen=True, kw_only=True, tag="leave-out"):
    HELP = "there is no Death Match in this episode"
    DRY = True

    text: Why = ""

    def act(self, desk: SeasonControls) -> object:
        return desk.leave_out(self.text)


class SeasonFinalDeed(SeasonDeed, frozen=True, kw_only=True, tag="final"):
    HELP = "the last two play for the season"
    DRY = True

    best_of: Annotated[int, Argument("--best-of", "duels (default: 1)", type=int, choices=(1, 3, 5))] = 1

    def act(self, desk: SeasonControls) -> object:
        return desk.final(self.best_of)


class SeasonCorrectDeed(SeasonDeed, frozen=True, kw_only=True, tag="correct"):
    HELP = "put something right"
    DRY = True

    name: Named = ""
    change: Json = {}
    text: Why = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = self.desk(host)
        changes = {self.name: decode(j.CastCorrection, self.change, "change")}
        if self.dry_run:
            return _dry_run_answer(desk.preview_correction(changes, self.text), len(desk.season.news))
        return self.answer_to(host, lambda desk: desk.correct(changes, self.text))

    @classmethod
    def declare(cls, parser: argparse.ArgumentParser) -> None:
        super().declare(parser)
        declare_correction(parser)


class SeasonUndoDeed(SeasonDeed, frozen=True, kw_only=True, tag="undo"):
    HELP = "undo the last booking or the final, and all that came after it"
    DRY = True

    last: Annotated[bool, Argument("--last", "only the last entry: a correction, a name, who won, ...")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        if self.dry_run:
            before = self.desk(host).season
            return _dry_run_answer(self.desk(host).preview_undo(last=self.last), len(before.news))
        return self.answer_to(host, lambda desk: desk.undo() if self.last else desk.unbook())


class SeasonWatchingDeed(SeasonDeed, frozen=True, kw_only=True, tag="watching"):
    HELP = "who of the house may read it and watch its matches: house, cast or code"

    to: Annotated[str, Argument("to", "left out: say how it is", nargs="?", metavar="house|cast|code")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        """Set or show who may read a season and watch its matches (SE-23)."""
        desk = self.desk(host)
        if not self.to:
            return {"told": [WATCHING[desk.season.watch]], "watch": desk.season.watch}
        if self.to not in WATCHING:
            raise Refused("bad_watch", f"{quoted(self.to)} is none of: {', '.join(WATCHING)}.", "SE-23")
        who = self.to
        code = person.write_code(secrets.token_bytes(person.LETTERS)) if who == "code" else ""
        desk.watched_by(who, code)
        answer = _answer_with_season(desk.season, [WATCHING[who]])
        if not code:
            return {**answer, "watch": who}
        more = [f"Its code, shown this once: {code}", f"They type: ssh NAME@house season {self.season} --code {code}",
                "or : and *Watch by code* in the lobby."]  # fmt: skip
        return {**answer, "told": [*answer["told"], *more], "watch": who, "code": code}


class SeasonStartDeed(SeasonDeed, frozen=True, kw_only=True, tag="start"):
    HELP = "draw lots for the places of the cast among those who put their names down"
    DRY = True

    def carry_out(self, host: HouseAccess) -> Answer:
        """Draw the lots. A dry run names no winners: a host could wait for another name and look again."""
        if not self.dry_run:
            return self.answer_to(host, lambda desk: desk.start())
        desk = self.desk(host)
        desk.only_trying().start()  # refused as in earnest
        listed = [name.called for name in desk.season.names]
        places = wording.counted(desk.season.options.places, "place")
        sentences = [
            f"Lots would be drawn for {places} among {wording.counted(len(listed), 'name')}: {', '.join(listed)}.",
            "Who gets one is known when they are drawn.",
            "A dry run: nothing is entered.",
        ]
        return {"told": sentences, "season": season_json(desk.season, hosts=True)}


class SeasonAnnounceDeed(SeasonDeed, frozen=True, kw_only=True, tag="announce"):
    HELP = "tell everybody who reads the season something"
    DRY = True

    text: Annotated[str, Argument("text", "the words; none lists those that wait", nargs="*")] = ""
    when: Annotated[str, Argument("--at", "then, and not now: 21:00, Fri 21:00, +2h", metavar="WHEN")] = ""
    number: Annotated[int | None, Argument("--drop", "take back one that waits", type=int, metavar="NUMBER")] = None

    def carry_out(self, host: HouseAccess) -> Answer:
        """Announce now or at a time; without words list what waits (SE-34)."""
        now, zone = host.house.clock(), HouseZone()
        planned = host.house.seasons.find(self.season).season.planned
        if self.number is not None:
            return self.answer_to(host, lambda desk: desk.drop_planned(self.number or 0))
        if not self.text:
            rows = [f"{n} {zoned(item.due, now, zone)}: {item.text}" for n, item in enumerate(planned, 1)]
            return {"told": rows or ["No announcement waits for its time."]}
        if not self.when:
            return self.answer_to(host, lambda desk: desk.announce(self.text))
        due = read_moment(self.when, now, zone)
        if due is None:
            raise Refused("bad_moment", "Say when it is to be announced: 21:00, Fri 21:00, +2h.")
        answer = self.answer_to(host, lambda desk: desk.plan_news(self.text, due))
        return {**answer, "told": [f"It is announced {zoned(due, now, zone)}.", *answer["told"][-1:]]}


class SeasonTellDeed(SeasonDeed, frozen=True, kw_only=True, tag="tell"):
    HELP = "say something to one of the cast alone"
    DRY = True

    name: Named = ""
    text: Text = ""

    def act(self, desk: SeasonControls) -> object:
        return desk.answer(self.name, self.text)


class SeasonQuestionsDeed(SeasonDeed, frozen=True, kw_only=True, tag="questions"):
    HELP = "what its cast has asked you, numbered, unanswered first"

    def carry_out(self, host: HouseAccess) -> Answer:
        season = host.house.seasons.find(self.season).season
        asked = sorted(questions(season), key=lambda item: item.answered)
        rows = [f"{item.number:>3} {item.name}: {item.text}{' (answered)' if item.answered else ''}" for item in asked]
        return {"told": rows or ["Nothing was asked."], "questions": [item._asdict() for item in asked]}


class SeasonAnswerDeed(SeasonDeed, frozen=True, kw_only=True, tag="answer"):
    HELP = "answer a question by its number: to its player, or --publish"
    DRY = True

    number: Annotated[int, Argument("number", type=int, metavar="NUMBER")] = 0
    text: Text = ""
    publish: Annotated[bool, Argument("--publish", "everybody reads question and answer, without a name")] = False

    def act(self, desk: SeasonControls) -> object:
        return desk.answer_question(self.number, self.text, publish=self.publish)


class SeasonTalkDeed(SeasonDeed, frozen=True, kw_only=True, tag="talk"):
    HELP = "what its cast says among themselves and to you"

    out: Annotated[
        bool | None,
        Argument(
            "--out-may-write",
            "those who are out may write to the cast, too (default: they read)",
            action=argparse.BooleanOptionalAction,
        ),
    ] = None

    def carry_out(self, host: HouseAccess) -> Answer:
        """Read the cast's talk and questions to hosts, or set whether players who are out may write (SE-28)."""
        desk = self.desk(host)
        if self.out is not None:
            return self.answer_to(host, lambda desk: desk.let_out_write(self.out is True))
        messages = readable_messages(desk.season, (), hosts=True)
        return {"told": talk_lines(messages) or ["Nothing was said yet."], "talk": msgspec.to_builtins(messages)}


class SeasonConfessionalsDeed(SeasonDeed, frozen=True, kw_only=True, tag="confessionals"):
    HELP = "what was confided between episodes (on record)"

    def carry_out(self, host: HouseAccess) -> Answer:
        """Read confessionals between episodes, on record (HH-29)."""
        messages = self.desk(host).confessionals()
        lines = [f"It is on record that you looked at {self.season}'s confessionals."]
        return {"told": [*lines, *talk_lines(messages)], "confessionals": msgspec.to_builtins(messages)}


class SeasonEndDeed(SeasonDeed, frozen=True, kw_only=True, tag="end"):
    HELP = "end the season"
    DRY = True

    def act(self, desk: SeasonControls) -> object:
        return desk.end()


SEASON_DEEDS: Final[tuple[type[SeasonForm], ...]] = (
    SeasonNewDeed,
    SeasonFeedDeed,
    SeasonAddDeed,
    SeasonHandOverDeed,
    SeasonOpenDeed,
    SeasonCallOffDeed,
    SeasonBookDeed,
    SeasonCandidateDeed,
    SeasonOpponentDeed,
    SeasonDuelDeed,
    SeasonSettingsDeed,
    SeasonRenameDeed,
    SeasonWonDeed,
    SeasonDrawnDeed,
    SeasonLeaveOutDeed,
    SeasonFinalDeed,
    SeasonCorrectDeed,
    SeasonUndoDeed,
    SeasonWatchingDeed,
    SeasonStartDeed,
    SeasonAnnounceDeed,
    SeasonTellDeed,
    SeasonQuestionsDeed,
    SeasonAnswerDeed,
    SeasonTalkDeed,
    SeasonConfessionalsDeed,
    SeasonEndDeed,
)
BY_NAME: Final = {deed.tag(): deed for deed in SEASON_DEEDS}
SEASON_KEYS: Final = frozenset[str]().union(*(deed.__struct_encode_fields__ for deed in SEASON_DEEDS))


class SeasonRequestHead(msgspec.Struct, frozen=True):
    deed: str


def do(host: HouseAccess, given: Json) -> Answer:
    name = decode(SeasonRequestHead, given, "season").deed
    if name not in BY_NAME:
        raise Refused("no_such_deed", f"There is nothing called {quoted(name)}. There are: {', '.join(BY_NAME)}.")
    kind = BY_NAME[name]
    foreign = SEASON_KEYS - {*kind.__struct_encode_fields__} | {"do"}
    deed: SeasonForm = decode(kind, {key: value for key, value in given.items() if key not in foreign}, "season")
    return deed.carry_out(host)
