"""A host puts orders right, tries a closed round otherwise, and reads beforehand what players will be told."""

from __future__ import annotations

import pytest

from core.dice import Dice
from core.match import journal as j
from core.match import views
from core.match.redeal import redeal
from core.match.reducer import apply
from core.match.state import begin
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.seat import Seat
from tests.kit import NAMES
from tests.kit.house import open_house
from tui.words.ending_rows import host_rows

SEATS = NAMES[:4]


def a_table(**more):
    house = open_house()
    table = house.make("parley-open", SEATS, **more)
    return house, table, HostControls(table)


def folded_again(house, table):
    """The match as its journal tells it."""
    stored = house.store.read(table.match.header.match)
    match = begin(j.header_from_json(stored.header))
    for entry in stored.entries:
        match, _ = apply(match, j.entry_from_json(entry))
    return match


def test_HH_40_a_seat_is_told_what_everybody_that_and_the_record_whose():
    house, table, desk = a_table()
    ada, bo = Seat(table, "Ada"), Seat(table, "Bo")
    ada.seal({"number": 4})
    ada.keep_draft({"number": 5}, counts=True)
    ada.ready()
    desk.correct("Ada", {"number": 7}, "She typed the wrong one")
    assert table.match.sealed["Ada"].orders.number == 7
    assert (ada.frame().ready, ada.draft().counts) == (False, False)
    assert "number" in ada.apart()[-1].text or "7" in ada.apart()[-1].text
    news = bo.news()[-1].text
    assert news == "The host corrected one seat's orders for round 1: She typed the wrong one."
    assert bo.apart() == ()
    desk.correct("Ada", None, "She asked for it.")
    assert "Ada" not in table.match.sealed
    ada.seal({"number": 1})
    assert folded_again(house, table) == table.match
    for _ in range(3):
        desk.close()
    while table.match.phase != "finished":
        desk.close()
    assert [(one["seat"], one["was"], one["now"]) for one in views.record(table.match)["corrections"]] == [
        ("Ada", {"number": 4}, {"number": 7}),
        ("Ada", {"number": 7}, None),
    ]


def test_HH_40_the_last_page_says_what_only_the_host_knew_of():
    _, table, desk = a_table()
    Seat(table, "Ada").seal({"number": 4})
    desk.open_seat("Bo")
    desk.correct("Ada", {"number": 7}, "A slip.")
    while table.match.phase != "finished":
        desk.close()
    assert host_rows(Seat(table, "Cy").record(), table.match.game.spec.when)[1:] == [
        "  The host looked at Bo's seat in round 1.",
        "  Ada's orders for round 1 were corrected: A slip.",
    ]


@pytest.mark.parametrize(
    ("seat", "orders", "reason", "code"),
    [
        ("Ada", {"number": 10}, "Why not.", "bad_number"),
        ("Ada", {"numbers": 1}, "Why not.", "wrong_form"),
        ("Ada", {"number": 4}, "Why not.", "nothing_to_correct"),
        ("Bo", None, "Why not.", "nothing_to_correct"),
        ("Ada", {"number": 5}, "  ", "no_reason"),
        ("Ada", {"number": 5}, "\u2800\u1160", "no_reason"),
        ("Ada", {"number": 5}, "x" * 400, "too_long"),
        ("Zed", {"number": 5}, "Why not.", "not_seated"),
    ],
)
def test_HH_40_it_is_refused_as_orders_are(seat, orders, reason, code):
    _, table, desk = a_table()
    Seat(table, "Ada").seal({"number": 4})
    before = table.match
    with pytest.raises(Refused) as refused:
        desk.correct(seat, orders, reason)
    assert refused.value.code == code
    assert table.match is before


def test_HH_40_only_while_the_round_is_open_or_after_going_back():
    _, table, desk = a_table(briefing=True)
    with pytest.raises(Refused):
        desk.correct("Ada", {"number": 5}, "Early.")
    desk.begin()
    Seat(table, "Ada").seal({"number": 4})
    desk.close()
    with pytest.raises(Refused) as refused:
        desk.correct("Ada", {"number": 5}, "Late.", 1)
    assert refused.value.code == "too_late"
    desk.rewind(1)
    desk.correct("Ada", {"number": 5}, "She meant five.")
    assert table.match.sealed["Ada"].orders.number == 5


def test_HH_40_whose_orders_were_corrected_no_other_seat_can_tell():
    _, table, desk = a_table()
    for seat in ("Ada", "Cy"):
        Seat(table, seat).seal({"number": 4})
    desk.correct("Ada", {"number": 7}, "A slip.")
    for n in range(6):
        other = redeal(table.match, "Bo", Dice(n))
        assert views.view(other, "Bo") == views.view(table.match, "Bo")
        assert len(other.corrected) == 1
    assert {redeal(table.match, "Bo", Dice(n)).corrected[0].seat for n in range(20)} == {"Ada", "Cy", "Di"}


def test_HH_41_a_closed_round_tried_with_other_orders_of_one_seat():
    house, table, desk = a_table()
    for seat, number in (("Ada", 4), ("Bo", 6)):
        Seat(table, seat).seal({"number": number})
    Seat(table, "Cy").do({"kind": "wave", "to": "Di"})
    desk.close()
    before, kept = table.match, len(house.store.read("parley-open-1").entries)
    found = desk.what_if(1, "Ada", {"number": 9})
    assert set(found.seats) == {"Ada", "Bo"}
    assert (found.reports["Ada"]["won"], found.reports["Bo"]["won"]) == (True, False)
    assert (found.ending, found.ended) == (None, False)
    assert table.match.rounds is before.rounds
    assert table.match.state is before.state
    assert len(house.store.read("parley-open-1").entries) == kept + 1
    assert [one.text for one in table.match.host_looks] == [
        "The host looked at what Ada could have ordered in round 1."
    ]
    assert table.match.news == before.news
    assert set(desk.what_if(1, "Bo", None).seats) == {"Ada", "Bo"}
    assert desk.what_if(1, "Di", None).seats == {}
    for number, orders, code in ((2, None, "no_such_round"), (1, {"number": 11}, "bad_number")):
        with pytest.raises(Refused) as refused:
            desk.what_if(number, "Ada", orders)
        assert refused.value.code == code


def test_HH_41_the_last_round_says_who_would_have_won():
    _, table, desk = a_table()
    Seat(table, "Ada").seal({"number": 4})
    for _ in range(3):
        desk.close()
    assert table.match.phase == "decision"
    while table.match.phase != "finished":  # the choices are kept with the number of the last round
        chooser = Seat(table, table.match.game.pending(table.match.state).by[0])
        choice = chooser.pending()
        named = {"players": [choice.among[0]]} if choice.kind == "give_tokens" else {"player": choice.among[0]}
        chooser.do({"kind": choice.kind, **named})
    found = desk.what_if(3, "Bo", {"number": 9})
    assert found.ended
    assert found.ending.winners == ("Ada", "Bo")
    assert found.public is None or found.public.was != found.public.would


DEEDS = {
    "pause": lambda desk: desk.pause(),
    "deadline": lambda desk: desk.move_deadline(desk.table.clock() + 600, "The trains stand still.", "Fri 21:00 CET"),
    "schedule": lambda desk: desk.set_schedule([desk.table.clock() + 3600], "every day 21:00 UTC"),
    "rewind": lambda desk: desk.rewind(1),
    "replace": lambda desk: desk.hand_over("Cy", "person:zed"),
    "correct": lambda desk: desk.correct("Ada", {"number": 2}, "A slip."),
    "mute": lambda desk: desk.mute("Bo", ("lounge",)),
    "tell": lambda desk: desk.write("Di", "Well played."),
    "answer": lambda desk: desk.answer(1, "No.", publish=True),
    "announce": lambda desk: desk.announce("Dinner."),
    "public": lambda desk: desk.publish(),
    "end": lambda desk: desk.end("Nobody is left."),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_HH_42_what_is_shown_beforehand_is_what_is_told(deed):
    house, table, desk = a_table()
    Seat(table, "Ada").say("host", "May I?")
    desk.close()
    Seat(table, "Ada").seal({"number": 4})
    before, kept = table.match, len(house.store.read("parley-open-1").entries)
    told = desk.preview(DEEDS[deed])
    assert table.match is before
    assert len(house.store.read("parley-open-1").entries) == kept
    assert told.everybody or told.seats
    DEEDS[deed](desk)
    after = table.match
    assert tuple(news.text for news in after.news[len(before.news) :]) == told.everybody
    lines = {aside.seat: (aside.text,) for aside in after.asides[len(before.asides) :] if aside.from_host}
    assert lines == told.seats


def test_HH_42_a_close_and_a_start_are_only_named():
    _, table, desk = a_table(briefing=True)
    assert desk.preview(lambda desk: desk.begin()).everybody == ("The briefing is over: round 1 opens.",)
    desk.begin()
    Seat(table, "Ada").seal({"number": 4})
    alone = desk.preview(lambda desk: desk.close())
    Seat(table, "Bo").seal({"number": 9})
    assert desk.preview(lambda desk: desk.close()) == alone
    with pytest.raises(Refused):
        desk.preview(lambda desk: desk.resume())
