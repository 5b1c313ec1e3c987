"""The trade desk, with The Exodus Game on it."""

from __future__ import annotations

import pytest

import themes
from core.games import game
from core.games.trading import desk_of
from core.talk.channels import Deal
from tests.kit.depth import paired
from tests.kit.screens import LARGE, sit
from tests.tui.desk_of_exodus import FOUR, HANDS, PAIR
from tests.tui.test_themes import contrast
from tui.games.trade_form.rows import matrix_rows
from tui.words import text


async def test_the_matrix_shows_every_payoff_mine_and_theirs():
    async with sit("exodus", setup=FOUR) as at:
        grid, desk = at.find("#matrix"), desk_of(game("exodus"))
        kinds = desk.goods.kinds
        for row, give in enumerate(kinds):
            for column, got in enumerate(kinds):
                found = desk.payoff(4, give, got, 0)
                shown = grid.cells[row][column].label
                plain = shown[0] if isinstance(shown, tuple) else shown.plain
                assert plain.rstrip("*") == f"{found.mine}/{found.theirs}".replace("-", "\u2212")
                assert plain.endswith("*") == bool(found.notes)


async def test_rows_that_one_does_not_own_are_faint_and_closed_for_the_reason_of_the_rules():
    async with sit("exodus", setup=FOUR) as at:
        grid = at.find("#matrix")
        assert grid.cells[1][0].label[1] == "$faint", "no blue cube"
        at.find("#matrix").focus()
        await at.press("down", "enter")
        assert at.find("#status").message == "You hold no blue cube."
        assert at.seat("Ada").draft() is None


async def test_other_rounds_can_be_looked_at():
    async with sit("exodus", setup=FOUR) as at:
        await at.press("greater_than_sign")
        assert "Round 5 (not now)" in at.text
        await at.press("less_than_sign", "less_than_sign")
        assert "Round 3 (not now)" in at.text
        await at.press("greater_than_sign")
        assert "Round 4:" in at.text


async def test_an_offer_is_made_field_by_field_and_what_one_expects_is_no_part_of_it():
    async with sit("exodus", setup=FOUR) as at:
        await at.press("enter")
        assert "Offer to" in at.text
        await at.press("enter", "enter", "enter", "enter", "end", "enter")
        seat = at.seat("Ada")
        assert seat.draft().orders == {"offers": [{"to": "Bo", "give": "red"}]}
        assert "red\u2192" in at.text, "at best and at worst say how"
        assert "black" in at.text.split("alone")[1].splitlines()[1]
        await at.press("s", "enter")
        assert seat.view_json()["orders"] == {"offers": [{"to": "Bo", "give": "red"}]}
        assert "expect" not in str(at.table.match.header) + str(at.table.match.drafts) + str(at.table.match.sealed)


async def test_the_outlook_is_that_of_the_rules():
    async with sit("exodus", setup=FOUR, size=LARGE) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        await at.settle()
        await at.press("a")
        panel = at.find("#panel")
        found = panel.draft.outlook()
        assert found.planned.total == 10, "red for green in round 4"
        assert f"+{found.best.total}" in at.text
        assert found.worst.total == -3


async def test_an_incomplete_offer_is_not_sealed():
    async with sit("exodus", setup=FOUR) as at:
        await at.press("enter", "enter", "s")
        assert at.find("#status").message == "Offer 1 names no cube: choose one, or empty it with x."
        await at.press("x")
        assert at.seat("Ada").draft() is None


async def test_a_third_offer_finds_no_slot():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Ada").keep_draft({"offers": [{"to": "Bo", "give": "red"}, {"to": "Cy", "give": "green"}]})
        await at.settle()
        at.find("#partners").focus()
        at.find("#partners").point("Di")
        await at.press("enter")
        assert "All 2 offers are made" in at.find("#status").message
        await at.press("x")
        assert at.find("#status").message == "No offer is drafted here."
        at.find("#partners").point("Cy")
        await at.press("x")
        assert at.seat("Ada").draft().orders["offers"] == [{"to": "Bo", "give": "red"}], "x takes the partner's offer"


async def test_a_proposal_goes_out_from_the_desk():
    async with sit("exodus", setup=FOUR) as at:
        at.find("#partners").focus()
        await at.press("p", "r", "b", "enter")
        said = at.seat("Bo").messages()[-1]
        assert said.deal == Deal(give="red", want="blue")
        assert "you: red" in at.text


async def test_a_proposal_of_something_one_does_not_hold_is_refused():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="blue"))
        at.seat("Cy").say(["Ada"], "deal", Deal(give="soup", want="red"))
        await at.settle()
        at.find("#partners").focus()
        await at.press("a")
        assert at.find("#status").message == "You hold no blue cube."
        await at.press("down", "a")
        assert "soup" in at.find("#status").message
        assert at.seat("Ada").draft() is None


async def test_past_swaps_and_what_each_round_brought_are_there():
    async with sit("exodus", setup={"hands": HANDS}, size=LARGE) as at:
        at.seat("Ada").seal({"offers": [{"to": "Bo", "give": "red"}]})
        at.seat("Bo").seal({"offers": [{"to": "Ada", "give": "green"}]})
        for name in at.table.match.seats:
            at.seat(name).ready()
        await at.settle()
        await at.press("enter")
        assert "r1 red\u2192green" in at.text
        assert "red given for green" in at.find("#accounts").plain


async def test_a_cell_of_the_matrix_fills_the_slot():
    async with sit("exodus", setup=FOUR) as at:
        await at.press("enter", "enter")
        at.find("#matrix").focus()
        await at.press("right", "right", "right", "enter")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Bo", "give": "red"}]}
        assert at.find("#panel").draft.expected_from("Bo") == "green"


def painted(at, words):
    """The styles in which the first of these words stands on the screen, cell by cell."""
    for strip in at.screen._compositor.render_strips(at.app.size):
        line = "".join(segment.text for segment in strip)
        if (start := line.find(words)) >= 0:
            return [segment.style for segment in strip.crop(start, start + len(words)) for _ in segment.text]
    raise AssertionError(f"{words} is not there")


def colour(found, theme):
    return found.get_truecolor().hex if found is not None and not found.is_default else theme.surfaces.paper


@pytest.mark.parametrize("theme", themes.names())
async def test_what_is_held_is_a_piece_with_edges_and_never_looks_like_what_is_not(theme):
    held = {"red", "yellow", "green", "black", "white"}
    setup = {**FOUR, "hands": {**HANDS, "Ada": [*HANDS["Ada"], "white"]}}
    async with sit("exodus", setup=setup, theme=theme) as at:
        spec = themes.load(theme)
        titles = {title.plain.split()[-1]: title for title in at.find("#matrix").titles}
        assert {kind for kind, title in titles.items() if title.plain[0] == "\u2590"} == held
        for kind in held:
            letter = {"black": "K"}.get(kind, kind[0].upper())
            edge, face, _ = painted(at, f"\u2590{letter}\u258c")
            if spec.colours:
                assert contrast(colour(edge.color, spec), spec.surfaces.paper) >= 3, "its edges stand out"
                assert contrast(colour(face.color, spec), colour(face.bgcolor, spec)) >= 4.5, "its letter is read"
                assert painted(at, f"\u258c {kind}")[-1].bold
        blue = painted(at, " b  blue")
        assert not any(style.bold or style.reverse for style in blue)
        assert len({str(style.bgcolor) for style in blue}) == 1, "no face"


async def test_the_best_cells_for_me_stand_out_with_a_mark_too_and_rows_not_held_are_no_part_of_the_heat():
    async with sit("exodus", setup=FOUR) as at:
        grid, kinds = at.find("#matrix"), desk_of(game("exodus")).goods.kinds
        tones = {(kinds[r], kinds[c]): cell.tone for r, row in enumerate(grid.cells) for c, cell in enumerate(row)}
        assert {swap for swap, tone in tones.items() if tone == "$best"} == {
            ("red", "green"),
            ("red", "yellow"),
            ("red", "white"),
            ("yellow", "yellow"),  # as much as the third
        }
        assert tones["yellow", "white"] == ""
        assert tones["red", "blue"] == tones["green", "blue"] == "$poor"
        assert {tone for (give, _), tone in tones.items() if give in ("blue", "white")} == {""}
        assert at.text.count("\u25b410/0*") == 1
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        await at.settle()
        assert "\u21c410/0*" in at.text, "somebody proposed that swap"


async def test_with_height_but_little_width_the_desk_says_how_the_round_pays():
    async with sit("exodus", setup=FOUR, size=(120, 40)) as at:
        assert "How round 4 pays" in at.text
        assert "At the end, holding at least 3 white: +10" in at.text
        assert "What each round brought" in at.text
    async with sit("exodus", setup=FOUR) as at:
        assert "How round 4 pays" not in at.text


async def test_m_brings_what_has_no_room_one_after_the_other_and_q_puts_it_back():
    async with sit("exodus", setup=FOUR) as at:
        assert not at.find("#lines").display
        await at.press("m")
        assert "How round 4 pays" in at.text
        await at.press("q")
        assert "How round 4 pays" not in at.text
        await at.press("m", "m")
        assert "Round 5 after it" in at.text
        assert at.find("#matrix").has_focus, "there is no room for the offers meanwhile: the keyboard is not lost"
        await at.press("m")
        assert at.find("#panel").brought is None
        assert at.find("#offers").display


@pytest.mark.parametrize(("size", "given"), paired([(120, 40), (160, 45), (200, 60), (250, 70)], ["exodus", "famine"]))
async def test_with_room_how_the_round_pays_and_what_each_brought_stand_in_full(given, size):
    async with sit(given, size=size) as at:
        for _ in range(2):
            for name in at.table.match.seats:
                at.seat(name).ready()
            await at.settle()
            await at.press("enter")
        for part in ("lines", "accounts"):
            shown = at.find(f"#{part}")
            assert shown.display
            assert not any("more" in row.plain and row.plain.startswith("\u2026") for row in shown.drawn())


# --- what is explained ------------------------------------------------------------------------------------------------
async def test_every_star_of_the_matrix_is_explained_under_it():
    async with sit("exodus", setup=FOUR) as at:
        assert at.find("#stars").plain.splitlines() == [
            "* yellow for black: your gains x2",
            "* green for red: your losses do not count",
        ]
        await at.press("greater_than_sign")
        assert at.find("#stars").plain == "* blue for yellow: your gains /2, rounded down"
        await at.press("greater_than_sign")
        assert not at.find("#stars").display, "no star in round 6"


async def test_EX_12_the_preview_tells_how_many_black_cubes_one_would_hold():
    async with sit("exodus", setup=FOUR) as at:
        panel = at.find("#panel")
        panel.edit({"offers": [{"to": "Bo", "give": "black"}]})
        panel.keep(panel.draft.with_expectation("Bo", "white"))
        assert "black 1\u21920" in at.find("#outlook").plain.splitlines()[0]


async def test_EX_10_the_report_says_what_became_of_every_offer_and_why():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="blue", want="red"))
        at.seat("Ada").say(["Bo"], "yes", Deal(give="red", want="blue"))
        at.seat("Cy").say(["Ada"], "deal", Deal(give="white", want="yellow"))
        at.seat("Ada").seal({"offers": [{"to": "Bo", "give": "red"}, {"to": "Cy", "give": "yellow"}]})
        at.seat("Bo").seal({"offers": [{"to": "Ada", "give": "green"}]})
        at.seat("Cy").say(["Ada"], "Changed my mind.")
        for name in at.table.match.seats:
            at.seat(name).ready()
        await at.settle()
        said = [line.strip() for line in at.text.splitlines()]
        assert "! Bo   you gave red, got green" in said
        assert "Bo had agreed to give blue." in said
        assert "\u2717 Cy   failed: Cy sealed no offer to you" in said
        assert "They had said: Changed my mind." in said
        assert "You keep the yellow cube." in said
        assert "Points +10  (12 before, 22 now)" in said
        assert "+10  red given for green" in said
        assert "You hold 1 yellow, 2 green, 1 black." in said


# --- few keys ---------------------------------------------------------------------------------------------------------


async def keys_of_a_round(at, *keys):
    """Plays a round with these keys, Enter under its report with them, while all others are ready; how many they were.
    Both swaps went through."""
    for name, give in (("Bo", "green"), ("Cy", "white")):
        at.seat(name).seal({"offers": [{"to": "Ada", "give": give}]})
    await at.press(*keys[:-1])
    for name in at.table.match.seats[1:]:  # a word to somebody who is ready may have them think again
        at.seat(name).ready()
    await at.press(keys[-1])
    assert at.table.match.round == 5
    assert len(at.seat("Ada").closed_rounds()[-1].report.trades) == 2
    await at.press("enter")
    assert at.screen.id == "table"
    return len(keys) + 1


@pytest.mark.parametrize(
    ("at_hand", "keys"),
    [("Bo", ("g", "g", "enter", "s", "enter", "r")), ("Ivy", ("g", "enter", "g", "enter", "s", "enter", "r"))],
)
async def test_a_round_with_two_agreements_takes_eight_keys_at_most(at_hand, keys):
    async with sit("exodus", setup=PAIR) as at:
        at.find("#partners").point(at_hand)
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        at.seat("Cy").say(["Ada"], "deal", Deal(give="white", want="yellow"))
        await at.settle()
        assert await keys_of_a_round(at, *keys) <= 8
        told = [(said.readers[1], said.deal.want) for said in at.seat("Ada").messages() if said.sender == "Ada"]
        assert told == [("Bo", "green"), ("Cy", "white")], "both heard it"


def test_a_narrow_matrix_has_letters_and_whole_payoffs() -> None:
    for name in ("exodus", "famine"):
        desk = desk_of(game(name))
        hues = dict.fromkeys(desk.goods.kinds, "red")
        for round_ in range(1, 8):
            for width in (38, 53, 80):
                for broad in (False, True):
                    drawn = matrix_rows(desk, round_, 0, {}, hues, width, broad=broad)
                    rows = [text.line(row).plain for row in drawn]
                    assert all(len(row) <= width for row in rows)
                    assert not any("\u2026" in row for row in rows)
                    assert all(len(row.split()) >= len(desk.goods.kinds) for row in rows), (width, rows)
