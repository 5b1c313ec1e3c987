"""The second door of the house: a page with a terminal in it, for whoever has a browser and no SSH at hand.

What lies behind it are the same sessions, in the same process and loop (`ssh_server.session`): here is only the way to
them. `door` listens and knows the paths, `line` is the kind of line that goes through a web socket, `login` says who
somebody is, `limits` keeps one address from costing the others, `messages` is all that a page may say, `pages` has what
a browser is given. Imported only where a house is served with `--web`.
"""
