"""What talk is about that puts no deal: real sentences and their meanings."""

from __future__ import annotations

import pytest

from core.hearing.topics import topic_of
from tests.kit.said import SENTENCES


@pytest.mark.parametrize("kind", SENTENCES)
def test_every_sentence_of_a_kind_is_about_that(kind: str) -> None:
    """Those that are read as something else are listed, with what."""
    read = {text: topic_of(["Cy", "Di"], text, "Bo").kind for text in SENTENCES[kind]}
    assert {text: found for text, found in read.items() if found != kind} == {}


def test_whom_a_warning_is_about() -> None:
    assert topic_of(["Cy", "Di"], "Beware of Di!").about == "Di"
    assert topic_of(["Cy", "Di"], "Beware!").kind == "talk"
