"""The archive: finished matches of a house as static web pages, made from their stories (HH-17).

gather.py     which matches may be published, and their stories
charts.py     curves as SVG
drawings.py   a round of each game as SVG, with the step at which each mark appears
pages.py      the pages, by Jinja2, everything escaped
site.py       the folder: built aside, only what changed, moved into place
"""
