"""What a drawing of one round is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from core.story.parts import Scene, Step, Story, Turn


class Frame(msgspec.Struct, frozen=True):
    """One round of a story."""

    story: Story
    scene: Scene
    before: Mapping[str, Any]
    """The picture of the round before."""
    broken: tuple[Turn, ...] = ()
    hue: dict[str, int] = {}
    """By seat the number of its colour."""

    @property
    def picture(self) -> Mapping[str, Any]:
        return self.scene.picture

    @property
    def seats(self) -> tuple[str, ...]:
        return self.story.seats

    @property
    def title(self) -> str:
        when = f"{self.story.round_word} {self.scene.round}" if self.scene.round else "before the start"
        return f"{self.story.game_title}, {when}"

    def steps(self, *kinds: str) -> Iterator[tuple[int, Step]]:
        """The steps of these kinds with their numbers, from 1."""
        return ((n, step) for n, step in enumerate(self.scene.steps, 1) if step.kind in kinds)
