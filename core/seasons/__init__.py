"""A season: matches chained into a story (`rulings.md` beside this file).

A season is no game. It reads the outcomes of matches and gives them their options. It is the fold of its own journal.
In a house a season is live, and tied to its matches (`live`, `following`, `registry`).

    corrections.py      corrections by the host, late-comers, undoing
    death_match.py      the two of a Death Match, duels, eliminations
    feeds.py            posts of a season for a chat room
    following.py        keeps a season in step with its matches
    gifts.py            garnets given and promised among the cast
    journal.py          header and kinds of entries
    live.py             one live season: store, then tell
    opening.py          opens an episode: seats, options, the final
    options.py          the options of a season, declared by their fields
    outcome.py          the result of a main match
    reducer.py          apply(season, entry) and fold(header, entries)
    registry.py         all seasons of a house
    script.py           season scripts for `garnet scenario`
    season.py           the season at one moment
    season_controls.py  the host's actions on a season
    signup.py           sign-ups for a season, and lots
    talk.py             the season's own rooms
    words.py            a season as JSON and as lines of text
"""
