"""Turns, moves and hidden things, as properties (CM-30, CM-31, HH-15).

A full redeal rarely gives the same next card, so that moves with equal knowledge afterwards are rare. With two hidden
things exchanged (`Game.hidden`) they are common.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache, cached_property
from typing import Any

from msgspec.structs import replace

from core import cards
from core.botplay.playing import Endless, make_bot, play_out
from core.bots.contract import AnyBot, Do, Move, Sight
from core.contract import AnyGame, Game
from core.decoding import canonical, plain
from core.dice import Dice
from core.kit.played import SEEDS, Broken, begin_match, hold, in_time, played, spread
from core.kit.secrecy import difference, redealt
from core.match import journal as j
from core.match import views
from core.match.reducer import apply
from core.match.state import Match
from core.match.turns import MOST
from core.parts import Stage
from core.refusal import Refused

MOMENTS, EXCHANGES = 16, 6
"""Least moments of each match, and least exchanges for each seat at a moment; more while the time of `core.kit.played`
lasts."""


# --- turns ------------------------------------------------------------------------------------------------------------
def who_is_on_turn_can_move_and_nobody_else(game: AnyGame) -> None:
    """CM-30: an open round has seats on turn, in seat order. Each can do something, the default move included; others
    only what is free."""
    for seed in SEEDS:
        for moment in played(game, seed).moments:
            stage = moment.stage
            if stage is not None:
                where = f"in {game.spec.round_word} {moment.round}, with seed {seed},"
                hold(stage.seats, f"{where} nobody is on turn and nothing closes")
                ordered = tuple(seat for seat in moment.seats if seat in stage.seats)
                hold(ordered == stage.seats, f"{where} those on turn are {stage.seats}: name seats, in seat order")
                hold(stage.name.strip(), f"{where} the stage has no name")
                for seat in moment.seats:
                    _can_move(moment, stage, seat, where)


def _can_move(moment: Match, stage: Stage, seat: str, where: str) -> None:
    asks = views.asks(moment, seat)
    open_ = [choice for choice in asks.choices if choice.closed is None]
    if seat in stage.seats:
        hold(open_ or asks.orders, f"{where} {seat} is on turn and asks offers nothing that is open")
        if stage.by == "actions":
            try:
                apply(moment, j.Lapsed(seats=(seat,)))
            except Refused as refusal:
                raise Broken(f"{where} the default move of {seat} is refused: {refusal.message}") from None
    else:
        free = all((choice.probe or {}).get("kind") in stage.free for choice in open_)
        hold(free and not asks.orders, f"{where} {seat} is not on turn, and asks offers it {open_[:1]}")


def the_clock_alone_ends_a_match(game: AnyGame) -> None:
    """CM-31: from any moment deadlines alone bring the match to its end."""
    for moment in _from_the_beginning(game):
        match, inputs, word = moment, 0, game.spec.round_word
        while match.phase != "finished":
            before = (match.phase, len(match.rounds), match.settled)
            match, _ = apply(
                match, j.Lapsed(author="clock") if match.turns else j.Closed(author="clock", cause="deadline")
            )
            inputs = inputs + 1 if before == (match.phase, len(match.rounds), match.settled) else 0
            if inputs > MOST:
                raise Broken(f"{word} {match.round} never closes: default moves alone bring nobody off turn")
            most = game.spec.rounds + 20
            hold(len(match.rounds) <= most, f"after {most} closes the match has not ended")


def _from_the_beginning(game: AnyGame) -> Iterator[Match]:
    # The beginning comes before random bots play: they may reach no end.
    yield begin_match(game)
    yield from played(game, SEEDS[0]).open_moments(4)


def bots_of_every_level_end_their_turns(game: AnyGame) -> None:
    """CM-01, CM-30: no move of a bot is refused, and when all bots are quiet, no seat is awaited: on turn it has moved,
    with orders it has said Done. Else the table would wait for a deadline, or for ever."""
    for level in game.levels:
        waited: list[str] = []

        def quiet(match: Match, seat: str, waited: list[str] = waited) -> None:
            waited.append(f"{seat} in {match.spec.round_word} {match.round}")

        def refused(seat: str, move: object, refusal: Refused, level: str = level) -> None:
            why = f"the {level} bot of {seat} was refused: {refusal.message} It tried {move}"
            hold(refusal.code in game.unforeseen, why)

        start = begin_match(game, SEEDS[0])
        bots = {seat: make_bot(start, seat, level) for seat in start.seats}
        try:
            play_out(start, bots, quiet=quiet, refused=refused)
        except Endless as trouble:
            raise Broken(f"among {level} bots {trouble}") from None
        hold(
            not waited, f"the {level} bot never ends its turn: it is quiet, and waited for, as {'; '.join(waited[:2])}"
        )


# --- what is told -----------------------------------------------------------------------------------------------------
def nobody_is_told_twice(game: AnyGame) -> None:
    """CM-10: one action tells a seat each thing once."""
    for seed in SEEDS:
        steps = played(game, seed)
        for before, entry, after in zip(steps.moments, steps.entries, steps.moments[1:], strict=False):
            if isinstance(entry, j.Acted | j.Lapsed):
                for seat, notices in after.notices.items():
                    fresh = [canonical(plain(notice.notice)) for notice in notices[len(before.notices.get(seat, ())) :]]
                    hold(len(fresh) == len({*fresh}), f"{plain(entry)} tells {seat} twice: {fresh[:1]}")


def every_field_of_a_report_has_words(game: AnyGame) -> None:
    """CM-10: reports that differ in one field differ in words."""
    reports = [report for seed in SEEDS for close in played(game, seed).end.rounds for report in close.reports.values()]
    for field in game.Report.__struct_fields__:
        values = {repr(getattr(report, field)): getattr(report, field) for report in reports}
        if len(values) < 2:
            continue  # never another value: nothing to compare
        differs = any(
            _words_or_none(game, report) != _words_or_none(game, replace(report, **{field: value}))
            for report in reports[:40]
            for value in [*values.values()][:20]
        )
        hold(differs, f"a Report's `{field}` has no words: tell() says the same whatever it is")


def _words_or_none(game: AnyGame, report: Any) -> list[str] | None:
    try:
        return list(game.tell(report))
    except Exception:  # a report that no close makes may have no words
        return None


class Habit:
    """Mostly repeats one action while it is open: such bots reach states that are rare in random play."""

    def __init__(self, bot: AnyBot, habit: int, dice: Dice) -> None:
        self._bot, self._habit, self._dice, self._turns = bot, habit, dice, 0

    def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
        self._turns += 1
        actions = [
            choice for choice in sight.asks.choices if choice.slot.startswith("action") and choice.probe is not None
        ]
        draw = self._dice.draw(f"turn {self._turns}")
        if not actions or sight.asks.orders or draw.chance(0.15):
            return self._bot.turn(sight)
        usual = actions[self._habit % len(actions)]
        return [Do(usual.probe or {})] if usual.closed is None else self._bot.turn(sight)


@cache
def moments_among_bots(game: AnyGame, seed: int) -> tuple[Match, ...]:
    """Return the moments of a match among bots with habits, until it ends or stalls."""
    start = begin_match(game, seed)
    moments = [start]
    bots: dict[str, AnyBot] = {
        seat: Habit(make_bot(start, seat, "random"), (place % 2) * (seed - 1), Dice(place))
        for place, seat in enumerate(start.seats)
    }
    with suppress(Endless):  # such bots may never finish
        play_out(start, bots, each=lambda match, entry: moments.append(match))
    return tuple(moments[:1000])


# --- two hidden things exchanged --------------------------------------------------------------------------------------
def what_is_hidden_may_lie_otherwise(game: AnyGame) -> None:
    """HH-15: with two hidden things exchanged, a seat's view, offers, refusals, default move and the seats on turn are
    the same. A move after which it knows the same tells it the same, reports of rounds that it closes included."""
    if not game.hidden and type(game).stage is Game.stage:
        return
    for turn, (moment, more) in enumerate(_in_time(game)):
        for seat in _looked_at(moment, turn):
            known = SeatKnowledge(moment, seat)
            for other, change in _other_moves(moment, seat, turn, more):
                _compare(known, SeatKnowledge(other, seat), f"with {change}, in {game.spec.round_word} {moment.round}")


def _in_time(game: AnyGame) -> Iterator[tuple[Match, int]]:
    """Yield moments with a multiple of exchanges: some of every match, then all while time lasts."""
    matches = [played(game, seed).moments for seed in SEEDS] + [
        list(moments_among_bots(game, seed)) for seed in SEEDS[:2]
    ]
    rounds = [[moment for moment in open_rounds if moment.phase == "round"] for open_rounds in matches]
    going_on = in_time()
    for open_rounds in rounds:
        yield from ((moment, 1) for moment in open_rounds[:: max(1, len(open_rounds) // MOMENTS)])
    for more in (2, 8, 32):
        for open_rounds in rounds:
            for moment in spread(open_rounds):
                if not going_on():
                    return
                yield moment, more


def _looked_at(moment: Match, turn: int) -> list[str | None]:
    stage = moment.stage
    on = () if stage is None else stage.seats
    seats: list[str | None] = [*on[turn % len(on) :][:1]] if on else []
    others = [seat for seat in moment.seats if seat not in seats]
    return [*seats, others[turn % len(others)], *([None] if turn % 5 == 0 else [])]


def _other_moves(moment: Match, seat: str | None, turn: int, more: int) -> Iterator[tuple[Match, str]]:
    game, state = moment.game, moment.state
    realms = game.realms(state)
    for other, (first, two) in cards.exchanged(state, seat, game.hidden, realms, 2 * EXCHANGES * more):
        yield replace(moment, state=other), f"{first} and {two} exchanged"
    if seat is not None and moment.stage is not None:
        redeal_ = redealt(moment, seat, turn * more)
        yield replace(moment, state=redeal_.state), "what is hidden drawn anew"


class SeatKnowledge:
    """Knowledge of a seat (None: a spectator) at a moment, cached."""

    def __init__(self, match: Match, seat: str | None) -> None:
        self.match, self.seat = match, seat
        self.stage = match.game.stage(match.state)
        self._what_is_told: dict[tuple[str, bytes], tuple[bytes, bytes]] = {}

    @cached_property
    def shown(self) -> bytes:
        return canonical(plain(self.match.game.view(self.match.state, self.seat)))

    @cached_property
    def offered(self) -> bytes:
        return b"" if self.seat is None else canonical(plain(views.asks(self.match, self.seat)))

    @cached_property
    def usual(self) -> bytes:
        """The default move of a seat on turn."""
        stage, seat = self.stage, self.seat
        if seat is None or stage is None or stage.by != "actions" or seat not in stage.seats:
            return b""
        return canonical(plain(self.match.game.default(self.match.state, seat)))

    @cached_property
    def moves(self) -> list[tuple[str, dict[str, Any]]]:
        """Some moves of this seat and those on turn."""
        on = self.stage.seats[:2] if self.stage is not None else ()
        moves_ = []
        for mover in dict.fromkeys((*on, *([self.seat] if self.seat else []))):
            probes = [
                choice.probe for choice in views.asks(self.match, mover).choices if choice.slot.startswith("action")
            ]
            tried = [probe for probe in probes if probe is not None]
            moves_ += [(mover, probe) for probe in tried[:: max(1, len(tried) // 6)]]
        return moves_

    def told(self, mover: str, probe: dict[str, Any]) -> tuple[bytes, bytes]:
        """Return what the seat knows after a move, and what the move told it."""
        move = mover, canonical(probe)
        if move not in self._what_is_told:
            self._what_is_told[move] = _what_is_told(self.match, mover, probe, self.seat, refusals=mover == self.seat)
        return self._what_is_told[move]


def _compare(known: SeatKnowledge, other: SeatKnowledge, where: str) -> None:
    hold(known.stage == other.stage, f"{where} other seats are on turn: who is on turn may betray nothing")
    whoever = known.seat or "a spectator"
    for claim, first, two in (
        (f"{whoever} sees", known.shown, other.shown),
        (f"{whoever} is offered", known.offered, other.offered),
        (f"the default move of {whoever} is", known.usual, other.usual),
    ):
        if first != two:
            raise Broken(f"{where} {claim}: {difference(first, two)}")
    for mover, probe in known.moves:
        (knows, news), (knows_too, told_too) = known.told(mover, probe), other.told(mover, probe)
        if knows == knows_too and news != told_too:
            raise Broken(f"{where} {probe} by {mover} tells {whoever}: {difference(news, told_too)}")


def _what_is_told(
    match: Match, mover: str, probe: dict[str, Any], seat: str | None, *, refusals: bool
) -> tuple[bytes, bytes]:
    try:
        after, changes = apply(match, j.Acted(author=mover, action=probe))
    except Refused as refusal:  # a seat does not hear another's refusal
        told_refusal = [refusal.code, refusal.message, refusal.ruling] if refusals else []
        return canonical(["refused", refusals or None]), canonical(told_refusal)
    change_kinds = sorted(change.kind for change in changes if change.seats is None or seat in change.seats)
    closed = after.rounds[len(match.rounds) :]
    brought: list[Any] = [change_kinds, [plain(record.public) for record in closed], [item.text for item in after.news]]
    if seat is not None:
        brought += [
            plain(after.notices.get(seat, ())),
            [plain(record.reports[seat]) for record in closed],
            [list(match.game.tell(record.reports[seat])) for record in closed],
        ]
    if after.state.ending is not None:
        return canonical(["ended", plain(after.state)]), canonical(brought)
    return canonical(plain(match.game.knows(after.state, seat))), canonical(brought)


def default_moves_follow_from_what_their_seat_knows(game: AnyGame) -> None:
    """CM-31: a default move is the same after a redeal for its seat."""
    for moment in played(game, SEEDS[0]).open_moments(20):
        stage = moment.stage
        for seat in stage.seats if stage is not None and stage.by == "actions" else ():
            usual = [
                plain(game.default(state, seat)) for state in (moment.state, game.redeal(moment.state, seat, Dice(5)))
            ]
            hold(usual[0] == usual[1], f"the default move of {seat} in {game.spec.round_word} {moment.round} is "
                 f"{usual[0]} or {usual[1]}, by what it cannot know")  # fmt: skip


MOVES = (
    who_is_on_turn_can_move_and_nobody_else,
    the_clock_alone_ends_a_match,
    bots_of_every_level_end_their_turns,
    nobody_is_told_twice,
    every_field_of_a_report_has_words,
    what_is_hidden_may_lie_otherwise,
    default_moves_follow_from_what_their_seat_knows,
)
