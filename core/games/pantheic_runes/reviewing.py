"""Review of a close for one seat (HH-47). Promised: blessings that its rituals complete, as far as it knows, their
mana, and picks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.contract import Notice
from core.games.pantheic_runes import spec
from core.games.pantheic_runes.closing import NO_ORDERS
from core.games.pantheic_runes.runes import has_all_runes
from core.games.pantheic_runes.structs import Orders, Report
from core.games.pantheic_runes.views import DeitySeen, Mine, Page, View
from core.story.parts import called
from core.story.reviewing import Counted, Deed, Hoped, RoundReview, causes, figure


def review(page: Page) -> RoundReview | None:
    """Return the reckoning; None for the pregame, in which nothing can be done."""
    report = page.told
    if page.round == 0:
        return None
    orders = NO_ORDERS if page.orders is None else page.orders
    nothing = not (orders.rituals or orders.temple)
    return RoundReview(
        hoped=tuple(_hoped(page, orders, report)),
        said=("You laid nothing down and picked nothing from the temple.",) if nothing else (),
        deeds=(*_action_deeds(page.notices), *_order_deeds(orders, report)),
        befell=tuple(_events(page, report)),
        counted=tuple(_figures(page, orders, report)),
        ahead=tuple(_chances_ahead(page.before.own, page.after)) if page.after.round > page.round else (),
    )


# --- what was hoped for ----------------------------------------------------------------------------------------------
def completed_deities(view: View, patterns: Sequence[str]) -> tuple[str, ...]:
    """Return the deities with blessings that rituals of these patterns complete, as far as the seat of `view` knows."""
    return tuple(deity.id for deity in view.deities if deity.blessing is None and _pleases(view, deity, patterns))


def _pleases(view: View, deity: DeitySeen, patterns: Sequence[str]) -> bool:
    if deity.id == "zeus":
        return set(deity.patterns) <= {*deity.performed, *patterns}
    if deity.id == "hestia":
        secret = view.own.dionysus
        for_her = [p for p in patterns if has_all_runes(p) and p not in spec.OWNER and p != secret]
        return bool(for_her) and deity.done + len(for_her) >= deity.need
    return any(pattern in deity.patterns for pattern in patterns)


def _hoped(page: Page, orders: Orders, report: Report) -> Iterator[Hoped]:
    own = page.before.own
    patterns = [ritual.tableau for ritual in orders.rituals]
    wanted = completed_deities(page.before, patterns)
    points, earned = sum(map(_worth, wanted)), report.points - own.points
    if points or earned:
        why = list(_causes(page, wanted, report))
        why.append((earned - points - sum(amount for amount, _ in why), "by Aphrodite, shared with exactly one"))
        yield Hoped(what=called(points, "point"), expected=points, got=earned, why=causes(why))
    mana = sum("o" in pattern for pattern in patterns)
    if mana and own.mana is not None and not own.drained:
        got = sum("o" in ritual.tableau for ritual in report.rituals if ritual.ok)
        yield Hoped(
            what="mana by rituals", expected=mana, got=got, why=causes([(got - mana, "for what was forbidden")])
        )
    if report.picks:
        lost = [pick for pick in report.picks if not pick.got]
        noun = f"{called(len(report.picks), 'tableau', 'tableaux')} from the temple"
        why = [(-len(lost), "wanted by others too")] if lost else []
        got = len(report.picks) - len(lost)
        yield Hoped(what=noun, expected=len(report.picks), got=got, why=tuple(why), gain=False)


def _worth(deity: str) -> int:
    """Return a blessing's certain points (PR-25)."""
    return 1 + (spec.ZEUS_EXTRA if deity == "zeus" else 0)


def _causes(page: Page, wanted: Sequence[str], report: Report) -> Iterator[tuple[int, str]]:
    for deity in wanted:
        if deity not in report.blessings:
            yield -_worth(deity), f"{spec.BY_ID[deity].name}, for the ritual was forbidden"
    seen = {deity.id: deity.blessing for deity in page.after.deities}
    for deity in report.blessings:
        name, blessing = spec.BY_ID[deity].name, seen.get(deity)
        if deity not in wanted:
            yield _worth(deity), f"for {name}, whose ritual you did not know"
        more = 0 if blessing is None else blessing.points - _worth(deity)
        if deity == "aphrodite" and more >= spec.APHRODITE_EXTRA:
            more -= spec.APHRODITE_EXTRA  # PR-36: after the last round, told apart
        yield more, f"for nobody else has {name}'s blessing"


# --- order by order --------------------------------------------------------------------------------------------------
def _action_deeds(notices: Sequence[Notice]) -> Iterator[Deed]:
    for index, notice in enumerate(notices):
        data, kind = notice.data, notice.kind
        if kind == "rotated":
            yield Deed(text=f"Turn {data['tableau']}", mark="done", came=data["result"])
        elif kind == "adjusted":
            yield Deed(text=f"Adjust {data['tableau']}", mark="done", came=data["result"])
        elif kind == "combined":
            twice = ", twice" if data["copies"] > 1 else ""
            yield Deed(text=f"Combine {' and '.join(data['tableaux'])}", mark="done", came=f"{data['result']}{twice}")
        elif kind == "combined_with":
            text = f"Combine {data['tableau']} with {data['partner']}'s tableau"
            yield Deed(text=text, mark="done", came=data["result"])
        elif kind == "declined":
            yield Deed(text=f"Decline to combine with {data['by']}")
        elif kind == "proposed":
            yield from _proposed(data["to"], data["tableau"], notices[index + 1 :])


def _proposed(to: str, tableau: str, later: Sequence[Notice]) -> Iterator[Deed]:
    text = f"Propose to {to} to combine, with {tableau}"
    for notice in later:
        if notice.kind == "combined_with" and notice.data["partner"] == to and notice.data["tableau"] == tableau:
            return
        if notice.kind == "was_declined" and notice.data["to"] == to:
            yield Deed(text=text, mark="failed", came=f"{to} declined")
            return
        if notice.kind == "withdrawn" and notice.data["to"] == to:
            yield Deed(text=text, came="you withdrew it")
            return
    yield Deed(text=text, mark="failed", came=f"{to} did not answer before the close")


def _order_deeds(orders: Orders, report: Report) -> Iterator[Deed]:
    for ritual in report.rituals:
        deity = spec.OWNER.get(ritual.tableau)
        owner = "" if deity is None else f" for {spec.BY_ID[deity].name}"
        rewards = (("+", "a pick next round"), ("o", "1 mana"), ("x", "1 token"))
        brought = ", ".join(reward for rune, reward in rewards if rune in ritual.tableau)
        outcome = brought if ritual.ok else "a player forbade it, and the tableau is gone"
        yield Deed(text=f"Ritual {ritual.tableau}{owner}", mark="done" if ritual.ok else "failed", came=outcome)
    for pick in report.picks:
        text = f"Pick {pick.tableau} from place {pick.place} of the temple"
        yield Deed(text=text, mark="done" if pick.got else "failed")


# --- the rest --------------------------------------------------------------------------------------------------------
def _events(page: Page, report: Report) -> Iterator[str]:
    for deity in report.blessings:
        seen = spec.BY_ID[deity]
        yield f"You received the Blessing of {seen.name}: {seen.gives}."
    if report.dionysus is not None:
        know = "have learned" if page.before.own.dionysus is None else "know"
        yield f"You {know} the ritual of Dionysus: {report.dionysus}."
    answered = {
        n.data.get("partner", n.data.get("by")) for n in page.notices if n.kind in ("combined_with", "declined")
    }
    lapsed = {n.data["by"] for n in page.notices if n.kind == "proposal"} - answered
    lapsed -= {n.data["by"] for n in page.notices if n.kind == "was_withdrawn"}
    yield from (f"{by}'s proposal to combine lapsed: you did not answer it." for by in sorted(lapsed))
    for notice in page.notices:
        if notice.kind == "gift":
            yield notice.text


def _figures(page: Page, orders: Orders, report: Report) -> Iterator[Counted]:
    own_before, own_after = page.before.own, page.after.own
    yield Counted(what="Points", before=own_before.points, after=report.points)
    good = [ritual.tableau for ritual in report.rituals if ritual.ok]
    for noun, rune, before, reported, after in (
        ("Mana", "o", own_before.mana, report.mana, own_after.mana),
        ("Adjustment tokens", "x", own_before.tokens, report.tokens, own_after.tokens),
    ):
        of = ""
        if before is not None and reported is not None and after is not None:
            won = sum(rune in tableau for tableau in good) if noun != "Mana" or not own_before.drained else 0
            parts = (
                (reported - before - won, "by actions"),
                (won, "by rituals"),
                (after - reported, "for the next round"),
            )
            of = ", ".join(f"{figure(amount, gain=True)} {cause}" for amount, cause in parts if amount)
        if before or after or of or before is None:
            yield Counted(what=noun, before=before, after=after, of=of)
    tableaux = " ".join(report.tableaux)
    yield Counted(what="Tableaux", before=len(own_before.tableaux), after=len(report.tableaux), of=tableaux)
    yield Counted(what="Rituals performed", before=own_before.rituals, after=own_after.rituals)


def _chances_ahead(old: Mine, after: View) -> Iterator[str]:
    new = after.own
    if new.picks > 1:
        yield f"Next round you may pick {new.picks} from the temple."
    if new.uses_left is not None:
        yield "Next round mana is unlimited, each action at most three times; then you have none for good (PR-32)."
    if new.drained and not old.drained:
        yield "From now on you have no mana (PR-32)."
    if new.gift and not old.gift:
        yield "You can create any tableau once, for every seat (PR-33)."
    if new.alone and not old.alone:
        yield "From now on you combine alone, for 1 mana, and get two copies (PR-35)."
    if new.prices.adjust < old.prices.adjust and new.uses_left is None:
        yield f"Adjusting costs you {new.prices.adjust} mana from now on."
