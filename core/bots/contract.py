"""The bot contract: a bot holds a seat like anyone, and sees only what that seat may know.

The runner that plays a match out among bots is `core.botplay.playing.play_out`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol

import msgspec

from core.json import Json
from core.ledger import Pending
from core.parts import Asks, O, O_co, O_in, R, R_co, R_in, V, V_co, V_in
from core.talk.acts import AnyAct, Clause
from core.talk.channels import Deal, Message, Phase


class Sight(msgspec.Struct, Generic[O_co, V_co, R_co], frozen=True):
    """All that a bot is shown: what its seat may know, and nothing else."""

    seat: str
    seats: tuple[str, ...]
    phase: Phase
    round: int
    view: V_co
    """The game's View for this seat."""
    asks: Asks
    sealed: O_co | None
    """Its own sealed orders (the game's Orders), or None."""
    ready: bool
    heard: tuple[Message, ...]
    """Every message this seat can read, oldest first, its own included."""
    reports: Mapping[int, R_co]
    """Its own Reports by round (as Structs)."""
    pending: Pending | None
    """The choice that this seat has to make now, or None."""
    partners: tuple[str, ...]
    """Seats to whom it may send a message of their own now."""
    people: tuple[str, ...] = ()
    """The other seats that people hold; the lobby and the keyboard's own curtain show everybody as much."""
    due: tuple[Clause, ...] = ()
    """What this seat and others have agreed on for this very round beyond a swap of it (core.talk.book)."""


class Seal(msgspec.Struct, frozen=True):
    """Seal these orders (JSON form), in place of earlier ones."""

    orders: Json


class Do(msgspec.Struct, frozen=True):
    """A live action or a decision (JSON form, with `kind`)."""

    action: Json


class Say(msgspec.Struct, frozen=True):
    """A message, with a deal if it proposes one."""

    to: str | Sequence[str]
    text: str
    deal: Deal | None = None
    act: AnyAct | None = None
    """What it does (core.talk.acts), where words alone would not say it."""
    begins: bool = False
    """A word of its own accord: left unsaid while a person writes in the same place."""


class Done(msgspec.Struct, frozen=True):
    """Ready: nothing more to do this round unless something new arrives."""


Move = Seal | Do | Say | Done


class Hope(msgspec.Struct, frozen=True):
    """What orders promise by a bot's reckoning, so that two of them can be set beside one another (HH-38)."""

    value: float
    of: str
    """What of, as it follows the figure: ` points in this round`, `% to win`."""


class Bot(Protocol[O_in, V_in, R_in]):
    """A player. Deterministic: the same seed and the same sights bring the same moves."""

    def turn(self, sight: Sight[O_in, V_in, R_in]) -> list[Move]:
        """What to do now; an empty list for nothing. Called whenever something changed for this seat.

        A refused move is dropped. Each round a bot must at some point answer with Done and then stay quiet unless
        something new concerns it; the runner stops asking a bot after 40 turns in one round.
        """
        ...


AnyBot = Bot[Any, Any, Any]
"""A bot of which only the contract is known: whoever seats bots knows no game."""


def strangers(sight: Sight[O, V, R], among: Sequence[str]) -> tuple[str, ...]:
    """Those of `among` who have said least to this seat alone: whom to name where somebody must be named."""
    said = {seat: sum(m.by == seat and m.of_two for m in sight.heard) for seat in among}
    return tuple(seat for seat in among if said[seat] == min(said.values()))
