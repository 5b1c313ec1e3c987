"""The close of a round in the order of SH-05, and the end of the match (SH-40 to SH-45). The pregame's close places the
crew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from core import ledger
from core.contract import Closing, Struct
from core.dice import Dice
from core.games.drifting_ship.asking import crew_name
from core.games.drifting_ship.board import Wall
from core.games.drifting_ship.reach import gain, meal, step_to, tiles, wall_at
from core.games.drifting_ship.spec import (
    BONUSES,
    CAP_PRICE,
    FIRST_ENERGY,
    LETTERS,
    PARASITE_ROOM,
    PARTS_A_GARNET,
    RECORD_GARNETS,
    ROUNDS,
    TITLES,
    VAULT,
    is_component,
    letter,
    number,
)
from core.games.drifting_ship.start import drawn_crew
from core.games.drifting_ship.structs import (
    NO_ORDERS,
    Crewmate,
    CrewOrders,
    Disable,
    Orders,
    Plant,
    Record,
    Report,
    State,
    with_bonus,
)
from core.games.drifting_ship.words import QUIET, Happened, Key, news, tell_all
from core.ledger import PURSE_TAKEN, Ending, LedgerEntry, Lots, group, total
from core.story.parts import Reason, listed


class Chosen(Struct, frozen=True):
    """A seat chosen by a criterion, alone or by lot."""

    seat: str
    level: tuple[str, ...]
    """Seats that the criterion ranks equally, the chosen one included, in seat order."""
    lots: tuple[Lots, ...] = ()
    """Lots for the record, if they decided (CM-05)."""


def complete_sequences(state: State) -> tuple[str, ...]:
    """Return the Sequences with all thirteen components claimed (SH-40)."""
    owned = [room for player in state.players.values() for room in player.components]
    return tuple(a for a in LETTERS if sum(letter(room) == a for room in owned) == 13)


def conclude(state: State, dice: Dice) -> State:
    complete = complete_sequences(state)
    planter = winning_planter(state, complete)
    prize = "the win" if planter is None else "who would have won without the Parasite"
    natural = natural_winner(state, complete, prize, dice)
    winner = natural if planter is None else Chosen(planter, (planter,))
    candidate = elimination_candidate(state, complete, natural, planter, dice)
    ending = Ending(
        winners=(winner.seat,),
        ranking=ranking(state, complete, winner, candidate),
        candidate=candidate.seat,
        lots=natural.lots + candidate.lots,
    )
    return replace(state, ending=ending, ledger=(*state.ledger, *taken_back(state), *rewards(state, winner.seat)))


def value(state: State, seat: str, letters: Sequence[str]) -> int:
    return sum(number(room) for room in state.players[seat].components if letter(room) in letters)


def lasting_value(state: State, complete: Sequence[str]) -> dict[str, int]:
    """SH-43: Return each seat's value over the complete Sequences, or over all components if none is complete."""
    return {seat: value(state, seat, complete or LETTERS) for seat in state.seats}


# --- the winner --------------------------------------------------------------------------------------------------
def natural_winner(state: State, complete: Sequence[str], prize: str, dice: Dice) -> Chosen:
    """SH-41: Return the winner if no plant wins."""

    def key(seat: str) -> tuple[int, ...]:
        over_all = value(state, seat, LETTERS)  # the gamewide tie-break
        if len(complete) == 1:
            pieces = sum(letter(room) == complete[0] for room in state.players[seat].components)
            return (pieces, value(state, seat, complete), over_all)
        if complete:
            values = [value(state, seat, (a,)) for a in complete]
            return (max(values), sum(values), over_all)
        return (over_all,)

    return choose(state, state.seats, key, prize, dice)


def winning_planter(state: State, complete: Sequence[str]) -> str | None:
    """SH-32: Return the single highest energy among this close's plants that named a Sequence now complete."""
    right = {
        seat: player.plant.energy
        for seat, player in state.players.items()
        if player.plant is not None and player.plant.round == state.round and player.plant.letter in complete
    }
    best = [seat for seat, energy in right.items() if energy == max(right.values())]
    return best[0] if len(best) == 1 else None


def choose(state: State, among: Sequence[str], key: Callable[[str], tuple[int, ...]], prize: str, dice: Dice) -> Chosen:
    """Return the seat with the greatest key; lots decide among equals (CM-05)."""
    best = max(key(seat) for seat in among)
    level = tuple(seat for seat in state.seats if seat in among and key(seat) == best)
    if len(level) == 1:
        return Chosen(level[0], level)
    drawn = dice.draw(f"round {state.round}: {prize}").pick(level)
    return Chosen(drawn, level, (Lots(f"Lots decided {prize} among {', '.join(level)}: {drawn}.", level),))


# --- the candidate -----------------------------------------------------------------------------------------------
def elimination_candidate(
    state: State, complete: Sequence[str], natural: Chosen, planter: str | None, dice: Dice
) -> Chosen:
    """Return the candidate: SH-42 after a winning plant, else SH-43."""
    if planter is not None and natural.seat != planter:
        return Chosen(natural.seat, tuple(seat for seat in natural.level if seat != planter))
    winner = natural.seat
    others = [seat for seat in state.seats if seat != winner]
    improper = [seat for seat in others if state.players[seat].plant is not None] if planter is None else []
    lasting = lasting_value(state, complete)
    return choose(state, improper or others, lambda seat: (-lasting[seat],), "the Elimination Candidate", dice)


# --- ranking and rewards -----------------------------------------------------------------------------------------
def ranking(state: State, complete: Sequence[str], winner: Chosen, candidate: Chosen) -> tuple[tuple[str, ...], ...]:
    """SH-45: Rank the winner first, then by lasting value, the candidate last. Seats separated only by lots stay
    together (CM-05, SH-90), even a candidate level with the winner."""
    told_apart = _improper(state, candidate.seat) and not _improper(state, winner.seat)
    first = tuple(s for s in winner.level if not (told_apart and s in candidate.level))
    last = tuple(s for s in candidate.level if s not in first)
    between = [seat for seat in state.seats if seat not in first and seat not in last]
    groups = group(between, lasting_value(state, complete))
    return (first, *groups, *((last,) if last else ()))


def _improper(state: State, seat: str) -> bool:
    return state.players[seat].plant is not None


def rewards(state: State, winner: str) -> tuple[LedgerEntry, ...]:
    """SH-44: Return the rewards, in addition to the unspent purse."""
    entries = [LedgerEntry(winner, "token", 1, "won the match")]
    for seat, player in state.players.items():
        if pieces := len(player.components) // PARTS_A_GARNET:
            entries.append(LedgerEntry(seat, "garnet", pieces, f"{len(player.components)} components"))
        if any("Z" in mate.bonuses for mate in player.crew):
            entries.append(LedgerEntry(seat, "garnet", RECORD_GARNETS, "Zurich Is Stained Vinyl Record"))
    return tuple(entries)


# --- purses that a season lent -----------------------------------------------------------------------------------
def taken_back(state: State) -> tuple[LedgerEntry, ...]:
    """SH-44: Return the rest of a lent purse to the season, before the rewards."""
    left = total(state.ledger, "garnet", state.seats) if state.lent else {}
    return tuple(LedgerEntry(seat, "garnet", -garnets, PURSE_TAKEN) for seat, garnets in left.items() if garnets)


def spent(state: State) -> dict[str, int]:
    """Return the garnets that each seat spent of its purse, in seat order, without seats that spent none."""
    return {seat: garnets for seat, garnets in ledger.spent(state.ledger, state.seats).items() if garnets}


def verdict(record: Record) -> tuple[Reason, ...]:
    ending, state = record.ending, record.final
    if ending is None:
        return ()
    complete = complete_sequences(state)
    reasons = [Reason(kind="end", seats=(), text=_over_because(complete), ruling="SH-40")]
    winner = ending.winners[0]
    if winning_planter(state, complete) == winner:
        plant = state.players[winner].plant
        assert plant is not None
        text = f"{winner} won by the Parasite: planted on {TITLES[plant.letter]} with {plant.energy} energy, more than "
        text += "any other right plant, at the very close that completed it."
        reasons.append(Reason(kind="winner", seats=(winner,), text=text, ruling="SH-42"))
    else:
        reasons.append(
            Reason(kind="winner", seats=(winner,), text=_winner_text(state, complete, winner), ruling="SH-41")
        )
    if ending.candidate is not None:
        reasons.append(_candidate_reason(state, complete, ending.candidate, winner))
    return tuple(reasons)


def _over_because(complete: Sequence[str]) -> str:
    if not complete:
        return "The match ended after its last round with no Sequence complete."
    return (
        f"The match ended when {listed([TITLES[a] for a in complete])} was complete, all thirteen components claimed."
    )


def _winner_text(state: State, complete: Sequence[str], winner: str) -> str:
    own = [room for room in state.players[winner].components if letter(room) in complete]
    others = [seat for seat in state.seats if seat != winner]
    if len(complete) == 1:
        title = TITLES[complete[0]]
        worth = value(state, winner, complete)
        pieces = {seat: sum(letter(room) in complete for room in state.players[seat].components) for seat in others}
        second = max(others, key=lambda seat: (pieces[seat], value(state, seat, complete)))
        next_ = f"{second} owns {pieces[second]} worth {value(state, second, complete)}"
        return f"{winner} owns the most of {title}: {len(own)} components with a value of {worth}; {next_}."
    if complete:
        best, second, less = _two_largest(others, winner, lambda seat: max(value(state, seat, (a,)) for a in complete))
        return f"{winner} has the highest value in one of the complete Sequences: {best}; {second} has {less}."
    best, second, less = _two_largest(others, winner, lambda seat: value(state, seat, LETTERS))
    head = "No Sequence was complete, so the value over all components decides"
    return f"{head}: {winner} has {best}, {second} {less}."


def _two_largest(others: Sequence[str], winner: str, count: Callable[[str], int]) -> tuple[int, str, int]:
    second = max(others, key=count)
    return count(winner), second, count(second)


def _candidate_reason(state: State, complete: Sequence[str], name: str, winner: str) -> Reason:
    lasting = lasting_value(state, complete)[name]
    counted_over = listed([TITLES[a] for a in complete]) if complete else "all components"
    head = f"{name} is the Elimination Candidate:"
    if winning_planter(state, complete) == winner:
        would = _candidate_by_natural_win(state, complete, winner) == name
        reason = "would have won" if would else f"the smallest value over {counted_over} among the others, {lasting}"
        text = f"{head} {reason}, without the winner's Parasite." if would else f"{head} {reason}."
        return Reason(kind="candidate", seats=(name,), text=text, ruling="SH-42")
    planted = state.players[name].plant is not None
    among = "among those whose plant was improper" if planted else "of all who did not win"
    text = f"{head} the smallest value over {counted_over} {among}, {lasting}."
    return Reason(kind="candidate", seats=(name,), text=text, ruling="SH-43")


def _candidate_by_natural_win(state: State, complete: Sequence[str], winner: str) -> str | None:
    """Return the candidate if it is the natural winner: its value is not the smallest."""
    lasting = lasting_value(state, complete)
    ending = state.ending
    assert ending is not None
    others = [seat for seat in state.seats if seat != winner]
    name = ending.candidate
    return name if name is not None and lasting[name] > min(lasting[seat] for seat in others) else None


Crews = dict[Key, Crewmate]
"""Every crewmate by seat and index, in seat and crew order."""
Deeds = dict[Key, CrewOrders]
Bids = dict[str, dict[Key, int]]
"""Bid of each crewmate by room, in seat and crew order."""


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    if state.round == 0:
        return muster(state, orders, dice)
    deeds = {(seat, n): orders[seat].of(n) if seat in orders else NO_ORDERS for seat in state.seats for n in (0, 1)}
    crews = {(seat, n): mate for seat, player in state.players.items() for n, mate in enumerate(player.crew)}
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
    """SH-02: Name and place the crews, by lot for seats without orders, and open round 1."""
    players = {}
    for seat, player in state.players.items():
        crew = drawn_crew(seat, dice)
        if seat in orders:
            both = map(orders[seat].of, (0, 1))
            crew = tuple(Crewmate(crew_name(order), str(order.start), FIRST_ENERGY) for order in both)
        players[seat] = replace(player, crew=crew)
    state = replace(state, players=players)
    state, reports = tell_all(state, 0, QUIET)
    public = news(0, QUIET)
    return Closing(replace(state, round=1, news=(*state.news, public)), reports, public)


# --- before the activations --------------------------------------------------------------------------------------
def eat(state: State, crews: Crews, deeds: Deeds) -> Crews:
    """SH-21 Y: Add 3 energy within the cap, before the crewmate's other orders."""
    eaters = {key: crews[key] for key, deed in deeds.items() if deed.eat is True}
    fed = {
        key: replace(use(mate, "Y"), energy=meal(mate.energy, state.players[key[0]].cap))
        for key, mate in eaters.items()
    }
    return {**crews, **fed}


def move(state: State, crews: Crews, deeds: Deeds) -> Crews:
    """SH-06: Move in a straight line, 1 energy a tile."""
    moved = {}
    for key, deed in deeds.items():
        if deed.move is not UNSET:
            cost = tiles(state.chart, crews[key].room, deed.move)
            moved[key] = replace(crews[key], room=deed.move, energy=crews[key].energy - cost)
    return {**crews, **moved}


def step(state: State, crews: Crews, deeds: Deeds) -> Crews:
    """SH-21 T: Take one orthogonal step for 1 energy."""
    stepped = {}
    for key, deed in deeds.items():
        if deed.step is not UNSET:
            room = step_to(state.chart, crews[key].room, deed.step)
            stepped[key] = replace(crews[key], room=room, energy=crews[key].energy - 1)
    return {**crews, **stepped}


def disable(state: State, crews: Crews, deeds: Deeds) -> tuple[State, Crews]:
    """SH-14: Spend all the crewmate's energy; the room cannot be activated in this round and the next."""
    players, disabled = dict(state.players), dict(state.disabled)
    spent = {}
    last = state.round + 1
    for (seat, n), deed in deeds.items():
        if deed.disable is True:
            room = crews[seat, n].room
            disabled[room] = last  # the later last round holds, and this one is never the earlier
            players[seat] = replace(players[seat], disable=Disable(room, last))
            spent[seat, n] = replace(crews[seat, n], energy=0)
    return replace(state, players=players, disabled=dict(sorted(disabled.items()))), {**crews, **spent}


# --- activations -------------------------------------------------------------------------------------------------
def activate(state: State, crews: Crews, deeds: Deeds) -> tuple[State, Crews, Happened]:
    """SH-10 to SH-13: Pay the bids. Each room goes to at most one bidder, who gets its content."""
    bids: Bids = {}
    for key, deed in deeds.items():
        if deed.activate is not UNSET:
            bids.setdefault(crews[key].room, {})[key] = deed.activate
            crews = {**crews, key: replace(crews[key], energy=crews[key].energy - deed.activate)}
    winners_by_room: dict[str, tuple[Key, ...]] = {}
    for room in sorted(bids):
        if room == VAULT:
            winners_by_room[room] = tuple(bids[room])  # SH-31: no contention, every plant happens
        elif room not in state.disabled and (winner := contend(room, bids[room], crews)) is not None:
            winners_by_room[room] = (winner,)
    tried = {key: crews[key].room for key, deed in deeds.items() if deed.activate is not UNSET}
    for room, winners in winners_by_room.items():
        for key in winners:
            state, crews = award(state, crews, deeds[key], key, room)
    return state, crews, Happened(tried, winners_by_room)


def contend(room: str, bids: Mapping[Key, int], crews: Crews) -> Key | None:
    """SH-11: Strike out energies named more than once; the highest left activates. SH-22: Urgot wins in any case."""
    if is_component(room):
        for key in bids:
            if crews[key].can_use("U"):
                return key
    energies = list(bids.values())
    single = {energy: key for key, energy in bids.items() if energies.count(energy) == 1}
    return single[max(single)] if single else None


def award(state: State, crews: Crews, deed: CrewOrders, key: Key, room: str) -> tuple[State, Crews]:
    """SH-13: A component goes to the seat, a bonus or a Parasite to the crewmate. In V a Parasite is planted
    (SH-31)."""
    seat = key[0]
    player, mate = state.players[seat], crews[key]
    chart = state.chart
    if is_component(room):
        player = replace(player, components=tuple(sorted((*player.components, room))))
        mate = use(mate, "U") if mate.can_use("U") else mate  # SH-22: used up by the next success
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
    """Spend one use of `bonus`. Used-up ones are still carried (SH-25)."""
    left = mate.bonuses[bonus]
    assert left is not None
    return replace(mate, bonuses={**mate.bonuses, bonus: left - 1})


# --- after the activations ---------------------------------------------------------------------------------------
def build_walls(state: State, crews: Crews, deeds: Deeds) -> tuple[State, Crews, tuple[Wall, ...]]:
    """SH-20 S: Build a wall on one side of the room where the carrier ended."""
    built = []
    for key, deed in deeds.items():
        if deed.wall is not UNSET:
            built.append(wall_at(state.chart, crews[key].room, deed.wall))
            crews = {**crews, key: use(crews[key], "S")}
    chart = replace(state.chart, walls=tuple(sorted({*state.chart.walls, *built})))
    return replace(state, chart=chart), crews, tuple(sorted(built))


def drain(state: State, crews: Crews, deeds: Deeds) -> Crews:
    """SH-23 W: Move 1 energy from every other crewmate in the room to the carrier, within its cap."""
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
    players = {seat: replace(p, crew=(crews[seat, 0], crews[seat, 1])) for seat, p in state.players.items()}
    return replace(state, players=players)


def buy_caps(state: State, orders: Mapping[str, Orders]) -> State:
    """SH-04: Sell +1 cap of both crewmates for 3 garnets."""
    players, ledger = dict(state.players), state.ledger
    for seat in state.seats:
        bought = orders[seat].caps if seat in orders else 0
        if bought:
            players[seat] = replace(players[seat], caps=players[seat].caps + bought)
            ledger = (*ledger, LedgerEntry(seat, "garnet", -CAP_PRICE * bought, f"energy cap +{bought}"))
    return replace(state, players=players, ledger=ledger)


# --- the end, or the next round ----------------------------------------------------------------------------------
def finish(state: State, happened: Happened, dice: Dice) -> Closing[State, Report]:
    """SH-40: End the match when a Sequence is complete or after round 8; else give energy for the next round."""
    played = state.round
    if complete_sequences(state) or played == ROUNDS:
        state, current = conclude(state, dice), played
    else:
        state, current = replace(give_energy(state), round=played + 1), played + 1
    public = news(played, happened)
    disabled = {room: last for room, last in state.disabled.items() if last >= current}
    state = replace(state, disabled=disabled, lines=(), news=(*state.news, public))
    state, reports = tell_all(state, played, happened)
    return Closing(state, reports, public)


def give_energy(state: State) -> State:
    """SH-03, SH-20 R: Give each crewmate the energy for the next round."""
    players = {}
    for seat, player in state.players.items():
        crew = tuple(replace(mate, energy=gain(mate.energy, player.cap, "R" in mate.bonuses)) for mate in player.crew)
        players[seat] = replace(player, crew=crew)
    return replace(state, players=players)
