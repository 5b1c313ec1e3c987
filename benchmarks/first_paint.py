"""How long the start menu takes to appear: the command, on a pseudo-terminal."""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

RUNS = 5
PATIENCE = 30.0
SHOWN = b"G A R N E T"


def once(folder: str) -> float:
    """Seconds from the start of the process until the menu's name has been written to the terminal."""
    start = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(sys.executable, [sys.executable, "-m", "cli.main", "--data", folder])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    seen = b""
    try:
        while SHOWN not in seen:
            ready, _, _ = select.select([terminal], [], [], PATIENCE)
            if not ready:
                raise TimeoutError("the menu did not appear")
            seen = (seen + os.read(terminal, 65_536))[-200_000:]
        return time.perf_counter() - start
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def main() -> None:
    argparse.ArgumentParser(prog="python -m benchmarks.first_paint", description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        taken = [once(folder) for _ in range(RUNS)]
    print(f"start menu painted after {statistics.median(taken):.2f} s (median of {RUNS}; {max(taken):.2f} at most)")


if __name__ == "__main__":
    main()
