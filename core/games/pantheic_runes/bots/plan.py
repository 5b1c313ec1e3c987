"""Evaluation of `steady` in points, and the best set of routes within a budget, from a View. Figures are estimates from
many matches."""

from __future__ import annotations

from core.contract import Struct
from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.purse import hand_without
from core.games.pantheic_runes.routes import Means, Route, Step, routes, targets
from core.games.pantheic_runes.views import View

NODES = 1_500
"""Sets of routes evaluated for one plan."""
PLACE_NODES = 120
"""The same for weighing a temple place or a proposal by the next round's plan."""
PAIRS = 6_000
"""Pairs tried in one search of `reach`; at most three tableaux are combined."""
USED = 3
KEPT = 2_048
"""Cached hands and patterns, about 2 kB each. A hand is evaluated again for every temple place, proposal and
message."""

MANA = (0.7, 0.65, 0.5, 0.45, 0.4, 0.35, 0.3)
"""Worth of one more mana, by the mana held, while a round is still to come."""
TOKEN, PICK = 0.58, 0.40
"""Worth of one, while a round is still to come."""
FIRST = (0.0, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
"""The chance, by round, to be the only first with a blessing."""
KEEP = 0.18
"""Worth of a tableau as an ingredient of the next round."""
KEEP_FULL = 0.55
"""The same for a full one, which fills another's gaps."""
POSEIDON = (0.0, -3.0, -2.5, -1.5, 0.3, 1.8, 0.0)
"""Gain of the unlimited round minus the later drought, by the round of the blessing."""
LASTING = {"hera": 0.28, "apollo": 0.32, "hephaestus": 0.38, "ares": 0.08, "athena": 0.12, "dionysus": 0.25}
"""Worth of a lasting effect in every later round."""
ONCE = {"demeter": 0.9, "artemis": 0.15, "aphrodite": 0.3, "hermes": 0.3}
ZEUS_PART = 1.5
HESTIA_PART = 0.45
"""Worth of a ritual towards a blessing of three while it can still be completed."""


class Outlook(Struct, frozen=True):
    """Possible gains of a seat at the next close, from its View."""

    round: int
    later: int
    worth: dict[str, float]
    """Pattern to points, for the blessings that one ritual grants."""
    owner: dict[str, str]
    """Pattern to deity, for every pattern still wanted."""
    zeus: tuple[str, ...]
    """Patterns of Zeus still to be performed; empty once blessed."""
    hestia: int
    """Rituals for Hestia still to be performed; 0 once blessed."""
    mana: float
    token: float
    pick: float
    keep_full: float = KEEP_FULL
    keep: float = KEEP
    zeus_part: float = ZEUS_PART


class Plan(Struct, frozen=True):
    """A set of routes for one round, and the rest."""

    value: float
    steps: tuple[Step, ...]
    rituals: tuple[str, ...]
    left: tuple[str, ...]
    """The later hand, with full tableaux that are not laid down."""
    mana: int | None
    tokens: int


def outlook(view: View, ahead: int = 0, rituals: tuple[str, ...] = (), keep_full: float = KEEP_FULL) -> Outlook:
    own = view.mine
    assert own is not None
    number = view.round + ahead
    later = max(0, view.rounds - number)
    worth: dict[str, float] = {}
    owner: dict[str, str] = {}
    zeus: tuple[str, ...] = ()
    hestia = 0
    for deity in view.deities:
        wanted = targets(deity, own.dionysus)
        laid = [pattern for pattern in rituals if pattern in wanted]
        if deity.id == "zeus":
            zeus = tuple(pattern for pattern in wanted if pattern not in laid)
        elif deity.id == "hestia" and wanted:
            hestia = max(0, deity.need - deity.done - len(laid))
        elif laid:
            continue
        for pattern in wanted:
            owner[pattern] = deity.id
            if deity.need == 1:
                worth[pattern] = _worth(deity.id, number, later)
    has_no_mana = own.drained or own.mana is None or "poseidon" in own.blessings
    has_future = 1.0 if later else 0.0
    return Outlook(
        round=number, later=later, worth=worth, owner=owner, zeus=zeus, hestia=hestia,
        mana=0.0 if has_no_mana else MANA[min(own.mana or 0, len(MANA) - 1)] * has_future,
        token=0.02 if own.drained else TOKEN * has_future, pick=PICK * has_future, keep_full=keep_full,
    )  # fmt: skip


def _worth(deity: str, number: int, later: int) -> float:
    value = 1 + FIRST[min(number, 6)] + LASTING.get(deity, 0.0) * later
    if deity == "poseidon":
        return value + POSEIDON[min(number, 6)]
    if deity in ("demeter", "artemis") and not later:
        return value
    return value + ONCE.get(deity, 0.0)


# --- what a set of rituals is worth -----------------------------------------------------------------------------------
def effects(outlook: Outlook, tableau: str) -> float:
    """Return a ritual's effects besides blessings (PR-21); in the last round they only break ties."""
    gained = (("o", outlook.mana), ("x", outlook.token), ("+", outlook.pick))
    return 0.01 + sum(value for rune, value in gained if rune in tableau)


def worth_of_keeping(outlook: Outlook, tableau: str) -> float:
    kept_worth = ingredient_worth(outlook, tableau)
    return max(kept_worth, effects(outlook, tableau)) if runes.is_full(tableau) else kept_worth


def ingredient_worth(outlook: Outlook, tableau: str) -> float:
    if not outlook.later or tableau == runes.NOTHING:
        return 0.0
    return outlook.keep_full if runes.is_full(tableau) else outlook.keep


def hand_worth(outlook: Outlook, hand: tuple[str, ...]) -> float:
    """Return a hand's worth besides the plan; a second copy is only worth its effects."""
    firsts = sum(worth_of_keeping(outlook, tableau) for tableau in dict.fromkeys(hand))
    copies = sum(
        effects(outlook, tableau) if runes.is_full(tableau) else 0.0
        for place, tableau in enumerate(hand)
        if tableau in hand[:place]
    )
    return firsts + copies


def rituals_worth(outlook: Outlook, rituals: tuple[str, ...]) -> float:
    total = 0.0
    blessed = set()
    zeus, hestia = set(), 0
    for tableau in rituals:
        total += effects(outlook, tableau)
        deity = outlook.owner.get(tableau)
        if deity == "zeus":
            zeus.add(tableau)
        elif deity == "hestia":
            hestia += 1
        elif deity is not None and deity not in blessed:
            blessed.add(deity)
            total += outlook.worth[tableau]
    return total + _zeus_worth(outlook, len(zeus)) + _hestia_worth(outlook, hestia)


def _zeus_worth(outlook: Outlook, performed: int) -> float:
    missing = len(outlook.zeus)
    if missing and performed >= missing:
        return 1 + spec.ZEUS_EXTRA + 0.8
    if not outlook.later or missing - performed > 2 * outlook.later:
        return 0.0
    return outlook.zeus_part * performed


def _hestia_worth(outlook: Outlook, performed: int) -> float:
    if outlook.hestia and performed >= outlook.hestia:
        return 1 + FIRST[min(outlook.round, 6)]
    return HESTIA_PART * performed if outlook.later and outlook.hestia else 0.0


# --- the best set of routes -------------------------------------------------------------------------------------------
def best_plan(outlook: Outlook, have: Means, nodes: int = NODES) -> Plan:
    """Return the best of up to `nodes` sets of routes, the cheapest and most promising first."""
    candidates = _candidates(outlook, have)
    search = _Search(outlook, nodes)
    search.explore(candidates, have, ())
    return _plan(outlook, have, search.best)


def _candidates(outlook: Outlook, have: Means) -> list[Route]:
    rated = []
    for pattern in outlook.owner:
        alone = rituals_worth(outlook, (pattern,))
        for route in routes(have, pattern, most=4, most_used=USED, budget=PAIRS):
            cost = route.mana * max(outlook.mana, 0.05) + route.tokens * max(outlook.token, 0.05)
            net = alone - cost - sum(worth_of_keeping(outlook, tableau) for tableau in route.uses)
            if net > 0 or outlook.owner[pattern] in ("zeus", "hestia"):
                rated.append((-net, route.mana, route))
    rated.sort(key=lambda entry: (entry[0], entry[1], entry[2].pattern, entry[2].uses))
    return [route for _, _, route in rated[:36]]


class _Search:
    """Depth-first search through sets of candidates, promising ones first, up to a number of nodes."""

    def __init__(self, outlook: Outlook, nodes: int) -> None:
        self.outlook, self.nodes = outlook, nodes
        self.best: tuple[Route, ...] = ()
        self.best_value = -1e9

    def explore(self, candidates: list[Route], have: Means, chosen: tuple[Route, ...]) -> None:
        """Search on from the chosen routes. `candidates` may still join them, in order."""
        self.nodes -= 1
        value = self.value(have, chosen)
        if value > self.best_value:
            self.best, self.best_value = chosen, value
        if self.nodes <= 0:
            return
        candidates = [route for route in candidates if is_affordable(have, route)]  # means only decrease
        for place, route in enumerate(candidates):
            joined = (*chosen, route)
            self.explore(self.joinable(candidates[place + 1 :], joined), means_after(have, route), joined)
            if self.nodes <= 0:
                return

    def joinable(self, candidates: list[Route], chosen: tuple[Route, ...]) -> list[Route]:
        owner, last = self.outlook.owner, chosen[-1].pattern
        deity = owner[last]
        if deity == "zeus":
            return [route for route in candidates if route.pattern != last]
        if deity == "hestia" and sum(owner[route.pattern] == deity for route in chosen) < self.outlook.hestia:
            return candidates
        return [route for route in candidates if owner[route.pattern] != deity]

    def value(self, have: Means, chosen: tuple[Route, ...]) -> float:
        total = rituals_worth(self.outlook, tuple(route.pattern for route in chosen))
        total += hand_worth(self.outlook, have.hand)
        return total + (have.mana or 0) * self.outlook.mana + have.tokens * self.outlook.token


def is_affordable(have: Means, route: Route) -> bool:
    if have.mana is not None and route.mana > have.mana:
        return False
    if route.tokens > have.tokens or route.tokens > have.adjusts_left or route.turns > have.turns_left:
        return False
    if len(route.uses) - 1 > have.combines_left:
        return False
    return all(have.hand.count(tableau) >= route.uses.count(tableau) for tableau in route.uses)


def means_after(have: Means, route: Route) -> Means:
    return Means(
        hand=hand_without(have.hand, route.uses),
        mana=None if have.mana is None else have.mana - route.mana,
        tokens=have.tokens - route.tokens,
        rotate=have.rotate,
        adjust=have.adjust,
        combine=have.combine,
        turns_left=have.turns_left - route.turns,
        adjusts_left=have.adjusts_left - route.tokens,
        combines_left=have.combines_left - (len(route.uses) - 1),
    )


def _plan(outlook: Outlook, have: Means, chosen: tuple[Route, ...]) -> Plan:
    after = have
    for route in chosen:
        after = means_after(after, route)
    rituals = [route.pattern for route in chosen]
    for tableau in after.hand:
        if runes.is_full(tableau):
            more = rituals_worth(outlook, (*rituals, tableau)) - rituals_worth(outlook, tuple(rituals))
            spare = after.hand.count(tableau) > 1 + rituals[len(chosen) :].count(tableau)
            if more > (0.0 if spare else ingredient_worth(outlook, tableau)):
                rituals.append(tableau)
    extra = tuple(rituals[len(chosen) :])
    return Plan(
        value=rituals_worth(outlook, tuple(rituals))
        + hand_worth(outlook, hand_without(after.hand, extra))
        + (after.mana or 0) * outlook.mana
        + after.tokens * outlook.token,
        steps=tuple(step for route in chosen for step in route.steps),
        rituals=tuple(rituals),
        left=hand_without(after.hand, extra),
        mana=after.mana,
        tokens=after.tokens,
    )
