"""Season scripts by `garnet scenario`, alone and by `--lines`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from storage import open_house

SCRIPT: dict[str, Any] = {
    "season": {"title": "Spring", "options": {"purse": 1}},
    "cast": ["Ada", "Bo", "Cy"],
    "seed": 9,
    "steps": [
        {"open": {"game": "drifting_ship"}},
        {"book": {"ranking": [["Ada"], ["Guest 1"], ["Bo", "Cy"]], "elimination_candidate": "Cy", "garnets": {}}},
        {"death_match": {"winner": "Ada"}},
        {"name": {"opponent": "Bo"}},
        {"death_match": {"winner": "Bo"}},
    ],
}


def test_a_script_is_played_and_printed(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    file = tmp_path / "spring.json"
    file.write_text(json.dumps(SCRIPT))
    assert main(["scenario", str(file)]) == 0
    told = json.loads(capsysbinary.readouterr().out)
    assert set(told) == {"results", "season"}
    assert [result["ok"] for result in told["results"]] == [True, True, False, True, True]
    assert told["results"][0] == {
        "ok": True,
        "given": {"purses": {"Ada": 1, "Bo": 1, "Cy": 1, "Guest 1": 0}},
        "seats": ["Ada", "Bo", "Cy", "Guest 1"],
    }
    assert told["results"][2]["error"]["code"] == "somebody_missing"
    season = told["season"]
    assert (season["season"], season["title"], season["episode"], season["phase"]) == (
        "scenario", "Spring", 1, "between",
    )  # fmt: skip
    assert season["episodes"] == [
        {
            "episode": 1, "match": None, "game": "drifting_ship", "sat_out": [], "guests": ["Guest 1"], "played": [],
            "places": {"Ada": 1, "Bo": 3, "Cy": 3}, "tokens": {}, "garnets": {}, "marked": None, "candidate": "Cy",
            "opponent": "Bo", "duel": None, "winner": "Bo", "out": "Cy", "skipped": None, "final": None,
        }
    ]  # fmt: skip
    assert season["cast"]["Bo"] == {
        "in": True, "left": None, "purse": 2, "tokens": 0, "marked": False, "realm": None,
    }  # fmt: skip
    assert season["standings"] == [["Bo"], ["Ada"], ["Cy"]]


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["Ada"]},
        {"season": None},
        {"season": {"name": "Spring"}},
        {"cast": ["Ada"]},
        {"seed": True},
        {"steps": [{"open": {"game": "elsewhere"}, "why": "x"}]},
        {"steps": [{}]},
        {"steps": [{"dance": True}]},
        {"steps": [["end"]]},
    ],
)
def test_what_is_no_season_script(
    change: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    file = tmp_path / "spring.json"
    file.write_text(json.dumps({**SCRIPT, **change}))
    assert main(["scenario", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1


def test_lines_mix_matches_and_seasons(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    match = {"game": "exodus", "players": ["A", "B", "C", "D", "E", "F", "G", "H", "I"]}
    lines = [json.dumps(given) for given in (SCRIPT, match, {"season": 5}, SCRIPT)]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
    assert main(["scenario", "--lines"]) == 0
    told = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert [next(iter(sorted(one))) for one in told] == ["results", "digest", "error", "results"]
    assert told[0] == told[3]


def test_doctor_and_lists_name_a_season_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    folder = str(tmp_path / "house")
    assert main(["host", "season", "new", "--title", "Spring", "--cast", "Ada", "--cast", "Bo", "--data", folder]) == 0
    assert main(["doctor", "--data", folder]) == 0
    assert "seasons/spring-1.jsonl: 0 entries" in capsys.readouterr().out
    with open_house(folder) as store:
        store.seasons.append("spring-1", {"kind": "dance"})
    assert main(["doctor", "--data", folder]) == 1
    assert "The season spring-1 cannot be opened: entry 1: " in capsys.readouterr().out
    assert main(["seasons", "--data", folder]) == 1
    assert "spring-1" in capsys.readouterr().err
    assert main(["season", "spring-1", "--data", folder]) == 1
