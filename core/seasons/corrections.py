"""A host's corrections of a season (SE-10), late-comers, and names that change hands (SE-01)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import UNSET

from core.match.renaming import swapped
from core.match.seating import OPEN, handover_words, is_bot
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.death_match import vacate
from core.seasons.season import (
    MOST,
    Member,
    Season,
    SeasonNews,
    announce,
    change,
    check_member,
    check_new_name,
    check_phase,
    check_reason,
    enter,
    pay,
    put_out,
    with_member,
)


def publish(season: Season, entry: j.SeasonPublished) -> Season:
    """Publish the season, or take that back (SE-18)."""
    if entry.public == season.public:
        return season
    if season.options.trial:
        raise Refused("trial", "A trial counts nowhere, and is never published.", "HH-69")
    text = "public: it may be published as pages." if entry.public else "private: it will not be published."
    return announce(change(season, public=entry.public), entry, f"The host made this season {text}", stays=True)


WATCHING: dict[j.Watch, str] = {
    "house": "Everybody of the house may read this season and watch its matches.",
    "cast": "Its cast alone may read this season and watch its matches, its guests, and who host it.",
    "code": "Its cast, its guests, its hosts, and people with its code may read this season and watch its matches.",
}
"""Announcements (SE-23)."""


def watched_by(season: Season, entry: j.SeasonWatching) -> Season:
    """Set who may read the season and watch its matches (SE-23). Another code is no news."""
    if (entry.watched_by == "code") != bool(entry.digest):
        raise Refused("bad_watch", "A season read by code has one, and another season has none.", "SE-23")
    is_news = entry.watched_by != season.watch
    season = change(season, watch=entry.watched_by, watch_code=entry.digest)
    return announce(season, entry, WATCHING[entry.watched_by], stays=True) if is_news else season


def set_usual(season: Season, entry: j.Usual) -> Season:
    """Set the defaults of coming matches (SE-25)."""
    usual_before = season.usual
    if (entry.settings, entry.schedule, entry.level, entry.episodes) == (
        usual_before.settings, usual_before.schedule, usual_before.level, usual_before.episodes,
    ):  # fmt: skip
        return season
    text = f"Matches to come, unless their opening says otherwise: {entry.words or 'as usual'}."
    return announce(change(season, usual=entry), entry, text, stays=True)


NAMING = ("cast", "episodes", "ledger", "holders", "left_by", "gifts", "promises")


def rename(season: Season, entry: j.SeasonRenamed) -> Season:
    """Rename one of the cast, from the beginning on; old news keep the name (SE-26)."""
    check_phase(season, "between")
    check_member(season, entry.name)
    if entry.to == entry.name:
        return season
    check_new_name(entry.to, tuple(name for name in season.cast if name != entry.name))

    def write(text: str) -> str:
        return entry.to if text == entry.name else text

    known = {field: swapped(getattr(season, field), write) for field in NAMING}
    known["messages"] = tuple(msgspec.structs.replace(item, name=write(item.name)) for item in season.messages)
    past = tuple(msgspec.structs.replace(item, season=_rewrite_names(item.season, write)) for item in season.past)
    after = change(season, **known, past=past)
    return announce(after, entry, f"{entry.name} is called {entry.to} now.", stays=True)


def _rewrite_names(season: Season, write: Callable[[str], str]) -> Season:
    return change(season, **{field: swapped(getattr(season, field), write) for field in NAMING})


def correct(season: Season, entry: j.SeasonCorrected) -> Season:
    """Set a host's values, `in` first (SE-07)."""
    check_reason(entry.reason)
    if not entry.changes:
        raise Refused("no_change", "Name at least one person, and what of them is to be put right.", "SE-10")
    for name, wanted in entry.changes.items():
        check_member(season, name)
        if wanted == j.CastCorrection():
            raise Refused("no_change", f"{name}: give at least one of in, purse, tokens, marked, realm.", "SE-10")
        for field, amount in (("purse", wanted.purse), ("tokens", wanted.tokens)):
            if amount is not UNSET and amount < 0:
                raise Refused("bad_amount", f"{name}: {field} is a whole number from 0, not {amount}.", "SE-10")
    before = season.cast
    for name, wanted in entry.changes.items():
        season = _corrected(season, name, wanted, entry.reason.strip())
    texts = [words for name in entry.changes if (words := _change_words(name, before[name], season.cast[name]))]
    if not texts:
        return vacate(season)
    return announce(vacate(season), entry, f"Corrected ({entry.reason.strip()}): {'; '.join(texts)}.")


def _corrected(season: Season, name: str, wanted: j.CastCorrection, why: str) -> Season:
    member = season.cast[name]
    if wanted.in_ is False and member.in_:
        season = put_out(season, name)
    elif wanted.in_ is True and not member.in_:
        season = with_member(season, name, in_=True, left=None)
    if wanted.purse is not UNSET:
        season = pay(season, name, wanted.purse - season.cast[name].purse, f"corrected: {why}")
    if wanted.tokens is not UNSET:
        season = with_member(season, name, tokens=wanted.tokens)
    if wanted.marked is not UNSET:
        season = with_member(season, name, mark=season.number if wanted.marked else None)
    if wanted.realm is not UNSET:
        season = with_member(season, name, realm=wanted.realm)
    return season


def changed(old: Member, new: Member) -> dict[str, tuple[object, object]]:
    pairs: dict[str, tuple[object, object]] = {
        "": ("in" if old.in_ else "out", "in" if new.in_ else "out"),
        "purse": (old.purse, new.purse),
        "tokens": (old.tokens, new.tokens),
        "Mark": ("yes" if old.marked else "no", "yes" if new.marked else "no"),
        "realm": (old.realm or "none", new.realm or "none"),
    }
    return {field: (before, after) for field, (before, after) in pairs.items() if before != after}


def _change_words(name: str, old: Member, new: Member) -> str:
    parts = [f"{field} {before} to {after}".strip() for field, (before, after) in changed(old, new).items()]
    return f"{name}: {', '.join(parts)}" if parts else ""


def add(season: Season, entry: j.Added) -> Season:
    """Add a late-comer, before any booking or final (SE-01)."""
    if season.before is not None:
        raise Refused("too_late", "Late-comers join before the first booking; it is too late now.", "SE-01")
    check_new_name(entry.name, tuple(season.cast))
    if len(season.cast) + (0 if season.started else season.options.places) >= MOST:
        raise Refused("cast_full", f"A cast has at most {MOST} names.", "SE-01")
    season = change(enter(season, entry.name), holders={**season.holders, entry.name: entry.holder})
    return announce(season, entry, f"{entry.name} joins the cast.")


def hand_over(season: Season, entry: j.SeasonHandedOver) -> Season:
    """Give a name of the cast to another player, with purse and seat (SE-01)."""
    check_member(season, entry.name)
    left = season.holders.get(entry.name, OPEN)
    text = handover_words(entry.name, entry.holder, season.left_by.get(entry.name))
    if left != entry.holder and left != OPEN and not is_bot(left):
        season = change(season, left_by={**season.left_by, entry.name: left})
    season = change(season, holders={**season.holders, entry.name: entry.holder})
    return announce(season, entry, text, stays=True, match=entry.match)


def unbook(season: Season, entry: j.Unbooked) -> Season:
    """Go back before the last booking or final; later entries are undone too and listed."""
    if season.phase == "main":
        raise Refused("episode_open", "An episode is open: call it off, then undo the last booking.", "SE-10")
    place = season.booked
    if place is None:
        raise Refused("nothing_booked", "Nothing is booked that could be undone.", "SE-10")
    before = season.past[place].season
    booking = "final" if before.phase == "between" else f"booking of episode {before.number}"
    undone = since(season, place)[1:]  # without the booking itself
    lines = [f"The {booking} is undone." + (" So is all that came after it:" if undone else "")]
    return _gone_back(season, entry, place, (*lines, *(f"Undone: {news.text}" for news in undone)))


def undo(season: Season, entry: j.Undone) -> Season:
    """Go back before the last entry that stands (SE-19)."""
    place = len(season.past) - 1
    if place < 0:
        raise Refused("nothing_entered", "Nothing has been entered yet that could be undone.", "SE-19")
    kind, before = season.past[place].kind, season.past[place].season
    if kind == "opened":
        raise Refused("episode_open", f"Episode {season.number} is open: call it off and say why.", "SE-19")
    if kind == "called_off" and (match := before.episodes[-1].match) is not None and entry.match != match:
        message = f"{match} was ended with its episode: take that back (end {match} --undo), and both go on."
        raise Refused("match_ended", message, "SE-19")
    return _gone_back(season, entry, place, tuple(f"Undone: {news.text}" for news in since(season, place)))


def since(season: Season, place: int) -> tuple[SeasonNews, ...]:
    return season.lasting_news[len(season.past[place].season.lasting_news) :]


def _gone_back(season: Season, entry: j.Unbooked | j.Undone, place: int, lines: tuple[str, ...]) -> Season:
    """Go back to a moment of the past. News, holders, read matches, publication and readers stay (SE-13, SE-23)."""
    before = season.past[place].season
    news = tuple(SeasonNews(entry.at, entry.author, text) for text in lines)
    holders = {name: holder for name, holder in season.holders.items() if name in before.cast}
    return change(before, past=season.past[:place], news=(*season.news, *news), holders=holders, read=season.read,
                  left_by=season.left_by, public=season.public, watch=season.watch, watch_code=season.watch_code,
                  usual=season.usual, messages=season.messages, planned=season.planned, names=season.names,
                  out_may_write=season.out_may_write, entry_count=season.entry_count)  # fmt: skip
