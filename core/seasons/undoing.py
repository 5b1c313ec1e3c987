"""Taking back the last booking with all that came after it (SE-10), or the last entry alone (SE-19)."""

from __future__ import annotations

from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.season import News, Season, change


def unbook(season: Season, entry: j.Unbooked) -> Season:
    """The season as it was just before its last booking, or its final; what came after is undone too and listed."""
    if season.phase == "main":
        raise Refused("episode_open", "An episode is open: call it off, then undo the last booking.", "SE-10")
    at = season.booked
    if at is None:
        raise Refused("nothing_booked", "Nothing is booked that could be undone.", "SE-10")
    before = season.past[at].season
    what = "final" if before.phase == "between" else f"booking of episode {before.number}"
    undone = since(season, at)[1:]  # the booking itself is named already
    lines = [f"The {what} is undone." + (" So is all that came after it:" if undone else "")]
    return _back(season, entry, at, (*lines, *(f"Undone: {one.text}" for one in undone)))


def undo(season: Season, entry: j.Undone) -> Season:
    """The season as it was just before the last entry that stands (SE-19)."""
    at = len(season.past) - 1
    if at < 0:
        raise Refused("nothing_entered", "Nothing has been entered yet that could be undone.", "SE-19")
    kind, before = season.past[at].kind, season.past[at].season
    if kind == "opened":
        raise Refused("episode_open", f"Episode {season.number} is open: call it off and say why.", "SE-19")
    if kind == "called_off" and (match := before.episodes[-1].match) is not None:
        told = f"{match} was ended with its episode and cannot go on: open the episode anew."
        raise Refused("match_ended", told, "SE-19")
    return _back(season, entry, at, tuple(f"Undone: {one.text}" for one in since(season, at)))


def since(season: Season, at: int) -> tuple[News, ...]:
    """The news of what came after a moment of the past and would be undone with it."""
    return season.stands[len(season.past[at].season.stands) :]


def _back(season: Season, entry: j.Unbooked | j.Undone, at: int, lines: tuple[str, ...]) -> Season:
    """The season as it was at a moment of its past. The news stay, and who plays under which name, which matches the
    house has read, whether it is public, and who may read it (SE-13, SE-23)."""
    before = season.past[at].season
    news = tuple(News(entry.at, entry.by, text) for text in lines)
    holders = {name: holder for name, holder in season.holders.items() if name in before.cast}
    return change(before, past=season.past[:at], news=(*season.news, *news), holders=holders, read=season.read,
                  public=season.public, watch=season.watch, watch_code=season.watch_code,
                  length=season.length)  # fmt: skip
