"""What seats can promise each other in A Sinner's Secret, and whether it was kept."""

from __future__ import annotations

from core.games.sinners_secret.structs import Page
from core.talk.acts import SEATS, Clause, Term, Verdict

TERMS = (
    Term(
        id="tell",
        says="tell {to} a {what}",
        among=("sin", "virtue"),
        names={"sins": "sin", "virtues": "virtue"},
        words=("tell", "show"),
        seen="late",
        first=True,
    ),
    Term(
        id="lock", says="lock a letter of {what}", among=SEATS, words=("lock",), seen="late", lasts=True, against=True
    ),
)


def kept(seat: str, clause: Clause, page: Page) -> Verdict:
    """Locks are one's own until the reveal; whether what was told is true is seen only then, too."""
    if clause.term == "lock" and clause.who == seat:
        theirs = set(page.after.letters.get(clause.what, ()))
        made = {lock.locked for locks in page.after.locks.values() for lock in locks if lock.round == page.round}
        return "kept" if bool(made & theirs) is not clause.negated else "broken"
    return "unseen"
