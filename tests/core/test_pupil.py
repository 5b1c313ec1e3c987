"""Who does what the coach says: never refused, never empty, never told what the preview does not reckon."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from benchmarks.obey import PupilCounts
from cli.commands.bots import at_table
from core.botplay.plan import PlanStep
from core.bots import coach
from core.bots.coach import Advice, figure, percent
from core.bots.contract import Say
from core.decoding import decode
from core.games import MODULES, game
from core.games.day_of_mercury.forecast import forecast as mercury_forecast
from core.games.drifting_ship.bots.sharp import odds
from core.games.drifting_ship.reach import forecast as ship_forecast
from core.games.pantheic_runes.coaching import ALONE
from core.games.sinners_secret.bots.sharp import allied
from core.games.sinners_secret.coaching import UNPROVEN, deduced
from core.games.sinners_secret.deduction import ally
from core.games.sinners_secret.deduction import odds as own_odds
from core.games.trading import desk_of
from core.games.trading.coaching import planned_swaps
from core.games.trading.reviewing import promise_records
from core.kit import Script, played
from core.levels import COACH, LEVELS
from core.match import journal as j
from core.match import views
from core.match.state import Match
from core.refusal import Refused
from core.table.coached import CoachedSeat, obey
from core.talk.channels import Deal
from tests.kit import NAMES
from tests.kit.depth import deep

Lesson = coach.Lesson[Any, Any, Any]


@pytest.fixture(scope="module", params=MODULES)
def course(request: pytest.FixtureRequest) -> tuple[str, list[tuple[Lesson, Advice]], list[str], PupilCounts]:
    """A match of each game in which one does what the coach says: what was advised, what refused, and what its rounds
    count. The others are usual bots in a deep run, else random ones but in a single game."""
    name: str = request.param
    module = game(name)
    told: list[tuple[Lesson, Advice]] = []
    refused: list[str] = []
    advise = module.advise
    others = deep("steady", "steady" if name == "sinners_secret" else "random")
    seats = dict.fromkeys(NAMES[: module.spec.seats], others) | {NAMES[0]: COACH}
    table, seat, clock = at_table(name, 5, seats)
    counts = PupilCounts(seat)

    def listen(lesson: Lesson) -> Advice | None:
        found = advise(lesson)
        if found is not None and lesson.sight.seat == seat.you:
            told.append((lesson, found))
        return found

    def note(step: PlanStep, refusal: Refused) -> None:
        if refusal.code not in module.unforeseen:
            refused.append(f"{step}: {refusal.message}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(module), "advise", lambda self, lesson: listen(lesson))
        assert obey(table, CoachedSeat(seat), clock.advance, look=counts.note_closed_rounds, refused=note) == 0
    assert table.match.phase == "finished"
    counts.note_closed_rounds()
    return name, told, refused, counts


def test_nothing_that_it_says_is_refused_or_empty(course):
    _, told, refused, _ = course
    assert refused == []
    assert any(advice.orders is not None for _, advice in told)
    for lesson, advice in told:
        if advice.orders is not None:
            assert advice.orders != lesson.draft, "a move that changes nothing"
        if advice.orders is not None or advice.action is not None or advice.say:
            assert advice.why
        assert len(set(advice.say)) == len(advice.say)


def test_whoever_obeys_keeps_every_word_and_leaves_nothing_open(course):
    """More seeds in the deep run: tests/core/test_obeying.py."""
    tally = course[3].tally
    assert (tally["broken"], tally["left open"]) == (0, 0), course[3].notes
    assert tally["said"] <= 15 * tally["rounds"], "a person says so much in a round, and no more"


@pytest.mark.parametrize("name", ["exodus", "famine", "day_of_mercury"])
def test_whoever_goes_on_without_waiting_still_seals_what_was_agreed(name):
    """By fast keys a minute's messages are soon said (HH-34): what is left unsaid takes no orders with it."""
    seats = dict.fromkeys(NAMES[: game(name).spec.seats], "steady")
    table, seat, clock = at_table(name, 5, {**seats, NAMES[0]: COACH})
    counts = PupilCounts(seat)
    obey(table, CoachedSeat(seat), clock.advance, seconds=0.8, look=counts.note_closed_rounds, hasty=True)
    counts.note_closed_rounds()
    assert table.match.phase == "finished"
    assert (counts.tally["broken"], counts.tally["empty while it paid"]) == (0, 0), counts.notes


def test_HH_28_it_says_nothing_that_is_not_so_by_itself(course):
    name, told, *_ = course
    assert not any(game(name).untrue(lesson.sight, say) for lesson, advice in told for say in advice.say)
    assert all(game(name).untrue(lesson.sight, say) for lesson, advice in told for say in advice.lies)
    assert any(advice.lies for _, advice in told) == (name == "sinners_secret")


def test_what_it_promises_is_what_the_preview_reckons(course):
    """HH-28: every figure in its words, worked out again from the view alone."""
    name, told, *_ = course
    rules, checked = game(name), 0
    for lesson, advice in told:
        if advice.orders is None:
            continue
        orders = decode(rules.Orders, advice.orders, "orders")
        hope = rules.hope(lesson.sight, orders, advice.say)
        if hope is not None and hope.value:
            assert any(f"promises {figure(hope.value)}{hope.of}" in why for why in advice.why)
            checked += 1
        for words in FIGURES.get(name, _none)(lesson, orders):
            assert any(words in why for why in advice.why), f"{words} is not in {advice.why}"
            checked += 1
    assert checked > 3 or name == "refereed", "a host's word promises nothing"


def _none(lesson: Lesson, orders: Any) -> list[str]:
    return []


def _trade(name: str) -> Any:
    def figures(lesson: Lesson, orders: Any) -> list[str]:
        desk, plain = desk_of(game(name)), {"offers": [{"to": o.to, "give": o.give} for o in orders.offers]}
        plans = planned_swaps(lesson, plain)
        pays = [(plan, desk.payoff(lesson.view.round, plan.give, plan.expect, 0)) for plan in plans]
        worst = desk.preview(lesson.view, plans, 0).worst.total
        found = [f"{plan.give} for {plan.expect}, you {pay.mine:+} and {plan.to} {pay.theirs:+}" for plan, pay in pays]
        return [*found, f"brings you {worst:+}"] if plans else []

    return figures


def test_HH_28_what_is_expected_learns_from_the_words_that_were_kept(course):
    """After a close in which words were broken the coach expects less than what all that is agreed would bring, and
    names how many were kept; before any close it names none."""
    name, told, *_ = course
    seen = 0
    for lesson, advice in told if name in ("exodus", "famine") else ():
        records = promise_records(lesson.sight.seat, lesson.sight.heard, lesson.sight.reports).values()
        kept, broken = (sum(getattr(record, of) for record in records) for of in ("kept", "broken"))
        for why in (why for why in advice.why if "At worst" in why):
            assert (f"{kept} of {kept + broken} words given to you were kept so far: expect" in why) == bool(
                kept + broken
            )
            worst, expected = (int(part.split(end)[0]) for part, end in zip(
                (why.partition("brings you ")[2], why.partition("expect about ")[2] or "0"), (":", "."), strict=True
            ))  # fmt: skip
            assert not kept + broken or expected >= worst
            seen += bool(kept + broken)
    assert seen or name not in ("exodus", "famine")


def _ship(lesson: Lesson, orders: Any) -> list[str]:
    view = lesson.view
    if lesson.sight.phase == "pregame":
        return []
    found = []
    for index in (0, 1):
        then, order = ship_forecast(view, index, orders.of(index)), orders.of(index)
        found.append(f"{view.own.crew[index].name} starts the next round with {then.next_round} energy")
        if order.activate is not UNSET and order.activate and not view.own.crew[index].can_use("U"):
            chance = odds(view, {then.room: order.activate})[then.room][1]
            found.append(f"{then.room} for {order.activate} energy: {percent(chance)} that nobody bids as much")
    return found


def _mercury(lesson: Lesson, orders: Any) -> list[str]:
    then = mercury_forecast(lesson.view, orders)
    end = "the match" if lesson.view.round == lesson.view.rounds else f"round {lesson.view.round}"
    return [f"{then.points} points at the end of {end}"]


def _sinner(lesson: Lesson, orders: Any) -> list[str]:
    grid, view, found = deduced(lesson.view), lesson.view, []
    for own, chance in allied(lesson.sight, orders).items():
        sure = ally(grid, own, orders.locks[own])
        assert sure != "no", "the grid disproves it"
        trusted = f"allies with {percent(min(chance, UNPROVEN))}"
        if view.assistance:
            fits, pairs = own_odds(grid, own, view.pairs[own], orders.locks[own])
            trusted += f" if what you were told is so ({fits} of its {pairs} pairs without it)"
        proves = "the grid (f) proves" if sure == "yes" and view.assistance else trusted
        found.append(f"Lock {own} to {orders.locks[own]}: {proves}")
    return found


def _runes(lesson: Lesson, orders: Any) -> list[str]:
    view = lesson.view
    if not 0 < view.round < view.rounds or not orders.temple:
        return []
    return [f"{place} ({view.temple[place]})" for place in orders.temple] + [percent(ALONE[view.round - 1])]


FIGURES = {
    "exodus": _trade("exodus"),
    "famine": _trade("famine"),
    "drifting_ship": _ship,
    "day_of_mercury": _mercury,
    "sinners_secret": _sinner,
    "pantheic_runes": _runes,
}


def test_it_holds_no_seat_of_a_match_that_people_play():
    assert COACH not in LEVELS


# --- the trading games: talk first ------------------------------------------------------------------------------------
def asked(match: Match) -> tuple[Script, tuple[Say, ...]]:
    """What the coach would have Ada ask first in a round of Exodus, and she has asked it."""
    at = Script(match)
    says = advised(at.match).say
    for say in says:
        at.apply(j.Said(author="Ada", to=tuple(say.to), text=say.text, deal=say.deal))
    return at, says


def advised(match: Match, draft: dict[str, Any] | None = None) -> Advice:
    lesson = replace(views.lesson(match, "Ada", 0), draft=draft)
    found = match.game.advise(lesson)
    assert found is not None
    return found


def first() -> Match:
    return next(m for m in played(game("exodus"), 1).moments if m.phase == "round" and not m.sealed and not m.messages)


def test_it_waits_for_an_answer_and_drafts_what_is_agreed():
    at, says = asked(first())
    waits = advised(at.match)
    assert (waits.orders, waits.say) == (None, ())
    assert set(waits.waits) == {say.to[0] for say in says}
    assert any("not answered yet" in why for why in waits.why)
    for say in says:
        at.apply(
            j.Said(author=say.to[0], to=("Ada",), text="Agreed.", deal=Deal(give=say.deal.want, want=say.deal.give))
        )
    agreed = advised(at.match)
    assert agreed.orders == {"offers": [{"to": say.to[0], "give": say.deal.give} for say in says]}
    assert all(any(f"Agreed with {say.to[0]}" in why for why in agreed.why) for say in says)


def test_it_takes_back_what_was_refused_and_asks_another():
    at, says = asked(first())
    for say in says:
        at.apply(j.Said(author=say.to[0], to=("Ada",), text="No, thank you."))
    refused = says[0]
    found = advised(at.match, {"offers": [{"to": refused.to[0], "give": refused.deal.give}]})
    assert any(f"Take back what you offer {refused.to[0]}" in why for why in found.why)
    assert not any("Agreed with" in why for why in found.why), "only once it is"


def test_what_it_takes_up_is_not_called_agreed_before_it_is_said():
    at = Script(first())
    give = next(kind for kind, count in views.lesson(at.match, "Ada").view.free.items() if count)
    for by in at.match.seats[1:]:
        at.apply(j.Said(author=by, to=("Ada",), text="My blue for it?", deal=Deal(give="blue", want=give)))
    for _ in range(12):
        found = advised(at.match)
        if any("Say yes to" in why for why in found.why):
            break
        for say in found.say:
            at.apply(j.Said(author="Ada", to=tuple(say.to), text=say.text, deal=say.deal))
            at.apply(j.Said(author=say.to[0], to=("Ada",), text="No, thank you."))
    assert any("Say yes to" in why for why in found.why)
    assert not any("Agreed with" in why for why in found.why)
