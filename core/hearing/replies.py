"""The old name of `core.talk.parsing.replies`; see `core.hearing`."""

from core.talk.parsing.replies import is_off, off, replaced, stands

__all__ = ["is_off", "off", "replaced", "stands"]
