"""Bots in company: everything that is said to one alone is answered, and talk never touches play."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.botplay.speaking import MUST
from core.bots.company import pacts
from core.games import game as find_game
from core.games import ids
from core.games.day_of_mercury.bots.steady import SteadyBot
from core.games.day_of_mercury.spec import LOCATIONS
from core.games.day_of_mercury.structs import Commit, Gather, Orders, Visit
from core.games.exodus.spec import GOODS
from core.games.trading.bots.trader import tongue_of
from core.levels import TEMPERS
from core.match import journal as j
from core.match import views
from core.match.pace import FRESH, Writing
from core.match.views import own_pending, sight
from core.narration.telling import story
from core.table.seat import Seat
from core.table.table import Table
from core.table.table_bots import EARLY
from core.talk.channels import Deal, Message, partners
from core.talk.parsing.asks import tale
from core.talk.parsing.utterance import Utterance
from core.talk.voices import REASONS, VOICES, _filled
from tests.kit import NAMES
from tests.kit.house import open_house

SAID = (
    "Who leads?", "What do you hold?", "Beware of Cy!", "You broke your word!", "I am sorry.", "I will ruin you.",
    "How do the rules work?", "what did we agree on?", "Why?",
)  # fmt: skip
"""What every bot understands."""


def table(game: str, level: str = "steady", **more: Any) -> Table:
    seats = NAMES[: find_game(game).spec.seats]
    holders = {seat: "local" if seat == "Ada" else f"bot:{level}" for seat in seats}
    made = open_house().make(game, seats, holders=holders, seed=11, **more)
    made.play_bots()
    return made


def of(made: Table, seat: str) -> list[Message]:
    return [message for message in made.match.messages if message.sender == seat]


def begins(message: Message) -> bool:
    """Is it a word of a bot's own accord? That somebody broke its word is told when it must be."""
    return message.is_chat and message.occasion not in MUST


def partner(made: Table) -> str:
    """A bot to whom Ada can speak alone."""
    return partners(made.match.talk, "Ada")[0]


@pytest.mark.parametrize("game", [name for name in ids() if name != "drifting_ship" and "parley" not in name])
def test_whatever_is_said_to_a_bot_alone_is_answered_once_and_never_twice_the_same(game: str) -> None:
    made = table(game)
    if made.match.phase == "pregame":
        made.submit(j.Closed())
        made.play_bots()
    bot = partner(made)
    for text in SAID:
        before = len(of(made, bot))
        made.submit(j.Said(author="Ada", to=(bot,), text=text))
        made.play_bots()
        answers = [m for m in of(made, bot)[before:] if m.of_two and "Ada" in m.readers]
        assert len(answers) == 1, (text, answers)
    own = [m.text for m in of(made, bot) if m.occasion]
    assert len(set(own)) == len(own)


@pytest.mark.parametrize("game", [name for name in ids() if "parley" not in name])
def test_no_bot_fails_at_what_is_said_in_the_briefing(game: str, caplog: pytest.LogCaptureFixture) -> None:
    made = table(game, briefing=True)
    to = "lounge" if game == "drifting_ship" else (partner(made),)
    made.submit(j.Said(author="Ada", to=to, text="Who leads?"))
    made.play_bots()
    assert (made.match.phase, caplog.messages) == ("briefing", [])


@pytest.mark.parametrize("text", ["????", "my cat sat on it", "lovely weather", "Ich gebe dir Rot f\u00fcr Wei\u00df"])
def test_what_is_not_understood_is_said_to_be_so_each_time_with_an_example_once_a_round(text: str) -> None:
    made = table("exodus")
    before = len(of(made, "Bo"))
    for again in (text, "so what", "purple moons"):
        made.submit(j.Said(author="Ada", to=("Bo",), text=again))
        made.play_bots()
    answers = [m for m in of(made, "Bo")[before:] if m.of_two and m.deal is None]
    assert [m.occasion for m in answers] == ["foreign" if "Ich" in text else "unread", "unread_too", "unread_too"]
    assert ["For example" in m.text for m in answers] == [True, False, False]
    assert "\u201cmy " in answers[0].text


def test_a_rule_that_a_bot_has_no_sentence_for_is_looked_up_and_a_pact_of_others_is_none_of_its_own() -> None:
    made = table("famine")
    for text in ("how does the moon work?", "whom are you allied with?"):
        made.submit(j.Said(author="Ada", to=("Bo",), text=text))
        made.play_bots()
    answers = [m.occasion for m in of(made, "Bo") if m.of_two and "Ada" in m.readers and m.deal is None]
    assert answers[-2:] == ["lookup", "discreet"]
    assert not pacts.allies(made.match.game.terms, "Bo", made.match.messages, 1)


def test_HH_32_silent_bots_say_nothing_beside_their_deals_and_sparing_ones_begin_nothing() -> None:
    silent, sparing = table("exodus", bot_talk="silent"), table("exodus", bot_talk="sparing")
    for made in (silent, sparing):
        assert not any(m.occasion for m in made.match.messages)
        made.submit(j.Said(author="Ada", to=("Bo",), text="Who leads?"))
        made.play_bots()
    assert not any(m.occasion for m in silent.match.messages)
    assert of(sparing, "Bo")[-1].occasion in ("unknown", "nobody")


def test_the_occasion_of_a_line_stands_in_the_journal_and_in_no_view() -> None:
    made = table("exodus")
    asked(made, "Bo", "who leads?")
    said = next(m for m in reversed(made.match.messages) if m.sender == "Bo")
    assert said.occasion in ("unknown", "nobody", "leads", "leading")
    for seat in ("Ada", "Bo"):
        assert '"occasion"' not in json.dumps(views.view(made.match, seat))
    assert '"occasion"' not in json.dumps(views.host(made.match))
    words = j.FORM.as_json(j.Said(author="Ada", to=("Bo",), text="hi"))
    assert "occasion" not in words
    made.submit(j.Said(author="Ada", to=("Bo",), text="hi", occasion="psst, my own words"))
    assert not next(m for m in reversed(made.match.messages) if m.sender == "Ada").occasion


def test_among_themselves_bots_have_nobody_to_talk_to() -> None:
    seats = NAMES[:9]
    made = open_house().make("exodus", seats, holders=dict.fromkeys(seats, "bot:steady"), seed=11)
    made.play_bots()
    assert not any(m.occasion for m in made.match.messages)


def test_the_same_match_hears_the_same_talk() -> None:
    assert [m.text for m in table("famine").match.messages] == [m.text for m in table("famine").match.messages]


def test_at_most_one_bot_begins_to_talk_to_all_in_a_round() -> None:
    made = table("exodus")
    for _ in range(6):
        for number in range(1, 8):
            begun = [m for m in made.match.messages if m.round == number and m.channel == "lounge" and begins(m)]
            assert len({m.sender for m in begun}) <= 1
        made.submit(j.Closed())
        made.play_bots()
    assert any(m.channel == "lounge" and m.occasion for m in made.match.messages)


def test_a_pact_is_agreed_to_and_stands() -> None:
    made = table("exodus")
    for text, occasion in (("A pact, you and me?", "asks_pact"), ("yes", "pact"), ("So we have a pact?", "bound")):
        made.submit(j.Said(author="Ada", to=("Bo",), text=text))
        made.play_bots()
        assert of(made, "Bo")[-1].occasion == occasion


def test_the_ship_is_greeted_before_it_leaves() -> None:
    made = table("drifting_ship")
    assert made.match.phase == "pregame"
    assert any(m.occasion == "aboard" and m.channel == "lounge" for m in made.match.messages)
    made.submit(j.Said(author="Ada", to="lounge", text="Bo, who leads?"))
    made.play_bots()
    assert made.match.messages[-1].occasion == "nobody"


def test_HH_32_a_pact_raises_trust_and_the_order_of_proposals() -> None:
    made = table("exodus")
    mind = made.bots._bots["Bo"].bot  # type: ignore[attr-defined]
    before = mind.trust.of("Ada")
    made.submit(j.Said(author="Ada", to=("Bo",), text="A pact, you and me?"))
    made.play_bots()
    made.submit(j.Said(author="Ada", to=("Bo",), text="Agreed"))
    made.play_bots()
    made.submit(j.Said(author="Ada", to=("Bo",), text="Nice weather"))
    made.play_bots()
    assert mind.allies == ("Ada",)
    assert mind.trust.of("Ada") > before


def test_HH_32_no_bot_begins_to_talk_where_a_person_writes_and_nobody_learns_of_it() -> None:
    def begun(*, writes: bool) -> int:
        made = table("exodus")
        told: list[Any] = []
        for seat in ("Ada", "Bo", None):
            made.subscribe(seat, told.append)
        if writes:
            Seat(made, "Ada").writes("lounge")
            assert told == []
        for _ in range(4):
            made.submit(j.Closed())
            if writes:
                Seat(made, "Ada").writes("lounge")
            made.play_bots()
            made.clock.advance(EARLY)  # then bots trade among themselves
            made.tick()
            made.play_bots()
        return sum(m.channel == "lounge" and m.round > 1 and begins(m) for m in made.match.messages)

    assert begun(writes=False) > 0
    assert begun(writes=True) == 0


def test_HH_32_what_is_written_elsewhere_or_long_ago_holds_no_bot_back() -> None:
    found = Writing()
    found.write("Ada", ("Bo",), 0.0)
    assert found.at("Bo", ("Ada",), 1.0)
    assert not found.at("Bo", "lounge", 1.0)
    assert not found.at("Cy", ("Ada",), 1.0)
    assert not found.at("Bo", ("Ada",), FRESH)
    found.write("Ada", None, 2.0)
    assert not found.at("Bo", ("Ada",), 2.0)


# --- questions of what it does, why, and what things are worth -----------------------------------------------------
def asked(made: Table, bot: str, text: str, to: str | tuple[str, ...] = ()) -> Message:
    """What a bot answers Ada."""
    before = len(made.match.messages)
    made.submit(j.Said(author="Ada", to=to or (bot,), text=text))
    made.play_bots()
    return next(
        m
        for m in made.match.messages[before:]
        if m.sender != "Ada" and "Ada" in m.readers and (m.sender == bot or not m.of_two)
    )


def test_a_bare_why_is_answered_by_the_reason_of_what_was_said_last() -> None:
    made = table("day_of_mercury")
    fresh = next(seat for seat in made.match.seats[1:] if not any("Ada" in m.readers for m in of(made, seat)))
    assert asked(made, fresh, "Why?").occasion == "unreasoned"
    for text, said in (("A pact, you and me?", "alone"), ("Who leads?", "nobody"), ("Is envy bad?", "worth")):
        occasion = asked(made, fresh, text).occasion
        if text == "Is envy bad?":
            assert occasion == "worth"
        elif occasion in REASONS:
            assert occasion in (said, "unknown")
            assert REASONS[occasion] in asked(made, fresh, "But why?").text


def test_no_reason_is_heard_as_a_yes_or_a_no() -> None:
    assert {Utterance(tongue_of(GOODS), f"Because {reason}.").kind for reason in REASONS.values()} == {"talk"}


def test_where_a_bot_of_mercury_goes_it_tells_or_not_by_its_temper() -> None:
    made = table("day_of_mercury")
    found = {}
    for bot in made.match.seats[1:6]:
        companion = made.bots._bots[bot]
        answer = asked(made, bot, "Where are you going?")
        sealed: Any = made.match.sealed[bot].orders
        names = [LOCATIONS[visit.location].title for visit in sealed.visits]
        found[companion.temper] = answer.occasion  # type: ignore[attr-defined]
        assert all(name in answer.text for name in names) == (found[companion.temper] == "plans")  # type: ignore[attr-defined]
    assert found == {"warm": "plans", "blunt": "plans", "dry": "mum", "grand": "mum", "sly": "mum"}


def test_on_the_ship_a_room_is_asked_for_and_never_a_bid_told() -> None:
    made = table("drifting_ship")
    made.submit(j.Closed())
    made.play_bots()
    heard = [asked(made, bot, f"{bot}, what will you bid?", "lounge") for bot in made.match.seats[1:]]
    assert {one.occasion for one in heard} <= {"plans", "mum"}
    assert not any(character.isdigit() for one in heard for character in one.text)
    assert asked(made, "Bo", "Bo, will you bid on 4B?", "lounge").occasion in ("plans", "elsewhere", "mum")


def test_in_a_realm_somebody_says_what_to_ask_and_across_nobody_does() -> None:
    made = table("sinners_secret")
    made.submit(j.Closed())
    made.play_bots()
    answer = asked(made, "", "What should I ask the other realm?", "realm")
    assert answer.channel == "realm"
    assert answer.occasion == "advice"


def test_whom_a_bot_trusts_follows_from_what_it_met_with_and_a_why_to_all_is_for_who_spoke_last() -> None:
    made = table("exodus")
    assert asked(made, "Bo", "Do you trust Di?").occasion == "trusts"
    made.submit(j.Said(author="Bo", to="lounge", text=tale("Di")))
    assert asked(made, "Bo", "Do you still trust Di?").occasion == "doubts"
    told = asked(made, "Ed", "Ed, who leads?", "lounge")
    again = asked(made, "Ed", "Why?", "lounge")
    assert (told.sender, again.sender) == ("Ed", "Ed")


def test_who_never_answers_is_asked_three_times_in_a_match_and_then_left_alone() -> None:
    made = table("famine", "sharp")
    for _ in range(6):
        made.submit(j.Closed())
        made.play_bots()
    for bot in made.match.seats[1:]:
        assert sum(m.deal is not None and m.of_two and "Ada" in m.readers for m in of(made, bot)) <= 3


# --- what people say beside the match ------------------------------------------------------------------------------
def test_a_pact_that_a_person_ends_stands_no_more() -> None:
    made = table("exodus")
    assert asked(made, "Bo", "pact?").occasion == "asks_pact"
    assert asked(made, "Bo", "yes").occasion == "pact"
    assert asked(made, "Bo", "are we still allies?").occasion == "bound"
    assert asked(made, "Bo", "sorry, our pact is over").occasion == "parted"
    assert pacts.allies(made.match.game.terms, "Bo", sight(made.match, "Bo").heard, 1) == ()
    assert asked(made, "Bo", "who are you allied with?").occasion == "discreet"


def test_who_broke_a_word_is_told_by_what_was_met_with_or_heard() -> None:
    made = table("exodus")
    assert asked(made, "Bo", "who broke their word?").occasion == "clean"
    made.submit(j.Said(author="Ed", to="lounge", text=tale("Di")))
    heard = asked(made, "Bo", "who broke their word?")
    assert heard.occasion == "hearsay"
    assert "Ed" in heard.text
    assert "Di" in heard.text


def test_a_question_is_no_half_of_a_proposal_whatever_it_names() -> None:
    made = table("famine")
    made.submit(j.Closed())
    made.play_bots()
    for bot in made.match.seats[1:]:
        assert asked(made, bot, "is onyx dangerous?").occasion == "worth"


def test_how_many_rounds_are_left_everybody_knows() -> None:
    made = table("exodus")
    assert "7 rounds in all, and this is round 1" in asked(made, "Bo", "how many rounds left?").text


def test_a_pact_stands_in_the_record_with_what_became_of_it() -> None:
    made = table("exodus")
    for bot in ("Bo", "Cy"):
        asked(made, bot, "pact?")
        asked(made, bot, "yes")
    asked(made, "Cy", "our pact is over")
    made.submit(j.Closed())
    told = [turn.text for turn in story(made.match, "Ada").turns if turn.kind == "pact"]
    assert any("Ada and Bo made a pact; it held to the end" in text for text in told)
    assert any("Ada and Cy made a pact; it ended in words in round 1" in text for text in told)
    assert not [turn for turn in story(made.match, "Di").turns if turn.kind == "pact"], "it stays with those two"


def test_after_the_end_bots_still_answer_people_and_begin_nothing() -> None:
    made = table("drifting_ship")
    while made.match.phase != "finished":
        made.submit(j.Closed())
        made.play_bots()
        if (choice := own_pending(made.match, "Ada")) is not None:
            made.submit(j.Acted(author="Ada", action={"kind": choice.kind, "player": choice.among[0]}))
            made.play_bots()
    before = len(made.match.messages)
    made.play_bots()
    assert len(made.match.messages) == before
    assert asked(made, "Bo", "Bo, who leads?", "lounge").occasion in ("leads", "leading", "unknown", "nobody")


def test_a_proposal_by_keys_is_answered_once_whatever_stands_beside_it() -> None:
    made = table("day_of_mercury")
    words = "I shall be in the Ringed City. My pride for your lust?"
    for bot in made.match.seats[1:]:
        before = len(of(made, bot))
        made.submit(j.Said(author="Ada", to=(bot,), text=words, deal=Deal("pride", "lust")))
        made.play_bots()
        answers = [message for message in of(made, bot)[before:] if message.of_two and "Ada" in message.readers]
        assert [answer.occasion for answer in answers if answer.occasion == "partly"] == []
        assert len(answers) == 1, answers


def test_a_bot_that_agrees_to_spare_a_person_gathers_where_it_meant_to_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    against = Visit("catacombs", (Gather(), Commit("Ada")))
    monkeypatch.setattr(SteadyBot, "write", lambda *_: Orders((against, Visit("ringed_city", (Commit("Cy"),)))))
    made = table("day_of_mercury")
    made.submit(j.Said(author="Ada", to=("Bo",), text="if you don't steal from me I won't steal from you"))
    made.play_bots()
    assert of(made, "Bo")[-1].occasion == "echoes"
    assert made.match.sealed["Bo"].orders.visits[0] == against, "an echo binds nobody"
    made.submit(j.Said(author="Ada", to=("Bo",), text="yes"))
    made.play_bots()
    assert [visit.deeds for visit in made.match.sealed["Bo"].orders.visits] == [(Gather(), Gather()), (Commit("Cy"),)]
    for text in ("ok", "did we agree?"):
        made.submit(j.Said(author="Ada", to=("Bo",), text=text))
        made.play_bots()
        assert of(made, "Bo")[-1].occasion == "agrees", "it stands, so a bot does not deny it"
    made.submit(j.Said(author="Ada", to=("Cy",), text="don't steal from me"))
    made.play_bots()
    assert of(made, "Cy")[-1].occasion == "refuses", "for nothing it spares nobody"


@pytest.mark.parametrize(
    ("game", "text", "occasion"),
    [
        ("day_of_mercury", "lol nice try", "bantered"),
        ("day_of_mercury", "want to team up till the end? we share what we get", "haggle"),
        ("day_of_mercury", "what if I offer early?", "rules"),
        ("day_of_mercury", "who has the most envy?", "unseen"),
        ("day_of_mercury", "ok?", "unsettled"),
        ("sinners_secret", "are we allies?", "trade_secret"),
        ("sinners_secret", "swap: I tell you what I know about F and you tell me about Q", "trade_secret"),
        ("sinners_secret", "what are you?", "trade_secret"),
        ("sinners_secret", "which letter is yours?", "worth"),
        ("day_of_mercury", "nobody goes to the shrine this round, agreed?", "noted"),
        ("sinners_secret", "haha ok you win", "bantered"),
    ],
)
def test_table_talk_of_people_gets_an_answer_to_the_point(game: str, text: str, occasion: str) -> None:
    made = table(game)
    made.submit(j.Said(author="Ada", to=(partner(made),), text=text))
    made.play_bots()
    assert of(made, partner(made))[-1].occasion in (occasion, "confess")


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Cy, you give Bo your red, I take your blue, ok?", []),
        ("hey Cy: who leads?", []),
        ("Ed, who leads?", ["Ed"]),
        ("Ed - or Bo, who leads?", None),
    ],
)
def test_a_sentence_that_begins_with_a_seats_name_is_for_that_seat_alone(text: str, answers: list[str] | None) -> None:
    seats = NAMES[:9]
    holders = {seat: "local" if seat in ("Ada", "Cy") else "bot:steady" for seat in seats}
    made = open_house().make("exodus", seats, holders=holders, seed=11)
    made.play_bots()
    before = len(made.match.messages)
    made.submit(j.Said(author="Ada", to="lounge", text=text))
    made.play_bots()
    heard = [m.sender for m in made.match.messages[before:] if m.sender != "Ada" and m.channel == "lounge"]
    assert heard == answers or (answers is None and len(heard) == 1)


def test_a_line_without_an_example_quotes_none() -> None:
    for temper in TEMPERS:
        for text in VOICES[temper]["wished"]:
            filled = _filled(text, {"about": "", "example": "", "other": "Ada"})
            assert "\u201c" not in filled
            assert filled.endswith((".", "?", "!"))


def test_HH_83_no_bot_answers_what_the_house_says_for_a_person_who_is_away() -> None:
    for notice in ("I am away from 27 Dec to 2 Jan.", "I am away on 3 Jan.", "I am back."):
        made = table("exodus")
        before = len(made.match.messages)
        made.submit(j.Said(author="Ada", to="lounge", text=notice))
        made.play_bots()
        assert not [m for m in made.match.messages[before + 1 :] if m.channel == "lounge"]
