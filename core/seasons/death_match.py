"""The Death Match: candidate, opponent, duel, elimination (SE-08, SE-09), and the duels of a final (SE-11)."""

from __future__ import annotations

import msgspec

from core.refusal import Refused, quoted
from core.seasons import journal as j
from core.seasons.season import (
    Episode,
    Season,
    announce,
    change,
    check_phase,
    check_reason,
    come_out,
    counted_garnets,
    end_episode,
    pay,
    put_out,
    with_episode,
)

ROLES = {"candidate": "the Elimination Candidate", "opponent": "the opponent in the Death Match"}


def is_safe(season: Season, name: str) -> bool:
    """True for a name that cannot be named for the Death Match (SE-06): it holds a token or, where tokens are kept, won
    or played one in the open episode."""
    if not season.options.keep_tokens:
        return season.cast[name].tokens > 0
    episode = season.episodes[-1]
    return name in episode.tokens or name in episode.played


def missing_role(season: Season) -> str | None:
    """Return the role that the host has to name next: `candidate`, then `opponent`; None if both are named."""
    episode = season.episodes[-1]
    return "candidate" if episode.candidate is None else "opponent" if episode.opponent is None else None


def can_be_named(season: Season) -> tuple[str, ...]:
    """Return the names that can be named, in cast order (SE-08)."""
    episode = season.episodes[-1]
    two = (episode.candidate, episode.opponent)
    return tuple(n for n in episode.sat if season.cast[n].in_ and n not in two and not is_safe(season, n))


def name(season: Season, entry: j.LoserNamed) -> Season:
    """Name the missing role, first the candidate, then the opponent of the candidate's choice (SE-08)."""
    check_phase(season, "death_match")
    due, episode = missing_role(season), season.episodes[-1]
    if due is None and entry.anew and episode.duel is None and entry.role == "opponent":
        due = "opponent"  # the candidate may change its mind until the duel is made (SE-08)
    if due is None:
        raise Refused(
            "nobody_missing",
            "Both are named already: make their duel, say who won, or leave the Death Match out.",
            "SE-08",
        )
    if entry.role != due:
        candidate = episode.candidate
        message = "Name the candidate first." if candidate is None else f"{candidate} is {ROLES['candidate']} already."
        raise Refused("not_missing", message, "SE-08")
    if entry.name not in (among := can_be_named(season)):
        choices = f"Name one of {', '.join(among)}." if among else "Nobody can be: leave the Death Match out."
        raise Refused("cannot_be_named", f"{quoted(entry.name)} cannot be {ROLES[entry.role]}. {choices}", "SE-08")
    return announce(with_episode(season, **{entry.role: entry.name}), entry, f"{entry.name} is {ROLES[entry.role]}.")


def both(season: Season) -> tuple[str, str]:
    """Return candidate and opponent. Refused: `somebody_missing`."""
    check_phase(season, "death_match")
    episode = season.episodes[-1]
    if episode.candidate is None or episode.opponent is None:
        raise Refused(
            "somebody_missing", f"The {missing_role(season)} of the Death Match is still to be named.", "SE-08"
        )
    return episode.candidate, episode.opponent


def make_duel(season: Season, entry: j.DuelMade) -> Season:
    two = both(season)
    duels = (*season.episodes[-1].duels, entry.match)
    season = with_episode(season, duel=entry.match, duel_game=entry.game, duel_seating=entry.seating, duels=duels)
    return announce(season, entry, f"{two[0]} and {two[1]} play the duel {entry.match}.", match=entry.match)


def fight(season: Season, entry: j.Fought) -> Season:
    two = both(season)
    duel = season.episodes[-1].duel
    if duel is not None and duel not in season.read:
        season = change(season, read=(*season.read, duel))
    season = with_episode(season, duel=entry.match)  # None if played elsewhere
    if entry.winner is None:
        return announce(season, entry, f"{two[0]} and {two[1]} drew: the duel is played again.")
    if entry.winner not in two:
        raise Refused(
            "not_of_the_two", f"{two[0]} and {two[1]} play the Death Match, not {quoted(entry.winner)}.", "SE-08"
        )
    final = season.episodes[-1].final
    if final is None:
        return _decide(season, entry, entry.winner, two)
    won = {**final.won, entry.winner: final.won[entry.winner] + 1}
    season = with_episode(season, final=msgspec.structs.replace(final, won=won))
    if 2 * won[entry.winner] > final.best_of:
        return _decide(season, entry, entry.winner, two)
    score = ", ".join(f"{name} {duels}" for name, duels in won.items())
    return announce(season, entry, f"{entry.winner} wins a duel of the final: {score}.")


def _decide(season: Season, entry: j.Fought, winner: str, two: tuple[str, str]) -> Season:
    """Put the loser out, pass on the purse, and end the episode (SE-09)."""
    loser = two[1] if winner == two[0] else two[0]
    season = put_out(come_out(season, entry, loser), loser)
    text = f"{winner} wins the Death Match, {loser} is out."
    purse, estate = season.cast[loser].purse, season.options.estate
    goes = "goes" if purse == 1 else "go"
    if purse and estate != "kept":
        season = pay(season, loser, -purse, f"lost the Death Match against {winner}")
        if estate == "winner":
            season = pay(season, winner, purse, f"the purse of {loser}")
            text += f" {counted_garnets(purse)} of {loser} {goes} to {winner}."
        else:
            text += f" {counted_garnets(purse)} of {loser} {goes} to the house."
    season = with_episode(season, winner=winner, out=loser)
    return announce(end_episode(season), entry, text, over=season.number)


def leave_out(season: Season, entry: j.LeftOut) -> Season:
    """End the episode without a Death Match (SE-08)."""
    check_phase(season, "death_match")
    check_reason(entry.reason)
    season = end_episode(with_episode(season, skipped=entry.reason, duel=None))
    text = f"Episode {season.number} ends without a Death Match: {entry.reason.strip()}"
    return announce(season, entry, text, over=season.number)


def vacate(season: Season) -> Season:
    """Drop players who are out from a coming Death Match, for good (SE-08)."""
    if season.phase != "death_match":
        return season
    episode: Episode = season.episodes[-1]
    two = [name for name in (episode.candidate, episode.opponent) if name is not None]
    stay = [name for name in two if season.cast[name].in_]
    if stay == two:
        return season
    return with_episode(
        season,
        duel=None,  # it lacks a player
        candidate=episode.candidate if episode.candidate in stay else None,
        opponent=episode.opponent if episode.opponent in stay else None,
    )
