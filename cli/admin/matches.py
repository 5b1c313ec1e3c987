"""Deeds of hosts at a match by command: its clock, closes, seats and announcements."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Annotated

import msgspec

from cli.admin.deeds import Argument, HouseAccess, MatchDeed, OtherOrders, Reason, Seat, ThisRound, Yes
from cli.admin.requests import Answer, by_shell, match_answer, would_tell
from cli.setting_arguments import declare_keeping
from core.house.moderation import STALLS
from core.house.settings import HouseSettings
from core.levels import WHO
from core.match.closing import unsealed
from core.match.corrections import WhatIf
from core.match.scheduling import Close, closes
from core.match.seating import OPEN
from core.match.state import Match
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.words import host_done, wording
from core.words.deadlines import ScheduleDraft, close_lines, draft, match_zone, move_round
from core.words.moments import go_back, move_deadline, moved_words, read_moment
from core.words.timetable import calendar, events
from core.words.wording import ending_rows, handing_rows, person_name
from tui.app.house_zone import HouseZone


class SeatsDeed(MatchDeed, frozen=True, kw_only=True, tag="seats"):
    HELP = "every seat by state; nothing private"

    def carry_out(self, host: HouseAccess) -> Answer:
        states = host.desk(self).seats()
        ready, words = {True: "ready", False: ""}, host.holders.holder_words
        lines = [
            f"{state.seat:<24} {state.state:<8} {ready[state.ready]:<6} {words(state.holder)}".rstrip()
            for state in states
        ]
        return {"told": lines, "seats": msgspec.to_builtins(states)}


class StartDeed(MatchDeed, frozen=True, kw_only=True, tag="start"):
    HELP = "end the briefing"
    DRY = True

    def carry_out(self, host: HouseAccess) -> Answer:
        answer = self.simply(host, lambda desk: desk.begin(), host_done.BEGUN)
        match = host.desk(self).table.match
        free = [seat for seat in match.seats if match.holders.get(seat) == OPEN]
        if not free:
            return answer
        # Free seats order nothing: warn a host who did not look.
        left = wording.counted(len(free), "free seat")
        warning = f"{left} left: {', '.join(free)}. To invite people: garnet host invite --match {self.match}."
        return {**answer, "told": [*answer["told"], warning]}


class PauseDeed(MatchDeed, frozen=True, kw_only=True, tag="pause"):
    HELP = "stop the clock"
    DRY = True
    DONE = "The clock is stopped."

    def act(self, desk: HostControls) -> None:
        desk.pause()


class ResumeDeed(MatchDeed, frozen=True, kw_only=True, tag="resume"):
    HELP = "let the clock run again"
    DRY = True
    DONE = host_done.CLOCK_RUNS

    def act(self, desk: HostControls) -> None:
        desk.resume()


class CloseDeed(MatchDeed, frozen=True, kw_only=True, tag="close"):
    HELP = "close what is open, now"
    DRY = True

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = host.desk(self)
        lost = unsealed(desk.table.match)
        words = (
            f" Not sealed, so not counted: the draft{'s' * (len(lost) > 1)} of {wording.joined(lost)}." if lost else ""
        )
        return match_answer(desk, self.match, desk.close, f"Closed.{words}")


class ConfirmDeed(MatchDeed, frozen=True, kw_only=True, tag="confirm"):
    HELP = "let a result stand that was held back for you to look at (dry-run shows it)"
    DRY = True
    DONE = host_done.CONFIRMED

    def act(self, desk: HostControls) -> None:
        desk.confirm()


class DeadlineDeed(MatchDeed, frozen=True, kw_only=True, tag="deadline"):
    HELP = "move the deadline: +10m, +2h, 14:30, 2027-11-22 14:30, none"
    DRY = True

    when: Annotated[str, Argument("when", nargs="+")] = ""
    text: Reason = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = host.desk(self)
        now = host.house.clock()
        zone = match_zone(desk.table.match, now, HouseZone())
        moment = read_moment(self.when, now, zone, desk.deadline())
        sentence = moved_words(moment, now, desk.table.match.paused, zone)
        if moment is not None and not desk.table.match.paused and isinstance(zone, HouseZone):
            sentence = f"{sentence.rstrip('.')}, by this machine's clock."
        return match_answer(desk, self.match, lambda: move_deadline(desk, moment, zone, self.text), sentence)


class ScheduleDeed(MatchDeed, frozen=True, kw_only=True, tag="schedule"):
    HELP = (
        'when rounds close: look, or set "every day 21:00 Europe/Berlin", "Tue and Fri 20:00, off 2027-12-24", '
        "+1d or '1d earlier' (all of it), none"
    )
    DRY = True

    when: Annotated[str, Argument("when", nargs="*")] = ""
    round: int | None = None
    try_: Annotated[bool, Argument("--try", "show what it comes to, and set nothing")] = msgspec.field(
        default=False, name="try"
    )
    text: Reason = ""
    keep: bool | None = None
    """False if an early close brings the next rounds forward (HH-20); None for no wish."""
    shortest: float | None = None
    """Least seconds of a round that takes a time of the schedule; None for half of the interval."""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk, zone, now = host.desk(self), HouseZone(), host.house.clock()
        match, sentence = desk.table.match, ""
        if self.round is not None:
            if not self.when:
                raise Refused("which_moment", "Say when that round is to close: 21:00, Fri 21:00, +1d.")
            move_round(desk, self.round, self.when, match_zone(match, now, zone), self.text)
            sentence = "Moved."
        elif self.when.lower() == "none":
            desk.set_schedule((), reason=self.text)
            sentence = "It follows no schedule any more."
        elif self.when:
            planned = draft(desk, self.when, zone, self.shortest)
            if self.try_:
                return self._dry_run(host, match, planned)
            planned.apply(desk, keep=self.keep is not False, reason=self.text)
            sentence = "Set; everybody is told."
        if desk.dry_run_text is not None:
            return would_tell(self.match, desk.dry_run_text)
        match = desk.table.match
        word = match.spec.round_word
        rule = "" if match.schedule is None else match.schedule.rule
        lines = [f"{self.match}: {sentence}"] if sentence else []
        lines += [f"The {word}s close {rule}."] if rule else []
        times = closes(match, now)
        lines += wording.unstyled(close_lines(times, match.spec.when, now, zone)) or ["No times are set."]
        return {
            "told": lines,
            "match": self.match,
            "rule": rule,
            "keep": match.schedule is None or match.schedule.keep,
            "closes": msgspec.to_builtins([close._asdict() for close in times]),
        }

    def _dry_run(self, host: HouseAccess, match: Match, planned: ScheduleDraft) -> Answer:
        now = host.house.clock()
        count = match.spec.rounds - match.round + 1
        times = [Close(match.round + n, at) for n, at in enumerate(planned.moments[:count])]
        lines = ["Nothing is set. It would be:"]
        lines += wording.unstyled(close_lines(times, match.spec.when, now, HouseZone()))
        return {"told": lines, "rule": planned.rule, "closes": [close._asdict() for close in times]}

    @classmethod
    def declare(cls, parser: argparse.ArgumentParser) -> None:
        super().declare(parser)
        parser.add_argument(
            "--round", dest="one", nargs=2, metavar=("N", "WHEN"), help="move this round alone: --round 3 +3h"
        )  # fmt: skip
        declare_keeping(parser)


class CalendarDeed(MatchDeed, frozen=True, kw_only=True, tag="calendar"):
    HELP = "the deadlines as a calendar file (.ics) on standard output"

    def carry_out(self, host: HouseAccess) -> Answer:
        match, now = host.desk(self).table.match, host.house.clock()
        document = calendar(
            match.title, events(match, now, HouseSettings(host.house.store).house_id(host.house.token)), now
        )
        # The answer is printed line by line; lines of a calendar end in CR and LF.
        return {"told": document.removesuffix("\n").split("\n"), "calendar": document}


class DryRunDeed(MatchDeed, frozen=True, kw_only=True, tag="dry-run"):
    HELP = "what a close would tell each seat (on record)"

    def carry_out(self, host: HouseAccess) -> Answer:
        trial = host.desk(self).dry_run()
        lines = [f"A dry run of {self.match}: nothing is closed. It is on record that you looked."]
        for seat, report in trial.reports.items():
            lines += [f"{seat}", *(f"  {line}" for line in report)]
        return {"told": lines, "reports": trial.reports_json, "outcome": trial.outcome}


class LapseDeed(MatchDeed, frozen=True, kw_only=True, tag="lapse"):
    HELP = "make the usual move for the players on turn, or for these of them"
    DRY = True
    DONE = host_done.LAPSED

    seats: Annotated[tuple[str, ...], Argument("seats", nargs="*", metavar="SEAT")] = ()
    round: ThisRound = None

    def act(self, desk: HostControls) -> None:
        desk.lapse(*self.seats, round_=self.round)


class RewindDeed(MatchDeed, frozen=True, kw_only=True, tag="rewind"):
    HELP = "back to the start of a round; where a game has turns also before the last move"
    DRY = True

    text: Reason = ""
    round: Annotated[int | None, Argument("round", one_of=True, nargs="?", metavar="ROUND")] = None
    move: Annotated[bool, Argument("--move", "before the last move", one_of=True)] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        if self.move:
            return self.simply(host, lambda desk: go_back(desk, None, HouseZone()), host_done.MOVE_UNDONE)
        if self.round is None:
            raise Refused("which_round", "Say to the start of which round, or before the last move.")
        round_ = self.round
        answer = self.simply(
            host, lambda desk: go_back(desk, round_, HouseZone(), self.text), "It went back; its orders are drafts."
        )
        if not self.dry_run:
            answer["told"].append(f"Everybody was told: {host.desk(self).table.match.news[-1].text}")
        return answer


class HandOverDeed(MatchDeed, frozen=True, kw_only=True, tag="hand-over"):
    HELP = f"give a seat away: TO is {WHO}"
    DRY = True

    seat: Seat = ""
    to: Annotated[str, Argument("to")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk, holder = host.desk(self), host.holders.holder(self.to)
        match = desk.table.match
        rows = wording.unstyled(handing_rows(match, host.people, self.seat, holder))
        called = desk.hand_over(self.seat, holder, person_name(holder, host.people))
        answer = match_answer(desk, self.match, lambda: None, rows[0])
        everybody = [] if desk.dry_run_text is not None else [f"Everybody was told: {desk.table.match.news[-1].text}"]
        if words := desk.held_up:
            everybody.append(f"Now {words}. {STALLS}")
        return {**answer, "told": [*answer["told"], *rows[1:], *everybody], "seat": called}


class RenameDeed(MatchDeed, frozen=True, kw_only=True, tag="rename"):
    HELP = "give a seat another name, before round 1"
    DRY = True

    seat: Seat = ""
    to: Annotated[str, Argument("to")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        sentence = f"{self.seat} is called {self.to} now."
        return self.simply(host, lambda desk: desk.rename(self.seat, self.to), sentence)


class CorrectDeed(MatchDeed, frozen=True, kw_only=True, tag="correct"):
    HELP = "seal orders for a seat in place of its own; everybody is told why"
    DRY = True

    seat: Seat = ""
    orders: OtherOrders = None
    text: Annotated[str, Argument("--reason", "told to everybody", required=True, metavar="TEXT")] = ""
    round: ThisRound = None

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = host.desk(self)
        sentence = f"{self.seat}'s orders are corrected; everybody is told that, and why."
        return match_answer(
            desk, self.match, lambda: desk.correct(self.seat, self.orders, self.text, self.round), sentence
        )


class WhatIfDeed(MatchDeed, frozen=True, kw_only=True, tag="what-if"):
    HELP = "what a closed round would have brought with other orders of a seat (on record)"

    round: Annotated[int | None, Argument("round")] = None
    seat: Seat = ""
    orders: OtherOrders = None

    def carry_out(self, host: HouseAccess) -> Answer:
        if self.round is None:
            raise Refused("which_round", "Say which round: what-if MATCH ROUND SEAT.")
        desk = host.desk(self)
        comparison = desk.what_if(self.round, self.seat, self.orders)
        spec = desk.table.match.spec
        lines = [
            f"{self.match}: nothing is changed. It is on record that you looked.",
            *what_if_lines(comparison, spec.when),
        ]
        return {"told": lines, "match": self.match, "what_if": msgspec.to_builtins(comparison)}


class PublicDeed(MatchDeed, frozen=True, kw_only=True, tag="public"):
    HELP = "let a match, or a season with its matches, be published (garnet publish)"
    DRY = True

    match: Annotated[str, Argument("match", metavar="MATCH|SEASON")] = ""
    public: Annotated[bool | None, Argument("--not", "take that back", action="store_false")] = None

    def carry_out(self, host: HouseAccess) -> Answer:
        public = self.public is not False
        if host.house.means_season(self.match):
            if self.dry_run:
                raise Refused("no_dry_run", "A dry run is for matches; a season tells its readers that it is public.")
            season = host.season(self.match, self).publish(public)
            return {"told": [season.news[-1].text], "season": self.match, "public": season.public}
        sentence = "It may be published once it has finished: garnet publish FOLDER." if public else "It stays private."
        return self.simply(host, lambda desk: desk.publish(public), sentence)


class ReopenDeed(MatchDeed, frozen=True, kw_only=True, tag="reopen"):
    HELP = "let a match go on by rules that have changed, its open round anew"

    yes: Yes = False

    def carry_out(self, host: HouseAccess) -> Answer:
        """Continue a match by changed rules, after the host has read what that undoes (HH-70)."""
        if not self.yes and self.match in host.house.changed_rules:
            raise Refused("say_yes", f"{host.house.damaged[self.match]}", "HH-70")
        table = host.house.reopen(self.match, by_shell(self.user), anew=self.yes)
        return match_answer(
            HostControls(table, by_shell(self.user)), self.match, lambda: None, "goes on by the rules of today."
        )


class EndDeed(MatchDeed, frozen=True, kw_only=True, tag="end"):
    HELP = "end a match without a result, once you have said that you mean it"
    DRY = True

    text: Reason = ""
    yes: Yes = False
    undo: Annotated[bool, Argument("--undo", "take the ending back, if nothing was built on it")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        """End a match without a result, or take that back (HH-50). Asks first: a wrong id would lose a week."""
        if self.undo:
            sentence = host_done.GOES_ON
            return self.simply(host, lambda desk: host.house.seasons.take_end_back(desk, self.text), sentence)
        desk = host.desk(self)
        if not self.yes and not self.dry_run:
            desk.preview(lambda desk: desk.end())  # what cannot be ended is refused before the question
            raise Refused("say_yes", " ".join(wording.unstyled(ending_rows(desk.table.match, host.people))), "HH-50")
        return match_answer(
            desk, self.match, lambda: desk.end(self.text), f"Ended. To take that back: end {self.match} --undo."
        )


def what_if_lines(comparison: WhatIf, when: Callable[[int], str]) -> list[str]:
    lines = [f"If {comparison.seat} had ordered in {when(comparison.round)}"]
    lines += [f"  {line}" for line in comparison.instead or ("nothing",)]
    lines += ["in place of", *(f"  {line}" for line in comparison.ordered or ("nothing",))]
    for seat, differs in comparison.seats.items():
        lines += [f"{seat} was told", *(f"  {line}" for line in differs.was or ("nothing",))]
        lines += ["  and would have been told", *(f"  {line}" for line in differs.would or ("nothing",))]
    if comparison.public is not None:
        if comparison.public.was or comparison.public.would:
            lines += ["Everybody was told", *(f"  {line}" for line in comparison.public.was or ("nothing",))]
            lines += ["  and would have been told", *(f"  {line}" for line in comparison.public.would or ("nothing",))]
        else:
            lines.append("Everybody would have been told otherwise.")
    if not comparison.seats:
        lines.append("Every seat would have been told the same.")
    if comparison.ending is not None:
        lines.append(f"It would have ended there, won by {wording.joined(comparison.ending.winners)}.")
    elif comparison.ended:
        lines.append(f"It would not have ended with {when(comparison.round)}.")
    return lines
