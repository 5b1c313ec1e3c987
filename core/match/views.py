"""Views of a match for one seat, for spectators and for hosts, as JSON or structs, with a cache for a position."""

from __future__ import annotations

import hashlib
from typing import Any, Generic, cast

import msgspec

from core.bots.coach import Lesson
from core.bots.contract import Sight
from core.decoding import canonical, plain
from core.json import Json
from core.ledger import Pending, total
from core.match.decisions import as_json as pending_json
from core.match.decisions import end_json, pending
from core.match.decisions import outcome as outcome_of
from core.match.private_channels import own as own_asides
from core.match.records import SealedOrders
from core.match.seating import OPEN, is_person
from core.match.state import Match, is_open, takes_orders, whose_turn_words
from core.parts import Asks, Choice, Notice, O_co, R_co, Stage, Struct
from core.talk.book import due
from core.talk.channels import Message, partners, rooms

NO_ASKS = Asks(orders=False)


class RoundLog(msgspec.Struct, Generic[O_co, R_co], frozen=True):
    """A round in a seat's own log (CM-10)."""

    round: int
    orders: O_co | None
    """Orders that were in force, or None."""
    notices: tuple[Notice, ...]
    deeds: tuple[Json, ...]
    report: R_co | None
    """None while the round is open."""
    public: object

    @property
    def closed_report(self) -> R_co:
        assert self.report is not None
        return self.report


def opening_view(match: Match, seat: str | None, round_: int) -> Struct:
    """Return the game's View for one seat when a round opened: orders are worded by it, not by a later one."""
    start = match.starts.get(round_)
    return game_view(match, seat) if start is None else cast("Struct", match.game.view(start.state, seat))


def game_view(match: Match, seat: str | None) -> Struct:
    game = match.game
    look = game.briefing_view if match.phase == "briefing" else game.view
    view: Struct = look(match.state, seat)
    return view


def asks(match: Match, seat: str) -> Asks:
    if match.phase not in ("pregame", "round"):
        return NO_ASKS
    asks_ = match.game.asks(match.state, seat, own_orders(match, seat))
    if not is_open(match):
        return msgspec.structs.replace(asks_, orders=False, choices=())
    stage = match.stage
    return _sealable(match, asks_) if stage is None else _on_turn(asks_, stage, seat)


def _sealable(match: Match, asks_: Asks) -> Asks:
    return asks_ if match.seals or not asks_.orders else msgspec.structs.replace(asks_, orders=False)


def _on_turn(asks_: Asks, stage: Stage, seat: str) -> Asks:
    """Close the choices of other turns, with the sentence that refuses them (CM-30)."""
    on_turn = seat in stage.seats

    def stays_open(choice: Choice) -> bool:
        if choice.closed is not None:
            return True  # the game's own reason says more
        if choice.slot.startswith("action"):
            action_kind = (choice.probe or {}).get("kind")
            return action_kind in stage.free or (on_turn and stage.by == "actions")
        return on_turn and stage.by == "orders"

    words = whose_turn_words(stage) if not on_turn or stage.by == "actions" else f"Now orders are sealed: {stage.name}."
    choices = tuple(
        choice if stays_open(choice) else msgspec.structs.replace(choice, closed=words, ruling="CM-30")
        for choice in asks_.choices
    )
    return msgspec.structs.replace(asks_, orders=asks_.orders and on_turn and stage.by == "orders", choices=choices)


def can_act(match: Match, seat: str) -> bool:
    """True if the seat may order or act while this round is open (CM-29)."""
    if not is_open(match):
        return False
    stage = match.stage
    if stage is not None and seat in stage.seats:
        return True
    asks_ = match.game.asks(match.state, seat, None)
    asks_ = _sealable(match, asks_) if stage is None else _on_turn(asks_, stage, seat)
    return asks_.orders or any(choice.closed is None for choice in asks_.choices)


def own_orders(match: Match, seat: str) -> Struct | None:
    order: SealedOrders | None = match.sealed.get(seat)
    return None if order is None else order.orders


def own_pending(match: Match, seat: str) -> Pending | None:
    """Return the choice that this seat still has to make, or None; a vote settles it."""
    choice = pending(match)
    if choice is None or seat not in choice.by or seat in match.votes:
        return None
    return choice


def readable_messages(match: Match, seat: str) -> tuple[Message, ...]:
    return tuple(message for message in match.messages if seat in message.readers)


def log(match: Match, seat: str) -> tuple[RoundLog, ...]:
    """Return the seat's log, the open round last (CM-10)."""
    logs = [
        RoundLog(
            round=record.round,
            orders=record.orders.get(seat),
            notices=_notices(match, seat, record.round),
            deeds=_deeds(match, seat, record.round),
            report=record.reports[seat],
            public=record.public,
        )
        for record in match.rounds
    ]
    if match.talk.phase in ("pregame", "round"):
        notices, deeds = _notices(match, seat, match.round), _deeds(match, seat, match.round)
        logs.append(RoundLog(match.round, None, notices, deeds, None, None))
    return tuple(logs)


def _notices(match: Match, seat: str, round_: int) -> tuple[Notice, ...]:
    return tuple(t.notice for t in match.notices.get(seat, ()) if t.round == round_)


def _deeds(match: Match, seat: str, round_: int) -> tuple[Json, ...]:
    return tuple(d.action for d in match.actions if d.by == seat and d.round == round_)


def sight(match: Match, seat: str) -> Sight:
    messages = readable_messages(match, seat)
    return Sight(
        seat=seat, seats=match.seats, phase=match.phase, round=match.round, view=game_view(match, seat),
        asks=asks(match, seat), sealed=own_orders(match, seat), ready=seat in match.ready, heard=messages,
        reports={record.round: record.reports[seat] for record in match.rounds}, pending=own_pending(match, seat),
        partners=partners(match.talk, seat), people=people(match, seat),
        due=due(match.game.terms, seat, messages, match.round, match.handed_over) if match.phase == "round" else (),
    )  # fmt: skip


def lesson(match: Match, seat: str, since: int = 0) -> Lesson:
    """Return all that the coach of this seat sees; it began when `since` rounds had closed."""
    draft = match.drafts.get(seat)
    draft = draft if draft is not None and draft.round == match.round else None
    own = own_orders(match, seat)
    return Lesson(
        sight=sight(match, seat),
        draft=draft.orders if draft is not None else None if own is None else plain(own),
        edited=draft is not None,
        played=max(0, len(match.rounds) - since),
        ordered=match.rounds[-1].orders.get(seat) if match.rounds else None,
    )


def people(match: Match, seat: str) -> tuple[str, ...]:
    return tuple(s for s in match.seats if s != seat and is_person(match.holders.get(s, OPEN)))


def public(match: Match) -> Json:
    stage = match.stage
    gallery = {"late": match.header.gallery, "people": len(match.audience.members)} if match.header.gallery else {}
    turn = {} if stage is None else {"turn": {"name": stage.name, "seats": list(stage.seats), "by": stage.by}}
    return {
        **turn,
        **({"gallery": gallery} if gallery else {}),
        "game": match.header.game,
        "phase": match.phase,
        "round": match.round,
        "seats": list(match.seats),
        "commitment": match.header.commitment,
        "announcements": [{"round": news.round, "kind": news.kind, "text": news.text} for news in match.news],
        "questions": [
            {"question": question.question, "answer": question.answer} for question in match.published_answers
        ],
        "public": [{"round": r.round, "told": plain(r.public)} for r in match.rounds if r.public is not None],
        "decision": end_json(match),
        "outcome": outcome_of(match),
    }


def view(match: Match, seat: str | None) -> Json:
    """Return all that one seat may know, as JSON; None is a spectator. It has no times: they are the table's."""
    json = {**public(match), "view": plain(game_view(match, seat))}
    if seat is None:
        return json
    own = own_orders(match, seat)
    if match.stage is not None and seat in match.stage.seats:
        json["turn"]["number"] = match.turn_marks.get(seat, 0)
    json |= {
        "decision": end_json(match, seat),
        "seat": seat,
        "orders": None if own is None else _order_json(own),
        "ready": seat in match.ready,
        "choose": None if (choice := own_pending(match, seat)) is None else pending_json(choice),
        "log": [_log_json(entry) for entry in log(match, seat)],
        "messages": [_message_json(message) for message in readable_messages(match, seat)],
        "apart": [_message_json(message) for message in own_asides(match, seat)],
        "rooms": list(rooms(match.talk, seat)),
        "partners": list(partners(match.talk, seat)),
        "notes": match.notes.get(seat, ""),
    }
    if waiting := [queued for queued in match.queued if queued.sender == seat]:  # optional key
        json["waiting"] = [
            {
                "to": queued.to if isinstance(queued.to, str) else list(queued.to),
                "text": queued.text,
                "why": queued.failure or None,
            }
            for queued in waiting
        ]
    if (everything := record(match)) is not None:
        json["record"] = everything
    return json


def shows_record(match: Match) -> bool:
    return match.phase == "finished" and not match.abandoned and bool(match.header.options.get("reveal", True))


def record(match: Match) -> Json | None:
    """Return the record, public to those seated after the finish (CM-09, CM-04), without conversations. None before, or
    if the host keeps it (option `reveal` false)."""
    if not shows_record(match):
        return None
    return {
        "options": match.header.options,
        "setup": match.header.setup,
        "start": match.game.host(match.starts[min(match.starts)].state),  # the set-up as it was drawn
        "seed": match.header.seed,
        "nonce": match.header.nonce,
        "rounds": [
            {
                "round": r.round,
                "orders": {seat: _order_json(orders) for seat, orders in r.orders.items()},
                "actions": [{"seat": d.by, "action": d.action} for d in match.actions if d.round == r.round],
                "reports": plain(r.reports),
            }
            for r in match.rounds
        ],
        "questions": [{"question": item.question, "answer": item.answer} for item in match.published_answers],
        "opened": [news.text for news in match.host_looks],
        "corrections": [
            {"seat": item.seat, "round": item.round, "was": item.before, "now": item.after, "reason": item.reason}
            for item in match.corrected
        ],
        "graces": [{"seat": seat, "round": match.waited_for[seat]} for seat in match.seats if seat in match.waited_for],
        "host": match.game.host(match.state),
    }


def _order_json(orders: Struct) -> Any:
    return plain(orders)


def _message_json(message: Message) -> Json:
    json = {
        "by": message.sender,
        "channel": message.channel,
        "readers": list(message.readers),
        "round": message.round,
        "text": message.text,
    }
    if message.deal is not None:
        json["deal"] = plain(message.deal)
    return json if message.act is None else {**json, "act": plain(message.act)}


def _log_json(entry: RoundLog) -> Json:
    return {
        "round": entry.round,
        "orders": None if entry.orders is None else _order_json(entry.orders),
        "actions": list(entry.deeds),
        "notices": [{"kind": n.kind, "text": n.text, "data": n.data} for n in entry.notices],
        "report": plain(entry.report),
    }


def host(match: Match) -> Json:
    """Return the host state of the scenario contract: everything, as JSON."""
    choice = pending(match)
    return {
        **match.game.host(match.state),
        "game": match.header.game,
        "phase": match.phase,
        "round": match.round,
        "seats": list(match.seats),
        "garnets": total(match.state.ledger, "garnet", match.seats),
        "tokens_of_life": total(match.state.ledger, "token", match.seats),
        "orders": {seat: plain(match.sealed[seat].orders) for seat in match.seats if seat in match.sealed},
        "pending": [] if choice is None else [pending_json(choice)],
        "votes": {seat: list(named) for seat, named in match.votes.items()},
        "outcome": outcome_of(match),
    }


def digest(match: Match) -> str:
    """Return SHA-256, in hex, of the canonical host state: equal inputs give equal digests everywhere."""
    return hashlib.sha256(canonical(host(match))).hexdigest()


def look(before: Match, after: Match) -> None:
    """Ask the rules of a game from outside all that screens and bots will ask at a new position: what fails there is
    not taken over.

    Raises:
        GameFault: A function of the game failed.
    """
    moved = after.state is not before.state or after.phase != before.phase or after.sealed != before.sealed
    if moved and after.game.guarded:
        _ = after.stage, after.talk, pending(after), game_view(after, None)
        for seat in after.seats:
            game_view(after, seat)
            asks(after, seat)
            can_act(after, seat)


class PositionCache:
    def __init__(self) -> None:
        self._phase = ""
        self._state: Any = None
        self._views: dict[str | None, Struct] = {}
        self._asks: dict[str, tuple[Struct | None, bool, Asks]] = {}
        """Asks with the seal and `takes_orders` for which they hold."""
        self._can_act: dict[str, bool] = {}

    def _refresh(self, match: Match) -> None:
        if self._state is not match.state or self._phase != match.phase:
            self._phase, self._state = match.phase, match.state
            self._views.clear()
            self._asks.clear()
            self._can_act.clear()

    def view(self, match: Match, seat: str | None) -> Struct:
        self._refresh(match)
        if seat not in self._views:
            self._views[seat] = game_view(match, seat)
        return self._views[seat]

    def asks(self, match: Match, seat: str) -> Asks:
        self._refresh(match)
        sealed, taken = own_orders(match, seat), takes_orders(match)
        known = self._asks.get(seat)
        if known is None or known[0] is not sealed or known[1] is not taken:
            known = self._asks[seat] = (sealed, taken, asks(match, seat))
        return known[2]

    def can_act(self, match: Match, seat: str) -> bool:
        self._refresh(match)
        if seat not in self._can_act:
            self._can_act[seat] = can_act(match, seat)
        return self._can_act[seat]
