"""An environment of an author of games: sees everything installed here and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

HERE = Path.cwd()


def run(*words: object, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=1800, **more)  # type: ignore


def author(folder: Path) -> Path:
    """Create the environment in `folder / "env"`, with `garnet`, `pytest` and `pip`. Returns the folder."""
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env", check=True)
    (packages,) = (folder / "env").glob("lib/python*/site-packages")
    own = sysconfig.get_path("purelib")
    (packages / "house.pth").write_text(f"import site; site.addsitedir({own!r})\n{HERE}\n")
    tools = folder / "env" / "bin"
    (tools / "garnet").write_text(f"#!{tools / 'python'}\nfrom cli.main import main\nraise SystemExit(main())\n")
    (tools / "pytest").write_text(
        f"#!{tools / 'python'}\nfrom pytest import console_main\nraise SystemExit(console_main())\n"
    )
    (tools / "pip").write_text(
        f"#!/bin/sh\nexec {sys.executable} -m pip --quiet --disable-pip-version-check --python {tools / 'python'} "
        '"$@" --no-build-isolation --no-deps\n'
    )
    for tool in ("garnet", "pytest", "pip"):
        (tools / tool).chmod(0o755)
    return folder


def environment(place: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    own = {"PATH": f"{place / 'env' / 'bin'}:{os.environ['PATH']}", "GARNET_DATA": str(place / "house")}
    return {**kept, **own, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # an author has not those of the house's own tests
