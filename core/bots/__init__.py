"""Bots: what one is (`contract`), how well they play (`levels`), matches among them, the coach of a person, practice, hindsight,
and how they talk (`company`). The bots of one game stand in that game's folder.
"""
