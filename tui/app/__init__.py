"""What runs in one terminal: the app of a session and of a shared keyboard, its stack of screens, its keys, what it
remembers, and the two protocols by which screens ask it for something (`services`). It knows screens; screens do not
know it.
"""
