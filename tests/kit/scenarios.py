"""Thousands of random scenarios through `garnet scenario --lines`, with every result checked against the contract.

    python -m tests.kit.scenarios famine 2000
    python -m tests.kit.scenarios all 500 --seed 3

Matches of `random` bots become scenario steps. Some are unchanged, and must end in the same match. Most are spoiled
(steps dropped, doubled, swapped, garbage inserted), a few lines are no scenarios, and a few are repeated. Printed:
counts, answers of the steps, and every fault. Exit status 1 if there was a fault.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from core.botplay.playing import make_bot, play_out
from core.games import MODULES
from core.games import game as find_game
from core.match import journal as j
from core.match import views
from core.match.scenario import Scenario, start
from core.match.state import Match
from core.refusal import NotAMatch
from tests.kit.wellformed import faults, faults_of_none

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max")
VARIANTS = 4
"""Scenarios from a match of bots."""
FAULTS_SHOWN = 20

Script = dict[str, Any]
Step = dict[str, Any]


class Line(NamedTuple):
    """A line for `--lines`, and what is known of its answer."""

    text: str
    script: Script | None
    """None for a line that is no scenario."""
    digest: str = ""
    """Expected digest, where known."""


# --- writing a match of bots down -------------------------------------------------------------------------------------
def step_of(entry: j.AnyEntry) -> Step | None:
    """The step for a journal entry; None for entries without one (being ready)."""
    if isinstance(entry, j.Closed):
        return {"close": True}
    if isinstance(entry, j.Sealed):
        return {"player": entry.author, "orders": entry.orders}
    if isinstance(entry, j.Acted):
        return {"player": entry.author, "action": entry.action}
    if isinstance(entry, j.Said):
        to = entry.to if isinstance(entry.to, str) else list(entry.to)
        return {"player": entry.author, "say": {"to": to, "text": entry.text}}
    return None


def bot_script(game: str, seed: int, chance: random.Random) -> tuple[Script, str]:
    """A match of random bots as a scenario, with its digest. Half of them start in the middle."""
    spec = find_game(game).spec
    script: Script = {"game": game, "seed": seed, "players": list(NAMES[: spec.seats])}
    if chance.random() < 0.5:
        script["setup"] = {"round": chance.randint(1, spec.rounds)}
    if chance.random() < 0.1:
        script["options"] = {"reveal": False}
    match = begin(script)
    steps: list[Step] = []

    def each(_: Match, entry: j.AnyEntry) -> None:
        if (step := step_of(entry)) is not None:
            steps.append(step)

    end = play_out(match, {seat: make_bot(match, seat, "random") for seat in match.seats}, each=each)
    return {**script, "steps": steps}, views.digest(end)


def begin(script: Script) -> Match:
    """The match at a script's beginning; without its set-up if the game lacks that position."""
    try:
        return start(Scenario(**{**script, "players": tuple(script["players"])}))
    except NotAMatch:
        script.pop("setup", None)
        return start(Scenario(**{**script, "players": tuple(script["players"])}))


# --- spoiling it ------------------------------------------------------------------------------------------------------
LEAVES: tuple[Any, ...] = (
    "", "Nobody", "Ada", "Bo", "lounge", "ruby", "red", "A", "7", -1, 0, 1, 3, 99, 2**63, 10**30, 1.5, None, True,
    False, [], {}, [[]], ["Ada", "Ada"], {"kind": "x"}, "x" * 3000, "\u202eevil[bold]", "\x00\x1b[2J", "\U0001f0a1",
)  # fmt: skip
"""Values of garbage."""


def mangled(value: Any, chance: random.Random) -> Any:
    """A JSON value with a part replaced, dropped, doubled or added."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value))
        how = chance.random()
        if how < 0.1:
            return {k: v for k, v in value.items() if k != key}
        if how < 0.2:
            return {**value, chance.choice(("extra", "to", "kind", "player")): chance.choice(LEAVES)}
        return {**value, key: mangled(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        if chance.random() < 0.3:
            return [*value, chance.choice(value)]
        return [*value[:place], mangled(value[place], chance), *value[place + 1 :]]
    return chance.choice(LEAVES)


def garbage_step(steps: list[Step], players: list[str], chance: random.Random) -> Step:
    """A step that is likely refused, in a valid scenario."""
    seat = chance.choice(players)
    open_steps = [step for step in steps if "close" not in step]
    if open_steps and chance.random() < 0.6:
        step = chance.choice(open_steps)
        verb = next(key for key in step if key != "player")
        if chance.random() < 0.4:
            return {**step, "player": seat}  # another's orders, as they are
        return {"player": step["player"], verb: mangled(step[verb], chance)}
    to = chance.choice(["lounge", "realm", [seat], [chance.choice(players)], ["Nobody"], players, [], 7])
    return chance.choice(
        [
            {"player": seat, "view": True},
            {"player": seat, "withdraw": True},
            {"player": seat, "orders": chance.choice(LEAVES)},
            {"player": seat, "action": chance.choice(LEAVES)},
            {"player": seat, "action": {"kind": "choose_candidate", "player": chance.choice(players)}},
            {"player": seat, "say": {"to": to, "text": chance.choice(["deal?", "", "x" * 2001, "\x1b[31m[red]"])}},
            {"close": True},
        ]
    )


def spoiled(script: Script, chance: random.Random) -> Script:
    """The script with steps dropped, doubled, swapped, and garbage inserted."""
    steps: list[Step] = list(script["steps"])
    players: list[str] = script["players"]
    steps_left: list[Step] = []
    for step in steps:
        how = chance.random()
        if how < 0.06:
            continue
        steps_left.append(step)
        if how < 0.10:
            steps_left.append(step)
        elif how < 0.16:
            steps_left.insert(chance.randrange(len(steps_left)), garbage_step(steps, players, chance))
        elif how < 0.24:
            steps_left.append(garbage_step(steps, players, chance))
    if chance.random() < 0.3:
        steps_left = steps_left[: chance.randrange(len(steps_left) + 1)]
    steps_left += [garbage_step(steps, players, chance) for _ in range(chance.randint(1, 4))]
    return {**script, "steps": steps_left}


def no_scenario(script: Script, chance: random.Random) -> str:
    players = script["players"]
    wrong: list[Script] = [
        {**script, "game": "chess"},
        {**script, "players": players[:-1]},
        {**script, "players": [players[0], *players[:-1]]},
        {**script, "players": "Ada"},
        {**script, "seed": "seven"},
        {**script, "setup": {"nonsense": 1}},
        {**script, "setup": {"round": 0}},
        {**script, "options": {"nonsense": 1}},
        {**script, "extra": 1},
        {**script, "steps": [{"player": "Nobody", "view": True}]},
        {**script, "steps": [{"close": False}]},
        {**script, "steps": [{"player": players[0], "view": True, "withdraw": True}]},
        {**script, "steps": [{"player": players[0], "dance": True}]},
        {**script, "steps": [7]},
        {key: value for key, value in script.items() if key != "players"},
    ]
    texts = [*(json.dumps(one) for one in wrong), "{", "[]", "null", '"famine"', json.dumps(script)[:-3], "\u0000"]
    return chance.choice(texts)


def lines(game: str, number: int, seed: int) -> list[Line]:
    """Lines of a run, determined by the seed."""
    chance = random.Random(f"{game} {seed}")
    given: list[Line] = []
    while len(given) < number:
        script, digest = bot_script(game, chance.randrange(2**32), chance)
        given.append(Line(json.dumps(script), script, digest))
        for _ in range(VARIANTS - 1):
            how = chance.random()
            if how < 0.04:
                given.append(Line(no_scenario(script, chance), None))
            elif how < 0.08:
                repeated = chance.choice(given)
                given.append(repeated._replace(text=repeated.text))
            else:
                other = spoiled(script, chance)
                given.append(Line(json.dumps(other), other))
    return given[:number]


# --- playing them -----------------------------------------------------------------------------------------------------
def fresh(text: str) -> subprocess.CompletedProcess[str]:
    """Run `garnet scenario --lines` in a new Python."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        file.write(text)
        file.seek(0)
        return subprocess.run(
            [sys.executable, "-m", "cli.main", "scenario", "--lines"],
            stdin=file,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )


def answers(
    given: list[Line], ask: Callable[[str], subprocess.CompletedProcess[str]] = fresh
) -> tuple[list[str], str, float]:
    """Output of `garnet scenario --lines` for these lines, its standard error, and the seconds."""
    before = time.perf_counter()
    output = ask("".join(f"{line.text}\n" for line in given))
    taken = time.perf_counter() - before
    trouble = output.stderr if output.returncode == 0 else f"exit status {output.returncode}\n{output.stderr}"
    return output.stdout.removesuffix("\n").split("\n"), trouble, taken


def judge(given: list[Line], printed: list[str], tally: Counter[str]) -> list[str]:
    """Faults of all answers; answers are counted in `tally`."""
    faults_so_far: list[str] = []
    if len(printed) != len(given):
        faults_so_far.append(f"{len(given)} lines were given and {len(printed)} printed")
    first: dict[str, str] = {}
    for number, (line, text) in enumerate(zip(given, printed, strict=False), 1):
        wrong: list[str] = []
        if first.setdefault(line.text, text) != text:
            wrong.append("the same line was answered in two ways")
        answer = json.loads(text)
        if line.script is None:
            tally["no scenarios"] += 1
            wrong += faults_of_none(answer)
        elif "error" in answer:
            wrong.append(f"taken for no scenario: {answer['error']}")
        else:
            tally["scenarios"] += 1
            count(answer, tally)
            wrong += faults(line.script, answer)
            if line.digest and answer["digest"] != line.digest:
                wrong.append("the script ended in another match than the bots played")
        faults_so_far += [f"line {number}: {fault}" for fault in wrong]
    tally["repeated"] = len(given) - len(first)
    return faults_so_far


def count(answer: dict[str, Any], tally: Counter[str]) -> None:
    tally[f"ended in phase {answer['host']['phase']}"] += 1
    for result in answer["results"]:
        tally["steps"] += 1
        if not result["ok"]:
            tally["steps refused"] += 1
            tally[f"refused: {result['error']['code']}"] += 1


def run(game: str, number: int, seed: int) -> int:
    """Run a game and print the results. Returns the number of faults."""
    before = time.perf_counter()
    given = lines(game, number, seed)
    writing = time.perf_counter() - before
    printed, trouble, taken = answers(given)
    tally: Counter[str] = Counter()
    problems = judge(given, printed, tally) + [f"standard error: {line}" for line in trouble.splitlines()]
    print(f"{game}: {len(given):,} lines in {taken:.1f} s (written in {writing:.1f} s)")
    print(
        f"  {tally['scenarios']:,} scenarios, {tally['no scenarios']:,} no scenarios, {tally['repeated']:,} repeated; "
        f"{tally['steps']:,} steps, {tally['steps refused']:,} refused"
    )
    ended = {key: value for key, value in tally.items() if key.startswith("ended")}
    print("  " + "; ".join(f"{value:,} {key}" for key, value in sorted(ended.items())))
    codes = [(value, key.removeprefix("refused: ")) for key, value in tally.items() if key.startswith("refused: ")]
    print("  refused for: " + ", ".join(f"{code} {value:,}" for value, code in sorted(codes, reverse=True)))
    print(f"  faults: {len(problems)}")
    for fault in problems[:FAULTS_SHOWN]:
        print(f"    {fault}")
    return len(problems)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.kit.scenarios", description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", choices=[*sorted(MODULES), "all"])
    parser.add_argument("number", type=int, nargs="?", default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    games = list(MODULES) if args.game == "all" else [args.game]
    sys.exit(1 if sum(run(game, args.number, args.seed) for game in games) else 0)


if __name__ == "__main__":
    main()
