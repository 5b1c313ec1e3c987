"""What people and bots say at a match: channels and who may use them, deals, words kept apart from all talk, how fast somebody
may talk, and what may be published afterwards.

`parsing` reads plain sentences for bots. What bots answer stands in `core.bots.company`.
"""
