"""What the host of the machine does by command: requests and answers as documents, done in a house that is served here
(through its socket) or in one that nobody serves.

    commands.py   a request in, an answer out
    requests.py   the form of a request
    socket.py     where a house that is served takes them; client.py the way there
    making.py matches.py correcting.py people.py rights.py apart.py posting.py seasons.py status.py   the deeds
    holders.py    who plays a seat, as hosts type it

The deeds are done with `core.table.host_controls` and its like, as the screens do them; rows that screens show as well
are worded by functions that need no screen (`core.words.wording`). So nothing here loads Textual or asyncssh, and a
command answers at once."""
