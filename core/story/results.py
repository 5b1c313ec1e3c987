"""The result of a match as text for a chat room and as a table; public facts only."""

from __future__ import annotations

import csv
import io
from typing import Any

from core.match.decisions import outcome
from core.match.state import Match


def result_text(match: Match) -> str:
    """The result in a few lines that can be pasted into a chat room."""
    told = outcome(match)
    title = match.title
    if told is None:
        return f"{title}: ended without a result.\n"
    lines = [f"{title} ({match.game.spec.title})" if match.header.title else title]
    lines.append(f"Winner: {', '.join(told['winners']) or 'nobody'}")
    lines.append(f"Elimination Candidate: {told['elimination_candidate'] or 'nobody'}")
    lines.append(f"Death Match opponent: {told['death_match_opponent'] or 'nobody'}")
    for name, key in (("Tokens of Life", "tokens_of_life"), ("Garnets", "garnets")):
        held = ", ".join(f"{seat} {n}" for seat, n in told[key].items())
        lines.append(f"{name}: {held or 'none'}")
    lines.append("Ranking:")
    place = 1
    for tied in told["ranking"]:
        lines.append(f"{place:>3}. {', '.join(tied)}")
        place += len(tied)
    return "\n".join(lines) + "\n"


def result_csv(match: Match) -> str:
    """One line a seat: place, seat, tokens, garnets, role."""
    told = outcome(match) or {"ranking": []}
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["place", "seat", "tokens_of_life", "garnets", "role"])
    place = 1
    for tied in told["ranking"]:
        for seat in tied:
            tokens, garnets = told["tokens_of_life"].get(seat, 0), told["garnets"].get(seat, 0)
            rows.writerow([place, cell(seat), tokens, garnets, _role(told, seat)])
        place += len(tied)
    return written.getvalue()


def cell(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return "'" + name if name[:1] in "=+-@" else name


def _role(told: dict[str, Any], seat: str) -> str:
    if seat in told["winners"]:
        return "winner"
    if seat == told["elimination_candidate"]:
        return "candidate"
    return "opponent" if seat == told["death_match_opponent"] else ""
