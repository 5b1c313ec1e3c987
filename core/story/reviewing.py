"""The result of a close for one seat, compared with its preview (HH-47).

A `RoundReview` is made of one `Page`, so it holds only what its reader knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from core.story.parts import StoryPart
from core.story.turning import number

Mark = Literal["done", "failed", ""]


class Hoped(StoryPart, frozen=True):
    """A forecast of the preview, and the result."""

    what: str
    """Plural noun, as in `Expected 12 sins, got 9`."""
    expected: int
    got: int
    why: tuple[tuple[int, str], ...] = ()
    """Causes of the difference with their amounts, which add up to it."""
    gain: bool = True
    """True for a change, shown with its sign."""


class Deed(StoryPart, frozen=True):
    """An order or action of the seat, and its result."""

    text: str
    mark: Mark = ""
    """Empty if unknown so far."""
    came: str = ""
    """Result or reason of failure."""
    at: str = ""
    """Heading: the place. Deeds of one heading are together."""


class Counted(StoryPart, frozen=True):
    """A count of the seat before and after the close."""

    what: str
    before: int | None
    after: int | None
    """None for no number, as unlimited mana."""
    of: str = ""
    """Parts or cause."""


class RoundReview(StoryPart, frozen=True):
    """A closed round for its player, in reading order."""

    hoped: tuple[Hoped, ...] = ()
    said: tuple[str, ...] = ()
    """Results of orders in sentences, if no figure was forecast."""
    deeds: tuple[Deed, ...] = ()
    befell: tuple[str, ...] = ()
    """Others' actions, and sightings."""
    counted: tuple[Counted, ...] = ()
    promised: tuple[str, ...] = ()
    """Due promises beyond swaps of the round, with their outcome."""
    ahead: tuple[str, ...] = ()
    """Changes in the next round."""


Reckoning = RoundReview  # old name, for games from outside


def causes(amounts: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Add up amounts by cause, in order of appearance, without zeros."""
    sums: dict[str, int] = {}
    for amount, why in amounts:
        sums[why] = sums.get(why, 0) + amount
    return tuple((amount, why) for why, amount in sums.items() if amount)


def figure(value: int | None, gain: bool = False) -> str:
    """Return `12`, `+3`, `−2`; `unlimited` for None."""
    if value is None:
        return "unlimited"
    return f"+{value}" if gain and value > 0 else number(value)


def head(hoped: Hoped) -> str:
    """Return `Expected +12 sins, got +9`."""
    return f"Expected {figure(hoped.expected, hoped.gain)} {hoped.what}, got {figure(hoped.got, hoped.gain)}"


def because(hoped: Hoped) -> str:
    """Return `−2 stolen from you, −1 crowds`; empty if the forecast came true."""
    return ", ".join(f"{figure(amount, gain=True)} {why}" for amount, why in hoped.why)


def headed(deeds: Iterable[Deed]) -> Iterator[tuple[str, Deed]]:
    """Yield each deed with its heading, empty if it repeats."""
    heading = ""
    for deed in deeds:
        yield deed.at if deed.at != heading else "", deed
        heading = deed.at


def in_words(review: RoundReview) -> list[str]:
    lines = [head(part) + (f": {because(part)}." if part.why else ".") for part in review.hoped]
    lines += review.said
    for heading, deed in headed(review.deeds):
        lines += [f"{heading}:"] if heading else []
        prefix = {"done": "Done: ", "failed": "Failed: ", "": ""}[deed.mark]
        lines.append(f"{'  ' if deed.at else ''}{prefix}{deed.text}" + (f" ({deed.came})." if deed.came else "."))
    lines += review.befell
    lines += review.promised
    lines += [counting(part) for part in review.counted]
    return [*lines, *review.ahead]


def counting(count: Counted) -> str:
    """Return `Points 64 → 70 (+6)`."""
    of, before, after = f": {count.of}" if count.of else "", count.before, count.after
    if before == after:
        return f"{count.what} {figure(after)}{of}"
    change = "" if before is None or after is None else f" ({figure(after - before, gain=True)})"
    return f"{count.what} {figure(before)} \u2192 {figure(after)}{change}{of}"
