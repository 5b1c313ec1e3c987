"""Redealt positions are positions that the rules allow, and a redealt match keeps what its seat may know."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from core.dice import Dice
from core.games import game as find_game
from core.games import ids
from core.games.sinners_secret.rules import answers_to
from core.games.sinners_secret.spec import LETTERS, PAIRS
from core.kit import played
from core.kit.played import looks
from core.kit.secrecy import compare, redealt
from core.match import journal as j
from core.match.decisions import pending
from core.match.records import BeforeVerdict, Correction, HeldClose, SeatNotice
from core.match.redeal import UNSEEN, redeal
from core.match.reducer import apply
from core.match.state import Match
from core.parts import ActionRecord, Notice
from tests.kit import play


def late(game: str) -> list[Match]:
    """A moment of each of the later rounds."""
    closes = played(find_game(game), 2).closes()
    return [before for before, _, _ in closes if before.phase == "round"][3:]


def kinds(state) -> Counter[str]:
    return sum((Counter(hand) for hand in state.held.values()), Counter())


@pytest.mark.parametrize("game", ["exodus", "famine"])
def test_EX_01_and_FA_01_all_pieces_are_still_there_and_own_ones_stay(game):
    for match in late(game):
        for seat in match.seats[:3]:
            state = redealt(match, seat, match.round).state
            assert kinds(state) == kinds(match.state)
            assert min(n for hand in state.held.values() for n in hand.values()) >= 0
            assert state.held[seat] == match.state.held[seat]
            assert state.accounts[seat] == match.state.accounts[seat]


def test_EX_01_a_redealt_hand_was_dealt_four_colours():
    match = play("exodus").match
    state = redealt(match, "Ada", 1).state
    assert state.held != match.state.held
    assert all(sorted(hand.values()) == [0, 0, 1, 1, 1, 1] for hand in state.held.values())


def test_SS_01_and_SS_04_a_redealt_deal_is_legal_and_explains_every_answer():
    for match in late("sinners_secret"):
        seat = match.seats[match.round % 13]
        state = redealt(match, seat, match.round).state
        assert [*state.pairs] == [*LETTERS]
        assert sorted(state.pairs.values()) == sorted(PAIRS)
        assert all(state.pairs[letter] == match.state.pairs[letter] for letter in state.letters[seat])
        for own in state.letters.values():
            assert len({state.pairs[letter][0] for letter in own}) == len({state.pairs[letter][1] for letter in own})
            assert len({state.pairs[letter][1] for letter in own}) == len(own)
        was = [(q.round, q.by, answers_to(match.state, q)) for q in match.state.queries if q.to == seat]
        assert [(q.round, q.by, answers_to(state, q)) for q in state.queries if q.to == seat] == was


def test_DM_04_nobody_commits_twice_against_one_and_all_were_where_they_committed():
    for match in late("day_of_mercury"):
        state = redealt(match, match.seats[0], match.round).state
        for seat, player in state.players.items():
            targets = [attempt.target for attempt in player.attempts]
            assert len(set(targets)) == len(targets)
            assert seat not in targets
            for attempt in player.attempts:
                past = next(past for past in state.past if past.round == attempt.round)
                assert attempt.location in past.visits[seat]


def test_SH_03_and_SH_13_energy_and_bonuses_stay_within_their_bounds():
    for match in late("drifting_ship"):
        state = redealt(match, match.seats[0], match.round).state
        carried = [letter for player in state.players.values() for mate in player.crew for letter in mate.bonuses]
        assert len(set(carried)) == len(carried)
        for player in state.players.values():
            assert all(0 <= mate.energy <= player.cap for mate in player.crew)
        owned = [room for player in state.players.values() for room in player.components]
        assert sorted(owned) == sorted(room for p in match.state.players.values() for room in p.components)


def test_PR_25_whether_somebody_else_is_blessed_too_stays():
    for match in late("pantheic_runes"):
        for seat in match.seats:
            state = redealt(match, seat, match.round).state
            then = Counter(b.deity for player in match.state.players.values() for b in player.blessings)
            assert Counter(b.deity for player in state.players.values() for b in player.blessings) == then
            assert all(player.mana is None or player.mana >= 0 for player in state.players.values())


def test_CM_28_as_many_have_sealed_but_who_is_open():
    match = play("exodus")
    for seat in ("Ada", "Bo", "Cy"):
        match.seal(seat, {"offers": []})
        match.ready(seat)
    found = [redealt(match.match, "Ada", n) for n in range(8)]
    assert {len(one.sealed) for one in found} == {len(one.ready) for one in found} == {3}
    assert all("Ada" in one.sealed and "Ada" in one.ready for one in found)
    assert len({tuple(sorted(one.sealed)) for one in found}) > 1
    assert len({one.ready for one in found}) > 1


def test_CM_28_where_the_counts_are_kept_back_not_even_how_many_stays():
    match = play("exodus", counts=False)
    match.seal("Bo", {"offers": []})
    assert len({len(redealt(match.match, "Ada", n).sealed) for n in range(8)}) > 1


def test_CM_23_talk_between_others_is_made_up_and_that_of_the_seat_stays():
    match = play("exodus")
    match.say("Bo", ["Cy"], "psst")
    match.say("Bo", ["Ada"], "hello")
    match.say("Cy", "lounge", "all")
    said = redealt(match.match, "Ada", 3).messages
    assert {"hello", "all"} <= {message.text for message in said}
    assert "psst" not in {message.text for message in said}


def test_HH_05_votes_of_others_are_drawn_anew_and_the_choice_stays_pending(monkeypatch):
    end = next(m for m in played(find_game("drifting_ship"), 1).moments if m.phase == "decision")
    choice = replace(pending(end), by=end.seats)
    monkeypatch.setattr("core.match.redeal.pending", lambda match: choice)
    found = [redeal(end, end.seats[0], Dice(n)) for n in range(8)]
    assert {one.phase for one in found} == {"decision"}
    assert len({str(one.votes) for one in found}) > 1


OPEN = {
    "abandoned", "before_abort", "deadline", "decided", "entry_count", "exempt", "finished_at", "guests",
    "handed_over", "held_close", "holders", "left_by", "lots_filled", "messages_by_end", "moves", "names", "news",
    "out_may_read", "passed_over", "paused", "phase", "plan_count", "public", "published_answers", "queue_count",
    "releases", "renamed", "schedule", "seconds_left", "seats_given_up", "settled", "spent", "turn_marks", "votes",
    "watch",
}  # fmt: skip
"""What everybody may know of a match that is played, or only counts. Votes are cast after it and stand above; where a
match that was ended stood, below."""


def full() -> Match:
    """A match in which the others have something of everything that they, or their hosts, keep to themselves."""
    match = [moment for moment in played(find_game("pantheic_runes"), 2).moments if moment.phase == "round"][-1]
    a, b, c, d = match.seats[:4]
    for entry in (
        j.Noted(author=b, text="mine"), j.Said(author=b, to=(c,), text="psst"), j.Sealed(author=b, orders={}),
        j.Readied(author=c), j.Drafted(author=d, orders={}, counts=True),
    ):  # fmt: skip
        match, _ = apply(match, entry)
    notices = {seat: (SeatNotice(match.round, Notice("felt", f"{seat} felt it.")),) for seat in match.seats}
    deeds = tuple(ActionRecord(match.round, by, {}, 0.0) for by in (a, b, c))
    wrong = Correction(seat=b, round=2, before=None, after={}, reason="A slip.", at=0.0)
    before = BeforeVerdict(
        held_close=HeldClose("round", "host"), state=match.state, sealed=match.sealed, drafts=match.drafts,
        ready=(b, c), settled=0, decided=(),
    )  # fmt: skip
    return replace(
        match, ready=(b, c), notices=notices, actions=deeds, waited_for={a: 1, b: 2, c: 3}, corrected=(wrong,),
        before_verdict=before, later_drafts=match.drafts,
    )  # fmt: skip


def test_HH_15_each_thing_that_a_match_keeps_from_a_seat_is_drawn_anew_and_two_redeals_of_it_differ():
    match = full()
    found = [redealt(match, match.seats[0], n) for n in range(8)]

    def differ(field: str) -> bool:
        return (
            len(
                {
                    str(list(getattr(one, field).items() if field == "starts" else [getattr(one, field)]))
                    for one in found
                }
            )
            > 1
        )

    fields = {*Match.__struct_fields__} - OPEN
    assert [field for field in sorted(fields) if not differ(field)] == []
    for field in ("sealed", "drafts", "notes", "notes_by_round", "notices", "waited_for", "muted"):
        own = getattr(match, field).get(match.seats[0])
        assert all(getattr(one, field).get(match.seats[0]) == own for one in found), field


def test_HH_50_a_match_that_was_ended_keeps_what_it_kept_when_it_stood():
    playing = full()
    ended, _ = apply(playing, j.Ended(reason="The wrong one.", at=1.0))
    seat = playing.seats[0]
    found = [redealt(ended, seat, n) for n in range(8)]
    for one in found:
        assert (one.phase, one.ready, one.abandoned, len(one.before_abort.ready)) == ("finished", (), True, 2)
        back, _ = apply(one, j.Unended(at=2.0))
        assert back.phase == "round"
    assert len({one.before_abort.ready for one in found}) > 1
    assert len({str(one.state) for one in found}) > 1


@pytest.mark.parametrize("game", ids())
def test_HH_50_what_is_hidden_of_a_match_that_was_ended_is_shown_to_nobody(game):
    for n, moment, seat in looks(find_game(game)):
        if moment.phase != "finished":
            ended, _ = apply(moment, j.Ended(reason="", at=1.0))
            compare(ended, None if n % 3 == 0 else seat, n)


def test_of_a_finished_match_only_papers_and_talk_are_anybodys_own():
    match = played(find_game("exodus"), 1).end
    match, _ = apply(match, j.Noted(author="Bo", text="mine"))
    found = redeal(match, "Ada", Dice(1))
    assert found.notes["Bo"].startswith(UNSEEN)
    assert (
        replace(
            found,
            notes=match.notes,
            notes_by_round=match.notes_by_round,
            messages=match.messages,
            messages_by_end=match.messages_by_end,
            asides=match.asides,
            muted=match.muted,
            audience=match.audience,
            drafts=match.drafts,
            queued=match.queued,
        )
        == match
    )
