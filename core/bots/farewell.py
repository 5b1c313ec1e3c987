"""The one line that a bot says about a match once it is over: what it remembers most, from what it knew.

It is made from the bot's own story (`core.story`), which holds nothing that its seat did not know, in the voice of its
temper, and only where people sit at the table: among themselves bots have nobody to tell. What others have said is not
said again.
"""

from __future__ import annotations

from collections.abc import Collection

from core.bots.company import voices
from core.dice import Draw
from core.story.parts import Story, Turn


def farewell(story: Story, seat: str, temper: str, draw: Draw, said: Collection[str] = ()) -> str:
    """What `seat` says of the match in the end. `story` is its own; the same story and draw give the same line."""
    occasion, slots = draw.pick(_fitting(story, seat))
    return voices.line(temper, occasion, said, draw, **slots)


def _fitting(story: Story, seat: str) -> list[tuple[str, dict[str, str]]]:
    """What there is to say. Whoever won speaks of that, and whoever was betrayed of nothing else."""
    winners = [row.seat for row in story.standing.rows if row.role == "winner"]
    if seat in winners:
        return [("won", {})]
    own = [turn for turn in story.turns if seat in turn.seats]
    broken = [turn for turn in own if turn.kind == "broken word" and turn.seats[0] != seat]
    if broken:
        worst = max(broken, key=lambda turn: turn.weight)
        return [("betrayed", {"other": worst.seats[0], "when": _when(story, worst)})]
    found: list[tuple[str, dict[str, str]]] = []
    doomed = any(row.seat == seat and row.role in ("candidate", "opponent") for row in story.standing.rows)
    swings = [turn for turn in own if turn.kind == "swing" and isinstance(turn.figures.get("change"), int | float)]
    if swings:
        most = max(swings, key=lambda turn: turn.weight)
        change = most.figures["change"]
        assert isinstance(change, int | float)
        if change < 0 or not doomed:  # nobody who goes into the Death Match was carried far
            found.append(("carried" if change > 0 else "fell", {"when": _when(story, most)}))
    if len(winners) == 1:
        found.append(("lost", {"winner": winners[0]}))
    return found or [("played", {})]


def _when(story: Story, turn: Turn) -> str:
    return f"{story.round_word} {turn.round}"
