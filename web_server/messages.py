"""What a page may say over its web socket, and nothing else: decoded strictly, with a bound for each length."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from core.refusal import Refused

LONGEST: Final = 16 * 1024
"""Bytes of a message. The page cuts what is pasted into pieces of a quarter of that."""

Short = Annotated[str, msgspec.Meta(max_length=64)]


class Cells(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A size of the terminal."""

    width: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    height: Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class Stdin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="stdin"):
    """Something was typed."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class Resize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="resize"):
    """The terminal has another size."""

    cells: Cells


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="ping"):
    """The page wants to know whether somebody is there; it is answered with the same word."""

    word: Short


class Focus(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="focus"):
    """The page is looked at. Nothing follows from it."""


class Blur(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag="blur"):
    """The page is not looked at. Nothing follows from it."""


Said = Stdin | Resize | Ping | Focus | Blur
_decoder: msgspec.json.Decoder[Said] = msgspec.json.Decoder(Said)


def understood(text: str) -> Said:
    """What a page said. Refused: `not_understood`."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise Refused("not_understood", "Your browser said something that the house does not understand.") from None
