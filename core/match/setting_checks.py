"""Checks of a setting's value, for every command, form, template and header that gives one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.json import Json
from core.match.asking import read_questions
from core.match.audience import late_of, onlookers_delay
from core.match.naming import check_title
from core.match.reminder_times import read_leads, read_quiet
from core.match.settings import SETTINGS, GivenSettings
from core.refusal import Refused

LONGEST_ROUND: Final = 30 * 86_400.0
"""Seconds."""
LONGEST_GRACE: Final = 86_400.0
"""Seconds (HH-23)."""
LONGEST_BANK: Final = 86_400.0
"""Seconds (CM-32)."""


def check_clock(seconds: float | None) -> None:
    """Refused (`bad_clock`) for an impossible length of a round in seconds; None is no deadline."""
    if seconds is not None and not 1 <= seconds <= LONGEST_ROUND:
        raise Refused("bad_clock", "A round lasts from a second to 30 days; leave the time out for no deadline.")


def _check_grace(seconds: float) -> None:
    if seconds and not 60 <= seconds <= LONGEST_GRACE:
        raise Refused("bad_grace", "A deadline waits from a minute to 24 hours, or not at all.", "HH-23")


def _check_bank(seconds: float) -> None:
    if not 0 <= seconds <= LONGEST_BANK:
        raise Refused("bad_bank", "A bank of time has at most 24 hours, or none.", "CM-32")


CHECKS: Final[Mapping[str, Callable[[Any], object]]] = {
    "title": check_title,
    "round_seconds": check_clock,
    "bank_seconds": _check_bank,
    "grace_seconds": _check_grace,
    "remind": read_leads,
    "quiet": read_quiet,
    "questions": read_questions,
    "gallery": lambda words: late_of(words) if words else None,
    "onlookers": onlookers_delay,
}


def check_settings(chosen: Mapping[str, Any]) -> None:
    """Check values by setting. Refused with code `bad_` and the setting's name."""
    for name, value in chosen.items():
        if name in CHECKS:
            CHECKS[name](value)


def given_settings(request: GivenSettings) -> Json:
    """Return a request's chosen values by name; `none` stands for absence. Refused as by `check_settings`."""
    chosen: Json = {}
    for name, field in SETTINGS.items():
        value = getattr(request, name, None)
        if value is not None:
            is_none = isinstance(value, str) and value.strip().lower() == "none"
            chosen[name] = field.absent if is_none else value
    check_settings(chosen)
    return chosen
