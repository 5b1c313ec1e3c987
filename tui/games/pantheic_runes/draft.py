"""The orders of Pantheic Runes in the making: picks in the temple and rituals on the altar. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NotRequired, cast

from typing_extensions import TypedDict

from core.games.pantheic_runes.views import Mine
from core.json import Json
from core.refusal import Refused
from tui.games.pantheic_runes.editor import owner


class RitualJson(TypedDict):
    """A tableau on the altar, as the orders of a draft have it."""

    tableau: str
    forbid: NotRequired[str]


class OrdersJson(TypedDict):
    """Orders as a draft keeps them: JSON, and perhaps not yet whole."""

    temple: list[int]
    rituals: list[RitualJson]


EMPTY: OrdersJson = {"temple": [], "rituals": []}
"""The orders that mean nothing."""


class Draft(NamedTuple):
    """One state of the orders. Methods give a new one."""

    temple: tuple[int, ...] = ()
    """Places picked, the most wanted first."""
    rituals: tuple[RitualJson, ...] = ()
    """As in the orders: `tableau`, and perhaps `forbid`."""

    @classmethod
    def of(cls, orders: Mapping[str, Any]) -> Draft:
        """The draft from orders as JSON."""
        return cls(tuple(orders.get("temple") or ()), tuple(orders.get("rituals") or ()))

    @property
    def orders(self) -> Json:
        """The same as JSON orders."""
        orders: OrdersJson = {"temple": list(self.temple), "rituals": [ritual.copy() for ritual in self.rituals]}
        return cast("Json", orders)

    @property
    def laid(self) -> list[str]:
        """The tableaux on the altar, in order."""
        return [ritual["tableau"] for ritual in self.rituals]

    # --- the temple
    def picking(self, place: int, most: int) -> Draft:
        """With a place of the temple picked, or not after all. With one pick another place takes its place; with
        several, all used, it is refused (PR-03)."""
        if place in self.temple:
            return self._replace(temple=tuple(one for one in self.temple if one != place))
        if len(self.temple) < most:
            return self._replace(temple=(*self.temple, place))
        if most == 1:
            return self._replace(temple=(place,))
        text = f"You have {most} picks this round and used them all: take one back first."
        raise Refused("picks_used", text, "PR-03")

    # --- the altar
    def laying(self, tableau: str) -> Draft:
        """With one ritual more."""
        return self._replace(rituals=(*self.rituals, RitualJson(tableau=tableau)))

    def lifting(self, tableau: str) -> Draft:
        """Without the last ritual of that tableau."""
        last = max(place for place, laid in enumerate(self.laid) if laid == tableau)
        return self._replace(rituals=tuple(r for place, r in enumerate(self.rituals) if place != last))

    @property
    def granting(self) -> int | None:
        """The place of the first ritual of Artemis, which may forbid a pattern (PR-34)."""
        return next((place for place, laid in enumerate(self.laid) if owner(laid, None) == "artemis"), None)

    def forbidding(self, pattern: str) -> Draft:
        """With what the ritual of Artemis forbids; nothing, if empty."""
        changed = list(self.rituals)
        if (place := self.granting) is not None:
            tableau = self.laid[place]
            changed[place] = RitualJson(tableau=tableau, forbid=pattern) if pattern else RitualJson(tableau=tableau)
        return self._replace(rituals=tuple(changed))

    def pruned(self, mine: Mine) -> Draft:
        """Without rituals of tableaux that an action has used up."""
        left, kept = list(mine.tableaux), []
        for offer in mine.offered:
            left.remove(offer.tableau)
        for ritual in self.rituals:
            if ritual["tableau"] in left:
                left.remove(ritual["tableau"])
                kept.append(ritual)
        return self._replace(rituals=tuple(kept))


def fruitless(laid: Sequence[str], gains: Sequence[str]) -> list[str]:
    """What to say of rituals that bring no blessing, as far as the seat knows."""
    told = zip(laid, gains, strict=True)
    return [f"The ritual {tableau} pleases no deity." for tableau, gain in told if not gain]
