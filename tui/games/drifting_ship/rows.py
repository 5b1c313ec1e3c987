"""Text of The Drifting Ship's panel from a seat's View and draft. No widgets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.games.drifting_ship.reach import Reached, forecast, gain
from core.games.drifting_ship.spec import (
    BONUSES,
    CAP_PRICE,
    EFFECTS,
    PARASITE_ROOM,
    PLANT_LEAST,
    ROUNDS,
    STARTS,
    TITLES,
    VAULT,
    is_component,
    letter,
)
from core.games.drifting_ship.structs import Orders, Page, View
from core.games.drifting_ship.words import restate, room_title, tell
from core.refusal import Refused
from tui.games.drifting_ship.draft import end, order_of, parse_order, typed_all
from tui.words import text

SOLID, HOLLOW = ("▲", "▼"), ("△", "▽")
"""The two crewmates: planned place, and present place."""
HUES = {"A": "$blue", "B": "$green", "C": "$violet"}
MINE, TAKEN, FRESH = "■", "×", "*"
"""Marks of rooms: mine, activated, activated in the round being looked at."""


def hue(room: str) -> str:
    if is_component(room):
        return HUES[letter(room)]
    return {PARASITE_ROOM: "$red", VAULT: "$cyan"}.get(room, "$yellow")


def names_of(view: View, orders: Mapping[str, Any]) -> tuple[str, str]:
    if view.crew:
        return view.crew[0].name, view.crew[1].name
    first, second = (str(order_of(orders, at).get("name") or f"crewmate {at + 1}") for at in (0, 1))
    return first, second


# --- the crew ----------------------------------------------------------------------------------------------------
def crew_rows(view: View, orders: Mapping[str, Any], chosen: int, width: int) -> list[text.Part]:
    if view.own is None:
        return [("You are watching: crews and their energy", "$faint"), ("are secret.", "$faint")]
    if not view.crew:
        return [*_muster_rows(view, orders, chosen)]
    room = width - 22
    heads = ("now", "walk", "bid", "next")
    rows: list[text.Part] = [text.line(" " * (room + 2), *[(f"{head:>5}", "$faint") for head in heads])]
    caps = int(orders.get("buy_cap", 0))
    for index, crewmate in enumerate(view.crew):
        energy = forecast(view, index, parse_order(order_of(orders, index)), caps)
        carried = "".join(crewmate.bonuses)
        label = text.line(
            (f"{SOLID[index]} ", "$key" if index == chosen else "$faint"),
            (crewmate.name, "$strong" if index == chosen else "$faint"),
            (f" {carried}", "$yellow"),
            (" P" if crewmate.parasite else "", "$red"),
        )
        steps = (energy.after_meal, energy.after_move, energy.after_bid, energy.next_round)
        cells = [(f"{step:5}", "$bad" if step < 0 else "$strong" if at == 3 else "") for at, step in enumerate(steps)]
        rows.append(text.line(text.fit(label, room + 2), *[text.line(cell) for cell in cells]))
    return rows


def overflow_sentences(view: View, orders: Mapping[str, Any]) -> list[str]:
    """Return the crewmates that would lose energy over the cap (SH-03)."""
    if not view.crew or view.round >= ROUNDS:
        return []
    caps, sentences = int(orders.get("buy_cap", 0)), []
    for index, crewmate in enumerate(view.crew):
        after = forecast(view, index, parse_order(order_of(orders, index)), caps).after_bid
        lost = gain(after, 10 * view.me.cap, "R" in crewmate.bonuses) - gain(
            after, view.me.cap + caps, "R" in crewmate.bonuses
        )
        if lost > 0:
            sentences.append(
                f"{names_of(view, orders)[index]} ends with {after}: {lost} energy of the next round is lost."
            )
    return sentences


def _muster_rows(view: View, orders: Mapping[str, Any], chosen: int) -> Iterator[text.Part]:
    placed = all(order_of(orders, index).get("start") for index in (0, 1))
    yield ("Both placed: s seals, e renames.", "$faint") if placed else ("Place both (Enter), name them (e).", "$faint")
    for index, name in enumerate(names_of(view, orders)):
        start = order_of(orders, index).get("start")
        is_chosen = index == chosen
        yield text.line(
            (f"{SOLID[index]} ", "$key" if is_chosen else "$faint"),
            (name, "$strong" if is_chosen else "$faint"),
            (f" starts in {start}", "$good") if start else (" has no start yet", "$warn"),
        )


def crew_title(view: View, orders: Mapping[str, Any]) -> text.Part:
    if view.own is None:
        return "Crew"
    caps = int(orders.get("buy_cap", 0))
    cap = f"cap {view.own.cap}" + (f"→{view.own.cap + caps} for {caps * CAP_PRICE}" if caps else "")
    return text.line(("Crew", "$strong"), f" · {cap} · purse {view.garnets}")


# --- words -------------------------------------------------------------------------------------------------------
def word_rows(
    view: View, orders: Mapping[str, Any], refusal: Refused | None, width: int, crewless: int | None = None
) -> list[text.Part]:
    """Return the draft in words, or why it could not be sealed; and an open channel. `crewless`: the chosen crewmate
    where no other part shows the crew."""
    if view.own is None:
        return [
            text.fit(
                text.line(
                    ("Round by round: ", "$faint"),
                    "; ".join(f"{news.round}: {' '.join(news.activated) or 'nothing'}" for news in view.news)
                    or "nothing yet",
                ),
                width,
            ),
            "",
        ]
    names = names_of(view, orders)
    lines: list[list[text.Part]] = [[], []]
    for index in (0, 1):
        order = order_of(orders, index)
        if crewless is None or not view.crew:
            words = _crewmate_words(view, order, names, index, brief=crewless is not None)
            lines[index] = [(f"{SOLID[index]} ", "$key"), words]
            continue
        energy = forecast(view, index, parse_order(order), int(orders.get("buy_cap", 0)))
        style = "$bad" if energy.after_bid < 0 else "$good"
        lead = (f"{SOLID[index]} {names[index]}", "$key" if crewless == index else "$faint")
        lines[index] = [lead, f" {energy.after_meal}→", (f"{energy.next_round} ", style), _in_short(order)]
    if caps := cap_words(orders, names):
        room = [at for at in (1, 0) if text.line(*lines[at], " ", caps).cell_length <= width]
        if room:  # else only the crew's title says it, which always has room
            lines[room[0]].append(f" {caps}")
    if view.line is not None:
        lines[0].append((f" Channel with {view.line} is open: t.", "$good"))
    if refusal is not None and view.crew:
        lines[1] = [(f"! {refusal.message}", "$warn")]
    return [text.fit(text.line(*parts), width) for parts in lines]


def _crewmate_words(
    view: View, order: Mapping[str, Any], names: tuple[str, str], index: int, *, brief: bool = False
) -> text.Part:
    """`brief`: without the consequence of a missing start."""
    if view.own is not None and not view.crew:
        if order.get("start"):
            return f"{names[index]} starts in {order['start']}."
        if brief:
            return (f"{names[index]} has no start yet.", "$warn")
        return (f"{names[index]} is not placed: without orders lots place both [SH-02].", "$faint")
    if not order:
        return (f"{names[index]} rests.", "$faint")
    crew = [parse_order(order if at == index else {}) for at in (0, 1)]
    sentence = restate(Orders(crew=(crew[0], crew[1])), names)[0]
    room = end(view, index, order)[0] if view.own is not None else ""
    return sentence.replace("the room where it stands", room).replace("the room there", room)


def _in_short(order: Mapping[str, Any]) -> str:
    bid = order.get("activate")
    does = (
        ("eats", order.get("eat")), (f"to {order.get('move')}", order.get("move")),
        (f"a step {order.get('step')}", order.get("step")), (f"wall {order.get('wall')}", order.get("wall")),
        ("drains", order.get("drain")), ("disables", order.get("disable")),
        (f"plants {order.get('plant')} with {bid}" if order.get("plant") else f"bids {bid}", bid),
    )  # fmt: skip
    return ", ".join(words for words, ordered in does if ordered) or "rests"


def cap_words(orders: Mapping[str, Any], names: Sequence[str]) -> str:
    return restate(typed_all({"buy_cap": orders["buy_cap"]}), names)[0] if orders.get("buy_cap") else ""


def sealed_rows(view: View, orders: Mapping[str, Any]) -> list[text.Part]:
    names = names_of(view, orders)
    rows = [_crewmate_words(view, order_of(orders, index), names, index) for index in (0, 1)]
    caps = cap_words(orders, names)
    return [*rows, *([caps] if caps else [])]


# --- a room ------------------------------------------------------------------------------------------------------
def room_rows(
    view: View,
    room: str,
    ways: Mapping[str, Reached],
    chosen: int,
    closed: tuple[str, str | None] | None,
    *,
    brief: bool = False,
) -> list[text.Part]:
    """Return contents, owner, sightings and cost of the walk. `closed`: why the chosen crewmate cannot get there.
    `brief`: without the room's name."""
    rows: list[text.Part] = []
    if closed is not None:
        rows.append(text.line((closed[0], "$closed"), (f" [{closed[1]}]" if closed[1] else "", "$closed")))
    elif room in ways and view.crew:
        name = "" if brief else f"{view.crew[chosen].name} "
        way = ways[room]
        cost = "is here" if not way.cost else f"gets there for {way.cost}"
        step = f", a step {way.step} at the end" if way.step is not None else ""
        rows.append(text.line((f"{SOLID[chosen]} ", "$key"), f"{name}{cost}{step}: ", (f"{way.left} left.", "$good")))
    elif view.round == 0 and room in STARTS:
        rows.append(("A crewmate can start here.", "$good"))
    if state := _state_words(view, room):
        rows.append(state)
    if not is_component(room) and room not in view.chart.activated:
        rows.append((EFFECTS.get(room) or _ABOUT[room], "$faint"))
    return rows


_ABOUT = {PARASITE_ROOM: "A Parasite, one for each seat.", VAULT: f"Plant here, with {PLANT_LEAST} energy or more."}


def room_head(room: str) -> text.Part:
    sequence = f" · {TITLES[letter(room)]}" if is_component(room) else ""
    return text.line((room_title(room), hue(room)), (sequence, "$faint"))


def _state_words(view: View, room: str) -> str:
    seen = [s for s in view.sightings if s.room == room]
    met = [f"{s.player}'s {s.name}" for s in seen if s.round == seen[-1].round]
    at = f"in round {seen[-1].round}" if seen and seen[-1].round else "before the start"
    sighted = f" {text.joined(list(dict.fromkeys(met)))} seen {at}." if seen else ""
    if room in (PARASITE_ROOM, VAULT):
        return sighted.strip()
    if room not in view.chart.activated:
        disabled = view.own.disable if view.own is not None else None
        if disabled is not None and disabled.room == room and disabled.last >= view.round:
            return f"Disabled by you until the end of round {disabled.last}.{sighted}"
        return f"Free.{sighted}" if is_component(room) else sighted.strip()
    when = next((f" in round {news.round}" for news in view.news if room in news.activated), "")
    owner = view.owners.get(room)
    if owner is None:
        return f"Activated{when}, unknown by whom.{sighted}"
    return f"{'Yours' if owner == view.seat else f'Taken by {owner}'}{when}.{sighted}"


# --- what I saw --------------------------------------------------------------------------------------------------
def seen_rows(view: View) -> list[text.Part]:
    if view.own is None:
        return [("Only the players see each other.", "$faint")]
    places: dict[tuple[str, str], list[str]] = {}
    carried: dict[tuple[str, str], str] = {}
    for seen in view.sightings:
        who = (seen.player, seen.name)
        where = f"{seen.round or 'start'}:{seen.room}"
        if where not in places.setdefault(who, []):
            places[who].append(where)
        carried[who] = "".join(seen.bonuses) + ("+parasite" if seen.parasite else "")
    if not places:
        return [("Nobody yet: you see who ends a round in a room with your crew (SH-50).", "$faint")]
    order = sorted(places, key=lambda who: (view.seats.index(who[0]), who[1]))
    return [
        text.line(
            (f"{seat}'s {name}", "$strong"), (f" {carried[seat, name]}" if carried[seat, name] else "", "$yellow"),
            f" {' '.join(places[seat, name][-8:])}",
        )
        for seat, name in order
    ]  # fmt: skip


def news_rows(view: View) -> list[text.Part]:
    """Return the activations round by round: they are public (SH-50)."""
    rows: list[text.Part] = []
    for news in (news for news in view.news if news.round):  # no player can activate before the start
        walls = "".join(f" wall {a}|{b}" for a, b in news.walls)
        rows.append(text.line((f"{news.round} ", "$faint"), " ".join(news.activated) or "nothing", (walls, "$warn")))
    return rows or [("Nothing yet.", "$faint")]


def page_rows(view: View, page: Page) -> list[text.Part]:
    names = names_of(view, {})
    rows: list[text.Part] = [
        text.line(
            (SOLID[0], "$key"), f" {names[0]} in {page.rooms[0]}   ", (SOLID[1], "$key"), f" {names[1]} in "
            f"{page.rooms[1]}"
        )
    ]  # fmt: skip
    return [*rows, *tell(page.report, names)]


def tool_words(bonus: str, uses: int | None) -> text.Part:
    left = "" if uses is None else f" ({uses} left)" if uses else " (used up)"
    return text.line(BONUSES[bonus], (left, "$faint"))
