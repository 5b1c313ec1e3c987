"""Deeds of hosts at a match that they judge: forms, submissions, results, the end (HH-72, RF-09)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from cli.admin.deeds import Argument, HouseAccess, MatchDeed, Reason, Yes
from cli.admin.requests import Answer, match_answer
from core.decoding import plain
from core.games.refereed.script import Script, options_of
from core.games.refereed.sheet import as_csv, first_form, read_form
from core.house.scripts import Scripts
from core.json import Json
from core.match.closing import unsealed
from core.match.corrections import orders_in_words
from core.refusal import Refused, quoted
from core.words import judging, wording
from tui.app.house_zone import HouseZone

Sheet = Annotated[
    str, Argument("sheet", "the sheet of results (CSV): a column seat, a column points", nargs="?", metavar="FILE")
]
FirstForm = Annotated[
    str, Argument("--form", "what a match that you judge asks in its first round (TOML)", metavar="FILE")
]
FirstScript = Annotated[
    Json, Argument("--with", "the script of a match that you judge (Python): read it first", metavar="FILE")
]
PublicText = Annotated[str, Argument("--public", "words to all, from a file", metavar="FILE")]


def first_options(form: str, script: Json) -> Json:
    """Return the options that a form's TOML and a script set. Refused: `bad_form`, `bad_script`."""
    return {**first_form(form), **(options_of(Script(**script)) if script else {})}


class FormDeed(MatchDeed, frozen=True, kw_only=True, tag="form"):
    HELP = "what a match that you judge asks from the next round on"

    form: Annotated[str, Argument("form", "the form (TOML); - reads standard input", metavar="FILE")] = ""
    seat: Annotated[str, Argument("--seat", "for this seat alone", metavar="NAME")] = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = host.desk(self)
        fields = read_form(self.form)
        early = desk.table.match.phase == "briefing"
        desk.direct({"form": fields, "seat": self.seat})
        return match_answer(desk, self.match, lambda: None, judging.asked_words(self.seat, len(fields), early))


class ScriptDeed(MatchDeed, frozen=True, kw_only=True, tag="script"):
    HELP = "a script with judge(now), which proposes the results of a match that you judge"

    script: Annotated[Json, Argument("script", "the script (Python): read it first", nargs="?", metavar="FILE")] = {}
    drop: Annotated[bool, Argument("--drop", "forget it")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        desk, scripts = host.desk(self), Scripts(host.house.store)
        if bool(self.script) == self.drop:
            raise Refused("which_script", "Say which file holds the script, or --drop.", "RF-14")
        scripts.keep(self.match, Script(**self.script) if self.script else None)
        words = f"{self.script['file']} proposes the results of each round." if self.script else "It has no script."
        scripts.proposal(desk)  # a fault is told at once
        return match_answer(desk, self.match, lambda: None, words)


class TableDeed(MatchDeed, frozen=True, kw_only=True, tag="table"):
    HELP = "all seats by all answers, columns and proposed results of the round that waits"

    csv: Annotated[bool, Argument("--csv", "as a sheet, to change and give to `results`")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = host.desk(self)
        proposal, fault = Scripts(host.house.store).proposal_and_fault(desk)
        rows = judging.sheet_rows(desk, desk.submissions(), proposal)
        lines = as_csv(rows).removesuffix("\n").split("\n") if self.csv else judging.table_lines(rows, fault)
        return {"told": lines, "table": rows} | ({"fault": fault} if fault else {})


class RoomsDeed(MatchDeed, frozen=True, kw_only=True, tag="rooms"):
    HELP = "who talks to whom from now on, in a match that you judge; everybody is told"
    DRY = True

    rooms: Annotated[
        tuple[str, ...],
        Argument("rooms", "the seats of a room, as Ada,Bo,Cy; all: one room for everybody", nargs="*", metavar="ROOM"),
    ] = ()
    none: Annotated[bool, Argument("--none", "close all rooms")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = host.desk(self)
        rooms = judging.read_rooms(desk, self.rooms, self.none)
        return match_answer(
            desk, self.match, lambda: desk.direct({"rooms": rooms}), "Everybody is told who talks to whom."
        )


class SubmissionsDeed(MatchDeed, frozen=True, kw_only=True, tag="submissions"):
    HELP = "what seats sent, once the round has closed"

    round: Annotated[int | None, Argument("--round", "of this closed round", metavar="N")] = None
    csv: Annotated[bool, Argument("--csv", "as a sheet, to write the results into")] = False

    def carry_out(self, host: HouseAccess) -> Answer:
        desk, now = host.desk(self), host.house.clock()
        sent, match = desk.submissions(self.round), desk.table.match
        rows = judging.sheet_rows(desk, sent)
        if self.csv:
            return {"told": as_csv(rows).removesuffix("\n").split("\n"), "submissions": rows}
        lines, lost = [], unsealed(match) if match.phase == "judging" else ()
        for seat, submission in sent.items():
            at = submission.sealed_at
            when = "" if at is None else f", sealed {wording.moment(at, now, HouseZone())}"
            words = (
                () if submission.orders is None else orders_in_words(match, seat, submission.orders, submission.round)
            )
            lines += [
                f"{seat}{when}",
                *(f"  {line}" for line in words or ("a draft that was not sealed" if seat in lost else "nothing",)),
            ]
        return {"told": lines, "submissions": rows}


class ResultsDeed(MatchDeed, frozen=True, kw_only=True, tag="results"):
    HELP = "publish what a round brings, or take it back"
    DRY = True

    sheet: Sheet = ""
    public_text: PublicText = ""
    proposed: Annotated[bool, Argument("--proposed", "as the match's script proposes it")] = False
    undo: Annotated[bool, Argument("--undo", "take the last results back, if no player has sealed since")] = False
    text: Reason = ""

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = host.desk(self)
        if self.undo:
            return match_answer(
                desk, self.match, lambda: desk.take_results_back(self.text), "The results are taken back."
            )
        if not self.sheet and not self.proposed:
            raise Refused("which_sheet", "Say which file holds the results, --proposed, or --undo.", "RF-09")
        proposal = Scripts(host.house.store).proposal_beside(self.sheet, desk)
        verdict = judging.verdict_of(desk, self.sheet, self.public_text, proposal)
        if self.dry_run:
            desk.judge(verdict)  # on a copy: refused as the deed would be
            return preview(host, self, verdict)
        return match_answer(desk, self.match, lambda: desk.judge(verdict), "The results are published.")


class FinishDeed(MatchDeed, frozen=True, kw_only=True, tag="finish"):
    HELP = "end a match that you judge, with results or without"
    DRY = True

    sheet: Sheet = ""
    public_text: PublicText = ""
    proposed: Annotated[bool, Argument("--proposed", "with the results that the match's script proposes")] = False
    winners: Annotated[tuple[str, ...], Argument("--winner", "else the most points win (repeat)", metavar="NAME")] = ()
    candidate: Annotated[
        str | None, Argument("--candidate", "the Elimination Candidate, or none; else the last", metavar="NAME|none")
    ] = None
    opponent: Annotated[
        str | None, Argument("--opponent", "in the Death Match; else the candidate chooses", metavar="NAME")
    ] = None
    tokens: Annotated[
        tuple[str, ...], Argument("--token", "a Token of Life for this seat (repeat)", metavar="NAME")
    ] = ()
    garnets: Annotated[tuple[str, ...], Argument("--garnets", "for this seat (repeat)", metavar="NAME=NUMBER")] = ()
    yes: Yes = False

    def carry_out(self, host: HouseAccess) -> Answer:
        desk = host.desk(self)
        proposal = Scripts(host.house.store).proposal(desk) if self.proposed else None
        verdict = judging.verdict_of(desk, self.sheet, self.public_text, proposal)
        for seat in self.tokens:
            verdict["tokens"][seat] = verdict["tokens"].get(seat, 0) + 1
        for word in self.garnets:
            seat, _, number = word.rpartition("=")
            if not seat or not number.isdecimal():
                raise Refused("bad_amount", f"Write garnets as NAME=NUMBER, not {quoted(word)}.", "RF-05")
            verdict["garnets"][seat] = verdict["garnets"].get(seat, 0) + int(number)
        verdict = judging.ending_verdict(desk, verdict, self.winners, self.candidate, self.opponent)
        answer = preview(host, self, verdict)
        if self.dry_run:
            return answer
        judging.check_yes(self.yes, answer["told"][1:])
        return match_answer(
            desk, self.match, lambda: judging.end_match(desk, verdict), "The last results are published."
        )


def preview(host: HouseAccess, deed: MatchDeed, verdict: Json) -> Answer:
    """Return each seat's words of these results."""
    desk = host.desk(msgspec.structs.replace(deed, dry_run=False))
    texts = desk.try_results(verdict)
    lines = [f"{deed.match}: a dry run, nothing is published.", *judging.preview_lines(texts)]
    return {"told": lines, "match": deed.match, "dry_run": True, "would_tell": plain(texts)}
