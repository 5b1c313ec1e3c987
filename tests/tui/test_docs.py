"""docs/testing.md says what is so: its examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

EXAMPLES = re.findall(r"```python\n(.*?)```", Path("docs/testing.md").read_text(encoding="utf-8"), re.DOTALL)


def test_there_are_two_examples_and_the_match_takes_about_twenty_lines():
    assert len(EXAMPLES) == 2
    assert len(EXAMPLES[1].strip().splitlines()) <= 26


async def test_the_screen_at_a_position():
    scope: dict[str, object] = {}
    exec(EXAMPLES[0], scope)
    await scope["test_the_desk_of_round_four"]()  # type: ignore[operator]


def test_the_whole_match(capsys: pytest.CaptureFixture[str]):
    exec(EXAMPLES[1], {})
    assert "replay · round 1/7 · everyone's eyes" in capsys.readouterr().out


def test_every_id_in_the_table_is_in_the_screens():
    told = re.findall(r"`#([a-z-]+)`", Path("docs/testing.md").read_text(encoding="utf-8"))
    source = "".join(path.read_text(encoding="utf-8") for path in Path("tui").rglob("*.py"))
    assert len(told) > 30
    for name in told:
        assert f'id="{name}"' in source, name
