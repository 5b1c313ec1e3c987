"""Questions of the desk to its player, and messages to partners. It paints nothing; the panel passes itself as a
`Place`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from textual.screen import Screen

from core.contract import Choice
from core.refusal import Refused
from core.talk.acts import Offer
from core.talk.channels import Deal, Message
from core.talk.deals import Bargain
from tui.app.memory import SeatMemory
from tui.games.trade_form.draft import UNKNOWN, DeskDraft
from tui.games.trade_form.words import DeskWords, TraderSeat, swap_worth
from tui.screens.dialogs import Confirm, Pick
from tui.screens.table.compose import Compose
from tui.widgets.choices import Row, row_of
from tui.widgets.frame import Tone
from tui.widgets.threads import TermsStart, proposal, read_to
from tui.words import text

T = TypeVar("T")


class Place(Protocol):
    @property
    def seat(self) -> TraderSeat: ...

    @property
    def memory(self) -> SeatMemory: ...

    @property
    def words(self) -> DeskWords: ...

    @property
    def draft(self) -> DeskDraft: ...

    @property
    def wide(self) -> bool: ...

    def keep(self, draft: DeskDraft) -> bool: ...

    def go(self, slot: int, field: str | None = None) -> None: ...

    def ask(self, dialog: Screen[T], then: Callable[[T], object]) -> None: ...

    def tell(self, sentence: str, tone: Tone = "faint", ruling: str | None = None) -> None: ...

    def attempt(self, doing: Callable[[], object], done: str = "") -> bool: ...


class Lists:
    def __init__(self, place: Place, answers: Answers) -> None:
        self._place = place
        self._answers = answers

    def partner(self, slot: int) -> None:
        """Ask for the partner of a slot. A waiting proposal of that partner is never passed over by accident."""

        def put(name: str) -> None:
            draft, at = self._place.draft.with_fields(slot, {"to": name})
            self._answers.change_draft(draft, lambda: self._set_field(draft, at, "give"))

        def chosen(name: str) -> None:
            if not self._answers.answer(name, slot, lambda: put(name)):
                put(name)

        self._pick("Offer to", "offer.to", slot, "to", chosen)

    def kind(self, slot: int) -> None:
        def chosen(kind: str) -> None:
            draft, at = self._place.draft.with_fields(slot, {"give": kind})
            self._answers.change_draft(draft, lambda: self._set_field(draft, at, "expect"))

        self._pick(f"Give which {self._place.draft.desk.goods.one}?", "offer.give", slot, "give", chosen)

    def _set_field(self, draft: DeskDraft, slot: int, field: str) -> None:
        self._place.keep(draft)
        self._place.go(slot, field)

    def _pick(self, title: str, of: str, slot: int, field: str, chosen: Callable[[str], None]) -> None:
        draft, rows = self._place.draft, []
        for choice in draft.choices_for(of):
            refusal = draft.why_closed(choice, slot)
            why, ruling = (None, None) if refusal is None else (refusal.message, refusal.ruling)
            rows.append(self._row(draft, choice)._replace(closed=why, ruling=ruling))
        self._place.ask(Pick(title, rows, draft.offer(slot).get(field)), chosen)

    def _row(self, draft: DeskDraft, choice: Choice) -> Row:
        row, words, wide = row_of(choice), self._place.words, self._place.wide
        if choice.slot == "offer.to":
            label = words.partner(draft.desk, draft.view, row.id, wide)
            return row._replace(label=label, note=words.note(draft, row.id, wide))
        promised = sum(offer.get("give") == choice.value for offer in draft.offers)
        note = f"{draft.view.free.get(row.id, 0)} to give" + (f", {promised} offered" if promised else "")
        return row._replace(label=(row.id, f"${words.hues[row.id]}"), note=(note, "$faint"))

    def ask_expected(self, slot: int) -> None:
        """Ask for the kind expected in return for a slot's offer. It is private."""
        draft, words = self._place.draft, self._place.words
        to, give = draft.offer(slot).get("to", ""), draft.offer(slot).get("give", "")
        if not to and not give:
            self._place.tell(
                "Choose partner and what you give first: what you expect is what comes back for it.", "warn"
            )
            return
        rows = [Row(UNKNOWN, ("anything, or nothing", "$faint"))]
        rows += [
            Row(kind, (kind, f"${words.hues[kind]}"), note=swap_worth(draft, give, kind))
            for kind in draft.desk.goods.kinds
        ]

        def chosen(kind: str) -> None:
            expectation, now = None if kind == UNKNOWN else kind, self._place.draft
            self._place.keep(now.with_expectation(to, expectation) if to else now.with_wish(give, expectation))

        title = f"What do you expect from {to}?" if to else f"What do you want for the {draft.desk.goods.named(give)}?"
        self._place.ask(Pick(f"{title} (only you see this)", rows, draft.expected_for(draft.offer(slot))), chosen)


class Answers:
    """Proposals: agreed to, drafted silently, made."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def agree(self, name: str | None) -> None:
        draft, place = self._place.draft, self._place
        bargain = None if name is None else draft.bargains.get(name)
        if bargain is not None and bargain.message.sender != draft.you and not draft.has_drafted(bargain):
            message = bargain.message
            place.attempt(lambda: self.agree_to(message))
        elif bargain is not None and (bargain.agreed or bargain.answer) and not draft.waiting_proposals():
            place.tell(f"You and {name} agree already." if bargain.agreed else f"{name} answered: {bargain.answer}")
        else:
            self._pick()

    def _pick(self) -> None:
        draft, place = self._place.draft, self._place
        waiting = draft.waiting_proposals()
        if not waiting:
            place.tell("No proposal waits for your answer. p proposes something yourself.")
            return
        rows = []
        for name in sorted(waiting, key=lambda name_: -_gain(draft, waiting[name_])):
            closed = draft.cannot_take(waiting[name].message)
            why, ruling = (None, None) if closed is None else (closed.message, closed.ruling)
            rows.append(Row(name, name, why, ruling, place.words.note(draft, name, place.wide)))
        rows.sort(key=lambda row: row.closed is not None)
        place.ask(
            Pick("Agree to which proposal? You give \u2192 you get", rows),
            lambda name: place.attempt(lambda: self.agree_to(waiting[name].message)),
        )

    def draft_silently(self, name: str | None) -> None:
        bargain = None if name is None else self._place.draft.bargains.get(name)
        if bargain is None or not bargain.waits_for(self._place.draft.you):
            self._place.tell("Go to a partner whose proposal waits for your answer: A drafts it without a word.")
        else:
            place, message = self._place, bargain.message
            place.attempt(lambda: self.change_draft(place.draft.with_proposal(message), lambda: self.take(message)))

    def answer(self, name: str, slot: int, otherwise: Callable[[], None]) -> bool:
        """Handle a chosen partner with a waiting proposal: agree, draft it silently, or make another offer
        (`otherwise`). Return False without one."""
        draft, place = self._place.draft, self._place
        bargain, you = draft.bargains.get(name), draft.you
        if (
            bargain is None
            or not bargain.waits_for(you)
            or not draft.can_give(bargain.give(you), draft.others_than(slot))
        ):
            return False
        message = bargain.message
        answers: dict[str, Callable[[], object]] = {
            "agree": lambda: place.attempt(lambda: self.agree_to(message, slot)),
            "silent": lambda: place.attempt(
                lambda: self.change_draft(place.draft.with_proposal(message, slot), lambda: self.take(message, slot))
            ),
            "other": otherwise,
        }
        rows = [
            Row("agree", f"Agree, and tell {name} so"),
            Row("silent", "Draft it without a word"),
            Row("other", f"Offer {name} something else"),
        ]
        worth = swap_worth(draft, bargain.give(you), bargain.get(you))
        swap = text.line(f"{name} proposes: {bargain.give(you)}\u2192{bargain.get(you)} ", worth)
        place.ask(Pick(swap, rows), lambda answer: answers[answer]())
        return True

    def change_draft(self, changed: DeskDraft, then: Callable[[], object]) -> None:
        """Change the draft (`then`). If an agreed offer would be lost, ask first."""
        place, draft = self._place, self._place.draft
        if not (names := draft.agreements_lost(changed)):
            then()
            return
        rows = [_agreed_row(draft, name) for name in names]
        ask = Confirm("Change what was agreed?", rows, "Enter takes it out of your draft; q leaves it as it is.")
        place.ask(ask, lambda yes: place.attempt(then) if yes else None)

    def agree_to(self, message: Message, instead: int | None = None) -> None:
        """Draft a proposal (in place of slot `instead`) and tell its speaker, unless both have agreed.

        Raises:
            Refused: It cannot be drafted.
        """
        self.change_draft(self._place.draft.with_proposal(message, instead), lambda: self._agree_to(message, instead))

    def _agree_to(self, message: Message, instead: int | None) -> None:
        bargain, by, place = self._place.draft.bargains.get(message.sender), message.sender, self._place
        if not self.take(message, instead):
            return  # it is not in the draft, so its speaker is not told
        assert message.deal is not None
        deal, goods = Deal(give=message.deal.want, want=message.deal.give), place.draft.desk.goods
        if bargain is not None and bargain.agreed:
            place.tell(f"Drafted what {by} and you agreed: {deal.give} for {deal.want}. s seals it.", "good")
            return
        words = f"Agreed: my {goods.named(deal.give)} for your {goods.named(deal.want)}."
        wait = place.seat.say([by], words, deal)
        place.tell(wait.words or f"Told {by}: {words} s seals it.", "warn" if wait else "good")

    def take(self, message: Message, instead: int | None = None) -> bool:
        """Draft a proposal without telling its speaker, and mark it as read. Return False if the draft could not be
        kept.

        Raises:
            Refused: It cannot be drafted.
        """
        place, deal = self._place, message.deal
        draft = place.draft.with_proposal(message, instead)
        read_to(place.seat, place.memory, message)
        if not place.keep(draft):
            return False
        assert deal is not None
        other = message.sender
        place.tell(f"Drafted: {deal.want} to {other}, expecting {deal.give}. {other} hears nothing.", "good")
        return True

    def givable(self) -> list[str]:
        draft = self._place.draft
        return [kind for kind in draft.desk.goods.kinds if draft.view.free.get(kind)]

    def propose(self, to: str, cell: tuple[str, str] | None) -> None:
        """Compose a proposal, or further terms, to one partner. `cell`: swap under the cursor of the matrix, or
        None."""
        draft, place = self._place.draft, self._place
        slot = draft.slot_of(to)
        give, got = cell or ("" if slot is None else draft.offer(slot).get("give", ""), draft.expected_from(to) or "")
        whats = tuple((side, kind) for side, kind in (("you", give), ("to", got)) if kind)

        def worth(give: str, got: str) -> text.Part:
            return swap_worth(place.draft, give, got)

        def composed(composed_act: Offer | Deal) -> None:
            if isinstance(composed_act, Deal):
                self.propose_to([to], composed_act, lambda asked: self.say(to, composed_act))
            else:
                words = place.seat.act_words(composed_act)
                place.attempt(lambda: place.seat.say([to], words, act=composed_act), f"Offered to {to}.")

        place.ask(Compose(place.seat, to, TermsStart("give", whats, self.givable(), worth)), composed)

    def propose_to(self, names: Sequence[str], deal: Deal, then: Callable[[Sequence[str]], object]) -> None:
        """Propose a deal to `names` through `then`. Partners with another agreement are included only after a
        question, or left out if there are others."""
        place, draft = self._place, self._place.draft
        same = (None, (deal.give, deal.want))
        settled = {name: swap for name in names if (swap := draft.agreed_swap(name)) not in same}
        if not settled:
            then(names)
            return
        others = [name for name in names if name not in settled]
        rows = [Row("", _agreed_row(draft, name), heading=True) for name in settled]
        if others:
            rows.append(Row("others", f"Propose it to {text.joined(others)} alone"))
        rows.append(Row("all", f"Propose it to {text.joined(list(settled))}{' too' if others else ' all the same'}"))

        def chosen(which: str) -> None:
            then(others if which == "others" else names)

        place.ask(Pick(f"Agreed already: {deal.give} for {deal.want} all the same?", rows), chosen)

    def say(self, to: str, deal: Deal) -> bool:
        place = self._place
        return place.attempt(lambda: place.seat.say([to], proposal(deal), deal), f"Proposed to {to}.")


def _gain(draft: DeskDraft, bargain: Bargain) -> int:
    """This seat's payoff of a proposal alone; below any payoff if it names no goods."""
    payoff = draft.payoff(bargain.give(draft.you), bargain.get(draft.you))
    return -1000 if payoff is None else payoff.mine


def _agreed_row(draft: DeskDraft, name: str) -> str:
    give, get = draft.agreed_swap(name) or ("", "")
    return f"You and {name} agreed: your {give} for their {get}."


def refused_fill(draft: DeskDraft, round_shown: int, give: str, slot: int) -> Refused | None:
    """Return why a cell of the matrix fills no offer: another round is shown, or the kind cannot be given."""
    if round_shown != draft.round:
        word = draft.desk.round_word
        sentence = f"This is {word} {round_shown}; offers are for {word} {draft.round}: q comes back to it."
        return Refused("another_round", sentence)
    return draft.cannot_give(give, slot)
