"""A host's questions and results in words (HH-72)."""

from __future__ import annotations

from core.json import Json
from core.table.host_controls import Judging
from core.words.wording import counted, joined


def asked_words(seat: str, questions: int, early: bool) -> str:
    """Say that a form is set. `seat`: empty for all; `early`: in the briefing."""
    when = "" if early else " from the next round on"
    return f"{seat or 'Every seat'} is asked {counted(questions, 'question')}{when}."


def preview_lines(texts: Judging) -> list[str]:
    lines = []
    for seat, words in texts.seats.items():
        lines += [f"{seat} would read:", *(f"  {line}" for line in words)]
    lines += ["Everybody would read:", *(f"  {line}" for line in texts.everybody)]
    return lines if texts.ending is None else [*lines, *(f"  {line}" for line in _ending_lines(texts.ending))]


def _ending_lines(ending: Json) -> list[str]:
    lines = [f"Won by {joined(ending['winners'])}."]
    if candidate := ending["elimination_candidate"]:
        opponent = ending["death_match_opponent"]
        opponent_words = f"the opponent in the Death Match is {opponent}" if opponent else "and chooses the opponent"
        lines.append(f"The Elimination Candidate is {candidate}, {opponent_words}.")
    return lines
