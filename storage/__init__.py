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

from storage.appending import HouseClosed as HouseClosed
from storage.backup import backup as backup
from storage.backup import restore as restore
from storage.backup import restore_people as restore_people
from storage.folder import data_folder as data_folder
from storage.games import bring_games as bring_games
from storage.games import game_file as game_file
from storage.health import FileHealth as FileHealth
from storage.health import Health as Health
from storage.health import check as check
from storage.journal import JournalDB as JournalDB
from storage.journal import JournalStorage as JournalStorage
from storage.memory import MemoryStore as MemoryStore
from storage.store import FileStore as FileStore
from storage.store import open_house as open_house
from storage.store import visit_house as visit_house
