"""Parts of a story, and helpers by which a game tells its own part. The story of a match is made in `core.narration`.

A game tells its part in `core/games/<id>/story.py`. A seat's story is made from that seat's pages alone: its views,
orders, notices and reports.

    drawing.py    a past round as a drawing
    parts.py      standing, reasons, series, steps, and the pages that games tell from
    reviewing.py  a close compared with its preview
    turning.py    series for curves, and turning points
"""
