"""Random season scripts, held against a second reading of the rulings (`model.py`)."""

from __future__ import annotations

import random

import pytest

from core.refusal import Refused
from core.seasons.journal import EpisodeOpened
from tests.core.seasons.model import Model
from tests.core.seasons.test_properties import ESTATES, NAMES, step
from tests.kit.seasons import Told

SAME = ("places", "tokens", "garnets", "candidate", "opponent")


@pytest.mark.parametrize("seed", range(30))
def test_a_random_script_comes_to_what_the_rulings_say(seed: int) -> None:
    chance = random.Random(1000 + seed)
    options = {"purse": 2, "keep_tokens": seed % 2 == 0, "estate": chance.choice(ESTATES)}
    cast = NAMES[: chance.randint(2, 5)]
    told, model = Told(cast, seed, **options), Model(list(cast), options)
    for number in range(80):
        verb, given = step(told, chance)
        try:
            entry = told.do(verb, given)
            answer = {"seats": list(entry.seats), "given": entry.options} if isinstance(entry, EpisodeOpened) else {}
            taken = True
        except Refused:
            answer, taken = {}, False
        where = f"step {number}: {verb} {given}"
        assert model.play({verb: given}, answer) == taken, where
        printed = told.json
        assert (printed["phase"], printed["episode"]) == (model.s["phase"], model.episode), where
        assert printed["cast"] == model.cast(), where
        assert printed["standings"] == model.standings(), where
        theirs = [{key: episode[key] for key in SAME} for episode in printed["episodes"]]
        assert theirs == [{key: episode[key] for key in SAME} for episode in model.s["episodes"]], where
