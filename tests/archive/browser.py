"""A headless Chromium, driven by chromedriver over its own protocol (W3C WebDriver): JSON over HTTP, nothing more."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any

HERE = shutil.which("chromium") is not None and shutil.which("chromedriver") is not None
MISSING = "chromium and chromedriver are not installed here (Debian: apt-get install chromium chromium-driver)"
AXE = Path(".venv/node_modules/axe-core/axe.min.js")
"""The checker of accessibility: `make axe`."""


class Browser:
    """A window of so many columns of pixels, light or dark. A context manager."""

    def __init__(self, folder: Path, width: int = 1000, *, dark: bool = False) -> None:
        """`folder` takes the profile."""
        self._folder, self._width, self._dark = folder, width, dark

    def __enter__(self) -> Browser:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._driver = subprocess.Popen(["chromedriver", f"--port={port}", "--silent"], stdout=subprocess.DEVNULL)
        self._at = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self._folder / 'profile'}",
                     f"--blink-settings=preferredColorScheme={0 if self._dark else 1}"]  # fmt: skip
        metrics = {"width": self._width, "height": 900, "pixelRatio": 1, "touch": False}
        wanted = {
            "goog:chromeOptions": {"args": arguments, "mobileEmulation": {"deviceMetrics": metrics}},
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        for _ in range(200):  # until it listens
            try:
                made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
                break
            except ConnectionError:
                time.sleep(0.05)
        self._at += f"/session/{made['sessionId']}"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            self._ask("DELETE", "")
        finally:
            self._driver.terminate()
            self._driver.wait()

    def go(self, page: Path, anchor: str = "") -> None:
        """Open a page from the disk, afresh."""
        self._ask("POST", "/url", {"url": "about:blank"})
        self._ask("POST", "/url", {"url": f"file://{page}{anchor}"})

    def run(self, script: str, *given: Any) -> Any:
        """What a function of this body returns, with `arguments`; a promise is waited for."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(given)})

    def errors(self) -> list[str]:
        """What the console has said since it was last asked, but for plain words."""
        told = self._ask("POST", "/se/log", {"type": "browser"})
        return [one["message"] for one in told if one["level"] in ("SEVERE", "WARNING")]

    def _ask(self, method: str, path: str, document: dict[str, Any] | None = None) -> Any:
        body = None if document is None else json.dumps(document).encode()
        request = urllib.request.Request(self._at + path, data=body, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as trouble:
            raise AssertionError(json.load(trouble)["value"]["message"]) from None
        except urllib.error.URLError as trouble:
            raise ConnectionError from trouble
