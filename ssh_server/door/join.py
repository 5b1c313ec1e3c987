"""`join@`: a code, a name, and a key or a password; then the newcomer is a person of the house."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

from core.house.people import Invitation, Link
from core.house.person import PASSWORD_LEAST, Person, check_name
from core.refusal import Refused
from ssh_server.door.auth import JOIN, Gate, Visitor, kept
from ssh_server.door.dialog import Dialog, Gone
from ssh_server.session.line import Line

DIALOG_SECONDS: Final = 300.0
"""How long somebody may take to join."""
TRIES: Final = 5
"""Wrong answers to one question before the door closes."""
LEFT: Final = "Nothing was done. Connect again, with a terminal, when you have your code at hand."
"""Said to somebody who leaves in the middle, as far as they still listen."""
SEAT_NOT_KEPT: Final = "Your seat could not be kept for you, so ask the host to hand it over."
"""Said to somebody who is of the house now, on a disk that has filled up in between."""
TOO_MANY: Final = "Too many wrong codes came from your address. Wait some minutes, then try again."


class Claims(Protocol):
    """What the house does with those who arrive with an invitation to a seat."""

    def expects(self, invitation: Invitation, known: Person | None = None) -> None:
        """Raises Refused where the seat is no longer to be had, or not by this person, if they are `known` to the house
        already. Called before the invitation is used."""
        ...

    def arrived(self, person: Person, invitation: Invitation) -> None:
        """The invitation is used: seat the person. Raises Refused where somebody else was quicker."""
        ...


async def join(
    terminal: Line, visitor: Visitor, gate: Gate, address: str, claims: Claims | None = None
) -> Person | None:
    """Have somebody join. None if they left, ran out of time or of tries; they have been told."""
    with Dialog(terminal) as dialog:
        try:
            async with asyncio.timeout(DIALOG_SECONDS):
                return await _Joining(dialog, visitor, gate, address, claims).run()
        except Gone:
            dialog.say(f"\n{LEFT}")
            return None
        except TimeoutError:
            dialog.say("\nThat took too long. Connect again when you have your code at hand.")
            return None
        except Refused as refusal:
            dialog.say(refusal.message)
            return None


class _Joining:
    def __init__(self, dialog: Dialog, visitor: Visitor, gate: Gate, address: str, claims: Claims | None) -> None:
        self._dialog = dialog
        self._visitor = visitor
        self._gate = gate
        self._people = gate.people
        self._address = address
        self._claims = claims

    async def run(self) -> Person | None:
        key = self._visitor.key
        known = None if key is None else self._people.holder(key.fingerprint)
        self._dialog.say("Welcome to Garnet House." if known is None else f"Welcome back, {known.name}.")
        code = await self._code(known)
        if code is None:
            return known
        if isinstance(self._people.examine(code), Link):
            return await self._second_device(code)
        return await self._invited(code, known)

    async def _code(self, known: Person | None) -> str | None:
        """A code that opens something; None where a known person has none. Refused: `code_unknown`, at last."""
        if self._visitor.code is not None:
            return self._visitor.code
        question = "Your code: " if known is None else "A new code, or Enter to go in: "
        for left in reversed(range(TRIES)):
            answer = await self._dialog.ask(question)
            if known is not None and not answer:
                return None
            if self._gate.guard.distrusts(self._address):
                raise Refused("too_many_tries", TOO_MANY)
            try:
                self._people.examine(answer)
            except Refused as refusal:
                await self._gate.slow_down(JOIN, self._address)
                if not left or self._gate.guard.distrusts(self._address):
                    raise
                self._dialog.say(refusal.message)
            else:
                return answer
        return None

    async def _second_device(self, code: str) -> Person:
        link = self._people.examine(code)
        assert isinstance(link, Link)
        person = self._people.find(link.name)
        password = None
        if self._visitor.key is None and (person is None or person.password is None):
            password = await self._password()
        with kept():
            person = self._people.bring(code, self._visitor.key, password)
        if self._visitor.key is None and password is None:
            self._dialog.say(f"Welcome back, {person.name}. K in the lobby sets another password.")
        else:
            self._dialog.say(f"This device now opens the door for {person.name}.")
        return person

    async def _invited(self, code: str, known: Person | None) -> Person:
        if known is not None:
            self._expect(code, known)
            with kept():
                person, invitation = self._people.accept(code, known.name)
        else:
            name = await self._name()
            password = None if self._visitor.key is not None else await self._password()
            self._expect(code)
            with kept():
                person, invitation = self._people.enrol(code, name, self._visitor.key, password)
            self._dialog.say(f"You are {person.name} here. From now on connect as {person.name}@ in place of {JOIN}@.")
        if self._claims is not None:
            try:
                self._claims.arrived(person, invitation)
            except Refused as refusal:
                if refusal.code != "house_closed":
                    raise
                self._dialog.say(f"{SEAT_NOT_KEPT} {refusal.message}")
        return person

    def _expect(self, code: str, known: Person | None = None) -> None:
        invitation = self._people.examine(code)
        if self._claims is not None and isinstance(invitation, Invitation):
            self._claims.expects(invitation, known)

    async def _name(self) -> str:
        for left in reversed(range(TRIES)):
            name = await self._dialog.ask("The name you want to be known by: ")
            try:
                check_name(name)
                if self._people.find(name) is not None:
                    raise Refused("name_taken", f"The name {name} is taken; choose another.")
            except Refused as refusal:
                if not left:
                    raise
                self._dialog.say(refusal.message)
            else:
                return name
        raise Gone

    async def _password(self) -> str:
        """The hash of a password typed twice."""
        for left in reversed(range(TRIES)):
            first = await self._dialog.ask(f"A password (at least {PASSWORD_LEAST} characters): ", hidden=True)
            try:
                hashed = await self._gate.hash(first)
                if await self._dialog.ask("Once more: ", hidden=True) != first:
                    raise Refused("passwords_differ", "These two are not the same; type it twice.")
            except Refused as refusal:
                if not left:
                    raise
                self._dialog.say(refusal.message)
            else:
                return hashed
        raise Gone
