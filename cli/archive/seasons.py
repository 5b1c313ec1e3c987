"""The page of a season, from its fold and the stories of its matches: cast, standings, ladder, garnets, duels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.archive.pages import Pages, day
from cli.archive.svg import CurveMark, chart, colours, spark
from core.json import Json
from core.seasons.opening import title
from core.seasons.season import Episode, PurseLine, Season, standings
from core.seasons.words import curves, won
from core.story.parts import Series, capital, listed
from core.words.wording import counted

SAFE, OUT, TWO = "T", "\u2717", "\u2694"
"""Marks of the ladder: won a token, went out, stood in the Death Match."""


def entry(season: Season, slug: str, at: float) -> Json:
    """Facts about a season for lists. `at`: time of its last event."""
    name = season.header.title or season.header.season
    episodes = len(season.episodes)
    if season.phase == "finished":
        about = f"{capital(won(season))} after {counted(episodes, 'episode')}."
    else:
        over = episodes - (season.open is not None)
        going = f" Episode {season.number} is open." if season.open is not None else ""
        about = f"{len(season.remaining)} of {len(season.cast)} are in after {counted(over, 'episode')}.{going}"
    seats, winners = tuple(season.cast), (season.winner,) if season.winner else ()
    curve = spark(_garnets(season), colours(seats), winners)
    when, iso = day(at)
    return {"page": f"seasons/{slug}.html", "card": f"cards/season-{slug}.png", "id": f"season:{slug}", "title": name,
            "about": about, "lead": _lead(season), "at": at, "day": when, "iso": iso, "winner": season.winner,
            "spark": curve, "cast": seats}  # fmt: skip


def _lead(season: Season) -> list[str]:
    """At most three sentences: the final, the most Death Matches won, the largest inherited purse."""
    sentences, last = (
        [],
        next((episode for episode in season.episodes if episode.final is not None and episode.winner), None),
    )
    if last is not None and last.final is not None and last.winner and last.out:
        score = [last.final.won.get(name, 0) for name in (last.winner, last.out)]
        garnets = counted(season.cast[last.winner].purse, "garnet")
        sentences.append(
            f"{last.winner} beat {last.out} in the final, {score[0]} : {score[1]}, and ends with {garnets}."
        )
    fell: dict[str, list[str]] = {}
    for episode in season.episodes:
        if episode.winner and episode.out and episode.final is None:
            fell.setdefault(episode.winner, []).append(episode.out)
    if fell:
        most = max(len(names) for names in fell.values())
        first, *others = (name for name, names in fell.items() if len(names) == most)
        tied = "as many as anybody" if others else "more than anybody"
        sentences.append(f"{first} put out {listed(fell[first])}" + (f", {tied}." if most > 1 else "."))
    if heirs := _heirs(season):
        line = max(heirs, key=lambda episode: episode.amount)
        dear = f"{line.name} inherited {counted(line.amount, 'garnet')} of {line.reason.removeprefix(PURSE)}"
        sentences.append(f"The dearest fall: {dear} in episode {line.episode}.")
    return sentences


def file(
    pages: Pages, season: Season, facts: Mapping[str, Any], matches: Mapping[str, Json], dice: bool
) -> tuple[str, bytes]:
    """The page of a season. `matches`: facts about its public matches, by id; `dice`: whether its seed may be shown."""
    seats = tuple(season.cast)
    path = str(facts["page"])
    rows = _rows(season)
    hue, heirs = colours(seats), _heirs(season)
    marks = [CurveMark(line.episode, line.name) for line in heirs]
    strong = [
        name
        for episode in season.episodes
        if episode.final is not None
        for name in (episode.winner, episode.out)
        if name
    ]
    garnets = chart(_garnets(season), hue, "episode", strong, marks) if season.number else ""
    duels = {duel: n for n, duel in enumerate((duel for episode in season.episodes for duel in episode.duels), 1)}
    return path, pages.page(
        "season.html", path, str(facts["title"]), " ".join(facts["lead"]) or str(facts["about"]), season=season,
        card=str(facts["card"]), hue=hue, told=facts,
        rows=rows, tokens=any(row["tokens"] for row in rows), marks=any(row["marks"] for row in rows),
        ladder=_ladder(season), chart=garnets,
        episodes=[_episode(season, episode, matches, duels) for episode in season.episodes],
        heirs=[(line.episode, _inherited(line)) for line in heirs],
        dice=dice,
    )  # fmt: skip


def _garnets(season: Season) -> Series:
    """Purses after each episode; a player's curve ends with the loss of the purse."""
    lost = {line.name: line for line in season.ledger if line.reason.startswith("lost the Death Match")}
    known: dict[str, tuple[float | None, ...]] = {}
    for name, values in curves(season).items():
        line = lost.get(name)
        left = len(values) if line is None else line.episode
        known[name] = (
            *values[:left],
            *(() if line is None else (float(-line.amount),)),
            *(None,) * len(values[left + 1 :]),
        )
    return Series(id="garnets", title="Garnets", rounds=tuple(range(season.number + 1)), curves=known)


PURSE = "the purse of "


def _heirs(season: Season) -> list[PurseLine]:
    return [line for line in season.ledger if line.reason.startswith(PURSE)]


def _inherited(line: PurseLine) -> str:
    return f"{line.name} inherits {counted(line.amount, 'garnet')} of {line.reason.removeprefix(PURSE)}."


def _purses(season: Season, number: int) -> list[str]:
    lines = [line for line in season.ledger if line.episode == number]
    heirs = {line.reason.removeprefix(PURSE) for line in lines if line.reason.startswith(PURSE)}
    sentences = []
    for line in lines:
        if line.reason.startswith(PURSE):
            sentences.append(_inherited(line))
        elif line.reason.startswith("lost the Death Match"):
            sentences += (
                [] if line.name in heirs else [f"{counted(-line.amount, 'garnet')} of {line.name} go to the house."]
            )
        elif line.reason not in ("the main match", "to begin with"):
            sentences.append(
                f"{line.name} {line.amount:+} {'garnet' if abs(line.amount) == 1 else 'garnets'}: {line.reason}."
            )
    return sentences


def _rows(season: Season) -> list[Json]:
    rows, place = [], 1
    for tied in standings(season):
        for name in tied:
            player = season.cast[name]
            marks = [
                word for word, holds in (("Mark", player.marked), ((player.realm or "").title(), player.realm)) if holds
            ]
            rows.append({
                "place": place, "name": name, "purse": player.purse, "tokens": player.tokens, "marks": ", ".join(marks),
                "fate": "won the season" if name == season.winner else "in" if player.in_ else _when_out(season, name),
            })  # fmt: skip
        place += len(tied)
    return rows


def _when_out(season: Season, name: str) -> str:
    number = season.cast[name].left
    for episode in season.episodes:
        if episode.out == name and episode.number == number:
            occasion = "the final" if episode.final is not None else "the Death Match"
            return f"out in episode {number}: lost {occasion} against {episode.winner}"
    return f"out since episode {number}: put out by the host" if number else "put out by the host before episode 1"


def _ladder(season: Season) -> list[Json]:
    rows = []
    for row in _rows(season):
        name, cells = row["name"], []
        for episode in season.episodes:
            marks = [mark for mark, holds in ((SAFE, name in episode.tokens), (OUT, episode.out == name)) if holds]
            if episode.out != name and name in (episode.candidate, episode.opponent) and episode.skipped is None:
                marks.append(TWO)
            cells.append({"place": episode.places.get(name), "marks": "".join(marks), "out": episode.out == name,
                          "rest": name in episode.sat_out, "words": _cell(episode, name)})  # fmt: skip
        rows.append({"name": name, "cells": cells})
    return rows


def _cell(episode: Episode, name: str) -> str:
    parts = [f"place {episode.places[name]}"] if name in episode.places else []
    if name in episode.tokens:
        parts.append("holds a Token of Life")
    if name in (episode.candidate, episode.opponent) and episode.skipped is None:
        lost, won = episode.out == name, episode.winner == name
        parts.append(
            "lost the Death Match" if lost else "survived the Death Match" if won else "goes to the Death Match"
        )
    return ", ".join(parts) or ("sat out" if name in episode.sat_out else "")


def _episode(season: Season, episode: Episode, matches: Mapping[str, Json], numbers: Mapping[str, int]) -> Json:
    order = sorted(episode.places, key=lambda name: episode.places[name])
    duels = [(numbers[duel], matches[duel]) for duel in episode.duels if duel in matches]
    return {
        "number": episode.number,
        "title": "The final" if episode.final is not None else capital(title(episode.game)),
        "match": matches.get(episode.match or ""),
        "places": [(episode.places[name], name) for name in order],
        "guests": listed(list(episode.guests)),
        "sat_out": listed(list(episode.sat_out)),
        "played": listed(list(episode.played)),
        "tokens": _counts(episode.tokens),
        "garnets": _counts(episode.garnets, sign=True),
        "purses": _purses(season, episode.number),
        "marked": episode.marked,
        "two": (episode.candidate, episode.opponent) if episode.candidate and episode.opponent else None,
        "final": episode.final,
        "winner": episode.winner,
        "out": episode.out,
        "skipped": episode.skipped,
        "open": episode is season.open,
        "duels": duels,
    }


def _counts(counted: Mapping[str, int], *, sign: bool = False) -> str:
    return ", ".join(f"{name} {n:+}" if sign else f"{name} {n}" for name, n in counted.items())
