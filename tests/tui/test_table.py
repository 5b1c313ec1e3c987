"""The table of one seat: frame, sealing, drafts, panes, help, and what must never be on it."""

from __future__ import annotations

import pytest
from textual.binding import Binding

from core.match import journal as j
from core.table.host_controls import hand_over
from core.talk.channels import Deal
from tests.kit.depth import ends
from tests.kit.screens import LARGE, sit

HAND = {
    "hands": {
        "Ada": ["red", "green"],
        "Bo": ["green"],
        **{s: [] for s in ("Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")},
    }
}
OFFER = {"offers": [{"to": "Bo", "give": "red"}]}


def header(at):
    return at.text.splitlines()[0]


async def test_the_frame_says_in_a_word_where_my_orders_stand():
    async with sit("exodus", setup=HAND) as at:
        assert "orders NONE" in header(at)
        assert "0/9 sealed" in header(at)
        at.seat("Ada").keep_draft(OFFER)
        await at.settle()
        assert "DRAFT" in header(at)
        await at.press("s")
        assert "I offer Bo 1 red cube." in at.text, "the orders are restated in words"
        await at.press("enter")
        assert "SEALED 22:13" in header(at)
        at.seat("Ada").keep_draft({"offers": []})
        await at.settle()
        assert "EDITED: 22:13 still counts" in header(at)
        await at.press("w")
        assert "DRAFT" in header(at)
        assert at.seat("Ada").sealed() is None


async def test_the_frame_keeps_every_fact_at_80_columns_however_long_they_get():
    async with sit("exodus", setup=HAND, round_seconds=2 * 86_400.0 + 3540) as at:
        at.seat("Ada").seal(OFFER)
        at.seat("Ada").keep_draft({"offers": []})
        await at.settle()
        for fact in ("The", "round 1/7", "2d 0h (Thu 23:12)", "EDITED: 22:13 still counts", "1/9 sealed"):
            assert fact in header(at), fact


async def test_leaving_the_seal_dialog_seals_nothing():
    async with sit("exodus", setup=HAND) as at:
        await at.press("s", "q")
        assert at.seat("Ada").sealed() is None


async def test_orders_that_may_not_be_sealed_are_refused_in_words_with_the_ruling():
    async with sit("exodus", setup=HAND) as at:
        at.seat("Ada").keep_draft({"offers": [{"to": "Bo", "give": "red"}, {"to": "Cy", "give": "red"}]})
        await at.settle()
        await at.press("s")
        assert "You hold 1 red cube and offered 2." in at.text
        assert "[EX-03]" in at.text
        assert at.seat("Ada").sealed() is None


async def test_a_draft_is_kept_as_it_is_written_and_undone_step_by_step():
    async with sit("exodus", setup=HAND) as at:
        await at.press("enter", "enter", "enter", "enter")
        assert at.seat("Ada").draft().orders == OFFER
        await at.press("u")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Bo", "give": ""}]}
        await at.press("u")
        assert at.seat("Ada").draft() is None
        await at.press("u")
        assert at.find("#status").message == "There is nothing to undo."


async def test_being_ready_is_said_and_taken_back():
    async with sit("exodus", setup=HAND) as at:
        await at.press("r")
        assert "Ready with no orders?" in at.text, "a key that slipped loses no round"
        assert not at.seat("Ada").frame().ready
        await at.press("enter")
        assert at.seat("Ada").frame().ready
        assert "nothing sealed" in at.find("#status").message
        await at.press("r")
        assert not at.seat("Ada").frame().ready


async def test_who_is_ready_with_a_draft_that_is_not_sealed_is_asked_first():
    async with sit("exodus", setup=HAND) as at:
        await at.press("enter", "enter", "enter", "enter", "r")
        assert "Ready without this draft?" in at.text
        await at.press("q")
        assert not at.seat("Ada").frame().ready
        await at.press("r", "enter")
        assert at.seat("Ada").frame().ready
        await at.press("r")
        assert not at.seat("Ada").frame().ready, "taking it back asks nothing"


async def test_HH_51_a_draft_that_a_bot_has_left_says_so_to_who_sits_down():
    def taken_over(table):
        hand_over(table, "Ada", "bot:steady")
        table.submit(j.Sealed(author="Ada", orders=OFFER))
        hand_over(table, "Ada", "person:ada")

    async with sit("exodus", setup=HAND, before=taken_over) as at:
        assert "DRAFT" in header(at)
        assert "A bot had sealed this before you sat down. It is a draft: s seals it." in at.text
        await at.press("r")
        assert "A bot had sealed this before you sat down." in " ".join(at.screen.plain().split())


async def test_CM_27_a_ready_mark_that_a_proposal_takes_away_is_told():
    async with sit("exodus", "Ada") as at:
        await at.press("r", "enter")
        at.seat("Bo").say(["Ada"], "Cy is a fox.")
        await at.settle()
        assert at.seat("Ada").frame().ready
        at.seat("Bo").say(["Ada"], "Mine for yours?", Deal(give="green", want="red"))
        await at.settle()
        assert "not ready any more (r)" in at.text
        await at.press("r", "enter")
        assert "You are ready" in at.text


async def test_a_draft_can_be_set_to_count_at_the_deadline():
    async with sit("exodus", setup=HAND, round_seconds=3600.0) as at:
        assert "1h 00m left (23:13)" in header(at)
        await at.press("d")
        assert "no draft" in at.find("#status").message
        at.seat("Ada").keep_draft(OFFER)
        await at.settle()
        await at.press("d")
        assert "DRAFT, counts" in header(at)
        at.clock.advance(3600)
        at.table.tick()
        assert at.table.match.rounds[0].orders["Ada"].offers[0].give == "red"


async def test_the_clock_is_the_tables_and_counts_seconds_in_the_last_minute():
    async with sit("exodus", setup=HAND, round_seconds=3600.0) as at:
        at.clock.advance(3600 - 42)
        at.screen.tick()
        await at.settle()
        assert "42s left" in header(at)


async def test_a_close_shows_what_happened_and_the_next_round():
    async with sit("exodus", setup=HAND) as at:
        at.seat("Ada").seal(OFFER)
        at.seat("Bo").seal({"offers": [{"to": "Ada", "give": "green"}]})
        for name in at.table.match.seats:
            at.seat(name).ready()
        await at.settle()
        assert "Bo   you gave red, got green" in at.text
        await at.press("enter")
        assert "round 2/7" in header(at)
        await at.press("L")
        assert "Bo   you gave red, got green" in at.text


async def test_talk_counts_what_is_unread_and_says_things():
    async with sit("exodus", setup=HAND) as at:
        at.seat("Bo").say(["Ada"], "psst")
        await at.settle()
        assert "Talk (t)  1" in at.text
        await at.press("t")
        assert "psst" in at.text
        assert "Talk  1" not in at.text
        await at.press("enter")
        await at.type("what is it?")
        assert "help (after Esc)" in at.text.splitlines()[-1]
        await at.press("enter")
        assert at.seat("Bo").messages()[-1].text == "what is it?"
        await at.press("escape", "q")
        assert at.find("#panel").has_focus_within


async def test_words_that_arrive_are_told_and_a_click_or_t_opens_their_conversation():
    """Never another one: not the seat under the cursor, nor the last one shown."""
    async with sit("exodus", setup=HAND) as at:
        at.seat("Cy").say("lounge", "Hello all")
        at.seat("Di").say(["Ada"], "Swap?")
        at.clock.advance(1)
        at.seat("Bo").say(["Ada"], "psst")
        await at.settle()
        assert at.find("#status").message == "Bo: psst"
        assert at.app.heading() == "(3) Your turn · The Exodus Game"
        assert at.screen.key_word(Binding("t", "talk", "talk", id="table.talk")) == "talk to Bo"
        await at.pilot.click(offset=(20, 22))
        for _ in range(3):
            await at.settle()
        assert at.find("#threads").row.label == "Bo"
        assert at.find("#status").message == "", "what is read stands in the last line no more"
        assert at.app.heading().startswith("(2) ")
        await at.press("q", "t")
        assert at.find("#threads").row.label == "Di"
        await at.press("q", "t")
        assert at.find("#threads").row.id == "lounge"
        await at.press("q", "t")
        assert at.app.heading() == "Your turn · The Exodus Game"


async def test_one_key_turns_a_proposal_into_a_draft():
    async with sit("exodus", setup=HAND) as at:
        at.seat("Bo").say(["Ada"], "deal?", Deal(give="green", want="red"))
        await at.settle()
        await at.press("t", "a")
        assert at.seat("Ada").draft().orders == OFFER
        await at.press("enter")
        await at.type("settled")
        await at.press("enter")
        assert at.seat("Bo").messages()[-1].text == "settled", "what is typed next is said, and runs no command"
        await at.press("escape", "escape")
        assert "green" in at.text.split("expect")[1], "what was proposed is what one expects"


async def test_no_row_of_talk_moves_while_somebody_writes_in_it():
    """Nor while a dialog is open over the line, when the first word makes a group, or as a line closes."""
    async with sit("exodus", setup=HAND, size=LARGE) as at:

        def rows():
            return [str(row.label) for row in at.find("#threads").rows]

        await at.press("t", "down", "down", "down", "enter")
        before = rows()
        await at.type("my red for your blue every round")
        at.seat("Cy").say(["Ada"], "hi")
        await at.settle()
        assert rows() == before
        await at.press("enter")
        assert at.screen.id != "table", "the terms are shown before they bind"
        table = at.app.screen_stack[1]
        at.seat(at.table.match.seats[5]).say(["Ada"], "hi")
        at.seat("Bo").say(["Ada"], "hi")
        await at.settle()
        assert [str(row.label) for row in table.query_one("#threads").rows] == before
        await at.press("q", "escape", "G", "enter", "down", "enter", "s")
        group = rows()
        await at.type("three of us")
        await at.press("enter")
        assert rows() == group
        talk, open_threads = at.find("#talk"), at.find("#talk").threads
        talk.threads = lambda: [one._replace(open=one.to != ("Bo",)) for one in open_threads()]
        talk.show()
        assert rows() == group


async def test_a_group_is_opened_by_naming_several():
    async with sit("exodus") as at:
        await at.press("t", "G", "enter", "down", "enter", "s")
        await at.type("three of us")
        await at.press("enter")
        assert at.seat("Cy").messages()[-1].readers == ("Ada", "Bo", "Cy")


async def test_notes_are_private_and_kept():
    async with sit("exodus") as at:
        await at.press("n")
        await at.type("trust Bo? no.")
        await at.press("escape")
        assert at.seat("Ada").notes() == "trust Bo? no."
        assert at.seat("Bo").notes() == ""


async def test_narrow_panes_are_tabs_and_wide_ones_are_docked():
    async with sit("exodus") as at:
        assert not at.screen.query("#talk")
        await at.pilot.resize_terminal(*LARGE)
        await at.settle()
        assert at.find("#talk").region.width > 30
        assert at.find("#notes").region.width > 30
        assert at.find("#panel").region.width > 100


async def test_below_40_by_15_a_sentence_stands_and_keys_are_swallowed():
    async with sit("exodus", setup=HAND) as at:
        await at.pilot.resize_terminal(39, 24)
        await at.settle()
        assert "40 columns by 15 rows" in at.text
        await at.press("s", "enter")
        assert at.seat("Ada").sealed() is None
        await at.pilot.resize_terminal(80, 24)
        await at.settle()
        assert "Exodus" in header(at)


async def test_the_help_lists_every_key_of_the_screen_it_was_opened_on():
    async with sit("exodus", size=LARGE) as at:
        assert at.text.splitlines()[-1].startswith(" ? help")
        await at.press("question_mark")
        shown = at.find("#help").query_one("Words").content.plain
        for key in ("s", "u", "w", "r", "d", "t", "n", "L", "R", "z", "y", ":", "q", "x", "<"):
            assert any(line.split()[:1] == [key] or key in line[:20].split() for line in shown.splitlines()), key


async def test_the_footer_never_drops_help_the_way_back_and_seal():
    async with sit("exodus", size=(80, 24)) as at:
        footer = at.text.splitlines()[-1]
        assert footer.startswith(" ? help")
        assert footer.rstrip().endswith("q back")
        for word in ("s seal", "t talk", "r ready"):
            assert word in footer


async def test_the_palette_finds_and_runs_a_command():
    async with sit("exodus") as at:
        await at.press("colon")
        await at.type("rules")
        await at.press("enter")
        assert at.screen.id == "rulebook"
        await at.press("slash")
        await at.type("EX-07")
        await at.press("escape")
        assert "Point losses nullified" in at.text
        assert "EX-01" not in at.text


async def test_z_blanks_until_a_key_and_idling_does_too():
    async with sit("exodus", setup=HAND, idle_seconds=60.0) as at:
        await at.press("z")
        assert "Exodus" not in at.text
        await at.press("s")
        assert "Exodus" in at.text
        at.clock.advance(61)
        at.screen.tick()
        await at.settle()
        assert "Exodus" not in at.text


async def test_names_and_messages_are_plain_text_and_control_characters_are_shown():
    names = ("Ada", "$bad", "C.y/", "D{i}", "Ed", "Flo", "Gus", "Hal", "Ivy")
    async with sit("exodus", players=names, size=LARGE) as at:
        at.seat("$bad").say("lounge", "[red]not markup[/red] \x1b[2J \u202egnp.exe [@click=app.quit]x[/]")
        await at.settle()
        assert "[red]not markup[/red]" in " ".join(at.text.split())
        assert "\x1b" not in at.text
        assert "\u202e" not in at.text
        assert "\u241b" in at.text
        assert "$bad" in at.text


async def test_a_spectator_sees_public_facts_and_orders_nothing():
    async with sit("exodus", None, setup=HAND, size=LARGE) as at:
        assert "Watching" in at.text
        assert not at.screen.query("#talk")
        await at.press("s", "r", "t", "enter")
        assert at.table.match.sealed == {}
        assert at.table.match.ready == ()
        assert "No offers yet" not in at.text


@pytest.mark.parametrize("width", ends(120, 121, 137, 160))
async def test_beside_talk_and_notes_the_game_keeps_its_eighty_columns(width):
    async with sit("exodus", setup=HAND, size=(width, 34)) as at:
        assert at.find("#talk").size.width >= 36
        assert at.find("#panel").size.width >= 80


async def test_when_the_last_round_is_over_nobody_is_counted_as_ready():
    async with sit("exodus", setup=HAND | {"round": 7}) as at:
        assert "0/9 ready" in at.text
        at.table.submit(j.Closed())
        await at.settle()
        await at.press("q")
        assert "ready" not in at.text.splitlines()[1]
        assert "Ada" in at.text.splitlines()[1]


async def test_copying_takes_what_is_shown_also_of_talk_and_notes_and_nothing_hidden():
    async with sit("exodus", size=(80, 24)) as at:
        at.seat("Bo").say(["Ada"], "psst, red for green")
        at.seat("Ada").keep_notes("Bo owes me")
        table = at.screen.text_to_copy()
        assert "No offers yet" in table
        assert "psst" not in table
        await at.press("t")
        await at.settle()
        at.find("#talk").open_with("Bo")
        await at.settle()
        talk = at.screen.text_to_copy()
        assert "psst, red for green" in talk
        assert "No offers yet" not in talk
        await at.press("escape", "n")
        await at.settle()
        notes = at.screen.text_to_copy()
        assert notes.strip() == "Bo owes me"


async def test_copying_takes_the_text_of_the_panes():
    async with sit("exodus", setup=HAND) as at:
        await at.press("y")
        assert "points" in at.app.clipboard


async def test_what_the_terminal_s_driver_has_to_say_is_said_in_the_line_for_answers():
    async with sit("exodus") as at:
        at.app.notify("The paste was cut after 5000 characters.", severity="warning")
        await at.settle()
        assert "! The paste was cut after 5000 characters." in at.text
        assert not at.screen.query("ToastRack, Tooltip")


async def test_a_report_comes_while_the_one_before_it_is_still_on_its_way_out():
    async with sit("exodus", setup={"round": 2}) as at:
        seat = at.screen.seat
        at.app.show_report(seat)
        await at.settle()
        left = at.screen
        left.dismiss()
        at.app.show_report(seat)
        await at.settle()
        assert at.screen.id == left.id == "report"
        assert at.screen is not left
        await at.press("q")
        assert at.screen.id == "table"


async def test_a_long_answer_never_pushes_the_row_of_tabs_away():
    async with sit("exodus") as at:
        at.screen.tell("A sentence that is longer than one line of eighty columns, " * 2, "warn", "EX-03")
        await at.settle()
        rows = at.text.splitlines()
        assert "Talk (t)" in rows[1]
        assert "[EX-03] ? shows all" in rows[22]
        assert rows[23].startswith(" ? help")
        await at.press("question_mark")
        assert "longer than one line" in at.text


async def test_CM_27_who_is_asked_at_the_moment_of_saying_ready_is_told_so():
    """The proposal comes before the screen has heard of the ready mark that it takes back."""
    async with sit("exodus", "Ada") as at:
        at.screen._say_ready(True, at.seat("Ada").frame().round)
        at.seat("Bo").say(["Ada"], "My green for your red?", Deal("green", "red"))
        await at.settle()
        assert not at.seat("Ada").frame().ready
        assert "not ready any more (r)" in at.text


async def test_CM_27_who_is_asked_is_told_so_though_something_else_is_heard_first():
    """The screen hears of Cy's orders when Bo's proposal has taken the mark already, and of the proposal then."""
    async with sit("exodus", "Ada") as at:
        await at.press("r", "enter")
        at.screen.tell("")
        at.seat("Bo").say(["Ada"], "My green for your red?", Deal("green", "red"))
        at.screen._say_what_took_ready({"orders", "ready"})
        await at.settle()
        assert "not ready any more (r)" in at.text
        await at.press("r", "enter", "r")
        at.screen.tell("")
        at.seat("Bo").say("lounge", "Nobody asked for anything.")
        await at.settle()
        assert "not ready any more (r)" not in at.text, "who takes a mark back needs nobody to say so"


async def test_help_in_talk_begins_with_talking():
    async with sit("exodus", "Ada") as at:
        await at.press("t", "question_mark")
        assert "Write what you like:" in at.text
    async with sit("exodus", "Ada") as at:
        await at.press("question_mark")
        assert "Write what you like:" not in at.text
