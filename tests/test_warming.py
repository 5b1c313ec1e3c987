"""What a house imports beforehand: every game with its screen, and the screens that a key opens."""

from __future__ import annotations

import subprocess
import sys


def test_everything_that_is_needed_later_is_there() -> None:
    told = (
        "import sys; from cli.commands.serve import warm; from core.games import MODULES;"
        "from tui.games import PANELS;"
        "before = set(sys.modules); warm();"
        "wanted = {'tui.screens.help', 'tui.screens.host.console', 'cli.admin.making', 'core.botplay.companion'};"
        "wanted |= set(MODULES.values());"
        "wanted |= {place.partition(':')[0] for place in PANELS.values()};"
        "print(len(set(sys.modules) - before) > 20, wanted - set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split(maxsplit=1) == ["True", "set()\n"]
