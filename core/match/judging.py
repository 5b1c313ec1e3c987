"""Rounds that a host judges (HH-72): publishing results, taking them back, forms and rooms for later rounds."""

from __future__ import annotations

from typing import Any

from core.decoding import decode
from core.match import journal as j
from core.match.closing import EVERYTHING, READS, close_round
from core.match.records import BeforeVerdict, Change
from core.match.seating import OPEN, is_bot
from core.match.state import Applied, Match, announce, change
from core.refusal import Refused


def judge(match: Match, entry: j.Judged) -> Applied:
    """Close the waiting round by the host's results. Refused: `nothing_to_judge`, or by the game."""
    held_close = match.held_close
    if match.phase != "judging" or held_close is None:
        raise Refused("nothing_to_judge", _refusal_words(match), "HH-72")
    verdict: Any = decode(match.game.Judgement, entry.verdict, "results")  # type: ignore[arg-type]
    before = BeforeVerdict(held_close=held_close, state=match.state, sealed=match.sealed, drafts=match.drafts,
                           ready=match.ready, settled=match.settled, decided=match.decided)  # fmt: skip
    waiting = change(match, phase=held_close.phase, held_close=None)
    waiting = announce(waiting, "judged", f"The results of {_round_words(match)} are published.", entry.at)
    after = close_round(waiting, j.Closed(author=entry.author, at=entry.at, cause=held_close.cause), verdict)
    return change(after, before_verdict=before, drafts=match.later_drafts, later_drafts={}), EVERYTHING


def take_back(match: Match, entry: j.Unjudged) -> Applied:
    """Let the last closed round wait for its results again. Refused: `no_results`, `built_on`."""
    before = match.before_verdict
    if before is None:
        raise Refused("no_results", "There are no results that could be taken back.", "HH-72")
    built = [seat for seat in (*match.sealed, *match.votes) if not is_bot(match.holders.get(seat, OPEN))]
    if built or len(match.decided) > len(before.decided):
        raise Refused(
            "built_on", "These results stand: a player has sealed or chosen since they were published.", "HH-72"
        )
    number = match.rounds[-1].round
    later = {seat: draft for seat, draft in match.drafts.items() if draft.round > number}
    back = change(
        match, phase="judging", held_close=before.held_close, state=before.state, rounds=match.rounds[:-1],
        starts={start: moment for start, moment in match.starts.items() if start <= number}, sealed=before.sealed,
        drafts=before.drafts, later_drafts=later, ready=before.ready, settled=before.settled, decided=before.decided,
        before_verdict=None, deadline=None, seconds_left=None,
        schedule=None if match.schedule is None else match.schedule.gone_back(),
    )  # fmt: skip
    text = f"The host took the results of {_round_words(back)} back. {READS} {entry.reason}".strip()
    return announce(back, "unjudged", text, entry.at), EVERYTHING


def direct(match: Match, entry: j.Directed) -> Applied:
    """Apply a host's form or rooms for later rounds. Before the first round they hold at once."""
    if match.game.Direction is None:
        raise Refused("not_directed", f"In {match.spec.title} a host sets nothing between rounds.", "HH-72")
    direction: Any = decode(match.game.Direction, entry.direction, "form")
    early = match.phase == "briefing"
    after = change(match, state=match.game.direct(match.state, direction, not early))
    changes = (Change("closed"),) if early else ()
    if (rooms := match.game.rooms(after.state)) != match.game.rooms(match.state):
        words = "; ".join(", ".join(room) for room in rooms or ()) or "nobody talks to anybody"
        after = announce(after, "rooms", f"The host has set who talks to whom: {words}.", entry.at)
        changes = (*changes, Change("news"), Change("said"))
    return after, changes


def _refusal_words(match: Match) -> str:
    if not match.header.judged:
        return "This match needs no results of a host: its rules say what a close brings."
    return f"Results are written once {_round_words(match)} has closed."


def _round_words(match: Match) -> str:
    return match.spec.when(match.round)
