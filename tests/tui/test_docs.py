"""docs/testing.md says what is so: its examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHES

EXAMPLES = re.findall(r"```python\n(.*?)```", Path("docs/testing.md").read_text(encoding="utf-8"), re.DOTALL)


def test_there_are_three_examples_and_the_match_takes_about_twenty_lines():
    assert len(EXAMPLES) == 3
    assert len(EXAMPLES[1].strip().splitlines()) <= 26


async def test_the_screen_at_a_position():
    scope: dict[str, object] = {}
    exec(EXAMPLES[0], scope)
    await scope["test_the_desk_of_round_four"]()  # type: ignore[operator]


def test_the_whole_match(capsys: pytest.CaptureFixture[str]):
    exec(EXAMPLES[1], {})
    assert "replay · round 1/7 · everyone's eyes" in capsys.readouterr().out


def test_what_no_redeal_changes(capsys: pytest.CaptureFixture[str]):
    exec(EXAMPLES[2], {})
    assert "seats" in capsys.readouterr().out


def test_every_bench_and_every_folder_of_tests_is_named():
    told = Path("docs/testing.md").read_text(encoding="utf-8")
    benches = [path for path in Path("benchmarks").glob("*.py") if "def main(" in path.read_text(encoding="utf-8")]
    # What another bench starts as a process of its own is no bench.
    names = {path.stem for path in benches} - {"__main__", "session_house"}
    assert len(names) > 10
    assert [name for name in sorted(names | set(BENCHES)) if f"`{name}`" not in told] == []
    folders = [path.name for path in Path("tests").iterdir() if any(path.glob("**/*.py"))]
    assert [name for name in sorted(folders) if f"`tests/{name}`" not in told] == []


def test_every_id_in_the_table_is_in_the_screens():
    told = re.findall(r"`#([a-z-]+)`", Path("docs/testing.md").read_text(encoding="utf-8"))
    source = "".join(path.read_text(encoding="utf-8") for path in Path("tui").rglob("*.py"))
    assert len(told) > 30
    for name in told:
        assert f'id="{name}"' in source or f'else "{name}")' in source, name
