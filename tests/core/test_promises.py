"""Promises beyond a swap of one round: bots hear them whole or say so, keep what they agree to, and the book tells."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks import agreements
from core.dice import Dice
from core.match import journal as j
from core.match.redeal import redeal
from core.match.state import change
from core.match.views import sight
from core.narration import promises
from core.narration.telling import story
from core.table.seat import Seat
from core.table.table import Table
from core.talk.acts import Accept, Clause, End, Offer
from core.talk.channels import Deal, Message
from tests.kit import NAMES
from tests.kit.depth import games
from tests.kit.house import open_house
from tests.kit.script import play
from tests.rulings.drifting_ship.script import crew, go, mate, ship

NO_DEAL = (
    "If you give me red this round I'll give you blue next round, promise.",
    "If i give you my blue, will you give me your blue next round as well",
    "red for white unless Cy has more",
    "my red for your blue in round 3, if you still have one",
    "What would you give for 3 reds?",
    "????",
    "ok deal",
    "\U0001f44d",
    "you take the red and I keep quiet",
)
"""What must not be heard as a swap of this round."""


def table(game: str, **more: Any) -> Table:
    seats = NAMES[: 4 if game == "drifting_ship" else 9]
    holders = {seat: "local" if seat == "Ada" else "bot:steady" for seat in seats}
    made = open_house().make(game, seats, holders=holders, seed=11, **more)
    made.play_bots()
    return made


def said(made: Table, text: str, to: str | tuple[str, ...] = ("Bo",), act: object = None) -> list[Message]:
    """What bots say to it."""
    before = len(made.match.messages)
    made.submit(j.Said(author="Ada", to=to, text=text, act=act))  # type: ignore[arg-type]
    made.play_bots()
    return [m for m in made.match.messages[before:] if m.sender != "Ada" and "Ada" in m.readers]


def quiet(made: Table) -> None:
    """Bo's own proposals of this round answered, so that nothing of them stands."""
    for message in [m for m in made.match.messages if m.sender == "Bo" and m.of_two and "Ada" in m.readers and m.deal]:
        assert message.deal
        said(made, "no thanks")


@pytest.mark.parametrize("text", NO_DEAL)
def test_what_is_no_swap_of_this_round_is_answered_and_agreed_to_by_nobody(text: str) -> None:
    made = table("exodus")
    quiet(made)
    answers = said(made, text)
    mere_ok = text == "\U0001f44d"
    assert answers or mere_ok, "it is said plainly what was heard, or that it was not"
    assert [m for m in answers if m.text.startswith("Agreed") or (m.deal is not None and "?" not in m.text)] == []
    assert [m for m in answers if isinstance(m.act, Accept)] == []


def test_a_promise_for_later_is_declined_with_a_reason_that_a_person_can_go_by() -> None:
    made = table("exodus")
    [answer] = said(made, "If you give me red this round I'll give you blue next round, promise.")
    assert answer.occasion == "refuses"
    assert "nothing now for a promise of later" in answer.text


def test_a_swap_of_every_round_is_said_back_before_it_binds_and_then_due_in_each() -> None:
    made = table("exodus")
    answers = []
    for bot in NAMES[1:9]:
        answers = said(made, "lets both give each other white every round", (bot,))
        if isinstance(answers[-1].act, Offer):
            break
    echo = answers[-1]
    assert isinstance(echo.act, Offer), "nobody among eight agrees to white for white"
    assert "every round from now on" in echo.text
    assert not sight(made.match, echo.sender).due
    [agreed] = said(made, "\U0001f44d", (echo.sender,))
    assert agreed.occasion == "agrees"
    assert {clause.what for clause in sight(made.match, echo.sender).due} == {"white"}


def test_with_whom_it_promised_not_to_trade_a_bot_does_not_trade() -> None:
    made = table("exodus")
    third = NAMES[8]
    [refused] = said(made, f"Let's both never trade with {third}")
    assert refused.occasion == "refuses"
    [echo] = said(made, f"Let's both not trade with {third} from next round on")
    assert isinstance(echo.act, Offer)
    said(made, "ok")
    made.submit(j.Closed())
    made.play_bots()
    assert third in {clause.what for clause in sight(made.match, "Bo").due}
    for _ in range(4):
        made.submit(j.Closed())
        made.play_bots()
    for seat, report in [(seat, record.reports[seat]) for record in made.match.rounds[1:] for seat in ("Bo",)]:
        assert not [swap for swap in report.trades if swap.partner == third], seat  # type: ignore[attr-defined]


def test_on_the_ship_a_bot_agrees_to_leave_a_room_and_leaves_it() -> None:
    made = table("drifting_ship")
    made.submit(j.Closed())
    made.play_bots()
    for _ in range(3):
        orders = made.match.sealed["Bo"].orders
        wanted = made.match.game.terms and _tried(made, orders)
        if wanted:
            break
        made.submit(j.Closed())
        made.play_bots()
    room, free = wanted[0], next(one for one in ("13B", "13A", "13C") if one not in wanted)
    now = made.match.round
    offer = Offer((Clause("Bo", "leave", now, now, room, "Ada"), Clause("Ada", "leave", now, now, free, "Bo")))
    [answer] = [m for m in said(made, "Shall we?", "lounge", offer) if m.sender == "Bo"]
    assert isinstance(answer.act, Accept)
    assert room not in _tried(made, made.match.sealed["Bo"].orders)


def _tried(made: Table, orders: Any) -> tuple[str, ...]:
    from core.games.drifting_ship.company import rooms_bid_for
    from core.match.views import game_view

    return rooms_bid_for(game_view(made.match, "Bo"), orders)  # type: ignore[arg-type]


def test_HH_59_a_match_of_the_ship_with_two_rooms_agreed_one_kept_one_broken() -> None:
    match = ship({"Ada": (mate("12A", 5), mate("11C")), "Bo": (mate("12A", 5), mate("13B", 5))})
    offer = Offer((Clause("Bo", "leave", 1, 1, "12A", "Ada"), Clause("Ada", "leave", 1, 1, "13B", "Bo")))
    match.apply(j.Said(author="Ada", to="lounge", text="You take 13B, I take 12A, agreed?", act=offer))
    match.apply(j.Said(author="Bo", to="lounge", text="\U0001f44d"))
    orders = crew(go(None, 3), go(None, 1))
    assert [broken for _, broken in promises.due_now(match.match, "Bo", match.match.sealed.get("Bo"))] == [False]  # type: ignore[arg-type]
    match.seal("Bo", orders)
    [(words, broken)] = promises.due_now(match.match, "Bo", match.match.sealed["Bo"].orders)
    assert (words, broken) == ("you leave 12A to Ada this round", True)
    match.seal("Ada", crew(go(None, 1)))
    match.close()
    assert promises.of_round(match.match, "Ada", 1) == (
        "Promised: Bo leaves 12A to you this round: broken.",
        "Promised: you leave 13B to Bo this round: kept.",
    )
    assert promises.book(match.match, "Ada") == [
        "- Bo leaves 12A to you in round 1: broken.",
        "+ You leave 13B to Bo in round 1: kept.",
    ]
    [told] = [turn for turn in story(match.match, "Ada").turns if turn.kind == "promise"]
    assert told.text == (
        "Round 1: Ada and Bo agreed: Ada leaves 13B to Bo in round 1 (kept); Bo leaves 12A to Ada in round 1 (broken)."
    )
    assert told.seats[0] == "Bo"
    assert [turn for turn in story(match.match, "Cy").turns if turn.kind == "promise"] == []
    assert promises.book(match.match, "Cy") == []


def test_HH_59_what_waits_for_something_that_does_not_happen_is_void_and_notice_ends_the_rest() -> None:
    script = play("exodus", setup={"hands": {s: ["red", "blue", "white"] for s in NAMES[:9]}})
    first = Clause("Bo", "give", 1, 1, "red", "Ada")
    later = Clause("Ada", "give", 2, 2, "blue", "Bo", 0)
    script.apply(j.Said(author="Ada", to=("Bo",), text="...", act=Offer((first, later))))
    script.apply(j.Said(author="Bo", to=("Ada",), text="...", act=Accept("Ada-1")))
    each = Offer((Clause("Ada", "give", 1, None, "white", "Bo"), Clause("Bo", "give", 1, None, "white", "Ada")))
    script.apply(j.Said(author="Bo", to=("Ada",), text="...", act=each))
    script.apply(j.Said(author="Ada", to=("Bo",), text="...", act=Accept("Bo-1")))
    script.seal("Ada", {"offers": [{"to": "Bo", "give": "white"}]})
    script.close()
    script.apply(j.Said(author="Bo", to=("Ada",), text="...", act=End("Bo-1")))
    script.close()
    assert promises.book(script.match, "Ada", "Bo") == [
        "- Bo gives you a red cube in round 1: broken.",
        "o You give Bo a blue cube in round 2: void.",
        "o You give Bo a white cube in round 1: void.",
        "- Bo gives you a white cube in round 1: broken.",
        "o Bo called it off in round 2.",
    ]


def test_HH_59_whoever_takes_a_seat_over_is_bound_by_nothing_that_was_agreed_before() -> None:
    script = play("exodus", setup={"hands": {s: ["red", "blue", "white"] for s in NAMES[:9]}})
    each = Offer((Clause("Ada", "give", 1, None, "white", "Bo"), Clause("Bo", "give", 1, None, "white", "Ada")))

    def agree(number: int) -> None:
        script.apply(j.Said(author="Bo", to=("Ada",), text="...", act=each, at=float(number)))
        script.apply(j.Said(author="Ada", to=("Bo",), text="...", act=Accept(f"Bo-{number}"), at=float(number)))

    agree(1)
    script.close()
    assert [clause.who for clause in sight(script.match, "Bo").due] == ["Ada", "Bo"]
    script.apply(j.HandedOver(seat="Bo", holder="bot:steady", at=1.5))
    assert sight(script.match, "Bo").due == ()
    assert promises.due_now(script.match, "Ada", None) == ()
    assert promises.book(script.match, "Ada")[-1] == "o Void from round 2 on: Bo is played by somebody else."
    assert len(promises.book(script.match, "Ada")) == 3, "what was due before stays due"
    each = Offer(tuple(replace(clause, first=2) for clause in each.clauses))
    agree(2)
    assert [clause.who for clause in sight(script.match, "Bo").due] == ["Ada", "Bo"], "the new one's own word binds"


def test_HH_59_whoever_sits_down_under_a_name_of_their_own_is_bound_by_nothing_either() -> None:
    script = play("exodus", setup={"hands": {s: ["red", "blue", "white"] for s in NAMES[:9]}})
    script.apply(j.HandedOver(seat="Bo", holder="bot:steady", at=0.5))
    each = Offer((Clause("Ada", "give", 1, None, "white", "Bo"), Clause("Bo", "give", 1, None, "white", "Ada")))
    script.apply(j.Said(author="Bo", to=("Ada",), text="...", act=each, at=1.0))
    script.apply(j.Said(author="Ada", to=("Bo",), text="...", act=Accept("Bo-1"), at=1.0))
    script.close()
    script.apply(j.HandedOver(seat="Bo", holder="person:7", new_name="Zoe", at=1.5))
    assert sight(script.match, "Zoe").due == ()
    assert promises.book(script.match, "Ada")[-1] == "o Void from round 2 on: Zoe is played by somebody else."


def test_what_was_due_stands_in_the_report_of_the_round_and_in_the_seat_box() -> None:
    made = table("exodus")
    seat = Seat(made, "Ada")
    bot = next(one for one in NAMES[1:9] if isinstance(said(made, "red for red every round", (one,))[-1].act, Offer))
    said(made, "ok", (bot,))
    [(words, broken)] = seat.promised({"offers": []})
    assert (words, broken) == (f"you give {bot} a red cube this round", True)
    assert seat.promised({"offers": [{"to": bot, "give": "red"}]})[0][1] is False
    made.submit(j.Closed())
    found = seat.review(1)
    assert found is not None
    assert f"Promised: you give {bot} a red cube this round: broken." in found.promised
    assert Deal("red", "red") not in [m.deal for m in made.match.messages if m.act is not None]


def test_the_book_of_a_seat_is_the_same_whatever_others_agree_on_and_holds_nothing_of_it() -> None:
    """What two others offer each other is blanked in a redeal, and a third one's book does not change with it."""
    match = ship({"Ada": (mate("12A", 5), mate("11C")), "Bo": (mate("12A", 5), mate("13B", 5))})
    for by, to in (("Ada", "Bo"), ("Cy", "Di")):
        offer = Offer((Clause(to, "leave", 1, 1, "12A", by), Clause(by, "leave", 1, 1, "13B", to)))
        found = Message(by, "seats", (by, to), "...", 1, 0.0, None, offer)  # as over the device, which two alone hear
        match.match = change(match.match, messages=(*match.match.messages, found))
    for number in range(6):
        other = redeal(match.match, "Ada", Dice(number))
        assert promises.book(other, "Ada") == promises.book(match.match, "Ada")
        assert [m for m in other.messages if "Ada" not in m.readers and m.act is not None] == []
    assert "Cy" not in "".join(promises.book(match.match, "Ada"))
    assert len(promises.book(match.match, "Ada")) == 1


@pytest.mark.parametrize("game", [game for game in games("exodus", "sinners_secret") if game in agreements.WORDS])
def test_of_two_agreements_over_later_rounds_the_book_the_seal_box_and_the_story_tell_which_was_broken(
    game: str,
) -> None:
    told = agreements.play(game)
    assert [broken for _, broken in told.seal_box] == [False, True]
    assert sum(line.startswith("- ") for line in told.book) == 1
    assert any(line.startswith("+ ") for line in told.book)
    assert sum("(broken)" in turn for turn in told.turns) == 1
    assert sum("(kept)" in turn and "(broken)" not in turn for turn in told.turns) == 1


def test_HH_59_who_is_promised_something_reads_it_in_book_seal_box_report_and_story_as_who_promised() -> None:
    made = open_house().make("exodus", NAMES[:9], holders=dict.fromkeys(NAMES[:9], "local"), seed=11)
    asked = Offer((Clause("Bo", "give", 1, 1, "red", "Ada"),))
    made.submit(j.Said(author="Ada", to=("Bo",), text="Give me a red.", act=asked))
    made.submit(j.Said(author="Bo", to=("Ada",), text="I do.", act=Accept("Ada-1")))
    assert promises.promises_to(made.match, "Ada") == ("Bo gives you a red cube this round",)
    assert [due.to for due in promises.promises_due(made.match)] == ["Ada"]
    held: Any = Seat(made, "Ada").view()
    gives = next(kind for kind, count in held.held.items() if count)
    made.submit(j.Sealed(author="Ada", orders={"offers": [{"to": "Bo", "give": gives}]}))
    made.submit(j.Closed())
    owed, owes = (promises.book(made.match, seat) for seat in ("Ada", "Bo"))
    assert owed == ["- Bo gives you a red cube in round 1: broken."]
    assert owes == ["- You give Ada a red cube in round 1: broken."]
    reviews = [Seat(made, seat).review(1) for seat in ("Ada", "Bo")]
    assert [review.promised for review in reviews if review] == [
        ("Promised: Bo gives you a red cube this round: broken.",),
        ("Promised: you give Ada a red cube this round: broken.",),
    ]
    told = [turn for turn in story(made.match, "Ada").turns if turn.kind == "promise"]
    assert [turn.text for turn in told] == ["Round 1: Ada and Bo agreed: Bo gives Ada a red cube in round 1 (broken)."]
