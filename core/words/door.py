"""How people reach the house (address, port, key), as words and as a QR code; and what it can do outside: nudges,
feeds, health."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import msgspec

from core.house.people import LINK_SECONDS
from core.house.todo import Outside
from core.person import Key
from core.words.health import Health

Nudge = Callable[[str], str]
"""Reminds those who are missing at a match, outside the house; a sentence about what was done, or Refused."""


class Door(msgspec.Struct, frozen=True, kw_only=True):
    """How people find the house, and what it can do beyond its walls."""

    address: str = "ADDRESS"
    """The name or address that players type."""
    port: int = 22
    fingerprint: str = ""
    """Of the host key."""
    web: str = ""
    """The address of the browser door, without a path; empty where there is none."""
    nudge: Nudge | None = None
    """None where the house is not served."""
    feed: Callable[[str], None] | None = None
    """Called with a match whose feed was set, while the house is served."""
    unmuted: Callable[[], None] | None = None
    """Called when a host has let a copy of a house post, while it is served."""
    health: Health | None = None
    """Looks how the house is. For hosts alone. None where it is not served."""
    outside: Callable[[], Outside] | None = None
    """What only the serving process knows of what waits for hosts (`core.house.todo`). None where it is not served."""
    webhook: str = ""
    """The one that the house was started with: it goes before the one in its settings. For hosts alone."""
    read_key: Callable[[str], Key] | None = None
    """A public key as somebody pasted it; Refused if it is none. None where the house is not served."""
    hash_password: Callable[[str], Awaitable[str]] | None = None
    """What is kept of a new password; Refused if it is too short. None where the house takes no passwords."""

    def command(self, name: str) -> str:
        """What somebody types to come in as `name`."""
        port = "" if self.port == 22 else f"-p {self.port} "
        return f"ssh {port}{name}@{self.address}"

    def enter(self) -> str:
        """One line for a chat room: how one gets to the table."""
        return f"To the table: `{self.command('NAME')}`{f' or {self.web}' if self.web else ''}"

    def link(self, code: str) -> str:
        """The address that opens with a code; empty where browsers are not let in."""
        return f"{self.web}/j/{code}" if self.web else ""

    def to_watch(self, code: str) -> str:
        """How somebody without a name watches the match whose link has this code (HH-65)."""
        none = "This house lets no browsers in, so nobody comes by a link: garnet serve --web opens that door."
        return f"Its link: {self.web}/w/{code}" if self.web else none


def carry(door: Door, code: str) -> list[str]:
    """How one more device of somebody's comes in with a code of theirs."""
    minutes = f"{LINK_SECONDS / 60:.0f} minutes"
    lines = [
        f"Your code, good once within {minutes}: {code}",
        f"With a key of its own: {door.command('join')}, then the code.",
    ]
    return [*lines, *([f"In a browser: {door.link(code)}"] if door.web else [])]


def paste(door: Door, what: str, made: Sequence[tuple[str | None, str]]) -> list[str]:
    """What to paste into a chat or a letter: how to connect, the house's key to compare, and the code; of several, each
    under the seat that it is for."""
    one = len(made) == 1
    lines = [f"You are invited to {what}. Connect with:"]
    if door.web:
        lines = [f"You are invited to {what}. In a browser, on a phone too, open your link, which works once:"]
        lines += [
            f"  {door.link(code)}" if one else f"  {seat or 'The house'}: {door.link(code)}" for seat, code in made
        ]
        lines.append("Or in a terminal connect with:")
    lines.append(f"  {door.command('join')}")
    if door.fingerprint:
        lines += ["The first time ssh asks about the house's key. It should be:", f"  {door.fingerprint}"]
    if one:
        return [*lines, "Then type your code, which works once:", f"  {made[0][1]}"]
    lines.append("Then type your code; each works once:")
    return [*lines, *(line for seat, code in made for line in (f"{seat or 'The house'}:", f"  {code}"))]


INK: Final = "#000000 on #ffffff"
"""Dark on light, whatever the theme: phones read it so."""
BORDER: Final = 2
"""Modules of light around it; with fewer, phones do not find it."""
_HALVES: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def qr(link: str) -> list[tuple[str, str]]:
    """Lines with their style, two rows of modules in each; none where the library for it is not installed, as in a
    house without browsers (`garnet-house[web]`)."""
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
