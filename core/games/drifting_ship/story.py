"""Events on the ship (core.story), computed with the functions of `closing` in the order of SH-05."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from core.games.drifting_ship import closing
from core.games.drifting_ship.closing import complete_sequences, value, verdict, winning_planter
from core.games.drifting_ship.reviewing import VALUE
from core.games.drifting_ship.spec import BONUSES, LETTERS, PARASITE_ROOM, TITLES, VAULT, is_component, letter, number
from core.games.drifting_ship.structs import (
    NO_ORDERS,
    Chapter,
    Crewmate,
    Leaf,
    Memory,
    News,
    Orders,
    Page,
    Record,
    State,
    View,
)
from core.games.drifting_ship.words import Key, room_title
from core.json import Json
from core.story.parts import Cell, Column, GameStory, Series, Step, Turn, listed
from core.story.turning import counted, leads, swings, together

LISTED = 3
"""Components of one round that a turning point names."""


def whereabouts(key: Key, mate: Crewmate) -> Json:
    return {"seat": key[0], "crew": key[1], "name": mate.name, "room": mate.room, "energy": mate.energy}


def picture(state: State) -> Json:
    return {
        "board": [list(row) for row in state.chart.board],
        "activated": list(state.chart.activated),
        "walls": [list(wall) for wall in state.chart.walls],
        "disabled": dict(state.disabled),
        "owners": {room: seat for seat, player in state.players.items() for room in player.components},
        "bonuses": {b: s for s, player in state.players.items() for mate in player.crew for b in mate.bonuses},
        "crews": [whereabouts((s, n), m) | {"parasite": m.parasite, "bonuses": list(m.bonuses)}
                  for s, player in state.players.items() for n, m in enumerate(player.crew)],
    }  # fmt: skip


def own_picture(view: View) -> Json:
    own = view.own
    return {
        "board": [list(row) for row in view.chart.board],
        "activated": list(view.chart.activated),
        "walls": [list(wall) for wall in view.chart.walls],
        "disabled": {},
        "owners": {room: seat for room, seat in view.owners.items() if room not in BONUSES and room != PARASITE_ROOM},
        "bonuses": {room: seat for room, seat in view.owners.items() if room in BONUSES},
        "crews": [] if own is None else [whereabouts((str(view.seat), n), mate) for n, mate in enumerate(own.crew)],
    }


Crews = Mapping[Key, Crewmate]


def full_story(record: Record) -> GameStory:
    final: State = record.final
    values = counted(record, "value", VALUE, "points", lambda state, s: value(state, s, LETTERS), column="value")
    played = [chapter for chapter in record.chapters if chapter.round > 0]
    struck = [turn for chapter in played for turn in _turns_of_lost_bids(chapter)]
    return GameStory(
        columns=_columns(complete_sequences(final)),
        endangers=() if complete_sequences(final) else ("value",),
        cells={seat: _cells(final, seat) for seat in record.seats},
        reasons=verdict(record),
        series=_series(record, values),
        turns=(
            *swings(values, "round", most=1, because=lambda seat, round_: _gains_in_words(played, seat, round_)),
            *leads(values, "round"),
            *struck,
            *(turn for chapter in played for turn in _plants(chapter)),
            *_last_piece(record),
        ),
        alike=together(
            struck,
            "equal bids struck each other out",
            lambda event: f"the dearest in round {event.round}: {listed(event.seats)}, for {event.figures['room']}",
            {"energy": sum(turn.weight for turn in struck)},
        ),
        steps={chapter.round: tuple(steps(chapter)) for chapter in record.chapters},
        pictures={
            min((c.round for c in record.chapters), default=1) - 1: picture(record.start),
            -1: picture(record.start),
        }
        | {chapter.round: picture(chapter.after) for chapter in record.chapters},
    )


def _columns(complete: Sequence[str] = ()) -> tuple[Column, ...]:
    """`complete`: complete Sequences, which decide; without any the value over all does (SH-41)."""
    parts = [Column(id=a, title=f"{TITLES[a]}: pieces=value", short=a, decides=a in complete) for a in LETTERS]
    return (
        *parts,
        Column(id="pieces", title="Components", short="pieces"),
        Column(id="value", title="Value over all", short="in all", decides=not complete),
        Column(id="bonuses", title="Bonuses", short="bonus"),
        Column(id="parasite", title="Parasite", short="paras."),
    )


def _cells(state: State, seat: str) -> dict[str, Cell]:
    player = state.players[seat]
    by_sequence: dict[str, Cell] = {}
    for a in LETTERS:
        owned = [room for room in player.components if letter(room) == a]
        by_sequence[a] = f"{len(owned)}={value(state, seat, (a,))}"
    carried = sorted(bonus for mate in player.crew for bonus in mate.bonuses)
    parasite = "planted" if player.plant is not None else "claimed" if player.claimed else ""
    return {
        **by_sequence,
        "pieces": len(player.components),
        "value": value(state, seat, LETTERS),
        "bonuses": "".join(carried),
        "parasite": parasite,
    }


# --- series ----------------------------------------------------------------------------------------------------------
def _series(record: Record, values: Series) -> tuple[Series, ...]:
    """Return the series, the deciding one first (SH-41, SH-42): components for one complete Sequence, the highest
    value in one of them for several, the total value for none."""
    pieces, energy, complete = _pieces(record), _energy(record), complete_sequences(record.final)
    if not complete:
        return (values, pieces, energy)

    def best(state: State, seat: str) -> int:
        if len(complete) == 1:
            return sum(letter(room) in complete for room in state.players[seat].components)
        return max(value(state, seat, (a,)) for a in complete)

    if len(complete) == 1:
        title, unit = f"Components of {TITLES[complete[0]]}", f"components of {TITLES[complete[0]]}"
    else:
        title, unit = "Highest value in a complete Sequence", "points"
    decided = counted(record, "decided", title, unit, best)
    return (decided, values, pieces, energy)


def _pieces(record: Record) -> Series:
    return counted(
        record, "pieces", "Components", "components", lambda state, seat: len(state.players[seat].components),
        column="pieces",
    )  # fmt: skip


def _energy(record: Record) -> Series:
    return counted(
        record,
        "energy",
        "Energy of both crewmates",
        "energy",
        lambda state, seat: sum(mate.energy for mate in state.players[seat].crew),
    )


# --- the steps of a close (SH-05) ------------------------------------------------------------------------------------
def steps(chapter: Chapter) -> Iterator[Step]:
    state: State = chapter.before
    orders: Mapping[str, Orders] = chapter.orders
    if chapter.round == 0:
        yield from _placing_steps(chapter.after)
        return
    deeds = {(s, n): orders[s].of(n) if s in orders else NO_ORDERS for s in state.seats for n in (0, 1)}
    crews = {(seat, n): mate for seat, player in state.players.items() for n, mate in enumerate(player.crew)}
    eaten = closing.eat(state, crews, deeds)
    yield from (
        Step(kind="eat", seats=(key[0],), text=f"{_mate_of(key, mate)} ate the Yellow Banana: {mate.energy} energy.",
             data=whereabouts(key, mate))
        for key, mate in eaten.items() if mate is not crews[key]
    )  # fmt: skip
    moved = closing.move(state, eaten, deeds)
    stepped = closing.step(state, moved, deeds)
    yield from _walks(eaten, moved, stepped)
    open_state, crews = closing.disable(state, stepped, deeds)
    for key, deed in deeds.items():
        if deed.disable is True:
            room = crews[key].room
            text = f"{_mate_of(key, crews[key])} disabled {room_title(room)}."
            yield Step(kind="disable", seats=(key[0],), text=text, data=whereabouts(key, crews[key]))
    after, paid, happened = closing.activate(open_state, crews, deeds)
    bids: dict[str, dict[Key, int]] = {}
    for key, room in happened.tried.items():
        bids.setdefault(room, {})[key] = int(deeds[key].activate)  # type: ignore[arg-type]
    for room, offered in sorted(bids.items()):
        yield _contest(open_state, room, offered, happened.done.get(room, ()), crews, deeds)
    built, after_walls, _ = closing.build_walls(after, paid, deeds)
    yield from _tool_steps(after_walls, closing.drain(built, after_walls, deeds), deeds)
    for seat in state.seats:
        bought = orders[seat].caps if seat in orders else 0
        if bought:
            yield Step(kind="cap", seats=(seat,), text=f"{seat} bought +{bought} energy cap.", data={"caps": bought})
    for a in complete_sequences(chapter.after):
        yield Step(kind="complete", seats=(), text=f"Sequence {a}, {TITLES[a]}, is complete.", data={"letter": a})


def _tool_steps(crews: Crews, drained: Crews, deeds: Mapping[Key, Any]) -> Iterator[Step]:
    """Yield the steps of walls and drains. `crews`: after walls; `drained`: after drains."""
    for key, deed in deeds.items():
        if deed.wall is not UNSET:
            yield Step(kind="wall", seats=(key[0],), text=f"{_mate_of(key, crews[key])} put a wall {deed.wall} of "
                       f"{crews[key].room}.", data={**whereabouts(key, crews[key]), "side": deed.wall})  # fmt: skip
    for key, deed in deeds.items():
        if deed.drain is True:
            others = sorted(k[0] for k, mate in drained.items() if k != key and mate.energy < crews[k].energy)
            text = f"{_mate_of(key, crews[key])} drained {len(others)} in {crews[key].room}."
            seats = (key[0], *dict.fromkeys(others))
            yield Step(kind="drain", seats=seats, text=text, data=whereabouts(key, drained[key]))


def _placing_steps(state: State) -> Iterator[Step]:
    for seat, player in state.players.items():
        for index, mate in enumerate(player.crew):
            yield Step(kind="muster", seats=(seat,), text=f"{seat}'s {mate.name} starts in {mate.room}.",
                       data=whereabouts((seat, index), mate))  # fmt: skip


def _walks(start: Crews, moved: Crews, stepped: Crews) -> Iterator[Step]:
    for key, mate in stepped.items():
        path = [*dict.fromkeys((start[key].room, moved[key].room))]
        path += [mate.room] * (mate.room != path[-1])
        if len(path) > 1:
            yield Step(
                kind="move",
                seats=(key[0],),
                text=f"{_mate_of(key, mate)} went from {path[0]} to {path[-1]}: {mate.energy} energy left.",
                data={**whereabouts(key, mate), "path": path},
            )


def _contest(
    state: State, room: str, bids: Mapping[Key, int], winners: Sequence[Key], crews: Crews, deeds: Mapping[Key, Any]
) -> Step:
    """Return the step of one room: all bids, the winner, and struck-out bids (SH-11)."""
    named = list(bids.values())
    trumped = is_component(room) and any(crews[key].can_use("U") for key in winners)  # SH-22
    struck = [key for key, bid in bids.items() if room != VAULT and not trumped and named.count(bid) > 1]
    offers = ", ".join(f"{key[0]} {bid}{' (struck out)' if key in struck else ''}" for key, bid in bids.items())
    data = {
        "room": room,
        "bids": [{"seat": key[0], "crew": key[1], "bid": bid, "struck": key in struck} for key, bid in bids.items()],
        "winners": [{"seat": key[0], "crew": key[1]} for key in winners],
        "disabled": room in state.disabled,
    }
    title = room_title(room)
    seats = tuple(dict.fromkeys([*(key[0] for key in winners), *(key[0] for key in bids)]))
    if room == VAULT:
        plants = [f"{key[0]} on {TITLES[str(deeds[key].plant)]} with {bids[key]}" for key in winners]
        return Step(kind="plant", seats=seats, text=f"Planted in the Vault: {listed(plants)}.",
                    data={**data, "letters": {key[0]: str(deeds[key].plant) for key in winners}})  # fmt: skip
    if winners:
        bonus_words = f" by {BONUSES['U']}" if trumped else ""
        text = f"{winners[0][0]} activated {title}{bonus_words}. Bids: {offers}."
        return Step(kind="activate", seats=seats, text=text, data=data)
    reason = "it is disabled" if room in state.disabled else "every bid was struck out" if struck else "nobody could"
    return Step(kind="contest", seats=seats, text=f"Nobody activated {title}: {reason}. Bids: {offers}.", data=data)


def _mate_of(key: Key, mate: Crewmate) -> str:
    return f"{key[0]}'s {mate.name}"


# --- turning points --------------------------------------------------------------------------------------------------
def _gains_in_words(played: Sequence[Chapter], seat: str, round_: int) -> str:
    chapter = next(candidate for candidate in played if candidate.round == round_)
    old, new = (state.players[seat].components for state in (chapter.before, chapter.after))
    gained = [room for room in new if room not in old]
    rooms = [room_title(room) for room in sorted(gained, key=number, reverse=True)]
    named = rooms if len(rooms) <= LISTED else [*rooms[: LISTED - 1], f"{len(rooms) - LISTED + 1} more"]
    return listed(named)


def _turns_of_lost_bids(chapter: Chapter) -> Iterator[Turn]:
    for place, step in enumerate(steps(chapter)):
        lost = [bid for bid in step.data.get("bids", ()) if bid["struck"]]
        if not lost or step.kind == "plant":
            continue
        paid = sum(bid["bid"] for bid in lost)
        names = tuple(dict.fromkeys(bid["seat"] for bid in lost))
        title = room_title(step.data["room"])
        winner = step.data["winners"][0]["seat"] if step.data["winners"] else None
        winner_words = f", and {winner} got it" if winner else ", and nobody got it"
        text = f"Round {chapter.round}: equal bids of {listed(names)} for {title} struck each other out{winner_words}."
        yield Turn(round=chapter.round, seats=names, kind="struck out", text=text,
                   figures={"energy": paid, "room": title},
                   weight=float(paid), step=place, tells="betrayal")  # fmt: skip


def _plants(chapter: Chapter) -> Iterator[Turn]:
    for place, step in enumerate(steps(chapter)):
        if step.kind == "plant":
            energy = {bid["seat"]: bid["bid"] for bid in step.data["bids"]}
            planted = [f"{seat} ({TITLES[a]}, {energy[seat]} energy)" for seat, a in step.data["letters"].items()]
            won = chapter.after.ending is not None and winning_planter(chapter.after, complete_sequences(chapter.after))
            outcome = f"It was right for {won}, and won the match." if won else "It was improper: no plant won."
            text = f"Round {chapter.round}: {listed(planted)} planted in the Vault. {outcome}"
            weight = 2.0 if won else 1.0
            yield Turn(round=chapter.round, seats=step.seats, kind="plant", text=text, weight=weight, step=place,
                       tells="betrayal")  # fmt: skip


def _last_piece(record: Record) -> list[Turn]:
    for chapter in record.chapters[-1:]:
        for a in complete_sequences(chapter.after):
            new = [
                (place, step)
                for place, step in enumerate(steps(chapter))
                if step.kind == "activate" and is_component(step.data["room"]) and letter(step.data["room"]) == a
            ]
            if new:
                place, step = new[-1]
                text = f"Round {chapter.round}: {step.seats[0]} activated {room_title(step.data['room'])}, and with it "
                return [
                    Turn(round=chapter.round, seats=step.seats[:1], kind="complete", step=place, weight=1.0,
                         text=f"{text}{TITLES[a]} was complete.")
                ]  # fmt: skip
    return []


# --- from one seat's eyes --------------------------------------------------------------------------------------------
def own_story(memory: Memory) -> GameStory:
    view: View = memory.now
    pictures = {round_: own_picture(view) for round_, view in memory.views.items()}
    by_round = {page.round: tuple(_own_steps(memory, page)) for page in memory.pages}
    if memory.seat is None or view.own is None:
        return GameStory(steps=by_round, pictures=pictures)
    seat = memory.seat
    values = counted(
        memory, "value", VALUE, "points", lambda moment, _: sum(bar.value for bar in moment.sequences),
        column="value", seats=(seat,),
    )  # fmt: skip
    cells: dict[str, Cell] = {bar.letter: f"{len(bar.mine)}, {bar.value}" for bar in view.sequences}
    cells |= {"pieces": len(view.own.components), "value": sum(bar.value for bar in view.sequences)}
    cells["bonuses"] = "".join(sorted(bonus for mate in view.crew for bonus in mate.bonuses))
    cells["parasite"] = "planted" if view.own.plant is not None else "claimed" if view.own.claimed else ""
    return GameStory(
        columns=_columns(), cells={seat: cells}, series=(values,), turns=tuple(swings(values, "round")),
        steps=by_round, pictures=pictures,
    )  # fmt: skip


def _own_steps(memory: Memory, leaf: Leaf) -> Iterator[Step]:
    seat, view = memory.seat, leaf.after
    if seat is not None and view.own is not None and leaf.report is not None:
        names = [mate.name for mate in view.crew]
        was = leaf.before.crew
        page: Page = next(page for page in view.own.pages if page.round == leaf.round)
        for index, room in enumerate(page.rooms):
            if len(was) == 2 and was[index].room != room:
                yield Step(kind="move", seats=(seat,), text=f"{names[index]} went from {was[index].room} to {room}.",
                           data={"seat": seat, "crew": index, "name": names[index], "room": room,
                                 "path": [was[index].room, room]})  # fmt: skip
        for attempt in leaf.report.activations:
            verb = "activated" if attempt.ok else "failed to activate"
            text = f"{names[attempt.crew]} {verb} {room_title(attempt.room)}."
            winners = [{"seat": seat, "crew": attempt.crew}] if attempt.ok else []
            yield Step(kind="activate" if attempt.ok else "contest", seats=(seat,), text=text,
                       data={"room": attempt.room, "crew": attempt.crew, "winners": winners})  # fmt: skip
        for met in leaf.report.met:
            yield Step(kind="met", seats=(seat, met.player), text=f"{names[met.crew]} met {met.player}'s {met.name} in "
                       f"{met.room}.", data={"room": met.room, "player": met.player})  # fmt: skip
    public = leaf.public
    if public is None:
        return
    assert isinstance(public, News)
    for room in public.activated:
        yield Step(kind="told", seats=(), text=f"{room_title(room)} was activated.", data={"room": room})
    for a, b in public.walls:
        yield Step(kind="wall", seats=(), text=f"A new wall stands between {a} and {b}.", data={"between": [a, b]})
