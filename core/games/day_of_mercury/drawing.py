"""A day of Mercury: the eight places with who is there and what they did, and everybody's points."""

from __future__ import annotations

from core.games.day_of_mercury.spec import LOCATIONS, SINS
from core.story.drawing import Box, Boxes, Drawing, Moment, Table, Words, change, name, say
from core.story.turning import number

LEGEND = (
    "Each box is a place with the sin it holds and who went there; below them who sinned there, against whom, and "
    "whether it came off."
)
HUES = {"pride": "violet", "greed": "yellow", "lust": "accent", "envy": "green", "gluttony": "cyan", "wrath": "red",
        "sloth": "blue"}  # fmt: skip
CAME_OFF, FAILED, NONE = "\u2713", "\u2717", "\u00b7"


def draw(moment: Moment) -> Drawing | None:
    """Places, then points with the sin held."""
    there = _there(moment)
    here = moment.step.data.get("location") if moment.step is not None else None
    boxes = tuple(_box(moment, place, there[place], place == here) for place in LOCATIONS)
    return Drawing(parts=(Boxes(boxes=boxes), _points(moment)), legend=LEGEND)


def _there(moment: Moment) -> dict[str, dict[str, int | None]]:
    """Who is where, and by which step they came."""
    there: dict[str, dict[str, int | None]] = {place: {} for place in LOCATIONS}
    for n, step in moment.steps("visit"):
        for place in step.data["places"]:
            for seat in step.seats:
                there[place].setdefault(seat, n)
    known = moment.picture.get("places", {}) if moment.over else {}
    if any(known.values()):
        there = {place: {seat: there[place].get(seat) for seat in known.get(place, ())} for place in LOCATIONS}
    return there


def _box(moment: Moment, place: str, there: dict[str, int | None], lit: bool) -> Box:
    sin, title = LOCATIONS[place].sin, LOCATIONS[place].title
    crowd = (f" {len(there)}", "accent") if there else ""
    lines = []
    for _, step in moment.steps("commit"):
        if step.data.get("location") == place:
            ok = step.data.get("ok")
            told = f"{step.seats[0]} \u2192 {step.data['target']} {CAME_OFF if ok else FAILED}"
            lines.append((*say((told, "good" if ok else "bad")),))
    return Box(
        title=say((title[:1].upper() + title[1:], "strong")),
        under=say((sin or "sin to points", HUES.get(sin or "", "faint")), crowd),
        there=tuple(name(seat, step) for seat, step in there.items()),
        lines=tuple(lines),
        lit=lit,
    )


def _held(moment: Moment) -> dict[str, dict[str, int]]:
    """What everybody holds: before the close, with what each step has brought or taken so far."""
    held = {seat: dict(sins) for seat, sins in moment.before.get("sin", {}).items()}
    for _, step in moment.steps():
        seat = step.seats[0]
        if seat not in held:
            continue
        if step.kind in ("shrine", "converted"):
            held[seat] = {}
        for sin, n in {**step.data.get("gained", {}), **step.data.get("sin", {})}.items():
            held[seat][sin] = held[seat].get(sin, 0) + n
    return dict(moment.picture.get("sin", held)) if moment.over else held


def _points(moment: Moment) -> Table:
    """Points with what changed, and the sin held, sin by sin, best first."""
    before = moment.before.get("points", {})
    points, held = dict(before), _held(moment)
    for _, step in moment.steps("scored"):
        points[step.seats[0]] = step.data["to"]
    if moment.over:
        points = dict(moment.picture.get("points", points))
    heads = [say((sin[:3], HUES[sin])) for sin in SINS] if held else []
    sin = [say(("sin", "faint"))] if held else []
    rows: list[tuple[Words, ...]] = [(say(), say(("points", "faint")), say(), *sin, *heads)]
    for seat in sorted(points, key=lambda seat: -points[seat]):
        own = held.get(seat, {})
        sins = [say((str(own.get(sin) or NONE), HUES[sin] if own.get(sin) else "faint")) for sin in SINS if held]
        figures = say((number(points[seat]), "strong")), say(change(points[seat], before.get(seat)))
        total = [say((str(sum(own.values())), "faint"))] if held else []
        rows.append((say(name(seat)), *figures, *total, *sins))
    every = range(1, len(rows[0]))
    return Table(rows=tuple(rows), right=tuple(every), more=tuple(every[3:]))
