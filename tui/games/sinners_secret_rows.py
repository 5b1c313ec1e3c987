"""What the panel of A Sinner's Secret writes: cells, lists, and the words that explain them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.games.sinners_secret.claims import AnswersClaim, AttributeClaim, Claim
from core.games.sinners_secret.deduction import Mark, proven_by
from core.games.sinners_secret.spec import ATTRIBUTES, MOST_LOCKS, SINS, VIRTUES
from core.games.sinners_secret.state import Received, Sent
from core.games.sinners_secret.words import yes_or_no
from tui import text
from tui.games.sinners_secret_grid import Column, Owner
from tui.games.sinners_secret_notebook import Told, received_key, sent_key
from tui.games.sinners_secret_sight import Sight, pair_words, value_of
from tui.widgets.choices import Row
from tui.widgets.grid import Cell

YES, NO = "\u2713", "\u2717"
PICKED, MADE, SHUT, OPEN = "\u25c6", "\u25a0", "\u00d7", "\u00b7"
HEAVEN, HELL = "bold $cyan", "$red"
LEGEND: tuple[tuple[text.Part, ...], ...] = (
    ((YES, "$good"), " yes  ", NO, " no  ", ("?", "$warn"), " maybe  ", "' said, believed  ~ said, doubted"),
    (("+ -", "$accent"), " it follows  ", ("!", "$bad"), " contradiction  ", PICKED, " picked  ", MADE, " locked"),
)


# --- the grid ---------------------------------------------------------------------------------------------------------
def glyph(sight: Sight, letter: str, attribute: str) -> text.Part:
    """One cell of the deduction grid, at most two signs."""
    noted = sight.at(letter, attribute)
    marks = [one.mark for one in noted]
    yes, no, maybe = value_of(marks)
    if yes and no:
        return ("!", "$bad")
    if yes or no:
        says = "yes" if yes else "no"
        own = any(mark.by is None and mark.value == says for mark in marks if mark.believed)
        fact = any(one.source in ("your letter", "revealed") for one in noted)
        style = ("bold $good" if fact else "$good") if yes else "$faint"
        return (f"{YES if yes else NO}{'' if own else chr(39)}", style)
    follows = "maybe" if sight.found is None or sight.found.conflict else sight.found.grid[letter][attribute]
    if follows != "maybe":
        return ("+", "bold $accent") if follows == "yes" else ("-", "$accent")
    if maybe:
        return ("?", "$warn")
    if marks:  # said, but doubted
        return (f"{YES if marks[-1].value == 'yes' else NO}~", "$faint")
    return (OPEN, "$faint")


def query_cell(sight: Sight, letter: str) -> Cell:
    """Whether a letter is in the query, or could be."""
    closed = sight.letter_closed(letter)
    if letter in sight.picked:
        return Cell((PICKED, "$key"), closed and closed[0], closed and closed[1])
    return Cell((OPEN, "")) if closed is None else Cell((SHUT, "$closed"), *closed)


def lock_cell(sight: Sight, own: str, letter: str, wide: bool) -> Cell:
    """The lock that an own letter made on another, or what is known of them as allies."""
    choice = sight.choice(f"lock.{own}", letter)
    if own == letter:
        return Cell((SHUT, "$closed"), choice.closed, choice.ruling)
    if any(lock.locked == letter for lock in sight.view.locks[own]):
        right = sight.right(own, letter)
        mark = MADE if right is None else f"{MADE}{YES}" if right else f"{MADE}{NO}"
        return Cell((mark, "$strong" if right is not False else "$bad"), choice.closed, choice.ruling)
    if sight.locks.get(own) == letter:
        return Cell((PICKED, "$key"), choice.closed, choice.ruling)
    value, chance = sight.ally(own, letter), sight.chance(own, letter)
    if value != "maybe":
        label: text.Part = ("+", "bold $good") if value == "yes" else ("-", "$faint")
    elif chance is not None and wide:
        label = (f"{100 * chance[0] // chance[1]:>2}", "$faint")
    else:
        label = (OPEN, "")
    if choice.closed is not None:
        label = (text.line(label).plain, "$closed")
    return Cell(label, choice.closed, choice.ruling)


def grid_rows(sight: Sight, wide: bool) -> tuple[list[list[Cell]], list[text.Part]]:
    """The cells and their row titles: ten attributes, the query, the locks of each own letter."""
    if not sight.letters:
        return [], []
    rows = [[Cell(glyph(sight, letter, name)) for letter in sight.letters] for name in ATTRIBUTES]
    titles: list[text.Part] = [(name, "$strong" if name == sight.attribute else "") for name in SINS]
    titles += [(name, "$strong" if name == sight.attribute else "$violet") for name in VIRTUES]
    if sight.view.realm is not None:
        rows.append([query_cell(sight, letter) for letter in sight.letters])
        titles.append(("query", "$key"))
        for own in sight.view.pairs:
            rows.append([lock_cell(sight, own, letter, wide) for letter in sight.letters])
            titles.append(("lock " + own, "$key"))
    return rows, titles


def grid_heads(sight: Sight, wide: bool) -> tuple[list[Column], list[Owner]]:
    """The letters across and their owners."""
    heads, shown = [], []
    if not sight.letters:
        return [], []
    short = short_names(sight.seats)
    before = None
    for place, letter in enumerate(sight.letters):
        owner = sight.owner[letter]
        heaven = sight.view.realms[owner] == "heaven"
        style = "bold underline $accent" if letter in sight.view.pairs else HEAVEN if heaven else HELL
        edge = before is not None and before != owner and (sight.view.realms[before] != sight.view.realms[owner])
        hand = wide and before is not None and before != owner and sight.view.realms[before] == "heaven"
        heads.append(Column(letter, style, sight.by_owner and (edge or hand)))
        if sight.by_owner and heaven:
            if before != owner:
                shown.append(Owner(owner, len(sight.view.letters[owner]), HEAVEN))
        else:
            name = short[owner].upper() if heaven else short[owner]
            shown.append(Owner(name, 1, HEAVEN if heaven else HELL if place % 2 else f"bold {HELL}"))
        before = owner
    return heads, shown


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Two signs for each name, all different: its first, and the next that is not taken."""
    found: dict[str, str] = {}
    for name in names:
        first = name[:1].upper()
        tries = [first + char.lower() for char in name[1:] if char.strip()] + [f"{first}{n}" for n in range(1, 100)]
        found[name] = next(two for two in tries if two not in found.values())
    return found


# --- words about what is under the cursor -----------------------------------------------------------------------------
def cell_words(sight: Sight, letter: str, attribute: str) -> list[text.Part]:
    """A letter and an attribute: every mark with who claims it, and what follows."""
    rows: list[text.Part] = [text.line(*_letter(sight, letter), ": ", (attribute, "$strong"))]
    noted = sight.at(letter, attribute)
    if noted:
        rows.append("; ".join(mark_words(one.mark, one.source) for one in noted) + ".")
    elif not sight.view.result:
        rows.append(("Nothing noted. Enter: yes, no, maybe, nothing.", "$faint"))
    return rows + follows_words(sight, letter, attribute)


def mark_words(mark: Mark, source: str) -> str:
    """`yes, Bo says, you believe it (your query, round 3)`."""
    if source in ("your letter", "revealed"):
        return f"{mark.value} ({source})"
    where = f" ({source})" if source else ""
    if mark.by is None:
        return f"{mark.value}, as you note{where}"
    return f"{mark.value}, {mark.by} says, {'and you believe it' if mark.believed else 'but you doubt it'}{where}"


def follows_words(sight: Sight, letter: str, attribute: str = "") -> list[text.Part]:
    """What follows for a letter, if that is shown."""
    if sight.found is None:
        return []
    if sight.found.conflict:
        return [(sight.found.conflict, "$bad")]
    pairs = sight.found.pairs[letter]
    value = sight.found.grid[letter][attribute] if attribute else "maybe"
    said = f"It follows: {value}. " if value != "maybe" else ""
    listed = "; ".join(pair_words(pair) for pair in pairs) if len(pairs) <= 4 else f"any of {len(pairs)} pairs"
    return [(f"{said}{letter} can be {listed}.", "$accent")]


def query_words(sight: Sight, letter: str) -> list[text.Part]:
    """A letter as one of a query."""
    rows: list[text.Part] = [text.line(*_letter(sight, letter), ": ", ("query", "$strong"))]
    if letter in sight.picked:
        return [*rows, "In the query. Enter takes it out."]
    closed = sight.letter_closed(letter)
    return [*rows, ("Three letters, three owners, both realms. Enter picks it.", "$faint") if closed is None else closed[0]]


def lock_words(sight: Sight, own: str, letter: str) -> list[text.Part]:
    """A letter as one that an own letter locks."""
    if own == letter:
        return [text.line((letter, "$strong"), f" is yours: {pair_words(sight.view.pairs[own])}.")]
    rows: list[text.Part] = [text.line(*_letter(sight, letter), f": an ally of {own} ", (pair_words(sight.view.pairs[own]), "$strong"), "?")]  # fmt: skip
    made = next((lock for lock in sight.view.locks[own] if lock.locked == letter), None)
    if made is not None:
        right = sight.right(own, letter)
        verdict = {None: "final", True: "right: 2 points", False: "wrong: -1 point"}[right]
        rows.append(f"{own} locked it in round {made.round}; {verdict}.")
    elif sight.locks.get(own) == letter:
        rows.append(("To be locked: final when the round closes. Enter takes it out.", "$warn"))
    else:
        rows.append(("Right wins 2, wrong loses 1; final at the close. Enter locks.", "$faint"))
    value, chance = sight.ally(own, letter), sight.chance(own, letter)
    if value != "maybe":
        rows.append(("It follows: " + ("an ally." if value == "yes" else "no ally."), "$accent"))
    elif chance is not None:
        rows.append((f"{chance[0]} of the {chance[1]} pairs it can have are allies.", "$accent"))
    elif sight.found is not None and sight.found.conflict:
        rows.append((sight.found.conflict, "$bad"))
    return rows


def _letter(sight: Sight, letter: str) -> tuple[text.Part, ...]:
    return ((letter, "$strong"), f" of {sight.owner[letter]}, {sight.realm(letter)}")


# --- query and locks --------------------------------------------------------------------------------------------------
def query_rows(sight: Sight) -> list[Row]:
    """The composer."""
    some = next((choice for choice in sight.asks.choices if choice.slot == "query.letter"), None)
    closed = None if some is None else some.closed
    rows = [
        Row("letters", _field("letters", " ".join(sight.picked)), closed, some and some.ruling),
        Row("attribute", _field("about", sight.attribute), closed, some and some.ruling),
        Row("to", _field("told to", sight.to), closed, some and some.ruling),
    ]
    return rows if sight.asks.orders else []


def _field(name: str, value: str) -> text.Part:
    return text.line((f"{name:<8}", "$faint"), (value, "$strong") if value else ("...", "$closed"))


def query_state(sight: Sight) -> text.Part:
    """What the query still lacks."""
    if not sight.query:
        return ("none yet", "$faint") if sight.asks.limits.get("queries") else ("none any more", "$faint")
    lacks = [] if len(sight.picked) == 3 else [f"{len(sight.picked)}/3 letters"]
    lacks += [] if sight.attribute else ["about what?"]
    lacks += [] if sight.to else ["to whom?"]
    return (lacks[0], "$warn") if lacks else (f"{YES} complete", "$good")


def recipient_rows(sight: Sight) -> list[Row]:
    """The players of the other realm, and how often each can still be addressed (SS-03)."""
    rows = []
    for name, left in sight.view.recipients.items():
        choice = sight.choice("query.to", name)
        note = (f"{left} left", "$faint" if left else "$closed")
        rows.append(Row(name, name, choice.closed, choice.ruling, note, chosen=name == sight.to))
    return rows


def lock_strips(sight: Sight, wide: bool) -> list[text.Part]:
    """Eight places for each own letter: locked, to be locked, empty."""
    rows: list[text.Part] = []
    for own, made in sight.view.locks.items():
        places: list[text.Part] = []
        for lock in made:
            right = sight.right(own, lock.locked)
            tail = {None: "", True: YES, False: NO}[right] or (str(lock.round % 10) if wide else "")
            places.append((f"{lock.locked}{tail}".ljust(3 if wide else 2), "$strong" if right is not False else "$bad"))
        if own in sight.locks:
            places.append((f"{sight.locks[own]}{PICKED}".ljust(3 if wide else 2), "$key"))
        empty = OPEN.ljust(3 if wide else 2)
        places += [(empty, "$closed")] * (MOST_LOCKS - len(places))
        pair = pair_words(sight.view.pairs[own], 3)
        rows.append(text.line((own, "$accent"), f" {pair} ", *places))
    return rows


# --- lists ------------------------------------------------------------------------------------------------------------
def answers_short(letters: Sequence[str], answers: Mapping[str, bool], tail: str = "") -> str:
    """`A✓ F✗ K?`."""
    return " ".join(f"{a}{'?' if a not in answers else YES if answers[a] else NO}" for a in letters) + tail


def received_rows(sight: Sight, wide: bool) -> list[Row]:
    """The answers received, the newest first."""
    rows = []
    for number, got in enumerate(sight.view.received):
        about = sight.book.about.get(received_key(got))
        label = text.line((f"{got.round} ", "$faint"), text.fit(got.by, 6), " ", answers_short(got.letters, got.answers))
        note: text.Part = ("?", "$warn")
        if about is not None:
            flag = "" if about.by is None else "'" if about.believed else "~"
            note = ((about.attribute if wide else about.attribute[:4]) + flag, "$accent" if about.believed else "$faint")
        rows.append(Row(str(number), label, note=note))
    return rows[::-1]


def sent_rows(sight: Sight, wide: bool) -> list[Row]:
    """The own queries, the newest first, with what the recipient says."""
    rows = []
    for number, sent in enumerate(sight.view.sent):
        told = sight.book.told.get(sent_key(sent)) or Told({})
        flag = "~" if told.answers and not told.believed else ""
        label = text.line(
            (f"{sent.round} ", "$faint"), text.fit(sent.to, 6), " ", answers_short(sent.letters, told.answers)
        )
        rows.append(Row(str(number), label, note=((sent.attribute if wide else sent.attribute[:4]) + flag, "$accent")))
    return rows[::-1]


def heard_rows(sight: Sight, claims: Sequence[Claim]) -> list[Row]:
    """What others claimed in talk, the newest first, and whether it is believed."""
    rows = []
    for number, claim in enumerate(claims):
        stance = sight.book.stance(claim)
        note: text.Part = {None: ("new", "$warn"), True: (YES, "$good"), False: ("~", "$faint")}[stance]
        rows.append(Row(str(number), text.line(text.fit(claim.by, 6), " ", claim_short(claim)), note=note))
    return rows[::-1]


def claim_short(claim: Claim) -> str:
    if isinstance(claim, AttributeClaim):
        return f"r{claim.query.round} about {claim.attribute}"
    if isinstance(claim, AnswersClaim):
        return f"r{claim.query.round} {answers_short(claim.query.letters, claim.answers)}"
    return f"{claim.letter} {claim.attribute} {YES if claim.has else NO}"


def received_words(sight: Sight, number: int, lines: Sequence[str]) -> list[text.Part]:
    """One answer in full, with what it tells."""
    got: Received = sight.view.received[number]
    about = sight.book.about.get(received_key(got))
    rows: list[text.Part] = [f"Round {got.round}: {got.by} asked you. {yes_or_no(got.answers).capitalize()}."]
    if about is None:
        rows.append(("About what? Enter says what you take it for; e tells it on.", "$faint"))
    else:
        said = "you suppose" if about.by is None else f"{about.by} says, {'believed' if about.believed else 'doubted'}"
        rows.append(f"About {about.attribute}: {said}.")
    if sight.found is not None and not sight.found.conflict:
        asked = sight.found.asked[number]
        could = text.joined(asked, "or") if len(asked) < 8 else f"any of {len(asked)} attributes"
        allies = [f"{one} and {two} are allies" for one, two in proven_by_answers(got)]
        rows.append(("; ".join([*allies, f"it fits {could}"]).capitalize() + ".", "$accent"))
    if got.by in lines and got.round + 1 == sight_round(sight, lines):
        rows.append((f"The line to {got.by} is open.", "$good"))
    return rows


def proven_by_answers(got: Received) -> tuple[tuple[str, str], ...]:
    from core.games.sinners_secret.deduction import Clue

    return proven_by(Clue(got.answers))


def sight_round(sight: Sight, lines: Sequence[str]) -> int:
    """The round in which the lines are open: the one after the latest query that opened them."""
    rounds = [query.round for query in (*sight.view.received, *sight.view.sent)]
    return max(rounds, default=0) + 1 if lines else 0


def sent_words(sight: Sight, number: int, lines: Sequence[str]) -> list[text.Part]:
    """One own query in full."""
    sent: Sent = sight.view.sent[number]
    told = sight.book.told.get(sent_key(sent))
    letters = ", ".join(sent.letters)
    rows: list[text.Part] = [f"Round {sent.round}: you asked which of {letters} have {sent.attribute}."]
    if told is None:
        rows.append(f"Only {sent.to} knows the answers. Enter notes what {sent.to} says.")
    else:
        believed = "and you believe it" if told.believed else "but you doubt it"
        rows.append(f"{sent.to} says {yes_or_no(told.answers)}, {believed}.")
    if sent.to in lines and sent.round + 1 == sight_round(sight, lines):
        rows.append((f"The line to {sent.to} is open.", "$good"))
    return rows


def heard_words(sight: Sight, claim: Claim, said: str) -> list[text.Part]:
    """One claim in the words that were used."""
    stance = sight.book.stance(claim)
    now = {None: "Not noted yet.", True: "You believe it.", False: "You doubt it."}[stance]
    return [text.line((claim.by, "$strong"), f": {said}"), (f"{now} Enter: believe, doubt, strike out.", "$faint")]


# --- the board --------------------------------------------------------------------------------------------------------
def board_rows(sight: Sight) -> list[text.Part]:
    """Every owner with realm and letters, and what the player goes by for each."""
    rows: list[text.Part] = []
    for seat in sight.seats:
        heaven = sight.view.realms[seat] == "heaven"
        mark = " (Mark)" if seat in sight.view.marked else ""
        head = text.fit((seat + mark, HEAVEN if heaven else HELL), 14)
        parts: list[text.Part] = [head, ("Heaven  " if heaven else "Hell    ", "$faint")]
        for letter in sight.view.letters.get(seat, ()):
            parts += [(letter, "$strong"), " ", text.fit(letter_words(sight, letter), 17)]
        rows.append(text.line(*parts))
    return rows


def letter_words(sight: Sight, letter: str) -> str:
    """`lust, hope`, with `?` for what is open."""
    names = []
    for group in (SINS, VIRTUES):
        names.append(next((name for name in group if sight.known(letter, name) == "yes"), "?"))
    return ", ".join(names)


def order_rows(sight: Sight) -> list[text.Part]:
    """The two orders, once round 10 has closed."""
    view = sight.view
    if view.orders is None:
        return []
    rows: list[text.Part] = []
    for title, order in (("Heaven", view.orders.heaven), ("Hell", view.orders.hell)):
        rows.append((title, "$accent"))
        for place, name in enumerate(order, 1):
            points = "" if view.result is None else f"  {text.signed(view.result.players[name].score)}"
            tail = " falls" if name == view.fallen else " ascends" if name in view.ascended else ""
            tail += " candidate" if name == view.candidate else " opponent" if name == view.opponent else ""
            rows.append(text.line(f"{place}. ", (name, "$strong"), points, (tail, "$faint")))
    return rows
