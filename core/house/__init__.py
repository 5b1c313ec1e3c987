"""All matches and people of a house: names and keys, rights, invitations, sign-up, templates, moderation, the archive
of finished matches, the league, and what the house asks of a store.

One match is the business of `core.table`; seasons have a package of their own.
"""
