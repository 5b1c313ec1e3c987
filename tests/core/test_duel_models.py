"""Both duels against models of their own: small programs written from the rulings alone, which share nothing with the
engine, and hundreds of random scripts whose results, reports, views, host states and outcomes must be equal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.match.scenario import Scenario, play
from core.refusal import NotAMatch

SEATS = ("Ada", "Bo")
SCRIPTS = 250


class Model:
    """One duel by the book. `number` is the key of orders; hands are sets of what may still be played."""

    def __init__(self, game: str, setup: dict[str, Any]) -> None:
        self.game, self.number = game, "tile" if game == "black_and_white" else "bid"
        self.score = {seat: setup.get("score", {}).get(seat, 0) for seat in SEATS}
        self.hands = {s: set(setup["hands"][s]) if "hands" in setup else set(range(9)) for s in SEATS}
        self.left = {seat: setup.get("left", {}).get(seat, 99) for seat in SEATS}
        tiles = 19 - 2 * len(self.hands["Ada"])
        self.round = tiles if self.number == "tile" else setup.get("round", 1)
        self.lead, self.led, self.over, self.sealed = setup["leader"], None, False, None
        self.lights = {seat: self.left[seat] // 20 + 1 for seat in SEATS}
        self.past: list[tuple[str, dict[str, int], str | None]] = []

    @property
    def turn(self) -> str | None:
        other = {"Ada": "Bo", "Bo": "Ada"}
        return None if self.over else self.lead if self.led is None else other[self.lead]

    def colour(self, number: int) -> str:
        return ("black", "white")[number % 2 if self.number == "tile" else number >= 10]

    def accepts(self, seat: str, orders: dict[str, Any]) -> bool:
        value = orders.get(self.number)
        if self.over or seat != self.turn or set(orders) != {self.number} or type(value) is not int:
            return False
        return value in self.hands[seat] if self.number == "tile" else 0 <= value <= self.left[seat]

    def close(self) -> dict[str, Any]:
        by, part = self.turn, 1 if self.led is None else 2
        lowest = min(self.hands[by]) if self.number == "tile" else 0
        number = lowest if self.sealed is None else self.sealed
        self.sealed = None
        self.hands[by] = self.hands[by] - {number}
        self.left[by] -= number
        taken = None
        if part == 1:
            self.led = number
        else:
            taken = self.decide({self.lead: self.led, by: number})
        self.over = part == 2 and self.ended()
        self.round += not self.over
        told = {"part": part, "by": by, "colour": self.colour(number), "taken": taken, "score": dict(self.score)}
        if self.number == "bid":
            told["lights"] = dict(self.lights)
        return {seat: {**told, self.number: number if seat == by else None} for seat in SEATS}

    def decide(self, numbers: dict[str, int]) -> str | None:
        best = max(numbers.values())
        first = [seat for seat in SEATS if numbers[seat] == best]
        taken = first[0] if len(first) == 1 else None
        self.past.append((self.lead, numbers, taken))
        if taken:
            self.score[taken] += 1
            self.lead = taken
        self.led = None
        self.lights = {seat: self.left[seat] // 20 + 1 for seat in SEATS}
        return taken

    def ended(self) -> bool:
        left = (18 - self.round) // 2
        ahead = abs(self.score["Ada"] - self.score["Bo"])
        return left == 0 or (ahead > left if self.number == "tile" else max(self.score.values()) == 5)

    def host(self) -> dict[str, Any]:
        past = [{"leader": a, "tiles" if self.number == "tile" else "bids": n, "taken": t} for a, n, t in self.past]
        found = {
            "leader": None if self.over else self.lead, "turn": self.turn, "table": self.led, "score": dict(self.score),
            "round": self.round, "phase": "finished" if self.over else "round", "garnets": {"Ada": 0, "Bo": 0},
        }  # fmt: skip
        if self.number == "tile":
            return {**found, "hands": {seat: sorted(self.hands[seat]) for seat in SEATS}, "tricks": past}
        return {**found, "left": dict(self.left), "lights": self.lights, "rounds": past}

    def view(self, seat: str) -> dict[str, Any]:
        host = self.host()
        found = {key: host[key] for key in ("leader", "turn", "score")}
        found["table"] = None if self.led is None else self.colour(self.led)
        if self.number == "bid":
            return {**found, "left": self.left[seat], "lights": self.lights}
        other = self.hands["Bo" if seat == "Ada" else "Ada"]
        rest = {"black": sum(t % 2 == 0 for t in other), "white": sum(t % 2 for t in other)}
        return {**found, "hand": sorted(self.hands[seat]), "other": rest}

    def outcome(self) -> dict[str, Any] | None:
        if not self.over:
            return None
        one, other = self.score["Ada"], self.score["Bo"]
        order = [["Ada", "Bo"]] if one == other else [["Ada"], ["Bo"]] if one > other else [["Bo"], ["Ada"]]
        return {
            "winners": [] if one == other else order[0], "ranking": order, "elimination_candidate": None,
            "death_match_opponent": None, "tokens_of_life": {}, "garnets": {},
        }  # fmt: skip


def excluded(game: str, setup: dict[str, Any]) -> bool:
    """Is this no position, by the words under Set-up keys?"""
    score = [setup.get("score", {}).get(seat, 0) for seat in SEATS]
    if setup["leader"] not in SEATS or min(score) < 0:
        return True
    if game == "ninety_nine":
        round_, left = setup.get("round", 1), setup.get("left", {})
        bad = [n for n in left.values() if not 0 <= n <= 99]
        return round_ % 2 == 0 or not 1 <= round_ <= 17 or bool(bad) or max(score) > 4 or sum(score) > (round_ - 1) / 2
    hands = setup.get("hands", {"Ada": list(range(9)), "Bo": list(range(9))})
    if set(hands) != set(SEATS) or any(len(set(h)) != len(h) or set(h) - set(range(9)) for h in hands.values()):
        return True
    tiles = len(hands["Ada"])
    if tiles != len(hands["Bo"]) or tiles == 0 or setup.get("round", 19 - 2 * tiles) != 19 - 2 * tiles:
        return True
    return sum(score) > 9 - tiles or abs(score[0] - score[1]) > tiles


def random_setup(game: str, chance: random.Random) -> dict[str, Any]:
    """A position that often can be and sometimes cannot."""
    setup: dict[str, Any] = {"leader": chance.choice(SEATS)}
    over = chance.choice([0, 0, *range(9)])
    if game == "ninety_nine":
        setup |= {"round": 2 * over + 1 + chance.choice([0] * 9 + [1])}
        setup["left"] = {seat: chance.randint(-1 if chance.random() < 0.05 else 0, 100) for seat in SEATS[: over % 3]}
    elif over:
        each = 9 - over
        setup["hands"] = {seat: chance.sample(range(9), each) for seat in SEATS}
        if chance.random() < 0.5:
            setup["round"] = 19 - 2 * each
        if chance.random() < 0.1:
            setup["hands"]["Ada"] = [chance.randint(0, 9) for _ in range(each)]
    if over:
        first = chance.randint(0, over)
        setup["score"] = {"Ada": first, "Bo": chance.randint(0, over - first + (chance.random() < 0.1))}
    return setup


def random_orders(model: Model, chance: random.Random) -> dict[str, Any]:
    """Mostly what the seat on turn may play, sometimes anything."""
    if chance.random() < 0.1:
        return chance.choice([{}, {model.number: None}, {model.number: "1"}, {model.number: 100}, {"other": 1}])
    if model.number == "tile":
        return {"tile": chance.randint(0, 8)}
    most = max(model.left.values())
    return {"bid": chance.choice([0, chance.randint(0, 12), chance.randint(0, max(1, most // 3)), most + 1, most])}


@pytest.mark.parametrize("game", ["black_and_white", "ninety_nine"])
def test_random_duels_agree_with_an_independent_model(game: str) -> None:
    chance = random.Random(99)
    ended = excluded_ones = 0
    for _ in range(SCRIPTS):
        setup = random_setup(game, chance)
        if excluded(game, setup):
            excluded_ones += 1
            with pytest.raises(NotAMatch):
                play(Scenario(game=game, players=SEATS, setup=setup))
            continue
        model, steps, expected = Model(game, setup), [], []
        for _ in range(chance.randint(1, 60)):
            seat, what = chance.choice(SEATS), chance.random()
            if what < 0.55:
                orders = random_orders(model, chance)
                seat = seat if chance.random() < 0.2 else model.turn or seat
                steps.append({"player": seat, "orders": orders})
                expected.append(fine := model.accepts(seat, orders))
                model.sealed = orders[model.number] if fine else model.sealed
            elif what < 0.6:
                steps.append({"player": seat, "withdraw": True})
                expected.append(not model.over)
                model.sealed = None if seat == model.turn else model.sealed
            elif what < 0.7:
                steps.append({"player": seat, "view": True})
                expected.append(model.view(seat))
            else:
                steps.append({"close": True})
                expected.append(False if model.over else model.close())
        agree(model, expected, play(Scenario(game=game, players=SEATS, setup=setup, steps=tuple(steps))))
        ended += model.over
    assert ended > 20
    assert excluded_ones > 20


def agree(model: Model, expected: list[Any], answer: dict[str, Any]) -> None:
    """Every step, every view, the host state and the outcome are as the model says."""
    for wanted, result in zip(expected, answer["results"], strict=True):
        if isinstance(wanted, bool):
            assert result["ok"] == wanted, result
            assert wanted or {"code", "message"} <= set(result["error"])
        elif "reports" in result:
            assert result["reports"] == wanted
        else:
            assert {key: result["view"]["view"][key] for key in wanted} == wanted
    host = model.host()
    assert {key: answer["host"][key] for key in host} == host
    assert answer["outcome"] == model.outcome()
    for seat in SEATS:
        wanted = model.view(seat)
        assert {key: answer["views"][seat]["view"][key] for key in wanted} == wanted
