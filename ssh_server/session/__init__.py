"""An app on a terminal: driver, input, output and colours; isolation of the apps in the process.

colours.py        colours that a terminal can show
driver.py         Textual's driver on the event loop
input.py          bytes of a terminal as Textual's events
isolation.py      lets many apps share one process
key_times.py      times from key to picture
line.py           the line to one client
output_buffer.py  bounded output
session.py        a session
terminal.py       one SSH channel as a terminal
textual_seam/     private names of Textual
"""
