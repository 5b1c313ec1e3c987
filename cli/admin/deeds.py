"""The base of every deed of a host by command: its arguments, its words, and the house that it is done to."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

import msgspec

from cli.admin.requests import Answer, Holders, by_shell, stands
from core.house.house import House
from core.house.moderation import Steward
from core.house.people import People
from core.json import Json
from core.seasons.season_controls import SeasonControls
from core.table.host_controls import HostControls
from core.words.door import Door


class Argument:
    """The argument by which a field of a deed is typed."""

    def __init__(self, name: str, help: str | None = None, *, one_of: bool = False, **options: Any) -> None:
        """`name`: a flag, or a positional argument's name; `one_of`: exactly one such argument of the deed is typed;
        `options` are those of `argparse`."""
        self.name, self.one_of, self._options = name, one_of, {"help": help, **options}

    def declare(self, parser: Any, field: str, kind: Any) -> None:
        """Add it to a parser. What is not typed is None."""
        options = {"default": None, **self._options}
        if self.name.startswith("-"):
            options["dest"] = field
            if kind is bool:
                options.setdefault("action", "store_true")
        parser.add_argument(self.name, **options)


Seat = Annotated[str, Argument("seat")]
Text = Annotated[str, Argument("text", nargs="+")]
Reason = Annotated[str, Argument("--reason", "told to everybody", metavar="TEXT")]
Yes = Annotated[bool, Argument("--yes", "ask nothing: for scripts")]
Webhook = Annotated[
    str | None, Argument("url", "the webhook of the room, http:// or https://", nargs="?", metavar="URL|none")
]
"""A webhook's address, or `none` to forget it; None to look."""
ThisRound = Annotated[int | None, Argument("--round", "refused once this round is over", type=int, metavar="N")]
OtherOrders = Annotated[
    Json | None,
    Argument("--orders", "as the seat would seal them; - reads standard input", one_of=True, metavar="JSON"),
    Argument("--nothing", "no orders", one_of=True, action="store_const", const=None),
]
"""A seat's orders as a host corrects or tries them; None for no orders."""


class DeedForm:
    """A deed in words and as arguments, for requests with other bases of their own."""

    __slots__ = ()
    HELP: ClassVar[str]
    """Its line in `garnet host --help`."""
    DRY: ClassVar[bool] = False
    """True if it can be tried: a dry run says what players would be told (HH-42)."""

    if TYPE_CHECKING:
        user: str
        dry_run: bool
        try_: bool
        __struct_fields__: ClassVar[tuple[str, ...]]
        __struct_encode_fields__: ClassVar[tuple[str, ...]]

    @classmethod
    def tag(cls) -> str:
        """Its name, as it is typed and asked for."""
        return str(cls.__struct_config__.tag)  # type: ignore[attr-defined]

    @classmethod
    def declare(cls, parser: argparse.ArgumentParser) -> None:
        """Add its arguments to a parser."""
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

    def carry_out(self, host: HouseAccess) -> Answer:
        """Do it. Refused where that cannot be."""
        raise NotImplementedError


class HouseDeed(DeedForm, msgspec.Struct, frozen=True, kw_only=True, tag_field="do"):
    """The base of all deeds: a document with its name as `do`, and its fields."""

    user: str = ""
    """The system's name of the person who typed it."""
    dry_run: bool = False
    """Say what would be told, and do nothing."""
    try_: bool = msgspec.field(default=False, name="try")
    """The same: show what would be set, and set nothing."""


class MatchDeed(HouseDeed, frozen=True, kw_only=True):
    """A deed at one match."""

    DONE: ClassVar[str] = ""
    """The sentence after it is done."""
    match: Annotated[str, Argument("match")] = ""

    def act(self, desk: HostControls) -> None:
        """Do it at the host's desk, for a deed that only does something and says where the match stands then."""
        raise NotImplementedError

    def carry_out(self, host: HouseAccess) -> Answer:
        return self.simply(host, self.act, self.DONE)

    def simply(self, host: HouseAccess, act: Callable[[HostControls], object], done: str) -> Answer:
        """Do something at the host's desk, and say where the match stands then."""
        desk = host.desk(self)
        return stands(desk, self.match, lambda: act(desk), done)


class HouseAccess:
    """A house as deeds by command reach it."""

    def __init__(self, house: House, people: People, door: Door) -> None:
        self.house = house
        self.people = people
        self.door = door
        self.holders = Holders(people)

    def desk(self, deed: MatchDeed) -> HostControls:
        """The host's desk at the deed's match; for a dry run a desk on which nothing is done."""
        desk = HostControls(self.house.table(deed.match), by_shell(deed.user))
        return desk.only_trying() if deed.dry_run else desk

    def season(self, season: str, deed: HouseDeed) -> SeasonControls:
        """The host's desk at a season."""
        return SeasonControls(self.house.seasons, self.house.seasons.find(season), by_shell(deed.user))

    def steward(self, deed: HouseDeed) -> Steward:
        """The keeper of order, in the name of the person who typed the deed."""
        return Steward(self.house, self.people, by_shell(deed.user))
