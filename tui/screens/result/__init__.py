"""Screens after the end: the replay and its points of view."""
