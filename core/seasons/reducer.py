"""Applies entries of the journal to a season, and books the outcome of a main match (SE-05)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from core.seasons import death_match
from core.seasons import journal as j
from core.seasons.corrections import add, correct, hand_over, publish, rename, set_usual, unbook, undo, watched_by
from core.seasons.gifts import give, promise
from core.seasons.opening import call_off, make_final, open_episode, title
from core.seasons.outcome import Outcome, check, realm_of
from core.seasons.season import (
    Episode,
    Season,
    SeasonMoment,
    announce,
    begin,
    change,
    check_phase,
    finish,
    pay,
    settle,
    with_episode,
    with_member,
)
from core.seasons.signup import give_places, signed_off, signed_up
from core.seasons.talk import answer, drop_planned, looked, out_may_write, plan, proclaim, say


def book(season: Season, entry: j.Booked) -> Season:
    """Book places, tokens, Mark, realms and garnets of the cast who sat and are in. The Death Match is next."""
    check_phase(season, "main")
    episode, outcome = season.episodes[-1], entry.outcome
    check(outcome, episode.seats)
    booked = tuple(name for name in episode.sat if season.cast[name].in_)
    season = _spend_tokens(season, episode, booked)
    season = _add_tokens(season, outcome, booked)
    season = _add_garnets(season, outcome, booked)
    season = _set_mark(season, outcome, booked)
    season = _set_realms(season, outcome, booked)
    season = with_episode(season, booked=True, places=_places_of(outcome, booked), **_the_two(outcome, booked))
    season = change(season, phase="death_match")
    if episode.match is not None and episode.match not in season.read:
        season = change(season, read=(*season.read, episode.match))
    return announce(season, entry, _booking_words(season.episodes[-1], outcome))


def _spend_tokens(season: Season, episode: Episode, booked: tuple[str, ...]) -> Season:
    """Spend played tokens that are still held (SE-06)."""
    for name in episode.played:
        if name in booked and season.cast[name].tokens:
            season = with_member(season, name, tokens=season.cast[name].tokens - 1)
    return season


def _add_tokens(season: Season, outcome: Outcome, booked: tuple[str, ...]) -> Season:
    won = {name: (outcome.tokens_of_life or {}).get(name, 0) for name in booked}
    won = {name: tokens for name, tokens in won.items() if tokens}
    for name, tokens in won.items():
        season = with_member(season, name, tokens=season.cast[name].tokens + tokens)
    return with_episode(season, tokens=won)


def _add_garnets(season: Season, outcome: Outcome, booked: tuple[str, ...]) -> Season:
    """purse + garnets - spent, at least 0"""
    purses_before = {name: season.cast[name].purse for name in booked}
    for name in booked:
        won, spent = (outcome.garnets or {}).get(name, 0), (outcome.spent or {}).get(name, 0)
        season = pay(season, name, won - spent, "the main match")
    changed = {name: season.cast[name].purse - purse for name, purse in purses_before.items()}
    return with_episode(season, garnets={name: amount for name, amount in changed.items() if amount})


def _set_mark(season: Season, outcome: Outcome, booked: tuple[str, ...]) -> Season:
    if outcome.marked not in booked or outcome.marked is None:
        return season
    return with_episode(with_member(season, outcome.marked, mark=season.number), marked=outcome.marked)


def _set_realms(season: Season, outcome: Outcome, booked: tuple[str, ...]) -> Season:
    for realm in ("heaven", "hell"):
        for name in realm_of(outcome, realm):
            if name in booked:
                season = with_member(season, name, realm=realm)
    return season


def _places_of(outcome: Outcome, booked: tuple[str, ...]) -> dict[str, int]:
    """Place 1 plus the number of seats ranked above, guests included."""
    places: dict[str, int] = {}
    above = 0
    for tied in outcome.ranking:
        places |= dict.fromkeys(tied, above + 1)
        above += len(tied)
    return {name: places[name] for name in booked}


def _the_two(outcome: Outcome, booked: tuple[str, ...]) -> dict[str, str | None]:
    """Return candidate and opponent; None for a guest, or a player who is out (SE-08)."""
    named = {"candidate": outcome.elimination_candidate, "opponent": outcome.death_match_opponent}
    return {role: name if name in booked else None for role, name in named.items()}


def _booking_words(episode: Episode, outcome: Outcome) -> str:
    order = sorted(episode.places, key=lambda name: episode.places[name])
    lines = [f"Episode {episode.number} ({title(episode.game)}) is booked."]
    lines.append(", ".join(f"{episode.places[name]}. {name}" for name in order) + "." if order else "")
    if episode.tokens:
        lines.append("Tokens of Life: " + ", ".join(f"{name} {n}" for name, n in episode.tokens.items()) + ".")
    if episode.garnets:
        lines.append("Garnets: " + ", ".join(f"{name} {n:+}" for name, n in episode.garnets.items()) + ".")
    if episode.marked:
        lines.append(f"{episode.marked} carries a Mark until episode {episode.number + 1} ends.")
    if episode.candidate is None:
        lines.append("The candidate of the Death Match is still to be named.")
    else:
        lines.append(f"Death Match: {episode.candidate} against {episode.opponent or 'somebody still to be named'}.")
    return " ".join(line for line in lines if line)


def _end(season: Season, entry: j.SeasonEnded) -> Season:
    check_phase(season, "between")
    return finish(season, entry)


_KINDS: dict[type, Callable[[Season, Any], Season]] = {
    j.Added: add,
    j.SeasonHandedOver: hand_over,
    j.EpisodeOpened: open_episode,
    j.CalledOff: call_off,
    j.Booked: book,
    j.LoserNamed: death_match.name,
    j.DuelMade: death_match.make_duel,
    j.Fought: death_match.fight,
    j.LeftOut: death_match.leave_out,
    j.FinalMade: make_final,
    j.SeasonCorrected: correct,
    j.Unbooked: unbook,
    j.Undone: undo,
    j.SeasonPublished: publish,
    j.SeasonWatching: watched_by,
    j.GarnetsGiven: give,
    j.Promised: promise,
    j.SeasonSaid: say,
    j.SeasonAnswered: answer,
    j.OutMayWrite: out_may_write,
    j.Looked: looked,
    j.SeasonAnnounced: proclaim,
    j.NewsPlanned: plan,
    j.NewsDropped: drop_planned,
    j.Usual: set_usual,
    j.SeasonRenamed: rename,
    j.SeasonSignedUp: signed_up,
    j.SeasonSignedOff: signed_off,
    j.Started: give_places,
    j.SeasonEnded: _end,
}


_UNDOING = (j.Unbooked, j.Undone)
_STAYING = (
    j.SeasonHandedOver, j.SeasonPublished, j.SeasonWatching, j.Usual, j.SeasonRenamed, j.SeasonSaid, j.SeasonAnswered,
    j.OutMayWrite, j.Looked, j.SeasonAnnounced, j.NewsPlanned, j.NewsDropped, j.SeasonSignedUp, j.SeasonSignedOff,
)  # fmt: skip
"""Entries that undoing leaves alone (SE-13)."""


def apply(season: Season, entry: j.AnyEntry) -> Season:
    """Return the season after `entry`. Raises Refused without any change."""
    if season.phase == "finished" and not isinstance(entry, (*_UNDOING, j.SeasonPublished, j.SeasonWatching)):  # SE-11
        check_phase(season, "between", "main", "death_match")
    after = settle(_KINDS[type(entry)](season, entry), entry)
    if not isinstance(entry, (*_UNDOING, *_STAYING)):
        moment = SeasonMoment(str(type(entry).__struct_config__.tag), change(season, past=()))
        after = change(after, past=(*season.past, moment))
    return change(after, entry_count=season.entry_count + 1)


def fold(header: j.SeasonHeader, entries: Iterable[j.AnyEntry]) -> Season:
    """Fold a journal. Refused if an entry does not fit, which no stored journal contains."""
    season = begin(header)
    for entry in entries:
        season = apply(season, entry)
    return season
