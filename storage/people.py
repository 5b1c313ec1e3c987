"""The people of a table-top: who has played at this keyboard, and the PINs with which they take their seat.

Those who come over the network are another matter, with keys and invitations; here a name is enough. A PIN keeps an
honest friend from opening the wrong page by mistake. Four digits are soon guessed by whoever has the file, so it is
kept slow to try, and never as it was typed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from core.store import Store

SHELF = "table-top"
COST = 1 << 12
"""Of scrypt: about 10 ms a try."""


class TableTop:
    """Who has played at this keyboard, on a shelf of any Store. Names are compared without regard to case."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def remember(self, name: str, pin: str | None = None) -> None:
        """Keep a name as it is written now, with a new PIN, or with none. Durable on return."""
        self._store.put(SHELF, name.casefold(), {"name": name, "pin": None if pin is None else _lock_up(pin)})

    def names(self) -> tuple[str, ...]:
        """Everybody remembered, in the order in which they first came."""
        return tuple(document["name"] for document in self._store.all(SHELF).values())

    def has_pin(self, name: str) -> bool:
        """Does this person take a seat only with a PIN? False for somebody unknown."""
        return (self._store.get(SHELF, name.casefold()) or {}).get("pin") is not None

    def opens(self, name: str, pin: str) -> bool:
        """Is this the PIN? True for whoever has none."""
        kept = (self._store.get(SHELF, name.casefold()) or {}).get("pin")
        if kept is None:
            return True
        salt, _, digest = kept.partition("$")
        return hmac.compare_digest(_digest(pin, bytes.fromhex(salt)), digest)

    def forget(self, name: str) -> None:
        """Remove a name and its PIN, if it is there."""
        self._store.drop(SHELF, name.casefold())


def _lock_up(pin: str) -> str:
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}${_digest(pin, salt)}"


def _digest(pin: str, salt: bytes) -> str:
    return hashlib.scrypt(pin.encode("utf-8", "replace"), salt=salt, n=COST, r=8, p=1).hex()
