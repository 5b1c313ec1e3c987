"""What a close brought one seat, compared with what its preview had promised (HH-47).

A `Reckoning` is plain data made of one `Page`, so it can hold nothing that its reader does not know. Screens draw it,
commands tell it in lines; in neither is anything said twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from core.story.parts import StoryPart
from core.story.turning import number

Mark = Literal["done", "failed", ""]


class Hoped(StoryPart, frozen=True):
    """Something that the preview of the orders promised, and what came of it."""

    what: str
    """In the plural, as in `Expected 12 sins, got 9`."""
    expected: int
    got: int
    why: tuple[tuple[int, str], ...] = ()
    """Each cause of the difference with its amount; together they are the whole difference."""
    gain: bool = True
    """A change, told with its sign; otherwise a number of things."""


class Deed(StoryPart, frozen=True):
    """One of the seat's own orders or actions, and what became of it."""

    text: str
    mark: Mark = ""
    """Done, failed, or neither, where nothing is known of it yet."""
    came: str = ""
    """What it brought, or why it failed."""
    at: str = ""
    """The heading under which it stands: where it was done. Deeds of one heading stand together."""


class Counted(StoryPart, frozen=True):
    """Something counted for this seat, before the close and after it."""

    what: str
    before: int | None
    after: int | None
    """None where there is no number, as for mana without limit."""
    of: str = ""
    """What it is made of, or how it came about."""


class Reckoning(StoryPart, frozen=True):
    """A closed round as its player reads it, from top to bottom."""

    hoped: tuple[Hoped, ...] = ()
    said: tuple[str, ...] = ()
    """What came of the orders in sentences, where no figure was promised."""
    deeds: tuple[Deed, ...] = ()
    befell: tuple[str, ...] = ()
    """What others did, and what was seen."""
    counted: tuple[Counted, ...] = ()
    promised: tuple[str, ...] = ()
    """What was due of what the seat had agreed on with others beyond a swap of the round, and what became of it."""
    ahead: tuple[str, ...] = ()
    """What holds or pays otherwise in the next round."""


def causes(found: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Amounts of one cause together, in the order in which the causes came up; those that come to nothing left out."""
    sums: dict[str, int] = {}
    for amount, why in found:
        sums[why] = sums.get(why, 0) + amount
    return tuple((amount, why) for why, amount in sums.items() if amount)


def figure(value: int | None, gain: bool = False) -> str:
    """`12`, `+3`, `−2`; `unlimited` where there is no number."""
    if value is None:
        return "unlimited"
    return f"+{value}" if gain and value > 0 else number(value)


def head(one: Hoped) -> str:
    """`Expected +12 sins, got +9`."""
    return f"Expected {figure(one.expected, one.gain)} {one.what}, got {figure(one.got, one.gain)}"


def because(one: Hoped) -> str:
    """`−2 stolen from you, −1 crowds`; empty where what was hoped for came."""
    return ", ".join(f"{figure(amount, gain=True)} {why}" for amount, why in one.why)


def headed(deeds: Iterable[Deed]) -> Iterator[tuple[str, Deed]]:
    """Each deed with the heading to write above it: empty where it stands under the one before."""
    at = ""
    for deed in deeds:
        yield deed.at if deed.at != at else "", deed
        at = deed.at


def in_words(reckoning: Reckoning) -> list[str]:
    """The same in lines of plain text, one line each."""
    lines = [head(one) + (f": {because(one)}." if one.why else ".") for one in reckoning.hoped]
    lines += reckoning.said
    for heading, deed in headed(reckoning.deeds):
        lines += [f"{heading}:"] if heading else []
        how = {"done": "Done: ", "failed": "Failed: ", "": ""}[deed.mark]
        lines.append(f"{'  ' if deed.at else ''}{how}{deed.text}" + (f" ({deed.came})." if deed.came else "."))
    lines += reckoning.befell
    lines += reckoning.promised
    lines += [counting(one) for one in reckoning.counted]
    return [*lines, *reckoning.ahead]


def counting(one: Counted) -> str:
    """`Points 64 → 70 (+6)`."""
    change = ""
    if one.before is not None and one.after is not None and one.before != one.after:
        change = f" ({figure(one.after - one.before, gain=True)})"
    of = f": {one.of}" if one.of else ""
    same = one.before == one.after
    return (
        f"{one.what} {figure(one.after)}{of}"
        if same
        else (f"{one.what} {figure(one.before)} \u2192 {figure(one.after)}{change}{of}")
    )
