"""`garnet publish FOLDER`: the public matches of a house as web pages, to be read from the disk or put on any space."""

from __future__ import annotations

import argparse
import http.server
import sys
from functools import partial
from pathlib import Path

from cli.archive.gather import finished, published
from cli.archive.pages import Pages
from cli.archive.site import write
from cli.opening import visit_for
from core.refusal import Refused


def run(arguments: argparse.Namespace) -> int:
    """Write the site, and show it if asked; 1, with the reason, if it cannot be written."""
    house = visit_for(arguments)
    folder = Path(arguments.folder)

    def told(done: int, of: int, match: str) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {of}: {match}\033[K", end="", file=sys.stderr, flush=True)

    try:
        did = write(folder, Pages(arguments.title).site(published(house, told)))
    except OSError as trouble:
        print(f"garnet: {folder} cannot be written: {trouble.strerror}.", file=sys.stderr)
        return 1
    except Refused as refusal:
        print(f"garnet: {refusal.message}", file=sys.stderr)
        return 1
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    count = len(finished(house))
    matches = "1 match is" if count == 1 else f"{count} matches are"
    print(f"{matches} public. {did.written} files written, {did.kept} were as they should be, {did.removed} removed.")
    print(f"Open {folder / 'index.html'}")
    return _show(folder, arguments.preview) if arguments.preview else 0


def _show(folder: Path, where: str) -> int:
    """Serve the folder until interrupted: for a look, on this machine."""
    host, _, port = where.rpartition(":")
    if not port.isdigit():
        print(f"garnet: --preview needs ADDRESS:PORT, such as 127.0.0.1:8000; {where} has no port.", file=sys.stderr)
        return 2
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    try:
        with http.server.ThreadingHTTPServer((host or "127.0.0.1", int(port)), handler) as server:
            shown = server.server_address
            print(f"Shown at http://{shown[0]}:{shown[1]}/ until you press Ctrl+C.", flush=True)  # type: ignore[str-bytes-safe]
            server.serve_forever()
    except KeyboardInterrupt:
        return 0
    except OSError as trouble:
        print(f"garnet: nothing can be shown at {where}: {trouble.strerror}.", file=sys.stderr)
        return 1
    return 0
