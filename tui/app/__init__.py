"""The app of one terminal: session or shared keyboard, screen stack, keys, memory, and the protocols through which
screens use it (`services`). It imports screens; screens do not import it."""
