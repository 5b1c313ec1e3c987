"""A season as JSON (rulings.md, *JSON*) and as lines of text, for commands and chat rooms."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import msgspec

from core.decoding import canonical
from core.json import Json
from core.match.signup import listed_names
from core.seasons import signup
from core.seasons.gifts import promises_json
from core.seasons.opening import title
from core.seasons.options import SeasonOptions
from core.seasons.season import Episode, Member, Season, SeasonNews, standings
from core.story.parts import capital, listed


def season_json(season: Season, *, hosts: bool = False) -> Json:
    """Return the season for its readers; its seed only after the end (SE-02). Only `hosts` read which host did what
    (HH-37)."""
    is_over = season.phase == "finished"
    header = season.header
    usual, chosen = msgspec.to_builtins(SeasonOptions()), msgspec.to_builtins(header.options)
    return {
        "season": header.season,
        "title": header.title,
        "phase": season.phase,
        "episode": season.number,
        "winner": season.winner,
        "options": {key: value for key, value in chosen.items() if key not in LATER or value != usual[key]},
        "commitment": header.commitment,
        "seed": header.seed if is_over else None,
        "nonce": header.nonce if is_over else None,
        "cast": {name: member_json(member) for name, member in season.cast.items()},
        "episodes": [episode_json(episode) for episode in season.episodes],
        "standings": [list(tied) for tied in standings(season)],
        **({} if season.started else {"names": list(listed_names(season.names))}),
        **({"promises": promises} if (promises := promises_json(season)) else {}),
        "news": [
            {"at": news.at, "by": news.author if hosts else news.author.partition(":")[0], "text": news.text}
            for news in season.news
        ],
    }


LATER = ("gifts", "trial", "duels", "places")
"""Options that are left out at their default."""


def member_json(member: Member) -> Json:
    return {
        "in": member.in_,
        "left": member.left,
        "purse": member.purse,
        "tokens": member.tokens,
        "marked": member.marked,
        "realm": member.realm,
    }


def episode_json(episode: Episode) -> Json:
    """Lists are in cast order, guests in seat order."""
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
    """Return the garnets by episode, in cast order: at the start, then at each end, with later corrections."""
    ends = range(season.number + 1)
    return {
        name: [sum(line.amount for line in season.ledger if line.name == name and line.episode <= end) for end in ends]
        for name in season.cast
    }


def digest(season: Season) -> str:
    """Return SHA-256, in hex, of the season with its seed: equal journals give equal digests everywhere."""
    content = {**season_json(season, hosts=True), "seed": season.header.seed, "nonce": season.header.nonce}
    content["ledger"] = [msgspec.to_builtins(line) for line in season.ledger]
    return hashlib.sha256(canonical(content)).hexdigest()


PHASES = {
    "between": "between episodes",
    "main": "the main match is open",
    "death_match": "before the Death Match",
    "finished": "finished",
}
LAST_NEWS = 12


def title_and_id(season: Season) -> str:
    return f"{season.title} ({season.header.season})" if season.header.title else season.title


def summary(season: Season) -> str:
    return f"{title_and_id(season)}: {stage(season)}"


def stage(season: Season) -> str:
    if season.phase == "finished":
        return f"finished, {won(season)}"
    if not season.started:
        return f"open, {signup.names_and_places(season)}"
    where = f"episode {season.number}, {PHASES[season.phase]}" if season.number else "not begun"
    return f"{where}, {len(season.remaining)} of {len(season.cast)} are in"


def won(season: Season) -> str:
    """Return the end of a season in words: `won by Ada`, `Ada first`, `won by nobody`."""
    if season.winner is not None:
        return f"won by {season.winner}"
    first = [name for name in next(iter(standings(season)), ()) if season.cast[name].in_]
    return f"{first[0]} first" if len(first) == 1 else "won by nobody"


def brief_json(season: Season) -> Json:
    content = season_json(season)
    return {key: content[key] for key in ("season", "title", "phase", "episode", "winner", "standings")}


def season_lines(season: Season) -> list[str]:
    lines = [summary(season), "", *_standing_lines(season), ""]
    if not season.started:
        lines += [f"Names down: {', '.join(listed_names(season.names)) or 'nobody yet'}.", ""]
    if season.usual.episodes and season.phase != "finished":
        lines += [f"Episodes open {season.usual.episodes}.", ""]
    for episode in season.episodes:
        lines += _episode_lines(episode)
    if season.episodes:
        lines.append("")
    lines += [f"- {news.text}" for news in season.news[-LAST_NEWS:]]
    return lines


def episode_story(season: Season, news: SeasonNews, write: Callable[[float], str]) -> list[str]:
    """Return the story of an ended episode for a room. `write` formats a moment."""
    episode = next((past_episode for past_episode in season.episodes if past_episode.number == news.over), None)
    if episode is None:  # undone meanwhile
        return [news.text]
    lines = []
    if episode.places:
        order = sorted(episode.places, key=lambda name: episode.places[name])
        first = [name for name in order if episode.places[name] == 1]
        lines.append(f"{capital(title(episode.game))}: {listed(first) or 'a guest'} came first.")
    if episode.candidate and episode.final is None and episode.skipped:  # else the duel's news names both
        opponent_words = f", {episode.opponent} the opponent" if episode.opponent else ""
        lines.append(f"{episode.candidate} was the Elimination Candidate{opponent_words}.")
    return [*lines, news.text, "", *table(season), *_next_episode_lines(season, news.at, write)]


def _next_episode_lines(season: Season, after: float, write: Callable[[float], str]) -> list[str]:
    if season.phase == "finished":
        return []
    moment = season.opens_after(after)
    when = "comes next" if moment is None else f"opens {write(moment)}"
    return ["", f"Episode {season.number + 1} {when}; {len(season.remaining)} are in."]


def table(season: Season) -> list[str]:
    return ["```", *_standing_lines(season), "```"]


def _standing_lines(season: Season) -> list[str]:
    rows = [("", "NAME", "GARNETS", "TOKENS", "MARK", "REALM", "")]
    place = 1
    for tied in standings(season):
        for name in tied:
            member = season.cast[name]
            out_words = "" if member.in_ else f"out since episode {member.left}"
            mark = "Mark" if member.marked else ""
            rows.append(
                (f"{place}.", name, str(member.purse), str(member.tokens or ""), mark, member.realm or "", out_words)
            )
        place += len(tied)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _episode_lines(episode: Episode) -> Iterator[str]:
    match = f" ({episode.match})" if episode.match else ""
    yield f"Episode {episode.number}: {title(episode.game)}{match}"
    if episode.places:
        order = sorted(episode.places, key=lambda name: episode.places[name])
        yield "  " + ", ".join(f"{episode.places[name]}. {name}" for name in order)
    if episode.final is not None:
        won = ", ".join(f"{name} {duels}" for name, duels in episode.final.won.items())
        yield f"  best of {episode.final.best_of}: {won}"
    if episode.winner is not None:
        duel = f" ({episode.duel})" if episode.duel else ""
        yield f"  {episode.winner} won the Death Match{duel}, {episode.out} is out"
    elif episode.skipped is not None:
        yield f"  no Death Match: {episode.skipped}"
    elif episode.booked or episode.final is not None:
        yield f"  Death Match: {episode.candidate or 'somebody'} against {episode.opponent or 'somebody'}"
    else:
        yield "  Seated: " + ", ".join(episode.seats)
