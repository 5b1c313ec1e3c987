"""A headless Chromium, driven by chromedriver over its own protocol (W3C WebDriver): JSON over HTTP, nothing more."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

HERE = shutil.which("chromium") is not None and shutil.which("chromedriver") is not None
MISSING = "chromium and chromedriver are not installed here (Debian: apt-get install chromium chromium-driver)"
AXE = Path(".venv/node_modules/axe-core/axe.min.js")
"""The checker of accessibility: `make axe`."""


class Browser:
    """A window of so many columns of pixels, light or dark. A context manager."""

    def __init__(self, folder: Path, width: int = 1000, height: int = 900, *, touch: bool = False) -> None:
        """`folder` takes the profile; `touch`: a phone."""
        self._folder, self._size, self._touch = folder, (width, height), touch

    def __enter__(self) -> Browser:
        self._driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        assert self._driver.stdout is not None
        told = next(line for line in self._driver.stdout if "on port" in line and "successfully" in line)
        self._at = f"http://127.0.0.1:{re.findall('[0-9]+', told)[-1]}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self._folder / 'profile'}"]
        wanted = {"goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}}
        made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._at += f"/session/{made['sessionId']}"
        self.seem(*self._size, touch=self._touch)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            self._ask("DELETE", "")
        finally:
            self._driver.terminate()
            self._driver.communicate()

    @contextmanager
    def seen(self, width: int = 1000, height: int = 900, *, dark: bool = False) -> Iterator[Browser]:
        """The same window at another size, in another light; with what the console said until now forgotten."""
        self.seem(width, height, touch=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.devtools("Emulation.setEmulatedMedia", features=[scheme])
        self.errors()
        yield self

    def go(self, page: Path, anchor: str = "") -> None:
        """Open a page from the disk, afresh."""
        self._ask("POST", "/url", {"url": "about:blank"})
        self._ask("POST", "/url", {"url": f"file://{page}{anchor}"})
        self.until("return location.protocol === 'file:' && document.readyState === 'complete'")  # on a busy machine

    def open(self, url: str) -> None:
        """Open a page of a server."""
        self._ask("POST", "/url", {"url": url})

    @property
    def url(self) -> str:
        """Where it is now."""
        return str(self._ask("GET", "/url"))

    def until(self, script: str, *given: Any, seconds: float = 120.0) -> Any:
        """Wait until `run` returns something that is true, and return that. AssertionError where it never does. Between
        two pages there is none that could be asked: it is asked again."""
        end = time.monotonic() + seconds
        found: Any = None
        while not found:
            try:
                found = self.run(script, *given)
            except AssertionError:
                if time.monotonic() > end:
                    raise
            if not found:
                assert time.monotonic() < end, f"in vain: {script}\n{self.run('return document.body.innerText')}"
                time.sleep(0.05)
        return found

    def seem(self, width: int, height: int, *, touch: bool) -> None:
        """The tab that is looked at, and new ones, have another size from now on, and are a phone's or are not."""
        self._size, self._touch = (width, height), touch
        self.devtools(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch
        )
        self.devtools("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=5)

    def tap(self, x: float, y: float) -> None:
        """A finger, there and gone again."""
        self.devtools("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.devtools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def swipe(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """A finger that is drawn over the page in ten steps."""
        self.devtools("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for step in range(1, 11):
            at = {"x": x + (to_x - x) * step / 10, "y": y + (to_y - y) * step / 10}
            self.devtools("Input.dispatchTouchEvent", type="touchMove", touchPoints=[at])
        self.devtools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def key(self, key: str) -> None:
        """A key of a keyboard: a letter, or `Enter`."""
        text, code = {"Enter": ("\r", 13)}.get(key, (key, ord(key.upper()[0])))
        for kind in ("keyDown", "keyUp"):
            self.devtools(
                "Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code,
                **({"text": text} if kind == "keyDown" else {}),
            )  # fmt: skip

    def cookies(self) -> list[dict[str, Any]]:
        """Those of the page that is open."""
        found: list[dict[str, Any]] = self._ask("GET", "/cookie")
        return found

    def set_cookie(self, **cookie: Any) -> None:
        """As a thief would who has one."""
        self._ask("POST", "/cookie", {"cookie": cookie})

    def devtools(self, command: str, **given: Any) -> Any:
        """A command of the browser's own protocol: sizes, the network, a finger."""
        return self._ask("POST", "/goog/cdp/execute", {"cmd": command, "params": given})

    def new_tab(self) -> str:
        """Another page, which is gone to; its handle."""
        made = self._ask("POST", "/window/new", {"type": "tab"})
        self.switch(made["handle"])
        self.seem(*self._size, touch=self._touch)
        return str(made["handle"])

    def close_tab(self) -> None:
        """Close the page that is looked at; then another has to be gone to."""
        self._ask("DELETE", "/window")

    @property
    def tab(self) -> str:
        """The handle of the page that is looked at."""
        return str(self._ask("GET", "/window"))

    def switch(self, handle: str) -> None:
        """Look at another page: one behind it takes no finger."""
        self._ask("POST", "/window", {"handle": handle})
        self.devtools("Page.bringToFront")

    def picture(self, path: Path) -> None:
        """What is seen, as PNG."""
        path.write_bytes(base64.b64decode(self._ask("GET", "/screenshot")))

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
