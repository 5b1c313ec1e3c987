"""The replay: drawn from everyone's eyes step by step, and the table with its words from one seat's."""

from __future__ import annotations

import asyncio
import re
from copy import copy
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from core.botplay.playing import make_bot, play_out
from core.decoding import plain
from core.games import MODULES
from core.match import journal as j
from core.match.state import change
from core.narration.telling import story
from core.table.table import Table
from core.talk.channels import Deal, Message
from tests.kit import play
from tests.kit.depth import deep, ends
from tests.kit.screens import show, sit
from tui.drawings import draw, frame_of
from tui.screens.result.past_tables import EVERYONE, Eyes, Replay
from tui.screens.result.replay import ReplayScreen
from tui.screens.result.stage import course, fill_room, room_in, scrub

every_game = pytest.mark.parametrize("game", tuple(MODULES))


@cache
def recorded(game: str, seed: int = 4) -> Replay:
    """A match that bots played to its end, as its journal tells it."""
    start = play(game, seed=seed).match
    entries: list[dict[str, Any]] = []
    bots = {seat: make_bot(start, seat, "random") for seat in start.seats}
    play_out(start, bots, each=lambda _, entry: entries.append(j.as_json(entry)))
    return Replay(j.as_json(start.header), entries)


def screen(game: str, *, at: str = EVERYONE, own: tuple[str, ...] = ()) -> ReplayScreen:
    replay = recorded(game)
    return ReplayScreen(replay, (*replay.header.seats, EVERYONE), at=at, own=own)


def test_the_line_of_rounds_writes_turning_points_apart() -> None:
    told = story(recorded("exodus").final, None, whole=True)
    scene = told.scenes[0].round
    two = replace(told, turns=tuple(replace(turn, round=scene) for turn in told.turns[:2]))
    assert f" {scene} \u25b41 \u25b42" in scrub(two, 0, 120).plain
    duel = story(recorded("black_and_white").final, None, whole=True)
    tricks = scrub(duel, 0, 120).plain.split(" result ")[0]
    assert re.findall(r"\d+(?! *\u25b4)", re.sub(r"\u25b4\d", "", tricks)) == [
        str(n) for n in range(1, len(duel.scenes) // 2 + 1)
    ]
    for place in range(len(duel.scenes)):
        [picked] = [part for part in scrub(duel, place, 60).spans if "pick" in str(part.style)]
        shown = scrub(duel, place, 60).plain[picked.start : picked.end].strip()
        assert shown == ("\u00b7" if place % 2 else str(place // 2 + 1)), "the part that is shown is in sight"


def test_CM_09_whoever_looks_through_anothers_eyes_learns_nothing_of_its_talk() -> None:
    """That a word was broken rests on what was said, and stays with those to whom it was given."""
    replay = recorded("exodus")
    first, second = replay.header.seats[:2]
    deal, back = Deal("red", "blue"), Deal("blue", "red")
    said = (
        Message(sender=first, channel="seats", readers=(first, second), text="?", round=1, deal=deal, at=0.0),
        Message(sender=second, channel="seats", readers=(first, second), text="!", round=1, deal=back, at=0.0),
    )
    told = copy(replay)
    told.final = change(replay.final, messages=said)
    other = Eyes(told, first, False, lambda *_: None)
    bare = copy(replay)
    bare.final = change(replay.final, messages=())
    assert plain(other.story) == plain(Eyes(bare, first, False, lambda *_: None).story)
    assert Eyes(told, first, True, lambda *_: None).story.words, "whose eyes they are reads it"


@every_game
def test_every_moment_is_drawn_within_its_width(game: str) -> None:
    """No drawing is wider than its room, at any step of any round, from everyone's eyes or one seat's."""
    replay = recorded(game)
    widths = (78, 118, 158)
    for reader, whole in ((None, True), (replay.header.seats[0], False)):
        told = story(replay.final, reader, whole=whole)
        for place in range(len(told.scenes)):
            for width in deep(widths, (widths[place % 3],)):
                steps = len(told.scenes[place].steps)
                for at in {0, steps // 2, steps}:
                    rows = draw(frame_of(told, place, at, width, 38))
                    assert all(row.cell_length <= width for row in rows), (place, at, width)


@every_game
@pytest.mark.parametrize(("width", "height", "steps"), [(118, 34, True), (112, 39, False)])
def test_what_a_drawing_leaves_free_holds_the_curve_and_the_steps_at_every_step(
    game: str, width: int, height: int, steps: bool
) -> None:
    """Nothing is drawn over, nothing stands outside, and the line of the curve is where the round is."""
    told = story(recorded(game).final, None, whole=True)
    place = len(told.scenes) // 2
    count = len(told.scenes[place].steps)
    frames = [frame_of(told, place, at, width, height) for at in (0, (count + 1) // 2, count)]
    drawn = [draw(frame) for frame in frames]
    room = room_in(drawn, width, height)
    assert room is not None
    for frame, rows in zip(frames, drawn, strict=True):
        more = course(frame, room.width, room.height, steps)
        whole = fill_room(rows, room, more, width)
        assert len(whole) <= max(height, len(rows))
        assert all(row.cell_length <= width for row in whole)
        for before, after in zip(rows, whole, strict=False):
            assert after.plain.startswith(before.plain.rstrip())
        assert any(f" by {told.parts_word or told.round_word}" in row.plain for row in whole)
        assert any("\u250a" in row.plain for row in whole)
        assert any("What happened" in row.plain for row in whole) is steps


@every_game
def test_a_drawing_after_the_last_step_shows_the_position_after_the_close(game: str) -> None:
    told = story(recorded(game).final, None, whole=True)
    place = len(told.scenes) // 2
    frame = frame_of(told, place, len(told.scenes[place].steps), 118, 38)
    assert frame.moment.picture == told.scenes[place].picture
    assert frame_of(told, place, 0, 118, 38).moment.picture == told.scenes[place - 1].picture


@pytest.mark.parametrize("size", ends((80, 24), (120, 40), (160, 45)))
async def test_steps_are_gone_through_and_a_round_follows_the_last(size: tuple[int, int]) -> None:
    async with show(lambda: screen("exodus"), size=size) as at:
        steps = at.screen.scene.steps
        assert f"step 0/{len(steps)}" in at.text
        await at.press("right")
        assert f"step 1/{len(steps)}" in at.text
        assert steps[0].text[:30] in at.text
        await at.press(*["right"] * len(steps))
        assert "round 2/7" in at.text
        await at.press("left")
        assert f"round 1/7 · everyone's eyes · step {len(steps)}/{len(steps)}" in at.text


async def test_digits_go_to_the_turning_points() -> None:
    async with show(lambda: screen("exodus")) as at:
        turn = at.screen.story.turns[-1]
        await at.press(str(len(at.screen.story.turns)))
        assert f"round {turn.round}/7" in at.text
        assert turn.text[:50] in at.text
        await at.press("9")
        assert f"round {turn.round}/7" in at.text


async def test_space_plays_and_any_step_stops_it() -> None:
    async with show(lambda: screen("exodus")) as at:
        await at.press("plus", "plus", "space")
        assert "playing" in at.text
        async with asyncio.timeout(300):
            while not at.screen.spot.at:
                await at.pilot.pause(0.02)
        await at.press("left")
        assert "playing" not in at.text


async def test_enter_shows_everybodys_words_and_the_result_follows_the_last_round() -> None:
    async with show(lambda: screen("exodus")) as at:
        await at.press("enter")
        assert "Ada ordered" in at.text
        await at.press("enter", *["down"] * 7)
        assert "won by" in at.text
        told = at.find("#replay-text").plain
        assert "the dice were fixed beforehand" in told
        assert "Your last report" not in told, "nobody's eyes in particular"


async def test_rounds_asked_for_at_once_are_shown_one_after_another() -> None:
    """Keys, the player and a bot's thoughts can all want another page while one is being built."""
    async with show(lambda: screen("exodus")) as at:
        await asyncio.gather(*(at.screen.action_turn() for _ in range(4)), at.screen.action_go(7))
        await at.settle()
        assert "won by" in at.text
        assert len(at.screen.query("#replay-scroll")) == 1


async def test_CM_09_conversations_are_shown_to_those_who_were_in_them_alone() -> None:
    """Talk stays with those who were in it: at its time in their own replay, in nobody else's."""
    script = play("exodus", seed=4)
    entries: list[dict[str, Any]] = []

    def enter(entry: j.AnyEntry) -> None:
        script.apply(entry)
        entries.append(j.as_json(entry))

    enter(j.Said(author="Ada", to=("Bo",), text="canary for two", deal=Deal(give="red", want="blue")))
    for _ in range(7):
        enter(j.Closed(cause="host"))
    while script.match.phase != "finished":
        enter(j.Closed(cause="host"))
    replay = Replay(j.as_json(script.match.header), entries)
    eyes = (*replay.header.seats, EVERYONE)
    for at_eyes, own, shown in (("Ada", ("Ada",), True), ("Ada", ("Cy",), False), ("Cy", ("Cy",), False)):
        async with show(lambda a=at_eyes, o=own: ReplayScreen(replay, eyes, at=a, own=o), size=(120, 40)) as at:
            assert "canary" not in at.text
            await at.press("enter")
            assert ("canary for two" in at.text) is shown


async def test_HH_39_only_its_holder_sees_draft_notes_and_marks_in_a_seats_replay() -> None:
    """The draft in its last form, what was expected and noted: in their own replay as it was, in no other."""
    script = play("exodus", seed=4, holders={"Ada": "local"})
    entries: list[dict[str, Any]] = []

    def enter(entry: j.AnyEntry) -> None:
        script.apply(entry)
        entries.append(j.as_json(entry))

    enter(j.Closed(cause="host"))
    enter(j.Noted(author="Ada", text="canary noted"))
    enter(j.Drafted(author="Ada", orders={"offers": [{"to": "Bo", "give": "red"}]}))
    while script.match.phase != "finished":
        enter(j.Closed(cause="host"))
    replay = Replay(j.as_json(script.match.header), entries)
    at_round = next(n for n, moment in enumerate(replay.moments) if moment.round == script.match.rounds[1].round)

    async def shown(own: tuple[str, ...]) -> tuple[str, Any]:
        opening = lambda: ReplayScreen(replay, replay.header.seats, at="Ada", own=own)  # noqa: E731
        async with show(opening, size=(160, 45)) as at:
            at.app.seat_memory("test", "Ada").keep(1, "expect", {"1:Bo": "white"})
            at.app.seat_memory("test", "Ada").keep(2, "expect", {"2:Bo": "black"})
            await at.press(*["down"] * at_round)
            return at.text, at.find("#panel").memory.get("expect")

    mine, believed = await shown(("Ada",))
    assert "never sealed" in mine
    assert "canary noted" in mine
    assert believed == {f"{at_round + 1}:Bo": "black" if at_round else "white"}
    theirs, believed = await shown(("Cy",))
    assert "never sealed" not in theirs
    assert "canary noted" not in theirs
    assert "stays with Ada" in theirs
    assert believed is None
    assert replay.moments[at_round].seat("Ada").draft() is None


async def test_a_seats_eyes_go_from_its_table_to_what_came_of_it_and_on() -> None:
    async with show(lambda: screen("exodus", at="Ada")) as at:
        for here in (
            "round 1/7 · Ada's eyes · the table",
            "round 1/7 · Ada's eyes · what came",
            "round 2/7 · Ada's eyes · the",
        ):
            assert here in at.text
            await at.press("right")
        await at.press("left", "left", "left")
        assert "round 1/7 · Ada's eyes · the table before the close" in at.text


@pytest.mark.parametrize("size", ends((80, 24), (120, 40), (160, 45)))
async def test_who_watches_a_live_match_sees_the_round_drawn_from_public_facts(size: tuple[int, int]) -> None:
    """With L: the ship's board with what was activated, and nobody's crew."""

    def before(table: Table) -> None:
        table.submit(j.Closed())
        table.submit(j.Sealed(author="Bo", orders={"crew": [{"activate": 1}, {}]}))
        table.submit(j.Closed())

    async with sit("drifting_ship", None, size=size, before=before, seed=4) as at:
        await at.press("L")
        shown = at.find("#read-text").content.plain
        assert "\u253c" in shown
        assert "\u25b2" not in shown, "no crewmate"
        assert "Bo" not in shown.split("Announced")[0]


@pytest.mark.parametrize(("width", "height"), ends((76, 18), (118, 38), (160, 56)))
def test_every_query_of_a_round_is_a_line_from_who_asked_to_who_was_told(width: int, height: int) -> None:
    told = story(recorded("sinners_secret").final, None, whole=True)
    place = next(n for n, scene in enumerate(told.scenes) if any(step.kind == "query" for step in scene.steps))
    steps = told.scenes[place].steps
    queries = [n for n, step in enumerate(steps, 1) if step.kind == "query"]

    def lines(at: int) -> list[str]:
        return [row.plain for row in draw(frame_of(told, place, at, width, height))][:10]  # its head, and nine in Hell

    assert not any("\u2800" < char <= "\u28ff" for row in lines(0) for char in row), "nobody has asked yet"
    seen = 0
    for at in queries:
        by, to = steps[at - 1].seats
        shown = lines(at)
        assert f"{by} \u25b6 {to}" in shown[0], "the last one is named"
        asker, recipient = (next(row for row in shown[1:] if seat in row.split() or f"\u25b8{seat}" in row.split())
                            for seat in (by, to))  # fmt: skip
        answers = steps[at - 1].data["answers"]
        letters = "".join(letter + ("\u2713" if yes else "\u2717") for letter, yes in answers.items())
        assert letters in asker
        assert any(mark in asker for mark in "\u25cf\u25c9")
        assert any(mark in recipient for mark in "\u25b6\u25c9")
        dots = sum("\u2800" < char <= "\u28ff" for row in shown for char in row)
        assert dots > seen, "one line more"
        seen = dots


def test_locks_take_the_place_of_queries_where_there_is_room_for_one() -> None:
    told = story(recorded("sinners_secret").final, None, whole=True)
    place, at = next(
        (n, m) for n, scene in enumerate(told.scenes) for m, step in enumerate(scene.steps, 1) if step.kind == "lock"
    )
    small = [row.plain for row in draw(frame_of(told, place, at, 76, 18))]
    assert not any("Heaven" in row for row in small)
    lit = told.scenes[place].steps[at - 1].data["letter"]
    assert len(small) == 18
    assert sum(row.count("\u2572") for row in small) == 17
    assert any(f" {lit} " in row[8:13] for row in small[1:]), "the letter that locks is among those that have room"
    assert any("Heaven" in row.plain for row in draw(frame_of(told, place, at, 118, 38)))


@pytest.mark.parametrize(("height", "framed"), [(18, False), (38, True)])
def test_the_temple_says_who_got_each_place_and_who_wanted_it_in_vain(height: int, framed: bool) -> None:
    told = story(recorded("pantheic_runes").final, None, whole=True)
    place = next(n for n, scene in enumerate(told.scenes) if any(step.kind == "pick" for step in scene.steps))
    scene = told.scenes[place]
    picks = [step for step in scene.steps if step.kind == "pick"]
    rows = [row.plain for row in draw(frame_of(told, place, len(scene.steps), 118, height))]
    for pick in picks:
        for seat in pick.data["wanted"]:
            mark = "\u2713" if seat == pick.data["got"] else "\u2717"
            assert any(f"{mark}{seat}" in row for row in rows[:12])
    assert any("\u256d0" in row for row in rows) == framed


async def test_home_and_end_lead_to_the_first_round_and_to_the_result() -> None:
    async with show(lambda: screen("exodus")) as at:
        await at.press("end")
        assert "the result" in at.text
        await at.press("home")
        assert "round 1/7" in at.text
