"""What may be sealed (PR-03, PR-20, PR-34), and why not."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.acting import read_tableau
from core.games.pantheic_runes.purse import set_aside, without
from core.games.pantheic_runes.structs import Orders, Ritual, State
from core.refusal import Refused, quoted


def is_artemis(tableau: str) -> bool:
    """Would this ritual please Artemis?"""
    return spec.OWNER.get(tableau) == "artemis"


def granting(rituals: Iterable[Ritual], has_artemis: bool) -> int | None:
    """The place, in the orders, of the ritual that grants Artemis: the first of its patterns (PR-34)."""
    if has_artemis:
        return None
    return next((place for place, ritual in enumerate(rituals) if is_artemis(ritual.tableau)), None)


def check(state: State, seat: str, orders: Orders) -> None:
    """Refused if these orders may not be sealed now (CM-01)."""
    if state.round == 0:
        raise Refused("pregame", "In the pregame players only talk; orders begin in round 1.", "PR-01")
    _check_picks(state, seat, orders.temple)
    _check_rituals(state, seat, orders.rituals)


def _check_picks(state: State, seat: str, places: tuple[int, ...]) -> None:
    for place in places:
        if not 0 <= place < len(state.temple):
            raise Refused(
                "no_such_place", f"The temple has places 0 to {len(state.temple) - 1}; you picked {place}.", "PR-03"
            )
        if places.count(place) > 1:
            raise Refused("picked_twice", f"You picked place {place} twice; picks are different places.", "PR-03")
    picks = state.players[seat].picks
    if len(places) > picks:
        raise Refused(
            "too_many_picks",
            f"You have {picks} pick{'s' if picks > 1 else ''} this round and used {len(places)}.",
            "PR-03",
        )


def _check_rituals(state: State, seat: str, rituals: tuple[Ritual, ...]) -> None:
    player = state.players[seat]
    there = without(player.tableaux, set_aside(state, seat))  # replaced orders free what they had laid down
    wanted = [ritual.tableau for ritual in rituals]
    for tableau in wanted:
        read_tableau(tableau)
        if not runes.is_full(tableau):
            raise Refused("not_full", f"{tableau} has an empty cell; a ritual needs a rune in every cell.", "PR-20")
        if player.tableaux.count(tableau) < wanted.count(tableau):
            held = player.tableaux.count(tableau)
            raise Refused(
                "no_such_tableau",
                f"You hold {held or 'no'} {tableau} and laid down {wanted.count(tableau)}; lay down what you hold.",
                "PR-20",
            )
        if there.count(tableau) < wanted.count(tableau):
            raise Refused(
                "tableau_not_free", f"Your {tableau} is set aside for a proposal: withdraw it first.", "PR-20"
            )
    _check_forbidden(rituals, player.has("artemis"))


def _check_forbidden(rituals: tuple[Ritual, ...], has_artemis: bool) -> None:
    grant = granting(rituals, has_artemis)
    for place, ritual in enumerate(rituals):
        if ritual.forbid is msgspec.UNSET:
            continue
        if has_artemis:
            raise Refused(
                "artemis_held",
                "You hold the Blessing of Artemis; only receiving it lets you forbid a pattern.",
                "PR-34",
            )
        if place != grant:
            raise Refused(
                "no_prohibition",
                f"Only the ritual that grants Artemis forbids a pattern, the first of hers in your orders; "
                f"{ritual.tableau} is not it.",
                "PR-34",
            )
        if not (runes.is_tableau(ritual.forbid) and runes.is_full(ritual.forbid)):
            raise Refused(
                "bad_prohibition",
                f"{quoted(ritual.forbid)} is no full tableau; forbid a pattern of four runes.",
                "PR-34",
            )
