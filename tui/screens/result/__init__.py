"""After the end: the replay and whose eyes it is gone through with."""
