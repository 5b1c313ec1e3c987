"""Screens before a match: the lobby, the start menu, finding a match, practice, the league, forms of new matches and
seasons."""
