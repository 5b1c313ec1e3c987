"""Turns: a move of a seat on turn, the move of who lets time pass, what each spends of its bank, and whom the round
waits for then (CM-30 to CM-32)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.decoding import decode, plain
from core.dice import Dice
from core.json import Json
from core.match import journal as j
from core.match.state import (
    Applied,
    Change,
    Match,
    SeatNotice,
    announce,
    change,
    check_round,
    check_turn,
    least_bank,
    wind,
)
from core.parts import ActionRecord, ActionResult
from core.refusal import Refused, quoted

MOST = 5_000
"""Default moves that one close may play: more of them come to no end."""


def action_dice(match: Match, number: int | None = None) -> Dice:
    """What an action draws from: every one otherwise, the same again when it is gone through again. `number`: which
    action of the match it is, from 0; None for the next."""
    number = len(match.actions) if number is None else number
    return Dice(match.dice.draw(f"live action {number}").below(1 << 63))


def acted(match: Match, seat: str, action: Any, given: Json, at: float) -> tuple[Match, ActionResult]:
    """The match after a live action that the game accepts; `given` is its JSON."""
    own = match.sealed.get(seat)
    done = match.game.act(match.state, seat, action, own.orders if own else None, action_dice(match))
    told = dict(match.told)
    for other, notices in done.notices.items():
        told[other] = told.get(other, ()) + tuple(SeatNotice(match.round, notice) for notice in notices)
    after = change(
        match,
        state=done.state,
        told=told,
        actions=(*match.actions, ActionRecord(match.round, seat, given, at)),
        ready=tuple(one for one in match.ready if one not in done.asked),  # CM-27
    )
    return after, done


def check_move(match: Match, entry: j.Acted) -> None:
    """Refused where it is not this seat's turn, or not any more the one for which the move was meant."""
    check_turn(match, entry.by, entry.action.get("kind", ""))
    if entry.turn is not None and match.turn_marks.get(entry.by, 0) != entry.turn:
        raise Refused("too_late", "That was meant for an earlier turn of yours. Look again.", "CM-30")


# --- letting time pass (CM-31) ----------------------------------------------------------------------------------------
def lapsed(match: Match, entry: j.Lapsed) -> Applied:
    """The match in which these seats, or all on turn, have made the default move."""
    check_round(match, entry.round)
    stage = match.stage
    if stage is None or stage.by != "actions":
        raise Refused("no_turn", "Nobody is on turn: there is nothing that could lapse.", "CM-31")
    for seat in entry.seats:
        if seat not in stage.seats:
            raise Refused("not_on_turn", f"{quoted(seat)} is not on turn.", "CM-31")
    after, heard = by_default(match, entry.seats or stage.seats, entry.at)
    moved = [record.by for record in after.actions[len(match.actions) :]]
    names = " and ".join(dict.fromkeys(moved))
    why = {"clock": "The time was up", "house": "No move came"}.get(entry.by, "The host let the turn lapse")
    text = f"{why}: the usual move was made for {names}."
    return announce(after, "lapsed", text, entry.at), (Change("told", heard), Change("news"))


def by_default(match: Match, seats: Iterable[str], at: float) -> tuple[Match, tuple[str, ...]]:
    """The match after the default move of each of these seats that is on turn when it comes to it, and who heard of
    any."""
    heard: dict[str, None] = {}
    for seat in seats:
        stage = match.stage
        if stage is None or seat not in stage.seats:
            continue
        action = match.game.default(match.state, seat)
        match, done = acted(match, seat, action, plain(action), at)
        heard |= dict.fromkeys((seat, *done.notices, *done.asked))
    return match, tuple(heard)


def played_to_the_close(match: Match, at: float) -> Match:
    """The match after default moves by all on turn until nobody is: a close never meets a half-played round. Refused
    (`endless`) where they come to no end."""
    for _ in range(MOST):
        stage = match.stage
        if stage is None or stage.by != "actions" or not stage.seats:
            return match
        match, _heard = by_default(match, stage.seats, at)
    title, word = match.game.spec.title, match.game.spec.round_word
    said = f"The default moves of {title} bring no {word} to its close: its author has to mend that."
    raise Refused("endless", said, "CM-31")


def gone_through(match: Match, start: Any, number: int, moves: int | None = None) -> Match:
    """`match` at `start` (a State) of round `number`, with the first `moves` (None: all) of the actions of that round
    done again. Refused where one of them cannot be."""
    again = change(match, state=start, phase="round" if number else "pregame", sealed={}, actions=(), told={})
    done = 0
    for place, deed in enumerate(match.actions):
        if deed.round == number and not is_choice(deed) and (moves is None or done < moves):
            action = decode(match.game.Action, deed.action, "action")
            acted_ = match.game.act(again.state, deed.by, action, None, action_dice(match, place))
            told = dict(again.told)
            for seat, notices in acted_.notices.items():
                told[seat] = told.get(seat, ()) + tuple(SeatNotice(number, notice) for notice in notices)
            again = change(again, state=acted_.state, told=told, actions=(*again.actions, deed))
            done += 1
    return again


CHOICES = frozenset(("choose_candidate", "give_tokens", "choose_ascendant", "choose_opponent"))


def is_choice(deed: ActionRecord) -> bool:
    """Was it a choice after the last round? These are kept with its number; they are no part of it."""
    return deed.action.get("kind") in CHOICES


# --- whom the round waits for now -------------------------------------------------------------------------------------
def turned(before: Match, after: Match, at: float, *, opened: bool) -> tuple[Match, tuple[Change, ...]]:
    """`after` with its clock for whoever has come on turn, what was used up of banks, and that it was somebody's turn;
    whom that concerns. `opened`: a round has opened since, whose clock is wound."""
    was, now = before.stage, after.stage
    moved = set[str]()
    if was is not None and was.by == "actions":
        made = after.actions[len(before.actions) :]
        moved = {record.by for record in made if record.action.get("kind") not in was.free}
    if now is None or (now == was and not opened and not moved):
        return (change(after, turn_marks={}) if after.turn_marks and now is None else after), ()
    if not opened and was is not None:
        fresh = now.name != was.name or not set(now.seats) <= set(was.seats)
        if fresh:
            after = wind(after, at)
        elif now.seats != was.seats and after.deadline is not None and before.deadline is not None:
            own = before.deadline - least_bank(before)  # the end of the time that is no bank's
            after = change(after, deadline=own + least_bank(after))
    moves = before.moves + 1
    stay = {} if opened or was is None or was.name != now.name else before.turn_marks
    came = {seat: stay[seat] if seat in stay and seat not in moved else moves for seat in now.seats}
    return change(after, moves=moves, turn_marks=came), (Change("turn"),)


def charged(before: Match, after: Match, at: float) -> Match:
    """`after`, in which who was on turn and is no more, or in another turn, has used up what it took of its bank."""
    was, now = before.stage, after.stage
    if was is None or was.by != "actions" or before.deadline is None or not before.header.bank_seconds:
        return after
    over = max(0.0, at - (before.deadline - least_bank(before)))
    stays = now is not None and now.name == was.name and set(now.seats) <= set(was.seats)
    gone = [seat for seat in was.seats if not (stays and now is not None and seat in now.seats)]
    if not over or not gone:
        return after
    most = before.header.bank_seconds
    return change(after, spent={**after.spent, **{seat: min(most, after.spent.get(seat, 0.0) + over) for seat in gone}})


def out_of_time(match: Match) -> tuple[str, ...]:
    """Who of those on turn has used up everything when the deadline comes."""
    stage = match.stage
    if stage is None:
        return ()
    return tuple(seat for seat in stage.seats if match.bank(seat) <= least_bank(match))
