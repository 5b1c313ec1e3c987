"""The past of a match: its whole record, or one seat's memory."""

from __future__ import annotations

from core.match import views
from core.match.decisions import WORDS, end_json
from core.match.records import RoundRecord
from core.match.state import Match, change
from core.parts import GameState
from core.story.parts import Chapter, Memory, Page, Record


def record_of(match: Match, count: int | None = None) -> Record:
    """Return everything about an ended match, or about its first `count` rounds. The caller has checked that the
    reader may know it (CM-09, HH-71)."""
    after = states_after(match)[:count]
    is_whole = count is None
    chapters = tuple(
        Chapter(
            round=closed.round,
            before=match.starts[closed.round].state,
            orders=dict(closed.orders),
            deeds=tuple(
                deed for deed in match.actions if deed.round == closed.round and deed.action.get("kind") not in WORDS
            ),
            notices=tuple(
                (seat, dated.notice)
                for seat in match.seats
                for dated in match.notices.get(seat, ())
                if dated.round == closed.round
            ),
            reports=dict(closed.reports),
            public=closed.public,
            after=state,
        )
        for closed, state in zip(match.rounds[:count], after, strict=True)
    )
    return Record(
        seats=match.seats,
        start=match.starts[min(match.starts)].state,
        chapters=chapters,
        final=match.state if is_whole else after[-1],
        ending=match.state.ending if is_whole else None,
        ledger=match.state.ledger if is_whole else after[-1].ledger,
    )


def memory_of(match: Match, seat: str | None) -> Memory:
    """Return what one seat knows of a match so far; None for a spectator."""
    game = match.game
    log = {entry.round: entry for entry in views.log(match, seat)} if seat is not None else {}
    pages = [
        _page(match, seat, closed, state, log.get(closed.round))
        for closed, state in zip(match.rounds, states_after(match), strict=True)
    ]
    first = match.starts[min(match.starts)].state if match.starts else match.state
    return Memory(
        seat=seat,
        seats=match.seats,
        start=game.view(first, seat) if match.starts else game.briefing_view(first, seat),
        pages=tuple(pages),
        now=views.game_view(match, seat),
        heard=views.readable_messages(match, seat) if seat is not None else (),
        end=end_json(match, seat),
    )


def page_of(match: Match, seat: str, round_: int) -> Page | None:
    """Return one closed round as one seat knew it; None if it has not closed."""
    for closed, state in zip(match.rounds, states_after(match), strict=True):
        if closed.round == round_:
            own = next(entry for entry in views.log(match, seat) if entry.round == round_)
            return _page(match, seat, closed, state, own)
    return None


def _page(match: Match, seat: str | None, closed: RoundRecord, state: GameState, log: views.RoundLog | None) -> Page:
    game = match.game
    return Page(
        round=closed.round,
        before=game.view(match.starts[closed.round].state, seat),
        orders=None if log is None else log.orders,
        notices=() if log is None else log.notices,
        deeds=() if log is None else log.deeds,
        report=None if log is None else log.report,
        public=closed.public,
        after=game.view(state, seat),
    )


def states_after(match: Match) -> tuple[GameState, ...]:
    """Return the State after each closed round: the start of the next, or the present State."""
    starts = match.starts
    return tuple(
        starts[closed.round + 1].state if closed.round + 1 in starts else match.state for closed in match.rounds
    )


def without_private_data(match: Match, reader: str | None) -> Match:
    """Drop talk, notes and drafts, which are not in the record (CM-09), except those of the seat `reader`."""
    messages = () if reader is None else tuple(message for message in match.messages if reader in message.readers)
    by_end = sum(reader in message.readers for message in match.messages[: match.messages_by_end]) if reader else 0
    notes = {seat: text for seat, text in match.notes.items() if seat == reader}
    drafts = {seat: draft for seat, draft in match.drafts.items() if seat == reader}
    return change(
        match,
        holders={},
        deadline=None,
        queued=(),
        messages=messages,
        messages_by_end=by_end,
        notes=notes,
        drafts=drafts,
    )
