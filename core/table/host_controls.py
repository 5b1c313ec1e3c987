"""Everything that a host can do to one match (CM-11): clock, closes, rewinds, seats; and looking at private things,
which is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from core.decoding import plain
from core.json import Json
from core.match import journal as j
from core.match import views
from core.match.audience import wall
from core.match.closing import move_before, orders_in_force
from core.match.corrections import WhatIf, before_close, what_if
from core.match.decisions import outcome, pending
from core.match.naming import check_seat_name
from core.match.private_channels import confessions
from core.match.reducer import apply
from core.match.seating import OPEN, bot_name, check_only_seat, is_bot, is_person, is_unnamed, name_for
from core.match.signup import check_somebody
from core.match.state import Match, check_round
from core.refusal import Refused, quoted
from core.table.host_preview import DryRunText, EntrySink, Trial
from core.talk.channels import Aside, sentence


def hand_over(table: EntrySink, seat: str, holder: str, called: str = "", by: str = "host") -> str:
    """From now on `holder` plays `seat`; `called` is the person's own name. What the seat is called then.

    Refused: `not_seated`, `finished`, and `second_seat` where this person sits at the match already.
    """
    match = table.match
    if seat not in match.seats:
        raise Refused("not_seated", f"Nobody called {quoted(seat)} is seated here.", "CM-25")
    if not match.header.several:
        check_only_seat(match.holders, seat, holder)
    name = taken_name(match.seats, seat, holder, called, table.people())
    table.submit(j.HandedOver(seat=seat, holder=holder, called="" if name == seat else name, afresh=True, by=by))
    return name


def taken_name(
    seats: tuple[str, ...], seat: str, holder: str, called: str = "", people: Iterable[str] = ()
) -> str:  # fmt: skip
    """What `seat` is called once `holder` plays it: nothing else, unless its name was left open. A bot is called as
    nobody among `people`, the names of the house, is."""
    if not is_unnamed(seat) or holder == OPEN:
        return seat
    others = [one for one in seats if one != seat]
    if called:
        return name_for(others, called)
    return bot_name([*others, *people]) if is_bot(holder) else seat


Room = Literal["lounge", "realm", "seats"]
"""Where a seat can be muted: in a common room, or in all it says to some alone."""
ROOMS: tuple[Room, ...] = ("lounge", "realm", "seats")

SeatState = Literal["nothing", "draft", "sealed", "missed", "turn"]


class SeatStatus(msgspec.Struct, frozen=True, kw_only=True):
    """What the host sees of a seat without opening anything."""

    seat: str
    holder: str
    state: SeatState
    """`missed`: it sealed nothing in the round before, nor said that it was ready, and has not sealed in this one
    either."""
    sealed_at: float | None
    ready: bool
    present: bool


class DryRun(msgspec.Struct, frozen=True, kw_only=True):
    """What a close would bring now, without closing."""

    reports: dict[str, list[str]]
    """Each seat's report in words."""
    reports_json: Json
    host: Json
    outcome: Json | None


class HostControls:
    """The host's powers over one table. Every use is an entry in the journal; looking is too."""

    def __init__(self, table: EntrySink, by: str = "host", wall: Callable[[], frozenset[str]] = frozenset) -> None:
        """`by`: as whose the entries are kept: `host` for whoever sits at the house's machine, else `host:<id>` for a
        person (HH-37). `wall()`: to whom this host may write nothing (HH-63)."""
        self.table = table
        self.by = by
        self._wall = wall

    def _submit(self, entry: j.AnyEntry) -> None:
        if j.has_own_words(entry) and self._wall() & {*self.table.match.holders.values()}:
            raise wall()
        self.table.submit(msgspec.structs.replace(entry, by=self.by))

    # --- beforehand (HH-42) ------------------------------------------------------------------------------------------
    def preview(self, deed: Callable[[HostControls], object]) -> DryRunText:
        """What `deed`, done on this desk now, would tell everybody and single seats. Nothing is done, nothing kept.
        Refused as the deed itself would be."""
        trial = Trial(self.table)
        deed(HostControls(trial, self.by, self._wall))
        return trial.told

    @property
    def told(self) -> DryRunText | None:
        """On a desk that only tries: what everything done on it would tell; None where deeds are done."""
        return self.table.told if isinstance(self.table, Trial) else None

    def only_trying(self) -> HostControls:
        """A desk on which everything is only tried."""
        return HostControls(Trial(self.table), self.by, self._wall)

    # --- seats by state ----------------------------------------------------------------------------------------------
    def seats(self) -> tuple[SeatStatus, ...]:
        """Every seat's state, in seat order; contents stay hidden."""
        match = self.table.match
        last = match.rounds[-1] if match.rounds else None
        found = []
        for seat in match.seats:
            order = match.sealed.get(seat)
            state: SeatState = "nothing"
            if order is not None:
                state = "sealed"
            elif seat in match.drafts:
                state = "draft"
            elif match.turns:
                state = "turn" if match.stage is not None and seat in match.stage.seats else "nothing"
            elif last is not None and seat not in last.orders and seat not in last.ready and match.seals:
                state = "missed"
            found.append(
                SeatStatus(
                    seat=seat,
                    holder=match.holders.get(seat, OPEN),
                    state=state,
                    sealed_at=None if order is None else order.at,
                    ready=seat in match.ready,
                    present=seat in self.table.present,
                )
            )
        return tuple(found)

    def missing(self) -> tuple[str, ...]:
        """The seats held by people that are on turn, or could act in the open round and have sealed nothing, or have to
        choose after the last round and have not. Bots need no reminding, and at a free seat there is nobody to
        remind."""
        match = self.table.match
        if (choice := pending(match)) is not None:
            by = [seat for seat in choice.by if is_person(match.holders.get(seat, OPEN))]
            return tuple(seat for seat in by if seat not in match.votes)
        if match.turns:
            people = [s for s in match.seats if is_person(match.holders.get(s, OPEN))]
            return tuple(seat for seat in people if match.stage is not None and seat in match.stage.seats)
        silent = [s for s in match.seats if s not in match.sealed and is_person(match.holders.get(s, OPEN))]
        return tuple(seat for seat in silent if self.table.can_act(seat))

    def free(self) -> tuple[str, ...]:
        """The seats that nobody holds yet."""
        match = self.table.match
        return tuple(seat for seat in match.seats if match.holders.get(seat, OPEN) == OPEN)

    # --- private things, opened on record ----------------------------------------------------------------------------
    def open_seat(self, seat: str) -> Json:
        """All that one seat sees, its sealed orders included. The opening is recorded first."""
        if seat not in self.table.match.seats:
            raise Refused("not_seated", f"Nobody called {quoted(seat)} is seated here.", "CM-25")
        self._submit(j.Opened(what=f"{seat}'s seat in {self._now()}"))
        return views.view(self.table.match, seat)

    def _now(self) -> str:
        """Return what the open round is called."""
        return self.table.match.game.spec.when(self.table.match.round)

    def open_everything(self) -> Json:
        """The whole host state. The opening is recorded first."""
        self._submit(j.Opened(what=f"everything in {self._now()}"))
        return views.host(self.table.match)

    def dry_run(self) -> DryRun:
        """What closing now would tell each seat; nothing closes. It shows private things, so it is recorded."""
        match = self.table.match
        if match.phase not in ("pregame", "round", "confirming"):
            raise Refused("no_round", "No round is open, so there is nothing to try.", "CM-11")
        self._submit(j.Opened(what=f"a dry run of {match.game.spec.when(match.round)}"))
        match, now = self.table.match, self.table.clock()
        if match.held is None and match.header.confirm:  # what a host confirms later is looked at already
            match = msgspec.structs.replace(match, header=msgspec.structs.replace(match.header, confirm=False))
        match, _ = apply(match, j.Confirmed(at=now) if match.held else j.Closed(cause="host", at=now))
        reports = match.rounds[-1].reports
        return DryRun(
            reports={
                seat: list(match.game.tell_to(report, views.game_view(match, seat))) for seat, report in reports.items()
            },
            reports_json=plain(reports),
            host=views.host(match),
            outcome=outcome(match),
        )

    def position(self, round_: int, seat: str) -> Match:
        """A closed round as it stood before its close, with `seat`'s orders to look at: recorded first."""
        match = self.table.match
        found = before_close(match, seat, round_)
        self._submit(j.Opened(what=f"{seat}'s seat in {match.game.spec.when(round_)}"))
        return found

    def what_if(self, round_: int, seat: str, orders: Json | None) -> WhatIf:
        """What a closed round would have brought if `seat` had ordered this (None: nothing). Nothing changes; it shows
        private things, so that it was looked at is recorded (HH-41)."""
        match = self.table.match
        found = what_if(match, round_, seat, orders)
        self._submit(j.Opened(what=f"what {seat} could have ordered in {match.game.spec.when(round_)}"))
        return found

    def changed_reports(self, earlier: dict[int, Json]) -> tuple[tuple[int, str], ...]:
        """After a rewind and new closes: the (round, seat) whose report differs from `earlier` (`reports()`)."""
        now = self.reports()
        return tuple((r, s) for r in now if r in earlier for s in now[r] if now[r][s] != earlier[r].get(s))

    def reports(self) -> dict[int, Json]:
        """Every report so far by round and seat, as JSON. Only to compare: showing one is `open_seat`."""
        return {record.round: plain(record.reports) for record in self.table.match.rounds}

    def correct(self, seat: str, orders: Json | None, reason: str, round_: int | None = None) -> None:
        """Seal orders for a seat in the place of its own, or (None) take its seal away; everybody is told why, the seat
        alone what (HH-40). `round_`: refused if that one is over."""
        self._submit(j.Corrected(seat=seat, orders=orders, reason=reason, round=round_))

    # --- confessionals, and lines to the hosts (HH-29, HH-30) ---------------------------------------------------------
    def confessionals(self) -> tuple[Aside, ...]:
        """What was said in all confessionals, oldest first. The opening is recorded first."""
        self._submit(j.Opened(what=f"the confessionals in {self._now()}"))
        return confessions(self.table.match)

    def let_out_read(self, yes: bool = True) -> None:
        """Let those who are out of the season read the confessionals while it is played, or not (HH-29)."""
        self._submit(j.OutMayRead(yes=yes))

    def mute(self, seat: str, rooms: Sequence[Room] = ROOMS, until: float | None = None, words: str = "") -> None:
        """Let a seat say nothing in `rooms` until then (seconds since the epoch; None: as long as the match lasts); no
        rooms: it is heard again (HH-33). `words` say when that is by the host's clock."""
        self._submit(j.Muted(seat=seat, rooms=tuple(rooms), until=until, words=words))

    def answer(self, number: int, text: str, *, publish: bool = False, words: str = "") -> None:
        """Answer what a seat said on its line, by its number in `core.match.private_channels.asked`: to it alone, or
        (`publish`) to everybody, with the question in `words` or as it was asked.
        """
        self._submit(j.Answered(text=text, question=number, published=publish, words=words))

    def write(self, seat: str, text: str) -> None:
        """Say something to one seat on its line."""
        self._submit(j.Answered(text=text, seat=seat))

    # --- the clock ---------------------------------------------------------------------------------------------------
    def begin(self) -> None:
        """End the briefing: round 1 (or the pregame) opens."""
        if self.table.match.phase != "briefing":
            raise Refused("begun", "This match has begun already.", "CM-26")
        check_somebody(self.table.match)
        self._submit(j.Closed(cause="host"))

    def close(self, round_: int | None = None) -> None:
        """Close what is open now: the round, or the pending choice. `round_`: refused if that one is over."""
        check_round(self.table.match, round_)
        if self.table.match.phase == "briefing":
            check_somebody(self.table.match)
        self._submit(j.Closed(cause="host"))

    def confirm(self) -> None:
        """Let what was held back stand: the last close, or the choices after it (HH-53). Refused: `nothing_held`."""
        self._submit(j.Confirmed())

    def orders_in_force(self) -> tuple[str, ...]:
        """The seats whose orders a close would resolve now."""
        return tuple(orders_in_force(self.table.match, "host"))

    def pause(self) -> None:
        """Stop the clock; orders and talk go on."""
        self._submit(j.Paused())

    def resume(self) -> None:
        """Let the clock run again, with the time that was left."""
        self._submit(j.Resumed())

    def deadline(self) -> float | None:
        """When the open round would close: by the clock that runs, or by one that is stopped and runs again now."""
        match = self.table.match
        return self.table.clock() + match.left if match.paused and match.left is not None else match.deadline

    def move_deadline(self, deadline: float | None, reason: str = "", words: str = "") -> None:
        """The open round now closes at `deadline` (seconds since the epoch), or never by itself; `words` say when that
        is by the host's clock, with the zone: everybody is told."""
        # The entry is stamped again when it is submitted; the check against the past needs a time already here.
        entry = j.DeadlineMoved(at=self.table.clock(), deadline=deadline, reason=sentence(reason), words=words)
        self._submit(entry)

    def set_schedule(
        self, moments: Sequence[float], rule: str = "", least: float = 0.0, *, keep: bool = True, reason: str = "",
        moved: float | None = None,
    ) -> None:  # fmt: skip
        """From the open round on, rounds close at these moments (HH-19); without any they follow no schedule.
        `least`: seconds that a round must have to take one; `moved`: the one that `reason` speaks of."""
        entry = j.Scheduled(
            at=self.table.clock(), moments=tuple(moments), rule=rule, least=least, keep=keep,
            reason=sentence(reason), moved=moved,
        )  # fmt: skip
        self._submit(entry)

    def rewind(self, round_: int, reason: str = "") -> None:
        """Back to the start of a round; its orders become drafts, its dice stay."""
        self._submit(j.Rewound(round=round_, reason=sentence(reason)))

    def lapse(self, *seats: str, round_: int | None = None) -> None:
        """Let the turn of these seats lapse, or of all on turn: each makes the default move (CM-31)."""
        self._submit(j.Lapsed(seats=seats, round=round_))

    def last_move(self) -> tuple[int, int] | None:
        """The round of the last move, and how many were made in it before; None where there are no turns."""
        return move_before(self.table.match)

    def back_a_move(self) -> None:
        """The last move is undone, with what closed by it (CM-33). Refused: `no_such_move`."""
        found = self.last_move()
        if found is None:
            raise Refused("no_such_move", "No move was made yet that could be undone.", "CM-33")
        self._submit(j.Rewound(round=found[0], moves=found[1]))

    # --- people ------------------------------------------------------------------------------------------------------
    def hand_over(self, seat: str, holder: str, called: str = "") -> str:
        """From now on `holder` (`person:<id>`, `bot:<level>`, `local`, `open`) plays `seat`; `called` is the person's
        own name, for a seat whose name was left open (HH-10). What the seat is called then. Refused: `second_seat`."""
        return hand_over(self.table, seat, holder, called, self.by)

    def rename(self, seat: str, name: str) -> None:
        """Give a seat another name, before round 1 (HH-10). Refused for one that is no name for it (HH-16)."""
        check_seat_name(name, [other for other in self.table.match.seats if other != seat])
        self._submit(j.Renamed(seat=seat, name=name))

    def announce(self, text: str) -> None:
        """Tell everybody at this match something."""
        self._submit(j.Announced(text=text))

    def plan(self, text: str, due: float) -> int:
        """Announce something at `due` (seconds since the epoch); the host alone knows it until then (HH-24). Its
        number."""
        self._submit(j.Planned(text=text, due=due))
        return self.table.match.plans

    def unplan(self, number: int) -> None:
        """Take a planned announcement back."""
        self._submit(j.Unplanned(number=number))

    def fill(self, level: str, *, unnamed_only: bool = False) -> tuple[str, ...]:
        """A bot of `level` for every seat that nobody holds; what these are called then. `unnamed_only`: a seat that
        has a name is kept for whom it was named after."""
        seats = [seat for seat in self.free() if is_unnamed(seat) or not unnamed_only]
        return tuple(self._fill_one(seat, f"bot:{level}") for seat in seats)

    def _fill_one(self, seat: str, bot: str) -> str:
        """A bot on a free seat. Before round 1 it takes no name of somebody who was just here (HH-10)."""
        match = self.table.match
        if seat not in match.seats_given_up or match.phase not in ("briefing", "pregame"):
            return hand_over(self.table, seat, bot, "", self.by)
        name = bot_name([*match.seats, *match.seats_given_up, *self.table.people()])
        self._submit(j.HandedOver(seat=seat, holder=bot, called=name, afresh=True))
        return name

    def publish(self, public: bool = True) -> None:
        """Let the match be published once it has finished, or not (HH-17). Refused for practice (HH-31) and trials
        (HH-69)."""
        if public and self.table.match.header.practice:
            raise Refused("practice", "A practice match is its player's own, and is never published.", "HH-31")
        if public and self.table.match.header.trial:
            raise Refused("trial", "A trial counts nowhere, and is never published.", "HH-69")
        self._submit(j.Published(public=public))

    def gallery(self, holder: str, called: str, yes: bool = True) -> None:
        """Let somebody into the gallery of this match, or out of it (HH-61). Refused: `no_gallery`, `seated`,
        `too_many`, `not_in_gallery`."""
        self._submit(j.Gallery(holder=holder, called=called, yes=yes))

    def watched_by(self, who: j.WatchedBy, digest: str = "") -> None:
        """Who may find and watch this match (HH-46); `digest`: of the code."""
        self._submit(j.Watching(who=who, digest=digest))

    def end(self, reason: str = "") -> None:
        """End the match without a result."""
        self._submit(j.Ended(reason=sentence(reason)))

    def take_end_back(self, reason: str = "") -> None:
        """Let a match that was ended without a result go on where it stood (HH-50). Of a match that may be of a season
        `Seasons.take_end_back` is asked, which does this."""
        self._submit(j.Unended(reason=sentence(reason)))
