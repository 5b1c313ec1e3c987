"""What somebody who watches sees: one page of public facts, at every size and of every game."""

from __future__ import annotations

import re
from datetime import UTC

import pytest
from msgspec.structs import replace

from core.games import MODULES
from core.games import game as find_game
from core.kit import played
from core.match import journal as j
from core.narration.stakes import key_steps
from core.narration.telling import rounds_opened
from core.narration.text import leaders_sentence
from core.story.turning import number
from core.table.gallery import GalleryTable
from core.table.host_controls import HostControls
from core.table.seat import Seat
from tests.kit.depth import games, paired
from tests.kit.house import open_house
from tests.kit.screens import SMALL, drive, sit
from tests.kit.script import NAMES
from tests.tui.test_redealt import in_the_middle
from tui.app.hotseat import HotseatApp
from tui.app.watching import BeamerApp
from tui.games import panel_class
from tui.screens.table.screen import TableScreen
from tui.widgets.watching import WatchPage
from tui.words import text
from tui.words.log_rows import watched_rows

SIZES = ((80, 24), (120, 40), (160, 45))


def at(match):
    """Puts a moment on a table that was just made."""

    def before(table) -> None:
        table.match = replace(match, header=replace(match.header, match=table.match.header.match))

    return before


def rows_of(found) -> list[str]:
    """The page, without the rows that the frame and the keys have."""
    return found.text.splitlines()[2:-2]


@pytest.mark.parametrize(("game", "size"), paired(tuple(MODULES), SIZES))
async def test_the_page_uses_the_rows_that_there_are(game: str, size: tuple[int, int]) -> None:
    match = in_the_middle(game)
    async with sit(game, None, size=size, before=at(match)) as found:
        rows = rows_of(found)
        assert len(rows) == size[1] - 4
        assert sum(not row.strip() for row in rows) <= len(rows) // 5, found.text
        for words in ("At the table", panel_class(game).NEWS, *match.seats):
            assert words in found.text
        for hole in ("You are watching", "Nothing can be ordered", "Only the players"):
            assert hole not in found.text


@pytest.mark.parametrize("game", games("famine", "drifting_ship", "sinners_secret"))
async def test_the_smallest_terminal_reads_all_of_it(game: str) -> None:
    match, seen = in_the_middle(game), set()
    async with sit(game, None, size=(40, 15), before=at(match)) as found:
        for _ in range(60):
            rows = set(rows_of(found))
            if len(seen) and rows <= seen:
                break  # the end
            seen |= rows
            await found.press("down", "down", "down")
        assert any(panel_class(game).NEWS in row for row in seen)
        assert all(any(seat in row for row in seen) for seat in match.seats)


@pytest.mark.parametrize("game", ["exodus", "day_of_mercury", "sinners_secret", "pantheic_runes"])
async def test_HH_71_onlookers_see_an_old_round_whole(game: str) -> None:
    match = in_the_middle(game)
    match = replace(match, header=replace(match.header, onlookers="2 rounds"))
    guest_seats = [Seat(GalleryTable(match, lambda: 0.0), None, late=late) for late in (True, False)]
    late, plainly = (WatchPage(seat, seat.story(), UTC).rows(116, 36) for seat in guest_seats)
    text_ = "\n".join(row.plain for row in late)
    opened = guest_seats[0].story().scenes[len(match.rounds) - 3]
    assert f"THEN  round {opened.round}, 2 rounds late" in text_
    assert f"NOW   round {match.round} of " in text_
    assert text_.count("NOW   as everybody knows it") == 1, "the present stays"
    assert key_steps(opened.steps)[0][:40] in text_.replace("\n", " ")
    story = guest_seats[0].story()
    leader = story.strip[0].seat if story.strip else ""
    assert (f"\u2605 {leader} {number(story.strip[0].value)}" if leader else leaders_sentence(story)) in text_
    assert opened.headline in text_
    assert "THEN" not in "\n".join(row.plain for row in plainly)


@pytest.mark.parametrize("game", ["exodus", "day_of_mercury", "sinners_secret", "pantheic_runes", "drifting_ship"])
async def test_HH_71_nothing_of_an_old_round_is_cut_without_a_way_to_scroll(game: str) -> None:
    match = in_the_middle(game)
    match = replace(match, header=replace(match.header, onlookers="2 rounds"))
    seat = Seat(GalleryTable(match, lambda: 0.0), None, late=True)
    rows = [row.plain for row in WatchPage(seat, seat.story(), UTC).rows(78, 20)]
    left = "\n".join(row[:51] for row in rows)
    assert all(left.count(name) >= 1 for name in match.seats), "the standing of every seat, as high as the page may be"
    assert len(rows) > 20


def test_HH_71_of_a_trick_only_the_whole_is_told_late() -> None:
    match = in_the_middle("black_and_white")
    for late in (1, 2, 3):
        assert rounds_opened(match, late) % 2 == 0


def test_HH_71_in_a_judged_match_onlookers_read_all_that_was_sent_and_told() -> None:
    match = in_the_middle("refereed")
    match = replace(match, header=replace(match.header, onlookers="2 rounds"))
    seat = Seat(GalleryTable(match, lambda: 0.0), None, late=True)
    story = seat.story()
    page = " ".join(row.plain.strip() for row in WatchPage(seat, story, UTC).rows(250, 20))
    scene = story.scenes[story.opened - 1]
    for name, orders in scene.orders.items():
        assert f"{name} sent: {' '.join(orders)}" in page
    for name, report in scene.reports.items():
        assert f"To {name}: {' '.join(report)}" in page
    young = story.scenes[-1]
    assert not young.orders


@pytest.mark.parametrize("game", ["day_of_mercury", "sinners_secret", "pantheic_runes"])
def test_HH_80_where_little_is_public_the_page_says_so_and_shows_what_there_is(game: str) -> None:
    match = in_the_middle(game)
    seat = Seat(GalleryTable(match, lambda: 0.0), None)
    for width, height in ((78, 20), (38, 11), (118, 36)):
        page = " ".join(" ".join(row.plain.split()) for row in WatchPage(seat, seat.story(), UTC).rows(width, height))
        assert f"NOW round {match.round} of {match.spec.rounds} is open" in page
        assert "How it is played" in page
        assert all(name in page for name in match.seats)
    assert "Little of this game is public" in page


async def test_HH_71_of_old_rounds_a_small_terminal_reads_who_leads_and_the_log_all_of_it() -> None:
    for game in ("exodus", "famine", "sinners_secret", "day_of_mercury"):
        match = in_the_middle(game)
        match = replace(match, header=replace(match.header, onlookers="1 round"))
        seat = Seat(GalleryTable(match, lambda: 0.0), None, late=True)
        story, last = seat.story(), seat.story().scenes[-2]
        assert leaders_sentence(story)
        assert story.strip
        at_round = {seat: c[story.series[0].rounds.index(last.round)] for seat, c in story.series[0].curves.items()}
        most = number(max(value for value in at_round.values() if value is not None))
        assert re.search(rf"leads? with {most}\b", leaders_sentence(story)), "of the round that is shown, not of now"
        for width, height in ((78, 20), (38, 11)):
            rows = [row.plain for row in WatchPage(seat, story, UTC).rows(width, height)[:height]]
            leader = f"\u2605 {story.strip[0].seat} {most}"
            moment = next(n for n, row in enumerate(rows) if f"{last.round}, 1 {story.round_word} late" in row)
            assert moment < next(n for n, row in enumerate(rows) if leader in row)
            assert "in danger" in " ".join(row[:52].strip() for row in rows)
            assert not any(row[: width - 27].rstrip().endswith("…") for row in rows), "no matrix is cut"
            assert rows[0].strip()
        log = [text.line(row).plain.strip() for row in watched_rows(seat)]
        assert [step.text in log for step in last.steps] == [True] * len(last.steps)
        assert leaders_sentence(story) in log
        plain = Seat(GalleryTable(match, lambda: 0.0), None)
        if game == "sinners_secret":
            page = " ".join(row.plain for row in WatchPage(plain, plain.story(), UTC).rows(118, 36))
            assert f"{len(match.rounds)} rounds have closed" in page
        assert not {step.text for step in last.steps} & {text.line(row).plain.strip() for row in watched_rows(plain)}


@pytest.mark.parametrize("game", ["pantheic_runes", "exodus", "black_and_white"])
async def test_HH_56_after_the_end_of_a_kept_record_what_was_public_fills_the_page(game: str) -> None:
    match = next(moment for moment in played(find_game(game), 1).moments if moment.phase == "finished")
    for size in ((160, 45), (40, 15)):
        async with sit(game, None, size=size, before=at(match)) as found:
            rows = found.text.splitlines()
            assert "The result" in found.text
            if size == (160, 45):
                assert sum(not row.strip() for row in rows) <= len(rows) // 4, found.text


async def test_who_sits_is_told_with_level_and_temper_and_no_ids() -> None:
    seats = NAMES[: find_game("exodus").spec.seats]
    holders = dict.fromkeys(seats, "bot:sharp") | {"Ada": "person:17", "Bo": "open"}
    async with sit("exodus", None, size=(120, 40), holders=holders) as found:
        rows = {row.split()[0]: row for row in (line[82:].strip() for line in rows_of(found)) if row}
        assert rows["Ada"].split() == ["Ada", "person"]
        assert rows["Bo"].split() == ["Bo", "free"]
        assert "bot, sharp, " in rows["Cy"]
        assert "17" not in rows["Ada"]


async def test_a_close_is_told_as_it_comes() -> None:
    """The news say that it closed; who is on the page stays there, with no page over it."""
    async with sit("drifting_ship", None, size=SMALL, setup={"round": 2}) as found:
        assert "Nothing has closed yet" in found.text
        found.table.submit(j.Closed(cause="host"))
        await found.settle()
        assert "Round 2 closed" in found.text
        assert "No room was activated" in found.text


def test_a_trick_that_is_open_has_not_closed() -> None:
    table = open_house().make("black_and_white", ("Ada", "Bo"))
    shown = []
    for tile in (3, 4):
        (seat,) = (name for name in table.match.seats if table.can_act(name))
        Seat(table, seat).seal({"tile": tile})
        table.submit(j.Closed(cause="host"))
        HostControls(table).announce(f"Tile {tile}.")
        watcher = Seat(table, None)
        shown.append(" ".join(row.plain for row in WatchPage(watcher, watcher.story(), UTC).rows(78, 20)))
    assert ["Trick 1 closed" in page for page in shown] == [False, True]
    assert ["Host: Tile 4." in page for page in shown] == [False, True]
    assert all("Host: Tile 3." in page for page in shown)


@pytest.mark.parametrize("game", MODULES)
async def test_where_things_move_a_close_is_told_step_by_step_on_the_board(game: str) -> None:
    match = in_the_middle(game)
    async with sit(game, None, size=(120, 40), before=at(match)) as found:
        page, standing = found.find("#watching"), rows_of(found)
        page._rounds_closed -= 1  # one close came
        page.show(moving=True)
        seen = []
        while page._told_so_far is not None:
            seen.append("\n".join(row.plain for row in page._page().rows(118, 36)))
            page._tell_on()
        assert len(set(seen)) > min(1, page._page().moments - 1), (
            "told at one stroke"
        )  # of a close may nothing be public
        steps = Seat(found.table, None).story().scenes[-1].steps
        for number, step in enumerate(steps, 1):
            assert any(text.fit(step.text, 60).plain.strip(" \u2026") in shown for shown in seen), (number, step.text)
        await found.settle()
        assert rows_of(found) == standing, "in the end it stands as if nothing had moved"


def test_HH_71_the_rounds_that_are_shown_later_are_counted_apart_from_all_that_closed() -> None:
    match = in_the_middle("sinners_secret")
    match = replace(match, header=replace(match.header, onlookers="2 rounds"))
    seat = Seat(GalleryTable(match, lambda: 0.0), None, late=True)
    page = " ".join(row.plain.strip() for row in WatchPage(seat, seat.story(), UTC).rows(38, 11))
    assert len(match.rounds) == 6
    assert "6 rounds have closed; the newest 2 are shown 2 rounds later" in page


def test_of_two_one_leads_and_nobody_is_last() -> None:
    match = in_the_middle("black_and_white")
    assert leaders_sentence(Seat(GalleryTable(match, lambda: 0.0), None).story()) == "Ada leads 2 to 1."


async def test_a_close_that_is_told_gives_way_when_other_rounds_are_opened_meanwhile() -> None:
    async with sit("exodus", None, size=(120, 40), before=at(in_the_middle("exodus"))) as found:
        page, standing = found.find("#watching"), rows_of(found)
        page._told_so_far = page._moments = page._page().moments + 9  # of a close with more of them
        page.show(moving=True)
        await found.settle()
        assert page._told_so_far is None
        assert rows_of(found) == standing


async def test_watching_has_no_keys_that_order() -> None:
    async with sit("famine", None, size=SMALL, setup={"round": 3}) as found:
        before = found.text
        await found.press("s", "r", "w", "u", "x", "p")
        assert found.text == before


async def test_the_curtain_shows_the_room_what_everybody_may_see_where_it_has_the_columns():
    house = open_house()
    holders = {seat: "local" if seat in NAMES[:2] else "bot:steady" for seat in NAMES[:9]}
    table = house.make("exodus", NAMES[:9], holders=holders)
    for size, there in (((160, 45), True), ((80, 24), False)):
        async with drive(HotseatApp(house, match_id="exodus-1"), size=size) as found:
            assert ("At the table" in found.text) is there
            assert "Waiting for Ada and Bo." in found.text
            if there:
                table.submit(j.Sealed(author="Ada", orders={"offers": []}))
                table.submit(j.Announced(text="Dinner is at eight."))
                await found.settle()
                assert "Host: Dinner is at eight." in found.text
                await found.press("tab")
                assert found.find("#next").has_focus, "the page takes no keys"


async def test_a_beamer_shows_a_match_as_it_goes_on_without_a_key():
    house = open_house()
    table = house.make("exodus", NAMES[:9], holders={**dict.fromkeys(NAMES[:9], "bot:random"), "Ada": "local"})
    app = BeamerApp(table.match, house.clock, lambda: table.match)
    async with drive(app, size=(120, 40)) as found:
        assert "At the table" in found.text
        assert "Bo   bot, random" in found.text
        table.play_bots()
        table.submit(j.Closed())
        table.submit(j.Announced(text="Dinner is at eight."))
        await app._again()
        await found.settle()
        assert "Host: Dinner is at eight." in found.text
        assert "Round 1 closed" in found.text
        for key in ("s", "r", "n"):
            await found.press(key)
        assert app.is_running
        assert table.match.round == 2


async def test_of_many_who_watch_each_paints_at_another_moment_and_whoever_plays_at_once():
    async with sit("exodus", None, size=SMALL) as found:
        assert found.screen.patience == 0, "few watch"
        crowd = [Seat(found.table, None) for _ in range(90)]
        for one in crowd:
            one.listen(lambda change: None)
        other = TableScreen(Seat(found.table, None))
        assert 0 < found.screen.patience <= 1
        assert 0 < other.patience <= 1
        assert other.patience != found.screen.patience
        assert TableScreen(Seat(found.table, "Ada")).patience == 0
        for one in crowd:
            one.depart()
        assert found.screen.patience == 0


def test_HH_71_who_is_in_danger_stands_on_a_plain_page_where_points_are_public_and_nowhere_else() -> None:
    for points in ("public", "secret"):
        house = open_house()
        table = house.make("refereed", ("Ada", "Bo", "Cy"), options={"points": points})
        for _ in range(2):
            table.submit(j.Closed())
            HostControls(table).judge({"points": {"Ada": 4, "Bo": 2, "Cy": 1}})
        watcher = Seat(table, None)
        for width, height in ((78, 20), (38, 11), (118, 36)):
            rows = WatchPage(watcher, watcher.story(), UTC).rows(width, height)
            page = " ".join(" ".join(row.plain.split()) for row in rows)
            strip = "\u2605 Ada 8 Bo 4 \u2503 in danger Cy 2 2 points behind Bo"
            assert (strip in page if width < 60 else "\u2605 Ada 8" in page) == (points == "public"), page
