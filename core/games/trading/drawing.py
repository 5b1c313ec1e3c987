"""Drawing of a trading round: goods given and received, failed offers, scores and hands."""

from __future__ import annotations

from core.games.trading.offers import Goods
from core.story.drawing import Cell, Drawing, Matrix, Moment, Table, Word, Words, change, name, say
from core.story.turning import number

LEGEND = (
    "A row gave, a column received. A crossed piece was offered and nothing came back; a dashed frame is an agreement "
    "that its row did not keep. Beside it the scores, what the round changed, and what everybody holds."
)
HUES = {"ruby": "red", "sapphire": "blue", "emerald": "green", "topaz": "yellow", "diamond": "white", "onyx": "black"}
"""Colours of gemstones; a cube is named by its colour."""


class Drawer:
    def __init__(self, goods: Goods) -> None:
        self._goods = goods

    def draw(self, moment: Moment) -> Drawing | None:
        return Drawing(parts=(_matrix(moment), self._hands(moment)), legend=LEGEND)

    def _hands(self, moment: Moment) -> Table:
        score_before, (score, hands) = moment.before.get("score", {}), _scores_and_hands(moment)
        rows: list[tuple[Words, ...]] = [
            (say(), say((self._goods.score.capitalize(), "faint")), say(), say(("holds", "faint")))
        ]
        for seat in sorted(score, key=lambda seat: -score[seat]):
            hand: list[str | Word | tuple[str, str]] = []
            for kind in self._goods.kinds:
                if count := hands.get(seat, {}).get(kind, 0):
                    hand += [(f"{count}{kind[:3]}", HUES.get(kind, kind)), " "]
            points = say((number(score[seat]), "strong"))
            rows.append((say(name(seat)), points, say(change(score[seat], score_before.get(seat))), say(*hand)))
        return Table(rows=tuple(rows), right=(1, 2))


def _matrix(moment: Moment) -> Matrix:
    seats = moment.seats
    index = {seat: n for n, seat in enumerate(seats)}
    cells = {(n, n): Cell(ground="own") for n in range(len(seats))}
    for n, step in moment.steps("swap"):
        data = step.data
        cells[index[data["a"]], index[data["b"]]] = _gift_cell(data["a_gave"], n)
        cells[index[data["b"]], index[data["a"]]] = _gift_cell(data["b_gave"], n)
    for n, step in moment.steps("failed"):
        cells[index[step.data["by"]], index[step.data["to"]]] = _gift_cell(step.data["give"], n, lost=True)
    for turn in moment.broken:
        if turn.round == moment.scene.round:
            place = index[turn.seats[0]], index[turn.seats[1]]
            cell = cells.get(place, Cell())
            cells[place] = Cell(text=cell.text, piece=cell.piece, lost=cell.lost, step=cell.step, ground="promise",
                                note=turn.text)  # fmt: skip
    return Matrix(
        corner="gives to",
        across=tuple((Word(text=seat, seat=seat),) for seat in seats),
        down=tuple((say(name(seat)),) for seat in seats),
        cells=cells,
    )


def _gift_cell(kind: str, step: int, lost: bool = False) -> Cell:
    return Cell(text=kind, piece=HUES.get(kind, kind), lost=lost, step=step)


def _scores_and_hands(moment: Moment) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
    """Return scores and hands by seat, after the steps drawn so far."""
    before, after = moment.before, moment.picture
    score, hands = dict(before.get("score", {})), {seat: dict(own) for seat, own in before.get("held", {}).items()}
    for _, step in moment.steps("swap", "scored"):
        data = step.data
        if step.kind == "scored":
            score[step.seats[0]] = data["to"]
            continue
        for giver, receiver, gave in ((data["a"], data["b"], data["a_gave"]), (data["b"], data["a"], data["b_gave"])):
            if giver in hands:
                hands[giver][gave] = hands[giver].get(gave, 0) - 1
            if receiver in hands:
                hands[receiver][gave] = hands[receiver].get(gave, 0) + 1
    if moment.over:
        score, hands = dict(after.get("score", score)), dict(after.get("held", hands))
    return score, hands
