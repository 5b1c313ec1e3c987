"""How a match ended, as rows: winners, what is still chosen, last words, what the host did, the ledger, the dice."""

from __future__ import annotations

from collections.abc import Sequence

from core.json import Json
from core.match.closing import called
from core.story.parts import Story
from core.table.seat import Seat
from tui.words import text
from tui.words.log_rows import course_of, round_rows

WAITING = {
    "choose_candidate": "the Elimination Candidate",
    "choose_opponent": "the opponent in the Death Match",
    "choose_ascendant": "who ascends",
    "give_tokens": "who receives a Token of Life",
}


def ending_head(seat: Seat) -> list[text.Part]:
    """What everyone knows of the end, above the story: the result in a line each, or what is waited for."""
    outcome, end = seat.outcome(), seat.end()
    if outcome is not None:
        won = outcome["winners"]
        none = "drawn: nobody wins" if len(seat.frame().seats) == 2 else "nobody won"
        how = ("   won by ", (text.joined(won), "$good")) if won else (f"   {none}",)
        return [text.line(("The result", "$strong"), *how), ""]
    if end is not None:
        return [*decision_rows(end, seat), ""]
    return [("The match was ended without a result.", "$strong"), ""]


def ending_tail(seat: Seat, told: Story, *, own: bool = True) -> list[text.Part]:
    """Below the story: last words, the seat's own last report (unless nobody in particular reads it), the ledger,
    what the host did, the dice."""
    rows: list[text.Part] = last_words_rows(seat)
    if own and (closed := seat.closed_rounds()):
        mine = round_rows(seat, closed[-1], course=course_of(told, seat, closed[-1].round))[1:-1]
        rows += [*([""] if rows else []), ("Your last report", "$accent"), *mine]
    if ledger := ledger_rows(seat):
        rows += [*([""] if rows else []), *ledger]
    if (record := seat.record()) is not None:
        if hosted := host_rows(record, seat.game.spec.round_word):
            rows += [*([""] if rows else []), *hosted]
        rows += [*([""] if rows else []), *commitment_rows(seat, record)]
    return rows


def last_words_rows(seat: Seat) -> list[text.Part]:
    """What was said once it was over: each in a row, under one another."""
    said = seat.last_words()
    width = max((len(message.by) for message in said), default=0) + 2
    rows = [text.line("  ", text.fit((message.by, "$strong"), width), message.text) for message in said]
    return [("Last words", "$accent"), *rows] if rows else []


def host_rows(record: Json, word: str) -> list[text.Part]:
    """What the host looked at and did to single seats, told once the match has finished (CM-11, HH-23, HH-40)."""
    told = [*record["opened"]]
    for one in record["corrections"]:
        told.append(f"{one['seat']}'s orders for {called(word, one['round'])} were corrected: {one['reason']}")
    told += [f"{called(word, one['round']).capitalize()} waited for {one['seat']}." for one in record["graces"]]
    return [("What only the host knew of", "$accent"), *(f"  {line}" for line in told)] if told else []


WITH = {
    "swap": ("swap", "swaps"),
    "failed": ("offer not returned", "offers not returned"),
    "visit": ("meeting", "meetings"),
    "met": ("meeting", "meetings"),
    "query": ("query to them", "queries to them"),
    "answer": ("query from them", "queries from them"),
    "trade": ("trade", "trades"),
    "commit": ("commit against them", "commits against them"),
    "accept_combine": ("combination", "combinations"),
}
"""What steps between two seats are called when they are counted."""


def history(told: Story, you: str, other: str) -> str:
    """What there was between two seats and when, from what `you` knows: `3 swaps (rounds 1, 2 and 5)`."""
    found: dict[tuple[str, str], list[int]] = {}
    for scene in told.scenes:
        for step in scene.steps:
            if you in step.seats and other in step.seats and step.kind in WITH:
                found.setdefault(WITH[step.kind], []).append(scene.round)
    parts = [f"{text.counted(len(at), one, many)} {_when(told, at)}" for (one, many), at in found.items()]
    broken = [turn.round for turn in told.turns if turn.kind == "broken word" and turn.seats[:2] == (other, you)]
    parts += [f"broke a word to you {_when(told, broken)}"] if broken else []
    return ", ".join(parts) or "nothing between you"


def _when(told: Story, rounds: Sequence[int]) -> str:
    """`(round 3)`, `(rounds 1, 2 and 5)`; of many the first and the last."""
    different = sorted({*rounds})
    if len(different) > 3:
        return f"({told.round_word}s {different[0]} to {different[-1]})"
    names = text.joined([str(number) for number in different])
    return f"({told.round_word}{'s' if len(different) > 1 else ''} {names})"


def decision_rows(end: Json, seat: Seat) -> list[text.Part]:
    """The decision phase: the winners, and what is waited for."""
    rows: list[text.Part] = [("The last round is over", "$strong"), ""]
    word = "Winner " if len(end["winners"]) == 1 else "Winners"
    rows.append(text.line(f"{word}   ", (text.joined(end["winners"]), "$good")))
    tokens = end.get("tokens_of_life") or {}
    rows.append(text.line("Tokens    ", _amounts(tokens) or "none"))
    awaited = seat.awaited()
    if awaited is not None:
        who = text.joined(awaited.by)
        rows += [
            "",
            text.line((who, "$strong"), f" must choose {WAITING[awaited.kind]}, among {text.joined(awaited.among)}."),
        ]
    return rows


def outcome_rows(outcome: Json, seats: Sequence[str]) -> list[text.Part]:
    """The result page."""
    if len(seats) == 2:
        return duel_rows(outcome, seats)
    rows: list[text.Part] = [("The result", "$strong"), ""]
    word = "Winner " if len(outcome["winners"]) == 1 else "Winners"
    rows.append(text.line(f"{word}                ", (text.joined(outcome["winners"]) or "nobody", "$good")))
    rows.append(text.line("Elimination Candidate  ", (outcome["elimination_candidate"] or "nobody", "$bad")))
    rows.append(text.line("Death Match opponent   ", (outcome["death_match_opponent"] or "nobody", "$bad")))
    rows += ["", ("Place  Seat                      Tokens of Life  Garnets", "$faint")]
    place = 1
    for group in outcome["ranking"]:
        for name in group:
            tokens, garnets = outcome["tokens_of_life"].get(name, 0), outcome["garnets"].get(name, 0)
            rows.append(
                text.line(
                    f"{place:>4}.  ", text.fit((name, "$strong"), 24), f"  {tokens or '-':>14}  {garnets or '-':>7}"
                )
            )
        place += len(group)
    return rows


def duel_rows(outcome: Json, seats: Sequence[str]) -> list[text.Part]:
    """The result of a duel: there is a winner or there is none, and nothing is given out (BW-05)."""
    if not outcome["winners"]:
        return [("A drawn duel", "$strong"), "", f"{text.joined(seats)} end with equal points: nobody wins."]
    winner = outcome["winners"][0]
    other = next(seat for seat in seats if seat != winner)
    return [("The duel is decided", "$strong"), "", text.line((winner, "$good"), f" wins against {other}.")]


def commitment_rows(seat: Seat, record: Json) -> list[text.Part]:
    """The seed with its commitment, checked (CM-04)."""
    from core.dice import commitment

    promised = seat.view_json()["commitment"]
    held = commitment(record["seed"], record["nonce"]) == promised
    verdict: text.Part = (
        ("the dice were fixed beforehand", "$good") if held else ("they do NOT belong together", "$bad")
    )
    return [
        ("The dice", "$accent"),
        f"  seed        {record['seed']}",
        f"  nonce       {record['nonce']}",
        f"  commitment  {promised}",
        text.line("  checked     ", verdict),
    ]


def ledger_rows(seat: Seat) -> list[text.Part]:
    """The ledger with its reasons (CM-06), as far as this seat may read it."""
    names = {"token": "Token of Life", "garnet": "garnet"}
    rows = [
        text.line(
            text.fit(("  " + entry.seat, "$strong"), 20),
            text.fit(
                text.counted(
                    entry.amount, names[entry.coin], {"token": "Tokens of Life", "garnet": "garnets"}[entry.coin]
                ),
                20,
            ),
            entry.reason,
        )
        for entry in seat.ledger()
    ]
    return [("Ledger", "$accent"), *rows] if rows else []


def _amounts(amounts: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in amounts.items())
