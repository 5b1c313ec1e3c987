"""Text of screens: Textual content in the styles of the theme. Words without a style are in `core.words`.

ending_rows.py  the result of a match
log_rows.py     the log of a seat
notices.py      announcements and their Markdown
plot.py         curves
season_rows.py  pages of a season
text.py         pieces of text: cleaned, cut, wrapped
"""
