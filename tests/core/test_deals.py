"""Where bargaining stands between two seats, by what they said."""

from __future__ import annotations

import pytest

from core.talk.channels import Deal, Message
from core.talk.deals import bargains


def said(by: str, text: str, deal: Deal | None = None) -> Message:
    return Message(by, "seats", ("Ada", "Bo"), text, 1, 0.0, deal)


@pytest.mark.parametrize(
    ("words", "agreed"),
    [
        ("Sorry, I have to take my word back: our trade is off.", False),
        ("So our white for red is off.", False),
        ("No worries, see you at the close!", True),
    ],
)
def test_an_agreement_that_the_partner_takes_back_in_words_is_none(words: str, agreed: bool) -> None:
    """Bo's is the last word of the deal; what Bo says after it ends it only if it refuses."""
    heard = [said("Ada", "", Deal("red", "white")), said("Bo", "Agreed.", Deal("white", "red")), said("Bo", words)]
    assert bargains("Ada", heard, 1)["Bo"].agreed is agreed


@pytest.mark.parametrize(
    ("words", "agreed"),
    [
        ("See you at the close!", True),
        ("Good luck with Cy", True),
        ("Sorry, too late.", False),
        ("I changed my mind", False),
    ],
)
def test_what_the_partner_says_after_my_yes_ends_it_only_if_it_refuses(words: str, agreed: bool) -> None:
    heard = [said("Bo", "", Deal("white", "red")), said("Ada", "Agreed.", Deal("red", "white")), said("Bo", words)]
    heard.append(said("Bo", "Hm."))
    assert bargains("Ada", heard, 1)["Bo"].agreed is agreed
