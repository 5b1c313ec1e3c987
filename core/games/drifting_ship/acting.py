"""The XCommunications Device: the ship's one live action (SH-24, CM-22, CM-27)."""

from __future__ import annotations

import msgspec

from core.contract import Acted, Notice
from core.dice import Dice
from core.games.drifting_ship.spec import BONUSES
from core.games.drifting_ship.structs import OpenChannel, Orders, State, View
from core.games.drifting_ship.views import view
from core.refusal import Refused, quoted


def judge_channel(view: View, action: OpenChannel) -> None:
    """Refused if the seat of `view` may not open this channel now; rests only on what it knows."""
    assert view.own is not None
    if not view.own.crew or view.over:
        raise Refused("no_round", "The device works while a round is open.", "SH-24")
    if action.crew not in (0, 1):
        raise Refused("no_such_crewmate", f"Your crewmates are 0 and 1; you named {action.crew}.", "SH-24")
    if action.player not in view.seats:
        raise Refused("not_seated", f"Nobody called {quoted(action.player)} is seated here.", "SH-24")
    if action.player == view.seat:
        raise Refused("to_oneself", "The device calls another seat, not your own.", "SH-24")
    crewmate = view.own.crew[action.crew]
    if "X" not in crewmate.bonuses:
        raise Refused("no_device", f"{crewmate.name} does not carry the {BONUSES['X']}.", "SH-24")
    if not crewmate.can_use("X"):
        raise Refused("device_used", f"{crewmate.name} has used up the {BONUSES['X']}.", "SH-24")
    if action.player not in shared_with(view, action.crew):
        raise Refused(
            "not_shared",
            f"No crewmate of {action.player} shared {crewmate.room} with {crewmate.name} at the end of the last round.",
            "SH-24",
        )


def shared_with(view: View, index: int) -> tuple[str, ...]:
    """The other seats, in seat order, with a crewmate that ended the last round beside own crewmate `index`."""
    assert view.own is not None
    met = view.own.pages[-1].report.met if view.own.pages else ()
    return tuple(seat for seat in view.seats if any(m.crew == index and m.player == seat for m in met))


def act(state: State, seat: str, action: OpenChannel, sealed: Orders | None, dice: Dice) -> Acted[State]:
    """The state with the channel open and the device used up, and what the two seats are told. Or Refused."""
    judge_channel(view(state, seat), action)
    player = state.players[seat]
    carrier = player.crew[action.crew]
    carrier = msgspec.structs.replace(carrier, bonuses={**carrier.bonuses, "X": 0})
    crew = tuple(carrier if at == action.crew else other for at, other in enumerate(player.crew))
    players = {**state.players, seat: msgspec.structs.replace(player, crew=crew)}
    pair = (
        (seat, action.player) if state.seats.index(seat) < state.seats.index(action.player) else (action.player, seat)
    )
    told = {seat: _notice(action.player), action.player: _notice(seat)}
    return Acted(
        state=msgspec.structs.replace(state, players=players, lines=(*state.lines, pair)),
        notices={name: (told[name],) for name in state.seats if name in told},
        asked=(action.player,),  # CM-27
    )


def _notice(other: str) -> Notice:
    text = f"A private channel with {other} is open until this round closes. Only the two of you know of it."
    return Notice("channel_opened", text, {"player": other})
