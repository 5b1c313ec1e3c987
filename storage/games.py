"""The folder `games` of a house: games of one file, with every version that was offered there.

A changed file is another version of the rules. `games/kept` holds each version for the matches that began with it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from core.games import HELD, GameFile, bring, files, same_version, try_file, withdraw
from core.games.one_file import version_of
from core.refusal import Refused
from storage.appending import reason, write_whole

GAMES: Final = "games"
KEPT: Final = "games/kept"
HELD_UP: Final = "games/held.txt"
"""Traceback that a process wrote when a game held its interpreter; empty otherwise."""
FRAME: Final = re.compile(r'^  File "(.+)", line (\d+)', re.MULTILINE)
ENDING: Final = ".py"


def game_file(path: Path) -> GameFile | str:
    """Read the game of a file; a sentence if it cannot be read."""
    if path.exists() and not path.is_file():
        return f"{path} is no regular file."
    try:
        return GameFile(path.name.partition(".")[0], path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        why = reason(error) if isinstance(error, OSError) else "it is not UTF-8 text"
        return f"{path} cannot be read: {why}."


def game_files(house: Path) -> list[str]:
    """Return the files of the folder, relative to the house, for a backup."""
    return [str(path.relative_to(house)) for part in (GAMES, KEPT) for path in (house / part).glob(f"*{ENDING}")
            if path.is_file()]  # fmt: skip


def in_folder(house: Path) -> dict[str, GameFile]:
    return {file.name: file for file in _read(house) if isinstance(file, GameFile)}


def _read(house: Path) -> list[GameFile | str]:
    return [game_file(path) for path in sorted((house / GAMES).glob(f"*{ENDING}"))]


def bring_games(house: Path, *, keep: bool) -> None:
    """Offer the games in the folder, and kept versions to their matches. `keep`: store new versions. Kept ones come
    first, oldest first: the earlier game owns a prefix that two games have."""
    _note_held(house, keep=keep)
    present, kept = in_folder(house), [path for path in (house / KEPT).glob(f"*{ENDING}") if path.is_file()]
    for path in sorted(kept, key=lambda path: (path.stat().st_mtime_ns, path.name)):
        if isinstance(earlier := game_file(path), GameFile):
            same = present.get(earlier.name, earlier)  # its errors name the file that its author knows
            bring(same if same.source == earlier.source else earlier, earlier=True)
    for file in present.values():
        if keep:
            _keep(house, file)
        bring(file)


def _note_held(house: Path, *, keep: bool) -> None:
    """Keep the versions shut that held up the house. `keep`: note the kept file in place of the one that may change."""
    note, folders, lines = house / HELD_UP, {(house / GAMES).resolve(), (house / KEPT).resolve()}, []
    for traceback in note.read_text(errors="replace").split("Timeout (") if note.is_file() else ():
        frames = ((Path(name), int(line)) for name, line in FRAME.findall(traceback))
        path, line = next((frame for frame in frames if frame[0].resolve().parent in folders), (note, 0))
        file = game_file(path)
        if line and isinstance(file, GameFile) and path.stat().st_mtime_ns <= note.stat().st_mtime_ns:
            version = version_of(file.source)
            HELD[file.name, version] = line
            lines.append(f'Timeout (\n  File "{house / KEPT}/{file.name}.{version:08x}{ENDING}", line {line}\n')
    if keep and note.is_file():
        write_whole(note, "".join(lines).encode())


def write_game(house: Path, name: str, source: str) -> None:
    """Write a new file into the folder. Raises Refused: `file_in_use`, or `no_game` if it would be left out."""
    path = house / GAMES / f"{name}{ENDING}"
    if path.exists():
        raise Refused("file_in_use", f"{path.name} is in the folder games already. Delete or rename it first.")
    if isinstance(why := try_file(same_version(GameFile(name, source, str(path)))), str):
        raise Refused("no_game", f"Nothing is copied. {why}")
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    write_whole(path, source.encode())


def reload_games(house: Path) -> list[str]:
    """Read the folder again. Return a sentence for each change and each file that is left out. A file that does not fit
    leaves its earlier version in place."""
    present, mine = in_folder(house), house / GAMES
    before = {file.name: file for file in files() if Path(file.file).is_relative_to(mine)}
    sentences = [file for file in _read(house) if isinstance(file, str)]
    for name in before.keys() - present.keys():
        withdraw(name)
        sentences.append(f"{name} is gone: its matches go on, and no new one can be made.")
    for name, file in present.items():
        same = name in before and before[name].source == file.source
        tried = try_file(same_version(file))
        if isinstance(tried, str):
            sentences.append(tried + (" The version before it stays." if name in before and not same else ""))
        if same or isinstance(tried, str):
            continue
        _keep(house, file)
        bring(file)
        sentences.append(f"{name} is {'changed' if name in before else 'new'}: {tried.spec.title}.")
    return sorted(sentences)


def _keep(house: Path, file: GameFile) -> None:
    path = house / KEPT / f"{file.name}.{version_of(file.source):08x}{ENDING}"
    if not path.exists():
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        write_whole(path, file.source.encode())
