"""Composer of terms by keys: both sides' promises, their rounds and order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace
from textual import events
from textual.binding import Binding
from textual.widget import Widget

from core.refusal import Refused
from core.table.seat import Deal, Seat
from core.talk.acts import HOUSE, SEATS, Clause, Offer, Term, check_offer
from tui.screens.dialogs import Confirm, Dialog
from tui.widgets.frame import press_named
from tui.widgets.lines import Lettered, Paper
from tui.widgets.threads import TermsStart
from tui.words import text

RESERVED = frozenset("iqk")
"""Letters with another function, so that no choice has them."""
MOST_LETTERS = 20
"""Most choices with a letter each; more are typed in full."""


def letters(choices: Sequence[str]) -> dict[str, str]:
    """Return a choice for each letter: the first free letter in its name."""
    by_letter: dict[str, str] = {}
    for choice in choices:
        letter = next((c for c in choice.casefold() if c.isalnum() and c not in RESERVED and c not in by_letter), None)
        if letter is not None:
            by_letter[letter] = choice
    return by_letter


class TermsDraft:
    def __init__(
        self,
        terms: Sequence[Term],
        seats: Sequence[str],
        you: str,
        to: str,
        now: int,
        rounds: int,
        start: TermsStart | None = None,
    ) -> None:
        """`to`: empty for any taker, which allows only a swap of this round. `start`: slots filled in advance."""
        self.terms = [*terms, *(term for term in HOUSE if term.id != "vote")]
        if not to:
            self.terms = [term for term in terms if term.swaps]
        self.seats, self.you, self.to, self.now, self.rounds = tuple(seats), you, to, now, rounds
        self.term_index = 0
        self.content_by_side: dict[str, str] = {}
        """Content of each side's slot, by side (`you`, `to`, or `both`)."""
        self.rounds_by_side: dict[str, tuple[int, int | None]] = {}
        self.side = ""
        """Side that was filled last."""
        self.after = False
        """True if the own promise waits until the other is kept."""
        self.typed = ""
        self.take(0)
        ids = [term.id for term in self.terms]
        self.fresh = start is not None and start.term in ids
        """True if unchanged: typing then replaces the filled slots."""
        if start is not None and self.fresh:
            self.take(ids.index(start.term))
            self.content_by_side = {
                side: what for side, what in start.whats if side in self.sides and what in self.among
            }
            self.side = next(reversed(self.content_by_side), "")
            self.rounds_by_side |= {side: (max(now, first), last) for side, first, last in start.spans}
            self.after = start.after

    @property
    def term(self) -> Term:
        return self.terms[self.term_index]

    @property
    def sides(self) -> tuple[str, ...]:
        if not self.term.among:
            return ()
        return ("you", "to") if "{to}" in self.term.says else ("both",)

    @property
    def open(self) -> str:
        """First side without content; "" if all are filled."""
        return next((side for side in self.sides if side not in self.content_by_side), "")

    @property
    def among(self) -> tuple[str, ...]:
        return tuple(s for s in self.seats if s != self.you) if self.term.among == SEATS else self.term.among

    def take(self, by: int) -> None:
        self.term_index = (self.term_index + by) % len(self.terms)
        span = (self.now, None if self.term.lasts else self.now)
        self.content_by_side, self.typed, self.after, self.side = {}, "", False, ""
        self.rounds_by_side = {"you": span, "to": span}

    def letter(self, key: str) -> bool:
        """Type a letter of a choice for the open side. False if no choice has it."""
        if self.fresh and not self.open:
            self.content_by_side = {}
        if not self.open or not key.isalnum() or key.casefold() in RESERVED:
            return False
        if len(self.among) <= MOST_LETTERS:
            choice = letters(self.among).get(key.casefold())
            if choice is None:
                return False
            self._fill(choice)
            return True
        typed = self.typed + key.casefold()
        matches = [choice for choice in self.among if choice.casefold().startswith(typed)]
        if not matches:
            return False
        self.typed = typed
        if len(matches) == 1:
            self._fill(matches[0])
        return True

    def offered(self) -> list[tuple[str, str]]:
        """Return the letters that can be typed now, each with its choice, or with the beginning that it makes."""
        if not self.open and not self.fresh:
            return []
        if len(self.among) <= MOST_LETTERS:
            return list(letters(self.among).items())
        following: dict[str, list[str]] = {}
        for choice in self.among:
            if choice.casefold().startswith(self.typed) and len(choice) > len(self.typed):
                following.setdefault(choice.casefold()[len(self.typed)], []).append(choice)
        names = {key: choices[0] if len(choices) == 1 else f"{self.typed}{key}…" for key, choices in following.items()}
        return [(key, name) for key, name in names.items() if key not in RESERVED]

    def _fill(self, content: str) -> None:
        self.side, self.fresh = self.open, False
        self.content_by_side[self.side] = content
        self.typed = ""

    def back(self) -> None:
        if self.typed:
            self.typed = self.typed[:-1]
        elif self.content_by_side:
            self.content_by_side.popitem()
            self.side = next(reversed(self.content_by_side), "")

    def wait(self) -> None:
        """Toggle that the own promise waits until the other is kept."""
        self.after = not self.after
        self._put_own_last()

    def _put_own_last(self) -> None:
        theirs, (first, last) = self.rounds_by_side["to"][0], self.rounds_by_side["you"]
        if self.after and first < theirs:
            self.rounds_by_side["you"] = (theirs, None if last is None else theirs)

    def skip(self) -> None:
        if self.open:
            self._fill("")

    def shift(self, by: int) -> None:
        for side in (self.side,) if self.side in self.rounds_by_side else ("you", "to"):
            first = min(self.rounds, max(self.now, self.rounds_by_side[side][0] + by))
            self.rounds_by_side[side] = (first, None if self.rounds_by_side[side][1] is None else first)
        self._put_own_last()

    def repeat(self) -> None:
        """Toggle for both sides: every round from the first on until notice, or that round alone."""
        for side, (first, last) in self.rounds_by_side.items():
            self.rounds_by_side[side] = (first, first if last is None else None)

    @property
    def swap(self) -> Deal | None:
        at_once = all(span == (self.now, self.now) for span in self.rounds_by_side.values()) and not self.after
        give, want = self.content_by_side.get("you"), self.content_by_side.get("to")
        return Deal(give, want) if self.term.swaps and at_once and give and want else None

    @property
    def offer(self) -> Offer | None:
        if self.open and not (self.term.swaps is False and any(self.content_by_side.values())):
            return None
        clauses: list[Clause] = []
        for side, promiser, other in (("to", self.to, self.you), ("you", self.you, self.to)):
            what = self.content_by_side.get("both", self.content_by_side.get(side, ""))
            if self.term.among and not what:
                continue
            recipient = other if "{to}" in self.term.says else ""
            negated = self.term.among == SEATS and not recipient
            if negated and what == self.to:
                what = other  # each other
            first, last = self.rounds_by_side[side]
            clauses.append(Clause(promiser, self.term.id, first, last, what, recipient, None, negated))
        if self.after and len(clauses) == 2:
            clauses[1] = replace(clauses[1], after=0)
        return Offer(tuple(clauses)) if any(clause.who == self.to for clause in clauses) else None


class Sheet(Paper, Lettered, can_focus=True):
    """Shows the draft and takes typed letters; a tap on a kind of terms takes it."""

    def __init__(self, draft: TermsDraft) -> None:
        super().__init__(id="compose-sheet")
        self._draft = draft

    def offered(self) -> Sequence[tuple[str, str]]:
        return self._draft.offered()

    def takes(self, letter: str) -> bool:
        return letter.isalnum() and letter.casefold() not in RESERVED

    def on_click(self, event: events.Click) -> None:
        x, y = event.get_content_offset_capture(self)
        row = self.drawn()[y].plain if 0 <= y < len(self.drawn()) else ""
        words = {row.index(f" {term.id} "): term for term in self._draft.terms if f" {term.id} " in row}
        at = max((start for start in words if start <= x), default=None)
        if y == 0 and at is not None:
            self.post_message(self.Typed(f" {words[at].id}"))
        else:
            press_named(self, event)


class Compose(Dialog[Offer | Deal]):
    """The composer of terms to one seat. A swap of this round is returned as a Deal."""

    BROAD = True
    AUTO_FOCUS = "#compose-sheet"
    BINDINGS = [
        Binding("enter", "send", "offer", id="compose.send", tooltip="Offer what the last line says."),
        Binding("tab", "do('take', 1)", "other terms", id="compose.term", tooltip="Another kind of promise."),
        Binding("greater_than_sign", "do('shift', 1)", "a round later", id="compose.later", tooltip="A round later."),
        Binding(
            "less_than_sign", "do('shift', -1)", "sooner", show=False, id="compose.sooner", tooltip="A round less."
        ),
        Binding(
            "asterisk",
            "do('repeat')",
            "every round",
            id="compose.each",
            key_display="*",
            tooltip="Every round, until notice.",
        ),
        Binding(
            "i", "do('wait')", "mine after theirs", id="compose.after", tooltip="Yours only after theirs was kept."
        ),
        Binding("minus", "do('skip')", "nothing", show=False, id="compose.skip", tooltip="Nothing from this side."),
        Binding("backspace", "do('back')", "undo", show=False, id="compose.undo", tooltip="Take the last back."),
    ]

    def __init__(self, seat: Seat, to: str, start: TermsStart | None = None, counters: str = "") -> None:
        """`to`: empty for any taker. `counters`: name of the offer that this one answers."""
        super().__init__(f"Offer to {to or 'anybody'}")
        self._seat, self._start, self._counters = seat, start or TermsStart(), counters
        frame, spec = seat.frame(), seat.spec
        terms, now = seat.game.terms_now(seat.view()), max(1, frame.round)
        self.draft = TermsDraft(terms, frame.seats, seat.you, to, now, spec.rounds, start)

    def body(self) -> Iterable[Widget]:
        yield Sheet(self.draft)

    def on_mount(self) -> None:
        self._show()

    def on_lettered_typed(self, message: Lettered.Typed) -> None:
        ids = [f" {term.id}" for term in self.draft.terms]
        if message.key in ids:
            self.draft.take(ids.index(message.key) - self.draft.term_index)
        elif not self.draft.letter(message.key):
            self.tell(f"Nothing here begins with {message.key}.", "warn")
        self._show()

    def _show(self) -> None:
        self.query_one("#compose-sheet", Paper).update(text.lines(rows(self.draft, self._seat, self._start)))

    def action_do(self, what: str, *by: int) -> None:
        getattr(self.draft, what)(*by)
        self._show()

    def action_send(self) -> None:
        offer, draft = self.draft.offer, self.draft
        if draft.swap is not None:
            self.dismiss(draft.swap)
            return
        if offer is None or not draft.to:
            self.tell(f"Choose what {draft.to or 'they'} would do first.", "warn")
            return
        try:
            readers = (draft.you, draft.to)
            terms = self._seat.game.terms_now(self._seat.view())
            check_offer(terms, draft.seats, draft.you, readers, draft.now, draft.rounds, offer)
        except Refused as refusal:
            self.tell(refusal.message, "warn")
            return
        self.dismiss(replace(offer, counters=self._counters))


def rows(draft: TermsDraft, seat: Seat, start: TermsStart) -> list[text.Part]:
    lines: list[text.Part] = [
        text.line(*[(f" {term.id} ", "$badge" if term is draft.term else "$faint") for term in draft.terms])
    ]
    names = {"you": "You", "to": draft.to or "Anybody", "both": "Neither of you"}
    for side in draft.sides:
        verb = draft.term.says.split()[0]
        name = text.line(
            (f"{names[side]} ", "$strong"), "" if side == "both" else (f"{verb}{'s' * (side == 'to')}: ", "$faint")
        )
        lines.append(text.line(name, *_slot(draft, side, start), "  ", _span(draft, side, seat.spec.round_word)))
    if draft.after:
        lines.append(("You only after it was kept.", "$warn"))
    offer, swap = draft.offer, draft.swap
    words: text.Part = ("Letters choose; > a round later, * every round.", "$faint")
    if offer is not None and draft.to:
        words = (seat.act_words(offer, you=True), "$accent")
    elif swap is not None:
        words = (f"You give {swap.give} to the player who gives you {swap.want}.", "$accent")
    brings = start.worth(swap.give, swap.want) if swap is not None and start.worth is not None else ""
    return [*lines, "", words, text.line(("It brings ", "$faint"), brings) if brings else ""]


def _slot(draft: TermsDraft, side: str, start: TermsStart) -> list[text.Part]:
    if side in draft.content_by_side:
        return [(draft.content_by_side[side] or "nothing", "$good")]
    if side != draft.open:
        return [("...", "$faint")]
    if len(draft.among) > MOST_LETTERS:
        matches = [choice for choice in draft.among if choice.casefold().startswith(draft.typed)]
        return [(draft.typed or "type it", "$key"), (f"  {', '.join(matches[:6])}" if draft.typed else "", "$faint")]
    letter_of = {choice: letter for letter, choice in letters(draft.among).items()}
    parts: list[text.Part] = []
    for choice in draft.among:
        at = choice.casefold().find(letter_of.get(choice, " "))
        is_lacking = side == "you" and bool(start.have) and choice not in start.have
        parts += [
            choice[:at] if at > 0 else "",
            (choice[at : at + 1].upper(), "$key"),
            (choice[at + 1 :] if at >= 0 else choice, "$faint" if is_lacking else ""),
            " ",
        ]
        if start.worth is not None and side == "to" and (give := draft.content_by_side.get("you")) and draft.term.swaps:
            parts += [start.worth(give, choice), " "]
    return parts


def _span(draft: TermsDraft, side: str, round_word: str) -> text.Part:
    first, last = draft.rounds_by_side["you" if side == "both" else side]
    if last is None:
        return (f"every {round_word}", "$warn")
    return (f"this {round_word}", "$faint") if first == draft.now else (f"{round_word} {first}", "$warn")


class ConfirmHeard(Confirm):
    """Terms parsed from a sentence, to confirm: as an offer, or as words alone."""

    BINDINGS = [Binding("w", "words", "words only", id="heard.words", tooltip="Say it as words that bind nobody.")]

    def __init__(self, terms: str) -> None:
        foot = "Enter offers these terms, w says the words alone, q goes back to the line."
        super().__init__("Heard", [terms], foot)

    def action_words(self) -> None:
        self.dismiss(False)
