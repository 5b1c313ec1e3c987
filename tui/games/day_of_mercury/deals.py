"""Proposals of Day of Mercury as one seat reads them. Pure: messages and orders in, orders and sentences out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.games.day_of_mercury.company import TERMS
from core.games.day_of_mercury.forecast import Forecast, Short
from core.games.day_of_mercury.spec import LOCATIONS, SINS
from core.games.day_of_mercury.words import place_in
from core.json import Json
from core.refusal import Refused
from core.talk.channels import Deal, Message
from core.talk.deals import answer_in, bargains, mirrors
from tui.games.day_of_mercury import draft
from tui.games.day_of_mercury.rows import SHORT
from tui.words import text


class RoundTalk(NamedTuple):
    """A seat's messages of this round, with its plan."""

    you: str | None
    """The seat; None for a spectator."""
    round: int
    messages: Sequence[Message]
    trade: Json | None
    visits: list[Json]

    @property
    def proposals(self) -> dict[str, Message]:
        return {name: bargain.message for name, bargain in bargains(self.you, self.messages, self.round).items()}

    @property
    def received_proposals(self) -> dict[str, Message]:
        return {name: message for name, message in self.proposals.items() if message.sender != self.you}

    @property
    def _last(self) -> Message | None:
        partner = self.trade["with"] if self.trade else None
        theirs = [m for m in self.messages if m.sender == partner and m.round == self.round and m.of_two]
        return theirs[-1] if theirs else None

    @property
    def _says_yes(self) -> bool:
        """True if the partner's latest words mirror the ordered trade, in no other place than this seat proposed."""
        trade, last = self.trade, self._last
        if not trade or last is None or last.deal != Deal(give=trade["want"], want=trade["give"]):
            return False
        own = self._own_proposal(trade["with"])
        return own is None or len({place_in(last.text), place_in(own.text)} - {None}) < 2

    def _own_proposal(self, to: str) -> Message | None:
        thread = (m for m in reversed(self.messages) if m.round == self.round and m.of_two and to in m.readers)
        return next((m for m in thread if m.sender == self.you and m.deal is not None), None)

    @property
    def answer(self) -> str:
        """Partner's latest words about the ordered trade. A mirrored deal is a yes."""
        trade, last = self.trade, self._last
        if not trade or last is None:
            return ""
        if self._says_yes:
            return f"{trade['with']} says yes to this trade."
        return f"{trade['with']}: {last.text}"

    @property
    def why_unanswered(self) -> str:
        """Why the partner may not trade: silence (DM-06), a counter-proposal or a no (DM-40). Empty otherwise."""
        trade, last = self.trade, self._last
        if not trade:
            return ""
        if last is None:
            return f"{trade['with']} has said nothing of this trade (DM-06)."
        no = answer_in(last) == "no" if last.deal is None else not self._says_yes
        return f"{trade['with']} has not said yes to this trade: \u201c{last.text}\u201d" if no else ""

    @property
    def breach_sentences(self) -> list[str]:
        breaches, trade = [], self.trade
        for name, bargain in bargains(self.you, self.messages, self.round, TERMS).items():
            swap = bargain.settled_as(self.you)
            if swap is None:
                continue
            give, get = swap
            if trade is None or (trade["with"], trade["give"], trade["want"]) != (name, give, get):
                does = "no such trade is ordered" if trade is None or trade["with"] == name else "you trade elsewhere"
                breaches.append(f"You agreed with {name}: your {give} for their {get}. This breaks it: {does}.")
        return breaches

    @property
    def missing_place(self) -> str:
        trade = self.trade
        message = self.proposals.get(trade["with"]) if trade else None
        meet = None if message is None else place_in(message.text)
        if message is None or not trade or meet is None or meet in draft.places(self.visits):
            return ""
        deal = message.deal
        mirrored = message.sender == trade["with"]
        named = None if deal is None else (deal.want, deal.give) if mirrored else (deal.give, deal.want)
        if named != (trade["give"], trade["want"]):
            return ""  # the message named that place for another trade
        title = LOCATIONS[meet].title
        return f"{trade['with']} and you were to meet in {title} for your trade, and it is not in your plan (DM-40)."

    def accept(self, message: Message, most: int) -> AcceptedProposal:
        """Return the mirror of a received proposal, and the plan with its place if fewer than `most` places are
        planned.

        Raises:
            Refused: The proposal names something that is no sin, or a trade is ordered already (DM-06).
        """
        deal, trade = message.deal, self.trade
        assert deal is not None
        if deal.give not in SINS or deal.want not in SINS:
            raise Refused("no_such_sin", f"That proposal names something that is no sin: {deal_words(message)}.")
        if trade is not None and trade["with"] != message.sender:
            raise Refused("second_trade", f"You have a trade with {trade['with']}: take it back first (b).", "DM-06")
        visits, meet = self.visits, place_in(message.text)
        if meet is not None and meet not in draft.places(visits) and len(visits) < most:
            visits = draft.with_place(visits, meet)
        return AcceptedProposal(visits, {"with": message.sender, "give": deal.want, "want": deal.give}, meet)

    def acceptance(self, message: Message, meet: str | None) -> tuple[str, Deal] | None:
        """Return the message that accepts the proposal; None if this seat's latest deal says the same, in no other
        place."""
        deal = message.deal
        assert deal is not None
        mine = Deal(give=deal.want, want=deal.give)
        own = self._own_proposal(message.sender)
        if own is not None and mirrors(TERMS, own, message):
            return None
        where = f", in {LOCATIONS[meet].title}" if meet is not None else ""
        return f"Agreed: my {mine.give} for your {mine.want}{where}.", mine


class AcceptedProposal(NamedTuple):
    """Effect of a proposal on the plan. `meet` is the meeting place, or None."""

    visits: list[Json]
    trade: Json
    meet: str | None

    @property
    def misses_meeting(self) -> bool:
        return self.meet is not None and self.meet not in draft.places(self.visits)

    def words(self, *, sent: bool) -> str:
        """Return a status sentence. `sent`: an acceptance was sent to the proposer."""
        where = "you must share a place" if self.meet is None else f"meet in {LOCATIONS[self.meet].title}"
        where += ", which is not in your plan" if self.misses_meeting else ""
        trade = self.trade
        lead = f"{trade['with']} is told, and drafted" if sent else "Drafted"
        return f"{lead}: your {trade['give']} for {trade['with']}'s {trade['want']}; {where}."


def deal_words(message: Message) -> str:
    return f"{message.deal.give} for your {message.deal.want}" if message.deal is not None else ""


def next_rows(orders: Json, refusal: Refused | None, *, drafted: bool) -> list[text.Part]:
    """Return the next step: choose, change what would be refused, or seal."""
    if not orders.get("visits"):
        return [("1-8 choose places, then g gather, c commit, o offer, b trade.", "$faint")]
    if refusal is not None:
        return [(refusal.message, "$warn")]
    return [text.line(("s", "$key"), " seals this plan.")] if drafted else []


def warnings(forecast: Forecast | None, talk: RoundTalk) -> list[str]:
    """Return warnings: payments that are not covered, useless offers, trades without a meeting place."""
    short = [_short_words(payment) for payment in (forecast.short if forecast else ())]
    doubts = (words for words in (talk.missing_place, talk.why_unanswered) if words)
    return [*talk.breach_sentences, *short, *draft.in_vain(talk.visits), *doubts]


def trade_rows(talk: RoundTalk) -> list[text.Part]:
    if talk.trade:
        return [text.line(("\u21c4 ", "$key"), talk.answer)] if talk.answer else []
    return [_proposal(name, message) for name, message in talk.received_proposals.items()]


def _short_words(short: Short) -> str:
    what = "Your trade" if short.what == "trade" else f"The offer to {LOCATIONS[short.location or ''].resident}"
    return f"{what} needs {short.needs} {short.sin}; you expect {short.has}."


def _proposal(name: str, message: Message) -> text.Part:
    place = place_in(message.text)
    where = f", {SHORT[place]}" if place is not None else ""
    return text.line(("\u21c4 ", "$key"), f"{name}: {deal_words(message)}{where}", (" (a)", "$key"))
