"""Asks for the partners of a swap chosen in the matrix: seats that offered that swap first, then all others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from textual.binding import Binding
from textual.widget import Widget

from core.talk.channels import Deal
from tui.games.trade_form.answers import Answers, Place
from tui.games.trade_form.draft import DeskDraft
from tui.games.trade_form.words import SWAP, DeskWords, swap_worth
from tui.screens.dialogs import Dialog, with_cursor
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.words import text

FOOT = "Enter marks one, m all; p proposes it to everybody marked; A offers it without a word. q leaves it in its slot."
OFFERED = "Enter agrees and tells them. Or mark others with Enter (m: all): p asks them, A offers without a word."


class Answer(NamedTuple):
    deed: Literal["agree", "propose", "offer"]
    names: tuple[str, ...]


def swap_rows(draft: DeskDraft, words: DeskWords, give: str, got: str, wide: bool) -> list[Row]:
    """Return possible partners: seats that offered this swap first, then the others; closed seats say why."""
    offering = draft.swaps_offered().get((give, got), ())
    first: list[Row] = []
    others: list[Row] = []
    for choice in draft.choices_for("offer.to"):
        name = str(choice.value)
        label = words.partner(draft.desk, draft.view, name, wide)
        row = Row(name, label, choice.closed, choice.ruling, words.note(draft, name, wide))
        (first if name in offering and choice.closed is None else others).append(row)
    if first:
        first = [Row("", f"{SWAP} They offer it", heading=True), *first, Row("", "Propose it to", heading=True)]
    return [*first, *others]


class SwapWith(Dialog[Answer]):
    """The partners for one swap. Enter agrees with a seat that offered it; others are marked and asked with `p`."""

    BROAD = True
    AUTO_FOCUS = "#pick"
    BINDINGS = [
        Binding("p", "propose", "propose", id="swap.propose", tooltip="Propose this swap to everybody marked."),
        Binding("m", "mark_all", "mark all", id="swap.all", tooltip="Mark everybody who can be asked, or nobody."),
        Binding("A", "offer", "offer silently", id="swap.offer", tooltip="Offer it to this one without a word."),
    ]

    def __init__(self, title: text.Part, rows: Sequence[Row], offered: Sequence[str], settled: Sequence[str]) -> None:
        """`offered`: seats that offer this very swap. `settled`: seats with an agreement; they are marked only by
        hand."""
        super().__init__(title)
        self._rows = list(rows)
        self._offered, self._settled = tuple(offered), tuple(settled)

    def body(self) -> Iterable[Widget]:
        yield with_cursor(Choices(self._rows, id="pick"))
        yield Paper(OFFERED if self._offered else FOOT)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        if message.row.id in self._offered:
            self.dismiss(Answer("agree", (message.row.id,)))
            return
        choices = message.choices
        choices.show([row._replace(chosen=row.chosen != (row.id == message.row.id)) for row in choices.rows])

    def action_mark_all(self) -> None:
        choices, passed = self.query_one("#pick", Choices), (*self._offered, *self._settled)
        open_rows = [row.id for row in choices.rows if not row.heading and row.closed is None and row.id not in passed]
        marked = not all(row.chosen for row in choices.rows if row.id in open_rows)
        choices.show([row._replace(chosen=marked and row.id in open_rows) for row in choices.rows])

    def action_propose(self) -> None:
        choices = self.query_one("#pick", Choices)
        at = [choices.row] if choices.row is not None and choices.row.closed is None else []
        marked = [row for row in choices.rows if row.chosen] or at
        names = tuple(row.id for row in marked)
        if not names:
            self.tell("Go to a partner, or mark several with Enter: p proposes it to them.", "warn")
        elif len(names) == 1 and names[0] in self._offered:
            self.tell(f"{names[0]} offers it already: Enter agrees.", "warn")
        else:
            self.dismiss(Answer("propose", names))

    def action_offer(self) -> None:
        row = self.query_one("#pick", Choices).row
        if row is None or row.closed is not None:
            self.tell(row.closed if row is not None and row.closed else "There is nobody here.", "warn")
        else:
            self.dismiss(Answer("offer", (row.id,)))


class SwapMenu:
    """Places a cell of the matrix that is in a slot without a partner."""

    def __init__(self, place: Place, answers: Answers) -> None:
        self._place = place
        self._answers = answers

    def open(self, give: str, got: str) -> None:
        place, draft = self._place, self._place.draft
        title = text.line(
            (give, f"bold ${place.words.hues[give]}"), " for ", (got, f"bold ${place.words.hues[got]}"),
            "  ", swap_worth(draft, give, got), (": with whom?", "$faint"),
        )  # fmt: skip
        rows = swap_rows(draft, place.words, give, got, place.wide)
        named = draft.swaps_offered().get((give, got), ())
        offered = [row.id for row in rows if row.id in named and row.closed is None]
        deal, round_ = Deal(give=give, want=got), draft.round
        deeds = {"agree": self._agree, "offer": self._offer, "propose": self._propose}

        def answered(answer: Answer) -> None:
            if place.draft.round == round_:
                deeds[answer.deed](answer.names, deal)
            else:
                place.tell(f"{draft.desk.round_word.capitalize()} {round_} closed meanwhile: nothing was said.", "warn")

        settled = [row.id for row in rows if not row.heading and draft.agreed_swap(row.id) is not None]
        place.ask(SwapWith(title, rows, offered, settled), answered)

    def _agree(self, names: Sequence[str], deal: Deal) -> None:
        place, draft, name = self._place, self._place.draft, names[0]
        if name in draft.swaps_offered().get((deal.give, deal.want), ()):
            message = draft.bargains[name].message
            place.attempt(lambda: self._answers.agree_to(message))
        else:
            place.tell(f"{name} says something else by now: look at the list of partners.", "warn")

    def _offer(self, names: Sequence[str], deal: Deal) -> None:
        place, draft, name = self._place, self._place.draft, names[0]
        begun = _slot_giving(draft, deal.give)
        slot = draft.next_slot() if begun is None else begun
        choice = next((choice for choice in draft.choices_for("offer.to") if choice.value == name), None)
        refusal = None if choice is None else draft.why_closed(choice, slot)
        if refusal is not None:
            place.tell(refusal.message, "warn", refusal.ruling)
            return
        draft, slot = draft.with_fields(slot, {"to": name, "give": deal.give})
        if place.keep(draft.with_expectation(name, deal.want)):
            place.go(slot)
            place.tell(f"Drafted: {deal.give} to {name}, expecting {deal.want}. {name} hears nothing.", "good")

    def _propose(self, names: Sequence[str], deal: Deal) -> None:
        """Propose to each seat in a conversation of two. The slot is free again: any acceptance fills it."""
        self._answers.propose_to(names, deal, lambda those: self._ask(those, deal))

    def _ask(self, names: Sequence[str], deal: Deal) -> None:
        place, draft = self._place, self._place.draft
        asked = [name for name in names if self._answers.say(name, deal)]
        if not asked:
            return
        slot = _slot_giving(draft, deal.give)
        if slot is not None:
            place.keep(draft.without(slot))
        swap = f"{deal.give} for {deal.want}"
        waits = " Some of it waits: you have said much within a minute." if place.seat.waiting() else ""
        place.tell(f"Proposed {swap} to {text.joined(asked)}.{waits} g drafts it when somebody agrees.", "good")


def _slot_giving(draft: DeskDraft, give: str) -> int | None:
    return next((n for n, offer in enumerate(draft.offers) if offer == {"to": "", "give": give}), None)
