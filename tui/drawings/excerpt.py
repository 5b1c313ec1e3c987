"""An excerpt of a replay for commands: a line for every round, or one round up to a step."""

from __future__ import annotations

from core.decoding import plain
from core.json import Json
from core.narration.text import headline
from core.refusal import Refused
from core.story.parts import Scene, Story
from tui.drawings import draw, frame_of

WIDTH, HEIGHT = 100, 40
"""Columns and rows of a drawing."""


class ReplayExcerpt:
    """A requested excerpt: all rounds in a line each, or one of them up to one of its steps."""

    def __init__(self, story: Story, round_: int | None = None, step: int | None = None) -> None:
        """`step` counts from 1; 0 is before the close; None: all steps.

        Raises:
            Refused: `no_such_round`, `no_such_step`.
        """
        self.told = story
        self.scene: Scene | None = None
        rounds = [scene.round for scene in story.scenes]
        if round_ is None:
            if step is not None:
                raise Refused("no_such_round", "A step is one of a round: say which, --round N --step M.")
            return
        if round_ not in rounds:
            existing = f"{rounds[0]} to {rounds[-1]}" if rounds else "none"
            raise Refused("no_such_round", f"There is no {story.when(round_)} here; there are: {existing}.")
        self.place = rounds.index(round_)
        self.scene = story.scenes[self.place]
        self.at = len(self.scene.steps) if step is None else step
        if self.at > len(self.scene.steps):
            sentence = f"{story.when(round_).capitalize()} has {len(self.scene.steps)} steps; 0 is before the first."
            raise Refused("no_such_step", sentence)

    def lines(self) -> list[str]:
        story, scene = self.told, self.scene
        eyes = "everyone's eyes" if story.reader is None else f"{story.reader}'s eyes"
        if scene is None:
            return self._overview(f"{story.title}: {story.game_title}, {eyes}")
        head = f"{story.title}: {story.when(scene.round)} of {story.rounds}, {eyes}"
        drawn = draw(frame_of(story, self.place, self.at, WIDTH, HEIGHT))
        rows = [f"{head}, step {self.at} of {len(scene.steps)}", ""]
        rows += [*(row.plain.rstrip() for row in drawn), *([""] if drawn else [])]
        rows += [
            f"{'>' if n == self.at else ' '} {n:>2} {step.text}" for n, step in enumerate(scene.steps[: self.at], 1)
        ]
        if self.at < len(scene.steps):
            return rows
        for seat, ordered in scene.orders.items():
            rows += ["", f"{seat} ordered", *(f"  {line}" for line in ordered)]
        for seat, report in scene.reports.items():
            rows += ["", f"{seat} was told", *(f"  {line}" for line in report)]
        return [*rows, *(["", "Everyone was told", *(f"  {line}" for line in scene.public)] if scene.public else [])]

    def _overview(self, head: str) -> list[str]:
        story = self.told
        rows = [head, *([headline(story)] if story.phase == "finished" and headline(story) else []), *story.lead, ""]
        for scene in story.scenes:
            step_count = len(scene.steps)
            turns = [f"    {turn.text}" for turn in story.turns if turn.round == scene.round]
            rows += [f"{story.when(scene.round)}: {step_count} step{'s' * (step_count != 1)}", *turns]
        return [*rows, "", f"--round N shows a {story.round_word}, --step M of it; --eyes NAME looks as a seat did."]

    def document(self) -> Json:
        story, scene = self.told, self.scene
        document: Json = {"match": story.match, "game": story.game, "eyes": story.reader, "whole": story.whole}
        if scene is None:
            rounds = [{"round": item.round, "steps": len(item.steps)} for item in story.scenes]
            return {**document, "lead": list(story.lead), "rounds": rounds, "turns": plain(story.turns)}
        over = self.at >= len(scene.steps)
        before = story.scenes[self.place - 1].picture if self.place else story.start
        document |= {"round": scene.round, "step": self.at, "of": len(scene.steps)}
        document |= {"steps": plain(scene.steps[: self.at]), "picture": plain(scene.picture if over else before)}
        if over:
            document |= {key: plain(getattr(scene, key)) for key in ("orders", "reports", "public")}
        return document
