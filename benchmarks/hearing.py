"""Recall of talk: sentences written before the reader met them, said to a bot in a match of their game.

    python -m benchmarks.hearing
    python -m benchmarks.hearing exodus --all
    python -m benchmarks.hearing --set later
    python -m benchmarks.hearing --corpus
    python -m benchmarks.hearing exodus --dialogues
    python -m benchmarks.hearing --stated

Each sentence of `tests/kit/blind` goes to a bot in round 3, with nothing open between the two. `fit` answers what was
meant; `missed` says that it was not understood, or is silent; `beside` answers something else; `costly` promises or
agrees to what was not said. `--set` says another set: ten a game, written later.
`--dialogues` says those of `tests/kit/dialogues` in turn at a table, to be read.
`--stated` says those of `tests/kit/dialogues/stated` to a bot with that state behind them. There `fit` names something
of the sentence or of the state, and `costly` ends or makes a deal that the line does not.
`--corpus` counts what `tests/kit/sentences.txt` calls mere words by the remark that each is heard as.
"""

from __future__ import annotations

import argparse
import copy
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import structs

from core.botplay.companion import Companion, companion_for
from core.bots.company.context import things_of
from core.bots.contract import Say
from core.games import MODULES
from core.games import game as find_game
from core.levels import TEMPERS
from core.match import journal as j
from core.match import views
from core.match.reducer import apply
from core.match.state import Match
from core.table.table import Table
from core.talk.acts import Accept, Clause, Deal, End, Offer
from core.talk.book import standing
from core.talk.channels import Message
from core.talk.parsing.utterance import read
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
    "bound", "wary_pact", "keeps_to", "none", "leaves", "contests", "restate", "jointly",
    "trade_secret",
})  # fmt: skip
FITTING: Final = {
    "offer": BARGAIN,
    "yes": {"deal", "agreed_on", "nothing", "agrees", "unsettled"},
    "no": {"accepts_no", "unsettled", "parted", "agreed_on", "nothing", "waits", "stands", "holds"},
    "claim": {"claims", "holding", "wanting", "heading", "noted", "leaves", "contests", "plans", "elsewhere", "mum"},
    "ask": {
        "admits", "unseen", "haggle", "shows", "hides", "plans", "mum", "elsewhere", "confess", "trade_secret", "worth",
        "rules", "bound", "discreet", "agreed_on", "unsettled", "unknown", "nobody", "leads", "leading", "none",
        "deal", "past", "quotes",
    },
    "request": {"jointly", "wished", "plans", "elsewhere", "mum", "refuses", "echoes", "agrees", "leaves", "contests"},
    "promise": {"claims", "noted", "heading", "refuses", "echoes", "agrees"},
    "threat": {"threatened"},
    "lead": {"leads", "leading", "unknown", "nobody"},
    "needs": {"haggle", "priced", "admits", "plans", "mum", "hides"},
    "trust": {"past", "trusts", "doubts", "vouches", "hearsay", "liars", "clean", "warned", "word", "noted"},
    "why": {"past", "because", "unreasoned", "accused", "guilty", "repeats"},
    "help": {"seals", "rules", "worth", "help", "advice"},
    "chat": {"insulted", "joked", "moody", "greeted", "thanked", "bye", "sorry", "praised", "nudged", "bantered"},
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


class Line(NamedTuple):
    text: str
    names: str | None
    """Pattern of a fitting answer; None for a line that is not scored."""
    stands: bool | None
    """Whether the deal stands afterwards; None if the set does not say."""


def stated(path: Path) -> list[tuple[str, list[Line]]]:
    """Return the dialogues of a file: the state, as in `exodus agreed red blue`, and the lines."""
    dialogues = []
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        head, *rows = block.splitlines()
        lines = []
        for row in rows:
            text, _, wanted = row.partition(" => ")
            stands = re.search(r" ?([+-])stands$", wanted)
            names = re.sub(r" ?[+-]stands$", "", wanted) if wanted else None
            lines.append(Line(text, names, None if stands is None else stands[1] == "+"))
        dialogues.append((head.removeprefix("@ "), lines))
    return dialogues


@cache
def stated_match(state: str) -> Match:
    """Return a match in which that state lies between Ann and Bob; the other bots have had no turn in it."""
    game, kind, *goods = state.split()
    if kind in ("open", "allied") and game not in ("exodus", "famine"):
        table = table_in_round(game)
    else:
        seats = ("Ann", "Bob", "Cas", "Dov", *NAMES[4:])[: find_game(game).spec.seats]
        holders = {seat: "local" if seat == "Ann" else "bot:steady" for seat in seats}
        kinds = next(term.among for term in find_game(game).terms if term.swaps)
        setup = {"hands": {seat: list(kinds) for seat in seats}, "round": 4}
        table = open_house().make(game, seats, holders=holders, seed=5, setup=setup, judged=False)
    submit = table.submit
    if kind == "allied":
        pact = Offer(tuple(Clause(seat, "pact", table.match.round) for seat in ("Ann", "Bob")))
        submit(j.Said(author="Bob", to=("Ann",), text="A pact?", act=pact, occasion="asks_pact"))
        submit(j.Said(author="Ann", to=("Bob",), text="yes"))
    if goods:
        give, want = goods
        submit(j.Said(author="Bob", to=("Ann",), text=f"My {give} for your {want}?", deal=Deal(give, want)))
        if kind != "offers":
            submit(j.Said(author="Ann", to=("Bob",), text="yes"))
    if kind in ("kept", "broke", "broken"):
        other = next(word for word in kinds if word not in goods)
        gives = {"Ann": other if kind == "broken" else want, "Bob": other if kind == "broke" else give}
        for seat, partner in (("Ann", "Bob"), ("Bob", "Ann")):
            submit(j.Sealed(author=seat, orders={"offers": [{"to": partner, "give": gives[seat]}]}))
        submit(j.Closed())
    if game in ("exodus", "famine"):  # it has made its proposals
        agreed = [{"to": "Ann", "give": give}] if kind == "agreed" else []
        submit(j.Sealed(author="Bob", orders={"offers": agreed}))
    return table.match


def stands_between(match: Match) -> bool:
    """True if a deal of Ann and Bob stands by the book of either."""
    agreed = [
        entry
        for seat in ("Ann", "Bob")
        for entry in standing(match.game.terms, seat, views.sight(match, seat).heard, match.round)
    ]
    return any({"Ann", "Bob"} == {*entry.readers} and not entry.offer.is_pact for entry in agreed)


class Spoken(NamedTuple):
    line: Line
    answer: str
    occasions: str
    how: str
    """The verdict; empty for an unscored line."""
    stands: bool
    """Whether a deal stands after the answer."""


def converse(state: str, lines: Sequence[Line], temper: str) -> list[Spoken]:
    """Return each line of Ann's with Bob's answer."""
    match = stated_match(state)
    bot = "Bob" if len(match.seats) > 4 or "Bob" in views.sight(match, "Ann").partners else listener(match)
    companion = companion_for(match, bot, "steady")
    companion.temper = temper
    alone = "Ann" in views.sight(match, bot).partners
    rows = []

    def turn() -> list[Say]:
        nonlocal match
        says = [move for move in companion.turn(views.sight(match, bot)) if isinstance(move, Say)]
        for say in says:
            to = say.to if isinstance(say.to, str) else tuple(say.to)
            entry = j.Said(author=bot, to=to, text=say.text, deal=say.deal, act=say.act, occasion=say.occasion)
            match, _ = apply(match, entry)
        return [say for say in says if isinstance(say.to, str) or "Ann" in say.to]

    turn()
    for line in lines:
        stood = stands_between(match)
        text = line.text if alone else f"{bot}, {line.text}"
        match, _ = apply(match, j.Said(author="Ann", to=(bot,) if alone else "lounge", text=text))
        says = turn()
        answer, occasions = (
            " / ".join(parts) for parts in ([s.text for s in says], [s.occasion or "deal" for s in says])
        )
        stands = stands_between(match)
        if line.names is None:
            how = ""
        elif (stood and not stands and line.stands is not False) or (stands and line.stands is False):
            how = "costly"
        elif {*occasions.split(" / ")} <= MISSED and not ("" in line.names.split("|") and not answer):
            how = "missed"
        else:
            names = "|".join(name for name in line.names.split("|") if name)
            named = not answer if not names else not answer or re.search(names, answer, re.I) is not None
            how = "fit" if named and (line.stands is None or stands == line.stands) else "beside"
        rows.append(Spoken(line, answer, occasions, how, stands))
    return rows


def say_stated(files: str, show_all: bool) -> None:
    total: Counter[str] = Counter()
    number = 0
    for path in sorted(Path("tests/kit/dialogues/stated").glob(f"{files}.txt")):
        counts: Counter[str] = Counter()
        for state, lines in stated(path):
            rows = converse(state, lines, TEMPERS[number % len(TEMPERS)])
            number += 1
            counts.update(row.how for row in rows if row.how)
            if show_all or any(row.how not in ("fit", "") for row in rows):
                print(f"  @ {state} ({TEMPERS[(number - 1) % len(TEMPERS)]})")
                for line, answer, occasions, how, _ in rows:
                    print(f"    {how:7}{line.text}\n             [{occasions}] {answer}")
        print(f"{path.stem}: {dict(counts)}")
        total.update(counts)
    print(", ".join(f"{how} {count} ({count / total.total():.0%})" for how, count in total.most_common()))


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
        gist = match.game.talk_facts(views.sight(match, listener(match)))
        said = read((), ("Ann", "Bo", *OTHERS), "Ann", "Bo", ROUND, 0, text.strip())
        remark = said.remark(things_of(gist), gist.verbs)
        counts["none" if remark is None else remark.kind] += 1
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hearing", description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", nargs="?", choices=sorted(MODULES))
    parser.add_argument("--all", action="store_true", help="print every sentence, not only those that failed")
    parser.add_argument("--set", default="", help="the sentences of a folder of `tests/kit/blind` instead")
    parser.add_argument("--corpus", action="store_true", help="count the mere words of tests/kit/sentences.txt")
    parser.add_argument("--dialogues", action="store_true", help="print what is answered to several lines in turn")
    parser.add_argument(
        "--stated", nargs="?", const="[!l]*", metavar="FILES", help="score the dialogues with a state behind them"
    )
    args = parser.parse_args()
    if args.stated is not None:
        say_stated(args.stated, args.all)
        return
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
