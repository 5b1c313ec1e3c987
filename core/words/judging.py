"""A host's questions and results in words (HH-72)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from core.games.refereed.sheet import read_results, submission_rows
from core.games.refereed.structs import Orders, State
from core.json import Json
from core.refusal import Refused
from core.table.host_controls import HostControls, Judging, Submission
from core.words.wording import counted, joined


def asked_words(seat: str, questions: int, early: bool) -> str:
    """Say that a form is set. `seat`: empty for all; `early`: in the briefing."""
    when = "" if early else " from the next round on"
    return f"{seat or 'Every seat'} is asked {counted(questions, 'question')}{when}."


def sheet_rows(desk: HostControls, sent: dict[str, Submission], verdict: Json | None = None) -> list[list[str]]:
    """Return the sheet of submissions of a round, the header first; with a verdict that of results."""
    match = desk.table.match
    start = match.starts.get(next(item.round for item in sent.values()))
    state = match.state if start is None else start.state
    assert isinstance(state, State)
    answers = {seat: item.orders.answers for seat, item in sent.items() if isinstance(item.orders, Orders)}
    sealed = {
        seat: "draft" if item.sealed_at is None else f"{datetime.fromtimestamp(item.sealed_at, UTC):%Y-%m-%d %H:%M:%S}"
        for seat, item in sent.items()
        if item.orders is not None
    }
    return submission_rows(state, answers, sealed, verdict)


def verdict_of(desk: HostControls, sheet: str, public: str, proposal: Json | None = None) -> Json:
    """Return the verdict of a sheet, without one the proposal, and without both (None) one that brings nothing.
    `public`: words to all in place of the proposal's. Refused: `not_judged`, `no_proposal`."""
    state = desk.table.match.state
    if not isinstance(state, State):
        raise Refused("not_judged", "This match needs no results of a host.", "HH-72")
    if not sheet and proposal == {}:
        is_open = desk.table.match.phase in ("pregame", "round")
        way_out = " of an open round: close it first" if is_open else ": give it one"
        raise Refused("no_proposal", f"No script proposes results{way_out}, or send a sheet.", "RF-14")
    nothing: Json = {"points": {}, "told": {}, "tokens": {}, "garnets": {}}
    words = public or (proposal or {}).get("public", "")
    return {**(read_results(sheet, state) if sheet else {**nothing, **(proposal or {})}), "public": words.strip()}


def ending_verdict(
    desk: HostControls, verdict: Json, winners: Sequence[str], candidate: str | None, opponent: str | None
) -> Json:
    """Return a verdict that ends the match. `candidate`: `none` for no candidate, unless a seat has that name; None: by
    the rule of places."""
    named = "" if candidate == "none" and "none" not in desk.table.match.seats else candidate
    finish = {"winners": list(winners), "candidate": named, "opponent": opponent, "apart": True}
    return {**verdict, "finish": finish}


def check_yes(yes: bool, lines: Sequence[str]) -> None:
    """Raise Refused, `say_yes`, with the lines that all would read, unless the host has said yes."""
    if not yes:
        raise Refused("say_yes", "\n".join([*lines, "This ends the match, for good."]), "RF-08")


def end_match(desk: HostControls, verdict: Json) -> None:
    """Publish the last results, of an open round after its close."""
    if desk.table.match.phase in ("pregame", "round"):
        desk.close()
    desk.judge(verdict)


def read_rooms(desk: HostControls, words: Sequence[str], none: bool) -> list[list[str]]:
    """Return the seats of each room: `Ada,Bo`, or `all` for everybody. Refused: `which_rooms`."""
    if bool(words) == none:
        raise Refused("which_rooms", "Name the seats of each room (Ada,Bo,Cy), all, or --none.", "RF-10")
    everybody = list(desk.table.match.seats)
    return [everybody if room == "all" else [name.strip() for name in room.split(",")] for room in words]


def table_lines(rows: list[list[str]], fault: str = "") -> list[str]:
    """Return the rows of a sheet as text in columns, and the script's fault; empty columns are left out."""
    shown = [column for column in zip(*rows, strict=True) if any(column[1:]) or column[0] in ("seat", "points")]
    cells = [[" ".join(cell.split()) for cell in column] for column in shown]
    widths = [max(map(len, column)) for column in cells]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in zip(*cells, strict=True)]
    return [*lines, fault] if fault else lines


def preview_lines(texts: Judging) -> list[str]:
    lines = []
    for seat, words in texts.seats.items():
        lines += [f"{seat} would read:", *(f"  {line}" for line in words)]
    lines += ["Everybody would read:", *(f"  {line}" for line in texts.everybody)]
    return lines if texts.ending is None else [*lines, *(f"  {line}" for line in _ending_lines(texts.ending))]


def _ending_lines(ending: Json) -> list[str]:
    lines = [f"Won by {joined(ending['winners']) or 'nobody'}."]
    if candidate := ending["elimination_candidate"]:
        opponent = ending["death_match_opponent"]
        opponent_words = f"the opponent in the Death Match is {opponent}" if opponent else "and chooses the opponent"
        lines.append(f"The Elimination Candidate is {candidate}, {opponent_words}.")
    return lines
