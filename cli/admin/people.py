"""The people of the house by command: who is let in, who there is, and a way back in for who lost theirs."""

from __future__ import annotations

import logging
import secrets
from typing import cast, get_args

import msgspec

from cli.admin.requests import Answer, Deed, Holders, Request, by_shell, desk_of, stands
from core import person
from core.house.guest import Watchers, WatchLinks
from core.house.house import House
from core.house.moderation import Steward
from core.house.people import LINK_SECONDS, People
from core.house.reminders import Reminded
from core.match.journal import WatchedBy
from core.match.state import WATCHING
from core.refusal import Refused, quoted
from core.table.host_controls import ROOMS, HostControls, Room
from core.talk.channels import rooms_words
from core.words import wording
from core.words.deadlines import match_zone
from core.words.door import Door, paste
from core.words.moments import read_moment, zoned
from core.words.wording import counted
from tui.app.house_zone import HouseZone

log = logging.getLogger("garnet.server")


MOST_CODES = 100
"""Invitations to the house that are made at a time."""


class PeopleDeeds:
    """Who may come in."""

    def __init__(self, house: House, people: People, door: Door) -> None:
        self._house = house
        self._people = people
        self._holders = Holders(people)
        self._door = door

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {
            "invite": self._invite,
            "invitations": self._invitations,
            "revoke": self._revoke,
            "people": self._everyone,
            "link": self._link,
            "fingerprint": self._fingerprint,
        }

    def _invite(self, asked: Request) -> Answer:
        if asked.count is not None and (asked.match or not 1 <= asked.count <= MOST_CODES):
            said = f"1 to {MOST_CODES} invitations to the house at a time; to a match there is one for each free seat."
            raise Refused("bad_count", said)
        if (asked.match and not asked.seat) or (asked.count or 1) > 1:
            return self._invite_many(asked)
        if asked.match:
            table = self._house.table(asked.match)
            if asked.seat not in table.match.seats:
                raise Refused("not_seated", f"Nobody called {quoted(asked.seat)} is seated at {asked.match}.", "CM-25")
        one, code = self._people.invite("the house", asked.match or None, asked.seat or None, host=asked.host)
        what = (
            f"the seat {asked.seat} at {asked.match}"
            if asked.match
            else "the house, as a host"
            if asked.host
            else "the house"
        )
        lines = [f"Invitation #{one.id}. To paste:", "", *paste(self._door, what, [(asked.seat or None, code)])]
        told = {"connect": self._door.command("join"), "fingerprint": self._door.fingerprint}
        return {"told": lines, "id": one.id, "code": code, **told}

    def _invite_many(self, asked: Request) -> Answer:
        """To every free seat of a match, or so many to the house: one letter with all codes."""
        seats: list[str | None] = [None] * (asked.count or 1)
        what = "the house, as a host" if asked.host else "the house"
        if asked.match:
            seats, what = list(HostControls(self._house.table(asked.match)).free()), f"seats at {asked.match}"
        if not seats:
            raise Refused("no_free_seat", f"Every seat at {asked.match} is taken.")
        made = [(seat, *self._people.invite("the house", asked.match or None, seat, host=asked.host)) for seat in seats]
        lines = [f"{counted(len(made), 'invitation')}. To paste:", ""]
        lines += paste(self._door, what, [(seat, code) for seat, _, code in made])
        person = [{"id": one.id, "seat": seat, "code": code} for seat, one, code in made]
        return {"told": lines, "invitations": person, "connect": self._door.command("join"),
                "fingerprint": self._door.fingerprint}  # fmt: skip

    def _invitations(self, asked: Request) -> Answer:
        found = self._people.invitations()
        lines = [
            f"#{one.id:<4} {_state(one.used_by, one.revoked):<24} "
            f"{f'{one.seat} at {one.match}' if one.match else 'a host' if one.host else 'the house'}"
            for one in found
        ]
        told = [
            {"id": one.id, "match": one.match, "seat": one.seat, "used_by": one.used_by, "revoked": one.revoked}
            for one in found
        ]
        return {"told": lines or ["None was made yet."], "invitations": told}

    def _revoke(self, asked: Request) -> Answer:
        return {"told": [f"Invitation #{self._people.revoke(asked.number.lstrip('#')).id} opens nothing any more."]}

    def _link(self, asked: Request) -> Answer:
        """For somebody whose keys or password are lost. Of the machine's owner alone: it opens all that they see."""
        code = self._people.link(asked.to)
        name = self._holders.words(self._holders.holder(asked.to))
        log.info("A code that lets a new device of %s in was made on this machine.", name)
        lines = [
            f"{name} connects with:", f"  {self._door.command('join')}",
            f"and types this code, good once and for {LINK_SECONDS / 60:.0f} minutes:", f"  {code}",
        ]  # fmt: skip
        return {"told": lines, "code": code, "connect": self._door.command("join")}

    def _everyone(self, asked: Request) -> Answer:
        found = self._people.everyone()
        lines = [
            f"{one.name:<24} " + ", ".join(filter(None, (
                counted(len(one.keys), "key"), "password" if one.password else "", "host" if one.host else "",
                "blocked" if one.blocked else "",
            )))
            for one in found
        ]  # fmt: skip
        people = [{"name": one.name, "keys": [key.fingerprint for key in one.keys], "host": one.host} for one in found]
        return {"told": lines or ["Nobody has joined yet."], "people": people}

    def _fingerprint(self, asked: Request) -> Answer:
        if not self._door.fingerprint:
            raise Refused("no_key", "The house has no key yet: it is made when it is first served.")
        return {"told": [self._door.fingerprint], "fingerprint": self._door.fingerprint}


def _state(used_by: str | None, revoked: bool) -> str:
    return f"used by {used_by}" if used_by else "revoked" if revoked else "open"


REMOVED = (
    "Removing is for good: keys, password and rights are forgotten, and the keys that they had open nothing under",
    "another name either (--free-keys lets them). Blocking (`block NAME`) can be taken back, and keeps seats and keys.",
)
"""What removing and blocking each do, for whoever looks before doing it."""


class RightsDeeds:
    """Who may do what, and who did."""

    def __init__(self, house: House, people: People, door: Door) -> None:
        self._door = door
        self._house = house
        self._people = people

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {
            "mute": self._mute,
            "rights": self._rights,
            "block": self._block,
            "remove": self._remove,
            "discard": self._discard,
            "log": self._log,
            "watching": self._watching,
            "rename-person": self._rename,
            "mention": self._mention,
        }

    def _as(self, asked: Request) -> Steward:
        """Keeps who typed it."""
        return Steward(self._house, self._people, by_shell(asked.user))

    def _mention(self, asked: Request) -> Answer:
        """By what a chat room mentions somebody (HH-60)."""
        kept, person = Reminded(self._house.store), self._as(asked).find(asked.to)
        name = kept.call(person.id, asked.words) if asked.words else kept.room_name(person.id)
        told = f"mention {person.name} as <@{name}>." if name else f"mention {person.name} nowhere."
        return {"told": [f"Reminders in a chat room {told}"], "mention": name or None}

    def _mute(self, asked: Request) -> Answer:
        """Let a seat say nothing in some rooms, for a while or for good; or let it speak again."""
        desk, now = desk_of(self._house, asked), self._house.clock()
        zone = match_zone(desk.table.match, now, HouseZone())
        rooms: tuple[Room, ...] = tuple(room for room in ROOMS if room in (asked.rooms or ROOMS))
        if unknown := set(asked.rooms) - set(get_args(Room)):
            said = f"{quoted(sorted(unknown)[0])} is no room: lounge, realm or seats (what is said to some alone)."
            raise Refused("unknown_channel", said, "HH-33")
        if asked.undo:
            return stands(desk, asked, lambda: desk.mute(asked.seat, ()), f"{asked.seat} may speak again.")
        until = read_moment(asked.when, now, zone) if asked.when else None
        words = zoned(until, now, zone) if until is not None else ""
        done = f"{asked.seat} is muted {rooms_words(rooms)}{f' until {words}' if words else ''}, and was told so."
        return stands(desk, asked, lambda: desk.mute(asked.seat, rooms, until, words), done)

    def _rights(self, asked: Request) -> Answer:
        if asked.at:
            told = self._as(asked).rights_at(asked.to, asked.at, not asked.undo)
            return {"told": [told], "hosts": list(self._as(asked).find(asked.to).hosts)}
        told = self._as(asked).rights(asked.to, not asked.undo)
        return {"told": [told], "host": self._as(asked).find(asked.to).host}

    def _block(self, asked: Request) -> Answer:
        """A person by name, or a key by its fingerprint; without either what is blocked."""
        if not asked.to:
            names, keys = [one.name for one in self._people.everyone() if one.blocked], self._people.barred()
            return {"told": [*names, *keys] or ["Nobody is blocked."], "people": names, "keys": list(keys)}
        if asked.to.startswith("SHA256:"):
            return {"told": [self._as(asked).bar(asked.to, not asked.undo)]}
        return {"told": [self._as(asked).block(asked.to, not asked.undo)]}

    def _rename(self, asked: Request) -> Answer:
        return {"told": [self._as(asked).rename(asked.seat, asked.to)], "name": self._as(asked).find(asked.to).name}

    def _remove(self, asked: Request) -> Answer:
        """Out of the house; their seats in running matches and seasons are free, what is finished keeps the name."""
        if not asked.dry_run:
            told, done = self._as(asked).remove(asked.to, bar=not asked.free_keys)
            return {"told": [told], "freed": list(done.freed), "not_freed": [seat for seat, _ in done.left]}
        found, name = self._as(asked).removal(asked.to), self._as(asked).find(asked.to).name
        lines = [f"{name}: a dry run, nothing is done."]
        lines += [f"{freed} would be free." for freed in found.freed]
        for match, words in found.told.items():
            lines += [f"Everybody at {match} would be told:", *(f"  {line}" for line in words)]
        lines += [f"{name} would be told: {found.person}", *REMOVED]
        return {"told": lines, "dry_run": True, "freed": list(found.freed)}

    def _discard(self, asked: Request) -> Answer:
        """A trial, whole and for good: so it is asked first (HH-69)."""
        steward = self._as(asked)
        matches = steward.trial(asked.match)
        if not asked.yes:
            runs = [one for one in matches if not self._house.is_finished(one)]
            told = f"{asked.match} goes for good, with {counted(len(matches), 'match', 'matches')}"
            told += f"; still played: {wording.joined(runs)}" if runs else ""
            raise Refused("say_yes", f"{told}. Nothing brings it back but a backup.", "HH-69")
        told = steward.discard(asked.match)
        if self._door.feed is not None:
            for match in matches:
                self._door.feed(match)
        return {"told": [told], "matches": list(matches)}

    def _watching(self, asked: Request) -> Answer:
        """Who of the house may find and watch a match (HH-46)."""
        desk, links = desk_of(self._house, asked), WatchLinks(self._house)
        now = desk.table.match.watch
        if not asked.to:
            more = [self._door.to_watch(links.of(asked.match))] if now == "link" else []
            return {"told": [WATCHING[now], *more], "watch": now}
        if asked.to not in WATCHING:
            raise Refused("bad_watch", f"{quoted(asked.to)} is none of: {', '.join(WATCHING)}.", "HH-46")
        code = person.write_code(secrets.token_bytes(person.LETTERS)) if asked.to == "code" else ""
        who = cast("WatchedBy", asked.to)
        answer = stands(desk, asked, lambda: desk.watched_by(who, person.digest(code) if code else ""), WATCHING[who])
        if desk.told is None and who == "link":
            link = self._door.to_watch(links.renew(asked.match))
            gone = ["Its link of before leads nowhere now."] if now == "link" else []
            return {**answer, "told": [*answer["told"], link, *gone]}
        if desk.told is None:
            links.forget(asked.match)
        if desk.told is not None or not code:
            return answer
        Watchers(self._house.store).forget(asked.match)
        more = [f"Its code, shown this once: {code}", f"They type: ssh NAME@house watch {asked.match} --code {code}",
                "or : and *Watch by code* in the lobby."]  # fmt: skip
        return {**answer, "told": [*answer["told"], *more], "code": code}

    def _log(self, asked: Request) -> Answer:
        """Who of the hosts did what: at one match, or to the people of the house."""
        now, zone, found = self._house.clock(), HouseZone(), self._as(asked).log(asked.match)
        lines = [f"{wording.moment(one.at, now, zone)}  {self._as(asked).who(one.who):<12} {one.what}" for one in found]
        return {"told": lines or ["Nothing was done yet."], "log": [msgspec.to_builtins(one) for one in found]}
