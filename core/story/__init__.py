"""What happened in a match, told once: screens, exports and pages all draw from the story made here.

parts.py     what a story is made of: standing, reasons, series, turning points, the steps of each round
past.py      what a game is handed to tell from: everything (`Chapter`), or what one seat knew (`Page`)
reasons.py   why somebody won, received, was named or is safe, as every match has it
turning.py   the points at which a match turned: what all games look for, and the choice of at most seven
lead.py      what a friend would say of a match in three sentences
telling.py   the story of a match for one reader
document.py  a story as one JSON document, with what each close had promised
text.py      a story as text for a chat room, and its series as a table

A game tells its own part in `core/games/<id>/story.py`. A seat's story is made from that seat's views, orders,
notices and reports alone: there is nothing else in the pages that it is made from.
"""
