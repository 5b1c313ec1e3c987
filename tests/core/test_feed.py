"""What chat rooms are told: public facts alone, the same whatever is hidden."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.dice import Dice
from core.games import game, ids
from core.kit.played import played
from core.match import journal as j
from core.match.redeal import redeal
from core.narration.feed import PLAIN, EntryStep, Ways, live_text, posts, step_posts, story_at_end
from core.narration.telling import in_round, opened_to_onlookers
from core.narration.text import story_text
from core.table.host_controls import HostControls
from tests.kit.house import open_house
from tests.properties import doors

SEATS = ("Ada", "Bo", "Cy", "Di")
LOOKED_AT = 6
"""Closes of each match that are redealt."""


@pytest.mark.parametrize("id_", ids())
def test_HH_18_a_redeal_of_what_nobody_knows_leaves_every_post_equal(id_):
    match = played(game(id_), 1)
    closes = [(before, after) for before, _, after in match.closes()]
    told = 0
    for n, (before, after) in enumerate(closes[:: max(1, len(closes) // LOOKED_AT)] + closes[-1:]):
        other = EntryStep(redeal(before, None, Dice(n)), redeal(after, None, Dice(n + 100)))
        for room in ("players", "spectators"):
            was = posts(EntryStep(before, after), room)
            assert posts(other, room) == was
            assert other.mark == EntryStep(before, after).mark
            told += len(was)
    assert told


@pytest.mark.parametrize("id_", ids())
def test_HH_18_seals_marks_talk_and_drafts_are_no_posts(id_):
    match = played(game(id_), 1)
    steps = zip(match.moments, match.entries, match.moments[1:], strict=False)
    private = [EntryStep(before, after) for before, entry, after in steps if not isinstance(entry, j.Closed | j.Acted)]
    assert private
    assert all(posts(step) == () for step in private)


@pytest.mark.parametrize("id_", ids())
def test_HH_18_every_step_that_is_told_has_a_mark_of_its_own_that_counts_no_private_entry(id_):
    match = played(game(id_), 1)
    told = [step for step in map(EntryStep, match.moments, match.moments[1:]) if step.tells]
    marks = [step.mark for step in told]
    assert len(set(marks)) == len(marks) > 1
    assert [
        replace(step, after=replace(step.after, entry_count=step.after.entry_count + 5)).mark for step in told
    ] == marks


@pytest.mark.parametrize("id_", [id_ for id_ in ids() if game(id_).spec.parts == 1])
def test_HH_71_the_room_of_spectators_reads_each_round_when_it_is_old_enough(id_):
    """A post reaches that room a round after its close, so with "2 rounds" it brings the round before."""
    match = played(game(id_), 1)
    closes = [tuple(replace(moment, header=replace(moment.header, onlookers="2 rounds")) for moment in (before, after))
              for before, _, after in match.closes()]  # fmt: skip
    for n, (before, after) in enumerate(closes[:-1]):
        [*texts] = posts(EntryStep(before, after), "spectators")
        when = after.game.spec.when(after.rounds[n - 1].round)
        shown = n > 0 and bool(opened_to_onlookers(after, n)[1][-1].steps)
        assert (f"{when[:1].upper()}{when[1:]}, as it can be told now:" in "\n".join(texts)) == shown
        assert "as it can be told now" not in "\n".join(posts(EntryStep(before, after), "players"))


def test_a_step_that_is_told_again_after_a_rewind_has_another_mark():
    table = open_house().make("parley-open", SEATS)
    steps, desk = [], HostControls(table)
    for do in (desk.close, desk.close, lambda: desk.rewind(1), desk.close, desk.pause, desk.resume, desk.close):
        before = table.match
        do()
        steps.append(EntryStep(before, table.match))
    assert all(step.tells for step in steps)
    assert len({step.mark for step in steps}) == len(steps)


def test_what_people_write_acts_upon_no_chat_room():
    table = open_house().make("parley-open", SEATS, title="Tuesday")
    before = table.match
    HostControls(table).announce("Tea\x1b[2J \u202enow\x9b and \u2066then\x00.")
    (text,) = posts(EntryStep(before, table.match))
    assert text.replace("\n", "").isprintable()
    assert "Tea\u241b[2J" in text, "it is seen that something was there"


def finished(*, public):
    """A match with a result, before and after its last entry."""
    end = played(game("exodus"), 1)
    before, after = end.moments[-2], end.moments[-1]
    return EntryStep(replace(before, public=public), replace(after, public=public))


def test_HH_18_the_result_is_told_whole_only_where_it_may_be_published():
    open_, kept = posts(finished(public=True)), posts(finished(public=False))
    assert "winner" in "".join(kept)
    assert len("".join(open_)) > len("".join(kept))
    assert all(len(text) <= 2000 for text in (*open_, *kept))


def test_what_a_host_does_is_told_and_nobody_is_called_by_it():
    house = open_house()
    table = house.make("parley-open", SEATS, title="Tuesday", round_seconds=600.0, briefing=True)
    steps = []

    def do(doing):
        before = table.match
        doing()
        steps.append(posts(EntryStep(before, table.match)))

    desk = HostControls(table)
    do(desk.begin)
    do(lambda: desk.announce("@everyone, <!here> is tea."))
    do(desk.pause)
    do(desk.resume)
    do(desk.close)
    do(lambda: desk.rewind(1))
    do(lambda: desk.end("No time."))
    told = ["\n".join(texts).replace("**Tuesday (Parley (open))**\n", "") for texts in steps]
    until = f"<t:{int(house.clock()) + 600}:F>"
    assert told[0].startswith("Round 1 of ")
    assert until in told[0]
    assert told[1] == "The host: @\u200beveryone, <\u200b!here> is tea."
    assert told[2] == "The host stopped the clock."
    assert told[3].startswith(f"The clock runs again. Deadline: {until}")
    assert told[4].startswith("Round 1 has closed")
    assert told[5].startswith("The host went back from round 2")
    assert "Round 1 of " in told[5]
    assert told[6] == "The host ended the match without a result. No time."
    house.stop()


def test_who_chooses_is_named_and_called_and_the_result_is_told_once():
    match = played(game("exodus"), 1)
    texts = [post for before, after in zip(match.moments, match.moments[1:], strict=False)
             for post in step_posts(EntryStep(before, after), "players", PLAIN)]  # fmt: skip
    (called,) = [post for post in texts if post.calls]
    candidate = match.end.state.ending.candidate
    assert called.calls == (candidate,)
    assert f"{candidate} chooses an opponent for the Death Match among " in called.text
    assert sum("in the Death Match." in post.text or "for the Death Match." in post.text for post in texts) == 1


def test_what_was_chosen_stands_in_a_live_room_in_place_of_the_question():
    match = played(game("exodus"), 1)
    steps = [EntryStep(before, after) for before, after in zip(match.moments, match.moments[1:], strict=False)]
    asked, chosen = (step_posts(step, "players", Ways(rich=True)) for step in steps if step.after.phase == "decision"
                     or (step.before.phase == "decision" and step.after.phase == "finished"))  # fmt: skip
    assert "Round 7 has closed." in asked[0].text
    assert "Won by " not in asked[0].text
    assert asked[0].ends == "round 7"
    assert "Won by " in asked[1].text
    assert (asked[1].shows, chosen[0].ends) == ("decision", "decision")
    assert f"{match.end.state.ending.opponent} for the Death Match." in chosen[0].text


def test_the_room_reads_no_turning_point_that_the_lead_has_told():
    after = played(game("black_and_white"), 1).moments[-1]
    told = story_at_end(replace(after, header=replace(after.header, open_record=True)))
    text = "\n".join(story_text(told))
    assert any(in_round(turn.text) in told.lead for turn in told.turns)
    assert not any(f"- {turn.text}" in text for turn in told.turns if in_round(turn.text) in told.lead)
    curve = next(line for line in text.splitlines() if line.startswith(f"{told.seats[0]} \u2581"))
    assert len(curve.split()[1]) == 1 + len(told.scenes) // told.parts, "a bar for each trick"


def test_what_has_closed_since_is_not_told_as_open():
    match = played(game("exodus"), 1)
    before, _, after = match.closes()[0]
    told, past = (step_posts(EntryStep(before, after), "players", PLAIN, past)[0].text for past in (False, True))
    assert "round 2 of 7 is open." in told
    assert "is open" not in past


def test_a_sign_up_is_one_message_and_each_name_is_no_other():
    table = open_house().make("parley-open", SEATS, holders=dict.fromkeys(SEATS, "open"), briefing=True, signup=True)
    rich = Ways(rich=True)
    (first,) = step_posts(EntryStep(None, table.match), "players", rich)
    assert f"`signup {table.match.header.match}` over ssh. 0 names for 4 seats so far" in first.text
    before = table.match
    table.submit(j.SignedUp(holder="person:ada", name="Ada"))
    assert step_posts(EntryStep(before, table.match), "players", rich) == ()
    assert "1 name for 4 seats so far" in live_text(table.match, rich)


@pytest.mark.parametrize("id_", [id_ for id_ in ids() if id_ != "refereed"])
def test_the_end_says_with_what_a_single_winner_won(id_):
    """`Won by Cy: 75 in all.`, a figure with its unit; where several figures decide, the lead tells."""
    after = played(game(id_), 1).moments[-1]
    told = story_at_end(replace(after, header=replace(after.header, open_record=True)))
    lines = [line for message in story_text(told) for line in message.splitlines() if line.startswith("Won by ")]
    assert bool(lines) == (sum(row.role == "winner" for row in told.standing.rows) == 1)
    assert all("=" not in line for line in lines)


def test_HH_18_a_late_room_reads_who_led_in_what_it_may_know() -> None:
    doors.feeds_tell_who_led_when_it_was_open()


def test_HH_18_hand_overs_of_a_round_are_told_together_and_once() -> None:
    house = open_house()
    table = house.make("parley-open", SEATS)
    told = []

    def do(entry):
        before = table.match
        table.submit(entry)
        told.extend(posts(EntryStep(before, table.match)))

    for seat in SEATS[:3]:
        do(j.HandedOver(seat=seat, holder="bot:steady"))
    assert told == []
    do(j.Closed())
    do(j.Closed())
    (moved,) = [text for text in told if "is played by a bot" in text or "bot" in text]
    assert all(seat in moved for seat in SEATS[:3])
    assert moved == told[0], "with the close of their round"
    house.stop()


@pytest.mark.parametrize("id_", ["exodus", "famine", "drifting_ship", "day_of_mercury", "sinners_secret"])
def test_HH_18_between_rounds_a_post_names_people_or_says_what_was_paid(id_: str) -> None:
    match = played(game(id_), 1)
    for before, _, after in match.closes():
        lines = [line for text in posts(EntryStep(before, after)) for line in text.splitlines() if line[:2] == "- "]
        for line in lines:
            assert "Beside the swaps" in line or any(seat in line for seat in match.seats), line
