"""The coach at the table: comes once, follows the draft, is sent away with one key, and pushes nothing away."""

from __future__ import annotations

import pytest

from core.botplay.plan import BOT_SECONDS, PERSON_SECONDS, PlanStep
from core.bots.coach import Hint, seats_that_owe_an_answer
from core.games import game as find_game
from core.match import journal as j
from core.match.pace import MESSAGES
from core.refusal import Refused
from core.table.coached import CoachedSeat
from core.table.host_controls import HostControls
from core.talk.channels import Deal
from tests.kit.depth import games, paired
from tests.kit.house import open_house
from tests.kit.screens import drive, sit
from tests.kit.script import NAMES
from tui.app.hotseat import HotseatApp
from tui.games import panel_class
from tui.screens.table.coach import CoachLine, CoachPage
from tui.words import text


def seated(name: str, level: str = "random"):
    """A house with one match of a person, Ada, among bots that say nothing unusual."""
    house = open_house()
    seats = NAMES[: find_game(name).spec.seats]
    holders = {seat: "local" if seat == "Ada" else f"bot:{level}" for seat in seats}
    return house, house.make(name, seats, holders=holders, seed=5)


async def test_it_comes_by_itself_once_and_never_again_once_sent_away():
    house, table = seated("day_of_mercury")
    async with drive(HotseatApp(house, match_id="day-of-mercury-1")) as at:
        await table.quiet()
        await at.settle()
        assert "1 of 3: Choose two places" in at.text
        await at.press("H")
        assert "1 of 3" not in at.text
        assert "C calls it again" in at.text
    house.make("day_of_mercury", table.match.seats, holders=dict(table.match.holders), seed=6)
    async with drive(HotseatApp(house, match_id="day-of-mercury-2")) as at:
        await at.settle()
        assert "1 of 3" not in at.text
        await at.press("C")
        assert "By hand, step 1 of 3: " in at.text
        await at.press("escape")
        assert "1 of 3: Choose two places" in at.text


async def obey(at, table) -> list[str]:
    """Press C and Enter until the round of the person has been sealed; return the kinds of the steps."""
    kinds, round_ = [], table.match.round
    while table.match.round == round_ and table.match.phase != "finished" and len(kinds) < 40:
        await at.press("C")
        if not isinstance(at.screen, CoachPage):
            break
        step = at.screen.step
        kinds.append("" if step is None else step.kind)
        if kinds[-1] in ("say", "wait"):
            assert "Press s:" not in "\n".join(map(str, at.screen.rows())), "sealing comes later"
        await at.press("enter")
        await table.quiet()
        await at.settle()
        if kinds[-1] == "wait":
            at.clock.advance(BOT_SECONDS)
        if kinds[-1] == "":
            break
    return kinds


async def test_enter_at_its_page_plays_the_round_to_its_seal_and_afterwards_it_says_what_came_of_it():
    house, table = seated("day_of_mercury")
    async with drive(HotseatApp(house, match_id="day-of-mercury-1"), (80, 40)) as at:
        at.clock = house.clock
        await table.quiet()
        await at.settle()
        kinds = await obey(at, table)
        assert kinds[-2:] == ["draft", "seal"]
        await table.quiet()
        await at.settle()
        assert at.screen.id == "report"
        await at.press("enter")
        assert "What came of it: +" in at.text
        await at.press("s", "enter")
        await table.quiet()
        await at.settle()
        await at.press("enter")
        assert "What came of it" not in at.text  # the first round is over, and so is the coach


async def test_HH_28_a_lie_is_marked_and_has_a_key_of_its_own():
    house, table = seated("sinners_secret", "steady")
    async with drive(HotseatApp(house, match_id="sinners-secret-1")) as at:
        while table.match.round < 6:
            await table.quiet()
            await at.settle()
            if not isinstance(at.screen, CoachPage):
                await at.press("escape", "C")
            elif at.screen.step is not None and at.screen.step.lies:
                break
            house.clock.advance(BOT_SECONDS)
            await at.press("enter")
        (lie,) = at.screen.step.lies
        assert f"{lie.text} (not so)" in at.screen.plain()
        before = [message.text for message in table.match.messages if message.sender == "Ada"]
        await at.press("L")
        assert [message.text for message in table.match.messages if message.sender == "Ada"] == [*before, lie.text]
        assert "not so" not in at.screen.plain()


async def test_words_that_arrive_stand_beside_the_coachs_line():
    async with sit("exodus", "Ada", size=(80, 24)) as at:
        await at.press("C", "escape")
        at.seat("Bo").say(["Ada"], "What do you hold, and what would you give for a white cube, if I may ask?")
        await at.settle()
        assert "Bo writes." in at.text
        assert "or offer: Enter" in at.text


async def test_where_nothing_is_agreed_it_says_what_to_ask_and_drafts_nothing():
    async with sit("exodus", "Ada", size=(80, 24)) as at:
        await at.press("C")
        assert "Enter says it in your name" in at.text, "it stands above the edge"
        for say in at.screen.step.say:
            assert say.text in at.text.replace("\n", " ")
        await at.press("enter")
        said = [message for message in at.table.match.messages if message.sender == "Ada"]
        assert 0 < len(said) <= 2, "no more than it has offers"
        assert all(message.deal is not None for message in said)
        assert "been told" in at.text
        assert isinstance(at.screen, CoachPage), "the page shows what comes next"
        await at.press("C")
        assert isinstance(at.screen, CoachPage), "and stays at the key that opened it"
        await at.press("q")
        assert at.find("#panel").orders["offers"] == []


async def test_an_answer_moves_the_open_page_on_and_agreements_by_hand_belong_to_the_plan():
    async with sit("exodus", "Ada", size=(80, 40)) as at:
        await at.press("C", "enter", "C")
        assert at.screen.step.kind == "wait"
        asked = [message for message in at.table.match.messages if message.sender == "Ada"]
        for message in asked:
            other = next(reader for reader in message.readers if reader != "Ada")
            at.seat(other).say(["Ada"], "Agreed.", Deal(give=message.deal.want, want=message.deal.give))
        await at.settle()
        assert at.screen.step.kind == "draft"
        assert "Agreed with" in at.screen.plain()
        await at.press("enter")
        given = {(offer["to"], offer["give"]) for offer in at.seat("Ada").draft().orders["offers"]}
        assert given == {(next(iter({*m.readers} - {"Ada"})), m.deal.give) for m in asked}
        assert isinstance(at.screen, CoachPage), "the page stays until the orders are sealed"
        assert at.screen.step.kind == "seal"
        await at.press("enter")
        assert at.seat("Ada").frame().orders == "SEALED"
        assert at.seat("Ada").frame().ready


async def test_what_is_agreed_by_hand_is_kept_and_takes_a_slot():
    async with sit("exodus", "Ada", size=(80, 40)) as at:
        give, want = next((kind, "blue") for kind, count in at.seat("Ada").view().free.items() if count)
        at.seat("Bo").say(["Ada"], f"My {want} for your {give}?", Deal(give=want, want=give))
        at.seat("Ada").say(["Bo"], "Yes.", Deal(give=give, want=want))
        await at.press("C")
        assert len(at.screen.step.say) <= 1
        at.clock.advance(PERSON_SECONDS)
        while at.seat("Ada").sealed() is None:
            await at.press("enter" if isinstance(at.screen, CoachPage) else "C")
            at.clock.advance(PERSON_SECONDS)
        assert ("Bo", give) in {(offer.to, offer.give) for offer in at.seat("Ada").sealed().offers}


async def test_a_proposal_without_an_answer_is_taken_back_before_the_seal():
    async with sit("exodus", "Ada", size=(80, 40)) as at:
        await at.press("C", "enter", "C")
        assert at.screen.step.kind == "wait"
        at.clock.advance(PERSON_SECONDS)
        at.app.screen_stack[-2].tick()
        await at.settle()
        assert [type(say.act).__name__ for say in at.screen.step.say] == ["Withdraw"] * len(at.screen.step.say)
        await at.press("enter")
        lesson = at.seat("Ada").lesson(0)
        assert seats_that_owe_an_answer(lesson) == ()


async def test_nothing_is_said_while_something_of_hers_waits_to_be_said():
    async with sit("exodus", "Ada", size=(80, 40)) as at:
        for _ in range(MESSAGES):
            at.seat("Ada").say("lounge", "Hello.")
        await at.press("C")
        assert at.screen.step.kind == "wait"
        assert "1 message waits to be said: 60 s" in at.screen.plain().replace("2 messages wait", "1 message waits")
        await at.press("enter")
        assert at.screen.step.kind == "wait", "a fast hand's second Enter skips no wait"
        at.clock.advance(10)
        at.app.screen_stack[-2].tick()
        await at.settle()
        assert "to be said: 50 s" in at.screen.plain(), "it counts down"
        await at.press("enter")
        assert at.screen.step is None or at.screen.step.kind in ("draft", "seal", "ready"), "it goes on without"
        assert at.seat("Ada").waiting() == ()


async def test_enter_goes_on_without_those_who_have_not_answered():
    async with sit("exodus", "Ada", size=(80, 40)) as at:
        await at.press("C", "enter")
        assert at.screen.step.kind == "wait"
        at.clock.advance(3)
        await at.press("enter")
        assert [type(say.act).__name__ for say in at.screen.step.say] == ["Withdraw"] * len(at.screen.step.say)
        await at.press("enter")
        assert at.screen.step.kind != "wait", "nor is anybody waited for later in this round"


async def test_HH_28_a_step_that_something_has_overtaken_is_not_done():
    async with sit("exodus", "Ada", size=(80, 40)) as at:
        await at.press("C")
        assert at.screen.step.kind == "say"
        held = [kind for kind, count in at.seat("Ada").view().free.items() for _ in range(count)]
        for other, give in zip(("Cy", "Di"), held, strict=False):
            at.seat(other).say(["Ada"], "My blue for it?", Deal(give="blue", want=give))
            at.seat("Ada").say([other], "Yes.", Deal(give=give, want="blue"))
        before = len(at.table.match.messages)
        at.screen.action_take()  # before the page could follow
        await at.settle()
        assert len(at.table.match.messages) == before
        assert "Something came in between" in at.text
        assert at.screen.step.kind == "draft"


async def test_what_its_page_would_tell_is_not_told_in_the_next_round():
    async with sit("exodus", "Ada", size=(80, 40)) as at:
        await at.press("C")
        step = at.screen.step
        assert step.say
        HostControls(at.table).close()
        with pytest.raises(Refused) as refused:
            CoachedSeat(at.seat("Ada")).do(step)
        assert refused.value.code == "too_late"
        assert not [message for message in at.table.match.messages if message.sender == "Ada"]


async def test_what_can_only_be_done_at_the_table_is_done_by_enter():
    setup = {"round": 2, "tableaux": {"Ada": ["o+x+"]}, "mana": {"Ada": 4}}
    async with sit("pantheic_runes", "Ada", setup=setup) as at:
        assert at.seat("Ada").view().own.tableaux == ("o+x+",)
        await at.press("C")
        told = at.screen.plain()
        step, reasons = told.split("Enter does it")
        assert "Do   First turn o+x+" in step
        assert "First turn" not in reasons
        await at.press("enter")
        assert at.seat("Ada").view().own.tableaux == ("xo++",)


@pytest.mark.parametrize(
    ("name", "size"), paired(games("exodus", "famine", "sinners_secret"), [(80, 24), (120, 40), (40, 15)])
)
async def test_at_no_size_it_pushes_the_table_away(name, size):
    async with sit(name, "Ada", size=size) as at:
        await at.press("C", "escape")
        hint = at.screen._coach.coaching.hint()
        line = at.find("#coach", CoachLine)
        assert hint is not None
        assert line.display == (size[1] > 24)
        if size[1] > 24:
            assert hint.words[:30] in at.text
            least = panel_class(name).LEAST
            panel = at.find("#panel")
            assert (panel.size.width >= least[0], panel.size.height >= least[1]) == (True, True)
        else:
            said = at.text.splitlines()[-2]
            assert (hint.words if size[0] >= 80 else hint.brief) in said
            assert text.CUT not in said, "nothing of it is cut off"
            assert "New to" not in at.text


async def test_a_page_over_a_closed_round_closes_itself_also_under_another_page():
    async with sit("exodus", "Ada", setup={"round": 7}) as at:
        await at.press("C")
        assert isinstance(at.screen, CoachPage)
        at.screen.app.open_help("beside")
        await at.settle()
        at.table.submit(j.Closed())
        await at.settle()
        assert at.seat("Ada").frame().over
        while at.screen.id != "table":
            assert not isinstance(at.screen, CoachPage)
            await at.press("q")
    async with sit("exodus", "Ada", setup={"round": 2}) as at:
        await at.press("C")
        at.table.submit(j.Closed())
        await at.settle()
        assert not any(isinstance(page, CoachPage) and page.is_active for page in at.app.screen_stack)


async def test_an_old_refusal_goes_with_the_next_success():
    async with sit("exodus", "Ada") as at:
        assert not at.screen.attempt(lambda: at.seat("Ada").seal({"offers": [{"to": "Ada", "give": "red"}]}, 1))
        assert at.find("#status").message
        assert at.screen.attempt(lambda: at.seat("Ada").seal({"offers": []}, 1))
        assert not at.find("#status").message


async def test_a_spectator_has_no_coach():
    async with sit("exodus", None) as at:
        await at.press("C")
        assert "Coach" not in at.text


@pytest.mark.parametrize(("width", "left"), [(120, 22), (160, 84)])
async def test_on_a_wide_terminal_the_page_stands_beside_the_board(width, left):
    house, table = seated("exodus")
    async with drive(HotseatApp(house, match_id="exodus-1"), size=(width, 40)) as at:
        await table.quiet()
        await at.settle()
        await at.press("C")
        assert isinstance(at.screen, CoachPage)
        assert at.find("#dialog").region.x == left


def test_only_a_game_that_words_its_action_has_it_above_the_reasons():
    def told(deed: str) -> str:
        step = PlanStep("act", 1, ("You hold the most chips.", "Take the card."), deed=deed)
        return text.lines(CoachPage(Hint("Play."), lambda: (step, []), lambda: 0.0).rows()).plain

    assert "Do   " not in told("")
    assert "Why  You hold the most chips." in told("")
    assert "Do   Take the card.\nEnter does it" in told("Take the card.")
    assert told("Take the card.").count("Take the card.") == 1
