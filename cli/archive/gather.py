"""Which matches and seasons of a house may be published, and what is told of each (HH-17, SE-18)."""

from __future__ import annotations

import msgspec

from cli.archive.masking import Masks, masked_match, masked_season
from core.house.house import House
from core.match.state import Match, change
from core.match.summary import Summary, summary
from core.match.views import record
from core.refusal import Refused
from core.seasons.season import Season
from core.story.lead import lead
from core.story.parts import Story, Word
from core.story.telling import story
from core.talk.channels import Message
from core.talk.consent import Key, released_notes, released_talk


class Published(msgspec.Struct, frozen=True):
    """One finished match that its host has made public, under the names that its people appear by."""

    summary: Summary
    holders: dict[str, str]
    """By the name that a seat appears by: who holds it."""
    story: Story
    """From everyone's eyes where the record is public to those seated, else what spectators know (CM-09)."""
    eyes: dict[str, Story]
    """What each seat knew, where the record is public; without talk that was not released."""
    words: dict[str, Word]
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


def season_names(house: House, season: Season, masks: Masks) -> dict[str, str]:
    """What its cast and its guests appear by, for those alone that appear otherwise."""
    held = dict(season.holders)
    for episode in season.episodes:
        there = house.holders(episode.match or "") or episode.seating.holders
        held |= {seat: there.get(seat, "open") for seat in episode.guests if seat not in held}
    return masks.names(held)


def told_season(house: House, season: Season, masks: Masks) -> Season:
    """The season as it is published."""
    return masked_season(season, season_names(house, season, masks), masks)


def published(house: House, match: str, masks: Masks, known: dict[str, str] | None = None) -> Published | None:
    """One match; None where it cannot be opened, or where somebody asked for another name that cannot be given.
    `known` are the names that the cast of its season appears by."""
    try:
        real = house.table(match).match
    except Refused:
        return None
    names = masks.names({**real.holders}, {s: n for s, n in (known or {}).items() if s in real.seats})
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
    return Published(
        summary=summary(shown),
        holders={names.get(seat, seat): holder for seat, holder in real.holders.items()},
        story=msgspec.structs.replace(told, lead=lead(told, (*told.turns, *broken))),
        eyes=eyes,
        words=words,
        talk=said,
        notes={names.get(s, s): {r: masks.words(text, names) for r, text in own.items()} for s, own in notes.items()},
        blurb=shown.game.spec.blurb,
    )


def _words(eyes: dict[str, Story]) -> dict[str, Word]:
    """What everybody's story says of a seat's words, together."""
    found: dict[str, Word] = {}
    for one in eyes.values():
        for seat, word in one.words.items():
            was = found.get(seat, Word())
            found[seat] = Word(agreed=was.agreed + word.agreed, kept=was.kept + word.kept,
                               broken=was.broken + word.broken, told=(*was.told, *word.told))  # fmt: skip
    return found


def _silent(match: Match, talk: dict[Key, tuple[tuple[int, Message], ...]]) -> Match:
    """The match with no other talk than that which may be published: nothing that is told of it rests on more."""
    said = sorted((one for messages in talk.values() for one in messages), key=lambda one: one[0])
    return change(match, said=tuple(message for _, message in said), apart=(), notes={}, noted={})


def _masked_message(message: Message, masks: Masks, names: dict[str, str]) -> Message:
    """A message under the names that people appear by; `by` and `readers` are so already."""
    deal = message.deal
    if deal is not None:
        deal = msgspec.structs.replace(deal, give=masks.words(deal.give, names), want=masks.words(deal.want, names))
    return msgspec.structs.replace(message, text=masks.words(message.text, names), deal=deal, act=None)
