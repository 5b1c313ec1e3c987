"""The bots: random play is legal and uses everything, steady play is better (rulings named where they are used)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from core.botplay.playing import make_bot, play_out
from core.bots.contract import Do, Move, Say, Seal
from core.decoding import decode, plain
from core.games.drifting_ship.bots.crowd import Crowd
from core.games.drifting_ship.bots.steady_plan import wants_cap
from core.games.drifting_ship.structs import Orders, View
from core.ledger import Pending
from core.match.state import Match
from core.match.views import game_view, sight
from core.talk.channels import Message
from tests.kit import Script, ending, play, the
from tests.kit.depth import DEEP
from tests.rulings.drifting_ship.script import crew, go, mate, owned, ship

SEATS = ("Ada", "Bo", "Cy", "Di")


def played(levels: dict[str, str], seed: int) -> tuple[Match, list[str]]:
    """A match to its end, and what was refused on the way."""
    start = play("drifting_ship", seed=seed).match
    refusals: list[str] = []
    bots = {seat: make_bot(start, seat, level) for seat, level in levels.items()}
    end = play_out(start, bots, refused=lambda seat, move, told: refusals.append(f"{seat} {move} {told.message}"))
    return end, refusals


def test_SH_07_random_bots_use_all_kinds_of_orders_and_none_is_refused() -> None:
    used: Counter[str] = Counter()
    wanted = ["eat", "move", "step", "activate", "plant", "disable", "wall", "drain", "buy_cap", "open_channel"]
    for seed in range(30):
        end, refusals = played(dict.fromkeys(SEATS, "random"), seed)
        assert refusals == []
        for record in end.rounds[1:]:
            for orders in record.orders.values():
                for one in plain(orders).get("crew", []):
                    used.update(list(one))
                used.update(key for key in plain(orders) if key == "buy_cap")
        used.update(deed.action["kind"] for deed in end.actions)
        if not DEEP and all(used[key] for key in wanted):
            break
    assert {key for key in wanted if not used[key]} == set()


def test_SH_40_steady_bots_beat_random_ones_and_make_no_illegal_moves() -> None:
    wins = 0
    for seed in range(12):
        seat = SEATS[seed % 4]
        end, refusals = played({s: "steady" if s == seat else "random" for s in SEATS}, seed)
        assert refusals == []
        wins += ending(end).winners == (seat,)
    assert wins >= 10


def test_SH_32_a_steady_bot_plants_when_its_own_crew_completes_the_sequence() -> None:
    rest = " ".join(f"{n}A" for n in range(2, 14))
    match = ship(
        {"Ada": (mate("13A", 7, parasite=True), mate("4B", 5)), "Bo": (mate("13C"), mate("13C"))},
        claimed=owned(Bo=rest, Cy="3C 13C 12C", Di="4B 13B 11B"),
        round=6,
    )
    bot = make_bot(match.match, "Ada", "steady")
    orders = next(move.orders for move in bot.turn(sight(match.match, "Ada")) if isinstance(move, Seal))
    assert orders["crew"][0]["plant"] == "A"
    assert orders["crew"][0]["move"] == "V"


def test_SH_41_a_steady_bot_takes_the_last_part_of_a_sequence_in_which_it_leads() -> None:
    rest = " ".join(f"{n}A" for n in range(2, 14))
    match = ship({"Ada": (mate("4B", 7), mate("2A", 7))}, claimed=owned(Ada=rest), round=4)
    bot = make_bot(match.match, "Ada", "steady")
    orders = next(move.orders for move in bot.turn(sight(match.match, "Ada")) if isinstance(move, Seal))
    assert any(one.get("move") == "1A" and one.get("activate") for one in orders["crew"])


def test_CM_03_bots_are_deterministic() -> None:
    levels = {"Ada": "steady", "Bo": "random", "Cy": "steady", "Di": "random"}
    first, _ = played(levels, 5)
    again, _ = played(levels, 5)
    assert first.state == again.state


# --- what the steady bot seldom does ------------------------------------------------------------------------------
def moves_of_ada(script: Script) -> list[Move]:
    """What a steady bot in Ada's seat does now."""
    return make_bot(script.match, "Ada", "steady").turn(sight(script.match, "Ada"))


def sealed_by(moves: list[Move]) -> dict[str, Any]:
    return next(move.orders for move in moves if isinstance(move, Seal))


def test_SH_14_steady_disables_the_last_room_of_a_sequence_that_a_rival_would_win() -> None:
    rest = owned(Bo="1A 2A 3A 4A 5A 6A 7A 8A 9A 10A 11A 12A")
    script = ship({"Ada": (mate("13B", 5), mate("1C", 1))}, claimed=rest, round=5)
    first = sealed_by(moves_of_ada(script))["crew"][0]
    assert first == {"move": "13A", "disable": True}


def test_SH_20_steady_puts_its_wall_up_once_somebody_is_near() -> None:
    script = ship({"Ada": (mate("9A", 5, "S"), mate("2A", 5)), "Bo": (mate("9A", 5), mate("1C", 5))}, round=3)
    orders = sealed_by(moves_of_ada(script))
    assert orders["crew"][0]["wall"] in ("north", "east", "south", "west")
    script.seal("Ada", orders)


def test_SH_24_steady_uses_the_device_as_soon_as_somebody_shared_its_room() -> None:
    script = ship({"Ada": (mate("9A", 5, "X"), mate("2A", 5)), "Bo": (mate("9A", 5), mate("1C", 5))}, round=3)
    moves = moves_of_ada(script)
    assert moves[0] == Do({"kind": "open_channel", "crew": 0, "player": "Bo"})
    assert isinstance(moves[1], Say)
    assert moves[1].to == ["Bo"]


def test_SH_04_steady_raises_the_cap_when_much_energy_would_be_lost_and_rounds_are_left() -> None:
    early, late = (ship({"Ada": (mate("1A", 7), mate("2A", 7))}, round=round_) for round_ in (2, 7))
    assert wants_cap(the(View, game_view(early.match, "Ada")), {"crew": [{}, {}]})
    assert not wants_cap(
        the(View, game_view(early.match, "Ada")),
        {"crew": [{"move": "6A", "activate": 3}, {"move": "3A", "activate": 4}]},
    )
    assert not wants_cap(the(View, game_view(late.match, "Ada")), {"crew": [{}, {}]})


def test_SH_24_a_steady_bot_answers_once_on_a_channel_that_was_opened_to_it() -> None:
    match = play("drifting_ship", seed=3).match
    bot = make_bot(match, "Bo", "steady")
    called = Message("Ada", "seats", ("Ada", "Bo"), "What are you after?", 1, 0.0)
    sealed = decode(Orders, {"crew": [{}, {}]}, "orders")
    look = replace(
        sight(match, "Bo"), phase="round", round=1, ready=True, sealed=sealed, partners=("Ada",), heard=(called,)
    )
    (said, _) = bot.turn(look)
    assert isinstance(said, Say)
    assert said.to == ["Ada"]
    assert "Sequence" in said.text
    answer = Message("Bo", "seats", ("Ada", "Bo"), said.text, 1, 0.0)
    assert bot.turn(replace(look, heard=(called, answer, called))) == []


def test_CM_08_a_steady_candidate_spares_those_who_called_it() -> None:
    match = play("drifting_ship", seed=3).match
    called = Message("Bo", "seats", ("Ada", "Bo"), "Truce?", 1, 0.0)
    choice = Pending("choose_opponent", ("Ada",), ("Bo", "Cy"))
    asked = replace(sight(match, "Ada"), phase="decision", pending=choice, heard=(called,))
    for number in range(5):
        (move,) = match.game.bot("steady", "Ada", number).turn(asked)
        assert move == Do({"kind": "choose_opponent", "player": "Cy"})


# --- what the sharp bot makes of what everybody is told -----------------------------------------------------------
def test_SH_50_a_sharp_bot_reckons_with_rivals_where_rooms_were_activated_and_not_where_it_sees_nobody() -> None:
    script = ship({"Ada": (mate("4C"),)}, round=2)
    script.seal("Ada", crew(go("6C", 1), None))
    script.seal("Bo", crew(go("7C", 2), None))
    script.close()
    crowd = Crowd(the(View, game_view(script.match, "Ada")), 3)
    assert {room for room, count in crowd.now.items() if count >= 1} == {"7C"}
    assert crowd.now["6C"] == crowd.now["2A"] == 0  # its own crew stands there, and met nobody
    assert sum(crowd.now.values()) == pytest.approx(6)
    near, far = crowd.bids[0]["8B"], crowd.bids[0]["8C"]  # three tiles from 7C, and out of its lines
    assert near > far


def test_SH_11_a_sharp_bot_bids_more_where_it_met_a_rival_than_where_nobody_is_near() -> None:
    alone = ship({"Ada": (mate("13C", 7), mate("2A", 1))}, round=8)
    beside = ship({"Ada": (mate("13C", 7), mate("2A", 1)), "Bo": (mate("13C", 7), mate("1B", 1))}, round=8)
    chances = [Crowd(the(View, game_view(one.match, "Ada")), 1).bids[0]["13C"] for one in (alone, beside)]
    assert chances[1] > chances[0]


def test_SH_32_a_sharp_bot_plants_and_completes_even_a_sequence_in_which_it_trails() -> None:
    rest = " ".join(f"{n}A" for n in range(2, 14))
    match = ship(
        {"Ada": (mate("13A", 7, parasite=True), mate("4B", 5)), "Bo": (mate("13C"), mate("13C"))},
        claimed=owned(Bo=rest, Cy="3C 13C 12C", Di="4B 13B 11B"),
        round=6,
    )
    bot = make_bot(match.match, "Ada", "sharp")
    orders = next(move.orders for move in bot.turn(sight(match.match, "Ada")) if isinstance(move, Seal))
    assert (orders["crew"][0]["move"], orders["crew"][0]["plant"]) == ("V", "A")
    assert orders["crew"][1]["move"] == "1A"
    assert orders["crew"][1]["activate"] >= 1
