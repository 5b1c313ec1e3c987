"""Sentences after a host's deed, the same in the console and after a command."""

from __future__ import annotations

from typing import Final

BEGUN: Final = "It has begun."
CLOCK_RUNS: Final = "The clock runs again."
CONFIRMED: Final = "Confirmed; everybody is told."
LAPSED: Final = "The usual move was made."
MOVE_UNDONE: Final = "The last move is undone."
GOES_ON: Final = "It goes on where it stood."
"""After an end was taken back."""
