"""The lists of A Sinner's Secret's panel: query, locks, answers, claims, the board of letters. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.games.sinners_secret.deduction import Clue, proven_by
from core.games.sinners_secret.spec import LETTERS_ASKED, MOST_LOCKS, SINS, VIRTUES
from core.games.sinners_secret.structs import Received, Sent, View
from core.games.sinners_secret.words import AnswersClaim, AttributeClaim, Claim, yes_or_no
from tui.games.sinners_secret import cells
from tui.games.sinners_secret.cells import HEAVEN, HELL, NO, OPEN, PICKED, YES
from tui.games.sinners_secret.notebook import ReportedAnswers, Spot, received_key, sent_key
from tui.games.sinners_secret.view_model import Sight, pair_words
from tui.widgets.choices import Row
from tui.words import text


# --- query and locks --------------------------------------------------------------------------------------------------
def query_rows(sight: Sight) -> list[Row]:
    some = next((choice for choice in sight.asks.choices if choice.slot == "query.letter"), None)
    closed, ruling = (None, None) if some is None else (some.closed, some.ruling)
    rows = [
        Row("letters", _field("letters", " ".join(sight.draft.letters)), closed, ruling),
        Row("attribute", _field("about", sight.draft.attribute), closed, ruling),
        Row("to", _field("told to", sight.draft.to), closed, ruling),
    ]
    return rows if sight.asks.orders else []


def _field(name: str, value: str) -> text.Part:
    return text.line((f"{name:<8}", "$faint"), (value, "$strong") if value else ("...", "$closed"))


def query_state(sight: Sight) -> text.Part:
    if not sight.draft.asks_something:
        return ("none yet", "$faint") if sight.asks.limits.get("queries") else ("none any more", "$faint")
    lacks = [] if len(sight.draft.letters) == LETTERS_ASKED else [f"{len(sight.draft.letters)}/{LETTERS_ASKED} letters"]
    lacks += [] if sight.draft.attribute else ["about what?"]
    lacks += [] if sight.draft.to else ["to whom?"]
    return (lacks[0], "$warn") if lacks else (f"{YES} complete", "$good")


def recipient_rows(sight: Sight) -> list[Row]:
    """Return the players of the other realm, and how often each can still be addressed (SS-03)."""
    rows = []
    for name, left in sight.view.recipients.items():
        choice = sight.choice("query.to", name)
        note = (f"{left} left", "$faint" if left else "$closed")
        rows.append(Row(name, name, choice.closed, choice.ruling, note, chosen=name == sight.draft.to))
    return rows


def left_rows(sight: Sight, width: int) -> Iterator[text.Part]:
    parts = [f"{name} {left}" for name, left in sight.view.recipients.items()]
    while parts:
        count = next((n for n in range(len(parts), 0, -1) if len(" \u00b7 ".join(parts[:n])) <= width), 1)
        yield " \u00b7 ".join(parts[:count])
        parts = parts[count:]


def lock_strips(sight: Sight, wide: bool) -> Iterator[text.Part]:
    for own, locks in sight.view.locks.items():
        places: list[text.Part] = []
        for lock in locks:
            right = sight.right(own, lock.locked)
            tail = {None: "", True: YES, False: NO}[right] or (str(lock.round % 10) if wide else "")
            places.append((f"{lock.locked}{tail}".ljust(3 if wide else 2), "$strong" if right is not False else "$bad"))
        if own in sight.draft.locks:
            places.append((f"{sight.draft.locks[own]}{PICKED} ", "$key"))
        empty = OPEN.ljust(3 if wide else 2)
        places += [(empty, "$closed")] * (MOST_LOCKS - len(places))
        pair = pair_words(sight.view.pairs[own], 3)
        yield text.line((own, "$accent"), f" {pair} ", *places)


# --- lists ------------------------------------------------------------------------------------------------------------
def answers_short(letters: Sequence[str], answers: Mapping[str, bool], tail: str = "") -> str:
    return " ".join(f"{a}{'?' if a not in answers else YES if answers[a] else NO}" for a in letters) + tail


def _shorten(name: str, room: int) -> str:
    return text.line(name).truncate(room, ellipsis=True).plain


def received_rows(sight: Sight, wide: bool) -> list[Row]:
    rows = []
    for number, got in enumerate(sight.view.received):
        about = sight.book.about.get(received_key(got))
        label = text.line(
            (f"{got.round} ", "$faint"), text.fit(got.by, 6), " ", answers_short(got.letters, got.answers)
        )
        note: text.Part = ("?", "$warn")
        if about is not None:
            flag = "" if about.by is None else "'" if about.believed else "~"
            note = (
                (about.attribute if wide else _shorten(about.attribute, 6 - len(flag))) + flag,
                "$accent" if about.believed else "$faint",
            )
        rows.append(Row(str(number), label, note=note))
    return rows[::-1]


def sent_rows(sight: Sight, wide: bool) -> list[Row]:
    rows = []
    for number, sent in enumerate(sight.view.sent):
        report = sight.book.told.get(sent_key(sent)) or ReportedAnswers({})
        flag = "~" if report.answers and not report.believed else ""
        label = text.line(
            (f"{sent.round} ", "$faint"), text.fit(sent.to, 6), " ", answers_short(sent.letters, report.answers)
        )
        rows.append(
            Row(
                str(number),
                label,
                note=((sent.attribute if wide else _shorten(sent.attribute, 6 - len(flag))) + flag, "$accent"),
            )
        )
    return rows[::-1]


def heard_rows(sight: Sight, claims: Sequence[Claim], wide: bool) -> list[Row]:
    rows = []
    for number, claim in enumerate(claims):
        stance = sight.book.stance(claim)
        note: text.Part = {None: ("new", "$warn"), True: (YES, "$good"), False: ("~", "$faint")}[stance]
        rows.append(Row(str(number), text.line(text.fit(claim.by, 6), " ", claim_short(claim, wide)), note=note))
    return rows[::-1]


def claim_short(claim: Claim, wide: bool) -> str:
    """Return a claim in short: `r3: lust` is about the reader's answer, `r3 A✓ F✗` about its query of that round."""
    if isinstance(claim, AttributeClaim):
        return f"r{claim.query.round}{' about' if wide else ':'} {claim.attribute}"
    if isinstance(claim, AnswersClaim):
        return f"r{claim.query.round} {answers_short(claim.query.letters, claim.answers)}"
    return f"{claim.letter} {claim.attribute} {YES if claim.has else NO}"


def received_words(sight: Sight, number: int) -> Iterator[text.Part]:
    got: Received = sight.view.received[number]
    about = sight.book.about.get(received_key(got))
    sentence = f"Round {got.round}, {got.by} asked: {yes_or_no(got.answers)}."
    yield text.line(sentence, *_line_open(sight, got.by, got.round))
    if sight.deduction is not None and not sight.deduction.conflict:
        fits = sight.deduction.asked[number]
        attributes = text.joined(fits, "or") if len(fits) < 8 else f"any of {len(fits)} attributes"
        allies = "".join(f"{first} and {second} are allies. " for first, second in proven_by(Clue(got.answers)))
        yield (f"{allies}Fits {attributes}.", "$accent")
    if about is None:
        yield from sight.hint("About what? Enter puts it in, e tells it on.")
    else:
        source = (
            "you suppose" if about.by is None else f"{about.by} says, {'believed' if about.believed else 'doubted'}"
        )
        yield f"About {about.attribute}: {source}."


def _line_open(sight: Sight, other: str, round_: int) -> tuple[text.Part, ...]:
    return ((" Line open.", "$good"),) if other in sight.view.lines and round_ + 1 == sight.round else ()


def sent_words(sight: Sight, number: int) -> Iterator[text.Part]:
    sent: Sent = sight.view.sent[number]
    report = sight.book.told.get(sent_key(sent))
    letters = ", ".join(sent.letters)
    sentence = f"Round {sent.round}: you asked which of {letters} have {sent.attribute}."
    yield text.line(sentence, *_line_open(sight, sent.to, sent.round))
    if report is None:
        yield f"Only {sent.to} knows the answers."
        yield from sight.hint(f"Enter notes what {sent.to} says.")
    else:
        believed = "and you believe it" if report.believed else "but you doubt it"
        yield f"{sent.to} says {yes_or_no(report.answers)}, {believed}."


def heard_words(sight: Sight, claim: Claim, said: str) -> list[text.Part]:
    stance = sight.book.stance(claim)
    now = {None: "Not noted yet.", True: "You believe it.", False: "You doubt it."}[stance]
    return [text.line((claim.by, "$strong"), f": {said}"), now, *sight.hint("Enter: believe, doubt, strike out.")]


# --- the board --------------------------------------------------------------------------------------------------------
UNKNOWN = "?, ?"


def known_owners(sight: Sight) -> tuple[str, ...]:
    """Return the other seats with a known or assumed attribute on some letter. The heads of the grid list the rest,
    and the locks the own letters."""
    view = sight.view
    return tuple(
        seat
        for seat in sight.seats
        if any(
            letter not in view.pairs and letter_words(sight, letter) != UNKNOWN for letter in view.letters.get(seat, ())
        )
    )


def board_rows(sight: Sight, seats: Sequence[str]) -> Iterator[text.Part]:
    for seat in seats:
        heaven = sight.view.realms[seat] == "heaven"
        mark = " (Mark)" if seat in sight.view.marked else ""
        head = text.fit((seat + mark, HEAVEN if heaven else HELL), 14)
        parts: list[text.Part] = [head, ("Heaven  " if heaven else "Hell    ", "$faint")]
        for letter in sight.view.letters.get(seat, ()):
            parts += [(letter, "$strong"), " ", text.fit(letter_words(sight, letter), 17)]
        yield text.line(*parts)


def board_short(sight: Sight, seats: Sequence[str]) -> Iterator[text.Part]:
    """Yield the same in 51 columns: Heaven owner by owner, Hell three in a row."""
    realms = sight.view.realms
    for title, realm, across in (("Heaven", "heaven", 1), ("Hell", "hell", 3)):
        style = HEAVEN if realm == "heaven" else HELL
        listed: list[text.Part] = []
        for seat in seats:
            if realms[seat] == realm:
                name = f"{seat}*" if seat in sight.view.marked else seat
                parts: list[text.Part] = [text.fit((name, style), 7 if across == 1 else 6)]
                for letter in sight.view.letters.get(seat, ()):
                    parts += [(letter, "$strong"), " ", text.fit(letter_short(sight, letter), 9 if across == 1 else 8)]
                listed.append(text.line(*parts))
        marks = ", * with a Mark" if any(realms[seat] == realm for seat in sight.view.marked) else ""
        yield from [(f"{title}{marks}", "$faint")] if listed else []
        yield from (text.line(*listed[start : start + across]) for start in range(0, len(listed), across))


def letter_short(sight: Sight, letter: str) -> str:
    names = letter_words(sight, letter).split(", ")
    return "+".join(name[:3] for name in names)


def pair_rows(sight: Sight, width: int) -> Iterator[text.Part]:
    """Yield sins by virtues: the letter with each pair, else the letters that could have it as far as known."""
    room = (width - 9) // 3
    yield text.line(" " * 9, *(text.fit((name, "$violet"), room) for name in VIRTUES))
    for sin in SINS:
        cells = [text.fit(_pair_owner(sight, sin, virtue, room - 1), room) for virtue in VIRTUES]
        yield text.line(text.fit(sin, 9), *cells)


def _pair_owner(sight: Sight, sin: str, virtue: str, room: int) -> text.Part:
    for letter in sight.owner:
        if sight.value_of(letter, sin) == sight.value_of(letter, virtue) == "yes":
            own = letter in sight.view.pairs
            style = "bold underline $accent" if own else HEAVEN if sight.realm(letter) == "Heaven" else f"bold {HELL}"
            return text.line((letter, style), f" {sight.owner[letter]}")
    if sight.deduction is None or sight.deduction.conflict:
        return ("\u00b7", "$faint")
    can = [letter for letter in sight.owner if (sin, virtue) in sight.deduction.pairs[letter]]
    listed = " ".join(can)
    return (f"{listed}?" if len(listed) < room else f"\u00b7 {len(can)}", "$faint")


def letter_words(sight: Sight, letter: str) -> str:
    names = []
    for group in (SINS, VIRTUES):
        names.append(next((name for name in group if sight.value_of(letter, name) == "yes"), "?"))
    return ", ".join(names)


def order_rows(sight: Sight) -> Iterator[text.Part]:
    view = sight.view
    if view.orders is None:
        return
    for title, order in (("Heaven", view.orders.heaven), ("Hell", view.orders.hell)):
        yield (title, "$accent")
        for place, name in enumerate(order, 1):
            points = "" if view.result is None else f"  {text.signed(view.result.players[name].score)}"
            tail = " falls" if name == view.fallen else " ascends" if name in view.ascended else ""
            tail += " candidate" if name == view.candidate else " opponent" if name == view.opponent else ""
            yield text.line(f"{place}. ", (name, "$strong"), points, (tail, "$faint"))


# --- what is under the cursor -----------------------------------------------------------------------------------------
def spot_words(sight: Sight, spot: Spot | None, claims: Sequence[Claim], said: Sequence[str]) -> Iterable[text.Part]:
    """`said`: the original words of each of `claims`."""
    if spot is None:
        rows: list[text.Part] = []
        for realm, style in (("heaven", HEAVEN), ("hell", HELL)):
            names = [name for name, where in sight.view.realms.items() if where == realm]
            rows += ["", text.line((realm.title(), style), f": {text.joined(names)}.")]
        if sight.view.marked:
            rows += ["", f"With a Mark from before: {text.joined(sight.view.marked)}."]
        return rows
    if spot.kind == "answers":
        return received_words(sight, spot.number)
    if spot.kind == "sent":
        return sent_words(sight, spot.number)
    if spot.kind == "heard":
        return heard_words(sight, claims[spot.number], said[spot.number])
    if spot.kind == "cell":
        return cells.cell_words(sight, spot.letter, spot.attribute)
    return cells.query_words(sight, spot.letter) if spot.kind == "query" else cells.lock_words(
        sight, spot.own, spot.letter)  # fmt: skip


def is_hint(row: text.Part) -> bool:
    """True if a row only explains a key: it is dropped where room is scarce (`Sight.hint`)."""
    return isinstance(row, tuple) and row[1] == "$faint"


def beside_rows(view: View, width: int) -> list[text.Part]:
    """Return a seat's locks and answers in `width` columns, without deductions: those are shown on request."""
    rows: list[text.Part] = []
    if view.locks:
        rows.append(text.line(("Your locks", "$accent"), (f", {MOST_LOCKS} for each letter", "$faint")))
    for own, locks in view.locks.items():
        places: list[text.Part] = [(f"{lock.locked} ", "$strong") for lock in locks]
        places.append((f"{OPEN} " * (MOST_LOCKS - len(locks)), "$closed"))
        rows.append(text.line((f"{own}  ", "$key"), text.fit(pair_words(view.pairs[own]), 20), *places))
    heard: list[text.Part] = [
        text.line(
            (f"r{got.round:<3}", "$faint"), (f"{got.by:<9}", "$strong"), "asked about something: ",
            *_answers(got.letters, got.answers),
        )
        for got in view.received
    ]  # fmt: skip
    asked: list[text.Part] = [
        text.line(
            (f"r{sent.round:<3}", "$faint"), f"{', '.join(sent.letters)} about ", (sent.attribute, "$accent"),
            (f", told to {sent.to}", "$faint"),
        )
        for sent in view.sent
    ]  # fmt: skip
    rows += ["", ("What you were told", "$accent"), *(heard or [("Nothing yet.", "$faint")])]
    rows += ["", ("What you asked", "$accent"), *(asked or [("Nothing yet.", "$faint")])]
    if view.recipients and any(view.recipients.values()):
        left = [f"{name} {count}" for name, count in view.recipients.items() if count]
        rows += ["", ("Still to be addressed, and how often", "$accent"), *text.wrapped(", ".join(left), width)]
    return rows


def _answers(letters: tuple[str, ...], answers: dict[str, bool]) -> list[text.Part]:
    return [
        text.line((f"{letter}", "$strong"), (YES, "$good") if answers[letter] else (NO, "$bad"), " ")
        for letter in letters
        if letter in answers
    ]
