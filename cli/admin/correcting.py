"""Mistakes put right by command: one seat's orders corrected (HH-40), and a closed round tried otherwise (HH-41)."""

from __future__ import annotations

import msgspec

from cli.admin.requests import Answer, Deed, Request, desk_of, stands
from core.house.house import House
from core.match.corrections import WhatIf
from core.refusal import Refused
from tui.words import wording


class CorrectingDeeds:
    """What a host does about orders that went wrong."""

    def __init__(self, house: House) -> None:
        self._house = house

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {"correct": self._correct, "what-if": self._what_if}

    def _correct(self, asked: Request) -> Answer:
        desk = desk_of(self._house, asked)
        done = f"{asked.seat}'s orders are corrected; everybody is told that, and why."
        return stands(desk, asked, lambda: desk.correct(asked.seat, asked.orders, asked.text, asked.round), done)

    def _what_if(self, asked: Request) -> Answer:
        if asked.round is None:
            raise Refused("which_round", "Say which round: what-if MATCH ROUND SEAT.")
        desk = desk_of(self._house, asked)
        found = desk.what_if(asked.round, asked.seat, asked.orders)
        word = desk.table.match.game.spec.round_word
        lines = [f"{asked.match}: nothing is changed. It is on record that you looked.", *what_if_lines(found, word)]
        return {"told": lines, "match": asked.match, "what_if": msgspec.to_builtins(found)}


def what_if_lines(found: WhatIf, word: str) -> list[str]:
    """What a round would have brought, for people."""
    lines = [f"If {found.seat} had ordered in {word} {found.round}"]
    lines += [f"  {line}" for line in found.instead or ("nothing",)]
    lines += ["in place of", *(f"  {line}" for line in found.ordered or ("nothing",))]
    for seat, differs in found.seats.items():
        lines += [f"{seat} was told", *(f"  {line}" for line in differs.was or ("nothing",))]
        lines += ["  and would have been told", *(f"  {line}" for line in differs.would or ("nothing",))]
    if found.public is not None:
        if found.public.was or found.public.would:
            lines += ["Everybody was told", *(f"  {line}" for line in found.public.was or ("nothing",))]
            lines += ["  and would have been told", *(f"  {line}" for line in found.public.would or ("nothing",))]
        else:
            lines.append("Everybody would have been told otherwise.")
    if not found.seats:
        lines.append("Every seat would have been told the same.")
    if found.ending is not None:
        lines.append(f"It would have ended there, won by {wording.joined(found.ending.winners)}.")
    elif found.ended:
        lines.append(f"It would not have ended with that {word}.")
    return lines
