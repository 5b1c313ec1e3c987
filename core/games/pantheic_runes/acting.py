"""Live actions (PR-10 to PR-13, PR-33). A refusal uses only the acting seat's knowledge, except that a proposer cannot
pay (PR-12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from core.contract import ActionResult, Notice
from core.dice import Dice
from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.purse import can_pay, free, hand_without, pay, price, purse, require, set_aside
from core.games.pantheic_runes.structs import (
    Accept,
    Action,
    Adjust,
    Combine,
    Create,
    Decline,
    Orders,
    Proposal,
    Propose,
    Rotate,
    State,
    Withdraw,
    with_player,
)
from core.refusal import Refused, quoted


def act(
    state: State, seat: str, action: Action, sealed: Orders | None, dice: Dice | None = None
) -> ActionResult[State]:
    """Apply `action`. Raises Refused with nothing changed."""
    if state.round == 0:
        raise Refused("pregame", "In the pregame players only talk; actions begin in round 1.", "PR-01")
    return DOING[type(action)](state, seat, action, sealed)


# --- what is named ----------------------------------------------------------------------------------------------------
def read_tableau(text: str) -> str:
    if not runes.is_tableau(text):
        raise Refused(
            "not_a_tableau",
            f"{quoted(text)} is no tableau: write its four cells row by row with + o x, and . for empty.",
        )
    return text


def take_free(state: State, seat: str, tableaux: tuple[str, ...], sealed: Orders | None) -> tuple[str, ...]:
    """Return the seat's tableaux without these. Refused unless all of them, equal ones counted, are free
    (PR-20)."""
    for tableau in tableaux:
        read_tableau(tableau)
    hand, open_now = state.players[seat].tableaux, free(state, seat, sealed)
    for tableau in tableaux:
        wanted = tableaux.count(tableau)
        if hand.count(tableau) < wanted:
            raise Refused("no_such_tableau", _short_of(tableau, hand.count(tableau), wanted), "PR-20")
        if open_now.count(tableau) < wanted:
            aside = set_aside(state, seat).count(tableau)
            reason = "set aside for a proposal: withdraw it" if aside else "laid down in your orders: seal other orders"
            raise Refused("tableau_not_free", f"Your {tableau} is {reason} first.", "PR-20")
    return hand_without(hand, tableaux)


def _short_of(tableau: str, count: int, named: int) -> str:
    if count == 0:
        return f"You hold no {tableau}; name a tableau of your own by its four cells."
    return f"You hold {count} of {tableau} and named {named}; name only what you hold."


def read_partner(state: State, seat: str, other: str) -> str:
    if other not in state.seats:
        raise Refused("not_seated", f"Nobody called {quoted(other)} is seated here.", "CM-25")
    if other == seat:
        raise Refused("with_yourself", "That is yourself: two own tableaux you combine alone.", "PR-12")
    return other


def find_proposal(state: State, by: str, to: str) -> Proposal | None:
    return next((p for p in state.proposals if p.by == by and p.to == to), None)


def notice(kind: str, text: str, **data: Any) -> tuple[Notice, ...]:
    return (Notice(kind, text, data),)


# --- alone ------------------------------------------------------------------------------------------------------------
def rotate(state: State, seat: str, action: Rotate, sealed: Orders | None) -> ActionResult[State]:
    """PR-10: Turn one own tableau clockwise."""
    if action.degrees not in runes.ANGLES:
        raise Refused("bad_angle", f"A turn is 90, 180 or 270 degrees clockwise, not {action.degrees}.", "PR-10")
    left = take_free(state, seat, (action.tableau,), sealed)
    mana, tokens = price(state.players[seat], "rotate")
    require(state.players[seat], "rotate", mana, tokens)
    result = runes.rotate(action.tableau, action.degrees)
    state = with_player(pay(state, seat, "rotate", mana, tokens), seat, tableaux=(*left, result))
    sentence = (
        f"You turned {action.tableau} by {action.degrees} degrees: {result}. You have {purse(state.players[seat])}."
    )
    return ActionResult(state, {seat: notice("rotated", sentence, tableau=action.tableau, result=result)})


def adjust(state: State, seat: str, action: Adjust, sealed: Orders | None) -> ActionResult[State]:
    """PR-10: Set one cell of an own tableau to any symbol."""
    if not 0 <= action.cell < runes.CELLS:
        raise Refused("bad_cell", f"Cells are counted 0 to 3, row by row; there is no cell {action.cell}.", "PR-10")
    if len(action.rune) != 1 or action.rune not in runes.SYMBOLS:
        raise Refused("bad_rune", f"A cell holds +, o, x or . for empty, not {quoted(action.rune)}.", "PR-10")
    left = take_free(state, seat, (action.tableau,), sealed)
    mana, tokens = price(state.players[seat], "adjust")
    require(state.players[seat], "adjust", mana, tokens)
    result = runes.adjust(action.tableau, action.cell, action.rune)
    state = with_player(pay(state, seat, "adjust", mana, tokens), seat, tableaux=(*left, result))
    sentence = f"You adjusted {action.tableau}: it is now {result}. You have {purse(state.players[seat])}."
    return ActionResult(state, {seat: notice("adjusted", sentence, tableau=action.tableau, result=result)})


def combine(state: State, seat: str, action: Combine, sealed: Orders | None) -> ActionResult[State]:
    """PR-10, PR-35: Combine two own tableaux; one copy of the result, two with Dionysus."""
    if len(action.tableaux) != 2:
        raise Refused("two_tableaux", f"Combining takes two tableaux; you named {len(action.tableaux)}.", "PR-10")
    left = take_free(state, seat, action.tableaux, sealed)
    player = state.players[seat]
    mana, tokens = price(player, "combine")
    require(player, "combine", mana, tokens)
    result = runes.combine(*action.tableaux)
    copies = (result, result) if player.has("dionysus") else (result,)
    state = with_player(pay(state, seat, "combine", mana, tokens), seat, tableaux=(*left, *copies))
    first, second = action.tableaux
    twice = " twice" if len(copies) == 2 else ""
    sentence = f"You combined {first} and {second}: {result}{twice}. You have {purse(state.players[seat])}."
    return ActionResult(
        state, {seat: notice("combined", sentence, tableaux=[first, second], result=result, copies=len(copies))}
    )


# --- with another seat (PR-12) ----------------------------------------------------------------------------------------
def propose(state: State, seat: str, action: Propose, sealed: Orders | None) -> ActionResult[State]:
    """Offer to combine. It costs nothing yet and is refused only for reasons of the proposer."""
    other = read_partner(state, seat, action.to)
    if find_proposal(state, seat, other) is not None:
        raise Refused(
            "proposal_open", f"You have an open proposal to {other} already; withdraw it to make another.", "PR-12"
        )
    take_free(state, seat, (action.tableau,), sealed)
    require_together(state, seat)
    after = msgspec.structs.replace(state, proposals=(*state.proposals, Proposal(seat, other, action.tableau)))
    own_text = f"You proposed to {other} to combine; your {action.tableau} is set aside until {other} answers."
    their_text = f"{seat} proposes to combine a tableau with one of yours: 1 mana each, both receive the result."
    notices = {
        seat: notice("proposed", own_text, to=other, tableau=action.tableau),
        other: notice("proposal", their_text, by=seat),
    }
    return ActionResult(after, notices, asked=(other,))


def require_together(state: State, seat: str) -> None:
    """Refused unless the seat could combine with another now, as far as it depends on this seat."""
    player = state.players[seat]
    if player.has("dionysus"):
        raise Refused(
            "dionysus_alone", "With the Blessing of Dionysus you combine alone, not with other seats.", "PR-35"
        )
    require(player, "combine", spec.COMBINE_MANA_TOGETHER)


def accept(state: State, seat: str, action: Accept, sealed: Orders | None) -> ActionResult[State]:
    proposal = require_proposal(state, seat, action.by)
    left = take_free(state, seat, (action.tableau,), sealed)
    require_together(state, seat)
    if not can_pay(state.players[proposal.by], "combine", spec.COMBINE_MANA_TOGETHER):
        raise Refused(
            "partner_cannot_pay",
            f"{proposal.by} cannot pay for this combination now. The proposal stays open: try later, or decline.",
            "PR-12",
        )
    result = runes.combine(proposal.tableau, action.tableau)
    theirs = hand_without(state.players[proposal.by].tableaux, (proposal.tableau,))
    state = drop(state, proposal)
    for who, hand in ((seat, left), (proposal.by, theirs)):
        state = pay(state, who, "combine", spec.COMBINE_MANA_TOGETHER)
        state = with_player(state, who, tableaux=(*hand, result))
    notices = {}
    for who, gave, partner in ((seat, action.tableau, proposal.by), (proposal.by, proposal.tableau, seat)):
        sentence = f"You combined your {gave} with {partner}'s tableau: {result}. You have {purse(state.players[who])}."
        notices[who] = notice("combined_with", sentence, partner=partner, tableau=gave, result=result)
    # The result reaches the proposer in mid-round like a gift: it may want to use it (CM-27).
    return ActionResult(state, notices, asked=(proposal.by,))


def decline(state: State, seat: str, action: Decline, sealed: Orders | None) -> ActionResult[State]:
    """Decline: the proposer's tableau is free again."""
    proposal = require_proposal(state, seat, action.by)
    notices = {
        seat: notice("declined", f"You declined {proposal.by}'s proposal to combine.", by=proposal.by),
        proposal.by: notice(
            "was_declined",
            f"{seat} declined your proposal to combine; your {proposal.tableau} is free again.",
            to=seat,
            tableau=proposal.tableau,
        ),
    }
    return ActionResult(drop(state, proposal), notices)


def withdraw(state: State, seat: str, action: Withdraw, sealed: Orders | None) -> ActionResult[State]:
    """Withdraw an own proposal: its tableau is free again."""
    other = read_partner(state, seat, action.to)
    proposal = find_proposal(state, seat, other)
    if proposal is None:
        raise Refused("no_proposal", f"You have no open proposal to {other}.", "PR-12")
    own_text = f"You withdrew your proposal to {other}; your {proposal.tableau} is free again."
    notices = {
        seat: notice("withdrawn", own_text, to=other, tableau=proposal.tableau),
        other: notice("was_withdrawn", f"{seat} withdrew the proposal to combine.", by=seat),
    }
    return ActionResult(drop(state, proposal), notices)


def require_proposal(state: State, seat: str, by: str) -> Proposal:
    proposal = find_proposal(state, read_partner(state, seat, by), seat)
    if proposal is None:
        raise Refused("no_proposal", f"There is no open proposal from {by} to you.", "PR-12")
    return proposal


def drop(state: State, proposal: Proposal) -> State:
    return msgspec.structs.replace(state, proposals=tuple(p for p in state.proposals if p != proposal))


# --- Demeter (PR-33) --------------------------------------------------------------------------------------------------
def create(state: State, seat: str, action: Create, sealed: Orders | None) -> ActionResult[State]:
    """Give every seat, the giver included, a copy of any tableau. The giver stays secret."""
    tableau = read_tableau(action.tableau)
    player = state.players[seat]
    if not player.gift:
        reason = (
            "you have created your tableau already"
            if player.has("demeter")
            else "that takes the Blessing of Demeter, from the round after you receive it"
        )
        raise Refused("no_creation", f"You cannot create a tableau: {reason}.", "PR-33")
    state = with_player(state, seat, gift=False)
    for name in state.seats:
        state = with_player(state, name, tableaux=(*state.players[name].tableaux, tableau))
    sentence = f"Demeter's gift: every seat received {tableau}."
    # Clear the giver's ready mark with the others': a remaining one would reveal the giver.
    return ActionResult(
        state, {name: notice("gift", sentence, tableau=tableau) for name in state.seats}, asked=state.seats
    )


DOING: dict[type, Callable[[State, str, Any, Orders | None], ActionResult[State]]] = {
    Rotate: rotate,
    Adjust: adjust,
    Combine: combine,
    Propose: propose,
    Accept: accept,
    Decline: decline,
    Withdraw: withdraw,
    Create: create,
}
