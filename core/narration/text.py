"""A story as text for a chat room, with its curves as small pictures in text, and its series as a table (CSV)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from core.json import Json
from core.match.decisions import outcome
from core.match.state import Match
from core.story.parts import Series, StandingRow, Story, Turn, listed
from core.story.turning import chosen, number


def result_text(match: Match) -> str:
    """The result in a few lines that can be pasted into a chat room."""
    told = outcome(match)
    title = match.title
    if told is None:
        return f"{title}: ended without a result.\n"
    lines = [f"{title} ({match.game.spec.title})" if match.header.title else title]
    lines.append(f"Winner: {', '.join(told['winners']) or 'nobody'}")
    lines.append(f"Elimination Candidate: {told['elimination_candidate'] or 'nobody'}")
    lines.append(f"Death Match opponent: {told['death_match_opponent'] or 'nobody'}")
    for name, key in (("Tokens of Life", "tokens_of_life"), ("Garnets", "garnets")):
        held = ", ".join(f"{seat} {n}" for seat, n in told[key].items())
        lines.append(f"{name}: {held or 'none'}")
    lines.append("Ranking:")
    place = 1
    for tied in told["ranking"]:
        lines.append(f"{place:>3}. {', '.join(tied)}")
        place += len(tied)
    return "\n".join(lines) + "\n"


def result_csv(match: Match) -> str:
    """One line a seat: place, seat, tokens, garnets, role."""
    told = outcome(match) or {"ranking": []}
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["place", "seat", "tokens_of_life", "garnets", "role"])
    place = 1
    for tied in told["ranking"]:
        for seat in tied:
            tokens, garnets = told["tokens_of_life"].get(seat, 0), told["garnets"].get(seat, 0)
            rows.writerow([place, cell(seat), tokens, garnets, _role(told, seat)])
        place += len(tied)
    return written.getvalue()


def cell(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return "'" + name if name[:1] in "=+-@" else name


def _role(told: Json, seat: str) -> str:
    if seat in told["winners"]:
        return "winner"
    if seat == told["elimination_candidate"]:
        return "candidate"
    return "opponent" if seat == told["death_match_opponent"] else ""


ROOM = 2_000
"""Characters that one message of the usual chat rooms takes."""
BARS = "▁▂▃▄▅▆▇█"
UNKNOWN = "·"
TURNS = 3
"""Turning points that the text tells: of each kind the weightiest first, as always when some are chosen."""
FIRST = ("lead", "swing")
ROLES = ("winner", "candidate", "opponent")
UNTOLD = ("exempt", "spared", "garnets")
"""Kinds of reasons that a chat room is spared: who could not be named, and what a garnet is given for."""


def story_text(story: Story, room: int = ROOM) -> tuple[str, ...]:
    """The story for a chat room, in messages of less than `room` characters: title, standing, why, turning points,
    curves. Split between lines; a line that alone is longer is cut with a mark."""
    return messages(_lines(story), room)


def _lines(story: Story) -> list[str]:
    title = story.title if story.title == story.game_title else f"{escaped(story.title)} ({story.game_title})"
    found: list[str] = []
    if story.phase == "decision":
        found.append(f"All {story.round_word}s have closed; what follows from them is being decided.")
    elif story.phase != "finished":
        found.append(f"Not over yet: {len(story.scenes)} of {story.rounds} {story.round_word}s have closed.")
    elif news := headline(story):
        found.append(news)
    found += [*story.lead, ""] if story.lead else []
    deciding = {column.id for column in story.standing.columns if column.decides}
    found += [_row(story, row) for row in story.standing.rows if row.place is not None or deciding & row.cells.keys()]
    if why := [reason for reason in story.reasons if reason.kind not in UNTOLD]:
        found += ["", *(_with_ruling(reason.text, reason.ruling) for reason in why)]
    if story.turns:
        found += [
            "",
            "Turning points",
            *(f"- {turn.text}" for turn in chosen(sorted(story.turns, key=_told_first), TURNS)),
        ]
    if story.series:
        found += ["", *curves(story.series[0])]
    return [f"**{title}**", *as_written(found, [row.seat for row in story.standing.rows])]


def _told_first(turn: Turn) -> int:
    """Who took the lead and what swung most are told in every game; then what is the game's own."""
    return FIRST.index(turn.kind) if turn.kind in FIRST else len(FIRST)


def headline(story: Story) -> str:
    """`Won by Flo. Di meets Gus in the Death Match.`; empty where neither is known."""
    by_role = {role: [row.seat for row in story.standing.rows if row.role == role] for role in ROLES}
    won, candidate, opponent = (by_role[role] for role in ROLES)
    told = [f"Won by {listed(won)}."] if won else []
    if candidate:
        told.append(
            f"{candidate[0]} meets {opponent[0]} in the Death Match."
            if opponent
            else f"{candidate[0]} is the Elimination Candidate."
        )
    return " ".join(told)


def _row(story: Story, row: StandingRow) -> str:
    """`1. Ada: 64 points, 2 black; 2 tokens, 2 garnets`."""
    known = [(column, row.cells.get(column.id)) for column in story.standing.columns if column.decides]
    words = [_cell(column.short, c) for column, c in known if c is not None]
    prizes = [f"{n} {name}{'' if n == 1 else 's'}" for n, name in ((row.tokens, "token"), (row.garnets, "garnet")) if n]
    place = "" if row.place is None else f"{row.place}. "
    told = "; ".join(part for part in (", ".join(words), ", ".join(prizes), row.role) if part)
    return f"{place}{row.seat}: {told}" if told else f"{place}{row.seat}"


def _cell(short: str, cell: int | float | str) -> str:
    """`64 points`, `Hell realm`; of several figures `A 8/56`, so that no comma stands in a list of commas."""
    if isinstance(cell, str):
        return f"{short} {cell.replace(', ', '/')}" if any(char.isdigit() for char in cell) else f"{cell} {short}"
    return f"{number(cell)} {short.removesuffix('s') if cell == 1 else short}"


def _with_ruling(text: str, ruling: str | None) -> str:
    return text if ruling is None else f"{text[:-1]} ({ruling})."


def curves(series: Series) -> list[str]:
    """One line a seat, best at the end first: its name, a bar for each value, the last value. In a fixed width; nothing
    where nothing moved."""
    known = [v for curve in series.curves.values() for v in curve if v is not None]
    if not known or min(known) == max(known):
        return []
    low, high = min(known), max(known)
    width = max(len(seat) for seat in series.curves)
    order = sorted(series.curves, key=lambda seat: -(series.curves[seat][-1] or 0))
    rows = [f"{seat:<{width}} {spark(series.curves[seat], low, high)} {_last(series.curves[seat])}" for seat in order]
    return ["```", series.title, *rows, "```"]


def spark(values: Sequence[float | None], low: float, high: float) -> str:
    """A bar for each value between `low` and `high`."""
    span = (high - low) or 1.0
    return "".join(UNKNOWN if v is None else BARS[round((v - low) / span * (len(BARS) - 1))] for v in values)


def _last(values: Sequence[float | None]) -> str:
    return UNKNOWN if values[-1] is None else number(values[-1])


_ACTING = re.compile(r"[\\`*_~|#>\[\]()]|^[-+]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
"""What acts in a chat room: sets in bold, makes a heading, a list, a quote or a link."""


def escaped(name: str) -> str:
    """A name or title as a chat room shows it just as it was written."""
    return _ACTING.sub(r"\\\g<0>", name)


def as_written(lines: Iterable[str], names: Iterable[str]) -> list[str]:
    """Lines in which names act upon nothing, wherever they stand. Pictures in text, between fences, stay as they are: a
    room shows everything in them as it was written."""
    acting = sorted((name for name in names if escaped(name) != name), key=len, reverse=True)
    lines = list(lines)
    if not acting:
        return lines
    each, inside = re.compile("|".join(map(re.escape, acting))), False
    for at, line in enumerate(lines):
        if line == "```":
            inside = not inside
        elif not inside:
            lines[at] = each.sub(lambda match: escaped(match.group()), line)
    return lines


def messages(lines: Sequence[str], room: int = ROOM) -> tuple[str, ...]:
    """Lines as messages of less than `room` characters each. A picture in text (between fences) is kept in one."""
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
    found: list[str] = []
    text = ""
    for block in blocks:
        piece = "\n".join(block)
        if text and len(text) + 1 + len(piece) >= room:
            found.append(text.strip("\n"))
            text = ""
        text = f"{text}\n{piece}" if text else piece
    return (*found, text.strip("\n")) if text.strip("\n") else tuple(found)


def series_csv(story: Story) -> str:
    """One line for each series, seat and round: series, seat, round, value. Unknown values are left empty."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["series", "seat", "round", "value"])
    for series in story.series:
        for seat, curve in series.curves.items():
            for round_, value in zip(series.rounds, curve, strict=True):
                rows.writerow([series.id, cell(seat), round_, "" if value is None else f"{value:g}"])
    return written.getvalue()
