"""A person of the house, with names and keys."""

from __future__ import annotations

import hashlib
import re
from typing import Final

import msgspec

from core.refusal import Refused

NAME_LIMIT: Final = 24
KEYS_LIMIT: Final = 20
BROWSERS_LIMIT: Final = 12
"""Browsers of one person; a further one replaces the one longest unused."""
BROWSER_SECONDS: Final = 90 * 86400.0
"""Seconds without use after which a browser must log in again."""
BROWSER_NAME_LIMIT: Final = 40
PASSWORD_LEAST: Final = 10
PASSWORD_MOST: Final = 128
"""Characters of a password."""
# fmt: off
RESERVED: Final = frozenset({
    "join", "host", "guest", "admin", "administrator", "root", "link", "house", "garnet", "system", "server", "nobody",
    "anonymous", "everyone", "everybody", "all", "lounge", "realm", "spectator", "bot", "bots", "help", "new",
    "unknown", "null", "none", "me", "you",
})
# fmt: on
"""Names that are refused, because the house or its words use them."""

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,23}")


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A public key that a person has proved to hold."""

    public: str
    """OpenSSH's one-line form, without comment."""
    fingerprint: str
    """`SHA256:...`, the id of the key."""
    added: float
    """Seconds since the epoch."""


class Browser(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that logs in by the secret in its cookie; the house keeps only the digest."""

    digest: str
    """SHA-256 of the secret."""
    name: str
    """The browser's own name: `Firefox on Android`."""
    added: float
    """Seconds since the epoch."""
    used: float
    """Last use, to the day."""

    @property
    def id(self) -> str:
        """Id in lists; opens nothing."""
        return self.digest[:8]

    def lives(self, now: float) -> bool:
        """True if it still logs in."""
        return now - self.used < BROWSER_SECONDS


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    """Name as the person wrote it; compared without case."""
    joined: float
    """Seconds since the epoch."""
    keys: tuple[Key, ...] = ()
    browsers: tuple[Browser, ...] = ()
    """Browsers that log in as this person, oldest first (HH-54)."""
    password: str | None = None
    """Argon2 hash of the password, for a person without a key."""
    host: bool = False
    """True if this person may open the host's console."""
    blocked: bool = False
    """True if no key or password of theirs logs in (HH-35)."""
    removed: bool = False
    """True after removal; the name stays theirs, for the matches that they played (HH-36)."""
    former: tuple[str, ...] = ()
    """Former names, oldest first: reserved for this person, and still valid at login (HH-44)."""
    hosts: tuple[str, ...] = ()
    """Ids of further matches and seasons that they host (HH-45)."""
    appears: str | None = None
    """Name on pages of the archive (HH-26): None for each seat's, empty for a player without a name."""

    @property
    def id(self) -> str:
        """Fixed id: the first name, folded; as in `person:<id>`."""
        return fold(self.former[0] if self.former else self.name)

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.former, self.name)


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code that lets one person in, once."""

    id: str
    digest: str
    """SHA-256 of the code."""
    made: float
    """Seconds since the epoch."""
    inviter: str = msgspec.field(name="by")
    match: str | None = None
    """Match with a seat for it; None for an open invitation to the house."""
    seat: str | None = None
    host: bool = False
    """True if it makes its user a host."""
    used_by: str | None = None
    revoked: bool = False

    @property
    def open(self) -> bool:
        return self.used_by is None and not self.revoked


class DeviceLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code by which a person brings a second device."""

    digest: str
    name: str
    expires: float
    """Seconds since the epoch."""


def fold(name: str) -> str:
    """Return the form in which names are compared and stored."""
    return name.casefold()


def check_name(name: str) -> None:
    """Refuse an invalid name; a taken one is not checked.

    Refused: `name_length`, `name_form`, `name_reserved`.
    """
    if not 1 <= len(name) <= NAME_LIMIT:
        raise Refused("name_length", f"A name has 1 to {NAME_LIMIT} characters; this one has {len(name)}.")
    if not _NAME.fullmatch(name):
        raise Refused(
            "name_form", "A name is made of letters A to Z without accents, digits, - and _; the first is not -."
        )
    if fold(name) in RESERVED:
        raise Refused("name_reserved", f"The house keeps the name {name} for itself; choose another.")


_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LETTERS: Final = 16
"""Letters of a code, and random bytes that make it: 80 bits."""


def write_code(token: bytes) -> str:
    """Return a code for people: `7KQM-2XWD-9HTP-4RSV`."""
    letters = "".join(_ALPHABET[byte & 31] for byte in token[:LETTERS])
    return "-".join(letters[at : at + 4] for at in range(0, LETTERS, 4))


def write_id(token: bytes) -> str:
    """Return the end of an id that counts nothing and cannot be guessed (HH-49): `7kqm2-xwd9h`, 50 bits."""
    letters = "".join(_ALPHABET[byte & 31] for byte in token[:10]).lower()
    return f"{letters[:5]}-{letters[5:]}"


def read_code(text: str) -> str:
    """Return a typed code, ignoring case, spaces, dashes and look-alike letters. Any text is accepted."""
    letters = "".join(letter for letter in text[:64].upper() if letter.isascii() and letter.isalnum())
    return letters.replace("O", "0").replace("I", "1").replace("L", "1")


def digest(code: str) -> str:
    """Return the SHA-256 of a code as read by `read_code`, for storage."""
    return hashlib.sha256(read_code(code).encode()).hexdigest()
