"""Dialogs of A Sinner's Secret: typing a query (letters, attribute, recipient, one key each), noting answers and
claims as believed or not, and telling others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from core.games.sinners_secret.deduction import Value
from core.games.sinners_secret.spec import ATTRIBUTES, LETTERS, LETTERS_ASKED
from core.games.sinners_secret.structs import Orders, Received, Report, Sent, View
from core.games.sinners_secret.words import (
    AnswersClaim,
    AttributeClaim,
    Claim,
    listed,
    say_answers,
    say_attribute,
    say_facts,
    yes_or_no,
)
from tui.games.base import GamePanel
from tui.games.sinners_secret import lists
from tui.games.sinners_secret.notebook import (
    AssumedAttribute,
    Notebook,
    ReportedAnswers,
    Spot,
    from_memory,
    received_key,
    sent_key,
    to_memory,
)
from tui.games.sinners_secret.view_model import Draft, Sight
from tui.screens.dialogs import AskLine, Dialog, Pick, PickMany
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Lettered
from tui.words import text

INITIALS = dict(zip("pgleuwsfhc", ATTRIBUTES, strict=True))
"""Key of each attribute: its first letter, and u for gluttony."""
WIDTH = 56


def press_key(sight: Sight, key: str) -> Draft | tuple[str, str | None]:
    """Return the draft after a key; or why that key is closed, with the ruling (empty: the key has no meaning)."""
    draft, lacks = sight.draft, sight.draft.lacks
    if lacks == "attribute" and key in INITIALS:
        choice = sight.choice("query.attribute", INITIALS[key])
        return draft._replace(attribute=INITIALS[key]) if choice.closed is None else (choice.closed, choice.ruling)
    if lacks == "to" and key.isdecimal():
        rows = lists.recipient_rows(sight)
        if not 0 < int(key) <= len(rows):
            return f"There are {len(rows)} to choose from.", None
        row = rows[int(key) - 1]
        return draft._replace(to=row.id) if row.closed is None else (row.closed, row.ruling)
    letter = key.upper()
    if lacks == "letters" and letter in LETTERS:
        closed = sight.letter_closed(letter)
        return draft.toggle_letter(letter) if closed is None else closed
    return "", None


def composer_rows(sight: Sight, width: int = WIDTH) -> list[text.Part]:
    draft, lacks = sight.draft, sight.draft.lacks
    chips = [chip(letter, "$badge") for letter in draft.letters]
    chips += [chip("·", "$closed")] * (LETTERS_ASKED - len(draft.letters))
    gaps: list[text.Part] = []
    for piece in chips:
        gaps += [piece, " "]
    rows: list[text.Part] = [
        text.line(_lead("Which letters", lacks == "letters"), *gaps),
        text.line(_lead("have", lacks == "attribute"), chip(draft.attribute or "...", _tone(draft.attribute))),
        text.line(_lead("Who is told", lacks == "to"), chip(draft.to or "...", _tone(draft.to))),
        "",
    ]
    if lacks == "letters":
        rows += _letters(sight, width)
    elif lacks == "attribute":
        keys = {name: key for key, name in INITIALS.items()}
        listed = [text.line((keys[name], "$key"), f" {name}") for name in ATTRIBUTES]
        rows += _across(listed, 14 if width >= WIDTH else 12, width)
    elif lacks == "to":
        listed = []
        for number, row in enumerate(lists.recipient_rows(sight), 1):
            shut = row.closed is not None
            key: text.Part = (str(number), "$closed" if shut else "$key")
            listed.append(text.line(key, " ", (row.id, "$closed" if shut else ""), " ", row.note))
        rows += _across(listed, 18, width)
    else:
        rows.append(text.line(("✓ complete", "$good"), ": s at the table seals it."))
    back = text.line(("Backspace", "$key"), " takes one back, ", ("Esc", "$key"), " keeps it so")
    return [*rows, "", *text.wrapped(back, width)]


def chip(words: str, style: str) -> Content:
    return text.line((f" {words} ", style))


def _tone(words: str) -> str:
    return "$badge" if words else "$closed"


def _lead(words: str, is_open: bool) -> text.Part:
    return (f"{'›' if is_open else ' '} {words:<14}", "$strong" if is_open else "$faint")


def _letters(sight: Sight, width: int) -> list[text.Part]:
    hands: list[text.Part] = []
    for seat in sight.seats:
        parts: list[text.Part] = [(text.fit(seat, 6).plain, "$faint")]
        for letter in sight.view.letters[seat]:
            shut = sight.letter_closed(letter) is not None
            picked = letter in sight.draft.letters
            parts += [(letter, "$badge" if picked else "$closed" if shut else "$key"), " "]
        hands.append(text.line(*parts))
    return _across(hands, 14 if width >= WIDTH else 12, width)


def _across(listed: Sequence[text.Part], each: int, width: int) -> list[text.Part]:
    count = max(1, width // each)
    return [
        text.line(*(text.fit(part, each) for part in listed[start : start + count]))
        for start in range(0, len(listed), count)
    ]


class Keys(Lettered):
    """The questions. Letters and numbers with a meaning are taken, all other keys bubble up."""

    def __init__(self, sight: Callable[[], Sight]) -> None:
        super().__init__(id="query-keys")
        self._sight = sight
        self.styles.height = "auto"

    def offered(self) -> Sequence[tuple[str, str]]:
        sight, lacks = self._sight(), self._sight().draft.lacks
        keys = {"attribute": INITIALS, "to": {str(n): row.id for n, row in enumerate(lists.recipient_rows(sight), 1)}}
        listed = sight.owner if lacks == "letters" else keys.get(lacks, {})
        return [(key, word) for key, word in listed.items() if isinstance(press_key(sight, key), Draft)]

    def takes(self, letter: str) -> bool:
        return press_key(self._sight(), letter) != ("", None)

    def drawn(self) -> Sequence[Content]:
        return [text.line(row) for row in composer_rows(self._sight(), min(WIDTH, self.size.width))]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(12, len(composer_rows(self._sight(), min(WIDTH, width))))


class Composer(Dialog[None]):
    """A typed query. Every key changes the draft at once; the box closes when it is complete."""

    AUTO_FOCUS = "#query-keys"
    BINDINGS = [
        Binding("backspace", "take_back", "take back", id="query.back", tooltip="Take the last part back."),
        Binding("enter", "hint", "", show=False, id="query.enter", tooltip="What to type."),
    ]

    def __init__(self, sight: Callable[[], Sight], order: Callable[[Draft], None]) -> None:
        """`sight()` returns the present position, `order(draft)` changes the draft."""
        super().__init__("The query of this round")
        self._sight, self._order = sight, order

    def body(self) -> Iterable[Widget]:
        yield Keys(self._sight)

    def action_hint(self) -> None:
        self.tell("Type one of the keys shown: the box closes when the query is complete.", "warn")

    def action_take_back(self) -> None:
        self._change(self._sight().draft.without_last_part())

    def _change(self, draft: Draft) -> None:
        self.tell("")
        self._order(draft)
        self.query_one(Keys).redraw()

    def on_lettered_typed(self, message: Lettered.Typed) -> None:
        message.stop()
        result = press_key(self._sight(), message.key)
        if not isinstance(result, Draft):
            self.tell(result[0], "warn", result[1])
            return
        self._change(result)
        if not result.lacks:
            self.dismiss()

    def plain(self) -> str:
        return "\n".join(text.line(row).plain for row in composer_rows(self._sight()))

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()


class SinnersDesk(GamePanel[Orders, View, Report]):
    """The panel as far as its questions need it."""

    sight_now: Sight | None = None
    claims: tuple[Claim, ...] = ()

    @property
    def sight(self) -> Sight:
        if self.sight_now is None:
            self.sight_now = Sight(
                self.seat.view(),
                self.seat.asks(),
                Draft.of(self.orders),
                from_memory(self.remembered("notebook")),
                self.seat.frame().round,
                deducing=self.remembered("follow", False),
                by_owner=self.remembered("by_owner", True),
                live=not self.read_only,
            )
        return self.sight_now

    def order(self, draft: Draft) -> None:
        self.edit(draft.orders)

    def write(self, book: Notebook) -> None:
        if self.read_only:
            self.tell("Nothing can be noted here.", "warn")
            return
        self.believe("notebook", to_memory(book))
        self.tell("")
        self.show()

    def say(self, to: str | tuple[str, ...], words: str) -> None:
        self.attempt(lambda: self.seat.say(to, words), "Said.")


# --- the query --------------------------------------------------------------------------------------------------------
def toggle_letter(desk: SinnersDesk, letter: str, attribute: str = "") -> None:
    sight = desk.sight
    closed = sight.letter_closed(letter)
    if closed is not None:
        desk.tell(closed[0], "warn", closed[1])
        return
    before = sight.draft
    desk.order(before.toggle_letter(letter, attribute))
    if letter not in before.letters:
        complete(desk)


def complete(desk: SinnersDesk) -> None:
    lacks = desk.sight.draft.lacks
    if lacks == "attribute":
        pick_attribute(desk)
    elif lacks == "to":
        pick_recipient(desk)


def pick_attribute(desk: SinnersDesk) -> None:
    draft = desk.sight.draft
    rows = []
    for name in ATTRIBUTES:
        choice = desk.sight.choice("query.attribute", name)
        rows.append(Row(name, name, choice.closed, choice.ruling, chosen=name == draft.attribute))

    def chosen(name: str) -> None:
        desk.order(desk.sight.draft._replace(attribute=name))
        complete(desk)

    title = f"Which of {', '.join(draft.letters) or 'the letters'} have ...?"
    desk.ask(Pick(title, rows, row_id=draft.attribute or None), chosen)


def pick_recipient(desk: SinnersDesk) -> None:
    rows = lists.recipient_rows(desk.sight)
    first = desk.sight.draft.to or next((row.id for row in rows if row.closed is None), None)
    desk.ask(
        Pick("Who is told the answers?", rows, row_id=first),
        lambda name: desk.order(desk.sight.draft._replace(to=name)),
    )


# --- locks ------------------------------------------------------------------------------------------------------------
def pick_lock(desk: SinnersDesk, letter: str) -> None:
    sight = desk.sight
    own = list(sight.view.pairs)
    if len(own) == 1:
        toggle_lock(desk, own[0], letter)
        return
    rows = []
    for mine in own:
        choice = sight.choice(f"lock.{mine}", letter)
        now = sight.draft.locks.get(mine)
        note = (f"now {now}", "$faint") if now else ""
        rows.append(Row(mine, f"for {mine}", choice.closed, choice.ruling, note, chosen=now == letter))
    if rows:
        title = f"Lock {letter} as an ally of which letter of yours?"
        desk.ask(Pick(title, rows), lambda mine: toggle_lock(desk, mine, letter))


def toggle_lock(desk: SinnersDesk, own_letter: str, letter: str) -> None:
    choice = desk.sight.choice(f"lock.{own_letter}", letter)
    if choice.closed is not None:
        desk.tell(choice.closed, "warn", choice.ruling)
        return
    draft = desk.sight.draft.toggle_lock(own_letter, letter)
    desk.order(draft)
    if own_letter in draft.locks:
        desk.tell(f"{own_letter} locks {letter}: final once the round has closed.", "warn", "SS-11")


def of_received(sight: Sight, got: Received, to: str) -> str:
    if to == got.by:
        return say_answers(got, got.answers)
    about = sight.book.about.get(received_key(got))
    if about is not None:
        return say_facts([(letter, about.attribute, has) for letter, has in sorted(got.answers.items())])
    return f"In round {got.round} {got.by} asked about something I do not know: {yes_or_no(got.answers)}."


def of_sent(sight: Sight, sent: Sent, to: str) -> str:
    if to == sent.to:
        return say_attribute(sent, sent.attribute)
    report = sight.book.told.get(sent_key(sent))
    if report is not None:
        return say_facts([(letter, sent.attribute, has) for letter, has in sorted(report.answers.items())])
    return f"In round {sent.round} I asked {sent.to} which of {listed(sent.letters)} have {sent.attribute}."


def of_cell(sight: Sight, letter: str, attribute: str) -> str:
    value = sight.value_of(letter, attribute)
    if value == "maybe":
        return f"Do you know whether {letter} has {attribute}?"
    return say_facts([(letter, attribute, value == "yes")])


# --- answers and claims -----------------------------------------------------------------------------------------------
def about_answer(desk: SinnersDesk, number: int) -> None:
    sight = desk.sight
    got = sight.view.received[number]
    about = sight.book.about.get(received_key(got))
    claimed = [claim.attribute for claim in desk.claims if isinstance(claim, AttributeClaim) and claim.query == got]
    fits = ATTRIBUTES if sight.deduction is None or sight.deduction.conflict else sight.deduction.asked[number]
    rows = []
    for name in ATTRIBUTES:
        note = f"{got.by} says so" if name in claimed else "" if name in fits else "does not fit"
        rows.append(Row(name, name, note=(note, "$warn"), chosen=about is not None and about.attribute == name))
    rows.append(Row("", "I do not know", chosen=about is None))
    start = about.attribute if about else claimed[-1] if claimed else None

    def chosen(name: str) -> None:
        if not name:
            desk.write(desk.sight.book.with_attribute(got, None))
            return
        says = [
            Row("me", "I suppose so"),
            Row("believed", f"{got.by} says so, and I believe it"),
            Row("doubted", f"{got.by} says so, but I doubt it"),
        ]
        desk.ask(
            Pick(f"About {name}: who says so?", says, row_id="believed" if name in claimed else "me"),
            lambda who: desk.write(
                desk.sight.book.with_attribute(
                    got, AssumedAttribute(name, None if who == "me" else got.by, who != "doubted")
                )
            ),
        )

    desk.ask(Pick(f"{got.by} asked, round {got.round}: about what?", rows, row_id=start), chosen)


def told_of_sent(desk: SinnersDesk, number: int) -> None:
    sight = desk.sight
    sent = sight.view.sent[number]
    now = sight.book.told.get(sent_key(sent))
    claimed = [claim.answers for claim in desk.claims if isinstance(claim, AnswersClaim) and claim.query == sent]
    answers = now.answers if now is not None else claimed[-1] if claimed else {}
    rows = [Row(letter, f"{letter} has {sent.attribute}", chosen=answers.get(letter, False)) for letter in sent.letters]

    def told(has: tuple[str, ...]) -> None:
        answers_now = {letter: letter in has for letter in sent.letters}
        says = [
            Row("believed", f"{sent.to} says so, and I believe it"),
            Row("doubted", f"{sent.to} says so, but I doubt it"),
            Row("", "Forget it: nothing was said"),
        ]
        desk.ask(
            Pick(f"{yes_or_no(answers_now)}?", says),
            lambda who: desk.write(
                desk.sight.book.with_report(sent, ReportedAnswers(answers_now, who == "believed") if who else None)
            ),
        )

    desk.ask(PickMany(f"{sent.to} says yes for which letters?", rows, 0, LETTERS_ASKED), told)


def claim_cell(desk: SinnersDesk, letter: str, attribute: str) -> None:
    sight = desk.sight
    others = [Row(seat, seat, note=(sight.view.realms[seat].title(), "$faint")) for seat in sight.seats]
    others = [row for row in others if row.id != desk.seat.name]

    def who(name: str) -> None:
        says = [
            Row(f"{value} {believed}", f"{value}, {'and I believe it' if believed else 'but I doubt it'}")
            for value in ("yes", "no")
            for believed in ("1", "")
        ]

        def what(answer: str) -> None:
            value: Value | None = "yes" if answer.startswith("yes") else "no" if answer else None
            desk.write(desk.sight.book.with_mark(letter, attribute, value, name, answer.endswith("1")))

        desk.ask(Pick(f"{name} says: {letter} has {attribute}?", [*says, Row("", "Strike it out")]), what)

    desk.ask(Pick(f"Who claims something about {letter} and {attribute}?", others), who)


# --- telling ----------------------------------------------------------------------------------------------------------
def tell_on(desk: SinnersDesk, spot: Spot) -> None:
    sight = desk.sight
    if spot.kind == "answers":
        got = sight.view.received[spot.number]
        _tell(desk, got.by, lambda to: of_received(sight, got, to))
    elif spot.kind == "sent":
        sent = sight.view.sent[spot.number]
        _tell(desk, sent.to, lambda to: of_sent(sight, sent, to))
    elif spot.kind == "cell":
        _tell(desk, None, lambda to: of_cell(sight, spot.letter, spot.attribute))
    else:
        desk.tell("e tells of answers, of sent queries, and of cells of the grid.", "warn")


def _tell(desk: SinnersDesk, across: str | None, sentence: Callable[[str], str]) -> None:
    partners, realms = desk.seat.partners(), desk.sight.view.realms
    rows = []
    if across is not None:
        closed = None if across in partners else f"No line to {across} is open this round."
        rows.append(Row(across, across, closed, "CM-21", ("line open" if closed is None else "no line", "$faint")))
    if "realm" in desk.seat.rooms():
        rows.append(Row("realm", "Your realm", note=("everyone in it", "$faint")))
    for name in partners:
        if name != across:
            rows.append(Row(f"seat {name}", name, note=(realms[name].title(), "$faint")))

    def chosen(to: str) -> None:
        name = to.removeprefix("seat ")
        question = text.line("To ", ("your realm" if to == "realm" else name, "$strong"), ". Change it as you like.")
        desk.ask(
            AskLine("Tell", question, sentence(name), longest=400),
            lambda words: desk.say("realm" if to == "realm" else (name,), words),
        )

    desk.ask(Pick("Tell whom?", rows, empty="There is nobody to talk to now."), chosen)
