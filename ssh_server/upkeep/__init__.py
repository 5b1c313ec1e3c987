"""How the served house is, and what keeps it well: figures, the watch over the event loop, metrics, backups."""
