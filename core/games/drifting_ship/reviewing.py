"""Review of a close for one seat (HH-47). The reason of a failed bid is never told (SH-50), only what remains
possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from core.games.drifting_ship.reach import Forecast, forecast
from core.games.drifting_ship.spec import BONUSES, CAP_PRICE, EFFECTS, PARASITE_ROOM, VAULT, is_component
from core.games.drifting_ship.structs import CrewOrders, Leaf, Met, Orders, Report
from core.games.drifting_ship.words import met_words, own_names, plant_result, restate, room_title
from core.story.parts import called
from core.story.reviewing import Counted, Deed, Hoped, RoundReview, causes, figure

VALUE = "Sequence Value over all components"


def review(page: Leaf) -> RoundReview:
    report = page.told
    if page.round == 0:
        return _placing_deeds(page, report)
    orders = _orders(page)
    first, second = (forecast(page.before, index, orders.of(index), orders.caps) for index in (0, 1))
    foreseen = first, second
    return RoundReview(
        hoped=tuple(_hoped(page, report, foreseen)),
        said=() if page.orders is not None else ("You ordered nothing: both crewmates rested.",),
        deeds=tuple(_deeds(page, report)),
        befell=tuple(_events(page, report)),
        counted=tuple(_figures(page, report, foreseen)),
        ahead=() if page.after.over else tuple(_chances_ahead(page)),
    )


def _placing_deeds(page: Leaf, report: Report) -> RoundReview:
    crew = page.after.crew
    lots = page.orders is None
    deeds = tuple(
        Deed(
            text=f"{mate.name} starts in {room_title(mate.room)}",
            mark="" if lots else "done",
            came=f"{mate.energy} energy",
        )
        for mate in crew
    )
    lines = ("You placed no crewmate: lots chose the starts.",) if lots else ()
    return RoundReview(said=lines, deeds=deeds, befell=tuple(_meeting_lines(report, own_names(page.after))))


def _orders(page: Leaf) -> Orders:
    return Orders() if page.orders is None else page.orders


# --- what was hoped for ----------------------------------------------------------------------------------------------
def _hoped(page: Leaf, report: Report, foreseen: tuple[Forecast, Forecast]) -> Iterator[Hoped]:
    orders, names = _orders(page), own_names(page.after)
    if report.activations:
        failed = [(-1, room_title(attempt.room)) for attempt in report.activations if not attempt.ok]
        tried = len(report.activations)
        yield Hoped(what=called(tried, "room"), expected=tried, got=tried - len(failed), why=tuple(failed), gain=False)
    if page.orders is None or page.after.over:
        return
    expected, got = sum(spending.next_round for spending in foreseen), sum(report.energy)
    why: list[tuple[int, str]] = []
    for index in (0, 1):
        more = report.energy[index] - foreseen[index].next_round
        rose = any(attempt.crew == index and attempt.ok and attempt.room == "R" for attempt in report.activations)
        if rose and more > 0:
            why.append((1, f"by {BONUSES['R']}"))
            more -= 1
        drains = orders.of(index).drain is True and more > 0
        why.append((more, f"drained by {names[index]}" if drains else f"of {names[index]}, drained"))
    yield Hoped(what="energy for the next round", expected=expected, got=got, why=causes(why), gain=False)


def _why_failed(page: Leaf, report: Report, crew: int) -> str:
    orders, room = _orders(page), page.after.crew[crew].room
    bid = orders.of(crew).activate
    by = next((seen.player for seen in report.activators if seen.room == room), None)
    if by == page.after.seat:
        return "your other crewmate has it"
    if by is not None:
        return f"{by} has it: more than your {bid}, or your {bid} was bid twice and struck out"
    return f"nobody has it: your {bid} was bid twice and struck out, or the room is disabled"


# --- order by order --------------------------------------------------------------------------------------------------
def _deeds(page: Leaf, report: Report) -> Iterator[Deed]:
    orders, names = _orders(page), own_names(page.after)
    verdict = plant_result(report, page.after)
    for index in (0, 1):
        attempt = next((candidate for candidate in report.activations if candidate.crew == index), None)
        order = orders.of(index)
        if order == CrewOrders():
            if page.orders is not None:
                yield Deed(text=f"{names[index]} rests")
            continue
        alone = (order, CrewOrders()) if index == 0 else (CrewOrders(), order)
        text = restate(Orders(crew=alone), names)[0].removesuffix(".")
        if attempt is None:
            yield Deed(text=text, mark="done")
        elif order.plant is not UNSET and verdict is not None:
            right = verdict.startswith("Your plant was right")
            yield Deed(text=text, mark="done" if right else "failed", came=verdict.partition(": ")[2].removesuffix("."))
        elif attempt.ok:
            yield Deed(text=text, mark="done", came=_gain_words(attempt.room))
        else:
            yield Deed(text=text, mark="failed", came=_why_failed(page, report, index))
    if orders.caps:
        yield Deed(text=f"Buy +{orders.caps} energy cap", mark="done", came=f"{orders.caps * CAP_PRICE} garnets")


def _gain_words(room: str) -> str:
    if is_component(room):
        return f"{room_title(room)} is yours"
    if room == PARASITE_ROOM:
        return "a Parasite, to be planted in V"
    return f"{BONUSES[room]}, {EFFECTS[room].removesuffix('.')}" if room != VAULT else "planted"


# --- the rest --------------------------------------------------------------------------------------------------------
def _events(page: Leaf, report: Report) -> Iterator[str]:
    own_rooms = {attempt.room for attempt in report.activations}
    for seen in report.activators:
        if seen.room not in own_rooms and seen.player != page.after.seat:
            yield f"{seen.player} activated {room_title(seen.room)}."
    yield from _meeting_lines(report, own_names(page.after))


def _meeting_lines(report: Report, names: Sequence[str]) -> Iterator[str]:
    by_room: dict[str, list[Met]] = {}
    for met in report.met:
        by_room.setdefault(met.room, []).append(met)
    for room, meetings in by_room.items():
        own = [names[index] for index in (0, 1) if any(met.crew == index for met in meetings)]
        others = list(dict.fromkeys(met_words(met) for met in meetings))
        yield f"{' and '.join(own)} met {', '.join(others)} in {room}."


def _figures(page: Leaf, report: Report, foreseen: tuple[Forecast, Forecast]) -> Iterator[Counted]:
    before, after = page.before, page.after
    value_before, value_after = (sum(bar.value for bar in view.sequences) for view in (before, after))
    pieces = ", ".join(f"{bar.title} {len(bar.mine)}" for bar in after.sequences if bar.mine)
    yield Counted(what=VALUE, before=value_before, after=value_after, of=f"pieces: {pieces}" if pieces else "")
    for index, mate in enumerate(before.crew):
        spending = foreseen[index]
        eaten, walked, bid = (
            spending.after_meal - spending.now,
            spending.after_meal - spending.after_move,
            spending.after_move - spending.after_bid,
        )
        refreshed = report.energy[index] - spending.after_bid
        parts = ((eaten, "eaten"), (-walked, "walk"), (-bid, "bid"), (refreshed, "for the next round"))
        of = ", ".join(f"{figure(amount, gain=True)} {cause}" for amount, cause in parts if amount)
        yield Counted(what=f"Energy of {mate.name}", before=mate.energy, after=report.energy[index], of=of)


def _chances_ahead(page: Leaf) -> Iterator[str]:
    """List newly usable tools and nearly complete Sequences; a complete one ends the match (SH-40)."""
    for bar in page.after.sequences:
        if 0 < len(bar.free) <= 3:
            lacks = ", ".join(f"{n}{bar.letter}" for n in bar.free)
            yield f"{bar.title} lacks {lacks}: the match ends when it is complete."
    own = page.after.me
    if own.cap != page.before.me.cap:
        yield f"Your crewmates can hold {own.cap} energy."
