"""Checks that a printed scenario result is well-formed, key by key, by the contract of the common rulings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from core.games import game as find_game
from core.kit import NAMES, begin_match
from core.match.records import SettledChoice


class Settled(msgspec.Struct, forbid_unknown_fields=True):
    """The report of a decision's close (CM-15)."""

    decided: list[SettledChoice]


KEYS = {"results", "views", "host", "outcome", "digest"}
PHASES = ("briefing", "pregame", "round", "decision", "finished")
KINDS = ("choose_candidate", "give_tokens", "choose_ascendant", "choose_opponent")
CODE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*\Z")
DIGEST = re.compile(r"[0-9a-f]{64}\Z")
SENTENCE = re.compile(r"\S(.*\S)?[.?!]\Z", re.DOTALL)

OUTCOME_KEYS = {
    "winners", "elimination_candidate", "death_match_opponent", "tokens_of_life", "garnets", "ranking",
}  # fmt: skip


@cache
def _at_first(game: str) -> dict[str, Any]:
    """Host state at the beginning of a match; its keys are there at all times."""
    rules = find_game(game)
    return rules.host(begin_match(rules).state)


def host_keys(game: str) -> frozenset[str]:
    """Keys of the game's *Host state*."""
    return frozenset(_at_first(game))


def by_player(game: str) -> frozenset[str]:
    """Those with a value for every player."""
    seats = set(NAMES[: find_game(game).spec.seats])
    return frozenset(key for key, value in _at_first(game).items() if isinstance(value, dict) and set(value) == seats)


def player_keys(game: str) -> frozenset[str]:
    """Keys of each player's value."""
    facts = _at_first(game).get("players", {}).values()
    return frozenset.intersection(*map(frozenset, facts)) if facts else frozenset()


def faults_of_none(answer: Any) -> list[str]:
    """Faults of the answer to a line that is no scenario."""
    if not isinstance(answer, dict) or set(answer) != {"error"} or not answer["error"]:
        return [f"no scenario, and the answer is not an error: {str(answer)[:200]}"]
    if answer["error"].startswith("The rules failed"):
        return [answer["error"]]
    return []


def faults(script: dict[str, Any], answer: dict[str, Any]) -> list[str]:
    """Faults of a printed scenario result; empty if it is well-formed."""
    return list(_faults(script, answer))


def _faults(script: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    players = script["players"]
    if set(answer) != KEYS:
        yield f"the keys are {sorted(answer)}"
        return
    if not DIGEST.match(answer["digest"]):
        yield f"the digest is {answer['digest']!r}"
    if len(answer["results"]) != len(script["steps"]):
        yield f"{len(script['steps'])} steps and {len(answer['results'])} results"
    for number, (step, result) in enumerate(zip(script["steps"], answer["results"], strict=False), 1):
        for fault in _result(script["game"], players, step, result):
            yield f"step {number}: {fault}"
    if list(answer["views"]) != sorted(players):  # printed with its keys sorted
        yield f"views of {list(answer['views'])}"
    for seat, view in answer["views"].items():
        yield from _view(script["game"], seat, view)
    yield from _host(script["game"], players, answer["host"])
    yield from _outcome(players, answer["host"], answer["outcome"])


def _result(game: str, players: list[str], step: dict[str, Any], result: dict[str, Any]) -> Iterator[str]:
    if not result.get("ok"):
        error = result.get("error", {})
        if set(result) != {"ok", "error"} or not {"code", "message"} <= set(error) <= {"code", "message", "ruling"}:
            yield f"a refusal of the form {result}"
        elif not CODE.match(error["code"]) or not SENTENCE.match(error["message"]):
            yield f"refused with no code or no sentence: {error}"
        return
    verb = "close" if "close" in step else next(key for key in step if key != "player")
    expected = {"ok", *({"view": ["view"], "close": ["reports"]}.get(verb, []))}
    if set(result) != expected or result["ok"] is not True:
        yield f"{verb} was answered with the keys {sorted(result)}"
    elif verb == "view":
        yield from _view(game, step["player"], result["view"])
    elif verb == "close":
        if sorted(result["reports"]) != sorted(players):
            yield f"reports to {sorted(result['reports'])}"
        for seat, report in result["reports"].items():
            kind = Settled if "decided" in report else find_game(game).Report
            yield from _typed(kind, report, f"the report to {seat}")


def _view(game: str, seat: str, view: dict[str, Any]) -> Iterator[str]:
    if view.get("seat") != seat:
        yield f"the view of {seat} belongs to {view.get('seat')!r}"
    yield from _typed(find_game(game).View, view.get("view"), f"the view of {seat}")


def _typed(kind: type[Any], value: Any, what: str) -> Iterator[str]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as mistake:
        yield f"{what}: {mistake}"


def _host(game: str, players: list[str], host: dict[str, Any]) -> Iterator[str]:
    missing = {"phase", "round", "garnets", *host_keys(game)} - set(host)
    if missing:
        yield f"the host state lacks {sorted(missing)}"
        return
    if host["phase"] not in PHASES:
        yield f"phase {host['phase']!r}"
    if not isinstance(host["round"], int) or not 0 <= host["round"] <= find_game(game).spec.rounds:
        yield f"round {host['round']!r}"
    if (host["round"] == 0) != (host["phase"] == "pregame"):
        yield f"round {host['round']} in the phase {host['phase']}"
    if sorted(host["garnets"]) != sorted(players) or not all(_counts(n) for n in host["garnets"].values()):
        yield f"garnets {host['garnets']}"
    for key in by_player(game):
        if sorted(host[key]) != sorted(players):
            yield f"host.{key} are {sorted(host[key])}"
    for seat, facts in host.get("players", {}).items():
        if lacking := player_keys(game) - set(facts):
            yield f"host.players.{seat} lacks {sorted(lacking)}"
    pending = host.get("pending", [])
    if bool(pending) != (host["phase"] == "decision"):
        yield f"{len(pending)} choices pending in the phase {host['phase']}"
    for choice in pending:
        named = {*choice.get("by", ["?"]), *choice.get("from", ["?"])}
        if choice.get("kind") not in KINDS or not named <= set(players):
            yield f"pending: {choice}"


def _counts(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number >= 0


def _outcome(players: list[str], host: dict[str, Any], outcome: dict[str, Any] | None) -> Iterator[str]:
    if (outcome is None) == (host["phase"] == "finished"):
        yield f"the outcome is {outcome} in the phase {host['phase']}"
    if outcome is None:
        return
    if lacking := OUTCOME_KEYS - set(outcome):
        yield f"the outcome lacks {sorted(lacking)}"
        return
    ranked = [seat for group in outcome["ranking"] for seat in group]
    if sorted(ranked) != sorted(players) or not all(outcome["ranking"]):
        yield f"ranking {outcome['ranking']}"
    for group in [outcome["winners"], *outcome["ranking"]]:
        if group != sorted(set(group), key=players.index):
            yield f"not in seat order: {group}"
    candidate, opponent = outcome["elimination_candidate"], outcome["death_match_opponent"]
    if not {candidate, opponent} <= {None, *players} or (candidate is not None and candidate == opponent):
        yield f"candidate {candidate!r}, opponent {opponent!r}"
    if candidate is None and opponent is not None:
        yield f"an opponent {opponent!r} without a candidate"
    if candidate is not None and candidate in outcome["winners"]:
        yield f"the winner {candidate} is the candidate"
    for what in ("tokens_of_life", "garnets"):
        if not set(outcome[what]) <= set(players) or not all(_counts(n) for n in outcome[what].values()):
            yield f"{what}: {outcome[what]}"
    if {seat: n for seat, n in host["garnets"].items() if n} != {s: n for s, n in outcome["garnets"].items() if n}:
        yield "the garnets of host and outcome differ"
