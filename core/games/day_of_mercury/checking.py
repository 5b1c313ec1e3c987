"""What may be sealed (DM-01 to DM-07), and why not. Only what the seat knows decides anything here."""

from __future__ import annotations

from msgspec import UNSET

from core.games.day_of_mercury.spec import (
    ACTIONS,
    ACTIONS_HERE,
    LOCATIONS,
    SHRINE,
    SINS,
    VISITS,
)
from core.games.day_of_mercury.structs import Commit, Deed, Offer, Orders, Player, State, Trade, Visit
from core.refusal import Refused, quoted


def may_visit(player: Player) -> int:
    """How many locations the player may visit this round, 2 or more; two of them it must (DM-01)."""
    return min(VISITS + player.effects.extra, len(LOCATIONS))


def may_do(player: Player) -> int:
    """How many actions the player may do this round, 3 or more (DM-02)."""
    return ACTIONS + player.effects.extra


def targets(state: State, seat: str) -> tuple[str, ...]:
    """Whom `seat` may still name in a commit, in seat order (DM-04)."""
    tried = {attempt.target for attempt in state.players[seat].attempts}
    return tuple(s for s in state.seats if s != seat and s not in tried)


def check(state: State, seat: str, orders: Orders) -> None:
    """Raise Refused if these orders may not be sealed. Orders with nothing in them always may (CM-01)."""
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
    """Every place asks for its own extra keys, and takes no others (CM-25)."""
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
    what = f"{'A commit' if isinstance(deed, Commit) else 'An offer'} at {LOCATIONS[location].title}"
    if missing := sorted(needs - has):
        raise Refused("missing_key", f"{what} must name: {', '.join(missing)}.", "CM-25")
    if superfluous := sorted(has - needs):
        raise Refused("superfluous_key", f"{what} takes no {' and no '.join(superfluous)}: leave it out.", "CM-25")


def _check_commit(state: State, seat: str, location: str, deed: Commit, named: list[str]) -> None:
    """DM-04, and the parameters of DM-26 and DM-27. `named` are the targets earlier in these orders."""
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
    """The parameters of DM-31 and DM-33. Whether it can be paid shows when it resolves (DM-07)."""
    if deed.location is not UNSET:
        _check_location(deed.location)
    if deed.player is not UNSET:
        if deed.player == seat:
            raise Refused("gift_to_oneself", "Those Lacking Eyes give to another player: name someone else.", "DM-33")
        _check_seated(state, deed.player)
    if deed.sin is not UNSET:
        _check_sin(deed.sin)


def _check_trade(state: State, seat: str, trade: Trade) -> None:
    """DM-06. Whether the partner agrees, is there and can pay shows when it resolves (DM-40)."""
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
