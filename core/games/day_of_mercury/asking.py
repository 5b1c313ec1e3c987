"""What a seat may order now, choice by choice, with the reason for every choice that is closed.

Slots: `count.visits` and `count.actions` (how many, the first one too many closed), `visit`, `leave_out` (a forced
place cannot be), `do.<location>` (gather, commit, offer), `commit.target`, `commit.sins`, `commit.location`,
`offer.location`, `offer.player`, `offer.sin`, `trade.with`, `trade.give`, `trade.want`.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import structs

from core.contract import Asks, Choice
from core.games.day_of_mercury.checking import check, may_do, may_visit, targets
from core.games.day_of_mercury.spec import ACTIONS_HERE, LOCATIONS, SHRINE, SIN_LOCATIONS, SINS, VISITS
from core.games.day_of_mercury.structs import (
    Attempt,
    Commit,
    Deed,
    Effects,
    Gather,
    Offer,
    Orders,
    Player,
    State,
    Trade,
    Visit,
    json,
)
from core.refusal import Refused

KEPT = 32
"""Of how many positions the choices are kept, at about 120 kB each: a dozen seats are shown them with every word that
is said to them, and nothing that is said changes them."""


def asks(state: State, seat: str, sealed: Orders | None = None) -> Asks:
    """The choices of `seat` this round. They follow from its own effects and attempts alone."""
    if state.ending is not None:
        return Asks(orders=False)
    player = state.players[seat]
    return _asks(state.seats, state.round, seat, player.effects, player.attempts)


@lru_cache(maxsize=KEPT)
def _asks(seats: tuple[str, ...], now: int, seat: str, effects: Effects, attempts: tuple[Attempt, ...]) -> Asks:
    """The same, of a state that holds nothing else."""
    player = Player(points=0, sin={}, effects=effects, attempts=attempts)
    state = State(seats=seats, round=now, players={seat: player})
    limits = {
        "visits_least": VISITS,
        "visits": may_visit(player),
        "actions": may_do(player),
        "actions_here": ACTIONS_HERE,
        "trades": 1,
    }
    pen = _Pen(state, seat)
    choices = [*_counts(pen, player), *_visits(pen, player), *_deeds(pen), *_commits(pen), *_offers(pen), *_trade(pen)]
    return Asks(orders=True, limits=limits, choices=tuple(choices))


class _Pen:
    """Writes probes for one seat: small orders around one choice, opened or closed by `check` itself."""

    def __init__(self, state: State, seat: str) -> None:
        self.state = state
        self.seat = seat
        self.forced = state.players[seat].effects.forced
        self.target = next(iter(targets(state, seat)), None)
        """Someone it may commit against, if anyone is left."""
        self.other = next(s for s in state.seats if s != seat)

    def choice(self, slot: str, value: str | int, orders: Orders, label: str = "") -> Choice:
        """A choice whose smallest orders are these: closed if `check` refuses them, with its reason."""
        closed = ruling = None
        try:
            check(self.state, self.seat, orders)
        except Refused as refused:
            closed, ruling = refused.message, refused.ruling
        return Choice(slot, value, label, closed, ruling, json(orders))

    def places(self, *wanted: str, least: int = VISITS) -> list[str]:
        """The wanted places, a forced one, and others up to `least` places in all."""
        places = list(wanted)
        spare = ([self.forced] if self.forced else []) + list(LOCATIONS)
        for place in spare:
            if len(places) < least and place not in places:
                places.append(place)
        return places

    def at(self, location: str, *deeds: Deed) -> Orders:
        """Orders that do these deeds in that location and nothing else."""
        first, *rest = self.places(location)
        return Orders((Visit(first, deeds), *(Visit(place) for place in rest)))


def _counts(pen: _Pen, player: Player) -> list[Choice]:
    """How many locations and actions: as many as this round allows, and one more to say why not (DM-01, DM-02)."""
    found = []
    for count in range(VISITS, min(may_visit(player) + 1, len(LOCATIONS)) + 1):
        orders = Orders(tuple(Visit(place) for place in pen.places(least=count)))
        found.append(pen.choice("count.visits", count, orders, f"{count} locations"))
    for count in range(1, may_do(player) + 2):
        needed = max(VISITS, -(-count // ACTIONS_HERE))
        if needed > may_visit(player):
            break
        visits = []
        left = count
        for place in pen.places(least=needed):
            here = min(left, ACTIONS_HERE)
            visits.append(Visit(place, (Gather(),) * here))
            left -= here
        found.append(pen.choice("count.actions", count, Orders(tuple(visits)), f"{count} actions"))
    return found


def _visits(pen: _Pen, player: Player) -> list[Choice]:
    """Where to go (DM-01), and what cannot be left out (DM-05)."""
    found = [pen.choice("visit", place, pen.at(place), LOCATIONS[place].title) for place in LOCATIONS]
    forced = player.effects.forced
    if forced is not None:
        others = [place for place in LOCATIONS if place != forced][:VISITS]
        orders = Orders(tuple(Visit(place) for place in others))
        found.append(pen.choice("leave_out", forced, orders, LOCATIONS[forced].title))
    return found


def _deeds(pen: _Pen) -> list[Choice]:
    """What can be done in each location (DM-03)."""
    found = []
    for place in LOCATIONS:
        slot = f"do.{place}"
        found.append(pen.choice(slot, "gather", pen.at(place, Gather())))
        commit = pen.choice(slot, "commit", pen.at(place, _commit(place, pen.target or pen.other)))
        if pen.target is None and place != SHRINE:
            commit = structs.replace(commit, closed="You have committed against every other player already.")
        found.append(commit)
        found.append(pen.choice(slot, "offer", pen.at(place, _offer(place, pen.other))))
    return found


def _commits(pen: _Pen) -> list[Choice]:
    """Targets (DM-04) and what some commits name beside them (DM-26, DM-27)."""
    found = [pen.choice("commit.target", s, pen.at("ringed_city", Commit(s))) for s in pen.state.seats]
    target = pen.target
    if target is None:
        return found
    for index, sin in enumerate(SINS):
        deed = Commit(target, sins=(sin, SINS[index - 1]))
        found.append(pen.choice("commit.sins", sin, pen.at("abigails_quarters", deed)))
    for place in LOCATIONS:
        deed = Commit(target, location=place)
        found.append(pen.choice("commit.location", place, pen.at("lost_district", deed), LOCATIONS[place].title))
    return found


def _offers(pen: _Pen) -> list[Choice]:
    """What the Hanged Men and Those Lacking Eyes are told (DM-31, DM-33)."""
    tower, garden = "drowned_tower", "lakeside_garden"
    return [
        *(
            pen.choice("offer.location", place, pen.at(tower, Offer(location=place)), LOCATIONS[place].title)
            for place in LOCATIONS
        ),
        *(pen.choice("offer.player", s, pen.at(garden, Offer(player=s, sin=SINS[0]))) for s in pen.state.seats),
        *(pen.choice("offer.sin", sin, pen.at(garden, Offer(player=pen.other, sin=sin))) for sin in SINS),
    ]


def _trade(pen: _Pen) -> list[Choice]:
    """With whom, and what for what (DM-06)."""

    def orders(trade: Trade) -> Orders:
        return Orders(tuple(Visit(place) for place in pen.places()), trade)

    first, other = SINS[0], pen.other
    return [
        *(pen.choice("trade.with", s, orders(Trade(s, first, first))) for s in pen.state.seats),
        *(pen.choice("trade.give", sin, orders(Trade(other, sin, first))) for sin in SINS),
        *(pen.choice("trade.want", sin, orders(Trade(other, first, sin))) for sin in SINS),
    ]


def _commit(place: str, target: str) -> Commit:
    """The simplest commit from that location."""
    if place == "abigails_quarters":
        return Commit(target, sins=(SINS[0], SINS[1]))
    if place == "lost_district":
        return Commit(target, location=SIN_LOCATIONS[0])
    return Commit(target)


def _offer(place: str, other: str) -> Offer:
    """The simplest offer in that location."""
    if place == "drowned_tower":
        return Offer(location=SIN_LOCATIONS[0])
    if place == "lakeside_garden":
        return Offer(player=other, sin=SINS[0])
    return Offer()
