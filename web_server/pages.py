"""Pages from templates, and files that are read once at the start.

Textual's front end comes from the wheel of `textual-serve`, without its page. The font lacks two marks, which the
reader's system has.
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
"""Allows what this house serves, and no framing."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
    "Server": "garnet",
}
"""Headers of every answer. Only files with a version in their address may be cached."""
FOR_EVER: Final = "public, max-age=31536000, immutable"

KINDS: Final = {
    "js": "text/javascript",
    "css": "text/css",
    "ttf": "font/ttf",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
    "png": "image/png",
    "html": "text/html",
    "xml": "application/atom+xml",
}
"""Content types by ending; nothing else is served."""
_FROM_WHEELS: Final = {
    "textual.js": ("textual_serve", "static", "js", "textual.js"),
    "xterm.css": ("textual_serve", "static", "css", "xterm.css"),
    "font.ttf": ("fontpkg_source_code_pro", "files", "SourceCodePro[wght].ttf"),
}
_OURS: Final = (
    "door.css",
    "house.css",
    "door.js",
    "house.js",
    "worker.js",
    "icon.svg",
    "icon.png",
    "mask.png",
    "letters.woff2",
)


class File(msgspec.Struct, frozen=True):
    kind: str
    body: bytes
    packed: bytes


class ServedPages:
    def __init__(self) -> None:
        self.files = {name: _file(name, *where) for name, where in _FROM_WHEELS.items()}
        self.files |= {name: _file(name, "web_server", "static", name) for name in _OURS}
        every = b"".join(self.files[name].body for name in sorted(self.files))
        self.version = hashlib.sha256(every).hexdigest()[:16]
        templates = jinja2.PackageLoader("web_server", "pages")
        self._templates = jinja2.Environment(
            loader=templates, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
        )

    def page(self, template: str, status: int = 200, **given: Any) -> web.Response:
        text = self._templates.get_template(template).render(at=f"/static/{self.version}", **given)
        return web.Response(text=text, content_type="text/html", status=status)

    def file(self, name: str, *, packed: bool, cacheable: bool) -> web.Response:
        served = self.files[name]
        headers = {"Vary": "Accept-Encoding", "Cache-Control": FOR_EVER if cacheable else "no-cache"}
        if packed:
            headers["Content-Encoding"] = "gzip"
        return web.Response(body=served.packed if packed else served.body, content_type=served.kind, headers=headers)


def _file(name: str, package: str, *path: str) -> File:
    body = files(package).joinpath(*path).read_bytes()
    return File(KINDS[name.rpartition(".")[2]], body, gzip.compress(body, 9, mtime=0))


def archive_file(folder: Path, path: list[str]) -> web.Response:
    """A file of the archive. Refused (`no_such_page`), also for paths outside of the folder."""
    target = folder.joinpath(*path).resolve() if "\0" not in "".join(path) else folder
    page = target / "index.html" if target.is_dir() else target
    kind = KINDS.get(page.suffix[1:])
    if kind is None or not page.is_relative_to(folder.resolve()) or not page.is_file():
        raise Refused("no_such_page", "There is no such page in the archive.")
    return web.Response(body=page.read_bytes(), content_type=kind, headers={"Cache-Control": "no-cache"})
