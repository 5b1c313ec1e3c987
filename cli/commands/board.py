"""`garnet board check`: is this file a board for The Drifting Ship?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core.games.drifting_ship.board import Board, draw_board, parse_board
from core.refusal import NotAMatch, Refused


def run(arguments: argparse.Namespace) -> int:
    """Draw the board; 1, with a sentence for every mistake, if it is none."""
    try:
        board = read_board(arguments.file)
    except Refused as mistakes:
        print(mistakes.message, file=sys.stderr)
        return 1
    print(draw_board(board))
    print("This board can be played.")
    return 0


def read_board(file: str) -> Board:
    """The board in a file. NotAMatch if it cannot be read, or with a sentence for every mistake in it."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        reason = getattr(trouble, "strerror", None) or "it is not UTF-8 text"
        raise NotAMatch("no_board", f"{file} cannot be read: {reason}.") from None
    return parse_board(text)
