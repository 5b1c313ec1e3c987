"""Public facts about a match, for lists, leagues and archives.

A finished match's summary is kept beside its journal (`core.store.Store.keep_summary`), so that a house opens without
folding it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.decoding import plain
from core.json import Json
from core.ledger import won
from core.levels import temper_of
from core.match.decisions import outcome
from core.match.seating import is_bot
from core.match.state import Match
from core.story.parts import Facts

SCHEMA = 2
"""Raised when a kept summary changes its fields or meaning; older ones are then rebuilt from the journals."""


class Summary(Facts, frozen=True, kw_only=True):
    round: int
    holders: dict[str, str]
    """Seat to `person:<id>`, `bot:<level>`, `local` or `open`."""
    host: str
    deadline: float | None
    paused: bool
    made_at: float
    abandoned: bool
    finished_at: float | None = None
    """Seconds since the epoch; None while it is played."""
    season: str = ""
    """Id of its season; empty for none."""
    practice: bool = False
    """A person's own practice (HH-31)."""
    branch_of: str = ""
    """Id of the match that a practice goes on from (HH-81); empty for none."""
    branch_round: int = 0
    """Round with which it began."""
    trial: bool = False
    """A trial (HH-69)."""
    watch: str = "house"
    """Group that may find and watch it (HH-46): `house`, `link`, `cast` or `code`."""
    watch_code: str = ""
    """SHA-256 of the code; secret to the house (`public_json`)."""
    public: bool = False
    """May be published after the end (HH-17)."""
    open_record: bool = False
    """Everyone who finds it reads its record after the end (HH-56)."""
    reveal: bool = True
    """False if the record stays with the host after the end (CM-09)."""
    outcome: Json | None = None
    """Outcome of the scenario contract; None before the end, or without a result."""
    won: dict[str, int] = {}
    """Garnets that each seat won, without its purse (SE-12); seats without any are missing."""
    tempers: dict[str, str] = {}
    """Temper of the bot in a seat, a word (HH-32); empty in older summaries."""

    def public_json(self) -> Json:
        facts: Json = plain(self)
        del facts["watch_code"]
        return facts

    @property
    def finished(self) -> bool:
        return self.phase == "finished"

    @property
    def counts(self) -> bool:
        """True if leagues count it: a result, and neither practice (HH-31) nor trial (HH-69)."""
        return self.outcome is not None and not self.practice and not self.trial

    @property
    def record_is_open(self) -> bool:
        """True if everyone who finds it may read its record and replay it (HH-56)."""
        return self.finished and not self.abandoned and (self.public or self.open_record) and self.reveal

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(self.outcome["winners"]) if self.outcome is not None else ()

    @property
    def ended_how(self) -> str:
        """Words for an end without winners: `drawn`, `nobody won`, `no result`."""
        return "no result" if self.outcome is None else "drawn" if len(self.seats) == 2 else "nobody won"

    @property
    def bots(self) -> bool:
        return any(is_bot(holder) for holder in self.holders.values())

    def place(self, seat: str) -> int | None:
        """Return a seat's place from 1; ties share it. None without a result."""
        place = 1
        for tied in [] if self.outcome is None else self.outcome["ranking"]:
            if seat in tied:
                return place
            place += len(tied)
        return None

    def words(self) -> str:
        people = (holder.partition(":")[2] for holder in self.holders.values() if not is_bot(holder))
        return " ".join((self.match, self.title, self.game_title, *self.seats, *people)).casefold()


def summary(match: Match) -> Summary:
    return Summary(
        **match.facts(),
        round=match.round,
        holders=match.holders,
        host=match.header.host,
        deadline=match.deadline,
        paused=match.paused,
        made_at=match.header.made_at,
        abandoned=match.abandoned,
        finished_at=match.finished_at,
        season=match.header.season,
        practice=match.header.practice,
        branch_of="" if match.header.branch is None else match.header.branch.match,
        branch_round=0 if match.header.branch is None else match.header.branch.round,
        trial=match.header.trial,
        watch=match.watch,
        watch_code=match.watch_code,
        public=match.public,
        open_record=match.header.open_record,
        reveal=bool(match.header.options.get("reveal", True)),
        outcome=outcome(match),
        tempers={
            seat: temper_of(match.header.nonce, place)
            for place, seat in enumerate(match.seats)
            if is_bot(match.holders.get(seat, ""))
        },
        won={} if outcome(match) is None else {s: n for s, n in won(match.state.ledger, match.seats).items() if n},
    )


class KeptSummary(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    schema: int
    rules_version: int
    """Version of the rules that it was played by. The summary stays even if later rules cannot open the match."""
    summary: Summary


def to_keep(match: Match) -> Json:
    kept = KeptSummary(schema=SCHEMA, rules_version=match.header.rules_version, summary=summary(match))
    document: Json = msgspec.to_builtins(kept)
    return document


def from_kept(match: str, document: Json | None) -> Summary | None:
    """Read a kept summary of `match`; None if another version kept it, or for another match."""
    if document is None or document.get("schema") != SCHEMA:
        return None
    try:
        summary = msgspec.convert(document, type=KeptSummary).summary
    except msgspec.ValidationError:
        return None
    is_complete = summary.watch != "code" or summary.watch_code  # older documents lack the code: they are rebuilt
    return summary if summary.match == match and summary.finished and is_complete else None


def found_by(text: str, summaries: Sequence[Summary]) -> list[Summary]:
    wanted = text.casefold().split()
    return [summary for summary in summaries if all(word in text_ for word in wanted for text_ in (summary.words(),))]
