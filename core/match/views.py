"""What leaves a match: the view of one seat, the public view of a spectator, and the host's, as JSON or structs; kept,
so that each is worked out once for a position."""

from __future__ import annotations

import hashlib
import logging
from typing import Any, Generic

import msgspec

from core.bots.coach import Lesson
from core.bots.contract import Sight
from core.decoding import canonical, plain
from core.json import Json
from core.ledger import Pending, total
from core.match.decisions import as_json as pending_json
from core.match.decisions import outcome as outcome_of
from core.match.decisions import pending, told
from core.match.private_channels import own as own_asides
from core.match.seating import OPEN, is_person
from core.match.state import Match, SealedOrders, is_open, takes_orders, turn_words
from core.parts import Asks, Choice, Notice, O_co, R_co, Stage, Struct
from core.talk.book import due
from core.talk.channels import Message, partners, rooms

NO_ASKS = Asks(orders=False)


class RoundLog(msgspec.Struct, Generic[O_co, R_co], frozen=True):
    """One round as one seat remembers it (CM-10)."""

    round: int
    orders: O_co | None
    """The game's Orders that were in force, or None."""
    notices: tuple[Notice, ...]
    deeds: tuple[Json, ...]
    """Its own live actions."""
    report: R_co | None
    """The game's Report; None while the round is open."""
    public: object

    @property
    def told(self) -> R_co:
        """The Report of a round that has closed."""
        assert self.report is not None
        return self.report


def game_view(match: Match, seat: str | None) -> Struct:
    """The game's View for one seat, or for a spectator (None)."""
    game = match.game
    look = game.briefing_view if match.phase == "briefing" else game.view
    view: Struct = look(match.state, seat)
    return view


def asks(match: Match, seat: str) -> Asks:
    """What the seat may order or do now."""
    if match.phase not in ("pregame", "round"):
        return NO_ASKS
    found = match.game.asks(match.state, seat, own_orders(match, seat))
    if not is_open(match):
        return msgspec.structs.replace(found, orders=False, choices=())
    stage = match.stage
    return _sealable(match, found) if stage is None else _on_turn(found, stage, seat)


def _sealable(match: Match, found: Asks) -> Asks:
    return found if match.seals or not found.orders else msgspec.structs.replace(found, orders=False)


def _on_turn(found: Asks, stage: Stage, seat: str) -> Asks:
    """What is not this seat's turn is closed, with the sentence that refuses it (CM-30)."""
    mine = seat in stage.seats

    def may(choice: Choice) -> bool:
        if choice.closed is not None:
            return True  # the game's own reason says more
        if choice.slot.startswith("action"):
            kind = (choice.probe or {}).get("kind")
            return kind in stage.free or (mine and stage.by == "actions")
        return mine and stage.by == "orders"

    words = turn_words(stage) if not mine or stage.by == "actions" else f"Now orders are sealed: {stage.name}."
    choices = tuple(
        choice if may(choice) else msgspec.structs.replace(choice, closed=words, ruling="CM-30")
        for choice in found.choices
    )
    return msgspec.structs.replace(found, orders=found.orders and mine and stage.by == "orders", choices=choices)


def can_act(match: Match, seat: str) -> bool:
    """May the seat seal orders, or do anything else, while this round is open (CM-29)?"""
    if not is_open(match):
        return False
    stage = match.stage
    if stage is not None and seat in stage.seats:
        return True
    found = match.game.asks(match.state, seat, None)
    found = _sealable(match, found) if stage is None else _on_turn(found, stage, seat)
    return found.orders or any(choice.closed is None for choice in found.choices)


def own_orders(match: Match, seat: str) -> Struct | None:
    """The seat's sealed orders, or None."""
    order: SealedOrders | None = match.sealed.get(seat)
    return None if order is None else order.orders


def own_pending(match: Match, seat: str) -> Pending | None:
    """The choice that this seat has still to make, or None: a seat that has voted is not asked again."""
    choice = pending(match)
    if choice is None or seat not in choice.by or seat in match.votes:
        return None
    return choice


def heard(match: Match, seat: str) -> tuple[Message, ...]:
    """Every message that this seat can read (CM-23), oldest first."""
    return tuple(message for message in match.said if seat in message.readers)


def log(match: Match, seat: str) -> tuple[RoundLog, ...]:
    """The seat's own log, round by round, the open round last (CM-10)."""
    found = [
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
        found.append(RoundLog(match.round, None, notices, deeds, None, None))
    return tuple(found)


def _notices(match: Match, seat: str, round_: int) -> tuple[Notice, ...]:
    return tuple(t.notice for t in match.told.get(seat, ()) if t.round == round_)


def _deeds(match: Match, seat: str, round_: int) -> tuple[Json, ...]:
    return tuple(d.action for d in match.actions if d.by == seat and d.round == round_)


def sight(match: Match, seat: str) -> Sight:
    """All that a bot in this seat is shown."""
    said = heard(match, seat)
    return Sight(
        seat=seat,
        seats=match.seats,
        phase=match.phase,
        round=match.round,
        view=game_view(match, seat),
        asks=asks(match, seat),
        sealed=own_orders(match, seat),
        ready=seat in match.ready,
        heard=said,
        reports={record.round: record.reports[seat] for record in match.rounds},
        pending=own_pending(match, seat),
        partners=partners(match.talk, seat),
        people=people(match, seat),
        due=due(match.game.terms, seat, said, match.round, match.handed) if match.phase == "round" else (),
    )


def lesson(match: Match, seat: str, since: int = 0) -> Lesson:
    """All that the coach of this seat is shown, having begun when `since` rounds had closed."""
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
    """The other seats that people hold: neither a bot nor nobody yet. Everyone seated can see who they are."""
    return tuple(s for s in match.seats if s != seat and is_person(match.holders.get(s, OPEN)))


def public(match: Match) -> Json:
    """What every seat and every spectator knows, as JSON."""
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
        "questions": [{"question": one.question, "answer": one.answer} for one in match.answered],
        "public": [{"round": r.round, "told": plain(r.public)} for r in match.rounds if r.public is not None],
        "decision": told(match),
        "outcome": outcome_of(match),
    }


def view(match: Match, seat: str | None) -> Json:
    """All that one seat may know, as JSON; None is a spectator. Without times: they are the table's."""
    found = {**public(match), "view": plain(game_view(match, seat))}
    if seat is None:
        return found
    own = own_orders(match, seat)
    if match.stage is not None and seat in match.stage.seats:
        found["turn"]["number"] = match.turn_marks.get(seat, 0)
    found |= {
        "decision": told(match, seat),
        "seat": seat,
        "orders": None if own is None else _order_json(own),
        "ready": seat in match.ready,
        "choose": None if (choice := own_pending(match, seat)) is None else pending_json(choice),
        "log": [_log_json(entry) for entry in log(match, seat)],
        "messages": [_message_json(message) for message in heard(match, seat)],
        "apart": [_message_json(message) for message in own_asides(match, seat)],
        "rooms": list(rooms(match.talk, seat)),
        "partners": list(partners(match.talk, seat)),
        "notes": match.notes.get(seat, ""),
    }
    if waiting := [one for one in match.waiting if one.by == seat]:  # the one key that is not always there
        found["waiting"] = [
            {"to": one.to if isinstance(one.to, str) else list(one.to), "text": one.text, "why": one.why or None}
            for one in waiting
        ]
    if (everything := record(match)) is not None:
        found["record"] = everything
    return found


def shows_record(match: Match) -> bool:
    """Is the record public to those seated?"""
    return match.phase == "finished" and not match.abandoned and bool(match.header.options.get("reveal", True))


def record(match: Match) -> Json | None:
    """The record that becomes public to those seated when the match has finished (CM-09, CM-04); None before, or
    where the host keeps it (option `reveal` false). Conversations are not part of it."""
    if not shows_record(match):
        return None
    return {
        "options": match.header.options,
        "setup": match.header.given,
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
        "questions": [{"question": one.question, "answer": one.answer} for one in match.answered],
        "opened": [news.text for news in match.opened],
        "corrections": [
            {"seat": one.seat, "round": one.round, "was": one.was, "now": one.now, "reason": one.reason}
            for one in match.corrected
        ],
        "graces": [{"seat": seat, "round": match.graced[seat]} for seat in match.seats if seat in match.graced],
        "host": match.game.host(match.state),
    }


def _order_json(orders: Struct) -> Any:
    return plain(orders)


def _message_json(message: Message) -> Json:
    found = {
        "by": message.by,
        "channel": message.channel,
        "readers": list(message.readers),
        "round": message.round,
        "text": message.text,
    }
    if message.deal is not None:
        found["deal"] = plain(message.deal)
    return found if message.act is None else {**found, "act": plain(message.act)}


def _log_json(entry: RoundLog) -> Json:
    return {
        "round": entry.round,
        "orders": None if entry.orders is None else _order_json(entry.orders),
        "actions": list(entry.deeds),
        "notices": [{"kind": n.kind, "text": n.text, "data": n.data} for n in entry.notices],
        "report": plain(entry.report),
    }


def host(match: Match) -> Json:
    """The host state of the scenario contract: everything, as JSON."""
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
    """SHA-256, in hex, of the canonical host state: equal inputs give equal digests everywhere."""
    return hashlib.sha256(canonical(host(match))).hexdigest()


class PositionCache:
    """What is known of the position in which a match was seen last."""

    def __init__(self) -> None:
        self._phase = ""
        self._state: Any = None
        self._views: dict[str | None, Struct] = {}
        self._asks: dict[str, tuple[Struct | None, bool, Asks]] = {}
        """With what was sealed then, and whether orders were taken."""
        self._can_act: dict[str, bool] = {}

    def _look(self, match: Match) -> None:
        """Forget what is of another position."""
        if self._state is not match.state or self._phase != match.phase:
            self._phase, self._state = match.phase, match.state
            self._views.clear()
            self._asks.clear()
            self._can_act.clear()

    def view(self, match: Match, seat: str | None) -> Struct:
        """The game's View for one seat, or for a spectator (None)."""
        self._look(match)
        if seat not in self._views:
            self._views[seat] = game_view(match, seat)
        return self._views[seat]

    def asks(self, match: Match, seat: str) -> Asks:
        """What the seat may order or do now, after what it has sealed."""
        self._look(match)
        sealed, taken = own_orders(match, seat), takes_orders(match)
        known = self._asks.get(seat)
        if known is None or known[0] is not sealed or known[1] is not taken:
            known = self._asks[seat] = (sealed, taken, asks(match, seat))
        return known[2]

    def can_act(self, match: Match, seat: str) -> bool:
        """May the seat seal orders, or do anything else, while this round is open (CM-29)? Lists of matches and
        that person's other tables ask it, too: where rules fail it may, as far as is known, and is not passed over."""
        self._look(match)
        if seat not in self._can_act:
            try:
                self._can_act[seat] = can_act(match, seat)
            except Exception:
                logging.getLogger(__name__).exception(
                    "the rules of %s failed: what %s may do is not known", match.header.match, seat
                )
                self._can_act[seat] = True
        return self._can_act[seat]
