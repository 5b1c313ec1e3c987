"""Lessons: exercises as data, held to their goals, and what is said of a file that is wrong."""

from __future__ import annotations

import msgspec
import pytest

from core.games import MODULES, game
from core.kit import Broken, properties
from core.refusal import Refused
from core.table.seat import Seat
from core.talk.channels import Deal
from core.training import lessons
from core.training.practice import with_seat_names


@pytest.mark.parametrize("name", [name for name in MODULES if name != "refereed"])
def test_HH_66_every_game_has_a_lesson_of_five_to_nine_exercises(name):
    found = lessons.lessons(name)
    assert 5 <= len(found) <= 9
    assert len({one.id for one in found}) == len(found)
    for one in found:
        assert all(words.strip() for words in (one.title, one.idea, one.goal, one.answer, one.why))
        assert len(one.goal) <= 72, "it stands in one line of the table at 80x24"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        ({"orders": {}}, "its answer ends with points"),
        ({"want": (lessons.Want(at="points", least=-9),)}, "a wrong answer ends with the goal"),
        ({"others": {}}, "ends with points"),
    ],
)
def test_an_exercise_that_cannot_be_solved_or_needs_no_answer_is_found(spoil, said, monkeypatch):
    spoiled = msgspec.structs.replace(lessons.lessons("exodus")[0], **spoil)
    monkeypatch.setattr(lessons, "lessons", lambda _: (spoiled,))
    with pytest.raises(Broken, match=said):
        properties.every_exercise_can_be_solved_and_the_coach_solves_it(game("exodus"))


def test_what_the_coach_does_not_solve_is_found(monkeypatch):
    monkeypatch.setattr(lessons, "follow_coach", lambda seat, exercise, table: None)
    with pytest.raises(Broken, match="the coach ends with"):
        properties.every_exercise_can_be_solved_and_the_coach_solves_it(game("exodus"))


def test_an_exercise_is_the_same_each_time_and_says_names():
    one = lessons.lessons("exodus")[0]
    tables = [lessons.begin("exodus", one, "Zoe", lambda: 0.0) for _ in range(2)]
    seats = [Seat(table, table.match.seats[0]) for table in tables]
    assert seats[0].view() == seats[1].view()
    assert seats[0].name == "Zoe"
    assert [(said.sender, said.deal) for said in seats[0].messages()] == [
        (m.sender, m.deal) for m in seats[1].messages()
    ]
    assert one.with_names(tables[0].match.seats).answer.count("$") == 0


def test_a_file_with_a_word_too_many_or_too_few_is_refused_with_its_name():
    with pytest.raises(msgspec.ValidationError, match="hint"):
        lessons.parse('[[exercise]]\nhint = "none"')


def test_of_the_sinners_secret_one_is_about_a_lie_that_whoever_learns_can_see():
    one = next(one for one in lessons.lessons("sinners_secret") if one.id == "lie")
    table = lessons.begin("sinners_secret", one, "Ada", lambda: 0.0)
    seat, pairs = Seat(table, "Ada"), table.match.state.pairs
    assert [said.text for said in seat.messages()] == ["As far as I know: L gluttony yes, L charity yes."]
    assert seat.view().pairs["O"] == ("gluttony", "charity"), "no other letter has both: SS-01"
    assert not set(pairs["L"]) & set(pairs["O"])
    assert one.wrong == {"locks": {"O": "L"}}, "who believes it locks what is no ally"


def test_on_the_day_of_mercury_one_is_about_a_forced_place():
    one = next(one for one in lessons.lessons("day_of_mercury") if one.id == "forced")
    seat = Seat(lessons.begin("day_of_mercury", one, "Ada", lambda: 0.0), "Ada")
    assert seat.view().effects.forced == "weeping_cathedral"
    with pytest.raises(Refused, match="Cathedral"):
        seat.seal({"visits": [{"location": "catacombs"}, {"location": "ringed_city"}]})


def ask_lesson():
    exercise = next(item for item in lessons.lessons("exodus") if item.id == "ask")
    table = lessons.begin("exodus", exercise, "Ada", lambda: 0.0)
    return table, Seat(table, "Ada"), table.match.seats[1]


def test_HH_66_a_seat_with_replies_agrees_to_its_swap_and_seals_it():
    table, seat, partner = ask_lesson()
    assert Seat(table, partner).sealed() is None
    seat.say([partner], "My blue cube for your yellow cube?", Deal("blue", "yellow"))
    assert seat.messages()[-1].deal == Deal("yellow", "blue")
    assert Seat(table, partner).sealed() is not None
    assert seat.book(partner), "it counts as agreed"


def test_HH_66_a_seat_with_replies_reads_plain_words_and_names_its_own_terms_in_answer_to_others():
    table, seat, partner = ask_lesson()
    seat.say([partner], "my blue for your white?")
    assert seat.messages()[-1].deal == Deal("yellow", "blue")
    assert Seat(table, partner).sealed() is None
    seat.say([partner], "then my blue for your yellow")
    assert Seat(table, partner).sealed() is not None
    assert seat.messages()[-1].deal == Deal("yellow", "blue"), "words alone are no proposal: it waits for a yes"
    before = len(seat.messages())
    seat.say([partner], "yes")
    assert len(seat.messages()) == before + 1, "it is agreed"
    seat.say([table.match.seats[2]], "my blue for your red?")
    assert len(seat.messages()) == before + 2, "others do not answer"


def test_HH_66_a_plain_yes_to_terms_of_a_seat_with_replies_is_kept():
    table, seat, partner = ask_lesson()
    seat.say([partner], "my blue for your white?")
    seat.say([partner], "ok")
    assert Seat(table, partner).sealed() is not None


def test_HH_66_a_broken_word_of_the_round_before_stands_in_the_book():
    exercise = next(item for item in lessons.lessons("exodus") if item.id == "word")
    seat = Seat(lessons.begin("exodus", exercise, "Ada", lambda: 0.0), "Ada")
    assert any(line.startswith("-") or "broken" in line for line in seat.book(seat.frame().seats[1]))


def test_HH_66_a_word_that_the_learner_broke_stands_in_the_book_and_is_answered_with_a_worse_price():
    exercise = next(item for item in lessons.lessons("day_of_mercury") if item.id == "own")
    table = lessons.begin("day_of_mercury", exercise, "Ada", lambda: 0.0)
    seat, let_down = Seat(table, "Ada"), table.match.seats[1]
    assert any("broken" in line for line in seat.book(let_down))
    for text, deal in (("sorry. my greed for your pride?", None), ("My greed for your pride?", Deal("greed", "pride"))):
        seat.say([let_down], text, deal)
        assert "From you I want more" in seat.messages()[-1].text
    assert seat.messages()[-1].text.startswith("No. "), "its own terms stand already"
    seat.say([let_down], "ok")
    assert Seat(table, let_down).sealed() is not None


@pytest.mark.parametrize("name", MODULES)
def test_a_position_to_practise_from_is_named_in_a_line_of_the_menu_at_80x24(name):
    assert all(len(position.title) <= 64 for position in game(name).positions)


@pytest.mark.parametrize("game_id", ["pantheic_runes", "exodus", "drifting_ship"])
def test_HH_66_the_coach_of_a_lesson_leads_through_its_good_answer_and_goes_on_after_another_way(game_id):
    for exercise in lessons.lessons(game_id):
        table = lessons.begin(game_id, exercise, "Zoe", lambda: 0.0)
        seat = Seat(table, "Zoe")
        plan, said, acted = lessons.coached(exercise, seat, table), [], []
        for _ in range(lessons.TURNS):
            step = plan.step()
            said += [say.text for say in step.say]
            acted += [] if step.action is None else [step.action]
            plan.do(step)
            if step.kind in ("seal", "ready"):
                break
        seats = table.match.seats
        assert said == [lessons.fill_names(message.text, seats) for message in exercise.says], exercise.id
        assert acted == [*with_seat_names(list(exercise.actions), seats)], exercise.id
        astray = lessons.begin(game_id, exercise, "Zoe", lambda: 0.0)
        Seat(astray, "Zoe").say("lounge", "Let me try something else.") if astray.match.seals else None
        assert lessons.coached(exercise, Seat(astray, "Zoe"), astray).step() is not None, "the game's own advice"
