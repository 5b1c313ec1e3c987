"""The story of a match for one reader: what the game tells, set into what every match has in common."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.contract import AnyGame
from core.decoding import plain
from core.json import Json
from core.match.decisions import outcome as outcome_of
from core.match.ledger import spent as paid_of
from core.match.ledger import total
from core.match.state import Match
from core.story import promises
from core.story.lead import lead
from core.story.parts import Reason, Role, Row, Scene, Standing, Story, Tale
from core.story.past import Memory, Record
from core.story.reasons import reasons
from core.story.recall import memory_of, record_of
from core.story.turning import chosen


def story(match: Match, reader: str | None, whole: bool = False) -> Story:
    """What happened in `match` so far, for `reader` (None: a spectator, or everyone's eyes if `whole`).

    `whole` tells from the whole record: only for a match that has ended, and only where the caller has made sure that
    the record is open to the reader (CM-09). Everything else is told from what the reader knew.
    """
    game = match.game
    if whole and match.phase == "finished" and not match.abandoned:
        record = record_of(match)
        tale = game.tale(record)
        scenes = _all_scenes(game, record, tale)
    else:
        whole = False
        memory = memory_of(match, reader)
        tale = game.own_tale(memory)
        scenes = _own_scenes(game, memory, tale)
    turned = (*tale.turns, *promises.turns(match, reader))
    told = Story(
        **match.facts(),
        reader=reader,
        whole=whole,
        standing=standing(match, tale, reader, whole),
        reasons=_reasons(match, tale, reader, whole),
        series=tale.series,
        turns=chosen(turned, alike=tale.alike),
        scenes=scenes,
        words=tale.words,
        start=tale.pictures.get(-1, {}),
        dice=_dice(match, whole),
    )
    return msgspec.structs.replace(told, lead=lead(told, turned))


def standing(match: Match, tale: Tale, reader: str | None, whole: bool) -> Standing:
    """One row a seat: ranked once the match has finished, in seat order before. Garnets are those of the outcome,
    which everyone knows; what was spent only where the reader may see the ledger."""
    ending = match.state.ending
    finished = match.phase == "finished" and not match.abandoned and ending is not None
    groups = ending.ranking if finished and ending is not None else (match.seats,)
    tokens = total(match.state.ledger, "token", match.seats) if ending is not None else {}
    garnets = (outcome_of(match) or {}).get("garnets", {}) if finished else {}
    spent = paid_of(match.state.ledger, match.seats)
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        for seat in group:
            paid = spent[seat] if whole or seat == reader else 0
            rows.append(
                Row(
                    seat=seat,
                    place=place if finished else None,
                    cells=tale.cells.get(seat, {}),
                    tokens=tokens.get(seat, 0),
                    garnets=garnets.get(seat, 0) + paid,
                    spent=paid,
                    role=_role(match, seat),
                )
            )
    return Standing(columns=tale.columns, rows=tuple(rows))


def _role(match: Match, seat: str) -> Role:
    ending = match.state.ending
    if ending is None:
        return ""
    if seat in ending.winners:
        return "winner"
    if seat == ending.candidate:
        return "candidate"
    return "opponent" if seat == ending.opponent else ""


def _reasons(match: Match, tale: Tale, reader: str | None, whole: bool) -> tuple[Reason, ...]:
    """The general reasons, each kind replaced where the game tells its own."""
    if match.abandoned:
        return (Reason(kind="end", seats=(), text="The match was ended without a result.", ruling="HH-08"),)
    own = {reason.kind for reason in tale.reasons}
    general = [reason for reason in reasons(match, reader, whole) if reason.kind not in own]
    order = ("winner", "ascent", "token", "candidate", "spared", "exempt", "opponent", "mark", "garnets", "lots")
    told = [*general, *(tale.reasons if match.state.ending is not None else ())]
    return tuple(sorted(told, key=lambda r: order.index(r.kind) if r.kind in order else len(order)))


def _all_scenes(game: AnyGame, record: Record, tale: Tale) -> tuple[Scene, ...]:
    return tuple(
        Scene(
            round=chapter.round,
            steps=tale.steps.get(chapter.round, ()),
            orders={seat: tuple(game.restate(orders)) for seat, orders in chapter.orders.items()},
            reports={seat: tuple(game.tell(report)) for seat, report in chapter.reports.items()},
            public=tuple(game.tell_public(plain(chapter.public))) if chapter.public is not None else (),
            picture=tale.pictures.get(chapter.round, {}),
        )
        for chapter in record.chapters
    )


def _own_scenes(game: AnyGame, memory: Memory, tale: Tale) -> tuple[Scene, ...]:
    seat = memory.seat
    return tuple(
        Scene(
            round=page.round,
            steps=tale.steps.get(page.round, ()),
            orders={}
            if seat is None or page.orders is None
            else {seat: tuple(game.restate_to(page.orders, page.after))},
            reports={} if seat is None else {seat: tuple(game.tell_to(page.report, page.after))},
            public=tuple(game.tell_public(plain(page.public))) if page.public is not None else (),
            picture=tale.pictures.get(page.round, {}),
        )
        for page in memory.pages
    )


def _dice(match: Match, whole: bool) -> Json:
    found: Json = {"commitment": match.header.commitment}
    if whole:
        found |= {"seed": match.header.seed, "nonce": match.header.nonce}
    return found


def document(match: Match, told: Story, seats: Sequence[str]) -> Json:
    """`told` as JSON; each of its scenes has `reckonings`, by seat those of `seats`: its own for a reader who holds a
    seat, everybody's where the whole record is open (CM-09). A reckoning is made from what its seat knew alone, so that
    no talk is in it; a seat whose game leaves a round to its words is not in it. Each costs a preview of the orders:
    this is for whoever asks for the document, not for screens."""
    found: Json = plain(told)
    reckoned: dict[int, Json] = {}
    for seat in seats:
        for page in memory_of(match, seat).pages:
            one = None if page.report is None else match.game.reckon(page)
            if one is not None:
                reckoned.setdefault(page.round, {})[seat] = plain(one)
    for scene in found["scenes"]:
        scene["reckonings"] = reckoned.get(scene["round"], {})
    return found
