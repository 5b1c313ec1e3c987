"""Who takes a seat at a shared keyboard shows that it is theirs: by its PIN, or by a key where it has none."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Collection, Mapping

from core.house.house import House
from tui.app.app import GarnetApp
from tui.screens.curtain import Handover
from tui.screens.dialogs import Ask

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


TRIES = 3
"""Wrong PINs at one handover before the curtain falls again."""


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

    def prove(self, match: str, name: str, then: Callable[[], None], tries: int = TRIES) -> None:
        """Ask for the PIN of a seat, or only for a key where it has none; then go on."""
        kept = self._kept(match).get(name)
        if kept is None:
            self._app.push_screen(Handover(name), lambda mine: then() if mine else None)
            return

        def typed(pin: str | None) -> None:
            if pin is None:
                return
            if fits(pin, kept):
                then()
            elif tries > 1:
                self.prove(match, name, then, tries - 1)
            else:
                self._app.tell(f"That was not {name}'s PIN.", "bad")

        question = f"{name}'s PIN; Esc goes back." if tries == TRIES else f"That is not {name}'s PIN. Again:"
        self._app.push_screen(Ask(f"Handover: {name}", question, secret=True, longest=40), typed)

    def _kept(self, match: str) -> Mapping[str, str]:
        return self._house.store.get("pins", match) or {}
