"""The coach of both trading games: find a swap that pays both, agree on it, offer it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.bots.coach import Hint, Lesson, Step, looking_back, steps
from core.bots.contract import Move, Say, Seal
from core.games.trading.offers import Goods, Orders
from core.games.trading.results import Plan
from core.games.trading.reviewing import PromiseRecord, promise_records
from core.games.trading.structs import TradingReport, TradingView
from core.games.trading.trade_form import Desk
from core.json import Json
from core.story.parts import listed
from core.talk.book import due_swaps
from core.talk.deals import bargains

Pupil = Lesson[Orders, TradingView, TradingReport]


def coach(desk: Desk, lesson: Pupil) -> Hint | None:
    if lesson.played:
        return _hint_after_close(desk, lesson)
    if lesson.sight.phase != "round":
        return None
    offers = [offer for offer in lesson.drafted("offers") or () if offer.get("to") and offer.get("give")]
    sight = lesson.sight
    private = [m for m in sight.heard if m.round == sight.round and m.of_two]
    spoken_with = {*due_swaps(sight.seat, sight.due), *(name for m in private for name in (m.sender, *m.readers))}
    untold = [offer["to"] for offer in offers if offer["to"] not in spoken_with]
    goods = desk.goods
    return steps(
        lesson,
        (
            Step(
                bool(spoken_with - {sight.seat}) or bool(offers),
                f"Find a swap that pays both: {_best_swap_words(desk, lesson.view)}",
                (
                    f"The table of the {desk.round_word} shows for each swap what it pays you and what it pays the "
                    "other: the row is what you give, the column what you get.",
                    f"Nobody knows what the others hold: ask them. p proposes a swap, t is talk; what a {goods.one} "
                    f"paid this {desk.round_word} it may not pay the next.",
                ),
                "Find a swap that pays both: p.",
            ),
            Step(
                bool(offers),
                "Take a proposal up with g, or choose whom to offer what.",
                (
                    f"At most {goods.limit} offers, each to somebody else. What you want for it is no part of the "
                    "offer: that is why you agree on it first.",
                ),
                "Take one up (g), or offer: Enter",
            ),
            Step(
                not untold,
                f"Tell {untold[0] if untold else ''}: only if both seal an offer does the swap happen (p).",
                ("Nothing that is said binds anybody: somebody may agree and give you something else.",),
                f"Tell {untold[0] if untold else ''} (p): both must seal.",
            ),
        ),
    )


def _best_swap_words(desk: Desk, view: TradingView) -> str:
    options = [
        (min(pay.mine, pay.theirs), pay.mine, give, got, pay.theirs)
        for give in desk.goods.kinds
        if view.free.get(give, 0) > 0
        for got in desk.goods.kinds
        for pay in [desk.payoff(view.round, give, got, 0)]
    ]
    if not options:
        return f"you hold no {desk.goods.one} to give."
    _, own_gain, give, got, their_gain = max(options, key=lambda option: option[:2])
    return f"{give} for {got}: you {own_gain:+}, they {their_gain:+}."


def _hint_after_close(desk: Desk, lesson: Pupil) -> Hint:
    report, view = lesson.report, lesson.view
    points = view.accounts[-1].result.total if view.accounts else 0
    swaps = [f"{swap.partner} gave you {swap.got} for your {swap.gave}" for swap in report.trades]
    failed = [f"{offer.to} sealed no offer to you, so you keep the {offer.give}" for offer in report.failed]
    outcome = f"{len(swaps)} of {len(swaps) + len(failed)} offers met" if swaps or failed else "you offered nothing"
    why = [f"{sentence}." for sentence in (*swaps, *failed)]
    if failed:
        why.append("An offer that nobody returns costs nothing; ask again, or ask somebody else.")
    return looking_back(f"What came of it: {outcome}, and the {desk.round_word} brought {points:+}.", why)


def reasons(desk: Desk, lesson: Pupil, moves: Sequence[Move]) -> list[str]:
    goods = desk.goods
    orders: Json = next((move.orders for move in reversed(moves) if isinstance(move, Seal)), {"offers": []})
    plans = planned_swaps(lesson, orders)
    partners = {plan.to for plan in plans}
    proposed: dict[tuple[str, str], list[str]] = {}
    for move in moves:
        if isinstance(move, Say) and move.deal is not None and move.to[0] not in partners:
            proposed.setdefault((move.deal.give, move.deal.want), []).append(move.to[0])
    lines = _plan_lines(desk, lesson, plans)
    lines += [f"Ask {listed(to)}: {_worth_of_swap(desk, lesson, *deal, *to)}" for deal, to in proposed.items()]
    swaps = [*((plan.give, plan.expect) for plan in plans), *(swap for swap, to in proposed.items() for _ in to)]
    lines += _risk_lines(goods, lesson.view, swaps)
    dropped = [offer["to"] for offer in lesson.drafted("offers") or () if offer.get("to") not in (*partners, None, "")]
    if dropped:
        lines.append(f"Take back what you offer {listed(dropped)}: that is not agreed, and its points are not yours.")
    unused = goods.limit - len(plans)
    if unused and not proposed:
        lines.append(
            f"{unused} of {goods.limit} offers stay unused: nothing more that you hold pays enough with anybody who "
            "would have it."
        )
    return lines


def _plan_lines(desk: Desk, lesson: Pupil, plans: tuple[Plan, ...]) -> list[str]:
    sight, lines = lesson.sight, []
    records = promise_records(sight.seat, sight.heard, sight.reports)
    settled = {
        name for name, deal in bargains(sight.seat, sight.heard, sight.round).items() if deal.settled is not None
    }
    agreed_with = settled | due_swaps(sight.seat, sight.due).keys()
    for plan in plans:
        if plan.expect is not None:
            record = records.get(plan.to, PromiseRecord())
            broke = f" {plan.to} has broken {record.broken} of {record.agreed} words." if record.broken else ""
            lead = "Agreed with" if plan.to in agreed_with else "Say yes to"
            lines.append(f"{lead} {plan.to}: {_worth_of_swap(desk, lesson, plan.give, plan.expect, plan.to)}{broke}")
    if plans:
        outlook = desk.preview(lesson.view, plans, 0)
        worst, kept = outlook.worst.total, sum(record.kept for record in records.values())
        line = f"At worst this {desk.round_word} brings you {worst:+}: others can give something else."
        if closed := kept + sum(record.broken for record in records.values()):
            chance = _kept_chance(records, [plan.to for plan in plans])
            expected = round(chance * outlook.planned.total + (1 - chance) * worst)
            line += f" {kept} of {closed} words given to you were kept so far: expect about {expected:+}."
        lines.append(line)
    return lines


SURENESS = 2
"""Words of a partner that weigh as much as those of the whole table."""


def _kept_chance(records: Mapping[str, PromiseRecord], partners: Sequence[str]) -> float:
    """Return the mean chance, 0 to 1, that these partners keep their words: by what each and the table kept to this
    seat so far, from four of five on."""
    table = PromiseRecord(*map(sum, zip(*records.values(), strict=True)))
    usual = (table.kept + 4) / (table.kept + table.broken + 5)
    chances = [
        (record.kept + SURENESS * usual) / (record.kept + record.broken + SURENESS)
        for record in (records.get(partner, PromiseRecord()) for partner in partners)
    ]
    return sum(chances) / len(chances)


def _risk_lines(goods: Goods, view: TradingView, swaps: Sequence[tuple[str, str | None]]) -> list[str]:
    gained = sum((got == goods.risk) - (give == goods.risk) for give, got in swaps)
    if gained <= 0:
        return []
    amount = goods.counted(view.held.get(goods.risk, 0) + gained, goods.risk)
    return [f"You may hold {amount} then: of those who do not win, the most makes the Elimination Candidate."]


def planned_swaps(lesson: Pupil, orders: Mapping[str, Any]) -> tuple[Plan, ...]:
    seat = lesson.sight.seat
    agreed = {name: got for name, (_, got) in due_swaps(seat, lesson.sight.due).items()} | {
        name: bargain.get(seat) for name, bargain in bargains(seat, lesson.sight.heard, lesson.sight.round).items()
    }
    return tuple(Plan(offer["to"], offer["give"], agreed.get(offer["to"])) for offer in orders["offers"])


def _worth_of_swap(desk: Desk, lesson: Pupil, give: str, want: str, *others: str) -> str:
    pay = desk.payoff(lesson.view.round, give, want, 0)
    ahead = pay.mine - pay.theirs
    margin = f", {ahead} more than they" if ahead > 0 else f", {-ahead} less than they" if ahead < 0 else ""
    later = "" if pay.mine > 0 else f"; for you {want} is worth more later than {give}"
    who = others[0] if len(others) == 1 else "they"
    return f"{give} for {want}, you {pay.mine:+} and {who} {pay.theirs:+}{margin}{later}."


def pupil(lesson: Any) -> Pupil:
    narrowed: Pupil = lesson
    return narrowed
