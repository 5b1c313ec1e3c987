"""`garnet scenario`: scripts against the real engine (the scenario contract in docs/rulings/common.md)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from core.decoding import canonical
from core.match import scenario
from core.refusal import NotAMatch


def run(arguments: argparse.Namespace) -> int:
    """0 when the script was played, even where steps were refused; 2 with one line when it is no scenario."""
    if arguments.lines:
        return _lines()
    try:
        text = sys.stdin.buffer.read() if arguments.file == "-" else Path(arguments.file).read_bytes()
        played = scenario.play(scenario.read(text))
    except OSError as trouble:
        print(f"garnet scenario: {arguments.file} cannot be read: {trouble.strerror}.", file=sys.stderr)
        return 2
    except NotAMatch as mistake:
        print(f"garnet scenario: {' '.join(mistake.message.split())}", file=sys.stderr)
        return 2
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(played)) + b"\n")
    return 0


def _lines() -> int:
    """One scenario a line in, one result a line out, flushed as they come."""
    for line in sys.stdin.buffer:
        try:
            answer = canonical(scenario.play(scenario.read(line)))
        except NotAMatch as mistake:
            answer = canonical({"error": mistake.message})
        except Exception as bug:  # one line's trouble does not take the thousands after it along
            print(f"garnet scenario: a bug, please report the scenario: {bug!r}", file=sys.stderr)
            answer = canonical({"error": f"The rules failed on this scenario: {bug!r}"})
        sys.stdout.buffer.write(answer + b"\n")
        sys.stdout.buffer.flush()
    return 0
