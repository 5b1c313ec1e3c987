"""What each temper says beside the match: to a farewell, a joke, a sigh, a boast, a promise, and to a question
of who can be trusted. One temper a module, as in core.bots.company; `voices.py` puts both together.
"""
