"""A game's lesson, played by its keys: the goal on the screen, what came of it, another try, and what is remembered."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

from core.games import MODULES
from core.games import game as find_game
from core.table.seat import Seat
from core.training.lessons import begin, fill_names, lessons
from tests.kit.depth import deep, ends, games
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.screens import drive
from tests.kit.script import NAMES
from tui.app.hotseat import HotseatApp
from tui.screens.lobby.picking import SOLVED
from tui.screens.table.lesson import LessonPlay

SIZES = ends((40, 15), (80, 24), (120, 40), (160, 45))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_an_exercise_says_its_goal_is_missed_tried_again_and_solved(size):
    house = open_house()
    async with drive(HotseatApp(house, practice=("exodus", "lesson", "Ada")), size=size) as at:
        await at.settle()
        shown = " ".join(at.text.split())
        assert "Get 10 points or more in this round." in shown
        await at.press("enter")
        assert at.screen.id == "table"
        assert "Get 10 points or more" in at.text, "it stays in sight"
        await at.press("s", "enter")
        assert "Not yet" in at.text
        assert "A good answer" in at.text
        await at.press("enter", "enter")
        assert at.screen.id == "table"
        seat = at.screen.seat
        at.find("#panel").edit({"offers": [{"to": seat.frame().seats[1], "give": "blue"}]})
        await at.press("s", "enter")
        assert "Reached" in at.text
        assert at.app.memory.get(SOLVED) == {"exodus": ["swap"]}
        await at.press("enter")
        await at.settle()
        assert f"Lesson 2 of {len(lessons('exodus'))}" in " ".join(at.text.split())
    assert house.matches() == (), "nothing of it is kept as a match"


async def test_the_lesson_stands_first_where_one_practises_with_what_is_solved():
    house = open_house()
    async with drive(HotseatApp(house)) as at:
        at.app.memory.put(SOLVED, {"exodus": ["swap", "theirs"]})
        at.find("#menu").point("practice")
        await at.press("enter")
        at.find("#pick").point("exodus")
        await at.press("enter")
        assert f"2 of {len(lessons('exodus'))} solved" in at.text
        await at.press("enter", *"Ada", "enter")
        await at.settle()
        assert f"Lesson 3 of {len(lessons('exodus'))}" in at.text, "the first that is not solved"
        assert at.screen.id == "lesson", "its idea comes first"


async def test_HH_66_a_lesson_in_the_lobby_of_a_house_counts_as_no_practice_match_and_is_kept_nowhere():
    hall = Hall("Ada")
    async with hall.enter("Ada") as at:
        await at.press("p")
        at.find("#pick").point("black_and_white")
        await at.press("enter", "enter")
        await at.settle()
        assert "Lesson 1 of 5" in at.text
        await at.press("enter", "8", "enter", "enter")
        await at.settle()
        assert "Reached" in at.text, "the duel is won with it"
        await at.press("q")
        await at.settle()
        assert at.rows == []
    assert hall.house.matches() == ()


def test_a_game_without_a_lesson_has_none():
    assert lessons("nonesuch") == ()


@pytest.mark.parametrize("name", MODULES)
def test_no_placeholder_of_an_exercise_is_told(name):
    for exercise in lessons(name):
        table = begin(name, exercise, "Ada", lambda: 0.0)
        seats = table.match.seats
        told = exercise.with_names(seats)
        words = [told.title, told.idea, told.goal, told.answer, told.why, *told.answering_seats(seats)]
        words += [message.text for seat in seats for message in Seat(table, seat).messages()]
        words += [fill_names(reply.text, seats) for reply in exercise.replies]
        assert not [text for text in words if re.search(r"\$\d", text)], exercise.id


@pytest.mark.parametrize("name", games("sinners_secret", "famine", "drifting_ship"))
async def test_no_placeholder_of_an_exercise_is_drawn(name):
    for number, exercise in enumerate(lessons(name)[: deep(None, 1)]):
        if "$" not in msgspec.json.encode(exercise).decode():
            continue
        house = open_house()
        solved = {name: [one.id for one in lessons(name)[:number]]}
        async with drive(HotseatApp(house)) as at:
            at.app.memory.put(SOLVED, solved)
            LessonPlay(at.app, name, "Ada", house.clock, lambda game, at: None).open()
            await at.settle()
            shown = [at.text]
            await at.press("enter")
            shown.append(at.text)
            await at.press("s", "enter")
            shown.append(at.text)
            assert not [text for text in shown if re.search(r"\$\d", text)], exercise.id


async def test_HH_28_the_coach_comes_to_the_first_match_also_after_a_lesson():
    house = open_house()
    async with drive(HotseatApp(house, practice=("exodus", "lesson", "Ada"))) as at:
        await at.settle()
        await at.press("enter", "s", "enter")
        memory = at.app.memory
        assert memory.get("games known/Ada") in (None, {})
    seats = NAMES[: find_game("exodus").spec.seats]
    holders = {seat: "local" if seat == "Ada" else "bot:random" for seat in seats}
    house.make("exodus", seats, holders=holders, seed=5)
    async with drive(HotseatApp(house, match_id="exodus-1")) as at:
        await at.settle()
        assert "C how" in at.text, "beside it stands who writes, where a bot has begun to talk"


async def test_HH_66_the_last_exercise_says_how_many_are_solved_and_leads_to_a_match_with_the_coach():
    house = open_house()
    exercises = lessons("exodus")
    async with drive(HotseatApp(house, practice=("exodus", "lesson", "Ada")), size=(80, 24)) as at:
        await at.settle()
        at.app.memory.put(SOLVED, {"exodus": [exercise.id for exercise in exercises[:-1]]})
        await at.press("q", "q", "q")
        LessonPlay(at.app, "exodus", "Ada", house.clock, lambda game, at_: at.app.practise(game, at_, "Ada")).open()
        await at.settle()
        await at.press("enter")
        seat = at.screen.seat
        orders = fill_names(json.dumps(exercises[-1].orders), seat.frame().seats)
        at.find("#panel").edit(json.loads(orders))
        await at.press("s", "enter")
        assert f"{len(exercises)} of {len(exercises)} solved." in " ".join(at.text.split())
        assert "begins a match with the coach" in at.text
        await at.press("enter")
        await at.settle()
    assert [summary.practice for summary in house.matches()] == [True]


async def test_HH_66_in_a_lesson_with_replies_the_coach_asks_the_seat_that_answers():
    house = open_house()
    ids = [exercise.id for exercise in lessons("exodus")]
    async with drive(HotseatApp(house), size=(80, 24)) as at:
        LessonPlay(at.app, "exodus", "Ada", house.clock, lambda game, at_: None).open(ids.index("ask"))
        await at.settle()
        await at.press("enter")
        for _ in range(4):
            if "Reached" in at.text:
                break
            await at.press("C", "enter")
            await at.settle()
        assert "Reached" in at.text
