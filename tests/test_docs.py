"""Every command of README, CONTRIBUTING and docs/*.md is typed by a test.

A page that needs a house, a machine or a new package is typed by a test of its own (`OWN`); every other line is typed
here, by the program that it begins with. A block with another program, or a page that nobody types, fails.
"""

from __future__ import annotations

import argparse
import io
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.commands import play, serve
from cli.main import main
from tests.kit.docs import PAGES, Line, lines
from tests.ssh.callers import HANDS, a_house

OWN = {
    "docs/adding-a-game.md": ("tests/test_newgame.py", {""}),
    "docs/evening.md": ("tests/test_evening.py", None),
    "docs/judging.md": ("tests/test_judging_docs.py", None),
    "docs/archive.md": ("tests/archive/test_docs.py", None),
    "docs/hosting.md": ("tests/test_hosting_docs.py", None),
    "docs/seasons.md": ("tests/test_seasons_docs.py", None),
}
"""Page to the test that types it, and the sections that it types; None for all."""
NO_COMMANDS = (
    "cli/ ",
    "# /etc/systemd",
    "[Unit]",
    "[Service]",
    "[Install]",
    "Host week",
    'version: "1.0"',
    "3C is there",
    "def ",
    "hidden = ",
    "play.example.org {",
    "map $http_upgrade",
    "lock  ",
    '{"file"',
)
"""How blocks begin that show a file, a folder or what a program printed."""


def programs() -> dict[str, Callable[[Line, Path, pytest.MonkeyPatch], None]]:
    return {
        "garnet": garnet, "python": python, "make": make, "pytest": pytest_paths, "mypy": checks, "ssh": ssh,
        "echo": ssh, "cd": folder, "py": on_windows,
    }  # fmt: skip


def garnet(line: Line, place: Path, patch: pytest.MonkeyPatch) -> None:
    """Carried out: what opens screens or a port as far as the moment before; bots play one match, of a
    game that is quickly over."""

    async def left(*_: object, **__: object) -> None:
        return None

    opened: list[str] = []
    patch.setattr(play, "until_left", left)
    patch.setattr(sys, "stdin", Terminal(io.BytesIO()))
    patch.setattr(sys, "stdout", Terminal(io.BytesIO()))
    patch.setattr(serve, "run", lambda _: opened.append("served") or 0)
    words = shlex.split(line.command)[1:]
    if words[0] == "bots":
        words[1] = words[1] if "--bot" in words else "black_and_white"
        words += ["--matches", "1", "--seed", "1"]
    here = Path.cwd()
    for block in re.findall(r"```toml\n(.*?)```", Path(line.page).read_text("utf-8"), re.DOTALL):
        (place / "usual.toml").write_text(block, encoding="utf-8")
    patch.setenv("GARNET_DATA", str(place / "house"))
    patch.syspath_prepend(str(here / "docs"))
    patch.chdir(place)
    assert status(lambda: main(words)) == 0


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def status(run: Callable[[], int]) -> object:
    """What a program ends with."""
    try:
        return run()
    except SystemExit as ended:
        return ended.code


class Understood(Exception):
    """The words were taken apart, and nothing was refused."""


def python(line: Line, place: Path, patch: pytest.MonkeyPatch) -> None:
    """Screens are shown, a bench begins, as far as its words are understood; scripts have tests of theirs."""
    words = shlex.split(line.command)[1:]
    if words[0] != "-m":
        theirs = (Path(f"tests/ssh/test_{name}.py").read_text("utf-8") for name in ("commands", "room_commands"))
        assert any(Path(words[0]).name in found for found in theirs)
        return
    shown = words[1] == "tests.kit.screens"
    if shown:
        words = [str(place / word) if word.endswith(".svg") else word for word in words]
        words += [] if "--print" in words or "--picture" in words else ["--print"]
    else:
        parse = argparse.ArgumentParser.parse_args

        def understood(self: argparse.ArgumentParser, *given: object, **more: object) -> None:
            parse(self, *given, **more)  # type: ignore[call-overload]
            raise Understood

        patch.setattr(argparse.ArgumentParser, "parse_args", understood)
    patch.setattr(sys, "argv", words[1:])
    patch.delitem(sys.modules, words[1], raising=False)
    if shown:
        assert not status(lambda: runpy.run_module(words[1], run_name="__main__") and 0)
    else:
        with pytest.raises(Understood):
            runpy.run_module(words[1], run_name="__main__")


def make(line: Line, place: Path, patch: pytest.MonkeyPatch) -> None:
    done = subprocess.run(["make", "-n", *shlex.split(line.command)[1:]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def pytest_paths(line: Line, place: Path, patch: pytest.MonkeyPatch) -> None:
    path = Path(shlex.split(line.command)[1])
    assert path.is_dir() or path.is_file()


def checks(line: Line, place: Path, patch: pytest.MonkeyPatch) -> None:
    """What `make test` runs too."""
    written = Path("Makefile").read_text("utf-8")
    for one in line.command.replace(".venv/bin/", "").split(" && "):
        assert f"$(BIN)/{one}\n" in written


def ssh(line: Line, place: Path, patch: pytest.MonkeyPatch) -> None:
    """Understood by the OpenSSH client, which comes to no house; what is typed at `ada@house` is typed at one below."""
    if shutil.which("ssh") is None:
        pytest.skip("needs the OpenSSH client")
    words = shlex.split(line.command.rpartition("| ")[2])
    done = subprocess.run([words[0], "-G", *words[1:]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "port 2222" in done.stdout.splitlines()


def folder(line: Line, place: Path, patch: pytest.MonkeyPatch) -> None:
    assert Path(shlex.split(line.command)[1]).is_dir()


def on_windows(line: Line, place: Path, patch: pytest.MonkeyPatch) -> None:
    """pip installs the project in tests/test_service.py; here only that it is told as pip takes it."""
    assert line.command in ("py -m venv .venv",)


def blocks() -> list[list[Line]]:
    found: dict[tuple[str, str, int], list[Line]] = {}
    for page in PAGES:
        for one in lines(page):
            found.setdefault((one.page, one.section, one.block), []).append(one)
    return [part for part in found.values() if not part[0].text.startswith(NO_COMMANDS)]


def own(line: Line) -> bool:
    return line.page in OWN and (OWN[line.page][1] is None or line.section in (OWN[line.page][1] or ()))


HERE = [one for part in blocks() for one in part if not own(one) and not one.text.startswith(".venv\\")]


@pytest.mark.parametrize("line", HERE, ids=[f"{one.page}: {one.command}" for one in HERE])
def test_what_the_docs_say_can_be_typed(line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs()[line.command.split()[0]](line, tmp_path, monkeypatch)


async def test_the_commands_over_ssh_are_typed_at_a_house(tmp_path: Path) -> None:
    typed = [one for one in HERE if "ada@house" in one.command and not one.command.startswith("python")]
    async with a_house(tmp_path, "Ada", setup={"hands": HANDS}) as (_, table, [ada], _):
        for one in typed:
            before, _, command = one.command.partition("ada@house ")
            given = shlex.split(before)[1] if before.startswith("echo ") else ""
            done = await ada(command, given)
            assert done.exit_status == 0, (one, done.stderr)
        assert table.match.sealed["Ada"].orders.offers[0].to == "Bo"
        assert "Ada" in table.match.ready
    assert len(typed) > 3


@pytest.mark.parametrize("page", OWN)
def test_a_page_with_a_test_of_its_own_is_typed_there_section_by_section(page: str) -> None:
    text = Path(OWN[page][0]).read_text("utf-8")
    assert page in text
    every = "SECTIONS" in text or "lines(PAGE)" in text or OWN[page][1] is not None
    sections = {part[0].section for part in blocks() if part[0].page == page and own(part[0])}
    assert sections
    assert [name for name in sorted(sections) if not every and f'"{name}"' not in text] == []


def test_each_page_is_read(tmp_path: Path) -> None:
    """What lies in blocks is found, whichever way it is laid out."""
    page = tmp_path / "page.md"
    page.write_text(
        "# P\n\n    one  # why\n\n## S\ntext\n    no block\n\n    $ two\n    three (so)\n\n- point\n\n      four\n\n"
        "```\nfive\n```\n```python\nsix()\n```\n"
    )
    found = [(one.section, one.block, one.command) for one in lines(page)]
    assert found == [("", 0, "one"), ("S", 0, "two"), ("S", 0, "three (so)"), ("S", 1, "four"), ("S", 2, "five")]
    assert {path.name for path in PAGES} > {"README.md", "CONTRIBUTING.md", "hosting.md", "playing.md"}


def test_the_picture_of_the_house_shows_its_packages_and_where_changes_are_made() -> None:
    text = Path("README.md").read_text("utf-8").partition("## How it is built")[2]
    picture = text.partition("```text\n")[2].partition("```")[0]
    shown: dict[str, set[str]] = {}
    top = ""
    for line in picture.splitlines():
        top = line.partition("/")[0] if line[0] != " " else top
        shown.setdefault(top, set()).update(re.findall(r"(?<=  )([a-z]+)(?=  )", line))
    for name in ("cli", "ssh_server", "tui", "core"):
        there = {path.parent.name for path in Path(name).glob("*/__init__.py")} - {"textual_seam"}
        assert there - shown[name] == set(), f"the picture in README.md does not show these of {name}"
        assert {one for one in shown[name] if not Path(name, one).is_dir()} == set()
    places = re.findall(r"`((?:core|tui|cli|ssh_server)/[\w/<>.]+)`", text)
    assert len(places) > 8
    assert [one for one in places if not any(Path().glob(one.replace("<id>", "*")))] == []
