"""How people reach the house (address, port, key), and what it can do outside: nudges, feeds, health."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from tui.words.health import Health

Nudge = Callable[[str], str]
"""Reminds those who are missing at a match, outside the house; a sentence about what was done, or Refused."""


class Door(msgspec.Struct, frozen=True, kw_only=True):
    """How people find the house, and what it can do beyond its walls."""

    address: str = "ADDRESS"
    """The name or address that players type."""
    port: int = 22
    fingerprint: str = ""
    """Of the host key."""
    nudge: Nudge | None = None
    """None where the house is not served."""
    feed: Callable[[str], None] | None = None
    """Called with a match whose feed was set, while the house is served."""
    unmuted: Callable[[], None] | None = None
    """Called when a host has let a copy of a house post, while it is served."""
    health: Health | None = None
    """Looks how the house is. For hosts alone. None where it is not served."""
    webhook: str = ""
    """The one that the house was started with: it goes before the one in its settings. For hosts alone."""
    hash_password: Callable[[str], Awaitable[str]] | None = None
    """What is kept of a new password; Refused if it is too short. None where the house takes no passwords."""

    def command(self, name: str) -> str:
        """What somebody types to come in as `name`."""
        port = "" if self.port == 22 else f"-p {self.port} "
        return f"ssh {port}{name}@{self.address}"


def paste(door: Door, what: str, made: Sequence[tuple[str | None, str]]) -> list[str]:
    """What to paste into a chat or a letter: how to connect, the house's key to compare, and the code; of several, each
    under the seat that it is for."""
    one = len(made) == 1
    lines = [f"You are invited to {what}. Connect with:", f"  {door.command('join')}"]
    if door.fingerprint:
        lines += ["The first time ssh asks about the house's key. It should be:", f"  {door.fingerprint}"]
    if one:
        return [*lines, "Then type your code, which works once:", f"  {made[0][1]}"]
    lines.append("Then type your code; each works once:")
    return [*lines, *(line for seat, code in made for line in (f"{seat or 'The house'}:", f"  {code}"))]
