"""Arranges parts in a given size: from a table of parts with their needs, each part gets a place if there is room.

The result depends on the table and the size alone, so no layout can loop.

A panel declares its parts once:

    TABLE = Table(
        Columns("left", Rows(Columns("middle", "right"), "below")),             # zones: possible places of parts
        part("board", "left", (43, 15), worth=100)                              # least columns and rows; worth
        .larger((43, 29), worth=60)                                             # a larger form and its worth
        .larger((71, 29), worth=50),
        part("crew", "middle", (33, 4), worth=90),                              # exactly four rows, of any width
        part("orders", "middle", (33, 6), worth=80, up_to=(ANY, 10)),           # up to ten rows are of use
        part("seen", "right middle below", (33, 3), worth=20, up_to=(60, 14)),  # `right` first, else `middle`, ...
    )

and calls `TABLE.arrange(width, height)`. In the resulting `Arrangement`, `rooms["board"]` has `x, y, width, height`
and `form` (0 for the first, 1 for the first `larger`, ...). Parts without room are missing in it and named in
`hidden`.

The steps:

1. Forms are taken in order of worth. A form is added if all that were taken keep their least room in allowed zones. If
   no form fits, the worthiest is taken.
2. A part is placed in the first possible of its zones, or a later one if more of the panel is then of use.
3. Remaining columns and rows are given out evenly, up to the most that each part can use.

Parts of a zone are one below the other in table order.

A part that a larger form must not hide needs a higher worth. `Columns` share the width and have equal heights,
`Rows` share the height. Sizes include borders and padding.

`fitted`, `without` and `bring` return another table for other contents. Use them between rounds: parts should not move
under the reader's eyes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from types import MappingProxyType
from typing import NamedTuple

ANY = 1000
"""Columns or rows: more than any panel has."""
USUAL = (80, 19)
"""Columns and rows of a panel in a usual terminal."""


def is_slim(width: int, height: int) -> bool:
    """True if a panel has less room than usual, and shows one pane after the other."""
    return width < USUAL[0] or height < USUAL[1]


BROUGHT = 1_000_000
"""Worth of a requested part."""


class Form(NamedTuple):
    """A way to draw a part."""

    width: int
    """Least columns, borders included."""
    height: int
    """Least rows."""
    worth: int
    """Worth of having this form, relative to all parts' forms."""
    most_width: int = ANY
    """Columns from which more are of no use."""
    most_height: int = ANY
    """Rows from which more are of no use."""


class Part(NamedTuple):
    """A part of a panel."""

    name: str
    """Id of its widget."""
    where: tuple[str, ...]
    """Zones in which it may be placed, the best first."""
    forms: tuple[Form, ...]
    """Ways to draw it, the smallest first."""

    def larger(self, least: tuple[int, int], worth: int, up_to: tuple[int, int] | None = None) -> Part:
        return self._replace(forms=(*self.forms, _form(least, worth, up_to)))


def part(name: str, where: str, least: tuple[int, int], worth: int, up_to: tuple[int, int] | None = None) -> Part:
    """Return a part with one form. `where`: zone names separated by spaces. Without `up_to` (columns, rows) any
    width is of use, and no more rows than `least` has."""
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
        for member in self.inner:
            yield from ((member,) if isinstance(member, str) else member.zones)


class Rows(Columns):
    """Zones, or columns of zones, one below the other. They share the height."""


Shape = str | Columns
"""A zone by its name, or several zones."""


class Room(NamedTuple):
    """A part's place and size, in cells of its panel."""

    x: int
    y: int
    width: int
    height: int
    form: int = 0
    """Number of its form, from 0."""


class Arrangement(NamedTuple):
    """All places at one size."""

    width: int
    height: int
    rooms: Mapping[str, Room]
    """Parts shown, in table order."""
    hidden: tuple[str, ...]
    """Parts without room, the worthiest first."""
    blank: int
    """Cells of no use to any part."""

    def form(self, name: str) -> int:
        """Return the number of a part's form; -1 if it is hidden."""
        room = self.rooms.get(name)
        return -1 if room is None else room.form


class Table:
    """The parts of a panel and the shape of their zones. Immutable; equal tables compare equal."""

    def __init__(self, shape: Shape, *parts: Part) -> None:
        """Make a table.

        Raises:
            ValueError: A part has no zone of `shape`, or two parts share a name.
        """
        self.shape, self.parts = shape, parts
        zones = {shape} if isinstance(shape, str) else set(shape.zones)
        names = [part_.name for part_ in parts]
        if lost := [part_.name for part_ in parts if not part_.where or not zones.issuperset(part_.where)]:
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
        return tuple(part_.name for part_ in self.parts)

    # --- the same table for what there is to show now
    def without(self, *names: str) -> Table:
        return Table(self.shape, *(part_ for part_ in self.parts if part_.name not in names))

    def fitted(self, rows: Mapping[str, int]) -> Table:
        return Table(
            self.shape, *(_fit_part(part_, rows[part_.name]) if part_.name in rows else part_ for part_ in self.parts)
        )

    def bring(self, *names: str | None) -> Table:
        """Put these parts before all others, the first of them first. None changes nothing."""
        worth = {name: BROUGHT - at for at, name in enumerate(names) if name is not None}
        if not worth:
            return self
        return Table(
            self.shape, *(_brought(part_, worth[part_.name]) if part_.name in worth else part_ for part_ in self.parts)
        )

    # --- the answer
    def arrange(self, width: int, height: int) -> Arrangement:
        return _arrange(self, max(0, width), max(0, height))


def _fit_part(part_: Part, rows: int) -> Part:
    forms = tuple(f._replace(height=min(f.height, rows), most_height=min(f.most_height, rows)) for f in part_.forms)
    return part_._replace(forms=forms)


def _brought(part_: Part, worth: int) -> Part:
    first, *others = part_.forms
    return part_._replace(forms=(first._replace(worth=worth), *others))


Taken = dict[int, int]
"""Number of the form by number of a shown part."""
Seats = dict[int, str]
"""Zone by number of a shown part."""


@lru_cache(maxsize=512)
def _arrange(table: Table, width: int, height: int) -> Arrangement:
    return _Packing(table, width, height).arrangement()


class _Packing:
    """The computation of one arrangement."""

    def __init__(self, table: Table, width: int, height: int) -> None:
        self.parts, self.shape = table.parts, table.shape
        self.size = width, height
        self.taken: Taken = {}
        self.seats: Seats = {}
        numbered = count()
        self.offers = sorted(
            (-form.worth, next(numbered), number, place)
            for number, part_ in enumerate(self.parts)
            for place, form in enumerate(part_.forms)
        )

    def arrangement(self) -> Arrangement:
        for _, _, number, place in self.offers:
            if place > self.taken.get(number, -1):
                self._offer(number, place)
        if not self.taken and self.parts:  # nothing fits: the worthiest part takes everything
            _, _, first, _ = self.offers[0]
            self.taken, self.seats = {first: 0}, {first: self.parts[first].where[0]}
        self._settle()
        rooms = self._rooms(self.taken, self.seats)
        shown = {self.parts[number].name: rooms[number] for number in sorted(rooms)}
        order = dict.fromkeys(self.parts[number].name for _, _, number, _ in self.offers)
        used = sum(self._useful_cells(number, room) for number, room in rooms.items())
        width, height = self.size
        hidden = tuple(name for name in order if name not in shown)
        return Arrangement(width, height, MappingProxyType(shown), hidden, width * height - used)

    # --- 1: what is shown
    def _offer(self, number: int, place: int) -> None:
        wanted = {**self.taken, number: place}
        seats = self._place_quickly(wanted, number) or self._search(wanted, [*wanted], {})
        if seats is not None:
            self.taken, self.seats = wanted, seats

    def _place_quickly(self, wanted: Taken, number: int) -> Seats | None:
        for zone in self.parts[number].where:
            seats = {**self.seats, number: zone}
            if self._fits(wanted, seats):
                return seats
        return None

    def _search(self, wanted: Taken, left: Sequence[int], seats: Seats) -> Seats | None:
        if not left:
            return seats
        for zone in self.parts[left[0]].where:
            tried = {**seats, left[0]: zone}
            if self._fits(wanted, tried):
                solution = self._search(wanted, left[1:], tried)
                if solution is not None:
                    return solution
        return None

    def _fits(self, taken: Taken, seats: Seats) -> bool:
        wide, high = self._least(self.shape, self._by_zone(taken, seats, 0))
        return wide <= self.size[0] and high <= self.size[1]

    def _by_zone(self, taken: Taken, seats: Seats, bound: int) -> dict[str, tuple[int, int]]:
        """Least (`bound` 0) or most (3) columns and rows of every used zone."""
        sizes: dict[str, tuple[int, int]] = {}
        for number, zone in seats.items():
            form = self.parts[number].forms[taken[number]]
            wide, high = sizes.get(zone, (0, 0))
            sizes[zone] = max(wide, form[bound]), high + form[bound + 1]
        return sizes

    def _least(self, shape: Shape, zones: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
        if isinstance(shape, str):
            return zones.get(shape, (0, 0))
        inner = [self._least(member, zones) for member in shape.inner]
        widths, heights = [wide for wide, _ in inner], [high for _, high in inner]
        return (max(widths), sum(heights)) if isinstance(shape, Rows) else (sum(widths), max(heights))

    # --- 2: where it stands
    def _settle(self) -> None:
        best = self._score(self.seats)
        for _ in self.parts:
            moved = False
            for number, zone in list(self.seats.items()):
                for other in self.parts[number].where:
                    tried = {**self.seats, number: other}
                    if other != zone and self._fits(self.taken, tried) and (filled := self._score(tried)) > best:
                        self.seats, best, zone, moved = tried, filled, other, True
            if not moved:
                return

    def _score(self, seats: Seats) -> tuple[int, int]:
        """Useful cells, and the parts' distance from their best zones (negative)."""
        rooms = self._rooms(self.taken, seats)
        distance = sum(self.parts[number].where.index(zone) for number, zone in seats.items())
        return sum(self._useful_cells(number, room) for number, room in rooms.items()), -distance

    def _useful_cells(self, number: int, room: Room) -> int:
        form = self.parts[number].forms[room.form]
        return min(room.width, form.most_width) * min(room.height, form.most_height)

    # --- 3: how much it gets
    def _rooms(self, taken: Taken, seats: Seats) -> dict[int, Room]:
        least, most = self._by_zone(taken, seats, 0), self._by_zone(taken, seats, 3)
        rooms: dict[int, Room] = {}
        self._share(self.shape, (0, 0, *self.size), (least, most), (taken, seats), rooms)
        return rooms

    def _share(
        self,
        shape: Shape,
        box: tuple[int, int, int, int],
        bounds: tuple[Mapping[str, tuple[int, int]], Mapping[str, tuple[int, int]]],
        placed: tuple[Taken, Seats],
        rooms: dict[int, Room],
    ) -> None:
        x, y, width, height = box
        if isinstance(shape, str):
            self._stack(shape, box, placed, rooms)
            return
        down = isinstance(shape, Rows)
        least = [self._least(member, bounds[0])[down] for member in shape.inner]
        most = [self._least(member, bounds[1])[down] for member in shape.inner]
        at = y if down else x
        for member, given in zip(shape.inner, spread(height if down else width, least, most), strict=True):
            inner = (x, at, width, given) if down else (at, y, given, height)
            self._share(member, inner, bounds, placed, rooms)
            at += given

    def _stack(
        self, zone: str, box: tuple[int, int, int, int], placed: tuple[Taken, Seats], rooms: dict[int, Room]
    ) -> None:
        x, y, width, height = box
        taken, seats = placed
        numbers = sorted(number for number, where in seats.items() if where == zone)
        forms = [self.parts[number].forms[taken[number]] for number in numbers]
        heights = spread(height, [form.height for form in forms], [form.most_height for form in forms])
        for number, high in zip(numbers, heights, strict=True):
            rooms[number] = Room(x, y, width, high, taken[number])
            y += high


def spread(room: int, least: Sequence[int], most: Sequence[int]) -> list[int]:
    """Distribute `room` cells: each its least, then evenly up to its most. Too little room: the last lose first."""
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
