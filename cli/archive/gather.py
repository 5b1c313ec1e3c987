"""Which matches and seasons of a house may be published, what is told of each (HH-17, SE-18), and under which names
(HH-26)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

import msgspec

from core.house.house import House
from core.match.consent import Key, released_notes, released_talk
from core.match.renaming import is_word_of_game, renamed, swapped
from core.match.state import Match, change
from core.match.summary import Summary, summary
from core.match.views import record
from core.narration.telling import lead, story
from core.person import Person, fold
from core.refusal import Refused
from core.seasons.season import Season, SeasonNews
from core.story.parts import KeptPromise, Story
from core.talk.channels import Message

NOBODY = "A player"
"""What somebody is called who wants no name."""


class PublishedNames:
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


def masked_season(season: Season, names: Mapping[str, str], masks: PublishedNames) -> Season:
    """The season under these names, with everything that was announced."""

    def text(said: str) -> str:
        return masks.words(said, names)

    def told(news: Iterable[SeasonNews]) -> tuple[SeasonNews, ...]:
        return tuple(msgspec.structs.replace(one, text=text(one.text)) for one in news)

    header = msgspec.structs.replace(season.header, title=text(season.header.title))
    news, stands = told(season.news), told(season.stands)
    ledger = tuple(msgspec.structs.replace(one, reason=text(one.reason)) for one in season.ledger)
    episodes = tuple(
        msgspec.structs.replace(one, skipped=None if one.skipped is None else text(one.skipped))
        for one in season.episodes
    )
    promises = tuple(msgspec.structs.replace(one, words=text(one.words)) for one in season.promises)
    plain = msgspec.structs.replace(
        season, header=header, past=(), news=(), stands=(), said=(), ledger=ledger, episodes=episodes, promises=promises
    )
    found: Season = swapped(plain, lambda one: names.get(one, one)) if names else plain
    return msgspec.structs.replace(found, news=news, stands=stands)


class PublishedMatch(msgspec.Struct, frozen=True):
    """One finished match that its host has made public, under the names that its people appear by."""

    summary: Summary
    holders: dict[str, str]
    """By the name that a seat appears by: who holds it."""
    story: Story
    """From everyone's eyes where the record is public to those seated, else what spectators know (CM-09)."""
    eyes: dict[str, Story]
    """What each seat knew, where the record is public; without talk that was not released."""
    words: dict[str, KeptPromise]
    """By seat how it kept what it had agreed with all others, as far as the talk in which it was made was released."""
    talk: tuple[Message, ...]
    """Of the conversations that everybody in them released (HH-27), in the order in which it was said."""
    notes: dict[str, dict[int, str]]
    blurb: str


def finished(house: House) -> tuple[Summary, ...]:
    """Every public match that has finished with a result, newest first."""
    found = [one for one in house.matches() if one.finished and one.public and one.outcome is not None]
    return tuple(sorted(found, key=lambda one: (-(one.finished_at or one.made_at), one.match)))


def public_seasons(house: House) -> tuple[Season, ...]:
    """Every public season, oldest first."""
    return tuple(live.season for live in house.seasons.live.values() if live.season.public)


def season_names(house: House, season: Season, masks: PublishedNames) -> dict[str, str]:
    """What its cast and its guests appear by, for those alone that appear otherwise."""
    held = dict(season.holders)
    for episode in season.episodes:
        there = house.holders(episode.match or "") or episode.seating.holders
        held |= {seat: there.get(seat, "open") for seat in episode.guests if seat not in held}
    return masks.names(held)


def page(house: House, people: Iterable[Person], kind: str, name: str) -> str:
    """The path of the page of one of the `matches` or `seasons` that are public; empty for a match that cannot be told
    under the names that its people appear by."""
    masks = PublishedNames(people)
    match = house.table(name).match if kind == "matches" else None
    live = house.seasons.live.get(name if match is None else match.header.season)
    known = season_names(house, live.season, masks) if live is not None and live.season.public else {}
    if match is not None:
        names = masks.names({**match.holders}, {s: n for s, n in known.items() if s in match.seats})
        if any(is_word_of_game(match, seat) for seat in names):
            return ""
    return f"{kind}/{masks.slug(name, known)}.html"


def told_season(house: House, season: Season, masks: PublishedNames) -> Season:
    """The season as it is published."""
    return masked_season(season, season_names(house, season, masks), masks)


def published(
    house: House, match: str, masks: PublishedNames, known: dict[str, str] | None = None
) -> PublishedMatch | None:
    """One match; None where it cannot be opened, or where somebody asked for another name that cannot be given.
    `known` are the names that the cast of its season appears by."""
    try:
        real = house.table(match).match
    except Refused:
        return None
    today = season_renames(house, real)
    names = masks.names({**real.holders}, {s: n for s, n in (known or {}).items() if s in real.seats})
    # Who asked for another name is called so, and everybody else as the season calls them today.
    names = {**today, **{seat: known.get(today[seat], name) if known and seat in today else name
                         for seat, name in names.items()}}  # fmt: skip
    talk, notes = released_talk(real), released_notes(real)
    shown = masked_match(_silent(real, talk), names) if names else _silent(real, talk)
    if shown is None:
        return None
    shown = change(shown, header=msgspec.structs.replace(shown.header, title=masks.words(shown.header.title, names)))
    whole = record(shown) is not None
    eyes = {seat: story(shown, seat) for seat in shown.seats} if whole else {}
    said = tuple(_masked_message(one, masks, names) for one in shown.said)
    told = story(shown, None, whole=whole)
    if names:  # HH-26: some draws are named after seats, so whoever had the seed could try which name fits
        told = msgspec.structs.replace(told, dice={"commitment": told.dice["commitment"]})
    words = _words(eyes)
    broken = [turn for one in words.values() for turn in one.told]
    return PublishedMatch(
        summary=summary(shown),
        holders={names.get(seat, seat): holder for seat, holder in real.holders.items()},
        story=msgspec.structs.replace(told, lead=lead(told, (*told.turns, *broken))),
        eyes=eyes,
        words=words,
        talk=said,
        notes={names.get(s, s): {r: masks.words(text, names) for r, text in own.items()} for s, own in notes.items()},
        blurb=shown.game.spec.blurb,
    )


def season_renames(house: House, match: Match) -> dict[str, str]:
    """Return, by seat of a season's match, the name that the season has given since (SE-26)."""
    live = house.seasons.live.get(match.header.season)
    name = match.header.match
    episodes = () if live is None else live.season.episodes
    episode = next((one for one in episodes if name in (one.match, *one.duels)), None)
    if episode is None:
        return {}
    now = episode.seats if name == episode.match else (episode.candidate, episode.opponent)
    made = house.store.read(name).header["seats"]
    if len(now) != len(made):
        return {}
    places = zip(match.seats, made, now, strict=True)
    renames = {seat: new for seat, was, new in places if new is not None and seat == was != new}
    return {} if any(is_word_of_game(match, seat) for seat in renames) else renames


def _words(eyes: dict[str, Story]) -> dict[str, KeptPromise]:
    """What everybody's story says of a seat's words, together."""
    found: dict[str, KeptPromise] = {}
    for one in eyes.values():
        for seat, word in one.words.items():
            was = found.get(seat, KeptPromise())
            found[seat] = KeptPromise(agreed=was.agreed + word.agreed, kept=was.kept + word.kept,
                               broken=was.broken + word.broken, told=(*was.told, *word.told))  # fmt: skip
    return found


def _silent(match: Match, talk: dict[Key, tuple[tuple[int, Message], ...]]) -> Match:
    """The match with no other talk than that which may be published: nothing that is told of it rests on more."""
    said = sorted((one for messages in talk.values() for one in messages), key=lambda one: one[0])
    return change(match, said=tuple(message for _, message in said), apart=(), notes={}, notes_by_round={})


def _masked_message(message: Message, masks: PublishedNames, names: dict[str, str]) -> Message:
    """A message under the names that people appear by; `by` and `readers` are so already."""
    deal = message.deal
    if deal is not None:
        deal = msgspec.structs.replace(deal, give=masks.words(deal.give, names), want=masks.words(deal.want, names))
    return msgspec.structs.replace(message, text=masks.words(message.text, names), deal=deal, act=None)
