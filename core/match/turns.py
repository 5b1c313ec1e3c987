"""Turns: moves, default moves, banks, and the seats for which the round waits (CM-30 to CM-32)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.decoding import decode, plain
from core.dice import Dice
from core.json import Json
from core.match import journal as j
from core.match.records import Change, SeatNotice
from core.match.state import (
    Applied,
    Match,
    announce,
    change,
    check_round,
    check_turn,
    least_bank,
    on_the_clock,
    set_clock,
)
from core.parts import ActionRecord, ActionResult
from core.refusal import Refused, quoted

MOST = 5_000
"""Default moves in one close, beyond which a game is taken for endless."""


def action_dice(match: Match, number: int | None = None) -> Dice:
    """Return the dice of an action: different for each, the same in a replay. `number`: the action's place in the
    match, from 0; None for the next."""
    number = len(match.actions) if number is None else number
    return Dice(match.dice.draw(f"live action {number}").below(1 << 63))


def apply_action(match: Match, seat: str, action: Any, action_json: Json, at: float) -> tuple[Match, ActionResult]:
    """Apply a live action that the game accepts."""
    own = match.sealed.get(seat)
    result = match.game.act(match.state, seat, action, own.orders if own else None, action_dice(match))
    notices_by_seat = dict(match.notices)
    for other, notices in result.notices.items():
        notices_by_seat[other] = notices_by_seat.get(other, ()) + tuple(
            SeatNotice(match.round, notice) for notice in notices
        )
    after = change(
        match,
        state=result.state,
        notices=notices_by_seat,
        actions=(*match.actions, ActionRecord(match.round, seat, action_json, at)),
        ready=tuple(other_seat for other_seat in match.ready if other_seat not in result.asked),  # CM-27
    )
    return after, result


def check_move(match: Match, entry: j.Acted) -> None:
    """Refused unless it is this seat's turn, and the one for which the move was meant."""
    check_turn(match, entry.author, entry.action.get("kind", ""))
    if entry.turn is not None and match.turn_marks.get(entry.author, 0) != entry.turn:
        raise Refused("too_late", "That was meant for an earlier turn of yours. Look again.", "CM-30")


# --- letting time pass (CM-31) ----------------------------------------------------------------------------------------
def make_default_moves(match: Match, entry: j.Lapsed) -> Applied:
    check_round(match, entry.round)
    stage = match.stage
    if stage is None or stage.by != "actions":
        raise Refused("no_turn", "Nobody is on turn: there is nothing that could lapse.", "CM-31")
    for seat in entry.seats:
        if seat not in stage.seats:
            raise Refused("not_on_turn", f"{quoted(seat)} is not on turn.", "CM-31")
    after, changes = by_default(match, entry.seats or stage.seats, entry.at)
    moved = [record.by for record in after.actions[len(match.actions) :]]
    names = " and ".join(dict.fromkeys(moved))
    why = {"clock": "The time was up", "house": "No move came"}.get(entry.author, "The host let the turn lapse")
    text = f"{why}: the usual move was made for {names}."
    return announce(after, "lapsed", text, entry.at), (Change("told", changes), Change("news"))


def by_default(match: Match, seats: Iterable[str], at: float) -> tuple[Match, tuple[str, ...]]:
    """Make the default move of each of these seats that is on turn when its time comes. The second value: seats with a
    notice."""
    heard: dict[str, None] = {}
    for seat in seats:
        stage = match.stage
        if stage is None or seat not in stage.seats:
            continue
        action = match.game.default(match.state, seat)
        match, result = apply_action(match, seat, action, plain(action), at)
        heard |= dict.fromkeys((seat, *result.notices, *result.asked))
    return match, tuple(heard)


def played_to_the_close(match: Match, at: float) -> Match:
    """Make default moves until no seat is on turn, before a close. Refused: `endless`."""
    for _ in range(MOST):
        stage = match.stage
        if stage is None or stage.by != "actions" or not stage.seats:
            return match
        match, _heard = by_default(match, stage.seats, at)
    title, word = match.spec.title, match.spec.round_word
    message = f"The default moves of {title} bring no {word} to its close: its author has to mend that."
    raise Refused("endless", message, "CM-31")


def gone_through(match: Match, start: Any, number: int, moves: int | None = None) -> Match:
    """Replay the first `moves` actions (None: all) of round `number` from `start` (a State). Refused if one is."""
    replay = change(match, state=start, phase="round" if number else "pregame", sealed={}, actions=(), notices={})
    count = 0
    for place, deed in enumerate(match.actions):
        if deed.round == number and not is_choice(deed) and (moves is None or count < moves):
            action = decode(match.game.Action, deed.action, "action")
            acted_ = match.game.act(replay.state, deed.by, action, None, action_dice(match, place))
            notices_by_seat = dict(replay.notices)
            for seat, notices in acted_.notices.items():
                notices_by_seat[seat] = notices_by_seat.get(seat, ()) + tuple(
                    SeatNotice(number, notice) for notice in notices
                )
            replay = change(replay, state=acted_.state, notices=notices_by_seat, actions=(*replay.actions, deed))
            count += 1
    return replay


CHOICES = frozenset(("choose_candidate", "give_tokens", "choose_ascendant", "choose_opponent"))


def is_choice(deed: ActionRecord) -> bool:
    """True for a choice after the last round; it has that round's number, but is not part of it."""
    return deed.action.get("kind") in CHOICES


# --- whom the round waits for now -------------------------------------------------------------------------------------
def with_turn_clock(before: Match, after: Match, at: float, *, opened: bool) -> tuple[Match, tuple[Change, ...]]:
    """Set the clock for the seats that came on turn. `opened`: a round has opened since, and its clock is set."""
    old, new = before.stage, after.stage
    moved = set[str]()
    if old is not None and old.by == "actions":
        records = after.actions[len(before.actions) :]
        moved = {record.by for record in records if record.action.get("kind") not in old.free}
    if new is None or (new == old and not opened and not moved):
        return (change(after, turn_marks={}) if after.turn_marks and new is None else after), ()
    if not opened and old is not None:
        fresh = new.name != old.name or not set(new.seats) <= set(old.seats)
        if fresh:
            after = set_clock(after, at)
        elif new.seats != old.seats and after.deadline is not None and before.deadline is not None:
            own = before.deadline - least_bank(before)  # the end of the time that is no bank's
            after = change(after, deadline=own + least_bank(after))
    moves = before.moves + 1
    stay = {} if opened or old is None or old.name != new.name else before.turn_marks
    marks = {seat: stay[seat] if seat in stay and seat not in moved else moves for seat in new.seats}
    return change(after, moves=moves, turn_marks=marks), (Change("turn"),)


def charge_banks(before: Match, after: Match, at: float) -> Match:
    """Charge the banks of seats that are no longer on turn, or in another turn."""
    old, new = before.stage, after.stage
    if old is None or old.by != "actions" or before.deadline is None or not before.header.bank_seconds:
        return after
    over = max(0.0, at - (before.deadline - least_bank(before)))
    stays = new is not None and new.name == old.name and set(new.seats) <= set(old.seats)
    left = [seat for seat in old.seats if not (stays and new is not None and seat in new.seats)]
    if not over or not left:
        return after
    most = before.header.bank_seconds
    return change(after, spent={**after.spent, **{seat: min(most, after.spent.get(seat, 0.0) + over) for seat in left}})


def charge_duel(match: Match, at: float) -> Match:
    """Charge the seat on turn in a duel for its bank, as its part closes."""
    if match.turns or match.deadline is None:
        return match
    over = max(0.0, at - (match.deadline - least_bank(match)))
    most = match.header.bank_seconds
    spent = {seat: min(most, match.spent.get(seat, 0.0) + over) for seat in on_the_clock(match)} if over else {}
    return change(match, spent={**match.spent, **spent})


def out_of_time(match: Match) -> tuple[str, ...]:
    stage = match.stage
    if stage is None:
        return ()
    return tuple(seat for seat in stage.seats if match.bank(seat) <= least_bank(match))
