"""What the house's hosts set for the whole house: one document on the shelf `settings`, beside those of its people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from core.narration.feed import check_webhook
from core.refusal import Refused
from core.store import Store

SHELF: Final = "settings"
HOUSE: Final = "house"
"""The key of the house's own document; a person's is `person <id>`."""

COPY_SHELF: Final = "copies"
COPY: Final = "this"
"""Where a copy of a house keeps that it is one."""


class Copy(msgspec.Struct, frozen=True):
    """That a house is a copy of another: what `backup` and `restore` write into what they make."""

    id: str
    """A few random letters: what it posts bears them, since the other house goes on with the same matches."""
    made: float
    """Seconds since the epoch."""
    muted: bool = True
    """It tells no chat room anything, and sends no nudges (HH-48)."""


MUTED: Final = (
    "This house is a copy, so its feeds and nudges are muted: the other one may still tell the same rooms. "
    "`garnet host unmute` lets it speak."
)


class HouseSettings:
    """The house's settings, read anew each time: a change counts at once."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def webhook(self) -> str | None:
        """Where nudges are sent. Whoever knows the address can write to the host's chat room: for hosts alone."""
        found: str | None = (self._store.get(SHELF, HOUSE) or {}).get("webhook")
        return found

    def set_webhook(self, given: str) -> str | None:
        """Keep another address; `none` or nothing forgets it. What is kept now. Refused: `bad_webhook`."""
        url = given.strip()
        kept = None if url.lower() in ("", "none") else check_webhook(url)
        self._store.put(SHELF, HOUSE, {**(self._store.get(SHELF, HOUSE) or {}), "webhook": kept})
        return kept

    def house_id(self, token: Callable[[int], str]) -> str:
        """The name of the house in ids that leave it, as those of a calendar: the same on every machine. Made by
        `token`, which gives random bytes in hex, when it is first asked for."""
        kept = self._store.get(SHELF, HOUSE) or {}
        if not kept.get("id"):
            kept = {**kept, "id": f"garnet-{token(5)}"}
            self._store.put(SHELF, HOUSE, kept)
        return str(kept["id"])

    @property
    def copy(self) -> Copy | None:
        """What it is a copy of; None for a house that is none."""
        found = self._store.get(COPY_SHELF, COPY)
        return None if found is None else msgspec.convert(found, Copy)

    @property
    def muted(self) -> bool:
        """Is it a copy that no host has unmuted?"""
        return (found := self.copy) is not None and found.muted

    def unmute(self) -> Copy:
        """Let a copy post. Refused: `not_muted`."""
        found = self.copy
        if found is None or not found.muted:
            raise Refused("not_muted", "Feeds and nudges of this house are not muted.")
        found = msgspec.structs.replace(found, muted=False)
        self._store.put(COPY_SHELF, COPY, msgspec.to_builtins(found))
        return found
