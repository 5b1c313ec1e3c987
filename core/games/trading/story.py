"""Events of both trading games (core.story). Talk stays with its participants (CM-09): a broken promise is told to the
seat that received it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from core.bots.company import pacts
from core.contract import Struct
from core.games.trading.company import terms
from core.games.trading.ending import CROWD, Prizes
from core.games.trading.offers import Trade
from core.games.trading.results import Payoff, Result
from core.games.trading.reviewing import broken_promises, promise_records
from core.games.trading.structs import Chapter, Memory, Page, Record, TradingState
from core.games.trading.trade_form import Desk
from core.json import Json
from core.ledger import Ending
from core.story.parts import Column, GameStory, KeptPromise, Reason, Series, Step, Turn, listed
from core.story.turning import counted, gained_on, leads, number, swings

PACT: Final = 2.0
"""Weight of a pact among the turning points: that of a promise worth one point."""


class Cites(Struct, frozen=True, kw_only=True):
    meet: str
    win: str
    candidate: str
    garnets: str


class Met(NamedTuple):
    """A trade with its round and its result, taken alone."""

    chapter: Chapter
    trade: Trade
    worth: Payoff


class Teller:
    def __init__(self, desk: Desk, prizes: Prizes, cites: Cites) -> None:
        self.desk = desk
        self.goods = desk.goods
        self.prizes = prizes
        self.cites = cites
        self.score = desk.goods.score
        self.word = desk.round_word

    # --- from everyone's eyes ------------------------------------------------------------------------------------
    def full_story(self, record: Record) -> GameStory:
        """Tell everything that the record holds (CM-09)."""
        points = self._points(record)
        title, kind = self._risky.capitalize(), self.goods.risk
        risk = counted(record, "risk", title, self._risky, lambda state, s: state.held[s][kind], column="risk")
        deals = [
            Met(chapter, trade, self._worth(chapter, trade))
            for chapter in record.chapters
            for trade in _new_trades(chapter)
        ]
        final, score = record.final, self.score
        return GameStory(
            columns=(
                Column(id="score", title=score.capitalize(), short=score[:7], decides=True),
                Column(id="risk", title=title, short=kind, decides=True),
                Column(id="swaps", title="Swaps", short="swaps"),
                Column(id="failed", title="Offers not returned", short="failed"),
            ),
            endangers=("-risk", "score"),
            cells={
                seat: {
                    "score": final.score[seat],
                    "risk": final.held[seat][self.goods.risk],
                    "swaps": sum(seat in (t.a, t.b) for c in record.chapters for t in _new_trades(c)),
                    "failed": sum(len(_failed_offers(c, seat)) for c in record.chapters),
                }
                for seat in record.seats
            },
            reasons=self._reasons(record),
            series=(points, risk),
            turns=(
                *swings(points, self.word, because=lambda seat, round_: self._cause(record, seat, round_)),
                *leads(points, self.word),
                *self._best_deal(deals),
                *self._dearest(deals),
                *self._decided(record),
                *self._in_vain(record),
            ),
            steps={chapter.round: tuple(self._steps(chapter)) for chapter in record.chapters},
            pictures={-1: self._picture(record.start)} | {c.round: self._picture(c.after) for c in record.chapters},
        )

    @property
    def _risky(self) -> str:
        return self.goods.plurals.get(self.goods.risk, f"{self.goods.risk} {self.goods.many}")

    def _points(self, record: Record) -> Series:
        title = self.score.capitalize()
        return counted(record, "score", title, self.score, lambda state, s: state.score[s], column="score")

    def _worth(self, chapter: Chapter, trade: Trade) -> Payoff:
        stepped = self.desk.stepped
        goods_given = [kind for t in _new_trades(chapter) for kind in (t.a_gave, t.b_gave)]
        own = [trade.a_gave, trade.b_gave]
        elsewhere = goods_given.count(stepped) - own.count(stepped) if stepped else 0
        assert trade.a_gave is not None  # only set-up omits the kinds given
        assert trade.b_gave is not None
        return self.desk.payoff(chapter.round, trade.a_gave, trade.b_gave, elsewhere)

    def _steps(self, chapter: Chapter) -> Iterable[Step]:
        goods = self.goods
        for trade in _new_trades(chapter):
            payoff = self._worth(chapter, trade)
            yield Step(
                kind="swap",
                seats=(trade.a, trade.b),
                text=f"{trade.a} gave {trade.b} {goods.counted(1, trade.a_gave or '')} for "
                f"{goods.counted(1, trade.b_gave or '')}: {_signed(payoff.mine)} and {_signed(payoff.theirs)}.",
                data={
                    "a": trade.a,
                    "b": trade.b,
                    "a_gave": trade.a_gave,
                    "b_gave": trade.b_gave,
                    "worth": {trade.a: payoff.mine, trade.b: payoff.theirs},
                },
            )
        for seat in chapter.before.seats:
            for to, give in _failed_offers(chapter, seat):
                yield Step(
                    kind="failed",
                    seats=(seat, to),
                    text=f"{seat} offered {to} {goods.counted(1, give)}; {to} offered nothing back.",
                    data={"by": seat, "to": to, "give": give},
                )
        for seat in chapter.before.seats:
            result = self._result(chapter, seat)
            if result is not None and (result.gains or result.losses or result.bonuses):
                yield self._scored(chapter, seat, result)

    def _scored(self, chapter: Chapter, seat: str, result: Result) -> Step:
        old, new = chapter.before.score[seat], chapter.after.score[seat]
        why = [f"{_signed(item.amount)} {item.why}" for item in (*result.gains, *result.losses)]
        why += [*result.notes("the"), *(f"{_signed(item.amount)} {item.why}" for item in result.bonuses)]
        return Step(
            kind="scored",
            seats=(seat,),
            text=f"{seat}: {number(old)} to {number(new)} {self.score} ({_signed(new - old)}): {'; '.join(why)}.",
            data={"from": old, "to": new, "items": why},
        )

    def _result(self, chapter: Chapter, seat: str) -> Result | None:
        accounts = chapter.after.accounts[seat]
        return next((account.result for account in accounts if account.round == chapter.round), None)

    def _cause(self, record: Record, seat: str, round_: int) -> str:
        chapter = next(candidate for candidate in record.chapters if candidate.round == round_)
        result = self._result(chapter, seat)
        if result is None:
            return ""
        sign = 1 if chapter.after.score[seat] > chapter.before.score[seat] else -1
        amounts: dict[str, int] = {}
        for item in (*result.gains, *(() if result.nullified else result.losses), *result.bonuses):
            if item.amount * sign > 0:
                amounts[item.why] = amounts.get(item.why, 0) + item.amount
        most = sorted(amounts.items(), key=lambda part: -abs(part[1]))[:2]
        notes = [note for note in result.notes("the") if sign > 0 or "gains /" in note]
        return ", ".join([*(f"{_signed(amount)} for {why}" for why, amount in most), *notes])

    def _picture(self, state: TradingState) -> Json:
        return {"score": dict(state.score), "held": {seat: dict(hand) for seat, hand in state.held.items()}}

    # --- reasons ---------------------------------------------------------------------------------------------------
    def _reasons(self, record: Record) -> tuple[Reason, ...]:
        ending, final = record.ending, record.final
        if ending is None:
            return ()
        reasons = [self._winner(record, ending, final)]
        if ending.candidate is not None and not ending.candidates and not ending.lots:
            reasons.append(self._candidate(ending, final))
        elif ending.candidate is not None:
            reasons.append(self._candidate_among_equals(ending, final))
        reasons.append(
            Reason(
                kind="garnets",
                seats=(),
                text=f"A garnet for every {self.prizes.per_garnet} {self.score} of the final score.",
                ruling=self.cites.garnets,
            )
        )
        return tuple(reasons)

    def _winner(self, record: Record, ending: Ending, final: TradingState) -> Reason:
        first = ending.ranking[0]
        top = final.score[first[0]]
        scored = self.goods.scored(top)
        if len(first) >= CROWD and not ending.winners:
            text = f"Nobody won: {len(first)} seats are tied for first with {scored}."
        elif len(first) > 1:
            text = f"{listed(first)} share first place with {scored} each."
        else:
            behind = ending.ranking[1] if len(ending.ranking) > 1 else ()
            ahead = f", {top - final.score[behind[0]]} ahead of {listed(behind)}" if behind else ""
            because = gained_on(self._points(record), first[0], behind[0], self.word,
                                lambda seat, round_: self._cause(record, seat, round_)) if behind else ""  # fmt: skip
            text = f"{first[0]} has the most {self.score}: {top}{ahead}{because}."
        return Reason(kind="winner", seats=ending.winners, text=text, ruling=self.cites.win)

    def _candidate(self, ending: Ending, final: TradingState) -> Reason:
        name = ending.candidate or ""
        others = [seat for seat in final.seats if seat not in ending.winners and seat != name]
        n = final.held[name][self.goods.risk]
        most = max((final.held[seat][self.goods.risk] for seat in others), default=0)
        who = "of those who did not win, " if ending.winners else ""
        fewest = f"the fewest {self.score}"
        if n == 0:
            why = f"{who}nobody holds any {self._risky}, and {name} has {fewest}, {final.score[name]}"
        elif n > most:
            why = f"{who}{name} holds the most {self._risky}, {n}"
        else:
            why = f"{who}the most {self._risky}, {n}, and among those who hold as many {fewest}, {final.score[name]}"
        text = f"{name} is the Elimination Candidate: {why}."
        return Reason(kind="candidate", seats=(name,), text=text, ruling=self.cites.candidate)

    def _candidate_among_equals(self, ending: Ending, final: TradingState) -> Reason:
        name = ending.candidate or ""
        count = final.held[name][self.goods.risk]
        chosen_by = "by lot" if ending.lots else "by the winners"
        text = (
            f"{name} is the Elimination Candidate, chosen {chosen_by} among seats equal in {self._risky} ({count}) and "
            f"{self.score} ({final.score[name]})."
        )
        return Reason(kind="candidate", seats=(name,), text=text, ruling=self.cites.candidate)

    # --- turning points --------------------------------------------------------------------------------------------
    @staticmethod
    def _best(deals: Sequence[Met]) -> Met | None:
        best = max(deals, key=lambda met: met.worth.mine + met.worth.theirs, default=None)
        return None if best is None or best.worth.mine + best.worth.theirs <= 0 else best

    def _best_deal(self, deals: Sequence[Met]) -> list[Turn]:
        best = self._best(deals)
        if best is None:
            return []
        worth = best.worth
        return [
            self._deal(
                best, "deal", f"the best swap for both together, {_signed(worth.mine)} and {_signed(worth.theirs)}"
            )
        ]

    def _dearest(self, deals: Sequence[Met]) -> list[Turn]:
        best = self._best(deals)
        others = [met for met in deals if met is not best]  # one swap is one turning point
        worst = max(others, key=lambda met: abs(met.worth.mine - met.worth.theirs), default=None)
        if worst is None or worst.worth.mine == worst.worth.theirs:
            return []
        trade, worth = worst.trade, worst.worth
        gained, paid = (trade.a, trade.b) if worth.mine > worth.theirs else (trade.b, trade.a)
        high, low = max(worth.mine, worth.theirs), min(worth.mine, worth.theirs)
        text = f"the most one-sided swap, {_signed(high)} for {gained}, {_signed(low)} for {paid}"
        return [msgspec.structs.replace(self._deal(worst, "one-sided", text), tells="betrayal")]

    def _deal(self, met: Met, kind: str, remark: str) -> Turn:
        chapter, trade, worth = met.chapter, met.trade, met.worth
        own_good, their_good = (self.goods.named(kind or "") for kind in (trade.a_gave, trade.b_gave))
        swap = f"{trade.a}'s {own_good} went for {trade.b}'s {their_good}"
        return Turn(
            round=chapter.round,
            seats=(trade.a, trade.b),
            kind=kind,
            text=f"{self.word.capitalize()} {chapter.round}: {swap}, {remark}.",
            figures={trade.a: worth.mine, trade.b: worth.theirs},
            weight=float(abs(worth.mine) + abs(worth.theirs)),
            step=_new_trades(chapter).index(trade),
        )

    def _decided(self, record: Record) -> list[Turn]:
        name, kind = record.ending.candidate if record.ending else None, self.goods.risk
        if name is None or not record.final.held[name][kind]:
            return []
        for chapter in reversed(record.chapters):
            for place, trade in enumerate(_new_trades(chapter)):
                giver = {trade.a: trade.b, trade.b: trade.a}.get(name)
                if giver is None or (trade.b_gave if giver == trade.b else trade.a_gave) != kind:
                    continue
                amount = chapter.after.held[name][kind]
                text = (
                    f"{name} took {self.goods.counted(1, kind)} from {giver} in {self.word} {chapter.round}, then held "
                    f"{amount}, and ended as the Elimination Candidate."
                )
                turn = Turn(
                    round=chapter.round, seats=(name, giver), kind="candidate", text=text, figures={"held": amount}
                )
                return [msgspec.structs.replace(turn, weight=1.0, step=place)]
        return []

    def _in_vain(self, record: Record) -> list[Turn]:
        by_pair: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for chapter in record.chapters:
            place = len(_new_trades(chapter))
            for seat in record.seats:
                for to, _ in _failed_offers(chapter, seat):
                    by_pair.setdefault((seat, to), []).append((chapter.round, place))
                    place += 1
        if not by_pair or len(most := max(by_pair.values(), key=len)) < 2:
            return []
        (seat, to), (round_, step) = next(pair for pair, times in by_pair.items() if times is most), most[-1]
        times = {2: "Twice", 3: "Three times", 4: "Four times"}.get(len(most), f"{len(most)} times")
        text = f"{times} {seat} offered {to} something and got nothing back, last in {self.word} {round_}."
        return [
            Turn(round=round_, seats=(to, seat), kind="in vain", text=text, figures={"times": len(most)},
                 weight=float(len(most)), step=step, tells="betrayal")
        ]  # fmt: skip

    # --- from a spectator's eyes: actual swaps stay secret ---------------------------------------------------------
    def _points_of_round(self, round_: int) -> Iterable[Step]:
        """Yield what the round paid beside its matrix, which has a line for each kind."""
        for line in self.desk.lines(round_)[len(self.desk.goods.kinds) :] if round_ > 0 else ():
            yield Step(kind="paid", seats=(), text=f"Beside the swaps: {line[:1].lower()}{line[1:]}")

    # --- from one seat's eyes --------------------------------------------------------------------------------------
    def own_story(self, memory: Memory) -> GameStory:
        """Tell what one seat knows: its own score, hand, swaps and failed offers. A spectator knows none of it."""
        seat = memory.seat
        if seat is None:
            return GameStory(steps={page.round: tuple(self._points_of_round(page.round)) for page in memory.pages})
        title = self.score.capitalize()
        points = counted(memory, "score", title, self.score, lambda view, _: view.score, column="score", seats=(seat,))
        broken = tuple(self._broken_turns(seat, memory))
        return GameStory(
            columns=(
                Column(id="score", title=self.score.capitalize(), short=self.score.capitalize()[:7], decides=True),
                Column(id="risk", title=self._risky.capitalize(), short=self.goods.risk, decides=True),
            ),
            cells={seat: {"score": memory.now.score, "risk": memory.now.held.get(self.goods.risk, 0)}},
            series=(points,),
            # A promise broken without a gain is counted and listed, and is no turning point.
            turns=(
                *swings(points, self.word),
                *(turn for turn in broken if turn.figures["got"] != turn.figures["hoped"]),
                *self._pacts(seat, memory),
            ),
            words=self._words(seat, memory, broken),
            steps={page.round: tuple(self._own_steps(seat, page)) for page in memory.pages},
            pictures={
                round_: {"score": {seat: view.score}, "held": {seat: dict(view.held)}}
                for round_, view in memory.views.items()
            },
        )

    def _broken_turns(self, seat: str, memory: Memory) -> Iterable[Turn]:
        for page in memory.pages:
            received = {swap.partner: swap.got for swap in page.told.trades}
            for name, promised in broken_promises(seat, memory.heard, page.round, page.told).items():
                gave = next(o.give for o in (() if page.orders is None else page.orders.offers) if o.to == name)
                kept = self.desk.payoff(page.round, gave, promised, 0)
                left = self.desk.payoff(page.round, gave, received[name], 0) if name in received else Payoff(0, 0)
                (hoped, got), theirs = (kept.mine, left.mine), left.theirs
                worth = f"{_priced(got, hoped, seat)}; {_priced(theirs, kept.theirs, name)}"
                deed = f"gave {self.goods.counted(1, received[name])}" if name in received else "offered nothing"
                yield Turn(
                    round=page.round,
                    seats=(name, seat),
                    kind="broken word",
                    text=f"{self.word.capitalize()} {page.round}: {name} had agreed to give {seat} "
                    f"{self.goods.counted(1, promised)} and {deed}: {worth}.",
                    figures={
                        "hoped": hoped,
                        "got": got,
                        "breaker hoped": kept.theirs,
                        "breaker got": theirs,
                        "risk": (received.get(name) == self.goods.risk) - (promised == self.goods.risk),
                    },
                    weight=float(max(0, hoped - got)) + 1,
                    tells="betrayal",
                )

    def _words(self, seat: str, memory: Memory, broken: tuple[Turn, ...]) -> dict[str, KeptPromise]:
        reports = {page.round: page.report for page in memory.pages if page.report is not None}
        return {
            name: KeptPromise(agreed=record.agreed, kept=record.kept, broken=record.broken,
                       told=tuple(turn for turn in broken if turn.seats[0] == name))
            for name, record in promise_records(seat, memory.heard, reports).items()
        }  # fmt: skip

    def _pacts(self, seat: str, memory: Memory) -> Iterable[Turn]:
        last = max((page.round for page in memory.pages), default=0)
        for pact in pacts.pacts_in(terms(self.goods), seat, memory.heard, last):
            closed = pact.closed if pact.closed is not None else last
            if pact.end == "broken":
                became = f"{pact.with_} broke it in {self.word} {max(1, closed - 1)}"
            else:
                became = f"it ended in words in {self.word} {closed}" if pact.end == "ended" else "it held to the end"
            yield Turn(
                round=max(1, pact.begun),
                seats=(pact.with_, seat),
                kind="pact",
                text=f"{self.word.capitalize()} {max(1, pact.begun)}: {seat} and {pact.with_} made a pact; {became}.",
                weight=PACT,
            )

    def _own_steps(self, seat: str, page: Page) -> Iterable[Step]:
        goods = self.goods
        for swap in page.told.trades:
            yield Step(
                kind="swap",
                seats=(seat, swap.partner),
                text=f"{seat} gave {swap.partner} {goods.counted(1, swap.gave)} for {goods.counted(1, swap.got)}.",
                data={"a": seat, "b": swap.partner, "a_gave": swap.gave, "b_gave": swap.got},
            )
        for offer in page.told.failed:
            yield Step(
                kind="failed",
                seats=(seat, offer.to),
                text=f"{seat} offered {offer.to} {goods.counted(1, offer.give)}; {offer.to} offered nothing back.",
                data={"by": seat, "to": offer.to, "give": offer.give},
            )


def _new_trades(chapter: Chapter) -> tuple[Trade, ...]:
    trades: tuple[Trade, ...] = chapter.after.trades
    return trades[len(chapter.before.trades) :]


def _failed_offers(chapter: Chapter, seat: str) -> tuple[tuple[str, str], ...]:
    return tuple((offer.to, offer.give) for offer in chapter.reports[seat].failed)


def _priced(got: int, hoped: int, seat: str) -> str:
    """Return `−2 for Ada in place of +3`, or `+3 for Ada either way`."""
    return f"{_signed(got)} for {seat} {f'in place of {_signed(hoped)}' if got != hoped else 'either way'}"


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else number(value)
