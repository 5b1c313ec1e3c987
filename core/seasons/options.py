"""`SeasonOptions`: every option of a season, declared once for journal, templates, flags and forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec


class SeasonOption(NamedTuple):
    label: str
    """Label in a form; at most 28 characters."""
    help: str
    meaning: str
    values: Mapping[str, str] = {}


class SeasonOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a season, fixed when it is made."""

    purse: Annotated[
        int,
        SeasonOption(
            "Garnets to begin with",
            "garnets to begin with (default: 0)",
            "What everybody has before the first episode; matches and duels pay more.",
        ),
    ] = 0
    """Garnets of each member at the start, 0 or more (SE-01)."""
    keep_tokens: Annotated[
        bool,
        SeasonOption(
            "Tokens of Life are kept",
            "Tokens of Life outlast their episode",
            "Beyond their episode, to be played later.",
        ),
    ] = False
    """True if Tokens of Life outlast their episode (SE-06)."""
    estate: Annotated[
        Literal["winner", "house", "kept"],
        SeasonOption(
            "A loser's garnets go to",
            "where the purse of who loses a Death Match goes (default: winner)",
            "Where the garnets of a duel's loser, who leaves, go.",
            {"winner": "the winner of the duel", "house": "the house", "kept": "nobody: it is kept"},
        ),
    ] = "winner"
    """Heir of the purse of a player who lost a Death Match (SE-09)."""
    gifts: Annotated[
        Literal["none", "open", "secret"],
        SeasonOption(
            "Gifts among the cast",
            "may the cast give each other garnets: not (default), openly, or secretly too",
            "Garnets that the cast give each other, at once or as a promise.",
            {"none": "no", "open": "openly", "secret": "secretly too"},
        ),
    ] = "none"
    """Gifts of garnets among the cast (SE-27)."""
    private: Annotated[
        bool,
        SeasonOption(
            "Private",
            "only cast, guests and hosts may read it (`watching` changes that)",
            "Only cast, guests and hosts read it.",
        ),
    ] = False
    """True if only cast, guests and hosts read it at first (SE-02, SE-23)."""
    trial: Annotated[
        bool,
        SeasonOption(
            "A trial",
            "to try things out: counts nowhere, `discard` throws it away",
            "Counts nowhere, and can be thrown away whole.",
        ),
    ] = False
    """True for a trial season with trial matches (HH-69)."""
    duels: Annotated[
        Literal["", "cast", "house"],
        SeasonOption(
            "Its duels are watched by",
            "who watches its duels, though its other matches are kept closer (default: those who watch the others)",
            "Also where its other matches are kept to those seated, or to its cast.",
            {"": "those who watch the rest", "cast": "its readers, in any case", "house": "everybody of the house"},
        ),
    ] = ""
    """Spectators of its duels (SE-29); empty for those of its other matches."""
    places: Annotated[
        int,
        SeasonOption(
            "Places by lot",
            "people put their names down, and `start` draws lots among them for so many places of the cast",
            "People put their names down, and lots among them give out so many places beside these names.",
        ),
    ] = 0
    """Number of members drawn by lot among the sign-ups (SE-30)."""
    questions: Annotated[
        str,
        SeasonOption(
            "Asked with a name",
            "what people are asked when they put their names down, for the hosts alone: 'Which evenings? Mon / Tue'",
            "Up to three questions, with choices if you like: Which evenings? Mon / Tue / Fri; New to it? yes / no",
        ),
    ] = ""
    """Questions to people who sign up (HH-84); empty for none."""


class OptionField(NamedTuple):
    name: str
    kind: Any
    usual: Any
    about: SeasonOption

    @property
    def choices(self) -> tuple[str, ...]:
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    @property
    def flag(self) -> str:
        return self.name.replace("_", "-")


def _declared_fields() -> dict[str, OptionField]:
    hints, usual = get_type_hints(SeasonOptions, include_extras=True), SeasonOptions()
    fields = {}
    for name in SeasonOptions.__struct_fields__:
        type_, about = get_args(hints[name])
        fields[name] = OptionField(name, type_, getattr(usual, name), about)
    return fields


OPTIONS: Final[Mapping[str, OptionField]] = _declared_fields()
"""Options by name, in the order of the flags."""
