"""Sign-ups for a season, and lots for its cast (SE-30), as for seats of a match."""

from __future__ import annotations

from core.match.seating import name_for
from core.match.signup import add_name, as_signed, count_in_words, in_order_of_lots, not_withdrawn, withdraw_name
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.season import FEWEST, Season, announce, change, enter


def check_signup_open(season: Season) -> None:
    """Refused (`no_signup`) unless names can be put down and taken back now."""
    if season.started:
        raise Refused("no_signup", "No names are put down for this season (any more).", "SE-30")


def signed_up(season: Season, entry: j.SeasonSignedUp) -> Season:
    """Put a name on the list; the first time is announced. Refused: `no_signup`, `seated`, `too_many`."""
    check_signup_open(season)
    if entry.holder in season.holders.values():
        raise Refused("seated", "You are of its cast already.", "SE-30")
    names, text = add_name(season.names, as_signed(entry, season.options.questions), _place_count_words(season))
    after = change(season, names=names)
    return announce(after, entry, text, stays=True) if text else after


def signed_off(season: Season, entry: j.SeasonSignedOff) -> Season:
    """Take a name off the list. Refused: `no_signup`, `not_signed_up`."""
    check_signup_open(season)
    return change(season, names=withdraw_name(season.names, entry.holder))


def give_places(season: Season, entry: j.Started) -> Season:
    """Give out the places by lot; players come under their own names. Refused: `no_signup`, `too_few`."""
    check_signup_open(season)
    names = in_order_of_lots(season.names, tuple(season.holders.values()), season.dice.draw("places by lot"))
    chosen, name_count = names[: season.options.places], len(names)
    if len(season.cast) + len(chosen) < FEWEST:
        raise Refused("too_few", f"A cast has at least {FEWEST} names: wait for more.", "SE-30")
    before, season = tuple(season.cast), change(season, started=True)
    for signup in chosen:
        called = name_for(season.cast, signup.name)
        season = change(enter(season, called), holders={**season.holders, called: signup.holder})
    fresh = ", ".join(name for name in season.cast if name not in before) or "nobody"
    left = f" No place was left for {name_count - len(chosen)}." if name_count > len(chosen) else ""
    text = f"Lots gave out the places among {name_count} name{'s' * (name_count != 1)}. In are {fresh}.{left}"
    return announce(season, entry, text)


def names_and_places(season: Season) -> str:
    """Return `3 names for 12 places`; empty without a sign-up (any more)."""
    return "" if season.started else count_in_words(season.names, _place_count_words(season))


def is_on_list(season: Season, holder: str) -> bool:
    return not season.started and any(signup.holder == holder for signup in not_withdrawn(season.names))


def _place_count_words(season: Season) -> str:
    return f"{season.options.places} place{'s' * (season.options.places != 1)}"
