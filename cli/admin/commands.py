"""Deeds of hosts by command: a request is a document, and so is the answer.

A request names its deed: `{"do": "pause", "match": "exodus-1"}`. An answer is `{"ok": true, "told": [...]}` with
sentences for people and further keys for programs, or `{"ok": false, "error": {"code", "message"}}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cli.admin import judging, making, match_talk, matches, people, posting, seasons
from cli.admin.deeds import HouseAccess, HouseDeed
from cli.admin.making import NewDeed
from cli.admin.requests import Answer
from core.decoding import sentence
from core.house.house import House
from core.house.people import People
from core.refusal import Refused, quoted
from core.words.door import Door

DEEDS: Final[tuple[type[HouseDeed | NewDeed], ...]] = (
    people.InviteDeed, people.InvitationsDeed, people.RevokeDeed, people.PeopleDeed, people.LinkDeed,
    posting.UnmuteDeed, posting.WebhookDeed, posting.StatusDeed, posting.TodoDeed, people.FingerprintDeed,
    posting.FeedDeed, making.NewDeed, matches.SeatsDeed, matches.StartDeed, matches.PauseDeed, matches.ResumeDeed,
    matches.CloseDeed, matches.ConfirmDeed, judging.FormDeed, judging.ScriptDeed, judging.TableDeed,
    judging.RoomsDeed, judging.SubmissionsDeed,
    judging.ResultsDeed, judging.FinishDeed, matches.DryRunDeed, posting.NudgeDeed, matches.DeadlineDeed,
    matches.ScheduleDeed, matches.CalendarDeed, matches.RewindDeed, matches.LapseDeed, matches.HandOverDeed,
    matches.RenameDeed, matches.CorrectDeed, matches.WhatIfDeed, match_talk.AnnounceDeed,
    match_talk.AnnouncementsDeed, match_talk.QuestionsDeed, match_talk.AnswerDeed, match_talk.TellDeed,
    match_talk.GalleryDeed, match_talk.ConfessionalsDeed, people.MuteDeed, people.RightsDeed, people.BlockDeed,
    people.MentionDeed, people.RenamePersonDeed, people.WatchingDeed, people.RemoveDeed, people.LogDeed,
    making.FillDeed, making.NamesDeed, making.CopyDeed, making.TemplateDeed, making.GamesDeed, matches.PublicDeed,
    people.DiscardDeed, matches.ReopenDeed, matches.EndDeed,
)  # fmt: skip
BY_NAME: Final[Mapping[str, type[HouseDeed | NewDeed]]] = {deed.tag(): deed for deed in DEEDS}
DRY: Final = tuple(deed.tag() for deed in DEEDS if deed.DRY)
"""Deeds with a dry run (HH-42)."""
KEYS: Final = frozenset({"do"}).union(*(deed.__struct_encode_fields__ for deed in DEEDS))
"""Keys of all deeds; a deed ignores those of others."""


class RequestHead(msgspec.Struct, frozen=True):
    do: str


class AdminCommands:
    def __init__(self, house: House, everyone: People, door: Door) -> None:
        self._host = HouseAccess(house, everyone, door)

    def do(self, given: Any) -> Answer:
        """Carry out a request. Always returns an answer; mistakes in the request raise nothing."""
        if isinstance(given, dict) and given.get("do") == "season":
            return _answer_or_refusal(lambda: seasons.do(self._host, given))
        try:
            name = msgspec.convert(given, type=RequestHead).do
            if unknown := sorted(set(given) - KEYS):
                raise msgspec.ValidationError(f"Object contains unknown field `{unknown[0]}`")
            if name not in BY_NAME:
                names = ", ".join(BY_NAME)
                return refusal("no_such_deed", f"There is nothing called {quoted(name)}. There are: {names}.")
            deed = msgspec.convert(given, type=BY_NAME[name])
        except msgspec.ValidationError as mistake:
            return refusal("wrong_form", f"This is no request: {sentence(str(mistake))}")
        if deed.try_:
            deed = msgspec.structs.replace(deed, dry_run=True)
        if deed.dry_run and not deed.DRY:
            return refusal("no_dry_run", f"{name} has no dry run. These have: {', '.join(DRY)}.")
        return _answer_or_refusal(lambda: deed.carry_out(self._host))


def _answer_or_refusal(doing: Callable[[], Answer]) -> Answer:
    try:
        return {"ok": True, **doing()}
    except Refused as refused:
        return refusal(refused.code, refused.message)


def refusal(code: str, message: str) -> Answer:
    return {"ok": False, "error": {"code": code, "message": message}}
