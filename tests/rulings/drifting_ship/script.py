"""Short ways to write positions and orders of The Drifting Ship."""

from __future__ import annotations

from typing import Any

from core.games.drifting_ship.board import Board
from tests.kit import Script, play

Json = dict[str, Any]

HOMES = {"Ada": ("1A", "2A"), "Bo": ("1B", "1C"), "Cy": ("5A", "3A"), "Di": ("2B", "2C")}
"""Where crews stand unless a test says otherwise: no two in one room."""


def board_text(board: Board) -> str:
    """Return a board as a host writes it."""
    lines = ["  " + '"' + " ".join(f"{room:3}" for room in row).rstrip() + '",' for row in board]
    return "\n".join(["rows = [", *lines, "]"]) + "\n"


def mate(room: str, energy: int = 5, bonuses: str = "", *, parasite: bool = False, name: str = "") -> Json:
    """A crewmate of a given position; `ship` calls those without a name One and Two."""
    return {"name": name, "room": room, "energy": energy, "bonuses": list(bonuses), "parasite": parasite}


def ship(
    crews: dict[str, tuple[Json, ...]] | None = None, *, options: Json | None = None, seed: int = 7, **keys: Any
) -> Script:
    """A match under way: the crews given (a single crewmate stands in for the first), the others at home."""
    placed = {}
    for seat, (first, second) in HOMES.items():
        given = (crews or {}).get(seat, ())
        both = [*given, *(mate(first), mate(second))[len(given) :]]
        placed[seat] = [{**one, "name": one["name"] or name} for one, name in zip(both, ("One", "Two"), strict=True)]
    return play("drifting_ship", setup={"crew": placed, **keys}, options=options, seed=seed)


def crew(first: Json | None = None, second: Json | None = None, **more: Any) -> Json:
    """Orders of a seat."""
    return {"crew": [first or {}, second or {}], **more}


def go(move: str | None = None, bid: int | None = None, **more: Any) -> Json:
    """Orders of one crewmate: move, then activate with that much energy."""
    order = dict(more)
    if move is not None:
        order["move"] = move
    if bid is not None:
        order["activate"] = bid
    return order


def muster(first: str = "1A", second: str = "2C", names: tuple[str, str] = ("Red", "Blue")) -> Json:
    """Pregame orders."""
    return {"crew": [{"name": names[0], "start": first}, {"name": names[1], "start": second}]}


def one(match: Script, seat: str, index: int = 0) -> Json:
    """A crewmate in the host state."""
    found: Json = match.host["players"][seat]["crew"][index]
    return found


def energies(match: Script, seat: str) -> list[int]:
    return [mate["energy"] for mate in match.host["players"][seat]["crew"]]


def parts(match: Script, seat: str) -> list[str]:
    found: list[str] = match.host["players"][seat]["components"]
    return found


def owned(**by_seat: str) -> dict[str, str]:
    """Set-up `claimed`: `owned(Ada="1A 2A", Bo="3A")`."""
    return {room: seat for seat, rooms in by_seat.items() for room in rooms.split()}
