"""The screens of the house: an app for one terminal, its screens, the panels of the games.

app/           the app of one terminal
drawings/      past rounds, drawn
games/         panels of the games
screens/       all screens
textual_seam/  private names of Textual
widgets/       widgets that several screens share
words/         text of screens
"""
