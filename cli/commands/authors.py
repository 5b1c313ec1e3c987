"""Commands for authors of games. `garnet new-game` writes a playable game to be changed. `garnet scenario` plays
scripts on the engine (docs/rulings/common.md)."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from itertools import chain, permutations
from pathlib import Path
from string import ascii_uppercase

from cli.printing import json_text, put
from core.contract import CONTRACT
from core.decoding import canonical
from core.games import game as find_game
from core.games import ids
from core.games.outside import HOUSE_PREFIXES
from core.json import harmless
from core.refusal import NotAMatch, Refused, quoted
from core.seasons import script

ENDING = ".tmpl"


def new_game(arguments: argparse.Namespace) -> int:
    """Write the package and print the next steps. Raises Refused for an unusable name or folder."""
    name: str = arguments.name
    check_name(name)
    if arguments.one_file:
        return _new_file(name, Path(arguments.folder or "."))
    folder = Path(arguments.folder or name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused("folder_in_use", f"{folder} is not empty. Name another with --folder.")
    for path, text in scaffold_files(name):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    put(f"{title(name)} is in {folder}. Next:\n")
    put(f"  cd {folder}\n  pip install -e '.[test]'\n  pytest\n  garnet hotseat {name}\n")
    put("README.md says which file holds what. It is a whole game: put your rules in the place of these.")
    return 0


def _new_file(name: str, folder: Path) -> int:
    path = folder / f"{name}.py"
    if path.exists():
        raise Refused("file_in_use", f"{path} exists already. Choose another name, or another folder with --folder.")
    template = (files("cli") / "scaffold" / "one_file" / f"game.py{ENDING}").read_text(encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(_filled(template, name), encoding="utf-8")
    put(f"{title(name)} is in {path}. Next:\n")
    put(f"  garnet try {path}\n  garnet check {path}\n")
    put("It is a whole game with rulings and help: put your rules in the place of these.")
    return 0


def check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,31}", name) or name.endswith("_"):
        raise Refused(
            "bad_id", f"{quoted(name)} will not do: 2 to 32 small letters, digits and underscores, a letter first."
        )
    if name in ids():
        raise Refused("id_taken", f"There is a game {quoted(name)} already. Choose another name.")
    if find_spec(name) is not None:
        raise Refused("module_taken", f"Python has a module called {quoted(name)} already. Choose another name.")


def scaffold_files(name: str) -> Iterator[tuple[Path, str]]:
    for path, template in _templates(files("cli") / "scaffold", Path()):
        if path.parts[0] == "one_file":
            continue
        text = _filled(template.read_text(encoding="utf-8"), name)
        place = Path("src", name, *path.parts[1:]) if path.parts[0] == "package" else path
        yield place.with_name(path.name.removesuffix(ENDING)), text


def _filled(text: str, name: str) -> str:
    words = {
        "@id@": name,
        "@dist@": name.replace("_", "-"),
        "@Title@": title(name),
        "@Class@": title(name).replace(" ", ""),
        "@PREFIX@": free_prefix(name),
        "@contract@": str(CONTRACT),
    }
    for word, stands_for in words.items():
        text = text.replace(word, stands_for)
    return text


def _templates(folder: Traversable, path: Path) -> Iterator[tuple[Path, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _templates(entry, path / entry.name)
        elif entry.name.endswith(ENDING):
            yield path / entry.name, entry


def title(name: str) -> str:
    """`the_long_night` is The Long Night."""
    return name.replace("_", " ").title()


def free_prefix(name: str) -> str:
    """Two capital letters that no installed game has as its ruling prefix: initials, else letters of the name, else
    any."""
    taken = {*HOUSE_PREFIXES, *(find_game(each).spec.ruling_prefix for each in ids())}
    letters = [letter.upper() for letter in name if letter.isalpha()]
    initials = [word[0].upper() for word in name.split("_") if word[:1].isalpha()]
    wanted = chain(
        permutations(initials, 2), ((letters[0], other) for other in letters[1:]), permutations(ascii_uppercase, 2)
    )
    return next(f"{first}{two}" for first, two in wanted if f"{first}{two}" not in taken)


def play_scenario(arguments: argparse.Namespace) -> int:
    """Play a script. Exit status 0 even if steps were refused; 2 with a line on errors if it is no scenario."""
    if arguments.lines:
        return _lines()
    try:
        text = sys.stdin.buffer.read() if arguments.file == "-" else Path(arguments.file).read_bytes()
        played = script.play_any(script.read_any(text))
    except OSError as trouble:
        put(f"garnet scenario: {arguments.file} cannot be read: {trouble.strerror}.", errors=True)
        return 2
    except NotAMatch as mistake:
        put(f"garnet scenario: {' '.join(mistake.message.split())}", errors=True)
        return 2
    sys.stdout.buffer.write(json_text(played).encode() + b"\n")
    return 0


def _lines() -> int:
    for line in sys.stdin.buffer:
        try:
            answer = canonical(script.play_any(script.read_any(line)))
        except NotAMatch as mistake:
            answer = canonical({"error": mistake.message})
        except Exception as bug:  # an error in a line must not stop the thousands after it
            put(f"garnet scenario: a bug, please report the scenario: {bug!r}", errors=True)
            answer = canonical({"error": f"The rules failed on this scenario: {bug!r}"})
        sys.stdout.buffer.write(harmless(answer.decode()).encode() + b"\n")
        sys.stdout.buffer.flush()
    return 0
