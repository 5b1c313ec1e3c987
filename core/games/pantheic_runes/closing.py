"""The close of a round in the order of PR-22, the end (PR-50, PR-51), the set-up (PR-01, PR-30), and the start of every
round (PR-02, PR-03, PR-31, PR-32)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from core.contract import Closing
from core.dice import Dice
from core.games.pantheic_runes import spec
from core.games.pantheic_runes.asking import granting
from core.games.pantheic_runes.purse import hand_without
from core.games.pantheic_runes.runes import NOTHING, SYMBOLS, has_all_runes, is_tableau
from core.games.pantheic_runes.structs import (
    Blessing,
    Mark,
    Marks,
    Orders,
    Performed,
    Picked,
    Player,
    Report,
    RunesGiven,
    RunesOptions,
    State,
    Uses,
    with_player,
)
from core.ledger import Ending, LedgerEntry, Lots, group
from core.refusal import NotAMatch, quoted

MOST_GIVEN = 1_000_000
"""Most mana or tokens that a set-up may give a seat."""


def setup(seats: tuple[str, ...], options: RunesOptions, given: RunesGiven, dice: Dice) -> State:
    """Return the position before the first input.

    Raises:
        NotAMatch: The rules exclude the set-up.
    """
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
        seats=seats, round=0, players=players, shown=options.temple, fixed=given.temple, dionysus=dionysus,
        history=(marks(first - 1, players),),
    )  # fmt: skip
    return state if given.round is None else start_round(state, first, {}, dice)


def marks(number: int, players: Mapping[str, Player]) -> Marks:
    return Marks(number, {seat: Mark(player.points, player.rituals) for seat, player in players.items()})


def _player(seat: str, given: RunesGiven, first: int) -> Player:
    blessings = tuple(
        Blessing(deity, first - 1, 1 + (spec.ZEUS_EXTRA if deity == "zeus" else 0))  # no sole-first point
        for deity in sorted(given.blessings.get(seat, ()))
    )
    deities = {blessing.deity for blessing in blessings}
    return Player(
        tableaux=tuple(sorted(given.tableaux.get(seat, spec.START_TABLEAUX))),
        mana=given.mana.get(seat, spec.START_MANA),
        tokens=given.tokens.get(seat, spec.START_TOKENS),
        blessings=blessings,
        knows="athena" in deities,
        gift="demeter" in deities,
    )


# --- the start of a round ---------------------------------------------------------------------------------------------
def start_round(state: State, number: int, extra: Mapping[str, int], dice: Dice) -> State:
    """Start round `number`. `extra`: picks earned by rituals at the close before."""
    players = {seat: start_player(player, number, extra.get(seat, 0)) for seat, player in state.players.items()}
    return msgspec.structs.replace(state, round=number, players=players, temple=show(state, number, dice))


def start_player(player: Player, number: int, extra: int) -> Player:
    mana, uses, drained = player.mana, None, player.drained
    if player.has("apollo") and mana is not None:
        mana += 1  # PR-31; void once Poseidon has drained the seat, below
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
    """PR-02: Return the temple of a round, given at set-up or drawn cell by cell."""
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
        for deity in blessings:
            if deity not in spec.BY_ID:
                raise NotAMatch(
                    "no_such_deity",
                    f"setup.blessings of {name} has {quoted(deity)}. There are: {', '.join(spec.BY_ID)}.",
                )
        if len(set(blessings)) < len(blessings):
            raise NotAMatch("blessed_twice", f"setup.blessings of {name} names a deity twice; nobody is blessed twice.")


def _check_temple(options: RunesOptions, given: RunesGiven) -> None:
    if len(given.temple) > spec.SPEC.rounds:
        raise NotAMatch(
            "too_many_temples", f"setup.temple has {len(given.temple)} lists; there are {spec.SPEC.rounds} rounds."
        )
    for number, tableaux in enumerate(given.temple, 1):
        where = f"setup.temple of round {number}"
        if len(tableaux) != options.temple:
            raise NotAMatch(
                "bad_temple", f"{where} has {len(tableaux)} tableaux; the temple shows {options.temple}.", "PR-02"
            )
        _check_tableaux(where, tableaux)
        if NOTHING in tableaux:
            raise NotAMatch("bad_temple", f"{where} has an empty tableau; the temple never shows one.", "PR-02")


def _check_tableaux(where: str, tableaux: Iterable[str]) -> None:
    for tableau in tableaux:
        if not is_tableau(tableau):
            raise NotAMatch(
                "not_a_tableau", f"{where} has {quoted(tableau)}; a tableau is four of + o x and . for empty."
            )


NO_ORDERS = Orders()


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    if state.round == 0:  # the pregame only opens round 1 (PR-01)
        reports = {seat: _report(state, seat, (), (), ()) for seat in state.seats}
        return Closing(start_round(state, 1, {}, dice), reports)

    every = {seat: orders.get(seat, NO_ORDERS) for seat in state.seats}  # CM-02
    start = msgspec.structs.replace(state, proposals=())  # all proposals lapse (PR-12)
    forbidden = _prohibitions(start, every)
    rituals = {seat: _succeed(start, seat, every[seat], forbidden) for seat in state.seats}
    after, extra = _effects(start, rituals)
    after, gained = _blessings(after, rituals)
    after, picks = _picks(start, after, every)
    last = state.round == spec.SPEC.rounds
    if last:
        after = _aphrodite(after)
    after = msgspec.structs.replace(after, history=(*after.history, marks(state.round, after.players)))
    reports = {seat: _report(after, seat, picks[seat], rituals[seat], gained[seat]) for seat in state.seats}
    return Closing(_end(after, dice) if last else start_round(after, state.round + 1, extra, dice), reports)


# --- 1: Artemis's prohibitions ----------------------------------------------------------------------------------------
def _prohibitions(state: State, orders: Mapping[str, Orders]) -> frozenset[str]:
    """PR-34: Return every pattern forbidden at this close; all hold."""
    return frozenset(
        ritual.forbid
        for seat in state.seats
        for ritual in orders[seat].rituals
        if not isinstance(ritual.forbid, msgspec.UnsetType)
    )


# --- 2: rituals and their effects -------------------------------------------------------------------------------------
def _succeed(state: State, seat: str, orders: Orders, forbidden: frozenset[str]) -> tuple[Performed, ...]:
    """PR-34: Return a seat's rituals with their success. The one that grants Artemis never fails."""
    grant = granting(orders.rituals, state.players[seat].has("artemis"))
    return tuple(
        Performed(ritual.tableau, place == grant or ritual.tableau not in forbidden)
        for place, ritual in enumerate(orders.rituals)
    )


def _effects(state: State, rituals: Mapping[str, tuple[Performed, ...]]) -> tuple[State, dict[str, int]]:
    """PR-21: Use up tableaux, failed ones too; add mana and tokens. Also return the extra picks of the next round."""
    extra = {}
    for seat in state.seats:
        player = state.players[seat]
        good = [ritual.tableau for ritual in rituals[seat] if ritual.ok]
        mana = player.mana
        if mana is not None and not player.drained:  # PR-32
            mana += sum("o" in tableau for tableau in good)
        state = with_player(
            state,
            seat,
            tableaux=hand_without(player.tableaux, (ritual.tableau for ritual in rituals[seat])),
            mana=mana,
            tokens=player.tokens + sum("x" in tableau for tableau in good),
            rituals=player.rituals + len(good),
            performed=(*player.performed, *good),
        )
        extra[seat] = sum("+" in tableau for tableau in good)
    return state, extra


# --- 3: blessings and points ------------------------------------------------------------------------------------------
def _blessings(state: State, rituals: Mapping[str, tuple[Performed, ...]]) -> tuple[State, dict[str, tuple[str, ...]]]:
    """Grant completed blessings (PR-23, PR-24), with points and the sole-first point (PR-25)."""
    holders = {deity.id: [s for s in state.seats if state.players[s].has(deity.id)] for deity in spec.DEITIES}
    granted: dict[str, dict[str, str]] = {}
    for seat in state.seats:
        player = state.players[seat]
        player, granted[seat] = please(player, rituals[seat], state.dionysus)
        state = msgspec.structs.replace(state, players={**state.players, seat: player})
        for deity in granted[seat]:
            holders[deity].append(seat)
    for seat in state.seats:
        player = state.players[seat]
        fresh = tuple(
            Blessing(
                deity,
                state.round,
                1 + (spec.ZEUS_EXTRA if deity == "zeus" else 0) + (spec.FIRST_EXTRA if holders[deity] == [seat] else 0),
                granted[seat][deity],
            )
            for deity in sorted(granted[seat])
        )
        state = with_player(
            state,
            seat,
            blessings=(*player.blessings, *fresh),
            knows=player.knows or "athena" in granted[seat],  # PR-35
            gift=player.gift or "demeter" in granted[seat],  # PR-33
        )
    return state, {seat: tuple(sorted(granted[seat])) for seat in state.seats}


def please(player: Player, rituals: tuple[Performed, ...], dionysus: str) -> tuple[Player, dict[str, str]]:
    """Count a player's rituals for Zeus and Hestia. Also return the completed blessings: deity to pattern, the first
    in its orders."""
    granted: dict[str, str] = {}
    for ritual in rituals:
        if not ritual.ok:
            continue  # PR-24: counts for nothing, teaches nothing, grants nothing
        deity = pleased(ritual.tableau, dionysus)
        if deity == "zeus":
            performed = tuple(sorted({*player.zeus, ritual.tableau}))
            player = msgspec.structs.replace(player, zeus=performed)
        elif deity == "hestia":
            player = msgspec.structs.replace(player, hestia=player.hestia + 1)
        elif deity == "dionysus":
            player = msgspec.structs.replace(player, knows=True)  # PR-30
        if deity is None or player.has(deity) or deity in granted or not _completes(player, deity):
            continue
        granted[deity] = ritual.tableau
    return player, granted


def pleased(tableau: str, dionysus: str) -> str | None:
    """Return the deity that a ritual of this pattern pleases, or None."""
    if tableau == dionysus:
        return "dionysus"
    return spec.OWNER.get(tableau, "hestia" if has_all_runes(tableau) else None)


def _completes(player: Player, deity: str) -> bool:
    if deity == "zeus":
        return len(player.zeus) == len(spec.BY_ID["zeus"].patterns)
    if deity == "hestia":
        return player.hestia >= spec.HESTIA_RITUALS
    return True


# --- 4: temple picks --------------------------------------------------------------------------------------------------
def _picks(start: State, state: State, orders: Mapping[str, Orders]) -> tuple[State, dict[str, tuple[Picked, ...]]]:
    """PR-04: Give each place to its winner. `start`: state at the start of the round, since Ares counts from then."""
    winner = {place: _winner(start, orders, place) for place in range(len(state.temple))}
    picks = {}
    for seat in state.seats:
        picks[seat] = tuple(Picked(place, state.temple[place], winner[place] == seat) for place in orders[seat].temple)
        won = tuple(pick.tableau for pick in picks[seat] if pick.got)
        state = with_player(state, seat, tableaux=(*state.players[seat].tableaux, *won))
    return state, picks


def _winner(start: State, orders: Mapping[str, Orders], place: int) -> str | None:
    wanting = [seat for seat in start.seats if place in orders[seat].temple]
    if len(wanting) > 1:
        wanting = [seat for seat in wanting if start.players[seat].has("ares")]
    return wanting[0] if len(wanting) == 1 else None


# --- 5: reports -------------------------------------------------------------------------------------------------------
def _report(
    state: State, seat: str, picks: tuple[Picked, ...], rituals: tuple[Performed, ...], gained: tuple[str, ...]
) -> Report:
    """PR-40: The seat's own facts, before the next round starts (PR-22)."""
    player = state.players[seat]
    return Report(
        tableaux=player.tableaux, mana=player.mana, tokens=player.tokens, points=player.points, picks=picks,
        rituals=rituals, blessings=gained, dionysus=state.dionysus if player.knows else None,
    )  # fmt: skip


# --- the end ----------------------------------------------------------------------------------------------------------
def _aphrodite(state: State) -> State:
    """PR-36: Add 2 points for a holder if exactly one other holder received the blessing by the same pattern."""
    patterns = [b.pattern for s in state.seats for b in state.players[s].blessings if b.deity == "aphrodite"]
    for seat in state.seats:
        blessings = tuple(
            msgspec.structs.replace(b, points=b.points + spec.APHRODITE_EXTRA)
            if b.deity == "aphrodite" and b.pattern is not None and patterns.count(b.pattern) == 2
            else b
            for b in state.players[seat].blessings
        )
        state = with_player(state, seat, blessings=blessings)
    return state


def ranking_key(state: State, seat: str) -> tuple[tuple[int, int], ...]:
    """PR-50: Return the comparison key of a seat: points, then rituals, at the last close, then at the close before,
    and so on."""
    closes: list[Mark] = [close_marks.by_seat[seat] for close_marks in reversed(state.history)]
    return tuple((mark.points, mark.rituals) for mark in closes)


def _end(state: State, dice: Dice) -> State:
    key = {seat: ranking_key(state, seat) for seat in state.seats}
    ranking = group(state.seats, key)
    winner, lots = _one_of(ranking[0], "won", dice)
    among = _may_be_candidate(state, winner)
    last = min(key[seat] for seat in among)
    candidate, more = _one_of(tuple(s for s in among if key[s] == last), "is the Elimination Candidate", dice)
    ending = Ending(winners=(winner,), ranking=ranking, candidate=candidate, lots=(*lots, *more))
    token = LedgerEntry(winner, "token", 1, "won Pantheic Runes (PR-50)")
    return msgspec.structs.replace(state, ending=ending, ledger=(*state.ledger, token))


def _may_be_candidate(state: State, winner: str) -> tuple[str, ...]:
    """PR-51: Not the winner. PR-37: nor a holder of Hermes, unless every other seat holds it."""
    others = tuple(seat for seat in state.seats if seat != winner)
    return tuple(seat for seat in others if not state.players[seat].has("hermes")) or others


def _one_of(tied: tuple[str, ...], outcome: str, dice: Dice) -> tuple[str, tuple[Lots, ...]]:
    """Draw one of the tied seats if there are several (CM-05). Return it with the lots for the record."""
    if len(tied) == 1:
        return tied[0], ()
    drawn = dice.draw(f"lots: {outcome}").pick(tied)
    return drawn, (Lots(f"{', '.join(tied)} were equal in everything; by lot {drawn} {outcome}.", tied),)
