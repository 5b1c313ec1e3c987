"""Another name in the archive, or none (HH-26): whoever asked for it is called so in everything that is published."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

import msgspec

from core.house.person import Person, fold
from core.match.renaming import is_word_of_game, renamed, swapped
from core.match.state import Match, change
from core.seasons.season import News, Season

NOBODY = "A player"
"""What somebody is called who wants no name."""


class Masks:
    """Who of a house appears otherwise than by the names of their seats."""

    def __init__(self, people: Iterable[Person]) -> None:
        asked = [one for one in people if one.appears is not None]
        self._wanted = {f"person:{one.id}": one.appears or "" for one in asked}
        self._named = {fold(name): one.appears or "" for one in asked for name in one.names}
        self.digest = hashlib.sha256(repr(sorted(self._named.items())).encode()).hexdigest()[:16] if asked else ""
        """The same as long as nobody asks for something else; empty while nobody asks."""
        self.begun: set[str] = set()
        """Words that were met since this was emptied, which begin with a name that is hidden and go on: `Quentins`.
        They are left as they are, since as many begin so by chance."""

    def hidden(self, holder: str) -> bool:
        """Does whoever holds a seat want no name at all?"""
        return self._wanted.get(holder) == ""

    def names(self, holders: Mapping[str, str], known: Mapping[str, str] | None = None) -> dict[str, str]:
        """By seat what it is called, for those alone that are called otherwise. `known` are names that were given
        before, in the same season. A seat that bears the name of somebody who asked is meant too, whoever plays it."""
        found = {seat: name for seat, name in (known or {}).items() if seat in holders}
        for seat, holder in holders.items():
            wanted = self._wanted.get(holder, self._named.get(fold(seat)))
            if wanted is not None and seat not in found:
                used = {one.casefold() for one in (*holders, *(known or {}).values(), *found.values())}
                found[seat] = _free(wanted or NOBODY, used)
        return found

    def words(self, text: str, names: Mapping[str, str]) -> str:
        """What people wrote, without the names of those who asked: whole words, in whatever case."""
        told = {fold(name): wanted or NOBODY for name, wanted in self._named.items()}
        told |= {fold(seat): name for seat, name in names.items()}
        if not told:
            return text
        any_name = "|".join(map(re.escape, sorted(told, key=len, reverse=True)))
        called = re.compile(rf"(?<!\w)(?:{any_name})(?!\w)", re.IGNORECASE)
        given = {word for wanted in told.values() for word in re.findall(r"\w+", fold(wanted))}
        begun = re.findall(rf"(?<!\w)(?:{any_name})\w+", called.sub(" ", text), re.IGNORECASE)
        self.begun.update(word for word in begun if fold(word) not in given)
        return called.sub(lambda found: told.get(fold(found[0]), NOBODY), text)

    def slug(self, name: str, names: Mapping[str, str]) -> str:
        """A name of a file likewise."""
        said = self.words(name, names)
        return name if said == name else re.sub(r"[^a-z0-9]+", "-", said.casefold()).strip("-")


def _free(name: str, used: set[str]) -> str:
    number, found = 1, name
    while found.casefold() in used:
        number += 1
        found = f"{name} {number}"
    return found


def masked_match(match: Match, names: Mapping[str, str]) -> Match | None:
    """The match as it would have been played under these names; None where a name is also a word of the game, so that
    it could not be taken out of what was told."""
    if any(is_word_of_game(match, seat) for seat in names):
        return None
    match = change(match, renamed={})
    aside = {seat: f"masked seat {place}" for place, seat in enumerate(names)}
    for seat, name in aside.items():  # in two steps: nobody's new name is taken for another's old one
        match = renamed(match, seat, name)
    for seat, name in aside.items():
        match = renamed(change(match, renamed={}), name, names[seat])
    return match


def masked_season(season: Season, names: Mapping[str, str], masks: Masks) -> Season:
    """The season under these names, with everything that was announced."""

    def text(said: str) -> str:
        return masks.words(said, names)

    def told(news: Iterable[News]) -> tuple[News, ...]:
        return tuple(msgspec.structs.replace(one, text=text(one.text)) for one in news)

    header = msgspec.structs.replace(season.header, title=text(season.header.title))
    news, stands = told(season.news), told(season.stands)
    ledger = tuple(msgspec.structs.replace(one, reason=text(one.reason)) for one in season.ledger)
    episodes = tuple(
        msgspec.structs.replace(one, skipped=None if one.skipped is None else text(one.skipped))
        for one in season.episodes
    )
    plain = msgspec.structs.replace(
        season, header=header, past=(), news=(), stands=(), ledger=ledger, episodes=episodes
    )
    found: Season = swapped(plain, lambda one: names.get(one, one)) if names else plain
    return msgspec.structs.replace(found, news=news, stands=stands)
