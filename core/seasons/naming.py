"""One name of a cast for each person (SE-20)."""

from __future__ import annotations

from collections.abc import Mapping

from core.refusal import Refused

PERSON = "person:"


def check_one_name(held: Mapping[str, str], name: str, holder: str) -> None:
    """Refused (`second_name`) if somebody of the house, `holder`, plays another name of the cast than `name` already.
    `held`: the names that are in, to who plays them."""
    for other, who in held.items():
        if who == holder and other != name and holder.startswith(PERSON):
            raise Refused(
                "second_name",
                f"{holder.removeprefix(PERSON)} plays {other} already and cannot play {name} as well: one person plays "
                f"one name of a cast. Give {other} or {name} to somebody else, to a bot, or leave it open.",
                "SE-20",
            )


def is_held(held: Mapping[str, str], holder: str) -> bool:
    """Is `holder` somebody of the house who plays a name already?"""
    return holder.startswith(PERSON) and holder in held.values()


def check_cast_held(held: Mapping[str, str]) -> None:
    """Refused if one person would play two names of this cast."""
    for name, holder in held.items():
        check_one_name(held, name, holder)
