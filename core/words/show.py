"""The strip of danger and the forecast of a close in rows, for galleries and onlookers."""

from __future__ import annotations

from collections.abc import Sequence

from core.narration.stakes import signed
from core.parts import Spec
from core.story.parts import Stake, listed, unit_of
from core.story.turning import number
from core.table.foresight import CloseForecast
from core.words.wording import Row

MOST = 8
"""Steps of a forecast that are listed."""


def strip_row(stakes: Sequence[Stake]) -> Row:
    """Return `\u2605 Ada 40  Flo 34 \u2503 in danger Hal 7, 2 onyx more than Di`; empty for no stakes."""
    row: list[str | tuple[str, str]] = []
    for n, stake in enumerate(stakes):
        if stake.place == "danger" and stakes[n - 1].place != "danger":
            row += [("\u2503 ", "$faint"), ("in danger ", "$bad")]
        elif n and stake.place == "" and stakes[n - 1].place == "safe":
            row.append(("\u2502 ", "$faint"))
        style = {"leads": "$good", "danger": "$bad"}.get(stake.place, "$strong")
        row += [("\u2605 " if stake.place == "leads" else "", style), (stake.seat, style), f" {number(stake.value)}  "]
    if stakes and stakes[-1].gap:
        row += [(f"{stakes[-1].gap}", "$faint")]
    return tuple(row)


def closed_words(spec: Spec, onlookers: str, how: str) -> list[str]:
    """Return the warning to the host of a game in which little is public (HH-80), with `how` it is changed; empty if
    onlookers are let in."""
    late = f"Friends who watch see little of this game: {how} lets them in, two {spec.round_word}s late."
    return [late] if spec.closed and not onlookers else []


def forecast_rows(forecast: CloseForecast) -> list[Row]:
    rows: list[Row] = [(("If it closed now", "$accent"), (f"  {forecast.sealed} of {forecast.seats} sealed", "$faint"))]
    for word in forecast.broken:
        prices = "; ".join(f"{seat} {signed(got)}{_instead(got, hoped)}" for seat, got, hoped in word.prices)
        role = f"; {word.makes_candidate} the candidate" if word.makes_candidate else ""
        rows.append(
            (
                (f"\u25c6 {word.by} \u2192 {word.to}  ", "$bad"),
                word.words,
                (f"  {prices} {unit_of(word.prices[-1].got if word.prices else 0, word.unit)}".rstrip() + role, "$bad"),
            )
        )
    ranked = sorted(forecast.gains.items(), key=lambda item: -item[1])
    gained = ", ".join(f"{seat} {signed(much)}" for seat, much in ranked)
    rows += [((f"{gained} {unit_of(ranked[-1][1], forecast.unit)}".rstrip(),))] if gained else []
    if forecast.ends:
        rows.append((_ending_words(forecast),))
    elif forecast.strip:
        rows.append((("then  ", "$faint"), *strip_row(forecast.strip)))
    if forecast.by_lot:
        rows.append(((f"Lots decide part of what comes to {listed(forecast.by_lot)}.", "$faint"),))
    rows += [((f"  {line}", "$faint"),) for line in forecast.steps[:MOST]]
    more = len(forecast.steps) - MOST
    return [*rows, *([((f"  \u2026 and {more} more steps", "$faint"),)] if more > 0 else [])]


def _instead(got: float, hoped: float | None) -> str:
    return "" if hoped is None else " either way" if got == hoped else f", not {signed(hoped)}"


def _ending_words(forecast: CloseForecast) -> str:
    won = forecast.winners
    wins = "Lots would decide who wins" if won is None else f"{listed(won) or 'Nobody'} would win"
    pays = forecast.candidates
    if pays is None:
        return f"{wins}; lots would decide who pays."
    if len(pays) > 1:
        return f"{wins}, and choose who pays among {listed(pays)}."
    return f"{wins}; {pays[0]} would pay." if pays else f"{wins}."
