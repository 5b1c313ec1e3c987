"""Who watches a match: its gallery, which sees everything, and what those who watch say among themselves.

A match is made with a gallery or without one (setting `gallery`), and says how late it is (HH-61). Who is in it is the
hosts' to say and theirs to know; the seats know that there is one and how many are in it. What a seat says is read
there only as far as everybody who could read it has let it be (HH-62).
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from core.match import journal as j
from core.match.seating import is_person
from core.refusal import NotAMatch, Refused

Where = Literal["gallery", "spectators"]
"""The lounges of those who watch: apart from each other, and both from the players' (HH-64)."""

MOST = 100
"""People in one gallery."""
REMARKS = 20
"""What one of those who watch may say in a minute."""
LATE = re.compile(r"(\d{1,4}) (round|minute)s?")


class Late(msgspec.Struct, frozen=True):
    """How far a gallery is behind: so many rounds, or seconds; live if neither."""

    rounds: int = 0
    seconds: float = 0.0


class GalleryConsent(msgspec.Struct, frozen=True):
    """What the person in a seat lets the gallery read of what they say from then on."""

    talk: bool = False
    confessional: bool = False


class Remark(msgspec.Struct, frozen=True):
    """Something that somebody who watches said to the others who do."""

    by: str
    """`person:<id>`."""
    called: str
    where: Where
    text: str
    round: int
    at: float


class Audience(msgspec.Struct, frozen=True, kw_only=True):
    """Those who watch a match, and what they may read."""

    members: dict[str, str] = {}
    """Who is in the gallery, `person:<id>`, with what they are called."""
    ever: tuple[str, ...] = ()
    """Who ever was: what they have seen they know."""
    lets: dict[str, GalleryConsent] = {}
    """By seat, what whoever has it lets the gallery read; a seat that was not asked yet, or has not answered, is not in
    it."""
    said: tuple[int, ...] = ()
    """What of the match's talk may be read there, by its place in it."""
    confided: tuple[int, ...] = ()
    """What of its confessionals and lines."""
    remarks: tuple[Remark, ...] = ()


def late_of(words: str) -> Late:
    """How late a gallery is, from the setting: `live`, `2 rounds`, `30 minutes`. NotAMatch for anything else."""
    if words == "live":
        return Late()
    found = LATE.fullmatch(words.strip())
    many = int(found[1]) if found else 0
    if found is None or not many or (found[2] == "minute" and many > 1440):
        said = "A gallery is live, or so many rounds or minutes late: live, 2 rounds, 30 minutes (1440 at the most)."
        raise NotAMatch("bad_gallery", said, "HH-61")
    return Late(rounds=many) if found[2] == "round" else Late(seconds=60.0 * many)


def told_of(words: str, word: str) -> str:
    """What everybody is told of it at the start, in a match whose rounds are called `word`."""
    late_of(words)
    when = "as it happens" if words == "live" else f"{words.replace('round', word)} late"
    return (
        f"This match has a gallery: whom its hosts let in sees every seat's table and orders, {when}, and takes no "
        "part. What you say is read there only if you and everybody who hears it let it be (gallery)."
    )


def many_words(many: int) -> str:
    """What the seats are told when somebody comes or goes."""
    return f"{many} {'person is' if many == 1 else 'people are'} in the gallery of this match."


def given(audience: Audience, entry: j.Gallery, holders: dict[str, str], names: tuple[str, ...]) -> Audience:
    """Somebody is let in, or not any more. `names`: who has put their name down. Refused: `seated`, `too_many`,
    `not_in_gallery`."""
    members = dict(audience.members)
    if not entry.yes:
        if members.pop(entry.holder, None) is None:
            raise Refused("not_in_gallery", f"{entry.called} is not in the gallery of this match.", "HH-61")
        return msgspec.structs.replace(audience, members=members)
    if entry.holder in holders.values() or entry.holder in names:
        said = f"{entry.called} plays this match, or has put their name down for it: nobody who does is in its gallery."
        raise Refused("seated", said, "HH-63")
    if entry.holder not in members and len(members) >= MOST:
        raise Refused("too_many", f"{MOST} people are in this gallery already.", "HH-61")
    members[entry.holder] = entry.called
    ever = tuple(dict.fromkeys((*audience.ever, entry.holder)))
    return msgspec.structs.replace(audience, members=members, ever=ever)


def check_pace(audience: Audience, by: str, at: float) -> None:
    """Refused (`too_fast`) where somebody who watches says more than `REMARKS` things in a minute."""
    if sum(one.by == by and one.at > at - 60 for one in audience.remarks) >= REMARKS:
        said = f"You have said {REMARKS} things within a minute: wait a little."
        raise Refused("too_fast", said, "HH-64")


def check_outside(audience: Audience, holder: str) -> None:
    """Refused (`in_gallery`) where whoever is to sit down has seen everything (HH-63)."""
    if holder in audience.ever:
        said = "Whoever is in the gallery of a match sits down nowhere in it, also not after leaving the gallery."
        raise Refused("in_gallery", said, "HH-63")


def lets(audience: Audience, seat: str, holder: str, place: Literal["talk", "confessional"]) -> bool:
    """Does whoever has the seat let the gallery read that? Bots do, and where nobody sits nobody is asked."""
    found = audience.lets.get(seat)
    return not is_person(holder) if found is None else bool(getattr(found, place))


def wall() -> Refused:
    """The refusal of what is written over the wall."""
    said = "Somebody who would read that plays a match whose gallery you have been in: until it is over you write "
    return Refused("gallery_wall", f"{said}nothing to anybody who plays it, names and reasons neither.", "HH-63")
