"""All matches and people of a house: names and keys, rights, invitations, templates, moderation, the archive of
finished matches, the league. It knows the store by its interface (`core.store`).

    absences.py    who is away, and for how long
    archive.py     summaries of finished matches
    guest.py       one person in the house: lobby, seats, rights
    house.py       the house: tables, people, seasons
    league.py      results by person and game
    moderation.py  blocks, removals, the hosts' log
    people.py      names, keys, passwords, invitations, link codes
    reminders.py   reminders before deadlines
    scripts.py     scripts of hosts, and the results that they propose
    settings.py    settings of the whole house
    templates.py   templates of matches and seasons
    todo.py        the hosts' list of open tasks
"""
