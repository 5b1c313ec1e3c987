"""What talk is about that puts no deal: real sentences and their meanings."""

from __future__ import annotations

import pytest

from core.talk.parsing.topics import spoken_of, topic_of
from tests.kit.said import SENTENCES


@pytest.mark.parametrize("kind", SENTENCES)
def test_every_sentence_of_a_kind_is_about_that(kind: str) -> None:
    """Those that are read as something else are listed, with what."""
    read = {text: topic_of(["Cy", "Di"], text, "Bo").kind for text in SENTENCES[kind]}
    assert {text: found for text, found in read.items() if found != kind} == {}


def test_whom_a_sentence_of_the_lounge_is_said_to() -> None:
    """By its name at the beginning with a "you" after it; else it may only be spoken of."""
    to = ("ada did u bid on 13a?", "Ada youre awfully quiet", "oi ada, you there")
    of = ("Ada is winning", "did ada bid?", "is Ada lying to you?")
    assert [text for text in to if spoken_of("Ada", text)] == []
    assert [text for text in of if not spoken_of("Ada", text)] == []


def test_whom_a_warning_is_about() -> None:
    assert topic_of(["Cy", "Di"], "Beware of Di!").about == "Di"
    assert topic_of(["Cy", "Di"], "Beware!").kind == "talk"
