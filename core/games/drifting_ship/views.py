"""Views of a seat, built from the public chart and the seat's own position."""

from __future__ import annotations

from msgspec.structs import replace

from core.dice import Dice, Draw
from core.games.drifting_ship.spec import (
    BASE_CAP,
    CAP_PRICE,
    LETTERS,
    MOST_CAPS,
    PARASITE_ROOM,
    ROOMS,
    ROUND_ENERGY,
    ROUNDS,
    TITLES,
    USES,
    VAULT,
)
from core.games.drifting_ship.structs import (
    Activator,
    Bar,
    Chart,
    Crewmate,
    Disable,
    Page,
    Player,
    Sighting,
    State,
    View,
)
from core.games.drifting_ship.words import meetings_of, page
from core.json import Json
from core.ledger import LedgerEntry, total


def view(state: State, seat: str | None) -> View:
    own = None if seat is None else state.players[seat]
    pages = () if own is None else own.pages
    return View(
        seat=seat,
        seats=state.seats,
        round=state.round,
        rounds=ROUNDS,
        over=state.ending is not None,
        chart=state.chart,
        sequences=bars(state.chart, () if own is None else own.components),
        complete=tuple(a for a in LETTERS if all(f"{n}{a}" in state.chart.activated for n in range(1, 14))),
        news=state.news,
        own=own,
        garnets=0 if seat is None else total(state.ledger, "garnet", state.seats)[seat],
        owners=owners(seat, own),
        sightings=tuple(sighting for page in pages for sighting in sightings(page)),
        line=line_of(state, seat),
    )


def bars(chart: Chart, components: tuple[str, ...]) -> tuple[Bar, ...]:
    sequences = []
    for letter in LETTERS:
        own = tuple(n for n in range(1, 14) if f"{n}{letter}" in components)
        taken = tuple(n for n in range(1, 14) if n not in own and f"{n}{letter}" in chart.activated)
        free = tuple(n for n in range(1, 14) if n not in own and n not in taken)
        sequences.append(Bar(letter, TITLES[letter], own, taken, free, sum(own)))
    return tuple(sequences)


def owners(seat: str | None, own: Player | None) -> dict[str, str]:
    """Return the known activators of component and bonus rooms: the seat's own, and those it was present for."""
    if seat is None or own is None:
        return {}
    owner_of = {
        activator.room: activator.player
        for page in own.pages
        for activator in page.report.activators
        if activator.room not in (PARASITE_ROOM, VAULT)  # those two are activated again and again
    }
    owner_of |= dict.fromkeys(own.components, seat)
    owner_of |= {bonus: seat for crewmate in own.crew for bonus in crewmate.bonuses}
    owner_of |= {bonus: mate.player for page in own.pages for mate in page.report.met for bonus in mate.bonuses}
    return dict(sorted(owner_of.items()))


def sightings(page: Page) -> tuple[Sighting, ...]:
    """Return the crewmates seen at one close, each once even where both own ones stood there."""
    seen: list[Sighting] = []
    for mate in page.report.met:
        sighting = Sighting(page.round, mate.room, mate.player, mate.name, mate.bonuses, mate.parasite)
        seen_by_other = any(m.crew < mate.crew and m.room == mate.room for m in page.report.met)
        if not seen_by_other:
            seen.append(sighting)
    return tuple(seen)


def line_of(state: State, seat: str | None) -> str | None:
    """Return the seat at the other end of this seat's open channel, if any."""
    for first, second in state.lines:
        if seat == first:
            return second
        if seat == second:
            return first
    return None


def host(state: State) -> Json:
    return {
        "players": {seat: _player(player) for seat, player in state.players.items()},
        "activated": list(state.chart.activated),
        "walls": [list(wall) for wall in state.chart.walls],
        "disabled": dict(state.disabled),
        "lines": [list(pair) for pair in state.lines],
        "claimed": [seat for seat, player in state.players.items() if player.claimed],
        "disabled_by": {seat: p.disable.room for seat, p in state.players.items() if p.disable is not None},
        "planted": {seat: p.plant.letter for seat, p in state.players.items() if p.plant is not None},
        "board": [list(row) for row in state.chart.board],
    }


def _player(player: Player) -> Json:
    crew = [
        {
            "name": crewmate.name,
            "room": crewmate.room,
            "energy": crewmate.energy,
            "cap": player.cap,
            "bonuses": dict(crewmate.bonuses),
            "parasite": crewmate.parasite,
        }
        for crewmate in player.crew
    ]
    return {"components": list(player.components), "crew": crew}


Key = tuple[str, int]
OFTEN = 0.4
"""Chance that another seat has used its disable, once a round has closed."""
NAMES = ("Red", "Blue", "Green", "Amber", "Violet", "Grey", "Rust", "Jade")


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    """Return `state` with everything unknown to `seat` redrawn; unchanged before the crews are placed (SH-02)."""
    if state.round == 0 or not all(player.crew for player in state.players.values()):
        return state
    return Redeal(state, seat, dice).state_after()


class Redeal:
    """A redeal under way; `players` holds its current state."""

    def __init__(self, state: State, seat: str | None, dice: Dice) -> None:
        self.state, self.seat, self.dice = state, seat, dice
        self.others = tuple(other for other in state.seats if other != seat)
        self.players = dict(state.players)
        own = None if seat is None else state.players[seat]
        self.own_rooms = {mate.room for mate in own.crew} if own else set()
        self.known = owners(seat, own)
        self.news = state.news[-1] if state.news else None
        self.seen: dict[tuple[str, str], int] = {}
        """Crewmate (seat and name) to the last round at the end of which the seat saw it."""
        for past in own.pages if own else ():
            for met_mate in past.report.met:
                self.seen[met_mate.player, met_mate.name] = past.round

    def state_after(self) -> State:
        self._rooms(self.dice.draw("redeal: rooms"))
        self._components(self.dice.draw("redeal: components"))
        self._bonuses(self.dice.draw("redeal: bonuses"))
        self._parasites(self.dice.draw("redeal: parasites"))
        ledger = self._caps(self.dice.draw("redeal: caps"))
        self._crews(self.dice.draw("redeal: crews"))
        disabled = self._disables(self.dice.draw("redeal: disables"))
        self._plants(self.dice.draw("redeal: plants"))
        state = replace(self.state, players=self.players, ledger=ledger, disabled=disabled, lines=self._lines())
        players = dict(state.players)
        for other in self.others:
            pages = state.players[other].pages
            if pages:
                players[other] = replace(players[other], pages=(self._page(state, other, pages[-1].round),))
        return replace(state, players=players)

    def other_crewmates(self) -> list[tuple[Key, Crewmate]]:
        return [((s, n), mate) for s in self.others for n, mate in enumerate(self.players[s].crew)]

    def change_crewmate(self, key: Key, **fields: object) -> None:
        seat, index = key
        crew = list(self.players[seat].crew)
        crew[index] = replace(crew[index], **fields)
        self.players[seat] = replace(self.players[seat], crew=tuple(crew))

    def last_seen(self, key: Key) -> int:
        """Return the last round at the end of which the seat saw this crewmate; -1 if never."""
        return self.seen.get((key[0], self.players[key[0]].crew[key[1]].name), -1)

    def activation_round(self, room: str) -> int:
        """Return the round of a room's first activation; -1 for one given at set-up."""
        return next((news.round for news in self.state.news if room in news.activated), -1)

    # --- where they stand
    def _rooms(self, draw: Draw) -> None:
        fresh = set(self.news.activated) if self.news else set()
        free = [room for room in ROOMS if room not in self.own_rooms]
        for key, mate in self.other_crewmates():
            if self.state.round > 1 and mate.room not in self.own_rooms and mate.room not in fresh:
                self.change_crewmate(key, room=draw.pick(free))

    # --- what they own and carry
    def _components(self, draw: Draw) -> None:
        fresh = set(self.news.activated) if self.news else set()
        owned: dict[str, list[str]] = {other: [] for other in self.others}
        for other in self.others:
            for room in self.players[other].components:
                moves = room not in self.known and room not in fresh
                owned[draw.pick(self.others) if moves else other].append(room)
        for other in self.others:
            self.players[other] = replace(self.players[other], components=tuple(sorted(owned[other])))

    def _bonuses(self, draw: Draw) -> None:
        fresh = set(self.news.activated) if self.news else set()
        for key, mate in self.other_crewmates():
            for letter in mate.bonuses:
                if letter in self.known or letter in fresh or self.last_seen(key) >= self.activation_round(letter):
                    continue
                possible = [
                    other
                    for other, _ in self.other_crewmates()
                    if self.last_seen(other) < self.activation_round(letter)
                ]
                self._move_bonus(key, draw.pick([key, *possible]), letter)
        for key, mate in self.other_crewmates():
            uses = {a: left if USES[a] is None else draw.below((USES[a] or 0) + 1) for a, left in mate.bonuses.items()}
            self.change_crewmate(key, bonuses=uses)

    def _move_bonus(self, giver: Key, taker: Key, letter: str) -> None:
        has = {key: mate.bonuses for key, mate in self.other_crewmates()}
        left = has[giver][letter]
        self.change_crewmate(giver, bonuses={a: n for a, n in has[giver].items() if a != letter})
        has = {key: mate.bonuses for key, mate in self.other_crewmates()}
        self.change_crewmate(taker, bonuses=dict(sorted({**has[taker], letter: left}.items())))

    def _parasites(self, draw: Draw) -> None:
        """Give an unseen Parasite to a crewmate unseen since, of its own seat or one without a claim (SH-30)."""
        first = self.activation_round(PARASITE_ROOM)
        own = None if self.seat is None else self.players[self.seat]
        claimants = {seen.player for past in own.pages for seen in past.report.activators} if own else set()
        for key, mate in self.other_crewmates():
            if not mate.parasite or self.last_seen(key) >= first or key[0] in claimants:
                continue
            possible = [
                other
                for other, candidate in self.other_crewmates()
                if self.last_seen(other) < first
                and (other[0] == key[0] or not self.players[other[0]].claimed)
                and not candidate.parasite
            ]
            taker = draw.pick([key, *possible])
            self.change_crewmate(key, parasite=False)
            self.players[key[0]] = replace(self.players[key[0]], claimed=False)
            self.change_crewmate(taker, parasite=True)
            self.players[taker[0]] = replace(self.players[taker[0]], claimed=True)

    # --- what they have
    def _caps(self, draw: Draw) -> tuple[LedgerEntry, ...]:
        """Redraw caps that others may have bought out of their purse (SH-04), once a round has closed."""
        purse = total(tuple(e for e in self.state.ledger if e.amount > 0), "garnet", self.state.seats)
        ledger = [e for e in self.state.ledger if e.seat not in self.others or e.amount > 0]
        for other in self.others:
            most = min(MOST_CAPS, purse[other] // CAP_PRICE) if self.state.round > 1 and self.news else 0
            caps = draw.below(most + 1) if most else self.players[other].caps
            self.players[other] = replace(self.players[other], caps=caps)
            if caps:
                ledger.append(LedgerEntry(other, "garnet", -CAP_PRICE * caps, f"energy cap +{caps}"))
        return tuple(ledger)

    def _crews(self, draw: Draw) -> None:
        """Redraw all energy, and names of crewmates never met (SH-02)."""
        for key, mate in self.other_crewmates():
            cap = self.players[key[0]].cap
            fields: dict[str, object] = {"energy": min(mate.energy, cap)}
            if self.state.round > 1:
                least = min(ROUND_ENERGY, mate.energy)
                fields["energy"] = least + draw.below(cap - least + 1)
            if self.last_seen(key) < 0:
                names = {sibling.name for sibling in self.players[key[0]].crew}
                fields["name"] = draw.pick([mate.name, *(name for name in NAMES if name not in names)])
            self.change_crewmate(key, **fields)

    def _disables(self, draw: Draw) -> dict[str, int]:
        """Redraw who used its disable (SH-14), where and when. In the last round a crewmate stands there."""
        played = self.state.round - 1
        fresh = set(self.news.activated) if self.news else set()
        rooms = [room for room in ROOMS if room not in (PARASITE_ROOM, VAULT)]
        for other in self.others:
            last = 2 + draw.below(played) if played > 0 and draw.chance(OFTEN) else 0
            occupied = [mate.room for mate in self.players[other].crew if mate.room in rooms and mate.room not in fresh]
            options = occupied if last > played else rooms
            disable = Disable(draw.pick(options), last) if last and options else None
            self.players[other] = replace(self.players[other], disable=disable)
        disabled: dict[str, int] = {}
        for player in self.players.values():
            if player.disable is not None and player.disable.last >= self.state.round:
                disabled[player.disable.room] = max(player.disable.last, disabled.get(player.disable.room, 0))
        return dict(sorted(disabled.items()))

    def _plants(self, draw: Draw) -> None:
        """Redraw plants, and which other seat made an earlier one, unless the seat has met that Parasite (SH-31)."""
        own = None if self.seat is None else self.players[self.seat]
        pages = own.pages if own else ()
        seen = {active.player for past in pages for active in past.report.activators}
        seen |= {mate.player for past in pages for mate in past.report.met if mate.parasite}
        for other in self.others:
            plant = self.players[other].plant
            if plant is None:
                continue
            free = [
                taker
                for taker in self.others
                if taker not in seen and not self.players[taker].claimed and plant.round < self.state.round - 1
            ]
            taker = draw.pick([other, *(free if other not in seen else [])])
            plant = replace(plant, letter=draw.pick(LETTERS), energy=3 + draw.below(BASE_CAP - 2))
            self.players[other] = replace(self.players[other], plant=None, claimed=False)
            self.players[taker] = replace(self.players[taker], plant=plant, claimed=True)

    # --- what they saw
    def _lines(self) -> tuple[tuple[str, str], ...]:
        """Redraw the pairs of a line between two other seats (SH-24)."""
        draw, lines = self.dice.draw("redeal: lines"), []
        for pair in self.state.lines:
            if self.seat in pair or len(self.others) < 2:
                lines.append(pair)
            else:
                seat_a, seat_b = draw.sample(self.others, 2)
                first, second = sorted((seat_a, seat_b), key=self.state.seats.index)
                lines.append((first, second))
        return tuple(dict.fromkeys(lines))

    def _page(self, state: State, other: str, round_: int) -> Page:
        last_report = self.state.players[other].pages[-1].report
        rooms = {mate.room for mate in state.players[other].crew}
        activators = tuple(
            Activator(room, name)
            for room in (self.news.activated if self.news else ())
            if room in rooms
            for name, player in state.players.items()
            if _is_activator(player, room)
        )
        crew = state.players[other].crew
        energy = (crew[0].energy, crew[1].energy)
        return page(
            state,
            other,
            round_,
            replace(last_report, met=meetings_of(state, other), activators=activators, energy=energy),
        )


def _is_activator(player: Player, room: str) -> bool:
    return room in player.components or any(room in mate.bonuses for mate in player.crew)


def knows(state: State, seat: str | None) -> object:
    """Return what the rules let a seat know (SH-50), from the position and not from its pages."""
    public = [state.round, state.chart, state.news]
    if seat is None:
        return public
    own = replace(state.players[seat], pages=())
    standing_in = {mate.room for mate in own.crew}
    rooms = [room for room in (state.news[-1].activated if state.news else ()) if room in standing_in]
    planted = state.round - 1 if state.ending is None else state.round
    active = [
        [room, name]
        for room in rooms
        for name, player in state.players.items()
        if _is_activator(player, room)
        or (room == PARASITE_ROOM and any(mate.parasite and mate.room == room for mate in player.crew))
        or (room == VAULT and player.plant is not None and player.plant.round == planted)
    ]
    lines = [pair for pair in state.lines if seat in pair]
    return [*public, own, meetings_of(state, seat), active, lines, total(state.ledger, "garnet", state.seats)[seat]]
