"""The course of a duel: first leader, turns, taker of a pair of parts, and ending."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from core.bots import contract as bots
from core.contract import GameState, Given, Spec, Struct
from core.dice import Dice
from core.ledger import Ending, group
from core.refusal import NotAMatch, Refused, quoted
from core.story import parts

Colour = Literal["black", "white"]

PAIRS = 9
ROUNDS = 2 * PAIRS
TURN_SECONDS = 60.0
"""Default length of a part in a served house."""


class DuelState(GameState, frozen=True, kw_only=True):
    """Leader of the open pair of parts, and points."""

    leader: str
    """Leader of the open pair; meaningless after the end."""
    score: dict[str, int]

    @property
    def part(self) -> Literal[1, 2]:
        return 1 if self.round % 2 else 2

    @property
    def turn(self) -> str | None:
        """The seat that orders now; None after the end."""
        if self.ending is not None:
            return None
        return self.leader if self.part == 1 else self.other(self.leader)

    @property
    def leading(self) -> str | None:
        """Leader of the open pair of parts; None after the end."""
        return None if self.ending is not None else self.leader

    def other(self, seat: str) -> str:
        first, second = self.seats
        return second if seat == first else first


class DuelGiven(Given, frozen=True, kw_only=True):
    leader: str | None = None
    """Leader of the first pair; drawn if left out."""
    score: dict[str, int] = {}
    """Points to start with; 0 for seats left out."""


class DuelReport(Struct, frozen=True, kw_only=True):
    """Public report of a close, for spectators too."""

    part: Literal[1, 2]
    by: str
    """The seat on turn."""
    colour: Colour
    taken: str | None
    """Taker of the trick or bout; None in part 1 and for equals."""
    score: dict[str, int]
    """Points of both seats, this close included."""


class DuelPast(Struct, frozen=True, kw_only=True):
    """A finished pair of parts, as one seat remembers it."""

    leader: str
    colours: dict[str, Colour]
    taken: str | None
    own: int | None
    """The reader's own number; None for a spectator."""


class DuelView(Struct, frozen=True, kw_only=True):
    """A seat's view in both duels; `seat` is None for a spectator."""

    seat: str | None
    round: int
    leader: str | None
    """Leader of the open pair; None after the end."""
    turn: str | None
    """The seat that orders now; None after the end."""
    table: Colour | None
    """The colour that was led in the open pair."""
    score: dict[str, int]
    led: int | None = None
    """The reader's own number on the table, if it leads the open pair and has played."""
    past: tuple[DuelPast, ...] = ()
    """Finished pairs since the start."""


# --- what the house hands out, of either duel ------------------------------------------------------------------------
Sight = bots.Sight[Struct, DuelView, DuelReport]
Memory = parts.Memory[Struct, DuelView, DuelReport]


def first_leader(seats: tuple[str, ...], leader: str | None, dice: Dice) -> str:
    """Return the first leader: given, or drawn (BW-01, NN-01). Raises NotAMatch for an unknown name."""
    if leader is None:
        return dice.draw("leader").pick(seats)
    check_seated(seats, (leader,), "leader")
    return leader


def check_seated(seats: tuple[str, ...], names: Sequence[str], key: str) -> None:
    """Raise NotAMatch unless every name is a seat."""
    for name in names:
        if name not in seats:
            raise NotAMatch("not_seated", f"setup: {key} names {quoted(name)}, and nobody of that name is seated here.")


def given_score(
    seats: tuple[str, ...], points_given: Mapping[str, int], over: int, most: int = PAIRS
) -> dict[str, int]:  # fmt: skip
    """Return the points of a position in which `over` pairs of parts are over. Raises NotAMatch for points below 0,
    above `most` for one seat, or together more than the pairs."""
    check_seated(seats, tuple(points_given), "score")
    score = {seat: points_given.get(seat, 0) for seat in seats}
    if not all(0 <= points <= most for points in score.values()):
        raise NotAMatch("bad_score", f"setup: score is from 0 to {most} for each seat.")
    if sum(score.values()) > over:
        raise NotAMatch("bad_score", f"setup: score gives {sum(score.values())} points, and {over} can have been won.")
    return score


def not_on_turn(state: DuelState, seat: str, spec: Spec, ruling: str) -> Refused | None:
    """Return why `seat` may not order in this part; None if it may."""
    if seat == state.turn:
        return None
    word = spec.round_word
    return Refused(
        "not_your_turn", f"It is {state.turn}'s turn in {word} {state.round}; yours comes when it has closed.", ruling
    )


def higher_bidder(numbers: Mapping[str, int]) -> str | None:
    """Return the seat with the higher number; None for equal numbers (BW-03, NN-03)."""
    (first, first_number), (second, second_number) = numbers.items()
    return None if first_number == second_number else first if first_number > second_number else second


def with_point(score: Mapping[str, int], taken: str | None) -> dict[str, int]:
    return {seat: points + (seat == taken) for seat, points in score.items()}


def next_leader(leader: str, taken: str | None) -> str:
    """Return the next leader: the taker, or after equals the same seat again (BW-04, NN-03)."""
    return leader if taken is None else taken


def ending(score: Mapping[str, int]) -> Ending:
    """Return the ending: more points win, equal points are a drawn duel without a winner. There is no candidate
    (BW-05)."""
    ranking = group(score, score)
    winners = ranking[0] if len(ranking[0]) == 1 else ()
    return Ending(winners=winners, ranking=ranking, has_opponent=False)


Over = Callable[[Mapping[str, int], int], bool]
"""`over(score, left)`: True if these points win, with `left` tricks or bouts to come."""


def match_point(score: Mapping[str, int], left: int, over: Over) -> tuple[str, ...]:
    """Return the seats that win the duel with the open trick or bout. `left`: how many follow."""
    return tuple(seat for seat in score if over(with_point(score, seat), left))


def stake_words(score: Mapping[str, int], left: int, what: str, over: Over) -> str:
    """Return what the open trick or bout decides: `: this trick ends it`. `left`: how many are to come, it included."""
    enders = match_point(score, left - 1, over)
    first, second = sorted(score, key=lambda seat: -score[seat])
    lead = score[first] - score[second]
    if len(enders) == 2:
        return f": this {what} ends it"
    if enders:
        return f": {enders[0]} ends it by taking this {what}"
    if lead > 1:
        return f": {first} leads by {lead}"
    return f": with this {what} {second} can draw level" if lead else f": this {what} gives the lead"
