"""Deeds of hosts in seasons by command.

A request is `{"do": "season", "deed": "open", "season": "spring-1", ...}`. Answers hold the season's new state.
"""

from __future__ import annotations

from typing import Final

import msgspec

from cli.admin import season_episodes as episodes
from cli.admin import season_making as making
from cli.admin import season_talk as talk
from cli.admin.deeds import HouseAccess
from cli.admin.requests import Answer
from cli.admin.season_forms import SeasonForm
from core.decoding import decode
from core.json import Json
from core.refusal import Refused, quoted

SEASON_DEEDS: Final[tuple[type[SeasonForm], ...]] = (
    making.SeasonNewDeed, talk.SeasonFeedDeed, making.SeasonAddDeed, making.SeasonHandOverDeed,
    episodes.SeasonOpenDeed, episodes.SeasonCallOffDeed, episodes.SeasonBookDeed, episodes.SeasonCandidateDeed,
    episodes.SeasonOpponentDeed, episodes.SeasonDuelDeed, making.SeasonSettingsDeed, making.SeasonRenameDeed,
    episodes.SeasonWonDeed, episodes.SeasonDrawnDeed, episodes.SeasonLeaveOutDeed, episodes.SeasonFinalDeed,
    making.SeasonCorrectDeed, making.SeasonUndoDeed, making.SeasonWatchingDeed, making.SeasonStartDeed,
    talk.SeasonAnnounceDeed, talk.SeasonTellDeed, talk.SeasonQuestionsDeed, talk.SeasonAnswerDeed,
    talk.SeasonTalkDeed, talk.SeasonConfessionalsDeed, making.SeasonEndDeed,
)  # fmt: skip
BY_NAME: Final = {deed.tag(): deed for deed in SEASON_DEEDS}
SEASON_KEYS: Final = frozenset[str]().union(*(deed.__struct_encode_fields__ for deed in SEASON_DEEDS))


class SeasonRequestHead(msgspec.Struct, frozen=True):
    deed: str


def do(host: HouseAccess, given: Json) -> Answer:
    name = decode(SeasonRequestHead, given, "season").deed
    if name not in BY_NAME:
        raise Refused("no_such_deed", f"There is nothing called {quoted(name)}. There are: {', '.join(BY_NAME)}.")
    kind = BY_NAME[name]
    foreign = SEASON_KEYS - {*kind.__struct_encode_fields__} | {"do"}
    deed: SeasonForm = decode(kind, {key: value for key, value in given.items() if key not in foreign}, "season")
    return deed.carry_out(host)
