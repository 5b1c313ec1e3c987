"""Words, numbers and times as screens write them."""

from __future__ import annotations

from datetime import UTC

import pytest
from rich.segment import Segment
from textual.color import Color
from textual.content import Content, Span
from textual.style import Style

from core.games import game as find_game
from core.match.records import News
from core.words.rulebook import book, paragraphs, search
from tui.widgets.lines import paint_row
from tui.words import text
from tui.words.notices import fold_bot_news


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (-5, "0s"),
        (0.2, "1s"),
        (42, "42s"),
        (60, "1m"),
        (61, "2m"),
        (3600, "1h 00m"),
        (4300, "1h 12m"),
        (90000, "1d 1h"),
    ],
)
def test_a_span_is_rounded_up_so_that_zero_means_over(seconds, said):
    assert text.span(seconds) == said


def test_a_moment_says_as_much_of_the_date_as_it_needs():
    noon = 1_700_049_600.0
    assert text.moment(noon, noon - 3600, UTC) == "12:00"
    assert text.moment(noon, noon - 2 * text.DAY, UTC) == "Wed 12:00"
    assert text.moment(noon, noon - 9 * text.DAY, UTC) == "15 Nov 12:00"


def test_control_and_direction_characters_become_visible():
    assert text.clean("a\x00b\x1b[2J\x7f") == "a\u2400b\u241b[2J\u2421"
    assert text.clean("\u202egnp") == "\ufffdgnp"
    assert text.clean("one\ntwo\r\nthree") == "one\ntwo\nthree"
    assert text.clean("Zoë 漢字") == "Zoë 漢字"


def test_cells_are_counted_as_the_terminal_counts_them():
    assert text.fit("漢字", 6).cell_length == 6
    assert text.fit("漢字漢字", 5).cell_length == 5
    assert text.fit("Ada", 2).plain == "A\u2026"
    assert [row.cell_length for row in text.beside([["a"], ["漢", "b"]], [3, 4])] == [9, 9]


def test_lists_of_names_read_like_sentences():
    assert text.joined([]) == "nobody"
    assert text.joined(["Ada", "Bo", "Cy"]) == "Ada, Bo and Cy"
    assert text.signed(-3) == "\u22123"


def test_the_rule_book_joins_lines_and_finds_paragraphs_under_their_headings():
    told = paragraphs("# Game\n\n## Scoring\n- EX-01 a rule\n  goes on\n- EX-02 **another**\n\ntext\n")
    assert [p.words for p in told] == ["Game", "Scoring", "EX-01 a rule goes on", "EX-02 another", "text"]
    assert [p.words for p in search(tuple(told), "ANOTHER ex")] == ["Scoring", "EX-02 another"]
    assert search(tuple(told), "nothing of the kind") == ()


def test_every_ruling_of_a_game_and_of_all_games_is_in_its_book():
    words = " ".join(p.words for p in book("exodus"))
    for number in range(1, 15):
        assert f"EX-{number:02}" in words
    assert "CM-27" in words


def test_what_goes_on_stands_behind_its_mark_or_its_first_column():
    def shown(*given):
        return [row.plain for row in text.hung(*given)]

    assert shown("! one two three", 9) == ["! one two", "  three"]
    assert shown("\u21c4 Bo: red", 7) == ["\u21c4 Bo:", "  red"]
    assert shown("Bo    one two", 12, 6) == ["Bo    one", "      two"]
    assert shown("Nothing told yet", 12, 6) == ["Nothing told", "yet"], "no column of names in this row"


def test_what_comes_before_the_first_round_is_no_round_0():
    assert text.round_title(find_game("famine").spec, 2) == "year 2"
    assert text.round_title(find_game("ninety_nine").spec, 4) == "bout 2"
    assert text.round_title(find_game("exodus").spec, 0) == "before the start"


def test_a_line_is_put_together_as_textual_would():
    row = text.line("plain ", ("bold", "$strong"), ("", "$faint"), " \u65e5\u672c")
    for parts in (
        ("one",),
        (("one", "$key"), "two", ("three", "$bad")),
        ("before ", row, ("", "$key"), row, ("after", "")),
        (row, "after"),
    ):
        ours, theirs = text.line(*parts), Content.assemble(*parts)
        styled = [span for span in theirs.spans if span.end > span.start]
        assert (ours.plain, ours.spans, ours.cell_length) == (theirs.plain, styled, theirs.cell_length)
    assert text.line(row) is row
    assert text.line("a\x07b\x1b[2Jc").plain == "a\u2407b\u241b[2Jc"


def test_a_row_is_painted_as_textual_would_whatever_its_styles_do_to_each_other():
    ground = Style(Color(10, 20, 30), Color(200, 200, 200))
    rows = (
        text.line("plain"),
        text.line(""),
        text.line("a", ("b", "bold"), ("c", "red on blue"), "d"),
        text.line(text.line("a", ("bcd", "bold"), "e").stylize("on green 50%", 1, 3)),
        Content("empty styles", [Span(3, 3, "bold"), Span(5, 8, "italic"), Span(9, 9, "red")]),
        Content("unsorted", [Span(5, 8, "bold"), Span(0, 3, "italic")]),
    )
    for row in rows:
        found = row.render(ground, end="", parse_style=Style.parse)
        theirs = [Segment(words, (ground + one).rich_style) for words, one in found if words]
        ours = paint_row(row, ground, Style.parse)
        assert list(Segment.simplify(ours)) == list(Segment.simplify(theirs))
        assert "".join(piece.text for piece in ours) == row.plain


def test_seats_that_went_to_bots_one_after_the_other_are_told_in_one_sentence():
    bots = [
        News("handed_over", "Bo is now played by a bot.", 0, 1.0),
        News("handed_over", "Open seat 3 is called Cy now. Cy is now played by a bot.", 0, 2.0),
        News("handed_over", "Di is seated.", 0, 3.0),
        News("handed_over", "Ed is now played by a bot.", 0, 4.0),
        News("handed_over", "Flo is now played by a bot.", 2, 5.0),
    ]
    assert [item.text for item in fold_bot_news(bots)] == [
        "Bo and Cy are now played by bots.", "Di is seated.", "Ed is now played by a bot.",
        "Flo is now played by a bot.",
    ]  # fmt: skip
