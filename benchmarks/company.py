"""Behaviour of steady bots towards a scripted person who speaks after they have gone quiet.

    python -m benchmarks.company exodus
    python -m benchmarks.company famine --matches 200 --seed 1

In the trading games the person accepts offers that pay, offers deals that pay both sides, and keeps its word. In the
others it plays like a steady bot that speaks last. Printed: its proposals answered and accepted, proposals of bots that
it could accept and did, messages in a round, its score beside the bots', rounds that waited for a bot.
"""

from __future__ import annotations

import argparse
import contextlib
import random
from collections import Counter
from typing import Any

from core.botplay.pairings import NAMES, SCORES
from core.botplay.playing import entry_for, make_bot
from core.bots.contract import Bot
from core.games import MODULES
from core.games import game as find_game
from core.games.pantheic_runes import runes
from core.games.pantheic_runes.spec import START_TABLEAUX
from core.games.trading import TradingGame
from core.games.trading.bots.trader import Bargaining
from core.match import journal as j
from core.match import views
from core.match.state import Match
from core.refusal import Refused
from core.table.table import Table
from core.talk.channels import Deal, Message
from tests.kit.house import open_house

PERSON = NAMES[0]
TURNS = 12
"""Most turns of talk of the person in a round."""
PROPOSALS = 4
"""Most deals that it offers in a round of a trading game."""
FAIR = 0.5
"""Least ratio of the other side's gain to the own gain in a fair deal."""


class Trader:
    """A person at a trading game: says what it wants, keeps its word, knows what its seat sees."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.random = random.Random(f"company {seed}")

    def play_round(self) -> None:
        match = self.table.match
        game: Any = match.game
        self.mine = Bargaining(game.goods, game.taste, views.game_view(match, PERSON))
        self.offered: set[str] = set()
        self.refused: set[str] = set()
        for _ in range(TURNS):
            if len(self.mine.agreed) >= game.goods.limit or not (self.take_up() or self.offer(game)):
                break
        self.table.submit(j.Sealed(author=PERSON, orders={"offers": self.mine.orders()["offers"]}))

    def say(self, to: str, give: str, wanted: str) -> None:
        """Propose, let the bots think, and count answers."""
        text = f"My {give} for your {wanted}?"
        before = len(self.messages_from(to))
        self.table.submit(j.Said(author=PERSON, to=(to,), text=text, deal=Deal(give, wanted)))
        self.table.play_bots()
        answers = self.messages_from(to)[before:]
        mirrored = any(m.deal == Deal(wanted, give) for m in answers)
        taken_up = any(m.deal == Deal(wanted, give) for m in self.messages_from(to)[:before])
        if mirrored or (taken_up and not answers):
            self.mine.agree(to, give, wanted)
        else:
            self.refused.add(to)

    def messages_from(self, by: str) -> list[Message]:
        match = self.table.match
        return [
            m for m in views.readable_messages(match, PERSON) if m.sender == by and m.of_two and m.round == match.round
        ]

    def take_up(self) -> bool:
        """Accept the best standing proposal that pays."""
        best: tuple[float, str, Deal] | None = None
        for by in self.table.match.seats:
            heard = self.messages_from(by) if by not in (PERSON, *self.mine.agreed, *self.refused) else []
            deal = heard[-1].deal if heard else None
            if deal is not None and deal.want in self.mine.goods.pool and self.mine.has_room(by, deal.want):
                gain = self.mine.gain(by, deal.want, deal.give)
                if gain >= 1 and (best is None or gain > best[0]):
                    best = (gain, by, deal)
        if best is not None:
            self.say(best[1], best[2].want, best[2].give)
        return best is not None

    def offer(self, game: Any) -> bool:
        """Offer a deal that pays both."""
        kinds = game.goods.kinds
        if len(self.offered) >= PROPOSALS:
            return False
        deals = [
            (min(gain, appeal), to, give, want)
            for to in self.random.sample(self.table.match.seats, len(self.table.match.seats))
            if to != PERSON and to not in self.offered and to not in self.refused
            for give in kinds
            if self.mine.has_room(to, give)
            for want in kinds
            if (gain := self.mine.gain(to, give, want)) >= 1
            and (appeal := game.taste.appeal(self.mine.view, give, want)) >= max(1, FAIR * gain)
        ]
        if not deals:
            return False
        _, to, give, want = max(deals, key=lambda deal: deal[0])
        self.offered.add(to)
        self.say(to, give, want)
        return True


class LastToSpeak:
    """A steady bot as a person who waits until the others are quiet."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.bot: Bot = make_bot(table.match, PERSON, "steady")

    def play_round(self) -> None:
        when = (self.table.match.phase, self.table.match.round)
        for _ in range(TURNS):
            before = self.table.match.entry_count
            for move in self.bot.turn(views.sight(self.table.match, PERSON)):
                entry = entry_for(move, PERSON)
                if (self.table.match.phase, self.table.match.round) != when or isinstance(entry, j.Readied):
                    break
                try:
                    self.table.submit(entry)
                except Refused:
                    continue
            self.table.play_bots()
            if self.table.match.entry_count == before or (self.table.match.phase, self.table.match.round) != when:
                return


class Combiner(LastToSpeak):
    """The same in Pantheic Runes; it first proposes to its neighbour a tableau that pleases a god, open to all."""

    def play_round(self) -> None:
        match = self.table.match
        mine = views.game_view(match, PERSON).mine
        wanted = {
            p for deity in views.game_view(match, PERSON).deities if deity.need > deity.done for p in deity.patterns
        }
        likely = [
            (gives, wants)
            for gives in dict.fromkeys(mine.tableaux)
            for wants in START_TABLEAUX
            if runes.combine(gives, wants) in wanted
        ]
        if likely and match.round and (mine.mana is None or mine.mana) and not mine.alone:
            to, (gives, wants) = match.seats[1 + match.round % (len(match.seats) - 1)], likely[0]
            text = f"I lay {gives}. With your {wants} it gives {runes.combine(gives, wants)}."
            propose = {"kind": "propose_combine", "with": to, "tableau": gives}
            self.table.submit(j.Said(author=PERSON, to=(to,), text=text, deal=Deal(gives, wants)))
            with contextlib.suppress(Refused):
                self.table.submit(j.Acted(author=PERSON, action=propose))
            self.table.play_bots()
        super().play_round()


def play_one(game: str, seed: int, tally: Counter[str]) -> Match:
    """Play a match; count rounds that did not close when the person was ready."""
    names = NAMES[: find_game(game).spec.seats]
    table = open_house().make(
        game, names, holders={PERSON: "local", **dict.fromkeys(names[1:], "bot:steady")}, seed=seed
    )
    table.play_bots()
    trading = isinstance(table.match.game, TradingGame)
    others = Combiner(table) if game == "pantheic_runes" else LastToSpeak(table)
    person = Trader(table, seed) if trading else others
    while table.match.phase != "finished":
        match = table.match
        when = (match.phase, match.round, len(match.votes))
        if match.phase == "decision":
            choice = views.own_pending(match, PERSON)
            if choice is not None:
                named = list(choice.among[: choice.count])
                named_players = {"players": named} if choice.kind == "give_tokens" else {"player": named[0]}
                table.submit(j.Acted(author=PERSON, action={"kind": choice.kind, **named_players}))
        else:
            if trading and match.phase != "round":
                table.submit(j.Readied(author=PERSON))
            else:
                person.play_round()
            if (table.match.phase, table.match.round) == when[:2]:
                table.submit(j.Readied(author=PERSON))
        table.play_bots()
        if (table.match.phase, table.match.round, len(table.match.votes)) == when:
            tally["waited"] += 1
            table.submit(j.Closed(author="host", cause="host"))
            table.play_bots()
    return table.match


def count(match: Match, tally: Counter[str], words: Counter[str]) -> None:
    """Count the fate of each proposal between the person and a bot."""
    rounds = {record.round: record for record in match.rounds}
    tally["rounds"] += len(match.rounds)
    for at, message in enumerate(match.messages):
        if PERSON not in message.readers:
            continue
        tally["heard"] += message.sender != PERSON
        if message.deal is None or not message.of_two:
            continue
        other = next(seat for seat in message.readers if seat != PERSON)
        between = [
            (n, m) for n, m in enumerate(match.messages) if m.round == message.round and m.readers == message.readers
        ]
        mirror = Deal(message.deal.want, message.deal.give)
        taking_up = any(n < at and m.sender != message.sender and m.deal == mirror for n, m in between)
        after = [m for n, m in between if n > at and m.sender != message.sender]
        if message.sender == PERSON and not taking_up:
            deeds = [
                d.action["kind"]
                for d in match.actions
                if d.round == message.round and d.by == other and d.action.get("from") == PERSON
            ]
            tally["made"] += 1
            tally["answered"] += bool(after or deeds)
            yes = any(m.deal == mirror for m in after) or "accept_combine" in deeds
            tally["accepted"] += yes
            if after and not yes:
                words[f"({after[0].text if after[0].deal is None else 'another deal'})"] += 1
        elif message.sender == PERSON:
            tally["taken up"] += 1
            trades = getattr(rounds[message.round].reports[PERSON], "trades", None)
            tally["came about"] += any(t.partner == other for t in trades or ())
            tally["taken back"] += bool(after)
        elif not taking_up:
            tally["received"] += 1


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.company", description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", choices=sorted(MODULES))
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1, help="the first match's seed; the others follow")
    args = parser.parse_args()
    tally: Counter[str] = Counter()
    words: Counter[str] = Counter()
    own: list[int] = []
    bots: list[int] = []
    for seed in range(args.seed, args.seed + args.matches):
        match = play_one(args.game, seed, tally)
        count(match, tally, words)
        for seat, facts in views.host(match).get("players", {}).items():
            score = next((facts[key] for key in SCORES if isinstance(facts.get(key), int)), None)
            if score is not None:
                (own if seat == PERSON else bots).append(score)
    made, rounds = tally["made"] or 1, tally["rounds"]
    print(f"{args.game}: one person among steady bots, {args.matches} matches, {rounds} rounds")
    print(
        f"  its proposals: {tally['made']} ({tally['made'] / rounds:.1f} a round), "
        f"answered {tally['answered'] / made:.1%}, accepted {tally['accepted'] / made:.1%}"
    )
    came = f"came about {tally['came about']}, " if isinstance(find_game(args.game), TradingGame) else ""
    print(
        f"  the bots' proposals to it: {tally['received'] / rounds:.2f} a round; taken up {tally['taken up']}, "
        f"{came}taken back {tally['taken back']}"
    )
    print(
        f"  messages it heard: {tally['heard'] / rounds:.1f} a round; rounds that waited for a bot: {tally['waited']}"
    )
    if own:
        print(f"  mean score: the person {sum(own) / len(own):.1f}, the bots {sum(bots) / len(bots):.1f}")
    for text, times in words.most_common(5):
        print(f"    {times:4} {text}")


if __name__ == "__main__":
    main()
