"""Season scripts for `garnet scenario` (rulings.md, *JSON*): `book` gives outcomes, no match is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from core.decoding import decode, sentence
from core.dice import commitment, scenario_nonce
from core.json import Json
from core.match import scenario
from core.match.scenario import Scenario
from core.refusal import NotAMatch, Refused
from core.seasons import journal as j
from core.seasons import outcome as outcomes
from core.seasons.opening import EpisodeWish, plan
from core.seasons.options import SeasonOptions
from core.seasons.reducer import apply
from core.seasons.season import Season, begin
from core.seasons.words import season_json

ID = "scenario"


class ScriptHead(j.SeasonStruct, frozen=True):
    title: str = ""
    options: SeasonOptions = SeasonOptions()


class SeasonScript(j.SeasonStruct, frozen=True, kw_only=True):
    season: ScriptHead
    cast: tuple[str, ...]
    seed: int = 0
    steps: tuple[Json, ...] = ()


def read(value: Any) -> SeasonScript:
    """Read a script from JSON values. Raises NotAMatch with one sentence."""
    try:
        script = msgspec.convert(value, type=SeasonScript)
    except (msgspec.ValidationError, ValueError, RecursionError) as mistake:
        raise NotAMatch("no_scenario", f"This is not a scenario: {sentence(str(mistake))}") from None
    for number, step in enumerate(script.steps, 1):
        if len(step) != 1 or next(iter(step)) not in _STEPS:
            raise NotAMatch(
                "no_scenario", f"This is not a scenario: step {number} needs exactly one of {', '.join(_STEPS)}."
            )
    return script


def read_any(text: bytes | str) -> Scenario | SeasonScript:
    """Read a match scenario or season script from JSON text. Raises NotAMatch with one sentence."""
    value = scenario.decoded(text)
    return read(value) if isinstance(value, dict) and "season" in value else scenario.scenario_of(value)


def play_any(script: Scenario | SeasonScript) -> Json:
    return play(script) if isinstance(script, SeasonScript) else scenario.play(script)


def start(script: SeasonScript) -> Season:
    """Begin the script's season. Raises NotAMatch for a bad cast or options (SE-01)."""
    nonce = scenario_nonce(script.seed)
    return begin(
        j.SeasonHeader(
            season=ID,
            title=script.season.title,
            cast=script.cast,
            options=script.season.options,
            seed=script.seed,
            nonce=nonce,
            commitment=commitment(script.seed, nonce),
        )
    )


def play(script: SeasonScript) -> Json:
    season = start(script)
    results: list[Json] = []
    for step in script.steps:
        try:
            entry = entry_of(season, step)
            season = apply(season, entry)
        except Refused as refusal:
            results.append({"ok": False, "error": refusal.as_json()})
            continue
        opened = {"given": entry.options, "seats": list(entry.seats)} if isinstance(entry, j.EpisodeOpened) else {}
        results.append({"ok": True, **opened})
    return {"results": results, "season": season_json(season)}


def entry_of(season: Season, step: Json) -> j.AnyEntry:
    """Return the entry of a step. Refused for a wrong form, or an episode that cannot open."""
    verb, value = next(iter(step.items()))
    return _STEPS[verb](season, value)


# --- steps ------------------------------------------------------------------------------------------------------------
class _Name(j.SeasonStruct, frozen=True):
    candidate: str | msgspec.UnsetType = msgspec.UNSET
    opponent: str | msgspec.UnsetType = msgspec.UNSET


class _DeathMatch(j.SeasonStruct, frozen=True):
    winner: str | None


class _Final(j.SeasonStruct, frozen=True):
    best_of: int


class _Correct(j.SeasonStruct, frozen=True):
    changes: dict[str, j.CastCorrection]
    reason: str = msgspec.field(name="why")


def _read_name(season: Season, value: Any) -> j.AnyEntry:
    typed = decode(_Name, value, "name")
    roles: dict[Literal["candidate", "opponent"], Any] = {"candidate": typed.candidate, "opponent": typed.opponent}
    named = [(role, name) for role, name in roles.items() if name is not msgspec.UNSET]
    if len(named) != 1:
        raise Refused("wrong_form", "name: give the candidate or the opponent, one of them.", "SE-08")
    return j.LoserNamed(role=named[0][0], name=named[0][1])


def _read_correction(season: Season, value: Any) -> j.AnyEntry:
    typed = decode(_Correct, value, "correct")
    return j.SeasonCorrected(changes=typed.changes, reason=typed.reason)


def _only_true(entry: j.AnyEntry, verb: str) -> Callable[[Season, Any], j.AnyEntry]:
    def read_true(season: Season, value: Any) -> j.AnyEntry:
        if value is not True:
            raise Refused("wrong_form", f"{verb} can only be true.", "CM-25")
        return entry

    return read_true


_STEPS: dict[str, Callable[[Season, Any], j.AnyEntry]] = {
    "open": lambda season, value: plan(season, decode(EpisodeWish, value, "open")),
    "call_off": lambda season, value: j.CalledOff(reason=decode(str, value, "call_off")),
    "add": lambda season, value: j.Added(name=decode(str, value, "add")),
    "book": lambda season, value: j.Booked(outcome=outcomes.read(value)),
    "name": _read_name,
    "death_match": lambda season, value: j.Fought(winner=decode(_DeathMatch, value, "death_match").winner),
    "skip_death_match": lambda season, value: j.LeftOut(reason=decode(str, value, "skip_death_match")),
    "final": lambda season, value: j.FinalMade(best_of=decode(_Final, value, "final").best_of),
    "correct": _read_correction,
    "unbook": _only_true(j.Unbooked(), "unbook"),
    "end": _only_true(j.SeasonEnded(), "end"),
}
