"""Orders and reports in sentences for the player."""

from __future__ import annotations

import msgspec

from core.games.pantheic_runes import spec
from core.games.pantheic_runes.closing import NO_ORDERS
from core.games.pantheic_runes.structs import Orders, Report

LATER_PAGES = dict.fromkeys(
    (
        "The gods and their rituals",
        "What the blessings do",
        "The rituals of the source, read off its drawings",
        "Blessings",
    ),
    "Shown when round 1 starts (PR-01).",
)
"""What the rule book at the table holds back until the gods are shown."""


def restate(orders: Orders) -> list[str]:
    """The orders as the player would say them, one line each."""
    if orders == NO_ORDERS:
        return ["Nothing: no rituals, no picks from the temple."]
    lines = []
    for ritual in orders.rituals:
        line = f"Perform a ritual with {ritual.tableau}{_for(ritual.tableau)}"
        if ritual.forbid is not msgspec.UNSET:
            line += f", and with the Blessing of Artemis forbid {ritual.forbid}{_for(ritual.forbid)}"
        lines.append(f"{line}.")
    if orders.temple:
        places = ", ".join(str(place) for place in orders.temple)
        lines.append(f"Pick from the temple: place{'s' if len(orders.temple) > 1 else ''} {places}.")
    return lines


def _for(pattern: str) -> str:
    """Whom the rules' tables name for a pattern. Never Dionysus: his pattern is secret."""
    deity = spec.OWNER.get(pattern)
    return "" if deity is None else f" ({spec.BY_ID[deity].name})"


def tell(report: Report) -> list[str]:
    """A seat's report, one line each."""
    lines = []
    for ritual in report.rituals:
        how = "performed" if ritual.ok else "failed: someone forbade that pattern, and the tableau is gone"
        lines.append(f"Ritual {ritual.tableau}{_for(ritual.tableau)}: {how}.")
    for deity in report.blessings:
        seen = spec.BY_ID[deity]
        lines.append(f"You received the Blessing of {seen.name}: {seen.gives}.")
    for pick in report.picks:
        how = "you received it" if pick.got else "you did not get it"
        lines.append(f"Temple place {pick.place}, {pick.tableau}: {how}.")
    if report.dionysus is not None:
        lines.append(f"You know the ritual of Dionysus: {report.dionysus}.")
    mana = "unlimited mana" if report.mana is None else f"{report.mana} mana"
    tokens = f"{report.tokens} adjustment token{'' if report.tokens == 1 else 's'}"
    points = f"{report.points} point{'' if report.points == 1 else 's'}"
    lines.append(f"You have {mana}, {tokens} and {points}.")
    held = " ".join(report.tableaux) or "none"
    lines.append(f"Your tableaux: {held}.")
    return lines
