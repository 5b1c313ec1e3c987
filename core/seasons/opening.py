"""Opens an episode: seats and the match's options (SE-03, SE-04); calls it off; makes the final (SE-11)."""

from __future__ import annotations

import msgspec

from core.contract import AnyGame, Spec
from core.dice import commitment
from core.games import game as find_game
from core.games import ids
from core.json import Json
from core.match import journal as matches
from core.match.founding import check_founds_match
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

SEASON_OPTIONS = ("purse", "purses", "marked", "heaven", "exempt")
"""Options that only the season gives (SE-04)."""
HEAVEN_SEATS = 4
"""Seats in Heaven in A Sinner's Secret (SE-04)."""
BEST_OF = (1, 3, 5)
"""Allowed lengths of a final, in duels (SE-11)."""


class EpisodeWish(j.SeasonStruct, frozen=True):
    game: str
    sit_out: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    """Players of a Token of Life from an earlier episode (SE-06)."""
    options: Json = {}


# --- what an opening comes to -----------------------------------------------------------------------------------------
def plan(season: Season, wish: EpisodeWish) -> j.EpisodeOpened:
    """Plan the opening of a wish, with lots and options; nothing is opened. Refused in words. The same season and wish
    give the same plan: lots are named by the episode (SE-03)."""
    check_phase(season, "between")
    check_started(season)
    game = None if wish.game == ELSEWHERE else main_game(wish.game)
    _check_listed(wish.sit_out, season.remaining, "sit_out", "is not of the cast, or out already")
    left = [name for name in season.remaining if name not in wish.sit_out]
    drawn = () if game is None else _draw_sitting_out(season, left, game.spec.seat_range[1])
    sat = tuple(name for name in left if name not in drawn)
    if len(sat) < 2:
        raise Refused("too_few", f"At least two of the cast sit in a main match; here {len(sat)} would.", "SE-03")
    guests = _seat_guests(season, wish.guests, len(sat), None if game is None else game.spec)
    _check_tokens(season, wish.play, sat)
    opened = j.EpisodeOpened(
        game=wish.game,
        seats=(*sat, *guests),
        sat_out=tuple(name for name in season.remaining if name not in sat),
        drawn=drawn,
        guests=guests,
        played=tuple(name for name in sat if name in wish.play),
        options=_match_options(season, game, wish, sat, guests),
    )
    if game is not None:
        check_match(game, opened.seats, opened.options, opened.seating)
    return opened


def may_sit(season: Season, opened: j.EpisodeOpened) -> tuple[str, ...]:
    """Return the players who sit or are drawn to sit out, in cast order: all that may be known before the opening."""
    chosen = set(opened.sat_out) - set(opened.drawn)
    return tuple(name for name in season.remaining if name not in chosen)


class FittingGame(j.SeasonStruct, frozen=True, kw_only=True):
    game: str
    title: str
    seats: int
    sit_out: int
    guests: int


def fitting_games(season: Season) -> tuple[FittingGame, ...]:
    """Return the games for the next main match, best fit first: few sit out, few guests."""
    players, fits = len(season.remaining), []
    for name in ids():
        try:
            spec = find_game(name).spec
        except Refused:  # a game from outside that is refused
            continue
        if not spec.duel:
            fewest, most = spec.seat_range
            out, free, seats = max(0, players - most), max(0, fewest - players), min(max(players, fewest), most)
            fits.append(FittingGame(game=name, title=spec.title, seats=seats, sit_out=out, guests=free))
    return tuple(sorted(fits, key=lambda fit: (fit.sit_out + fit.guests, fit.sit_out)))


def main_game(name: str) -> AnyGame:
    """Return a game for a main match (SE-03). Refused if it is unknown or a duel."""
    game = find_game(name)
    if game.spec.duel:
        raise Refused("a_duel", f"{game.spec.title} is a duel: it decides a Death Match, not an episode.", "SE-03")
    return game


def duel_game(name: str) -> AnyGame:
    """Return a game for a Death Match (SE-08). Refused if it is unknown or no duel."""
    game = find_game(name)
    if not game.spec.duel:
        raise Refused("no_duel", f"{game.spec.title} has {game.spec.seats} seats: a duel has two.", "SE-08")
    return game


def _check_listed(names: tuple[str, ...], among: tuple[str, ...], noun: str, why: str) -> None:
    """Refused unless all are different and in `among`."""
    for name in names:
        if name not in among:
            raise Refused("cannot_be_named", f"{noun}: {quoted(name)} {why}.", "SE-03")
    if len(set(names)) < len(names):
        raise Refused("named_twice", f"{noun}: name each person once.", "SE-03")


def _draw_sitting_out(season: Season, candidates: list[str], seats: int) -> tuple[str, ...]:
    """Draw the players who sit out if more are left than seats, in cast order (SE-03)."""
    surplus = max(0, len(candidates) - seats)
    drawn = season.dice.draw(f"episode {season.number + 1}: who sits out").sample(candidates, surplus)
    return tuple(name for name in candidates if name in drawn)


def _seat_guests(season: Season, named: tuple[str, ...], sat: int, spec: Spec | None) -> tuple[str, ...]:
    """Return the guests in seat order: named ones, then bots (SE-03). Without a spec any number can sit."""
    cast = tuple(season.cast)
    for place, name in enumerate(named):
        if not (
            name in season.cast and not season.cast[name].in_
        ):  # only a player who is out sits as a guest under the own name
            check_new_name(name, cast)
        check_new_name(name, named[:place])
    if spec is None:
        return named
    needed, free = (bound - sat for bound in spec.seat_range)
    if len(named) > free:
        raise Refused("too_many_guests", f"{free} seats are free for guests; {len(named)} are named.", "SE-03")
    guests, number = list(named), 1
    used = {name.casefold() for name in (*cast, *named)}
    while len(guests) < needed:
        if f"guest {number}" not in used:
            guests.append(f"Guest {number}")
        number += 1
    return tuple(guests)


def _check_tokens(season: Season, play: tuple[str, ...], sat: tuple[str, ...]) -> None:
    """Refused unless each player of a token sits and holds one, and tokens are kept (SE-06)."""
    _check_listed(play, sat, "play", "does not sit in this match")
    if play and not season.options.keep_tokens:
        raise Refused("tokens_gone", "Tokens of Life do not outlast their episode in this season.", "SE-06")
    for name in play:
        if not season.cast[name].tokens:
            raise Refused("no_token", f"{name} holds no Token of Life to play.", "SE-06")


def _match_options(
    season: Season, game: AnyGame | None, wish: EpisodeWish, sat: tuple[str, ...], guests: tuple[str, ...]
) -> Json:
    """Return the options of the match: the host's, and the season's for a game that has them (SE-04)."""
    for name in wish.options:
        if name in SEASON_OPTIONS:
            raise Refused("the_season_s", f"The option {name} is given by the season: leave it out.", "SE-04")
    if game is None:
        if wish.options:
            raise Refused("no_options", "A match played elsewhere has no options here: leave them out.", "SE-04")
        return {}
    takes = {field.name for field in msgspec.structs.fields(game.Options)}
    options = dict(wish.options)
    if "purses" in takes:
        season_open = come_out(season, j.SeasonEnded())  # lent purses are public, so secret gifts have come out by then
        options["purses"] = {name: season_open.cast[name].purse for name in sat} | dict.fromkeys(guests, 0)
    if "marked" in takes:
        options["marked"] = [name for name in sat if season.cast[name].marked]
    if "heaven" in takes:
        heaven = [name for name in sat if season.cast[name].realm == "heaven"]
        if len(heaven) == HEAVEN_SEATS and not any(season.cast[name].marked for name in heaven):
            options["heaven"] = heaven
    if exempt := [name for name in sat if name in wish.play]:
        options["exempt"] = exempt
    return options


def check_match(game: AnyGame, seats: tuple[str, ...], options: Json, seating: j.Seating) -> None:
    """Raises NotAMatch if no match can be made of this."""
    check_founds_match(
        matches.Header(
            match="trial",
            game=game.spec.id,
            rules_version=game.spec.rules_version,
            seats=seats,
            options=options,
            seed=0,
            nonce="",
            commitment=commitment(0, ""),
            holders=seating.holders,
            **seating.chosen(),
        )
    )


# --- entries ----------------------------------------------------------------------------------------------------------
def open_episode(season: Season, entry: j.EpisodeOpened) -> Season:
    check_phase(season, "between")
    check_started(season)
    if "purses" in entry.options:
        season = come_out(season, entry)
    number = season.number + 1
    episode = Episode(
        number=number, game=entry.game, match=entry.match, seats=entry.seats,
        sat=entry.seats[: len(entry.seats) - len(entry.guests)], sat_out=entry.sat_out, guests=entry.guests,
        played=entry.played, options=entry.options, seating=entry.seating,
    )  # fmt: skip
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
    """Return the title of an episode's game; its id if the game is not installed."""
    if game == ELSEWHERE:
        return "a match played elsewhere"
    if game == FINAL:
        return "the final"
    try:
        return find_game(game).spec.title
    except Refused:
        return game


def call_off(season: Season, entry: j.CalledOff) -> Season:
    """Discard the open episode; the next has its number, corrections stay (SE-05)."""
    check_phase(season, "main")
    check_reason(entry.reason)
    text = f"Episode {season.number} is called off: {entry.reason.strip()}"
    return announce(change(season, phase="between", episodes=season.episodes[:-1]), entry, text)


def make_final(season: Season, entry: j.FinalMade) -> Season:
    """Open an episode without a main match, for the last two (SE-11)."""
    check_phase(season, "between")
    check_started(season)
    if entry.best_of not in BEST_OF:
        raise Refused("best_of", f"A final is the best of 1, 3 or 5 duels, not of {entry.best_of}.", "SE-11")
    two = season.remaining
    if len(two) != 2:
        raise Refused("not_two", f"A final is for the last two; {len(two)} are in.", "SE-11")
    final = Final(entry.best_of, dict.fromkeys(two, 0))
    episode = Episode(number=season.number + 1, game=FINAL, candidate=two[0], opponent=two[1], final=final)
    after = change(season, phase="death_match", episodes=(*season.episodes, episode))
    return announce(after, entry, f"The final: {two[0]} against {two[1]}, best of {entry.best_of}.")
