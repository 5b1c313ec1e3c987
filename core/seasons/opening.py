"""Opening an episode: who sits, what the match is given (SE-03, SE-04); calling it off; the final (SE-11)."""

from __future__ import annotations

import msgspec

from core.contract import AnyGame
from core.dice import commitment
from core.games import game as find_game
from core.games import ids
from core.json import Json
from core.match import journal as matches
from core.match.founding import founded
from core.refusal import Refused, quoted
from core.seasons import journal as j
from core.seasons.season import (
    ELSEWHERE,
    FINAL,
    Episode,
    Final,
    Season,
    announce,
    change,
    check_new_name,
    check_phase,
    check_reason,
    check_started,
    come_out,
)

THE_SEASON_S = ("purse", "purses", "marked", "heaven", "exempt")
"""Options that no host gives (SE-04)."""
HEAVEN_SEATS = 4
"""As many as are in Heaven in A Sinner's Secret (SE-04)."""
BEST_OF = (1, 3, 5)
"""Duels of a final at most (SE-11)."""


class EpisodeWish(j.SeasonStruct, frozen=True):
    """What a host asks for when an episode is to open."""

    game: str
    sit_out: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    """Who plays a Token of Life that they brought along (SE-06)."""
    options: Json = {}


# --- what an opening comes to -----------------------------------------------------------------------------------------
def plan(season: Season, wish: EpisodeWish) -> j.EpisodeOpened:
    """The opening that a wish comes to, with lots drawn and options filled in; nothing is opened. Refused, in words,
    where there can be none. The same season and wish give the same plan: lots are named by the episode (SE-03)."""
    check_phase(season, "between")
    check_started(season)
    game = None if wish.game == ELSEWHERE else main_game(wish.game)
    _check_listed(wish.sit_out, season.those_in, "sit_out", "is not of the cast, or out already")
    left = [name for name in season.those_in if name not in wish.sit_out]
    drawn = () if game is None else _lots(season, left, game.spec.seats)
    sat = tuple(name for name in left if name not in drawn)
    if len(sat) < 2:
        raise Refused("too_few", f"At least two of the cast sit in a main match; here {len(sat)} would.", "SE-03")
    guests = _guests(season, wish.guests, None if game is None else game.spec.seats - len(sat))
    _check_tokens(season, wish.play, sat)
    opened = j.EpisodeOpened(
        game=wish.game,
        seats=(*sat, *guests),
        sat_out=tuple(name for name in season.those_in if name not in sat),
        drawn=drawn,
        guests=guests,
        played=tuple(name for name in sat if name in wish.play),
        given=_given(season, game, wish, sat, guests),
    )
    if game is not None:
        check_match(game, opened.seats, opened.given, opened.seating)
    return opened


class Fit(j.SeasonStruct, frozen=True, kw_only=True):
    """A game as the main match of the next episode."""

    game: str
    title: str
    seats: int
    sit_out: int
    """How many of those who are in do not find a seat."""
    guests: int
    """How many seats are left for guests."""


def fitting(season: Season) -> tuple[Fit, ...]:
    """Every game that can be the next main match, those first that fit best: nobody sits out, few guests."""
    players, found = len(season.those_in), []
    for name in ids():
        try:
            spec = find_game(name).spec
        except Refused:  # a game from outside that does not fit
            continue
        if not spec.duel:
            out, free = max(0, players - spec.seats), max(0, spec.seats - players)
            found.append(Fit(game=name, title=spec.title, seats=spec.seats, sit_out=out, guests=free))
    return tuple(sorted(found, key=lambda fit: (fit.sit_out + fit.guests, fit.sit_out)))


def main_game(name: str) -> AnyGame:
    """A game of the house that can be a main match (SE-03). Refused if there is none of that name, or it is a duel."""
    found = find_game(name)
    if found.spec.duel:
        raise Refused("a_duel", f"{found.spec.title} is a duel: it decides a Death Match, not an episode.", "SE-03")
    return found


def duel_game(name: str) -> AnyGame:
    """A game of the house that can decide a Death Match (SE-08). Refused if there is none, or it is no duel."""
    found = find_game(name)
    if not found.spec.duel:
        raise Refused("no_duel", f"{found.spec.title} has {found.spec.seats} seats: a duel has two.", "SE-08")
    return found


def _check_listed(names: tuple[str, ...], among: tuple[str, ...], what: str, why: str) -> None:
    """Refused unless all are different and among these."""
    for name in names:
        if name not in among:
            raise Refused("cannot_be_named", f"{what}: {quoted(name)} {why}.", "SE-03")
    if len(set(names)) < len(names):
        raise Refused("named_twice", f"{what}: name each person once.", "SE-03")


def _lots(season: Season, left: list[str], seats: int) -> tuple[str, ...]:
    """Whom lots make sit out where more are left than seats, in cast order (SE-03)."""
    over = max(0, len(left) - seats)
    drawn = season.dice.draw(f"episode {season.number + 1}: who sits out").sample(left, over)
    return tuple(name for name in left if name in drawn)


def _guests(season: Season, named: tuple[str, ...], free: int | None) -> tuple[str, ...]:
    """The guests in seat order: those the host names, then bots (SE-03). `free` is None where any number can sit."""
    cast = tuple(season.cast)
    for place, name in enumerate(named):
        if not (name in season.cast and not season.cast[name].in_):  # only who is out sits under the own name
            check_new_name(name, cast)
        check_new_name(name, named[:place])
    if free is None:
        return named
    if len(named) > free:
        raise Refused("too_many_guests", f"{free} seats are free for guests; {len(named)} are named.", "SE-03")
    guests, number = list(named), 1
    used = {name.casefold() for name in (*cast, *named)}
    while len(guests) < free:
        if f"guest {number}" not in used:
            guests.append(f"Guest {number}")
        number += 1
    return tuple(guests)


def _check_tokens(season: Season, play: tuple[str, ...], sat: tuple[str, ...]) -> None:
    """Who plays a token sits, of the cast, and holds one; tokens have to outlast episodes (SE-06)."""
    _check_listed(play, sat, "play", "does not sit in this match")
    if play and not season.options.keep_tokens:
        raise Refused("tokens_gone", "Tokens of Life do not outlast their episode in this season.", "SE-06")
    for name in play:
        if not season.cast[name].tokens:
            raise Refused("no_token", f"{name} holds no Token of Life to play.", "SE-06")


def _given(
    season: Season, game: AnyGame | None, wish: EpisodeWish, sat: tuple[str, ...], guests: tuple[str, ...]
) -> Json:
    """The options of the match: the host's, and what the season gives a game that has such options (SE-04)."""
    for name in wish.options:
        if name in THE_SEASON_S:
            raise Refused("the_season_s", f"The option {name} is given by the season: leave it out.", "SE-04")
    if game is None:
        if wish.options:
            raise Refused("no_options", "A match played elsewhere has no options here: leave them out.", "SE-04")
        return {}
    takes = {field.name for field in msgspec.structs.fields(game.Options)}
    given = dict(wish.options)
    if "purses" in takes:
        out = come_out(season, j.SeasonEnded())  # what is lent is told, so what was given secretly has come out by then
        given["purses"] = {name: out.cast[name].purse for name in sat} | dict.fromkeys(guests, 0)
    if "marked" in takes:
        given["marked"] = [name for name in sat if season.cast[name].marked]
    if "heaven" in takes:
        heaven = [name for name in sat if season.cast[name].realm == "heaven"]
        if len(heaven) == HEAVEN_SEATS and not any(season.cast[name].marked for name in heaven):
            given["heaven"] = heaven
    if exempt := [name for name in sat if name in wish.play]:
        given["exempt"] = exempt
    return given


def check_match(game: AnyGame, seats: tuple[str, ...], options: Json, how: j.Seating) -> None:
    """Refused (NotAMatch) if no match can be made of this."""
    founded(
        matches.Header(
            match="trial",
            game=game.spec.id,
            rules_version=game.spec.rules_version,
            seats=seats,
            options=options,
            seed=0,
            nonce="",
            commitment=commitment(0, ""),
            holders=how.holders,
            **how.chosen(),
        )
    )


# --- entries ----------------------------------------------------------------------------------------------------------
def open_episode(season: Season, entry: j.EpisodeOpened) -> Season:
    """The episode is open and its main match under way."""
    check_phase(season, "between")
    check_started(season)
    if "purses" in entry.given:
        season = come_out(season, entry)
    number = season.number + 1
    episode = Episode(
        number=number,
        game=entry.game,
        match=entry.match,
        seats=entry.seats,
        sat=entry.seats[: len(entry.seats) - len(entry.guests)],
        sat_out=entry.sat_out,
        guests=entry.guests,
        played=entry.played,
        given=entry.given,
        seating=entry.seating,
    )
    season = change(season, phase="main", episodes=(*season.episodes, episode))
    lines = [f"Episode {number} opens: {title(entry.game)}. Seated: {', '.join(episode.sat)}."]
    if entry.guests:
        lines.append(f"Guests: {', '.join(entry.guests)}.")
    if entry.sat_out:
        lots = f" ({', '.join(entry.drawn)} by lot)" if entry.drawn else ""
        lines.append(f"Sitting out: {', '.join(entry.sat_out)}{lots}.")
    if entry.played:
        lines.append(f"A Token of Life is played by {', '.join(entry.played)}.")
    return announce(season, entry, " ".join(lines), match=entry.match)


def title(game: str) -> str:
    """What people call the game of an episode; its id if this house does not have it."""
    if game == ELSEWHERE:
        return "a match played elsewhere"
    if game == FINAL:
        return "the final"
    try:
        return find_game(game).spec.title
    except Refused:
        return game


def call_off(season: Season, entry: j.CalledOff) -> Season:
    """The open episode does not count: the next one has its number, corrections made meanwhile stay (SE-05)."""
    check_phase(season, "main")
    check_reason(entry.reason)
    text = f"Episode {season.number} is called off: {entry.reason.strip()}"
    return announce(change(season, phase="between", episodes=season.episodes[:-1]), entry, text)


def make_final(season: Season, entry: j.FinalMade) -> Season:
    """The last two play for the season: an episode without a main match (SE-11)."""
    check_phase(season, "between")
    check_started(season)
    if entry.best_of not in BEST_OF:
        raise Refused("best_of", f"A final is the best of 1, 3 or 5 duels, not of {entry.best_of}.", "SE-11")
    two = season.those_in
    if len(two) != 2:
        raise Refused("not_two", f"A final is for the last two; {len(two)} are in.", "SE-11")
    final = Final(entry.best_of, dict.fromkeys(two, 0))
    episode = Episode(number=season.number + 1, game=FINAL, candidate=two[0], opponent=two[1], final=final)
    after = change(season, phase="death_match", episodes=(*season.episodes, episode))
    return announce(after, entry, f"The final: {two[0]} against {two[1]}, best of {entry.best_of}.")
