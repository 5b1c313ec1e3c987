"""docs/glossary.md has every word by which a module is called, but those that need no line."""

from __future__ import annotations

import re
from pathlib import Path

ROOTS = ("cli", "core", "ssh_server", "storage", "themes", "tui")
OF_GAMES = re.compile(r"(core/games|tui/games|tui/drawings|cli/archive/drawings)/.+")
"""Words of one game, which its rulings explain, or files of the skeleton, which docs/adding-a-game.md does."""

WORDS = """
    announcements app appending arguments asyncssh auth backing backup base beside block board botplay bots buffer
    building catch choices client closing coaching codes colours commands compaction connection contract correcting
    deadline deadlines death decoding dialog dialogs dice doctor document driver ending errors export fair feed
    feeds filling find folder games gc grid guard handshake health help hostkey ics input invitations join key
    keyboard keys lines listening lock log logs lookups loop main markdown matches menu metrics muting naming
    newgame newseason newswords notes offers options outcome output page pages painting palette panes people person
    picking pins plain play played policy practising printing properties propose publish questions releasewords
    reminders renaming replaying replies reply requests results rights rows rulebook rules say scheduling screen
    screens script seating secrecy serve service session settings shelves ship signup socket spelling status storage
    summaries svg swap talking telling terminal text textual themes times timetable watchdog webhook widgets wishes
"""
PLAIN = frozenset(WORDS.split())
"""Plain English and the field's own: whoever reads the name and the first line of the module knows what it is."""


def named() -> dict[str, str]:
    """The words of modules' and folders' names, each with one of those that bear it."""
    found = {}
    for root in ROOTS:
        for path in sorted(Path(root).rglob("*.py")):
            place = path.parent if path.name == "__init__.py" else path.with_suffix("")
            if not OF_GAMES.match(place.as_posix()):
                found.update(dict.fromkeys(place.name.split("_"), place.as_posix()))
    return found


def told() -> set[str]:
    """The words that the glossary has a line for: those of its first column, and modules that it names."""
    rows = re.findall(r"^\| (.+?) \| (.+) \|$", Path("docs/glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    modules = [module for _, line in rows for module in re.findall(r"`[a-z]\w*(?:\.\w+)+`", line)]
    return set(re.findall(r"[a-z]+", " ".join(word for word, _ in rows).lower() + " ".join(modules)))


def one(word: str) -> str:
    return word.removesuffix("s")


def test_every_word_of_a_module_has_its_line_or_needs_none() -> None:
    known = {one(word) for word in told() | PLAIN}
    missing = {word: place for word, place in named().items() if one(word) not in known}
    assert missing == {}, "say in docs/glossary.md what these words mean here, or that they are plain (PLAIN)"


def test_a_plain_word_has_no_line_beside() -> None:
    assert PLAIN & told() == set()


def test_a_module_that_the_glossary_names_is_there() -> None:
    text = Path("docs/glossary.md").read_text(encoding="utf-8")
    for module in re.findall(rf"`((?:{'|'.join(ROOTS)})(?:\.[a-z_]+)+)`", text):
        path = Path(module.replace(".", "/"))
        assert path.with_suffix(".py").is_file() or path.is_dir(), module
