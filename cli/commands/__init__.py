"""Commands of the shell, a module each.

authors.py   `garnet new-game`, `garnet scenario` and others for authors
bots.py      `garnet bots`
browsers.py  the browser door of a served house
doctor.py    `garnet doctor`
host.py      `garnet host`
house.py     the data folder: listed, copied, backed up
one_file.py  `garnet try`, `garnet check`
play.py      `garnet`, `garnet hotseat`, `garnet practice`, `garnet replay`, `garnet watch`
publish.py   `garnet publish FOLDER`
serve.py     `garnet serve`
service.py   `garnet host install-service`
"""
