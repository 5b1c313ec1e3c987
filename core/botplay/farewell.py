"""A bot's farewell after a match, by its own story."""

from __future__ import annotations

from collections.abc import Collection

from core.bots.contract import Say
from core.dice import Draw
from core.story.parts import Story, Turn
from core.talk import voices


def farewell(story: Story, seat: str, temper: str, draw: Draw, used: Collection[str] = ()) -> Say:
    """Return the farewell of `seat` from its own `story`. Equal story and draw give an equal line."""
    occasion, slots = draw.pick(_farewell_occasions(story, seat))
    return Say("lounge", voices.line(temper, occasion, used, draw, **slots), occasion=occasion)


def _farewell_occasions(story: Story, seat: str) -> list[tuple[str, dict[str, str]]]:
    """Return the occasions: only the win for a winner, only the betrayal for a betrayed seat."""
    winners = [row.seat for row in story.standing.rows if row.role == "winner"]
    if seat in winners:
        return [("won", {})]
    own = [turn for turn in story.turns if seat in turn.seats]
    broken = [turn for turn in own if turn.kind == "broken word" and turn.seats[0] != seat]
    if broken:
        worst = max(broken, key=lambda turn: turn.weight)
        return [("betrayed", {"other": worst.seats[0], "when": _round_words(story, worst)})]
    occasions: list[tuple[str, dict[str, str]]] = []
    doomed = any(row.seat == seat and row.role in ("candidate", "opponent") for row in story.standing.rows)
    swings = [turn for turn in own if turn.kind == "swing" and isinstance(turn.figures.get("change"), int | float)]
    if swings:
        most = max(swings, key=lambda turn: turn.weight)
        change = most.figures["change"]
        assert isinstance(change, int | float)
        if change < 0 or not doomed:  # not "carried" for a player in the Death Match
            occasions.append(("carried" if change > 0 else "fell", {"when": _round_words(story, most)}))
    if len(winners) == 1:
        occasions.append(("lost", {"winner": winners[0]}))
    return occasions or [("played", {})]


def _round_words(story: Story, turn: Turn) -> str:
    return f"{story.when(turn.round)}"
