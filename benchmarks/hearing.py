"""Recall of talk: sentences written before the reader met them, said to a bot in a match of their game.

    python -m benchmarks.hearing
    python -m benchmarks.hearing exodus --all
    python -m benchmarks.hearing --set later
    python -m benchmarks.hearing --corpus
    python -m benchmarks.hearing exodus --dialogues

Each sentence of `tests/kit/blind` goes to a bot in round 3, with nothing open between the two. `fit` answers what was
meant; `missed` says that it was not understood, or is silent; `beside` answers something else; `costly` promises or
agrees to what was not said. `--set` says another set: ten a game, written later.
`--dialogues` says those of `tests/kit/dialogues` in turn at a table, to be read.
`--corpus` counts what `tests/kit/sentences.txt` calls mere words by the remark that each is heard as.
"""

from __future__ import annotations

import argparse
import copy
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import structs

from core.botplay.companion import Companion, companion_for
from core.bots.company.about import remark_with
from core.bots.contract import Say
from core.games import MODULES
from core.games import game as find_game
from core.levels import TEMPERS
from core.match import journal as j
from core.match import views
from core.match.state import Match
from core.table.table import Table
from core.talk.acts import Accept, End
from core.talk.channels import Message
from tests.kit import NAMES
from tests.kit.house import open_house

BLIND: Final = Path("tests/kit/blind")
FILES: Final = {
    "day_of_mercury": "day_of_mercury", "sinners_secret": "sinners_secret", "drifting_ship": "drifting_ship",
    "exodus": "exodus_game", "famine": "seven_years_famine", "pantheic_runes": "pantheic_runes",
}  # fmt: skip
ROUND: Final = 3
OTHERS: Final = ("Cy", "Di", "Hal", "Dee", "Eve", "Fay")
"""Seats of which the corpus speaks."""
MISSED: Final = frozenset({"", "unread", "foreign", "unsure", "lookup", "explains"})
"""Occasions that say that a sentence was not understood."""
BARGAIN: Final = frozenset({
    "deal", "decline", "full", "meagre", "later", "echoes", "agrees", "refuses", "haggle", "pact", "asks_pact", "alone",
    "bound", "wary_pact", "keeps_to", "none", "leaves", "contests", "partly", "partly_yes", "restate", "jointly",
    "trade_secret",
})  # fmt: skip
FITTING: Final = {
    "offer": BARGAIN,
    "yes": {"deal", "agreed_on", "nothing", "agrees", "unsettled"},
    "no": {"accepts_no", "unsettled", "parted", "agreed_on", "nothing"},
    "claim": {"holding", "wanting", "heading", "noted", "leaves", "contests", "plans", "elsewhere", "mum"},
    "ask": {
        "admits", "unseen", "haggle", "shows", "hides", "plans", "mum", "elsewhere", "confess", "trade_secret", "worth",
        "rules", "bound", "discreet", "agreed_on", "unsettled", "unknown", "nobody", "leads", "leading", "none",
        "deal",
    },
    "request": {"jointly", "wished", "plans", "elsewhere", "mum", "refuses", "echoes", "agrees", "leaves", "contests"},
    "promise": {"noted", "heading", "refuses", "echoes", "agrees"},
    "threat": {"threatened"},
    "lead": {"leads", "leading", "unknown", "nobody"},
    "needs": {"admits", "plans", "mum", "hides"},
    "trust": {"trusts", "doubts", "vouches", "hearsay", "liars", "clean", "warned", "word", "noted"},
    "why": {"because", "unreasoned", "accused", "guilty", "repeats"},
    "help": {"rules", "worth", "help", "advice"},
    "chat": {"greeted", "thanked", "bye", "sorry", "praised", "nudged", "bantered"},
}  # fmt: skip
"""Occasions of a fitting answer by the kind of a sentence."""


class Sentence(NamedTuple):
    text: str
    kind: str
    about: str


class Answer(NamedTuple):
    occasion: str
    """`deal` for a proposal or yes of the game's bot; empty for silence."""
    text: str
    binds: bool


def blind(game: str, folder: Path = BLIND) -> list[Sentence]:
    lines = (folder / f"{FILES[game]}.txt").read_text(encoding="utf-8").splitlines()
    parts = [line.rpartition(" => ") for line in lines]
    return [Sentence(text, *meant.split(": ", 1)) for text, _, meant in parts]


@cache
def situation(game: str) -> Match:
    """Return a match in round 3 in which Ann sits among steady bots."""
    return table_in_round(game).match


def table_in_round(game: str) -> Table:
    names = ("Ann", "Bob", "Cas", "Dov", *NAMES[4:])[: find_game(game).spec.seats]
    holders = {seat: "local" if seat == "Ann" else "bot:steady" for seat in names}
    table = open_house().make(game, names, holders=holders, seed=5)
    table.play_bots()
    while table.match.phase != "round" or table.match.round < ROUND:
        table.submit(j.Closed())
        table.play_bots()
    return table


def listener(match: Match) -> str:
    """Return a bot that Ann can write to alone and that has written nothing to her in this round; else Bob."""
    written = {m.sender for m in views.readable_messages(match, "Ann") if m.of_two and m.round == match.round}
    partners = [seat for seat in views.sight(match, "Ann").partners if seat not in written]
    return "Bob" if "Bob" in partners or not partners else partners[0]


@cache
def listener_after_turn(game: str, temper: str) -> Companion:
    """Return the listener's bot after its turn of this round."""
    match = situation(game)
    companion = companion_for(match, listener(match), "steady")
    companion.temper = temper
    companion.turn(views.sight(match, listener(match)))
    return companion


def answer(game: str, text: str, temper: str) -> Answer:
    """Return what the listener answers to a text."""
    match = situation(game)
    bot, companion = listener(match), copy.deepcopy(listener_after_turn(game, temper))
    seen = views.sight(match, bot)
    alone = "Ann" in seen.partners
    text = text.replace("Bob", bot) if alone else f"{bot}, {text.replace('Bob, ', '')}"
    readers = tuple(seat for seat in match.seats if seat in ("Ann", bot)) if alone else match.seats
    message = Message("Ann", "seats" if alone else "lounge", readers, text, match.round, 0.0)
    moves = companion.turn(structs.replace(seen, heard=(*seen.heard, message)))
    said = [move for move in moves if isinstance(move, Say) and (move.to == "lounge" or "Ann" in move.to)]
    if not said:
        return Answer("", "", binds=False)
    move = said[-1]
    occasion = "deal" if move.deal is not None else move.occasion or "none"
    binds = isinstance(move.act, Accept | End) or (move.deal is not None and "greed" in move.text)
    return Answer(occasion, move.text, binds)


def verdict(sentence: Sentence, answer: Answer) -> str:
    if answer.binds and sentence.kind not in ("offer", "yes"):
        return "costly"
    if answer.occasion in FITTING[sentence.kind]:
        return "fit"
    return "missed" if answer.occasion in MISSED else "beside"


def measure(game: str, folder: Path = BLIND) -> list[tuple[Sentence, Answer, str]]:
    rows = []
    for at, sentence in enumerate(blind(game, folder)):
        heard = answer(game, sentence.text, TEMPERS[at % len(TEMPERS)])
        rows.append((sentence, heard, verdict(sentence, heard)))
    return rows


def dialogue(game: str, lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return each line that Ann says to the listener in turn, with the listener's answers."""
    table = table_in_round(game)
    match, bot = table.match, listener(table.match)
    alone = "Ann" in views.sight(match, bot).partners
    heard = []
    for line in lines:
        before = len(table.match.messages)
        text = line.replace("Bob", bot) if alone else f"{bot}, {line}"
        table.submit(j.Said(author="Ann", to=(bot,) if alone else "lounge", text=text))
        table.play_bots()
        answers = [f"{m.text} [{m.occasion}]" for m in table.match.messages[before + 1 :]
                   if m.sender == bot and "Ann" in m.readers]  # fmt: skip
        heard.append((line, answers))
    return heard


def corpus() -> Counter[str]:
    """Return how many of the corpus' mere words are heard as which remark; `none` for no remark."""
    counts: Counter[str] = Counter()
    for line in Path("tests/kit/sentences.txt").read_text(encoding="utf-8").splitlines():
        where, _, rest = line.partition(" | ")
        text, _, meant = rest.rpartition(" | ")
        game = where.split(" ")[0]
        if line.startswith("#") or "words" not in meant.strip().split(" or "):
            continue
        match = situation(game)
        remark = remark_with(match.game.talk_facts(views.sight(match, listener(match))), OTHERS, text.strip(), "Bo")
        counts["none" if remark is None else remark.kind] += 1
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hearing", description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", nargs="?", choices=sorted(MODULES))
    parser.add_argument("--all", action="store_true", help="print every sentence, not only those that failed")
    parser.add_argument("--set", default="", help="the sentences of a folder of `tests/kit/blind` instead")
    parser.add_argument("--corpus", action="store_true", help="count the mere words of tests/kit/sentences.txt")
    parser.add_argument("--dialogues", action="store_true", help="print what is answered to several lines in turn")
    args = parser.parse_args()
    if args.dialogues:
        for game in [args.game] if args.game else FILES:
            print(f"--- {game}")
            for lines in (Path("tests/kit/dialogues") / f"{FILES[game]}.txt").read_text(encoding="utf-8").split("\n\n"):
                print()
                for line, answers in dialogue(game, lines.splitlines()):
                    print(f"  {line}\n      " + "\n      ".join(answers or ["..."]))
        return
    if args.corpus:
        counts = corpus()
        print(f"{counts.total()} mere words: {counts['none'] / counts.total():.0%} are heard as no remark")
        print(", ".join(f"{kind} {count}" for kind, count in counts.most_common()))
        return
    total: Counter[str] = Counter()
    for game in [args.game] if args.game else FILES:
        rows = measure(game, BLIND / args.set)
        counts = Counter(how for _, _, how in rows)
        total.update(counts)
        print(f"{game}: {dict(counts)}")
        for sentence, heard, how in rows:
            if args.all or how != "fit":
                print(f"  {how:7}{sentence.kind:8}{sentence.text}\n          [{heard.occasion}] {heard.text}")
    size = sum(total.values())
    print(", ".join(f"{how} {total[how]} ({total[how] / size:.0%})" for how in ("fit", "missed", "beside", "costly")))


if __name__ == "__main__":
    main()
