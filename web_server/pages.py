"""What a browser is given: pages from templates, and files that are read once, at the start.

Textual's own front end is read from the wheel of `textual-serve`, and its page is not used. The font is one that has
boxes, arrows and marks; two of them it has not, and the reader's system has.
"""

from __future__ import annotations

import gzip
import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import jinja2
import msgspec
from aiohttp import web

from core.refusal import Refused

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Nothing but what this house serves, and no frame around it."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}
"""On every answer; a file may be kept where its address says which version it is."""
FOR_EVER: Final = "public, max-age=31536000, immutable"

KINDS: Final = {
    "js": "text/javascript",
    "css": "text/css",
    "ttf": "font/ttf",
    "svg": "image/svg+xml",
    "png": "image/png",
    "html": "text/html",
    "xml": "application/atom+xml",
}
"""What is served at all, and as what."""
_FROM_WHEELS: Final = {
    "textual.js": ("textual_serve", "static", "js", "textual.js"),
    "xterm.css": ("textual_serve", "static", "css", "xterm.css"),
    "font.ttf": ("fontpkg_source_code_pro", "files", "SourceCodePro[wght].ttf"),
}
_OURS: Final = ("door.css", "house.css", "door.js", "house.js", "worker.js", "icon.svg", "icon.png")


class File(msgspec.Struct, frozen=True):
    """One file that is served as it is."""

    kind: str
    body: bytes
    packed: bytes
    """The same, compressed: nobody's secrets are in it."""


class ServedPages:
    """Everything that is served besides what goes over the web sockets."""

    def __init__(self) -> None:
        self.files = {name: _file(name, *where) for name, where in _FROM_WHEELS.items()}
        self.files |= {name: _file(name, "web_server", "static", name) for name in _OURS}
        every = b"".join(self.files[name].body for name in sorted(self.files))
        self.version = hashlib.sha256(every).hexdigest()[:16]
        """Stands in the address of each file, so that it may be kept for ever."""
        templates = jinja2.PackageLoader("web_server", "pages")
        self._templates = jinja2.Environment(
            loader=templates, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
        )

    def page(self, template: str, status: int = 200, **given: Any) -> web.Response:
        """A page from its template."""
        told = self._templates.get_template(template).render(at=f"/static/{self.version}", **given)
        return web.Response(text=told, content_type="text/html", status=status)

    def file(self, name: str, *, packed: bool, kept: bool) -> web.Response:
        """A file, compressed if whoever asks can read that. KeyError where there is none."""
        found = self.files[name]
        headers = {"Vary": "Accept-Encoding"} | ({"Cache-Control": FOR_EVER} if kept else {"Cache-Control": "no-cache"})
        if packed:
            headers["Content-Encoding"] = "gzip"
        return web.Response(body=found.packed if packed else found.body, content_type=found.kind, headers=headers)


def _file(name: str, package: str, *path: str) -> File:
    body = files(package).joinpath(*path).read_bytes()
    return File(KINDS[name.rpartition(".")[2]], body, gzip.compress(body, 9, mtime=0))


def published(folder: Path, path: list[str]) -> web.Response:
    """A page of the archive, or what belongs to it. Refused: `no_such_page`, also for what lies beside the folder."""
    found = folder.joinpath(*path).resolve() if "\0" not in "".join(path) else folder
    page = found / "index.html" if found.is_dir() else found
    kind = KINDS.get(page.suffix[1:])
    if kind is None or not page.is_relative_to(folder.resolve()) or not page.is_file():
        raise Refused("no_such_page", "There is no such page in the archive.")
    return web.Response(body=page.read_bytes(), content_type=kind, headers={"Cache-Control": "no-cache"})
