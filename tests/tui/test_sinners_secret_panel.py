"""A Sinner's Secret at the table: the grid, the query, the locks, the notebook, and talk between realms."""

from __future__ import annotations

import pytest

from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.table.table import Table
from tests.kit.depth import ends
from tests.kit.screens import LARGE, SMALL, OneScreen, Sitting, position, sit
from tests.kit.script import NAMES
from tests.rulings.sinners_secret.scene import LETTERS, PAIRS, locks, query
from tui.app.memory import StoredShelf
from tui.games.sinners_secret.cells import heat, short_names
from tui.screens.table.screen import TableScreen

SCENE = {"letters": LETTERS, "pairs": PAIRS}
QUERY, LOCK_A = 10, 11


def after_queries(table: Table) -> None:
    """Round 1: Ada is told of Ed's query and asks Flo; round 2 is open."""
    seats = {name: Seat(table, name) for name in NAMES}
    seats["Ed"].seal(query("DGM", "faith", "Ada"))  # D yes, G yes, M yes
    seats["Ada"].seal(query("EMN", "wrath", "Flo"))  # N yes
    for seat in seats.values():
        seat.ready()


def on(at: Sitting, row: int, letter: str) -> None:
    """Put the cursor of the grid on a row and a letter."""
    grid = at.find("#letters")
    grid.point(row, [head.letter for head in grid.heads].index(letter))


def shown(at: Sitting, row: int, letter: str) -> str:
    """What a cell of the grid says."""
    grid = at.find("#letters")
    label = grid.cells[row][[head.letter for head in grid.heads].index(letter)].label
    return label[0] if isinstance(label, tuple) else label.plain


async def test_a_query_that_is_typed_when_the_match_ends_is_refused_in_words():
    async with sit("sinners_secret", setup=SCENE) as at:
        await at.press("g")
        composing = at.screen
        HostControls(at.table).end("for today")
        await at.settle()
        assert at.screen is composing, "nobody is torn from what they write"
        await at.press("a", "d", "m")
        assert "Nothing can be ordered here." in at.text
        await at.press("escape")
        assert isinstance(at.screen, TableScreen)


async def test_what_is_confirmed_after_the_match_has_ended_does_nothing():
    async with sit("sinners_secret", setup=SCENE) as at:
        at.screen.panel.do({"kind": "none"}, ["It is done."])
        await at.settle()
        HostControls(at.table).end("for today")
        await at.settle()
        await at.press("enter")
        assert isinstance(at.screen, TableScreen)
        assert "The last round is over: nothing was done." in at.text


async def test_a_query_is_picked_in_the_grid_and_asks_for_what_it_lacks():
    async with sit("sinners_secret", setup=SCENE) as at:
        for letter in "ADM":
            on(at, QUERY, letter)
            await at.press("enter")
        assert at.find("#pick") is not None, "about what?"
        await at.press("down", "down", "enter", "down", "enter")
        assert at.seat("Ada").draft().orders["query"] == query("ADM", "lust", "Flo")["query"]
        await at.press("s", "enter")
        assert "SEALED" in at.text


async def test_letters_that_cannot_join_are_shut_and_say_which_rule_shuts_them():
    async with sit("sinners_secret", setup=SCENE) as at:
        on(at, QUERY, "A")
        await at.press("enter")
        assert [shown(at, QUERY, letter) for letter in "ABD"] == ["◆", "×", "·"]
        on(at, QUERY, "B")
        await at.settle()
        assert at.find("#status").message == "A and B both belong to Ada; the three letters need three owners."
        on(at, QUERY, "D")
        await at.press("enter")
        on(at, QUERY, "G")
        await at.settle()
        assert at.find("#status").message == "A, D, G all belong to Heaven; ask a letter of each realm."


async def test_a_on_a_cell_takes_its_letter_and_its_attribute():
    async with sit("sinners_secret", setup=SCENE) as at:
        on(at, 2, "D")
        await at.press("a")
        assert at.seat("Ada").draft().orders["query"] == {"letters": ["D"], "attribute": "lust", "to": ""}
        await at.press("s")
        assert at.find("#status").message == "A query names three letters; yours names 1."
        await at.press("a", "2", "x")
        assert at.seat("Ada").draft() is None


async def test_recipients_left_are_counted_and_those_addressed_are_closed():
    async with sit("sinners_secret", setup=SCENE, before=after_queries) as at:
        await at.press("2", "down", "down", "enter")
        rows = {row.id: row for row in at.find("#pick").rows}
        assert rows["Flo"].closed == "From Heaven you may address Flo once in the match."
        assert rows["Ed"].closed is None
        assert "1 left" in str(rows["Ed"].note)


async def test_locks_are_rows_and_strips_and_final():
    made = [["A", "M", 1], ["A", "N", 2]]
    async with sit("sinners_secret", setup=SCENE | {"round": 3, "locks": made}) as at:
        assert [shown(at, LOCK_A, letter) for letter in "AMND"] == ["×", "■", "■", "·"]
        on(at, LOCK_A, "M")
        await at.press("enter")
        assert at.find("#status").message == "A has locked M already, and locks are final."
        on(at, LOCK_A, "D")
        await at.press("enter")
        assert at.find("#status").message == "A locks D: final once the round has closed."
        assert at.seat("Ada").draft().orders["locks"] == {"A": "D"}
        strip = at.find("#locks").plain.splitlines()[0]
        assert strip.split() == ["A", "pri+fai", "M", "N", "D◆", *"·····"]
        await at.press("enter")
        assert at.seat("Ada").draft() is None


async def test_l_asks_for_which_letter_of_ones_own():
    async with sit("sinners_secret", setup=SCENE) as at:
        on(at, 0, "D")
        await at.press("l", "down", "enter")
        assert at.seat("Ada").draft().orders["locks"] == {"B": "D"}


async def test_the_last_round_is_for_locks_alone():
    async with sit("sinners_secret", setup=SCENE | {"round": 10}) as at:
        on(at, QUERY, "D")
        await at.press("enter")
        assert at.find("#status").message == "Queries are made in rounds 1 to 9; round 10 is for locks alone."
        assert "none any more" in at.text


async def test_marks_go_round_and_are_kept_when_one_sits_down_again():
    async with sit("sinners_secret", setup=SCENE) as at:
        on(at, 2, "D")
        seen = [shown(at, 2, "D")]
        for _ in range(4):
            await at.press("enter")
            seen.append(shown(at, 2, "D"))
        assert seen == ["·", "✓", "✗", "?", "·"]
        await at.press("enter")
        await at.app.pop_screen()
        await at.app.push_screen(TableScreen(at.seat("Ada")))
        await at.settle()
        assert shown(at, 2, "D") == "✓"


async def test_a_claim_names_who_made_it_and_is_believed_or_doubted():
    async with sit("sinners_secret", setup=SCENE) as at:
        on(at, 2, "D")
        await at.press("c", "enter", "enter")
        assert shown(at, 2, "D") == "✓'"
        assert "yes, Bo says, and you believe it." in at.find("#cell").plain
        await at.press("v")
        assert shown(at, 2, "D") == "✓~"
        assert "but you doubt it" in at.find("#cell").plain
        await at.press("x")
        assert shown(at, 2, "D") == "·"


async def test_an_answer_is_assigned_an_attribute_which_marks_the_grid():
    async with sit("sinners_secret", setup=SCENE, before=after_queries) as at:
        await at.press("3")
        assert "Round 1, Ed asked: D yes, G yes, M yes." in at.find("#cell").plain
        await at.press("enter", *["down"] * 7, "enter", "down", "enter")
        assert [shown(at, 7, letter) for letter in "DGM"] == ["✓'", "✓'", "✓'"]
        await at.press("v")
        assert shown(at, 7, "D") == "✓~"
        await at.press("x")
        assert shown(at, 7, "D") == "·"


async def test_what_follows_is_shown_on_request():
    async with sit("sinners_secret", setup=SCENE, before=after_queries) as at:
        assert shown(at, 0, "N") == "·"
        await at.press("f")
        assert shown(at, 0, "B") == "✗"
        assert "deduced" in at.text
        await at.press("3")
        assert "D and G are allies." in at.find("#cell").plain
        await at.press("enter", *["down"] * 7, "enter", "enter", "1")
        assert shown(at, 8, "D") == "-", "faith shuts out hope"
        assert shown(at, LOCK_A, "D") == "+"
        assert shown(at, LOCK_A + 1, "D") != "+"


async def test_without_assistance_nothing_is_worked_out():
    options = {"assistance": False}
    async with sit("sinners_secret", setup=SCENE, before=after_queries, options=options) as at:
        await at.press("f")
        assert at.find("#status").message == "The host plays without assistance: screens work nothing out."
        await at.press("3")
        assert "allies" not in at.find("#cell").plain


async def test_marks_that_clash_are_shown_and_said():
    async with sit("sinners_secret", setup=SCENE) as at:
        on(at, 0, "D")
        await at.press("enter", "down", "enter", "f")
        assert "! clash" in at.text
        assert "These cannot all be true" in at.find("#cell").plain


async def test_what_a_recipient_says_is_noted_with_the_query():
    async with sit("sinners_secret", setup=SCENE, before=after_queries) as at:
        await at.press("4")
        assert "Only Flo knows the answers." in at.find("#cell").plain
        await at.press("enter", "down", "down", "enter", "s", "enter")
        assert [shown(at, 5, letter) for letter in "EMN"] == ["✗'", "✗'", "✓'"]
        assert "Flo says E no, M no, N yes, and you believe it." in at.find("#cell").plain


async def test_claims_made_in_talk_are_listed_and_taken():
    async with sit("sinners_secret", setup=SCENE, before=after_queries) as at:
        at.seat("Ed").say(["Ada"], "My query of round 1 (D, G, M) was about charity.")
        at.seat("Bo").say("realm", "As far as I know: U greed yes.")
        await at.press("5")
        assert [row.id for row in at.find("#heard").rows] == ["1", "0"]
        await at.press("enter", "down", "enter", "enter")
        assert shown(at, 1, "U") == "✓'", "believed"
        assert shown(at, 9, "D") == "✓~", "doubted"


async def test_one_tells_the_partner_while_the_line_is_open():
    async with sit("sinners_secret", setup=SCENE, before=after_queries) as at:
        assert "Ed and Flo" in at.find("#lines").plain
        await at.press("3", "e", "enter", "enter")
        assert at.seat("Ed").messages()[-1].text == "Your query of round 1: D yes, G yes, M yes."
        await at.press("4", "e", "enter", "enter")
        assert at.seat("Flo").messages()[-1].text == "My query of round 1 (E, M, N) was about wrath."
        for name in NAMES:
            at.seat(name).ready()
        await at.settle()
        await at.press("enter", "4", "e")
        assert at.find("#pick").rows[0].closed == "No line to Flo is open this round."


async def test_open_lines_count_down_with_the_round():
    async with sit("sinners_secret", setup=SCENE, before=after_queries, round_seconds=3600) as at:
        assert "1h 00m left" in str(at.find("#lines").border_title)
        at.clock.now += 600
        at.screen.tick()
        assert "50m left" in str(at.find("#lines").border_title)


async def test_talk_keeps_to_the_realm_and_the_open_lines_and_closed_ones_stay_readable():
    async with sit("sinners_secret", setup=SCENE, before=after_queries) as at:
        at.seat("Flo").say(["Ada"], "N is the one.")
        await at.press("t")
        labels = [row.label for row in at.find("#threads").rows]
        assert labels == [
            "Your realm",
            "Flo",
            "Bo",
            "Cy",
            "Di",
            "Ed",
            "Lounge (everyone)",
            "Confessional",
            "Your hosts",
        ], "unread first"
        for name in NAMES:
            at.seat(name).ready()
        await at.settle()
        await at.press("enter")
        left = [row.label for row in at.find("#threads").rows]
        assert left == [label for label in labels if label in left], "no row moves under the hand"
        await at.press("t", "home", *["down"] * left.index("Flo"))
        assert at.find("#threads").row.label == "Flo"
        assert "N is the one." in at.text
        assert at.find("#say").disabled
        assert at.find("#say").placeholder == "This line is closed; it stays readable."


async def test_the_briefing_shows_realms_and_no_letters():
    async with sit("sinners_secret", options={"heaven": ["Ada", "Bo", "Cy", "Di"]}, briefing=True) as at:
        assert "Heaven: Ada, Bo, Cy and Di." in at.text
        assert "The letters are dealt when round 1 starts." in at.text


async def test_a_spectator_sees_letters_and_owners_and_nothing_else():
    async with sit("sinners_secret", None, setup=SCENE, before=after_queries, size=LARGE) as at:
        view = at.seat("Ada").view()
        assert all(letter in at.text for own in view.letters.values() for letter in own)
        assert at.text.count("?") >= 21, "which pair is whose is said of none"
        assert "asked" not in at.text


async def test_columns_stand_by_owner_or_from_A_to_U():
    async with sit("sinners_secret") as at:
        view = at.seat("Ada").view()
        by_owner = [
            a for realm in ("heaven", "hell") for s in NAMES if view.realms[s] == realm for a in view.letters[s]
        ]
        assert [head.letter for head in at.find("#letters").heads] == by_owner
        await at.press("o")
        assert [head.letter for head in at.find("#letters").heads] == list("ABCDEFGHIJKLMNOPQRSTU")


def at_round_three() -> OneScreen:
    house, table = position("sinners_secret", setup=SCENE)
    after_queries(table)
    match = table.match.header.match
    house.seat(match, "Flo").seal(query("JAN", "lust", "Ada") | locks(N="A"))
    house.seat(match, "Ada").seal(query("DRJ", "hope", "Gus") | locks(A="D", B="E", C="S"))
    for name in NAMES:
        house.seat(match, name).ready()
    house.seat(match, "Flo").say(["Ada"], "My query of round 2 (A, J, N) was about faith.")
    draft = {"query": {"letters": ["D", "M"], "attribute": "lust", "to": ""}, "locks": {"A": "J"}}
    house.seat(match, "Ada").keep_draft(draft)
    return OneScreen(lambda: TableScreen(house.seat(match, "Ada")), memory=StoredShelf(house.store))


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])
def test_the_grid_at_round_three(snap_compare, size):
    """You should see: the grid with Heaven's hands before Hell's letters, Ada's three pairs, `deduced` beside the
    letters; D and M picked in the query row and other letters of Ada, Bo and Ed shut; one lock of each own letter and
    one in the draft; the answers of Ed and Flo; the lines to Flo and Gus. Wide: also board, claims and talk."""

    async def look(pilot) -> None:
        await pilot.pause()
        await pilot.press("f", "down", "down", "3")
        await pilot.pause()

    assert snap_compare(at_round_three(), terminal_size=size, run_before=look)


# --- every size -------------------------------------------------------------------------------------------------------
async def test_a_query_is_typed_in_nine_keys_at_most_with_its_seal():
    async with sit("sinners_secret", setup=SCENE) as at:
        keys = ["g", "m", "d", "a", "w", "2", "s", "enter"]
        await at.press(*keys[:6])
        assert at.screen.id == "table", "the box closes when nothing is lacking"
        assert at.seat("Ada").draft().orders["query"] == query("ADM", "wrath", "Flo")["query"]
        await at.press(*keys[6:])
        assert at.seat("Ada").frame().orders == "SEALED"
        assert len(keys) <= 9


async def test_what_cannot_be_typed_says_why_and_backspace_takes_one_back():
    async with sit("sinners_secret", setup=SCENE, before=after_queries) as at:
        await at.press("2", "enter", "a", "b")
        assert at.find("#status").message == "A and B both belong to Ada; the three letters need three owners."
        await at.press("d", "backspace", "q", "g", "u")
        assert "gluttony" in at.screen.plain()
        await at.press("2")
        assert at.find("#status").message == "From Heaven you may address Flo once in the match."
        await at.press("escape")
        assert at.seat("Ada").draft().orders["query"] == {"letters": ["A", "G", "Q"], "attribute": "gluttony", "to": ""}


@pytest.mark.parametrize("size", ends((80, 24), (120, 40), (160, 45)), ids=str)
@pytest.mark.parametrize("by_owner", [True, False], ids=["by owner", "from A to U"])
async def test_names_over_the_letters_never_run_together(size, by_owner):
    async with sit("sinners_secret", setup=SCENE, size=size) as at:
        if not by_owner:
            await at.press("o")
        grid = at.find("#letters")
        over = [row.plain[9:].split() for row in grid.drawn()[: grid.tiers]]
        names = {name.title() for row in over for name in row}
        assert names == set(NAMES)


def test_long_names_that_begin_alike_are_told_apart():
    short = short_names(["Maria", "Marco", "Max", "Ed"], 3)
    assert list(short.values()) == ["Ma…", "Ma1", "Max", "Ed"]
    assert len({*short_names([f"Maximilian {n}" for n in range(13)], 3).values()}) == 13


def test_what_a_lock_is_worth_is_a_figure_and_a_colour_against_one_in_three():
    shown = [heat(allies, 18, True) for allies in (1, 6, 8, 9, 18)]
    assert shown == [
        (" 5", "$bad"),
        ("33", "$warn"),
        ("44", "$good"),
        ("50", "reverse $good"),
        ("100", "reverse $good"),
    ]
    assert [heat(allies, 20, False)[0] for allies in (1, 9, 20)] == ["0", "4", "9"]


@pytest.mark.parametrize("size", ends((120, 40), (160, 45), (200, 60), (250, 70)), ids=str)
async def test_with_more_room_than_80x24_board_legend_and_all_lists_are_there(size):
    async with sit("sinners_secret", setup=SCENE, before=after_queries, size=size) as at:
        await at.press("f")
        assert {"pairs", "legend", "recipients", "lists", "lines"} <= {*at.find("#panel").arrangement.rooms}
        assert not at.find("#board").display, "of nobody else's letters anything is known: the grid's heads say as much"
        await at.press("right", "right", "right", "enter")
        assert at.find("#board").display
        rows = [row for row in at.find("#board").plain.splitlines() if "?" in row]
        assert len(rows) == 1, "whose letter is known is there, and nobody else"
        assert all(at.find(f"#{name}-box").display for name in ("answers", "sent", "heard"))
        assert "4" in shown(at, LOCK_A, "K"), "how many pairs make allies, also where there is room for one figure"


@pytest.mark.parametrize("size", ends((80, 24), (120, 40), (160, 45), (200, 60)), ids=str)
async def test_nothing_of_the_board_and_the_legend_is_cut(size):
    async with sit("sinners_secret", setup=SCENE, before=after_queries, size=size) as at:
        await at.press("f", "3")
        for part in {"board", "legend", "cell", "locks"} & {*at.find("#panel").arrangement.rooms}:
            assert "more" not in at.find(f"#{part}").render().plain, part


async def test_pairs_say_which_letter_has_them_where_there_is_room():
    async with sit("sinners_secret", setup=SCENE, size=(200, 60)) as at:
        pairs = at.find("#pairs").plain.splitlines()
        assert pairs[1].split() == ["pride", "A", "Ada", "·", "·"]
        await at.press("f")
        assert "18" in at.find("#pairs").plain


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=str)
async def test_a_click_goes_to_the_letter_and_the_row_that_it_hits(size):
    async with sit("sinners_secret", setup=SCENE, size=size) as at:
        grid = at.find("#letters")
        lines = [row.plain for row in grid.drawn()]
        y = next(place for place, row in enumerate(lines) if row.startswith("hope"))
        x = lines[grid.tiers].index("N")
        await at.pilot.click("#letters", offset=(x, y))
        assert (grid.letter, grid.at[0]) == ("N", 8)


async def test_enter_in_a_query_that_lacks_something_says_which_keys_count():
    async with sit("sinners_secret", setup=SCENE) as at:
        await at.press("g", "enter")
        assert "Type one of the keys shown" in at.text
