"""The course of a duel: who leads first, whose turn it is, who took a pair of parts, how it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from core.contract import Asks, Choice, Spec
from core.dice import Dice
from core.games.duel.structs import PAIRS, DuelState
from core.match.ledger import Ending, group
from core.refusal import NotAMatch, Refused, quoted


def first_leader(seats: tuple[str, ...], given: str | None, dice: Dice) -> str:
    """Who leads first: as the set-up says, or drawn (BW-01, NN-01). NotAMatch for a name that is not seated."""
    if given is None:
        return dice.draw("leader").pick(seats)
    check_seated(seats, (given,), "leader")
    return given


def check_seated(seats: tuple[str, ...], names: Sequence[str], key: str) -> None:
    """NotAMatch unless every name is one of the seats."""
    for name in names:
        if name not in seats:
            raise NotAMatch("not_seated", f"setup: {key} names {quoted(name)}, and nobody of that name is seated here.")


def given_score(
    seats: tuple[str, ...], given: Mapping[str, int], over: int, most: int = PAIRS
) -> dict[str, int]:  # fmt: skip
    """The points of a position in which `over` pairs of parts are over. NotAMatch for points that cannot be: below 0,
    above `most` for one seat, or together more than the pairs."""
    check_seated(seats, tuple(given), "score")
    score = {seat: given.get(seat, 0) for seat in seats}
    if not all(0 <= points <= most for points in score.values()):
        raise NotAMatch("bad_score", f"setup: score is from 0 to {most} for each seat.")
    if sum(score.values()) > over:
        raise NotAMatch("bad_score", f"setup: score gives {sum(score.values())} points, and {over} can have been won.")
    return score


def check_turn(state: DuelState, seat: str, spec: Spec, ruling: str) -> None:
    """Refused unless `seat` is on turn (BW-08, NN-07)."""
    if (refusal := not_on_turn(state, seat, spec, ruling)) is not None:
        raise refusal


def not_on_turn(state: DuelState, seat: str, spec: Spec, ruling: str) -> Refused | None:
    """Why `seat` may not order in this part; None if it may."""
    if seat == state.turn:
        return None
    word = spec.round_word
    return Refused(
        "not_your_turn",
        f"It is {state.turn}'s turn in {word} {state.round}; yours comes when it has closed.",
        ruling,
    )


def asked(
    state: DuelState,
    seat: str,
    spec: Spec,
    ruling: str,
    slot: str,
    numbers: Iterable[int],
    shut: Callable[[int], Refused | None],
    *,
    label: Callable[[int], str] = lambda number: "",
    limits: Mapping[str, int] | None = None,
) -> Asks:
    """Every number as a choice, open if `seat` is on turn and `shut` does not say why it cannot be played."""
    waiting = not_on_turn(state, seat, spec, ruling)
    choices = []
    for number in numbers:
        refusal = waiting or shut(number)
        choices.append(
            Choice(
                slot=slot,
                value=number,
                label=label(number),
                closed=None if refusal is None else refusal.message,
                ruling=None if refusal is None else refusal.ruling,
                probe={slot: number},
            )
        )
    return Asks(orders=waiting is None, limits=dict(limits or {}), choices=tuple(choices))


def taker(numbers: Mapping[str, int]) -> str | None:
    """Who has the higher number; None if they are equal (BW-03, NN-03)."""
    (first, one), (second, other) = numbers.items()
    return None if one == other else first if one > other else second


def with_point(score: Mapping[str, int], taken: str | None) -> dict[str, int]:
    """The points after a pair that `taken` took."""
    return {seat: points + (seat == taken) for seat, points in score.items()}


def next_leader(leader: str, taken: str | None) -> str:
    """Who took it leads next; after equals the same seat again (BW-04, NN-03)."""
    return leader if taken is None else taken


def ending(score: Mapping[str, int]) -> Ending:
    """How the duel ends: more points win, equal points are a drawn duel without a winner; nobody is a candidate
    (BW-05)."""
    ranking = group(score, score)
    winners = ranking[0] if len(ranking[0]) == 1 else ()
    return Ending(winners=winners, ranking=ranking, has_opponent=False)


Over = Callable[[Mapping[str, int], int], bool]
"""`over(score, left)`: has somebody won with these points, with so many tricks or bouts to come?"""


def match_point(score: Mapping[str, int], left: int, over: Over) -> tuple[str, ...]:
    """Who wins the duel by taking the open trick or bout, in seat order; `left`: how many come after it."""
    return tuple(seat for seat in score if over(with_point(score, seat), left))
