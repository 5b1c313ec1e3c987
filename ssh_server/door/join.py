"""The dialog of `join@`, by which a newcomer becomes a person of the house: code, name, and key or password."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol

from textual import events
from textual.message import Message

from core.house.house import House
from core.match.audience import check_outside
from core.match.seating import OPEN, check_only_seat, is_person
from core.person import PASSWORD_LEAST, DeviceLink, Invitation, Person, check_name
from core.refusal import Refused
from core.table.host_controls import hand_over
from core.talk.channels import without_controls
from ssh_server.door.auth import JOIN, Gate, Visitor, newcomer_refusal
from ssh_server.session.input import TerminalInput
from ssh_server.session.line import EARLY, Line

LONGEST: Final = 256


class Gone(Exception):
    """The person left during the dialog."""


class TerminalDialog:
    """Asks questions on a terminal. A context manager: leaving it frees the terminal."""

    def __init__(self, terminal: Line) -> None:
        self._terminal = terminal
        self._input = TerminalInput()
        self._typed_ahead: deque[Message] = deque(maxlen=EARLY)
        self._line: list[str] = []
        self._echo = True
        self._answer: asyncio.Future[str] | None = None

    def __enter__(self) -> TerminalDialog:
        self._terminal.on_end = self._end
        self._terminal.listen(self._receive)
        return self

    def __exit__(self, *_: object) -> None:
        self._terminal.on_end = None
        self._terminal.listen(None)

    def say(self, text: str) -> None:
        self._terminal.say(text)

    async def ask(self, question: str, *, hidden: bool = False) -> str:
        """The answer, without surrounding space; at an end of input, what was typed so far.

        Raises:
            Gone: The person leaves, presses Ctrl-C or Ctrl-D, or input ends without an answer.
        """
        self._echo = not hidden
        self._line.clear()
        self._answer = asyncio.get_running_loop().create_future()
        self._write(question)
        self._handle_keys()
        if self._terminal.ended:
            self._end()
        try:
            return (await self._answer).strip()
        finally:
            self._answer = None

    def _write(self, text: str) -> None:
        self._terminal.output.send(text.encode("utf-8", "replace"))

    def _end(self) -> None:
        if self._line and not self._terminal.lost and self._answer is not None and not self._answer.done():
            self._answer.set_result("".join(self._line))
        self._leave()

    def _leave(self) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Gone())

    def _receive(self, data: bytes) -> None:
        self._typed_ahead.extend(self._input.feed(data))
        self._handle_keys()

    def _handle_keys(self) -> None:
        while self._typed_ahead and self._answer is not None and not self._answer.done():
            event = self._typed_ahead.popleft()
            if isinstance(event, events.Key):
                self._handle_key(event)
            elif isinstance(event, events.Paste):
                self._type(event.text.partition("\n")[0])

    def _handle_key(self, event: events.Key) -> None:
        if event.key in {"enter", "ctrl+j"}:
            self._write("\r\n")
            if self._answer is not None and not self._answer.done():
                self._answer.set_result("".join(self._line))
        elif event.key in {"ctrl+c", "ctrl+d"}:
            self._leave()
        elif event.key == "backspace":
            if self._line:
                self._line.pop()
                self._write("\b \b" if self._echo else "")
        elif event.key == "ctrl+u":
            self._write("\b \b" * len(self._line) if self._echo else "")
            self._line.clear()
        elif event.is_printable and event.character:
            self._type(event.character)

    def _type(self, text: str) -> None:
        accepted = without_controls(text)[: LONGEST - len(self._line)]
        self._line.extend(accepted)
        if self._echo:
            self._write(accepted)


DIALOG_SECONDS: Final = 300.0
TRIES: Final = 5
"""Wrong answers to a question before the dialog ends."""
LEFT: Final = "Nothing was done. Connect again, with a terminal, when you have your code at hand."
SEAT_NOT_KEPT: Final = "Your seat could not be kept for you, so ask the host to hand it over."
TOO_MANY: Final = "Too many wrong codes came from your address. Wait some minutes, then try again."


class Claims(Protocol):
    """Hands the seat of an invitation over to its bearer."""

    def expects(self, invitation: Invitation, known: Person | None = None) -> None:
        """Check that this person may have the seat. Called before the invitation is used.

        Args:
            known: The person, if already of the house.

        Raises:
            Refused: The seat is gone, or not for this person.
        """
        ...

    def arrived(self, person: Person, invitation: Invitation) -> None:
        """Seat the person; the invitation is used. Refused if another player was quicker."""
        ...


async def join(
    terminal: Line, visitor: Visitor, gate: Gate, address: str, claims: Claims | None = None
) -> Person | None:
    """Run the dialog of a newcomer. None if the person left, or ran out of time or tries; the reason was shown."""
    with TerminalDialog(terminal) as dialog:
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
    def __init__(
        self, dialog: TerminalDialog, visitor: Visitor, gate: Gate, address: str, claims: Claims | None
    ) -> None:
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
        code = await self._ask_code(known)
        if code is None:
            return known
        if isinstance(self._people.examine(code), DeviceLink):
            return await self._add_device(code)
        return await self._accept_invitation(code, known)

    async def _ask_code(self, known: Person | None) -> str | None:
        """A valid code; None if a known person gives none. Raises Refused after the last try: `code_unknown`."""
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

    async def _add_device(self, code: str) -> Person:
        link = self._people.examine(code)
        assert isinstance(link, DeviceLink)
        person = self._people.find(link.name)
        password = None
        if self._visitor.key is None and (person is None or person.password is None):
            password = await self._ask_password()
        with newcomer_refusal():
            person = self._people.bring(code, self._visitor.key, password)
        if self._visitor.key is None and password is None:
            self._dialog.say(f"Welcome back, {person.name}. K in the lobby sets another password.")
        else:
            self._dialog.say(f"This device now opens the door for {person.name}.")
        return person

    async def _accept_invitation(self, code: str, known: Person | None) -> Person:
        if known is not None:
            self._check_claim(code, known)
            with newcomer_refusal():
                person, invitation = self._people.accept(code, known.name)
        else:
            name = await self._ask_name()
            password = None if self._visitor.key is not None else await self._ask_password()
            self._check_claim(code)
            with newcomer_refusal():
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

    def _check_claim(self, code: str, known: Person | None = None) -> None:
        invitation = self._people.examine(code)
        if self._claims is not None and isinstance(invitation, Invitation):
            self._claims.expects(invitation, known)

    async def _ask_name(self) -> str:
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

    async def _ask_password(self) -> str:
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


class SeatClaims:
    def __init__(self, house: House) -> None:
        self._house = house

    def expects(self, invitation: Invitation, known: Person | None = None) -> None:
        """Refused: `no_such_match`, `finished` or `seat_taken` if the seat is gone; `second_seat` or
        `in_gallery` if a known person sits at the match already, or was in its gallery."""
        self._seat_holder(invitation)
        if known is not None and invitation.match is not None and invitation.seat is not None:
            match = self._house.table(invitation.match).match
            check_outside(match.audience, f"person:{known.id}")
            if not match.header.several:
                check_only_seat(match.holders, match.now_called(invitation.seat), f"person:{known.id}")

    def arrived(self, person: Person, invitation: Invitation) -> None:
        holder = f"person:{person.id}"
        if invitation.match is None or invitation.seat is None or self._seat_holder(invitation, holder) == holder:
            return
        table = self._house.table(invitation.match)
        hand_over(table, table.match.now_called(invitation.seat), holder, person.name)

    def _seat_holder(self, invitation: Invitation, who: str = "") -> str:
        if invitation.match is None or invitation.seat is None:
            return ""
        table = self._house.table(invitation.match)
        if table.match.phase == "finished":
            raise Refused("finished", f"The match {invitation.match} is over. Ask the host for another invitation.")
        seat = table.match.now_called(invitation.seat)
        holder = table.match.holders.get(seat, OPEN)
        if holder != who and is_person(holder):
            raise Refused(
                "seat_taken", f"Somebody else plays {seat} at {invitation.match} now. Ask the host for another seat."
            )
        return holder
