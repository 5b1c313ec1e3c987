"""Bots' talk about a match; promises between seats, and whether they were kept."""

from __future__ import annotations

from typing import Final

from core.bots.company.talk_facts import Plan, TalkFacts
from core.games.drifting_ship.reach import forecast
from core.games.drifting_ship.spec import BONUSES, COMPONENTS, EFFECTS, ROOMS, TITLES, is_component, letter, number
from core.games.drifting_ship.structs import Leaf, Orders, Sight, View
from core.talk.acts import Clause, Offer, Term, Verdict

ADVICE: Final = (
    "Start your two far apart, and not where everybody starts.",
    "Bid odd sums: equal bids strike each other out, and people like round ones.",
    "Save some energy: with seven left you bid what you like.",
    "Watch which rooms are gone: a Sequence that nobody finishes pays by its numbers alone.",
    "Keep your two apart, or they may outbid each other.",
)
RULES: Final = {
    "wall": "A wall stands on one side of a room and stops every walk that way.",
    "same|two|both|tie": "Equal bids strike each other out, and the highest that is left gets the room.",
    "parasite|plant|planting": "Claim it in P, carry it to V, and plant it there as your Sequence is finished.",
    "energy": "Five each to begin with, three more each round, seven at most; what was bid is gone.",
    "move": "A crewmate walks in a straight line, one energy for each room.",
    "win": "The most of the first finished Sequence wins, unless somebody plants a Parasite rightly.",
}


def _keywords(title: str) -> tuple[str, ...]:
    words = title.casefold().split()
    return (" ".join(words), words[-1], *(word for word in words if len(word) > 4))


TOOLS: Final = {
    **{word: f"{title}: {EFFECTS[room]}." for room, title in BONUSES.items() for word in _keywords(title)},
    "parasite": "Planted at the right moment it wins the match; planted wrongly it ruins its planter.",
    "vault": "The Vault is where a Parasite is planted, and nothing else.",
}
"""Public facts about tools, by word."""
WORTH = "{} counts {} for its owner, in the {} Sequence."


def talk_facts(sight: Sight) -> TalkFacts:
    count = 0 if sight.view.own is None else len(sight.view.own.components)
    free = sorted((r for r in COMPONENTS if r not in sight.view.chart.activated), key=lambda r: (-number(r), r))
    return TalkFacts(
        own=f"I have {count} component{'' if count == 1 else 's'}",
        rule="The highest bid gets the room, equal bids strike each other out, and nobody sees who went where.",
        opening="aboard",
        alone=sight.view.line,
        rules=RULES | {"rooms": _components_left(sight)},
        worths={room.casefold(): _worth_words(sight, room) for room in ROOMS if len(room) > 1} | TOOLS,
        best="The higher the number the better, as long as its Sequence can still be finished.",
        advice=ADVICE[sight.round % len(ADVICE)] if sight.phase in ("pregame", "round") else "",
        plan=_plan(sight),
        facts=_facts(sight),
        things={word: title for title in BONUSES.values() for word in _keywords(title)}
        | {room.casefold(): room for room in ROOMS if len(room) > 1}
        | {"sequence": "the Sequence", "V": "the Vault", "P": "the Parasite Room"}
        | {sign: f"the {TITLES[sign]} Sequence" for sign in "BC"}
        | {title.casefold(): f"the {title} Sequence" for title in TITLES.values()}
        | dict(BONUSES),
        verbs="activate|disable|plant|walk|fight|outbid|bid",
        news=_components_left(sight),
        example=f"you leave {free[0]} to me, and I leave {free[1]} to you" if len(free) > 1 else "",
        spots={room.casefold(): room for room in ROOMS if len(room) > 1},
    )


def _facts(sight: Sight) -> dict[str, str]:
    own, owners = sight.view.own, sight.view.owners
    if own is None or not own.crew:
        return {}
    parasite = "I carry a Parasite" if any(mate.parasite for mate in own.crew) else "I carry no Parasite"
    return {
        **{room.casefold(): f"{room} is mine" for room, owner in owners.items() if owner == sight.seat},
        "energy": f"my two have {' and '.join(str(mate.energy) for mate in own.crew)} energy",
        **dict.fromkeys(("parasite", "plant", "vault", "planted"), parasite),
        **dict.fromkeys(("components", "parts", "pieces"), f"I have {len(own.components)} components"),
    }


def weigh(sight: Sight, offer: Offer) -> str:
    """Return the reason to decline. A seat leaves rooms for rooms."""
    own = [clause for clause in offer.clauses if clause.who == sight.seat]
    theirs = [clause for clause in offer.clauses if clause.who != sight.seat]
    if any(clause.term != "leave" or clause.negated for clause in offer.clauses):
        return "what I promise here is to leave rooms"
    if not theirs:
        return "nothing is left to me for it"
    if any(clause.last is None for clause in own):
        return "for all rounds to come that is too much"
    return ""


def _worth_words(sight: Sight, room: str) -> str:
    remark = " Somebody has it already, though." if room in sight.view.chart.activated else ""
    return WORTH.format(room, number(room), TITLES[letter(room)]) + remark


def _components_left(sight: Sight) -> str:
    left = sum(room not in sight.view.chart.activated for room in COMPONENTS)
    return f"{left} of the {len(COMPONENTS)} components are still to be had."


def _plan(sight: Sight) -> Plan | None:
    """Return the rooms it bids for in this round, once sealed; never the bids."""
    own, orders = sight.view.own, sight.sealed
    if own is None or not own.crew or orders is None or sight.phase != "round":
        return None
    rooms = [
        forecast(sight.view, index, orders.of(index)).room
        for index in (0, 1)
        if isinstance(orders.of(index).activate, int)
    ]
    goals = {room: f"I am after {room}" for room in rooms}
    sought = [TITLES[letter(room)] for room in rooms if is_component(room)]
    free = [room for room in COMPONENTS if room not in sight.view.chart.activated and room not in rooms]
    feint = max(free, key=number, default="")
    return Plan(
        truth=f"I am after {' and '.join(rooms)}" if rooms else "I keep my energy in this round",
        half=f"I am after the {sought[0]} Sequence" if sought else "I have other things to do than components",
        feint=f"I am after {feint}" if feint else "I keep my energy in this round",
        goals=goals,
    )


TERMS = (
    Term(
        id="leave",
        says="leave {what} to {to}",
        among=tuple(ROOMS),
        names={room.casefold(): room for room in ROOMS},
        words=("leave", "(?:stay|keep) (?:out of|away from|off)", "spare", "avoid", "drop"),
        others=("take", "go for", "get", "pick", "touch", "claim", "bid (?:on|for)"),
        seen="one",
    ),
)


def breaks(seat: str, clause: Clause, orders: Orders, view: View) -> bool:
    return clause.term == "leave" and clause.what in rooms_bid_for(view, orders)


def rooms_bid_for(view: View, orders: Orders) -> tuple[str, ...]:
    if not view.crew:
        return ()
    bids = [index for index in (0, 1) if isinstance(orders.of(index).activate, int)]
    return tuple(forecast(view, index, orders.of(index)).room for index in bids)


def kept(seat: str, clause: Clause, page: Leaf) -> Verdict:
    """Judge a promise. Activated rooms are public; the activator is seen by those present (SH-32)."""
    report, room = page.report, clause.what
    if report is None or clause.term != "leave":
        return "unseen"
    if room not in report.activated or room in page.before.chart.activated:
        return "kept"
    owner = page.after.owners.get(room)
    if clause.who == seat:
        return "broken" if owner == seat else "kept"
    if owner is None:
        return "unseen"
    return "broken" if owner == clause.who else "kept"
