"""The browser door of the house: a page with a terminal.

Sessions are those of SSH (`ssh_server.session`). The package is imported only for `--web`.

    door.py      listens, paths, devices
    limits.py    limits of one address
    line.py      a web socket as a line
    login.py     logins by browser
    pages.py     pages and files
    push.py      web push
    watching.py  spectators by link
"""
