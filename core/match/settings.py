"""`MatchSettings`: all settings of a match, declared once for headers, templates, seasons, requests, flags and forms.

The code of a setting is elsewhere; checks of values are in `core.match.setting_checks`.
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
    """How people set a field of `MatchSettings`, and its texts."""

    label: str
    help: str
    ask: str = ""
    """Question of the form; not for booleans and choices."""
    flag: str = ""
    """Flag, if it is not the name; seconds are typed in minutes."""
    values: Mapping[str, str] = {}
    ruling: str | None = None
    """Ruling by which a value is refused."""
    needs: str = ""
    """Setting that is switched on with it, unless given otherwise."""
    console: str = ""
    """Words on the host's console if it is on."""
    season: bool = True
    keyboard: bool = False
    group: str = "Match"


CLOCK, PEOPLE, SEEN = "Time", "People and bots", "Who sees what"

Talk = Literal["talkative", "sparing", "silent"]

TALKS: Final[Mapping[Talk, str]] = {
    "talkative": "they also begin to talk",
    "sparing": "only when spoken to",
    "silent": "nothing beside their deals",
}
"""How much bots talk to people, with the meaning; the default first (HH-32)."""


class MatchSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of a match. A journal that lacks one has the default."""

    title: Annotated[
        str,
        Setting(
            "Title", "what lists call it", ask="What this match is called in lists; empty for the usual.", keyboard=True
        ),
    ] = ""
    """Empty for the game's title; in a season, the season's with the number of the episode."""
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
    """Seconds of a round, or of a turn in a game with turns; None for no deadline."""
    bank_seconds: Annotated[
        float,
        Setting(
            "Bank of time per seat",
            "in a duel or a game with turns each seat has so many minutes for the whole match beyond its turns' time",
            ask="Minutes that each seat has for the whole match beyond the time of its turns. 0: none.",
            flag="bank",
            ruling="CM-32",
            keyboard=True,
            group=CLOCK,
        ),
    ] = 0.0
    """Seconds of a seat for the whole match beyond its turns, in a duel or a game with turns (CM-32); 0: none."""
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
    """Seconds that a deadline waits, once for each seat that ordered nothing (HH-23); 0: never."""
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
    """Times before a deadline at which players who owe something are reminded (HH-60); `none` for never."""
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
    """Hours of the day without reminders (HH-60); empty for none."""
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
    """How much bots talk to people (HH-32)."""
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
    """People sign up, and lots give out the seats (HH-25)."""
    questions: Annotated[
        str,
        Setting(
            "Asked with a name",
            "what people are asked when they put their names down, for you alone: 'Which day? Mon / Tue; New here?'",
            ask="Up to three questions, with choices if you like: Which evenings? Mon / Tue / Fri; New to it? yes / no",
            ruling="HH-84",
            needs="signup",
            season=False,
            group=PEOPLE,
        ),
    ] = ""
    """Questions to people who sign up (HH-84); empty for none."""
    briefing: Annotated[
        bool,
        Setting(
            "Briefing first",
            "begin with a briefing (talk and rules), until you say start or all are ready (default: only for a duel)",
            group=CLOCK,
        ),
    ] = False
    """Begin with a briefing (CM-26)."""
    early_close: Annotated[
        bool,
        Setting(
            "Close when all are ready",
            "a round closes as soon as all are ready (default), or only by deadline or host",
            console="closes when all are ready",
            group=CLOCK,
        ),
    ] = True
    presence: Annotated[
        bool,
        Setting(
            "Seats see who is connected", "seats see who is connected", console="seats see who is connected", group=SEEN
        ),
    ] = False
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
    """A person may hold several seats (HH-09)."""
    counts: Annotated[
        bool,
        Setting(
            "Seats see the counts",
            "players see, before the close, how many have sealed and are ready (default: yes, but in a game without)",
            group=SEEN,
        ),
    ] = True
    """Seats and spectators see how many have sealed and are ready (CM-28)."""
    open_record: Annotated[
        bool,
        Setting(
            "All who find it read it",
            "after the end all who may find it read its record, points, curves and replay, not those seated alone "
            "(default: yes)",
            "points and replay, after the end",
        ),
    ] = False
    """After the end everyone who may find the match reads its record (HH-56). False in older journals; new matches have
    it (`TypedSettings`)."""
    gallery: Annotated[
        str,
        Setting(
            "Gallery",
            "people whom you let in see the whole match while it runs, and so late: live, '2 rounds', '30 minutes' "
            "(default: there is none)",
            ask="How late the gallery sees everything: live, 2 rounds, 30 minutes. Empty: there is no gallery.",
            ruling="HH-61",
            console="has a gallery",
        ),
    ] = ""
    """Delay of the gallery (HH-61); empty for no gallery."""
    onlookers: Annotated[
        str,
        Setting(
            "Onlookers see all, late",
            "those who watch and do not play see each round whole so many rounds after its close, as on television: "
            "'2 rounds' (default: public facts alone)",
            ask="How many rounds late onlookers see each round whole: 2 rounds. Empty: public facts alone.",
            ruling="HH-71",
            console="onlookers see all, late",
            group=SEEN,
        ),
    ] = ""
    """Delay in rounds after which onlookers see a closed round whole (HH-71); empty for public facts alone."""
    confirm: Annotated[
        bool,
        Setting(
            "A host confirms the result",
            "what the last close brings stands for the hosts alone until one confirms it",
            console="you confirm the result",
            group=SEEN,
        ),
    ] = False
    """The result waits until a host confirms it (HH-53)."""
    hindsight: Annotated[
        bool, Setting("Replays look back", "replays tell what a sharp bot would have done (default: yes)", group=SEEN)
    ] = True
    """Replays tell what a sharp bot would have done (HH-38)."""

    trial: Annotated[
        bool,
        Setting(
            "A trial",
            "to try things out: marked as a trial wherever it is shown, counts in no league and no archive, and "
            "`discard` throws it away whole",
            ruling="HH-69",
            console="a trial: discard throws it away",
            season=False,
        ),
    ] = False
    """A trial counts nowhere and can be thrown away (HH-69)."""
    hidden: Annotated[
        bool,
        Setting(
            "Those seated alone find it",
            "those seated alone find it and may watch; `watching` changes that",
            group=SEEN,
        ),
    ] = False
    """Only those seated find it at first (HH-46)."""

    def chosen(self) -> Json:
        return {name: getattr(self, name) for name in SETTINGS}


class SettingField(NamedTuple):
    name: str
    key: str
    """Name in templates and requests."""
    kind: Any
    usual: Any
    about: Setting

    @property
    def choices(self) -> tuple[str, ...]:
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def absent(self) -> Any:
        """Value that `none` stands for."""
        if self.kind is str:
            return "none" if self.usual else ""
        return None if self.usual is None else 0.0

    @property
    def flag(self) -> str:
        return self.about.flag or self.name.replace("_", "-")


class TypedSettings(MatchSettings, frozen=True, kw_only=True):
    """Settings as templates and requests write them, with the defaults of new matches."""

    round_seconds: float | None = msgspec.field(default=None, name="seconds")
    grace_seconds: float = msgspec.field(default=0.0, name="grace")
    open_record: bool = True


def _declared_fields() -> dict[str, SettingField]:
    keys = dict(zip(TypedSettings.__struct_fields__, TypedSettings.__struct_encode_fields__, strict=True))
    hints = get_type_hints(MatchSettings, include_extras=True)
    usual = TypedSettings()
    declared = {}
    for name in MatchSettings.__struct_fields__:
        type_, about = get_args(hints[name])
        declared[name] = SettingField(name, keys[name], type_, getattr(usual, name), about)
    return declared


SETTINGS: Final[Mapping[str, SettingField]] = _declared_fields()
"""Settings by name, in the order in which people see them."""


def settings_of(thing: MatchSettings) -> MatchSettings:
    return MatchSettings(**thing.chosen())


def needed_settings(chosen: Mapping[str, Any]) -> Json:
    """Return the settings that those chosen need (`Setting.needs`), and what these need."""
    wanted = [SETTINGS[name].about.needs for name, value in chosen.items() if value and value != "none"]
    wanted += [SETTINGS[name].about.needs for name in filter(None, wanted)]
    return dict.fromkeys(filter(None, wanted), True)


if TYPE_CHECKING:

    class GivenSettings(msgspec.Struct, frozen=True, kw_only=True):
        """Base of a request that chooses settings, each by its name in templates; null if not given."""

        title: str | None = None

    class GivenInSeason(GivenSettings, frozen=True, kw_only=True):
        """The settings that matches of a season may have."""

else:

    def _request_struct(name: str, fields: list[SettingField]) -> type[msgspec.Struct]:
        typed = [
            (
                field.name,
                field.kind | None | (Literal["none"] if field.kind in (float, float | None) else None),
                msgspec.field(default=None, name=field.key),
            )
            for field in fields
        ]
        return msgspec.defstruct(name, typed, frozen=True, kw_only=True, forbid_unknown_fields=True, module=__name__)

    GivenSettings = _request_struct("GivenSettings", list(SETTINGS.values()))
    GivenInSeason = _request_struct("GivenInSeason", [field for field in SETTINGS.values() if field.about.season])
