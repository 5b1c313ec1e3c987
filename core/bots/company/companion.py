"""A bot that talks: wraps any game's bot, answers what people say, and sometimes begins to talk itself.

It plays nothing: orders, actions and deals are those of the bot inside, which it only gives a voice. It sees the Sight
that the bot sees. What has been said and answered it reads from there, so that a restart repeats nothing, and where no
people sit it is silent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from core.bots.company import pacts, voices
from core.bots.company.gist import Gist
from core.bots.company.occasions import DECLINING
from core.bots.company.reply import Reply, reply_to
from core.bots.company.tempers import temper_of
from core.bots.contract import (
    AnyBot,
    Done,
    Move,
    Say,
    Sight,
)
from core.bots.playing import make_bot
from core.contract import AnyGame
from core.dice import Dice, Draw
from core.match.settings import Talk
from core.match.state import Match
from core.story.parts import Story, Turn
from core.talk.channels import Message
from core.talk.parsing import hear
from core.talk.parsing.claims import claimed
from core.talk.parsing.tales import told_of
from core.talk.parsing.topics import ASKED, named_in, spoken_of, topic_of
from core.talk.parsing.wishes import wish_in

BEGINS: Final = 0.3
"""How often one bot says a word of itself when a round begins."""
STARTERS: Final = 2
"""How many bots do so in one round at most."""
ANSWERS: Final = 20
"""How many answers one person gets from one bot in one round."""
REASONS: Final = 0.5
"""How often a proposal to a person comes with its reason."""
AT_ONCE: Final = 3
"""How many of one person's questions are answered in one turn; of mere talk, the last thing said."""


MUST: Final = frozenset({"tells", "takes", *DECLINING})
"""What is said to several because play asks for it, and begins no talk."""

AnySight = Sight[Any, Any, Any]


class Companion:
    """A game's bot with a voice."""

    def __init__(self, game: AnyGame, bot: AnyBot, temper: str, level: str, seed: int, talk: Talk) -> None:
        self.bot = bot
        self.temper = temper
        self._game = game
        self._level = level
        self._dice = Dice(seed)
        self._talk: Talk = talk
        self._seen = 0
        """How many messages it has looked at."""
        self._round: tuple[str, int] | None = None
        """Phase and round of its last look."""

    def turn(self, sight: AnySight) -> list[Move]:
        """The bot's moves, in its own voice, and its answers."""
        moves = self.bot.turn(sight) if sight.phase != "finished" else []
        if not sight.people or self._talk == "silent":
            return moves
        if len(sight.heard) < self._seen:
            self._seen = 0
        gist = self._game.gist(sight)
        said = {message.text for message in sight.heard if message.by not in sight.people}
        asked = self._asked(sight)
        moves = self._voiced(sight, gist, moves, asked, said)
        talk = self._answers(sight, gist, moves, asked, said)
        new = self._round != (sight.phase, sight.round) and not self._at_it(sight)
        if new and self._talk == "talkative":
            talk += self._begins(sight, gist, said)
        self._round, self._seen = (sight.phase, sight.round), len(sight.heard)
        if not talk:
            return moves
        # Its play comes first; what it says of itself never waits for it, and it stays ready.
        at = next((n for n, move in enumerate(moves) if isinstance(move, Done)), len(moves))
        return [*moves[:at], *talk, *moves[at:]]

    @staticmethod
    def _at_it(sight: AnySight) -> bool:
        """Has this seat been at work in this round already? Then it sits down again, and begins nothing."""
        return sight.sealed is not None or any(m.by == sight.seat and m.round == sight.round for m in sight.heard)

    # --- what was said to it
    def _asked(self, sight: AnySight) -> dict[str, list[Message]]:
        """By person, what was said to this seat alone that nobody answered yet."""
        found: dict[str, list[Message]] = {}
        for at, message in enumerate(sight.heard):
            if not message.of_two or not self._fresh(sight, at, message):
                continue
            if message.by == sight.seat:
                found.pop(next(reader for reader in message.readers if reader != sight.seat), None)
            elif message.by in sight.people and at >= self._seen:
                found.setdefault(message.by, []).append(message)
        return found

    def _fresh(self, sight: AnySight, at: int, message: Message) -> bool:
        """Is it of this round? Or said so late in the last one that this bot had not looked at it before the close."""
        return message.round == sight.round or (message.round == sight.round - 1 and 0 < self._seen <= at)

    def _voiced(
        self,
        sight: AnySight,
        gist: Gist,
        moves: Sequence[Move],
        asked: Mapping[str, list[Message]],
        said: set[str],
    ) -> list[Move]:
        """The bot's own words to people, in this temper's; what only explains gives way to talk that was understood."""
        found: list[Move] = []
        for move in moves:
            to = _alone(move)
            about = told_of(sight.seats, move.text) if isinstance(move, Say) and move.to == "lounge" else None
            if isinstance(move, Say) and about is not None and about != sight.seat:
                found.append(self._said_anew(sight, move, "tells", said, about=about))
                continue
            if gist.places and isinstance(move, Say) and not to and (place := claimed(move.text)) is not None:
                found.append(self._said_anew(sight, move, "takes", said, place=str(place)))
                continue
            if isinstance(move, Say) and to in sight.people:
                occasion = gist.stock.get(move.text)
                if occasion == "" and to in asked and not self._half_said(gist, asked[to]):
                    continue
                if occasion:
                    slots = {"other": to, **gist.slots.get(move.text, {})}
                    move = structs.replace(move, text=self._line(sight, occasion, said, **slots))
                elif move.deal is not None and move.text.endswith("?") and self._talk == "talkative":
                    move = structs.replace(move, text=f"{move.text} {self._reason(sight, said)}".rstrip())
            found.append(move)
        return found

    def _said_anew(self, sight: AnySight, move: Say, occasion: str, said: set[str], **slots: str) -> Say:
        """A word of its play to all in this voice, as long as there is a fresh one; else in the plain one."""
        if not voices.has_fresh(self.temper, occasion, said):
            return move
        return structs.replace(move, text=self._line(sight, occasion, said, **slots))

    def _reason(self, sight: AnySight, said: set[str]) -> str:
        """Why it proposes a deal: each reason once in a match, and often none."""
        lines = tuple(one for one in voices.VOICES[self.temper]["why"] if not any(text.endswith(one) for text in said))
        draw = self._draw(sight, f"why {len(said)}")
        if not lines or not draw.chance(REASONS):
            return ""
        line = draw.pick(lines)
        said.add(line)
        return line

    def _answers(
        self,
        sight: AnySight,
        gist: Gist,
        moves: Sequence[Move],
        asked: Mapping[str, list[Message]],
        said: set[str],
    ) -> list[Move]:
        answered = {_alone(move) for move in moves if isinstance(move, Say)}
        found: list[Move] = []
        for person, messages in asked.items():
            if person in answered or messages[-1].deal is not None or person not in sight.partners:
                continue
            if self._spoken(sight, person) < ANSWERS:
                worth = self._worth(sight, messages)[-AT_ONCE:] or messages[-1:]
                found += [Say([person], self._reply(sight, gist, message, said)) for message in worth]
        found += self._in_common(sight, gist, moves, said)
        return found

    def _in_common(self, sight: AnySight, gist: Gist, moves: Sequence[Move], said: set[str]) -> list[Move]:
        """One answer to what people said to everybody, if it is meant for this seat: by name, or by turn."""
        fresh = [
            m
            for at, m in enumerate(sight.heard)
            if at >= self._seen and m.by in sight.people and self._fresh(sight, at, m)
        ]
        later = [m for m in fresh if not m.of_two and m.deal is None]
        if not later or any(m.by == sight.seat and not m.of_two for m in sight.heard[sight.heard.index(later[-1]) :]):
            return []
        message = later[-1]
        bots = [seat for seat in message.readers if seat not in sight.people]
        named = [seat for seat in bots if named_in([seat], message.text) and not spoken_of(seat, message.text)]
        if not named and topic_of((), message.text, sight.seat).kind == "why":  # is asked of who spoke last
            before = sight.heard[: sight.heard.index(message)]
            named = [m.by for m in before if m.key == message.key and m.by in bots][-1:]
        if named:
            called = sight.seat in named
        else:
            general = self._talk == "talkative" and len(message.readers) > 2
            turn = sum(m.key == message.key and m.by in sight.people for m in sight.heard)
            left = [seat for seat in bots if not named_in([seat], message.text)] or bots  # not those of whom it speaks
            called = general and left[turn % len(left)] == sight.seat  # everybody in the room counts the same
        if not called:
            return []
        to: str | list[str] = [reader for reader in message.readers if reader != sight.seat]
        if message.channel != "seats":
            to = message.channel
        if hear(gist.names, message.text).deal is not None:  # the bots whom it suits propose it; else a no is an answer
            proposes = any(isinstance(move, Say) and move.deal is not None for move in moves)
            return [] if proposes else [Say(to, self._line(sight, "decline", said, other=message.by))]
        return [Say(to, self._reply(sight, gist, message, said, in_common=True))]

    def _reply(self, sight: AnySight, gist: Gist, message: Message, said: set[str], *, in_common: bool = False) -> str:
        found: Reply = reply_to(sight, gist, self._game.spec, self.temper, self._level, message, in_common=in_common)
        return self._line(sight, found.occasion, said, **found.slots)

    # --- what it says of itself
    def _begins(self, sight: AnySight, gist: Gist, said: set[str]) -> list[Move]:
        """A word to all as the match or a round begins, and one to an ally after what happened between them."""
        if sight.phase not in ("briefing", "pregame", "round") or sight.pending is not None:
            return []
        found: list[Move] = []
        if gist.alone in sight.people and self._spoken(sight, gist.alone) == 0:
            found.append(Say([gist.alone], self._line(sight, "device", said, other=gist.alone), begins=True))
        found += self._of_pacts(sight, gist, said)
        occasion = self._occasion(sight, gist)
        now = [
            m
            for m in sight.heard
            if m.round == sight.round and len(m.readers) > 2 and voices.occasion_of(m.text) not in (None, *MUST)
        ]
        others = {m.by for m in now if m.by not in sight.people}
        draw = self._draw(sight, "begins")
        first = occasion == gist.opening and not others
        if (
            occasion
            and len(others) < STARTERS
            and sight.seat not in others
            and (first or draw.chance(self._eager(sight)))
            and voices.has_fresh(self.temper, occasion, said)  # nobody repeats what nobody asked for
        ):
            slots = {"gain": gist.gain} if occasion == "ahead" else {}
            slots["other"] = next(seat for seat in sight.seats if seat != sight.seat)
            found.append(Say(gist.room, self._line(sight, occasion, said, **slots), begins=True))
        return found

    def _eager(self, sight: AnySight) -> float:
        """How likely it speaks up: where few sit, more often, so that a table is never quite silent nor loud."""
        bots = len(sight.seats) - len(sight.people)
        return min(1.0, max(BEGINS, 1.5 / bots))

    def _occasion(self, sight: AnySight, gist: Gist) -> str | None:
        spoken = any(m.by == sight.seat and len(m.readers) != 1 and voices.occasion_of(m.text) for m in sight.heard)
        if sight.phase != "round" or (sight.round == 1 and not sight.reports):
            return None if spoken else gist.opening
        if len(sight.seats) == 2:
            return gist.last or None
        if gist.gain:
            return "ahead"
        return "behind" if gist.behind else "opening" if gist.names else "musing"

    def _of_pacts(self, sight: AnySight, gist: Gist, said: set[str]) -> list[Move]:
        """A pact was kept or broken: said once by whom it concerns, and from then on part of what was said."""
        found: list[Move] = []
        for ally in pacts.standing(sight.seat, sight.heard):
            if ally not in sight.people or ally not in sight.partners:
                continue
            told = [voices.occasion_of(m.text) for m in sight.heard if m.by == sight.seat and ally in m.readers]
            if ally in gist.broken_by:
                found.append(Say([ally], self._line(sight, "broke", said, other=ally), begins=True))
            elif ally in gist.kept_by and "kept" not in told:
                found.append(Say([ally], self._line(sight, "kept", said, other=ally), begins=True))
        return found

    # --- words
    def _line(self, sight: AnySight, occasion: str, said: set[str], **slots: str) -> str:
        text = voices.line(self.temper, occasion, said, self._draw(sight, f"{occasion} {len(said)}"), **slots)
        said.add(text)
        return text

    def _draw(self, sight: AnySight, what: str) -> Draw:
        return self._dice.draw(f"{sight.phase} {sight.round}, {len(sight.heard)} heard: {what}")

    @staticmethod
    def _spoken(sight: AnySight, person: str) -> int:
        """How often it has spoken to somebody alone in this round."""
        return sum(
            m.by == sight.seat and m.of_two and person in m.readers and m.round == sight.round for m in sight.heard
        )

    def _worth(self, sight: AnySight, messages: Sequence[Message]) -> list[Message]:
        """Those of one person's messages that are about something."""
        others = self._others(sight, messages[0].by)
        return [one for one in messages if one.deal is None and topic_of(others, one.text, sight.seat).kind != "talk"]

    @staticmethod
    def _half_said(gist: Gist, messages: Sequence[Message]) -> bool:
        """Is one of them a proposal that could not be read, so that how to put one is the answer? A question and a
        wish have answers of their own."""
        return any(
            hear(gist.names, one.text).kind == "unclear"
            and topic_of((), one.text).kind not in ASKED
            and wish_in(gist.names, one.text) is None
            for one in messages
        )

    @staticmethod
    def _others(sight: AnySight, speaker: str) -> list[str]:
        return [seat for seat in sight.seats if seat not in (sight.seat, speaker)]


def _alone(move: Move) -> str:
    """To whom alone a move speaks; nothing if it does not."""
    if isinstance(move, Say) and not isinstance(move.to, str) and len(move.to) == 1:
        return move.to[0]
    return ""


def in_company(match: Match, seat: str, level: str) -> Companion:
    """The bot for a seat at a table where people may sit."""
    nonce = match.header.nonce
    told = hashlib.sha256(f"talk:{nonce}:{seat}".encode()).digest()
    return Companion(
        match.game,
        make_bot(match, seat, level),
        temper_of(nonce, match.seats.index(seat)),
        level,
        int.from_bytes(told[:8], "big"),
        match.header.bot_talk,
    )


def farewell(story: Story, seat: str, temper: str, draw: Draw, said: Collection[str] = ()) -> str:
    """What `seat` says of the match in the end. `story` is its own; the same story and draw give the same line."""
    occasion, slots = draw.pick(_fitting(story, seat))
    return voices.line(temper, occasion, said, draw, **slots)


def _fitting(story: Story, seat: str) -> list[tuple[str, dict[str, str]]]:
    """What there is to say. Whoever won speaks of that, and whoever was betrayed of nothing else."""
    winners = [row.seat for row in story.standing.rows if row.role == "winner"]
    if seat in winners:
        return [("won", {})]
    own = [turn for turn in story.turns if seat in turn.seats]
    broken = [turn for turn in own if turn.kind == "broken word" and turn.seats[0] != seat]
    if broken:
        worst = max(broken, key=lambda turn: turn.weight)
        return [("betrayed", {"other": worst.seats[0], "when": _when(story, worst)})]
    found: list[tuple[str, dict[str, str]]] = []
    doomed = any(row.seat == seat and row.role in ("candidate", "opponent") for row in story.standing.rows)
    swings = [turn for turn in own if turn.kind == "swing" and isinstance(turn.figures.get("change"), int | float)]
    if swings:
        most = max(swings, key=lambda turn: turn.weight)
        change = most.figures["change"]
        assert isinstance(change, int | float)
        if change < 0 or not doomed:  # nobody who goes into the Death Match was carried far
            found.append(("carried" if change > 0 else "fell", {"when": _when(story, most)}))
    if len(winners) == 1:
        found.append(("lost", {"winner": winners[0]}))
    return found or [("played", {})]


def _when(story: Story, turn: Turn) -> str:
    return f"{story.round_word} {turn.round}"
