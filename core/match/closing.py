"""The close of a match's round (CM-02, CM-07) and the way back to the start of a round (CM-11)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from core.decoding import plain
from core.match import journal as j
from core.match.decisions import deadline as decision_deadline
from core.match.decisions import enter as enter_decisions
from core.match.decisions import pending
from core.match.ending import hold_close, waits_to_be_confirmed, without_hold
from core.match.records import Change, Draft, HeldClose, RoundRecord, SeatNotice
from core.match.seating import OPEN, is_person
from core.match.signup import seated_by_lot
from core.match.state import Applied, Match, announce, change, open_round, read_orders, set_clock
from core.match.turns import charge_banks, charge_duel, gone_through, is_choice, played_to_the_close, with_turn_clock
from core.parts import Closing, GameState, Notice, Struct
from core.refusal import Refused
from core.story.parts import capital

EVERYTHING = (Change("closed"),)


def close_match(match: Match, entry: j.Closed) -> Applied:
    if match.phase == "briefing":
        return open_round(seated_by_lot(match, entry.at), entry.at), EVERYTHING
    if match.header.judged and match.phase in ("pregame", "round"):
        return wait_for_verdict(match, entry), EVERYTHING
    if match.header.confirm and waits_to_be_confirmed(match, _close(match, entry)):
        return hold_close(match, entry.cause, entry.at), EVERYTHING
    return _close(match, entry), EVERYTHING


def wait_for_verdict(match: Match, entry: j.Closed) -> Match:
    """Close the round, and let it wait for its host's results (HH-72)."""
    when = match.spec.when(match.round)
    hold = HeldClose(match.phase, entry.cause)
    waiting = change(match, phase="judging", held_close=hold, deadline=None, seconds_left=None, before_verdict=None)
    return announce(waiting, "judging", f"{capital(when)} has closed. {READS}", entry.at)


READS = "The host reads what you sent."


def confirm(match: Match, entry: j.Confirmed) -> Applied:
    """Apply the last close or choice, which was held back (HH-53)."""
    before, held_close = without_hold(match)
    return _close(before, j.Closed(author=entry.author, at=entry.at, cause=held_close.cause)), EVERYTHING


def _close(match: Match, entry: j.Closed) -> Match:
    return decision_deadline(match, entry.at) if match.phase == "decision" else close_round(match, entry)


def orders_in_force(match: Match, cause: str) -> dict[str, Struct]:
    """Return the orders that a close resolves, in seat order. At a deadline a valid draft that its player set to count
    replaces sealed orders."""
    orders: dict[str, Struct] = {}
    for seat in match.seats:
        sealed, draft = match.sealed.get(seat), match.drafts.get(seat)
        if sealed is not None:
            orders[seat] = sealed.orders
        if cause == "deadline" and draft is not None and draft.counts and draft.round == match.round:
            try:
                orders[seat] = read_orders(match, seat, draft.orders)
            except Refused:
                continue  # an invalid draft never counts; what was sealed stays in force
    return orders


UNSEALED = SeatNotice(0, Notice("unsealed", "Your draft was not sealed, so it did not count."))


def unsealed(match: Match, cause: str = "host") -> tuple[str, ...]:
    """Return the seats with a draft of this round that does not count if the round closes so, or has closed and waits
    for results."""
    if (held := match.held_close) is not None:
        match, cause = change(match, phase=held.phase), held.cause
    orders = orders_in_force(match, cause)
    drafted = {seat for seat, draft in match.drafts.items() if draft.round == match.round}
    sealed = {seat for seat in drafted if seat in match.sealed and orders.get(seat) is match.sealed[seat].orders}
    return tuple(seat for seat in match.seats if seat in drafted and (seat in sealed or seat not in orders))


def times_in_force(match: Match, orders: dict[str, Struct]) -> dict[str, float]:
    """Return when the orders in force were sealed, by seat; no time for a draft."""
    return {seat: sealed.at for seat, sealed in match.sealed.items() if orders.get(seat) is sealed.orders}


def late(match: Match, can_act: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the seats for which a deadline waits now (HH-23), each once a round. They are people's, can act (CM-29)
    and have ordered nothing; they are not ready, or are on turn."""
    if not match.header.grace_seconds or match.phase not in ("pregame", "round"):
        return ()
    silent = set(match.seats) - {*match.ready, *match.waited_for, *orders_in_force(match, "deadline")}
    stage = match.stage
    if stage is not None:
        silent &= set(stage.seats)
    return tuple(s for s in match.seats if s in silent and is_person(match.holders.get(s, OPEN)) and can_act(s))


def waits_for(match: Match, can_act: Callable[[str], bool], seat: str) -> bool:
    """True if the round, or its early close, waits for this seat: a seat on turn (CM-30), else a seat that can act and
    is not ready. If no seat can act, as in a briefing, all that are not ready (CM-29)."""
    stage = match.stage
    if stage is not None:
        return seat in stage.seats and (stage.by == "actions" or seat not in match.ready)
    if seat in match.ready:
        return False
    return can_act(seat) or not any(can_act(other) for other in match.seats)


def held_up(match: Match, can_act: Callable[[str], bool]) -> str:
    """Return that free seats alone hold up what is open, without a clock: `a free seat holds up round 1`; empty if it
    goes on without them (HH-77)."""
    if match.deadline is not None or match.paused:
        return ""
    waiting: tuple[str, ...] = ()
    if (choice := pending(match)) is not None:
        waiting = tuple(seat for seat in choice.by if seat not in match.votes)
    elif match.phase in ("pregame", "round") and (match.turns or match.header.early_close):
        waiting = tuple(seat for seat in match.seats if waits_for(match, can_act, seat))
    if not waiting or any(match.holders.get(seat, OPEN) != OPEN for seat in waiting):
        return ""
    what = "the choice" if choice is not None else match.spec.when(match.round)
    return f"a free seat holds up {what}" if len(waiting) == 1 else f"{len(waiting)} free seats hold up {what}"


def close_round(match: Match, entry: j.Closed, verdict: Struct | None = None) -> Match:
    """Resolve the open round, by the host's `verdict` if there is one, and open the next."""
    match = charge_duel(played_to_the_close(match, entry.at), entry.at)
    if match.schedule is not None and entry.cause != "deadline":
        match = change(match, schedule=match.schedule.closed_before_its_time())
    orders = orders_in_force(match, entry.cause)
    closing = close_result(match, match.state, orders, verdict)
    record = RoundRecord(
        match.round, orders, dict(closing.reports), closing.public, entry.at, match.ready, verdict,
        times_in_force(match, orders),
    )  # fmt: skip
    notice = replace(UNSEALED, round=match.round)
    notices = {seat: (*match.notices.get(seat, ()), notice) for seat in unsealed(match, entry.cause)}
    notices = {seat: own for seat, own in notices.items() if notice not in own[:-1]}  # results that were taken back
    after = change(match, state=closing.state, rounds=(*match.rounds, record), drafts={},
                   notices={**match.notices, **notices})  # fmt: skip
    if closing.state.ending is not None:
        return enter_decisions(after, entry.at)
    return open_round(after, entry.at)


def close_result(match: Match, state: GameState, orders: dict[str, Struct], verdict: Struct | None) -> Closing:
    """Return the result of a close from `state`, by the host's `verdict` if there is one."""
    if verdict is None:
        closing: Closing = match.game.close(state, orders, match.dice)
        return closing
    return match.game.judge(state, orders, verdict, match.dice)


def with_closes_and_clocks(before: Match, after: Match, changes: tuple[Change, ...], entry: j.AnyEntry) -> Applied:
    """Close `after`'s rounds in which no seat is on turn, then start the clocks of those on turn."""
    if after.phase != "round" and before.phase != "round":
        return after, changes
    if after.state is before.state and after.phase == before.phase:
        return after, changes
    opened = any(change.kind == "closed" for change in changes)
    if not opened:
        after = charge_banks(before, after, entry.at)
    while (stage := after.stage) is not None and not stage.seats:
        number = after.round
        after, _ = close_match(after, j.Closed(author="clock", at=entry.at, cause="early"))
        opened = True
        if after.phase == "round" and after.round == number:
            word = after.spec.round_word
            raise RuntimeError(f"{after.spec.id}: close() leaves {word} {number} open, and nobody is on turn")
    if opened and not any(change.kind == "closed" for change in changes):
        changes = (*changes, *EVERYTHING)
    after, more = with_turn_clock(before, after, entry.at, opened=opened)
    return after, changes if opened else (*changes, *more)


def rewind(match: Match, entry: j.Rewound) -> Applied:
    """Return to the start of a round. Its orders become drafts; dice, talk and notes stay (CM-11)."""
    word = match.spec.round_word
    if entry.round not in match.starts or entry.round > match.round:
        known = ", ".join(str(r) for r in sorted(match.starts))
        raise Refused("no_such_round", f"This match can go back to the start of {word} {known}.", "CM-11")
    if entry.moves is not None:
        return _back_to_a_move(match, entry, entry.moves)
    start = match.starts[entry.round]
    closed = next((r.orders for r in match.rounds if r.round == entry.round), None)
    orders = closed if closed is not None else {seat: order.orders for seat, order in match.sealed.items()}
    after = change(
        match,
        state=start.state,
        rounds=match.rounds[: start.lines["rounds"]],
        actions=match.actions[: start.lines["actions"]],
        notices={s: tuple(t for t in notices if t.round < entry.round) for s, notices in match.notices.items()},
        starts={r: s for r, s in match.starts.items() if r <= entry.round},
        drafts={seat: Draft(plain(sealed), False, entry.round) for seat, sealed in orders.items()},
        votes={},
        decided=(),
        schedule=None if match.schedule is None else match.schedule.gone_back(),
        waited_for={seat: round_ for seat, round_ in match.waited_for.items() if round_ < entry.round},
        spent=start.spent,
    )
    after = open_round(after, entry.at)
    text = " ".join(filter(None, (_rewound_words(match, entry.round), entry.words, entry.reason)))
    return announce(after, "rewound", text, entry.at, after.deadline if entry.words else None), EVERYTHING


def begin_anew(match: Match, at: float, *, keeps: bool = False) -> Match:
    """Begin the open round anew by changed rules (HH-70); sealed orders become drafts unless the round `keeps` them."""
    spec, after = match.spec, match
    text = f"The rules of {spec.title} have changed, and the host lets the match go on by the new ones."
    if not keeps and match.phase == "round" and match.round in match.starts:
        after, _ = rewind(match, j.Rewound(at=at, round=match.round))
        after = change(after, news=match.news)
        text += f" {spec.when(match.round).capitalize()} begins anew; its orders are drafts again."
    return announce(after, "reopened", text, at)


def _back_to_a_move(match: Match, entry: j.Rewound, moves: int) -> Applied:
    """Replay so many moves of a round from its start (CM-33). Talk, notes and dice stay; banks are as at the round's
    begin. Refused: `no_such_move`, `not_the_same`."""
    spec, number = match.spec, entry.round
    deeds = [deed for deed in match.actions if deed.round == number and not is_choice(deed)]
    start = match.starts[number]
    if match.game.stage(start.state) is None:
        text = f"In {spec.when(number, exact=True)} there are no turns: go back to its start."
        raise Refused("no_turns", text, "CM-33")
    if not 0 <= moves <= len(deeds) or (number == match.round and match.phase == "round" and moves == len(deeds)):
        raise Refused("no_such_move", f"In {spec.when(number, exact=True)} {len(deeds)} moves were made.", "CM-33")
    replay = gone_through(match, start.state, number, moves)
    back, _ = rewind(match, j.Rewound(at=entry.at, author=entry.author, round=number))
    notices_by_seat = {seat: (*back.notices.get(seat, ()), *replay.notices.get(seat, ())) for seat in match.seats}
    after = change(
        back, state=replay.state, news=match.news,
        notices={seat: notices for seat, notices in notices_by_seat.items() if notices},
        actions=(*back.actions, *replay.actions), drafts={},
    )  # fmt: skip
    undone = deeds[moves]
    text = f"The host went back to the turn of {undone.by} in {spec.when(number)}"
    more = len(deeds) - moves
    later = sum(record.round >= number for record in match.rounds)
    text += f": {more} move{'s are' if more > 1 else ' is'} undone" + (", and what closed since." if later else ".")
    after, text = set_clock(after, entry.at), f"{text} The dice stay. {entry.words}".strip()
    return announce(after, "rewound", text, entry.at, after.deadline if entry.words else None), EVERYTHING


def move_before(match: Match) -> tuple[int, int] | None:
    """Return the round and the number of moves before its last move, for an undo; None without a move."""
    if match.phase == "finished":
        return None
    deeds = [(deed.round, deed) for deed in match.actions if not is_choice(deed)]
    while deeds:
        number, deed = deeds.pop()
        start = match.starts.get(number)
        moves = sum(round_ == number for round_, _ in deeds)
        if start is None or match.game.stage(start.state) is None:
            return None
        stage = match.game.stage(gone_through(match, start.state, number, moves).state)
        if stage is not None and deed.by in stage.seats and deed.action.get("kind") not in stage.free:
            return number, moves
    return None


def _rewound_words(match: Match, to: int) -> str:
    """Return the announcement, with the undone rounds and the fate of the orders (HH-03)."""
    spec = match.spec
    undone = [*dict.fromkeys(spec.when(record.round) for record in match.rounds if record.round >= to)]
    same = spec.when(match.round) == spec.when(to)
    text = f"The host went back from {spec.when(match.round, same)} to the start of {spec.when(to, same)}."
    if undone:
        undone_words = f"{', '.join(undone[:-1])} and {undone[-1]} are" if len(undone) > 1 else f"{undone[0]} is"
        text += f" {capital(undone_words)} undone."
    return f"{text} The orders of {spec.when(to, same)} are drafts again, to be sealed anew; the dice stay."
