"""Base of every deed of a host by command: arguments, words, access to the house."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

import msgspec

from cli.admin.requests import Answer, Holders, by_shell, match_answer
from core.house.house import House
from core.house.moderation import Steward
from core.house.people import People
from core.json import Json
from core.seasons.season_controls import SeasonControls
from core.table.host_controls import HostControls
from core.words.door import Door

Declarations = Sequence[Callable[[argparse.ArgumentParser], None]]


class Argument:
    def __init__(self, name: str, help: str | None = None, *, one_of: bool = False, **options: Any) -> None:
        """`name` is flags or a positional argument's name; one_of marks a choice that must be typed; options are
        those of `argparse`. A number and a flag that repeats are known by the field's type."""
        self.name, self.one_of, self._options = name, one_of, {"help": help, **options}

    def declare(self, parser: Any, field: str, kind: Any) -> None:
        """Add the argument to a parser. Its default is None."""
        options = {"default": None, **self._options}
        if int in (kind, *get_args(kind)):
            options.setdefault("type", int)
        if self.name.startswith("-"):
            options["dest"] = field
            if kind is bool:
                options.setdefault("action", "store_true")
            elif get_origin(kind) is tuple:
                options.setdefault("action", "append")
        parser.add_argument(*self.name.split(), **options)


Seat = Annotated[str, Argument("seat")]
Text = Annotated[str, Argument("text", nargs="+")]
Reason = Annotated[str, Argument("--reason", "told to everybody", metavar="TEXT")]
Yes = Annotated[bool, Argument("--yes", "ask nothing: for scripts")]
Webhook = Annotated[
    str | None, Argument("url", "the webhook of the room, http:// or https://", nargs="?", metavar="URL|none")
]
ThisRound = Annotated[int | None, Argument("--round", "refused once this round is over", metavar="N")]
OtherOrders = Annotated[
    Json | None,
    Argument("--orders", "as the seat would seal them; - reads standard input", one_of=True, metavar="JSON"),
    Argument("--nothing", "no orders", one_of=True, action="store_const", const=None),
]


class DeedForm:
    __slots__ = ()
    HELP: ClassVar[str]
    DRY: ClassVar[bool] = False
    """True if the deed has a dry run, which says what players would be told (HH-42)."""
    ALSO: ClassVar[Declarations] = ()
    """Functions that add arguments which several deeds share."""

    if TYPE_CHECKING:
        user: str
        dry_run: bool
        try_: bool
        __struct_fields__: ClassVar[tuple[str, ...]]
        __struct_encode_fields__: ClassVar[tuple[str, ...]]

    @classmethod
    def tag(cls) -> str:
        return str(cls.__struct_config__.tag)  # type: ignore[attr-defined]

    @classmethod
    def declare(cls, parser: argparse.ArgumentParser) -> None:
        hints = get_type_hints(cls, include_extras=True)
        group: Any = None
        for name, key in zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True):
            if get_origin(hints[name]) is not Annotated:
                continue
            kind, *arguments = get_args(hints[name])
            for argument in arguments:
                if argument.one_of and group is None:
                    group = parser.add_mutually_exclusive_group(required=True)
                argument.declare(group if argument.one_of else parser, key, kind)
        for declare in cls.ALSO:
            declare(parser)

    def carry_out(self, host: HouseAccess) -> Answer:
        raise NotImplementedError


class HouseDeed(DeedForm, msgspec.Struct, frozen=True, kw_only=True, tag_field="do"):
    """Base of all deeds: a document with the deed's name as `do`, and its fields."""

    user: str = ""
    dry_run: bool = False
    try_: bool = msgspec.field(default=False, name="try")


class MatchDeed(HouseDeed, frozen=True, kw_only=True):
    DONE: ClassVar[str] = ""
    match: Annotated[str, Argument("match")] = ""

    def act(self, desk: HostControls) -> None:
        raise NotImplementedError

    def carry_out(self, host: HouseAccess) -> Answer:
        return self.simply(host, self.act, self.DONE)

    def simply(self, host: HouseAccess, act: Callable[[HostControls], object], sentence: str) -> Answer:
        desk = host.desk(self)
        return match_answer(desk, self.match, lambda: act(desk), sentence)


class HouseAccess:
    def __init__(self, house: House, people: People, door: Door) -> None:
        self.house = house
        self.people = people
        self.door = door
        self.holders = Holders(people)

    def desk(self, deed: MatchDeed) -> HostControls:
        """The host's controls of the deed's match; in a dry run they change nothing."""
        desk = HostControls(self.house.table(deed.match), by_shell(deed.user))
        return desk.only_trying() if deed.dry_run else desk

    def season(self, season: str, deed: HouseDeed) -> SeasonControls:
        return SeasonControls(self.house.seasons, self.house.seasons.find(season), by_shell(deed.user))

    def steward(self, deed: HouseDeed) -> Steward:
        return Steward(self.house, self.people, by_shell(deed.user))
