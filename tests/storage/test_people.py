"""The people of a table-top: names and PINs, on any store."""

from __future__ import annotations

from collections.abc import Callable

from storage.people import TableTop
from tests.storage.conftest import Twin


def test_people_are_remembered_in_the_order_in_which_they_came(opening: Callable[[], Twin]) -> None:
    with opening() as store:
        people = TableTop(store)
        for name in ("Zoë", "Ada", "Bo", "ada"):
            people.remember(name)
        people.forget("bo")
        people.forget("nobody")
    with opening() as store:
        assert TableTop(store).names() == ("Zoë", "ada")


def test_a_pin_opens_for_its_person_alone(opening: Callable[[], Twin]) -> None:
    with opening() as store:
        people = TableTop(store)
        people.remember("Ada", "0417")
        people.remember("Bo", "0417")
        people.remember("Cy")
    with opening() as store:
        people = TableTop(store)
        assert [people.has_pin(name) for name in ("ADA", "Bo", "Cy", "Di")] == [True, True, False, False]
        assert people.opens("ada", "0417")
        assert not any(people.opens("Ada", pin) for pin in ("", "417", "0418", "\ud800"))
        assert people.opens("Cy", "anything")
        people.remember("Ada", "9")
        assert people.opens("Ada", "9")
        assert not people.opens("Ada", "0417")
        people.remember("Ada")
        assert not people.has_pin("Ada")


def test_a_pin_is_nowhere_kept_as_it_was_typed(store: Twin) -> None:
    people = TableTop(store)
    people.remember("Ada", "31415926")
    people.remember("Bo", "31415926")
    kept = store.all("table-top")
    assert "31415926" not in repr(kept)
    assert kept["ada"]["pin"] != kept["bo"]["pin"]
