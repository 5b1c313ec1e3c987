"""The draft at the trade desk: offers, what one expects for them, what is promised already, and what was proposed.

No widgets here. Everything comes from `game.desk` (core.games.trading.desk), the View, `asks`, the talk and one's own
draft. What one expects is private, no part of the orders, and used for the preview alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.contract import Choice
from core.deals import Bargain, bargains, expected_from
from core.games.trading.desk import Desk
from core.games.trading.results import Outlook, Plan
from core.refusal import Refused
from core.talk import Deal, Message
from tui import text
from tui.games.base import GamePanel
from tui.widgets.talk import read_to

UNKNOWN = "?"
"""Kept for an offer for which one expects nothing in particular."""


class DeskDraft(GamePanel):
    """What one seat plans in the open round."""

    looked_at: int | None = None
    """Another round than the open one whose matrix is shown."""

    @property
    def round_shown(self) -> int:
        """The round whose matrix is shown: the open one unless another was asked for."""
        return self.looked_at or max(1, min(self.desk.rounds, self.seat.frame().round))

    def empty(self) -> dict[str, list[dict[str, str]]]:
        return {"offers": []}

    @property
    def desk(self) -> Desk:
        found: Desk = self.seat.game.desk  # type: ignore[attr-defined]
        return found

    @property
    def elsewhere(self) -> int:
        """How many of the stepped kind others are thought to give."""
        found: int = self.remembered("elsewhere", 0)
        return found

    def offers(self) -> list[dict[str, str]]:
        """The offers of the draft, complete or not."""
        found: list[dict[str, str]] = self.orders.get("offers", [])
        return found

    def choices(self, slot: str) -> list[Choice]:
        """What could stand in a field of an offer."""
        return [choice for choice in self.seat.asks().choices if choice.slot == slot]

    # --- what was proposed -------------------------------------------------------------------------------------------
    def bargains(self) -> dict[str, Bargain]:
        """Where this round's bargaining stands, by partner."""
        return bargains(self.seat.name, self.seat.messages(), self.seat.frame().round)

    def bargain(self, name: str) -> Bargain | None:
        """Where it stands with one partner; None if neither has proposed anything."""
        return self.bargains().get(name)

    # --- what one expects --------------------------------------------------------------------------------------------
    def expected(self, to: str) -> str | None:
        """What one expects from a partner this round: what one set, or else what was proposed."""
        kept: str | None = self.remembered("expect", {}).get(f"{self.seat.frame().round}:{to}")
        if kept is not None:
            return None if kept == UNKNOWN else kept
        found = self.bargain(to)
        kind = None if found is None else expected_from(found.message, self.seat.name)
        return kind if kind in self.desk.goods.pool else None

    def expect(self, to: str, kind: str | None) -> None:
        """Keep what one expects from a partner this round."""
        round_ = self.seat.frame().round
        kept = {key: value for key, value in self.remembered("expect", {}).items() if key.startswith(f"{round_}:")}
        self.remember("expect", {**kept, f"{round_}:{to}": kind or UNKNOWN})

    def expect_spoken(self, to: str, kind: str) -> None:
        """Expect what was proposed: whatever they propose next is expected then, unless `kind` is not the latest."""
        found, key = self.bargain(to), f"{self.seat.frame().round}:{to}"
        if found is not None and found.get(self.seat.name) == kind:
            self.remember("expect", {k: value for k, value in self.remembered("expect", {}).items() if k != key})
        else:
            self.expect(to, kind)

    def wish(self, give: str) -> str | None:
        """What one wants for a kind that is offered to nobody yet: the cell of the matrix that was chosen."""
        kept: str | None = self.remembered("wish", {}).get(f"{self.seat.frame().round}:{give}")
        return kept

    def wish_for(self, give: str, kind: str | None) -> None:
        """Keep what one wants for a kind that is offered to nobody yet; None forgets it."""
        round_ = self.seat.frame().round
        kept = {key: value for key, value in self.remembered("wish", {}).items() if key.startswith(f"{round_}:")}
        kept.pop(f"{round_}:{give}", None)
        self.remember("wish", kept if kind is None else {**kept, f"{round_}:{give}": kind})

    def hoped(self, offer: dict[str, str]) -> str | None:
        """What one expects for an offer, also while it has no partner yet."""
        return self.expected(offer["to"]) if offer.get("to") else self.wish(offer.get("give", ""))

    def plans(self) -> tuple[Plan, ...]:
        """The offers that can be reckoned with, with what is expected for them: the complete ones, and those to nobody
        yet (`to` is empty) of which the matrix told what one wants."""
        return tuple(
            Plan(offer.get("to", ""), offer["give"], self.hoped(offer))
            for offer in self.offers()
            if offer.get("give") in self.desk.goods.pool and (offer.get("to") or self.wish(offer["give"]))
        )

    def outlook(self) -> Outlook | None:
        """What the offers may bring; None for a spectator or without offers."""
        plans = self.plans()
        if self.seat.name is None or not plans:
            return None
        return self.desk.preview(self.seat.view(), plans, self.elsewhere)

    def preview(self) -> Refused | None:
        for number, offer in enumerate(self.offers(), 1):
            for field, word in (("to", "partner"), ("give", self.desk.goods.one)):
                if not offer.get(field):
                    return Refused("incomplete", f"Offer {number} names no {word}: choose one, or empty it with x.")
        return super().preview()

    # --- what one has promised (EX-03, FA-03) ------------------------------------------------------------------------
    def others_than(self, slot: int) -> list[dict[str, str]]:
        """The offers of the other slots."""
        return [offer for number, offer in enumerate(self.offers()) if number != slot]

    def promised(self, give: str, offers: Sequence[dict[str, str]]) -> Refused | None:
        """Why nothing of this kind is left to give beside `offers` of one's own draft; None if something is, or if
        there never was any (the rules say so then)."""
        goods, free = self.desk.goods, self.seat.view().free.get(give, 0)
        to = [offer.get("to") or "an offer to nobody yet" for offer in offers if offer.get("give") == give]
        if not 0 < free <= len(to):
            return None
        it, that = ("it", "that offer") if free == 1 else ("them", "one of those offers")
        sentence = f"You can give {goods.counted(free, give)} and promised {it} to {text.joined(to)}: empty {that}"
        return Refused("promised", f"{sentence} with x first.", goods.hold_ruling)

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

    def put_in(self, slot: int, fields: dict[str, str]) -> int:
        """Change fields of a slot, or add one behind the others; returns which slot it became. A partner to whom one
        has proposed or agreed something comes with what one would give, if one still has it to give and has not chosen
        yet. What they proposed and nobody has answered comes only by `take`."""
        offers = [dict(offer) for offer in self.offers()]
        if slot >= len(offers):
            offers.append({"to": "", "give": ""})
            slot = len(offers) - 1
        begun = "" if offers[slot].get("to") else offers[slot].get("give", "")
        if "to" in fields:
            found = self.bargain(fields["to"])
            give = None if found is None or found.waits_for(self.seat.name) else found.give(self.seat.name)
            if give and not begun and self.can_give(give, self.others_than(slot)):
                fields = {"give": give, **fields}
            wish = self.wish(begun)
            if wish is not None and (found is None or found.give(self.seat.name) != begun):
                self.expect(fields["to"], wish)  # the proposal, if there is one, is about something else
            self.wish_for(begun, None)
        offers[slot] |= fields
        self.edit({"offers": offers})
        return slot

    # --- proposals ---------------------------------------------------------------------------------------------------
    def deals(self) -> tuple[Sequence[str], Sequence[str]]:
        view = self.seat.view()
        return [kind for kind in self.desk.goods.kinds if view.free.get(kind)], self.desk.goods.kinds

    def can_give(self, give: str, offers: Sequence[dict[str, str]]) -> bool:
        """Is one of this kind left to give beside `offers`?"""
        return bool(self.seat.view().free.get(give)) and self.promised(give, offers) is None

    def accept(self, message: Message) -> None:
        """A received proposal is drafted, and who made it is told so: who hears nothing may well trade elsewhere."""
        self.agree_to(message)

    def agree_to(self, message: Message, instead: int | None = None) -> None:
        """Take a proposal into the draft (in place of one slot) and tell its speaker, unless both have said it."""
        found, by = self.bargain(message.by), message.by
        self.take(message, instead)
        assert message.deal is not None
        deal, goods = Deal(give=message.deal.want, want=message.deal.give), self.desk.goods
        if found is not None and found.agreed:
            self.tell(f"Drafted what {by} and you agreed: {deal.give} for {deal.want}. s seals it.", "good")
            return
        words = f"Agreed: my {goods.named(deal.give)} for your {goods.named(deal.want)}."
        self.seat.say([by], words, deal)
        self.tell(f"Told {by}: {words} s seals it.", "good")

    def take(self, message: Message, instead: int | None = None) -> None:
        """An offer to the speaker of a proposal of what they want, expecting what they give, and not a word to them.
        `instead` is a slot whose place it takes. What stands in the draft is read (its thread has no badge)."""
        deal, goods = message.deal, self.desk.goods
        assert deal is not None
        if deal.want not in goods.pool or deal.give not in goods.pool:
            raise Refused(
                "no_such_kind", f"That proposal names something that is no {goods.one}: {deal.give} for {deal.want}."
            )
        for choice in (*self.choices("offer.to"), *self.choices("offer.give")):
            if choice.closed is not None and choice.value in (message.by, deal.want):
                raise Refused("closed", choice.closed, choice.ruling)
        begun = {"to": "", "give": deal.want}  # chosen in the matrix, waiting for a partner: this is the one
        others = self.offers() if instead is None else self.others_than(instead)
        offers = [offer for offer in others if offer.get("to") != message.by and offer != begun]
        if len(offers) >= goods.limit:
            raise Refused(
                "too_many_offers", f"All {goods.limit} offers are made: empty one with x first.", goods.limit_ruling
            )
        if (refusal := self.promised(deal.want, offers)) is not None:
            raise refusal
        read_to(self.seat, self.memory, message)
        self.wish_for(deal.want, None)
        self.expect_spoken(message.by, deal.give)
        self.edit({"offers": [*offers, {"to": message.by, "give": deal.want}]})
        self.show()
        self.tell(f"Drafted: {deal.want} to {message.by}, expecting {deal.give}. {message.by} hears nothing.", "good")
