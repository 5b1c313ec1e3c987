"""The coach of Day of Mercury keeps what its seat promised about commits."""

from __future__ import annotations

from msgspec import structs

from core.bots.contract import Say, Seal
from core.decoding import decode
from core.games.day_of_mercury import GAME
from core.games.day_of_mercury.bots.haggling import ELSEWHERE, OFF
from core.games.day_of_mercury.company import TERMS
from core.games.day_of_mercury.spec import SIN_LOCATIONS
from core.games.day_of_mercury.structs import Orders, Sight
from core.games.day_of_mercury.words import meeting, place_in
from core.match import journal as j
from core.match import views
from core.talk.acts import Clause
from core.talk.book import entries
from core.talk.channels import Deal, Message
from core.talk.deals import bargains
from core.training import lessons
from tests.kit import NAMES
from tests.kit.house import open_house


def targets(sight: Sight) -> list[str]:
    sealed = [move.orders for move in GAME.adviser("Ada").turn(sight) if isinstance(move, Seal)][-1]
    return [deed["target"] for visit in sealed["visits"] for deed in visit["actions"] or () if deed["do"] == "commit"]


def test_the_coach_commits_where_its_seat_has_promised_to() -> None:
    exercise = next(item for item in lessons.lessons("day_of_mercury") if item.id == "commit")
    match = lessons.begin("day_of_mercury", exercise, "Ada", lambda: 0.0).match
    sight, now = views.sight(match, "Ada"), match.round
    promised, other = match.seats[2], match.seats[4]
    assert targets(sight) == [promised]
    assert targets(structs.replace(sight, due=(Clause("Ada", "commit", now, now, other),))) == [other]
    assert targets(structs.replace(sight, due=())) == []


def test_a_commit_against_a_seat_that_is_to_be_spared_becomes_a_gather() -> None:
    exercise = next(item for item in lessons.lessons("day_of_mercury") if item.id == "commit")
    match = lessons.begin("day_of_mercury", exercise, "Ada", lambda: 0.0).match
    sight, now = views.sight(match, "Ada"), match.round
    both = (*sight.due, Clause("Ada", "commit", now, now, match.seats[2], negated=True))
    assert targets(structs.replace(sight, due=both)) == []


def test_a_yes_in_another_place_is_told_that_the_coach_will_not_be_there() -> None:
    exercise = next(item for item in lessons.lessons("day_of_mercury") if item.id == "trade")
    sight = views.sight(lessons.begin("day_of_mercury", exercise, "Ada", lambda: 0.0).match, "Ada")
    for place in SIN_LOCATIONS:
        pair, other = ("Ada", sight.partners[0]), sight.partners[0]
        give, want = "greed", "pride"
        mine = Message("Ada", "seats", pair, "My greed for your pride?", sight.round, 0.0, Deal(give, want))
        yes = Message(other, "seats", pair, meeting(place, want, give), sight.round, 0.0, Deal(want, give))
        moves = GAME.adviser("Ada").turn(structs.replace(sight, heard=(mine, yes)))
        orders = decode(Orders, next(move.orders for move in moves if isinstance(move, Seal)), "orders")
        there = place in [visit.location for visit in orders.visits]
        texts = [move.text for move in moves if isinstance(move, Say)]
        assert there is (orders.trade is not None)
        assert (ELSEWHERE in texts, OFF in texts) == (not there, False)


def test_DM_93_a_bot_that_likes_a_swap_elsewhere_proposes_it_in_its_place_and_agrees_there() -> None:
    seats = NAMES[:13]
    holders = {seat: "local" if seat == "Ada" else "bot:steady" for seat in seats}
    made = open_house().make("day_of_mercury", seats, holders=holders, seed=11)
    made.play_bots()
    deal, place = Deal("pride", "envy"), SIN_LOCATIONS[0]
    for bot in seats[1:]:
        made.submit(j.Said(author="Ada", to=(bot,), text=meeting(place, "pride", "envy"), deal=deal))
        made.play_bots()
        bargain = bargains("Ada", made.match.messages, 1, TERMS)[bot]
        there = place_in(bargain.message.text)
        if bargain.deal == Deal("envy", "pride") and there not in (None, place):
            break
    assert not bargain.agreed
    assert [entry.state for entry in entries(TERMS, made.match.messages, 1)][-2:] == ["offered", "offered"]
    made.submit(j.Said(author="Ada", to=(bot,), text=meeting(str(there), "pride", "envy"), deal=deal))
    made.play_bots()
    bargain = bargains("Ada", made.match.messages, 1, TERMS)[bot]
    assert (bargain.agreed, bargain.place) == (True, there)
    assert [e.state for e in entries(TERMS, made.match.messages, 1) if bot in e.readers] == ["offered", "agreed"]
