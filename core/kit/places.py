"""What an author asks of the kit beside its promises: which places of the State are not guarded by a redeal, and what a
close gives away of what a seat did not know. A place is written `chips.*`: seats and places in lists are a `*`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core.contract import AnyGame, Closing
from core.decoding import plain
from core.json import Json
from core.kit.sampling import closes, looks
from core.kit.secrecy import orders_in, redealt
from core.match.state import Match


def never_redealt(game: AnyGame, redeals: int = 4) -> tuple[str, ...]:
    """The places of a State (`players.*.points`) that no redeal changed at any moment looked at, those that a seat
    knows among them: what the properties do not guard."""
    changed: dict[str, bool] = {}
    for _, moment, seat in looks(game):
        for n in range(redeals) if moment.state.ending is None else ():
            state, other = plain(moment.state), plain(redealt(moment, seat, n).state)
            parted = set(_parted(state, other, moment.seats))
            for place in (*_leaves(state, moment.seats), *_leaves(other, moment.seats)):
                changed[place] = changed.get(place, False) or place in parted
    return tuple(sorted(place for place, ever in changed.items() if not ever))


def given_away(game: AnyGame) -> tuple[str, ...]:
    """The places of what closes brought seats and spectators (`public.paid`, `report.chips`, `view.won.*.paid`) that
    would have been others if the State were one that they could not tell from it before, all orders the same.

    The promises take the view for what a seat may know: a secret that a close enters into the history that everybody
    sees breaks none of them, and is found here. What the rules let a close disclose stands here too; in a game whose
    closes tell what was ordered, and nothing of what is held, this is empty. Of the close that ends the match only
    what is public counts, and what the game adds to the outcome (`end.`): winners tell who had what.
    """
    found: set[str] = set()
    for n, before, seat in closes(game):
        for reader in (seat, None):
            found |= set(_disclosed(before, reader, n))
    return tuple(sorted(found))


def _disclosed(before: Match, seat: str | None, n: int) -> Iterator[str]:
    states = (before.state, redealt(before, seat, n).state)
    orders = orders_in(before, states, {one: sealed.orders for one, sealed in before.sealed.items()})
    if len(orders) < len(before.sealed):
        return  # what stands in for orders is made from the State, and the States differ
    closings = [before.game.close(state, orders, before.dice) for state in states]
    told = [_told(before.game, closing, seat) for closing in closings]
    yield from _parted(plain(told[0]), plain(told[1]), before.seats)


def _told(game: AnyGame, closing: Closing[Any, Any], seat: str | None) -> Json:
    if closing.state.ending is not None:
        return {"public": closing.public, "end": game.told_at_end(closing.state)}
    report = None if seat is None else closing.reports[seat]
    return {"public": closing.public, "view": game.view(closing.state, seat), "report": report}


def _parted(one: Any, two: Any, seats: Sequence[str]) -> Iterator[str]:
    """The places at which two JSON values are not the same."""
    first, second = _leaves(one, seats), _leaves(two, seats)
    yield from (place for place in dict.fromkeys((*first, *second)) if first.get(place) != second.get(place))


def _leaves(value: Any, seats: Sequence[str]) -> dict[str, list[Any]]:
    """Every place of a JSON value with all that stands there."""
    found: dict[str, list[Any]] = {}

    def walk(value: Any, way: tuple[str, ...]) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, (*way, "*" if key in seats else key))
        elif isinstance(value, list):
            for inner in value:
                walk(inner, (*way, "*"))
        else:
            found.setdefault(".".join(way), []).append(value)

    walk(value, ())
    return found
