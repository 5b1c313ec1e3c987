"""What is known of a match without reading its journal: public facts only, for lists, leagues and archives.

The summary of a finished match is kept beside its journal (`core.store.Store.keep_summary`), so that a house with
a thousand of them opens without folding one. It is never more than a copy: what it says is what the journal folds to.
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
"""Raised when a kept summary means something else, or holds more: older ones are then made anew from the journals."""


class Summary(Facts, frozen=True, kw_only=True):
    """What lists of matches show: public facts only."""

    round: int
    holders: dict[str, str]
    """Seat to `person:<id>`, `bot:<level>`, `local` or `open`."""
    host: str
    deadline: float | None
    paused: bool
    made_at: float
    abandoned: bool
    finished_at: float | None = None
    """Seconds since the epoch; None while the match is played."""
    season: str = ""
    """The season that made it; empty for none."""
    practice: bool = False
    """Is it one person's own practice (HH-31)?"""
    trial: bool = False
    """Is it a trial (HH-69)?"""
    watch: str = "house"
    """Who of the house may find and watch it (HH-46): `house`, `link`, `cast` or `code`."""
    watch_code: str = ""
    """SHA-256 of the code: the house's own, in nothing that is printed (`public_json`)."""
    public: bool = False
    """May it be published once it has finished (HH-17)?"""
    open_record: bool = False
    """Does whoever finds it read its record after the end (HH-56)?"""
    reveal: bool = True
    """False if the record stays with the host after the end (CM-09)."""
    outcome: Json | None = None
    """The outcome of the scenario contract once the match has finished; None if it ended without a result."""
    won: dict[str, int] = {}
    """Seat to the garnets that the match gave it, once it has finished: without what a purse held (SE-12). Seats that
    won none are left out."""
    tempers: dict[str, str] = {}
    """Seat to the temper of the bot that holds it, a word (HH-32); empty in summaries that were kept before."""

    def public_json(self) -> Json:
        """All of it that may be printed, as JSON."""
        facts: Json = plain(self)
        del facts["watch_code"]
        return facts

    @property
    def finished(self) -> bool:
        """Is it over, with a result or without one?"""
        return self.phase == "finished"

    @property
    def counts(self) -> bool:
        """Does it count in leagues, with a result and neither as practice (HH-31) nor as a trial (HH-69)?"""
        return self.outcome is not None and not self.practice and not self.trial

    @property
    def opened(self) -> bool:
        """May whoever finds it read its record and replay it (HH-56)?"""
        return self.finished and not self.abandoned and (self.public or self.open_record) and self.reveal

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won, in seat order; empty while it is played and without a result."""
        return tuple(self.outcome["winners"]) if self.outcome is not None else ()

    @property
    def ended_how(self) -> str:
        """How it ended, in a word or two, where nobody won: `drawn`, `nobody won`, `no result`."""
        return "no result" if self.outcome is None else "drawn" if len(self.seats) == 2 else "nobody won"

    @property
    def bots(self) -> bool:
        """Does a bot hold a seat?"""
        return any(is_bot(holder) for holder in self.holders.values())

    def place(self, seat: str) -> int | None:
        """A seat's place, 1 for the first; equal places are shared. None without a result."""
        place = 1
        for tied in [] if self.outcome is None else self.outcome["ranking"]:
            if seat in tied:
                return place
            place += len(tied)
        return None

    def words(self) -> str:
        """All by which a match can be searched for, in lower case: id, title, game, seats, and who holds them."""
        people = (holder.partition(":")[2] for holder in self.holders.values() if not is_bot(holder))
        return " ".join((self.match, self.title, self.game_title, *self.seats, *people)).casefold()


def summary(match: Match) -> Summary:
    """The public facts about one match, for lists."""
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
    """A summary as it is kept."""

    schema: int
    rules_version: int
    """Of the rules that it was played and folded by. Later ones may not be able to open it; how it ended stays true, so
    it stays in lists and leagues, also where its game is not installed."""
    summary: Summary


def to_keep(match: Match) -> Json:
    """The document to be kept of a finished match."""
    kept = KeptSummary(schema=SCHEMA, rules_version=match.header.rules_version, summary=summary(match))
    document: Json = msgspec.to_builtins(kept)
    return document


def from_kept(match: str, document: Json | None) -> Summary | None:
    """The summary of `match` in what was kept of it; None if another version kept it, or it is of another match."""
    if document is None or document.get("schema") != SCHEMA:
        return None
    try:
        told = msgspec.convert(document, type=KeptSummary).summary
    except msgspec.ValidationError:
        return None
    whole = told.watch != "code" or told.watch_code  # kept before codes were kept with it: made anew
    return told if told.match == match and told.finished and whole else None


def found_by(text: str, summaries: Sequence[Summary]) -> list[Summary]:
    """Those in which every word of `text` occurs, in whatever case; all of them for an empty text."""
    wanted = text.casefold().split()
    return [one for one in summaries if all(word in told for word in wanted for told in (one.words(),))]
