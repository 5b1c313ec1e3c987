"""What a seat may order or do now, with the reason for everything that is closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from core.contract import Asks, Choice
from core.games.pantheic_runes import runes
from core.games.pantheic_runes.acting import act, find_proposal, require_together
from core.games.pantheic_runes.checking import check, is_artemis
from core.games.pantheic_runes.purse import KINDS, free, set_aside, uses_left, without
from core.games.pantheic_runes.structs import Action, Orders, State
from core.refusal import Refused


def asks(state: State, seat: str, sealed: Orders | None) -> Asks:
    """What `seat` may order and do now.

    Slots: `temple` (value: place), `rituals` and `rituals.forbid` (value: own tableau), `action.rotate`,
    `action.adjust`, `action.combine` (value: own tableau), `action.propose_combine`, `action.accept_combine`,
    `action.decline_combine`, `action.withdraw_combine` (value: other seat), `action.create_tableau`.
    Every choice has a probe but an open `action.accept_combine`: whether the proposer can pay is not this seat's to
    know before it tries (PR-12).
    """
    if state.round == 0:
        return Asks(orders=False)
    player = state.players[seat]
    limits = {"picks": player.picks, "rituals": sum(runes.is_full(t) for t in _there(state, seat))}
    for kind in KINDS:
        if (left := uses_left(player.uses, kind)) is not None:
            limits[kind] = left  # PR-32
    choices = (
        *_temple(state),
        *_rituals(state, seat),
        *_forbids(state, seat),
        *_alone(state, seat, sealed),
        *_together(state, seat, sealed),
        _creation(state, seat, sealed),
    )
    waiting = tuple(proposal.by for proposal in state.proposals if proposal.to == seat)  # PR-12
    return Asks(orders=True, limits=limits, choices=choices, answers=waiting)


def _there(state: State, seat: str) -> tuple[str, ...]:
    return without(state.players[seat].tableaux, set_aside(state, seat))


def _refusal(doing: Callable[[], object]) -> Refused | None:
    try:
        doing()
    except Refused as refusal:
        return refusal.with_traceback(None)  # its frames would hold it, and all that they looked at
    return None


def _choice(
    slot: str, value: str | int, refusal: Refused | None, probe: dict[str, Any] | None, label: str = ""
) -> Choice:
    closed, ruling = (None, None) if refusal is None else (refusal.message, refusal.ruling)
    return Choice(slot, value, label, closed, ruling, probe)


def _order_choice(
    state: State, seat: str, slot: str, value: str | int, probe: dict[str, Any], label: str = ""
) -> Choice:
    refusal = _refusal(lambda: check(state, seat, msgspec.convert(probe, Orders)))
    return _choice(slot, value, refusal, probe, label)


def _temple(state: State) -> list[Choice]:
    return [Choice("temple", place, tableau, probe={"temple": [place]}) for place, tableau in enumerate(state.temple)]


def _kinds_of(tableaux: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tableaux))


def _rituals(state: State, seat: str) -> list[Choice]:
    held = _kinds_of(state.players[seat].tableaux)
    return [_order_choice(state, seat, "rituals", t, {"rituals": [{"tableau": t}]}) for t in held]


def _forbids(state: State, seat: str) -> list[Choice]:
    """The own tableaux whose ritual could carry a prohibition (PR-34)."""
    held = _kinds_of(t for t in state.players[seat].tableaux if is_artemis(t))
    probes = [(t, {"rituals": [{"tableau": t, "forbid": "++++"}]}) for t in held]
    return [_order_choice(state, seat, "rituals.forbid", t, probe) for t, probe in probes]


def _action_choice(state: State, seat: str, sealed: Orders | None, value: str, probe: dict[str, Any]) -> Choice:
    action: Any = msgspec.convert(probe, Action)
    refusal = _refusal(lambda: act(state, seat, action, sealed))
    return _choice(f"action.{probe['kind']}", value, refusal, probe)


def _alone(state: State, seat: str, sealed: Orders | None) -> list[Choice]:
    """One choice for each kind of action and own tableau; which angle, cell or rune never closes one."""
    found = []
    held, open_now = _kinds_of(state.players[seat].tableaux), free(state, seat, sealed)
    for tableau in held:
        turn = {"kind": "rotate", "tableau": tableau, "degrees": 90}
        found.append(_action_choice(state, seat, sealed, tableau, turn))
    for tableau in held:
        cell = {"kind": "adjust", "tableau": tableau, "cell": 0, "rune": "+"}
        found.append(_action_choice(state, seat, sealed, tableau, cell))
    for tableau in held:
        others = without(open_now, (tableau,))
        pair = {"kind": "combine", "tableaux": [tableau, others[0] if others else tableau]}
        found.append(_action_choice(state, seat, sealed, tableau, pair))
    return found


def _together(state: State, seat: str, sealed: Orders | None) -> list[Choice]:
    """Proposing to each other seat; answering and withdrawing where there is something to answer or withdraw."""
    found = []
    held, open_now = state.players[seat].tableaux, free(state, seat, sealed)
    mine = (open_now or held or (runes.NOTHING,))[0]
    others = [other for other in state.seats if other != seat]
    for other in others:
        probe = {"kind": "propose_combine", "with": other, "tableau": mine}
        found.append(_action_choice(state, seat, sealed, other, probe))
    for by in (other for other in others if find_proposal(state, other, seat)):
        refusal = _refusal(lambda: require_together(state, seat)) or _refusal(lambda: _some_free(open_now))
        probe = {"kind": "accept_combine", "from": by, "tableau": mine}
        found.append(_choice("action.accept_combine", by, refusal, probe if refusal else None))
        found.append(_action_choice(state, seat, sealed, by, {"kind": "decline_combine", "from": by}))
    for other in (other for other in others if find_proposal(state, seat, other)):
        found.append(_action_choice(state, seat, sealed, other, {"kind": "withdraw_combine", "with": other}))
    return found


def _some_free(open_now: tuple[str, ...]) -> None:
    if not open_now:
        raise Refused("tableau_not_free", "None of your tableaux is free.", "PR-20")


def _creation(state: State, seat: str, sealed: Orders | None) -> Choice:
    return _action_choice(state, seat, sealed, "any", {"kind": "create_tableau", "tableau": "++++"})
