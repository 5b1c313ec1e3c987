"""Figures of the served house, the watch over its event loop, backups.

backing_up.py  backups while the house is served
fair_loop.py   the event loop with a share for each session
gc_policy.py   when the garbage collector runs
publishing.py  publishes the archive after each end
vitals.py      figures of the served house
watchdog.py    notices a blocked event loop
"""
