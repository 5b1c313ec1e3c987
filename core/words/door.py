"""The way into the house (address, port, key) in words and as a QR code; and its services: nudges, feeds, health."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec

from core.house.people import LINK_SECONDS
from core.house.todo import Outside
from core.person import Key
from core.words.health import Health

Nudge = Callable[[str], str]
"""Reminds missing players of a match outside the house. Returns a sentence, or Refused."""


class Door(msgspec.Struct, frozen=True, kw_only=True):
    """The way into the house, and services of the serving process."""

    address: str = "ADDRESS"
    """Name or address that players type."""
    port: int = 22
    fingerprint: str = ""
    """Fingerprint of the host key."""
    web: str = ""
    """Address of the browser door, without a path; empty without one."""
    nudge: Nudge | None = None
    """None if the house is not served."""
    feed: Callable[[str], None] | None = None
    """Called with a match after its feed was set; None if not served."""
    unmuted: Callable[[], None] | None = None
    """Called after a host let a copy of a house post; None if not served."""
    health: Health | None = None
    """Returns the health of the house, for hosts alone; None if not served."""
    outside: Callable[[], Outside] | None = None
    """Returns the serving process's facts for hosts' tasks (`core.house.todo`); None if not served."""
    webhook: str = ""
    """Webhook given at the start, before the one in the settings; for hosts alone."""
    read_key: Callable[[str], Key] | None = None
    """Reads a pasted public key, or Refused; None if not served."""
    hash_password: Callable[[str], Awaitable[str]] | None = None
    """Returns the hash of a new password, or Refused if too short; None if the house takes no passwords."""

    def command(self, name: str) -> str:
        """Return the command to log in as `name`."""
        port = "" if self.port == 22 else f"-p {self.port} "
        return f"ssh {port}{name}@{self.address}"

    def enter(self) -> str:
        """Return the line for a chat room with the way to the table."""
        return f"To the table: `{self.command('NAME')}`{f' or {self.web}' if self.web else ''}"

    def link(self, code: str) -> str:
        """Return the address for a code; empty without browsers."""
        return f"{self.web}/j/{code}" if self.web else ""

    def to_watch(self, code: str) -> str:
        """Return the way to watch the match with this link code, without a name (HH-65)."""
        none = "This house lets no browsers in, so nobody comes by a link: garnet serve --web opens that door."
        return f"Its link: {self.web}/w/{code}" if self.web else none


def carry(door: Door, code: str) -> list[str]:
    """Return the way in for another device of a person, with their code."""
    minutes = f"{LINK_SECONDS / 60:.0f} minutes"
    lines = [
        f"Your code, good once within {minutes}: {code}",
        f"With a key of its own: {door.command('join')}, then the code.",
    ]
    return [*lines, *([f"In a browser: {door.link(code)}"] if door.web else [])]


def paste(door: Door, event: str, invitations: Sequence[tuple[str | None, str]]) -> list[str]:
    """Return the invitation to paste into a chat: how to connect, the house's key, and the codes by seat."""
    is_single = len(invitations) == 1
    lines = [f"You are invited to {event}. Connect with:"]
    if door.web:
        lines = [f"You are invited to {event}. In a browser, on a phone too, open your link, which works once:"]
        lines += [
            f"  {door.link(code)}" if is_single else f"  {seat or 'The house'}: {door.link(code)}"
            for seat, code in invitations
        ]
        lines.append("Or in a terminal connect with:")
    lines.append(f"  {door.command('join')}")
    if door.fingerprint:
        lines += ["The first time ssh asks about the house's key. It should be:", f"  {door.fingerprint}"]
    if is_single:
        return [*lines, "Then type your code, which works once:", f"  {invitations[0][1]}"]
    lines.append("Then type your code; each works once:")
    return [*lines, *(line for seat, code in invitations for line in (f"{seat or 'The house'}:", f"  {code}"))]


INK: Final = "#000000 on #ffffff"
"""Dark on light in every theme, as phones read it."""
BORDER: Final = 2
"""Light modules around it, without which phones do not find it."""
_HALVES: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def qr(link: str) -> list[tuple[str, str]]:
    """Return lines with their style, two rows of modules in each; empty without the library (`garnet-house[web]`)."""
    try:
        import segno
    except ModuleNotFoundError:
        return []
    rows = [list(row) for row in segno.make_qr(link, error="l").matrix_iter(border=BORDER)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return [
        ("".join(_HALVES[top, bottom] for top, bottom in zip(upper, lower, strict=True)), INK)
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
