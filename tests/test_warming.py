"""What a house imports beforehand: every game with its screen, and the screens that a key opens."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from cli.warming import SCREENS

TUI = Path(__file__).resolve().parent.parent / "tui"


def test_everything_that_is_needed_later_is_there() -> None:
    told = (
        "import sys; from cli.warming import SCREENS, warm; from core.games import MODULES;"
        "from tui.games import PANELS;"
        "before = set(sys.modules); warm();"
        "wanted = {*SCREENS, *MODULES.values(), *(place.partition(':')[0] for place in PANELS.values())};"
        "print(len(set(sys.modules) - before) > 20, wanted - set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split(maxsplit=1) == ["True", "set()\n"]


def test_no_screen_that_a_key_opens_is_forgotten() -> None:
    late = {
        found[1]
        for path in TUI.rglob("*.py")
        for found in re.finditer(r"^ {8,}from (tui\.screens\.[\w.]+) import", path.read_text(encoding="utf-8"), re.M)
    }
    usual = {"tui.screens.dialogs"}  # the table itself has it
    assert late - usual == set(SCREENS)
