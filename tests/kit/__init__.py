"""The testers' kit: play any match by script, in memory or at a real table; see docs/testing.md."""

from tests.kit.script import NAMES, Script, ending, play, the

__all__ = ["NAMES", "Script", "ending", "play", "the"]
