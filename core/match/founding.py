"""Begin a match from its header, after every check that only new matches need to pass."""

from __future__ import annotations

from core.match import journal as j
from core.match.audience import late_of
from core.match.naming import check_seat_names, check_title
from core.match.reminder_times import read_leads, read_quiet
from core.match.seating import check_only_seat
from core.match.state import Match, begin
from core.refusal import NotAMatch, Refused, quoted

LONGEST_GRACE = 86_400.0
"""Seconds that a deadline may wait for one seat (HH-23)."""

LONGEST_BANK = 86_400.0
"""Seconds in a seat's bank of time (CM-32)."""


def founded(header: j.Header) -> Match:
    """The match that begins with this header. NotAMatch for what makes none."""
    if not header.several:
        _check_only_seats(header.holders)
    if unknown := set(header.holders) - set(header.seats):
        raise NotAMatch("not_seated", f"Nobody called {quoted(sorted(unknown)[0])} is seated here.")
    begun = begin(header)
    _check_grace(begun)
    _check_bank(header)
    if header.gallery:
        late_of(header.gallery)
        if header.practice:
            raise NotAMatch("bad_gallery", "A practice match is its player's own: it has no gallery.", "HH-61")
    _check_names(header)
    _check_reminders(header)
    return begun


def _check_grace(match: Match) -> None:
    """NotAMatch for a deadline that cannot wait (HH-23), or names put down where there is no briefing (HH-25)."""
    grace = match.header.grace_seconds
    if grace and not 60 <= grace <= LONGEST_GRACE:
        raise NotAMatch("bad_grace", "A deadline waits from a minute to 24 hours, or not at all.", "HH-23")
    if grace and not match.shows_counts:
        told = (
            "A match that keeps its counts back has no grace: a deadline that waits would tell that somebody is late."
        )
        raise NotAMatch("bad_grace", told, "HH-23")
    if match.header.signup and not match.header.briefing:
        raise NotAMatch("no_briefing", "Names are put down in the briefing: this match needs one.", "HH-25")


def _check_bank(header: j.Header) -> None:
    """NotAMatch for a bank of time that no turn could draw on (CM-32)."""
    bank = header.bank_seconds
    if bank and (header.round_seconds is None or not 0 < bank <= LONGEST_BANK):
        said = "A bank of time has at most 24 hours, beside a time for each turn; leave it out for none."
        raise NotAMatch("bad_bank", said, "CM-32")


def _check_reminders(header: j.Header) -> None:
    """NotAMatch for reminders and quiet hours that nobody can read (HH-60)."""
    try:
        read_leads(header.remind)
        read_quiet(header.quiet)
    except Refused as refusal:
        raise NotAMatch(refusal.code, refusal.message, refusal.ruling) from None


def _check_names(header: j.Header) -> None:
    """NotAMatch for names and titles that a new match cannot have; those of old matches stay (HH-16)."""
    try:
        check_seat_names(header.seats)
        check_title(header.title)
    except Refused as refusal:
        raise NotAMatch(refusal.code, refusal.message, refusal.ruling) from None


def _check_only_seats(holders: dict[str, str]) -> None:
    for seat, holder in holders.items():
        try:
            check_only_seat(holders, seat, holder)
        except Refused as refusal:
            raise NotAMatch(refusal.code, refusal.message, refusal.ruling) from None
