"""A command is declared once: its handler, its help and its rows of the docs are held against that."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from cli.admin.commands import DRY
from cli.admin.seasons import SEASON_KEYS
from cli.main import HANDLERS, Parser, build_parser
from core.seasons.options import OPTIONS
from ssh_server.commands.commands import Command
from ssh_server.commands.parsing import FORMS, VALUES
from tests.ssh.test_week_commands import a_desk

DOCS = Path(__file__).parents[1] / "docs"
TABLE = (DOCS / "scripting.md").read_text("utf-8").split("`--seat NAME`")[0]
ROWS = re.findall(r"^\| `([a-z]+)([^|]*)\|(.*)\|$", TABLE, re.MULTILINE)
EVERYWHERE = "\n".join(path.read_text("utf-8") for path in [*DOCS.glob("*.md"), DOCS.parent / "README.md"])


def deeds(parser: argparse.ArgumentParser) -> dict[str, Parser]:
    """The commands below one, declared as when they are typed."""
    if isinstance(parser, Parser) and parser.later is not None:
        with pytest.raises(SystemExit):
            parser.parse_known_args(["--help"])
    return dict(next(one for one in parser._actions if isinstance(one, argparse._SubParsersAction)).choices)


def test_each_command_over_ssh_has_its_row_in_the_docs_and_each_row_its_command():
    assert sorted(word for word, _, _ in ROWS) == sorted(FORMS)


@pytest.mark.parametrize("word", FORMS)
def test_a_row_says_how_its_command_is_typed_and_names_its_options(word: str):
    (row,) = ["".join(row) for row in ROWS if row[0] == word]
    form = FORMS[word]
    first = form.usage.partition(" [as")[0].partition(" [WHAT")[0]
    assert f"`{row}".startswith(f"`{first}`"), row
    assert [option for option in form.options if option not in row and option != "--round"] == []
    assert [option for option in form.options if option not in form.help and option != "--round"] == [], "nor the help"


@pytest.mark.parametrize("word", FORMS)
def test_each_command_over_ssh_is_carried_out_and_its_options_are_known(word: str):
    assert callable(getattr(Command, f"_{word}"))
    flags = "--all --withdraw --not --secret --text --csv --proposed --dry-run --undo --yes --none"
    assert {*FORMS[word].options} <= {*VALUES, *flags.split()}


def test_each_deed_of_a_host_is_carried_out_and_named_in_the_docs():
    typed = deeds(deeds(build_parser())["host"])
    told = a_desk()[1].do({"do": "none"})["error"]["message"].partition("There are: ")[2]
    done = {*told.rstrip(".").split(", ")}
    assert {*typed} - {"install-service", "season"} == done
    assert [name for name in typed if f"garnet host {name}" not in EVERYWHERE] == []
    assert {*DRY} <= done
    dry = {name for name, parser in typed.items() if "--dry-run" in parser.format_help()}
    assert dry == {*DRY}


def test_what_a_season_s_host_types_is_understood():
    typed = deeds(deeds(deeds(build_parser())["host"])["season"])
    known = {*SEASON_KEYS, "help", "json", "data", "dry_run"}
    put_together = {
        "new": {*OPTIONS},
        "correct": {"purse", "tokens", "marked", "in_", "realm"},
        "book": {"places", "candidate", "opponent", "tokens", "garnets", "spent", "marked", "heaven", "hell"},
    }
    for name, parser in typed.items():
        assert {one.dest for one in parser._actions} - known - put_together.get(name, set()) == set(), name


def test_each_command_of_the_shell_has_a_module_and_is_named_in_the_docs():
    typed = deeds(build_parser())
    assert {*typed} == {*HANDLERS} - {None}
    assert [name for name in typed if f"garnet {name}" not in EVERYWHERE] == []
