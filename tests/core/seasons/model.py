"""A second reading of the season rulings, in plain dictionaries and without any of the program: what a script comes to.

Only for steps whose form is right; lots and the names of bots are read from the result that it is held against."""

from __future__ import annotations

import copy
from typing import Any

Step = dict[str, Any]


class No(Exception):
    """This step is refused."""


def need(true: object) -> None:
    if not true:
        raise No


class Model:
    """A season as the rulings have it."""

    def __init__(self, cast: list[str], options: dict[str, Any]) -> None:
        self.options = {"purse": 0, "keep_tokens": False, "estate": "winner", **options}
        self.s: dict[str, Any] = {"phase": "between", "episodes": [], "cast": {}}
        self.undo: list[dict[str, Any]] = []
        for name in cast:
            self._enter(name)

    def _enter(self, name: str) -> None:
        purse = self.options["purse"]
        self.s["cast"][name] = {"in": True, "left": None, "purse": purse, "tokens": 0, "mark": None, "realm": None}

    @property
    def episode(self) -> int:
        return len(self.s["episodes"])

    @property
    def last(self) -> dict[str, Any]:
        found: dict[str, Any] = self.s["episodes"][-1]
        return found

    def members(self) -> list[str]:
        return [name for name, one in self.s["cast"].items() if one["in"]]

    def play(self, step: Step, told: dict[str, Any]) -> bool:
        """Is this step taken? `told` is what the program answered to it."""
        before, undo = copy.deepcopy(self.s), copy.deepcopy(self.undo)
        (verb, given) = next(iter(step.items()))
        try:
            need(self.s["phase"] != "finished" or verb == "unbook")
            self.open(given, told) if verb == "open" else getattr(self, verb)(given)
        except No:
            self.s, self.undo = before, undo
            return False
        if self.s["phase"] == "between" and len(self.members()) < 2:
            self.s["phase"] = "finished"
        return True

    # --- steps
    def add(self, name: str) -> None:
        need(not self.undo)
        need(name.casefold() not in [one.casefold() for one in self.s["cast"]])
        self._enter(name)

    def open(self, wish: dict[str, Any], told: dict[str, Any]) -> None:
        """Who sits follows from the wish but for lots, which are read from what the program told."""
        need(self.s["phase"] == "between")
        size = {"elsewhere": None, "pantheic_runes": 5, "drifting_ship": 4}[wish["game"]]
        out, guests, play = wish.get("sit_out", []), wish.get("guests", []), wish.get("play", [])
        need(all(name in self.members() for name in out))
        left = [name for name in self.members() if name not in out]
        seats = told.get("seats", [])
        sat = left if size is None or len(left) <= size else [name for name in left if name in seats[:size]]
        need(len(sat) >= 2 and (size is None or len(sat) + len(guests) <= size))
        taken = [name.casefold() for name, one in self.s["cast"].items() if one["in"] or name not in guests]
        need(not any(name.casefold() in taken for name in guests))
        need(not play or (self.options["keep_tokens"] and all(n in sat and self.s["cast"][n]["tokens"] for n in play)))
        given: dict[str, Any] = {}
        if wish["game"] == "drifting_ship":
            given["purses"] = {name: self.s["cast"][name]["purse"] if name in sat else 0 for name in seats}
        if play and size is not None:
            given["exempt"] = [name for name in sat if name in play]
        assert told.get("given", given) == given
        assert seats[: len(sat)] == sat
        assert size is None or len(seats) == size
        self.s["episodes"].append(
            {"seats": seats, "sat": sat, "played": play, "places": {}, "tokens": {}, "garnets": {}, "won": None}
            | {"candidate": None, "opponent": None, "best_of": 0}
        )
        self.s["phase"] = "main"

    def call_off(self, why: str) -> None:
        need(self.s["phase"] == "main" and why.strip())
        self.s["episodes"].pop()
        self.s["phase"] = "between"

    def correct(self, given: dict[str, Any]) -> None:
        need(given["changes"] and given["why"].strip())
        for name, change in given["changes"].items():
            need(name in self.s["cast"] and change)
            one = self.s["cast"][name]
            if "in" in change and change["in"] != one["in"]:
                if change["in"]:
                    one |= {"in": True, "left": None}
                else:
                    self._out(name)
            one |= {key: change[key] for key in ("purse", "tokens", "realm") if key in change}
            if "marked" in change:
                one["mark"] = self.episode if change["marked"] else None
        if self.s["phase"] == "death_match":
            for role in ("candidate", "opponent"):
                named = self.last[role]
                if named is not None and not self.s["cast"][named]["in"]:
                    self.last[role] = None

    def _out(self, name: str) -> None:
        one = self.s["cast"][name]
        one |= {"in": False, "left": self.episode, "tokens": 0, "mark": None, "realm": None}

    def book(self, told: dict[str, Any]) -> None:
        need(self.s["phase"] == "main")
        episode = self.last
        flat = [name for tied in told["ranking"] for name in tied]
        need(sorted(flat) == sorted(episode["seats"]))
        two = [told.get("elimination_candidate"), told.get("death_match_opponent")]
        need(two[1] is None or (two[0] is not None and two[0] != two[1]))
        amounts = {what: told.get(what) or {} for what in ("tokens_of_life", "garnets", "spent")}
        realms = told.get("realms") or {}
        named = [*two, told.get("marked"), *(n for many in (*amounts.values(), *realms.values()) for n in many)]
        need(all(name is None or name in flat for name in named))
        self.undo.append(copy.deepcopy(self.s))
        sat = [name for name in episode["sat"] if self.s["cast"][name]["in"]]
        for name in sat:
            one = self.s["cast"][name]
            if name in episode["played"] and one["tokens"]:
                one["tokens"] -= 1
            one["tokens"] += amounts["tokens_of_life"].get(name, 0)
            was = one["purse"]
            one["purse"] = max(0, was + amounts["garnets"].get(name, 0) - amounts["spent"].get(name, 0))
            if one["purse"] != was:
                episode["garnets"][name] = one["purse"] - was
            if amounts["tokens_of_life"].get(name):
                episode["tokens"][name] = amounts["tokens_of_life"][name]
            above = 0
            for tied in told["ranking"]:
                if name in tied:
                    episode["places"][name] = above + 1
                above += len(tied)
            for realm, names in realms.items():
                if name in names:
                    one["realm"] = realm
        if told.get("marked") in sat:
            self.s["cast"][told["marked"]]["mark"] = self.episode
        episode["candidate"], episode["opponent"] = (name if name in sat else None for name in two)
        self.s["phase"] = "death_match"

    def name(self, given: dict[str, str]) -> None:
        need(self.s["phase"] == "death_match")
        ((role, name),) = given.items()
        due = "candidate" if self.last["candidate"] is None else "opponent" if self.last["opponent"] is None else None
        need(role == due and name in self.last["sat"] and self.s["cast"][name]["in"])
        if self.options["keep_tokens"]:
            need(name not in self.last["tokens"] and name not in self.last["played"])
        else:
            need(not self.s["cast"][name]["tokens"])
        need(name not in (self.last["candidate"], self.last["opponent"]))
        self.last[role] = name

    def death_match(self, given: dict[str, Any]) -> None:
        need(self.s["phase"] == "death_match")
        two = [self.last["candidate"], self.last["opponent"]]
        need(None not in two)
        winner = given["winner"]
        if winner is None:
            return
        need(winner in two)
        if (won := self.last["won"]) is not None:
            won[winner] += 1
            if won[winner] <= self.last["best_of"] // 2:
                return
        loser = two[0] if winner == two[1] else two[1]
        self._out(loser)
        purse = self.s["cast"][loser]["purse"]
        if self.options["estate"] != "kept":
            self.s["cast"][loser]["purse"] = 0
        if self.options["estate"] == "winner":
            self.s["cast"][winner]["purse"] += purse
        self._end()

    def skip_death_match(self, why: str) -> None:
        need(self.s["phase"] == "death_match" and why.strip())
        self._end()

    def _end(self) -> None:
        for one in self.s["cast"].values():
            if not self.options["keep_tokens"]:
                one["tokens"] = 0
            if one["mark"] is not None and one["mark"] + 1 <= self.episode:
                one["mark"] = None
        self.s["phase"] = "between"

    def final(self, given: dict[str, Any]) -> None:
        need(self.s["phase"] == "between" and given["best_of"] in (1, 3, 5) and len(self.members()) == 2)
        two = self.members()
        self.undo.append(copy.deepcopy(self.s))
        self.s["episodes"].append(
            {"seats": [], "sat": [], "played": [], "places": {}, "tokens": {}, "garnets": {}, "candidate": two[0]}
            | {"won": dict.fromkeys(two, 0), "opponent": two[1], "best_of": given["best_of"]}
        )
        self.s["phase"] = "death_match"

    def unbook(self, given: object) -> None:
        need(given is True and self.s["phase"] != "main" and self.undo)
        self.s = self.undo.pop()

    def end(self, given: object) -> None:
        need(given is True and self.s["phase"] == "between")
        self.s["phase"] = "finished"

    # --- what a script prints
    def cast(self) -> dict[str, dict[str, Any]]:
        """As it is printed."""
        return {
            name: {**{key: one[key] for key in one if key != "mark"}, "marked": one["mark"] is not None}
            for name, one in self.s["cast"].items()
        }

    def standings(self) -> list[list[str]]:
        """Those in by purse, then those out by when they left."""
        tied: dict[tuple[int, int], list[str]] = {}
        for name, one in self.s["cast"].items():
            tied.setdefault((1, one["purse"]) if one["in"] else (0, one["left"]), []).append(name)
        return [tied[key] for key in sorted(tied, reverse=True)]
