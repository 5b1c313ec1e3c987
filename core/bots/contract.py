"""The bot contract: a bot holds a seat like a person, and sees only what that seat may know.

`core.botplay.playing.play_out` plays a match among bots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, runtime_checkable

import msgspec

from core.json import Json
from core.ledger import Pending
from core.parts import Asks, O, O_co, O_in, R, R_co, R_in, V, V_co, V_in
from core.talk.acts import AnyAct, Clause
from core.talk.channels import Deal, Message, Phase


class Sight(msgspec.Struct, Generic[O_co, V_co, R_co], frozen=True):
    """Everything that a bot sees: what its seat may know."""

    seat: str
    seats: tuple[str, ...]
    phase: Phase
    round: int
    view: V_co
    asks: Asks
    sealed: O_co | None
    """The seat's sealed Orders, or None."""
    ready: bool
    heard: tuple[Message, ...]
    """Messages that this seat can read, oldest first, its own included."""
    reports: Mapping[int, R_co]
    """The seat's Reports by round (Structs)."""
    pending: Pending | None
    """The choice that this seat has to make now, or None."""
    partners: tuple[str, ...]
    """Seats to which it may send a direct message now."""
    people: tuple[str, ...] = ()
    """Other seats that people hold; public."""
    due: tuple[Clause, ...] = ()
    """Agreements for this round beyond swaps, of this seat and others (core.talk.book)."""
    early: bool = False
    """True in the first seconds of a round, unless all people are ready already (`core.table.table.EARLY`)."""


class Seal(msgspec.Struct, frozen=True):
    """Seal these orders (JSON), in place of earlier ones."""

    orders: Json


class Do(msgspec.Struct, frozen=True):
    """A live action or a decision (JSON, with `kind`)."""

    action: Json


class Say(msgspec.Struct, frozen=True):
    """A message, with a deal if it proposes one."""

    to: str | Sequence[str]
    text: str
    deal: Deal | None = None
    act: AnyAct | None = None
    """Speech act (core.talk.acts), if words alone would be unclear."""
    begins: bool = False
    """True for a message of its own accord: dropped while a person types in the same place."""
    occasion: str = ""
    """Occasion of the line (core.talk.voices): `decline` for a no, `off` for a deal taken back."""


class Done(msgspec.Struct, frozen=True):
    """Ready: nothing more this round unless something new arrives."""


Move = Seal | Do | Say | Done


class Hope(msgspec.Struct, frozen=True):
    """Forecast of orders by a bot, for comparing orders (HH-38)."""

    value: float
    of: str
    """Unit after the figure: ` points in this round`, `% to win`."""


class Bot(Protocol[O_in, V_in, R_in]):
    """A player. Deterministic: equal seeds and sights bring equal moves."""

    def turn(self, sight: Sight[O_in, V_in, R_in]) -> list[Move]:
        """Return the moves now; empty for none. Called whenever something changed for this seat.

        A refused move is dropped. Each round a bot must at some point answer with Done and then stay quiet unless
        something new concerns it; the runner stops after 40 turns in one round.
        """
        ...


@runtime_checkable
class Taker(Protocol):
    """A bot that can say what it would take."""

    def would_take(self, partner: str) -> str:
        """Return an offer of the partner's that it would take now, as a sentence; empty for none."""
        ...


def holds_back(sight: Sight[Any, Any, Any]) -> bool:
    """True if a bot settles nothing with other bots yet: it is early, and no person has written in this round."""
    return sight.early and not any(m.round == sight.round and m.sender in sight.people for m in sight.heard)


AnyBot = Bot[Any, Any, Any]
"""A bot of any game."""


def strangers(sight: Sight[O, V, R], among: Sequence[str]) -> tuple[str, ...]:
    """Return the seats of `among` that have written least to this seat alone, for naming one of them."""
    messages = {seat: sum(m.sender == seat and m.of_two for m in sight.heard) for seat in among}
    return tuple(seat for seat in among if messages[seat] == min(messages.values()))
