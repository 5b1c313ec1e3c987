"""The draft at the trade desk, as a value: offers, what one expects for them, what is promised already, what was
proposed. No widgets and no screen: every change answers with another draft, which the panel keeps and paints.

    draft, slot = draft.putting(0, {"to": "Bo"})
    draft = draft.expecting("Bo", "green")
    draft.outlook()                              what it may bring

What one expects is private, no part of the orders, and used for the preview alone.
"""

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
from core.talk.channels import Message
from core.talk.deals import Bargain, bargains
from tui.app.memory import SeatMemory
from tui.words import text

UNKNOWN = "?"
"""Kept for an offer for which one expects nothing in particular."""

Offer = dict[str, str]
"""One slot as the orders have it: `to` and `give`, either of them empty while it is not chosen."""


@dataclass(frozen=True, kw_only=True)
class DeskDraft:
    """What one seat plans in the open round, and all that it takes to judge it. Never changed in place."""

    desk: Desk
    you: str | None
    """The seat; None for a spectator, who plans nothing."""
    round: int
    """The open round."""
    view: TradingView
    """The game's View of this seat."""
    choices: tuple[Choice, ...] = ()
    """What may stand in a field of an offer (`asks`)."""
    bargains: Mapping[str, Bargain]
    """Where this round's bargaining stands, by partner."""
    offers: tuple[Offer, ...] = ()
    """The offers, complete or not."""
    expect: Mapping[str, str]
    """What was set to be expected, by `round:partner`."""
    wishes: Mapping[str, str]
    """What one wants for a kind that is offered to nobody yet (a cell of the matrix), by `round:kind`."""
    elsewhere: int = 0
    """How many of the stepped kind others are thought to give."""

    @classmethod
    def of(
        cls, seat: Seat[Orders, TradingView, TradingReport], orders: Mapping[str, Any], memory: SeatMemory
    ) -> DeskDraft:
        """The draft that a seat has now."""
        round_ = seat.frame().round
        return cls(
            desk=seat.game.desk,  # type: ignore[attr-defined]
            you=seat.name,
            round=round_,
            view=seat.view(),
            choices=seat.asks().choices,
            bargains=bargains(seat.name, seat.messages(), round_),
            offers=tuple(orders.get("offers", ())),
            expect=memory.get("expect", {}),
            wishes=memory.get("wish", {}),
            elsewhere=memory.get("elsewhere", 0),
        )

    def keep(self, memory: SeatMemory) -> None:
        """Remember what is no part of the orders, and in which round."""
        for name, value in (("expect", self.expect), ("wish", self.wishes), ("elsewhere", self.elsewhere)):
            if value or memory.get(name):
                memory.keep(self.round, name, value)

    # --- what there is -----------------------------------------------------------------------------------------------
    def choices_for(self, slot: str) -> list[Choice]:
        """What could stand in a field of an offer: `offer.to`, `offer.give`."""
        return [choice for choice in self.choices if choice.slot == slot]

    def offer(self, slot: int) -> Offer:
        """What stands in a slot; empty for one that is not used."""
        return self.offers[slot] if slot < len(self.offers) else {}

    def offer_to(self, name: str) -> Offer:
        """The offer to a partner; empty if there is none."""
        return next((offer for offer in self.offers if offer.get("to") == name), {})

    def slot_of(self, name: str) -> int | None:
        """The slot of the offer to a partner."""
        return next((n for n, offer in enumerate(self.offers) if offer.get("to") == name), None)

    def next_slot(self) -> int:
        """The first slot without a partner; one behind the others if all have theirs (it may be over the limit)."""
        return next((n for n, offer in enumerate(self.offers) if not offer.get("to")), len(self.offers))

    def slot_for_a_cell(self, at: int) -> int:
        """The slot that a cell of the matrix fills while one is at slot `at`: this one, unless it is complete."""
        offer = self.offer(at)
        return self.next_slot() if offer.get("to") and offer.get("give") else at

    def others_than(self, slot: int) -> tuple[Offer, ...]:
        """The offers of the other slots."""
        return tuple(offer for number, offer in enumerate(self.offers) if number != slot)

    def has_drafted(self, found: Bargain) -> bool:
        """Is what was agreed in the draft already?"""
        return found.agreed and {"to": found.message.by, "give": found.give(self.you)} in self.offers

    def settled(self, name: str) -> tuple[str, str] | None:
        """What was agreed with a partner this round, as this seat would give and get, though something else was
        proposed since; None if nothing is."""
        found = self.bargains.get(name)
        return None if found is None else found.settled_as(self.you)

    def broken(self) -> list[str]:
        """What was agreed in this round and these offers do not keep, a sentence each."""
        found = []
        for name in self.bargains:
            swap, given = self.settled(name), self.offer_to(name).get("give")
            if swap is not None and swap[0] != given:
                does = f"you offer {given}" if given else "nothing is offered"
                found.append(f"You agreed with {name}: your {swap[0]} for their {swap[1]}. This breaks it: {does}.")
        return found

    def kept_in(self, slot: int) -> str | None:
        """The partner with whom the offer of a slot was agreed as it stands; None if it was not agreed."""
        offer = self.offer(slot)
        swap = self.settled(offer.get("to", ""))
        return offer["to"] if swap is not None and swap[0] == offer.get("give") else None

    def waiting(self) -> dict[str, Bargain]:
        """The proposals that wait for an answer, by partner in the order of the seats that made them."""
        return {name: found for name, found in self.bargains.items() if found.waits_for(self.you)}

    def swaps_offered(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """Who proposed which swap, or agreed to it, by what this seat would give and get: this round's latest."""
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for name, bargain in self.bargains.items():
            if bargain.agreed or bargain.waits_for(self.you):
                swap = (bargain.give(self.you), bargain.get(self.you))
                found[swap] = (*found.get(swap, ()), name)
        return found

    # --- what one expects --------------------------------------------------------------------------------------------
    def expected(self, to: str) -> str | None:
        """What one expects from a partner this round: what one set, or else what was agreed or proposed for the very
        thing that is offered to them. What comes back by one deal is never expected for what is given by another."""
        kept = self.expect.get(f"{self.round}:{to}")
        if kept is not None:
            return None if kept == UNKNOWN else kept
        found = self.bargains.get(to)
        spoken = [] if found is None else [(found.give(self.you), found.get(self.you))]
        if (settled := self.settled(to)) is not None:
            spoken = [settled, *spoken]
        give = self.offer_to(to).get("give", "")
        kind = next((got for gave, got in spoken if give in ("", gave)), None)
        return kind if kind in self.desk.goods.pool else None

    def wish(self, give: str) -> str | None:
        """What one wants for a kind that is offered to nobody yet: the cell of the matrix that was chosen."""
        return self.wishes.get(f"{self.round}:{give}")

    def hoped(self, offer: Offer) -> str | None:
        """What one expects for an offer, also while it has no partner yet."""
        return self.expected(offer["to"]) if offer.get("to") else self.wish(offer.get("give", ""))

    def plans(self) -> tuple[Plan, ...]:
        """The offers that can be reckoned with, with what is expected for them: the complete ones, and those to nobody
        yet (`to` is empty) of which the matrix told what one wants."""
        return tuple(
            Plan(offer.get("to", ""), offer["give"], self.hoped(offer))
            for offer in self.offers
            if offer.get("give") in self.desk.goods.pool and (offer.get("to") or self.wish(offer["give"]))
        )

    def outlook(self) -> Outlook | None:
        """What the offers may bring; None for a spectator or without offers."""
        plans = self.plans()
        return None if self.you is None or not plans else self.desk.preview(self.view, plans, self.elsewhere)

    def payoff(self, give: str, got: str) -> Payoff | None:
        """What a swap brings by itself now; None if the words are no goods."""
        pool = self.desk.goods.pool
        return self.desk.payoff(self.round, give, got, self.elsewhere) if give in pool and got in pool else None

    def unfinished(self) -> Refused | None:
        """What an offer still lacks before it can be sealed."""
        for number, offer in enumerate(self.offers, 1):
            for field, word in (("to", "partner"), ("give", self.desk.goods.one)):
                if not offer.get(field):
                    return Refused("incomplete", f"Offer {number} names no {word}: choose one, or empty it with x.")
        return None

    # --- what one has promised (EX-03, FA-03) ------------------------------------------------------------------------
    def promised(self, give: str, offers: Sequence[Offer]) -> Refused | None:
        """Why nothing of this kind is left to give beside `offers` of one's own draft; None if something is, or if
        there never was any (the rules say so then)."""
        goods, free = self.desk.goods, self.view.free.get(give, 0)
        to = [offer.get("to") or "an offer to nobody yet" for offer in offers if offer.get("give") == give]
        if not 0 < free <= len(to):
            return None
        it, that = ("it", "that offer") if free == 1 else ("them", "one of those offers")
        sentence = f"You can give {goods.counted(free, give)} and promised {it} to {text.joined(to)}: empty {that}"
        return Refused("promised", f"{sentence} with x first.", goods.hold_ruling)

    def can_give(self, give: str, offers: Sequence[Offer]) -> bool:
        """Is one of this kind left to give beside `offers`?"""
        return bool(self.view.free.get(give)) and self.promised(give, offers) is None

    def closed(self, choice: Choice, slot: int) -> Refused | None:
        """Why this cannot stand in that slot: by the rules, or because another slot of the draft has it already."""
        if choice.closed is not None:
            return Refused("closed", choice.closed, choice.ruling)
        others, value = self.others_than(slot), str(choice.value)
        if choice.slot == "offer.give":
            return self.promised(value, others)
        if any(offer.get("to") == value for offer in others):
            sentence = f"Another offer goes to {value} already: each partner gets at most one."
            return Refused("partner_twice", sentence, self.desk.goods.limit_ruling)
        return None

    def cannot_give(self, give: str, slot: int) -> Refused | None:
        """Why this kind cannot be given in that slot."""
        found = (self.closed(choice, slot) for choice in self.choices_for("offer.give") if choice.value == give)
        return next(found, None)

    # --- other drafts ------------------------------------------------------------------------------------------------
    def _this_round(self, kept: Mapping[str, str]) -> dict[str, str]:
        return {key: value for key, value in kept.items() if key.startswith(f"{self.round}:")}

    def expecting(self, to: str, kind: str | None) -> DeskDraft:
        """The same, with what one expects from a partner this round; None for nothing in particular."""
        return replace(self, expect={**self._this_round(self.expect), f"{self.round}:{to}": kind or UNKNOWN})

    def _expecting_spoken(self, to: str, kind: str) -> DeskDraft:
        """Expecting what was proposed: whatever they propose next is expected then, unless `kind` is not the latest."""
        found = self.bargains.get(to)
        if found is None or found.get(self.you) != kind or (self.settled(to) or ("", kind))[1] != kind:
            return self.expecting(to, kind)
        return self._forgetting(to)

    def wishing(self, give: str, kind: str | None) -> DeskDraft:
        """The same, with what one wants for a kind that is offered to nobody yet; None forgets it."""
        kept, key = self._this_round(self.wishes), f"{self.round}:{give}"
        kept.pop(key, None)
        return replace(self, wishes=kept if kind is None else {**kept, key: kind})

    def stepped(self, by: int) -> DeskDraft:
        """The same, with others thought to give more or fewer of the stepped kind."""
        return replace(self, elsewhere=max(0, self.elsewhere + by))

    def _forgetting(self, to: str) -> DeskDraft:
        """Without what was set to be expected from a partner: it was for another deal."""
        key = f"{self.round}:{to}"
        return replace(self, expect={name: value for name, value in self.expect.items() if name != key})

    def without(self, slot: int) -> DeskDraft:
        """The same without the offer of a slot, and without what was wanted for it."""
        offer = self.offer(slot)
        cleared = self.wishing(offer.get("give", ""), None)._forgetting(offer.get("to", ""))
        return replace(cleared, offers=self.others_than(slot))

    def unsettling(self, changed: DeskDraft) -> list[str]:
        """With whom something is agreed and drafted here that another draft no longer holds."""
        offers = changed.offers
        return [name for n, one in enumerate(self.offers) if (name := self.kept_in(n)) and one not in offers]

    def putting(self, slot: int, fields: Mapping[str, str]) -> tuple[DeskDraft, int]:
        """Other fields in a slot, or a slot more behind the others; and which slot it became. A partner to whom one
        has proposed or agreed something comes with what one would give, if one still has it to give and has not chosen
        yet. What they proposed and nobody has answered comes only by `taking`."""
        draft, offers, fields = self, [dict(offer) for offer in self.offers], dict(fields)
        if slot >= len(offers):
            offers.append({"to": "", "give": ""})
            slot = len(offers) - 1
        was = offers[slot].get("to", "")
        begun = "" if was else offers[slot].get("give", "")
        if "to" in fields:
            if was and was != fields["to"]:
                draft = draft._forgetting(was)
            found, settled = self.bargains.get(fields["to"]), self.settled(fields["to"])
            give = None if found is None or found.waits_for(self.you) else found.give(self.you)
            give = give if settled is None else settled[0]
            if give and not begun and self.can_give(give, self.others_than(slot)):
                fields = {"give": give, **fields}
            wish = self.wish(begun)
            if wish is not None and (found is None or found.give(self.you) != begun):
                draft = draft.expecting(fields["to"], wish)  # the proposal, if there is one, is about something else
            draft = draft.wishing(begun, None)
        offers[slot] |= fields
        return replace(draft, offers=tuple(offers)), slot

    def wanting(self, slot: int, give: str, got: str) -> tuple[DeskDraft, int]:
        """A cell of the matrix in a slot: what one gives, and what one wants or expects for it; and which slot."""
        before = self.offer(slot)
        cleared = self if before.get("to") else self.wishing(before.get("give", ""), None)
        draft, slot = cleared.putting(slot, {"give": give})
        to = draft.offer(slot).get("to")
        return (draft.expecting(to, got) if to else draft.wishing(give, got)), slot

    def cannot_take(self, message: Message) -> Refused | None:
        """Why a proposal cannot be drafted now; None if it can."""
        try:
            self.taking(message)
        except Refused as refusal:
            return refusal
        return None

    def taking(self, message: Message, instead: int | None = None) -> DeskDraft:
        """An offer to the speaker of a proposal of what they want, expecting what they give. `instead` is a slot whose
        place it takes. Raises Refused: no goods, closed by a ruling, promised already, no slot left."""
        deal, goods = message.deal, self.desk.goods
        assert deal is not None
        if deal.want not in goods.pool or deal.give not in goods.pool:
            raise Refused(
                "no_such_kind", f"That proposal names something that is no {goods.one}: {deal.give} for {deal.want}."
            )
        for choice in self.choices:
            closes = {"offer.to": message.by, "offer.give": deal.want}.get(choice.slot)
            if choice.closed is not None and choice.value == closes:
                raise Refused("closed", choice.closed, choice.ruling)
        begun = {"to": "", "give": deal.want}  # chosen in the matrix, waiting for a partner: this is the one
        others = self.offers if instead is None else self.others_than(instead)
        offers = tuple(offer for offer in others if offer.get("to") != message.by and offer != begun)
        if len(offers) >= goods.limit:
            raise Refused(
                "too_many_offers", f"All {goods.limit} offers are made: empty one with x first.", goods.limit_ruling
            )
        if (refusal := self.promised(deal.want, offers)) is not None:
            raise refusal
        draft = self.wishing(deal.want, None)._expecting_spoken(message.by, deal.give)
        return replace(draft, offers=(*offers, {"to": message.by, "give": deal.want}))
