"""Keeping order by command: muting, rights, closed doors, removals, and who did what (HH-33 to HH-37)."""

from __future__ import annotations

import secrets
from typing import Literal, cast, get_args

import msgspec

from cli.admin.requests import Answer, Deed, Request, desk_of, stands
from core.house import codes
from core.house.guest import Watchers
from core.house.house import House
from core.house.moderation import Steward
from core.house.people import People
from core.match.state import WATCHING
from core.refusal import Refused, quoted
from core.table.host_controls import ROOMS, Room
from core.talk.channels import rooms_words
from tui.words import wording
from tui.words.moments import HouseZone, read_moment, zoned

REMOVED = (
    "Removing is for good: keys, password and rights are forgotten, and the keys that they had open nothing under",
    "another name either (--free-keys lets them). Blocking (`block NAME`) can be taken back, and keeps seats and keys.",
)
"""What removing and blocking each do, for whoever looks before doing it."""


class RightsDeeds:
    """Who may do what, and who did."""

    def __init__(self, house: House, people: People) -> None:
        self._house = house
        self._people = people
        self._steward = Steward(house, people)

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {
            "mute": self._mute,
            "rights": self._rights,
            "block": self._block,
            "remove": self._remove,
            "log": self._log,
            "watching": self._watching,
            "rename-person": self._rename,
        }

    def _mute(self, asked: Request) -> Answer:
        """Let a seat say nothing in some rooms, for a while or for good; or let it speak again."""
        desk, now, zone = desk_of(self._house, asked), self._house.clock(), HouseZone()
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
            told = self._steward.rights_at(asked.to, asked.at, not asked.undo)
            return {"told": [told], "hosts": list(self._steward.find(asked.to).hosts)}
        told = self._steward.rights(asked.to, not asked.undo)
        return {"told": [told], "host": self._steward.find(asked.to).host}

    def _block(self, asked: Request) -> Answer:
        """A person by name, or a key by its fingerprint; without either what is blocked."""
        if not asked.to:
            names, keys = [one.name for one in self._people.everyone() if one.blocked], self._people.barred()
            return {"told": [*names, *keys] or ["Nobody is blocked."], "people": names, "keys": list(keys)}
        if asked.to.startswith("SHA256:"):
            return {"told": [self._steward.bar(asked.to, not asked.undo)]}
        return {"told": [self._steward.block(asked.to, not asked.undo)]}

    def _rename(self, asked: Request) -> Answer:
        return {"told": [self._steward.rename(asked.seat, asked.to)], "name": self._steward.find(asked.to).name}

    def _remove(self, asked: Request) -> Answer:
        """Out of the house; their seats in running matches and seasons are free, what is finished keeps the name."""
        if not asked.dry_run:
            told, done = self._steward.remove(asked.to, bar=not asked.free_keys)
            return {"told": [told], "freed": list(done.freed), "not_freed": [seat for seat, _ in done.left]}
        found, name = self._steward.removal(asked.to), self._steward.find(asked.to).name
        lines = [f"{name}: a dry run, nothing is done."]
        lines += [f"{freed} would be free." for freed in found.freed]
        for match, words in found.told.items():
            lines += [f"Everybody at {match} would be told:", *(f"  {line}" for line in words)]
        lines += [f"{name} would be told: {found.person}", *REMOVED]
        return {"told": lines, "dry_run": True, "freed": list(found.freed)}

    def _watching(self, asked: Request) -> Answer:
        """Who of the house may find and watch a match (HH-46)."""
        desk = desk_of(self._house, asked)
        if not asked.to:
            return {"told": [WATCHING[desk.table.match.watch]], "watch": desk.table.match.watch}
        if asked.to not in ("house", "cast", "code"):
            raise Refused("bad_watch", f"{quoted(asked.to)} is none of: house, cast, code.", "HH-46")
        code = codes.write_code(secrets.token_bytes(codes.LETTERS)) if asked.to == "code" else ""
        who = cast('Literal["house", "cast", "code"]', asked.to)
        answer = stands(desk, asked, lambda: desk.watched_by(who, codes.digest(code) if code else ""), WATCHING[who])
        if desk.told is not None or not code:
            return answer
        Watchers(self._house.store).forget(asked.match)
        more = [f"Its code, shown this once: {code}", f"They type: ssh NAME@house watch {asked.match} --code {code}",
                "or : and *Watch by code* in the lobby."]  # fmt: skip
        return {**answer, "told": [*answer["told"], *more], "code": code}

    def _log(self, asked: Request) -> Answer:
        """Who of the hosts did what: at one match, or to the people of the house."""
        now, zone, found = self._house.clock(), HouseZone(), self._steward.log(asked.match)
        lines = [f"{wording.moment(one.at, now, zone)}  {self._steward.who(one.who):<12} {one.what}" for one in found]
        return {"told": lines or ["Nothing was done yet."], "log": [msgspec.to_builtins(one) for one in found]}
