"""PINs of seats at one keyboard: kept only as a salted hash."""

from __future__ import annotations

import hashlib
import hmac

COST = 2**14
"""scrypt's work factor: some tens of milliseconds a try."""


def hashed(pin: str, salt: str) -> str:
    """What is kept of a PIN. `salt`: secret randomness in hex."""
    return f"{salt}:{_derive(pin, salt)}"


def fits(pin: str, kept: str) -> bool:
    """Is this the PIN that was kept?"""
    salt, _, wanted = kept.partition(":")
    return hmac.compare_digest(_derive(pin, salt), wanted)


def _derive(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=COST, r=8, p=1).hex()
