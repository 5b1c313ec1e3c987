"""What a seat of Pantheic Runes cannot know, drawn anew: Dionysus's pattern, which of the others is how far, what they
hold and propose to each other, and the temples to come.

- The temple, the seat's own part and who has proposed to it are known (PR-02, PR-12, PR-40).
- The others change places with all they have, so that whether somebody else has a blessing, and since when, stays: the
  points of the seat's own blessings tell it (PR-25, PR-36).
- Whoever has an open proposal to or from the seat keeps its place: whether it could pay is told on acceptance (PR-12).
  So does a holder of Dionysus: it cannot have combined with the seat since (PR-35).
- Then some of them do in secret what they may do now, turn, adjust or combine (PR-10), and withdraw proposals.
- Dionysus's pattern is none that anybody performed without learning it (PR-30).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from core.dice import Dice, Draw
from core.games.pantheic_runes import spec
from core.games.pantheic_runes.acting import act
from core.games.pantheic_runes.purse import free
from core.games.pantheic_runes.runes import ANGLES, CELLS, SYMBOLS
from core.games.pantheic_runes.start import show
from core.games.pantheic_runes.structs import Adjust, Combine, Marks, Player, Rotate, State
from core.refusal import Refused

SECRET_ACTIONS = 2
"""Tried for each of the others."""


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    """`state` with all that `seat` cannot know drawn anew."""
    draw = dice.draw("redeal: runes")
    state = _dionysus(state, seat, draw)
    state = _proposals(state, seat, draw)
    state = _places(state, seat, draw)
    state = _secret_actions(state, seat, draw)
    return _temples(state, dice)


def _dionysus(state: State, seat: str | None, draw: Draw) -> State:
    """Another pattern, unless the seat has learned it (PR-30, PR-35)."""
    if seat is not None and state.players[seat].knows:
        return state
    tried = {pattern for player in state.players.values() for pattern in player.performed} - {state.dionysus}
    pattern = draw.pick([p for p in sorted(spec.UNCLAIMED) if p not in tried])

    def told(player: Player) -> Player:
        blessings = tuple(replace(b, pattern=pattern) if b.pattern == state.dionysus else b for b in player.blessings)
        performed = tuple(pattern if p == state.dionysus else p for p in player.performed)
        return replace(player, blessings=blessings, performed=performed)

    return replace(state, dionysus=pattern, players={s: told(player) for s, player in state.players.items()})


def _proposals(state: State, seat: str | None, draw: Draw) -> State:
    """Those between others may be there or not; what was set aside for the seat may be any other tableau (PR-12)."""
    found: list[Any] = []
    for proposal in state.proposals:
        if proposal.by == seat:
            found.append(proposal)
        elif proposal.to == seat:
            other = draw.pick([*free(state, proposal.by, None), proposal.tableau])
            taken = [p.tableau for p in (*found, *state.proposals) if p.by == proposal.by]
            held = state.players[proposal.by].tableaux.count(other)
            found.append(replace(proposal, tableau=other) if taken.count(other) < held else proposal)
        elif draw.chance(0.5):
            found.append(proposal)
    return replace(state, proposals=tuple(found))


def _fixed(state: State, seat: str | None) -> set[str | None]:
    """Who keeps its place: the seat, who has a proposal open, and holders of Dionysus."""
    proposing = {name for proposal in state.proposals for name in (proposal.by, proposal.to)}
    return {seat, *proposing, *(s for s, player in state.players.items() if player.has("dionysus"))}


def _places(state: State, seat: str | None, draw: Draw) -> State:
    free_seats = [other for other in state.seats if other not in _fixed(state, seat)]
    turned = list(free_seats)
    draw.shuffle(turned)
    comes_from = dict(zip(free_seats, turned, strict=True))
    players = {other: state.players[comes_from.get(other, other)] for other in state.seats}
    history = tuple(
        Marks(then.round, {other: then.by_seat[comes_from.get(other, other)] for other in state.seats})
        for then in state.history
    )
    return replace(state, players=players, history=history)


def _secret_actions(state: State, seat: str | None, draw: Draw) -> State:
    """What the others may do now by themselves is told to nobody else (PR-10)."""
    if state.round == 0:
        return state
    proposing = {name for proposal in state.proposals if seat in (proposal.by, proposal.to) for name in (proposal.by,)}
    for other in state.seats:
        if other == seat or other in proposing:
            continue
        for _ in range(draw.below(SECRET_ACTIONS + 1)):
            action = _some_action(free(state, other, None), draw)
            try:
                state = state if action is None else act(state, other, action, None).state
            except Refused:
                continue
    return state


def _some_action(hand: tuple[str, ...], draw: Draw) -> Any:
    kind = draw.pick(("rotate", "adjust", "combine"))
    if kind == "combine" and len(hand) > 1:
        return Combine(tuple(draw.sample(hand, 2)))
    if not hand:
        return None
    if kind == "adjust":
        return Adjust(draw.pick(hand), draw.below(CELLS), draw.pick(SYMBOLS))
    return Rotate(draw.pick(hand), draw.pick(ANGLES))


def _temples(state: State, dice: Dice) -> State:
    """Temples that a set-up fixed for later rounds are as secret as drawn ones (PR-02)."""
    now = state.round
    anew = replace(state, fixed=())
    later = tuple(show(anew, number + 1, dice) for number in range(now, len(state.fixed)))
    return replace(state, fixed=(*state.fixed[:now], *later))
