"""What a bot of a trading game may say of its match."""

from __future__ import annotations

from core.company.gist import Gist
from core.deals import bargains
from core.games.trading.bots.hearing import FULL, MEAGRE, NO, how
from core.games.trading.desk import Desk
from core.games.trading.keeping import keeping
from core.games.trading.structs import Sight
from core.hearing.replies import WHICH

BOAST = 6
"""What a round must bring to be worth a boast."""
POOR = 0
"""What it may bring at most to be worth a sigh."""


def gist(desk: Desk, sight: Sight) -> Gist:
    """From one seat's Sight."""
    goods = desk.goods
    most = max(goods.kinds, key=lambda kind: sight.view.held.get(kind, 0))
    count = sight.view.held.get(most, 0)
    gained = _gained(sight)
    last = {past: report for past, report in sight.reports.items() if past == sight.round - 1}
    kept = keeping(sight.seat, sight.heard, last)
    plurals = {goods.plurals.get(kind, f"{kind}s"): kind for kind in goods.kinds}
    names = {kind: kind for kind in goods.kinds} | plurals
    worths = {kind: _worth(desk, max(1, sight.round), kind) for kind in goods.kinds}
    return Gist(
        own=f"I have {goods.scored(sight.view.score)}",
        holds=goods.counted(count, most) if count else "",
        gain=goods.scored(gained) if gained is not None and gained >= BOAST else "",
        behind=gained is not None and gained <= POOR,
        rule=f"Both must offer each other a {goods.one}, sealed; then they change hands, whatever was said before.",
        pacts=True,
        kept_by=tuple(name for name, word in kept.items() if word.kept),
        broken_by=tuple(name for name, word in kept.items() if word.broken),
        wronged=_wronged(sight),
        names=names,
        worths={word: worths[kind] for word, kind in names.items()},
        stock={NO: "decline", FULL: "full", MEAGRE: "meagre", how(goods): "", WHICH: ""},
    )


def _worth(desk: Desk, round_: int, kind: str) -> str:
    """What everybody can read in the round's table of one kind."""
    goods = desk.goods
    given = [desk.payoff(round_, kind, other, 0).mine for other in goods.kinds]
    least, most = min(given), max(given)
    what = goods.scored(most) if least == most else f"{least} to {goods.scored(most)}, by what comes back"
    candidate = " Whoever holds most of it at the end is in danger." if kind == goods.risk else ""
    one = goods.named(kind)
    return f"In this {desk.round_word} giving away {'an' if one[0] in 'aeiou' else 'a'} {one} brings {what}.{candidate}"


def _gained(sight: Sight) -> int | None:
    """What the last round brought; None where nothing was before it."""
    last, before = sight.reports.get(sight.round - 1), sight.reports.get(sight.round - 2)
    if last is None or (before is None and sight.round != 2):
        return None
    return last.score - (before.score if before is not None else 0)


def _wronged(sight: Sight) -> tuple[str, ...]:
    """To whom this seat gave something else than was agreed."""
    found: dict[str, None] = {}
    for past, report in sight.reports.items():
        gave = {swap.partner: swap.gave for swap in report.trades}
        for name, bargain in bargains(sight.seat, sight.heard, past).items():
            if bargain.agreed and gave.get(name, bargain.give(sight.seat)) != bargain.give(sight.seat):
                found[name] = None
    return tuple(found)
