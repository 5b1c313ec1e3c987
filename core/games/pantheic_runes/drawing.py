"""A round of Pantheic Runes: the temple with who got what, every hand, who has pleased which deity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.games.pantheic_runes import spec
from core.games.pantheic_runes.runes import CELLS
from core.story.drawing import Drawing, Hand, Hands, Moment, Piece, Table, Word, Words, change, name, say
from core.story.parts import called
from core.story.turning import number

LEGEND = (
    "Above, the temple, with who got each tableau and who wanted it in vain. Below, what every hand holds after the "
    "round, and who has pleased which deity."
)
HUES = {"+": "yellow", "o": "cyan", "x": "violet", ".": "faint"}
GOT, IN_VAIN = "\u2713", "\u2717"


def draw(moment: Moment) -> Drawing | None:
    """The temple, a hand for each seat, the deities."""
    players: Mapping[str, Any] = moment.picture.get("players", {})
    hands = [_hand(moment, seat, players[seat]) for seat in moment.seats if seat in players]
    temple = [_temple(moment)] if moment.before.get("temple") else []
    deities = _deities(moment, players)
    return Drawing(parts=(Hands(hands=(*temple, *hands)), *([deities] if deities.rows else [])), legend=LEGEND)


def _temple(moment: Moment) -> Hand:
    """Every place with who got it, and who wanted it too."""
    wanted = {step.data["place"]: (n, step.data) for n, step in moment.steps("pick")}
    pieces = []
    for place, tableau in enumerate(moment.before["temple"]):
        under: list[Words] = []
        if place in wanted:
            n, picked = wanted[place]
            for seat in sorted(picked["wanted"], key=lambda seat: seat != picked["got"]):
                got = seat == picked["got"]
                mark = Word(text=GOT if got else IN_VAIN, tone="good" if got else "bad", step=n)
                under.append((mark, Word(text=seat, seat=seat, step=n)))
        pieces.append(Piece(face=_face(tableau), under=tuple(under), head=str(place)))
    return Hand(head=(say(("Temple", "accent")),), pieces=tuple(pieces))


def _hand(moment: Moment, seat: str, player: Mapping[str, Any]) -> Hand:
    before = moment.before.get("players", {}).get(seat, player)
    mana = "unlimited" if player["mana"] is None else str(player["mana"])
    points = player["points"]
    said = say((f"{number(points)} {called(points, 'point')} ", "strong"), change(points, before["points"]))
    used = moment.step.data.get("tableau") if moment.step is not None and seat in moment.step.seats[:1] else None
    pieces = tuple(Piece(face=_face(tableau), lit=tableau == used) for tableau in player["tableaux"])
    return Hand(head=((name(seat), *say(" "), *said), say((f" {mana} mana", "faint"))), pieces=pieces, seat=seat)


def _face(tableau: str) -> tuple[Words, ...]:
    """Two rows of symbols; each is its own mark, the colour only helps."""
    half = CELLS // 2
    return tuple(tuple(Word(text=one, tone=HUES[one]) for one in row) for row in (tableau[:half], tableau[half:]))


def _deities(moment: Moment, players: Mapping[str, Any]) -> Table:
    """Who has pleased which deity."""
    given = {(step.seats[0], step.data["deity"]): n for n, step in moment.steps("blessing")}
    rows: list[tuple[Words, ...]] = []
    for deity in spec.DEITIES:
        holders = [seat for seat in moment.seats if deity.id in players.get(seat, {}).get("blessings", ())]
        names: list[Word] = []
        for seat in holders:
            names += [Word(text=seat, seat=seat, step=given.get((seat, deity.id))), *say(" ")]
        if names:
            rows.append((say((deity.name, "strong")), tuple(names)))
    if not rows:
        return Table(rows=())
    known = "" if set(moment.seats) <= set(players) else "   as far as known"
    return Table(rows=((say(("Blessings", "accent"), (known, "faint")),), *rows))
