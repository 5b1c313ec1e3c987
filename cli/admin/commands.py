"""What the host of the machine can do to the house by command: a request is a document, and so is the answer.

A request names what is to be done (`{"do": "pause", "match": "exodus-1"}`). An answer is `{"ok": true, "told": [...]}`
with sentences for people and whatever a program may want besides, or `{"ok": false, "error": {"code", "message"}}`.
The same deeds are done on a running server (`socket`) and directly on a house that nobody serves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from cli.admin.making import MakingDeeds
from cli.admin.matches import CorrectingDeeds, LineDeeds, MatchDeeds
from cli.admin.people import PeopleDeeds, RightsDeeds
from cli.admin.posting import PostingDeeds, StatusDeeds
from cli.admin.requests import DRY, Answer, Request
from cli.admin.seasons import SeasonDeeds
from core.decoding import sentence
from core.house.house import House
from core.house.people import People
from core.refusal import Refused, quoted
from core.words.door import Door


class AdminCommands:
    """The host's commands on one house."""

    def __init__(self, house: House, people: People, door: Door) -> None:
        self._seasons = SeasonDeeds(house, people)
        self._deeds = {
            **PeopleDeeds(house, people, door).deeds(),
            **MakingDeeds(house, people).deeds(),
            **MatchDeeds(house, people, door).deeds(),
            **LineDeeds(house).deeds(),
            **CorrectingDeeds(house).deeds(),
            **RightsDeeds(house, people, door).deeds(),
            **PostingDeeds(house, door).deeds(),
            **StatusDeeds(house, door).deeds(),
        }

    def do(self, given: Any) -> Answer:
        """Do what a document asks for; always an answer, never an exception for what people typed."""
        if isinstance(given, dict) and given.get("do") == "season":
            return _answered(lambda: self._seasons.do(given))
        try:
            asked = msgspec.convert(given, type=Request)
        except msgspec.ValidationError as mistake:
            return refusal("wrong_form", f"This is no request: {sentence(str(mistake))}")
        deed = self._deeds.get(asked.do)
        if deed is None:
            return refusal(
                "no_such_deed", f"There is nothing called {quoted(asked.do)}. There are: {', '.join(self._deeds)}."
            )
        if asked.try_:
            asked = msgspec.structs.replace(asked, dry_run=True)
        if asked.dry_run and asked.do not in DRY:
            return refusal("no_dry_run", f"{asked.do} has no dry run. These have: {', '.join(DRY)}.")
        return _answered(lambda: deed(asked))


def _answered(doing: Callable[[], Answer]) -> Answer:
    try:
        return {"ok": True, **doing()}
    except Refused as refused:
        return refusal(refused.code, refused.message)


def refusal(code: str, message: str) -> Answer:
    """The answer to what cannot be done."""
    return {"ok": False, "error": {"code": code, "message": message}}
