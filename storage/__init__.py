"""Storage of the house: TinyDB on files that only grow. docs/storage.md describes it and its promises.

appending.py  files that only grow
backup.py     backup and restore
folder.py     the data folder
games.py      games of one file
health.py     checks for `garnet doctor`
journal.py    TinyDB on files that only grow
lengths.py    remembered lengths of files
lines.py      the form of every file
memory.py     the store in memory, for tests
shelves.py    shelves of small documents
store.py      the store on disk
summaries.py  summaries of finished matches
"""

from storage.appending import HouseClosed
from storage.backup import backup, restore, restore_people
from storage.folder import data_folder
from storage.games import bring_games, game_file
from storage.health import FileHealth, Health, check
from storage.journal import JournalDB, JournalStorage
from storage.memory import MemoryStore
from storage.store import FileStore, open_house, visit_house

__all__ = [
    "FileHealth",
    "FileStore",
    "Health",
    "HouseClosed",
    "JournalDB",
    "JournalStorage",
    "MemoryStore",
    "backup",
    "bring_games",
    "check",
    "data_folder",
    "game_file",
    "open_house",
    "restore",
    "restore_people",
    "visit_house",
]
