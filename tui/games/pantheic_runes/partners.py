"""Combining with another seat in Pantheic Runes: proposals made, answered and withdrawn, each with its price."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.contract import Choice
from core.games.pantheic_runes import runes
from core.games.pantheic_runes.views import Mine
from core.refusal import Refused
from core.talk.channels import Deal, Message
from tui.games.pantheic_runes import cards
from tui.games.pantheic_runes import editor as benches
from tui.games.pantheic_runes.desk import RunesDesk
from tui.games.pantheic_runes.view_model import Sight
from tui.screens.dialogs import AskLine, Confirm, Pick
from tui.widgets.choices import Row
from tui.widgets.threads import proposal
from tui.words import text


# --- the list ---------------------------------------------------------------------------------------------------------
def pick_partner(desk: RunesDesk) -> None:
    rows = partner_rows(desk.sight)
    desk.ask(Pick("Combine with another seat", rows), lambda answer: _act_on(desk, answer))


def partner_rows(sight: Sight) -> Iterator[Row]:
    mine, own = sight.mine, sight.tableau_at_cursor or ""
    if mine is None:
        return
    number = f"{(sight.bench.at or 0) + 1} " if own else ""
    if mine.asked_by:
        yield Row("asked", "Asked of you: 1 mana each, both receive the result", heading=True)
    for by in mine.asked_by:
        put_in = text.line(f"accept {by}: put in {number}", cards.inline(own))
        yield _row(sight, "accept_combine", by, put_in, "1 mana", own)
        yield _row(sight, "decline_combine", by, f"decline {by}", "free")
    if mine.offered:
        yield Row("offered", "Asked by you", heading=True)
    for offer in mine.offered:
        words = text.line(f"withdraw from {offer.to}: ", cards.inline(offer.tableau), " comes back")
        yield _row(sight, "withdraw_combine", offer.to, words, "free")
    yield Row("propose", f"Propose to combine {number}{own}".rstrip() + " with", heading=True)
    for choice in _choices_of(sight, "propose_combine"):
        name = str(choice.value)
        yield _row(sight, "propose_combine", name, name, "1 mana if accepted", own)


def _choices_of(sight: Sight, kind: str) -> list[Choice]:
    return [choice for choice in sight.asks.choices if choice.slot == f"action.{kind}"]


def _row(sight: Sight, kind: str, other: str, words: text.Part, note: str, own_tableau: str = "") -> Row:
    choice = next((c for c in _choices_of(sight, kind) if c.value == other), None)
    closed, ruling = (None, None) if choice is None else (choice.closed, choice.ruling)
    if closed is None and own_tableau and (bar := sight.why_barred) is not None:
        closed, ruling = bar, "PR-20"
    return Row(f"{kind}:{other}", words, closed, ruling, (note, "$faint"))


def _act_on(desk: RunesDesk, answer: str) -> None:
    kind, _, other = answer.partition(":")
    mine, own = desk.sight.mine, desk.sight.tableau_at_cursor or ""
    assert mine is not None
    if kind == "propose_combine":
        propose_with(desk, mine, other, own)
    elif kind == "accept_combine":
        accept_with(desk, mine, other, own)
    elif kind == "decline_combine":
        sentence = f"Decline {other}'s proposal to combine. It costs nothing; {other} is told."
        desk.do({"kind": kind, "from": other}, [sentence], "Decline?")
    else:
        desk.do_now({"kind": kind, "with": other})


# --- one partner ------------------------------------------------------------------------------------------------------
def propose_with(desk: RunesDesk, mine: Mine, other: str, own_tableau: str) -> None:
    rows: list[text.Part] = [
        text.line(f"Propose to {other} to combine a tableau with your ", cards.inline(own_tableau), "."),
        f"It is set aside, and not shown to {other}, until {other} answers, you withdraw (p), or the round closes.",
        text.line("Free now. If accepted: 1 mana each, ", benches.bill(mine, mine.prices.combine_together, 0), "; "
                  "both give their tableau and receive the result."),
        *_spoken_tableaux(desk, other, own_tableau),
    ]  # fmt: skip
    action = {"kind": "propose_combine", "with": other, "tableau": own_tableau}
    foot = "Enter proposes; q goes back."
    desk.ask(Confirm(f"Propose to {other}?", rows, foot), lambda yes: desk.do_now(action) if yes else None)


def accept_with(desk: RunesDesk, mine: Mine, other: str, own_tableau: str) -> None:
    rows: list[text.Part] = [
        text.line(f"Accept {other}'s proposal with your ", cards.inline(own_tableau), "."),
        f"What {other} puts in shows only then. Both receive the result.",
        text.line("1 mana each: ", benches.bill(mine, mine.prices.combine_together, 0)),
        *_spoken_tableaux(desk, other, own_tableau),
    ]
    desk.do({"kind": "accept_combine", "from": other, "tableau": own_tableau}, rows, f"Combine with {other}?")


def _spoken_tableaux(desk: RunesDesk, other: str, own_tableau: str) -> list[text.Part]:
    for message in reversed(desk.seat.messages()):
        if message.sender != other:
            continue
        parsed = runes.parse(message.deal.give) if message.deal is not None else None
        spoken = (parsed,) if parsed else runes.tableaux_in_text(message.text)
        if spoken:
            return [
                text.line((f"{other} spoke of ", "$faint"), cards.inline(t), (": with yours it gives ", "$faint"),
                          cards.inline(runes.combine(own_tableau, t)), ("; ", "$faint"),
                          benches.pleased_words(runes.combine(own_tableau, t), desk.sight.view))
                for t in spoken[:2]
            ]  # fmt: skip
    return []


# --- deals in talk ----------------------------------------------------------------------------------------------------
def propose_in_talk(desk: RunesDesk, to: str, held: tuple[str, ...]) -> None:
    """Propose in talk: my tableau for yours, with the result of both. It is not binding and sets nothing aside."""

    def wanted(own_tableau: str, words: str) -> None:
        theirs = runes.parse(words)
        if theirs is None:
            desk.tell("Write four cells row by row with + o x and . for empty: xo++ is x o above + +.", "warn")
            return
        result, deal = runes.combine(own_tableau, theirs), Deal(give=own_tableau, want=theirs)
        pleased = benches.pleased_words(result, desk.sight.view)
        rows: list[text.Part] = [
            text.line("Say to ", to, ": my ", cards.inline(own_tableau), " for your ", cards.inline(theirs), "?"),
            text.line("Both would receive ", cards.inline(result), ": ", pleased, "."),
            "1 mana each if you combine. This is only talk: p at the table proposes it bindingly.",
        ]
        desk.ask(
            Confirm(f"A proposal to {to}", rows, "Enter says it; q goes back."),
            lambda yes: desk.say(to, proposal(deal), own_tableau, theirs) if yes else None,
        )

    def chosen(own_tableau: str) -> None:
        question = f"Combined with your {own_tableau}: what should {to} put in? Four cells, as in xo++."
        desk.ask(AskLine(f"A proposal to {to}", question, longest=20), lambda words: wanted(own_tableau, words))

    rows = [Row(t, cards.inline(t), note=benches.pleased_words(t, desk.sight.view)) for t in held]
    desk.ask(Pick(f"What would you put in, with {to}?", rows, empty="You hold no tableau."), chosen)


def place_for(sight: Sight, message: Message) -> int:
    """Return the place in the hand of the free tableau that a deal of talk wants.

    Raises:
        Refused: No round is open, the deal names no tableau, or none is free.
    """
    mine, wanted = sight.mine, runes.parse(message.deal.want if message.deal is not None else "")
    if mine is None or not sight.live or not sight.asks.orders:
        raise Refused("no_round", "No round is open now.")
    if wanted is None:
        raise Refused("no_tableau", "They did not name a tableau by its four cells, as in xo++: press p to combine.")
    for place, bar in enumerate(sight.marks.barred):
        if not bar and mine.tableaux[place] == wanted:
            return place
    raise Refused("no_such_tableau", f"You hold no free {wanted}.", "PR-20")


def answer_proposal(desk: RunesDesk, other: str) -> None:
    """Answer the speaker's proposal with the tableau under the cursor, or propose it to them.

    Raises:
        Refused: The action is closed.
    """
    sight = desk.sight
    mine, own = sight.mine, sight.tableau_at_cursor
    assert mine is not None
    assert own is not None
    is_asked = other in mine.asked_by
    shut = sight.closed_choice(f"action.{'accept_combine' if is_asked else 'propose_combine'}", other)
    if shut is not None:
        raise Refused("closed", shut.closed or "", shut.ruling)
    (accept_with if is_asked else propose_with)(desk, mine, other, own)


OTHER = "other"


def name_pattern(
    desk: RunesDesk, title: str, then: Callable[[str], object], *, empty_cells: bool, none: str = ""
) -> None:  # fmt: skip
    listed = [Row("", none)] if none else []
    listed.append(Row(OTHER, "another, by its four cells"))
    mine = desk.sight.mine
    held = () if mine is None else mine.tableaux
    for deity in desk.sight.view.deities:
        for pattern in deity.patterns:
            note: text.Part = ("you hold one", "$warn") if pattern in held else ""
            listed.append(Row(pattern, text.line(cards.inline(pattern), f"  {deity.name}"), note=note))

    def written(words: str) -> None:
        tableau = runes.parse(words)
        if tableau is None or (not empty_cells and not runes.is_full(tableau)):
            full = "" if empty_cells else ", no cell empty"
            desk.tell(f"Write four cells row by row with + o x{' .' if empty_cells else ''}{full}.", "warn")
        else:
            then(tableau)

    def chosen(answer: str) -> None:
        if answer == OTHER:
            desk.ask(AskLine(title, "Four cells, row by row: xo++ is x o above + +."), written)
        else:
            then(answer)

    desk.ask(Pick(title, listed), chosen)


def forbid(desk: RunesDesk) -> None:
    """Set the pattern forbidden by the ritual that grants Artemis (PR-34)."""
    mine = desk.sight.mine
    held = mine is not None and "artemis" in mine.blessings
    if desk.sight.draft.artemis_place is None or held:
        why = "You hold Artemis already" if held else "Lay a ritual of Artemis down first (l)"
        desk.tell(f"{why}: only the ritual that grants her blessing forbids a pattern.", "warn", "PR-34")
        return
    name_pattern(
        desk,
        "Every ritual of which pattern fails?",
        lambda pattern: desk.order(desk.sight.draft.with_forbidden(pattern)),
        empty_cells=False,
        none="forbid nothing",
    )


def create(desk: RunesDesk) -> None:
    """Create a tableau by Demeter's gift (PR-33)."""
    choice = next((c for c in desk.sight.asks.choices if c.slot == "action.create_tableau"), None)
    if choice is None:
        return
    if choice.closed is not None:
        desk.tell(choice.closed, "warn", choice.ruling)
        return

    def chosen(tableau: str) -> None:
        rows: list[text.Part] = [
            text.line("Create ", cards.inline(tableau), ": every seat, you included, receives a copy at once."),
            "No player is told who made it. It costs nothing, and you can do it once.",
        ]
        desk.do({"kind": "create_tableau", "tableau": tableau}, rows, "Create it?")

    name_pattern(desk, "Create which tableau, for everybody?", chosen, empty_cells=True)
