"""HH-58, HH-59: a no is as safe as a yes. What ends a deal, what ends a pact, and what ends nothing."""

from __future__ import annotations

from typing import Any

import pytest

from core.bots.company import pacts
from core.match import journal as j
from core.match.views import sight
from core.narration import promises
from core.table.table import Table
from core.talk.channels import Deal, Message
from core.talk.deals import bargains
from tests.kit import NAMES
from tests.kit.house import open_house

SEATS = NAMES[:9]
HANDS = {seat: ["red", "blue", "green", "white", "yellow"] for seat in SEATS}


def table(*people: str) -> Table:
    holders = {seat: "local" if seat in people else "bot:steady" for seat in SEATS}
    made = open_house().make(
        "exodus", SEATS, holders=holders, seed=11, setup={"hands": HANDS, "round": 4}, judged=False
    )
    made.play_bots()
    return made


def say(made: Table, text: str, by: str = "Ada", to: str = "Bo", deal: Deal | None = None) -> list[Message]:
    """Say it to one seat alone; return what that seat answers."""
    before = len(made.match.messages)
    made.submit(j.Said(author=by, to=(to,), text=text, deal=deal))
    made.play_bots()
    return [m for m in made.match.messages[before:] if m.sender == to and m.of_two and by in m.readers]


def agreed_table() -> tuple[Table, str]:
    """A table at which Ada has agreed with a bot on red for blue, or what it offers."""
    made = table("Ada")
    for bot in SEATS[1:]:
        offers = [m for m in made.match.messages if m.sender == bot and m.of_two and "Ada" in m.readers and m.deal]
        if offers:
            say(made, "yes", to=bot)
            if agreed(made, bot):
                return made, bot
    raise AssertionError("no bot proposes a swap that stands after a yes")


def agreed(made: Table, bot: str) -> bool:
    """Both think so: the book of each, and the bargain of each."""
    views = [bargains(seat, sight(made.match, seat).heard, 4, made.match.game.terms) for seat in ("Ada", bot)]
    stands = [
        bargain.settled is not None for bargain in (views[0].get(bot), views[1].get("Ada")) if bargain is not None
    ]
    books = [any(": waiting." in line for line in promises.book(made.match, seat)) for seat in ("Ada", bot)]
    assert len({*stands, *books}) == 1, (stands, books)
    return stands[0]


@pytest.mark.parametrize(
    "words",
    ["no wait", "hang on, no", "deal's off", "no", "I call it off", "sorry, I changed my mind", "scratch that",
     "cancel it", "on second thoughts, no", "no deal after all", "I take my yes back", "I'm out of our deal"],
)  # fmt: skip
def test_HH_58_words_that_call_a_deal_off_right_after_the_yes_end_it_for_both(words: str) -> None:
    made, bot = agreed_table()
    answers = say(made, words, to=bot)
    assert not agreed(made, bot)
    assert [m.occasion for m in answers] == ["off"]
    for seat in ("Ada", bot):
        assert any("Ada called it off in round 4." in line for line in promises.book(made.match, seat))
    made.submit(j.Closed())
    made.play_bots()
    told = [m.text for m in made.match.messages if m.channel == "lounge" and m.sender == bot]
    assert not any("Ada" in text and ("broke" in text or "lied" in text) for text in told)


@pytest.mark.parametrize(
    "words",
    ["no, I won't tell anyone", "no, I don't need green", "not now", "nope", "no, who leads?", "No hurry",
     "no, that was Cy", "no problem", "wait", "maybe not", "no more green for me this year",
     "are we off?", "is the deal off?"],
)  # fmt: skip
def test_HH_58_a_no_to_something_else_half_a_no_and_a_question_end_nothing(words: str) -> None:
    made, bot = agreed_table()
    say(made, "who leads?", to=bot)
    answers = say(made, words, to=bot)
    assert agreed(made, bot)
    assert not any("Then not" in m.text or m.occasion == "off" for m in answers)


def test_HH_58_a_no_that_ends_nothing_hears_what_stands_and_what_would_end_it() -> None:
    made, bot = agreed_table()
    say(made, "who leads?", to=bot)
    [answer] = say(made, "no", to=bot)
    assert "stands" in answer.text
    assert "I call it off" in answer.text
    assert [m.occasion for m in say(made, "I call it off", to=bot)] == ["off"]
    assert not agreed(made, bot)


@pytest.mark.parametrize(
    "words", ["no thanks", "no", "not for me", "no deal", "never mind", "I call it off", "nah, pass"]
)
def test_HH_58_a_no_never_ends_a_pact(words: str) -> None:
    made = table("Ada")
    bot = next(seat for seat in SEATS[1:] if say(made, "pact?", to=seat)[-1].occasion == "asks_pact")
    say(made, "yes", to=bot)
    say(made, words, to=bot)
    terms = made.match.game.terms
    assert "Ada" in pacts.allies(terms, bot, sight(made.match, bot).heard, 4)
    [answer] = [m for m in say(made, "our pact is over", to=bot) if m.occasion]
    assert answer.occasion == "parted"
    assert pacts.allies(terms, bot, sight(made.match, bot).heard, 4) == ()
    assert any("Ada called it off in round 4." in line for line in promises.book(made.match, "Ada"))


def test_HH_59_between_two_persons_either_may_call_off_and_both_books_say_who() -> None:
    for caller, other in (("Ada", "Bo"), ("Bo", "Ada")):
        made = table(*SEATS)
        say(made, "My red for your blue?", deal=Deal("red", "blue"))
        say(made, "deal", "Bo", "Ada")
        say(made, "good, see you there")
        books = [promises.book(made.match, seat) for seat in ("Ada", "Bo")]
        assert all(any(": waiting." in line for line in book) for book in books)
        say(made, "I call it off", caller, other)
        for seat in ("Ada", "Bo"):
            [line] = promises.book(made.match, seat)
            assert line.endswith(f"{caller} called it off in round 4.")
            bargain: Any = bargains(seat, sight(made.match, seat).heard, 4)["Bo" if seat == "Ada" else "Ada"]
            assert bargain.settled is None


def test_HH_58_terms_for_later_are_called_off_in_words_too() -> None:
    made = table("Ada")
    bot = next(
        seat
        for seat in SEATS[1:]
        if say(made, "lets both give each other white every round", to=seat)[-1].act is not None
    )
    say(made, "yes, agreed", to=bot)
    assert any("white" in line for line in promises.book(made.match, bot))
    answers = say(made, "I call it off", to=bot)
    assert [m.occasion for m in answers] in (["gone"], ["off"])  # "off" where a swap of this round is part of it
    assert any("Ada called it off in round 4." in line for line in promises.book(made.match, bot))


@pytest.mark.parametrize(
    "text",
    [
        "I regret to say that my figures were wrong: I must withdraw from our exchange",
        "cant do it anymore, deals off sry",
        "I have changed my mind, with apologies: please strike our exchange from your list",
        "things look bad here, I call it off", "Let me be plain for once: our deal is dead.",
        "Oh no, I confused. I want it not, please cancel.",
        "I find better price by Cy for yellow, so our thing is finish.",
    ],
)  # fmt: skip
def test_HH_58_words_that_call_a_deal_off_do_so_beside_an_excuse(text: str) -> None:
    made, bot = agreed_table()
    say(made, text, to=bot)
    assert not agreed(made, bot)


@pytest.mark.parametrize(
    "text",
    [
        "if you cheat me, deal's off", "is the deal off?", "I am not sure, but never say the deal is off",
        "deal's off? no, I keep my word", "please do not cancel, I want it",
        "Cy and I cancel our trade in round 5",
        "Cy says the deal is off", "yes to our swap, I call off the one with Cy",
    ],
)  # fmt: skip
def test_HH_58_words_of_a_calling_off_end_nothing_beside_a_condition_a_question_or_a_no(text: str) -> None:
    made, bot = agreed_table()
    say(made, text, to=bot)
    assert agreed(made, bot)


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("bet, {want} for your {give} lets go", True), ("ok i thought, deal, my {want} for your {give}", True),
        ("deal, my {want} for your {give}, unless Cy pays more", False),
        ("no deal, my {want} for your {give} is too much", False),
        ("what a deal, my {want} for your {give}, ha", False),
        ("deal: my {want} for your {give}, and also your black", False),
    ],
)  # fmt: skip
def test_HH_58_a_yes_beside_the_swap_that_was_proposed_is_a_yes_to_it(text: str, agrees: bool) -> None:
    made = table("Ada")
    put = next(m for m in made.match.messages if m.of_two and "Ada" in m.readers and m.deal is not None)
    assert put.deal is not None
    say(made, text.format(give=put.deal.give, want=put.deal.want), to=put.sender)
    assert agreed(made, put.sender) is agrees


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("I have thought about it. Yes.", True), ("Cy is slow, so I accept your offer", False),
        ("my figures are done, so I accept your offer", True), ("You drive a hard bargain. Deal!", True),
        ("everyone likes {want}, yes", False), ("You are a nice guy, yes", False), ("Di did it. Yes.", False),
        ("He said so. Yes.", False), ("if it rains. yes", False), ("I do not know. Fine.", False),
    ],
)  # fmt: skip
def test_HH_58_a_yes_at_the_end_agrees_only_beside_words_that_doubt_nothing(text: str, agrees: bool) -> None:
    made = table("Ada")
    put = next(m for m in made.match.messages if m.of_two and "Ada" in m.readers and m.deal is not None)
    assert put.deal is not None
    say(made, text.format(want=put.deal.want), to=put.sender)
    assert agreed(made, put.sender) is agrees


def test_HH_58_no_bot_asks_for_a_yes_that_it_would_not_take() -> None:
    """An offer of its own is past once the two have agreed on another swap, and called that off."""
    called_off = 0
    for bot in SEATS[1:]:
        made = table("Ada")
        put = [m.deal for m in made.match.messages if m.sender == bot and m.of_two and "Ada" in m.readers and m.deal]
        for give in ("yellow", "white") if put else ():
            if give != put[-1].give and not agreed(made, bot):
                say(made, f"my {give} for your {put[-1].give}?", to=bot)
        if not put or not agreed(made, bot):
            continue
        say(made, "I call it off", to=bot)
        called_off += 1
        asked = any("Say yes" in m.text for m in say(made, "what did we agree?", to=bot))
        say(made, "yes", to=bot)
        assert agreed(made, bot) or not asked
    assert called_off
