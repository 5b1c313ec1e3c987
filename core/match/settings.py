"""`MatchSettings`: every setting of a match, declared once for journal, templates, flags and forms.

Each field is declared here alone: the header of a match, templates, a season's seating and the requests of hosts have
it from here, and so have the flags of `garnet host new` and `garnet host season open`, their help, and the lines of the
forms. What a field does stands where it is done; what more than its type is asked of a value, in
`core.house.templates`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from core.json import Json

S = TypeVar("S", bound="MatchSettings")


class Setting(NamedTuple):
    """How people set one field of `MatchSettings`, and read of it."""

    label: str
    """On its line of a form; at most 28 characters."""
    help: str
    """What `--help` says of its flag."""
    ask: str = ""
    """The question of the form, for what is neither yes or no nor one of a few."""
    flag: str = ""
    """Its flag, where that is not its name; what is a number of seconds is typed in minutes."""
    values: Mapping[str, str] = {}
    """One of a few: what each means."""
    ruling: str | None = None
    """By which a value is refused."""
    needs: str = ""
    """What else is set together with it, unless that is said otherwise."""
    told: str = ""
    """How the host's console tells of a match that has it."""
    season: bool = True
    """May hosts set it for the matches of a season?"""
    keyboard: bool = False
    """Does it matter around one keyboard?"""
    group: str = "Match"
    """The heading under which it stands in a form."""


CLOCK, PEOPLE, SEEN = "Time", "People and bots", "Who sees what"
"""Headings of a form."""

Talk = Literal["talkative", "sparing", "silent"]

TALKS: Final[Mapping[Talk, str]] = {
    "talkative": "they also begin to talk",
    "sparing": "only when spoken to",
    "silent": "nothing beside their deals",
}
"""How much bots talk to people, with what it means; the usual one first (HH-32)."""


class MatchSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a match. A journal that lacks one has it as it is here."""

    title: Annotated[
        str,
        Setting(
            "Title", "what lists call it", ask="What this match is called in lists; empty for the usual.", keyboard=True
        ),
    ] = ""
    """Empty means the game's title; in a season, the season's with the episode's number."""
    round_seconds: Annotated[
        float | None,
        Setting(
            "Clock",
            "a round, or in a game with turns a turn, lasts so many minutes, 5 or 1440 for example "
            "(default: none, no deadline; 1 for a duel)",
            flag="minutes",
            keyboard=True,
            group=CLOCK,
        ),
    ] = None
    """How long a round lasts, or in a game with turns a turn; None for no deadline."""
    bank_seconds: Annotated[
        float,
        Setting(
            "Bank of time per seat",
            "in a game with turns every seat has so many minutes for the whole match beyond the time of its turns",
            ask="Minutes that each seat has for the whole match beyond the time of its turns. 0: none.",
            flag="bank",
            ruling="CM-32",
            keyboard=True,
            group=CLOCK,
        ),
    ] = 0.0
    """What every seat has for the whole match beyond the time of its turns, in a game with turns (CM-32); 0: none."""
    grace_seconds: Annotated[
        float,
        Setting(
            "Grace, once for each seat",
            "once for each seat that ordered nothing a deadline waits so long",
            ask="Once for each seat that ordered nothing a deadline waits so many minutes, and all are told. 0: never.",
            flag="grace",
            ruling="HH-23",
            group=CLOCK,
        ),
    ] = 0.0
    """By how much a deadline waits, once for each seat, for those who have ordered nothing (HH-23); 0: not at all."""
    remind: Annotated[
        str,
        Setting(
            "Reminders before a deadline",
            "so long before a deadline those who owe something are reminded: 24h 2h, 30m, none (default: 24h 2h)",
            ask="How long before a deadline those who owe something are reminded: 24h 2h, 30m. none: never.",
            ruling="HH-60",
            group=CLOCK,
        ),
    ] = "24h 2h"
    """So long before a deadline those who owe something are reminded (HH-60); `none` for never."""
    quiet: Annotated[
        str,
        Setting(
            "Quiet hours",
            "nobody is reminded between these times of the match's clock: 22:00-8:00",
            ask="Between which times nobody is reminded, by the match's clock: 22:00-8:00. Empty: never quiet.",
            ruling="HH-60",
            group=CLOCK,
        ),
    ] = ""
    """The hours of the day in which nobody is reminded (HH-60); empty for none."""
    bot_talk: Annotated[
        Talk,
        Setting(
            "Bots talk",
            "how much bots talk to people: of themselves too, only when spoken to, or nothing beside their deals",
            values=TALKS,
            keyboard=True,
            group=PEOPLE,
        ),
    ] = "talkative"
    """How much bots talk to people: of themselves too; only when spoken to; not at all beside their deals (HH-32)."""
    signup: Annotated[
        bool,
        Setting(
            "People put names down",
            "people put their names down; start draws lots among them for the free seats; with a briefing",
            needs="briefing",
            season=False,
            group=PEOPLE,
        ),
    ] = False
    """Do people put their names down, from whom lots choose who sits where (HH-25)?"""
    briefing: Annotated[
        bool,
        Setting(
            "Briefing first",
            "begin with a briefing (talk and rules), until you say start or all are ready (default: only for a duel)",
            group=CLOCK,
        ),
    ] = False
    """True if the match begins with a briefing (CM-26)."""
    early_close: Annotated[
        bool,
        Setting(
            "Close when all are ready",
            "a round closes as soon as all are ready (default), or only by deadline or host",
            told="closes when all are ready",
            group=CLOCK,
        ),
    ] = True
    """A round closes as soon as every seat is ready."""
    presence: Annotated[
        bool,
        Setting(
            "Seats see who is connected", "seats see who is connected", told="seats see who is connected", group=SEEN
        ),
    ] = False
    """May seats see who is connected?"""
    several: Annotated[
        bool,
        Setting(
            "A person may hold several",
            "one person may hold several seats, and then reads what all of them are told",
            flag="several-seats",
            season=False,
            group=PEOPLE,
        ),
    ] = False
    """May one person of the house hold several seats (HH-09)?"""
    counts: Annotated[
        bool,
        Setting(
            "Seats see the counts",
            "players see, before the close, how many have sealed and are ready (default: yes, but in a game without)",
            group=SEEN,
        ),
    ] = True
    """May seats and spectators see how many have sealed and are ready (CM-28)?"""
    open_record: Annotated[
        bool,
        Setting(
            "Whoever finds it reads it",
            "after the end whoever may find it reads its record, points, curves and replay, not those seated alone "
            "(default: yes)",
            "points and replay, after the end",
        ),
    ] = False
    """After the end, does whoever may find it read what is public to those seated (HH-56)? A journal that does not say
    so promised that to those seated alone; what is made new does, unless it is told otherwise (`TypedSettings`)."""
    gallery: Annotated[
        str,
        Setting(
            "Gallery",
            "people whom you let in see the whole match while it runs, and so late: live, '2 rounds', '30 minutes' "
            "(default: there is none)",
            ask="How late the gallery sees everything: live, 2 rounds, 30 minutes. Empty: there is no gallery.",
            ruling="HH-61",
            told="has a gallery",
        ),
    ] = ""
    """How late those see it whom its hosts let into its gallery (HH-61); empty for no gallery."""
    confirm: Annotated[
        bool,
        Setting(
            "A host confirms the result",
            "what the last close and the choices after it bring stands for the hosts alone until one confirms it",
            told="you confirm the result",
            group=SEEN,
        ),
    ] = False
    """Does what ends the match stand for its hosts alone until one of them confirms it (HH-53)?"""
    hindsight: Annotated[
        bool, Setting("Replays look back", "replays tell what a sharp bot would have done (default: yes)", group=SEEN)
    ] = True
    """May a replay tell what a sharp bot would have done (HH-38)?"""

    trial: Annotated[
        bool,
        Setting(
            "A trial",
            "to try things out: marked as a trial wherever it is shown, counts in no league and no archive, and "
            "`discard` throws it away whole",
            ruling="HH-69",
            told="a trial: discard throws it away",
            season=False,
        ),
    ] = False
    """Is it one to try things out, that counts nowhere and can be thrown away (HH-69)?"""
    hidden: Annotated[
        bool,
        Setting(
            "Those seated alone find it",
            "those seated alone find it and may watch; `watching` changes that",
            group=SEEN,
        ),
    ] = False
    """Does nobody else find it to begin with (HH-46)?"""

    def chosen(self) -> Json:
        """The settings alone, by name: for another struct that has them."""
        return {name: getattr(self, name) for name in SETTINGS}


class SettingField(NamedTuple):
    """A setting, with what its declaration says."""

    name: str
    key: str
    """As templates and requests call it."""
    kind: Any
    """Its type."""
    usual: Any
    about: Setting

    @property
    def choices(self) -> tuple[str, ...]:
        """Of one of a few: which there are."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def absent(self) -> Any:
        """The value that `none` stands for."""
        if self.kind is str:
            return "none" if self.usual else ""
        return None if self.usual is None else 0.0

    @property
    def flag(self) -> str:
        """How it is typed, without the hyphens before it."""
        return self.about.flag or self.name.replace("_", "-")


class TypedSettings(MatchSettings, frozen=True, kw_only=True):
    """The settings as templates and requests write them; what they do not say is as it is here."""

    round_seconds: float | None = msgspec.field(default=None, name="seconds")
    grace_seconds: float = msgspec.field(default=0.0, name="grace")
    open_record: bool = True


def _declared() -> dict[str, SettingField]:
    keys = dict(zip(TypedSettings.__struct_fields__, TypedSettings.__struct_encode_fields__, strict=True))
    hints = get_type_hints(MatchSettings, include_extras=True)
    usual = TypedSettings()
    found = {}
    for name in MatchSettings.__struct_fields__:
        kind, about = get_args(hints[name])
        found[name] = SettingField(name, keys[name], kind, getattr(usual, name), about)
    return found


SETTINGS: Final[Mapping[str, SettingField]] = _declared()
"""Every setting by its name, in the order in which people are shown them."""


def settings_of(thing: MatchSettings) -> MatchSettings:
    """The settings of a header, a template or a season's seating, and nothing else of it."""
    return MatchSettings(**thing.chosen())


def needed(chosen: Mapping[str, Any]) -> Json:
    """What is set together with what was chosen (`Setting.needs`)."""
    wanted = (SETTINGS[name].about.needs for name, value in chosen.items() if value is True)
    return dict.fromkeys(filter(None, wanted), True)


if TYPE_CHECKING:

    class GivenSettings(msgspec.Struct, frozen=True, kw_only=True):
        """The base of a request that chooses settings: each by its name in templates; null where nothing was said."""

        title: str | None = None

    class GivenInSeason(GivenSettings, frozen=True, kw_only=True):
        """The same of those settings that the matches of a season may have."""

else:

    def _given(name: str, fields: list[SettingField]) -> type[msgspec.Struct]:
        typed = [
            (
                field.name,
                field.kind | None | (Literal["none"] if field.kind in (float, float | None) else None),
                msgspec.field(default=None, name=field.key),
            )
            for field in fields
        ]
        return msgspec.defstruct(name, typed, frozen=True, kw_only=True, forbid_unknown_fields=True, module=__name__)

    GivenSettings = _given("GivenSettings", list(SETTINGS.values()))
    GivenInSeason = _given("GivenInSeason", [field for field in SETTINGS.values() if field.about.season])
