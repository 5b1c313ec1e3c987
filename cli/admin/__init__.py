"""Actions of hosts by command: requests and answers as documents.

They run in a served house through its socket, or in a house that is not served. No module loads Textual or asyncssh, so
that a command answers at once.

    commands.py  runs a request
    deeds.py     base of every deed: arguments, words, the house
    judging.py   forms, submissions and results of a match that its host judges
    making.py    makes matches
    matches.py   actions on one match
    people.py    people, keys, invitations
    posting.py   feeds, nudges, webhooks
    requests.py  answers, dry runs, holders of seats
    seasons.py   actions on seasons
    socket.py    the socket of a served house
"""
