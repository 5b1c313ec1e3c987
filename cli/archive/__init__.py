"""The archive: finished matches and seasons of a house as static web pages (HH-17).

building.py  builds a site from a house
card.py      pictures of links in chat rooms
drawings.py  rounds as SVG
gather.py    matches and seasons that may be published
matches.py   pages of one match
pages.py     parts that every page has
seasons.py   pages of one season
site.py      the folder of a site
svg.py       pieces of SVG, curves
"""
