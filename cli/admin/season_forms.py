"""Base of the deeds in seasons: fields, answers and dry runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec

from cli.admin.deeds import Argument, Declarations, DeedForm, HouseAccess
from cli.admin.requests import Answer, by_shell
from cli.setting_arguments import declare_settings
from core.match.settings import GivenInSeason
from core.seasons.season import Season
from core.seasons.season_controls import SeasonControls
from core.seasons.talk import message_lines
from core.seasons.words import season_json, summary

Named = Annotated[str, Argument("name")]
Why = Annotated[str, Argument("--why", "told to everybody who reads it", required=True, metavar="TEXT")]


class SeasonForm(DeedForm):
    __slots__ = ()
    if TYPE_CHECKING:
        season: str

    def act(self, desk: SeasonControls) -> object:
        raise NotImplementedError

    def carry_out(self, host: HouseAccess) -> Answer:
        return self.answer_to(host, self.act)

    def desk(self, host: HouseAccess) -> SeasonControls:
        return SeasonControls(host.house.seasons, host.house.seasons.find(self.season), by_shell(self.user))

    def answer_to(self, host: HouseAccess, doing: Callable[[SeasonControls], object]) -> Answer:
        desk = self.desk(host).only_trying() if self.dry_run else self.desk(host)
        before = desk.season
        doing(desk)
        if self.dry_run:
            return dry_run_answer(desk.season, before)
        return season_answer(desk.season, [news.text for news in desk.season.news[len(before.news) :]])


class SeasonDeed(SeasonForm, msgspec.Struct, frozen=True, kw_only=True, tag_field="deed", forbid_unknown_fields=True):
    season: Annotated[str, Argument("season")] = ""
    user: str = ""
    dry_run: bool = False


class SettingsDeed(SeasonForm, GivenInSeason, frozen=True, kw_only=True, tag_field="deed", forbid_unknown_fields=True):
    ALSO: ClassVar[Declarations] = (partial(declare_settings, season=True),)

    season: Annotated[str, Argument("season")] = ""
    user: str = ""
    dry_run: bool = False
    when: str = ""
    keep: bool = True
    """True if the schedule stays after an early close (HH-20)."""
    shortest: float | None = None


def season_answer(after: Season, sentences: list[str]) -> Answer:
    return {"told": [*sentences, summary(after)], "season": season_json(after, hosts=True)}


def dry_run_answer(after: Season, before: Season) -> Answer:
    news = [news.text for news in after.news[len(before.news) :]]
    messages = message_lines(after.messages[len(before.messages) :])
    sentences = [*news, *messages] or ["Nobody would be told anything."]
    return {"told": [*sentences, "A dry run: nothing is entered."], "season": season_json(after, hosts=True)}
