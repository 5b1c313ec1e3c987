"""Claims of what goes to nobody if two want it: what is heard as one, and what bots of the temple make of it."""

from __future__ import annotations

import pytest
from msgspec import structs

from core.bots.contract import Seal
from core.games.pantheic_runes import GAME
from core.games.pantheic_runes.bots.proposals import CLAIM_LINES
from core.match import journal as j
from core.match import views
from core.match.reducer import apply
from core.match.scenario import Scenario, start
from core.match.state import Match
from core.table.table import Table
from core.table.table_bots import EARLY
from core.talk.parsing.asks import claimed
from tests.kit import NAMES
from tests.kit.house import open_house

CLAIMS = {
    "I take place 3": 3,
    "I'll take place 0, please": 0,
    "i pick 4": 4,
    "Leave place 2 to me!": 2,
    "leave me 2": 2,
    "Place 5 is mine.": 5,
    "3 of the temple is mine, all right?": 3,
    "may I have place 1?": 1,
    "hands off place 3": 3,
    "dibs on 2": 2,
    "I am going for the temple's place 4, you take another": 4,
    "spot 3 for me": 3,
}
BOTS = dict.fromkeys(NAMES[1:5], "bot:sharp")
NONE = (
    "I do not take place 3",
    "you take place 3",
    "Is place 3 any good?",
    "I have 3 points",
    "if I take place 2, what do you take?",
    "I take place 2 or I take place 3",
    "I take two red cubes",
    "give me 3 for 4",
    "What a temple!",
)


@pytest.mark.parametrize("text", CLAIMS)
def test_a_claim_is_heard(text: str) -> None:
    assert claimed(text) == CLAIMS[text]


@pytest.mark.parametrize("text", NONE)
def test_what_claims_nothing_is_not(text: str) -> None:
    assert claimed(text) is None


@pytest.mark.parametrize("form", CLAIM_LINES)
def test_bots_claim_in_words_that_are_heard(form: str) -> None:
    assert claimed(form.format(4)) == 4


def runes(people: tuple[str, ...] = ()) -> Match:
    holders = {name: "local" if name in people else "bot:steady" for name in NAMES[:5]}
    made = start(Scenario(game="pantheic_runes", seed=3, players=NAMES[:5], setup={"round": 2}))
    return structs.replace(made, holders=holders)


def picks(match: Match, level: str, heard: tuple[j.Said, ...]) -> tuple[int, ...]:
    """Where the bot of Ada picks, once this was said."""
    for said in heard:
        match, _ = apply(match, said)
    sealed = [move for move in GAME.bot(level, "Ada", 1).turn(views.sight(match, "Ada")) if isinstance(move, Seal)]
    return tuple(sealed[-1].orders["temple"])


@pytest.mark.parametrize("level", ["steady", "sharp", "trusting", "rogue"])
def test_a_place_that_a_person_claims_is_left_to_it(level: str) -> None:
    wanted = picks(runes(("Bo",)), level, ())[0]
    for number in range(6):  # whatever it turns to next, the last thing claimed is left
        claim = j.Said(author="Bo", at=0.0, to="lounge", text=f"I take place {number}")
        assert number not in picks(runes(("Bo",)), level, (claim,))
    both = tuple(j.Said(author=by, at=0.0, to="lounge", text=f"I take place {wanted}") for by in ("Ada", "Bo"))
    assert wanted not in picks(runes(("Bo",)), level, both)


def test_a_place_on_which_a_person_insists_is_denied_it_by_a_second_pick() -> None:
    """Of somebody sharp: the place that it wants itself comes first."""
    match, _ = apply(runes(("Bo",)), j.Said(author="Bo", at=0.0, to="lounge", text="I take place 5"))
    sight = views.sight(match, "Ada")
    own = structs.replace(sight.view.own, picks=2)
    now = structs.replace(sight, view=structs.replace(sight.view, mine=own))
    before = structs.replace(sight.heard[-1], round=1)
    found = []
    for heard in (sight.heard, (before, *sight.heard)):
        moves = GAME.bot("sharp", "Ada", 1).turn(structs.replace(now, heard=heard))
        [sealed] = [move.orders["temple"] for move in moves if isinstance(move, Seal)]
        found.append(sealed)
    once, again = found
    assert 5 not in once
    assert again == [once[0], 5]


def after_first_words(made: Table) -> None:
    """Let the time pass in which bots leave a person the first word (HH-73)."""
    made.play_bots()
    made.clock.advance(EARLY)  # type: ignore[attr-defined]
    made.tick()
    made.play_bots()


def test_in_the_first_round_whoever_said_so_first_keeps_a_place() -> None:
    """A person who claims what a bot has claimed does not get it, and is not told so."""
    made = open_house().make("pantheic_runes", NAMES[:5], holders={"Ada": "local", **BOTS}, seed=5)
    made.submit(j.Closed())
    after_first_words(made)
    place = next(claimed(m.text) for m in made.match.messages if m.sender == "Bo" and claimed(m.text) is not None)
    made.submit(j.Said(author="Ada", to=("Bo",), text=f"I take place {place}"))
    made.play_bots()
    assert made.match.sealed["Bo"].orders.temple[0] == place
    answers = [m for m in made.match.messages if m.sender == "Bo" and m.of_two]
    assert all(m.occasion != "leaves" for m in answers)


def test_sharp_says_which_place_it_takes_and_takes_it() -> None:
    made = open_house().make("pantheic_runes", NAMES[:5], holders={"Ada": "local", **BOTS}, seed=5)
    made.submit(j.Closed())
    after_first_words(made)
    said = {m.sender: claimed(m.text) for m in made.match.messages if m.round == 1 and claimed(m.text) is not None}
    assert set(said) == set(BOTS)
    assert len(set(said.values())) == len(said)
    assert all(made.match.sealed[seat].orders.temple[0] == place for seat, place in said.items())


def test_whoever_claims_a_place_is_told_that_it_is_left() -> None:
    holders = {"Ada": "local", **dict.fromkeys(NAMES[1:5], "bot:steady")}
    made = open_house().make("pantheic_runes", NAMES[:5], holders=holders, seed=5)
    made.submit(j.Closed())
    made.submit(j.Said(author="Ada", to=("Bo",), text="I take place 3, all right?"))
    made.play_bots()
    assert [m for m in made.match.messages if m.sender == "Bo" and m.of_two][-1].occasion == "leaves"
    assert 3 not in made.match.sealed["Bo"].orders.temple


@pytest.mark.parametrize("level", ["steady", "sharp"])
def test_whoever_claims_in_round_after_round_is_left_none_and_told_so(level: str) -> None:
    made = open_house().make(
        "pantheic_runes", NAMES[:5], holders={"Ada": "local", **dict.fromkeys(NAMES[1:5], f"bot:{level}")}, seed=5
    )
    made.submit(j.Closed())
    answers = []
    for _ in range(3):
        made.submit(j.Said(author="Ada", to=("Bo",), text="I take place 3, all right?"))
        made.play_bots()
        answers.append(
            [m for m in made.match.messages if m.sender == "Bo" and "Ada" in m.readers and m.of_two][-1].occasion
        )
        made.submit(j.Closed())
        made.play_bots()
    assert answers == ["leaves", "contests", "contests"]
