"""The host's files: forms, submissions, results."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from msgspec.structs import replace

from core.dice import Dice
from core.games.refereed import Refereed
from core.games.refereed.sheet import as_csv, first_form, read_form, read_results, submission_rows, text_of
from core.games.refereed.structs import Answer, Column, FormField, Forms, Given, Options, State
from core.refusal import Refused

SEATS = ("Ada", "Bo", "=Cy")
COLUMNS = (
    Column(id="power"), Column(id="room", start="hall"), Column(id="bag", start=()),
    Column(id="plot", see="host", start=""),
)  # fmt: skip


def judged(seats: tuple[str, ...], **options: Any) -> State:
    return Refereed.setup(seats, Options(**options), Given(), Dice(1))


GOOD = "seat,sealed,why,points,told,tokens,garnets\nAda,,x,700,Well done.,1,\nBo,,,-5,,,2\n'=Cy,,,0,'-5 for you,,\n"


def test_RF_09_submissions_are_a_line_a_seat_and_hold_no_formula() -> None:
    form = (FormField(id="why", ask="Why?", kind="text"), FormField(id="who", ask="Who?", kind="seats", most=2))
    apart = FormField(id="apart", ask="And you?", kind="number", least=-5, most=5)
    answers: dict[str, dict[str, Answer]] = {
        "Ada": {"why": '=HYPERLINK("x")', "who": ("Bo", "=Cy")},
        "Bo": {"apart": -3},
    }
    state = replace(judged(SEATS), forms=Forms(form, {"Bo": (apart,)}))
    rows = submission_rows(state, answers, {"Ada": "2027-01-01 20:00:00"})
    assert list(csv.reader(io.StringIO(as_csv(rows)))) == [
        ["seat", "sealed", "why", "who", "apart"],
        ["Ada", "2027-01-01 20:00:00", '\'=HYPERLINK("x")', "Bo; =Cy", ""],
        ["Bo", "", "", "", "-3"],
        ["'=Cy", "", "", "", ""],
    ]


@pytest.mark.parametrize("divider", [",", ";", "\t"])
def test_RF_09_results_are_read_from_any_usual_sheet(divider: str) -> None:
    text = text_of(b"\xef\xbb\xbf" + GOOD.replace(",", divider).replace("\n", "\r\n").encode())
    assert read_results(text, judged(SEATS)) == {
        "points": {"Ada": 700, "Bo": -5}, "tokens": {"Ada": 1}, "garnets": {"Bo": 2},
        "told": {"Ada": "Well done.", "=Cy": "-5 for you"},
    }  # fmt: skip
    assert read_results("Seat,Points\nAda,7.0\nBo,+1\n=Cy'\n".replace("=Cy'", "'=Cy"), judged(SEATS))["points"] == {
        "Ada": 7, "Bo": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("code", "words", "change"),
    [
        ("missing_column", "Line 1 has no column points. It has: seat, sealed, why, score", ("points", "score")),
        ("missing_column", "Line 1 has no column seat", ("seat,", "name,")),
        ("missing_column", "Line 1 has two columns points", ("why", "points")),
        ("unknown_seat", "Line 3: no seat is called 'Bob'", ("Bo,", "Bob,")),
        ("bad_sheet", "Line 3: Ada stands in line 2 already", ("Bo,", "Ada,")),
        ("missing_seat", "There is no line for Bo", ("Bo,,,-5,,,2\n", "")),
        ("formula", "Line 2, points: '=SUM.A1:A3.' is a formula. Save the sheet", ("700", "=SUM(A1:A3)")),
        ("formula", "Line 2, told: '=A1' is a formula", ("Well done.", "=A1")),
        ("bad_number", "Line 2, points: '7.5' is no whole number", ("700", "7.5")),
        ("bad_number", "Line 2, points: '#REF!' is no whole number", ("700", "#REF!")),
        ("bad_sheet", "Line 3 has 9 cells, and line 1 has 7", ("-5,,,2", "-5,,,2,,x")),
        ("bad_sheet", "Line 2 cannot be read", ("Well done.", '"Well" done.')),
    ],
)  # fmt: skip
def test_RF_09_a_sheet_that_does_not_fit_is_refused_with_its_line(
    code: str, words: str, change: tuple[str, str]
) -> None:
    with pytest.raises(Refused, match=words) as refused:
        read_results(GOOD.replace(*change, 1), judged(SEATS))
    assert refused.value.code == code


SAVED = "seat;points;told\nZoë;7;Schön – für dich.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-be"])
def test_RF_09_a_sheet_is_read_in_every_encoding_that_spreadsheets_write(encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    text = text_of((mark + SAVED).encode(encoding)).removeprefix("\ufeff")
    assert read_results(text, judged(("Zoë",)))["told"] == {"Zoë": "Schön – für dich."}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"seat,points\nAda,1\nZo\xeb,2\nBo\x81,3\n", "Line 4 holds a character"),
        ("Zoë,1\n".encode() + b"Zo\xeb,2\n", "Line 2 holds a character"),
        (b"\xff\xfea", "Line 1 holds a character"),
    ],
)
def test_RF_09_text_in_no_usual_encoding_is_refused_with_its_line(data: bytes, words: str) -> None:
    with pytest.raises(Refused, match=words):
        text_of(data)


@pytest.mark.parametrize("cell", ["7,5", "7.5", "1.234", "7.000", "7,000", "1 234", "1\u202f234", "1'234,0"])
def test_RF_09_decimals_and_dividers_of_any_country_are_refused_by_cell(cell: str) -> None:
    with pytest.raises(Refused, match=r"Line 2, points: .* is no whole number: write it in digits alone"):
        read_results(f"seat;points\nAda;{cell}\n", judged(("Ada",)))
    assert read_results("seat;points\nAda;7,0\n", judged(("Ada",)))["points"] == {"Ada": 7}


def test_RF_12_columns_go_out_and_come_in_by_the_sheet() -> None:
    state = judged(("Ada", "=Bo"), columns=COLUMNS)
    rows = submission_rows(state, {}, {}, {"columns": {"power": {"Ada": 7}}, "told": {"Ada": "Well."}})
    assert rows[0] == ["seat", "sealed", "move", "power", "room", "bag", "plot", "tokens", "garnets", "told"]
    assert rows[1] == ["Ada", "", "", "7", "hall", "", "", "", "", "Well."]
    verdict = read_results("seat,power,bag,garnets\nAda,-3,key; =map,-2\n'=Bo,,,\n", state)
    assert verdict["columns"] == {"power": {"Ada": -3}, "bag": {"Ada": ("key", "=map"), "=Bo": ()}}
    assert verdict["garnets"] == {"Ada": -2}
    with pytest.raises(Refused, match="Line 2, power: '2,5' is no whole number"):
        read_results('seat,power\nAda,"2,5"\n', state)
    again = read_results(as_csv(submission_rows(state, {}, {}, verdict)), state)["columns"]
    assert again["bag"] == verdict["columns"]["bag"]


def test_RF_12_a_file_has_columns() -> None:
    options = first_form('places = "fewest debts"\n[[column]]\nid = "debts"\nsee = "all"\n')
    assert options == {"places": "fewest debts", "columns": [{"id": "debts", "see": "all"}], "form": []}
    with pytest.raises(Refused, match="column is said when a match is made"):
        read_form('[[column]]\nid = "debts"\n')


def test_RF_02_a_form_is_read_from_its_file() -> None:
    text = '[[field]]\nid = "bid"\nask = "Your bid?"\nkind = "number"\nleast = 0\nmost = 9\n'
    assert read_form(text) == [{"id": "bid", "ask": "Your bid?", "kind": "number", "least": 0, "most": 9}]
    assert read_form("") == []
    wrong = (
        ("field = 1", r"\[field"), ("[other]", "no other"), ("x =", "no TOML"), (f"x = {'[' * 9999}", "no TOML"),
        (f"{'a.' * 50_000}a = 1", "more than 1,000 dots"),
        (text + "maximum = 3", "Field 1 has no key maximum"),
    )  # fmt: skip
    for words, why in wrong:
        with pytest.raises(Refused, match=why):
            read_form(words)
