"""A bot's talk about its match, and the promises between seats with their verdicts."""

from __future__ import annotations

from typing import Final

from core.bots.company.talk_facts import Plan, TalkFacts
from core.games.day_of_mercury.bots.haggling import FULL, HOW, KEEP, NO
from core.games.day_of_mercury.spec import HOME, LOCATIONS, SINS
from core.games.day_of_mercury.structs import Commit, Orders, Page, Sight, View
from core.games.day_of_mercury.words import BESIDE, NAMED
from core.story.parts import capital
from core.talk.acts import SEATS, Clause, Offer, Term, Verdict
from core.talk.deals import bargains

ADVICE: Final = (
    "Go where few go: under three in a place, each gather brings four.",
    "Gather kinds that you have none of, and keep your amounts apart.",
    "Offer at the Shrine early once: points earn interest at every tenth.",
    "Name each player but once in the match when you commit, so choose well.",
)
RULES: Final = {
    "commit": "A commit names one player, from any place but the Shrine; two on the same target cancel each other.",
    "shrine": "At the Shrine all your sin becomes points, and amounts that differ count more with each step down.",
    "interest": "At the end of a round every full ten points bring one more.",
    "gather": "A gather brings three; four where fewer than three stand, two where more than six do.",
    "trade": "A trade is one sin for one, with somebody who orders the mirror of it and stands where you stand.",
    "all seven|all 7|visit all|bonus": "After a visit to all seven places of sin you get one more of each sin.",
    "win": "The most points win, and the fewest make the candidate.",
}


HARMS: Final = "sin against|target|name|steal from|rob|attack|hit|harm|mess with|(?:go|come) after"
COMMITS: Final = ("commit", "committed", "commits", "steal", "stole", "hit", "took")


def _of_places() -> dict[str, str]:
    facts = {}
    for place in LOCATIONS.values():
        if place.sin is None:
            text = f"At {place.title} all your sin becomes points."
        else:
            text = (
                f"{capital(place.title)} brings {place.sin}; {place.cost} {place.cost_sin} to "
                f"{place.resident} there: {place.offering}."
            )
            facts[place.resident.casefold().removeprefix("the ")] = text
        facts |= {word: text for word, id_ in NAMED.items() if id_ == place.id}
    return facts


def talk_facts(sight: Sight) -> TalkFacts:
    view = sight.view
    most = max(SINS, key=lambda sin: view.sin.get(sin, 0))
    return TalkFacts(
        own=f"I have {view.points} point{'' if view.points == 1 else 's'}",
        holds=f"{view.sin[most]} {most}" if view.sin.get(most) else "",
        rules=RULES,
        best="All seven sins pay alike: what pays is many kinds, and no two amounts the same.",
        advice=ADVICE[sight.round % len(ADVICE)] if sight.phase == "round" else "",
        deals={
            name: f"my {bargain.give(sight.seat)} for your {bargain.get(sight.seat)}"
            for name, bargain in bargains(sight.seat, sight.heard, sight.round, TERMS).items()
            if bargain.agreed
        },
        rule="Two places and up to three actions a round; sin becomes points at the Shrine of Flies alone.",
        names={sin: sin for sin in SINS},
        worths=PLACES | {sin: _worth_words(sin) for sin in SINS},
        plan=_plan(sight),
        spots={word: LOCATIONS[place].title for word, place in NAMED.items()},
        news=f"We are {len(view.seats)}, and eight places wait: fewer than three in one bring four a gather.",
        facts=_facts(sight),
        things={place.resident.casefold().removeprefix("the "): place.resident for place in LOCATIONS.values()}
        | dict.fromkeys(COMMITS, "commits"),
        verbs=r"commit|gather|hit|steal|sin",
        example=f"my {min(SINS, key=lambda sin: (view.sin.get(sin, 0), sin == most))} for your {most}",
        stock={NO: "decline", FULL: "full", KEEP: "keeps_to", HOW: ""},
    )


def _facts(sight: Sight) -> dict[str, str]:
    view = sight.view
    last = view.sightings[-1:] and view.sightings[-1].places
    sightings = {
        word: f"I was in {LOCATIONS[place].title} last round, with {len(last[place])} more"
        for word, place in NAMED.items()
        if last and place in last
    }
    committed = f"my commits so far number {view.commits}, and I name no target"
    return {
        **sightings,
        **{sin: f"I hold {view.sin.get(sin, 0)} {sin}" for sin in SINS},
        **dict.fromkeys(COMMITS, committed),
        "points": f"I have {view.points} points",
    }


def _worth_words(sin: str) -> str:
    home = LOCATIONS[HOME[sin]].title
    return (
        f"All seven pay alike: what counts is how far your amounts stand apart. {sin.capitalize()} comes from {home}."
    )


PLACES: Final = _of_places()


def _plan(sight: Sight) -> Plan | None:
    visits = sight.sealed.visits if sight.sealed is not None and sight.phase == "round" else ()
    names = [LOCATIONS[visit.location].title for visit in visits]
    if not names:
        return None
    others = [place.title for place in LOCATIONS.values() if place.title not in names]
    goals = {name: f"I go to {name}" for name in names}
    other = others[sight.round % len(others)]
    return Plan(truth=f"I go to {' and '.join(names)}", half=goals[names[0]], feint=f"I go to {other}", goals=goals)


TERMS = (
    Term(
        id="give",
        says="give {to} {what}",
        among=SINS,
        words=("give", "send", "hand(?: over)?", "bring", "trade", "swap", "part with", "offer"),
        others=("get", "receive", "take"),
        swaps=True,
        beside=BESIDE,
        places=NAMED,
    ),
    Term(
        id="commit",
        says="commit a sin on {what}",
        among=SEATS,
        words=(r"commit(?: an?)?(?: \w+)? (?:on|against)", HARMS),
        seen="never",
        against=True,
    ),
)


def weigh(sight: Sight, offer: Offer) -> str:
    """Return the reason to decline. A seat spares those that spare it."""
    if any(clause.term != "commit" or not clause.negated for clause in offer.clauses):
        return "what I promise here is to spare those who spare me"
    if any(clause.last is None for clause in offer.clauses):
        return "for all rounds to come that is too much"
    spared = {clause.who: clause.what for clause in offer.clauses}
    mutual = sight.seat in spared and all(spared.get(spared_seat) == seat for seat, spared_seat in spared.items())
    return "" if mutual else "we both spare each other, or neither does"


def breaks(seat: str, clause: Clause, orders: Orders, view: View) -> bool:
    if clause.term == "commit":
        return _has_committed(orders, clause.what) is clause.negated
    trade = orders.trade
    return clause.term == "give" and (trade is None or (trade.partner, trade.give) != (clause.to, clause.what))


def kept(seat: str, clause: Clause, page: Page) -> Verdict:
    """Return the verdict on a promise. Both partners see a trade; a commit is known to its committer alone (DM-60)."""
    report, orders = page.report, page.orders
    if report is None:
        return "unseen"
    if clause.term == "commit" and clause.who == seat:
        return "kept" if clause.negated is not _has_committed(orders, clause.what) else "broken"
    if clause.term != "give":
        return "unseen"
    trade = None if orders is None else orders.trade
    partner = clause.to if clause.who == seat else clause.who
    if trade is None or trade.partner != partner:
        return "broken" if clause.who == seat else "void"
    if clause.who == seat and trade.give != clause.what:
        return "broken"
    if report.trade == "done":
        return "kept" if clause.what == (trade.give if clause.who == seat else trade.want) else "broken"
    return "void" if clause.who == seat or report.trade == "destroyed" else "unseen"


def _has_committed(orders: Orders | None, target: str) -> bool:
    return orders is not None and any(
        isinstance(deed, Commit) and deed.target == target for visit in orders.visits for deed in visit.deeds
    )
