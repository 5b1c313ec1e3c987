"""What stands beside the words of a close in A Sinner's Secret: own locks, every answer received, every query sent."""

from __future__ import annotations

from core.games.sinners_secret.spec import MOST_LOCKS
from core.games.sinners_secret.structs import View
from tui import text
from tui.games.sinners_secret.cells import NO, OPEN, YES
from tui.games.sinners_secret.sight import pair_words


def beside_rows(view: View, width: int) -> list[text.Part]:
    """For one seat, in `width` columns; nothing that follows from the answers, which is for whoever asks for it."""
    rows: list[text.Part] = []
    if view.locks:
        rows.append(text.line(("Your locks", "$accent"), (f", {MOST_LOCKS} for each letter", "$faint")))
    for own, made in view.locks.items():
        places: list[text.Part] = [(f"{lock.locked} ", "$strong") for lock in made]
        places.append((f"{OPEN} " * (MOST_LOCKS - len(made)), "$closed"))
        rows.append(text.line((f"{own}  ", "$key"), text.fit(pair_words(view.pairs[own]), 20), *places))
    heard: list[text.Part] = [
        text.line(
            (f"r{got.round:<3}", "$faint"), (f"{got.by:<9}", "$strong"), "asked about something: ",
            *_answers(got.letters, got.answers),
        )
        for got in view.received
    ]  # fmt: skip
    asked: list[text.Part] = [
        text.line(
            (f"r{sent.round:<3}", "$faint"), f"{', '.join(sent.letters)} about ", (sent.attribute, "$accent"),
            (f", told to {sent.to}", "$faint"),
        )
        for sent in view.sent
    ]  # fmt: skip
    rows += ["", ("What you were told", "$accent"), *(heard or [("Nothing yet.", "$faint")])]
    rows += ["", ("What you asked", "$accent"), *(asked or [("Nothing yet.", "$faint")])]
    if view.recipients and any(view.recipients.values()):
        left = [f"{name} {count}" for name, count in view.recipients.items() if count]
        rows += ["", ("Still to be addressed, and how often", "$accent"), *text.wrapped(", ".join(left), width)]
    return rows


def _answers(letters: tuple[str, ...], answers: dict[str, bool]) -> list[text.Part]:
    """`A✓ F✗ K✗`."""
    return [
        text.line((f"{letter}", "$strong"), (YES, "$good") if answers[letter] else (NO, "$bad"), " ")
        for letter in letters
        if letter in answers
    ]
