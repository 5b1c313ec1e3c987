"""What the sharp bot of A Sinner's Secret tells whom: the truth about rivals across, what is not so among rivals."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.bots.contract import Say
from core.games.sinners_secret import words
from core.games.sinners_secret.belief import PAIR_NUMBER, Sample
from core.games.sinners_secret.bots.sharp import SharpBot
from core.games.sinners_secret.bots.steady import SteadyBot, disproved_claimants
from core.games.sinners_secret.rules import owners
from core.games.sinners_secret.spec import LETTERS, PAIRS
from core.match import views
from core.talk.channels import Message
from tests.rulings.sinners_secret.scene import scene


def told(seat: str):
    """Somebody who knows every pair, what it says in a round, and the match."""
    match = scene().match
    sight = views.sight(match, seat)
    bot = SharpBot(seat, 1)
    masks = [[int(pair == match.state.pairs[letter]) for pair in PAIRS] for letter in LETTERS]
    assert PAIR_NUMBER[match.state.pairs["A"]] == masks[0].index(1)
    bot._sample = Sample(1, masks)
    return match, sight, bot, bot._confide(sight)


@pytest.mark.parametrize("seat", ["Ada", "Ed", "Max"])
def test_among_rivals_it_says_what_is_not_so_and_none_of_them_can_check(seat: str):
    match, sight, _, moves = told(seat)
    [said] = [move for move in moves if isinstance(move, Say) and move.to == "realm"]
    realm = match.state.realms
    message = Message(sender=seat, channel="realm", readers=tuple(match.seats), text=said.text, round=1, at=0.0)
    found = words.claims_in(message, sight.view)
    assert found
    for claim in found:
        assert realm[owners(match.state.letters)[claim.letter]] != realm[seat]
        assert (claim.attribute in match.state.pairs[claim.letter]) != claim.has
    for mate in match.seats:
        if realm[mate] == realm[seat] and mate != seat:
            assert disproved_claimants(list(found), views.sight(match, mate).view) == set()


@pytest.mark.parametrize("bot", [SteadyBot, SharpBot])
def test_what_one_with_a_single_letter_asks_about_is_not_always_its_own(bot: type[SteadyBot]):
    """And somebody in Heaven, whose letters have six of the ten attributes, asks about those alone."""
    match = scene().match
    for seat in ("Ada", "Ed"):
        sight = views.sight(match, seat)
        own = {name for pair in sight.view.pairs.values() for name in pair}
        asked = [own.isdisjoint(bot(seat, seed)._about(sight)) for seed in range(100)]
        assert sum(asked) == 0 if seat == "Ada" else 10 < sum(asked) < 60
        assert set(bot(seat, asked.index(False))._about(sight)) == own


@pytest.mark.parametrize("seat", ["Ada", "Ed"])
def test_across_it_tells_the_truth_and_of_its_rivals_letters_alone(seat: str):
    match, sight, bot, _ = told(seat)
    truths = bot._truths(sight.view, bot._sample)
    assert truths
    for letter, name, has in truths:
        owner = owners(match.state.letters)[letter]
        assert owner != seat
        assert match.state.realms[owner] == match.state.realms[seat]
        assert (name in match.state.pairs[letter]) == has


def test_what_it_said_in_a_round_it_does_not_say_again():
    match, sight, bot, moves = told("Ed")
    said = tuple(
        Message("Ed", "realm", tuple(match.seats), move.text, sight.round, 0.0)
        for move in moves
        if isinstance(move, Say) and move.to == "realm"
    )
    assert all(move.to != "realm" for move in bot._confide(replace(sight, heard=(*sight.heard, *said))))
