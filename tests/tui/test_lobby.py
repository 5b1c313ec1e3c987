"""The lobby of a session: what waits first, live, and nobody else's secrets."""

from __future__ import annotations

import msgspec
import pytest
from textual import events

from core.games import game as find_game
from core.match import journal as j
from core.match.seating import NAMES
from core.person import Key
from core.refusal import Refused
from core.seasons.options import SeasonOptions
from core.table.host_controls import HostControls
from core.table.seat import Seat
from tests.archive.kit import small_season
from tests.kit.depth import ends, games
from tests.kit.hall import Hall
from tests.kit.screens import LARGE
from tui.app.session import own_settings
from tui.screens.host.console import Console
from tui.screens.lobby.rows import LobbyEntry, parts_of_row_id, rows_of_sections
from tui.screens.lobby.screen import Lobby
from tui.screens.result.replay import ReplayScreen
from tui.screens.season import SeasonScreen
from tui.screens.table.catch_up import CatchUpScreen
from tui.screens.table.screen import TableScreen
from tui.widgets.frame import shown_keys
from tui.words import text


async def test_whoever_has_one_order_waiting_lands_at_it_and_everybody_else_in_the_lobby():
    hall = Hall("Ada", "Bo")
    table = hall.match()
    hall.match(holders={"Ada": "open"})
    hall.seat(table, "Ada").keep_draft({"number": 4})
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, TableScreen)
        assert at.screen.seat.name == "Ada"
        assert at.screen.seat.draft().orders == {"number": 4}
        await at.press("q")
        assert isinstance(at.screen, Lobby)
    async with hall.enter("Bo") as at:
        assert isinstance(at.screen, Lobby)
        assert at.rows[:3] == ["head:Waits for you", "mine:parley-open-1\nBo", "mine:parley-open-2\nBo"]


async def test_a_pregame_of_nothing_but_talk_waits_for_nobody():
    hall = Hall("Ada")
    names = ("Ada", "Bo", "Cy", "Di", "Ed")
    holders = {name: "person:ada" if name == "Ada" else "local" for name in names}
    table = hall.house.make("pantheic_runes", names, holders=holders, seed=7)
    assert table.match.phase == "pregame"
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, Lobby)
        assert at.rows == ["head:Your other matches", "mine:pantheic-runes-1\nAda"]
        assert "nothing waits for you" in at.text


async def test_what_waits_comes_first_and_each_match_is_where_it_belongs():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    for title in ("one", "two", "sealed"):
        hall.match(title=title)
    hall.seat(hall.house.table("parley-open-3"), "Ada").seal({"number": 1})
    hall.match(holders={"Ada": "open", "Bo": "local", "Cy": "local", "Di": "local"})
    hall.match(holders={"Ada": "local", "Bo": "local", "Cy": "local", "Di": "local"})
    HostControls(hall.match()).end()
    async with hall.enter("Ada") as at:
        assert at.rows == [
            "head:Waits for you", "mine:parley-open-1\nAda", "mine:parley-open-2\nAda",
            "head:Your other matches", "mine:parley-open-3\nAda",
            "head:Free seats: sit down", "free:parley-open-4",
            "head:To watch", "watch:parley-open-5",
            "head:Finished in November 2023", "mine:parley-open-6\nAda",
        ]  # fmt: skip
        assert "2 seats wait for you" in at.text
        assert "SEALED" in at.text
    async with hall.enter("Gwen", LARGE) as at:
        assert [row for row in at.rows if row.startswith("host:")] == [f"host:parley-open-{n}" for n in range(1, 6)]


async def test_who_got_a_seat_in_the_first_round_is_no_news_of_a_list():
    hall = Hall("Ada")
    table = hall.house.make("exodus", NAMES[:9], holders=dict.fromkeys(NAMES[:9], "open"))
    HostControls(table).hand_over("Bo", "bot:steady")
    async with hall.enter("Ada") as at:
        assert "Last told" not in at.text
        HostControls(table).pause()
        await at.settle()
        assert "Last told: The host stopped the clock." in at.text


async def test_the_lobby_changes_by_itself():
    hall = Hall("Ada", "Bo")
    async with hall.enter("Ada") as at:
        assert at.rows == []
        table = hall.match(holders={"Ada": "open"})
        await at.settle()
        assert at.rows == ["head:Free seats: sit down", "free:parley-open-1"]
        table.submit(j.HandedOver(seat="Ada", holder="person:ada"))
        await at.settle()
        assert at.rows == ["head:Waits for you", "mine:parley-open-1\nAda"]
        hall.seat(table, "Bo").say(["Ada"], "psst")
        await at.settle()
        assert "(1)" in at.text
        assert "psst" not in at.text
        hall.seat(table, "Ada").seal({"number": 1})
        await at.settle()
        assert at.rows == ["head:Your other matches", "mine:parley-open-1\nAda"]


async def test_free_seats_that_nobody_has_named_are_counted_and_not_listed():
    hall = Hall("Ada")
    hall.match(seats=("Cy", "open seat 2", "open seat 3", "open seat 4"))
    async with hall.enter("Ada", LARGE) as at:
        assert "Cy (free), 3 free" in at.text
        assert "open seat 2" not in at.text


async def test_a_free_seat_is_taken_once():
    hall = Hall("Ada", "Bo")
    table = hall.match(holders={"Ada": "open", "Bo": "open"})
    async with hall.enter("Ada") as at:
        await at.press("enter")
        hall.house.table("parley-open-1").submit(j.HandedOver(seat="Ada", holder="person:bo"))
        await at.press("enter")
        assert isinstance(at.screen, Lobby)
        assert "The seat Ada at parley-open-1 is not free." in at.told
        await at.press("enter", "enter")
        assert isinstance(at.screen, TableScreen)
        assert at.screen.seat.name == "Bo"
        assert table.match.holders == {"Ada": "person:bo", "Bo": "person:ada", "Cy": "open", "Di": "open"}


async def test_a_returning_player_is_told_what_changed_since():
    hall = Hall("Ada", "Bo")
    table = hall.match()
    async with hall.enter("Ada") as at:
        assert not isinstance(at.screen, CatchUpScreen)
    hall.clock.advance(5 * 3600)
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, TableScreen)
        assert "Nothing has changed" in at.told
    hall.seat(table, "Bo").say(["Ada"], "psst")
    HostControls(table).announce("Be quick.")
    HostControls(table).close()
    hall.clock.advance(3600)
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, CatchUpScreen)
        for told in ("1h 00m ago", "1 unread message: Bo 1", "The host announced, ", "Be quick.", "You have 0 points."):
            assert told in at.text
        await at.press("enter")
        assert isinstance(at.screen, TableScreen)
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, TableScreen)


async def test_a_seat_that_is_handed_over_is_left_at_once():
    hall = Hall("Ada", "Bo")
    table = hall.match()
    async with hall.enter("Ada") as at:
        await at.press("t")
        table.submit(j.HandedOver(seat="Ada", holder="person:bo"))
        await at.settle()
        assert isinstance(at.screen, Lobby)
        assert "The seat Ada at parley-open-1 is played by somebody else now." in at.told


async def test_the_lobby_below_a_table_is_made_when_it_is_seen_and_nothing_typed_or_told_is_lost():
    hall = Hall("Ada", "Bo")
    hall.match()
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, TableScreen)
        assert not at.app.lobby.query("#matches")
        at.app.lobby.tell("Supper is ready.")
        await at.pilot.resize_terminal(40, 12)
        await at.pilot.resize_terminal(100, 30)
        await at.settle()
        assert not at.app.lobby.query("#matches")
        await at.press("q", "enter")  # in one breath: the second is for the row that waits there
        await at.settle()
        assert isinstance(at.screen, TableScreen)
        await at.press("q")
        assert at.screen is at.app.lobby
        assert at.rows
        assert at.told == "Supper is ready."


async def test_presence_follows_the_session():
    hall = Hall("Ada", "Bo")
    table = hall.match(presence=True)
    async with hall.enter("Ada") as at:
        assert table.present == ("Ada",)
        await at.press("q")
        assert table.present == ("Ada",)
    assert table.present == ()


async def test_what_one_person_keeps_for_a_seat_is_not_the_next_one_s():
    hall = Hall("Ada", "Bo")
    table = hall.match()
    async with hall.enter("Ada") as at:
        at.app.seat_memory("parley-open-1", "Ada").put("expected", "onyx")
    table.submit(j.HandedOver(seat="Ada", holder="person:bo"))
    async with hall.enter("Bo") as at:
        assert at.app.seat_memory("parley-open-1", "Ada").get("expected") is None


async def test_reminders_ring_at_an_hour_ten_minutes_and_one_while_nothing_is_sealed():
    hall = Hall("Ada", "Bo")
    table = hall.match(round_seconds=7200.0)
    hall.match(title="Other", holders={"Ada": "open"})
    async with hall.enter("Ada") as at:
        rung = []
        at.app.bell = lambda: rung.append(at.told)
        for seconds, bells in ((3000, 0), (700, 1), (100, 1), (2850, 2), (495, 3), (10, 3)):
            hall.clock.advance(seconds)
            at.app.update_all()
            await at.settle()
            assert len(rung) == bells, hall.clock.now
        assert "left, and nothing of yours (Ada) is sealed" in at.told
    hall.seat(table, "Bo").seal({"number": 1})
    async with hall.enter("Bo") as at:
        at.app.bell = lambda: rung.append("Bo")
        hall.clock.advance(20)
        at.app.update_all()
        assert "Bo" not in rung


async def test_a_finished_match_is_replayed_by_its_players_and_only_told_to_others():
    hall = Hall("Ada", "Bo", "Eve")
    table = hall.match(setup={"round": 3, "points": {"Ada": 5, "Bo": 1, "Cy": 2, "Di": 3}})
    hall.seat(table, "Ada").seal({"number": 7})
    HostControls(table).close()
    while table.match.phase != "finished":
        HostControls(table).close()
    async with hall.enter("Ada") as at:
        await at.press("enter")
        await at.app.workers.wait_for_complete()
        await at.settle()
        assert isinstance(at.screen, ReplayScreen)
        assert at.screen.allowed == ("Ada", "Bo", "Cy", "Di", "*")
    async with hall.enter("Eve") as at:
        await at.press("enter")
        assert isinstance(at.screen, TableScreen)
        assert at.screen.seat.name is None
        assert "number" not in at.text.lower()
        await at.press("q")
        assert "won by Ada" in next(line for line in at.text.splitlines() if line.startswith(" \u203a"))


async def test_HH_56_of_a_public_match_whoever_finds_it_reads_the_record():
    hall = Hall("Ada", "Bo", "Eve")
    table = hall.match(setup={"round": 3, "points": {"Ada": 5, "Bo": 1, "Cy": 2, "Di": 3}})
    hall.seat(table, "Ada").say("lounge", "between us")
    HostControls(table).publish()
    watching = Seat(table, None)
    assert watching.record() is None, "nothing before the end"
    while table.match.phase != "finished":
        HostControls(table).close()
    assert watching.story().whole
    assert watching.messages() == ()
    async with hall.enter("Eve") as at:
        await at.press("enter")
        await at.app.workers.wait_for_complete()
        await at.settle()
        assert isinstance(at.screen, ReplayScreen)
        assert at.screen.allowed == ("Ada", "Bo", "Cy", "Di", "*")
        await at.press("e", "enter", "enter")
        assert "between us" not in at.text
    HostControls(table).publish(False)
    assert watching.record() is None
    assert not watching.story().whole
    async with hall.enter("Eve") as at:
        await at.press("enter")
        assert isinstance(at.screen, TableScreen)


async def test_HH_56_a_match_can_be_made_so_that_whoever_finds_it_reads_the_record():
    hall = Hall("Ada", "Eve")
    table = hall.match(setup={"round": 3}, open_record=True)
    assert "After its end all who may find this match read its record" in table.match.news[0].text
    watching = Seat(table, None)
    assert watching.record() is None, "nothing before the end"
    while table.match.phase != "finished":
        HostControls(table).close()
    assert watching.story().whole
    assert table.summary.record_is_open
    async with hall.enter("Eve") as at:
        await at.press("enter")
        await at.app.workers.wait_for_complete()
        await at.settle()
        assert isinstance(at.screen, ReplayScreen)
    kept = hall.match(setup={"round": 3}, open_record=True, options={"reveal": False})
    while kept.match.phase != "finished":
        HostControls(kept).close()
    assert Seat(kept, None).record() is None


async def test_a_link_code_and_the_own_keys():
    hall = Hall("Ada")
    async with hall.enter("Ada") as at:
        await at.press("colon")
        await at.type("link")
        await at.press("enter")
        assert "ssh -p 2222 join@house.example" in at.text
        code = next(
            word for word in at.screen.plain().split() if word.count("-") >= 2 and word.replace("-", "").isalnum()
        )
        assert hall.people.examine(code).name == "ada"
        await at.press("q", "K")
        assert "SHA256:Ada" in at.text
        await at.press("enter", "enter")
        assert "This is your only key" in at.told


async def _hash(password):
    if len(password) < 10:
        raise Refused("password_length", "A password has 10 to 128 characters; this one has 5.")
    return f"hash of {password}"


async def test_a_password_is_set_changed_and_forgotten_but_never_the_last_way_in():
    hall = Hall("Ada", hash_password=_hash)
    async with hall.enter("Ada") as at:

        async def type_password(first, second):
            for word in (first, second):
                at.find("#answer").value = word
                await at.press("enter")
            await at.app.workers.wait_for_complete()
            await at.settle()

        await at.press("K", "p")
        await type_password("correct-horse", "another-horse")
        assert "not the same" in at.told
        await at.press("p")
        await type_password("horse", "horse")
        assert "10 to 128 characters" in at.told
        await at.press("p")
        await type_password("correct-horse", "correct-horse")
        assert hall.people.find("Ada").password == "hash of correct-horse"
        assert "correct-horse" not in at.text
        await at.press("home", "enter", "enter")
        assert hall.people.find("Ada").keys == ()
        assert "Keys: none" in at.text
        await at.press("p", "down", "enter")
        assert "your only way in" in at.told
        await at.press("q")
        hall.people.add_key("Ada", Key("ssh-ed25519 other", "SHA256:other", hall.clock()))
        await at.press("p", "down", "enter")
        assert hall.people.find("Ada").password is None


async def test_colours_and_mouse_are_kept_and_a_device_without_colours_takes_no_theme_away():
    hall = Hall("Ada")
    async with hall.enter("Ada") as at:
        wished = []
        at.app.recolour = lambda wish: wished.append(wish) or wish != "none"
        at.app.change_setting("theme", "daylight")
        await at.press("comma")
        choices = at.find("#settings")
        choices.point("colours:none")
        await at.press("enter")
        assert (at.app.theme, at.app.no_color, wished) == ("monochrome", True, ["none"])
        choices.point("mouse")
        await at.press("enter")
        choices.point("colours:256")
        await at.press("enter")
        assert (at.app.theme, at.app.no_color, wished) == ("daylight", False, ["none", "256"])
    assert own_settings(hall.house, "ada") == {"theme": "daylight", "colours": "256", "mouse": False}
    async with hall.enter("Ada") as at:
        assert not at.app.settings()["mouse"]


async def test_settings_are_kept_for_the_person():
    hall = Hall("Ada", "Bo")
    async with hall.enter("Ada") as at:
        at.app.change_setting("theme", "daylight")
    async with hall.enter("Ada") as at:
        assert at.app.theme == "daylight"
    async with hall.enter("Bo") as at:
        assert at.app.theme == "garnet"


async def test_no_private_thing_of_others_is_in_the_lobby_or_at_a_spectator_s_table():
    hall = Hall("Ada", "Bo", "Eve")
    table = hall.match(setup={"words": dict.fromkeys(("Ada", "Bo", "Cy", "Di"), "canary")})
    hall.seat(table, "Ada").seal({"number": 7})
    hall.seat(table, "Ada").say(["Bo"], "canary")
    hall.seat(table, "Bo").keep_draft({"number": 8})
    async with hall.enter("Eve", LARGE) as at:
        shown = at.text
        await at.press("w")
        shown += at.text
        assert "Watching" in shown
        assert "canary" not in shown


async def test_names_and_titles_are_never_read_as_markup():
    hall = Hall("Ada", "Bo")
    old = hall.match(title="[bold]")  # as a match may be called that was made before titles were looked at (HH-16)
    header = msgspec.structs.replace(old.match.header, title="[bold]\x1b[2J[/] hi")
    old.match = msgspec.structs.replace(old.match, header=header)
    hall.match()
    async with hall.enter("Ada") as at:
        assert "[bold]" in at.text
        assert "\x1b" not in at.text


async def test_two_keys_in_haste_leave_a_dialog_once():
    hall = Hall("Ada", "Bo")
    hall.match(holders={"Ada": "open"})
    async with hall.enter("Ada") as at:
        await at.press("enter")
        for _ in range(2):
            at.app.post_message(events.Key("enter", "\r"))
        await at.settle()
        assert isinstance(at.screen, TableScreen)
        at.app.post_message(events.Key("q", "q"))
        at.app.post_message(events.Key("q", "q"))
        at.app.post_message(events.Key("q", "q"))
        await at.settle()
        assert at.app.lobby in at.app.screen_stack


@pytest.mark.parametrize("game", ["day_of_mercury", "drifting_ship", "exodus", "pantheic_runes"])
async def test_a_spectator_is_offered_only_what_looks(game):
    hall = Hall("Eve")
    seats = NAMES[: find_game(game).spec.seats]
    table = hall.match(game, seats=seats)
    async with hall.enter("Eve") as at:
        await at.press("w")
        offered = dict(shown_keys(at.screen))
        assert {"L", "R", "q"} <= set(offered)
        assert not {"notes", "seal", "ready", "choose", "plan", "clear", "bid", "adjust"} & set(offered.values())
        for key in ("n", "s", "r", "d", "w", "u", "x", "a"):
            await at.press(key)
            assert isinstance(at.screen, TableScreen)
            assert not at.screen._aside
        await at.press("colon")
        assert "Seal:" not in at.text
        assert "What happened" not in at.text
        await at.press("escape")
        HostControls(table).close()
        await at.settle()
        assert isinstance(at.screen, TableScreen), "a close does not interrupt whoever watches"
        assert at.told == f"Round {at.screen.seat.frame().round} is open."
        HostControls(table).announce("Be quick.")
        await at.press("L")
        assert "What is public" in at.text
        assert "Be quick." in at.text


@pytest.mark.parametrize(("name", "key"), [("Ada", "l  let another device"), ("Gwen", "n  a new match")])
async def test_an_empty_lobby_says_how_to_come_back_and_what_there_is_to_do(name, key):
    hall = Hall("Ada", "Gwen", host="Gwen")
    async with hall.enter(name) as at:
        for told in ("Welcome to Garnet House", f"Next time: ssh -p 2222 {name}@house.example", key):
            assert told in at.text
        await at.pilot.resize_terminal(*LARGE)
        await at.settle()
        first, *rest = at.text.splitlines()
        assert first.endswith("nothing waits for you")
        assert len(first) > 150, "the header is as wide as the terminal now"
        assert f"Next time: ssh -p 2222 {name}@house.example" in "\n".join(rest)


async def test_matches_of_one_title_are_told_apart():
    hall = Hall("Ada", "Bo")
    long = "A title that is longer than there is room for"
    for title in ("", "", long, long, "Other"):
        hall.match(title=title)
    for size, cut in (((80, 24), "A title that is longer than the\u2026"), ((160, 45), f"{long[:41]}\u2026")):
        async with hall.enter("Ada", size) as at:
            lines = [line for line in at.text.splitlines() if "round 1/3" in line][:5]
            assert [line[3 : line.index("round 1/3")].strip() for line in lines] == [
                "Parley (open) 1", "Parley (open) 2", f"{cut} 3", f"{cut} 4", "Other",
            ]  # fmt: skip


async def test_what_is_said_below_the_list_fits_there():
    hall = Hall("Ada")
    table = hall.match("day_of_mercury", seats=NAMES[:13])
    hall.match("day_of_mercury", seats=NAMES[:13])
    HostControls(table).announce("Something that takes more room than there is " * 4)
    async with hall.enter("Ada") as at:
        pane = at.find("#about-pane")
        assert pane.max_scroll_y == 0
        assert "\u2026" in at.find("#about").plain


async def test_other_people_s_finished_match_keeps_its_title():
    hall = Hall("Eve")
    HostControls(hall.match("day_of_mercury", seats=NAMES[:13])).end()
    async with hall.enter("Eve") as at:
        line = next(line for line in at.text.splitlines() if line.startswith(" \u203a"))
        assert ("Day of Mercury  " in line, "no result  " in line) == (True, True)


@pytest.mark.parametrize("width", ends(80, 120, 130, 160))
async def test_a_row_has_room_for_the_state_of_the_orders_at_every_width(width):
    hall = Hall("Ada", "Bo", "Cy", "Di")
    table = hall.match(round_seconds=3600.0)
    hall.seat(table, "Ada").seal({"number": 7})
    hall.seat(table, "Ada").keep_draft({"number": 8})
    async with hall.enter("Ada", (width, 34)) as at:
        assert "EDITED: 22:13" in at.text
        assert "1h 00m left" in at.text


async def test_each_match_is_there_once_and_its_columns_stand_under_one_another():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    hall.match(title="Held", seats=("Gwen", "Bo", "Cy", "Di"))
    hall.match(title="A longer title than that", holders={"Ada": "open"})
    hall.match(title="Watched")
    HostControls(hall.match(title="Over")).end()
    for size in ((80, 24), (120, 40), LARGE):
        async with hall.enter("Gwen", size) as at:
            if isinstance(at.screen, TableScreen):
                await at.press("q")
            matches = [row.partition(":")[2].partition("\n")[0] for row in at.rows if not row.startswith("head:")]
            assert sorted(matches) == [f"parley-open-{n}" for n in range(1, 5)]
            assert at.rows[:2] == ["head:Waits for you", "mine:parley-open-1\nGwen"]
            lines = [row.plain for row in at.find("#matches").drawn()]
            assert "hosted" in next(line for line in lines if "Held" in line)
            begins = {line.index("round 1/3") for line in lines if "round 1/3" in line}
            assert len(begins) == 1, lines
            over = next(line for line in lines if "Over" in line)
            assert over.index("no result") > max(begins), "what is over says how, without the word"


async def test_what_is_due_first_stands_first_and_one_key_opens_it():
    hall = Hall("Ada")
    hall.match(title="Later", round_seconds=7200.0)
    hall.match(title="Sooner", round_seconds=3600.0)
    hall.match(title="Whenever")
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, Lobby)
        assert at.rows[1:4] == [f"mine:parley-open-{n}\nAda" for n in (2, 1, 3)]
        await at.press("down", "down", "o")
        assert isinstance(at.screen, TableScreen)
        assert at.screen.seat.frame().title == "Sooner"
        for name in ("parley-open-1", "parley-open-2", "parley-open-3"):
            hall.seat(hall.house.table(name), "Ada").seal({"number": 1})
        await at.press("q", "o")
        assert isinstance(at.screen, Lobby), "nothing waits any more"


async def test_the_cursor_goes_from_what_is_done_to_what_waits():
    hall = Hall("Ada")
    first, second = hall.match(), hall.match()
    async with hall.enter("Ada") as at:
        at.find("#matches").point("mine:parley-open-1\nAda")
        await at.press("enter")
        assert at.screen.seat.frame().match == "parley-open-1"
        hall.seat(first, "Ada").seal({"number": 4})
        await at.press("q")
        assert at.find("#matches").row.id == "mine:parley-open-2\nAda"
        hall.seat(second, "Ada").seal({"number": 4})
        at.find("#matches").point("mine:parley-open-1\nAda")
        await at.press("enter", "q")
        assert at.find("#matches").row.id == "mine:parley-open-1\nAda", "nothing waits: it stays"


async def test_who_hosts_a_match_takes_a_free_seat_of_it_with_a_key():
    hall = Hall("Ada", "Gwen", host="Gwen")
    hall.match(holders={"Bo": "open"})
    async with hall.enter("Gwen") as at:
        assert at.rows == ["head:You host", "host:parley-open-1"]
        await at.press("t", "enter")
        assert isinstance(at.screen, TableScreen)
        assert at.screen.seat.name == "Bo"


async def test_what_waits_for_a_host_stands_in_the_lobby_and_leads_there():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    HostControls(hall.match(round_seconds=3600.0)).pause()
    for name in ("Ada", "Gwen"):
        async with hall.enter(name) as at:
            if isinstance(at.screen, TableScreen):
                await at.press("q")
            assert ("the clock is stopped." in at.text) == (name == "Gwen"), "hosts alone read it"
            if name == "Gwen":
                assert at.rows[:2] == ["head:To do as host", "todo:parley-open-1\n0"]
                assert "garnet host resume parley-open-1" in at.text
                await at.press("enter")
                assert isinstance(at.screen, Console)
                await at.press("p", "enter", "q")
                assert at.rows[0] == "head:You host", "done, and gone from the list"


async def test_seasons_are_listed_for_those_who_may_read_them():
    hall = Hall("Ada", "Bo", "Eve", host="Bo")
    cast = {"Ada": "person:ada", "Bo": "person:bo"}
    hall.house.seasons.make(("Ada", "Bo"), title="Spring", holders=cast, host="person:bo")
    private = SeasonOptions(private=True)
    hall.house.seasons.make(("Ada", "Bo"), title="Secret", holders=cast, host="person:bo", options=private)
    async with hall.enter("Eve", LARGE) as at:
        assert at.rows == ["head:Seasons", "season:spring-1"]
        assert "2 of 2 are in" in at.text
        assert "garnets  tokens" in at.text, "how it stands is beside the list"
        await at.press("enter")
        assert isinstance(at.screen, SeasonScreen)
    async with hall.enter("Ada") as at:
        assert at.rows[0] == "head:Your seasons"
        assert len(at.rows) == 3


async def test_finished_matches_stand_under_their_months_the_latest_first():
    hall = Hall("Ada")
    for days in (0, 20, 31):
        hall.clock.advance(days * 86400)
        HostControls(hall.match()).end()
    async with hall.enter("Ada") as at:
        assert at.rows == [
            "head:Finished in January 2024", "mine:parley-open-3\nAda",
            "head:Finished in December 2023", "mine:parley-open-2\nAda",
            "head:Finished in November 2023", "mine:parley-open-1\nAda",
        ]  # fmt: skip


@pytest.mark.parametrize("game", games("famine", "drifting_ship", "ninety_nine"))
async def test_a_wide_lobby_draws_the_match_under_the_cursor_as_everybody_may_see_it(game):
    hall = Hall("Ada", "Eve")
    seats = NAMES[: find_game(game).spec.seats]
    table = hall.match(game, seats=seats, seed=7)
    HostControls(table).close()
    rows = {}
    for name in ("Ada", "Eve"):
        async with hall.enter(name, LARGE) as at:
            if not isinstance(at.screen, Lobby):
                await at.press("q")
                if not isinstance(at.screen, Lobby):
                    await at.press("q")
            shown = at.find("#about").plain.splitlines()
            board = [row.rstrip() for row in shown[shown.index("") :]]
            assert len([row for row in board if row]) >= 4, shown
            rows[name] = board
            assert at.find("#about-pane").max_scroll_y == 0, "it fits"
    least = min(map(len, rows.values()))
    assert rows["Ada"][:least][:6] == rows["Eve"][:least][:6], "whoever plays sees no more than whoever watches"


async def test_a_finished_match_under_the_cursor_shows_how_it_came_out():
    hall = Hall("Ada", "Eve")
    table = hall.match(setup={"round": 3, "points": {"Ada": 5, "Bo": 1, "Cy": 2, "Di": 3}})
    while table.match.phase != "finished":
        HostControls(table).close()
    async with hall.enter("Eve", (120, 40)) as at:
        told = at.find("#about").plain
        assert "The standing" in told
        assert [line[4:7].strip() for line in told.splitlines() if line[2:4] == ". "] == ["Ada", "Di", "Cy", "Bo"]


@pytest.fixture
def season_over():
    """A house with a season that was played to its end, and the season."""
    hall = Hall("Eve")
    return hall, small_season(hall.house)


async def test_the_duels_of_a_season_have_in_the_lobby_the_numbers_that_they_have_on_its_page(season_over):
    hall, live = season_over
    duels = [duel for episode in live.season.episodes for duel in episode.duels]
    assert len(duels) >= 3
    async with hall.enter("Eve", LARGE) as at:
        rows = {parts_of_row_id(row.id)[1]: text.line(row.label).plain for row in at.find("#matches").rows}
        for number, duel in enumerate(duels, 1):
            assert f", duel {number} " in rows[duel]


async def test_all_settings_are_seen_at_once_where_there_is_room():
    hall = Hall("Ada")
    async with hall.enter("Ada", (120, 40)) as at:
        await at.press("comma")
        assert len(at.find("#settings").rows) == sum(1 for row in at.find("#settings").drawn())
        assert "The mouse works too" in at.text


def test_at_80_columns_a_state_is_whole_and_the_time_gives_up_a_word_for_it() -> None:
    entry = LobbyEntry(
        "a", "The Seven Years' Famine", "before the start", "orders NONE", "23h 53m left", mark="(1) hosted"
    )
    for width, words in ((80, "23h 53m  "), (120, "23h 53m left")):
        row = text.line(rows_of_sections((("Waits", (entry,)),), 24, width)[1].label).plain
        assert "orders NONE" in row
        assert words in row
        assert len(row) <= width


@pytest.mark.parametrize(("size", "counts"), [((80, 24), True), ((40, 15), True), ((80, 24), False)])
async def test_HH_77_the_lobby_says_that_a_free_seat_holds_a_round_up_where_counts_are_public(size, counts):
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    table = hall.match(counts=counts)
    for seat in ("Ada", "Bo"):
        hall.seat(table, seat).seal({"number": 1})
        hall.seat(table, seat).ready()
    table.submit(j.HandedOver(seat="Cy", holder="bot:random"))
    table.submit(j.Readied(author="Cy"))
    async with hall.enter("Ada", size) as at:
        await at.press("q")
        assert ("a free seat holds up" in at.text) is counts
    async with hall.enter("Gwen", size) as at:
        assert "a free seat holds up" in at.text
