"""Two agreements over later rounds in each game, made in words between two people: one is kept and one broken.

    python -m benchmarks.agreements
    python -m benchmarks.agreements exodus

Ada and Bo sit among steady bots. Ada's words are read, and answered by "yes". Printed: the terms that were read, the
seal box of the round in which Ada breaks her word, her book after the match, and her story's turns.
"""

from __future__ import annotations

import argparse
from typing import Any, Final, NamedTuple

from core.botplay.playing import entry_for, make_bot
from core.bots.contract import Seal
from core.games import game as find_game
from core.match import journal as j
from core.match import views
from core.match.state import Match
from core.narration import promises
from core.narration.telling import story
from core.refusal import Refused
from core.table.table import Table
from core.talk.acts import Offer, in_words
from core.talk.parsing.utterance import read
from tests.kit import NAMES
from tests.kit.house import open_house

BREAKS_IN: Final = 3
"""Round of the broken promise."""
WORDS: Final = {
    "day_of_mercury": ("neither of us commits on Cy in round 3", "my pride for your lust in round 3"),
    "sinners_secret": ("we both don't lock {realm} in round 3", "we both don't lock {other} in round 3"),
    "drifting_ship": ("in round 3 I leave {spare} to you and you leave {wish} to me",
                      "in round 3 I leave {room} to you and you leave {wish2} to me"),
    "exodus": ("Let's both not trade with Hal from round 3 on", "my {mine} for your {theirs} in round 3"),
    "famine": ("Let's both not trade with Hal from round 3 on", "my {mine} for your {theirs} in round 3"),
    "pantheic_runes": ("in round 3 I leave place 0 to you and you leave place 1 to me",
                       "in round 3 you leave place 3 to me and I leave place 2 to you"),
}  # fmt: skip
"""Ada's words by game: the agreement that is kept, and the one that she breaks."""


class AgreementRun(NamedTuple):
    terms_read: tuple[str, str]
    """Terms of both agreements, in words."""
    seal_box: tuple[tuple[str, bool], ...]
    """Ada's promises of the round in which she breaks one, each with true if her seal breaks it."""
    book: tuple[str, ...]
    """Lines of Ada's book of promises after the match."""
    turns: tuple[str, ...]
    """Turns of her story that tell of promises."""


class Rehearsal(NamedTuple):
    """A match of the Ship that a bot plays in Ada's seat."""

    orders: dict[tuple[str, int], Any]
    """Ada's orders by phase and round."""
    room: str
    """A room that she takes in the round of the broken promise."""


def play(game: str) -> AgreementRun:
    rehearsal = _rehearse() if game == "drifting_ship" else None
    table = _table(game)
    terms_read: list[str] = []
    seal_box: tuple[tuple[str, bool], ...] = ()
    while table.match.phase != "finished":
        match = table.match
        if match.phase == "round" and match.round == BREAKS_IN - 1:
            terms_read = [_agree(table, words.format(**_slot_values(match, rehearsal))) for words in WORDS[game]]
        _seal(table, _orders(match, rehearsal))
        if match.phase == "round" and match.round == BREAKS_IN:
            seal_box = promises.due_now(table.match, "Ada", views.own_orders(table.match, "Ada"))
        _close(table)
    turns = tuple(turn.text for turn in story(table.match, "Ada").turns if turn.kind in ("promise", "broken word"))
    return AgreementRun((terms_read[0], terms_read[1]), seal_box, tuple(promises.book(table.match, "Ada")), turns)


def _table(game: str) -> Table:
    seats = NAMES[: find_game(game).spec.seats]
    holders = {seat: "local" if seat in ("Ada", "Bo") else "bot:steady" for seat in seats}
    options = {"heaven": ["Cy", "Di", "Ed", "Flo"]} if game == "sinners_secret" else {}
    table = open_house().make(game, seats, holders=holders, seed=3, options=options, bot_talk="silent")
    table.play_bots()
    return table


def _close(table: Table) -> None:
    choice = views.own_pending(table.match, "Ada") or views.own_pending(table.match, "Bo")
    if choice is None:
        table.submit(j.Closed())
    else:
        by = "Ada" if views.own_pending(table.match, "Ada") is not None else "Bo"
        among = list(choice.among[: choice.count])
        named = {"players": among} if choice.kind == "give_tokens" else {"player": among[0]}
        table.submit(j.Acted(author=by, action={"kind": choice.kind, **named}))
    table.play_bots()


def _agree(table: Table, words: str) -> str:
    """Send Ada's words with the act that is read in them, and Bo's yes; return the terms."""
    match = table.match
    terms, spec = match.game.terms_now(views.game_view(match, "Ada")), match.game.spec
    act = read(terms, match.seats, "Ada", "Bo", match.round, spec.rounds, words).act
    assert isinstance(act, Offer), words
    in_private = "Bo" in views.sight(match, "Ada").partners
    table.submit(j.Said(author="Ada", to=("Bo",) if in_private else "lounge", text=words, act=act))
    table.submit(j.Said(author="Bo", to=("Ada",) if in_private else "lounge", text="Yes please!!"))
    return in_words(terms, act, None, match.round, spec.round_word)


def _slot_values(match: Match, rehearsal: Rehearsal | None) -> dict[str, str]:
    """Return the values of the slots in `WORDS`."""
    if match.header.game in ("exodus", "famine"):
        most_held = [
            max(hand, key=lambda kind: hand[kind]) for hand in (match.state.held["Ada"], match.state.held["Bo"])
        ]
        return {"mine": most_held[0], "theirs": most_held[1]}
    if match.header.game == "sinners_secret":
        return {"realm": "Cy", "other": "Di"}
    room = "" if rehearsal is None else rehearsal.room
    free = [other for other in ("12A", "12B", "12C", "11A", "11B") if other != room]
    return {"spare": free[0], "wish": free[1], "wish2": free[2], "room": room}


def _orders(match: Match, rehearsal: Rehearsal | None) -> dict[str, Any] | None:
    """Return Ada's orders: mostly none, and in one round those that break her word."""
    if rehearsal is not None:
        return rehearsal.orders.get((match.phase, match.round))
    if match.phase != "round" or match.round != BREAKS_IN:
        return None
    if match.header.game == "pantheic_runes":
        return {"temple": [2]}
    if match.header.game == "sinners_secret":
        view = views.game_view(match, "Ada")
        return {"locks": {view.letters["Ada"][0]: view.letters["Di"][0]}}
    return {"offers": []} if match.header.game in ("exodus", "famine") else {"visits": [
        {"location": "ringed_city", "actions": [{"do": "gather"}]},
        {"location": "drowned_tower", "actions": [{"do": "gather"}]},
    ]}  # fmt: skip


def _seal(table: Table, orders: dict[str, Any] | None) -> None:
    if orders is not None:
        table.submit(j.Sealed(author="Ada", orders=orders))


def _rehearse() -> Rehearsal:
    table = _table("drifting_ship")
    bot = make_bot(table.match, "Ada", "steady")
    orders: dict[tuple[str, int], Any] = {}
    while table.match.phase != "finished" and table.match.round <= BREAKS_IN:
        match = table.match
        for move in bot.turn(views.sight(match, "Ada")):
            if isinstance(move, Seal):
                orders[match.phase, match.round] = move.orders
                table.submit(entry_for(move, "Ada"))
        _close(table)
    owners = views.game_view(table.match, "Ada").owners
    taken_before = {room for record in table.match.rounds[: BREAKS_IN - 1] for room in record.reports["Ada"].activated}
    mine = [
        room for room, owner in owners.items() if owner == "Ada" and room not in taken_before and room[:-1].isdigit()
    ]
    return Rehearsal(orders, mine[0])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.agreements", description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", nargs="?", choices=sorted(WORDS))
    args = parser.parse_args()
    for game in [args.game] if args.game else WORDS:
        try:
            run = play(game)
        except Refused as refusal:
            raise SystemExit(f"{game}: {refusal}") from None
        print(game)
        for title, texts in (("heard", run.terms_read), ("book", run.book), ("story", run.turns)):
            print(f"  {title}:", *(f"\n    {text}" for text in texts))
        print("  seal box:", *(f"\n    {'BREAKS ' if broken else 'keeps  '}{text}" for text, broken in run.seal_box))


if __name__ == "__main__":
    main()
