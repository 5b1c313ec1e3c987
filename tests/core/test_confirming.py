"""A result stands for the hosts alone until one of them confirms it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.games import game as find_game
from core.house.guest import Guest
from core.kit import Broken
from core.kit.played import played
from core.kit.secrecy import a_result_that_is_held_is_shown_to_no_seat, compare_held
from core.match import ending as confirming
from core.match import journal as j
from core.match import views
from core.match.reducer import apply
from core.match.state import change
from core.match.summary import summary
from core.narration.feed import EntryStep, posts
from core.refusal import Refused
from core.seasons import journal as sj
from core.seasons.opening import EpisodeWish
from core.table.host_controls import HostControls
from core.table.seat import Seat
from tests.core.seasons.hosted import Hosted
from tests.kit import NAMES
from tests.kit.depth import games
from tests.kit.house import open_house

SEATS = NAMES[:4]
ID = "parley-open-1"
WAITS = "The last round has closed; a host looks at it before it counts."


def last_round(**more):
    """The last round of a match whose result a host confirms; Ada is ahead alone, so that choices follow."""
    house = open_house()
    points = dict(zip(SEATS, (3, 1, 1, 0), strict=True))
    table = house.make("parley-open", SEATS, confirm=True, setup={"round": 3, "points": points}, **more)
    return house, table, HostControls(table)


def held(**more):
    house, table, desk = last_round(**more)
    Seat(table, "Bo").seal({"number": 7})
    desk.close()
    return house, table, desk


def test_HH_53_the_last_close_tells_only_that_a_host_looks_at_it():
    house, table, desk = last_round()
    Seat(table, "Bo").seal({"number": 7})
    before = table.match
    desk.close()
    match = table.match
    assert (match.phase, match.state, match.rounds, match.deadline) == ("confirming", before.state, (), None)
    assert match.news[-1].text == WAITS
    for seat in (*SEATS, None):
        was, now = views.view(before, seat), views.view(match, seat)
        assert {key for key in was if was[key] != now[key]} == {"phase", "announcements"}
    assert (summary(match).outcome, house.finished()) == (None, ())
    told = posts(EntryStep(before, match))
    assert [line for post in told for line in post.splitlines()[1:]] == [WAITS]


def test_HH_53_a_host_looks_at_every_report_and_confirms():
    house, table, desk = held()
    tried = desk.dry_run()
    assert tried.reports_json["Bo"] == {"points": 2, "won": True, "number": 7}
    assert tried.ending is not None
    assert tried.ending["winners"] == ["Ada"]
    assert tried.story is not None
    assert next(row.seat for row in tried.story.standing.rows) == "Ada"
    assert table.match.host_looks[-1].text == "The host looked at a dry run of round 3."
    assert "stands" in desk.preview(lambda desk: desk.confirm()).everybody[0]
    assert table.match.phase == "confirming"
    desk.confirm()
    assert desk.reports()[3] == tried.reports_json
    assert table.match.phase == "decision"
    assert open_house(house.store, house.clock).table(ID).match == table.match
    with pytest.raises(Refused, match="No result waits"):
        desk.confirm()


def test_HH_53_choices_after_a_confirmed_result_count_at_once():
    _, table, desk = held()
    desk.confirm()
    while table.match.phase == "decision":
        desk.close()
    assert table.match.phase == "finished"


def test_HH_53_what_settles_the_last_choice_of_an_older_match_is_held_too():
    _, table, desk = held(confirm_choices=True)
    desk.confirm()
    while table.match.phase == "decision":
        choice = views.pending(table.match)
        named = choice.among[: choice.count]
        given = {"players": list(named)} if choice.kind == "give_tokens" else {"player": named[0]}
        before = table.match
        for seat in choice.by:
            Seat(table, seat).act({"kind": choice.kind, **given})
    assert table.match.phase == "confirming"
    assert table.match.news[-1].text == "The choices are made; a host looks at them before they count."
    assert table.match.decided == before.decided
    for seat in SEATS:
        shown = Seat(table, seat)
        assert (shown.outcome(), shown.record(), shown.ledger()) == (None, None, ())
        assert shown.view_json()["decision"] == views.end_json(change(before, phase="confirming"), seat)
    assert desk.dry_run().outcome is not None
    desk.confirm()
    assert (table.match.phase, Seat(table, "Ada").outcome()["winners"]) == ("finished", ["Ada"])


LATE = {
    "seal": lambda seat: seat.seal({"number": 1}),
    "withdraw": lambda seat: seat.withdraw(),
    "ready": lambda seat: seat.ready(),
    "draft": lambda seat: seat.keep_draft({"number": 2}, counts=True),
    "act": lambda seat: seat.act({"kind": "wave", "to": "Cy"}),
}


@pytest.mark.parametrize("what", LATE)
def test_HH_53_nothing_changes_what_is_held(what):
    _, table, desk = held()
    before = table.match
    with pytest.raises(Refused) as refused:
        LATE[what](Seat(table, "Bo"))
    assert refused.value.code == "confirming"
    for deed in (desk.close, lambda: desk.move_deadline(table.clock() + 60)):
        with pytest.raises(Refused, match="until it is confirmed"):
            deed()
    desk.hand_over("Bo", "person:zed")
    assert (table.match.sealed, table.match.drafts) == (before.sealed, before.drafts)


def test_HH_53_nobody_is_offered_a_seat_of_it():
    house, table, desk = held(holders={"Cy": "open"})
    guest = Guest(house, "zed")
    assert guest.row_of_running(table).free == ()
    with pytest.raises(Refused) as refused:
        guest.take_seat(ID, "Cy", "Zed")
    assert refused.value.code == "confirming"
    desk.confirm()
    assert guest.row_of_running(table).free == ("Cy",)


def test_HH_53_talk_goes_on_and_hosts_may_correct_go_back_or_end_it():
    _, table, desk = held()
    Seat(table, "Ada").say("lounge", "Well?")
    desk.correct("Bo", {"number": 3}, "A slip.")
    assert desk.dry_run().reports_json["Bo"]["number"] == 3
    assert table.match.phase == "confirming"
    desk.end()
    desk.take_end_back()
    assert table.match.phase == "confirming"
    desk.rewind(3)
    assert (table.match.phase, table.match.held_close) == ("round", None)
    Seat(table, "Bo").seal({"number": 9})


def test_HH_53_a_match_without_the_option_ends_as_ever():
    house = open_house()
    table = house.make("parley-open", SEATS, setup={"round": 3, "points": dict.fromkeys(SEATS, 1)})
    HostControls(table).close()
    assert table.match.phase in ("decision", "finished")


def test_HH_53_a_season_books_its_episode_once_it_is_confirmed():
    at = Hosted()
    at.desk.open(EpisodeWish("drifting_ship"), sj.Seating(confirm=True))
    table = at.house.table("drifting-ship-1")
    for _ in range(40):
        if table.match.phase == "confirming":
            break
        table.submit(j.Closed())
    assert (at.json["phase"], table.match.phase, table.match.header.confirm) == ("main", "confirming", True)
    at = at.again()
    assert at.json["phase"] == "main"
    desk = HostControls(at.house.table("drifting-ship-1"))
    while desk.table.match.phase != "finished":
        desk.confirm() if desk.table.match.held_close else desk.close()
    assert at.json["phase"] == "death_match"


# --- the redeal property ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", games("sinners_secret", "drifting_ship", "exodus"))
def test_HH_53_nobody_learns_from_a_held_close_what_they_did_not_know(game):
    a_result_that_is_held_is_shown_to_no_seat(find_game(game))


def planted(monkeypatch, leak):
    """Is it caught that a held close tells what `leak` makes of what it brings?"""
    hold = confirming.hold_close

    def told(match, cause, at):
        after, _ = apply(change(match, header=replace(match.header, confirm=False)), j.Closed())
        return leak(hold(match, cause, at), after)

    monkeypatch.setattr("core.match.closing.hold_close", told)
    before = [one for one in played(find_game("exodus"), 1).moments if one.phase == "round"][-1]
    try:
        for turn in range(12):
            compare_held(before, (None, *before.seats)[turn % 4], turn)
    except Broken:
        return True
    return False


LEAKS = {
    "the winners in what is announced": lambda held, after: confirming.announce(
        held, "held", str(after.state.ending.winners), 0.0
    ),
    "the state after the close": lambda held, after: change(held, state=after.state),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_HH_53_a_planted_leak_is_caught(monkeypatch, leak):
    assert planted(monkeypatch, LEAKS[leak])
    assert not planted(monkeypatch, lambda held, after: held)
