"""Agreeing at the trade desk: proposals and promises, from one's own side, and the one way to take them up."""

from __future__ import annotations

from core.table.host_controls import HostControls
from core.talk.acts import Accept, Clause, Offer
from core.talk.channels import Deal
from tests.kit.screens import LARGE, sit
from tests.tui.desk_of_exodus import FOUR, HANDS, PAIR
from tui.words.text import line


def partner(at, name):
    return next(row for row in at.find("#partners").rows if row.id == name)


def note(at, name):
    found = partner(at, name).note
    return found[0] if isinstance(found, tuple) else str(found)


def text_of(note):
    return line(note).plain


async def at_partner(at, name):
    at.find("#partners").focus()
    await at.settle()
    at.find("#partners").point(name)
    await at.settle()


async def test_g_takes_the_proposal_and_tells_the_partner_so():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        await at_partner(at, "Bo")
        assert note(at, "Bo") == "\u21c4 red\u2192green 10/0*"
        assert "g agrees, and tells Bo so." in at.find("#about").plain
        assert "green" not in at.find("#about").plain, "the proposal stands beside the name, once"
        await at.press("g")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Bo", "give": "red"}]}
        heard = at.seat("Bo").messages()[-1]
        assert (heard.sender, heard.text) == ("Ada", "Agreed: my red cube for your green cube.")
        assert heard.deal == Deal(give="red", want="green")
        assert note(at, "Bo") == "\u2713 red\u2192green 10/0*"
        await at.press("g")
        assert at.find("#status").message == "You and Bo agree already."
        assert len(at.seat("Bo").messages()) == 2, "said once"


async def test_an_agreement_that_is_taken_back_in_words_is_no_agreement():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        await at_partner(at, "Bo")
        await at.press("g")
        at.seat("Bo").say(["Ada"], "Sorry, too late.")
        await at.settle()
        assert note(at, "Bo") == "\u201cSorry, too late.\u201d"
        assert "Bo: Sorry, too late." in at.find("#about").plain
        await at.press("g")
        assert at.find("#status").message == "Bo answered: Sorry, too late."


async def test_a_yes_to_ones_own_proposal_is_drafted_and_needs_no_answer():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Ada").say(["Bo"], "deal", Deal(give="red", want="green"))
        at.seat("Bo").say(["Ada"], "yes", Deal(give="green", want="red"))
        await at_partner(at, "Bo")
        assert note(at, "Bo") == "\u2713 red\u2192green 10/0*"
        await at.press("g")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Bo", "give": "red"}]}
        assert len(at.seat("Bo").messages()) == 2, "nothing is left to be said"


async def test_what_is_expected_follows_the_latest_proposal_until_one_is_agreed():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        await at.settle()
        await at.press("A")
        assert at.find("#panel").draft.expected_from("Bo") == "green"
        at.seat("Bo").say(["Ada"], "rather", Deal(give="white", want="red"))
        await at.settle()
        assert at.find("#panel").draft.expected_from("Bo") == "white"
        at.seat("Bo").say(["Ada"], "or", Deal(give="blue", want="yellow"))
        await at.settle()
        assert at.find("#panel").draft.expected_from("Bo") is None, "blue is for a yellow one, and red is offered"


# --- what is agreed stays as it is until somebody says otherwise ------------------------------------------------------
async def agreed_with_bo(at):
    at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
    await at_partner(at, "Bo")
    await at.press("g")
    assert slots(at)[0] == ["Bo", "red", "green"]


def slots(at):
    return [[cell.label[0] for cell in row[:3]] for row in at.find("#offers").cells]


async def test_a_proposal_that_was_declined_is_nothing_to_expect():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Ada").say(["Bo"], "My red for your green?", Deal(give="red", want="green"))
        at.seat("Ada").keep_draft({"offers": [{"to": "Bo", "give": "red"}]})
        await at.settle()
        await at.press("s")
        assert "You expect green" in at.text
        await at.press("q")
        at.seat("Bo").say(["Ada"], "No, thank you.")
        await at.settle()
        assert at.find("#panel").draft.expected_from("Bo") is None
        await at.press("s")
        assert "You expect" not in at.text


async def test_what_was_agreed_is_expected_whatever_is_proposed_afterwards_by_either_side():
    async with sit("exodus", setup=FOUR) as at:
        await agreed_with_bo(at)
        at.seat("Bo").say(["Ada"], "rather", Deal(give="white", want="red"))
        await at.settle()
        assert slots(at)[0] == ["Bo", "red", "green"]
        assert text_of(partner(at, "Bo").note).startswith("\u2713\u21c4 red\u2192white"), "new, and something is agreed"
        assert "Agreed before: your red for their green." in at.find("#about").plain
        at.seat("Ada").say(["Bo"], "or", Deal(give="yellow", want="blue"))
        await at.settle()
        assert slots(at)[0] == ["Bo", "red", "green"], "nobody agreed to anything else"
        assert text_of(partner(at, "Bo").note).startswith("\u2713 you: yellow\u2192blue")
        at.seat("Bo").say(["Ada"], "Sorry, too late.")
        await at.settle()
        assert slots(at)[0] == ["Bo", "red", "green"], "that was about the blue one"


async def test_another_deal_with_a_partner_is_taken_for_the_agreed_one_only_after_a_question():
    async with sit("exodus", setup=FOUR) as at:
        await agreed_with_bo(at)
        at.seat("Bo").say(["Ada"], "rather", Deal(give="white", want="yellow"))
        await at.settle()
        await at.press("g")
        assert "You and Bo agreed: your red for their green." in at.text
        await at.press("q")
        assert slots(at)[0] == ["Bo", "red", "green"]
        assert len(at.seat("Bo").messages()) == 3, "nothing was said"
        await at.press("g", "enter")
        assert slots(at)[0] == ["Bo", "yellow", "white"]
        assert at.seat("Bo").messages()[-1].deal == Deal(give="yellow", want="white")


async def test_a_slot_that_was_agreed_is_emptied_or_changed_only_after_a_question():
    async with sit("exodus", setup=FOUR) as at:
        await agreed_with_bo(at)
        at.find("#offers").focus()
        for keys in (("x",), ("right", "enter", "down", "down", "enter"), ("left", "enter", "down", "enter")):
            await at.press(*keys)
            assert "Change what was agreed?" in at.text, keys
            await at.press("q")
            assert slots(at)[0] == ["Bo", "red", "green"], keys
        await at.press("x", "enter")
        assert at.seat("Ada").draft() is None


async def test_a_swap_for_many_leaves_out_with_whom_something_is_agreed_unless_told_otherwise():
    async with sit("exodus", setup=FOUR) as at:
        await agreed_with_bo(at)
        at.find("#matrix").focus()
        await at.press("down", "down", "right", "right", "right", "enter")  # yellow for green
        assert "yellow for green" in at.text
        await at.press("m")
        assert [row.id for row in at.find("#pick").rows if row.chosen] == ["Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy"]
        await at.press("m")
        assert not [row.id for row in at.find("#pick").rows if row.chosen]
        at.find("#pick").point("Bo")
        await at.press("m", "enter", "p")
        assert "You and Bo agreed: your red for their green." in at.text
        assert [row.id for row in at.find("#pick").rows if not row.heading] == ["others", "all"]
        await at.press("enter")
        assert at.seat("Cy").messages()[-1].deal == Deal(give="yellow", want="green")
        assert len(at.seat("Bo").messages()) == 2, "Bo was not asked"
        assert slots(at)[0] == ["Bo", "red", "green"]


async def test_p_to_a_partner_with_whom_something_is_agreed_asks_first():
    async with sit("exodus", setup=FOUR) as at:
        await agreed_with_bo(at)
        await at_partner(at, "Bo")
        await at.press("p", "y", "g", "enter")
        assert "You and Bo agreed: your red for their green." in at.text
        await at.press("q")
        assert len(at.seat("Bo").messages()) == 2
        await at.press("p", "y", "g", "enter", "enter")
        assert at.seat("Bo").messages()[-1].deal is not None
        assert slots(at)[0] == ["Bo", "red", "green"]


async def test_what_was_expected_for_a_deal_goes_with_it():
    async with sit("exodus", setup=FOUR) as at:
        await at_red_for_green(at)
        await at.press("A")
        assert slots(at)[0] == ["Bo", "red", "green"]
        await at.press("x")
        at.find("#panel").edit({"offers": [{"to": "Bo", "give": "black"}]})
        await at.settle()
        assert slots(at)[0] == ["Bo", "black", "anything"]


async def test_the_proposals_to_agree_to_stand_by_what_they_bring_oneself():
    async with sit("exodus", setup=FOUR) as at:
        for name, give, want in (("Bo", "black", "yellow"), ("Cy", "green", "red"), ("Di", "green", "blue")):
            at.seat(name).say(["Ada"], "deal", Deal(give=give, want=want))
        await at_partner(at, "Ivy")
        await at.press("g")
        assert [row.id for row in at.find("#pick").rows] == ["Cy", "Bo", "Di"], "10, 2, and what one has not got"


async def test_EX_03_a_cube_promised_twice_is_told_at_once_and_a_second_proposal_for_it_refused():
    async with sit("exodus", setup=FOUR) as at:
        for name in ("Bo", "Cy"):
            at.seat(name).say(["Ada"], "deal", Deal(give="green", want="red"))
        await at_partner(at, "Bo")
        await at.press("g", "down", "g")
        told = "You can give 1 red cube and promised it to Bo: empty that offer with x first."
        assert at.find("#status").message == told
        assert "EX-03" in at.text
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Bo", "give": "red"}]}
        assert len(at.seat("Cy").messages()) == 1, "nobody is told that one agrees"
        at.find("#panel").edit({"offers": [{"to": "Bo", "give": "red"}, {"to": "Cy", "give": "red"}]})
        await at.settle()
        assert at.find("#outlook").plain.startswith("! You hold 1 red cube and offered 2.")


async def test_a_partner_from_the_list_comes_with_what_was_proposed():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        at.seat("Cy").say(["Ada"], "deal", Deal(give="white", want="red"))
        await at_partner(at, "Bo")
        await at.press("enter")
        assert [row.id for row in at.find("#pick").rows] == ["agree", "silent", "other"]
        await at.press("enter")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Bo", "give": "red"}]}
        assert at.seat("Bo").messages()[-1].text == "Agreed: my red cube for your green cube."
        await at_partner(at, "Cy")
        await at.press("enter")
        assert at.seat("Ada").draft().orders["offers"][1] == {"to": "Cy", "give": ""}, "the one red cube is promised"


async def test_a_cube_chosen_first_stays_when_the_partner_is_chosen():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        at.find("#panel").edit({"offers": [{"to": "", "give": "black"}]})
        await at_partner(at, "Bo")
        await at.press("enter")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Bo", "give": "black"}]}


async def test_EX_02_EX_03_the_lists_grey_what_another_slot_has_already():
    async with sit("exodus", setup=FOUR) as at:
        at.find("#panel").edit({"offers": [{"to": "Bo", "give": "red"}, {"to": "", "give": ""}]})
        await at.press("down", "enter")
        rows = {row.id: row for row in at.screen.query_one("#pick").rows}
        assert rows["Bo"].closed == "Another offer goes to Bo already: each partner gets at most one."
        assert (rows["Bo"].ruling, rows["Cy"].closed) == ("EX-02", None)
        await at.press("q", "right", "enter")
        rows = {row.id: row for row in at.screen.query_one("#pick").rows}
        assert rows["red"].closed.startswith("You can give 1 red cube and promised it to Bo")
        assert (rows["red"].ruling, rows["yellow"].closed) == ("EX-03", None)
        assert rows["blue"].closed == "You hold no blue cube."
        await at.press("q")
        at.find("#matrix").focus()
        await at.press("enter")
        assert "promised it to Bo" in at.find("#status").message
        assert at.seat("Ada").draft().orders["offers"][0] == {"to": "Bo", "give": "red"}


async def test_the_composer_says_what_each_wish_would_bring():
    async with sit("exodus", setup=FOUR) as at:
        await at_partner(at, "Bo")
        await at.press("p", "r")
        assert "Green 10/0*" in at.text
        await at.press("backspace", "y")
        assert "bLack 2/4*" in at.text


async def test_p_in_the_matrix_begins_with_the_cell_under_the_cursor():
    async with sit("exodus", setup=FOUR) as at:
        await at_partner(at, "Bo")
        at.find("#matrix").focus()
        at.find("#matrix").point(0, 3)
        await at.press("p")
        assert "you give Bo a red cube" in " ".join(at.text.replace("\u2502", " ").split())
        await at.press("enter")
        assert at.seat("Bo").messages()[-1].deal == Deal(give="red", want="green")


# --- one way to agree, and everything from one's own side -------------------------------------------------------------
async def test_a_cell_of_another_round_fills_no_offer_of_this_one():
    async with sit("exodus", setup=FOUR) as at:
        at.find("#matrix").focus()
        await at.press("greater_than_sign", "enter")
        told = "This is round 5; offers are for round 4: q comes back to it."
        assert at.find("#status").message == told
        assert at.seat("Ada").draft() is None
        await at.press("q", "enter")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "", "give": "red"}]}


async def test_a_cell_is_previewed_before_it_has_a_partner_and_the_partner_is_expected_to_give_it():
    async with sit("exodus", setup=FOUR) as at:
        at.find("#matrix").focus()
        await at.press("down", "down", "right", "right", "right", "right", "enter")
        assert "yellow for white" in at.text, "with whom?"
        await at.press("q")
        assert [cell.label[0] for cell in at.find("#offers").cells[0][:3]] == ["choose", "yellow", "white"]
        planned = at.find("#outlook").plain.splitlines()[0]
        assert planned.split()[:3] == ["as", "expected", "+4"]
        assert "choose to whom" in planned
        await at_partner(at, "Cy")
        await at.press("enter")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Cy", "give": "yellow"}]}
        assert at.find("#panel").draft.expected_from("Cy") == "white"


async def test_a_proposal_is_drafted_without_a_word_only_where_that_is_chosen():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        at.seat("Cy").say(["Ada"], "deal", Deal(give="green", want="yellow"))
        await at_partner(at, "Bo")
        await at.press("A")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Bo", "give": "red"}]}
        assert len(at.seat("Bo").messages()) == 1, "Bo hears nothing"
        at.find("#offers").focus()
        at.find("#offers").point(1, 0)
        await at.press("enter", "enter")
        assert "Cy proposes: yellow\u2192green 2/\u22121" in at.text
        await at.press("down", "enter")
        assert at.seat("Ada").draft().orders["offers"][1] == {"to": "Cy", "give": "yellow"}
        assert len(at.seat("Cy").messages()) == 1, "chosen: without a word"


async def test_who_seals_nothing_is_told_of_a_proposal_that_could_be_taken_up():
    async with sit("exodus", setup=PAIR) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="blue"))
        await at.press("s")
        assert "proposed a swap" not in at.text, "there is no blue to give"
        await at.press("q")
        at.seat("Cy").say(["Ada"], "deal", Deal(give="white", want="yellow"))
        await at.settle()
        await at.press("s")
        assert "Cy proposed a swap to you: q goes back, g takes it up." in at.text
        await at.press("q")
        at.find("#partners").point("Flo")
        await at.press("g")
        closed = {row.id: row.closed for row in at.find("#pick").rows}
        assert closed["Cy"] is None
        assert "blue" in closed["Bo"]


async def test_g_without_a_proposal_under_the_cursor_lists_those_there_are():
    async with sit("exodus", setup=FOUR) as at:
        await at_partner(at, "Di")
        await at.press("g")
        assert at.find("#status").message.startswith("No proposal waits for your answer.")
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        at.seat("Cy").say(["Ada"], "deal", Deal(give="white", want="yellow"))
        await at.settle()
        await at.press("g")
        assert [row.id for row in at.find("#pick").rows] == ["Bo", "Cy"]
        await at.press("down", "enter")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Cy", "give": "yellow"}]}
        assert at.seat("Cy").messages()[-1].deal == Deal(give="yellow", want="white")


async def test_what_was_agreed_at_the_desk_is_read_in_talk():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Bo").say(["Ada"], "My green cube for your red cube?", Deal(give="green", want="red"))
        await at_partner(at, "Bo")
        tabs = next(line for line in at.text.splitlines() if "Talk (t)" in line)
        assert "Talk (t)  1" in tabs
        await at.press("g")
        assert "Talk (t)   Notes" in at.text, "no badge is left"
        at.seat("Bo").say(["Ada"], "See you at the close.")
        await at.settle()
        assert "Talk (t)  1" in at.text, "what was said since is new"


async def test_talk_writes_a_proposal_once_from_ones_own_side_with_what_it_pays():
    async with sit("exodus", setup=FOUR, size=LARGE) as at:
        at.seat("Bo").say(["Ada"], "My green cube for your red cube?", Deal(give="green", want="red"))
        await at.press("t")
        assert "your red for their green 10/0*" in at.text
        assert "(a takes it)" in at.text
        assert "My green cube" not in at.text
        await at.press("a")
        assert at.seat("Bo").messages()[-1].text == "Agreed: my red cube for your green cube."
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Bo", "give": "red"}]}
        assert "(a takes it)" not in at.text
        assert at.find("#talk") in at.screen.focused.ancestors, "the keys stay where the hand is"
        await at.press("escape", "g")
        assert "A group with" not in at.text, "g means one thing on this screen"
        await at.press("t", "G")
        assert "A group with" in at.text


async def test_a_proposal_of_a_round_that_is_over_waits_for_nobody():
    async with sit("exodus", setup={"hands": HANDS}, size=LARGE) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        for name in at.table.match.seats:
            at.seat(name).ready()
        await at.settle()
        await at.press("enter", "t")
        assert "your red for their green" in at.text
        assert "(a takes it)" not in at.text
        await at.press("a")
        assert at.find("#status").message == "No proposal of this round waits for your answer in this thread."
        assert at.seat("Ada").draft() is None


async def test_the_cursor_of_the_partners_is_where_the_keys_and_the_words_are():
    async with sit("exodus", setup=FOUR, size=LARGE) as at:
        at.find("#panel").edit({"offers": [{"to": "Ed", "give": "red"}]})
        await at_partner(at, "Di")
        assert "About Di" in at.text
        await at.press("t", "q")
        assert at.find("#offers").has_focus
        assert "About Ed" in at.text
        assert at.find("#partners").row.id == "Ed"


# --- a cell of the matrix, and with whom ------------------------------------------------------------------------------
async def at_red_for_green(at):
    at.find("#matrix").focus()
    await at.press("right", "right", "right", "enter")


async def test_a_cell_names_those_who_offered_that_swap_and_enter_agrees_and_tells_them():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Cy").say(["Ada"], "deal", Deal(give="green", want="red"))
        at.seat("Di").say(["Ada"], "deal", Deal(give="white", want="red"))
        await at.settle()
        await at_red_for_green(at)
        rows = [row for row in at.find("#pick").rows if not row.heading]
        assert [row.id for row in rows] == ["Cy", "Bo", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy"]
        assert at.find("#pick").row.id == "Cy"
        await at.press("enter")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Cy", "give": "red"}]}, "in the slot it waited in"
        assert at.seat("Cy").messages()[-1].text == "Agreed: my red cube for your green cube."


async def test_a_cell_is_proposed_to_several_at_once_to_each_alone_and_the_slot_is_free_again():
    async with sit("exodus", setup=FOUR) as at:
        await at_red_for_green(at)
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "", "give": "red"}]}
        await at.press("enter", "down", "down", "enter", "p")
        for name in ("Bo", "Di"):
            said = at.seat(name).messages()[-1]
            assert (said.deal, said.readers) == (Deal(give="red", want="green"), ("Ada", name))
        assert not at.seat("Cy").messages()
        assert at.find("#status").message.startswith("Proposed red for green to Bo and Di.")
        assert at.seat("Ada").draft() is None, "an empty slot hinders no sealing"
        at.seat("Di").say(["Ada"], "yes", Deal(give="green", want="red"))
        await at.settle()
        await at_partner(at, "Di")
        await at.press("g")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Di", "give": "red"}]}


async def test_p_proposes_a_cell_to_the_one_under_the_cursor_and_A_offers_it_without_a_word():
    async with sit("exodus", setup=FOUR) as at:
        await at_red_for_green(at)
        await at.press("down", "p")
        assert at.seat("Cy").messages()[-1].deal == Deal(give="red", want="green")
        await at.press("enter", "down", "A")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Cy", "give": "red"}]}
        assert at.find("#panel").draft.expected_from("Cy") == "green"
        assert len(at.seat("Cy").messages()) == 1


async def test_a_swap_that_was_picked_in_a_round_that_closed_meanwhile_says_nothing():
    async with sit("exodus", setup=FOUR) as at:
        await at_red_for_green(at)
        dialog = at.screen
        for name in at.table.match.seats:
            at.seat(name).ready()
        await at.settle()
        assert at.table.match.round == 5
        if dialog.is_current:
            await at.press("p")
        assert not [said for said in at.seat("Bo").messages() if said.deal is not None]


async def test_a_complete_offer_is_not_changed_by_a_cell_the_next_slot_is_filled():
    async with sit("exodus", setup=FOUR) as at:
        at.find("#panel").edit({"offers": [{"to": "Bo", "give": "yellow"}]})
        await at_red_for_green(at)
        assert at.seat("Ada").draft().orders["offers"] == [{"to": "Bo", "give": "yellow"}, {"to": "", "give": "red"}]


async def test_a_swap_that_an_earlier_agreement_makes_due_stands_in_partners_and_g_drafts_it():
    async with sit("exodus", "Ada", setup={"hands": HANDS}, size=(160, 45)) as at:
        terms = Offer((Clause("Bo", "give", 1, 3, "red", "Ada"), Clause("Ada", "give", 1, 3, "yellow", "Bo")))
        at.seat("Bo").say(["Ada"], "My red for your yellow in rounds 1 to 3.", act=terms)
        at.seat("Ada").say(["Bo"], "Yes.", act=Accept("Bo-1"))
        HostControls(at.table).close()
        await at.settle()
        await at.press("enter")
        assert "\u2713" in text_of(note(at, "Bo"))
        assert "You give Bo a yellow cube this round" in at.find("#reminders").plain
        await at_partner(at, "Bo")
        await at.press("g")
        assert at.find("#panel").orders["offers"] == [{"to": "Bo", "give": "yellow"}]
