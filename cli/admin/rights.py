"""Keeping order by command: muting, rights, closed doors, removals, and who did what (HH-33 to HH-37)."""

from __future__ import annotations

from typing import Any, get_args

from cli.admin.holders import Holders
from cli.admin.requests import Answer, Deed, Request, desk_of, stands
from core.host_desk import ROOMS, HostDesk, Room
from core.house import House
from core.people import SEEN_OUT, People
from core.person import fold
from core.refusal import Refused, quoted
from core.seasons.desk import SeasonDesk
from core.seating import OPEN
from core.talk import rooms_words
from tui import wording
from tui.clockwords import HouseZone, read_moment, zoned

SHELF = "deeds"
"""Where the house keeps what its hosts did to people: by number, with time, who, and a sentence."""
QUIET = {"said", "drafted", "noted", "sealed", "readied", "acted", "withdrew"}
"""Entries that no host makes."""


class RightsDeeds:
    """Who may do what, and who did."""

    def __init__(self, house: House, people: People) -> None:
        self._house = house
        self._people = people
        self._holders = Holders(people)

    def deeds(self) -> dict[str, Deed]:
        """By what they are called."""
        return {
            "mute": self._mute,
            "rights": self._rights,
            "block": self._block,
            "remove": self._remove,
            "log": self._log,
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
        person = self._people.set_host(asked.to, not asked.undo)
        told = f"{person.name} is {'no host any more' if asked.undo else 'a host of this house'}."
        return self._done(asked, told, host=person.host)

    def _block(self, asked: Request) -> Answer:
        """A person by name, or a key by its fingerprint; without either what is blocked."""
        if not asked.to:
            names, keys = [one.name for one in self._people.everyone() if one.blocked], self._people.barred()
            return {"told": [*names, *keys] or ["Nobody is blocked."], "people": names, "keys": list(keys)}
        how = "is let in again" if asked.undo else "is not let in any more"
        if asked.to.startswith("SHA256:"):
            self._people.bar_key(asked.to, not asked.undo)
            return self._done(asked, f"The key {asked.to} {how}.")
        return self._done(asked, f"{self._people.block(asked.to, not asked.undo).name} {how}.")

    def _remove(self, asked: Request) -> Answer:
        """Out of the house; their seats in running matches and seasons are free, what is finished keeps the name."""
        person = self._people.find(asked.to)
        if person is None:
            raise Refused("no_such_person", f"The house knows nobody called {quoted(asked.to)}.")
        holder, freed, lines = f"person:{fold(person.name)}", [], [f"{person.name}: a dry run, nothing is done."]
        for table in self._house.running():
            match, desk = table.match, HostDesk(table)
            desk = desk.only_trying() if asked.dry_run else desk
            for seat in [seat for seat in match.seats if match.holders.get(seat) == holder]:
                desk.hand_over(seat, OPEN)
                freed.append(f"{seat} at {match.header.match}")
            if desk.told is not None and desk.told.everybody:
                told = (f"  {line}" for line in desk.told.everybody)
                lines += [f"Everybody at {match.header.match} would be told:", *told]
        for live in self._house.seasons.live.values():
            for name in [name for name, held in live.season.holders.items() if held == holder]:
                if live.season.phase != "finished":
                    freed.append(f"{name} in {live.id}")
                    if asked.dry_run:
                        lines.append(f"{name} in {live.id} would be free.")
                    else:
                        SeasonDesk(self._house.seasons, live).hand_over(name, OPEN)
        if asked.dry_run:
            lines.append(f"{person.name} would be told: {SEEN_OUT}")
            return {"told": lines, "dry_run": True, "freed": freed}
        self._people.remove(person.name)
        free = f" Free now: {wording.joined(freed)}." if freed else ""
        return self._done(asked, f"{person.name} is not of this house any more.{free}", freed=freed)

    def _done(self, asked: Request, told: str, **more: Any) -> Answer:
        """Keep it where hosts read it, and say it."""
        store = self._house.store
        number = 1 + max((int(key) for key in store.all(SHELF)), default=0)
        store.put(SHELF, str(number), {"at": self._house.clock(), "who": "host", "told": told})
        return {"told": [told], **more}

    def _log(self, asked: Request) -> Answer:
        """Who of the hosts did what: at one match, or to the people of the house."""
        now, zone = self._house.clock(), HouseZone()
        if asked.match:
            desk_of(self._house, asked)  # there is such a match
            entries = self._house.store.read(asked.match).entries
            found = [_entry(one) for one in entries if str(one.get("by", "")).split(":")[0] == "host"]
            found = [one for one in found if one["what"] not in QUIET]
        else:
            found = [
                {"at": one["at"], "who": one["who"], "what": one["told"]}
                for one in self._house.store.all(SHELF).values()
            ]
        lines = [f"{wording.moment(one['at'], now, zone)}  {self._who(one['who']):<12} {one['what']}" for one in found]
        return {"told": lines or ["Nothing was done yet."], "log": found}

    def _who(self, by: str) -> str:
        who = by.partition(":")[2]
        return self._holders.words(f"person:{who}") if who else "this machine"


def _entry(entry: dict[str, Any]) -> dict[str, Any]:
    """What a host's entry did, in one word and what it was done to; no contents of orders, talk or answers."""
    words = {key: entry[key] for key in ("seat", "round", "rooms", "deadline", "what", "holder", "name", "number")
             if entry.get(key) not in (None, "", [], ())}  # fmt: skip
    about = " ".join(f"{key} {', '.join(value) if isinstance(value, list) else value}" for key, value in words.items())
    return {"at": entry["at"], "who": entry["by"], "what": f"{entry['kind']} {about}".replace("_", " ").strip()}
