"""Deeds of an episode: its main match, its outcome and its Death Match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from cli.admin.deeds import Argument, HouseAccess
from cli.admin.judging import FirstForm, FirstScript, first_options
from cli.admin.requests import Answer
from cli.admin.season_forms import Named, SeasonDeed, SettingsDeed, Why, season_answer
from cli.setting_arguments import declare_outcome
from core.games.refereed.script import Script
from core.house.scripts import Scripts
from core.house.templates import MatchTemplate, Templates
from core.json import Json
from core.match.seating import OPEN
from core.match.setting_checks import given_settings
from core.match.settings import SETTINGS, TypedSettings, needed_settings
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons import outcome as outcomes
from core.seasons.opening import SEASON_OPTIONS, EpisodeWish, may_sit
from core.seasons.outcome import Outcome
from core.seasons.season import ELSEWHERE
from core.seasons.season_controls import SeasonControls, usual_seating
from core.table.host_controls import HostControls
from core.words import wording
from core.words.deadlines import season_times
from tui.app.house_zone import HouseZone
from tui.app.making import check_level

IN_SEASONS = tuple(name for name, field in SETTINGS.items() if field.about.season and name != "title")
"""Settings that an episode's match takes from a template. Its title is the season's."""


class SeasonOpenDeed(SettingsDeed, frozen=True, kw_only=True, tag="open"):
    HELP = "open an episode and make its match"
    DRY = True

    game: Annotated[str, Argument("game", "its game, or elsewhere; with a template its own", nargs="?")] = ""
    template: Annotated[str, Argument("--template", "as this template says, but for what is typed", metavar="NAME")] = (
        ""
    )
    sit_out: Annotated[tuple[str, ...], Argument("--sit-out", "sits out (repeat)", metavar="NAME")] = ()
    guests: Annotated[tuple[str, ...], Argument("--guest", "a guest (repeat)", metavar="NAME[=WHO]")] = ()
    play: Annotated[tuple[str, ...], Argument("--play", "plays a Token of Life (repeat)", metavar="NAME")] = ()
    options: Annotated[Json, Argument("--option", "an option of the game", action="append", metavar="KEY=VALUE")] = {}
    form: FirstForm = ""
    script: FirstScript = {}
    fill: Annotated[str, Argument("--fill --bots", "level of bots on seats without a player", metavar="LEVEL")] = ""
    empty: Annotated[bool, Argument("--empty", "also where nobody plays some of the seats")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        guests = dict(host.holders.seat_and_holder(word) for word in self.guests)
        desk, template, deed = self.desk(host), self.template_of(host), self
        usual, replaced = usual_seating(desk.season).chosen(), dict[str, Any]()
        of_files = first_options(self.form, self.script).items()
        options = {**self.options, **{key: value for key, value in of_files if key not in SEASON_OPTIONS}}
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
            if self.script and opened.match is not None:
                Scripts(host.house.store).keep(opened.match, Script(**self.script))
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
        given = {option: value for option, value in opened.options.items() if option not in SEASON_OPTIONS}
        opened = msgspec.structs.replace(opened, options=given)
        held = {name: season.holders.get(name, OPEN) for name in names}
        return {**self._opening(host, desk, opened, names, held, sitting_out), "lots": lots}

    def _opening(
        self,
        host: HouseAccess,
        desk: SeasonControls,
        opened: j.EpisodeOpened,
        seats: tuple[str, ...],
        holders: Mapping[str, str],
        sitting_out: list[str],
    ) -> Answer:
        times = opened.seating.times
        lines = [f"{self.season}, {opened.match or 'a match played elsewhere'}:"]
        lines += [f"  {seat:<24} {host.holders.holder_words(holders.get(seat, OPEN))}" for seat in seats]
        lines += sitting_out
        lines += [] if times is None else [f"Rounds close {times.rule}."]
        lines += [f"{option}: {msgspec.json.encode(value).decode()}" for option, value in opened.options.items()]
        if self.dry_run:
            lines += _empty(desk, opened) if not self.fill else []
            lines.append("A dry run: nothing is opened.")
        opening = {"match": opened.match, "seats": list(seats), "given": opened.options, "holders": holders}
        return {**season_answer(desk.season, lines), **opening}

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


def _replaced(usual: Json, template: MatchTemplate) -> Json:
    """Settings of a template that differ from a new match's and from the season's. All others stay the season's."""
    new = TypedSettings()
    chosen = {name: getattr(template, name) for name in IN_SEASONS}
    return {name: value for name, value in chosen.items() if value not in (getattr(new, name), usual[name])}


def _empty(desk: SeasonControls, opened: j.EpisodeOpened) -> list[str]:
    try:
        desk.check_filled(opened)
    except Refused as refusal:
        return [refusal.message]
    return []


class SeasonCallOffDeed(SeasonDeed, frozen=True, kw_only=True, tag="call-off"):
    HELP = "the open episode does not count; its match is ended"
    DRY = True

    text: Why = ""

    def act(self, desk: SeasonControls) -> object:
        return desk.call_off(self.text)


class SeasonBookDeed(SeasonDeed, frozen=True, kw_only=True, tag="book"):
    HELP = "book the main match, as it stands in the house or as typed"
    DRY = True
    ALSO = (declare_outcome,)

    outcome: Json | None = None
    """Outcome in the form of the scenario contract; None for that of the house's match."""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = self.desk(host).only_trying()
        outcome = None if self.outcome is None else outcomes.read(self.outcome)
        answer = self.answer_to(host, lambda desk: desk.book(outcome))
        return {**answer, "told": [*_differences(desk.played(), outcome), *answer["told"]]}


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
        return {**season_answer(desk.season, [*lines, *held, deadline]), "match": proposed.match}


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

    best_of: Annotated[int, Argument("--best-of", "duels (default: 1)", choices=(1, 3, 5))] = 1

    def act(self, desk: SeasonControls) -> object:
        return desk.final(self.best_of)
