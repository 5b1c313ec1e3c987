"""What core asks of a store: the same for the house on disk and for its twin in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.refusal import Refused
from core.store import Stored
from storage import HouseClosed
from tests.storage.conftest import Twin

HEADER = {"game": "exodus", "seats": ["Ada", "Bo"], "seed": 2**100}
SEALED = {"kind": "sealed", "by": "Ada", "orders": {"offers": [{"to": "Bo", "give": "red"}]}, "at": 1.5}


# --- journals --------------------------------------------------------------------------------------------------------
def test_a_new_journal_has_its_header_and_no_entries(store: Twin) -> None:
    store.create("m-1", HEADER)
    assert store.read("m-1") == Stored(HEADER, (), ())


def test_entries_come_back_in_the_order_in_which_they_were_appended(store: Twin) -> None:
    store.create("m-1", HEADER)
    entries = [{"n": n, **SEALED} for n in range(20)]
    for entry in entries:
        store.append("m-1", entry)
    assert store.read("m-1").entries == tuple(entries)


def test_entries_that_come_together_are_kept_all_or_none(store: Twin) -> None:
    store.create("m-1", HEADER)
    store.append("m-1", SEALED, {"n": 2})
    store.append("m-1")
    with pytest.raises(ValueError, match="JSON does not know"):
        store.append("m-1", {"n": 3}, {"n": object()})
    store.append("m-1", {"n": 4})
    assert store.read("m-1").entries == (SEALED, {"n": 2}, {"n": 4})


def test_journals_do_not_mix(store: Twin) -> None:
    store.create("m-1", {"game": "exodus"})
    store.create("m-2", {"game": "famine"})
    for n in range(6):
        store.append("m-1" if n % 2 else "m-2", {"n": n})
    assert [e["n"] for e in store.read("m-1").entries] == [1, 3, 5]
    assert [e["n"] for e in store.read("m-2").entries] == [0, 2, 4]


def test_matches_are_listed_oldest_first(store: Twin) -> None:
    for match in ("zebra", "m-10", "m-9", "a"):
        store.create(match, {})
    store.append("zebra", {})
    assert store.matches() == ("zebra", "m-10", "m-9", "a")


def test_all_is_there_after_opening_again(opening: Callable[[], Twin]) -> None:
    with opening() as store:
        store.create("zebra", HEADER)
        store.create("a", {})
        store.append("zebra", SEALED)
        store.put("people", "Ada", {"name": "Ada"})
    with opening() as store:
        assert store.read("zebra") == Stored(HEADER, (SEALED,), ())
        store.append("zebra", {"kind": "withdrew"})
        store.create("b", {})
        assert store.matches() == ("zebra", "a", "b")
        assert store.all("people") == {"Ada": {"name": "Ada"}}
    with opening() as store:
        assert store.read("zebra").entries == (SEALED, {"kind": "withdrew"})
        assert store.warnings == ()


def test_a_second_journal_of_one_match_is_refused_and_changes_nothing(store: Twin) -> None:
    store.create("m-1", HEADER)
    store.append("m-1", SEALED)
    with pytest.raises(FileExistsError):
        store.create("m-1", {"game": "other"})
    assert store.read("m-1") == Stored(HEADER, (SEALED,), ())


@pytest.mark.parametrize("match", ["m-2", "", "../m-1", "M-1", "m-1\n", "m_1", "a" * 65, ".", "\ud800", "m-1\0"])
def test_a_match_that_is_not_there_is_a_key_error(store: Twin, match: str) -> None:
    store.create("m-1", {})
    with pytest.raises(KeyError):
        store.read(match)
    with pytest.raises(KeyError):
        store.append(match, {})


@pytest.mark.parametrize("match", ["", "../up", "a/b", "Upper", "under_score", "dot.", "é", "a b", "a\n", "a" * 65])
def test_a_match_id_that_could_be_no_file_name_is_refused(store: Twin, match: str) -> None:
    with pytest.raises(ValueError, match="A match id has"):
        store.create(match, {})
    assert store.matches() == ()


@pytest.mark.parametrize("match", ["a", "-", "9", "m-1", "a" * 64])
def test_a_match_id_has_letters_digits_and_hyphens(store: Twin, match: str) -> None:
    store.create(match, {})
    assert store.matches() == (match,)


# --- what can be kept ------------------------------------------------------------------------------------------------
NOT_JSON: list[tuple[Any, str]] = [
    ({"a": float("nan")}, "a number"),
    ({"a": [float("inf")]}, "a number"),
    ({"a": 10**5000}, "a number"),
    ({"a": {1: 2}}, "names are text"),
    ({"a": {"b": {True: 1}}}, "names are text"),
    ({"a": b"bytes"}, "bytes"),
    ({"a": {1, 2}}, "set"),
    ({"a": object()}, "object"),
    ({"a": "half \ud83d of a pair"}, "surrogate"),
    ({"\udc00": 1}, "surrogate"),
    (["a"], "not list"),
    (None, "not NoneType"),
    ("text", "not str"),
]


@pytest.mark.parametrize(("document", "why"), NOT_JSON)
def test_what_json_does_not_give_back_is_refused_and_changes_nothing(store: Twin, document: Any, why: str) -> None:
    store.create("m-1", {})
    store.append("m-1", {"n": 1})
    with pytest.raises(ValueError, match=why):
        store.append("m-1", document)
    with pytest.raises(ValueError, match=why):
        store.create("m-2", document)
    with pytest.raises(ValueError, match=why):
        store.put("people", "Ada", document)
    store.append("m-1", {"n": 2})
    assert store.read("m-1").entries == ({"n": 1}, {"n": 2})
    assert store.matches() == ("m-1",)
    assert store.all("people") == {}


def test_a_document_is_a_hundred_levels_deep_at_most(store: Twin) -> None:
    def nested(levels: int) -> dict[str, Any]:
        document: dict[str, Any] = {}
        for _ in range(levels - 1):
            document = {"in": document}
        return document

    loop: dict[str, Any] = {}
    loop["in"] = [loop]
    store.create("m-1", nested(100))
    store.append("m-1", nested(100))
    store.put("people", "Ada", nested(100))
    assert store.read("m-1").entries == (nested(100),)
    assert store.get("people", "Ada") == nested(100)
    lists: list[Any] = []
    for _ in range(99):
        lists = [lists]
    for document in (nested(101), {"in": [nested(99)]}, {"in": lists}, nested(5_000), loop):
        with pytest.raises(ValueError, match="100 levels"):
            store.append("m-1", document)
        with pytest.raises(ValueError, match="100 levels"):
            store.put("people", "Ada", document)
    assert store.read("m-1").entries == (nested(100),)


def test_tuples_come_back_as_lists(store: Twin) -> None:
    store.create("m-1", {"seats": ("Ada", "Bo")})
    store.append("m-1", {"to": ("Bo",)})
    assert store.read("m-1") == Stored({"seats": ["Ada", "Bo"]}, ({"to": ["Bo"]},), ())


def test_what_was_handed_in_or_out_can_be_changed_without_harm(store: Twin) -> None:
    entry, person = {"orders": {"offers": [1]}}, {"keys": ["a"]}
    store.create("m-1", entry)
    store.append("m-1", entry)
    store.put("people", "Ada", person)
    entry["orders"]["offers"].append(2)
    person["keys"].append("b")
    store.read("m-1").entries[0]["orders"].clear()
    given = store.get("people", "Ada")
    assert given is not None
    given["keys"].clear()
    store.all("people")["Ada"]["keys"].clear()
    assert store.read("m-1") == Stored({"orders": {"offers": [1]}}, ({"orders": {"offers": [1]}},), ())
    assert store.get("people", "Ada") == {"keys": ["a"]} == store.all("people")["Ada"]


# --- shelves ---------------------------------------------------------------------------------------------------------
def test_a_document_is_kept_under_its_key(store: Twin) -> None:
    store.put("people", "Ada", {"colour": "red"})
    store.put("settings", "Ada", {"volume": 3})
    assert store.get("people", "Ada") == {"colour": "red"}
    assert store.get("settings", "Ada") == {"volume": 3}
    assert store.get("people", "Bo") is None
    assert store.get("nowhere", "Ada") is None
    assert store.all("nowhere") == {}


def test_a_later_document_takes_the_place_of_the_earlier_whole(opening: Callable[[], Twin]) -> None:
    with opening() as store:
        for key in ("Cy", "Ada", "Bo"):
            store.put("people", key, {"first": key})
        store.put("people", "Cy", {"second": 2})
        expected = {"Cy": {"second": 2}, "Ada": {"first": "Ada"}, "Bo": {"first": "Bo"}}
        assert list(store.all("people").items()) == list(expected.items())
    with opening() as store:
        assert list(store.all("people").items()) == list(expected.items())


def test_what_was_dropped_is_gone_and_comes_back_as_the_last(opening: Callable[[], Twin]) -> None:
    with opening() as store:
        for key in ("Ada", "Bo", "Cy"):
            store.put("people", key, {})
        store.drop("people", "Ada")
        store.drop("people", "Ada")
        store.drop("nowhere", "Ada")
        assert store.get("people", "Ada") is None
        store.put("people", "Ada", {"again": True})
        assert list(store.all("people")) == ["Bo", "Cy", "Ada"]
    with opening() as store:
        assert store.all("people") == {"Bo": {}, "Cy": {}, "Ada": {"again": True}}
        assert list(store.all("people")) == ["Bo", "Cy", "Ada"]


@pytest.mark.parametrize("key", ["", "Ada", "../..", "a\nb", "日本", "'; --", "\0", "x" * 5000, "17", "key"])
def test_a_key_is_any_text(opening: Callable[[], Twin], key: str) -> None:
    with opening() as store:
        store.put("people", key, {"key": "other"})
    with opening() as store:
        assert store.all("people") == {key: {"key": "other"}}
        store.drop("people", key)
    with opening() as store:
        assert store.all("people") == {}


def test_a_key_with_half_a_surrogate_pair_is_refused(store: Twin) -> None:
    with pytest.raises(ValueError, match="surrogate"):
        store.put("people", "\ud800", {})
    assert store.get("people", "\ud800") is None
    store.drop("people", "\ud800")


@pytest.mark.parametrize("shelf", ["", "file", "sum", "header", "People", "a b", 'a"b', "a/b", "é", "a" * 65])
def test_a_shelf_with_a_name_of_another_form_is_refused(store: Twin, shelf: str) -> None:
    with pytest.raises(ValueError, match="A shelf's name"):
        store.put(shelf, "Ada", {})
    assert store.get(shelf, "Ada") is None
    assert store.all(shelf) == {}
    store.drop(shelf, "Ada")


# --- opening and closing ---------------------------------------------------------------------------------------------
def test_a_house_is_open_once(opening: Callable[[], Twin]) -> None:
    with opening(), pytest.raises(HouseClosed, match="open already: this very process"):
        opening()
    opening().close()


def test_a_closed_house_refuses_everything(opening: Callable[[], Twin]) -> None:
    store = opening()
    store.create("m-1", {})
    store.close()
    store.close()
    uses: list[Callable[[], object]] = [
        lambda: store.create("m-2", {}),
        lambda: store.append("m-1", {}),
        lambda: store.read("m-1"),
        lambda: store.matches(),
        lambda: store.put("people", "Ada", {}),
        lambda: store.get("people", "Ada"),
        lambda: store.drop("people", "Ada"),
        lambda: store.all("people"),
    ]
    for use in uses:
        with pytest.raises(HouseClosed, match="has been closed"):
            use()
    with opening() as store:
        assert store.matches() == ("m-1",)


def test_house_closed_is_a_refusal_with_a_code(opening: Callable[[], Twin]) -> None:
    store = opening()
    store.close()
    with pytest.raises(Refused) as refused:
        store.append("m-1", {})
    assert refused.value.as_json() == {"code": "house_closed", "message": "The house has been closed: open it again."}
