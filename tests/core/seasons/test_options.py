"""An option of a season is declared once: a typed flag arrives in the header, and the form has a line for it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cli.commands.host import request_of
from cli.main import build_parser
from core.seasons.options import OPTIONS, OptionField
from tests.ssh.test_week_commands import a_desk
from tui.screens.lobby.newseason import FORM_OPTIONS


def other(field: OptionField) -> tuple[list[str], Any]:
    """Another value than the usual one: the words typed for it, and the value."""
    if field.kind is bool:
        return [f"--{field.flag}"], True
    value: Any = field.choices[-1] if field.choices else "New to it?" if field.kind is str else 2
    return [f"--{field.flag}", str(value)], value


@pytest.mark.parametrize("name", OPTIONS)
def test_a_typed_option_stands_in_the_header(name: str) -> None:
    hall, desk = a_desk()
    words, value = other(OPTIONS[name])
    words += ["--places", "2"] * (name == "questions")
    typed = build_parser().parse_args(["host", "season", "new", "--cast", "Ada", "--cast", "Bo", *words])
    answer = desk.do(json.loads(json.dumps(request_of(typed))))
    assert answer["ok"], answer
    (live,) = hall.house.seasons.readable("", host=True)
    assert getattr(live.season.options, name) == value


def test_the_form_has_a_line_for_every_option() -> None:
    assert {field.name for field in FORM_OPTIONS} == set(OPTIONS)
    for field in FORM_OPTIONS:
        assert len(field.about.label) <= 28
        assert set(field.about.values) == set(field.choices)
