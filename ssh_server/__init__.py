"""A private SSH session for every player, all in one process and on one event loop.

How the parts fit, from the network inwards:

    server.py      listens; counts strangers; one screen a person; `serve(settings, people, app_factory, ...)`
    connection.py  one SSH connection: authentication by asyncssh's rules, sessions on it, nothing else allowed
    auth.py        the gate: keys, passwords (argon2, off the loop), codes; guard.py slows down those who guess
    join.py        `join@`: code, name, key or password, in plain lines (dialog.py) before there is any screen
    terminal.py    one channel as a terminal: size, environment, input, end
    session.py     one Textual app on one terminal, from first byte to restored screen
    isolation.py   what makes a Textual app fit to share its process; colours.py decides its colours
    driver.py      Textual's driver on the event loop; input.py parses what comes in
    output_buffer.py  bounds what goes out
    admission.py   a stampede of reconnects is let in a few at a time
    gc_policy.py   the garbage collector, kept out of the way of keys
    dismantling.py takes ended apps apart, so that little is left to collect
    watchdog.py    notices when the loop is held, and by what
    hostkey.py     the key by which players recognise the house

The seams for the rest of the program:

- `AppFactory(size, person, environment) -> App` makes the app of a session. The app needs to know nothing of SSH: it
  ends with `exit()`, and whatever it raises ends only its own session. While it runs, its driver offers `set_title`,
  and `capture_mouse`.
- `Commands(person, line, terminal) -> exit status` runs a one-shot command.
- `Claims` (join.py) are asked before and told after an invitation to a seat is used.
- People, keys, invitations and link codes are `core.house.people`; the store behind them is handed in.
- `Server.stop(sentence)` tells everybody, restores their screens and closes.

Logging goes to `garnet.server` and `garnet.session`; sessions leave `sys.stdout` and `sys.stderr` alone.
"""
