"""The one line that a bot says about a match once it is over: what it remembers most, from what it knew.

It is made from the bot's own story (`core.story`), which holds nothing that its seat did not know, and only where
people sit at the table: among themselves bots have nobody to tell.
"""

from __future__ import annotations

from core.dice import Draw
from core.story.parts import Story, Turn

BROKEN = (
    "I gave up on {other} in {word} {round}.",
    "{other}, I have not forgotten {word} {round}.",
    "After {word} {round} I believed {other} nothing any more.",
)
WON = (
    "{word} {round} made my match.",
    "If I am asked, it was {word} {round} that carried me.",
    "{word} {round} was my best moment; thank you all.",
)
LOST = (
    "{word} {round} broke my neck.",
    "I never came back from {word} {round}.",
    "{word} {round} still hurts.",
)
QUIET = (
    "A good match. Thank you all.",
    "Well played, everyone.",
    "I enjoyed that. Again?",
    "My respects to the winner.",
)


def farewell(story: Story, seat: str, draw: Draw) -> str:
    """What `seat` says of the match in the end. `story` is its own; the same story and draw give the same line."""
    own = [turn for turn in story.turns if seat in turn.seats]
    broken = [turn for turn in own if turn.kind == "broken word"]
    swings = [turn for turn in own if turn.kind == "swing"]
    if broken:
        return _said(draw.pick(BROKEN), story, max(broken, key=lambda turn: turn.weight))
    if swings:
        most = max(swings, key=lambda turn: turn.weight)
        change = most.figures.get("change")
        return _said(draw.pick(WON if isinstance(change, int | float) and change > 0 else LOST), story, most)
    return draw.pick(QUIET)


def _said(words: str, story: Story, turn: Turn) -> str:
    text = words.format(other=turn.seats[0], word=story.round_word, round=turn.round)
    return text[:1].upper() + text[1:]
