"""`garnet publish FOLDER`: the public part of a house as web pages."""

from __future__ import annotations

import argparse
import gc
import signal
import sys
import threading
import time
from functools import partial
from pathlib import Path

from cli.archive.building import Built, build
from cli.archive.pages import Pages
from cli.archive.site import Records
from cli.opening import visit_for
from cli.printing import put, put_progress
from core.house.people import People
from core.refusal import Refused, quoted
from core.words.wording import counted
from storage import HouseClosed, data_folder

TITLE = "Garnet House"
RECORDS = "published"
SHOWN = 3
GARBAGE = 200_000
"""New objects between garbage collections; the usual 700 cost a tenth of the time."""
EVERY = 2.0
"""Seconds between looks at the dates of the house's files."""
SHELVES_EVERY = 60.0
"""Least seconds between looks at people, whose file changes with every visit."""


def run(arguments: argparse.Namespace) -> int:
    """Write the site; show or watch it if asked. Exit status 1, with the reason, if it cannot be written."""
    folder = Path(arguments.folder)
    if (code := _publish(arguments, folder)) or not (arguments.preview or arguments.watch):
        return code
    for number in (signal.SIGINT, signal.SIGTERM):  # also for processes started in the background or by a service
        signal.signal(number, signal.default_int_handler)
    if not arguments.watch:
        return _show(folder, arguments.preview)
    if arguments.preview:
        threading.Thread(target=_show, args=(folder, arguments.preview), daemon=True).start()
    return _watch(arguments, folder)


def _publish(arguments: argparse.Namespace, folder: Path, *, quiet: bool = False) -> int:
    gc.freeze()  # pages consist of many small objects, few of them in cycles
    gc.set_threshold(GARBAGE)

    def told(count: int, of: int, match: str) -> None:
        if sys.stderr.isatty():
            put_progress(f"{count} of {of}: {match}")

    house = visit_for(arguments)
    try:
        people = People(house.store, time.time, lambda n: b"").ever()
        records = data_folder(arguments.data) / RECORDS
        title, url = Records(records).title_and_url(folder)
        title = (title or TITLE) if arguments.title is None else arguments.title
        pages = Pages(title, url if arguments.url is None else arguments.url)
        built = build(house, people, folder, pages, told, records)
    except OSError as trouble:
        put(f"garnet: {trouble.filename or folder} cannot be written: {trouble.strerror}.", errors=True)
        return 1
    except Refused as refusal:
        put(f"garnet: {refusal.message}", errors=True)
        return 1
    finally:
        house.store.close()
        if sys.stderr.isatty():
            put_progress()
    if not quiet or built.did.written or built.did.removed:
        _tell(built, folder, quiet)
    return 0


def _tell(built: Built, folder: Path, quiet: bool) -> None:
    seasons = f" and {counted(built.seasons, 'season')}" if built.seasons else ""
    are = "is" if built.matches == 1 and not built.seasons else "are"
    did = built.did
    put(
        f"{counted(built.matches, 'match', 'matches')}{seasons} {are} public. {did.written} files written, "
        f"{did.kept} were as they should be, {did.removed} removed."
    )
    for match in built.left_out:
        put(f"garnet: {match} is left out: it cannot be opened, or a name in it cannot be hidden.", errors=True)
    for what, begun in built.telling.items():
        words = ", ".join(quoted(word) for word in begun[:SHOWN]) + (" and more" if len(begun) > SHOWN else "")
        put(
            f"garnet: {what} shows words that begin with a name somebody hides: {words}. If that gives them away, "
            f"take it back: garnet host public {what} --not",
            errors=True,
        )
    if not quiet:
        put(f"Open {folder / 'index.html'}")


# --- beside a served house -------------------------------------------------------------------------------------------
def _watch(arguments: argparse.Namespace, folder: Path) -> int:
    """Publish after each change of what is public, until interrupted."""
    put("Published again after each end, until you press Ctrl+C.")
    data = data_folder(arguments.data)
    seen, shelves, looked = _dates(data), _date(data / "house.jsonl"), time.monotonic()
    try:
        while True:
            time.sleep(EVERY)
            now, at = _dates(data), _date(data / "house.jsonl")
            if now == seen and (at == shelves or time.monotonic() - looked < SHELVES_EVERY):
                continue
            seen, shelves, looked = now, at, time.monotonic()
            try:
                _publish(arguments, folder, quiet=True)
            except HouseClosed as trouble:  # the house is being moved or restored
                put(f"garnet: {trouble}", errors=True)
    except KeyboardInterrupt:
        return 0


def _dates(data: Path) -> dict[str, tuple[int, int] | None]:
    """Dates of seasons and finished matches. Running matches change with every key and are not published."""
    finished = [path.with_suffix(".jsonl") for path in (data / "matches").glob("*.summary")]
    return {str(path): _date(path) for path in (*(data / "seasons").glob("*.jsonl"), *finished)}


def _date(path: Path) -> tuple[int, int] | None:
    try:
        about = path.stat()
    except OSError:
        return None
    return (about.st_mtime_ns, about.st_size)


def _show(folder: Path, where: str) -> int:
    host, _, port = where.rpartition(":")
    if not port.isdigit():
        put(f"garnet: --preview needs ADDRESS:PORT, such as 127.0.0.1:8000; {where} has no port.", errors=True)
        return 2
    import http.server  # slow to import

    handler = partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    try:
        with http.server.ThreadingHTTPServer((host or "127.0.0.1", int(port)), handler) as server:
            shown = server.server_address
            put(f"Shown at http://{shown[0]}:{shown[1]}/ until you press Ctrl+C.")  # type: ignore[str-bytes-safe]
            server.serve_forever()
    except KeyboardInterrupt:
        return 0
    except OSError as trouble:
        put(f"garnet: nothing can be shown at {where}: {trouble.strerror}.", errors=True)
        return 1
    return 0
