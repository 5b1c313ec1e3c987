"""The files are TinyDB data: anyone can open and query them, and nobody can rewrite them that way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tinydb import Query, TinyDB, where

from core.store import Damaged
from storage import FileStore, JournalDB, JournalStorage, open_house


@pytest.fixture
def house(folder: Path) -> FileStore:
    house = open_house(folder)
    house.create("m-1", {"game": "exodus", "seats": ["Ada", "Bo"]})
    for by in ("Ada", "Bo", "Ada"):
        house.append("m-1", {"kind": "sealed", "by": by})
    house.put("people", "Ada", {"colour": "red"})
    house.put("people", "Bo", {"colour": "blue"})
    house.drop("people", "Bo")
    return house


def test_the_documented_one_liners_work_while_the_house_is_open(house: FileStore, folder: Path) -> None:
    path = folder / "matches" / "m-1.jsonl"
    db = TinyDB(path, storage=JournalStorage)
    assert db.search(where("by") == "Ada") == [{"kind": "sealed", "by": "Ada"}] * 2
    assert [document.doc_id for document in db.search(Query().kind == "sealed")] == [1, 2, 3]
    header = db.table("header").get(doc_id=1)
    assert header == {"game": "exodus", "seats": ["Ada", "Bo"]}
    assert db.table("file").all() == [{"kind": "journal", "schema": 1, "match": "m-1", "number": 1}]
    assert len(db) == 3
    assert db.tables() == {"file", "header", "_default"}
    shelves = TinyDB(folder / "house.jsonl", storage=JournalStorage)
    assert shelves.table("people").all() == [{"key": "Ada", "document": {"colour": "red"}}]
    house.close()


def test_a_journal_database_sees_what_is_appended_meanwhile(house: FileStore, folder: Path) -> None:
    with JournalDB(folder / "matches" / "m-1.jsonl") as db:
        assert db.count(where("by") == "Bo") == 1
        house.append("m-1", {"by": "Bo"})
        assert db.count(where("by") == "Bo") == 2
    house.close()


REWRITES: list[Callable[[TinyDB], Any]] = [
    lambda db: db.insert({"n": 1}),
    lambda db: db.insert_multiple([{"n": 1}]),
    lambda db: db.update({"by": "Cy"}),
    lambda db: db.upsert({"by": "Cy"}, where("by") == "Ada"),
    lambda db: db.remove(where("by") == "Ada"),
    lambda db: db.truncate(),
    lambda db: db.drop_tables(),
    lambda db: db.drop_table("header"),
    lambda db: db.table("other").insert({}),
]


@pytest.mark.parametrize("rewrite", REWRITES)
@pytest.mark.parametrize("kind", [TinyDB, JournalDB])
def test_tinydb_cannot_rewrite_a_file(
    house: FileStore, folder: Path, kind: type[TinyDB], rewrite: Callable[[TinyDB], Any]
) -> None:
    house.close()
    path = folder / "matches" / "m-1.jsonl"
    before = path.read_bytes()
    with (
        kind(path, storage=JournalStorage) as db,
        pytest.raises(TypeError, match=r"m-1\.jsonl (only grows|was opened to look at it)"),
    ):
        rewrite(db)
    assert path.read_bytes() == before


def test_a_journal_database_appends_and_refuses_the_rest(house: FileStore, folder: Path) -> None:
    house.close()
    path = folder / "matches" / "m-1.jsonl"
    with JournalDB(path, append=True) as db:
        assert db.insert({"n": 4}) == 4
        assert db.insert_multiple([{"n": 5}, {"n": 6}]) == [5, 6]
        assert db.get(doc_id=5) == {"n": 5}
        for rewrite in REWRITES[2:-1]:
            with pytest.raises(TypeError, match="only grows"):
                rewrite(db)
        with pytest.raises(ValueError, match="not list"):
            db.insert([])
        assert len(db) == 6
    with pytest.raises(TypeError, match="was opened to look at it"):
        db.insert({"n": 7})
    with open_house(folder) as again:
        assert [e.get("n") for e in again.read("m-1").entries] == [None, None, None, 4, 5, 6]


def test_tinydb_does_not_open_what_is_not_there_or_damaged(folder: Path) -> None:
    open_house(folder).close()
    path = folder / "matches" / "m-1.jsonl"
    with pytest.raises(FileNotFoundError):
        TinyDB(path, storage=JournalStorage)
    assert not path.exists()
    path.write_bytes(b"{}\n")
    with pytest.raises(Damaged, match=r"m-1\.jsonl, first line"):
        TinyDB(path, storage=JournalStorage).all()
