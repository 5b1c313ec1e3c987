"""Choices of a seat, with the reason for every closed one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from core.contract import Asks, Choice
from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.acting import act, find_proposal, read_tableau, require_together
from core.games.pantheic_runes.purse import KINDS, free, hand_without, set_aside, uses_left
from core.games.pantheic_runes.structs import Action, Orders, Ritual, State
from core.json import Json
from core.refusal import Refused, quoted


def is_artemis(tableau: str) -> bool:
    return spec.OWNER.get(tableau) == "artemis"


def granting(rituals: Iterable[Ritual], has_artemis: bool) -> int | None:
    """Return the index of the ritual that grants Artemis: the first of its patterns (PR-34)."""
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
    available = hand_without(player.tableaux, set_aside(state, seat))  # replaced orders free what they had laid down
    wanted = [ritual.tableau for ritual in rituals]
    for tableau in wanted:
        read_tableau(tableau)
        if not runes.is_full(tableau):
            raise Refused("not_full", f"{tableau} has an empty cell; a ritual needs a rune in every cell.", "PR-20")
        if player.tableaux.count(tableau) < wanted.count(tableau):
            count = player.tableaux.count(tableau)
            raise Refused(
                "no_such_tableau",
                f"You hold {count or 'no'} {tableau} and laid down {wanted.count(tableau)}; lay down what you hold.",
                "PR-20",
            )
        if available.count(tableau) < wanted.count(tableau):
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


def asks(state: State, seat: str, sealed: Orders | None) -> Asks:
    """Return what `seat` may order and do now.

    Slots: `temple` (value: place), `rituals` and `rituals.forbid` (value: own tableau), `action.rotate`,
    `action.adjust`, `action.combine` (value: own tableau), `action.propose_combine`, `action.accept_combine`,
    `action.decline_combine`, `action.withdraw_combine` (value: other seat), `action.create_tableau`. Every choice
    has a probe except an open `action.accept_combine`: this seat may not know before it tries whether the proposer
    can pay (PR-12).
    """
    if state.round == 0:
        return Asks(orders=False)
    player = state.players[seat]
    available = hand_without(player.tableaux, set_aside(state, seat))
    limits = {"picks": player.picks, "rituals": sum(runes.is_full(tableau) for tableau in available)}
    for kind in KINDS:
        if (left := uses_left(player.uses, kind)) is not None:
            limits[kind] = left  # PR-32
    choices = (
        *[Choice("temple", place, tableau, probe={"temple": [place]}) for place, tableau in enumerate(state.temple)],
        *[
            _order_choice(state, seat, "rituals", tableau, {"rituals": [{"tableau": tableau}]})
            for tableau in _kinds_of(player.tableaux)
        ],
        *_forbids(state, seat),
        *_single_choices(state, seat, sealed),
        *_together(state, seat, sealed),
        _action_choice(state, seat, sealed, "any", {"kind": "create_tableau", "tableau": "++++"}),
    )
    waiting = tuple(proposal.by for proposal in state.proposals if proposal.to == seat)  # PR-12
    return Asks(orders=True, limits=limits, choices=choices, answers=waiting)


def _refusal(doing: Callable[[], object]) -> Refused | None:
    try:
        doing()
    except Refused as refusal:
        return refusal.with_traceback(None)  # its frames would keep it and everything they used alive
    return None


def _choice(slot: str, value: str | int, refusal: Refused | None, probe: Json | None, label: str = "") -> Choice:
    closed, ruling = (None, None) if refusal is None else (refusal.message, refusal.ruling)
    return Choice(slot, value, label, closed, ruling, probe)


def _order_choice(state: State, seat: str, slot: str, value: str | int, probe: Json, label: str = "") -> Choice:
    refusal = _refusal(lambda: check(state, seat, msgspec.convert(probe, Orders)))
    return _choice(slot, value, refusal, probe, label)


def _kinds_of(tableaux: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tableaux))


def _forbids(state: State, seat: str) -> list[Choice]:
    """Return the own tableaux with a ritual that could carry a prohibition (PR-34)."""
    tableaux = _kinds_of(t for t in state.players[seat].tableaux if is_artemis(t))
    probes = [(t, {"rituals": [{"tableau": t, "forbid": "++++"}]}) for t in tableaux]
    return [_order_choice(state, seat, "rituals.forbid", t, probe) for t, probe in probes]


def _action_choice(state: State, seat: str, sealed: Orders | None, value: str, probe: Json) -> Choice:
    action: Any = msgspec.convert(probe, Action)
    refusal = _refusal(lambda: act(state, seat, action, sealed))
    return _choice(f"action.{probe['kind']}", value, refusal, probe)


def _single_choices(state: State, seat: str, sealed: Orders | None) -> Iterator[Choice]:
    """Yield one choice for each kind of action and own tableau; angle, cell or rune never close one."""
    tableaux, open_now = _kinds_of(state.players[seat].tableaux), free(state, seat, sealed)
    for tableau in tableaux:
        turn = {"kind": "rotate", "tableau": tableau, "degrees": 90}
        yield _action_choice(state, seat, sealed, tableau, turn)
    for tableau in tableaux:
        cell = {"kind": "adjust", "tableau": tableau, "cell": 0, "rune": "+"}
        yield _action_choice(state, seat, sealed, tableau, cell)
    for tableau in tableaux:
        others = hand_without(open_now, (tableau,))
        pair = {"kind": "combine", "tableaux": [tableau, others[0] if others else tableau]}
        yield _action_choice(state, seat, sealed, tableau, pair)


def _together(state: State, seat: str, sealed: Orders | None) -> Iterator[Choice]:
    hand, open_now = state.players[seat].tableaux, free(state, seat, sealed)
    own_tableau = (open_now or hand or (runes.NOTHING,))[0]
    others = [other for other in state.seats if other != seat]
    for other in others:
        probe = {"kind": "propose_combine", "with": other, "tableau": own_tableau}
        yield _action_choice(state, seat, sealed, other, probe)
    for by in (other for other in others if find_proposal(state, other, seat)):
        refusal = _refusal(lambda: require_together(state, seat)) or _refusal(lambda: _some_free(open_now))
        probe = {"kind": "accept_combine", "from": by, "tableau": own_tableau}
        yield _choice("action.accept_combine", by, refusal, probe if refusal else None)
        yield _action_choice(state, seat, sealed, by, {"kind": "decline_combine", "from": by})
    for other in (other for other in others if find_proposal(state, seat, other)):
        yield _action_choice(state, seat, sealed, other, {"kind": "withdraw_combine", "with": other})


def _some_free(open_now: tuple[str, ...]) -> None:
    if not open_now:
        raise Refused("tableau_not_free", "None of your tableaux is free.", "PR-20")
