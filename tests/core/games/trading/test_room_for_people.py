"""What gives way to a person's offer, and what to nobody's."""

from __future__ import annotations

from core.games.trading.bots.trader import FULL, NO, OFF
from tests.core.games.trading.sitting import ADA, BO, CY, DI, Sitting, offers, says
from tests.kit import NAMES


def test_a_deal_between_bots_gives_way_to_a_persons_better_one_and_the_other_is_told() -> None:
    """Round 7, red for black brings 4, for red 8: the only red is Cy's, a bot's, until Bo, a person, asks."""
    at = Sitting("red")
    assert at.hear(offers(CY, "black", "red"))[CY].startswith("Agreed")
    said = at.hear(offers(BO, "red", "red"))
    assert said[CY] == OFF
    assert said[BO] == "Agreed: my red cube for your red cube."
    assert at.sealed == {BO: "red"}


def test_a_deal_between_bots_does_not_give_way_to_a_bot() -> None:
    at = Sitting("red")
    at.hear(offers(CY, "black", "red"))
    assert at.hear(offers(DI, "red", "red")) == {DI: NO}
    assert at.hear(offers(BO, "red", "red"))[CY] == OFF, "though it would to a person"


def test_a_deal_between_bots_does_not_give_way_to_one_that_is_as_good() -> None:
    """Who asks last would have the best of nine partners for nothing: a person is not favoured."""
    at = Sitting("red")
    at.hear(offers(CY, "red", "red"))
    assert CY not in at.hear(offers(BO, "red", "red"))


def test_a_deal_with_a_person_gives_way_to_nobody() -> None:
    at = Sitting("red", BO, CY)
    at.hear(offers(BO, "red", "red"))
    said = at.hear(offers(CY, "red", "red"))
    assert said == {CY: FULL}


def test_a_deal_between_bots_does_not_give_way_to_a_poor_one() -> None:
    """Round 7: red for red brings 8, red for blue costs 5."""
    at = Sitting("red")
    at.hear(offers(CY, "red", "red"))
    assert at.hear(offers(BO, "blue", "red")) == {BO: NO}


def test_what_it_proposed_to_a_person_stands_though_bots_were_quicker() -> None:
    at = Sitting("red", *NAMES[1:9])  # everybody is a person: it proposes to some of them
    at.hear()
    mine = next(m for m in at.heard if m.sender == ADA and m.deal is not None)
    partner = next(reader for reader in mine.readers if reader != ADA)
    quick = next(seat for seat in NAMES[1:9] if seat != partner)
    at.people = (partner,)
    at.hear(offers(quick, "red", "red"))
    assert at.sealed == {quick: "red"}
    assert mine.deal is not None
    assert at.hear(offers(partner, mine.deal.want, mine.deal.give)) == {quick: OFF}
    assert at.sealed == {partner: "red"}


def test_whoever_is_let_down_looks_elsewhere_but_not_among_people_unasked() -> None:
    at = Sitting("red blue red", BO)
    at.hear(offers(CY, "red", "red"), offers(DI, "red", "red"))
    said = at.hear(says(CY, OFF))
    assert BO not in said
    assert CY not in at.sealed
