"""The shelf: games of one file that come with the house. A host copies one into the folder `games`."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from core.contract import Spec
from core.games.one_file import build
from core.refusal import Refused, quoted
from storage import FileStore

ENDING: Final = ".py"


def sources() -> dict[str, str]:
    """Return the text of each game on the shelf by its id, in order."""
    pages = sorted((files("cli") / "shelf").iterdir(), key=lambda page: page.name)
    return {
        page.name.removesuffix(ENDING): page.read_text(encoding="utf-8") for page in pages if page.name.endswith(ENDING)
    }


def specs() -> dict[str, Spec]:
    return {name: build(name, source, f"{name}{ENDING}").spec for name, source in sources().items()}


def shelf_lines(every: dict[str, Spec]) -> list[str]:
    """Two lines a game: its id, title, seats and length; its blurb."""
    lines: list[str] = []
    for name, spec in every.items():
        lines += [f"{name:<20} {spec.title}, {spec.seat_words} seats, {spec.length}", f"{'':<20} {spec.blurb}"]
    return [*lines, "garnet host games --add NAME copies one into the folder games of this house."]


def add(store: FileStore, name: str) -> list[str]:
    """Copy a game into the folder and read the folder again. Return a sentence for each change.

    Raises:
        Refused: The shelf lacks it (`no_such_game`), or `FileStore.add_game` refuses it.
    """
    shelf = sources()
    if name not in shelf:
        raise Refused("no_such_game", f"There is no game {quoted(name)} on the shelf. There are: {', '.join(shelf)}.")
    return store.add_game(name, shelf[name])
