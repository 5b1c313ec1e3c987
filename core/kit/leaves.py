"""Leaves of a State: which of them a redeal draws anew, and which it keeps (HH-15).

The secrecy properties find a leak only where two worlds differ. A path names a leaf with `*` for seats, keys and places
(`players.*.disable.last`); ` by seat` behind it stands for which of the others have what there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from core.contract import AnyGame
from core.games import register, rulings_of, unregister
from core.kit.played import SEEDS, hold, played
from core.kit.secrecy import redealt, told
from core.match import views
from core.match.state import Match

WORLDS = 6
"""Redeals of each position for each reader."""
MOMENTS = 24
"""Moments of a match that are looked through for new leaves."""
ALWAYS = ("ending", "round", "seats.*")
"""Paths that are public in every game."""
BY_SEAT = " by seat"
Leaves = dict[tuple[str, str | None], list[Any]]
"""Values by path and holder, the first seat on the way to them."""
Looks = Sequence[tuple[Match, str | None, Sequence[Match]]]
"""Positions, each with a reader (None: a spectator) and redeals for it."""


def leaves(value: Any, seats: Sequence[str]) -> Leaves:
    """Return the leaves of a State, keys of a mapping among them unless they are seats."""
    by_path: Leaves = {}

    def walk(value: Any, way: str, holder: str | None) -> None:
        if isinstance(value, msgspec.Struct):
            for field in value.__struct_fields__:
                walk(getattr(value, field), f"{way}.{field}" if way else field, holder)
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                if key not in seats:
                    by_path.setdefault((f"{way}.*", holder), []).append(key)
                walk(inner, f"{way}.*", holder or (key if key in seats else None))
        elif isinstance(value, list | tuple):
            for inner in value:
                walk(inner, f"{way}.*", holder)
        else:
            by_path.setdefault((way, holder), []).append(value)

    walk(value, "", None)
    return by_path


def looks_at_leaves(
    game: AnyGame, positions: Iterable[Match] = (), each: int = 2, worlds: int = WORLDS, through: int = MOMENTS
) -> Looks:
    """Return given positions, and of every match of random bots `each` moments and, of `through` moments, those with a
    leaf that no earlier one had; in turn for a seat and a spectator."""
    chosen, seen = list[Match](), set[object]()
    by_bots = [(each, played(game, seed).open_moments(through)) for seed in SEEDS]
    for least, moments in ((through, positions), *by_bots):
        for n, match in enumerate(moments):
            by_path = leaves(match.state, match.seats)
            marks = {(path, bool(value)) for (path, _), values in by_path.items() for value in values}
            if match.state.ending is None and (n % -(-through // least) == 0 or marks - seen):
                chosen.append(match)
                seen |= marks
    readers = [match.seats[n % len(match.seats)] if n % 3 else None for n, match in enumerate(chosen)]
    return [
        (match, reader, [redealt(match, reader, n + 100 * world) for world in range(worlds)])
        for n, (match, reader) in enumerate(zip(chosen, readers, strict=True))
    ]


def kept_leaves(looks: Looks) -> tuple[str, ...]:
    """Return the paths that no redeal changed. A path ` by seat` is kept if the others differ there, and in most such
    positions every redeal leaves to each what it had."""
    changes, moves, differ = Counter[str](), Counter[str](), Counter[str]()
    paths = set[str]()
    for match, reader, worlds in looks:
        before = leaves(match.state, match.seats)
        after = [leaves(world.state, match.seats) for world in worlds]
        names = {path for path, _ in (*before, *(key for world in after for key in world))}
        paths |= names
        for path in names:
            was, *now = ({key: world[key] for key in world if key[0] == path} for world in (before, *after))
            moved = any(world != was for world in now)
            changes[path] += moved
            held = [was.get((path, seat)) for seat in match.seats if seat != reader]
            if any(values != held[0] for values in held):
                differ[path] += 1
                moves[path] += moved
    kept = [path for path in paths if not changes[path]]
    kept += [f"{path}{BY_SEAT}" for path in paths if changes[path] and moves[path] * 2 < differ[path]]
    return tuple(sorted(kept))


def unguarded_paths(game: AnyGame, redeals: int = WORLDS) -> tuple[str, ...]:
    """Return the paths that no redeal of random bots' matches changed: the properties do not guard them."""
    return kept_leaves(looks_at_leaves(game, worlds=redeals))


def every_leaf_is_redealt_or_public(game: AnyGame, public: Mapping[str, str], looks: Looks) -> None:
    """HH-15: each path of a State is redealt, or `public` names the ruling that lets every seat know it."""
    kept, rulings = kept_leaves(looks), rulings_of(game)
    silent = [path for path in kept if path not in (*public, *ALWAYS)]
    hold(not silent, f"no redeal changes {', '.join(silent)}: redraw it, or name the ruling that makes it public")
    paths = {path for match, _, _ in looks for path, _ in leaves(match.state, match.seats)}
    idle = [path for path in public if path in paths and path not in kept]
    hold(not idle, f"a redeal changes {', '.join(idle)}: take it off the public paths")
    unknown = [ruling for ruling in public.values() if rulings and f"- {ruling} " not in rulings]
    hold(not unknown, f"no ruling {', '.join(unknown)}")


def a_view_that_shows_a_leaf_is_found(game: AnyGame, public: Iterable[str], looks: Looks) -> None:
    """HH-15: for each path that is not public, a view with its leaves of all seats differs between a position and its
    redeals."""
    seen = [(match.seats, world.state) for match, _, worlds in looks for world in (match, *worlds)]
    leaky = _leaky(game, {id(state): leaves(state, seats) for seats, state in seen})
    register(leaky)
    try:
        _find_each(leaky, public, looks)
    finally:
        unregister(leaky.spec.id)


def _find_each(leaky: Any, public: Iterable[str], looks: Looks) -> None:
    at = [
        [
            msgspec.structs.replace(world, header=msgspec.structs.replace(world.header, game=leaky.spec.id))
            for world in (match, *worlds)
        ]
        for match, _, worlds in looks
    ]
    paths = {path for match, _, worlds in looks for path, _ in leaves(worlds[-1].state, match.seats)}
    for path in sorted(paths.difference(public, ALWAYS)):
        leaky.path = path
        differs = any(
            len({told(views.view(world, reader)) for world in worlds}) > 1
            for worlds, (_, reader, _) in zip(at, looks, strict=True)
        )
        hold(differs, f"a view that shows {path} of all seats is not found")


def _leaky(game: AnyGame, by_state: Mapping[int, Leaves]) -> Any:
    class Leaky(type(game)):  # type: ignore[misc]
        path = ""

        def view(self, state: Any, seat: str | None) -> Any:
            view, by_path = super().view(state, seat), by_state[id(state)]
            shown = {key: by_path[key] for key in by_path if key[0] == self.path}
            wider = msgspec.defstruct("View", [("leaf", str, "")], bases=(type(view),), frozen=True, kw_only=True)
            fields = {name: getattr(view, name) for name in view.__struct_fields__}
            return wider(**fields, leaf=repr(shown))

    leaky: Any = object.__new__(Leaky)
    leaky.__dict__.update({name: value for name, value in vars(game).items() if name != "view"})  # a file's is wrapped
    object.__setattr__(leaky, "spec", msgspec.structs.replace(game.spec, id=f"{game.spec.id}-leaves"))
    return leaky
