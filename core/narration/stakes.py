"""The strip of danger, the headline of a close, and the price of a broken word: from the figures of one story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from core.contract import AnyGame
from core.story.parts import Cell, Chapter, GameStory, Record, Scene, Series, Stake, Step, Turn, listed, unit_of
from core.story.turning import number

FEW = 3
"""Seats that are named together."""
MINOR = frozenset(("adjust", "move", "pick", "propose_combine", "rotate", "scored", "visit"))
"""Kinds of steps that a headline and a forecast leave out."""


def strip(told: GameStory, seats: Sequence[str]) -> tuple[Stake, ...]:
    """Return every seat from the leaders to those in danger; empty unless the figures of all are known and differ."""
    scored = told.series[0].column if told.series else None
    columns = [scored, *(name.lstrip("-") for name in told.endangers)]
    cells = {seat: told.cells.get(seat, {}) for seat in seats}
    if not told.endangers or any(_figure(cells[seat], column) is None for seat in seats for column in columns):
        return ()
    values = {seat: _figure(cells[seat], scored) or 0.0 for seat in seats}
    nearness = {seat: _nearness(told, cells[seat]) for seat in seats}
    leaders = [seat for seat in seats if values[seat] == max(values.values())]
    others = [seat for seat in seats if seat not in leaders]
    exposed = [seat for seat in others if seat not in told.spared] or others
    worst = [seat for seat in exposed if nearness[seat] == max(nearness[other] for other in exposed)]
    between = sorted((s for s in others if s not in worst), key=lambda s: (s not in told.spared, nearness[s], s))
    nearest = [seat for seat in exposed if seat not in worst]
    gap = _gap(told, nearness, worst[0], max(nearest, key=lambda seat: nearness[seat])) if worst and nearest else ""
    return (
        *(Stake(seat=seat, value=values[seat], place="leads") for seat in leaders if others),
        *(Stake(seat=seat, value=values[seat], place="safe" if seat in told.spared else "") for seat in between),
        *(Stake(seat=seat, value=values[seat], place="danger", gap=gap) for seat in worst),
    )


def _figure(cells: Mapping[str, Cell], column: str | None) -> float | None:
    cell = cells.get(column or "")
    return cell if isinstance(cell, int | float) else None


def _nearness(told: GameStory, cells: Mapping[str, Cell]) -> tuple[float, ...]:
    """Return how near a seat is to being the candidate, the greatest first."""
    return tuple((_figure(cells, name.lstrip("-")) or 0.0) * (1 if name[:1] == "-" else -1) for name in told.endangers)


def _gap(told: GameStory, nearness: Mapping[str, tuple[float, ...]], worst: str, next_: str) -> str:
    """Return `2 onyx more than Di`, `5 points behind Di`: the first figure that tells them apart."""
    for column, own, other in zip(told.endangers, nearness[worst], nearness[next_], strict=True):
        if own != other:
            title = next((c.title.lower() for c in told.columns if c.id == column.lstrip("-")), "")
            unit = next((s.unit for s in told.series if s.column == column.lstrip("-") and s.unit), title)
            noun = unit.removesuffix("s") if abs(own - other) == 1 else unit
            much = f"{number(abs(own - other))} {unit_of(own - other, noun)}"
            return f"{much} {'more than' if column[:1] == '-' else 'behind'} {next_}"
    return ""


# --- a close in two lines ---------------------------------------------------------------------------------------------
def alone(game: AnyGame, record: Record, chapter: Chapter) -> GameStory:
    """Return the story of one round, as if nothing had been before it or came after."""
    only = replace(record, start=chapter.before, chapters=(chapter,), final=chapter.after, ending=None)
    story: GameStory = game.full_story(replace(only, ledger=chapter.after.ledger))
    return story


def gains(series: Sequence[Series]) -> dict[str, float]:
    """Return what each seat gained in the first series of a round that is told alone; seats without a change are left
    out."""
    values = {seat: (curve[0], curve[-1]) for seat, curve in (series[0].curves.items() if series else ())}
    return {seat: b - a for seat, (a, b) in values.items() if a is not None and b is not None and a != b}


def with_headline(scene: Scene, told: GameStory, betrayed: Sequence[Turn] = ()) -> Scene:
    """Add headline and deed to a round that is told alone; `betrayed`: broken agreements of that round."""
    changed, parts = gains(told.series), list[str]()
    best, worst = max(changed.values(), default=0.0), min(changed.values(), default=0.0)
    for much in [*[best] * (best > 0), *[worst] * (worst < 0)]:
        seats = [seat for seat in changed if changed[seat] == much]
        names = listed(seats) if len(seats) <= FEW else f"{len(seats)} seats"
        parts.append(f"{names} {signed(much)}{'' if parts else f' {unit_of(much, told.series[0].unit)}'}".rstrip())
    turns = [*betrayed, *(turn for turn in told.turns if turn.round == scene.round and len(turn.seats) > 1)]
    deed = max(turns, key=lambda turn: (turn in betrayed, turn.tells == "betrayal", turn.weight), default=None)
    return replace(scene, headline=", ".join(parts), deed="" if deed is None else deed.text)


def priced(turn: Turn, series: Sequence[Series]) -> Turn:
    """Add what the round brought both, in the first series, to a broken word without a price of its own."""
    if "got" in turn.figures or turn.kind not in ("broken word", "promise") or not series:
        return turn
    place = series[0].rounds.index(turn.round) if turn.round in series[0].rounds[1:] else 0
    changes = [(seat, series[0].curves[seat][place - 1 : place + 1]) for seat in turn.seats[:2]] if place else []
    gained = [(seat, both[1] - both[0]) for seat, both in changes if None not in both]  # type: ignore[operator]
    if not gained:
        return turn
    brought = f"{listed(f'{seat} {signed(much)}' for seat, much in gained)} {unit_of(gained[-1][1], series[0].unit)}"
    return replace(turn, text=f"{turn.text} The round brought {brought.rstrip()}.")


DECIDED = "decided"
"""Key in the figures of a broken word on which the win or the candidate hung: that seat."""


def decisive(turn: Turn, told: GameStory, winners: Sequence[str], candidate: str | None) -> Turn:
    """Return a broken word with the win or the candidate that hung on its price, all else being equal (CM-09);
    unchanged where these would be the same, or a figure is unknown to the reader."""
    scored = told.series[0].column if told.series else None
    prices = [_figure(turn.figures, key) for key in ("breaker hoped", "breaker got", "hoped", "got")]
    cells = {seat: dict(own) for seat, own in told.cells.items()}
    known = [
        _figure(own, name) for own in cells.values() for name in (scored, *(n.lstrip("-") for n in told.endangers))
    ]
    if None in prices or None in known or scored is None or not told.endangers or DECIDED in turn.figures:
        return turn
    breaker, hurt = turn.seats[:2]
    for place, seat in ((0, breaker), (2, hurt)):
        cells[seat][scored] += prices[place] - prices[place + 1]  # type: ignore[operator]
    if "risk" in cells[hurt]:
        cells[hurt]["risk"] -= turn.figures.get("risk", 0)  # type: ignore[operator]
    losers = [seat for seat in cells if seat not in winners and seat not in told.spared]
    best = max(_figure(own, scored) or 0.0 for own in cells.values())
    worst = max((_nearness(told, cells[seat]) for seat in losers), default=())
    if candidate == hurt and _nearness(told, cells[hurt]) != worst:
        seat, words = hurt, f"It made {hurt} the Elimination Candidate."
    elif breaker in winners and (_figure(cells[breaker], scored) or 0.0) < best:
        seat, words = breaker, f"It won {breaker} the match."
    else:
        return turn
    figures = {**turn.figures, DECIDED: seat}
    return replace(turn, text=f"{turn.text} {words}", figures=figures, tells="betrayal")


def signed(value: float) -> str:
    return f"+{number(value)}" if value > 0 else number(value)


def key_steps(steps: Sequence[Step]) -> list[str]:
    """Return the steps that matter as sentences, those between two seats first; offers in vain become one."""
    vain = [step for step in steps if step.kind == "failed" or step.data.get("came") == "cancelled"]
    vain = vain if len(vain) > FEW else []
    shown = [step for step in steps if step.kind not in MINOR and step not in vain]
    ranked = sorted(shown, key=lambda step: len(step.seats) != 2) if len(shown) > 2 * FEW else shown
    pairs: dict[str, list[str]] = {}
    for step in vain:
        pairs.setdefault(step.seats[0], []).append(step.seats[1])
    names = "; ".join(f"{by} to {listed(to)}" for by, to in pairs.items())
    return [*(step.text for step in ranked), *([f"{len(vain)} offers came to nothing: {names}."] if vain else [])]
