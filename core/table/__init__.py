"""A live match: its queue of inputs, deadline, subscribers, seats and host.

Here the rules meet the clock and connected people. All facts about the match come from `core.match`.

    clock_gaps.py     gaps in the clock: downtime, clock set back
    coached.py        a seat that does what its coach says
    foresight.py      a close on trial
    frame.py          what every reader of a match shows of it
    galleries.py      the galleries of a house
    gallery.py        the table as its gallery sees it
    host_controls.py  the host's actions on one match
    host_preview.py   dry run of a host's action
    seat.py           one seat, as its player's session holds it
    seat_reader.py    a match as one seat may know it
    subscribers.py    subscribers to changes
    table.py          the live match: inputs, journal, deadline
    table_bots.py     its bots: turns and farewells
"""
