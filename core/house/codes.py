"""Codes that people type: those of invitations, and those that let a second device in."""

from __future__ import annotations

import hashlib
from typing import Final

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LETTERS: Final = 16
"""Letters of a code, and bytes of randomness that make one. 80 bits: beyond guessing, short enough to read out."""


def write_code(token: bytes) -> str:
    """A code as people see it: `7KQM-2XWD-9HTP-4RSV`."""
    letters = "".join(_ALPHABET[byte & 31] for byte in token[:LETTERS])
    return "-".join(letters[at : at + 4] for at in range(0, LETTERS, 4))


def write_id(token: bytes) -> str:
    """The end of an id that counts nothing and that nobody guesses (HH-51): `7kqm2-xwd9h`, 50 bits."""
    letters = "".join(_ALPHABET[byte & 31] for byte in token[:10]).lower()
    return f"{letters[:5]}-{letters[5:]}"


def read_code(text: str) -> str:
    """The code that somebody typed, forgiving case, spaces, dashes and look-alike letters. Any text is accepted."""
    kept = "".join(letter for letter in text[:64].upper() if letter.isascii() and letter.isalnum())
    return kept.replace("O", "0").replace("I", "1").replace("L", "1")


def digest(code: str) -> str:
    """What is kept of a code: the SHA-256 of what `read_code` makes of it."""
    return hashlib.sha256(read_code(code).encode()).hexdigest()
