"""Draft orders of Pantheic Runes: picks in the temple and rituals on the altar. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NotRequired, cast

from typing_extensions import TypedDict

from core.games.pantheic_runes.views import Mine
from core.json import Json
from core.refusal import Refused
from tui.games.pantheic_runes.editor import owner


class RitualJson(TypedDict):
    tableau: str
    forbid: NotRequired[str]


class OrdersJson(TypedDict):
    temple: list[int]
    rituals: list[RitualJson]


EMPTY: OrdersJson = {"temple": [], "rituals": []}


class Draft(NamedTuple):
    """State of the draft orders. Methods return a changed copy."""

    temple: tuple[int, ...] = ()
    """Picked places, the most wanted first."""
    rituals: tuple[RitualJson, ...] = ()

    @classmethod
    def of(cls, orders: Mapping[str, Any]) -> Draft:
        return cls(tuple(orders.get("temple") or ()), tuple(orders.get("rituals") or ()))

    @property
    def orders(self) -> Json:
        orders: OrdersJson = {"temple": list(self.temple), "rituals": [ritual.copy() for ritual in self.rituals]}
        return cast("Json", orders)

    @property
    def laid(self) -> list[str]:
        return [ritual["tableau"] for ritual in self.rituals]

    # --- the temple
    def with_pick(self, place: int, most: int) -> Draft:
        """Pick a place of the temple, or drop a picked one. With a single pick, another place replaces it.

        Raises:
            Refused: Several picks are allowed and all are used (PR-03).
        """
        if place in self.temple:
            return self._replace(temple=tuple(picked for picked in self.temple if picked != place))
        if len(self.temple) < most:
            return self._replace(temple=(*self.temple, place))
        if most == 1:
            return self._replace(temple=(place,))
        text = f"You have {most} picks this round and used them all: take one back first."
        raise Refused("picks_used", text, "PR-03")

    # --- the altar
    def with_ritual(self, tableau: str) -> Draft:
        return self._replace(rituals=(*self.rituals, RitualJson(tableau=tableau)))

    def without_ritual(self, tableau: str) -> Draft:
        last = max(place for place, laid in enumerate(self.laid) if laid == tableau)
        return self._replace(rituals=tuple(r for place, r in enumerate(self.rituals) if place != last))

    @property
    def artemis_place(self) -> int | None:
        """Index of the first ritual of Artemis, which may forbid a pattern (PR-34); None if there is none."""
        return next((place for place, laid in enumerate(self.laid) if owner(laid, None) == "artemis"), None)

    def with_forbidden(self, pattern: str) -> Draft:
        changed = list(self.rituals)
        if (place := self.artemis_place) is not None:
            tableau = self.laid[place]
            changed[place] = RitualJson(tableau=tableau, forbid=pattern) if pattern else RitualJson(tableau=tableau)
        return self._replace(rituals=tuple(changed))

    def without_missing(self, mine: Mine) -> Draft:
        left, kept = list(mine.tableaux), []
        for offer in mine.offered:
            left.remove(offer.tableau)
        for ritual in self.rituals:
            if ritual["tableau"] in left:
                left.remove(ritual["tableau"])
                kept.append(ritual)
        return self._replace(rituals=tuple(kept))


def fruitless(laid: Sequence[str], gains: Sequence[str]) -> list[str]:
    paired = zip(laid, gains, strict=True)
    return [f"The ritual {tableau} pleases no deity." for tableau, gain in paired if not gain]
