"""Whom a declared row is hidden from: nobody sees it, its holder, the holder's realm, or all but the holder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from core.cards import exchanged, redealt, unseen_things
from core.contract import Hidden, Notice
from core.decoding import canonical
from core.dice import Dice
from core.kit import Broken, Script
from core.kit.moves import what_is_hidden_may_lie_otherwise
from core.parts import GameState
from tests.kit.lots import Lots, LotsState, LotsView, Pay

SEATS = ("Ada", "Bo", "Cy", "Di")
REALMS = {"Ada": "north", "Bo": "north", "Cy": "south", "Di": "south"}


class Held(GameState, frozen=True, kw_only=True):
    hands: dict[str, tuple[int, ...]]
    worn: dict[str, int]


HELD = Held(seats=SEATS, round=1, hands={s: (10 * n, 10 * n + 1) for n, s in enumerate(SEATS)},
            worn={s: 100 + n for n, s in enumerate(SEATS)})  # fmt: skip


@pytest.mark.parametrize(
    ("by", "field", "seat", "holders"),
    [
        ("nobody", "hands", "Ada", SEATS),
        ("holder", "hands", "Ada", ("Bo", "Cy", "Di")),
        ("realm", "hands", "Ada", ("Cy", "Di")),
        ("realm", "hands", "Di", ("Ada", "Bo")),
        ("others", "worn", "Ada", ("Ada",)),
        ("others", "worn", "Cy", ("Cy",)),
        *((by, "worn", None, SEATS) for by in ("nobody", "holder", "realm", "others")),
    ],
)
def test_what_a_seat_cannot_see_is_as_declared(by: Any, field: str, seat: str | None, holders: tuple[str, ...]) -> None:
    found = unseen_things(HELD, seat, (Hidden(field, by=by),), REALMS)["card"]
    assert tuple(dict.fromkeys(spot.holder for spot in found)) == holders


def test_without_realms_a_team_s_hand_is_its_holder_s() -> None:
    found = unseen_things(HELD, "Ada", (Hidden("hands", by="realm"),), {})["card"]
    assert {spot.holder for spot in found} == {"Bo", "Cy", "Di"}


def test_what_one_s_realm_holds_stays_where_it_lies_and_the_others_cards_change_places() -> None:
    hidden = (Hidden("hands", by="realm"),)
    after = [redealt(HELD, "Ada", hidden, REALMS, Dice(seed)).hands for seed in range(20)]
    assert {(one["Ada"], one["Bo"]) for one in after} == {(HELD.hands["Ada"], HELD.hands["Bo"])}
    assert {sum((one["Cy"], one["Di"]), ()) == sum((HELD.hands["Cy"], HELD.hands["Di"]), ()) for one in after} == {
        True, False,
    }  # fmt: skip
    swapped = {frozenset(pair) for _, pair in exchanged(HELD, "Ada", hidden, REALMS)}
    assert {card for pair in swapped for card in pair} <= {20, 21, 30, 31}


class OnHeads(Lots):
    """Everybody sees the cards of all others, and nobody their own."""

    hidden = (Hidden("deck"), Hidden("removed"), Hidden("heads", by="others"))

    class State(LotsState, frozen=True, kw_only=True):
        heads: dict[str, int]

    class View(LotsView, frozen=True):
        heads: dict[str, int]

    def setup(self, *more: Any) -> Any:
        found = super().setup(*more)
        given = {name: getattr(found, name) for name in found.__struct_fields__}
        heads = dict(zip(found.seats, found.removed[:4], strict=True))
        return self.State(**{**given, "removed": found.removed[4:], "heads": heads})

    def sees(self, state: Any, seat: str) -> Mapping[str, int]:
        return {other: card for other, card in state.heads.items() if other != seat}

    def view(self, state: Any, seat: str | None) -> Any:
        found = super().view(state, seat)
        heads = {} if seat is None else dict(self.sees(state, seat))
        return self.View(**{name: getattr(found, name) for name in found.__struct_fields__}, heads=heads)

    def host(self, state: Any) -> dict[str, Any]:
        return {**super().host(state), "heads": state.heads}


class Teams(OnHeads):
    """Two teams; what one holds both of it see."""

    hidden = (Hidden("deck"), Hidden("removed"), Hidden("heads", by="realm"))

    def realms(self, state: Any) -> dict[str, str]:
        return {seat: "north" if place < 2 else "south" for place, seat in enumerate(state.seats)}

    def sees(self, state: Any, seat: str) -> Mapping[str, int]:
        realms = self.realms(state)
        return {other: card for other, card in state.heads.items() if realms[other] == realms[seat]}


def named(game: Lots, name: str) -> Lots:
    object.__setattr__(game, "spec", replace(Lots.spec, id=f"lots-{name}"))
    return game


@pytest.mark.parametrize("kind", [OnHeads, Teams])
def test_one_card_too_many_in_a_view_is_found(kind: type[OnHeads]) -> None:
    class Leaks(kind):  # type: ignore[misc, valid-type]
        def sees(self, state: Any, seat: str) -> Mapping[str, int]:
            return dict(state.heads)

    with pytest.raises(Broken, match=r"sees: .*heads"):
        what_is_hidden_may_lie_otherwise(named(Leaks(), f"leaks-{kind.__name__.lower()}"))


@pytest.mark.parametrize("kind", [OnHeads, Teams])
def test_a_notice_to_the_other_side_is_found(kind: type[OnHeads]) -> None:
    class Tells(kind):  # type: ignore[misc, valid-type]
        def act(self, state: Any, seat: str, action: Any, sealed: Any, dice: Any) -> Any:
            done = super().act(state, seat, action, sealed, dice)
            if not isinstance(action, Pay):
                return done
            told = {one: [Notice("paid", f"{seat} paid.")] for one in state.seats}
            unaware = seat if kind is OnHeads else next(s for s in state.seats if s not in self.sees(state, seat))
            told[unaware] = [Notice("paid", f"{seat} paid with a {state.heads[seat]}.")]
            return replace(done, notices=told)

    with pytest.raises(Broken, match="tells"):
        what_is_hidden_may_lie_otherwise(named(Tells(), f"tells-{kind.__name__.lower()}"))


def test_a_team_of_a_game_from_outside_talks_among_itself() -> None:
    """`policy="realms"` and `realms` are all that it says: a channel for each team, and none across."""
    game = Teams()
    object.__setattr__(game, "spec", replace(Lots.spec, id="lots-talking", policy="realms"))
    at = Script.of(game)
    ada, bo, cy, di = at.match.seats
    at.say(ada, "realm", "canary: I hold a low one")
    assert "canary" in canonical(at.view(bo)).decode()
    for other in (cy, di, None):
        assert "canary" not in canonical(at.view(other)).decode()
    assert at.refused_say(ada, [cy], "psst").ruling == "CM-21"
    assert at.refused_say(ada, "lounge", "all of you").code == "lounge_closed"
    what_is_hidden_may_lie_otherwise(game)
