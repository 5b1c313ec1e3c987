"""A season on the screen: standings, episodes, curves of garnets. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from core.match.signup import listed_names
from core.seasons.corrections import changed
from core.seasons.following import the_two
from core.seasons.live import LiveSeason
from core.seasons.opening import title
from core.seasons.season import Episode, Season, standings
from core.seasons.words import curves, stage, title_and_id
from core.story.parts import Series
from tui.words import text
from tui.words.plot import hues, plot

LATEST = 6
"""Number of news on the page."""
TWO_COLUMNS = 116
NONE = "\u00b7"


def season_rows(season: Season, width: int, height: int, you: str | None = None) -> list[Content]:
    """Return the page of a season; the member `you` is highlighted."""
    tone = hues(tuple(season.cast))
    head = [
        text.line((title_and_id(season), "$strong"), ("   ", ""), (stage(season), "$accent")),
        *_readers(season),
        *_names(season, width),
        text.line(""),
    ]
    table = standing_rows(season, tone, you) if season.cast else []
    drawn = plot(garnets(season), width if width < TWO_COLUMNS else width - 64, max(8, min(16, height - 6)), tone, you)
    news = [text.line(("News", "$accent"))]
    for item in season.news[-LATEST:][::-1]:
        news += text.hung(text.line(("\u2022 ", "$faint"), item.text), min(width, 108))
    if width >= TWO_COLUMNS and drawn:
        side = [text.line(("Garnets by episode", "$accent")), *drawn]
        return [*head, *text.beside([table, side], [60, width - 64], 4), text.line(""), *news]
    rows = [*head, *table, text.line("")]
    if drawn:
        rows += [text.line(("Garnets by episode", "$accent")), *drawn, text.line("")]
    return [*rows, *news]


def _names(season: Season, width: int) -> list[Content]:
    """Return the sign-ups while they are open (SE-30)."""
    down = text.joined(listed_names(season.names))
    return [] if season.started else text.hung(text.line(("Names down: ", "$faint"), down), min(width, 108))


def _readers(season: Season) -> list[Content]:
    """Return the readers, if not everyone (SE-23)."""
    words = {"cast": "Read by its cast, guests and hosts alone.", "code": "Read by its cast and people with its code."}
    return [text.line((words[season.watch], "$faint"))] if season.watch in words else []


def garnets(season: Season) -> Series:
    by_name = curves(season)
    rounds = tuple(range(max((len(curve) for curve in by_name.values()), default=1)))
    return Series(
        id="garnets",
        title="Garnets",
        unit="garnets",
        rounds=rounds,
        curves={name: tuple(float(value) for value in curve) for name, curve in by_name.items()},
    )


def standing_rows(season: Season, tone: Mapping[str, str], you: str | None = None) -> list[Content]:
    """Return a row for each name: place, garnets, tokens, Mark, realm, and the episode of leaving."""
    name_width = max((len(name) for name in season.cast), default=4)
    rows = [text.line((f"{'':4}{'':{name_width}}  garnets  tokens  Mark  realm", "$faint"))]
    place = 1
    for tied in standings(season):
        for name in tied:
            member = season.cast[name]
            style = f"bold {tone[name]}" if member.in_ else "$faint"
            mark = "\u25b8" if name == you else " "
            tail = "" if member.in_ else f"out since episode {member.left}"
            rows.append(
                text.line(
                    (f"{place:>2}.", "$faint"), (mark, "$key"), text.fit((name, style), name_width),
                    (f"  {member.purse:>7}", "$strong" if member.in_ else "$faint"),
                    (f"  {member.tokens or NONE:>6}", "$good" if member.tokens else "$faint"),
                    (f"  {'Mark' if member.marked else NONE:>4}", "$bad" if member.marked else "$faint"),
                    (f"  {member.realm or NONE:<6}", "$accent" if member.realm else "$faint"),
                    (f"  {tail}", "$faint"),
                )
            )  # fmt: skip
        place += len(tied)
    return rows


def episode_note(episode: Episode) -> text.Part:
    best = sorted(episode.places, key=lambda name: episode.places[name])[:2]
    parts: list[text.Part] = [(", ".join(best), "$good")] if best else []
    if episode.winner is not None:
        parts += [text.line(("  ", ""), (f"{episode.winner} beat {episode.out}", "$warn"), (", who is out", "$faint"))]
    elif episode.skipped is not None:
        parts.append(("  no Death Match", "$faint"))
    elif episode.candidate is not None:
        parts.append((f"  Death Match: {episode.candidate} against {episode.opponent or 'somebody'}", "$warn"))
    elif not episode.booked:
        parts.append((f"  seated: {', '.join(episode.seats)}", "$faint"))
    return text.line(*parts) if parts else ""


def episode_title(episode: Episode) -> str:
    return f"{episode.number:>2}  {title(episode.game)}"


def differences(before: Season, after: Season) -> list[text.Part]:
    rows: list[text.Part] = []
    for name, now in after.cast.items():
        parts = [f"{what} {a} \u2192 {b}".strip() for what, (a, b) in changed(before.cast[name], now).items()]
        if parts:
            rows.append(text.line(text.fit((name, "$strong"), 14), ", ".join(parts)))
    return rows


def your_part(season: Season, you: str | None) -> tuple[str, str]:
    """Return a season's request to one of its cast, or their state, in few words, and the rest of the sentence. Both
    are empty for others."""
    if you is None or season.phase == "finished":
        return "", ""
    episode, member = season.open, season.cast[you]
    if not member.in_:
        return f"You are out since episode {member.left}", "; you may read and watch all of it."
    if episode is None:
        return "Between two episodes", ": the host opens the next one."
    if season.phase == "main":
        return f"You sit {'in' if you in episode.sat else 'out'}", f": {title(episode.game)}."
    return _in_the_death_match(season, episode, you)


def _in_the_death_match(season: Season, episode: Episode, you: str) -> tuple[str, str]:
    two = the_two(episode)
    if you not in (episode.candidate, episode.opponent):
        if two:
            return f"Death Match: {text.joined(two)}", "; you are not in it."
        return "The Death Match is to come", ": who is in it is still to be named."
    if not two:
        return "You are in the Death Match", "; who else is, is still to be named."
    against = two[1] if you == two[0] else two[0]
    if episode.duel is not None and episode.duel not in season.read:
        return f"Your Death Match against {against}", " begins when both are there."
    return f"Your Death Match is against {against}", ": the host makes the duel."


def own_name(live: LiveSeason, holder: str) -> str | None:
    """Return the name of `holder` (`person:<id>`) in a season; None outside the cast."""
    return next(iter(live.season.played_by(holder)), None)
