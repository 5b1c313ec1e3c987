"""Packages that offer a game, as if installed: a module and its metadata in a folder on the path."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path

from core.games import look_again, outside

GAME = """
from msgspec.structs import replace
from tests.kit.chips import Chips

class Guest(Chips):
    contract = {contract}
    spec = replace(Chips.spec, id="{calls_itself}", title="A Guest", ruling_prefix="{prefix}")

GAME = Guest()
"""


def offer(
    folder: Path, game: str = "guest", *, package: str = "", source: str | None = None, contract: int = 1,
    prefix: str = "GU", calls_itself: str = "", panel: str = "",
) -> None:  # fmt: skip
    """Write a package to the folder that offers `game` wherever the folder is on the path."""
    package = package or f"{game}_game"
    text = GAME.format(contract=contract, prefix=prefix, calls_itself=calls_itself or game)
    (folder / f"{package}.py").write_text(text if source is None else source)
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package.replace('_', '-')}\nVersion: 1.0\n")
    points = f"[garnet.games]\n{game} = {package}:GAME\n"
    (about / "entry_points.txt").write_text(points + (f"[garnet.panels]\n{game} = {panel}\n" if panel else ""))


def alone() -> None:
    """Hide installed games: a test sees only what it puts on the path."""
    here = {Path(sysconfig.get_path(name)) for name in ("purelib", "platlib")}
    installed = outside._installed

    def of_tests(group: str) -> list[EntryPoint]:
        offers = installed(group)
        return [offer for offer in offers if offer.dist is None or Path(str(offer.dist.locate_file(""))) not in here]

    outside._installed = of_tests
    look_again()


@contextmanager
def on_the_path(folder: Path) -> Iterator[None]:
    """Install the packages of a folder for the block."""
    sys.path.insert(0, str(folder))
    look_again()
    before = set(sys.modules)
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
                del sys.modules[name]
        look_again()
