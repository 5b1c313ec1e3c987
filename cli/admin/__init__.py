"""What the host of the machine does by command: requests and answers as documents, done in a house that is served here
(through its socket) or in one that nobody serves.

    commands.py   a request in, an answer out
    requests.py   the form of a request
    socket.py     the way to a house that is served
    making.py matches.py people.py rights.py apart.py posting.py seasons.py status.py   the deeds
    holders.py    who plays a seat, as hosts type it

Nothing here loads Textual or asyncssh: a command answers at once.
"""
