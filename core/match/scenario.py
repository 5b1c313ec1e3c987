"""Plays a scenario file against the engine, without screens or a store (docs/rulings/common.md).

A file with the key `season` is a season script (docs/rulings/season.md, `core.seasons.script`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from core.decoding import plain, sentence
from core.dice import commitment, scenario_nonce
from core.games import game as find_game
from core.json import Json
from core.match import journal as j
from core.match import views
from core.match.decisions import outcome
from core.match.reducer import apply
from core.match.state import Match, begin
from core.refusal import NotAMatch, Refused, quoted

VERBS = ("orders", "action", "say", "withdraw", "view")


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    game: str
    seed: int = 0
    players: tuple[str, ...]
    options: Json = {}
    setup: Json = {}
    steps: tuple[Json, ...] = ()


def read(text: bytes | str) -> Scenario:
    """Read a scenario from JSON text. Raises NotAMatch with one sentence."""
    return scenario_of(decoded(text))


def decoded(text: bytes | str) -> Any:
    """Decode JSON text. Raises NotAMatch with one sentence."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, ValueError, RecursionError) as mistake:
        raise no_scenario(mistake) from None


def scenario_of(value: Any) -> Scenario:
    """Read a scenario from JSON values. Raises NotAMatch with one sentence."""
    try:
        return msgspec.convert(value, type=Scenario)
    except (msgspec.DecodeError, UnicodeError, ValueError, RecursionError) as mistake:
        raise no_scenario(mistake) from None


def no_scenario(mistake: Exception) -> NotAMatch:
    return NotAMatch("no_scenario", f"This is not a scenario: {sentence(str(mistake))}")


def start(scenario: Scenario) -> Match:
    """Begin the scenario's match. Raises NotAMatch for its game, seats, options or set-up."""
    game = find_game(scenario.game)
    nonce = scenario_nonce(scenario.seed)
    return begin(
        j.Header(
            match="scenario",
            game=scenario.game,
            rules_version=game.spec.rules_version,
            seats=scenario.players,
            options=scenario.options,
            setup=scenario.setup,
            seed=scenario.seed,
            nonce=nonce,
            commitment=commitment(scenario.seed, nonce),
        )
    )


def play(scenario: Scenario) -> Json:
    match = start(scenario)
    for number, step in enumerate(scenario.steps, 1):
        _check_step(number, step, scenario.players)
    results = []
    for step in scenario.steps:
        match, result = _play_step(match, step)
        results.append(result)
    return {
        "results": results,
        "views": {seat: views.view(match, seat) for seat in match.seats},
        "host": views.host(match),
        "outcome": outcome(match),
        "digest": views.digest(match),
    }


def _check_step(number: int, step: Json, players: tuple[str, ...]) -> None:
    """Check that a step is `close`, or a seated player with one verb. Raises NotAMatch."""
    where = f"This is not a scenario: step {number}"
    if "close" in step:
        if step["close"] is not True or len(step) > 1:
            raise NotAMatch("no_scenario", f'{where} closes the round and must be {{"close": true}} alone.')
        return
    if step.get("player") not in players:
        raise NotAMatch("no_scenario", f"{where} has an actor who is not seated: {quoted(step.get('player'))}.")
    verbs = [key for key in step if key != "player"]
    if len(verbs) != 1 or verbs[0] not in VERBS:
        raise NotAMatch("no_scenario", f"{where} needs exactly one of {', '.join(VERBS)}, and nothing else.")
    if verbs[0] in ("withdraw", "view") and step[verbs[0]] is not True:
        raise NotAMatch("no_scenario", f"{where}: {verbs[0]} can only be true.")


def _play_step(match: Match, step: Json) -> tuple[Match, Json]:
    if step.get("view"):
        return match, {"ok": True, "view": views.view(match, step["player"])}
    closed, decided = len(match.rounds), len(match.decided)
    try:
        match, _ = apply(match, _entry_of(step))
    except Refused as refusal:
        return match, {"ok": False, "error": refusal.as_json()}
    result: Json = {"ok": True}
    if "close" in step:
        fresh = match.rounds[closed:]
        settled = {} if fresh else {"decided": plain(match.decided[decided:])}
        result["reports"] = plain(fresh[0].reports) if fresh else dict.fromkeys(match.seats, settled)
    return match, result


def _entry_of(step: Json) -> j.AnyEntry:
    """Return the step's journal entry. Refused for a wrong form."""
    if "close" in step:
        return j.Closed(cause="host")
    seat: str = step["player"]
    if "withdraw" in step:
        return j.Withdrew(author=seat)
    if "orders" in step:
        return j.Sealed(author=seat, orders=_checked_object(step["orders"], "orders"))
    if "action" in step:
        return j.Acted(author=seat, action=_checked_object(step["action"], "action"))
    speech = _checked_object(step["say"], "say")
    to, text = speech.get("to"), speech.get("text")
    names = isinstance(to, list) and all(isinstance(name, str) for name in to)
    if set(speech) != {"to", "text"} or not isinstance(text, str) or not (isinstance(to, str) or names):
        raise Refused("wrong_form", 'say: give {"to": "lounge", "realm" or a list of names, "text": "..."}.', "CM-25")
    return j.Said(author=seat, to=to if isinstance(to, str) else tuple(to or ()), text=text)


def _checked_object(value: Any, noun: str) -> Json:
    if not isinstance(value, dict):
        raise Refused("wrong_form", f"{noun}: expected an object.", "CM-25")
    return value
