"""Pieces of SVG, escaped, as small as they can be written."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape


def tag(name: str, inside: str | None = None, /, **attributes: object) -> str:
    """`<name key="value">inside</name>`; None for nothing inside. `class_` is class, and `_` in other keys is `-`."""
    written = "".join([
        f' {_named(key)}="{value if type(value) is int else _quoted(value)}"'
        for key, value in attributes.items()
        if value is not None
    ])  # fmt: skip
    return f"<{name}{written}/>" if inside is None else f"<{name}{written}>{inside}</{name}>"


def words(x: float, y: float, said: str, class_: str = "", anchor: str | None = None, step: int | None = None) -> str:
    """Text at a place; its content is escaped."""
    return tag("text", escape(said), x=x, y=y, class_=class_ or None, text_anchor=anchor, data_step=step)


def group(parts: Iterable[str], step: int | None = None, class_: str | None = None) -> str:
    """What appears together, with a step."""
    return tag("g", "".join(parts), class_=class_, data_step=step)


def squares(corners: Iterable[tuple[int, int]], size: int, class_: str) -> str:
    """Many squares that look alike, as one shape: a tenth of the weight."""
    return tag("path", d="".join(f"M{x} {y}h{size}v{size}h-{size}z" for x, y in corners), class_=class_)


def picture(width: float, height: float, parts: Iterable[str], title: str, class_: str = "board") -> str:
    """A whole picture with a title for those who do not see it."""
    inside = tag("title", escape(title)) + "".join(parts)
    return tag("svg", inside, viewBox=f"0 0 {_plain(width)} {_plain(height)}", width=_plain(width), role="img",
               class_=class_, preserveAspectRatio="xMidYMin", xmlns="http://www.w3.org/2000/svg")  # fmt: skip


def fit(name: str, most: int = 13) -> str:
    """A name where there is room for so many characters."""
    return name if len(name) <= most else name[: most - 1] + "\u2026"


@cache
def _named(key: str) -> str:
    """An attribute as SVG writes it: there are some thirty, each is asked for thousands of times."""
    return key.rstrip("_").replace("_", "-")


@lru_cache(maxsize=4096, typed=True)
def _quoted(value: object) -> str:
    """A value as it stands in quotes: most are classes, of which there are few."""
    return escape(_plain(value))


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".rstrip("0").rstrip(".")
    return str(value)
