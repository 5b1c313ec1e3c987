"""Drawing of a round: the board with owners, walls and ways, the crews, and the Sequences."""

from __future__ import annotations

from core.games.drifting_ship.spec import LETTERS, PARASITE_ROOM, TITLES, VAULT, is_component, letter
from core.json import Json
from core.story.drawing import Board, Drawing, Moment, Person, Table, Tile, Walk, Wall, Word, Words, initials, name, say

LEGEND = (
    "A filled room belongs to the seat of its colour; a thick frame was taken in this round. Dashed lines are the ways "
    "of the crews, triangles where they ended, heavy bars are walls, \u2717 a room that nobody got."
)
HUES = {"A": "blue", "B": "green", "C": "violet", PARASITE_ROOM: "red", VAULT: "cyan"}
MARKS = ("\u25b2", "\u25bc")
"""Marks of a seat's first and second crewmate."""


def draw(moment: Moment) -> Drawing | None:
    rooms = moment.picture["board"] if "board" in moment.picture else moment.before["board"]
    crews, owners = _crews(moment), _owners(moment)
    fresh = {step.data["room"]: n for n, step in moment.steps("activate", "told", "plant")}
    walks = tuple(
        Walk(step.data.get("seat", step.seats[0]), tuple(step.data["path"]), n, step.data.get("crew", 0))
        for n, step in moment.steps("move")
        if len(step.data.get("path", ())) > 1
    )
    tiles = _tiles(moment, rooms, crews, owners, fresh)
    board = Board(rooms=tuple(tuple(row) for row in rooms), tiles=tiles, walls=_walls(moment), walks=walks)
    table = Table(rows=(*_people(moment, crews), *_sequences(moment, owners, fresh)))
    return Drawing(parts=(board, table), legend=LEGEND)


def _crews(moment: Moment) -> dict[tuple[str, int], Json]:
    crews: dict[tuple[str, int], Json] = {(c["seat"], c["crew"]): dict(c) for c in moment.picture.get("crews", ())}
    if moment.over:
        return crews
    for _, step in moment.steps():
        if "crew" in step.data and "room" in step.data and step.kind != "activate":
            key = (step.data.get("seat", step.seats[0]), step.data["crew"])
            crews.setdefault(key, {}).update({k: v for k, v in step.data.items() if k in ("room", "energy", "name")})
        for bid in step.data.get("bids", ()):
            mate = crews.get((bid["seat"], bid["crew"]))
            if mate is not None and "energy" in mate:
                mate["energy"] = max(0, mate["energy"] - bid["bid"])
    return crews


def _owners(moment: Moment) -> dict[str, str]:
    owners = {**moment.picture.get("owners", {}), **moment.picture.get("bonuses", {})}
    for _, step in moment.steps("activate"):
        if step.data.get("winners"):
            owners.setdefault(step.data["room"], step.data["winners"][0]["seat"])
    return owners


def _walls(moment: Moment) -> tuple[Wall, ...]:
    before = [tuple(wall) for wall in moment.before.get("walls", ())]
    walls = [tuple(wall) for wall in (moment.scene.picture if moment.over else moment.before).get("walls", ())]
    new = [wall for wall in walls if wall not in before]
    steps = [n for n, _ in moment.steps("wall")]
    when = dict(zip(new, steps, strict=True)) if len(new) == len(steps) else {}
    return tuple(Wall(a, b, when.get((a, b))) for a, b in walls)


def _tiles(
    moment: Moment, rooms: list[list[str]], crews: dict[tuple[str, int], Json], owners: dict[str, str],
    fresh: dict[str, int],
) -> dict[str, Tile]:  # fmt: skip
    lost = {step.data.get("room"): n for n, step in moment.steps("contest")}
    used = {*moment.picture.get("activated", ()), *owners, *fresh}
    step, when = moment.step, _activation_rounds(moment)
    lit = set() if step is None else {step.data.get("room"), *step.data.get("path", ())}
    people: dict[str, list[Person]] = {}
    for (seat, index), mate in crews.items():
        caption = f"{seat}'s {mate.get('name', '')}, {mate.get('energy', '?')} energy"
        person = Person(seat=seat, mark=MARKS[index], told=caption, odd=bool(mate.get("parasite")))
        people.setdefault(mate.get("room", ""), []).append(person)
    tiles = {}
    for room in (room for row in rooms for room in row):
        owner = owners.get(room, "")
        seated = owner in moment.seats
        tiles[room] = Tile(
            tone=HUES.get(letter(room) if is_component(room) else room, "yellow"),
            owner=owner if seated else "",
            taken=room in used and not seated,
            fresh=fresh.get(room),
            foot=(Word(text=owner, seat=owner),) if owner else say((when.get(room, ""), "faint")),
            off=room in moment.picture.get("disabled", ()),
            lit=room in lit,
            people=tuple(people.get(room, ())),
            lost=lost.get(room),
        )
    return tiles


def _activation_rounds(moment: Moment) -> dict[str, str]:
    """Return activation rounds by room, for a spectator, who knows nothing else of a room."""
    story = moment.story
    if story.reader is not None or story.whole:
        return {}
    return {step.data["room"]: f"{story.when(scene.round)}"
            for scene in story.scenes for step in scene.steps if step.kind == "told"}  # fmt: skip


def _people(moment: Moment, crews: dict[tuple[str, int], Json]) -> list[tuple[Words, ...]]:
    rows: list[tuple[Words, ...]] = []
    for seat in moment.seats:
        own = [mate for (holder, _), mate in sorted(crews.items()) if holder == seat]
        head: list[Word] = [name(seat)]
        below: list[tuple[Words, ...]] = []
        for mark, mate in zip(MARKS, own, strict=False):
            carried = " ".join([*mate.get("bonuses", ()), *(["Parasite"] if mate.get("parasite") else [])])
            head += say(f"  {mark}", (f" {carried}", "warn")) if carried else ()
            figures = say((str(mate.get("room", "")), "strong")), say((f"{mate.get('energy', '?')} energy", "good"))
            below.append(((*say("  "), Word(text=mark, seat=seat), *say(f" {mate.get('name', '')}")), *figures))
        if own:
            rows += [(tuple(head),), *below]
    return [*rows, (say(),)] if rows else []


def _sequences(moment: Moment, owners: dict[str, str], fresh: dict[str, int]) -> list[tuple[Words, ...]]:
    heads = initials(moment.seats)
    claimed = {room for room in (*moment.picture.get("activated", ()), *owners, *fresh) if is_component(room)}
    rows: list[tuple[Words, ...]] = []
    for code in LETTERS:
        cells = [Word(text=f"{TITLES[code]:<11}", tone=HUES[code])]
        for n in range(1, 14):
            owner = owners.get(f"{n}{code}", "")
            unknown = Word(text="\u00d7" if f"{n}{code}" in claimed else "\u00b7", tone="faint")
            cells.append(Word(text=heads[owner], seat=owner) if owner in heads else unknown)
        count = sum(letter(room) == code for room in claimed)
        rows.append(((*cells, *say((f" {count}/13", "strong"))),))
    return rows
