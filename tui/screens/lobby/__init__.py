"""Before a match: the lobby, the start menu, finding a match, practice, the league, and the forms of a new match or
season.
"""
