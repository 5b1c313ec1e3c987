"""Pantheic Runes' panel: the workbench and its prices, altar, temple, distances, and combining with another seat."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.pantheic_runes.routes import Distance
from core.table.seat import Seat
from core.talk.channels import Deal
from tests.kit.depth import ends
from tests.kit.house import open_house
from tests.kit.screens import LARGE, SMALL, OneScreen, Sitting, drive, position, sit
from tui.app.hotseat import HotseatApp
from tui.app.memory import StoredShelf
from tui.games.pantheic_runes import rows
from tui.screens.curtain import Curtain
from tui.screens.table.screen import TableScreen

HAND = ["++++", "+..o", "o.+x", "oo+x", "oooo", "ox+.", "x++o", "xo+.", "xxx."]
"""Sorted, as the seat sees it: numbered 1 to 9."""
MID: dict[str, Any] = {
    "round": 3,
    "tableaux": {"Ada": HAND, "Bo": ["xo++", "++++"]},
    "mana": {"Ada": 6, "Bo": 2},
    "tokens": {"Ada": 2},
    "temple": [[], [], ["xx..", "x+oo", "oooo", "+...", "o..x", "xxxx"]],
}
MID["temple"][0] = MID["temple"][1] = MID["temple"][2]


def bench(at: Sitting) -> str:
    return str(at.find("#bench").plain)


def mine(at: Sitting, seat: str = "Ada") -> Any:
    return at.seat(seat).view().mine


def drafted(at: Sitting) -> dict[str, Any]:
    found = at.seat("Ada").draft()
    return {} if found is None else found.orders


def status(at: Sitting) -> str:
    return str(at.find("#status").message)


def god(at: Sitting, name: str) -> Any:
    return next(row for row in at.find("#gods").rows if row.id == name)


# --- the workbench ----------------------------------------------------------------------------------------------------
async def test_the_workbench_is_cleared_by_a_close():
    async with sit("pantheic_runes", setup=MID) as at:
        await at.press("2", "enter", "4")
        assert not at.find("#panel").bench.is_empty
        for seat in at.table.match.seats:
            at.seat(seat).ready()
        await at.settle()
        await at.press("enter")
        assert at.seat("Ada").frame().round == 4
        assert at.find("#panel").bench.is_empty, "what was chosen for the last round is not on it"
        assert at.find("#panel").bench.at == 3, "and the cursor stays"


async def test_two_tableaux_show_their_combination_with_its_price_and_enter_makes_it():
    async with sit("pantheic_runes", setup=MID) as at:
        await at.press("2", "enter", "4")
        assert bench(at).splitlines()[:5] == [
            "╭2────╮   ╭4────╮   ╭=────╮",
            "│ + . │   │ o o │   │ x o │",
            "│ . o │ + │ + x │ = │ + + │",
            "╰─────╯   ╰─────╯   ╰─────╯",
            "xo++ pleases Hera",
        ]
        assert "2m: mana 6 → 4" in bench(at)
        await at.press("enter")
        assert "Combine +..o and oo+x = xo++: pleases Hera." in at.screen.plain()
        await at.press("enter")
        assert "xo++" in mine(at).tableaux
        assert mine(at).mana == 4
        assert status(at).startswith("You combined +..o and oo+x: xo++.")
        assert mine(at).tableaux[at.find("#hand").at] == "xo++", "the cursor is on what was made"


async def test_turning_shows_every_angle_and_costs_one_mana():
    async with sit("pantheic_runes", setup=MID) as at:
        await at.press("4", ">")
        assert " 90° = " in bench(at)
        assert "1m: mana 6 → 5" in bench(at)
        await at.press("<", "<")
        assert " 270° = " in bench(at)
        await at.press("backspace")
        assert " 270° = " not in bench(at)
        await at.press("<", "enter", "enter")
        assert "oxo+" in mine(at).tableaux
        assert mine(at).mana == 5


async def test_adjusting_sets_the_cell_of_the_arrows_and_shows_mana_and_tokens():
    async with sit("pantheic_runes", setup=MID) as at:
        await at.press("2", "a", "enter")
        assert "Set a rune first" in status(at)
        await at.press("right", "down", "x")
        assert "2m 1t: mana 6 → 4 · tokens 2 → 1" in bench(at)
        await at.press("enter")
        assert "Set the lower right cell of +..o to x = +..x" in at.screen.plain()
        await at.press("enter")
        assert "+..x" in mine(at).tableaux
        assert mine(at).tokens == 1


async def test_what_cannot_be_paid_says_so_with_its_ruling_and_is_not_done():
    async with sit("pantheic_runes", setup=MID | {"mana": {"Ada": 0}}) as at:
        await at.press("4", ">")
        assert "Rotating costs 1 mana and you have 0." in bench(at)
        await at.press("enter")
        assert "Rotating costs 1 mana" in status(at)
        assert mine(at).tableaux == tuple(HAND)


async def test_escape_empties_the_workbench_before_it_leaves_the_table():
    async with sit("pantheic_runes", setup=MID) as at:
        await at.press("2", ">", "escape")
        assert at.screen.id == "table"
        assert "90°" not in bench(at)


async def test_poseidons_uses_and_unlimited_mana_are_shown():
    async with sit("pantheic_runes", setup=MID | {"blessings": {"Ada": ["poseidon"]}}) as at:
        assert "unlimited mana" in at.text
        assert "left: turn 3, adjust 3, combine 3" in bench(at)
        await at.press("4", ">", "enter", "enter")
        assert "left: turn 2, adjust 3, combine 3" in bench(at)


# --- altar and temple -------------------------------------------------------------------------------------------------
async def test_the_altar_says_what_each_ritual_brings_and_artemis_forbids():
    async with sit("pantheic_runes", setup=MID) as at:
        await at.press("7", "l", "4", "l", "5", "l")
        altar = at.find("#altar").plain.splitlines()
        assert altar == [
            "▼ x++o +pick +mana +token  Demeter",
            "▼ oo+x +pick +mana +token  Artemis  f forbids",
            "▼ oooo +mana",
        ]
        await at.press("f")
        at.find("#pick").point("xo++")
        await at.press("enter")
        assert drafted(at)["rituals"][1] == {"tableau": "oo+x", "forbid": "xo++"}
        await at.press("5", "l")
        assert [r["tableau"] for r in drafted(at)["rituals"]] == ["x++o", "oo+x"]
        await at.press("2", "l")
        assert "a ritual needs a rune in every cell" in status(at)
        await at.press("s", "enter")
        assert at.seat("Ada").frame().orders == "SEALED"
        await at.press("7", ">")
        assert "laid down in your sealed orders" in status(at)


async def test_an_action_takes_its_tableau_off_the_altar_of_the_draft():
    async with sit("pantheic_runes", setup=MID) as at:
        await at.press("7", "l", ">", "enter")
        assert "which loses it" in at.screen.plain()
        await at.press("enter")
        assert drafted(at).get("rituals", []) == []


async def test_the_temple_counts_picks_and_says_what_a_place_would_be_good_for():
    async with sit("pantheic_runes", setup=MID | {"blessings": {"Ada": ["hera"]}}) as at:
        assert "Temple · 2 picks, 2 left" in at.text
        await at.press("m", "right")
        assert "Temple, place 1" in at.text
        assert "With it, now:" in bench(at)
        await at.press("enter")
        assert status(at) == "Place 1 is picked; Enter takes it back."
        assert "Enter takes it back" in bench(at)
        await at.press("4")
        assert drafted(at)["temple"] == [1], "a digit goes there"
        assert at.find("#temple").at == 4
        assert status(at) == "Place 4: Enter picks it."
        await at.press("enter")
        assert drafted(at)["temple"] == [1, 4]
        await at.press("2", "enter")
        assert drafted(at)["temple"] == [1, 4]
        assert "You have 2 picks this round and used them all" in status(at)


async def test_with_one_pick_another_place_takes_its_place():
    async with sit("pantheic_runes", setup=MID) as at:
        await at.press("m", "1", "enter", "3", "enter")
        assert drafted(at)["temple"] == [3]
        assert status(at) == "Place 3 is picked, not 1; Enter takes it back."
        await at.press("enter")
        assert drafted(at).get("temple", []) == []
        assert status(at) == "Place 3 is not picked any more; Enter picks it."
        await at.press("9")
        assert status(at) == "The temple has no place 9."


# --- deities ----------------------------------------------------------------------------------------------------------
async def test_every_deity_says_how_far_the_hand_is_and_what_it_costs():
    async with sit("pantheic_runes", setup=MID) as at:
        said = {row.id: row.label.plain[rows.NAME :].strip() for row in at.find("#gods").rows}
        assert said["demeter"] == said["artemis"] == "ready"
        assert said["athena"] == "1 turn"
        assert said["hera"] == "combine 2+4"
        assert said["ares"] == "adjust 1 cell"
        assert said["dionysus"] == "unknown"
        assert str(rows.text.line(god(at, "ares").note)) == "2m 1t"


async def test_enter_on_a_deity_prepares_the_first_step_or_lays_the_ritual_down():
    async with sit("pantheic_runes", setup=MID) as at:
        await at.press("g")
        at.find("#gods").point("hera")
        await at.press("enter")
        assert "pleases Hera" in bench(at)
        assert at.find("#hand").has_focus
        await at.press("g")
        at.find("#gods").point("demeter")
        await at.press("enter")
        assert drafted(at)["rituals"] == [{"tableau": "x++o"}]
        assert status(at) == "x++o lies on the altar; l takes it back."
        assert "laid down: Enter takes" in at.find("#detail").plain
        await at.press("enter")
        assert drafted(at).get("rituals", []) == [], "once more takes it back"
        assert status(at) == "x++o is off the altar; l lays it down."
        await at.press("l")
        assert drafted(at)["rituals"] == [{"tableau": "x++o"}]


async def test_the_cheapest_route_to_a_chosen_pattern_is_spelled_out_where_there_is_room():
    async with sit("pantheic_runes", setup=MID, size=LARGE) as at:
        await at.press("g")
        at.find("#gods").point("apollo")
        await at.settle()
        detail = at.find("#detail").plain
        assert "The cheapest way" in detail
        assert "1. turn" in detail
        assert "2. set the" in detail
        before = detail
        at.find("#gods").point("aphrodite")
        await at.press("right")
        assert at.find("#detail").plain != before
        assert "With a partner: your 1, ++++" in at.find("#detail").plain


# --- with another seat ------------------------------------------------------------------------------------------------
async def test_a_proposal_rings_and_is_accepted_in_place_with_the_tableau_of_the_cursor():
    async with sit("pantheic_runes", setup=MID) as at:
        rung = []
        at.app.bell = lambda: rung.append(True)
        at.seat("Bo").do({"kind": "propose_combine", "with": "Ada", "tableau": "xo++"})
        await at.settle()
        assert rung
        assert "Bo proposes to combine" in status(at)
        assert at.find("#asked").plain == "Bo asks to combine:  p answers"
        assert "xo++" not in at.text, "what is put in stays hidden"
        await at.press("1", "p", "enter")
        assert "1 mana each: mana 6 → 5" in at.screen.plain()
        await at.press("enter")
        assert "You combined your ++++ with Bo's tableau" in status(at)
        assert mine(at).mana == 5
        assert mine(at, "Bo").mana == 1
        assert not at.find("#asked").display


async def test_a_proposal_can_be_declined_and_an_own_one_is_set_aside_and_withdrawn():
    async with sit("pantheic_runes", setup=MID) as at:
        at.seat("Bo").do({"kind": "propose_combine", "with": "Ada", "tableau": "xo++"})
        await at.settle()
        await at.press("p", "down", "enter", "enter")
        assert mine(at).asked_by == ()
        await at.press("4", "p")
        at.find("#pick").point("propose_combine:Cy")
        await at.press("enter")
        assert "Free now. If accepted: 1 mana each" in at.screen.plain()
        await at.press("enter")
        assert mine(at).offered[0].to == "Cy"
        assert "» asked: Cy oo+x" in at.find("#asked").plain
        await at.press(">")
        assert "set aside for a proposal" in status(at)
        await at.press("p", "enter")
        assert mine(at).offered == ()


async def test_with_dionysus_proposing_is_closed_and_says_why():
    async with sit("pantheic_runes", setup=MID | {"blessings": {"Ada": ["dionysus"]}}) as at:
        await at.press("p", "enter")
        assert "you combine alone" in status(at)
        await at.press("q", "1", "enter", "5")
        assert "×2" in bench(at)
        assert "1m: mana 6 → 5" in bench(at)


async def test_a_deal_in_talk_opens_the_combination_with_what_would_come_of_it():
    async with sit("pantheic_runes", setup=MID) as at:
        at.seat("Bo").say(["Ada"], "combine?", Deal(give="xo++", want="oooo"))
        await at.settle()
        message = at.seat("Ada").messages()[-1]
        at.find("#panel").accept(message)
        await at.settle()
        assert "Propose to Bo to combine a tableau with your oooo" in at.screen.plain()
        assert "Bo spoke of xo++: with yours it gives +.xx" in at.screen.plain()


async def test_talk_proposes_a_combination_and_shows_what_it_would_give():
    async with sit("pantheic_runes", setup=MID) as at:
        assert at.find("#panel").propose("Bo")
        await at.settle()
        at.find("#pick").point("oo+x")
        await at.press("enter")
        await at.type("+ . / . o")
        await at.press("enter")
        assert "Both would receive xo++: pleases Hera." in at.screen.plain()
        await at.press("enter")
        assert at.seat("Bo").messages()[-1].deal == Deal(give="oo+x", want="+..o")
        assert mine(at).offered == (), "nothing is set aside by talk"


async def test_demeters_tableau_goes_to_everybody():
    async with sit("pantheic_runes", setup=MID) as at:
        await at.press("c")
        assert "takes the Blessing of Demeter" in status(at)
    async with sit("pantheic_runes", setup=MID | {"blessings": {"Ada": ["demeter"]}}) as at:
        await at.press("c", "enter")
        await at.type("x o / . +")
        await at.press("enter", "enter")
        assert "xo.+" in mine(at).tableaux
        assert "xo.+" in mine(at, "Cy").tableaux


async def test_the_curtain_says_that_there_is_something_to_answer_and_nothing_else():
    house = open_house()
    seats = ("Ada", "Bo", "Cy", "Di", "Ed")
    house.make("pantheic_runes", seats, holders=dict.fromkeys(seats, "local"), setup=MID)
    match = house.matches()[0].match
    house.seat(match, "Bo").seal({})
    house.seat(match, "Ada").do({"kind": "propose_combine", "with": "Bo", "tableau": "oo+x"})
    async with drive(HotseatApp(house, match_id=match)) as at:
        assert type(at.screen) is Curtain
        notes = {row.id: str(rows.text.line(row.note)) for row in at.find("#next").rows}
        assert notes["Bo"] == "has something to answer"
        assert notes["Cy"] == "owes orders"
        assert "oo+x" not in at.text


# --- where nothing is to be done --------------------------------------------------------------------------------------
async def test_before_round_1_the_hand_is_shown_and_nothing_can_be_done():
    async with sit("pantheic_runes") as at:
        await at.press("l")
        assert "players only talk" in status(at)
        assert "Shown when round 1 starts" in at.text
        assert "Before round 1 players only talk (t)." in at.find("#bench").render().plain, "nothing of it is cut"


async def test_a_spectator_sees_temple_and_patterns_only():
    async with sit("pantheic_runes", None, setup=MID) as at:
        assert "xo++" in at.text
        assert not at.screen.query("#hand-box")
        await at.press("m", "enter", "l")
        assert not at.table.match.actions


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_the_tableau_editor(snap_compare, size):
    """You should see numbered tableaux, 2 + 4 = Hera's on the workbench with its price, Demeter's ritual on the
    altar, the temple, and how far each deity is; large, her cheapest route and the blessings."""
    house, table = position("pantheic_runes", setup=MID)
    app = OneScreen(lambda: TableScreen(Seat(table, "Ada")), memory=StoredShelf(house.store))

    async def work(pilot: Any) -> None:
        await pilot.pause()
        await pilot.press("7", "l", "g", "down", "h", "2", "enter", "4")

    assert snap_compare(app, terminal_size=size, run_before=work)


async def test_PR_33_two_gifts_alike_are_said_once():
    gifted = {"blessings": {"Bo": ["demeter"], "Cy": ["demeter"]}}
    async with sit("pantheic_runes", setup={"round": 3} | gifted) as at:
        for giver in ("Bo", "Cy"):
            at.seat(giver).do({"kind": "create_tableau", "tableau": "xo.+"})
        await at.settle()
        assert at.find("#status").message == "Demeter's gift: every seat received xo.+."


async def test_one_who_holds_no_tableau_reads_no_gap_in_the_words():
    async with sit("pantheic_runes", setup={"round": 3, "tableaux": {"Ada": []}}) as at:
        await at.press("p")
        assert "Propose to combine with" in at.text


async def test_where_somebody_asks_too_the_workbench_takes_two_rows_of_symbols():
    async with sit("pantheic_runes", setup=MID) as at:
        at.seat("Bo").do({"kind": "propose_combine", "with": "Ada", "tableau": "xo++"})
        await at.settle()
        await at.press("2", "enter", "4")
        assert bench(at).splitlines()[:2] == [" 2 + .  4 o o   x o pleases Hera", "   . o +  + x = + +"]


# --- every size -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", ends((80, 24), (120, 40), (160, 45), (200, 60), (250, 70)), ids=str)
async def test_tableaux_are_pieces_at_every_size_and_everything_is_there(size):
    async with sit("pantheic_runes", setup=MID | {"tableaux": {"Ada": HAND[:6]}}, size=size) as at:
        await at.press("2", "enter", "4")
        panel = at.find("#panel")
        rooms = panel.arrangement.rooms
        assert at.find("#hand").framed
        assert bench(at).splitlines()[0].split() == ["╭2" + "─" * (4 if size[0] < 200 else 12) + "╮",
                                                      "╭4" + "─" * (4 if size[0] < 200 else 12) + "╮",
                                                      "╭=" + "─" * (4 if size[0] < 200 else 12) + "╮"]  # fmt: skip
        assert {"hand-box", "bench", "altar", "temple-box", "gods-box", "detail"} <= {*rooms}
        if size[0] > 80:
            assert "held" in rooms
            assert at.find("#temple").framed
        assert at.find("#gods").columns == (0 if size[0] < 160 else 2 if size[0] < 250 else 3)


async def test_a_shrine_has_pattern_distance_price_and_gift_and_the_cursor_a_double_line():
    async with sit("pantheic_runes", setup=MID | {"blessings": {"Ada": ["apollo"]}}, size=LARGE) as at:
        await at.press("g", "down")
        drawn = [row.plain for row in at.find("#gods").drawn()]
        hera = [row[: at.find("#gods").size.width // 2] for row in drawn[4:8]]
        assert hera[0].startswith("╔› Hera ═")
        assert hera[0].rstrip("═╗").endswith(" 2m ")
        assert hera[1].startswith("║ [x o] 2+4")
        assert hera[2].startswith("║ [+ +]")
        assert hera[3].startswith("╚═ one more pick from the templ…")
        apollo = next(row for row in drawn if "Apollo" in row)
        assert "◆ Apollo" in apollo
        await at.press("down", "down")
        assert "╔› Demeter ═" in "\n".join(row.plain for row in at.find("#gods").drawn())


@pytest.mark.parametrize("size", [(80, 24), LARGE])
async def test_before_the_deities_are_shown_their_pane_tells_how_a_round_goes(size):
    async with sit("pantheic_runes", size=size) as at:
        said = at.find("#detail").plain
        assert [said.count(f"{number}. ") for number in (1, 2, 3, 4)] == [1, 1, 1, 1]
        assert len(said.splitlines()) <= at.find("#detail").content_size.height
    async with sit("pantheic_runes", setup=MID, size=size) as at:
        assert "How a round goes" not in at.text


async def test_cards_and_shrines_are_chosen_with_the_mouse():
    async with sit("pantheic_runes", setup=MID, size=LARGE) as at:
        await at.pilot.click("#hand", offset=(8 * 3 + 2, 2))
        assert at.find("#hand").at == 3
        half = at.find("#gods").size.width // 2
        await at.pilot.click("#gods", offset=(half + 4, 4 * 1 + 1))
        await at.settle()
        assert at.find("#gods").row.id == "hephaestus"


# --- nothing is cut without a mark --------------------------------------------------------------------------------
@pytest.mark.parametrize("deity", ["demeter", "artemis", "aphrodite"])
async def test_a_blessing_that_finds_no_room_is_marked_and_a_key_shows_it_in_full(deity):
    async with sit("pantheic_runes", setup=MID | {"tableaux": {"Ada": ["+..o", "o.+x"]}, "mana": {"Ada": 0}}) as at:
        at.find("#gods").focus()
        await at.settle()
        at.find("#gods").point(deity)
        await at.settle()
        gives = next(seen.gives for seen in at.seat("Ada").view().deities if seen.id == deity)
        detail = at.find("#detail")
        shown = " ".join(detail.plain.split())
        assert len(detail.plain.splitlines()) <= detail.content_size.height, "no line is below the edge"
        assert ("i shows all" in shown) != (f"Blessing: {gives}." in shown)
        await at.press("i")
        said = " ".join(at.screen.plain().split())
        assert f"Blessing: {gives}." in said


def test_the_way_to_a_deity_is_written_out_where_there_is_room_beside_short_patterns():
    far = Distance("combine 2+3, adjust 1 cell", "hera", "2 mana 1 token")
    house, table = position("pantheic_runes", setup=MID)
    view = house.seat(table.match.header.match, "Ada").view()
    hera = next(row for row in rows.deity_rows(view, [far], True, False, 64) if row.id == "hera")
    assert "combine 2+3, adjust 1 cell" in hera.label.plain
    tight = next(row for row in rows.deity_rows(view, [far], True, False, 52) if row.id == "hera")
    assert "2+3, adjust 1 cell" in tight.label.plain, "a word less rather than a cut one"


@pytest.mark.parametrize("size", ends((80, 24), (120, 40), (160, 45), (200, 60)))
async def test_an_empty_hand_is_said_once(size):
    async with sit("pantheic_runes", setup={"round": 2, "tableaux": {"Ada": []}}, size=size) as at:
        assert at.text.count("no tableau") == 1, at.text
