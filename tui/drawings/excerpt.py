"""A replay for commands: every round in a line, or one round up to one of its steps."""

from __future__ import annotations

from core.decoding import plain
from core.json import Json
from core.narration.text import headline
from core.refusal import Refused
from core.story.parts import Scene, Story
from tui.drawings import draw, frame_of

WIDTH, HEIGHT = 100, 40
"""Columns and rows that a drawing may take."""


class ReplayExcerpt:
    """What of a replay was asked for: all rounds in a line each, or one of them, up to one of its steps."""

    def __init__(self, told: Story, round_: int | None = None, step: int | None = None) -> None:
        """`step` counts from 1, and 0 is before the close; None: all steps. Refused: `no_such_round`,
        `no_such_step`."""
        self.told = told
        self.scene: Scene | None = None
        rounds = [scene.round for scene in told.scenes]
        if round_ is None:
            if step is not None:
                raise Refused("no_such_round", "A step is one of a round: say which, --round N --step M.")
            return
        if round_ not in rounds:
            there = f"{rounds[0]} to {rounds[-1]}" if rounds else "none"
            raise Refused("no_such_round", f"There is no {told.round_word} {round_} here; there are: {there}.")
        self.place = rounds.index(round_)
        self.scene = told.scenes[self.place]
        self.at = len(self.scene.steps) if step is None else step
        if self.at > len(self.scene.steps):
            said = f"{told.round_word.capitalize()} {round_} has {len(self.scene.steps)} steps; 0 is before the first."
            raise Refused("no_such_step", said)

    def lines(self) -> list[str]:
        """In words, with the round drawn as the screen draws it."""
        told, scene = self.told, self.scene
        eyes = "everyone's eyes" if told.reader is None else f"{told.reader}'s eyes"
        if scene is None:
            return self._overview(f"{told.title}: {told.game_title}, {eyes}")
        head = f"{told.title}: {told.round_word} {scene.round} of {told.rounds}, {eyes}"
        drawn = draw(frame_of(told, self.place, self.at, WIDTH, HEIGHT))
        rows = [f"{head}, step {self.at} of {len(scene.steps)}", ""]
        rows += [*(row.plain.rstrip() for row in drawn), *([""] if drawn else [])]
        rows += [f"{'>' if n == self.at else ' '} {n:>2} {one.text}" for n, one in enumerate(scene.steps[: self.at], 1)]
        if self.at < len(scene.steps):
            return rows
        for seat, ordered in scene.orders.items():
            rows += ["", f"{seat} ordered", *(f"  {line}" for line in ordered)]
        for seat, said in scene.reports.items():
            rows += ["", f"{seat} was told", *(f"  {line}" for line in said)]
        return [*rows, *(["", "Everyone was told", *(f"  {line}" for line in scene.public)] if scene.public else [])]

    def _overview(self, head: str) -> list[str]:
        told = self.told
        rows = [head, *([headline(told)] if told.phase == "finished" and headline(told) else []), *told.lead, ""]
        for scene in told.scenes:
            many = len(scene.steps)
            turns = [f"    {turn.text}" for turn in told.turns if turn.round == scene.round]
            rows += [f"{told.round_word} {scene.round}: {many} step{'s' * (many != 1)}", *turns]
        return [*rows, "", f"--round N shows a {told.round_word}, --step M of it; --eyes NAME looks as a seat did."]

    def document(self) -> Json:
        """The same as JSON."""
        told, scene = self.told, self.scene
        found: Json = {"match": told.match, "game": told.game, "eyes": told.reader, "whole": told.whole}
        if scene is None:
            rounds = [{"round": one.round, "steps": len(one.steps)} for one in told.scenes]
            return {**found, "lead": list(told.lead), "rounds": rounds, "turns": plain(told.turns)}
        over = self.at >= len(scene.steps)
        before = told.scenes[self.place - 1].picture if self.place else told.start
        found |= {"round": scene.round, "step": self.at, "of": len(scene.steps)}
        found |= {"steps": plain(scene.steps[: self.at]), "picture": plain(scene.picture if over else before)}
        if over:
            found |= {key: plain(getattr(scene, key)) for key in ("orders", "reports", "public")}
        return found
