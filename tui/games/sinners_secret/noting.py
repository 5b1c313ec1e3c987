"""Noting what was answered and claimed in A Sinner's Secret, believing it or not, and telling others."""

from __future__ import annotations

from collections.abc import Callable

from core.games.sinners_secret.claims import AnswersClaim, AttributeClaim, say_answers, say_attribute, say_facts
from core.games.sinners_secret.deduction import Value
from core.games.sinners_secret.spec import ATTRIBUTES, LETTERS_ASKED
from core.games.sinners_secret.structs import Received, Sent
from core.games.sinners_secret.words import listed, yes_or_no
from tui.games.sinners_secret.notebook import About, Spot, Told, received_key, sent_key
from tui.games.sinners_secret.view_model import Desk, Sight
from tui.screens.dialogs import Ask, Pick, PickMany
from tui.widgets.choices import Row
from tui.words import text


def of_received(sight: Sight, got: Received, to: str) -> str:
    """To the asker: the answers. To others: what the letters have, or the bare answers."""
    if to == got.by:
        return say_answers(got, got.answers)
    about = sight.book.about.get(received_key(got))
    if about is not None:
        return say_facts([(letter, about.attribute, has) for letter, has in sorted(got.answers.items())])
    return f"In round {got.round} {got.by} asked about something I do not know: {yes_or_no(got.answers)}."


def of_sent(sight: Sight, sent: Sent, to: str) -> str:
    """To the recipient: what it was about. To others: what the letters have, as far as the recipient said."""
    if to == sent.to:
        return say_attribute(sent, sent.attribute)
    told = sight.book.told.get(sent_key(sent))
    if told is not None:
        return say_facts([(letter, sent.attribute, has) for letter, has in sorted(told.answers.items())])
    return f"In round {sent.round} I asked {sent.to} which of {listed(sent.letters)} have {sent.attribute}."


def of_cell(sight: Sight, letter: str, attribute: str) -> str:
    """What is noted or follows for a cell; a question if nothing is."""
    value = sight.known(letter, attribute)
    if value == "maybe":
        return f"Do you know whether {letter} has {attribute}?"
    return say_facts([(letter, attribute, value == "yes")])


# --- answers and claims -----------------------------------------------------------------------------------------------
def about_answer(desk: Desk, number: int) -> None:
    """What is this answer taken to have been about, and who says so?"""
    sight = desk.sight
    got = sight.view.received[number]
    about = sight.book.about.get(received_key(got))
    said = [claim.attribute for claim in desk.claims if isinstance(claim, AttributeClaim) and claim.query == got]
    fits = ATTRIBUTES if sight.found is None or sight.found.conflict else sight.found.asked[number]
    rows = []
    for name in ATTRIBUTES:
        note = f"{got.by} says so" if name in said else "" if name in fits else "does not fit"
        rows.append(Row(name, name, note=(note, "$warn"), chosen=about is not None and about.attribute == name))
    rows.append(Row("", "I do not know", chosen=about is None))
    start = about.attribute if about else said[-1] if said else None

    def chosen(name: str) -> None:
        if not name:
            desk.write(desk.sight.book.assign(got, None))
            return
        says = [
            Row("me", "I suppose so"),
            Row("believed", f"{got.by} says so, and I believe it"),
            Row("doubted", f"{got.by} says so, but I doubt it"),
        ]
        desk.ask(
            Pick(f"About {name}: who says so?", says, at="believed" if name in said else "me"),
            lambda who: desk.write(
                desk.sight.book.assign(got, About(name, None if who == "me" else got.by, who != "doubted"))
            ),
        )

    desk.ask(Pick(f"{got.by} asked, round {got.round}: about what?", rows, at=start), chosen)


def told_of_sent(desk: Desk, number: int) -> None:
    """What does the recipient of this query say?"""
    sight = desk.sight
    sent = sight.view.sent[number]
    now = sight.book.told.get(sent_key(sent))
    said = [claim.answers for claim in desk.claims if isinstance(claim, AnswersClaim) and claim.query == sent]
    answers = now.answers if now is not None else said[-1] if said else {}
    rows = [Row(letter, f"{letter} has {sent.attribute}", chosen=answers.get(letter, False)) for letter in sent.letters]

    def told(has: tuple[str, ...]) -> None:
        found = {letter: letter in has for letter in sent.letters}
        says = [
            Row("believed", f"{sent.to} says so, and I believe it"),
            Row("doubted", f"{sent.to} says so, but I doubt it"),
            Row("", "Forget it: nothing was said"),
        ]
        desk.ask(
            Pick(f"{yes_or_no(found)}?", says),
            lambda who: desk.write(desk.sight.book.hear(sent, Told(found, who == "believed") if who else None)),
        )

    desk.ask(PickMany(f"{sent.to} says yes for which letters?", rows, 0, LETTERS_ASKED), told)


def claim_cell(desk: Desk, letter: str, attribute: str) -> None:
    """Note what somebody claims about a cell."""
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
            desk.write(desk.sight.book.mark(letter, attribute, value, name, answer.endswith("1")))

        desk.ask(Pick(f"{name} says: {letter} has {attribute}?", [*says, Row("", "Strike it out")]), what)

    desk.ask(Pick(f"Who claims something about {letter} and {attribute}?", others), who)


# --- telling ----------------------------------------------------------------------------------------------------------
def tell_on(desk: Desk, spot: Spot) -> None:
    """Say something about a place, in a sentence that others' screens and bots can read."""
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


def _tell(desk: Desk, across: str | None, sentence: Callable[[str], str]) -> None:
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
            Ask("Tell", question, sentence(name), longest=400),
            lambda said: desk.say("realm" if to == "realm" else (name,), said),
        )

    desk.ask(Pick("Tell whom?", rows, empty="There is nobody to talk to now."), chosen)
