"""Lays out parts in a given size: takes a table of parts with their needs, gives each a place as far as there is room.

Pure arithmetic: no widgets, no text, no state. What a part gets depends on its table and the size of the panel alone,
never on a layout in progress, so that two calls always agree and nothing can be laid out without end.

A panel writes down its parts once:

    TABLE = Table(
        Columns("left", Rows(Columns("middle", "right"), "below")),       # zones: the places where parts may stand
        part("board", "left", (43, 15), worth=100)                        # least columns and rows; what it is worth
        .larger((43, 29), worth=60)                                       # a larger form of it, and what that is worth
        .larger((71, 29), worth=50),
        part("crew", "middle", (33, 4), worth=90),                        # exactly four rows, of any width
        part("orders", "middle", (33, 6), worth=80, up_to=(ANY, 10)),     # more rows are of use up to ten
        part("seen", "right middle below", (33, 3), worth=20, up_to=(60, 14)),  # `right` first, else `middle`, ...
    )

and asks `TABLE.arrange(width, height)`. The answer is an `Arrangement`: `rooms["board"]` has `x, y, width, height` and
`form` (0 for the first, 1 for the first `larger`, ...); what has no room is not in it, and is named in `hidden`.

How it decides, all of it deterministic:

1. Forms are taken in the order of what they are worth (the first of equals stands first in the table). Each is added if
   everything that was taken before still has its least room beside it, in some of the zones that each part allows. So
   nothing that fits is hidden, and nothing gives way to what is worth less. Where not one fits, the worthiest is there.
2. A part stands in the first of its zones where that is possible; it goes to a later one if more of the panel is of
   use to somebody then (a second column of lists, once there is room for one).
3. What is left over is given out evenly, a column or a row at a time, up to what each part can use. In a zone parts
   stand under one another in the order of the table. Zones with nothing in them take no room.

A larger form is taken before everything that is worth less than it: what must not be hidden for its sake is worth more.
Width and height count apart: `Columns` share the width and have the same height, `Rows` share the height.

A table may follow what there is to show: `fitted({"seen": 3})` says that three rows are all that there are to be seen,
`without("page")` that there is none, `bring("seen")` that this part was asked for and comes before all others (one key
that brings what is hidden at 80x24 is enough for a panel). All of them give another table. Do this for what changes
with a round, not for what changes while a cursor moves: parts should not wander about under the reader's eyes.

Sizes count everything that a part takes: for a `Block` its border line and its padding too. In Textual the panel sets
`GamePanel.TABLE` (tui/games/base.py), composes its parts as direct children with those ids, and draws each for the room
and form that it was given. tests/tui/test_layout.py holds every registered panel's table against what is promised here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from types import MappingProxyType
from typing import NamedTuple

ANY = 1000
"""Columns or rows: more than any panel has."""

BROUGHT = 1_000_000
"""What a part is worth that was asked for."""


class Form(NamedTuple):
    """One way to draw a part."""

    width: int
    """Columns that it needs at least, borders included."""
    height: int
    """Rows that it needs at least."""
    worth: int
    """What it is worth to have this form, beside the other forms of all parts."""
    most_width: int = ANY
    """Columns from which more are of no use."""
    most_height: int = ANY
    """Rows from which more are of no use."""


class Part(NamedTuple):
    """One part of a panel."""

    name: str
    """The id of its widget."""
    where: tuple[str, ...]
    """The zones in which it may stand, the best first."""
    forms: tuple[Form, ...]
    """The ways to draw it, the smallest first."""

    def larger(self, least: tuple[int, int], worth: int, up_to: tuple[int, int] | None = None) -> Part:
        """With one form more, larger than the last."""
        return self._replace(forms=(*self.forms, _form(least, worth, up_to)))


def part(name: str, where: str, least: tuple[int, int], worth: int, up_to: tuple[int, int] | None = None) -> Part:
    """A part with one form: `where` names zones, with spaces between. Without `up_to` (columns, rows) any width is of
    use, and no more rows than `least` has."""
    return Part(name, tuple(where.split()), (_form(least, worth, up_to),))


def _form(least: tuple[int, int], worth: int, up_to: tuple[int, int] | None) -> Form:
    wide, high = up_to or (ANY, least[1])
    return Form(*least, worth, max(wide, least[0]), max(high, least[1]))


class Columns:
    """Zones, or rows of zones, side by side. They share the width."""

    def __init__(self, *inner: Shape) -> None:
        self.inner = inner

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Columns) and other.inner == self.inner

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.inner))

    @property
    def zones(self) -> Iterator[str]:
        """The names of all zones in it."""
        for one in self.inner:
            yield from ((one,) if isinstance(one, str) else one.zones)


class Rows(Columns):
    """Zones, or columns of zones, under one another. They share the height."""


Shape = str | Columns
"""A zone by its name, or several beside or under one another."""


class Room(NamedTuple):
    """What a part was given, in cells of its panel."""

    x: int
    y: int
    width: int
    height: int
    form: int = 0
    """Which of its forms: 0 for the first."""


class Arrangement(NamedTuple):
    """Where everything stands at one size."""

    width: int
    height: int
    rooms: Mapping[str, Room]
    """The parts that are shown, in the order of the table."""
    hidden: tuple[str, ...]
    """The parts that have no room, the worthiest first."""
    blank: int
    """Cells that are of use to no part."""

    def form(self, name: str) -> int:
        """Which form of a part is shown; -1 if it is hidden."""
        room = self.rooms.get(name)
        return -1 if room is None else room.form


class Table:
    """The parts of a panel and the shape of their zones. Never changes; equal tables are equal."""

    def __init__(self, shape: Shape, *parts: Part) -> None:
        """Raises ValueError for parts without a zone of `shape`, or two of a name."""
        self.shape, self.parts = shape, parts
        zones = {shape} if isinstance(shape, str) else set(shape.zones)
        names = [one.name for one in parts]
        if lost := [one.name for one in parts if not one.where or not zones.issuperset(one.where)]:
            raise ValueError(f"{', '.join(lost)}: no such zone; there are {', '.join(sorted(zones))}")
        if len({*names}) < len(names):
            raise ValueError(f"two parts have one name among {', '.join(names)}")
        self._hash = hash((shape, parts))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self.shape, self.parts) == (other.shape, other.parts)

    def __hash__(self) -> int:
        return self._hash

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all parts."""
        return tuple(one.name for one in self.parts)

    # --- the same table for what there is to show now
    def without(self, *names: str) -> Table:
        """Without these parts: there is nothing to show in them."""
        return Table(self.shape, *(one for one in self.parts if one.name not in names))

    def fitted(self, rows: Mapping[str, int]) -> Table:
        """With parts for which no more than so many rows (borders included) are of use."""
        return Table(self.shape, *(_fitted(one, rows[one.name]) if one.name in rows else one for one in self.parts))

    def bring(self, *names: str | None) -> Table:
        """With these parts before all others, the first of them first. None changes nothing."""
        worth = {name: BROUGHT - at for at, name in enumerate(names) if name is not None}
        if not worth:
            return self
        return Table(self.shape, *(_brought(one, worth[one.name]) if one.name in worth else one for one in self.parts))

    # --- the answer
    def arrange(self, width: int, height: int) -> Arrangement:
        """Where everything stands in so many columns and rows."""
        return _arranged(self, max(0, width), max(0, height))


def _fitted(one: Part, rows: int) -> Part:
    forms = tuple(f._replace(height=min(f.height, rows), most_height=min(f.most_height, rows)) for f in one.forms)
    return one._replace(forms=forms)


def _brought(one: Part, worth: int) -> Part:
    first, *others = one.forms
    return one._replace(forms=(first._replace(worth=worth), *others))


Taken = dict[int, int]
"""Parts that are shown, by number, to the number of the form."""
Seats = dict[int, str]
"""Parts that are shown, by number, to the zone they stand in."""


@lru_cache(maxsize=512)
def _arranged(table: Table, width: int, height: int) -> Arrangement:
    return _Packing(table, width, height).arrangement()


class _Packing:
    """One table at one size, on the way to an arrangement."""

    def __init__(self, table: Table, width: int, height: int) -> None:
        self.parts, self.shape = table.parts, table.shape
        self.size = width, height
        self.taken: Taken = {}
        self.seats: Seats = {}
        numbered = count()
        self.offers = sorted(
            (-form.worth, next(numbered), number, place)
            for number, one in enumerate(self.parts)
            for place, form in enumerate(one.forms)
        )

    def arrangement(self) -> Arrangement:
        for _, _, number, place in self.offers:
            if place > self.taken.get(number, -1):
                self._offer(number, place)
        if not self.taken and self.parts:  # nothing fits: the worthiest takes all there is
            _, _, first, _ = self.offers[0]
            self.taken, self.seats = {first: 0}, {first: self.parts[first].where[0]}
        self._settle()
        rooms = self._rooms(self.taken, self.seats)
        shown = {self.parts[number].name: rooms[number] for number in sorted(rooms)}
        order = dict.fromkeys(self.parts[number].name for _, _, number, _ in self.offers)
        used = sum(self._used(number, room) for number, room in rooms.items())
        width, height = self.size
        hidden = tuple(name for name in order if name not in shown)
        return Arrangement(width, height, MappingProxyType(shown), hidden, width * height - used)

    # --- 1: what is shown
    def _offer(self, number: int, place: int) -> None:
        """Take one form, if everything taken before keeps its least room."""
        wanted = {**self.taken, number: place}
        seats = self._quickly(wanted, number) or self._search(wanted, [*wanted], {})
        if seats is not None:
            self.taken, self.seats = wanted, seats

    def _quickly(self, wanted: Taken, number: int) -> Seats | None:
        """With all others where they are."""
        for zone in self.parts[number].where:
            seats = {**self.seats, number: zone}
            if self._fits(wanted, seats):
                return seats
        return None

    def _search(self, wanted: Taken, left: Sequence[int], seats: Seats) -> Seats | None:
        """Any seats in which all of them fit."""
        if not left:
            return seats
        for zone in self.parts[left[0]].where:
            tried = {**seats, left[0]: zone}
            if self._fits(wanted, tried):
                found = self._search(wanted, left[1:], tried)
                if found is not None:
                    return found
        return None

    def _fits(self, taken: Taken, seats: Seats) -> bool:
        wide, high = self._least(self.shape, self._by_zone(taken, seats, 0))
        return wide <= self.size[0] and high <= self.size[1]

    def _by_zone(self, taken: Taken, seats: Seats, bound: int) -> dict[str, tuple[int, int]]:
        """The least (`bound` 0) or most (3) columns and rows of every zone that somebody is in."""
        found: dict[str, tuple[int, int]] = {}
        for number, zone in seats.items():
            form = self.parts[number].forms[taken[number]]
            wide, high = found.get(zone, (0, 0))
            found[zone] = max(wide, form[bound]), high + form[bound + 1]
        return found

    def _least(self, shape: Shape, zones: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
        """Columns and rows of a shape, from those of its zones."""
        if isinstance(shape, str):
            return zones.get(shape, (0, 0))
        inner = [self._least(one, zones) for one in shape.inner]
        widths, heights = [wide for wide, _ in inner], [high for _, high in inner]
        return (max(widths), sum(heights)) if isinstance(shape, Rows) else (sum(widths), max(heights))

    # --- 2: where it stands
    def _settle(self) -> None:
        """Parts go elsewhere while more of the panel is of use to somebody then."""
        best = self._filled(self.seats)
        for _ in self.parts:
            moved = False
            for number, zone in list(self.seats.items()):
                for other in self.parts[number].where:
                    tried = {**self.seats, number: other}
                    if other != zone and self._fits(self.taken, tried) and (filled := self._filled(tried)) > best:
                        self.seats, best, zone, moved = tried, filled, other, True
            if not moved:
                return

    def _filled(self, seats: Seats) -> tuple[int, int]:
        """Cells that are of use, and how near the parts are to where they would best stand."""
        rooms = self._rooms(self.taken, seats)
        distance = sum(self.parts[number].where.index(zone) for number, zone in seats.items())
        return sum(self._used(number, room) for number, room in rooms.items()), -distance

    def _used(self, number: int, room: Room) -> int:
        form = self.parts[number].forms[room.form]
        return min(room.width, form.most_width) * min(room.height, form.most_height)

    # --- 3: how much it gets
    def _rooms(self, taken: Taken, seats: Seats) -> dict[int, Room]:
        least, most = self._by_zone(taken, seats, 0), self._by_zone(taken, seats, 3)
        found: dict[int, Room] = {}
        self._share(self.shape, (0, 0, *self.size), (least, most), (taken, seats), found)
        return found

    def _share(
        self,
        shape: Shape,
        box: tuple[int, int, int, int],
        bounds: tuple[Mapping[str, tuple[int, int]], Mapping[str, tuple[int, int]]],
        placed: tuple[Taken, Seats],
        found: dict[int, Room],
    ) -> None:
        x, y, width, height = box
        if isinstance(shape, str):
            self._stack(shape, box, placed, found)
            return
        down = isinstance(shape, Rows)
        least = [self._least(one, bounds[0])[down] for one in shape.inner]
        most = [self._least(one, bounds[1])[down] for one in shape.inner]
        at = y if down else x
        for one, given in zip(shape.inner, spread(height if down else width, least, most), strict=True):
            inner = (x, at, width, given) if down else (at, y, given, height)
            self._share(one, inner, bounds, placed, found)
            at += given

    def _stack(
        self, zone: str, box: tuple[int, int, int, int], placed: tuple[Taken, Seats], found: dict[int, Room]
    ) -> None:
        """The parts of one zone, under one another."""
        x, y, width, height = box
        taken, seats = placed
        numbers = sorted(number for number, where in seats.items() if where == zone)
        forms = [self.parts[number].forms[taken[number]] for number in numbers]
        heights = spread(height, [form.height for form in forms], [form.most_height for form in forms])
        for number, high in zip(numbers, heights, strict=True):
            found[number] = Room(x, y, width, high, taken[number])
            y += high


def spread(room: int, least: Sequence[int], most: Sequence[int]) -> list[int]:
    """`room` cells among several: each has its least, and what is left is given out evenly up to the most of each.
    Too little room is taken from the last ones first."""
    given = list(least)
    short = sum(given) - room
    for place in reversed(range(len(given))):
        cut = max(0, min(short, given[place]))
        given[place] -= cut
        short -= cut
    left = room - sum(given)
    hungry = [place for place in range(len(given)) if given[place] < most[place]]
    while left > 0 and hungry:
        each = max(1, left // len(hungry))
        for place in hungry:
            more = min(each, most[place] - given[place], left)
            given[place] += more
            left -= more
        hungry = [place for place in hungry if given[place] < most[place]]
    return given
