"""The public matches and seasons of a house: what is published (HH-17, SE-18), and under which names (HH-26)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

import msgspec

from core.house.house import House
from core.match.consent import Key, released_notes, released_talk
from core.match.renaming import is_word_of_game, rename_seat, swapped
from core.match.state import Match, change
from core.match.summary import Summary, summary
from core.match.views import record
from core.narration.recall import record_of
from core.narration.telling import decided_words, story
from core.person import Person, fold
from core.refusal import Refused
from core.seasons.season import Season, SeasonNews
from core.story.parts import KeptPromise, Story
from core.talk.channels import Message
from core.words.rulebook import Paragraph, own_rules

NOBODY = "A player"


class PublishedNames:
    def __init__(self, people: Iterable[Person]) -> None:
        appearing = [person for person in people if person.appears is not None]
        self._wanted = {f"person:{person.id}": person.appears or "" for person in appearing}
        self._named = {fold(name): person.appears or "" for person in appearing for name in person.names}
        self.digest = hashlib.sha256(repr(sorted(self._named.items())).encode()).hexdigest()[:16] if appearing else ""
        self.begun: set[str] = set()
        """Words met since this was last emptied that begin with a hidden name (`Quentins`). They stay, since some begin
        so by chance."""

    def hidden(self, holder: str) -> bool:
        return self._wanted.get(holder) == ""

    def names(self, holders: Mapping[str, str], known: Mapping[str, str] | None = None) -> dict[str, str]:
        """Other names by seat; seats without one are left out. `known`: names given before in the same season. A seat
        that bears the name of a person with a wish is included, whoever plays it."""
        names = {seat: name for seat, name in (known or {}).items() if seat in holders}
        for seat, holder in holders.items():
            wanted = self._wanted.get(holder, self._named.get(fold(seat)))
            if wanted is not None and seat not in names:
                used = {other.casefold() for other in (*holders, *(known or {}).values(), *names.values())}
                names[seat] = _free_name(wanted or NOBODY, used)
        return names

    def words(self, text: str, names: Mapping[str, str]) -> str:
        """Text with whole words that are hidden names replaced, in any case."""
        replacements = {fold(name): wanted or NOBODY for name, wanted in self._named.items()}
        replacements |= {fold(seat): name for seat, name in names.items()}
        if not replacements:
            return text
        any_name = "|".join(map(re.escape, sorted(replacements, key=len, reverse=True)))
        called = re.compile(rf"(?<!\w)(?:{any_name})(?!\w)", re.IGNORECASE)
        given = {word for wanted in replacements.values() for word in re.findall(r"\w+", fold(wanted))}
        begun = re.findall(rf"(?<!\w)(?:{any_name})\w+", called.sub(" ", text), re.IGNORECASE)
        self.begun.update(word for word in begun if fold(word) not in given)
        return called.sub(lambda match: replacements.get(fold(match[0]), NOBODY), text)

    def slug(self, name: str, names: Mapping[str, str]) -> str:
        masked = self.words(name, names)
        return name if masked == name else re.sub(r"[^a-z0-9]+", "-", masked.casefold()).strip("-")


def _free_name(name: str, used: set[str]) -> str:
    number, candidate = 1, name
    while candidate.casefold() in used:
        number += 1
        candidate = f"{name} {number}"
    return candidate


def masked_match(match: Match, names: Mapping[str, str]) -> Match | None:
    """The match under these names; None if a hidden name is also a word of the game."""
    if any(is_word_of_game(match, seat) for seat in names):
        return None
    match = change(match, renamed={})
    aside = {seat: f"masked seat {place}" for place, seat in enumerate(names)}
    for seat, name in aside.items():  # two steps, so that a new name never meets an equal old one
        match = rename_seat(match, seat, name)
    for seat, name in aside.items():
        match = rename_seat(change(match, renamed={}), name, names[seat])
    return match


def masked_season(season: Season, names: Mapping[str, str], masks: PublishedNames) -> Season:
    def text(words: str) -> str:
        return masks.words(words, names)

    def told(news: Iterable[SeasonNews]) -> tuple[SeasonNews, ...]:
        return tuple(msgspec.structs.replace(item, text=text(item.text)) for item in news)

    header = msgspec.structs.replace(season.header, title=text(season.header.title))
    news, stands = told(season.news), told(season.lasting_news)
    ledger = tuple(msgspec.structs.replace(item, reason=text(item.reason)) for item in season.ledger)
    episodes = tuple(
        msgspec.structs.replace(item, skipped=None if item.skipped is None else text(item.skipped))
        for item in season.episodes
    )
    promises = tuple(msgspec.structs.replace(item, words=text(item.words)) for item in season.promises)
    plain = msgspec.structs.replace(
        season, header=header, past=(), news=(), lasting_news=(), messages=(), ledger=ledger, episodes=episodes,
        promises=promises,
    )  # fmt: skip
    swapped_season: Season = swapped(plain, lambda item: names.get(item, item)) if names else plain
    return msgspec.structs.replace(swapped_season, news=news, lasting_news=stands)


class PublishedMatch(msgspec.Struct, frozen=True):
    """A finished public match, under the names that its people appear by."""

    summary: Summary
    holders: dict[str, str]
    story: Story
    """All-seeing where the record is public to its players, else as spectators saw it (CM-09)."""
    eyes: dict[str, Story]
    """Story of each seat where the record is public, without unreleased talk."""
    words: dict[str, KeptPromise]
    """Kept promises by seat, as far as the talk with the promise was released."""
    talk: tuple[Message, ...]
    """Conversations that all their members released (HH-27), in order."""
    notes: dict[str, dict[int, str]]
    blurb: str
    rules: tuple[Paragraph, ...]
    """The match's own rules."""


def finished(house: House) -> tuple[Summary, ...]:
    public = [match for match in house.matches() if match.finished and match.public and match.outcome is not None]
    return tuple(sorted(public, key=lambda match: (-(match.finished_at or match.made_at), match.match)))


def public_seasons(house: House) -> tuple[Season, ...]:
    return tuple(live.season for live in house.seasons.live.values() if live.season.public)


def season_names(house: House, season: Season, masks: PublishedNames) -> dict[str, str]:
    """Other names of a season's cast and guests; members without one are left out."""
    held = dict(season.holders)
    for episode in season.episodes:
        holders = house.holders(episode.match or "") or episode.seating.holders
        held |= {seat: holders.get(seat, "open") for seat in episode.guests if seat not in held}
    return masks.names(held)


def page(house: House, people: Iterable[Person], kind: str, name: str) -> str:
    """Path of a public page in `matches` or `seasons`; empty for a match that cannot be masked."""
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
    return masked_season(season, season_names(house, season, masks), masks)


def published(
    house: House, match: str, masks: PublishedNames, known: dict[str, str] | None = None
) -> PublishedMatch | None:
    """A match to publish; None if it cannot be opened or not under the names asked for. `known`: names of its season's
    cast."""
    try:
        real = house.table(match).match
    except Refused:
        return None
    today = season_renames(house, real)
    names = masks.names({**real.holders}, {s: n for s, n in (known or {}).items() if s in real.seats})
    # A wish for a name comes first, then the season's present names.
    names = {**today, **{seat: known.get(today[seat], name) if known and seat in today else name
                         for seat, name in names.items()}}  # fmt: skip
    talk, notes = released_talk(real), released_notes(real)
    shown = masked_match(_with_released_talk(real, talk), names) if names else _with_released_talk(real, talk)
    if shown is None:
        return None
    shown = change(shown, header=msgspec.structs.replace(shown.header, title=masks.words(shown.header.title, names)))
    whole = record(shown) is not None
    eyes = {seat: story(shown, seat) for seat in shown.seats} if whole else {}
    talk_shown = tuple(_masked_message(message, masks, names) for message in shown.messages)
    public_story = story(shown, None, whole=whole)
    if names:  # HH-26: some draws are named after seats, so the seed would betray hidden names
        public_story = msgspec.structs.replace(public_story, dice={"commitment": public_story.dice["commitment"]})
    words = decided_words(shown, shown.game.full_story(record_of(shown)), _promises_by_seat(eyes)) if whole else {}
    return PublishedMatch(
        summary=summary(shown),
        holders={names.get(seat, seat): holder for seat, holder in real.holders.items()},
        story=public_story,
        eyes=eyes,
        words=words,
        talk=talk_shown,
        notes={names.get(s, s): {r: masks.words(text, names) for r, text in own.items()} for s, own in notes.items()},
        blurb=shown.spec.blurb,
        rules=own_rules(msgspec.structs.replace(shown.spec, rules=masks.words(shown.spec.rules, names))),
    )


def season_renames(house: House, match: Match) -> dict[str, str]:
    """Names that the season has given since (SE-26), by seat of the match."""
    live = house.seasons.live.get(match.header.season)
    name = match.header.match
    episodes = () if live is None else live.season.episodes
    episode = next((played for played in episodes if name in (played.match, *played.duels)), None)
    if episode is None:
        return {}
    now = episode.seats if name == episode.match else (episode.candidate, episode.opponent)
    original = house.store.read(name).header["seats"]
    if len(now) != len(original):
        return {}
    places = zip(match.seats, original, now, strict=True)
    renames = {seat: new for seat, was, new in places if new is not None and seat == was != new}
    return {} if any(is_word_of_game(match, seat) for seat in renames) else renames


def _promises_by_seat(eyes: dict[str, Story]) -> dict[str, KeptPromise]:
    words: dict[str, KeptPromise] = {}
    for seen in eyes.values():
        for seat, word in seen.words.items():
            before = words.get(seat, KeptPromise())
            words[seat] = KeptPromise(agreed=before.agreed + word.agreed, kept=before.kept + word.kept,
                               broken=before.broken + word.broken, told=(*before.told, *word.told))  # fmt: skip
    return words


def _with_released_talk(match: Match, talk: dict[Key, tuple[tuple[int, Message], ...]]) -> Match:
    """The match with released talk alone, so that nothing published rests on other talk."""
    released = sorted((item for messages in talk.values() for item in messages), key=lambda item: item[0])
    return change(match, messages=tuple(message for _, message in released), asides=(), notes={}, notes_by_round={})


def _masked_message(message: Message, masks: PublishedNames, names: dict[str, str]) -> Message:
    """A message with masked text. `by` and `readers` are masked already."""
    deal = message.deal
    if deal is not None:
        deal = msgspec.structs.replace(deal, give=masks.words(deal.give, names), want=masks.words(deal.want, names))
    return msgspec.structs.replace(message, text=masks.words(message.text, names), deal=deal, act=None)
