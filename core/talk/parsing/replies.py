"""Bots' replies about a bargain, so that a person knows its state."""

from __future__ import annotations

STANDS = "Our {} stands. Only \u201cI call it off\u201d ends it."
OFF = "So our {} is off."
REPLACED = "Agreed, and our {} is off for it: my {} for your {}."
A_YES = "Is that a yes to my {} for your {}?"
WHICH = "Which for which? Say what you give and what you want for it."


def off(give: str, want: str) -> str:
    return OFF.format(f"{want} for {give}")


def stands(give: str, want: str) -> str:
    return STANDS.format(f"{want} for {give}")


def replaced(give: str, want: str, was: tuple[str, str]) -> str:
    """Say that another deal with the partner replaces it; `was` is the old one, given and got."""
    return REPLACED.format(f"{was[1]} for {was[0]}", give, want)
