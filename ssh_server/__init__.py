"""A private SSH session for every player, all in one process and on one event loop.

Interfaces for the rest of the program:

- `AppFactory(size, person, environment) -> App` creates the app of a session. It needs no knowledge of SSH.
- `Commands(person, line, terminal) -> exit status` runs a command.
- `Claims` (door/join.py) check and complete the use of an invitation to a seat.
- `Server.stop(sentence)` tells every session, restores the screens and closes.

    server.py  listens, counts connections, keeps one screen a person
    commands/  one-shot commands
    door/      from the first packet to a known person
    feeds/     posts to chat rooms
    session/   one app on one terminal
    upkeep/    figures, watch, backups
"""
