"""The second door of the house: a page with a terminal in it, for people with a browser and without SSH.

Sessions are the same as over SSH (`ssh_server.session`), in the same process and loop. This package is imported only
where a house is served with `--web`.

    door.py      listens, paths, devices
    limits.py    limits of one address
    line.py      a web socket as a line
    login.py     logins by browser
    pages.py     pages and files
    push.py      web push
    watching.py  spectators by link
"""
