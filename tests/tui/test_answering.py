"""What can be done with terms and proposals on a page: each has its buttons, and none that says the wrong thing."""

from __future__ import annotations

from core.talk.acts import Accept, Clause, Deal, Offer, Withdraw
from tests.kit import NAMES
from tests.kit.screens import Sitting, sit
from tui.screens.table.compose import Compose
from tui.widgets.talk import Talk

HANDS = {"hands": {seat: ["red", "blue", "white"] for seat in NAMES[:9]}}
PHONE = (40, 28)
LATER = Offer((Clause("Bo", "give", 2, 2, "red", "Ada"), Clause("Ada", "give", 3, 3, "blue", "Bo", 0)))


def buttons(at: Sitting) -> list[tuple[str, list[str]]]:
    """The words of each bubble with its buttons."""
    conversation = at.find("#talk", Talk).conversation()
    return [(bubble["words"], [word for _, word in bubble["answers"]]) for bubble in conversation["said"]]


async def press(at: Sitting, word: str) -> None:
    talk = at.find("#talk", Talk)
    bubbles = [bubble for bubble in talk.conversation()["said"] if word in dict(map(reversed, bubble["answers"]))]
    talk.press(dict(map(reversed, bubbles[-1]["answers"]))[word], bubbles[-1]["waits"])
    await at.settle()


async def test_a_proposal_is_declined_and_waits_no_more() -> None:
    async with sit("exodus", setup=HANDS, size=PHONE) as at:
        at.seat("Bo").say(["Ada"], "My red for your blue?", Deal("red", "blue"))
        await at.settle()
        await at.press("t")
        assert [word for _, word in buttons(at)] == [["Agree", "Other terms", "Decline"]]
        await press(at, "Decline")
        assert at.seat("Bo").messages()[-1].text == "No."
        assert [word for _, word in buttons(at)] == [[], []]


async def test_other_terms_begin_with_theirs() -> None:
    """Of a proposal, its swap from this seat's side; of an offer, also its rounds and what comes first."""
    async with sit("exodus", setup=HANDS, size=PHONE) as at:
        at.seat("Bo").say(["Ada"], "My red for your blue?", Deal("red", "blue"))
        await at.settle()
        await at.press("t")
        await press(at, "Other terms")
        assert isinstance(at.screen, Compose)
        assert at.screen.draft.swap == Deal("blue", "red")
        await at.press("w", "r", "enter")
        assert at.seat("Bo").messages()[-1].deal == Deal("white", "red")
        at.seat("Bo").say(["Ada"], "...", act=LATER)
        await at.settle()
        await press(at, "Other terms")
        assert at.screen.draft.offer.clauses == LATER.clauses
        await at.press("escape")
        await press(at, "Agree")
        assert isinstance(at.seat("Bo").messages()[-1].act, Accept)


async def test_what_is_agreed_offers_no_agree_and_is_drafted() -> None:
    async with sit("exodus", setup=HANDS, size=PHONE) as at:
        at.seat("Ada").say(["Bo"], "My blue for your red?", Deal("blue", "red"))
        at.seat("Bo").say(["Ada"], "Agreed: my red for your blue.", Deal("red", "blue"))
        await at.settle()
        await at.press("t")
        assert [word for _, word in buttons(at)] == [[], ["Draft it"]]
        await press(at, "Draft it")
        assert at.seat("Ada").draft().orders == {"offers": [{"to": "Bo", "give": "blue"}]}


async def test_own_terms_and_own_proposals_are_withdrawn() -> None:
    async with sit("exodus", setup=HANDS, size=PHONE) as at:
        await at.press("t", "down")
        at.seat("Ada").say(["Bo"], "...", act=Offer((Clause("Bo", "give", 2, 2, "red", "Ada"),)))
        at.seat("Ada").say(["Bo"], "My blue for your red?", Deal("blue", "red"))
        await at.settle()
        assert [word for _, word in buttons(at)] == [["Withdraw"], ["Withdraw"]]
        await press(at, "Withdraw")
        assert [word for _, word in buttons(at)] == [["Withdraw"], [], []]
        await press(at, "Withdraw")
        assert at.seat("Bo").messages()[-1].act == Withdraw("Ada-1")
        assert [word for _, word in buttons(at)] == [[], [], [], []]


async def test_a_close_waits_for_the_line_that_is_written_on_a_page() -> None:
    async with sit("exodus", setup=HANDS, size=PHONE) as at:
        await at.press("t", "down")
        to = at.app.addressee()
        at.app.go("writing", "1")
        for name in at.table.match.seats:
            at.seat(name).ready()
        await at.settle()
        assert at.table.match.round == 2
        assert (at.screen.id, at.app.addressee().key) == ("table", to.key)
        at.app.go("writing", "")
        await at.settle()
        assert at.screen.id == "report"


async def test_a_draft_with_something_missing_is_refused_in_words_for_people() -> None:
    for game in ("black_and_white", "ninety_nine"):
        async with sit(game, size=PHONE) as at:
            await at.press("s")
            assert at.find("#status").message == "Something is not chosen yet: choose it on the table first."
            assert "[CM-25]" not in at.text


async def test_d_declines_a_proposal_as_the_button_does() -> None:
    async with sit("exodus", setup=HANDS, size=PHONE) as at:
        at.seat("Bo").say(["Ada"], "My red for your blue?", Deal("red", "blue"))
        await at.settle()
        await at.press("t", "d")
        assert at.seat("Bo").messages()[-1].text == "No."
