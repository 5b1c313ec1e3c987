"""The story of a match for one reader: what the game tells, set into what every match has in common, with a lead of
three sentences: how the match was won, what somebody did to another, and who paid for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from core.contract import AnyGame
from core.decoding import plain
from core.json import Json
from core.ledger import spent as paid_of
from core.ledger import total
from core.match.decisions import outcome as outcome_of
from core.match.state import Match
from core.narration import promises
from core.narration.reasons import reasons
from core.narration.recall import memory_of, record_of
from core.story.parts import (
    Cell,
    Memory,
    Reason,
    Record,
    Role,
    Scene,
    Standing,
    StandingRow,
    Story,
    Tale,
    Turn,
    called,
    listed,
)
from core.story.turning import ahead, by_trick, chosen, number

COMMON = ("lead", "swing", "pact", "candidate")
"""Kinds of turns that other sentences of the lead tell already, or that name nobody's deed."""
BROKEN = "broken word"
"""The kind of turn that tells of an agreement that was not kept."""
ROUND = re.compile(r"^(\w+ \d+): (.+)$")
"""How the texts of turns begin that happened in a round: `Year 4: Bo stole ...`."""


def lead(told: Story, turns: Sequence[Turn], won: str = "") -> tuple[str, ...]:
    """At most three sentences; none while a match goes on, or where it ended without a result. `turns`: all that were
    found, for `told` has seven of them at the most; `won`: how it was won, where its game says so (`Tale.won`)."""
    if told.phase != "finished" or not any(row.place for row in told.standing.rows):
        return ()
    betrayed = _betrayal(told, turns)
    return tuple(text for text in (won or _won(told, turns), betrayed, _price(told, turns, betrayed)) if text)


# --- how it was won --------------------------------------------------------------------------------------------------
def _won(told: Story, turns: Sequence[Turn]) -> str:
    """From the curve where it shows who won; else the rule; of several winners of each the turn that put them first."""
    winners = [row.seat for row in told.standing.rows if row.role == "winner"]
    if len(winners) == 1 and told.series and (text := _led(told, winners[0])):
        return text
    why = {seat: reason.text for reason in told.reasons if reason.kind == "winner" for seat in reason.seats}
    first = {turn.seats[0]: _in_round(turn.text) for turn in turns if turn.kind == "lead"} if len(winners) > 1 else {}
    said = [first.get(seat) or why.get(seat, "") for seat in winners] or [*why.values()]
    parts = [text.removesuffix(".") for text in dict.fromkeys(said) if text]
    return "; ".join([*parts[:1], *(re.sub(r"^In\b", "in", text) for text in parts[1:])]) + "." * bool(parts)


def _led(told: Story, winner: str) -> str:
    if told.parts == 1:
        return ahead(told.series[0], winner, told.round_word)
    return ahead(by_trick(told.series[0], told.parts), winner, told.parts_word)


# --- what somebody did to another ------------------------------------------------------------------------------------
def _betrayal(told: Story, turns: Sequence[Turn]) -> str:
    """Who broke most words; else the weightiest thing that one did to another, those of the winner or the candidate
    first."""
    broken: dict[str, list[Turn]] = {}
    for turn in turns:
        if turn.kind == BROKEN:
            broken.setdefault(turn.seats[0], []).append(turn)
    if broken:
        return _breaker(told, max(broken.items(), key=lambda item: (len(item[1]), sum(t.weight for t in item[1]))))
    named = {row.seat for row in told.standing.rows if row.role in ("winner", "candidate")}
    done = [turn for turn in turns if turn.tells == "betrayal"]
    if not done and len(told.seats) > 2:  # nobody did anything to anybody: what else was remarkable
        done = [turn for turn in turns if not turn.tells and turn.kind not in COMMON]
    if not done:
        return ""
    return _in_round(max(done, key=lambda turn: (bool(named & set(turn.seats)), turn.weight)).text)


def _breaker(told: Story, found: tuple[str, list[Turn]]) -> str:
    name, turns = found
    if len(turns) == 1:
        return _in_round(turns[0].text)
    hurt = [turn.seats[1] for turn in turns]
    most = max(dict.fromkeys(hurt), key=hurt.count)
    often = hurt.count(most)
    with_ = f"with {listed(list(dict.fromkeys(hurt)))}" if often in (1, len(hurt)) else f"{often} of them with {most}"
    worst = max(turns, key=lambda turn: turn.weight)
    hoped, got = (_figure(worst.figures.get(key)) for key in ("hoped", "got"))
    return (
        f"{name} broke {len(turns)} agreements, {with_}; the dearest, in {told.round_word} "
        f"{worst.round}, left {worst.seats[1]} with {number(got)} in place of {number(hoped)}."
    )


def _figure(value: Cell | None) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


# --- who paid --------------------------------------------------------------------------------------------------------
def _price(told: Story, turns: Sequence[Turn], betrayed: str) -> str:
    """The candidate, with the figures that decided, and the way to the Death Match; in a duel what was paid."""
    by_role = {row.role: row for row in told.standing.rows}
    candidate = by_role.get("candidate")
    if candidate is not None:
        opponent = by_role.get("opponent")
        meets = _meets(told, opponent, candidate.seat)
        if figures := _figures(told, candidate):
            return f"{candidate.seat} ended with {figures} and {meets}."
        why = next((reason.text for reason in told.reasons if reason.kind == "candidate"), candidate.seat)
        return f"{why.removesuffix('.')}, and {meets}." if opponent else why
    paid = [turn for turn in turns if turn.tells == "price"]
    texts = [_in_round(turn.text) for turn in sorted(paid, key=lambda turn: -turn.weight)]
    return next((text for text in texts if text != betrayed), "")


def _meets(told: Story, opponent: StandingRow | None, candidate: str) -> str:
    if opponent is None:
        return "is the Elimination Candidate"
    why = next((reason.text for reason in told.reasons if reason.kind == "opponent"), "")
    if f"named by {candidate}" in why:
        return f"chose {opponent.seat} for the Death Match"
    return f"meets {opponent.seat} in the Death Match"


def _figures(told: Story, row: StandingRow) -> str:
    """What decides, as far as the reader knows it: `53 points and 1 black cube`."""
    found = []
    for column in told.standing.columns:
        cell = row.cells.get(column.id) if column.decides else None
        if isinstance(cell, int | float):
            unit = next(
                (series.unit for series in told.series if series.column == column.id and series.unit),
                column.title.lower(),
            )
            singular = re.sub(r"s\b", "", unit) if unit.endswith("s") else unit
            found.append(f"{number(cell)} {called(cell, singular, unit)}")
    return listed(found[:2])


def _in_round(text: str) -> str:
    """`Year 4: Bo stole 2 greed.` as a sentence: `In year 4 Bo stole 2 greed.`"""
    begun = ROUND.match(text)
    return text if begun is None else f"In {begun[1].lower()} {begun[2]}"


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
    return msgspec.structs.replace(told, lead=lead(told, turned, tale.won))


def standing(match: Match, tale: Tale, reader: str | None, whole: bool) -> Standing:
    """One row a seat: ranked once the match has finished, in seat order before. Garnets are those of the outcome,
    which everyone knows; what was spent only where the reader may see the ledger."""
    ending = match.state.ending
    finished = match.phase == "finished" and not match.abandoned and ending is not None
    groups = ending.ranking if finished and ending is not None else (match.seats,)
    tokens = total(match.state.ledger, "token", match.seats) if ending is not None else {}
    garnets = (outcome_of(match) or {}).get("garnets", {}) if finished else {}
    spent = paid_of(match.state.ledger, match.seats)
    rows: list[StandingRow] = []
    for group in groups:
        place = len(rows) + 1
        for seat in group:
            paid = spent[seat] if whole or seat == reader else 0
            rows.append(
                StandingRow(
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
    if match.passed_over:
        own.add("candidate")
    general = [reason for reason in reasons(match, reader, whole) if reason.kind not in own]
    order = ("winner", "ascent", "token", "candidate", "spared", "exempt", "opponent", "mark", "garnets", "lots")
    told = [*general, *(tale.reasons if match.state.ending is not None else ())]
    if match.passed_over and match.state.ending is not None:
        seat = match.state.ending.candidate
        text = f"{match.passed_over} was a guest, so the last of the cast is the Elimination Candidate: {seat}."
        told = [reason for reason in told if reason.kind != "candidate"]
        told.append(Reason(kind="candidate", seats=(seat,) if seat else (), text=text, ruling="SE-32"))
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
