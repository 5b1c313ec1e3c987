"""`garnet board check`: is this file a board for The Drifting Ship?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core.games.drifting_ship.board import draw_board, parse_board
from core.refusal import Refused


def run(arguments: argparse.Namespace) -> int:
    """Draw the board; 1, with a sentence for every mistake, if it is none."""
    try:
        text = Path(arguments.file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        print(f"{arguments.file} cannot be read: {getattr(trouble, 'strerror', None) or 'it is not UTF-8 text'}.")
        return 1
    try:
        board = parse_board(text)
    except Refused as mistakes:
        print(mistakes.message, file=sys.stderr)
        return 1
    print(draw_board(board))
    print("\nThis board can be played.")
    return 0
