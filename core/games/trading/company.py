"""Bots' talk about a match; promises between seats, and whether they were kept."""

from __future__ import annotations

from functools import cache

from core.bots.company.talk_facts import TalkFacts
from core.games.trading.bots.trader import FULL, KEEP, LATER, MEAGRE, NO, how_words, reproach
from core.games.trading.offers import Goods, Orders
from core.games.trading.reviewing import Outcome, outcomes, records_of
from core.games.trading.structs import Page, Sight, TradingView
from core.games.trading.trade_form import Desk
from core.talk.acts import SEATS, Clause, Offer, Term, Verdict
from core.talk.deals import bargains
from core.talk.parsing.replies import WHICH


def talk_facts(desk: Desk, sight: Sight) -> TalkFacts:
    goods = desk.goods
    most = max(goods.kinds, key=lambda kind: sight.view.held.get(kind, 0))
    count = sight.view.held.get(most, 0)
    known = outcomes(sight.seat, sight.heard, sight.reports)
    records = records_of([outcome for outcome in known if outcome.round == sight.round - 1])
    ever = records_of(known)
    round_ = max(1, sight.round)
    plurals = {goods.plurals.get(kind, f"{kind}s"): kind for kind in goods.kinds}
    names = {kind: kind for kind in goods.kinds} | plurals
    worths = {kind: _worth_words(desk, round_, kind) for kind in goods.kinds}
    lines = {kind: _payoff_line(desk, round_, kind) for kind in goods.kinds}
    reproaches = {reproach(goods, kind): _with_article(desk, kind) for kind in goods.kinds}
    top = _best_swap_words(desk, round_)
    stock = {NO: "decline", FULL: "full", MEAGRE: "meagre", LATER: "later", KEEP: "keeps_to"}
    return TalkFacts(
        own=f"I have {goods.scored(sight.view.score)}",
        holds=goods.counted(count, most) if count else "",
        needs=_wanted_good(desk, sight),
        rule=f"Both must offer each other a {goods.one}, sealed; then they change hands, whatever was said before.",
        rules=lines | _rules(desk),
        pacts=True,
        kept_by=tuple(name for name, word in records.items() if word.kept),
        broken_by=tuple(name for name, word in records.items() if word.broken),
        liars=tuple(name for name, word in reversed(ever.items()) if word.broken),
        honest=tuple(
            sorted(
                (name for name, word in ever.items() if word.kept and not word.broken),
                key=lambda partner: -ever[partner].kept,
            )
        ),
        deals=_agreed_deals(desk, sight),
        wronged=tuple(dict.fromkeys(o.partner for o in known if o.latest and o.gave not in ("", o.give))),
        past={outcome.partner: _outcome_words(desk, outcome) for outcome in known},
        pays=_swap_worths(desk, sight),
        names=names,
        worths=worths,
        best=top,
        advice=f"{top} Ask around for it, and say what you would give." if sight.phase == "round" else "",
        facts={kind: f"I hold {_holding_words(desk, sight, kind)}" for kind in goods.kinds}
        | dict.fromkeys(
            ("points", "point", goods.score.casefold(), goods.score.casefold().replace("our", "or")),
            f"I have {goods.scored(sight.view.score)}",
        ),
        things={goods.one: goods.many},
        verbs=r"trade|swap|deal|collect",
        news=top,
        example=_example_offer(desk, round_),
        slots={text: {"what": good} for text, good in reproaches.items()},
        stock=stock | dict.fromkeys(reproaches, "reproach") | dict.fromkeys((how_words(goods), WHICH), ""),
    )


def _holding_words(desk: Desk, sight: Sight, kind: str) -> str:
    count = sight.view.held.get(kind, 0)
    return desk.goods.counted(count, kind) if count else desk.goods.none_of(kind)


def _example_offer(desk: Desk, round_: int) -> str:
    """Return the swap that pays both sides most by the public table."""
    pairs = desk.matrix(round_)
    give, want = max(
        (pair for pair in pairs if len({*pair}) == 2), key=lambda pair: min(pairs[pair].mine, pairs[pair[::-1]].mine)
    )
    return f"my {give} for your {want}"


def weigh(desk: Desk, sight: Sight, offer: Offer) -> str:
    """Return the reason to decline terms beyond a swap of this round. Fair repeated swaps are accepted, and promises
    not to trade with a seat from the next round on: the answer for this round would tell of swaps with that seat
    (HH-32). A later promise is worth nothing now."""
    parties, round_ = offer.parties, max(1, sight.round)
    if all(clause.term == "trade" and clause.negated and clause.what not in parties for clause in offer.clauses):
        now = any(clause.first <= round_ for clause in offer.clauses if clause.who == sight.seat)
        return (
            f"of this {desk.round_word} I promise no trade away, of those from the next {desk.round_word} on I may"
            if now
            else ""
        )
    spans = {(clause.first, clause.last) for clause in offer.clauses}
    if len(parties) != 2 or any(clause.term != "give" or clause.negated for clause in offer.clauses):
        return "of the others I promise only whom I do not trade with"
    for first, last in spans:
        clauses = [clause for clause in offer.clauses if (clause.first, clause.last) == (first, last)]
        gives, gets = ([c.what for c in clauses if (c.who == sight.seat) is own] for own in (True, False))
        if len(gives) != 1 or len(gets) != 1 or any(clause.after is not None for clause in clauses):
            return f"here both give in the same {desk.round_word}, and I give nothing now for a promise of later"
        if not sight.view.free.get(gives[0]):
            return f"I have {desk.goods.none_of(gives[0])} to give"
        pays = [desk.payoff(n, gives[0], gets[0], 0).mine for n in range(max(first, round_), (last or desk.rounds) + 1)]
        if not pays or sum(pays) < len(pays):
            return "it would help you more than me"
    return ""


def _worth_words(desk: Desk, round_: int, kind: str) -> str:
    goods = desk.goods
    gains = [desk.payoff(round_, kind, other, 0).mine for other in goods.kinds]
    least, most = min(gains), max(gains)
    gain = goods.scored(most) if least == most else f"{least} to {goods.scored(most)}, by what comes back"
    candidate = " The player with most of it at the end is in danger." if kind == goods.risk else ""
    name = goods.named(kind)
    return (
        f"In this {desk.round_word} giving away {'an' if name[0] in 'aeiou' else 'a'} {name} brings {gain}.{candidate}"
    )


def _wanted_good(desk: Desk, sight: Sight) -> str:
    wanted = [m.deal.want for m in sight.heard if m.sender == sight.seat and m.round == sight.round and m.deal]
    if not wanted or wanted[-1] not in desk.goods.pool:
        return ""
    return _with_article(desk, wanted[-1])


def _with_article(desk: Desk, kind: str) -> str:
    """`a red cube`, `an onyx`."""
    named = desk.goods.named(kind)
    return f"{'an' if named[0] in 'aeiou' else 'a'} {named}"


def _payoff_line(desk: Desk, round_: int, kind: str) -> str:
    line = next((entry for entry in desk.lines(round_) if entry.startswith(f"Give {kind}:")), "")
    return f"In this {desk.round_word}: {line[:1].lower()}{line[1:]}" if line else ""


def _best_swap_words(desk: Desk, round_: int) -> str:
    give, want = max(desk.matrix(round_).items(), key=lambda cell: cell[1].mine)[0]
    goods = desk.goods
    most = goods.scored(desk.payoff(round_, give, want, 0).mine)
    swap = f"{_with_article(desk, give)} for {_with_article(desk, want)}"
    return f"In this {desk.round_word} nothing pays its giver more than {swap}: {most}."


def _rules(desk: Desk) -> dict[str, str]:
    goods = desk.goods
    limit = f"Up to {goods.limit} offers a {desk.round_word}, each to somebody else, of {goods.many} that you hold now."
    swap = f"Both must offer each other a {goods.one}, sealed; an offer that is not returned stays with you."
    score = (
        f"Each {desk.round_word} has its own table: what you give decides what you get, and sometimes what comes back."
    )
    risk = goods.plurals.get(goods.risk, f"{goods.risk} {goods.many}")
    return {
        "offer|per round|per year|give away": limit,
        "trade|trading|swap": swap,
        "score|scored|scoring|point": score,
        "win": f"The most {goods.score} win, and the most {risk} is dangerous.",
    }


def _agreed_deals(desk: Desk, sight: Sight) -> dict[str, str]:
    named = desk.goods.named
    return {
        name: f"my {named(bargain.give(sight.seat))} for your {named(bargain.get(sight.seat))}"
        for name, bargain in bargains(sight.seat, sight.heard, sight.round).items()
        if bargain.agreed
    }


def _swap_worths(desk: Desk, sight: Sight) -> dict[str, str]:
    """Return what the swap last put this round pays both alone, by partner, in a sentence to it."""
    round_, scored, worths = max(1, sight.round), desk.goods.scored, {}
    for name, bargain in bargains(sight.seat, sight.heard, sight.round).items():
        give, get = bargain.give(sight.seat), bargain.get(sight.seat)
        if {give, get} <= {*desk.goods.kinds}:
            mine, theirs = desk.payoff(round_, give, get, 0).mine, desk.payoff(round_, get, give, 0).mine
            worths[name] = f"My {give} for your {get} pays you {scored(theirs)} and me {scored(mine)}, by itself."
    return worths


def _outcome_words(desk: Desk, known: Outcome) -> str:
    if not known.gave:
        idle = "you sealed nothing for me" if known.offered else "I sealed none"
        outcome = f"{idle}, and nothing changed hands"
    elif (known.gave, known.got) == (known.give, known.get):
        outcome = "both of us kept to it"
    else:
        wrong = [f"I gave you {_with_article(desk, known.gave)} instead"] * (known.gave != known.give)
        wrong += [f"you gave me {_with_article(desk, known.got)} instead"] * (known.got != known.get)
        outcome = " and ".join(wrong)
    deal = f"my {desk.goods.named(known.give)} for your {desk.goods.named(known.get)}"
    return f"In {desk.round_word} {known.round} we agreed on {deal}, and {outcome}."


@cache
def _terms(kinds: tuple[str, ...], plurals: tuple[tuple[str, str], ...], named: str, noun: str) -> tuple[Term, ...]:
    return (
        Term(
            id="give",
            says=f"give {{to}} a {named}",
            among=kinds,
            names={f"{kind}s": kind for kind in kinds} | {many: kind for kind, many in plurals},
            words=("give", "send", "hand(?: over)?", "bring", "trade", "swap", "part with", "offer"),
            others=("get", "receive", "take"),
            noun=f"{noun}s?",
            swaps=True,
        ),
        Term(
            id="trade",
            says="trade with {what}",
            among=SEATS,
            words=("trade with", "deal with", "swap with", "do business with", "trade anything with"),
            seen="never",
            lasts=True,
        ),
    )


def terms(goods: Goods) -> tuple[Term, ...]:
    named = "{what}" if goods.plurals else f"{{what}} {goods.one}"
    return _terms(goods.kinds, tuple(goods.plurals.items()), named, goods.one)


def breaks(seat: str, clause: Clause, orders: Orders, view: TradingView) -> bool:
    gives = {offer.to: offer.give for offer in orders.offers}
    if clause.term == "trade":
        return (clause.what in gives) is clause.negated
    return clause.term == "give" and gives.get(clause.to) != clause.what


def kept(seat: str, clause: Clause, page: Page) -> Verdict:
    """Judge a promise by the seat's own page. A swap needs two offers: without an own offer nothing could come."""
    report, offers = page.report, () if page.orders is None else page.orders.offers
    if report is None:
        return "unseen"
    swaps = {swap.partner: swap for swap in report.trades}
    if clause.term == "trade":
        traded = clause.what in swaps
        if clause.who == seat:
            return "broken" if traded == clause.negated else "kept"
        if clause.what == seat:
            return "broken" if (clause.who in swaps) == clause.negated else "kept"
        return "unseen"
    if clause.term != "give":
        return "unseen"
    if clause.who == seat:
        gave = {offer.to: offer.give for offer in offers}
        if gave.get(clause.to) != clause.what:
            return "broken"
        return "kept" if clause.to in swaps else "void"
    swap = swaps.get(clause.who)
    if swap is not None:
        return "kept" if swap.got == clause.what else "broken"
    return "broken" if any(offer.to == clause.who for offer in offers) else "void"
