"""Settings of the whole house: one document on the shelf `settings`, beside those of its people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from core.narration.feed_shelf import check_webhook
from core.refusal import Refused
from core.store import Store

SHELF: Final = "settings"
HOUSE: Final = "house"

COPY_SHELF: Final = "copies"
COPY: Final = "this"


class Copy(msgspec.Struct, frozen=True):
    """Mark of a copy, written by `backup` and `restore`."""

    id: str
    """Random letters in the copy's posts: the other house goes on with the same matches."""
    made: float
    """Seconds since the epoch."""
    muted: bool = True
    """True while it posts to no chat room and sends no nudges (HH-48)."""


MUTED: Final = (
    "This house is a copy, so its feeds and nudges are muted: the other one may still tell the same rooms. "
    "`garnet host unmute` lets it speak."
)


class HouseSettings:
    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def webhook(self) -> str | None:
        """Address for nudges, secret to hosts: it gives write access to their chat room."""
        url: str | None = (self._store.get(SHELF, HOUSE) or {}).get("webhook")
        return url

    def set_webhook(self, text: str) -> str | None:
        """Set the address; `none` or nothing forgets it. Returns it. Refused: `bad_webhook`."""
        url = text.strip()
        webhook = None if url.lower() in ("", "none") else check_webhook(url)
        self._store.put(SHELF, HOUSE, {**(self._store.get(SHELF, HOUSE) or {}), "webhook": webhook})
        return webhook

    def house_id(self, token: Callable[[int], str]) -> str:
        """Return the id of the house in exports such as calendars, the same on every machine. `token` makes it once,
        from random bytes in hex."""
        document = self._store.get(SHELF, HOUSE) or {}
        if not document.get("id"):
            document = {**document, "id": f"garnet-{token(5)}"}
            self._store.put(SHELF, HOUSE, document)
        return str(document["id"])

    @property
    def copy(self) -> Copy | None:
        """The mark of a copy; None otherwise."""
        document = self._store.get(COPY_SHELF, COPY)
        return None if document is None else msgspec.convert(document, Copy)

    @property
    def muted(self) -> bool:
        return (mark := self.copy) is not None and mark.muted

    def unmute(self) -> Copy:
        """Let a copy post. Refused: `not_muted`."""
        mark = self.copy
        if mark is None or not mark.muted:
            raise Refused("not_muted", "Feeds and nudges of this house are not muted.")
        mark = msgspec.structs.replace(mark, muted=False)
        self._store.put(COPY_SHELF, COPY, msgspec.to_builtins(mark))
        return mark
