"""A seat's means: free tableaux, prices, mana, tokens, uses. Shared by actions, orders, view and routes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from core.games.pantheic_runes import spec
from core.games.pantheic_runes.structs import Orders, Player, State, Uses, with_player
from core.refusal import Refused

Kind = Literal["rotate", "adjust", "combine"]
"""Actions that cost something and that Poseidon counts."""
KINDS: tuple[Kind, ...] = ("rotate", "adjust", "combine")

WORDS = {"rotate": "Rotating", "adjust": "Adjusting", "combine": "Combining"}


def hand_without(tableaux: Iterable[str], taken: Iterable[str]) -> tuple[str, ...]:
    left = list(tableaux)
    for tableau in taken:
        if tableau in left:
            left.remove(tableau)
    return tuple(left)


def set_aside(state: State, seat: str) -> tuple[str, ...]:
    return tuple(proposal.tableau for proposal in state.proposals if proposal.by == seat)


def laid_down(sealed: Orders | None) -> tuple[str, ...]:
    return () if sealed is None else tuple(ritual.tableau for ritual in sealed.rituals)


def free(state: State, seat: str, sealed: Orders | None) -> tuple[str, ...]:
    """Return the seat's tableaux that are neither laid down nor set aside (PR-20), sorted."""
    return hand_without(hand_without(state.players[seat].tableaux, set_aside(state, seat)), laid_down(sealed))


def price(player: Player, kind: Kind) -> tuple[int, int]:
    """Return the mana and tokens that the action takes from this player, alone (PR-10, PR-31, PR-35)."""
    if kind == "rotate":
        return spec.ROTATE_MANA, 0
    if kind == "adjust":
        cheap = player.has("hephaestus")
        return spec.ADJUST_MANA_HEPHAESTUS if cheap else spec.ADJUST_MANA, spec.ADJUST_TOKENS
    return spec.COMBINE_MANA_DIONYSUS if player.has("dionysus") else spec.COMBINE_MANA, 0


def uses_left(uses: Uses | None, kind: Kind) -> int | None:
    """Return the remaining uses of an action in this round; None for no limit (PR-32)."""
    return None if uses is None else spec.POSEIDON_USES - uses.of(kind)


def can_pay(player: Player, kind: Kind, mana: int, tokens: int = 0) -> bool:
    left = uses_left(player.uses, kind)
    return (left is None or left > 0) and (player.mana is None or player.mana >= mana) and player.tokens >= tokens


def require(player: Player, kind: Kind, mana: int, tokens: int = 0) -> None:
    """Refused unless this player can pay for the action and has a use of it left (PR-13, PR-32)."""
    left = uses_left(player.uses, kind)
    if left is not None and left <= 0:
        raise Refused(
            "no_uses_left",
            f"{WORDS[kind]} is used up: under Poseidon each action can be used {spec.POSEIDON_USES} times this round.",
            "PR-32",
        )
    if player.mana is not None and player.mana < mana:
        way = "Poseidon left you without mana for good." if player.drained else "A ritual with an o brings 1 mana."
        raise Refused("not_enough_mana", f"{WORDS[kind]} costs {mana} mana and you have {player.mana}. {way}", "PR-13")
    if player.tokens < tokens:
        raise Refused(
            "not_enough_tokens",
            f"{WORDS[kind]} costs {tokens} adjustment token and you have {player.tokens}. A ritual with an x brings 1.",
            "PR-13",
        )


def pay(state: State, seat: str, kind: Kind, mana: int, tokens: int = 0) -> State:
    player = state.players[seat]
    uses = player.uses
    if uses is not None:
        uses = msgspec.structs.replace(uses, **{kind: uses.of(kind) + 1})
    left = None if player.mana is None else player.mana - mana
    return with_player(state, seat, mana=left, tokens=player.tokens - tokens, uses=uses)


def purse(player: Player) -> str:
    mana = "unlimited mana" if player.mana is None else f"{player.mana} mana"
    return f"{mana}, {player.tokens} adjustment token{'' if player.tokens == 1 else 's'}"
