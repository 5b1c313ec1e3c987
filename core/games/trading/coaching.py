"""The coach of both trading games: find a swap that pays both, agree on it, offer it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.bots.coach import (
    Advice,
    Hint,
    Lesson,
    Step,
    from_moves,
    looking_back,
    moves,
    steps,
)
from core.bots.contract import AnyBot, Move, Say, Seal
from core.games.trading.offers import Orders
from core.games.trading.structs import TradingReport, TradingView
from core.games.trading.trade_form import Desk
from core.json import Json

Pupil = Lesson[Orders, TradingView, TradingReport]


def coach(desk: Desk, lesson: Pupil) -> Hint | None:
    """The steps of a round of trade, then what came of the offers."""
    if lesson.played:
        return _after(desk, lesson)
    if lesson.sight.phase != "round":
        return None
    offers = [offer for offer in lesson.drafted("offers") or () if offer.get("to") and offer.get("give")]
    told = {
        name for m in lesson.sight.heard if m.round == lesson.sight.round and m.of_two for name in (m.by, *m.readers)
    }
    untold = [offer["to"] for offer in offers if offer["to"] not in told]
    goods = desk.goods
    return steps(
        lesson,
        (
            Step(
                bool(told - {lesson.sight.seat}) or bool(offers),
                f"Find a swap that pays both: {_pays(desk, lesson.view)}",
                (
                    f"The table of the {desk.round_word} shows for each swap what it pays you and what it pays "
                    f"the other: "
                    f"the row is what you give, the column what you get.",
                    f"Nobody knows what the others hold: ask them. p proposes a swap, t is talk; what a "
                    f"{goods.one} paid "
                    f"this {desk.round_word} it may not pay the next.",
                ),
                "Find a swap that pays both: p.",
            ),
            Step(
                bool(offers),
                "Take a proposal up with g, or choose whom to offer what.",
                (
                    f"At most {goods.limit} offers, each to somebody else. What you want for it is no part of "
                    f"the offer: "
                    "that is why you agree on it first.",
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


def _pays(desk: Desk, view: TradingView) -> str:
    """The swap of something held that is best for the worse-off side, with what it pays both."""
    found = [
        (min(pay.mine, pay.theirs), pay.mine, give, got, pay.theirs)
        for give in desk.goods.kinds
        if view.free.get(give, 0) > 0
        for got in desk.goods.kinds
        for pay in [desk.payoff(view.round, give, got, 0)]
    ]
    if not found:
        return f"you hold no {desk.goods.one} to give."
    _, mine, give, got, theirs = max(found, key=lambda one: one[:2])
    return f"{give} for {got}: you {mine:+}, they {theirs:+}."


def _after(desk: Desk, lesson: Pupil) -> Hint:
    report, view = lesson.report, lesson.view
    brought = view.accounts[-1].result.total if view.accounts else 0
    swaps = [f"{swap.partner} gave you {swap.got} for your {swap.gave}" for swap in report.trades]
    failed = [f"{offer.to} sealed no offer to you, so you keep the {offer.give}" for offer in report.failed]
    done = f"{len(swaps)} of {len(swaps) + len(failed)} offers met" if swaps or failed else "you offered nothing"
    why = [f"{sentence}." for sentence in (*swaps, *failed)]
    if failed:
        why.append("An offer that nobody returns costs nothing; ask again, or ask somebody else.")
    return looking_back(f"What came of it: {done}, and the {desk.round_word} brought {brought:+}.", why)


def advise(desk: Desk, lesson: Pupil, bot: AnyBot) -> Advice | None:
    """The offers of a bot in this seat, and of what it would say only what belongs to them."""
    made = moves(bot, lesson)
    sealed: Json = next((move.orders for move in reversed(made) if isinstance(move, Seal)), {"offers": []})
    partners = {offer["to"] for offer in sealed["offers"]}
    kept = [move for move in made if not isinstance(move, Say) or (move.deal is not None and move.to[0] in partners)]
    return from_moves(kept, reasons(desk, lesson, kept))


def reasons(desk: Desk, lesson: Pupil, made: Sequence[Move]) -> list[str]:
    """What the proposed swaps pay both sides."""
    found: list[str] = []
    for move in made:
        if isinstance(move, Say) and move.deal is not None and not isinstance(move.to, str):
            give, want = move.deal.give, move.deal.want
            if give in desk.goods.kinds and want in desk.goods.kinds:
                pay = desk.payoff(lesson.view.round, give, want, 0)
                later = "" if pay.mine > 0 else f"; for you {want} is worth more later than {give}"
                found.append(f"{give} for {want} pays you {pay.mine:+} and {move.to[0]} {pay.theirs:+}{later}.")
    return found or ["Nothing that you hold pays you both now: wait for what others propose."]


def pupil(lesson: Any) -> Pupil:
    """The lesson of either game."""
    found: Pupil = lesson
    return found
