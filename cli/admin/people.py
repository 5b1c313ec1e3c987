"""The people of the house by command: who is let in, who there is, and a way back in for who lost theirs."""

from __future__ import annotations

import logging

from cli.admin.holders import Holders
from cli.admin.requests import Answer, Deed, Request
from core.house.house import House
from core.house.people import LINK_SECONDS, People
from core.refusal import Refused, quoted
from core.table.host_controls import HostDesk
from tui.words.door import Door, paste
from tui.words.wording import counted

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
            seats, what = list(HostDesk(self._house.table(asked.match)).free()), f"seats at {asked.match}"
        if not seats:
            raise Refused("no_free_seat", f"Every seat at {asked.match} is taken.")
        made = [(seat, *self._people.invite("the house", asked.match or None, seat, host=asked.host)) for seat in seats]
        lines = [f"{counted(len(made), 'invitation')}. To paste:", ""]
        lines += paste(self._door, what, [(seat, code) for seat, _, code in made])
        codes = [{"id": one.id, "seat": seat, "code": code} for seat, one, code in made]
        return {"told": lines, "invitations": codes, "connect": self._door.command("join"),
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
