"""Who takes a seat at a shared keyboard shows that it is theirs: by its PIN, or by a key where it has none."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Collection, Mapping

from core.house.house import House
from tui.app.app import GarnetApp
from tui.screens.curtain import Handover
from tui.screens.dialogs import Ask
from tui.words.wording import span

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


TRIED = "pin-tries"
"""The shelf of wrong tries: by match and seat how many, and when the next may be (posix seconds)."""
FIRST_WAIT, LONGEST_WAIT = 2.0, 300.0
"""Seconds until another try after the first wrong PIN, twice as many after each further one, and the most of them:
all PINs of four digits take a month."""


class SeatPins:
    """The PINs of all seats of this house. Only what `tui.app.pins` makes of them is kept."""

    def __init__(self, app: GarnetApp, house: House) -> None:
        """`app` asks for them."""
        self._app = app
        self._house = house

    def asked(self, match: str) -> Collection[str]:
        """The seats of a match that have one."""
        return self._kept(match).keys()

    def keep(self, match: str, given: Mapping[str, str]) -> None:
        """From now on these seats of a match ask for these."""
        kept = {seat: hashed(pin, self._house.token(16)) for seat, pin in given.items()}
        if kept:
            self._house.store.put("pins", match, kept)

    def prove(self, match: str, name: str, then: Callable[[], None]) -> None:
        """Ask for the PIN of a seat, or only for a key where it has none; then go on. After each wrong one it takes
        longer until another is heard, also when the house was left meanwhile."""
        kept = self._kept(match).get(name)
        if kept is None:
            self._app.push_screen(Handover(name), lambda mine: then() if mine else None)
            return
        tried = self._house.store.get(TRIED, match) or {}
        wrong, again_at = tried.get(name, (0, 0.0))
        if (left := again_at - self._house.clock()) > 0:
            self._app.tell(f"Another PIN for {name} is heard in {span(max(1.0, left))}.", "warn")
            return

        def typed(pin: str | None) -> None:
            if pin is None:
                return
            rest = {seat: found for seat, found in tried.items() if seat != name}
            if fits(pin, kept):
                if wrong:
                    self._house.store.put(TRIED, match, rest)
                then()
                return
            wait = min(FIRST_WAIT * 2**wrong, LONGEST_WAIT)
            self._house.store.put(TRIED, match, {**rest, name: [wrong + 1, self._house.clock() + wait]})
            self._app.tell(f"That was not {name}'s PIN. Another is heard in {span(wait)}.", "bad")

        question = f"{name}'s PIN; Esc goes back."
        self._app.push_screen(Ask(f"Handover: {name}", question, secret=True, longest=40), typed)

    def _kept(self, match: str) -> Mapping[str, str]:
        return self._house.store.get("pins", match) or {}
