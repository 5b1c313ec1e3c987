"""One live match: its queue of inputs, its deadline, its subscribers, the seat that a session holds, and what its host
can do to it.

Here the rules meet the clock and people who are connected. Everything about the match itself is asked of `core.match`.
"""
