"""Correct one seat's orders as host (HH-40), and forecast a closed round with other orders (HH-41)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from core.contract import AnyGame, Struct
from core.decoding import decode, plain
from core.json import Json
from core.ledger import Ending
from core.match import journal as j
from core.match.closing import close_result
from core.match.records import Change, Correction, RoundRecord, SealedOrders
from core.match.seating import OPEN
from core.match.state import Applied, Match, announce, change, check_player, check_round, read_orders
from core.match.turns import gone_through
from core.match.views import game_view, opening_view
from core.refusal import Refused
from core.talk.channels import LINE, Aside, blank, check_text

LONGEST_REASON = 300


# --- correcting (HH-40) -----------------------------------------------------------------------------------------------
def correct(match: Match, entry: j.Corrected) -> Applied:
    """Seal orders for a seat as host, or take its seal away. All seats read why, the seat alone the orders. Refused: as
    orders are, `no_reason`, `nothing_to_correct`."""
    if match.held_close is not None and match.held_close.phase != "decision":  # the round is open still (HH-53)
        after, changes = correct(change(match, phase=match.held_close.phase, held_close=None), entry)
        return change(after, phase=match.phase, held_close=match.held_close), changes
    check_player(match, entry.seat)
    check_round(match, entry.round)
    seat, reason = entry.seat, check_reason(entry.reason)
    orders = _corrected_orders(match, entry)
    sealed = {name: order for name, order in match.sealed.items() if name != seat}
    if orders is not None:
        sealed[seat] = SealedOrders(orders, entry.at)
    drafts = dict(match.drafts)
    if seat in drafts:  # a draft that counts would take the place of the correction at the deadline (HH-02)
        drafts[seat] = msgspec.structs.replace(drafts[seat], counts=False)
    correction = Correction(
        seat=seat, round=match.round, before=plain(match.sealed[seat].orders) if seat in match.sealed else None,
        after=None if orders is None else plain(orders), reason=reason, at=entry.at,
    )  # fmt: skip
    words = _correction_words(match, seat, orders, reason)
    aside = Aside(seat, LINE, words, match.holders.get(seat, OPEN), match.round, entry.at, from_host=True)
    after = change(
        match,
        sealed={name: sealed[name] for name in match.seats if name in sealed},
        drafts=drafts,
        ready=tuple(name for name in match.ready if name != seat),
        corrected=(*match.corrected, correction),
        asides=(*match.asides, aside),
    )
    text = f"The host corrected one seat's orders for {match.spec.when(match.round)}: {reason}"
    counted: tuple[Change, ...] = ()
    if match.shows_counts:
        counted = (Change("seals"), Change("ready"))
    elif seat in match.ready:
        counted = (Change("ready", (seat,)),)
    after = announce(after, "corrected", text, entry.at)
    return after, (Change("orders", (seat,)), Change("apart", (seat,)), *counted, Change("news"))


def _corrected_orders(match: Match, entry: j.Corrected) -> Struct | None:
    """Return the orders to seal; None takes the seal away."""
    orders = None if entry.orders is None else read_orders(match, entry.seat, entry.orders)
    if orders is None and match.phase not in ("pregame", "round"):
        raise Refused("no_orders_now", "Orders are corrected while a round is open, and none is now.", "HH-40")
    sealed = match.sealed.get(entry.seat)
    if (None if sealed is None else sealed.orders) == orders:
        standing = "has sealed exactly that" if orders is not None else "has sealed nothing"
        raise Refused("nothing_to_correct", f"{entry.seat} {standing}: there is nothing to correct.", "HH-40")
    return orders


def check_reason(text: str) -> str:
    reason = " ".join(text.split())
    if blank(reason):
        raise Refused("no_reason", "Say why: everybody is told the reason.", "HH-40")
    if reason[-1] not in ".!?":
        reason += "."
    check_text(reason)
    if len(reason) > LONGEST_REASON:
        raise Refused("too_long", f"A reason has at most {LONGEST_REASON} characters; this has {len(reason)}.", "HH-40")
    return reason


def _correction_words(match: Match, seat: str, orders: Struct | None, reason: str) -> str:
    when = match.spec.when(match.round)
    sealed = (
        "nothing" if orders is None else "; ".join(line.rstrip(".") for line in orders_in_words(match, seat, orders))
    )
    return (
        f"A host corrected your orders for {when}. Sealed for you now: {sealed}. Reason: {reason} "
        f"{'You can seal anew until the close.' if match.held_close is None else 'The result waits for the hosts.'}"
    )


def orders_in_words(match: Match, seat: str, orders: Struct, round_: int | None = None) -> Sequence[str]:
    """Return orders of a round, or of the present one, in words."""
    view = opening_view(match, seat, match.round if round_ is None else round_)
    return match.game.restate_to(orders, view) or ("orders that do nothing.",)


# --- what if (HH-41) --------------------------------------------------------------------------------------------------
class Difference(msgspec.Struct, frozen=True):
    """Lines that one seat read, and those that it would read."""

    was: tuple[str, ...]
    would: tuple[str, ...]


class WhatIf(msgspec.Struct, frozen=True, kw_only=True):
    """A closed round, closed again with other orders of one seat."""

    round: int
    seat: str
    ordered: tuple[str, ...]
    """The seat's orders in words; empty for none."""
    instead: tuple[str, ...]
    seats: dict[str, Difference]
    public: Difference | None
    reports: Json
    """All reports of the second close."""
    ending: Ending | None
    """Ending that the second close brings."""
    ended: bool
    """True if the match did end with this round."""


def what_if(match: Match, number: int, seat: str, orders: Json | None) -> WhatIf:
    """Close a past round again with `orders` for `seat` (None: nothing); all else, dice too, as it was. `match` stays
    as it is. Refused: `no_such_round`, as orders are, and `not_the_same` if the round cannot be replayed."""
    before, record, game = before_close(match, seat, number), _closed_round(match, number), match.game
    replay = close_result(match, before.state, dict(record.orders), record.verdict)
    if plain(replay.reports) != plain(record.reports):
        raise _not_the_same(number)
    orders_by_seat = {name: own for name, own in record.orders.items() if name != seat}
    if orders is not None:
        read: Struct = decode(game.Orders, orders, "orders")
        game.check(before.state, seat, read)
        orders_by_seat[seat] = read
    ordered = {name: orders_by_seat[name] for name in match.seats if name in orders_by_seat}
    would = close_result(match, before.state, ordered, record.verdict)
    return _what_if_result(match, record, before, seat, orders_by_seat, would)


def _closed_round(match: Match, number: int) -> RoundRecord:
    record = next((round for round in match.rounds if round.round == number), None)
    if record is None or number not in match.starts:
        known = ", ".join(str(round.round) for round in match.rounds) or "none yet"
        word = match.spec.round_word
        raise Refused("no_such_round", f"That {word} has not closed. Closed: {known}.", "HH-41")
    return record


def before_close(match: Match, seat: str, number: int) -> Match:
    """Return the match just before a round closed, with its sealed orders; only for reading. Refused: `not_seated`,
    `no_such_round`, and `not_the_same` if the round cannot be replayed."""
    check_player(match, seat)
    record = _closed_round(match, number)
    state = match.starts[number].state
    try:
        state = gone_through(match, state, number).state
    except Refused as trouble:
        raise _not_the_same(number) from trouble
    sealed = {seat: SealedOrders(orders, record.at) for seat, orders in record.orders.items()}
    earlier = tuple(round for round in match.rounds if round.round < number)
    return change(
        match, state=state, phase="round" if number else "pregame", sealed=sealed, drafts={}, ready=(), rounds=earlier
    )


def _what_if_result(
    match: Match, record: RoundRecord, before: Match, seat: str, orders_by_seat: dict[str, Struct], would: Any
) -> WhatIf:
    game = match.game
    after = msgspec.structs.replace(before, state=would.state, phase="round")
    differences = {}
    for name in match.seats:
        sight = game_view(after, name)
        if plain(would.reports[name]) != plain(record.reports[name]):
            differences[name] = Difference(
                tuple(game.tell_to(record.reports[name], sight)), tuple(game.tell_to(would.reports[name], sight))
            )
    public = None
    if plain(would.public) != plain(record.public):
        public = Difference(_public_lines(game, record.public), _public_lines(game, would.public))
    ordered, instead = record.orders.get(seat), orders_by_seat.get(seat)
    return WhatIf(
        round=record.round,
        seat=seat,
        ordered=() if ordered is None else tuple(orders_in_words(before, seat, ordered)),
        instead=() if instead is None else tuple(orders_in_words(before, seat, instead)),
        seats=differences,
        public=public,
        reports=plain(would.reports),
        ending=would.state.ending,
        ended=record is match.rounds[-1] and match.state.ending is not None,
    )


def _public_lines(game: AnyGame, public: object) -> tuple[str, ...]:
    json = plain(public)
    return () if json is None else tuple(game.tell_public(json))


def _not_the_same(number: int) -> Refused:
    return Refused("not_the_same", f"Round {number} cannot be gone through again as it was played.", "HH-41")
