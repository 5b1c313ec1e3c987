"""Reports of a match for its readers: stories, recall, feeds and promises, all built from what the reader may know.

feed.py        posts of a match for a chat room
feed_shelf.py  chat rooms that follow a match or season
promises.py    promises of a match, kept and broken
reasons.py     reasons that hold in every match
recall.py      past rounds as one reader knows them
stakes.py      the strip of danger, headlines, prices of broken words
telling.py     the story of a match for one reader
text.py        a story as text, and its series as a table
"""
