"""The people of the house: names, keys, passwords, invitations and link codes.

A person is a document on the shelf `people`, an invitation on `invitations`, a link code on `links`. Codes are shown
once; the house keeps digests. Every change is one synchronous call and one write (`_change`): of two people with one
code or name one gets it, and a refused write changes nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from core import person as codes
from core.json import Json
from core.match.naming import alike, check_seat_name
from core.person import (
    BROWSER_NAME_LIMIT,
    BROWSERS_LIMIT,
    KEYS_LIMIT,
    Browser,
    DeviceLink,
    Invitation,
    Key,
    Person,
    check_name,
    fold,
)
from core.refusal import Refused, shortened
from core.store import Store

LINK_SECONDS: Final = 600.0
"""Lifetime of a link code in seconds."""
SECRET_BYTES: Final = 32
USE_SECONDS: Final = 86400.0
"""Least seconds between two notes of a browser's use."""

SEEN_OUT: Final = "You are no longer of this house. Your matches keep your name."

T = TypeVar("T")

Clock = Callable[[], float]
"""Seconds since the epoch."""
Tokens = Callable[[int], bytes]
ShelfKey = tuple[str, str]


class People:
    """All people of the house, and the codes that let others in."""

    def __init__(self, store: Store, clock: Clock, tokens: Tokens) -> None:
        self._store = store
        self._clock = clock
        self._tokens = tokens
        self._people = {key: _decoded(raw, Person) for key, raw in store.all("people").items()}
        self._names = {fold(name): key for key, person in self._people.items() for name in person.names}
        self._invitations = {key: _decoded(raw, Invitation) for key, raw in store.all("invitations").items()}
        self._links = {key: _decoded(raw, DeviceLink) for key, raw in store.all("links").items()}
        self._barred = set(store.all("barred"))
        self.seen_out: Callable[[str, str], None] = lambda name, why: None
        """Called with a person's id and a sentence when they must connect anew, or may not."""
        self.revoked: Callable[[str], None] = lambda digest: None
        """Called with the digest of a browser's secret that opens nothing any more."""
        self._holders = {key.fingerprint: id_ for id_, person in self._people.items() for key in person.keys}
        self._browsers = {browser.digest: id_ for id_, person in self._people.items() for browser in person.browsers}
        self._beside: Mapping[ShelfKey, Any] = {}
        # An invitation is marked as used before its person is written; undo the mark after a crash in between.
        for invitation in self.invitations():
            if invitation.used_by is not None and fold(invitation.used_by) not in self._names:
                self._change(msgspec.structs.replace(invitation, used_by=None))

    @contextlib.contextmanager
    def beside(self, documents: Mapping[ShelfKey, Json]) -> Iterator[None]:
        """Write these documents together with the one change in the block."""
        self._beside = documents
        try:
            yield
        finally:
            self._beside = {}

    # People

    def find(self, name: str) -> Person | None:
        """Return the person of that name; None for an unknown or removed one."""
        person = self._people.get(self._id(name))
        return None if person is None or person.removed else person

    def _id(self, name: str) -> str:
        return self._names.get(fold(name), "")

    def everyone(self) -> tuple[Person, ...]:
        return tuple(person for person in self._people.values() if not person.removed)

    def ever(self) -> tuple[Person, ...]:
        """Return all people, removed ones too: pages of the archive name them as they asked for (HH-26)."""
        return tuple(self._people.values())

    def gone(self) -> frozenset[str]:
        """Return the holders that no seat is given to: removed and blocked people."""
        return frozenset(f"person:{id_}" for id_, person in self._people.items() if person.removed or person.blocked)

    def holder(self, fingerprint: str) -> Person | None:
        id_ = self._holders.get(fingerprint)
        return None if id_ is None else self._people[id_]

    def knows(self, name: str, fingerprint: str) -> bool:
        return self._holders.get(fingerprint, " ") == self._id(name) and self.admits(fingerprint)

    def admits(self, fingerprint: str) -> bool:
        """True unless the key or its owner is blocked (HH-35)."""
        holder = self.holder(fingerprint)
        return fingerprint not in self._barred and (holder is None or not holder.blocked)

    def take(self, name: str, key: Key) -> Person:
        """Open house: a free name belongs to the key that first takes it.

        Refused: `name_length`, `name_form`, `name_reserved`, `name_taken`, `key_taken`.
        """
        return self._keep(self._new_person(name, key, None, host=False))

    def add_key(self, name: str, key: Key) -> Person:
        """Add a key; the same key again changes nothing. Refused: `key_taken`, `too_many_keys`."""
        person = self._known(name)
        return person if self.knows(name, key.fingerprint) else self._keep(self._with_key(person, key))

    def _with_key(self, person: Person, key: Key) -> Person:
        if self.knows(person.id, key.fingerprint):
            return person
        self._check_key(key)
        if len(person.keys) >= KEYS_LIMIT:
            raise Refused("too_many_keys", f"You have {KEYS_LIMIT} keys already; remove one first.")
        return msgspec.structs.replace(person, keys=(*person.keys, key))

    def drop_key(self, name: str, fingerprint: str) -> Person:
        """Forget a key. Refused: `no_such_key`, `last_key` if nothing would be left to enter with."""
        person = self._known(name)
        left = tuple(key for key in person.keys if key.fingerprint != fingerprint)
        if left == person.keys:
            raise Refused("no_such_key", f"You have no key {fingerprint}.")
        if not (left or person.browsers) and person.password is None:
            raise Refused("last_key", "This is your only key and you have no password; add another key first.")
        return self._keep(msgspec.structs.replace(person, keys=left))

    def set_password(self, name: str, hashed: str | None) -> Person:
        """Set or drop the hash of a password. Refused: `last_key` if nothing would be left to enter with."""
        person = self._known(name)
        if hashed is None and not (person.keys or person.browsers):
            raise Refused("last_key", "You have no key, so your password is your only way in.")
        return self._keep(msgspec.structs.replace(person, password=hashed))

    # Browsers (HH-54)

    def new_browser(self, called: str) -> tuple[Browser, str]:
        """Return a new browser, not stored yet, and its secret, which is never stored."""
        secret, now = self._tokens(SECRET_BYTES).hex(), self._clock()
        name = "".join(letter for letter in called if letter.isprintable())[:BROWSER_NAME_LIMIT]
        return Browser(_digest(secret), name or "A browser", now, now), secret

    def let_browser_in(self, name: str, browser: Browser) -> Person:
        return self._keep(self._with_browser(self._known(name), browser))

    def _with_browser(self, person: Person, browser: Browser) -> Person:
        """Add a browser; the limit drops expired ones, then the one longest unused."""
        left = [old for old in person.browsers if old.lives(self._clock())]
        if len(left) >= BROWSERS_LIMIT:
            left.remove(min(left, key=lambda old: old.used))
        return msgspec.structs.replace(person, browsers=(*left, browser))

    def by_browser(self, secret: str) -> tuple[Person, Browser] | None:
        """Return the person and browser with this secret; None if it opens nothing. Notes the use once a day."""
        person = self._people.get(self._browsers.get(_digest(secret), ""))
        if person is None or person.blocked or person.removed:
            return None
        browser = next(known for known in person.browsers if known.digest == _digest(secret))
        now = self._clock()
        if not browser.lives(now):
            return None
        if now - browser.used >= USE_SECONDS:
            fresh = msgspec.structs.replace(browser, used=now)
            browsers = tuple(fresh if known == browser else known for known in person.browsers)
            person, browser = self._keep(msgspec.structs.replace(person, browsers=browsers)), fresh
        return person, browser

    def opens(self, name: str, digest: str) -> bool:
        person = self.find(name)
        known = () if person is None or person.blocked else person.browsers
        return any(browser.digest == digest and browser.lives(self._clock()) for browser in known)

    def drop_browser(self, name: str, browser_id: str) -> Person:
        """Forget a browser by its id; it must log in again at once. Refused: `no_such_browser`, `last_key` if nothing
        would be left to enter with."""
        person = self._known(name)
        left = tuple(browser for browser in person.browsers if browser.id != browser_id)
        if left == person.browsers:
            raise Refused(
                "no_such_browser", f"You have no browser {shortened(browser_id)}; `keys` lists them.", "HH-54"
            )
        return self._keep_browsers(person, left, "This browser is your only way in")

    def drop_other_browsers(self, name: str, digest: str) -> Person:
        """Forget all browsers but the one with this digest. Refused: `last_key` if nothing would be left to enter
        with."""
        person = self._known(name)
        left = tuple(browser for browser in person.browsers if browser.digest == digest)
        return self._keep_browsers(person, left, "Your browsers are your only way in")

    def _keep_browsers(self, person: Person, left: tuple[Browser, ...], last: str) -> Person:
        if not (left or person.keys) and person.password is None:
            raise Refused("last_key", f"{last}; add a key or set a password first.", "HH-54")
        changed = self._keep(msgspec.structs.replace(person, browsers=left))
        for browser in person.browsers:
            if browser not in left:
                self.revoked(browser.digest)
        return changed

    def set_host(self, name: str, host: bool) -> Person:
        person = self._keep(msgspec.structs.replace(self._known(name), host=host))
        if not host:
            self.seen_out(person.id, "You are no host here any more. Connect again to play.")
        return person

    def rename(self, name: str, to: str) -> Person:
        """Rename a person. Keys, seats, rights, settings, league rows and former names stay theirs (HH-44). Refused: as
        `take` for a bad name or another person's."""
        person = self._known(name)
        check_name(to)
        taken = self._names.get(fold(to))
        if taken not in (None, person.id):
            raise Refused("name_taken", f"The name {to} is taken; choose another.")
        if to == person.name:
            return person
        first, *later = person.names
        # The first name is the id, so it stays first, also if it is the present one again.
        former = (first, *(earlier for earlier in later if fold(earlier) != fold(to)))
        return self._keep(msgspec.structs.replace(person, name=to, former=former))

    def set_hosting(self, name: str, where: str, hosts: bool = True) -> Person:
        """Grant or revoke hosting of one match or season, by its id (HH-45)."""
        person = self._known(name)
        left = tuple(host for host in person.hosts if host != where)
        changed = self._keep(msgspec.structs.replace(person, hosts=(*left, where) if hosts else left))
        if not hosts and where in person.hosts:
            self.seen_out(person.id, f"You do not host {where} any more. Connect again to play.")
        return changed

    # Keeping somebody out (HH-35, HH-36)

    def block(self, name: str, blocked: bool = True) -> Person:
        """Block a person's keys and password, or unblock them. Their seats stay theirs."""
        person = self._keep(msgspec.structs.replace(self._known(name), blocked=blocked))
        if blocked:
            self.seen_out(person.id, "The house has closed its door to you.")
        return person

    def bar_key(self, fingerprint: str, barred: bool = True) -> None:
        """Block a key, or unblock it. Refused: `no_such_key` for a bad fingerprint."""
        if not fingerprint.startswith("SHA256:"):
            raise Refused("no_such_key", f"{shortened(fingerprint)} is no fingerprint: SHA256:... as `people` lists.")
        if not barred:
            self._change(let_in=(fingerprint,))
            return
        self._change(barred=(fingerprint,))
        holder = self.holder(fingerprint)
        if holder is not None:
            self.seen_out(holder.id, "A key of yours opens nothing here any more. Connect with another.")

    def barred(self) -> tuple[str, ...]:
        return tuple(sorted(self._barred))

    def remove(self, name: str, *, bar: bool = True) -> Person:
        """Drop keys, password and rights. The name stays taken: past matches hold it. `bar`: the keys are blocked under
        every name (HH-36)."""
        person = self._known(name)
        keys = tuple(key.fingerprint for key in person.keys) if bar else ()
        left = msgspec.structs.replace(person, keys=(), browsers=(), password=None, host=False, hosts=(), removed=True)
        self._change(left, barred=keys, forgotten=[
            ("links", person.id), ("settings", f"person {person.id}"), ("room-names", person.id), ("push", person.id),
            ("absences", person.id),
        ])  # fmt: skip
        self.seen_out(person.id, SEEN_OUT)
        return left

    def appear(self, name: str, appears: str | None) -> Person:
        """Set the archive's name for a person (HH-26): None for the names of their seats, empty for none. Refused: no
        name for a seat (HH-16), `name_taken`."""
        person = self._known(name)
        if appears:
            check_seat_name(appears)
            for other in self._people.values():
                taken = (*other.names, other.appears or "") if other != person else ()
                if any(alike(appears, name_) for name_ in taken):
                    message = f"{shortened(appears)} looks like the name of somebody here; choose another."
                    raise Refused("name_taken", message, "HH-26")
        return self._keep(msgspec.structs.replace(person, appears=appears))

    # Invitations

    def invite(
        self, by: str, match: str | None = None, seat: str | None = None, *, host: bool = False
    ) -> tuple[Invitation, str]:
        if (match is None) != (seat is None):
            raise Refused("seat_without_match", "An invitation is for a seat of a match, or for the house.")
        code = codes.write_code(self._tokens(codes.LETTERS))
        number = 1 + max((int(key) for key in self._invitations if key.isdigit()), default=0)
        invitation = Invitation(str(number), codes.digest(code), self._clock(), by, match, seat, host)
        self._change(invitation)
        return invitation, code

    def invitations(self) -> tuple[Invitation, ...]:
        return tuple(self._invitations.values())

    def revoke(self, invitation_id: str) -> Invitation:
        """Revoke an unused invitation. Refused: `no_such_invitation`, `invitation_used`."""
        invitation = self._invitations.get(invitation_id)
        if invitation is None:
            raise Refused("no_such_invitation", f"There is no invitation {shortened(str(invitation_id))}.")
        if invitation.used_by is not None:
            raise Refused("invitation_used", f"{invitation.used_by} has used invitation {invitation.id} already.")
        revoked = msgspec.structs.replace(invitation, revoked=True)
        self._change(revoked)
        return revoked

    def link(self, name: str) -> str:
        """Return a code for a second device, valid ten minutes; an earlier one is void."""
        code = codes.write_code(self._tokens(codes.LETTERS))
        person = self._known(name)
        self._change(DeviceLink(codes.digest(code), person.id, self._clock() + LINK_SECONDS))
        return code

    def examine(self, code: str) -> Invitation | DeviceLink:
        """Return what a code opens. Refused: `code_used`, `code_revoked`, `code_expired` for a right code, which cannot
        be guessed; `code_unknown` in the same words for all others."""
        digest = codes.digest(code)
        invitations = [known for known in self._invitations.values() if known.digest == digest]
        links = [
            known for known in self._links.values() if known.digest == digest and self.find(known.name) is not None
        ]
        for invitation in invitations:
            if invitation.open:
                return invitation
        for link in links:
            if self._clock() < link.expires:
                return link
        if invitations and invitations[-1].revoked:
            raise Refused("code_revoked", "This invitation was taken back. Ask the host for a new one.")
        if invitations:
            used = "This invitation has been used. If it was you, connect with your name in place of join."
            raise Refused("code_used", used)
        if links:
            raise Refused("code_expired", "This code's ten minutes are over. Make a new one on your other device.")
        raise Refused("code_unknown", "This code opens nothing. Check it, or ask the host for a new one.")

    def used_by(self, code: str, name: str) -> Invitation | None:
        """Return the invitation that this person used by this code, or None."""
        digest = codes.digest(code)
        used = (known for known in self._invitations.values() if known.digest == digest and known.used_by is not None)
        return next((known for known in used if fold(known.used_by or "") == fold(name)), None)

    def check_free(self, name: str) -> None:
        """Refused: `name_length`, `name_form`, `name_reserved`, `name_taken`."""
        check_name(name)
        if fold(name) in self._names:
            raise Refused("name_taken", f"The name {name} is taken; choose another.")

    def enrol(
        self, code: str, name: str, key: Key | None, password: str | None, browser: Browser | None = None
    ) -> tuple[Person, Invitation]:
        """Use an invitation to become a person with a key, the hash of a password, or a browser.

        Refused: `code_unknown`, and as `take`. A refusal uses nothing up.
        """
        invitation = self._invitation(code)
        person = self._new_person(name, key, password, host=invitation.host, browser=browser)
        self._change(msgspec.structs.replace(invitation, used_by=name), person)
        return person, invitation

    def accept(self, code: str, name: str) -> tuple[Person, Invitation]:
        """Use an invitation as a known person. Refused: `code_unknown`."""
        person, invitation = self._known(name), self._invitation(code)
        if invitation.host:
            person = msgspec.structs.replace(person, host=True)
        self._change(msgspec.structs.replace(invitation, used_by=person.name), person)
        return person, invitation

    def bring(self, code: str, key: Key | None, password: str | None, browser: Browser | None = None) -> Person:
        """Use a link code: add the second device's key, hash of a password, or browser.

        Refused: `code_unknown`, `key_taken`, `too_many_keys`.
        """
        link = self.examine(code)
        if not isinstance(link, DeviceLink):
            raise Refused("code_unknown", "This code opens nothing. Check it, or ask the host for a new one.")
        person = self._known(link.name)
        if person.blocked:
            raise Refused("code_unknown", "This code opens nothing. Check it, or ask the host for a new one.")
        if key is not None:
            person = self._with_key(person, key)
        if password is not None:
            person = msgspec.structs.replace(person, password=password)
        if browser is not None:
            person = self._with_browser(person, browser)
        self._change(person, forgotten=[("links", person.id)])
        return person

    def _invitation(self, code: str) -> Invitation:
        invitation = self.examine(code)
        if not isinstance(invitation, Invitation):
            raise Refused("code_unknown", "This code opens nothing. Check it, or ask the host for a new one.")
        return invitation

    def _known(self, name: str) -> Person:
        person = self.find(name)
        if person is None:
            raise Refused("no_such_person", f"The house knows nobody called {shortened(name)}.")
        return person

    def _check_key(self, key: Key) -> None:
        if key.fingerprint in self._barred:
            raise Refused("key_blocked", "This key opens nothing here.", "HH-35")
        # One key, one person: else a code entered with that key could not tell for whom it is.
        holder = self.holder(key.fingerprint)
        if holder is not None:
            raise Refused("key_taken", f"This key belongs to {holder.name} already; enter as {holder.name}.")

    def _new_person(
        self, name: str, key: Key | None, password: str | None, *, host: bool, browser: Browser | None = None
    ) -> Person:
        """Return a new person, not stored yet. Refused: as `take`, and `no_way_in`."""
        self.check_free(name)
        if key is not None:
            self._check_key(key)
        if key is None and password is None and browser is None:
            raise Refused("no_way_in", "Somebody without a key needs a password.")
        keys = () if key is None else (key,)
        browsers = () if browser is None else (browser,)
        return Person(name, self._clock(), keys, browsers, password, host)

    def _keep(self, person: Person) -> Person:
        self._change(person)
        return person

    def _change(
        self,
        *kept: Invitation | DeviceLink | Person,
        barred: Sequence[str] = (),
        let_in: Sequence[str] = (),
        forgotten: Sequence[ShelfKey] = (),
    ) -> None:
        """Make every change: first in one write, with the documents of `beside`, then in memory.

        `kept`: written in this order; `barred` and `let_in`: fingerprints; `forgotten`: documents of links or settings.
        """
        documents: dict[ShelfKey, Json | None] = {_shelf_and_key(item): msgspec.to_builtins(item) for item in kept}
        documents |= {("barred", key): {"at": self._clock()} for key in barred}
        documents |= dict.fromkeys([*(("barred", key) for key in let_in), *forgotten])
        self._store.put_all({**documents, **self._beside})
        for item in kept:
            if isinstance(item, Invitation):
                self._invitations[item.id] = item
            elif isinstance(item, DeviceLink):
                self._links[fold(item.name)] = item
            else:
                self._seat(item)
        self._barred.update(barred)
        self._barred.difference_update(let_in)
        for shelf, key in forgotten:
            if shelf == "links":
                self._links.pop(key, None)

    def _seat(self, person: Person) -> None:
        id_, before = person.id, self._people.get(person.id)
        for key in () if before is None else before.keys:
            self._holders.pop(key.fingerprint, None)
        for browser in () if before is None else before.browsers:
            self._browsers.pop(browser.digest, None)
        self._people[id_] = person
        self._browsers.update({browser_.digest: id_ for browser_ in person.browsers})
        self._names[fold(person.name)] = id_
        self._holders.update({key.fingerprint: id_ for key in person.keys})


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _shelf_and_key(item: Invitation | DeviceLink | Person) -> ShelfKey:
    if isinstance(item, Invitation):
        return "invitations", item.id
    return ("links", fold(item.name)) if isinstance(item, DeviceLink) else ("people", item.id)


def _decoded(raw: Json, kind: type[T]) -> T:
    return msgspec.convert(raw, kind)
