"""What the outcome of a main match writes into the season (SE-05)."""

from __future__ import annotations

from core.seasons import journal as j
from core.seasons.opening import title
from core.seasons.outcome import Outcome, check, realm_of
from core.seasons.season import Episode, Season, announce, change, check_phase, pay, with_episode, with_member


def book(season: Season, entry: j.Booked) -> Season:
    """Places, tokens, Mark, realms and garnets of the cast who sat and are in; then the Death Match is next."""
    check_phase(season, "main")
    episode, outcome = season.episodes[-1], entry.outcome
    check(outcome, episode.seats)
    booked = tuple(name for name in episode.sat if season.cast[name].in_)
    season = _spend_tokens(season, episode, booked)
    season = _tokens(season, outcome, booked)
    season = _garnets(season, outcome, booked)
    season = _mark(season, outcome, booked)
    season = _realms(season, outcome, booked)
    season = with_episode(season, booked=True, places=_places(outcome, booked), **_the_two(outcome, booked))
    season = change(season, phase="death_match")
    if episode.match is not None and episode.match not in season.read:
        season = change(season, read=(*season.read, episode.match))
    return announce(season, entry, _words(season.episodes[-1], outcome))


def _spend_tokens(season: Season, episode: Episode, booked: tuple[str, ...]) -> Season:
    """A token that was played is spent, if it is still held (SE-06)."""
    for name in episode.played:
        if name in booked and season.cast[name].tokens:
            season = with_member(season, name, tokens=season.cast[name].tokens - 1)
    return season


def _tokens(season: Season, outcome: Outcome, booked: tuple[str, ...]) -> Season:
    won = {name: (outcome.tokens_of_life or {}).get(name, 0) for name in booked}
    won = {name: tokens for name, tokens in won.items() if tokens}
    for name, tokens in won.items():
        season = with_member(season, name, tokens=season.cast[name].tokens + tokens)
    return with_episode(season, tokens=won)


def _garnets(season: Season, outcome: Outcome, booked: tuple[str, ...]) -> Season:
    """purse + garnets - spent, at least 0."""
    was = {name: season.cast[name].purse for name in booked}
    for name in booked:
        won, spent = (outcome.garnets or {}).get(name, 0), (outcome.spent or {}).get(name, 0)
        season = pay(season, name, won - spent, "the main match")
    changed = {name: season.cast[name].purse - purse for name, purse in was.items()}
    return with_episode(season, garnets={name: amount for name, amount in changed.items() if amount})


def _mark(season: Season, outcome: Outcome, booked: tuple[str, ...]) -> Season:
    if outcome.marked not in booked or outcome.marked is None:
        return season
    return with_episode(with_member(season, outcome.marked, mark=season.number), marked=outcome.marked)


def _realms(season: Season, outcome: Outcome, booked: tuple[str, ...]) -> Season:
    for realm in ("heaven", "hell"):
        for name in realm_of(outcome, realm):
            if name in booked:
                season = with_member(season, name, realm=realm)
    return season


def _places(outcome: Outcome, booked: tuple[str, ...]) -> dict[str, int]:
    """One more than the seats ranked above, guests counted."""
    places: dict[str, int] = {}
    above = 0
    for tied in outcome.ranking:
        places |= dict.fromkeys(tied, above + 1)
        above += len(tied)
    return {name: places[name] for name in booked}


def _the_two(outcome: Outcome, booked: tuple[str, ...]) -> dict[str, str | None]:
    """Candidate and opponent of the Death Match; who is a guest, out or not named is missing (SE-08)."""
    named = {"candidate": outcome.elimination_candidate, "opponent": outcome.death_match_opponent}
    return {role: name if name in booked else None for role, name in named.items()}


def _words(episode: Episode, outcome: Outcome) -> str:
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
