"""A host's entry in a journal in the words of a log (HH-37): what was done and to what; no orders, talk or answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Entry = dict[str, Any]

_ROOMS = {"lounge": "the lounge", "realm": "its realm", "seats": "single seats"}


def _schedule(entry: Entry) -> str:
    return f"set the times of the rounds: {entry['rule']}" if entry.get("rule") else "took the times of the rounds away"


def _deadline(entry: Entry) -> str:
    return "took the deadline away" if entry.get("deadline") is None else "moved the deadline"


def _close(entry: Entry) -> str:
    # A deadline and seats that are all ready close by themselves: no host did that.
    return "closed the round" if entry.get("cause", "host") == "host" else ""


def _mute(entry: Entry) -> str:
    rooms = entry.get("rooms", list(_ROOMS))
    if not rooms:
        return f"let {entry['seat']} speak again"
    return f"muted {entry['seat']} ({', '.join(_ROOMS[room] for room in rooms)})"


def _seat(entry: Entry) -> str:
    held = str(entry["holder"])
    if held == "open":
        return f"made the seat {entry['seat']} free"
    to = (
        f"a {held.removeprefix('bot:')} bot"
        if held.startswith("bot:")
        else entry.get("called") or "somebody of the house"
    )
    return f"gave the seat {entry['seat']} to {to}"


def _answer(entry: Entry) -> str:
    number = entry.get("question")
    what = "told a seat something" if number is None else f"answered question {number}"
    return f"{what}, for everybody" if entry.get("published") else what


def _correct(entry: Entry) -> str:
    return f"corrected {entry['seat']}'s orders" + (f" for round {entry['round']}" if entry.get("round") else "")


def _watch(entry: Entry) -> str:
    who = {"house": "everybody of the house", "cast": "those seated alone", "code": "whoever has the code"}
    return f"let {who[entry.get('who', 'house')]} watch"


def _out(entry: Entry) -> str:
    return f"{'let' if entry.get('yes', True) else 'no longer lets'} those who are out read the confessionals"


WORDS: dict[str, Callable[[Entry], str]] = {
    "announced": lambda entry: "announced something" if entry.get("planned") is None else "",
    "answered": _answer,
    "closed": _close,
    "confirmed": lambda entry: "confirmed the result",
    "corrected": _correct,
    "deadline_moved": _deadline,
    "ended": lambda entry: "ended the match",
    "graced": lambda entry: "",
    "handed_over": _seat,
    "muted": _mute,
    "opened": lambda entry: f"looked at {entry['what']}",
    "out_may_read": _out,
    "paused": lambda entry: "stopped the clock",
    "planned": lambda entry: "wrote an announcement for later",
    "published": lambda entry: "made it public" if entry.get("public", True) else "made it private",
    "renamed": lambda entry: f"called the seat {entry['seat']} {entry['name']}",
    "resumed": lambda entry: "let the clock run again",
    "rewound": lambda entry: f"went back to round {entry['round']}",
    "scheduled": _schedule,
    "unended": lambda entry: "took the end back",
    "unplanned": lambda entry: "took a waiting announcement back",
    "watching": _watch,
}  # fmt: skip


def deed(entry: Entry) -> str:
    """What a host did by an entry of a journal, in a few words; empty for what the house did by itself."""
    found = WORDS.get(entry["kind"])
    words = str(entry["kind"]).replace("_", " ") if found is None else found(entry)
    why = entry.get("reason", "")
    return f"{words}. {why}" if words and why else words
