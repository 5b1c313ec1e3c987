"""Begins a match from its header, after all checks that only new matches need to pass."""

from __future__ import annotations

import msgspec

from core.contract import Game
from core.games.guard import GameFault
from core.match import journal as j
from core.match.naming import check_seat_names
from core.match.seating import check_only_seat
from core.match.setting_checks import check_settings
from core.match.state import Match, begin
from core.match.views import look
from core.refusal import NotAMatch, Refused, quoted


def check_founds_match(header: j.Header) -> Match:
    """Raises NotAMatch for a header that makes no match."""
    if not header.several:
        for seat, holder in header.holders.items():
            try:
                check_only_seat(header.holders, seat, holder)
            except Refused as refusal:
                raise NotAMatch(refusal.code, refusal.message, refusal.ruling) from None
    if unknown := set(header.holders) - set(header.seats):
        raise NotAMatch("not_seated", f"Nobody called {quoted(sorted(unknown)[0])} is seated here.")
    try:
        begun = begin(header)
        look(msgspec.structs.replace(begun, phase="confirming"), begun)
    except GameFault as fault:
        raise NotAMatch("rules_failed", f"The rules of this game have a mistake: {fault}.") from fault
    _check_values(header)
    grace = begun.header.grace_seconds
    if grace and not begun.shows_counts:
        message = (
            "A match that keeps its counts back has no grace: a deadline that waits would tell that somebody is late."
        )
        raise NotAMatch("bad_grace", message, "HH-23")
    if begun.header.signup and not begun.header.briefing:
        raise NotAMatch("no_briefing", "Names are put down in the briefing: this match needs one.", "HH-25")
    if header.bank_seconds and header.round_seconds is None:
        raise NotAMatch("bad_bank", "A bank of time stands beside a time for each turn: give one.", "CM-32")
    if header.bank_seconds and begun.spec.turn_seconds is None and type(begun.game).stage is Game.stage:
        text = f"{begun.spec.title} has no turns, so no bank of time: leave it out (--bank)."
        raise NotAMatch("bad_bank", text, "CM-32")
    if header.gallery and header.practice:
        raise NotAMatch("bad_gallery", "A practice match is its player's own: it has no gallery.", "HH-61")
    return begun


def _check_values(header: j.Header) -> None:
    """NotAMatch for values, names and titles that a new match cannot have; older matches keep theirs (HH-16)."""
    try:
        check_seat_names(header.seats)
        check_settings({name: value for name, value in header.chosen().items() if name != "round_seconds"})
    except Refused as refusal:
        raise NotAMatch(refusal.code, refusal.message, refusal.ruling) from None
