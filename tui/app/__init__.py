"""The app of one terminal: session or shared keyboard, screen stack, keys, memory, and the protocols through which
screens use it (`services`). It imports screens; screens do not import it.

    alerts.py           calls a person back to a table
    app.py              the base of every app
    fitting.py          lays a screen out once a size
    followed_seats.py   the seats of one person
    hotseat.py          the app of one shared terminal
    house_zone.py       the time zone of the house's machine
    making.py           makes a match from a template
    memory.py           memory of a seat between visits
    season_access.py    seasons for one person
    services.py         interfaces of the app for its screens
    session.py          the app of one person's session
    shared_keyboard.py  a match of several people at one keyboard
    stack.py            the stack of screens
    theming.py          the themes of the house for Textual
    watching.py         apps for anonymous spectators
"""
