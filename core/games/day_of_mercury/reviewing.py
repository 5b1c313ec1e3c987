"""The result of a close for one seat, compared with its plan's forecast (HH-47), from its own report."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from core.games.day_of_mercury.forecast import Forecast, expected_yield, forecast
from core.games.day_of_mercury.spec import FEW, LOCATIONS, SHRINE, SHRINE_YIELD, SIN_LOCATIONS, SINS, THEFT, crowd_yield
from core.games.day_of_mercury.structs import Commit, Gather, Offer, Page, Report, Result, Sighting, Trade
from core.games.day_of_mercury.words import REASONS, deed, gain_words, in_force, place, sin_words, suffered_words
from core.story.parts import called, capital, listed
from core.story.reviewing import Counted, Deed, Hoped, RoundReview, causes, figure

OTHER_GAINS = {"lambs": "shared by the Lambs", "catacombs": "from your Catacombs", "gift": "given to you"}
"""Sources of sin that no plan foresees. The visit bonus is foreseen."""

Act = tuple[str, Gather | Commit | Offer, Result]


def review(page: Page) -> RoundReview:
    report = page.told
    last_sighting = page.after.sightings[-1]
    planned = None if page.orders is None or page.orders.nothing else forecast(page.before, page.orders)
    visits = () if page.orders is None else page.orders.visits
    ordered = [(visit.location, act) for visit in visits for act in visit.deeds]
    acts = [(where, act, result) for (where, act), result in zip(ordered, report.actions, strict=True)]
    return RoundReview(
        hoped=() if planned is None else tuple(_hoped(page, planned, acts, last_sighting)),
        said=() if planned is not None else ("You ordered nothing: lots sent you to two places, to do nothing there.",),
        deeds=tuple(_deeds(page, acts, last_sighting)),
        befell=tuple(_event_lines(page, report, last_sighting)),
        counted=tuple(_figures(page, last_sighting)),
        ahead=() if page.before.round == page.before.rounds else tuple(_effects_ahead(page)),
    )


# --- what was hoped for ----------------------------------------------------------------------------------------------
def _hoped(page: Page, planned: Forecast, acts: list[Act], sighting: Sighting) -> Iterator[Hoped]:
    before, report = page.before, page.told
    sins_before = sum(before.sin.values())
    expected = sum(planned.sin.values()) + planned.random - sins_before
    why = list(_causes(page, planned, acts, sighting))
    got = expected + sum(amount for amount, _ in why)
    offered = any(where == SHRINE and isinstance(act, Offer) for where, act, _ in acts)
    last = before.round == before.rounds
    if not (offered or last):
        bonus = len(SINS) if planned.bonus else 0  # it follows from the visits alone (DM-52), and no denial applies
        left = sum(report.sin.values()) - bonus - sins_before - got
        why.append((left, "denied"))
        expected, got = expected + bonus, got + bonus + left
    sins = called(expected, "sin")
    yield Hoped(what=f"{sins} for the Shrine" if offered else sins, expected=expected, got=got, why=causes(why))
    points, result = planned.points - before.points, report.points - before.points
    if points or result:
        converted = points - planned.offered - planned.interest
        sole = [cause for _, cause in causes(why)]
        gathered = f", gathered {sole[0]}" if len(sole) == 1 and "crowds" in sole[0] else ""
        paid = [
            (sighting.paid - planned.offered, f"at the Shrine{gathered}"),
            (sighting.converted - converted, f"for the sin left after the last round{gathered}"),
            (result - sighting.paid - sighting.converted - planned.interest, "interest"),
        ]
        yield Hoped(what=called(points, "point"), expected=points, got=result, why=causes(paid))


def _causes(page: Page, planned: Forecast, acts: list[Act], sighting: Sighting) -> Iterator[tuple[int, str]]:
    report = page.told
    offers, gathered, thefts = 0, 0, 0
    denied = any(hit.sins is not UNSET for hit in report.suffered)
    for where, act, result in acts:
        gained, place_ = sum(result.gained.values()), LOCATIONS[where]
        if isinstance(act, Gather):
            expected = expected_yield(page.before.effects, where)
            gathered += expected
            visitors = len(sighting.places[where]) + 1
            usual = SHRINE_YIELD if where == SHRINE else crowd_yield(visitors)
            crowd = usual - (SHRINE_YIELD if where == SHRINE else crowd_yield(FEW))
            yield crowd, "in small crowds" if crowd > 0 else "in great crowds"
            other_gain = gained - expected - crowd
            yield other_gain, "by the Hanged Men" if other_gain > 0 else "denied"
        elif isinstance(act, Commit) and where == "ringed_city":
            thefts += THEFT
            yield gained - THEFT, "less stolen than hoped" if result.ok else "for a theft that failed"
        elif isinstance(act, Offer) and where != SHRINE:
            offers += gained - (place_.cost if result.ok or result.reason == "negated" else 0)
    forecast_of_offers = sum(planned.sin.values()) + planned.random - sum(page.before.sin.values()) - gathered - thefts
    failed = any(isinstance(act, Offer) and not result.ok for _, act, result in acts)
    yield offers - forecast_of_offers, "for an offer that failed" if failed else "denied" if denied else "by offers"
    yield -1 if report.trade == "destroyed" else 0, "destroyed in your trade"
    for gain in report.other_gains:
        if gain.cause in OTHER_GAINS:
            yield sum(gain.sin.values()), OTHER_GAINS[gain.cause]
    yield -sum(sighting.stolen.values()), "stolen from you"


# --- order by order --------------------------------------------------------------------------------------------------
def _deeds(page: Page, acts: list[Act], sighting: Sighting) -> Iterator[Deed]:
    for where, others in sighting.places.items():
        heading = f"{capital(place(where))}, {f'with {listed(others)}' if others else 'alone'}"
        acts_here = [(act, result) for act_place, act, result in acts if act_place == where]
        if not acts_here:
            yield Deed(text="only there", at=heading)
        gathers = [result for act, result in acts_here if isinstance(act, Gather)]
        if gathers:
            often = {1: "gather", 2: "gather twice"}.get(len(gathers), f"gather {len(gathers)} times")
            gained = {sin: sum(result.gained.get(sin, 0) for result in gathers) for sin in SINS}
            brought = sin_words(gained) if any(gained.values()) else "denied to you"
            yield Deed(text=often, mark="done" if any(gained.values()) else "failed", came=brought, at=heading)
        yield from (
            _deed(where, act, result, sighting, heading) for act, result in acts_here if not isinstance(act, Gather)
        )
    report, trade = page.report, None if page.orders is None else page.orders.trade
    if trade is not None and report is not None and report.trade is not None:
        yield _trade_deed(page, trade, report.trade, sighting)


def _deed(where: str, act: Commit | Offer, result: Result, sighting: Sighting, heading: str) -> Deed:
    text = deed(where, act)
    if result.reason is not None:
        return Deed(text=text, mark="failed", came=REASONS[result.reason].removeprefix("failed: "), at=heading)
    if where == SHRINE:
        return Deed(text=text, mark="done", came=f"{figure(sighting.paid, gain=True)} points", at=heading)
    if result.gained:
        return Deed(text=text, mark="done", came=sin_words(result.gained), at=heading)
    return Deed(text=text, mark="done", came="it counts" if isinstance(act, Commit) else "taken", at=heading)


def _trade_deed(page: Page, trade: Trade, outcome: str, sighting: Sighting) -> Deed:
    met = any(trade.partner in others for others in sighting.places.values())
    reason = {
        "done": "",
        "destroyed": "both sins were destroyed: a commit from the Lakeside Garden",
        "cancelled": _cancel_reason(page, trade, sighting) if met else f"{trade.partner} was in none of your places",
    }[outcome]
    text = f"Trade with {trade.partner}, your {trade.give} for their {trade.want}"
    return Deed(text=text, mark="done" if outcome == "done" else "failed", came=reason)


def _cancel_reason(page: Page, trade: Trade, sighting: Sighting) -> str:
    """Why the trade with a met seat failed (DM-40), as far as this seat can tell from its holding, gains and thefts."""
    lead, sin = f"{trade.partner} was where you were", trade.give
    gathered = sum(result.gained.get(sin, 0) for result in page.told.actions if result.do == "gather")
    others = sum(result.gained.get(sin, 0) for result in page.told.actions if result.do != "gather")
    others += sum(gain.sin.get(sin, 0) for gain in page.told.other_gains)
    least = page.before.sin.get(sin, 0) + gathered - sighting.stolen.get(sin, 0)
    if least > 0:
        return f"{lead}, and ordered otherwise or could not pay"
    if least + others <= 0:
        return f"{lead}, but you had no {sin} to give"
    return f"{lead}, and ordered otherwise or could not pay, or you could not"


# --- the rest --------------------------------------------------------------------------------------------------------
def _event_lines(page: Page, report: Report, sighting: Sighting) -> Iterator[str]:
    for hit in report.suffered:
        stolen = hit.location == "ringed_city" and sighting.stolen
        theft = f"A sin was committed against you from the Ringed City: {sin_words(sighting.stolen)} stolen."
        yield theft if stolen else suffered_words(hit)
    if others := [name for name in report.announced if name != page.after.seat]:
        yield f"A sin was committed against {listed(others)}."
    yield from (f"{target} holds {sin_words(sin)}." for target, sin in report.readings.items())
    for gain in report.other_gains:
        if gain.cause != "visit_bonus":
            yield gain_words(gain)
        else:
            yield "You have been in all seven sin locations: one of each sin, and the round begins anew."


def _figures(page: Page, sighting: Sighting) -> Iterator[Counted]:
    before, after, report = page.before, page.after, page.told
    parts = [
        (sighting.paid, "from the Shrine"),
        (sighting.converted, "from the Shrine for the sin left"),
        (report.points - before.points - sighting.paid - sighting.converted, "interest"),
    ]
    of = ", ".join(f"{figure(amount, gain=True)} {why}" for amount, why in parts if amount)
    yield Counted(what="Points", before=before.points, after=report.points, of=of)
    sins_before, sins_after = sum(before.sin.values()), sum(report.sin.values())
    holding = ", ".join(f"{report.sin[sin]} {sin}" for sin in SINS if report.sin.get(sin))
    yield Counted(what="Sin", before=sins_before, after=sins_after, of=holding)
    if after.commits != before.commits:
        yield Counted(what="Sins committed", before=before.commits, after=after.commits)
    if len(before.visited) < len(after.visited):  # else it was completed and is reported
        lacking = f"{listed([place(p) for p in after.lacking])} still lacking" if len(after.lacking) < 4 else ""
        counted = f"of {len(SIN_LOCATIONS)}"
        of = f"{counted}; {lacking}" if lacking else counted
        yield Counted(what="Sin locations visited", before=len(before.visited), after=len(after.visited), of=of)


def _effects_ahead(page: Page) -> Iterator[str]:
    yield from in_force(page.after.effects, "next round")
    if page.after.interest:
        points = "point" if page.after.interest == 1 else "points"
        yield f"Interest next round: {page.after.interest} {points} on what you have now."
