"""What the house's hosts set for the whole house: one document on the shelf `settings`, beside those of its people."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from core.refusal import Refused, quoted
from core.store import Store

SHELF: Final = "settings"
HOUSE: Final = "house"
"""The key of the house's own document; a person's is `person <id>`."""
LONGEST_URL: Final = 2000
"""Characters."""


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


def check_webhook(url: str) -> str:
    """The address of a webhook, if it can be one. Refused: `bad_webhook`."""
    if len(url) > LONGEST_URL:
        raise Refused("bad_webhook", f"A webhook's address has at most {LONGEST_URL:,} characters.")
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good or not url.isprintable() or " " in url:
        raise Refused(
            "bad_webhook", f"A webhook begins with http:// or https:// and names a server; {quoted(url)} does not."
        )
    return url
