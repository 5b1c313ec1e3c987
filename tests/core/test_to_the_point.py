"""HH-58, HH-59: bots answer to the point: an offer among other words, the past by the book, the round asked for."""

from __future__ import annotations

import re
from typing import Any

import pytest

from benchmarks.hearing import Line, converse, stands_between, stated_match
from core.levels import TEMPERS
from core.match import journal as j
from core.table.seat import Seat
from core.talk.acts import Deal
from core.talk.deals import bargains
from core.talk.parsing.utterance import Utterance
from tests.kit import NAMES
from tests.kit.house import open_house


def said(state: str, *texts: str, temper: str = "warm") -> list[tuple[str, str, bool]]:
    """Return Bob's answer to each text of Ann's: its occasions, its words, and whether a deal stands then."""
    rows = converse(state, [Line(text, None, None) for text in texts], temper)
    return [(row.occasions, row.answer, row.stands) for row in rows]


@pytest.mark.parametrize(
    "text",
    [
        "that was kind of you, I won't forget it", "Thank you, I'll remember this!", "next time you need green, ask me",
        "I'll get you a blue one", "I'll tell everybody how fair you are", "no revenge from me, well played",
    ],
)  # fmt: skip
def test_praise_is_no_threat(text: str) -> None:
    [(occasion, _, _)] = said("exodus open", text)
    assert occasion != "threatened"


@pytest.mark.parametrize("text", ["I won't forget that", "I'll remember this", "next time you lie to me you are last"])
def test_a_threat_is_still_one(text: str) -> None:
    [(occasion, _, _)] = said("exodus open", text)
    assert occasion == "threatened"


@pytest.mark.parametrize("temper", TEMPERS)
@pytest.mark.parametrize("text", ["Why did you break our deal?", "why did you lie to me", "why did you cheat me?"])
def test_a_bot_admits_no_deed_that_the_book_does_not_have(text: str, temper: str) -> None:
    for state in ("exodus kept red blue", "exodus open"):
        [(occasion, answer, _)] = said(state, text, temper=temper)
        assert occasion == "accused"
        assert "because" not in answer
    [(occasion, answer, _)] = said("exodus broke red blue", text, temper=temper)
    assert occasion == "because"


def test_what_a_bot_was_told_it_can_quote_and_what_it_was_not_told_it_does_not_know() -> None:
    told = said("exodus open", "Remember this: Cas broke two deals.", "hello", "What did I say about Cas?")
    assert told[-1][:1] == ("quotes",)
    assert "Cas broke two deals" in told[-1][1]
    assert said("exodus open", "What did I tell you about green?")[-1][0] == "unseen"


@pytest.mark.parametrize("temper", TEMPERS)
@pytest.mark.parametrize("game", ["exodus", "famine"])
def test_the_example_of_a_bot_is_taken_by_it_or_there_is_none(game: str, temper: str) -> None:
    [(_, help_text, _)] = said(f"{game} open", "help", temper=temper)
    assert "\u201c\u201d" not in help_text
    if example := re.search("\u201c(my .*)\u201d", help_text):
        [_, (_, answer, stands)] = said(f"{game} open", "help", example[1], temper=temper)
        assert answer.startswith("Agreed")
        assert stands


@pytest.mark.parametrize(
    "text",
    [
        "Hello Bob, I hope you are well. I would gladly give you my yellow for your white.",
        "because I am short of white, would you give me your white for my yellow?",
        "hey! how are you - my yellow for your white?", "i need white so my yellow for your white?",
        "you said \u201cask me later\u201d: my yellow for your white?",
        "my yellow for your white because i'm nearly out of white",
        "perhaps my yellow for your white would interest you?",
    ],
)  # fmt: skip
def test_HH_58_an_offer_among_other_words_is_weighed_and_binds_by_a_yes_to_what_the_bot_says_of_it(text: str) -> None:
    (_, answer, stands), (_, _, stands_then) = said("exodus open", text, "yes")
    assert not stands
    if "yes" in answer.casefold():
        assert "my white for your yellow" in answer
        assert stands_then
    else:
        assert answer.startswith("Your white for my yellow?") or "My " in answer, answer


@pytest.mark.parametrize(
    "text",
    [
        "Dov told me \u201cmy yellow for your white\u201d and did not show up", "yeah right, my yellow for your white",
        "you wish, my yellow for your white", "I'd trade yellow for white with anyone but you",
        "Cas said: my yellow for your white. So silly", "my yellow for your white. not",
        "my yellow for your white? haha kidding",
    ],
)  # fmt: skip
def test_HH_58_a_tale_irony_and_a_no_after_it_are_no_offer(text: str) -> None:
    (occasion, _, stands), (_, _, stands_then) = said("exodus open", text, "yes")
    assert occasion != "deal"
    assert (stands, stands_then) == (False, False)


def test_a_question_about_a_round_is_answered_from_the_table_of_that_round() -> None:
    (_, five, _), (_, six, _) = said("exodus open", "how does black work in round 5?", "and in round 6?")
    assert "In round 5: give black: you +1; they -1." in five
    assert "In round 6: give black: they -4." in six
    assert "In year 6: " in said("famine open", "Would you remind me how topaz works in year 6?")[0][1]
    assert "In round 5" in said("exodus open", "does yellow pay more next round?")[0][1]


@pytest.mark.parametrize(
    ("state", "outcome"),
    [
        ("kept", "both of us kept to it"), ("broke", "I gave you a blue cube instead"),
        ("broken", "you gave me a blue cube instead"),
    ],
)  # fmt: skip
def test_HH_59_what_came_of_a_deal_is_answered_from_the_book_with_who_broke_it(state: str, outcome: str) -> None:
    for text in ("did you give me your yellow?", "what happened between us?", "Did I keep my word to you last round?"):
        [(occasion, answer, _)] = said(f"exodus {state} yellow red", text)
        assert occasion == "past"
        assert f"In round 4 we agreed on my yellow cube for your red cube, and {outcome}." in answer
    assert said("exodus open", "did you give me your yellow?")[0][0] == "unsettled"


@pytest.mark.parametrize(
    ("state", "texts", "sentence"),
    [
        ("exodus open", ("i need white", "yellow"), "white for your yellow"),
        ("famine offers ruby onyx", ("no onyx here. topaz?",), "ruby for your topaz"),
        ("exodus offers white blue", ("no", "maybe my yellow instead?"), "white for your yellow"),
        ("exodus offers white blue", ("the other way round?",), "blue for your white"),
    ],
)  # fmt: skip
def test_what_rests_on_the_lines_before_is_weighed_as_the_sentence_that_it_means(
    state: str, texts: tuple[str, ...], sentence: str
) -> None:
    *_, (_, answer, stands) = said(state, *texts)
    swapped = sentence.split(" for your ")
    assert sentence in answer.casefold() or all(thing in answer for thing in swapped), answer
    assert not stands


def test_a_bot_takes_the_answer_to_what_it_asked() -> None:
    match = stated_match("exodus open")
    assert not stands_between(match)
    restated = said("exodus open", "ur white + my yellow, hm", "yes")
    assert restated[0][0] == "restate"
    assert "yellow" in restated[1][1]
    assert restated[1][0] in ("deal", "resolved", "decline", "meagre", "none")


@pytest.mark.parametrize("temper", TEMPERS)
def test_courtesies_and_jokes_leave_a_deal_standing_and_name_it(temper: str) -> None:
    for text in ("thx", "nah I'm joking, it's fine", "no take backs!", "let me think"):
        [(_, answer, stands)] = said("exodus agreed white black", text, temper=temper)
        assert stands
        assert "white" in answer, (text, answer)
        assert "Then not" not in answer


def test_HH_58_an_echo_without_a_yes_is_no_agreement_whatever_the_games_bot_holds() -> None:
    offer = "because I am short of blue, would you give me your blue for my red?"
    (echoed, _, _), (_, answer, stands), (_, _, later) = said("exodus open", offer, "hm, not sure, green is nice", "no")
    assert (echoed, stands, later) == ("resolved", False, False)
    assert "ends it" not in answer
    for no in ("no", "never mind"):
        (_, _, _), (_, answer, stands) = said("exodus open", offer, no)
        assert not stands
        assert "our" not in answer.casefold()
    (_, _, _), (_, _, stands), (occasion, answer, off) = said("exodus open", offer, "yes", "I call it off")
    assert (stands, off, occasion) == (True, False, "off")
    assert "So our red for blue is off." in answer


@pytest.mark.parametrize(
    "text", ["what is that worth for me", "How many points is that for each of us?", "is it a fair deal?"]
)
def test_the_worth_of_the_swap_that_lies_between_two_is_told_for_both_sides(text: str) -> None:
    [(_, answer, _)] = said("exodus offers yellow white", text)
    assert re.search(r"My yellow for your white pays you -?\d+ points? and me -?\d+ points?, by itself\.", answer), (
        answer
    )
    assert "pays you" not in said("exodus open", text)[0][1]


@pytest.mark.parametrize(
    ("state", "texts", "terms"),
    [
        (
            "drifting_ship open", ("You leave 9A to me and I leave 7A to you.", "What about 9B instead?"),
            "Bob leaves 9B to Ann this round, and Ann leaves 7A to Bob this round",
        ),
        (
            "pantheic_runes open", ("you leave place 1 to me and I leave place 2 to you", "next round then?"),
            "Bob leaves place 1 to Ann next round, and Ann leaves place 2 to Bob next round",
        ),
        (
            "day_of_mercury open", ("you don't commit on me and I don't commit on you", "the same next round?"),
            "Bob does not commit a sin on Ann next round, and Ann does not commit a sin on Bob next round",
        ),
    ],
)  # fmt: skip
def test_HH_58_a_text_that_changes_the_terms_before_it_is_echoed_and_binds_by_a_yes_alone(
    state: str, texts: tuple[str, ...], terms: str
) -> None:
    *_, (occasion, answer, stands) = said(state, *texts)
    assert (occasion, stands) == ("echoes", False)
    assert terms in answer
    assert said(state, *texts, "yes")[-1][0] == "agrees"


@pytest.mark.parametrize("temper", TEMPERS)
def test_an_answer_without_a_telling_word_names_what_lies_between_the_two(temper: str) -> None:
    loose = ("well well well", "so it is with the likes of us", "you are one of a kind")
    for state, named, texts in (
        ("exodus agreed red green", "my red cube for your green cube", loose),
        ("exodus broke red green", "round 4", loose),
        (
            "exodus offers red green",
            "my red for your green",
            ("we need more than words", "that is a poor deal for an old man"),
        ),
    ):
        for text in texts:
            assert named in said(state, text, temper=temper)[-1][1], (state, text)
    for text in loose:
        assert "answered" not in said("exodus offers red green", text, temper=temper)[-1][1]


def test_words_are_quoted_once_a_round_and_only_from_a_statement() -> None:
    rows = said("exodus open", "I was here before you all", "We saw the round begin", "I shall remain")
    assert [occasion for occasion, _, _ in rows].count("claims") == 1
    for text in ("Swear on your mother", "Make me laugh", "Other colour you like?", "tell me a story"):
        assert text not in said("exodus open", text)[-1][1]


def test_a_yes_to_a_question_that_names_another_swap_is_none_to_the_offer_before() -> None:
    first, second = said("exodus offers black red", "I'd take white, never black.", "yes", temper="grand")
    assert first[0] == "restate"
    assert not second[2] or "white" in second[1]


def test_what_lies_open_is_named_once_beside_answers_that_say_something() -> None:
    rows = said("exodus offers red green", "who else are you trading with?", "do you have a deal with Cas?", "swear?")
    assert [("my red for your green" in answer) for _, answer, _ in rows] == [True, False, False]


def test_a_message_is_read_once_by_bot_book_and_bargain(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    reads = Utterance.__init__

    def counted(heard: Utterance, *args: Any) -> None:
        read.append(args[1])
        reads(heard, *args)

    monkeypatch.setattr(Utterance, "__init__", counted)
    for text in ("no, I won't tell anyone", "thanks, you are kind", "what did we agree on?", "where do you go next"):
        said("exodus agreed red green", text)
        assert read.count(text) == 1, text


@pytest.mark.parametrize(
    ("text", "swap"),
    [
        ("maybe my white instead?", Deal("white", "red")), ("the other way round?", Deal("red", "blue")),
        ("what do you think of him?", None), ("no, not for me", None),
    ],
)  # fmt: skip
def test_HH_58_persons_too_see_what_a_text_means_after_what_they_wrote_before_it_binds(
    text: str, swap: Deal | None
) -> None:
    seats = NAMES[:9]
    table = open_house().make("exodus", seats, holders=dict.fromkeys(seats, "local"), seed=5, setup={"round": 4})
    table.submit(j.Said(author="Bo", to=("Ada",), text="My red for your blue?", deal=Deal("red", "blue")))
    seat = Seat(table, "Ada")
    offer = seat.terms_in("Bo", text)
    assert (None if offer is None else seat.swap(offer)) == swap
    table.submit(j.Said(author="Ada", to=("Bo",), text=text))
    assert not bargains("Ada", seat.messages(), 4)["Bo"].agreed
