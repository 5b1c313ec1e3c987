"""A story as text for a chat room, with curves as small pictures in text, and its series as a table (CSV)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from math import inf

from core.json import Json
from core.match.decisions import outcome
from core.match.state import Match
from core.narration.telling import in_round
from core.story.parts import Series, StandingRow, Story, Turn, called, listed, unit_of
from core.story.turning import by_trick, chosen, number


def result_text(match: Match) -> str:
    result = outcome(match)
    title = match.title
    if result is None:
        return f"{title}: ended without a result.\n"
    lines = [f"{title} ({match.spec.title})" if match.header.title else title]
    lines.append(f"Winner: {', '.join(result['winners']) or 'nobody'}")
    lines.append(f"Elimination Candidate: {result['elimination_candidate'] or 'nobody'}")
    lines.append(f"Death Match opponent: {result['death_match_opponent'] or 'nobody'}")
    for name, key in (("Tokens of Life", "tokens_of_life"), ("Garnets", "garnets")):
        amounts = ", ".join(f"{seat} {n}" for seat, n in result[key].items())
        lines.append(f"{name}: {amounts or 'none'}")
    lines.append("Ranking:")
    place = 1
    for tied in result["ranking"]:
        lines.append(f"{place:>3}. {', '.join(tied)}")
        place += len(tied)
    return "\n".join(lines) + "\n"


def result_csv(match: Match) -> str:
    """Return a line for each seat: place, seat, tokens, garnets, role."""
    result = outcome(match) or {"ranking": []}
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["place", "seat", "tokens_of_life", "garnets", "role"])
    place = 1
    for tied in result["ranking"]:
        for seat in tied:
            tokens, garnets = result["tokens_of_life"].get(seat, 0), result["garnets"].get(seat, 0)
            rows.writerow([place, cell(seat), tokens, garnets, _role_words(result, seat)])
        place += len(tied)
    return written.getvalue()


def cell(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return "'" + name if name[:1] in "=+-@" else name


def _role_words(result: Json, seat: str) -> str:
    if seat in result["winners"]:
        return "winner"
    if seat == result["elimination_candidate"]:
        return "candidate"
    return "opponent" if seat == result["death_match_opponent"] else ""


ROOM = 2_000
"""Characters in one message of the usual chat rooms."""
BARS = "▁▂▃▄▅▆▇█"
UNKNOWN = "·"
TURNS = 3
"""Number of turning points in the text: of each kind the weightiest first."""
MARK = "\\"
"""Mark before a character of markup; rooms that would show it get none."""
FIRST = ("lead", "swing")
ROLES = ("winner", "candidate", "opponent")
UNTOLD = ("exempt", "spared", "garnets")
"""Kinds of reasons that a chat room does not get."""


def story_text(story: Story, room: int = ROOM, *, rich: bool = True) -> tuple[str, ...]:
    """Return the story for a chat room, in messages of less than `room` characters. Split between lines; longer lines
    are cut. `rich`: whether the room reads a backslash as markup."""
    return messages(_lines(story, MARK if rich else ""), room)


def titled(title: str, game: str, mark: str = MARK) -> str:
    """Return the first line of a match's posts, with its game: a season's title alone is no match's."""
    return f"**{escape(title, mark)}**" if title == game else f"**{escape(title, mark)} ({game})**"


def _lines(story: Story, mark: str) -> list[str]:
    lines: list[str] = []
    if story.phase == "decision":
        lines.append(f"All {story.round_word}s have closed; what follows from them is being decided.")
    elif story.phase != "finished":
        lines.append(f"Not over yet: {len(story.scenes)} of {story.rounds} {story.round_word}s have closed.")
    elif news := _won_with(story) if story.lead else headline(story):
        lines.append(news)
    lines += [*story.lead, ""] if story.lead else []
    deciding = {column.id for column in story.standing.columns if column.decides}
    lines += [_row(story, row) for row in story.standing.rows if row.place is not None or deciding & row.cells.keys()]
    untold = (*UNTOLD, *(ROLES if story.lead else ()))  # the lead has told these
    if why := [reason for reason in story.reasons if reason.kind not in untold]:
        lines += ["", *(_with_ruling(reason.text, reason.ruling) for reason in why)]
    if turns := sorted((turn for turn in story.turns if in_round(turn.text) not in story.lead), key=_told_first):
        lines += ["", "Turning points", *(f"- {turn.text}" for turn in chosen(turns, TURNS))]
    if story.series:
        lines += ["", *curves(by_trick(story.series[0], story.parts))]
    return [
        titled(story.title, story.game_title, mark),
        *as_written(lines, [row.seat for row in story.standing.rows], mark),
    ]


def _told_first(turn: Turn) -> int:
    """Put leads and swings, which every game has, before the game's own kinds."""
    return FIRST.index(turn.kind) if turn.kind in FIRST else len(FIRST)


def headline(story: Story) -> str:
    """Return `Won by Flo. Di meets Gus in the Death Match.`; empty if both are unknown."""
    by_role = {role: [row.seat for row in story.standing.rows if row.role == role] for role in ROLES}
    won, candidate, opponent = (by_role[role] for role in ROLES)
    sentences = [f"Won by {listed(won)}."] if won else []
    if candidate:
        sentences.append(
            f"{candidate[0]} meets {opponent[0]} in the Death Match."
            if opponent
            else f"{candidate[0]} is the Elimination Candidate."
        )
    return " ".join(sentences)


def leaders_sentence(story: Story) -> str:
    """Return who leads and who is last by the first series, for late onlookers as of the newest round that they see
    whole; empty if all are level."""
    if not story.series:
        return ""
    newest = story.scenes[story.opened - 1].round if story.late and story.opened else inf
    return leaders_in(story.series[0], newest)


def leaders_in(series: Series, newest: float = inf) -> str:
    rounds = [round_ for round_ in series.rounds if round_ <= newest]
    curves_ = {seat: curve[: len(rounds)] for seat, curve in series.curves.items()}
    known = {seat: next((v for v in reversed(curve) if v is not None), None) for seat, curve in curves_.items()}
    values = {seat: value for seat, value in known.items() if value is not None}
    levels = sorted({*values.values()}, reverse=True)
    if len(levels) < 2:
        return ""
    if len(values) == 2:
        return f"{max(values, key=values.__getitem__)} leads {number(levels[0])} to {number(levels[1])}."
    first, second, last = ([s for s in values if values[s] == level] for level in (levels[0], levels[1], levels[-1]))
    top = f"{number(levels[0])} {unit_of(levels[0], series.unit)}".rstrip()
    gap = f", {number(levels[0] - levels[1])} ahead of {_few_names(second)}" if len(levels) > 2 else ""
    behind = f"; {_few_names(last)} {called(len(last), 'is', 'are')} last with {number(levels[-1])}"
    return f"{_few_names(first)} {called(len(first), 'leads', 'lead')} with {top}{gap}{behind}."


def _few_names(seats: Sequence[str]) -> str:
    return listed(list(seats)) if len(seats) < 4 else f"{len(seats)} seats"


def _won_with(story: Story) -> str:
    """Return `Won by Flo: 68 points.`; empty for several winners, several figures or unknown ones, of which the lead
    tells."""
    won = [row for row in story.standing.rows if row.role == "winner"]
    decides = [column for column in story.standing.columns if column.decides] if len(won) == 1 else []
    cells = [(column.short, won[0].cells.get(column.id)) for column in decides]
    short, cell = next(((short, cell) for short, cell in cells if cell is not None), ("", None))
    return "" if cell is None or isinstance(cell, str) else f"Won by {won[0].seat}: {_cell_words(short, cell)}."


def _row(story: Story, row: StandingRow) -> str:
    """Return `1. Ada: 64 points, 2 black; 2 tokens, 2 garnets`."""
    known = [(column, row.cells.get(column.id)) for column in story.standing.columns if column.decides]
    words = [_cell_words(column.short, c) for column, c in known if c is not None]
    prizes = [f"{n} {name}{'' if n == 1 else 's'}" for n, name in ((row.tokens, "token"), (row.garnets, "garnet")) if n]
    place = "" if row.place is None else f"{row.place}. "
    details = "; ".join(part for part in (", ".join(words), ", ".join(prizes), row.role) if part)
    return f"{place}{row.seat}: {details}" if details else f"{place}{row.seat}"


def _cell_words(short: str, cell: int | float | str) -> str:
    """Return `64 points`, `Hell realm`, or `A 8/56` for several figures, which avoids commas."""
    if isinstance(cell, str):
        return f"{short} {cell.replace(', ', '/')}" if any(char.isdigit() for char in cell) else f"{cell} {short}"
    return f"{number(cell)} {short.removesuffix('s') if cell == 1 else short}"


def _with_ruling(text: str, ruling: str | None) -> str:
    return text if ruling is None else f"{text[:-1]} ({ruling})."


def curves(series: Series) -> list[str]:
    """Return a fixed-width line for each seat, best at the end first: name, a bar for each value, last value. Empty if
    all are equal."""
    known = [v for curve in series.curves.values() for v in curve if v is not None]
    if not known or min(known) == max(known):
        return []
    low, high = min(known), max(known)
    width = max(len(seat) for seat in series.curves)
    order = sorted(series.curves, key=lambda seat: -(series.curves[seat][-1] or 0))
    rows = [f"{seat:<{width}} {spark(series.curves[seat], low, high)} {_last(series.curves[seat])}" for seat in order]
    return ["```", series.title, *rows, "```"]


def spark(values: Sequence[float | None], low: float, high: float) -> str:
    span = (high - low) or 1.0
    return "".join(UNKNOWN if v is None else BARS[round((v - low) / span * (len(BARS) - 1))] for v in values)


def _last(values: Sequence[float | None]) -> str:
    return UNKNOWN if values[-1] is None else number(values[-1])


_ACTING = re.compile(r"[\\`*_~|#>\[\]()]|^[-+]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
"""Characters that a chat room takes for markup."""


def escape(name: str, mark: str = MARK) -> str:
    return _ACTING.sub(lambda acting: f"{mark}{acting[0]}", name)


def as_written(lines: Iterable[str], names: Iterable[str], mark: str = MARK) -> list[str]:
    """Escape names in lines, except between fences, where a room shows text as written."""
    acting = sorted((name for name in names if escape(name) != name), key=len, reverse=True)
    lines = list(lines)
    if not acting:
        return lines
    marked_names, inside = re.compile("|".join(map(re.escape, acting))), False
    for place, line in enumerate(lines):
        if line == "```":
            inside = not inside
        elif not inside:
            lines[place] = marked_names.sub(lambda match: escape(match.group(), mark), line)
    return lines


def messages(lines: Sequence[str], room: int = ROOM) -> tuple[str, ...]:
    """Return lines as messages of less than `room` characters each. Text between fences stays together."""
    blocks: list[list[str]] = []
    inside = False
    for line in lines:
        line = line if len(line) < room - 8 else f"{line[: room - 10]}…"
        if inside and blocks:
            blocks[-1].append(line)
        else:
            blocks.append([line])
        if line == "```":
            inside = not inside
    texts: list[str] = []
    text = ""
    for block in blocks:
        piece = "\n".join(block)
        if text and len(text) + 1 + len(piece) >= room:
            texts.append(text.strip("\n"))
            text = ""
        text = f"{text}\n{piece}" if text else piece
    return (*texts, text.strip("\n")) if text.strip("\n") else tuple(texts)


def series_csv(story: Story) -> str:
    """Return a line for each series, seat and round: series, seat, round, value. Unknown values are empty."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["series", "seat", "round", "value"])
    for series in story.series:
        for seat, curve in series.curves.items():
            for round_, value in zip(series.rounds, curve, strict=True):
                rows.writerow([series.id, cell(seat), round_, "" if value is None else f"{value:g}"])
    return written.getvalue()
