"""Where the house is kept: TinyDB on files that only grow. docs/storage.md tells how, and what it promises.

with open_house(data_folder()) as store:      # core.store.Store, for this process alone
    store.create("m-1", {...})
    store.append("m-1", {...})                # on disk when it returns
"""

from storage.appending import HouseClosed
from storage.backup import backup, restore, restore_people
from storage.folder import data_folder
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
    "check",
    "data_folder",
    "open_house",
    "restore",
    "restore_people",
    "visit_house",
]
