"""The close of a round, in the order of SH-05: bananas, moves, steps, disables, activations, walls, drains, caps,
the end or the next round's energy, reports. The pregame's close places the crew."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from core.contract import Closing
from core.dice import Dice
from core.games.drifting_ship.asking import crew_name
from core.games.drifting_ship.board import Wall
from core.games.drifting_ship.ending import completed, conclude
from core.games.drifting_ship.reach import gain, meal, step_to, tiles, wall_at
from core.games.drifting_ship.reports import QUIET, Happened, Key, news, tell_all
from core.games.drifting_ship.spec import BONUSES, CAP_PRICE, FIRST_ENERGY, PARASITE_ROOM, ROUNDS, VAULT, is_component
from core.games.drifting_ship.start import drawn_crew
from core.games.drifting_ship.structs import (
    NO_ORDERS,
    Crewmate,
    CrewOrders,
    Disable,
    Orders,
    Plant,
    Report,
    State,
    with_bonus,
)
from core.match.ledger import Entry

Crews = dict[Key, Crewmate]
"""Every crewmate by seat and index, in seat and crew order."""
Deeds = dict[Key, CrewOrders]
Bids = dict[str, dict[Key, int]]
"""Room to what each crewmate bid for it, in seat and crew order."""


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    """The position after the close, and the reports. `orders` were checked when they were sealed."""
    if state.round == 0:
        return muster(state, orders, dice)
    deeds = {(seat, at): orders[seat].of(at) if seat in orders else NO_ORDERS for seat in state.seats for at in (0, 1)}
    crews = {(seat, at): mate for seat, player in state.players.items() for at, mate in enumerate(player.crew)}
    crews = eat(state, crews, deeds)
    crews = move(state, crews, deeds)
    crews = step(state, crews, deeds)
    state, crews = disable(state, crews, deeds)
    state, crews, happened = activate(state, crews, deeds)
    state, crews, walls = build_walls(state, crews, deeds)
    crews = drain(state, crews, deeds)
    state = buy_caps(with_crews(state, crews), orders)
    return finish(state, replace(happened, walls=walls), dice)


# --- the pregame (SH-02) -----------------------------------------------------------------------------------------
def muster(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    """Name and place the crews, by lot where a seat ordered nothing; round 1 opens."""
    players = {}
    for seat, player in state.players.items():
        crew = _ordered_crew(orders[seat]) if seat in orders else drawn_crew(seat, dice)
        players[seat] = replace(player, crew=crew)
    state = replace(state, players=players)
    state, reports = tell_all(state, 0, QUIET)
    told = news(0, QUIET)
    return Closing(replace(state, round=1, news=(*state.news, told)), reports, told)


def _ordered_crew(orders: Orders) -> tuple[Crewmate, ...]:
    return tuple(Crewmate(crew_name(order), str(order.start), FIRST_ENERGY) for order in map(orders.of, (0, 1)))


# --- before the activations --------------------------------------------------------------------------------------
def eat(state: State, crews: Crews, deeds: Deeds) -> Crews:
    """SH-21 Y: +3 energy within the cap, before the crewmate's other orders."""
    eaters = {key: crews[key] for key, deed in deeds.items() if deed.eat is True}
    fed = {
        key: replace(use(mate, "Y"), energy=meal(mate.energy, state.players[key[0]].cap))
        for key, mate in eaters.items()
    }
    return {**crews, **fed}


def move(state: State, crews: Crews, deeds: Deeds) -> Crews:
    """SH-06: in a straight line, 1 energy a tile."""
    moved = {}
    for key, deed in deeds.items():
        if deed.move is not UNSET:
            cost = tiles(state.chart, crews[key].room, deed.move)
            moved[key] = replace(crews[key], room=deed.move, energy=crews[key].energy - cost)
    return {**crews, **moved}


def step(state: State, crews: Crews, deeds: Deeds) -> Crews:
    """SH-21 T: one orthogonal step for 1 energy."""
    stepped = {}
    for key, deed in deeds.items():
        if deed.step is not UNSET:
            room = step_to(state.chart, crews[key].room, deed.step)
            stepped[key] = replace(crews[key], room=room, energy=crews[key].energy - 1)
    return {**crews, **stepped}


def disable(state: State, crews: Crews, deeds: Deeds) -> tuple[State, Crews]:
    """SH-14: all the crewmate's energy; the room cannot be activated in this round and the next."""
    players, disabled = dict(state.players), dict(state.disabled)
    spent = {}
    last = state.round + 1
    for (seat, at), deed in deeds.items():
        if deed.disable is True:
            room = crews[seat, at].room
            disabled[room] = last  # the later last round holds, and this one is never the earlier
            players[seat] = replace(players[seat], disable=Disable(room, last))
            spent[seat, at] = replace(crews[seat, at], energy=0)
    return replace(state, players=players, disabled=dict(sorted(disabled.items()))), {**crews, **spent}


# --- activations -------------------------------------------------------------------------------------------------
def activate(state: State, crews: Crews, deeds: Deeds) -> tuple[State, Crews, Happened]:
    """SH-10 to SH-13: bids are paid, each room goes to one bidder or nobody, and gives what it holds."""
    bids: Bids = {}
    for key, deed in deeds.items():
        if deed.activate is not UNSET:
            bids.setdefault(crews[key].room, {})[key] = deed.activate
            crews = {**crews, key: replace(crews[key], energy=crews[key].energy - deed.activate)}
    done: dict[str, tuple[Key, ...]] = {}
    for room in sorted(bids):
        if room == VAULT:
            done[room] = tuple(bids[room])  # SH-31: no contention, every plant happens
        elif room not in state.disabled and (winner := contend(room, bids[room], crews)) is not None:
            done[room] = (winner,)
    tried = {key: crews[key].room for key, deed in deeds.items() if deed.activate is not UNSET}
    for room, winners in done.items():
        for key in winners:
            state, crews = award(state, crews, deeds[key], key, room)
    return state, crews, Happened(tried, done)


def contend(room: str, bids: Mapping[Key, int], crews: Crews) -> Key | None:
    """SH-11: energies named more than once are struck out, the highest left activates. SH-22: Urgot trumps all."""
    if is_component(room):
        for key in bids:
            if crews[key].can_use("U"):
                return key
    energies = list(bids.values())
    single = {energy: key for key, energy in bids.items() if energies.count(energy) == 1}
    return single[max(single)] if single else None


def award(state: State, crews: Crews, deed: CrewOrders, key: Key, room: str) -> tuple[State, Crews]:
    """SH-13: a component goes to the seat, a bonus or a Parasite to the crewmate. In V a Parasite is planted."""
    seat = key[0]
    player, mate = state.players[seat], crews[key]
    chart = state.chart
    if is_component(room):
        player = replace(player, components=tuple(sorted((*player.components, room))))
        mate = use(mate, "U") if mate.can_use("U") else mate  # SH-22: used up by the next that succeeds
    elif room in BONUSES:
        mate = replace(mate, bonuses=with_bonus(mate.bonuses, room))
    elif room == PARASITE_ROOM:
        player, mate = replace(player, claimed=True), replace(mate, parasite=True)
    else:
        assert room == VAULT
        assert deed.plant is not UNSET
        assert deed.activate is not UNSET
        player = replace(player, plant=Plant(state.round, deed.plant, deed.activate))
        mate = replace(mate, parasite=False)  # SH-31: gone, right or wrong
    if room not in (PARASITE_ROOM, VAULT):
        chart = replace(chart, activated=tuple(sorted((*chart.activated, room))))
    state = replace(state, chart=chart, players={**state.players, seat: player})
    return state, {**crews, key: mate}


def use(mate: Crewmate, bonus: str) -> Crewmate:
    """The crewmate with one use of `bonus` gone; used-up ones are still carried (SH-25)."""
    left = mate.bonuses[bonus]
    assert left is not None
    return replace(mate, bonuses={**mate.bonuses, bonus: left - 1})


# --- after the activations ---------------------------------------------------------------------------------------
def build_walls(state: State, crews: Crews, deeds: Deeds) -> tuple[State, Crews, tuple[Wall, ...]]:
    """SH-20 S: a wall on one side of the room where the carrier ended."""
    built = []
    for key, deed in deeds.items():
        if deed.wall is not UNSET:
            built.append(wall_at(state.chart, crews[key].room, deed.wall))
            crews = {**crews, key: use(crews[key], "S")}
    chart = replace(state.chart, walls=tuple(sorted({*state.chart.walls, *built})))
    return replace(state, chart=chart), crews, tuple(sorted(built))


def drain(state: State, crews: Crews, deeds: Deeds) -> Crews:
    """SH-23 W: 1 energy from every other crewmate in the room, to the carrier within its cap."""
    for key, deed in deeds.items():
        if deed.drain is True:
            carrier = use(crews[key], "W")
            drained = {
                other: replace(mate, energy=mate.energy - 1)
                for other, mate in crews.items()
                if other != key and mate.room == carrier.room and mate.energy > 0
            }
            energy = min(state.players[key[0]].cap, carrier.energy + len(drained))
            crews = {**crews, **drained, key: replace(carrier, energy=energy)}
    return crews


def with_crews(state: State, crews: Crews) -> State:
    """The state with every crewmate as the steps left it."""
    players = {seat: replace(p, crew=(crews[seat, 0], crews[seat, 1])) for seat, p in state.players.items()}
    return replace(state, players=players)


def buy_caps(state: State, orders: Mapping[str, Orders]) -> State:
    """SH-04: 3 garnets for +1 cap of both crewmates."""
    players, ledger = dict(state.players), state.ledger
    for seat in state.seats:
        bought = orders[seat].caps if seat in orders else 0
        if bought:
            players[seat] = replace(players[seat], caps=players[seat].caps + bought)
            ledger = (*ledger, Entry(seat, "garnet", -CAP_PRICE * bought, f"energy cap +{bought}"))
    return replace(state, players=players, ledger=ledger)


# --- the end, or the next round ----------------------------------------------------------------------------------
def finish(state: State, happened: Happened, dice: Dice) -> Closing[State, Report]:
    """SH-40: the match ends when a Sequence is complete or after round 8; otherwise energy for the next round."""
    played = state.round
    if completed(state) or played == ROUNDS:
        state, now = conclude(state, dice), played
    else:
        state, now = replace(give_energy(state), round=played + 1), played + 1
    told = news(played, happened)
    disabled = {room: last for room, last in state.disabled.items() if last >= now}
    state = replace(state, disabled=disabled, lines=(), news=(*state.news, told))
    state, reports = tell_all(state, played, happened)
    return Closing(state, reports, told)


def give_energy(state: State) -> State:
    """SH-03, SH-20 R: what each crewmate starts the next round with."""
    players = {}
    for seat, player in state.players.items():
        crew = tuple(replace(mate, energy=gain(mate.energy, player.cap, "R" in mate.bonuses)) for mate in player.crew)
        players[seat] = replace(player, crew=crew)
    return replace(state, players=players)
