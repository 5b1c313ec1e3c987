"""Whatever JSON can say comes back as it was, from both twins, also after opening again."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tinydb import TinyDB

from storage import JournalStorage, MemoryStore, open_house
from storage.memory import Contents
from tests.kit.depth import examples

TEXT = st.text() | st.text(st.sampled_from('\0\n\r\t\x1b\x7f\x85\u2028\u2029\ufeff"\\{}[],:😀é'))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
VALUES = st.recursive(SCALARS, lambda v: st.lists(v, max_size=4) | st.dictionaries(TEXT, v, max_size=4), max_leaves=12)
DOCUMENTS = st.dictionaries(TEXT, VALUES, max_size=4)


def same(found: Any, given: Any) -> bool:
    """Equal, and of the same types: 1, 1.0 and True are three things in JSON, and so are 0.0 and -0.0."""
    return found == given and repr(found) == repr(given)


@settings(max_examples=examples(50))
@given(st.lists(DOCUMENTS, min_size=1, max_size=5), st.dictionaries(TEXT, DOCUMENTS, max_size=4))
def test_every_json_document_comes_back_as_it_was(entries: list[Any], shelf: dict[str, Any]) -> None:
    contents = Contents()
    with tempfile.TemporaryDirectory() as folder:
        for opening in (lambda: open_house(folder), lambda: MemoryStore(contents)):
            with opening() as store:
                store.create("m-1", entries[0])
                for entry in entries:
                    store.append("m-1", entry)
                for key, document in shelf.items():
                    store.put("people", key, document)
                assert same(list(store.read("m-1").entries), entries)
                assert same(store.all("people"), shelf)
            with opening() as store:
                assert same(store.read("m-1").header, entries[0])
                assert same(list(store.read("m-1").entries), entries)
                assert same(store.all("people"), shelf)
                assert store.read("m-1").warnings == store.warnings == ()
        journal = TinyDB(Path(folder) / "matches/m-1.jsonl", storage=JournalStorage)
        assert same([dict(document) for document in journal.all()], entries)


@settings(max_examples=examples(50))
@given(DOCUMENTS, st.text(st.characters(min_codepoint=0xD800, max_codepoint=0xDFFF), min_size=1), TEXT)
def test_a_lone_surrogate_anywhere_is_refused(document: dict[str, Any], half: str, text: str) -> None:
    house = MemoryStore()
    house.create("m-1", {})
    for bad in ({**document, "a": [text + half + text]}, {**document, half: None}):
        try:
            house.append("m-1", bad)
        except ValueError as error:
            assert "surrogate" in str(error)  # noqa: PT017 - hypothesis calls this many times
        else:
            raise AssertionError(f"{bad!r} was kept")
    assert house.read("m-1").entries == ()
