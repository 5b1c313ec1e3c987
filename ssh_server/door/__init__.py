"""Logins from the first packet to a known person: limits, the order of logins, keys, passwords, invitations.

asyncssh_seam.py  private names of asyncssh
auth.py           keys, passwords, codes
connection.py     one SSH connection
guard.py          limits for guesses and floods
join.py           `join@`: code, name, key or password
login_queue.py    the order of logins
startups.py       the bounded number of unknown connections
"""
