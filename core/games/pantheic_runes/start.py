"""The position before the first input (PR-01, PR-30), and the start of every round (PR-02, PR-03, PR-31, PR-32)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from core.dice import Dice
from core.games.pantheic_runes import spec
from core.games.pantheic_runes.runes import NOTHING, SYMBOLS, is_tableau
from core.games.pantheic_runes.structs import Blessing, Mark, Marks, Player, RunesGiven, RunesOptions, State, Uses
from core.refusal import NotAMatch, quoted

MOST_GIVEN = 1_000_000
"""Mana or tokens that a set-up may give a seat."""


def setup(seats: tuple[str, ...], options: RunesOptions, given: RunesGiven, dice: Dice) -> State:
    """The position before the first input. NotAMatch for what the rules exclude."""
    if not spec.LEAST_SHOWN <= options.temple <= spec.MOST_SHOWN:
        raise NotAMatch(
            "bad_temple",
            f"Option temple is {options.temple}; the temple shows {spec.LEAST_SHOWN} to {spec.MOST_SHOWN} tableaux.",
            "PR-02",
        )
    _check_given(seats, options, given)
    dionysus = given.dionysus or dice.draw("dionysus").pick(spec.UNCLAIMED)  # PR-30
    first = given.round or 1
    players = {seat: _player(seat, given, first) for seat in seats}
    state = State(
        seats=seats,
        round=0,
        players=players,
        shown=options.temple,
        fixed=given.temple,
        dionysus=dionysus,
        history=(marks(first - 1, players),),
    )
    return state if given.round is None else start_round(state, first, {}, dice)


def marks(number: int, players: Mapping[str, Player]) -> Marks:
    """How each seat stands at the close of round `number`."""
    return Marks(number, {seat: Mark(player.points, player.rituals) for seat, player in players.items()})


def _player(seat: str, given: RunesGiven, first: int) -> Player:
    blessings = tuple(
        Blessing(deity, first - 1, 1 + (spec.ZEUS_EXTRA if deity == "zeus" else 0))  # no sole-first point
        for deity in sorted(given.blessings.get(seat, ()))
    )
    held = {blessing.deity for blessing in blessings}
    return Player(
        tableaux=tuple(sorted(given.tableaux.get(seat, spec.START_TABLEAUX))),
        mana=given.mana.get(seat, spec.START_MANA),
        tokens=given.tokens.get(seat, spec.START_TOKENS),
        blessings=blessings,
        knows="athena" in held,
        gift="demeter" in held,
    )


# --- the start of a round ---------------------------------------------------------------------------------------------
def start_round(state: State, number: int, extra: Mapping[str, int], dice: Dice) -> State:
    """The state at the start of round `number`; `extra` are the picks earned by rituals at the close before it."""
    players = {seat: start_player(player, number, extra.get(seat, 0)) for seat, player in state.players.items()}
    return msgspec.structs.replace(state, round=number, players=players, temple=show(state, number, dice))


def start_player(player: Player, number: int, extra: int) -> Player:
    """What the start of a round brings one seat. A blessing of an earlier close works from now on."""
    mana, uses, drained = player.mana, None, player.drained
    if player.has("apollo") and mana is not None:
        mana += 1  # PR-31; of no use once Poseidon has drained the seat, below
    if (since := next((b.round for b in player.blessings if b.deity == "poseidon"), None)) is not None:  # PR-32
        if since == number - 1:
            mana, uses = None, Uses()
        else:
            mana, drained = 0, True
    return msgspec.structs.replace(
        player,
        mana=mana,
        uses=uses,
        drained=drained,
        tokens=player.tokens + (1 if player.has("hephaestus") else 0),  # PR-31
        picks=1 + extra + (1 if player.has("hera") else 0),  # PR-03, PR-21, PR-31
    )


def show(state: State, number: int, dice: Dice) -> tuple[str, ...]:
    """The temple of a round (PR-02): given at set-up, or drawn cell by cell."""
    if number <= len(state.fixed):
        return state.fixed[number - 1]
    draw = dice.draw(f"round {number}: temple")
    places = []
    for _ in range(state.shown):
        while (tableau := "".join(draw.pick(SYMBOLS) for _ in range(4))) == NOTHING:
            pass
        places.append(tableau)
    return tuple(places)


# --- what a set-up may not say ----------------------------------------------------------------------------------------
def _check_given(seats: tuple[str, ...], options: RunesOptions, given: RunesGiven) -> None:
    per_seat: tuple[tuple[str, Mapping[str, Any]], ...] = (
        ("tableaux", given.tableaux),
        ("mana", given.mana),
        ("tokens", given.tokens),
        ("blessings", given.blessings),
    )
    for key, by_seat in per_seat:
        for name in by_seat:
            if name not in seats:
                raise NotAMatch("not_seated", f"setup.{key} names {quoted(name)}, who is not seated.")
    _check_temple(options, given)
    if given.dionysus is not None and given.dionysus not in spec.UNCLAIMED:
        raise NotAMatch(
            "bad_dionysus",
            f"setup.dionysus is {quoted(given.dionysus)}; it must be full, use all three runes and please no "
            "other deity.",
            "PR-30",
        )
    for name, tableaux in given.tableaux.items():
        _check_tableaux(f"setup.tableaux of {name}", tableaux)
    for key, amounts in (("mana", given.mana), ("tokens", given.tokens)):
        for name, amount in amounts.items():
            if not 0 <= amount <= MOST_GIVEN:
                raise NotAMatch("bad_amount", f"setup.{key} of {name} is {amount}; give 0 to {MOST_GIVEN:,}.", "PR-13")
    for name, blessings in given.blessings.items():
        _check_blessings(name, blessings)


def _check_temple(options: RunesOptions, given: RunesGiven) -> None:
    if len(given.temple) > spec.SPEC.rounds:
        raise NotAMatch(
            "too_many_temples", f"setup.temple has {len(given.temple)} lists; there are {spec.SPEC.rounds} rounds."
        )
    for number, shown in enumerate(given.temple, 1):
        where = f"setup.temple of round {number}"
        if len(shown) != options.temple:
            raise NotAMatch(
                "bad_temple", f"{where} has {len(shown)} tableaux; the temple shows {options.temple}.", "PR-02"
            )
        _check_tableaux(where, shown)
        if NOTHING in shown:
            raise NotAMatch("bad_temple", f"{where} has an empty tableau; the temple never shows one.", "PR-02")


def _check_tableaux(where: str, tableaux: Iterable[str]) -> None:
    for tableau in tableaux:
        if not is_tableau(tableau):
            raise NotAMatch(
                "not_a_tableau", f"{where} has {quoted(tableau)}; a tableau is four of + o x and . for empty."
            )


def _check_blessings(name: str, blessings: tuple[str, ...]) -> None:
    for deity in blessings:
        if deity not in spec.BY_ID:
            raise NotAMatch(
                "no_such_deity", f"setup.blessings of {name} has {quoted(deity)}. There are: {', '.join(spec.BY_ID)}."
            )
    if len(set(blessings)) < len(blessings):
        raise NotAMatch("blessed_twice", f"setup.blessings of {name} names a deity twice; nobody is blessed twice.")
