"""The season as JSON, as commands and scripts print it (rulings.md, *JSON*)."""

from __future__ import annotations

import hashlib

import msgspec

from core.decoding import canonical
from core.json import Json
from core.seasons.journal import Options
from core.seasons.season import Episode, Member, Season, standings
from core.seasons.signup import on_list


def season_json(season: Season, *, hosts: bool = False) -> Json:
    """All of it: whoever may read a season may read everything but the seed of one that has not finished (SE-02), and
    who of the hosts did what, which is for `hosts` alone (HH-37)."""
    over = season.phase == "finished"
    header = season.header
    return {
        "season": header.season,
        "title": header.title,
        "phase": season.phase,
        "episode": season.number,
        "winner": season.winner,
        "options": _options(header.options),
        "commitment": header.commitment,
        "seed": header.seed if over else None,
        "nonce": header.nonce if over else None,
        "cast": {name: member_json(one) for name, one in season.cast.items()},
        "episodes": [episode_json(episode) for episode in season.episodes],
        "standings": [list(tied) for tied in standings(season)],
        **({} if season.started else {"names": list(on_list(season))}),
        "news": [
            {"at": news.at, "by": news.by if hosts else news.by.partition(":")[0], "text": news.text}
            for news in season.news
        ],
    }


LATER = ("gifts", "trial", "duels", "places")
"""Options that are told only where they are not as usual."""


def _options(options: Options) -> Json:
    usual, found = msgspec.to_builtins(Options()), msgspec.to_builtins(options)
    return {key: value for key, value in found.items() if key not in LATER or value != usual[key]}


def member_json(one: Member) -> Json:
    """How one of the cast stands."""
    return {
        "in": one.in_,
        "left": one.left,
        "purse": one.purse,
        "tokens": one.tokens,
        "marked": one.marked,
        "realm": one.realm,
    }


def episode_json(episode: Episode) -> Json:
    """One episode; lists in cast order, guests in seat order."""
    final = episode.final
    return {
        "episode": episode.number,
        "match": episode.match,
        "game": episode.game,
        "sat_out": list(episode.sat_out),
        "guests": list(episode.guests),
        "played": list(episode.played),
        "places": dict(episode.places),
        "tokens": dict(episode.tokens),
        "garnets": dict(episode.garnets),
        "marked": episode.marked,
        "candidate": episode.candidate,
        "opponent": episode.opponent,
        "duel": episode.duel,
        "winner": episode.winner,
        "out": episode.out,
        "skipped": episode.skipped,
        "final": None if final is None else {"best_of": final.best_of, "won": dict(final.won)},
    }


def curves(season: Season) -> dict[str, list[int]]:
    """Everybody's garnets episode by episode, in cast order: to begin with, then at the end of each (what was
    corrected after an episode counts to it)."""
    ends = range(season.number + 1)
    return {
        name: [sum(line.amount for line in season.ledger if line.name == name and line.episode <= end) for end in ends]
        for name in season.cast
    }


def digest(season: Season) -> str:
    """SHA-256, in hex, of the season with its seed: equal journals give equal digests everywhere."""
    whole = {**season_json(season, hosts=True), "seed": season.header.seed, "nonce": season.header.nonce}
    whole["ledger"] = [msgspec.to_builtins(line) for line in season.ledger]
    return hashlib.sha256(canonical(whole)).hexdigest()
