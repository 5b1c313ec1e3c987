"""`garnet rules`: how to play a game, with its rulings."""

from __future__ import annotations

import argparse
import shutil
import sys

from core.games import game as find_game
from core.games import ids, meant, refused
from core.refusal import quoted
from tui.words.rulebook import SEASON, as_text, book, search


def run(arguments: argparse.Namespace) -> int:
    """Print the rules of a game, or the games there are; 1 if a search finds nothing."""
    if arguments.game is None:
        for name in ids():
            spec = find_game(name).spec
            print(f"{name:<16} {spec.title}, {spec.seats} seats. {spec.blurb}")
        print(f"{SEASON:<16} Seasons: matches chained into a story, with purses, Marks and Death Matches.")
        for sentence in refused().values():
            print(sentence, file=sys.stderr)
        return 0
    wanted = arguments.game
    found = book(SEASON if wanted == SEASON else find_game(meant(wanted) or wanted).spec.id)
    if arguments.search:
        found = search(found, arguments.search)
    if not found:
        print(f"Nothing in the rules of {arguments.game} speaks of {quoted(arguments.search)}.", file=sys.stderr)
        return 1
    print(as_text(found, min(100, shutil.get_terminal_size().columns)), end="")
    return 0
