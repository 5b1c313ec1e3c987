"""All actions of a host on one match (CM-11): clock, closes, rewinds, seats, and recorded looks at private things."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from core.decoding import plain
from core.json import Json
from core.match import journal as j
from core.match import views
from core.match.audience import wall
from core.match.closing import held_up, move_before, orders_in_force, times_in_force
from core.match.corrections import WhatIf, before_close, what_if
from core.match.decisions import end_json, outcome, pending
from core.match.naming import check_seat_name
from core.match.private_channels import confessions
from core.match.reducer import take
from core.match.seating import OPEN, bot_name, check_only_seat, is_bot, is_person, is_unnamed, name_for, spare_names
from core.match.signup import check_not_empty
from core.match.state import Match, check_round
from core.narration.telling import story
from core.parts import Struct
from core.refusal import Refused, quoted
from core.story.parts import Story
from core.table.foresight import trial_close
from core.table.host_preview import DryRunTable, DryRunText, EntrySink
from core.talk.channels import Aside, sentence


def hand_over(table: EntrySink, seat: str, holder: str, called: str = "", by: str = "host") -> str:
    """Give `seat` to `holder`; `called` is the person's name. Returns the seat's name afterwards.

    Refused: `not_seated`, `finished`, and `second_seat` if this person has another seat of the match.
    """
    match = table.match
    if seat not in match.seats:
        raise Refused("not_seated", f"Nobody called {quoted(seat)} is seated here.", "CM-25")
    if not match.header.several:
        check_only_seat(match.holders, seat, holder)
    name = taken_name(match.seats, seat, holder, called, table.people())
    table.submit(j.HandedOver(seat=seat, holder=holder, new_name="" if name == seat else name, afresh=True, author=by))
    return name


def taken_name(
    seats: tuple[str, ...], seat: str, holder: str, called: str = "", people: Iterable[str] = ()
) -> str:  # fmt: skip
    """Return the seat's name for a new holder: unchanged unless it was open. A bot gets none of `people`, the names of
    the house."""
    if not is_unnamed(seat) or holder == OPEN:
        return seat
    others = [other for other in seats if other != seat]
    if called:
        return name_for(others, called)
    return bot_name([*others, *people]) if is_bot(holder) else seat


Room = Literal["lounge", "realm", "seats"]
"""Rooms in which a seat can be muted; `seats` are all direct messages."""
ROOMS: tuple[Room, ...] = ("lounge", "realm", "seats")

SeatState = Literal["nothing", "draft", "sealed", "missed", "turn"]


class SeatStatus(msgspec.Struct, frozen=True, kw_only=True):
    seat: str
    holder: str
    state: SeatState
    """`missed`: it sealed nothing and was not ready in the round before, and has not sealed in this one."""
    sealed_at: float | None
    ready: bool
    present: bool


class DryRun(msgspec.Struct, frozen=True, kw_only=True):
    reports: dict[str, list[str]]
    reports_json: Json
    host: Json
    outcome: Json | None
    ending: Json | None
    """The end, as `core.match.decisions.end_json` gives it; None if the match goes on."""
    story: Story | None
    """The match after that close as a gallery reads it, if its last round is over."""


class Submission(msgspec.Struct, frozen=True):
    """Orders of a seat in a round that its host judges."""

    round: int
    orders: Struct | None
    """None for nothing."""
    sealed_at: float | None
    """Seconds since the epoch; None for a draft that counted."""


class Judging(msgspec.Struct, frozen=True):
    """Texts that results of a host tell."""

    seats: dict[str, tuple[str, ...]]
    everybody: tuple[str, ...]
    ending: Json | None
    """The end that they bring, as `core.match.decisions.end_json` gives it; None if the match goes on."""


class HostControls:
    """The host's controls of one table. Every use is an entry in the journal, looks too."""

    def __init__(self, table: EntrySink, by: str = "host", wall: Callable[[], frozenset[str]] = frozenset) -> None:
        """`by` is the author of the entries: `host` at the house's machine, else `host:<id>` (HH-37). `wall()` returns
        people who get nothing from this host (HH-63)."""
        self.table = table
        self.by = by
        self._wall = wall

    def _submit(self, entry: j.AnyEntry) -> None:
        if j.has_own_words(entry) and self._wall() & {*self.table.match.holders.values()}:
            raise wall()
        self.table.submit(msgspec.structs.replace(entry, author=self.by))

    # --- beforehand (HH-42) ------------------------------------------------------------------------------------------
    def preview(self, deed: Callable[[HostControls], object]) -> DryRunText:
        """Return what `deed` would tell all and single seats. Nothing is stored. Refused as the deed would be."""
        trial = DryRunTable(self.table)
        deed(HostControls(trial, self.by, self._wall))
        return trial.dry_run_text

    @property
    def dry_run_text(self) -> DryRunText | None:
        """On a trial desk the texts of everything done on it; else None."""
        return self.table.dry_run_text if isinstance(self.table, DryRunTable) else None

    def only_trying(self) -> HostControls:
        return HostControls(DryRunTable(self.table), self.by, self._wall)

    # --- seats by state ----------------------------------------------------------------------------------------------
    def seats(self) -> tuple[SeatStatus, ...]:
        """Return every seat's state, in seat order, without contents."""
        match = self.table.match
        when = match.spec.when  # both halves of a trick have one name
        before = [record for record in match.rounds if when(record.round) != when(match.round)]
        last = [record for record in before if when(record.round) == when(before[-1].round)]
        states = []
        for seat in match.seats:
            order = match.sealed.get(seat)
            state: SeatState = "nothing"
            if order is not None:
                state = "sealed"
            elif seat in match.drafts:
                state = "draft"
            elif match.turns:
                state = "turn" if match.stage is not None and seat in match.stage.seats else "nothing"
            elif last and match.seals and not any(seat in record.orders or seat in record.ready for record in last):
                state = "missed"
            states.append(
                SeatStatus(
                    seat=seat,
                    holder=match.holders.get(seat, OPEN),
                    state=state,
                    sealed_at=None if order is None else order.at,
                    ready=seat in match.ready,
                    present=seat in self.table.present,
                )
            )
        return tuple(states)

    def missing(self) -> tuple[str, ...]:
        """Return the seats of people that are on turn, or could act in the open round and sealed nothing, or have yet
        to choose after the last round."""
        match = self.table.match
        if (choice := pending(match)) is not None:
            by = [seat for seat in choice.by if is_person(match.holders.get(seat, OPEN))]
            return tuple(seat for seat in by if seat not in match.votes)
        if match.turns:
            people = [s for s in match.seats if is_person(match.holders.get(s, OPEN))]
            return tuple(seat for seat in people if match.stage is not None and seat in match.stage.seats)
        silent = [s for s in match.seats if s not in match.sealed and is_person(match.holders.get(s, OPEN))]
        return tuple(seat for seat in silent if self.table.can_act(seat))

    @property
    def lots_to_come(self) -> bool:
        return self.table.match.header.signup and self.table.match.phase == "briefing"

    @property
    def held_up(self) -> str:
        return held_up(self.table.match, self.table.can_act)

    def free(self) -> tuple[str, ...]:
        match = self.table.match
        return tuple(seat for seat in match.seats if match.holders.get(seat, OPEN) == OPEN)

    # --- private things, opened on record ----------------------------------------------------------------------------
    def open_seat(self, seat: str) -> Json:
        """Return all that one seat sees, sealed orders too; recorded first."""
        if seat not in self.table.match.seats:
            raise Refused("not_seated", f"Nobody called {quoted(seat)} is seated here.", "CM-25")
        self._submit(j.Opened(what=f"{seat}'s seat in {self._now()}"))
        return views.view(self.table.match, seat)

    def _now(self) -> str:
        return self.table.match.spec.when(self.table.match.round)

    def open_everything(self) -> Json:
        """Return the whole host state; recorded first."""
        self._submit(j.Opened(what=f"everything in {self._now()}"))
        return views.host(self.table.match)

    def dry_run(self) -> DryRun:
        """Return each seat's report of a close now; recorded first, since it shows private things."""
        match = self.table.match
        if match.phase not in ("pregame", "round", "confirming"):
            raise Refused("no_round", "No round is open, so there is nothing to try.", "CM-11")
        if match.header.judged and match.phase != "confirming":
            raise Refused("no_rules", "A close brings what you write: there is nothing to try before.", "HH-72")
        self._submit(j.Opened(what=f"a dry run of {match.spec.when(match.round)}"))
        match = trial_close(self.table.match, self.table.clock())
        reports = match.rounds[-1].reports
        return DryRun(
            reports={
                seat: list(match.game.tell_to(report, views.game_view(match, seat))) for seat, report in reports.items()
            },
            reports_json=plain(reports),
            host=views.host(match),
            outcome=outcome(match),
            ending=end_json(match),
            story=story(match, None, late=0) if match.phase in ("decision", "finished") else None,
        )

    def position(self, round_: int, seat: str) -> Match:
        """Return a closed round just before its close, with `seat`'s orders; recorded first."""
        match = self.table.match
        before = before_close(match, seat, round_)
        self._submit(j.Opened(what=f"{seat}'s seat in {match.spec.when(round_)}"))
        return before

    def what_if(self, round_: int, seat: str, orders: Json | None) -> WhatIf:
        """Forecast a closed round with other orders of `seat` (None: nothing); recorded, since it shows private things
        (HH-41)."""
        match = self.table.match
        forecast = what_if(match, round_, seat, orders)
        self._submit(j.Opened(what=f"what {seat} could have ordered in {match.spec.when(round_)}"))
        return forecast

    def changed_reports(self, earlier: dict[int, Json]) -> tuple[tuple[int, str], ...]:
        """Return each (round, seat) with another report than `earlier` (`reports()`), after a rewind and new closes."""
        reports = self.reports()
        return tuple((r, s) for r in reports if r in earlier for s in reports[r] if reports[r][s] != earlier[r].get(s))

    def reports(self) -> dict[int, Json]:
        """Return every report by round and seat as JSON, for comparison; showing one is `open_seat`."""
        return {record.round: plain(record.reports) for record in self.table.match.rounds}

    def correct(self, seat: str, orders: Json | None, reason: str, round_: int | None = None) -> None:
        """Seal orders for a seat in place of its own, or (None) take its seal away. All seats read why, the seat alone
        the orders (HH-40). Refused if `round_` is over."""
        self._submit(j.Corrected(seat=seat, orders=orders, reason=reason, round=round_))

    # --- confessionals, and lines to the hosts (HH-29, HH-30) ---------------------------------------------------------
    def confessionals(self) -> tuple[Aside, ...]:
        self._submit(j.Opened(what=f"the confessionals in {self._now()}"))
        return confessions(self.table.match)

    def let_out_read(self, yes: bool = True) -> None:
        """Let players who are out of the season read the confessionals during the match, or not (HH-29)."""
        self._submit(j.OutMayRead(yes=yes))

    def mute(self, seat: str, rooms: Sequence[Room] = ROOMS, until: float | None = None, words: str = "") -> None:
        """Mute a seat in `rooms` until then (seconds since the epoch; None: to the end). Without rooms it may speak
        again (HH-33). `words`: the end by the host's clock."""
        self._submit(j.Muted(seat=seat, rooms=tuple(rooms), until=until, words=words))

    def answer(self, number: int, text: str, *, publish: bool = False, words: str = "") -> None:
        """Answer the question with this number: to its seat, or (`publish`) to all, with the question in `words` or as
        asked."""
        self._submit(j.Answered(text=text, question=number, published=publish, words=words))

    def write(self, seat: str, text: str) -> None:
        self._submit(j.Answered(text=text, seat=seat))

    # --- the clock ---------------------------------------------------------------------------------------------------
    def begin(self) -> None:
        if self.table.match.phase != "briefing":
            raise Refused("begun", "This match has begun already.", "CM-26")
        check_not_empty(self.table.match)
        self._submit(j.Closed(cause="host"))

    def close(self, round_: int | None = None) -> None:
        """Close the open round or pending choice. Refused if `round_` is over."""
        check_round(self.table.match, round_)
        if self.table.match.phase == "briefing":
            check_not_empty(self.table.match)
        self._submit(j.Closed(cause="host"))

    def confirm(self) -> None:
        """Confirm the held close or choices (HH-53). Refused: `nothing_held`."""
        self._submit(j.Confirmed())

    # --- results of a host (HH-72) -----------------------------------------------------------------------------------
    def judge(self, verdict: Json) -> None:
        """Publish the results of the round that waits: the game's `Judgement` as JSON. Refused: `nothing_to_judge`."""
        self._submit(j.Judged(verdict=self._with_free_seats(verdict)))

    def try_results(self, verdict: Json) -> Judging:
        """Return what these results would tell each seat and all, of an open round once it has closed. Nothing is
        stored."""
        match = self._judged()
        if match.phase in ("pregame", "round"):
            match, _ = take(match, j.Closed(at=self.table.clock()))
        after, _ = take(match, j.Judged(verdict=self._with_free_seats(verdict), at=self.table.clock()))
        record, game = after.rounds[-1], match.game
        return Judging(
            seats={seat: tuple(game.tell_to(report, views.game_view(after, seat)))
                   for seat, report in record.reports.items()},
            everybody=(*game.tell_public(plain(record.public)), *(item.text for item in after.news[len(match.news) :])),
            ending=end_json(after),
        )  # fmt: skip

    def _with_free_seats(self, verdict: Json) -> Json:
        """Name the free seats in a game that asks for them."""
        judgement = self.table.match.game.Judgement
        asks = judgement is not None and "free" in judgement.__struct_fields__
        return {**verdict, "free": list(self.free())} if asks and self.free() else verdict

    def _judged(self) -> Match:
        match = self.table.match
        if not match.header.judged:
            raise Refused("not_judged", "This match needs no results of a host: its rules say what a close brings.")
        return match

    def take_results_back(self, reason: str = "") -> None:
        """Let the last results wait for the host again. Refused: `no_results`, `built_on`."""
        self._submit(j.Unjudged(reason=sentence(reason)))

    def direct(self, direction: Json) -> None:
        """Set something for later rounds: the game's `Direction` as JSON."""
        self._submit(j.Directed(direction=direction))

    def submissions(self, round_: int | None = None) -> dict[str, Submission]:
        """Return what seats sent in the round that waits for results, or in a closed round. Refused: `not_judged`,
        `no_such_round` (open rounds too)."""
        match = self._judged()
        if match.phase == "judging" and match.held_close is not None and round_ in (None, match.round):
            before = msgspec.structs.replace(match, phase=match.held_close.phase)
            orders = orders_in_force(before, match.held_close.cause)
            times = times_in_force(match, orders)
            return {seat: Submission(match.round, orders.get(seat), times.get(seat)) for seat in match.seats}
        record = next((r for r in match.rounds if r.round == round_), match.rounds[-1] if match.rounds else None)
        if record is None or round_ not in (None, record.round):
            raise Refused("no_such_round", "That round has not closed: its answers are sealed.", "HH-72")
        orders, times = record.orders, record.sealed_at
        return {seat: Submission(record.round, orders.get(seat), times.get(seat)) for seat in match.seats}

    def orders_in_force(self) -> tuple[str, ...]:
        return tuple(orders_in_force(self.table.match, "host"))

    def pause(self) -> None:
        self._submit(j.Paused())

    def resume(self) -> None:
        self._submit(j.Resumed())

    def deadline(self) -> float | None:
        """Return when the open round would close, by the running clock or by a stopped one restarted now."""
        match = self.table.match
        return (
            self.table.clock() + match.seconds_left
            if match.paused and match.seconds_left is not None
            else match.deadline
        )

    def move_deadline(self, deadline: float | None, reason: str = "", words: str = "") -> None:
        """Move the open round's deadline (seconds since the epoch; None: no deadline). `words`: the same by the host's
        clock and zone, for all."""
        # Stamped again by submit; the check against the past needs a time before.
        entry = j.DeadlineMoved(at=self.table.clock(), deadline=deadline, reason=sentence(reason), words=words)
        self._submit(entry)

    def set_schedule(
        self, moments: Sequence[float], rule: str = "", least: float = 0.0, *, keep: bool = True, reason: str = "",
        moved: float | None = None,
    ) -> None:  # fmt: skip
        """Set the moments of closes from the open round on (HH-19); empty drops the schedule. `least`: least seconds of
        a round; `moved`: the moment that `reason` is about."""
        entry = j.Scheduled(
            at=self.table.clock(), moments=tuple(moments), rule=rule, least=least, keep=keep,
            reason=sentence(reason), moved=moved,
        )  # fmt: skip
        self._submit(entry)

    def rewind(self, round_: int, reason: str = "", words: str = "") -> None:
        """Go back to the start of a round; `words` tell of the deadline (`core.words.moments.go_back`)."""
        self._submit(j.Rewound(round=round_, reason=sentence(reason), words=words))

    def lapse(self, *seats: str, round_: int | None = None) -> None:
        """Make the default moves of these seats, or of all on turn (CM-31); without turns, close what free seats alone
        hold up (HH-77)."""
        if not self.table.match.turns and self.held_up and {*seats} <= {*self.free()}:
            self.close(round_)
        else:
            self._submit(j.Lapsed(seats=seats, round=round_))

    def last_move(self) -> tuple[int, int] | None:
        """Return the round of the last move and the number of moves before it; None without turns."""
        return move_before(self.table.match)

    def back_a_move(self, words: str = "") -> None:
        """Undo the last move and what it closed (CM-33). Refused: `no_such_move`."""
        last = self.last_move()
        if last is None:
            raise Refused("no_such_move", "No move was made yet that could be undone.", "CM-33")
        self._submit(j.Rewound(round=last[0], moves=last[1], words=words))

    # --- people ------------------------------------------------------------------------------------------------------
    def hand_over(self, seat: str, holder: str, called: str = "") -> str:
        """Give `seat` to `holder` (`person:<id>`, `bot:<level>`, `local`, `open`); `called` names a seat without a name
        (HH-10). Returns the seat's name. Refused: `second_seat`."""
        return hand_over(self.table, seat, holder, called, self.by)

    def rename(self, seat: str, name: str) -> None:
        """Rename a seat before round 1 (HH-10). Refused for a bad name (HH-16)."""
        check_seat_name(name, [other for other in self.table.match.seats if other != seat])
        self._submit(j.Renamed(seat=seat, name=name))

    def announce(self, text: str) -> None:
        self._submit(j.Announced(text=text))

    def plan(self, text: str, due: float) -> int:
        """Plan an announcement for `due` (seconds since the epoch), secret to the host until then (HH-24). Returns its
        number."""
        self._submit(j.Planned(text=text, due=due))
        return self.table.match.plan_count

    def unplan(self, number: int) -> None:
        self._submit(j.Unplanned(number=number))

    def fill(self, level: str, *, unnamed_only: bool = False) -> tuple[str, ...]:
        """Give every open seat to a bot of `level`; returns the seats' names. `unnamed_only`: named seats are kept for
        the person in the name. Before lots, bots get the seats that these leave (HH-25); nothing is returned then."""
        if self.lots_to_come:
            match = self.table.match
            names = spare_names([*match.seats, *self.table.people()])[: len(match.seats)]
            self._submit(j.LotsFilled(holder=f"bot:{level}", names=tuple(names)))
            return ()
        seats = [seat for seat in self.free() if is_unnamed(seat) or not unnamed_only]
        return tuple(self._fill_one(seat, f"bot:{level}") for seat in seats)

    def _fill_one(self, seat: str, bot: str) -> str:
        """Seat a bot. Before round 1 it does not take the name of a person who just left (HH-10)."""
        match = self.table.match
        if seat not in match.seats_given_up or match.phase not in ("briefing", "pregame"):
            return hand_over(self.table, seat, bot, "", self.by)
        name = bot_name([*match.seats, *match.seats_given_up, *self.table.people()])
        self._submit(j.HandedOver(seat=seat, holder=bot, new_name=name, afresh=True))
        return name

    def publish(self, public: bool = True) -> None:
        """Let the match be published after its end, or not (HH-17). Refused for practice (HH-31) and trials (HH-69)."""
        if public and self.table.match.header.practice:
            raise Refused("practice", "A practice match is its player's own, and is never published.", "HH-31")
        if public and self.table.match.header.trial:
            raise Refused("trial", "A trial counts nowhere, and is never published.", "HH-69")
        self._submit(j.Published(public=public))

    def gallery(self, holder: str, called: str, yes: bool = True) -> None:
        """Let a person into the gallery, or out (HH-61). Refused: `no_gallery`, `seated`, `too_many`,
        `not_in_gallery`."""
        self._submit(j.Gallery(holder=holder, name=called, yes=yes))

    def watched_by(self, who: j.WatchedBy, digest: str = "") -> None:
        """Set who may find and watch this match (HH-46); `digest` is the code's."""
        self._submit(j.Watching(watched_by=who, digest=digest))

    def end(self, reason: str = "") -> None:
        self._submit(j.Ended(reason=sentence(reason)))

    def take_end_back(self, reason: str = "") -> None:
        """Reopen a match that was ended without a result (HH-50). Matches of seasons go through
        `Seasons.take_end_back`."""
        self._submit(j.Unended(reason=sentence(reason)))
