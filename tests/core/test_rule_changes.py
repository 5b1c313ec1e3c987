"""Rules that change under a running match (HH-70)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core import games
from core.games import game as find_game
from core.house.house import House
from core.house.todo import todo
from core.match import journal as j
from core.match.rule_changes import _facts
from core.refusal import Refused
from storage.memory import Contents, MemoryStore
from tests.kit.house import open_house
from tests.kit.script import NAMES
from tests.kit.swaps import offers

SEATS = NAMES[:9]


class OtherRules:
    """Exodus by rules that take no account of what was sealed, from one round on."""

    def __init__(self, since: int, version: int = 1) -> None:
        self._game, self._since = find_game("exodus"), since
        self.spec = msgspec.structs.replace(self._game.spec, rules_version=version)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def spec_of(self, options: Any) -> Any:
        return self.spec

    def close(self, state: Any, orders: Any, dice: Any) -> Any:
        return self._game.close(state, {} if state.round >= self._since else orders, dice)


@pytest.fixture
def contents(monkeypatch: pytest.MonkeyPatch) -> Contents:
    """A house with two matches of two closed rounds each; in the second Ada and Bo swapped in `changed` alone."""
    house = open_house(MemoryStore(Contents()))
    for name in ("changed", "steady"):
        house.make("exodus", SEATS, match=name, seed=1, host="person:hob")
        table = house.table(name)
        for round in (1, 2):
            if round == 2 and name == "changed":
                for seat, other in (("Ada", "Bo"), ("Bo", "Ada")):
                    held = next(kind for kind, count in table.match.state.held[seat].items() if count)
                    table.submit(j.Sealed(author=seat, orders=offers(f"{other} {held}"), round=2))
            table.submit(j.Closed())
        table.submit(j.Said(author="Ada", to="lounge", text="Well traded."))
    return closed(house)


def closed(house: House) -> Contents:
    store: Any = house.store
    store.close()
    return store.contents


def reopened(contents: Contents, monkeypatch: pytest.MonkeyPatch, rules: OtherRules) -> House:
    monkeypatch.setitem(games._REGISTERED, "exodus", rules)
    return open_house(MemoryStore(contents))


def test_HH_70_a_match_whose_close_would_tell_something_else_stands_still_and_others_go_on(
    contents: Contents, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = reopened(contents, monkeypatch, OtherRules(since=2))
    assert set(house.tables) == {"steady"}
    assert "round 2" in house.damaged["changed"]
    with pytest.raises(Refused):
        house.table("changed")
    (waiting,) = (item for item in todo(house) if item.kind == "damaged")
    assert (waiting.match, waiting.do) == ("changed", "reopen changed")
    assert "garnet host reopen changed" in waiting.text


def test_HH_70_with_the_earlier_rules_a_match_goes_on_as_if_nothing_had_been(
    contents: Contents, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = open_house(MemoryStore(contents))
    before = earlier.table("changed").match
    closed(earlier)
    with monkeypatch.context() as patch:
        house = reopened(contents, patch, OtherRules(since=2))
        assert "changed" in house.damaged
        closed(house)
    assert open_house(MemoryStore(contents)).table("changed").match == before


@pytest.mark.parametrize(("rules", "anew"), [(OtherRules(since=2), 2), (OtherRules(since=9, version=2), 3)])
def test_HH_70_the_host_lets_a_match_go_on_and_the_first_round_told_otherwise_begins_anew(
    contents: Contents, monkeypatch: pytest.MonkeyPatch, rules: OtherRules, anew: int
) -> None:
    house = reopened(contents, monkeypatch, rules)
    assert "changed" in house.damaged
    match = house.reopen("changed", "host").match
    assert (match.phase, match.round, len(match.rounds)) == ("round", anew, anew - 1)
    assert [message.text for message in match.messages] == ["Well traded."]
    assert set(match.drafts) == ({"Ada", "Bo"} if anew == 2 else set())
    assert match.news[-1].kind == "reopened"
    assert not [item for item in todo(house) if item.match == "changed" and item.kind == "damaged"]
    house.table("changed").submit(j.Closed())
    before = house.table("changed").match
    again = open_house(MemoryStore(closed(house)))
    assert again.table("changed").match == before
    with pytest.raises(Refused, match="are those"):
        again.reopen("changed", "host")


def test_HH_70_a_field_that_a_report_gains_changes_no_digest() -> None:
    class Report(msgspec.Struct):
        got: int

    class Longer(msgspec.Struct):
        got: int
        lost: int = 0

    assert _facts({"Ada": Report(3)}) == _facts({"Ada": Longer(3)})
    assert _facts(Longer(3, 1)) != _facts(Report(3))
