"""Short ways to say what the tests of Pantheic Runes say often."""

from __future__ import annotations

from typing import Any

from tests.kit import Script, play

SEATS = ("Ada", "Bo", "Cy", "Di", "Ed")
LAST = 6


def match(round: int | None = 1, **setup: Any) -> Script:
    """A match that starts at a round, with set-up keys by name; round None for the pregame."""
    if round is not None:
        setup["round"] = round
    return play("pantheic_runes", setup=setup)


def rituals(*tableaux: str, forbid: str | None = None, temple: tuple[int, ...] = ()) -> dict[str, Any]:
    """Orders that lay these tableaux down, the first with a prohibition if one is given."""
    laid: list[dict[str, str]] = [{"tableau": tableau} for tableau in tableaux]
    if forbid is not None:
        laid[0]["forbid"] = forbid
    return {"rituals": laid, "temple": list(temple)}


def of(script: Script, seat: str) -> dict[str, Any]:
    """What the host state says of a seat."""
    found: dict[str, Any] = script.host["players"][seat]
    return found


def mine(script: Script, seat: str) -> dict[str, Any]:
    """The seat's own part of its view."""
    found: dict[str, Any] = script.view(seat)["view"]["mine"]
    return found


def deity(script: Script, seat: str, name: str) -> dict[str, Any]:
    """How the seat sees a deity."""
    found: dict[str, Any] = next(d for d in script.view(seat)["view"]["deities"] if d["id"] == name)
    return found


def rotate(tableau: str, degrees: int = 90) -> dict[str, Any]:
    return {"kind": "rotate", "tableau": tableau, "degrees": degrees}


def adjust(tableau: str, cell: int, rune: str) -> dict[str, Any]:
    return {"kind": "adjust", "tableau": tableau, "cell": cell, "rune": rune}


def combine(one: str, other: str) -> dict[str, Any]:
    return {"kind": "combine", "tableaux": [one, other]}


def propose(to: str, tableau: str) -> dict[str, Any]:
    return {"kind": "propose_combine", "with": to, "tableau": tableau}


def accept(by: str, tableau: str) -> dict[str, Any]:
    return {"kind": "accept_combine", "from": by, "tableau": tableau}


def decline(by: str) -> dict[str, Any]:
    return {"kind": "decline_combine", "from": by}


def withdraw(to: str) -> dict[str, Any]:
    return {"kind": "withdraw_combine", "with": to}


def create(tableau: str) -> dict[str, Any]:
    return {"kind": "create_tableau", "tableau": tableau}


def play_on(script: Script) -> None:
    """Close until the last round is over, with nothing ordered."""
    while script.phase in ("pregame", "round"):
        script.close()
