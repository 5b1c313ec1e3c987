"""Wins of a person who does what the coach's page says, among bots with voices.

    python -m benchmarks.obey exodus
    python -m benchmarks.obey --matches 100 --seed 1
    python -m benchmarks.obey exodus --matches 2 --keys

The person sits in a rotating seat at a real table: a match with its bots, its clock and its limit of messages (HH-34).
The bots act before its first key. Each step of the page is done by one key, `--seconds` apart; what the page waits for
is waited for. `--keys` presses C and Enter on the table screen under the pilot, and compares the match with the one
played without a screen: they must be equal.

Printed: wins in times of the fair share with a 95% interval, mean place, broken words, rounds without a seal (and those
in which a good proposal stood open), refused steps, own proposals left open at a close, messages in a round; and how
long a round's page waited for answers, and until a minute's messages were over (HH-34).
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from cli.commands.bots import at_table
from core.botplay.pairings import interval, one_among
from core.botplay.plan import PlanStep
from core.botplay.playing import entry_for
from core.decoding import decode, plain
from core.games import MODULES
from core.games import game as find_game
from core.levels import COACH
from core.match import journal as j
from core.match import views
from core.match.decisions import outcome
from core.match.state import Match
from core.refusal import Refused
from core.table.coached import STEPS, CoachedSeat, obey
from core.table.seat import Seat
from core.table.table import Table
from core.talk.acts import as_offer
from core.talk.deals import bargains
from storage.memory import MemoryStore


class PupilCounts:
    """Counts of one person's rounds, taken before each of its steps and after each close."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.tally: Counter[str] = Counter()
        self.notes: list[str] = []
        self.waits: dict[tuple[int, str], list[float]] = {}
        """Seconds of each wait, by round and what was waited for."""
        self._closed = 0
        """Rounds counted so far."""
        self._sight: Any = None
        """The person's sight of the open round, before its last step."""
        self._lesson: Any = None

    def note_closed_rounds(self) -> None:
        """Remember the open round, and count a round that has closed since."""
        match = self.seat._table.match
        while self._closed < len(match.rounds):
            self._count(match, match.rounds[self._closed])
            self._closed += 1
        if match.phase == "round":
            self._lesson = self.seat.lesson(0)
            self._sight = self._lesson.sight

    def _count(self, match: Match, closed: Any) -> None:
        you, game, sight = self.seat.you, match.game, self._sight
        if sight is None or sight.round != closed.round or sight.phase != "round":
            return
        messages = tuple(m for m in match.messages if you in m.readers and m.round == closed.round)
        orders = closed.orders.get(you)
        self.tally["rounds"] += 1
        self.tally["said"] += sum(m.sender == you for m in messages)
        for name, bargain in bargains(you, messages, closed.round, game.terms).items():
            settled = bargain.settled_as(you)
            offer = None if settled is None else as_offer(game.terms, you, name, bargain.settled.deal, closed.round)
            if settled is None or offer is None:
                continue
            clause = replace(offer.clauses[0], who=you, what=settled[0], to=name)
            if orders is None or game.breaks(you, clause, orders, sight.view):
                self._note("broken", f"round {closed.round}: {name} was promised {settled}, sealed {plain(orders)}")
        is_empty = orders is None or not any(plain(orders).values())
        if is_empty and sight.asks.orders:
            self.tally["empty"] += 1
            paying = self._paying_proposals(game, messages, closed.round)
            if paying:
                self._note("empty while it paid", f"round {closed.round}: {paying}")
        lesson = replace(self._lesson, sight=replace(sight, heard=messages))
        self.tally["left open"] += len(game.awaits(lesson))

    def _paying_proposals(self, game: Any, messages: Sequence[Any], round_: int) -> list[str]:
        """Return the open proposals that would have paid by the coach's own reckoning, in words."""
        you, sight, proposals = self.seat.you, self._sight, []
        for name, bargain in bargains(you, messages, round_).items():
            if not bargain.waits_for(you) or not hasattr(game, "goods"):
                continue
            give, want = bargain.give(you), bargain.get(you)
            if not sight.view.free.get(give) or name in sight.view.closed_partners:
                continue
            with_trade, without = (
                game.hope(replace(sight, heard=messages), decode(game.Orders, {"offers": offers}, "orders"), ())
                for offers in ([{"to": name, "give": give}], [])
            )
            if with_trade is None or without is None:
                continue
            if want in game.goods.pool and with_trade.value > without.value + 0.5:
                proposals.append(f"{name}: {give} for {want}")
        return proposals

    def _note(self, kind: str, words: str) -> None:
        self.tally[kind] += 1
        self.notes.append(f"{kind}: {words}")

    def wait(self, step: PlanStep) -> None:
        whose = "others" if step.waits else "own words"
        self.waits.setdefault((self._closed, whose), []).append(step.seconds)

    def refuse(self, step: PlanStep, refusal: Refused) -> None:
        self._note("refused", f"round {step.round}: {step.kind} {step.action or step.orders}: {refusal.message}")


def seating(game: str, number: int, level: str) -> dict[str, str]:
    """Seat the person of match `number` among bots of a level."""
    return one_among(game, COACH, level, number)


def play(
    game: str, seed: int, number: int, level: str, seconds: float, hasty: bool = False
) -> tuple[Table, PupilCounts]:
    """Play a match without a screen: the steps of the page, each followed by all that the bots do."""
    table, seat, clock = at_table(game, seed, seating(game, number, level))
    counts = PupilCounts(seat)
    endless = obey(
        table, CoachedSeat(seat), clock.advance, seconds=seconds, look=counts.note_closed_rounds,
        refused=counts.refuse, waited=counts.wait, hasty=hasty,
    )  # fmt: skip
    counts.tally["endless"] += endless
    counts.note_closed_rounds()
    return table, counts


async def play_by_keys(game: str, seed: int, number: int, level: str, seconds: float) -> Table:
    """Play the same match on the table screen at 80x24: C opens the page, Enter does its step."""
    from tests.kit.screens import OneScreen, Sitting
    from tui.app.memory import StoredShelf
    from tui.screens.table.coach import CoachPage
    from tui.screens.table.screen import TableScreen

    table, seat, clock = at_table(game, seed, seating(game, number, level))
    table.start()
    app = OneScreen(lambda: TableScreen(seat), memory=StoredShelf(MemoryStore()))
    async with app.run_test(size=(80, 24)) as pilot:
        at = Sitting(app, pilot, None, table, clock)  # type: ignore[arg-type]

        async def settle() -> None:
            await table.quiet()
            await at.settle()
            await table.quiet()

        await settle()
        moment, steps = (table.match.phase, table.match.round), 0
        while table.match.phase != "finished":
            clock.advance(seconds)
            if (table.match.phase, table.match.round) != moment:
                moment, steps = (table.match.phase, table.match.round), 0
            steps += 1
            while app.screen.id == "report" or not isinstance(app.screen, TableScreen):
                await at.press("escape" if isinstance(app.screen, CoachPage) else "enter")
            if (sight := views.sight(table.match, seat.you)).pending is not None:
                for move in seat.game.adviser(seat.you).turn(sight):  # the coach has no page for it
                    table.submit(entry_for(move, seat.you))
                await settle()
                continue
            await at.press("C")
            page = app.screen if isinstance(app.screen, CoachPage) else None
            step = None if page is None or steps >= STEPS else page.step
            if step is None:
                table.submit(j.Lapsed(author="house") if table.match.turns else j.Closed(cause="early"))
            elif step.kind == "wait":
                clock.advance(step.seconds)
                await at.press("escape")
            else:
                await at.press("enter")
            table.catch_up()
            await settle()
        table.stop()
    return table


def measure(game: str, matches: int, seed: int, level: str, seconds: float, *, notes: int, hasty: bool) -> str:
    """Play matches, and return a row of the table and at most `notes` lines about mistakes."""
    seats = find_game(game).spec.seats
    tally: Counter[str] = Counter()
    won, places, lines = 0.0, 0.0, list[str]()
    waits: dict[str, list[list[float]]] = {"own words": [], "others": []}
    began = time.perf_counter()
    for number in range(matches):
        table, counts = play(game, seed + number, number, level, seconds, hasty)
        end = outcome(table.match)
        assert end is not None
        you, ranking = counts.seat.you, [list(group) for group in end["ranking"]]
        winners = list(end["winners"]) or ranking[0]
        won += you in winners and 1 / len(winners)
        ahead = 0
        for group in ranking:
            if you in group:
                places += ahead + (len(group) + 1) / 2
            ahead += len(group)
        tally.update(counts.tally)
        for (_, whose), seconds_ in counts.waits.items():
            waits[whose].append(seconds_)
        lines += [f"    seed {seed + number}, {you}: {words}" for words in counts.notes]
    share = won / matches
    low, high = interval(share, matches)
    rounds = tally["rounds"] or 1
    row = (
        f"{game:<16} {share * seats:>5.2f} ({low * seats:.2f}-{high * seats:.2f})  {places / matches:>5.1f} of "
        f"{seats:<2}  {tally['broken']:>6} {tally['empty']:>5} ({tally['empty while it paid']})  {tally['refused']:>7} "
        f"{tally['left open']:>9}  {tally['said'] / rounds:>5.1f}  {rounds:>6}  "
        f"{(time.perf_counter() - began) / matches:>5.1f} s"
    )
    for whose, of in waits.items():
        longest, sums = max(map(max, of), default=0), [sum(seconds_) for seconds_ in of]
        row += f"\n    waits for {whose}: {longest:.0f} s the longest, {max(sums, default=0):.0f} s a round at most, "
        row += f"{sum(sums) / rounds:.1f} s on average"
    return "\n".join([row, *lines[:notes], *([f"    endless: {tally['endless']}"] if tally["endless"] else [])])


HEADING = f"{'game':<16} times the share   mean place  broken empty (paid)  refused left open  words  rounds  a match"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.obey", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: those with more than two seats")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the first match; the others follow")
    parser.add_argument("--among", default="steady", help="level of the bots (default: steady)")
    parser.add_argument("--seconds", type=float, default=5, help="between two keys (default: 5)")
    parser.add_argument("--hasty", action="store_true", help="go on without each wait")
    parser.add_argument("--notes", type=int, default=5, help="broken words and the like that are printed for a game")
    parser.add_argument("--keys", action="store_true", help="by keys on the screen, compared with the match without it")
    given = parser.parse_args()
    games = given.games or [game for game in MODULES if find_game(game).spec.seats > 2]
    if given.keys:
        for game in games:
            for number in range(given.matches):
                match_of = (game, given.seed + number, number, given.among, given.seconds)
                by_keys, without_screen = asyncio.run(play_by_keys(*match_of)), play(*match_of)[0]
                is_same = views.digest(by_keys.match) == views.digest(without_screen.match)
                print(
                    f"{game}, seed {given.seed + number}: {'the same match' if is_same else 'ANOTHER MATCH'} by keys",
                    flush=True,
                )
        return
    print(f"{given.matches} matches a game, seeds from {given.seed}, among {given.among} bots\n{HEADING}", flush=True)
    for game in games:
        print(
            measure(game, given.matches, given.seed, given.among, given.seconds, notes=given.notes, hasty=given.hasty),
            flush=True,
        )


if __name__ == "__main__":
    main()
