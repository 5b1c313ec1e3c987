"""Actions of hosts by command: requests and answers as documents.

They run in a served house through its socket, or in a house that is not served. No module loads Textual or asyncssh, so
that a command answers at once.

    commands.py         runs a request
    deeds.py            base of every deed: arguments, words, the house
    judging.py          forms, submissions and results of a match that its host judges
    making.py           makes matches
    match_talk.py       what a host says at a match: announcements, answers, confessionals
    matches.py          clock, rounds, seats and corrections of one match
    people.py           people, keys, invitations
    posting.py          feeds, nudges, webhooks
    requests.py         answers, dry runs, holders of seats
    season_episodes.py  episodes: main match, outcome, Death Match
    season_forms.py     base of the deeds in seasons
    season_making.py    a season's cast, settings, readers, corrections
    season_talk.py      a season's rooms, announcements, questions
    seasons.py          finds and runs the deeds of seasons
    shelf.py            games of the shelf
    socket.py           the socket of a served house
"""
