"""A private SSH session for every player, all in one process and on one event loop.

The interfaces for the rest of the program:

- `AppFactory(size, person, environment) -> App` makes the app of a session. The app needs to know nothing of SSH: it
  ends with `exit()`, and an error ends only its own session. While it runs, its driver offers `set_title` and
  `capture_mouse`.
- `Commands(person, line, terminal) -> exit status` runs a one-shot command.
- `Claims` (door/join.py) are asked before and told after an invitation to a seat is used.
- `Server.stop(sentence)` tells every session, restores the screens and closes.

Logging goes to `garnet.server` and `garnet.session`; sessions leave `sys.stdout` and `sys.stderr` alone.

    server.py  listens, counts connections, keeps one screen a person
    commands/  one-shot commands
    door/      from the first packet to a known person
    feeds/     posts to chat rooms
    session/   one app on one terminal
    upkeep/    figures, watch, backups
"""
