"""The draft at the trade desk, as a value: every change returns another. Expectations are private and no part of the
orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.contract import Choice
from core.games.trading.offers import Orders
from core.games.trading.results import Outlook, Payoff, Plan
from core.games.trading.structs import TradingReport, TradingView
from core.games.trading.trade_form import Desk
from core.refusal import Refused
from core.table.seat import Seat
from core.talk.channels import Deal, Message
from core.talk.deals import Bargain, bargains
from tui.app.memory import SeatMemory
from tui.words import text

UNKNOWN = "?"
"""Kept for an offer without a particular expectation."""

Offer = dict[str, str]
"""A slot as in the orders: `to` and `give`, empty until chosen."""


@dataclass(frozen=True, kw_only=True)
class DeskDraft:
    """A seat's plan for the open round with everything needed to judge it. Immutable."""

    desk: Desk
    you: str | None
    """The seat; None for a spectator."""
    round: int
    view: TradingView
    choices: tuple[Choice, ...] = ()
    bargains: Mapping[str, Bargain]
    """Latest proposals of this round by partner, and swaps of earlier agreements that are due."""
    due: tuple[str, ...] = ()
    """Promises of earlier agreements for this round, in words."""
    offers: tuple[Offer, ...] = ()
    expect: Mapping[str, str]
    wishes: Mapping[str, str]
    """Wishes for offers without a partner (a cell of the matrix), by `round:kind`."""
    elsewhere: int = 0
    """How many of the stepped kind others are assumed to give."""

    @classmethod
    def of(
        cls, seat: Seat[Orders, TradingView, TradingReport], orders: Mapping[str, Any], memory: SeatMemory
    ) -> DeskDraft:
        round_ = seat.frame().round
        return cls(
            desk=seat.game.desk,  # type: ignore[attr-defined]
            you=seat.name,
            round=round_,
            view=seat.view(),
            choices=seat.asks().choices,
            bargains=_promised_bargains(seat, round_) | bargains(seat.name, seat.messages(), round_),
            due=tuple(words for words, _ in seat.promised()),
            offers=tuple(orders.get("offers", ())),
            expect=memory.get("expect", {}),
            wishes=memory.get("wish", {}),
            elsewhere=memory.get("elsewhere", 0),
        )

    def keep(self, memory: SeatMemory) -> None:
        for name, value in (("expect", self.expect), ("wish", self.wishes), ("elsewhere", self.elsewhere)):
            if value or memory.get(name):
                memory.keep(self.round, name, value)

    # --- what there is -----------------------------------------------------------------------------------------------
    def choices_for(self, slot: str) -> list[Choice]:
        return [choice for choice in self.choices if choice.slot == slot]

    def offer(self, slot: int) -> Offer:
        return self.offers[slot] if slot < len(self.offers) else {}

    def offer_to(self, name: str) -> Offer:
        return next((offer for offer in self.offers if offer.get("to") == name), {})

    def slot_of(self, name: str) -> int | None:
        return next((n for n, offer in enumerate(self.offers) if offer.get("to") == name), None)

    def next_slot(self) -> int:
        """Return the first slot without a partner, else the next new slot (which may be over the limit)."""
        return next((n for n, offer in enumerate(self.offers) if not offer.get("to")), len(self.offers))

    def slot_for_a_cell(self, cursor_slot: int) -> int:
        """Return the slot that a cell of the matrix fills while the cursor is at `cursor_slot`: that one, unless it is
        complete."""
        offer = self.offer(cursor_slot)
        return self.next_slot() if offer.get("to") and offer.get("give") else cursor_slot

    def others_than(self, slot: int) -> tuple[Offer, ...]:
        return tuple(offer for number, offer in enumerate(self.offers) if number != slot)

    def has_drafted(self, bargain: Bargain) -> bool:
        return bargain.agreed and {"to": bargain.message.sender, "give": bargain.give(self.you)} in self.offers

    def agreed_swap(self, name: str) -> tuple[str, str] | None:
        """Return the swap agreed with a partner this round, as this seat gives and gets, even if another was
        proposed since; None if none is."""
        bargain = self.bargains.get(name)
        return None if bargain is None else bargain.settled_as(self.you)

    def breach_sentences(self) -> list[str]:
        sentences = []
        for name in self.bargains:
            swap, given = self.agreed_swap(name), self.offer_to(name).get("give")
            if swap is not None and swap[0] != given:
                does = f"you offer {given}" if given else "nothing is offered"
                sentences.append(f"You agreed with {name}: your {swap[0]} for their {swap[1]}. This breaks it: {does}.")
        return sentences

    def kept_in(self, slot: int) -> str | None:
        """Return the partner if a slot's offer is as agreed, else None."""
        offer = self.offer(slot)
        swap = self.agreed_swap(offer.get("to", ""))
        return offer["to"] if swap is not None and swap[0] == offer.get("give") else None

    def waiting_proposals(self) -> dict[str, Bargain]:
        return {name: bargain for name, bargain in self.bargains.items() if bargain.waits_for(self.you)}

    def swaps_offered(self) -> dict[tuple[str, str], tuple[str, ...]]:
        partners: dict[tuple[str, str], tuple[str, ...]] = {}
        for name, bargain in self.bargains.items():
            if bargain.agreed or bargain.waits_for(self.you):
                swap = (bargain.give(self.you), bargain.get(self.you))
                partners[swap] = (*partners.get(swap, ()), name)
        return partners

    # --- what one expects --------------------------------------------------------------------------------------------
    def expected_from(self, to: str) -> str | None:
        """Return the kind expected from a partner this round: as set, else as agreed or proposed for the kind offered
        to them, unless they declined it."""
        expected = self.expect.get(f"{self.round}:{to}")
        if expected is not None:
            return None if expected == UNKNOWN else expected
        bargain = self.bargains.get(to)
        spoken = [] if bargain is None or bargain.declined else [(bargain.give(self.you), bargain.get(self.you))]
        if (settled := self.agreed_swap(to)) is not None:
            spoken = [settled, *spoken]
        give = self.offer_to(to).get("give", "")
        kind = next((got for gave, got in spoken if give in ("", gave)), None)
        return kind if kind in self.desk.goods.pool else None

    def wish(self, give: str) -> str | None:
        """Return the wish for a kind without a partner: the chosen cell of the matrix."""
        return self.wishes.get(f"{self.round}:{give}")

    def expected_for(self, offer: Offer) -> str | None:
        """Return the expectation for an offer, even without a partner."""
        return self.expected_from(offer["to"]) if offer.get("to") else self.wish(offer.get("give", ""))

    def plans(self) -> tuple[Plan, ...]:
        """Return the offers that can be calculated, with their expectations: complete offers, and offers without a
        partner (`to` is empty) that have a wish."""
        return tuple(
            Plan(offer.get("to", ""), offer["give"], self.expected_for(offer))
            for offer in self.offers
            if offer.get("give") in self.desk.goods.pool and (offer.get("to") or self.wish(offer["give"]))
        )

    def outlook(self) -> Outlook | None:
        plans = self.plans()
        return None if self.you is None or not plans else self.desk.preview(self.view, plans, self.elsewhere)

    def payoff(self, give: str, got: str) -> Payoff | None:
        """Return the present payoff of a swap alone; None if the words are no goods."""
        pool = self.desk.goods.pool
        return self.desk.payoff(self.round, give, got, self.elsewhere) if give in pool and got in pool else None

    def why_unfinished(self) -> Refused | None:
        """Return the refusal of an incomplete offer, or None."""
        for number, offer in enumerate(self.offers, 1):
            for field, word in (("to", "partner"), ("give", self.desk.goods.one)):
                if not offer.get(field):
                    return Refused("incomplete", f"Offer {number} names no {word}: choose one, or empty it with x.")
        return None

    # --- what one has promised (EX-03, FA-03) ------------------------------------------------------------------------
    def why_none_left(self, give: str, offers: Sequence[Offer]) -> Refused | None:
        """Return why nothing of this kind is left to give besides `offers`. None if something is left, or if there
        never was any."""
        goods, free = self.desk.goods, self.view.free.get(give, 0)
        to = [offer.get("to") or "an offer to nobody yet" for offer in offers if offer.get("give") == give]
        if not 0 < free <= len(to):
            return None
        it, that = ("it", "that offer") if free == 1 else ("them", "one of those offers")
        sentence = f"You can give {goods.counted(free, give)} and promised {it} to {text.joined(to)}: empty {that}"
        return Refused("promised", f"{sentence} with x first.", goods.hold_ruling)

    def can_give(self, give: str, offers: Sequence[Offer]) -> bool:
        return bool(self.view.free.get(give)) and self.why_none_left(give, offers) is None

    def why_closed(self, choice: Choice, slot: int) -> Refused | None:
        """Return why this choice cannot be in that slot: by the rules, or because another slot has it."""
        if choice.closed is not None:
            return Refused("closed", choice.closed, choice.ruling)
        others, value = self.others_than(slot), str(choice.value)
        if choice.slot == "offer.give":
            return self.why_none_left(value, others)
        if any(offer.get("to") == value for offer in others):
            sentence = f"Another offer goes to {value} already: each partner gets at most one."
            return Refused("partner_twice", sentence, self.desk.goods.limit_ruling)
        return None

    def cannot_give(self, give: str, slot: int) -> Refused | None:
        refusals = (self.why_closed(choice, slot) for choice in self.choices_for("offer.give") if choice.value == give)
        return next(refusals, None)

    # --- other drafts ------------------------------------------------------------------------------------------------
    def _this_round(self, by_round: Mapping[str, str]) -> dict[str, str]:
        return {key: value for key, value in by_round.items() if key.startswith(f"{self.round}:")}

    def with_expectation(self, to: str, kind: str | None) -> DeskDraft:
        """Set the expectation from a partner this round; None for nothing in particular."""
        return replace(self, expect={**self._this_round(self.expect), f"{self.round}:{to}": kind or UNKNOWN})

    def _expecting_spoken(self, to: str, kind: str) -> DeskDraft:
        """Expect the proposed kind. Later proposals are followed too, unless `kind` is not the latest."""
        bargain = self.bargains.get(to)
        if bargain is None or bargain.get(self.you) != kind or (self.agreed_swap(to) or ("", kind))[1] != kind:
            return self.with_expectation(to, kind)
        return self._without_expectation(to)

    def with_wish(self, give: str, kind: str | None) -> DeskDraft:
        """Set the wish for a kind without a partner; None removes it."""
        wishes, key = self._this_round(self.wishes), f"{self.round}:{give}"
        wishes.pop(key, None)
        return replace(self, wishes=wishes if kind is None else {**wishes, key: kind})

    def with_rounds_moved(self, by: int) -> DeskDraft:
        return replace(self, elsewhere=max(0, self.elsewhere + by))

    def _without_expectation(self, to: str) -> DeskDraft:
        key = f"{self.round}:{to}"
        return replace(self, expect={name: value for name, value in self.expect.items() if name != key})

    def without(self, slot: int) -> DeskDraft:
        offer = self.offer(slot)
        cleared = self.with_wish(offer.get("give", ""), None)._without_expectation(offer.get("to", ""))
        return replace(cleared, offers=self.others_than(slot))

    def agreements_lost(self, changed: DeskDraft) -> list[str]:
        offers = changed.offers
        return [name for n, offer in enumerate(self.offers) if (name := self.kept_in(n)) and offer not in offers]

    def with_fields(self, slot: int, fields: Mapping[str, str]) -> tuple[DeskDraft, int]:
        """Set fields in a slot or a new slot; return draft and slot. A partner with a proposal or an agreement brings
        the kind to give, if the seat has it and none is chosen."""
        draft, offers, fields = self, [dict(offer) for offer in self.offers], dict(fields)
        if slot >= len(offers):
            offers.append({"to": "", "give": ""})
            slot = len(offers) - 1
        previous = offers[slot].get("to", "")
        begun = "" if previous else offers[slot].get("give", "")
        if "to" in fields:
            if previous and previous != fields["to"]:
                draft = draft._without_expectation(previous)
            bargain, settled = self.bargains.get(fields["to"]), self.agreed_swap(fields["to"])
            give = None if bargain is None or bargain.waits_for(self.you) else bargain.give(self.you)
            give = give if settled is None else settled[0]
            if give and not begun and self.can_give(give, self.others_than(slot)):
                fields = {"give": give, **fields}
            wish = self.wish(begun)
            if wish is not None and (bargain is None or bargain.give(self.you) != begun):
                # The proposal, if there is one, is about something else.
                draft = draft.with_expectation(fields["to"], wish)
            draft = draft.with_wish(begun, None)
        offers[slot] |= fields
        return replace(draft, offers=tuple(offers)), slot

    def with_cell(self, slot: int, give: str, got: str) -> tuple[DeskDraft, int]:
        before = self.offer(slot)
        cleared = self if before.get("to") else self.with_wish(before.get("give", ""), None)
        draft, slot = cleared.with_fields(slot, {"give": give})
        to = draft.offer(slot).get("to")
        return (draft.with_expectation(to, got) if to else draft.with_wish(give, got)), slot

    def cannot_take(self, message: Message) -> Refused | None:
        """Return why a proposal cannot be drafted now, or None."""
        try:
            self.with_proposal(message)
        except Refused as refusal:
            return refusal
        return None

    def with_proposal(self, message: Message, instead: int | None = None) -> DeskDraft:
        """Add an offer to a proposal's speaker: the wanted kind, expecting the given kind. `instead` is a slot to
        replace.

        Raises:
            Refused: No goods, closed by a ruling, promised already, or no slot left.
        """
        deal, goods = message.deal, self.desk.goods
        assert deal is not None
        if deal.want not in goods.pool or deal.give not in goods.pool:
            raise Refused(
                "no_such_kind", f"That proposal names something that is no {goods.one}: {deal.give} for {deal.want}."
            )
        for choice in self.choices:
            closes = {"offer.to": message.sender, "offer.give": deal.want}.get(choice.slot)
            if choice.closed is not None and choice.value == closes:
                raise Refused("closed", choice.closed, choice.ruling)
        begun = {"to": "", "give": deal.want}  # chosen in the matrix and waiting for a partner: the proposal fills it
        others = self.offers if instead is None else self.others_than(instead)
        offers = tuple(offer for offer in others if offer.get("to") != message.sender and offer != begun)
        if len(offers) >= goods.limit:
            raise Refused(
                "too_many_offers", f"All {goods.limit} offers are made: empty one with x first.", goods.limit_ruling
            )
        if (refusal := self.why_none_left(deal.want, offers)) is not None:
            raise refusal
        draft = self.with_wish(deal.want, None)._expecting_spoken(message.sender, deal.give)
        return replace(draft, offers=(*offers, {"to": message.sender, "give": deal.want}))


def _promised_bargains(seat: Seat[Orders, TradingView, TradingReport], round_: int) -> dict[str, Bargain]:
    you = seat.name or ""
    promised = {}
    for name, (give, get) in seat.due_swaps().items():
        message = Message(name, "seats", (name, you), "As agreed.", round_, 0.0, Deal(get, give))
        promised[name] = Bargain(message, agreed=True, answer="", settled=message)
    return promised
