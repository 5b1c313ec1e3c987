"""The board: the default, hosts' own boards and their mistakes, and geometry (SH-01). A board is a TOML text with the
key `rows`: seven strings of seven names, from the north-west."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.decoding import toml
from core.games.drifting_ship.spec import BONUSES, DIRECTIONS, ROOMS, SIDE, Direction
from core.refusal import NotAMatch, quoted

Board = tuple[tuple[str, ...], ...]
Wall = tuple[str, str]
"""The two rooms beside a wall, sorted as strings."""

DEFAULT_ROWS = """
1A  4B  3C  2B  6A  7C  1B
4A  R   9A  8A  10C S   T
6B  P   12A 13B 11A 10A 5B
5A  Z   12C V   13C 8B  2C
Y   9C  11B 13A 12B 10B 4C
7B  U   11C 8C  9B  W   6C
2A  5C  X   3A  7A  3B  1C
"""

DEFAULT_BOARD: Board = tuple(tuple(row.split()) for row in DEFAULT_ROWS.split("\n") if row)


# --- what is wrong with a board ----------------------------------------------------------------------------------
def mistakes(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return a sentence for every mistake in `rows` (SH-01); empty for a valid board."""
    sentences = []
    if len(rows) != SIDE:
        sentences.append(f"A board has {SIDE} rows; this one has {len(rows)}.")
    for n, row in enumerate(rows, start=1):
        if len(row) != SIDE:
            sentences.append(f"Row {n} has {len(row)} {'room' if len(row) == 1 else 'rooms'}; every row has {SIDE}.")
    places: dict[str, list[str]] = {}
    for down, row in enumerate(rows, start=1):
        for right, room in enumerate(row, start=1):
            places.setdefault(room, []).append(f"row {down}, column {right}")
    for room, spots in places.items():
        if room not in ROOMS:
            sentences.append(f"{quoted(room)} ({spots[0]}) is not the name of a room.{_suggestion(room)}")
        elif len(spots) > 1:
            sentences.append(f"{room} is there {len(spots)} times ({'; '.join(spots)}); every room is there once.")
    missing = [room for room in ROOMS if room not in places]
    if missing:
        sentences.append(f"Missing: {', '.join(missing)}.")
    return tuple(sentences)


def _suggestion(room: str) -> str:
    """Suggest the name if only the case or a leading zero is wrong; otherwise list the valid names."""
    tidy = room.strip().upper().lstrip("0")
    if tidy in ROOMS:
        return f" Did you mean {tidy}?"
    return f" Rooms are 1A to 13C, {' '.join(BONUSES)}, P and V."


def checked_board(rows: Sequence[Sequence[str]]) -> Board:
    """Return `rows` as a Board. Raises NotAMatch listing every mistake."""
    sentences = mistakes(rows)
    if sentences:
        raise NotAMatch("bad_board", " ".join(sentences), "SH-01")
    return tuple(tuple(row) for row in rows)


def parse_board(text: str) -> Board:
    """Parse a host's own TOML text. Raises NotAMatch listing every mistake."""
    try:
        document = toml(text)
    except (ValueError, RecursionError) as error:
        raise NotAMatch("bad_board", f"That is not TOML: {error}.", "SH-01") from None
    unknown = [key for key in document if key != "rows"]
    if unknown:
        raise NotAMatch("bad_board", f"A board has one key, rows; this one also has {', '.join(unknown)}.", "SH-01")
    if "rows" not in document:
        raise NotAMatch("bad_board", 'The key rows is missing: rows = ["1A 4B ...", ...], seven strings.', "SH-01")
    return checked_board(_rows(document["rows"]))


def _rows(value: object) -> list[list[str]]:
    if not isinstance(value, list):
        raise NotAMatch("bad_board", "rows is a list of seven strings, seven names in each.", "SH-01")
    rows = []
    for number, row in enumerate(value, start=1):
        names = row.split() if isinstance(row, str) else row
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise NotAMatch("bad_board", f"Row {number} is neither a string of names nor a list of them.", "SH-01")
        rows.append([str(name) for name in names])
    return rows


def draw_board(board: Board, walls: Sequence[Wall] = ()) -> str:
    lines = ["+" + "-----+" * SIDE]
    for down, row in enumerate(board):
        cells = "|"
        below = "+"
        for right, room in enumerate(row):
            east = row[right + 1] if right + 1 < SIDE else None
            south = board[down + 1][right] if down + 1 < SIDE else None
            cells += f"{room:^5}" + ("#" if east and wall(room, east) in walls else "|")
            below += ("#####" if south and wall(room, south) in walls else "-----") + "+"
        lines += [cells, below]
    return "\n".join(lines) + "\n"


# --- finding one's way -------------------------------------------------------------------------------------------
@lru_cache(maxsize=64)
def places(board: Board) -> Mapping[str, tuple[int, int]]:
    """Return each room's (row, column), 0 to 6, from the north-west. Callers must not change it."""
    return {room: (down, right) for down, row in enumerate(board) for right, room in enumerate(row)}


def neighbour(board: Board, room: str, direction: Direction) -> str | None:
    """Return the room on that side of `room`, or None at the outer edge."""
    down, right = places(board)[room]
    by_row, by_column = DIRECTIONS[direction]
    row, column = down + by_row, right + by_column
    return board[row][column] if 0 <= row < SIDE and 0 <= column < SIDE else None


def wall(a: str, b: str) -> Wall:
    return (a, b) if a < b else (b, a)


def adjacent(board: Board, a: str, b: str) -> bool:
    (row, column), (other_row, other_column) = places(board)[a], places(board)[b]
    return abs(row - other_row) + abs(column - other_column) == 1


def line(board: Board, start: str, goal: str) -> tuple[str, ...] | None:
    """Return the rooms of the straight line from `start` to `goal`, both included; None if they share no row or
    column."""
    (row, column), (to_row, to_column) = places(board)[start], places(board)[goal]
    if row == to_row:
        step = 1 if to_column >= column else -1
        return tuple(board[row][index] for index in range(column, to_column + step, step))
    if column == to_column:
        step = 1 if to_row >= row else -1
        return tuple(board[index][column] for index in range(row, to_row + step, step))
    return None
