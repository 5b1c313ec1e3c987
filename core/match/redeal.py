"""Makes a match that one seat cannot tell from the given one (HH-15).

The game redeals its State (`Game.redeal`). This module adds seed and nonce (CM-04), sealed orders, drafts and notes
(CM-09), seats that sealed or are ready (at most their number is shown, CM-28), votes (HH-05), talk between others
(CM-23), their logs (CM-10) and live actions, reasons of their ledgers (CM-06), and the host's looks (public after the
end).

The result serves that seat's view, choices, refusals, screens and bytes. No journal folds to it, and only a close of
the open round continues it. A finished match that shows its record keeps only drafts, notes and talk private. One that
ended without a result shows no record and may reopen (HH-50): it keeps the secrets that it had.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from core.decoding import decode
from core.dice import Dice, Draw
from core.json import Json
from core.ledger import PURSE, PURSE_TAKEN, LedgerEntry
from core.match.audience import Audience, GalleryConsent, Remark
from core.match.decisions import WORDS, pending
from core.match.records import (
    BeforeVerdict,
    Correction,
    Draft,
    News,
    PlannedNews,
    RoundRecord,
    RoundStart,
    SealedOrders,
    WaitingMessage,
)
from core.match.seating import OPEN
from core.match.state import Match, takes_orders
from core.match.views import NO_ASKS, shows_record
from core.parts import ActionRecord, GameState
from core.refusal import Refused
from core.talk.channels import APART, LINE, Aside, Message, Mute

T = TypeVar("T")

UNSEEN = "zq-unseen"
"""Begin of every invented text, so that a test can search for it."""
OFTEN = 0.7
"""Chance that another seat has a draft or said something, where the number does not matter."""


NOT_YET = 4e9
"""Moment after the clock of every test, in seconds since 1970: planned news for it stays planned."""


def redeal(match: Match, seat: str | None, dice: Dice) -> Match:
    """Redraw everything that `seat` (None: a spectator) cannot know from `dice`."""
    if match.before_abort is not None:
        before = match.before_abort
        redealt = redeal(replace(match, phase=before.phase, ready=before.ready, before_abort=None), seat, dice)
        before = replace(before, ready=redealt.ready)
        return replace(redealt, phase=match.phase, ready=match.ready, before_abort=before)
    others = tuple(other for other in match.seats if other != seat)
    redrawn = _own_papers(match, others, dice)
    if shows_record(match):
        return redrawn
    draw = dice.draw("redeal: seed")
    redrawn = replace(
        redrawn,
        header=replace(match.header, seed=draw.below(1 << 60), nonce=f"{draw.below(1 << 60):x}"),
        rounds=tuple(_redrawn_record(record, others, dice) for record in match.rounds),
        notices=_dealt_among(match.notices, others, dice.draw("redeal: notices")),
        actions=_redrawn_actions(match, others, dice.draw("redeal: actions")),
        host_looks=(*match.host_looks, News("opened", f"{UNSEEN} look {draw.below(1 << 30)}", match.round, 0.0))[
            draw.below(2) :
        ],
        votes=_redrawn_votes(match, others, dice.draw("redeal: votes")),
        planned=(PlannedNews(1, f"{UNSEEN} planned {draw.below(1 << 30)}", NOT_YET),),
        watch_code=f"{UNSEEN} {draw.below(1 << 30)}",
        waited_for=_redrawn_waits(match, others, dice.draw("redeal: grace")),
        corrected=_redrawn_corrections(match, others, dice.draw("redeal: corrections")),
        before_verdict=_before_verdict(match, seat, dice),
        later_drafts=_drop_some_of_others(match.later_drafts, seat, dice.draw("redeal: later drafts")),
    )
    redrawn = replace(redrawn, starts=_Starts(match, seat, dice))
    redrawn = replace(redrawn, state=_redealt_state(match, match.state, seat, dice))
    if match.talk.phase in ("decision", "finished"):
        return redrawn
    return replace(
        redrawn,
        sealed=_redrawn_seals(redrawn, others, dice),
        ready=_redrawn_ready(match, others, dice.draw("redeal: ready")),
    )


def _before_verdict(match: Match, seat: str | None, dice: Dice) -> BeforeVerdict | None:
    """Redraw a round before its results (HH-72): its State, and the orders, drafts and marks of others, or none."""
    before, draw = match.before_verdict, dice.draw("redeal: before the verdict")
    return before and replace(
        before,
        state=_redealt_state(match, before.state, seat, dice),
        sealed=_drop_some_of_others(before.sealed, seat, draw),
        drafts=_drop_some_of_others(before.drafts, seat, draw),
        ready=tuple(_drop_some_of_others(dict.fromkeys(before.ready, True), seat, draw)),
    )


def _drop_some_of_others(by_seat: dict[str, T], seat: str | None, draw: Draw) -> dict[str, T]:
    return {other: value for other, value in by_seat.items() if other == seat or draw.chance(OFTEN)}


def _redealt_state(match: Match, state: GameState, seat: str | None, dice: Dice) -> GameState:
    """Redeal a State. A settled decision is public; others' reasons and the parts of their amounts are not (CM-06)."""
    draw = dice.draw("redeal: ledger")
    redealt: GameState = state if state.ending is not None else match.game.redeal(state, seat, dice)
    own = [entry for entry in redealt.ledger if entry.seat == seat or entry.reason in (PURSE, PURSE_TAKEN)]
    unseen = [entry for entry in redealt.ledger if entry not in own]
    if state.ending is not None:
        tokens = Counter[str]()
        for entry in unseen:
            tokens[entry.seat] += entry.amount if entry.coin == "token" else 0
        unseen = [entry for entry in unseen if entry.coin != "token"]
        unseen += [LedgerEntry(of, "token", amount, "") for of, amount in tokens.items() if amount]
    masked = [replace(entry, reason=f"{UNSEEN} reason {draw.below(1 << 30)}") for entry in unseen]
    return replace(redealt, ledger=(*own, *masked))


class _Starts(Mapping[int, RoundStart]):
    """The starts of rounds as the seat knew them, drawn when first read."""

    def __init__(self, match: Match, seat: str | None, dice: Dice) -> None:
        self._match, self._seat, self._dice = match, seat, dice
        self._drawn: dict[int, RoundStart] = {}

    def __getitem__(self, number: int) -> RoundStart:
        if number not in self._drawn:
            start = self._match.starts[number]
            seed = self._dice.draw(f"redeal: start of {number}").below(1 << 60)
            state = _redealt_state(self._match, start.state, self._seat, Dice(seed))
            self._drawn[number] = RoundStart(state, start.lines)
        return self._drawn[number]

    def __contains__(self, number: object) -> bool:
        return number in self._match.starts

    def __iter__(self) -> Iterator[int]:
        return iter(self._match.starts)

    def __len__(self) -> int:
        return len(self._match.starts)


# --- papers and talk --------------------------------------------------------------------------------------------------
def _own_papers(match: Match, others: Sequence[str], dice: Dice) -> Match:
    """Redraw the others' drafts, notes and talk (CM-09, CM-23)."""
    draw = dice.draw("redeal: papers")
    drafts = {seat: draft for seat, draft in match.drafts.items() if seat not in others}
    if match.talk.phase in ("pregame", "round"):
        drafts |= {
            seat: Draft({UNSEEN: draw.below(1 << 30)}, draw.chance(0.5), match.round)
            for seat in others
            if draw.chance(OFTEN)
        }
    notes = {seat: text for seat, text in match.notes.items() if seat not in others}
    notes |= {seat: f"{UNSEEN} note {draw.below(1 << 30)}" for seat in others}
    published = {answer.seat for answer in match.releases if answer.what == "notes" and answer.yes}  # HH-27
    noted = {seat: texts for seat, texts in match.notes_by_round.items() if seat not in others or seat in published}
    noted |= {seat: {match.round: f"{notes[seat]}, once"} for seat in others if seat not in published}
    muted = {seat: mute for seat, mute in match.muted.items() if seat not in others}
    muted |= {seat: Mute(("lounge",), None, f"{UNSEEN} mute") for seat in others if draw.chance(0.3)}
    waiting = tuple(queued for queued in match.queued if queued.sender not in others)
    waiting += tuple(_redrawn_queue(seat, draw) for seat in others if draw.chance(0.3))
    match = replace(match, queued=waiting)
    match = replace(match, muted=muted, asides=_redrawn_asides(match, others, dice.draw("redeal: asides")))
    match = replace(
        match, notes_by_round=noted, audience=_redrawn_audience(match, others, dice.draw("redeal: audience"))
    )
    messages, by_end = _redrawn_talk(match, others, dice.draw("redeal: talk"))
    return replace(match, drafts=drafts, notes=notes, messages=messages, messages_by_end=by_end)


def _redrawn_audience(match: Match, others: Sequence[str], draw: Draw) -> Audience:
    """Redraw the gallery's members, others' consents and unread remarks. A spectator keeps the spectators' remarks
    (HH-61, HH-62, HH-64)."""
    was = match.audience
    members = {f"person:{UNSEEN}{n}": f"{UNSEEN} member {draw.below(1 << 30)}" for n in range(len(was.members))}
    lets = {seat: own for seat, own in was.consents.items() if seat not in others}
    lets |= {seat: GalleryConsent(draw.chance(0.5), draw.chance(0.5)) for seat in others if draw.chance(OFTEN)}
    watches = len(others) == len(match.seats)
    remarks = tuple(remark for remark in was.remarks if watches and remark.where == "spectators")
    made_up = Remark("person:eve", "Eve", "gallery", f"{UNSEEN} remark {draw.below(1 << 30)}", match.round, 0.0)
    readable = tuple(place for place in range(len(match.messages)) if draw.chance(0.5))
    ever = (*members, *(["person:gone"] if draw.chance(0.5) else []))
    return Audience(members=members, ever=ever, consents=lets, said=readable, remarks=(*remarks, made_up))


def _redrawn_talk(match: Match, others: Sequence[str], draw: Draw) -> tuple[tuple[Message, ...], int]:
    """Redraw talk between others. Returns it, and how much of it was said by the end."""
    messages: list[Message] = []
    by_end = 0
    for place, message in enumerate(match.messages):
        by_end = len(messages) if place == match.messages_by_end else by_end
        if set(message.readers) <= set(others) and message.channel != "lounge":
            if draw.chance(OFTEN):
                messages.append(
                    replace(message, text=f"{UNSEEN} talk {draw.below(1 << 30)}", deal=None, act=None, occasion="")
                )
            continue
        messages.append(message)
    by_end = len(messages) if match.messages_by_end == len(match.messages) else by_end
    if len(others) > 1 and match.phase != "briefing" and draw.chance(OFTEN):
        pair = draw.sample(others, 2)
        readers = tuple(seat for seat in match.seats if seat in pair)
        messages.append(Message(pair[0], "seats", readers, f"{UNSEEN} talk", match.round, 0.0))
    return tuple(messages), by_end


def _redrawn_asides(match: Match, others: Sequence[str], draw: Draw) -> tuple[Aside, ...]:
    """Redraw others' confessionals and lines to hosts, before and between the seat's own (HH-29, HH-30)."""
    asides: list[Aside] = []
    for aside in match.asides:
        asides += [_unseen_aside(match, others, draw)] if others and draw.chance(0.5) else []
        asides += [aside] if aside.seat not in others else []
    return (*asides, *(_unseen_aside(match, others, draw) for _ in others if draw.chance(0.5)))


def _unseen_aside(match: Match, others: Sequence[str], draw: Draw) -> Aside:
    seat, room = draw.pick(others), draw.pick(APART)
    words = f"{UNSEEN} aside {draw.below(1 << 30)}"
    holder = match.holders.get(seat, OPEN)
    return Aside(seat, room, words, holder, match.round, 0.0, room == LINE and draw.chance(0.5))


# --- the past of others -----------------------------------------------------------------------------------------------
def _redrawn_record(record: RoundRecord, others: Sequence[str], dice: Dice) -> RoundRecord:
    draw = dice.draw(f"redeal: record of {record.round}")
    orders = _dealt_among(record.orders, others, draw)
    ready = tuple(seat for seat in record.ready if seat not in others) + tuple(
        seat for seat in others if draw.chance(0.5)
    )
    reports = _dealt_among(record.reports, others, draw)
    return replace(record, orders=orders, reports=reports, ready=ready, verdict=None, sealed_at={})


def _dealt_among(by_seat: dict[str, T], others: Sequence[str], draw: Draw) -> dict[str, T]:
    holders = list(others)
    draw.shuffle(holders)
    dealt = {seat: value for seat, value in by_seat.items() if seat not in others}
    return dealt | {holder: by_seat[other] for holder, other in zip(holders, others, strict=True) if other in by_seat}


def _redrawn_actions(match: Match, others: Sequence[str], draw: Draw) -> tuple[ActionRecord, ...]:
    """Redraw as many actions of any others; choices after the last round are public (CM-15)."""
    return tuple(
        deed
        if deed.by not in others
        else replace(deed, by=draw.pick(others), at=0.0, action=_unseen_action(deed.action, draw))
        for deed in match.actions
    )


def _unseen_action(action: Json, draw: Draw) -> Json:
    return action if action.get("kind") in WORDS else {"kind": UNSEEN, "drawn": draw.below(1 << 30)}


def _redrawn_waits(match: Match, others: Sequence[str], draw: Draw) -> dict[str, int]:
    """Redraw as many deadlines that waited, for any others; their number is public (HH-23)."""
    if not match.waited_for:
        return {}
    graced = {seat: round_ for seat, round_ in match.waited_for.items() if seat not in others}
    waited = sorted(set(match.waited_for.values()) - set(graced.values()))
    return graced | {seat: draw.pick(waited) for seat in others if waited and draw.chance(OFTEN)}


def _redrawn_corrections(match: Match, others: Sequence[str], draw: Draw) -> tuple[Correction, ...]:
    """Redraw as many corrections, of any others and any orders; their number is public (HH-40)."""
    return tuple(
        replace(correction, seat=draw.pick(others), before={UNSEEN: 0}, after={UNSEEN: 1})
        if correction.seat in others
        else correction
        for correction in match.corrected
    )


def _redrawn_queue(seat: str, draw: Draw) -> WaitingMessage:
    why = f"{UNSEEN} why" if draw.chance(0.3) else ""
    return WaitingMessage(number=0, sender=seat, to="lounge", text=f"{UNSEEN} haste", at=NOT_YET, failure=why)


def _redrawn_votes(match: Match, others: Sequence[str], draw: Draw) -> dict[str, tuple[str, ...]]:
    """Redraw others' votes: any voters and names, never all, which would settle the choice."""
    votes = {seat: named for seat, named in match.votes.items() if seat not in others}
    choice = pending(match)
    if choice is None:
        return votes
    may = [seat for seat in choice.by if seat in others]
    most = len(may) - (set(choice.by) <= {*may, *votes})
    for seat in draw.sample(may, draw.below(most + 1) if most > 0 else 0):
        drawn = draw.sample(choice.among, choice.count)
        votes[seat] = tuple(name for name in match.seats if name in drawn)
    return votes


# --- the open round ---------------------------------------------------------------------------------------------------
def _redrawn_seals(match: Match, others: Sequence[str], dice: Dice) -> dict[str, SealedOrders]:
    draw = dice.draw("redeal: sealed orders")
    sealed = {seat: order for seat, order in match.sealed.items() if seat not in others}
    wanted = sum(seat in others for seat in match.sealed)
    if not match.shows_counts and takes_orders(match):  # CM-28: how many is not known either
        wanted = draw.below(len(others) + 1)
    willing = list(others)
    draw.shuffle(willing)
    for seat in willing:
        orders = some_orders(match, seat, draw) if wanted > 0 else None
        if orders is not None:
            sealed[seat] = SealedOrders(orders, float(draw.below(1 << 30)))
            wanted -= 1
    return sealed


def some_orders(match: Match, seat: str, draw: Draw) -> Any:
    """Return orders (the game's struct) that `seat` may seal now: an open choice or empty orders. None if it may seal
    none, as off its turn (CM-29)."""
    game = match.game
    stage = match.stage
    if stage is not None and seat not in stage.seats:
        return match.sealed[seat].orders if seat in match.sealed else None
    asks = game.asks(match.state, seat, None) if takes_orders(match) else NO_ASKS
    probes = [choice.probe for choice in asks.choices if choice.closed is None and not choice.slot.startswith("action")]
    for probe in [draw.pick(probes) if probes else None, {}, *probes[:1]]:
        if probe is not None:
            try:
                orders = decode(game.Orders, probe, "orders")
                game.check(match.state, seat, orders)
            except Refused:
                continue
            return orders
    return match.sealed[seat].orders if seat in match.sealed else None


def _redrawn_ready(match: Match, others: Sequence[str], draw: Draw) -> tuple[str, ...]:
    wanted = sum(seat in others for seat in match.ready)
    if not match.shows_counts:  # CM-28
        wanted = draw.below(len(others) + 1)
    marked = draw.sample(others, wanted)
    return tuple(seat for seat in match.seats if seat in marked or (seat in match.ready and seat not in others))
