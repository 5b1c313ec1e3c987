"""The gallery of a match (setting `gallery`), which sees everything, and its members' remarks (HH-61 to HH-64).

Hosts choose the members; seats know only their number.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from core.match import journal as j
from core.match.seating import is_person
from core.refusal import NotAMatch, Refused

Where = Literal["gallery", "spectators"]
"""Lounges of spectators, apart from each other and from the players' (HH-64)."""

MOST = 100
REMARKS = 20
"""Remarks that one person may make in a minute."""
LATE = re.compile(r"(\d{1,4}) (round|minute)s?")


class Late(msgspec.Struct, frozen=True):
    """Delay of a gallery in rounds or in seconds; live if both are 0."""

    rounds: int = 0
    seconds: float = 0.0


class GalleryConsent(msgspec.Struct, frozen=True):
    """Words that the person in a seat lets the gallery read from then on."""

    talk: bool = False
    confessional: bool = False


class Remark(msgspec.Struct, frozen=True):
    author: str = msgspec.field(name="by")
    name: str = msgspec.field(name="called")
    where: Where
    text: str
    round: int
    at: float


class Audience(msgspec.Struct, frozen=True, kw_only=True):
    members: dict[str, str] = {}
    """Display names by member id (`person:<id>`)."""
    ever: tuple[str, ...] = ()
    """Present and former members: all of them know what they have seen."""
    consents: dict[str, GalleryConsent] = {}
    """Consent by seat; a seat that has not answered is missing."""
    said: tuple[int, ...] = ()
    confided: tuple[int, ...] = ()
    remarks: tuple[Remark, ...] = ()


def late_of(words: str) -> Late:
    """Parse the setting: `live`, `2 rounds`, `30 minutes`. Raises NotAMatch for anything else."""
    if words == "live":
        return Late()
    parsed = LATE.fullmatch(words.strip())
    amount = int(parsed[1]) if parsed else 0
    if parsed is None or not amount or (parsed[2] == "minute" and amount > 1440):
        message = "A gallery is live, or so many rounds or minutes late: live, 2 rounds, 30 minutes (1440 at the most)."
        raise NotAMatch("bad_gallery", message, "HH-61")
    return Late(rounds=amount) if parsed[2] == "round" else Late(seconds=60.0 * amount)


def onlookers_delay(words: str) -> int:
    """Parse the setting `onlookers`: rounds of delay; 0 if empty. Raises NotAMatch for anything but `2 rounds`."""
    parsed = LATE.fullmatch(words.strip())
    if words and (parsed is None or parsed[2] != "round" or not int(parsed[1])):
        message = "Onlookers see everything so many rounds late: 1 round, 2 rounds. Empty: public facts alone."
        raise NotAMatch("bad_onlookers", message, "HH-71")
    return int(parsed[1]) if parsed else 0


def onlookers_words(words: str, word: str) -> str:
    """Return what all read at the start about onlookers; `word` names a round."""
    late = words.replace("round", word)
    return f"Onlookers who do not play see each {word} whole, with all orders, {late} after its close."


def gallery_words(words: str, word: str) -> str:
    """Return what all seats read about the gallery at the start; `word` names a round."""
    late_of(words)
    when = "as it happens" if words == "live" else f"{words.replace('round', word)} late"
    return (
        f"This match has a gallery: whom its hosts let in sees every seat's table and orders, {when}, and takes no "
        "part. What you say is read there only if you and everybody who hears it let it be (gallery)."
    )


def many_words(amount: int) -> str:
    return f"{amount} {'person is' if amount == 1 else 'people are'} in the gallery of this match."


def with_member(audience: Audience, entry: j.Gallery, holders: dict[str, str], names: tuple[str, ...]) -> Audience:
    """Let a person in, or out again; `names` are the sign-ups. Refused: `seated`, `too_many`, `not_in_gallery`."""
    members = dict(audience.members)
    if not entry.yes:
        if members.pop(entry.holder, None) is None:
            raise Refused("not_in_gallery", f"{entry.name} is not in the gallery of this match.", "HH-61")
        return msgspec.structs.replace(audience, members=members)
    if entry.holder in holders.values() or entry.holder in names:
        message = (
            f"{entry.name} plays this match, or has put their name down for it: nobody who does is in its gallery."
        )
        raise Refused("seated", message, "HH-63")
    if entry.holder not in members and len(members) >= MOST:
        raise Refused("too_many", f"{MOST} people are in this gallery already.", "HH-61")
    members[entry.holder] = entry.name
    ever = tuple(dict.fromkeys((*audience.ever, entry.holder)))
    return msgspec.structs.replace(audience, members=members, ever=ever)


def check_pace(audience: Audience, by: str, at: float) -> None:
    """Refused (`too_fast`) after `REMARKS` remarks in a minute."""
    if sum(remark.author == by and remark.at > at - 60 for remark in audience.remarks) >= REMARKS:
        message = f"You have said {REMARKS} things within a minute: wait a little."
        raise Refused("too_fast", message, "HH-64")


def check_outside(audience: Audience, holder: str) -> None:
    """Refused (`in_gallery`) for a person who has seen everything (HH-63)."""
    if holder in audience.ever:
        message = "A member of a match's gallery sits down nowhere in it, also not after leaving the gallery."
        raise Refused("in_gallery", message, "HH-63")


def may_read(audience: Audience, seat: str, holder: str, place: Literal["talk", "confessional"]) -> bool:
    """Return the seat's consent for talk or confessional. Bots consent, open seats too."""
    consent = audience.consents.get(seat)
    return not is_person(holder) if consent is None else bool(getattr(consent, place))


def wall() -> Refused:
    message = "Somebody who would read that plays a match whose gallery you have been in: until it is over you write "
    return Refused("gallery_wall", f"{message}nothing to anybody who plays it, names and reasons neither.", "HH-63")
