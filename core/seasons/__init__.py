"""A season: matches chained into a story (`rulings.md` beside this file).

A season is no game. Matches stay what they are; a season reads their outcomes and gives them their options. Like a
match it is the fold of its own journal, pure and the same on every machine:

    journal.py      header and kinds of entries
    season.py       the season at one moment: cast, episodes, purses, news; what ends an episode and a season
    opening.py      who sits, what a match is given; calling off; the final
    outcome.py      the result of a main match, as it is typed or read from a match
    booking.py      what an outcome writes into the season
    death_match.py  naming the two, duels, who goes out
    gifts.py        garnets that change hands among the cast
    talk.py         the season's own rooms
    corrections.py  corrections by the host; taking back the last booking, or the last entry
    reducer.py      apply(season, entry) and fold(header, entries)
    projections.py  the season as JSON, curves
    words.py        the season in lines of text
    script.py       season scripts for `garnet scenario`

In a house a season is live, and tied to its matches:

    live.py         one season: store, then tell
    following.py    what ties it to its matches: made, booked once, ended
    feeds.py        what chat rooms are told of it
    registry.py     all the seasons of a house (`house.seasons`), who may read them, one name of a cast for each person
    season_controls.py  everything that a host can do to it
"""
