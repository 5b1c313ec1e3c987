"""Whom a candidate can choose in the main match of a season: nobody who could not be named afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from core.ledger import Pending
from core.match import journal as matches
from core.match.decisions import pending
from core.seasons import journal as j
from core.seasons.opening import EpisodeWish
from core.seasons.outcome import Outcome
from tests.core.seasons.hosted import CAST, Hosted

FOUR = CAST[:4]
GAME, MATCH = "drifting_ship", "drifting-ship-1"


class Choosing(Hosted):
    """A season whose main match comes to the choice of the opponent among two."""

    def __init__(self, guests: tuple[str, ...] = (), **settings: Any) -> None:
        super().__init__()
        self.desk.hand_over("Cy", "person:cy")
        self.desk.correct({"Ed": j.CastCorrection(in_=False)}, "left")
        self.desk.open(EpisodeWish(GAME, sit_out=FOUR[4 - len(guests) :], guests=guests), j.Seating(**settings))
        self.table = self.house.table(MATCH)

    def to_the_choice(self) -> Pending:
        """Play until an opponent is to be chosen."""
        while (choice := pending(self.table.match)) is None or choice.kind != "choose_opponent":
            held = self.table.match.held_close is not None
            self.table.submit(matches.Confirmed() if held else matches.Closed())
        return choice


def test_SE_24_a_candidate_cannot_choose_a_guest():
    assert len(Choosing().to_the_choice().among) == 2
    for guests in (("Zed",), ("Zed", "Yu")):
        at = Choosing(guests)
        assert at.table.match.exempt == guests
        at.finish(MATCH)
        assert at.live.season.episodes[-1].opponent not in guests
        told = [one.text for one in at.table.match.news if "is the opponent" in one.text]
        assert not any(guest in text for text in told for guest in guests), "nor is the room told so"


@pytest.mark.parametrize("change", [{"in_": False}, {"tokens": 1}], ids=["out", "safe"])
def test_SE_24_somebody_who_goes_out_or_is_safe_meanwhile_cannot_be_chosen(change):
    at = Choosing()
    gone, other = at.to_the_choice().among
    at.desk.correct({gone: j.CastCorrection(**change)}, "so it is")
    assert f"{gone} cannot be chosen for the Death Match." in [one.text for one in at.table.match.news]
    assert at.table.match.phase == "finished", "one is left, so the choice is made"
    assert at.live.season.episodes[-1].opponent == other


def test_SE_24_it_holds_over_going_back_and_ends_with_its_reason():
    at = Choosing()
    gone = at.to_the_choice().among[0]
    at.table.submit(matches.Rewound(round=1))
    at.desk.correct({gone: j.CastCorrection(in_=False)}, "left")
    at.desk.correct({gone: j.CastCorrection(in_=True)}, "back")
    assert at.table.match.exempt == ()
    at.desk.correct({gone: j.CastCorrection(in_=False)}, "left")
    at.finish(MATCH)
    assert at.table.match.state.exempt == (gone,)


def test_SE_24_it_is_the_same_after_a_restart():
    at = Choosing(("Zed",))
    at.table.submit(matches.Closed())
    assert at.again().house.table(MATCH).match.exempt == at.table.match.exempt == ("Zed",)


@pytest.mark.parametrize("confirm", [False, True])
def test_SE_24_where_nobody_is_left_there_is_no_opponent(confirm):
    at = Choosing(confirm=confirm)
    among = at.to_the_choice().among
    at.desk.correct({name: j.CastCorrection(tokens=1) for name in among}, "safe")
    assert at.table.match.phase == "finished"
    assert at.live.season.phase == "death_match"
    assert at.live.season.episodes[-1].opponent is None


def test_whom_an_opening_spares_is_no_news_of_the_match():
    at = Choosing(("Zed",))
    assert not any("cannot be chosen" in one.text for one in at.table.match.news)


def test_words_of_garnets_and_of_the_end_say_what_is_so():
    at = Hosted(purse=1)
    at.desk.open(EpisodeWish("elsewhere"))
    at.desk.book(
        Outcome(ranking=(CAST,), elimination_candidate="Ada", death_match_opponent="Bo", garnets={"Cy": 3})
    )  # fmt: skip
    at.desk.death_match("Bo")
    assert at.live.season.news[-1].text == "Bo wins the Death Match, Ada is out. 1 garnet of Ada goes to Bo."
    before = len(at.live.season.news)
    at.desk.correct({"Cy": j.CastCorrection(purse=4)}, "as it is")
    assert len(at.live.season.news) == before, "nothing changed, nothing is told"
    at.desk.correct({"Cy": j.CastCorrection(purse=4), "Di": j.CastCorrection(purse=9)}, "a bet")
    assert at.live.season.news[-1].text == "Corrected (a bet): Di: purse 1 to 9."
    at.desk.end()
    assert at.live.season.news[-1].text == "The season has ended. Di is first, with 9 garnets; 4 were still in."
