"""The bots of Pantheic Runes: legal, deterministic, within their budget, and `steady` plays to win."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from msgspec import structs

from core.botplay.playing import make_bot, play_out
from core.bots.contract import Do, Done, Say, Seal
from core.games.pantheic_runes import GAME, runes
from core.games.pantheic_runes.bots import plan
from core.games.pantheic_runes.routes import Means, means
from core.ledger import Pending
from core.match import journal as j
from core.match import views
from core.match.state import Match
from core.talk.channels import Deal
from tests.kit import Script, play
from tests.kit.depth import deep
from tests.rulings.pantheic_runes.altar import SEATS, match, of, propose

ACTIONS = {
    "rotate",
    "adjust",
    "combine",
    "propose_combine",
    "accept_combine",
    "decline_combine",
    "withdraw_combine",
    "create_tableau",
}


class Game:
    """A match that bots played to the end."""

    def __init__(self, seed: int, levels: tuple[str, ...], setup: dict[str, Any] | None = None) -> None:
        start = play("pantheic_runes", seed=seed, setup=setup).match
        self.refused: list[str] = []
        self.entries: list[j.AnyEntry] = []
        bots = {seat: make_bot(start, seat, level) for seat, level in zip(SEATS, levels, strict=True)}
        self.end: Match = play_out(
            start,
            bots,
            refused=lambda seat, move, refusal: self.refused.append(refusal.code),
            each=lambda match, entry: self.entries.append(entry),
        )
        self.points = {seat: self.end.state.players[seat].points for seat in SEATS}


@cache
def played(seed: int, steady: int) -> Game:
    """A match in which the first `steady` seats are steady, the others random."""
    return Game(seed, ("steady",) * steady + ("random",) * (5 - steady))


def test_there_are_two_levels() -> None:
    with pytest.raises(KeyError):
        GAME.bot("perfect", "Ada", 1)


@pytest.mark.parametrize(("seed", "steady"), [(1, 0), (2, 0), (1, 1), (2, 5)])
def test_moves_are_legal_as_far_as_a_seat_can_know(seed: int, steady: int) -> None:
    """An acceptance that the proposer cannot pay is the one thing that nobody can foresee (PR-12)."""
    game = played(seed, steady)
    assert game.end.phase == "finished"
    assert set(game.refused) <= {"partner_cannot_pay"}


def test_random_play_uses_every_action_and_every_kind_of_order() -> None:
    kinds: Counter[str] = Counter()
    forbids = 0
    gods = {"Ada": ["demeter"], "Bo": ["demeter"]}
    hand = {seat: ["oo+x", "xo++", "+x..", "++++", "xxxx"] for seat in SEATS}
    for seed in range(deep(12, 6)):
        game = Game(seed, ("random",) * 5, {"round": 4, "blessings": gods, "tokens": {"Cy": 3}, "tableaux": hand})
        kinds.update(entry.action["kind"] for entry in game.entries if isinstance(entry, j.Acted))
        forbids += sum("forbid" in str(entry.orders) for entry in game.entries if isinstance(entry, j.Sealed))
    assert set(kinds) >= ACTIONS
    assert forbids


def test_the_same_seed_brings_the_same_match() -> None:
    levels = ("steady", "random", "steady", "random", "random")
    one, other = Game(3, levels), Game(3, levels)
    assert one.entries == other.entries
    assert views.digest(one.end) == views.digest(other.end)


def test_steady_beats_random() -> None:
    for seed in (1, 4, 5):
        points = played(seed, 1).points
        assert points["Ada"] >= 3 + max(points[seat] for seat in SEATS[1:])


def test_steady_gets_on_among_its_like() -> None:
    totals = [sum(played(seed, 5).points.values()) for seed in (2, 6)]
    assert min(totals) > 10


# --- answering proposals
def steady(m: Script, seat: str) -> list[Any]:
    return list(make_bot(m.match, seat, "steady").turn(views.sight(m.match, seat)))


def test_steady_accepts_what_is_asked_for_if_it_helps() -> None:
    mine = runes.combine("++++", "xo++")
    m = match(tableaux={"Bo": [mine, "...."]}, mana={"Bo": 1})
    m.apply(j.Said(author="Ada", to=("Bo",), text="for Hera", deal=Deal(give="++++", want=mine)))
    m.do("Ada", propose("Bo", "++++"))
    assert Do({"kind": "accept_combine", "from": "Ada", "tableau": mine}) in steady(m, "Bo")


@pytest.mark.parametrize("said", ["I lay ++++, you ox..", "++++ for ox.."])
def test_steady_understands_plain_words(said: str) -> None:
    m = match(tableaux={"Bo": ["ox..", "...."]}, mana={"Bo": 1})
    m.say("Ada", ["Bo"], said)
    m.do("Ada", propose("Bo", "++++"))
    assert Do({"kind": "accept_combine", "from": "Ada", "tableau": "ox.."}) in steady(m, "Bo")


def test_steady_declines_what_does_not_help_and_asks_if_nothing_was_said() -> None:
    m = match(tableaux={"Bo": ["xo++"]})
    m.do("Ada", propose("Bo", "++++"))
    assert any(isinstance(move, Say) and move.to == ["Ada"] for move in steady(m, "Bo"))
    m.say("Ada", ["Bo"], "My ++++ for your xo++")
    assert Do({"kind": "decline_combine", "from": "Ada"}) in steady(m, "Bo")


def to_person(m: Script, seat: str) -> list[Any]:
    """What a steady bot does where Ada is a person."""
    sight = structs.replace(views.sight(m.match, seat), people=("Ada",))
    return list(make_bot(m.match, seat, "steady").turn(sight))


@pytest.mark.parametrize(
    ("hand", "mana", "why"),
    [
        (["xo++"], 1, "I have no oooo to put in."),
        (["oooo", "xo++"], 0, "I have no mana left to combine with."),
        (["oooo"], 1, "That would not help me. Another, perhaps?"),
    ],
)
def test_steady_tells_a_person_why_not(hand: list[str], mana: int, why: str) -> None:
    m = match(tableaux={"Bo": hand}, mana={"Bo": mana})
    m.apply(j.Said(author="Ada", to=("Bo",), text="?", deal=Deal(give="....", want="oooo")))
    m.do("Ada", propose("Bo", "++++"))
    moves = to_person(m, "Bo")
    assert Say(["Ada"], why) in moves
    assert Do({"kind": "decline_combine", "from": "Ada"}) in moves


def test_steady_tells_a_person_who_only_asks_whether_it_would() -> None:
    mine = runes.combine("++++", "xo++")
    m = match(tableaux={"Bo": [mine, "...."]}, mana={"Bo": 1})
    m.say("Ada", ["Bo"], f"My ++++ for your {mine}?")
    moves = to_person(m, "Bo")
    assert Say(["Ada"], f"Gladly: propose your ++++ at the table, and I put in {mine}.") in moves
    assert all("decline" not in str(move) for move in moves)
    m.say("Ada", ["Bo"], "or my ++++ for your xxxx?")
    assert Say(["Ada"], "I have no xxxx to put in.") in to_person(m, "Bo")


def test_PR_12_a_second_proposal_is_answered_like_the_first() -> None:
    """Declined once, proposed again without another word: it used to hang."""
    m = match(tableaux={"Bo": ["xo++"]})
    bot = make_bot(m.match, "Bo", "steady")
    m.say("Ada", ["Bo"], "My ++++ for your xxxx")
    for _ in range(2):
        m.do("Ada", propose("Bo", "++++"))
        moves = bot.turn(views.sight(m.match, "Bo"))
        assert Do({"kind": "decline_combine", "from": "Ada"}) in moves
        m.do("Bo", {"kind": "decline_combine", "from": "Ada"})


def test_steady_names_those_in_a_decision_who_never_spoke_to_it() -> None:
    m = match()
    m.say("Cy", ["Ada"], "Shall we?")
    choice = Pending("choose_opponent", ("Ada",), ("Bo", "Cy"))
    sight = structs.replace(views.sight(m.match, "Ada"), phase="decision", pending=choice)
    for nonce in range(5):
        (move,) = GAME.bot("steady", "Ada", nonce).turn(sight)
        assert move == Do({"kind": "choose_opponent", "player": "Bo"})


def test_steady_proposes_what_it_cannot_use_alone_and_says_what_for() -> None:
    m = match(round=3, tableaux={"Bo": ["+o.x"]}, mana={"Bo": 2})
    moves = steady(m, "Bo")
    say = next(move for move in moves if isinstance(move, Say))
    act = next(move for move in moves if isinstance(move, Do))
    assert act.action["kind"] == "propose_combine"
    assert act.action["tableau"] in say.text
    assert say.deal is not None
    assert say.deal.give == act.action["tableau"]
    assert isinstance(moves[-1], Done)


def test_steady_lays_down_what_pleases_a_god_and_picks_within_its_number() -> None:
    m = match(tableaux={"Bo": ["xo++", "o+.x"]}, tokens={"Bo": 1}, mana={"Bo": 2}, blessings={"Bo": ["demeter"]})
    m.do("Bo", {"kind": "create_tableau", "tableau": "oo+x"})
    for move in steady(m, "Bo"):
        if isinstance(move, Seal) and move.orders:
            m.seal("Bo", move.orders)
        elif isinstance(move, Do):
            m.do("Bo", move.action)
    gained = m.close()["Bo"]["blessings"]
    assert {"hera", "artemis"} <= set(gained)
    assert of(m, "Bo")["points"] >= 4


# --- the budget
def test_a_plan_looks_at_no_more_sets_than_its_budget() -> None:
    m = match(tableaux={"Ada": ["xo++", "+x+o", "o+.x", "..xo", "++++", "oooo", "xx.+"]}, mana={"Ada": 8})
    view = views.game_view(m.match, "Ada")
    look, have = plan.outlook(view), means(view.mine, None)
    values = []
    for nodes in (1, 20, plan.NODES):
        search = plan._Search(look, nodes)
        search.explore(plan._candidates(look, have), have, ())
        assert search.nodes >= 0
        values.append(search.best_value)
    assert values == sorted(values)
    assert values[0] < values[2]


def test_a_plan_can_be_carried_out() -> None:
    m = match(
        round=3, tableaux={"Ada": ["xo++", "+x+o", "o+.x", "..xo", "++++", "xx.+"]}, mana={"Ada": 7}, tokens={"Ada": 2}
    )
    view = views.game_view(m.match, "Ada")
    found = plan.best_plan(plan.outlook(view), means(view.mine, None))
    for step in found.steps:
        m.do("Ada", step.action())
    m.seal("Ada", {"rituals": [{"tableau": tableau} for tableau in found.rituals]})
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tokens"]) == (found.mana, found.tokens)
    assert of(m, "Ada")["tableaux"] == sorted((*found.rituals, *found.left))
    assert len(m.close()["Ada"]["blessings"]) >= 3


def test_without_means_nothing_is_planned() -> None:
    view = views.game_view(match(tableaux={"Ada": ["+..."]}, mana={"Ada": 0}).match, "Ada")
    found = plan.best_plan(plan.outlook(view), Means(hand=("+...",), mana=0, tokens=0))
    assert (found.steps, found.rituals, found.left) == ((), (), ("+...",))
