"""What holds for every season: random hosts, right and wrong steps, by the hundred."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from core.decoding import canonical
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.reducer import apply, fold
from core.seasons.season import Season, begin
from core.seasons.words import digest
from tests.kit.seasons import Told

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")


def amounts(rng: random.Random, seats: list[str]) -> dict[str, int]:
    return {rng.choice(seats): rng.randint(0, 5) for _ in range(2)}


def outcome(rng: random.Random, seats: list[str]) -> dict[str, Any]:
    """Of a match in which these sat, in this order."""
    return {
        "ranking": [[seat] for seat in seats],
        "garnets": amounts(rng, seats),
        "spent": amounts(rng, seats),
        "tokens_of_life": amounts(rng, seats),
        "marked": rng.choice([None, rng.choice(seats)]),
        "elimination_candidate": seats[-1],
        "death_match_opponent": rng.choice([None, *seats[:2]]),
        "realms": rng.choice([None, {"heaven": seats[:2], "hell": seats[2:]}]),
    }


def correction(rng: random.Random, cast: list[str]) -> dict[str, Any]:
    wanted = {
        "purse": rng.randint(0, 9),
        "tokens": rng.randint(0, 2),
        "marked": rng.random() < 0.5,
        "in": rng.random() < 0.6,
        "realm": rng.choice([None, "hell"]),
    }
    return {rng.choice(cast): {key: wanted[key] for key in rng.sample(list(wanted), rng.randint(0, 3))}}


def step(told: Told, rng: random.Random) -> tuple[str, Any]:
    """A step that a host might try, often a wrong one."""
    cast = [*told.season.cast, "Zed"]
    last = told.season.episodes[-1] if told.season.episodes else None
    seats = list(last.seats if last is not None and last.seats else cast)
    rng.shuffle(seats)
    two = [name for name in (last.candidate, last.opponent) if name] if last is not None else cast
    wish = {"sit_out": rng.sample(cast, rng.randint(0, 1)), "play": rng.sample(cast, rng.randint(0, 1))}
    return rng.choice(
        [
            ("open", {"game": rng.choice(["elsewhere", "pantheic_runes"]), **wish}),
            ("open", {"game": "elsewhere"}),
            ("open", {"game": "drifting_ship", "guests": rng.choice([[], ["Kit"]])}),
            ("book", outcome(rng, seats)),
            ("book", outcome(rng, seats)),
            ("name", {rng.choice(["candidate", "opponent"]): rng.choice(cast)}),
            ("death_match", {"winner": rng.choice([*two, None, "Zed"])}),
            ("skip_death_match", "tired"),
            ("call_off", rng.choice(["rain", ""])),
            ("add", rng.choice(["Zed", "Ada", "zed", "Kit"])),
            ("correct", {"changes": correction(rng, cast), "why": "so"}),
            ("unbook", rng.choice([True, 1])),
            ("final", {"best_of": rng.choice([1, 3, 4])}),
            ("end", rng.choice([True, False, False])),
        ]
    )


def told_of(seed: int) -> Told:
    rng = random.Random(seed)
    told = Told(NAMES[: rng.randint(2, 5)], seed, purse=2, keep_tokens=seed % 2 == 0, estate=rng.choice(ESTATES))
    for _ in range(60):
        verb, given = step(told, rng)
        if rng.random() < 0.1:
            undo(told)
        before = digest(told.season)
        try:
            told.do(verb, given)
        except Refused:
            assert digest(told.season) == before
        check(told.season)
    return told


def undo(told: Told) -> None:
    """Undo the last entry, where that can be (SE-19): all but the news is as it was before it."""
    before = told.season.past[-1].season if told.season.past else None
    entry = j.Undone()
    try:
        told.season = apply(told.season, entry)
    except Refused:
        return
    told.entries.append(entry)
    assert before is not None
    kept = {"news": (), "read": (), "entry_count": 0, "past": (), "holders": {}}
    assert msgspec.structs.replace(told.season, **kept) == msgspec.structs.replace(before, **kept)


ESTATES = ("winner", "house", "kept")


def check(season: Season) -> None:
    """What can never be."""
    for name, one in season.cast.items():
        explained = sum(line.amount for line in season.ledger if line.name == name)
        assert one.purse == explained >= 0
        assert one.tokens >= 0
        assert (one.left is None) == one.in_
    assert (season.phase == "finished") or season.open is not None or len(season.remaining) > 1
    assert [episode.number for episode in season.episodes] == list(range(1, len(season.episodes) + 1))


@pytest.mark.parametrize("seed", range(40))
def test_a_season_of_random_steps_folds_from_its_journal_to_what_it_was_live(seed: int) -> None:
    told = told_of(seed)
    header = j.header_from_json(json.loads(json.dumps(j.as_json(told.header))))
    entries = [j.entry_from_json(json.loads(json.dumps(j.as_json(entry)))) for entry in told.entries]
    assert entries == told.entries
    again = fold(header, entries)
    assert digest(again) == digest(told.season)
    assert again == told.season


@pytest.mark.parametrize("seed", range(8))
def test_a_season_survives_json(seed: int) -> None:
    season = told_of(seed).season
    assert msgspec.json.decode(msgspec.json.encode(season), type=Season) == season
    assert canonical(season) == canonical(msgspec.convert(msgspec.to_builtins(season), type=Season))


def test_no_entry_changes_the_season_it_is_applied_to() -> None:
    told = told_of(3)
    season = begin(told.header)
    for entry in told.entries:
        before = canonical(season)
        after = apply(season, entry)
        assert canonical(season) == before
        season = after
