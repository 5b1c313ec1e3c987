"""Doing what may be refused, with the answer said where the person looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from core.refusal import Refused
from core.talk.pace import Wait
from tui.widgets.frame import Tone


class Speaker(Protocol):
    """Whatever has a line for answers: a screen, or the app for the screen that is seen."""

    def tell(self, sentence: str, tone: Tone = "faint", ruling: str | None = None) -> None:
        """Say something."""

    def refuse(self, refusal: Refused) -> None:
        """Say why something cannot be done."""


def attempt(speaker: Speaker, doing: Callable[[], object], done: str = "") -> bool:
    """Do something that may be refused; False, with the reason said by `speaker`, if it was."""
    try:
        found = doing()
    except Refused as refusal:
        speaker.refuse(refusal)
        return False
    if isinstance(found, Wait) and found:
        speaker.tell(found.words, "warn", "HH-34")
    elif done:
        speaker.tell(done, "good")
    return True
