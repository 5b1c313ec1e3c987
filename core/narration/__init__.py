"""Reports of a match for its readers: stories, recall, feeds and promises, all built from what the reader may know.

feed.py      what a chat room reads of a match, and the webhook that it is sent to
promises.py  promises of a match, kept and broken
reasons.py   reasons that hold in every match: winner, tokens, candidate, opponent, exempt seats
recall.py    the past rounds of a match as one reader knows them
telling.py   the story of a match for one reader
text.py      a story as text for a chat room, and its series as a table
"""
