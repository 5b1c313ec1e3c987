"""A seat's possible orders, with the reason for every closed choice.

Slots: `count.visits`, `count.actions` (how many, with the first excess closed), `visit`, `leave_out` (a forced place
cannot be), `do.<location>` (gather, commit, offer), `commit.target`, `commit.sins`, `commit.location`,
`offer.location`, `offer.player`, `offer.sin`, `trade.with`, `trade.give`, `trade.want`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import UNSET, structs

from core.contract import Asks, Choice
from core.games.day_of_mercury.spec import ACTIONS, ACTIONS_HERE, LOCATIONS, SHRINE, SIN_LOCATIONS, SINS, VISITS
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
from core.refusal import Refused, quoted


def may_visit(player: Player) -> int:
    """Return how many locations the player may visit this round, at least 2; two are required (DM-01)."""
    return min(VISITS + player.effects.extra, len(LOCATIONS))


def may_do(player: Player) -> int:
    """Return how many actions the player may do this round, at least 3 (DM-02)."""
    return ACTIONS + player.effects.extra


def targets(state: State, seat: str) -> tuple[str, ...]:
    """Return the seats that `seat` may still name in a commit, in seat order (DM-04)."""
    tried = {attempt.target for attempt in state.players[seat].attempts}
    return tuple(s for s in state.seats if s != seat and s not in tried)


def check(state: State, seat: str, orders: Orders) -> None:
    """Check orders for sealing. Empty orders are always allowed (CM-01).

    Raises:
        Refused: They may not be sealed.
    """
    if orders.nothing:
        return
    player = state.players[seat]
    _check_visits(player, orders.visits)
    _check_numbers(player, orders.visits)
    named: list[str] = []
    for visit in orders.visits:
        for deed in visit.deeds:
            _check_keys(visit.location, deed)
            if isinstance(deed, Commit):
                _check_commit(state, seat, visit.location, deed, named)
                named.append(deed.target)
            elif isinstance(deed, Offer):
                _check_offer(state, seat, deed)
    if orders.trade is not None:
        _check_trade(state, seat, orders.trade)


# --- where and how much --------------------------------------------------------------------------------------


def _check_visits(player: Player, visits: tuple[Visit, ...]) -> None:
    """DM-01, DM-05."""
    for visit in visits:
        _check_location(visit.location)
    places = [visit.location for visit in visits]
    twice = [place for place in LOCATIONS if places.count(place) > 1]
    if twice:
        raise Refused(
            "visited_twice",
            f"You named {LOCATIONS[twice[0]].title} twice: visit different locations, with all you do there together.",
            "DM-01",
        )
    most = may_visit(player)
    if not VISITS <= len(places) <= most:
        limit = f"exactly {VISITS}" if most == VISITS else f"{VISITS} to {most}"
        raise Refused("number_of_visits", f"Visit {limit} locations this round; you named {len(places)}.", "DM-01")
    forced = player.effects.forced
    if forced is not None and forced not in places:
        raise Refused(
            "forced_location", f"You must visit {LOCATIONS[forced].title} this round: put it into your plan.", "DM-05"
        )


def _check_numbers(player: Player, visits: tuple[Visit, ...]) -> None:
    """DM-02."""
    for visit in visits:
        if len(visit.deeds) > ACTIONS_HERE:
            raise Refused(
                "too_many_actions_here",
                f"At most {ACTIONS_HERE} actions in one location; you ordered {len(visit.deeds)}"
                f" in {LOCATIONS[visit.location].title}.",
                "DM-02",
            )
    ordered, most = sum(len(visit.deeds) for visit in visits), may_do(player)
    if ordered > most:
        raise Refused("too_many_actions", f"At most {most} actions this round; you ordered {ordered}.", "DM-02")


# --- one action ----------------------------------------------------------------------------------------------


def _check_keys(location: str, deed: Deed) -> None:
    """Each place requires its own extra keys and takes no others (CM-25)."""
    if isinstance(deed, Commit):
        if location == SHRINE:
            raise Refused("no_commit_at_shrine", "No sin can be committed from the Shrine of Flies.", "DM-03")
        needs = {"abigails_quarters": {"sins"}, "lost_district": {"location"}}.get(location, set())
        has = {key for key in ("sins", "location") if getattr(deed, key) is not UNSET}
    elif isinstance(deed, Offer):
        needs = {"drowned_tower": {"location"}, "lakeside_garden": {"player", "sin"}}.get(location, set())
        has = {key for key in ("location", "player", "sin") if getattr(deed, key) is not UNSET}
    else:
        return
    subject = f"{'A commit' if isinstance(deed, Commit) else 'An offer'} at {LOCATIONS[location].title}"
    if missing := sorted(needs - has):
        raise Refused("missing_key", f"{subject} must name: {', '.join(missing)}.", "CM-25")
    if superfluous := sorted(has - needs):
        raise Refused("superfluous_key", f"{subject} takes no {' and no '.join(superfluous)}: leave it out.", "CM-25")


def _check_commit(state: State, seat: str, location: str, deed: Commit, named: list[str]) -> None:
    """DM-04, and the parameters of DM-26 and DM-27. `named`: targets earlier in these orders."""
    if deed.target == seat:
        raise Refused("commit_on_oneself", "You cannot commit a sin against yourself: name another player.", "DM-04")
    _check_seated(state, deed.target)
    if deed.target in named:
        raise Refused("target_twice", f"You name {deed.target} in two commits: a target can be named once.", "DM-04")
    for attempt in state.players[seat].attempts:
        if attempt.target == deed.target:
            raise Refused(
                "target_tried",
                f"You committed against {deed.target} in round {attempt.round}: name someone you have not tried.",
                "DM-04",
            )
    if location == "abigails_quarters":
        assert deed.sins is not UNSET
        for sin in deed.sins:
            _check_sin(sin)
        if len(deed.sins) != 2 or len(set(deed.sins)) != 2:
            raise Refused("two_sins", "Name two different sins to deny your target.", "DM-27")
    elif location == "lost_district":
        assert deed.location is not UNSET
        _check_location(deed.location)
        if deed.location == SHRINE:
            raise Refused(
                "shrine_not_forced", "Nobody can be sent to the Shrine of Flies: name another location.", "DM-26"
            )


def _check_offer(state: State, seat: str, deed: Offer) -> None:
    """The parameters of DM-31 and DM-33. Payment is decided when it resolves (DM-07)."""
    if deed.location is not UNSET:
        _check_location(deed.location)
    if deed.player is not UNSET:
        if deed.player == seat:
            raise Refused("gift_to_oneself", "Those Lacking Eyes give to another player: name someone else.", "DM-33")
        _check_seated(state, deed.player)
    if deed.sin is not UNSET:
        _check_sin(deed.sin)


def _check_trade(state: State, seat: str, trade: Trade) -> None:
    """DM-06. Agreement, place and payment are decided when it resolves (DM-40)."""
    if trade.partner == seat:
        raise Refused("trade_with_oneself", "You cannot trade with yourself: name another player.", "DM-06")
    _check_seated(state, trade.partner)
    _check_sin(trade.give)
    _check_sin(trade.want)


# --- names ---------------------------------------------------------------------------------------------------


def _check_location(name: str) -> None:
    if name not in LOCATIONS:
        raise Refused(
            "unknown_location", f"There is no location {quoted(name)}. There are: {', '.join(LOCATIONS)}.", "DM-01"
        )


def _check_sin(name: str) -> None:
    if name not in SINS:
        raise Refused("unknown_sin", f"There is no sin {quoted(name)}. There are: {', '.join(SINS)}.", "CM-25")


def _check_seated(state: State, name: str) -> None:
    if name not in state.seats:
        raise Refused("not_seated", f"Nobody called {quoted(name)} is seated here.", "CM-25")


KEPT = 32
"""Cached positions, about 120 kB each: screens ask again after every message, and messages change nothing."""


def asks(state: State, seat: str, sealed: Orders | None = None) -> Asks:
    """Return the choices of `seat` this round. They depend on its own effects and attempts alone."""
    if state.ending is not None:
        return Asks(orders=False)
    player = state.players[seat]
    return _asks(state.seats, state.round, seat, player.effects, player.attempts)


@lru_cache(maxsize=KEPT)
def _asks(seats: tuple[str, ...], now: int, seat: str, effects: Effects, attempts: tuple[Attempt, ...]) -> Asks:
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
    choices = [
        *_count_choices(pen, player),
        *_visit_choices(pen, player),
        *_deed_choices(pen),
        *_commit_choices(pen),
        *_offer_choices(pen),
        *_trade_choices(pen),
    ]
    return Asks(orders=True, limits=limits, choices=tuple(choices))


class _Pen:
    """Builds probes for one seat: minimal orders for one choice, opened or closed by `check` itself."""

    def __init__(self, state: State, seat: str) -> None:
        self.state = state
        self.seat = seat
        self.forced = state.players[seat].effects.forced
        self.target = next(iter(targets(state, seat)), None)
        """A possible target, if one is left."""
        self.other = next(s for s in state.seats if s != seat)

    def choice(self, slot: str, value: str | int, orders: Orders, label: str = "") -> Choice:
        """Return a choice with these minimal orders; closed with the reason if `check` refuses them."""
        closed = ruling = None
        try:
            check(self.state, self.seat, orders)
        except Refused as refused:
            closed, ruling = refused.message, refused.ruling
        return Choice(slot, value, label, closed, ruling, json(orders))

    def places(self, *wanted: str, least: int = VISITS) -> list[str]:
        places = list(wanted)
        spare = ([self.forced] if self.forced else []) + list(LOCATIONS)
        for place in spare:
            if len(places) < least and place not in places:
                places.append(place)
        return places

    def at(self, location: str, *deeds: Deed) -> Orders:
        first, *others = self.places(location)
        return Orders((Visit(first, deeds), *(Visit(place) for place in others)))


def _count_choices(pen: _Pen, player: Player) -> Iterator[Choice]:
    """Numbers of locations and actions allowed this round, and one excess each with its reason (DM-01, DM-02)."""
    for count in range(VISITS, min(may_visit(player) + 1, len(LOCATIONS)) + 1):
        orders = Orders(tuple(Visit(place) for place in pen.places(least=count)))
        yield pen.choice("count.visits", count, orders, f"{count} locations")
    for count in range(1, may_do(player) + 2):
        needed = max(VISITS, -(-count // ACTIONS_HERE))
        if needed > may_visit(player):
            break
        visits = []
        left = count
        for place in pen.places(least=needed):
            deeds_here = min(left, ACTIONS_HERE)
            visits.append(Visit(place, (Gather(),) * deeds_here))
            left -= deeds_here
        yield pen.choice("count.actions", count, Orders(tuple(visits)), f"{count} actions")


def _visit_choices(pen: _Pen, player: Player) -> list[Choice]:
    """Locations to visit (DM-01), and those that cannot be left out (DM-05)."""
    choices = [pen.choice("visit", place, pen.at(place), LOCATIONS[place].title) for place in LOCATIONS]
    forced = player.effects.forced
    if forced is not None:
        others = [place for place in LOCATIONS if place != forced][:VISITS]
        orders = Orders(tuple(Visit(place) for place in others))
        choices.append(pen.choice("leave_out", forced, orders, LOCATIONS[forced].title))
    return choices


def _deed_choices(pen: _Pen) -> Iterator[Choice]:
    """Deeds possible in each location (DM-03)."""
    for place in LOCATIONS:
        slot = f"do.{place}"
        yield pen.choice(slot, "gather", pen.at(place, Gather()))
        commit = pen.choice(slot, "commit", pen.at(place, _sample_commit(place, pen.target or pen.other)))
        if pen.target is None and place != SHRINE:
            commit = structs.replace(commit, closed="You have committed against every other player already.")
        yield commit
        yield pen.choice(slot, "offer", pen.at(place, _sample_offer(place, pen.other)))


def _commit_choices(pen: _Pen) -> list[Choice]:
    """Targets (DM-04) and the extra keys of some commits (DM-26, DM-27)."""
    choices = [pen.choice("commit.target", s, pen.at("ringed_city", Commit(s))) for s in pen.state.seats]
    target = pen.target
    if target is None:
        return choices
    for index, sin in enumerate(SINS):
        deed = Commit(target, sins=(sin, SINS[index - 1]))
        choices.append(pen.choice("commit.sins", sin, pen.at("abigails_quarters", deed)))
    for place in LOCATIONS:
        deed = Commit(target, location=place)
        choices.append(pen.choice("commit.location", place, pen.at("lost_district", deed), LOCATIONS[place].title))
    return choices


def _offer_choices(pen: _Pen) -> list[Choice]:
    """Keys of offers to the Hanged Men and Those Lacking Eyes (DM-31, DM-33)."""
    tower, garden = "drowned_tower", "lakeside_garden"
    return [
        *(
            pen.choice("offer.location", place, pen.at(tower, Offer(location=place)), LOCATIONS[place].title)
            for place in LOCATIONS
        ),
        *(pen.choice("offer.player", s, pen.at(garden, Offer(player=s, sin=SINS[0]))) for s in pen.state.seats),
        *(pen.choice("offer.sin", sin, pen.at(garden, Offer(player=pen.other, sin=sin))) for sin in SINS),
    ]


def _trade_choices(pen: _Pen) -> list[Choice]:
    """Partner and both sins (DM-06)."""

    def orders(trade: Trade) -> Orders:
        return Orders(tuple(Visit(place) for place in pen.places()), trade)

    first, other = SINS[0], pen.other
    return [
        *(pen.choice("trade.with", s, orders(Trade(s, first, first))) for s in pen.state.seats),
        *(pen.choice("trade.give", sin, orders(Trade(other, sin, first))) for sin in SINS),
        *(pen.choice("trade.want", sin, orders(Trade(other, first, sin))) for sin in SINS),
    ]


def _sample_commit(place: str, target: str) -> Commit:
    if place == "abigails_quarters":
        return Commit(target, sins=(SINS[0], SINS[1]))
    if place == "lost_district":
        return Commit(target, location=SIN_LOCATIONS[0])
    return Commit(target)


def _sample_offer(place: str, other: str) -> Offer:
    if place == "drowned_tower":
        return Offer(location=SIN_LOCATIONS[0])
    if place == "lakeside_garden":
        return Offer(player=other, sin=SINS[0])
    return Offer()
