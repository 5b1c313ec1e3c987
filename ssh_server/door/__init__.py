"""From the first packet to somebody who is known: arrivals and their limits, whose turn it is to log in, keys,
passwords, invitations, newcomers.
"""
