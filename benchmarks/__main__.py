"""All benches in order: `make bench`, or `python -m benchmarks NAME [its arguments]` for one. Machines are noisy:
compare results of a run, and ratios before absolute times."""

from __future__ import annotations

import argparse
import subprocess
import sys

BENCHES: dict[str, tuple[list[str], str]] = {
    "bots": (
        ["exodus", "--matches", "40"],
        "each level of bots among the one below it (every game: python -m benchmarks.bots)",
    ),
    "company": (["exodus", "--matches", "20"], "a person among steady bots: are proposals answered, and accepted?"),
    "exploit": (
        ["exodus", "--schemes", "overpromiser", "mute", "--against", "steady", "--matches", "20"],
        "what a schemer wins among bots (each game, scheme and level: python -m benchmarks.exploit)",
    ),
    "obey": (
        ["exodus", "--matches", "20"],
        "a person who does what the coach's page says (by keys: python -m benchmarks.obey exodus --keys)",
    ),
    "thinking": (
        ["day_of_mercury"],
        "how long bots that think hold the loop of a house (every game: python -m benchmarks.thinking)",
    ),
    "publish": ([], "a season of twelve episodes as web pages, and again without changes"),
    "season": (["40"], "a whole season of bots, and short ones corrected, rewound and killed (200 without words)"),
    "life": (["--seasons", "3", "--weeks", "1"], "seasons one after another in a house: what grows, and what is kept"),
    "week": ([], "twelve weeks of thirteen by a fake clock: posts, reminders, gifts, kills, a restore"),
    "visits": (["500"], "people in haste: random keys, clicks and sizes (10000: python -m benchmarks.visits)"),
    "first_order": (
        ["exodus", "--keys", "600", "--words", "1000", "--glance", "2"],
        "a newcomer from `ssh join@` to the first sealed order, hurried (at a person's pace: without words)",
    ),
    "flood": (["--seconds", "10"], "logins and keys while the door is flooded, from one address and from 25"),
    "paints": ([], "the screens of a table of each game: a first paint, a key, a close, leaving its report"),
    "sessions": (
        ["--seconds", "20", "--churn", "100"],
        "a hundred sessions in one process, and a process for each of them",
    ),
}
"""By module: arguments of `make bench`, and what it measures."""


def main() -> int:
    """Run the benches asked for. Returns 1 if one failed."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, epilog=bench_lines(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("name", nargs="?", choices=BENCHES, metavar="NAME", help="one of those below (all of them)")
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="...", help="for that bench; --help tells which")
    given = parser.parse_args()
    if given.name:
        return run(given.name, given.words)
    failed = []
    for name, (words, what) in BENCHES.items():
        print(f"\n=== {name}: {what}\n", flush=True)
        if run(name, words):
            failed.append(name)
    if failed:
        print(f"\nFailed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def bench_lines() -> str:
    return "\n".join(f"  {name:12} {what}" for name, (_, what) in BENCHES.items())


def run(name: str, words: list[str]) -> int:
    """Run a bench as a process."""
    return subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *words], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
