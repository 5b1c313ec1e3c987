"""A person of the house: the name, the keys, and what both may be."""

from __future__ import annotations

import hashlib
import re
from typing import Final

import msgspec

from core.refusal import Refused

NAME_LIMIT: Final = 24
"""Most characters of a name."""
KEYS_LIMIT: Final = 20
"""Most keys of one person."""
BROWSERS_LIMIT: Final = 12
"""Most browsers of one person; one more takes the place of the one longest unused."""
BROWSER_SECONDS: Final = 90 * 86400.0
"""A browser that was not used for so long opens the door no more."""
BROWSER_NAME_LIMIT: Final = 40
"""Most characters of what a browser is called."""
PASSWORD_LEAST: Final = 10
PASSWORD_MOST: Final = 128
"""Characters of a password, at least and at most."""
# fmt: off
RESERVED: Final = frozenset({
    "join", "host", "guest", "admin", "administrator", "root", "link", "house", "garnet", "system", "server", "nobody",
    "anonymous", "everyone", "everybody", "all", "lounge", "realm", "spectator", "bot", "bots", "help", "new",
    "unknown", "null", "none", "me", "you",
})
# fmt: on
"""Names that nobody can take, because the house or its words use them."""

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,23}")


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A public key that a person has proved to hold."""

    public: str
    """In OpenSSH's one-line form, without comment."""
    fingerprint: str
    """`SHA256:...`, what the key is known by."""
    added: float
    """When it was bound, in seconds since the epoch."""


class Browser(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that opens the door by the secret in its cookie, of which the house keeps only the digest."""

    digest: str
    """SHA-256 of the secret."""
    name: str
    """As it said what it is: `Firefox on Android`."""
    added: float
    """When it was let in, in seconds since the epoch."""
    used: float
    """When it was last used, to the day."""

    @property
    def id(self) -> str:
        """What it is called by where it is listed; opens nothing."""
        return self.digest[:8]

    def lives(self, now: float) -> bool:
        """Whether it still opens the door."""
        return now - self.used < BROWSER_SECONDS


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who may enter the house."""

    name: str
    """As the person wrote it; compared without regard to case."""
    joined: float
    """Seconds since the epoch."""
    keys: tuple[Key, ...] = ()
    browsers: tuple[Browser, ...] = ()
    """Those that open the door for this person, in the order in which they were let in (HH-54)."""
    password: str | None = None
    """The argon2 hash of the password, for those without a key."""
    host: bool = False
    """Whether this person may open the host's console."""
    blocked: bool = False
    """No key and no password of theirs opens the door (HH-35)."""
    removed: bool = False
    """They are of the house no more; the name stays theirs, for the matches that they played (HH-36)."""
    former: tuple[str, ...] = ()
    """Names that they had before, the first one first: nobody else gets them, and they still open the door (HH-44)."""
    hosts: tuple[str, ...] = ()
    """Ids of the matches and seasons that they host beside those of their own (HH-45)."""
    appears: str | None = None
    """How pages of the archive call this person (HH-26): None by the name of each seat, empty as a player without a
    name, else by this name."""

    @property
    def id(self) -> str:
        """By what the house knows them, whatever they are called: their first name, folded; as in `person:<id>`."""
        return fold(self.former[0] if self.former else self.name)

    @property
    def names(self) -> tuple[str, ...]:
        """All names they ever had here."""
        return (*self.former, self.name)


def fold(name: str) -> str:
    """The form in which names are compared and kept."""
    return name.casefold()


def check_name(name: str) -> None:
    """Refuses a name that nobody can have. Says nothing about whether it is taken.

    Refused: `name_length`, `name_form`, `name_reserved`.
    """
    if not 1 <= len(name) <= NAME_LIMIT:
        raise Refused("name_length", f"A name has 1 to {NAME_LIMIT} characters; this one has {len(name)}.")
    if not _NAME.fullmatch(name):
        raise Refused("name_form", "A name is made of the letters A to Z, digits, - and _, and does not begin with -.")
    if fold(name) in RESERVED:
        raise Refused("name_reserved", f"The house keeps the name {name} for itself; choose another.")


_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LETTERS: Final = 16
"""Letters of a code, and bytes of randomness that make one. 80 bits: beyond guessing, short enough to read out."""


def write_code(token: bytes) -> str:
    """A code as people see it: `7KQM-2XWD-9HTP-4RSV`."""
    letters = "".join(_ALPHABET[byte & 31] for byte in token[:LETTERS])
    return "-".join(letters[at : at + 4] for at in range(0, LETTERS, 4))


def write_id(token: bytes) -> str:
    """The end of an id that counts nothing and that nobody guesses (HH-49): `7kqm2-xwd9h`, 50 bits."""
    letters = "".join(_ALPHABET[byte & 31] for byte in token[:10]).lower()
    return f"{letters[:5]}-{letters[5:]}"


def read_code(text: str) -> str:
    """The code that somebody typed, forgiving case, spaces, dashes and look-alike letters. Any text is accepted."""
    kept = "".join(letter for letter in text[:64].upper() if letter.isascii() and letter.isalnum())
    return kept.replace("O", "0").replace("I", "1").replace("L", "1")


def digest(code: str) -> str:
    """What is kept of a code: the SHA-256 of what `read_code` makes of it."""
    return hashlib.sha256(read_code(code).encode()).hexdigest()
