"""How a match ended and its story, as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from textual.content import Content

from core.json import Json
from core.story.parts import Cell, Column, Reason, Series, StandingRow, Story, Turn
from core.story.turning import by_trick, number
from core.table.seat import Seat
from tui.drawings import draw, frame_of
from tui.words import text
from tui.words.log_rows import course_of, round_rows
from tui.words.plot import hues, plot

WAITING = {
    "choose_candidate": "the Elimination Candidate",
    "choose_opponent": "the opponent in the Death Match",
    "choose_ascendant": "who ascends",
    "give_tokens": "who receives a Token of Life",
}


def ending_head(seat: Seat) -> list[text.Part]:
    outcome, end = seat.outcome(), seat.end()
    if outcome is not None:
        won = outcome["winners"]
        none = "drawn: nobody wins" if len(seat.frame().seats) == 2 else "nobody won"
        how = ("   won by ", (text.joined(won), "$good")) if won else (f"   {none}",)
        return [text.line(("The result", "$strong"), *how), ""]
    if end is not None:
        return [*decision_rows(end, seat), ""]
    return [("The match was ended without a result.", "$strong"), ""]


def ending_tail(seat: Seat, tale: Story, *, report: bool = True) -> list[text.Part]:
    """Return the rows below the story. `report`: with the seat's last report."""
    rows: list[text.Part] = last_words_rows(seat)
    if report and (closed := seat.closed_rounds()):
        mine = round_rows(seat, closed[-1], course=course_of(tale, seat, closed[-1].round))[1:-1]
        rows += [*([""] if rows else []), ("Your last report", "$accent"), *mine]
    if ledger := ledger_rows(seat):
        rows += [*([""] if rows else []), *ledger]
    if (record := seat.record()) is not None:
        if hosted := host_rows(record, seat.spec.when):
            rows += [*([""] if rows else []), *hosted]
        rows += [*([""] if rows else []), *commitment_rows(seat, record)]
    return rows


def last_words_rows(seat: Seat) -> list[text.Part]:
    messages = seat.last_words()
    width = max((len(message.sender) for message in messages), default=0) + 2
    rows = [text.line("  ", text.fit((message.sender, "$strong"), width), message.text) for message in messages]
    return [("Last words", "$accent"), *rows] if rows else []


def host_rows(record: Json, when: Callable[[int], str]) -> list[text.Part]:
    """Return what the host looked at and did to single seats; public after the finish (CM-11, HH-23, HH-40)."""
    deeds = [*record["opened"]]
    for entry in record["corrections"]:
        deeds.append(f"{entry['seat']}'s orders for {when(entry['round'])} were corrected: {entry['reason']}")
    deeds += [f"{when(entry['round']).capitalize()} waited for {entry['seat']}." for entry in record["graces"]]
    return [("What only the host knew of", "$accent"), *(f"  {line}" for line in deeds)] if deeds else []


WITH = {
    "swap": ("swap", "swaps"),
    "failed": ("offer not returned", "offers not returned"),
    "visit": ("meeting", "meetings"),
    "met": ("meeting", "meetings"),
    "query": ("query to them", "queries to them"),
    "answer": ("query from them", "queries from them"),
    "trade": ("trade", "trades"),
    "commit": ("commit against them", "commits against them"),
    "accept_combine": ("combination", "combinations"),
}
"""Words for counted steps between two seats."""


def history(tale: Story, you: str, other: str) -> str:
    """Return the steps between two seats that `you` knows: `3 swaps (rounds 1, 2 and 5)`."""
    rounds_by_words: dict[tuple[str, str], list[int]] = {}
    for scene in tale.scenes:
        for step in scene.steps:
            if you in step.seats and other in step.seats and step.kind in WITH:
                rounds_by_words.setdefault(WITH[step.kind], []).append(scene.round)
    parts = [
        f"{text.counted(len(at), single, many)} {_in_rounds(tale, at)}"
        for (single, many), at in rounds_by_words.items()
    ]
    broken = [turn.round for turn in tale.turns if turn.kind == "broken word" and turn.seats[:2] == (other, you)]
    parts += [f"broke a word to you {_in_rounds(tale, broken)}"] if broken else []
    return ", ".join(parts) or "nothing between you"


def _in_rounds(tale: Story, rounds: Sequence[int]) -> str:
    """Return `(round 3)`, `(rounds 1, 2 and 5)`, or the first and last of many."""
    different = sorted({*rounds})
    if len(different) > 3:
        return f"({tale.round_word}s {different[0]} to {different[-1]})"
    names = text.joined([str(number) for number in different])
    return f"({tale.round_word}{'s' if len(different) > 1 else ''} {names})"


def decision_rows(end: Json, seat: Seat) -> Iterator[text.Part]:
    yield from (("The last round is over", "$strong"), "")
    word = "Winner " if len(end["winners"]) == 1 else "Winners"
    yield text.line(f"{word}   ", (text.joined(end["winners"]), "$good"))
    tokens = end.get("tokens_of_life") or {}
    yield text.line("Tokens    ", ", ".join(f"{name} {count}" for name, count in tokens.items()) or "none")
    awaited = seat.awaited()
    if awaited is not None:
        who = text.joined(awaited.by)
        yield from (
            "",
            text.line((who, "$strong"), f" must choose {WAITING[awaited.kind]}, among {text.joined(awaited.among)}."),
        )


def result_to_confirm(story: Story, ending: Json | None, seats: Sequence[str]) -> list[text.Part]:
    """Return the rows that a host confirms: winners, the pending choice, and the standing. `ending`: from
    `core.match.decisions.end_json`."""
    rows: list[text.Part] = []
    if ending is not None and len(seats) == 2:
        rows = [*duel_rows(ending, seats), ""]
    elif ending is not None:
        rows.append(text.line("Winner     ", (text.joined(ending["winners"]) or "nobody", "$good")))
        rows.append(text.line("Candidate  ", (ending["elimination_candidate"] or "not yet known", "$bad")))
        if opponent := ending["death_match_opponent"]:
            rows.append(text.line("Opponent   ", (opponent, "$bad")))
        for choice in ending["pending"]:
            rows.append(f"{text.joined(choice['by'])} must choose {WAITING[choice['kind']]}.")
        rows.append("")
    return [*rows, *standing_rows(story, 72, hues(seats))]


def outcome_rows(outcome: Json, seats: Sequence[str]) -> list[text.Part]:
    if len(seats) == 2:
        return duel_rows(outcome, seats)
    rows: list[text.Part] = [("The result", "$strong"), ""]
    word = "Winner " if len(outcome["winners"]) == 1 else "Winners"
    rows.append(text.line(f"{word}                ", (text.joined(outcome["winners"]) or "nobody", "$good")))
    rows.append(text.line("Elimination Candidate  ", (outcome["elimination_candidate"] or "nobody", "$bad")))
    rows.append(text.line("Death Match opponent   ", (outcome["death_match_opponent"] or "nobody", "$bad")))
    rows += ["", ("Place  Seat                      Tokens of Life  Garnets", "$faint")]
    place = 1
    for group in outcome["ranking"]:
        for name in group:
            tokens, garnets = outcome["tokens_of_life"].get(name, 0), outcome["garnets"].get(name, 0)
            rows.append(
                text.line(
                    f"{place:>4}.  ", text.fit((name, "$strong"), 24), f"  {tokens or '-':>14}  {garnets or '-':>7}"
                )
            )
        place += len(group)
    return rows


def duel_rows(outcome: Json, seats: Sequence[str]) -> list[text.Part]:
    """A duel has a winner or none, and no prizes (BW-05)."""
    if not outcome["winners"]:
        return [("A drawn duel", "$strong"), "", f"{text.joined(seats)} end with equal points: nobody wins."]
    winner = outcome["winners"][0]
    other = next(seat for seat in seats if seat != winner)
    return [("The duel is decided", "$strong"), "", text.line((winner, "$good"), f" wins against {other}.")]


def commitment_rows(seat: Seat, record: Json) -> list[text.Part]:
    from core.dice import commitment

    promised = seat.view_json()["commitment"]
    held = commitment(record["seed"], record["nonce"]) == promised
    verdict: text.Part = (
        ("the dice were fixed beforehand", "$good") if held else ("they do NOT belong together", "$bad")
    )
    return [
        ("The dice", "$accent"),
        f"  seed        {record['seed']}",
        f"  nonce       {record['nonce']}",
        f"  commitment  {promised}",
        text.line("  checked     ", verdict),
    ]


def ledger_rows(seat: Seat) -> list[text.Part]:
    names = {"token": "Token of Life", "garnet": "garnet"}
    rows = [
        text.line(
            text.fit(("  " + entry.seat, "$strong"), 20),
            text.fit(
                text.counted(
                    entry.amount, names[entry.coin], {"token": "Tokens of Life", "garnet": "garnets"}[entry.coin]
                ),
                20,
            ),
            entry.reason,
        )
        for entry in seat.ledger()
    ]
    return [("Ledger", "$accent"), *rows] if rows else []


ROLES = {
    "winner": ("winner", "$good"),
    "candidate": ("candidate", "$bad"),
    "opponent": ("opponent", "$warn"),
    "": ("", ""),
}
GAP = 2
EDGES = 4 + 8 + 9 + 11
"""Columns for place, tokens, garnets and role."""
VICTORY = 44
"""Columns of the line with a duel's winner."""
TWO_COLUMNS = 108


def result_rows(story: Story, width: int, height: int, curve: int = 0, chosen: str | None = None) -> list[Content]:
    """Return the result page in `width` columns. `curve`: number of the drawn series; `chosen`: highlighted seat;
    `height` bounds the curves alone."""
    tone = hues(story.seats)
    if width >= TWO_COLUMNS:
        deciding = [column for column in story.standing.columns if column.decides]
        room = max(width - 54, min(width - 44, standing_width(story, deciding)))
        shown = [column for column, _ in _columns_that_fit(story, room - _name_width(story) - EDGES)]
        left = max(56, min(room, standing_width(story, shown)))
        right = width - left - 3
        head = [*victory_rows(story, width), *lead_rows(story, width)]
        first = [*standing_rows(story, left, tone), line_(), *reason_rows(story.reasons, left)]
        space = max(9, min(right // 3, height - len(story.turns) * 2 - 4))
        second = [*curve_rows(story, right, space, curve, chosen, tone), line_(), *turn_rows(story.turns, right)]
        return [*head, *([line_()] if head else []), *text.beside([first, second], [left, right], 3)]
    space = max(8, min(height - 3, width // 3, len(story.seats) + 3 if len(story.seats) > 8 else 12))
    parts = [
        [*victory_rows(story, width), *lead_rows(story, width)],
        standing_rows(story, width, tone),
        reason_rows(story.reasons, width),
        curve_rows(story, width, space, curve, chosen, tone),
        turn_rows(story.turns, width),
    ]
    if story.phase == "decision":  # who may choose needs the reasons and exemptions first
        parts[1], parts[2] = parts[2], parts[1]
    rows: list[Content] = []
    for part in parts:
        rows += [line_(), *part] if rows and part else part
    return rows


def lead_rows(story: Story, width: int) -> list[Content]:
    return [row for sentence in story.lead for row in text.hung((sentence, "$strong"), width)]


def victory_rows(story: Story, width: int) -> list[Content]:
    if len(story.seats) != 2 or story.phase != "finished" or not story.scenes or not story.lead:
        return []
    won = [row.seat for row in story.standing.rows if row.role == "winner"]
    message = f"{won[0].upper()} WINS THE DUEL" if len(won) == 1 else "THE DUEL IS DRAWN"
    room = min(width, max(VICTORY, len(message) + 8))
    edge = "\u2501" * room
    style = "$good" if len(won) == 1 else "$accent"
    drawn = draw(frame_of(story, len(story.scenes) - 1, len(story.scenes[-1].steps) + 1, width, 12))
    return [text.line((edge, style)), text.line((f"{message:^{room}}".rstrip(), f"bold {style}")),
            text.line((edge, style)), line_(), *drawn]  # fmt: skip


def several(series: Series) -> bool:
    """True if the values move, and of more than one seat."""
    moved = {value for curve in series.curves.values() for value in curve if value is not None}
    return len(moved) > 1 and sum(any(v is not None for v in curve) for curve in series.curves.values()) > 1


def line_() -> Content:
    return text.line("")


# --- the standing ----------------------------------------------------------------------------------------------------
def standing_width(story: Story, columns: Sequence[Column] | None = None) -> int:
    """Return the width of the table with all or these columns."""
    shown = story.standing.columns if columns is None else columns
    return sum(width + GAP for _, width in _widths(story, shown)) + _name_width(story) + EDGES


def standing_rows(story: Story, width: int, tone: Mapping[str, str]) -> list[Content]:
    """Return a row a seat. Where room is scarce, columns that decide nothing are left out first."""
    rows = story.standing.rows
    if not rows or not (story.phase == "finished" or _compares(story)):
        return []
    name = _name_width(story)
    tokens, garnets = any(row.tokens for row in rows), any(row.garnets or row.spent for row in rows)
    roles = any(row.role for row in rows)
    rest = width - 4 - name - (8 if tokens else 0) - (9 if garnets else 0) - (11 if roles else 0)
    columns = _columns_that_fit(story, rest)
    head = [text.fit("    ", 4 + name)]
    head += [
        text.line("  ", _right((column.title if len(column.title) <= w else column.short), w)) for column, w in columns
    ]
    head += [text.line("  ", _right("tokens", 6))] if tokens else []
    head += [text.line("  ", _right("garnets", 7))] if garnets else []
    rows_ = [text.line(*[(part.plain, "$faint") for part in head])]
    for row in rows:
        rows_.append(_row(row, name, columns, tokens, garnets, tone))
    return rows_


def _compares(story: Story) -> bool:
    return any(
        sum(row.cells.get(column.id) is not None for row in story.standing.rows) > 1
        for column in story.standing.columns
    )


def _row(
    row: StandingRow,
    name: int,
    columns: Sequence[tuple[Column, int]],
    tokens: bool,
    garnets: bool,
    tone: Mapping[str, str],
) -> Content:
    place = "" if row.place is None else f"{row.place}."
    parts: list[text.Part] = [(f"{place:>3} ", "$faint"), text.fit((row.seat, f"bold {tone[row.seat]}"), name)]
    for column, width in columns:
        cell = cell_words(row.cells.get(column.id))
        parts += ["  ", (_right(cell, width), "$strong" if column.decides else "$ink")]
    if tokens:
        parts += ["  ", (_right(str(row.tokens or "\u00b7"), 6), "$good" if row.tokens else "$faint")]
    if garnets:
        won = f"{row.garnets}\u2212{row.spent}" if row.spent else str(row.garnets or "\u00b7")
        parts += ["  ", (_right(won, 7), "$accent" if row.garnets else "$faint")]
    word, style = ROLES[row.role]
    return text.line(*parts, "  ", (word, style or "$ink"))


def cell_words(value: Cell) -> str:
    if value is None:
        return "\u00b7"
    return number(value) if isinstance(value, int | float) else value


def _right(value: str, width: int) -> str:
    return text.fit(value, width).plain if len(value) > width else f"{value:>{width}}"


def _name_width(story: Story) -> int:
    return max((len(seat) for seat in story.seats), default=4)


def _widths(story: Story, columns: Sequence[Column]) -> list[tuple[Column, int]]:
    return [
        (c, max(len(c.short), *(len(cell_words(row.cells.get(c.id))) for row in story.standing.rows), 1))
        for c in columns
    ]


def _columns_that_fit(story: Story, room: int) -> list[tuple[Column, int]]:
    """Return the columns that fit, in order. Deciding ones go first, and the first always fits."""
    wanted = _widths(story, [c for c in story.standing.columns if any(c.id in r.cells for r in story.standing.rows)])
    columns: list[Column] = []
    for column, width in sorted(wanted, key=lambda pair: not pair[0].decides):
        if not columns or width + GAP <= room:
            columns.append(column)
            room -= width + GAP
    return [(column, width) for column, width in wanted if column in columns]


# --- why, where, how -------------------------------------------------------------------------------------------------
def reason_rows(reasons: Sequence[Reason], width: int) -> list[Content]:
    if not reasons:
        return []
    rows = [text.line(("Why", "$accent"))]
    for reason in reasons:
        ruling: text.Part = (f" {reason.ruling}", "$faint") if reason.ruling else ""
        rows += text.hung(text.line(("\u2022 ", "$faint"), reason.text, ruling), width)
    return rows


def turn_rows(turns: Sequence[Turn], width: int) -> list[Content]:
    if not turns:
        return []
    rows = [text.line(("Turning points", "$accent"))]
    for place, turn in enumerate(turns, 1):
        rows += text.hung(text.line((f"{place} ", "$key"), turn.text), width, 2)
    return rows


def curve_rows(
    story: Story, width: int, height: int, curve: int, chosen: str | None, tone: Mapping[str, str]
) -> list[Content]:
    if not story.series:
        return []
    series: Series = by_trick(story.series[curve % len(story.series)], story.parts)
    unit = story.parts_word or story.round_word
    drawn = plot(series, width, height - 1, tone, chosen)
    known = {value for values in series.curves.values() for value in values if value is not None}
    if len(known) == 1 and height > 1:
        drawn = [text.line((f"It stayed at {number(known.pop())} in every {unit}.", "$faint"))]
    if not drawn:
        return []
    more = f"  {curve % len(story.series) + 1} of {len(story.series)}" if len(story.series) > 1 else ""
    return [text.line((series.title, "$accent"), (f" by {unit}{more}", "$faint")), *drawn]
