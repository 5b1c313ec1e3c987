"""What talk is about that puts no deal: real sentences and their meanings."""

from __future__ import annotations

import pytest

from core.hearing.topics import topic_of
from tests.kit.said import SENTENCES


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in SENTENCES.items() for text in texts], ids=lambda one: one[:30]
)
def test_a_sentence_is_about(kind: str, text: str) -> None:
    assert topic_of(["Cy", "Di"], text, "Bo").kind == kind


def test_whom_a_warning_is_about() -> None:
    assert topic_of(["Cy", "Di"], "Beware of Di!").about == "Di"
    assert topic_of(["Cy", "Di"], "Beware!").kind == "talk"
