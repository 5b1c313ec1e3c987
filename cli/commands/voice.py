"""The host's own voice for bots: a command that is given what was decided, as JSON, and answers with the words."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from collections.abc import Callable

from core.json import Json
from core.refusal import Refused, quoted

SECONDS = 3.0
"""How long it may take for a line; then the house's own stands."""


def voice_of(command: str) -> Callable[[Json], str | None]:
    """What asks the command for words. Refused: `no_voice`, for a command that is not there."""
    try:
        words = shlex.split(command)
    except ValueError as mistake:
        raise Refused("no_voice", f"--voice {quoted(command)} cannot be read: {mistake}.") from None
    if not words or shutil.which(words[0]) is None:
        raise Refused(
            "no_voice", f"--voice: there is no command {quoted(words[0] if words else command)} to be run here."
        )

    def words_for(told: Json) -> str | None:
        try:
            done = subprocess.run(
                words,
                input=json.dumps(told) + "\n",
                capture_output=True,
                encoding="utf-8",
                timeout=SECONDS,
                check=False,
            )
        except (OSError, ValueError, subprocess.SubprocessError):
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    return words_for
