"""Bots' talk about a match; promises between seats, and whether they were kept."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from core.bots.company.talk_facts import Plan, TalkFacts
from core.games.pantheic_runes import spec
from core.games.pantheic_runes.bots.proposals import insists
from core.games.pantheic_runes.bots.steady import ASK
from core.games.pantheic_runes.structs import Orders
from core.games.pantheic_runes.views import Page, Sight, View
from core.story.parts import listed
from core.talk.acts import Clause, Offer, Term, Verdict
from core.talk.parsing.utterance import utterance

ADVICE: Final = (
    "Say aloud which place of the temple you take: two who want the same get nothing.",
    "Combine with a neighbour for one mana each: both of you get the result.",
    "Lay a full tableau even where no god asks for it: its runes bring picks, mana and tokens.",
    "Go first for a god that one ritual pleases, and be the first there.",
)
BEST: Final = "Hera, Apollo and Hephaestus ask for one ritual alone; Zeus asks for three and gives four points more."
RULES: Final = {
    "combine|combining|[xo] (?:with|and|plus) [xo]": (
        "Nothing and a rune give the rune, two equal ones nothing, two different ones the third."
    ),
    "empty": "Nothing and a rune give the rune, so an empty cell takes what comes.",
    "adjust": "Adjusting sets one cell to any symbol, for two mana and a token.",
    "token": "Adjusting a cell costs two mana and a token; an x in what you lay down brings one.",
    "same|both": "What two pick in the temple goes to neither, unless one of them has the blessing of Ares.",
    "temple": "You pick a place of the temple with your orders; what two pick goes to neither.",
    "ritual": "You lay down a full tableau, four runes without a gap, and it is used up.",
    "mana": "A turn costs one mana, combining alone two, combining with another one each.",
    "blessing": "A blessing is a point, and another for the first to have it.",
    "win": "A blessing is a point, and another for the first to have it; the most points win.",
}


def weigh(sight: Sight, offer: Offer) -> str:
    """Return the reason to decline. A bot leaves temple places to others round by round, except those it has claimed
    itself."""
    if any(clause.term != "leave" or clause.negated or clause.last is None for clause in offer.clauses):
        return "what I promise here is to leave places of the temple, round by round"
    claimed_places = {utterance(m).claimed for m in sight.heard if m.sender == sight.seat and m.round == sight.round}
    own_places = {int(clause.what) for clause in offer.clauses if clause.who == sight.seat}
    return "I have said already that I take it" if own_places & claimed_places else ""


def _worth(deity: spec.Deity) -> str:
    asks = f"asks for {' or '.join(deity.patterns)}" if deity.patterns else "has ways of its own"
    return f"{deity.name} {asks} ({deity.wants}), and gives {deity.gives}."


def _plan(sight: Sight) -> Plan | None:
    """Return its place once it has announced it to all."""
    claimed_places = [utterance(m).claimed for m in sight.heard if m.sender == sight.seat and m.round == sight.round]
    places = [place for place in claimed_places if place is not None]
    if not places or sight.phase != "round":
        return None
    truth = f"I go for place {places[-1]}"
    return Plan(truth=truth, half=truth, feint=truth)


def talk_facts(sight: Sight) -> TalkFacts:
    view, own = sight.view, sight.view.own
    gods = spec.DEITIES if view.deities else ()  # shown when round 1 starts (PR-01)
    full = [tableau for tableau in own.tableaux if "." not in tableau]
    # In the first round the first claimant keeps a place: a bot with a claim of its own promises none.
    first = sight.round == 1 and any(m.sender == sight.seat and utterance(m).claimed is not None for m in sight.heard)
    return TalkFacts(
        own=f"I have {own.points} point{'' if own.points == 1 else 's'}",
        holds=f"a tableau of {full[0]}" if full else "",
        rules=RULES,
        worths={word: _worth(deity) for deity in gods for word in (deity.id, deity.name.casefold())},
        best=BEST if gods else "",
        advice=ADVICE[sight.round % len(ADVICE)] if sight.phase == "round" else "",
        plan=_plan(sight),
        rule="A ritual that pleases a god brings its blessing, and blessings are points.",
        bargain=(
            r"(?:combin\w*|partner for|(?:some|any)(?:one|body) with|put in|"
            r"swap|lay [+ox.]{4} with|(?:your|some) [+ox.]{4})"
        ),
        stock={ASK: ""},
        facts=_facts(sight),
        things={deity.name.casefold(): deity.name for deity in gods}
        | {"rune": "runes", "tableau": "tableaux", "temple": "the temple", "ritual": "rituals"}
        | {
            f"{word} {place}": f"place {place}"
            for place in range(len(view.temple))
            for word in ("place", "spot", "number", "take", "need", "want", "over", "leave", "and", "for")
        },
        verbs="forbid|combine|rotate|invoke|adjust|lay|do",
        news=f"The temple shows {listed(view.temple)}." if view.temple else "",
        example="I take place 1",
        insistent=tuple(name for name in sight.people if insists(sight, name)),
        places=len(view.temple) if sight.phase == "round" and view.round < view.rounds and not first else 0,
    )


def _facts(sight: Sight) -> dict[str, str]:
    own = sight.view.own
    facts = {
        "mana": "I have mana without end" if own.mana is None else f"I have {own.mana} mana",
        **dict.fromkeys(("token", "tokens"), f"I have {own.tokens} adjustment tokens"),
        **dict.fromkeys(("tableaux", "tableau"), f"I have {len(own.tableaux)} tableaux"),
        **dict.fromkeys(("blessing", "blessings"), f"I have {len(own.blessings)} blessings"),
    }
    for seen in sight.view.deities:
        blessing = f"I have the blessing of {seen.name}" if seen.blessing else f"I have no blessing of {seen.name} yet"
        facts |= dict.fromkeys((seen.id, seen.name.casefold()), blessing)
    return facts


PLACES = tuple(str(number) for number in range(10))
TERMS = (
    Term(
        id="leave",
        says="leave place {what} to {to}",
        among=PLACES,
        words=("leave", "stay off", "keep off", "stay away from", "spare"),
        others=("take", "go for", "pick", "get"),
        seen="one",
    ),
)


def terms_now(view: View) -> tuple[Term, ...]:
    """Return the terms with the temple's places (PR-02); all places before it is shown."""
    places = tuple(str(place) for place in range(len(view.temple))) or PLACES
    return tuple(replace(term, among=places) for term in TERMS)


def breaks(seat: str, clause: Clause, orders: Orders, view: View) -> bool:
    return clause.term == "leave" and int(clause.what) in orders.temple


def kept(seat: str, clause: Clause, page: Page) -> Verdict:
    """Judge a promise. Picks are secret: a seat knows its own, and collisions by their failure (PR-22)."""
    if clause.term != "leave" or clause.who != seat:
        return "unseen"
    picks = () if page.orders is None else tuple(page.orders.temple)
    return "broken" if int(clause.what) in picks else "kept"
