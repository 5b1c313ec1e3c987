"""A bot that talks: wraps any game's bot, answers what people say, and sometimes begins to talk itself.

It plays nothing: orders, actions and deals are those of the bot inside, which it only gives a voice. Terms beyond a
swap of this round are weighed by the game (`Game.weigh`), and its bots keep what was agreed. It sees the Sight that
the bot sees. What has been said and answered it reads from there, so that a restart repeats nothing, and where no
people sit it is silent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from msgspec import structs

from core.botplay.playing import make_bot
from core.bots.company import pacts, wording
from core.bots.company.gist import Gist
from core.bots.company.reply import AnySight, ReplyContext, reply_to
from core.bots.contract import AnyBot, Done, Move, Say
from core.contract import AnyGame
from core.dice import Dice, Draw
from core.levels import temper_of
from core.match.settings import Talk
from core.match.state import Match
from core.story.parts import Story, Turn
from core.talk import voices
from core.talk.acts import Accept, AnyAct, Ask, Clause, Decline, End, Offer, Withdraw, in_words
from core.talk.book import entries, waiting_for
from core.talk.channels import Message
from core.talk.parsing import Heard, hear
from core.talk.parsing.asks import act_in, claimed, named_in, spoken_of, told_of
from core.talk.parsing.offers import wish_in
from core.talk.parsing.reading import Reading, read
from core.talk.parsing.replies import is_off
from core.talk.voices import DECLINING, HOW

STARTERS: Final = 1
"""How many bots begin to talk to all in one round at most."""
ANSWERS: Final = 20
"""How many answers one person gets from one bot in one round."""
AT_ONCE: Final = 3
"""How many of one person's messages are answered in one turn, the latest that mean something."""
MUST: Final = frozenset({"tells", "takes", *DECLINING})
"""What is said to several because play asks for it, and begins no talk."""


class Companion:
    """A game's bot with a voice."""

    def __init__(
        self,
        game: AnyGame,
        bot: AnyBot,
        temper: str,
        level: str,
        seed: int,
        talk: Talk,
        voice: wording.Voice | None = None,
    ) -> None:
        """`voice`: a program of the host's that words what is decided here."""
        self._voice = voice
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
        if not sight.people or self._talk == "silent":
            return self.bot.turn(sight) if sight.phase != "finished" else []
        if len(sight.heard) < self._seen:
            self._seen = 0
        gist = self._game.gist(sight)
        said = {message.text for message in sight.heard if message.by not in sight.people}
        asked = self._asked(sight)
        # What it agrees to now it plays by now.
        terms = {person: self._of_terms(sight, gist, messages, said) for person, messages in asked.items()}
        before_all = self._before_all(sight, said)
        now = structs.replace(sight, due=(*sight.due, *self._newly_due(sight, [before_all, *terms.values()])))
        moves = self.bot.turn(now) if sight.phase != "finished" else []
        moves = self._voiced(
            sight, gist, moves, asked, said, {one for one, found in terms.items() if found is not None}
        )
        talk = before_all + self._answers(sight, gist, moves, asked, terms, said)
        new = self._round != (sight.phase, sight.round) and not self._at_it(sight)
        if new and self._talk == "talkative":
            talk += self._begins(sight, gist, said)
        self._round, self._seen = (sight.phase, sight.round), len(sight.heard)
        talk = self._in_other_words(sight, talk)
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

    def _read(self, sight: AnySight, gist: Gist, message: Message) -> Reading:
        """What a message means: the act that its writer gave it, or that its words surely are."""
        if message.act is not None:
            return Reading(message.act, Heard("talk"))
        spec = self._game.spec
        return read(
            self._game.terms_now(sight.view),
            sight.seats,
            message.by,
            sight.seat,
            sight.round,
            spec.rounds,
            message.text,
            gist.names,
        )

    def _voiced(
        self,
        sight: AnySight,
        gist: Gist,
        moves: Sequence[Move],
        asked: Mapping[str, list[Message]],
        said: set[str],
        understood: set[str],
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
                if occasion == "" and (to in understood or (to in asked and not self._half_said(gist, asked[to]))):
                    continue
                if occasion:
                    slots = {"other": to, **gist.slots.get(move.text, {})}
                    move = structs.replace(move, text=self._line(sight, occasion, said, **slots))
                elif is_off(move.text) and move.act is None and (name := self._agreed(sight, to)):
                    move = structs.replace(move, act=End(name))
                elif move.deal is not None and move.text.endswith("?") and self._talk == "talkative":
                    move = structs.replace(move, text=f"{move.text} {self._reason(sight, said)}".rstrip())
            found.append(move)
        return found

    def _agreed(self, sight: AnySight, other: str) -> str:
        """The name of what stands between two for this round; empty if nothing does."""
        own = self._game.terms
        thread = [m for m in sight.heard if m.of_two and other in m.readers]
        standing = [
            entry for entry in entries(own, thread, sight.round) if entry.state == "agreed" and entry.due(sight.round)
        ]
        return standing[-1].name if standing else ""

    def _said_anew(self, sight: AnySight, move: Say, occasion: str, said: set[str], **slots: str) -> Say:
        """A word of its play to all in this voice, as long as there is a fresh one; else in the plain one."""
        if not voices.has_fresh(self.temper, occasion, said):
            return move
        return structs.replace(move, text=self._line(sight, occasion, said, **slots))

    def _reason(self, sight: AnySight, said: set[str]) -> str:
        """Why it proposes a deal: each reason once in a match, and often none."""
        lines = tuple(one for one in voices.VOICES[self.temper]["why"] if not any(text.endswith(one) for text in said))
        draw = self._draw(sight, f"why {len(said)}")
        if not lines or not draw.chance(HOW[self.temper].reasons):
            return ""
        line = draw.pick(lines)
        said.add(line)
        return line

    # --- answers
    def _answers(
        self,
        sight: AnySight,
        gist: Gist,
        moves: Sequence[Move],
        asked: Mapping[str, list[Message]],
        terms: Mapping[str, list[Move] | None],
        said: set[str],
    ) -> list[Move]:
        answered = {_alone(move) for move in moves if isinstance(move, Say)}
        found: list[Move] = []
        for person, messages in asked.items():
            if person not in sight.partners or self._spoken(sight, person) >= ANSWERS:
                continue
            agreed = terms[person]
            if agreed is not None:
                found += agreed
            elif person not in answered and messages[-1].deal is None:
                for message in messages[-AT_ONCE:]:
                    found += self._reply(sight, gist, message, self._read(sight, gist, message), said, [person])
        found += self._in_common(sight, gist, moves, said)
        return found

    def _of_terms(self, sight: AnySight, gist: Gist, messages: Sequence[Message], said: set[str]) -> list[Move] | None:
        """What it does with the offers, answers and notices among one person's messages; None if there are none."""
        found = [self._terms(sight, gist, message, self._read(sight, gist, message), said) for message in messages]
        told = [moves for moves in found if moves is not None]
        return [move for moves in told for move in moves] if told else None

    def _newly_due(self, sight: AnySight, terms: Sequence[list[Move] | None]) -> tuple[Clause, ...]:
        """The clauses of this round to which it has just said yes."""
        yes = {move.act.of for moves in terms for move in moves or () if _accepts(move)}  # type: ignore[union-attr]
        if not yes:
            return ()
        offers = [one for one in waiting_for(self._game.terms, sight.seat, sight.heard, sight.round) if one.name in yes]
        return tuple(clause for one in offers for clause in one.offer.clauses if clause.due(sight.round))

    def _terms(
        self, sight: AnySight, gist: Gist, message: Message, reading: Reading, said: set[str]
    ) -> list[Move] | None:
        """What it does with an offer, an answer or a notice; None where the message is none of these."""
        act, other, own, now = reading.act, message.by, self._game.terms, sight.round
        if reading.heard.deal is not None:
            return None if message.deal is None else []
        if isinstance(act, Offer):
            if sight.phase == "finished":
                return None
            waits = [one for one in waiting_for(own, sight.seat, sight.heard, now) if one.offer == act]
            name = waits[-1].name if waits else ""
            if all(clause.term == "pact" for clause in act.clauses):
                occasion = self._pact(sight, gist, other)
                # What was said in words alone is said back as an offer: the other's yes puts it into the book.
                yes: AnyAct | None = act if occasion == "pact" else None
                if name:
                    yes = Accept(name) if occasion == "pact" else Decline(name)
                return [Say([other], self._line(sight, occasion, said, other=other), act=yes)]
            why = self._game.weigh(sight, act)
            if why:
                no = Decline(name, "private") if name else None
                return [Say([other], self._line(sight, "refuses", said, other=other, why=why), act=no)]
            terms = in_words(own, act, None, max(1, now), self._game.spec.round_word)
            occasion, done = ("agrees", Accept(name)) if name else ("echoes", act)
            return [Say([other], self._line(sight, occasion, said, other=other, terms=terms), act=done)]
        if isinstance(act, Accept | Decline | Withdraw):
            return []
        if isinstance(act, End):
            return [Say([other], self._line(sight, "gone", said, other=other))]
        return self._its_own(sight, other, said, [other]) if reading.heard.kind == "yes" else None

    def _its_own(self, sight: AnySight, other: str, said: set[str], to: str | list[str]) -> list[Move] | None:
        """What it says to a yes to terms of its own; None if there are none that are agreed by it."""
        own, now = self._game.terms, sight.round
        mine = [one for one in entries(own, sight.heard, now) if one.by == sight.seat and other in one.yes]
        fresh = [one for one in mine if one.agreed == max(1, now) and isinstance(_act_of(sight, one.name), Offer)]
        if not fresh:
            return None
        terms = in_words(own, fresh[-1].offer, None, max(1, now), self._game.spec.round_word)
        return [Say(to, self._line(sight, "agrees", said, other=other, terms=terms))]

    def _pact(self, sight: AnySight, gist: Gist, other: str) -> str:
        """What to say to somebody who wants to stand together."""
        if not gist.pacts:
            return "alone"
        if other in pacts.standing(sight.seat, sight.heard):
            return "bound"
        return "wary_pact" if other in gist.broken_by else "pact"

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
        to: str | list[str] = [reader for reader in message.readers if reader != sight.seat]
        if message.channel != "seats":
            to = message.channel
        if message.act is not None:
            return []
        if not self._called(sight, message):
            return []
        if hear(gist.names, message.text).deal is not None:  # the bots whom it suits propose it; else a no is an answer
            proposes = any(isinstance(move, Say) and move.deal is not None for move in moves)
            return [] if proposes else [Say(to, self._line(sight, "decline", said, other=message.by))]
        reading = self._read(sight, gist, message)
        if isinstance(reading.act, Offer):
            return self._heard_before_all(sight, reading.act, message.by, said, to)
        if reading.heard.kind == "yes":  # to somebody's offer; to its own it answers
            return self._its_own(sight, message.by, said, to) or []
        return self._reply(sight, gist, message, reading, said, to, in_common=True)

    def _before_all(self, sight: AnySight, said: set[str]) -> list[Move]:
        """Offers that people made where others read them, as on the Ship: answered by whom they would bind."""
        own, now = self._game.terms, sight.round
        if sight.phase != "round" or not any(isinstance(m.act, Offer) for m in sight.heard[self._seen :]):
            return []
        found: list[Move] = []
        for one in waiting_for(own, sight.seat, sight.heard, now):
            if len(one.readers) == 2 or one.by not in sight.people or one.round != now:
                continue
            to: str | list[str] = "lounge" if len(one.readers) == len(sight.seats) else list(one.readers)
            why = self._game.weigh(sight, one.offer)
            if why or all(clause.term == "pact" for clause in one.offer.clauses):
                why = why or "what two agree on they agree on alone"
                text = self._line(sight, "refuses", said, other=one.by, why=why)
                found.append(Say(to, text, act=Decline(one.name, "private")))
                continue
            terms = in_words(own, one.offer, None, max(1, now), self._game.spec.round_word)
            found.append(Say(to, self._line(sight, "agrees", said, other=one.by, terms=terms), act=Accept(one.name)))
        return found

    def _heard_before_all(
        self, sight: AnySight, offer: Offer, other: str, said: set[str], to: str | list[str]
    ) -> list[Move]:
        """The same in words alone: said back as an offer, so that it binds nobody before the other agrees."""
        why = self._game.weigh(sight, offer)
        if why or all(clause.term == "pact" for clause in offer.clauses):
            why = why or "what two agree on they agree on alone"
            return [Say(to, self._line(sight, "refuses", said, other=other, why=why))]
        terms = in_words(self._game.terms, offer, None, max(1, sight.round), self._game.spec.round_word)
        return [Say(to, self._line(sight, "echoes", said, other=other, terms=terms), act=offer)]

    def _called(self, sight: AnySight, message: Message) -> bool:
        """Is it for this seat to answer what was said to all?"""
        bots = [seat for seat in message.readers if seat not in sight.people]
        named = [seat for seat in bots if named_in([seat], message.text) and not spoken_of(seat, message.text)]
        asks = act_in((), message.text, sight.seat)
        if not named and isinstance(asks, Ask) and asks.about == "why":  # is asked of who spoke last
            before = sight.heard[: sight.heard.index(message)]
            named = [m.by for m in before if m.key == message.key and m.by in bots][-1:]
        if named:
            return sight.seat in named
        general = self._talk == "talkative" and len(message.readers) > 2
        turn = sum(m.key == message.key and m.by in sight.people for m in sight.heard)
        left = [seat for seat in bots if not named_in([seat], message.text)] or bots  # not those of whom it speaks
        return general and left[turn % len(left)] == sight.seat  # everybody in the room counts the same

    def _reply(
        self,
        sight: AnySight,
        gist: Gist,
        message: Message,
        reading: Reading,
        said: set[str],
        to: str | list[str],
        *,
        in_common: bool = False,
    ) -> list[Move]:
        asked = ReplyContext(
            sight, gist, self._game.spec, self.temper, self._level, message, reading, in_common, self._game.terms
        )
        found = reply_to(asked)
        return [] if found is None else [Say(to, self._line(sight, found.occasion, said, **found.slots))]

    # --- what it says of itself
    def _begins(self, sight: AnySight, gist: Gist, said: set[str]) -> list[Move]:
        """A word to all as the match or a round begins, where there is something to tell, and one to an ally after what
        happened between them."""
        if sight.phase not in ("briefing", "pregame", "round") or sight.pending is not None:
            return []
        found: list[Move] = []
        if gist.alone in sight.people and self._spoken(sight, gist.alone) == 0:
            found.append(Say([gist.alone], self._line(sight, "device", said, other=gist.alone), begins=True))
        found += self._of_pacts(sight, gist, said)
        now = [
            m
            for m in sight.heard
            if m.round == sight.round
            and len(m.readers) > 2
            and m.deal is None
            and m.act is None
            and (voices.occasion_of(m.text) or _play(sight, m)) not in MUST
        ]
        others = {m.by for m in now if m.by not in sight.people}
        if len(others) >= STARTERS:
            return found
        occasion, slots = self._news(sight, gist)
        first = occasion == gist.opening
        bots = len(sight.seats) - len(sight.people)
        eager = min(1.0, max(HOW[self.temper].begins, 1.5 / bots))
        if (
            occasion
            and (first or self._draw(sight, "begins").chance(eager))
            and voices.has_fresh(self.temper, occasion, said)  # nobody repeats what nobody asked for
        ):
            found.append(Say(gist.room, self._line(sight, occasion, said, **slots), begins=True))
        return found

    def _news(self, sight: AnySight, gist: Gist) -> tuple[str, dict[str, str]]:
        """The occasion of a word to all: something that is worth telling, or nothing."""
        spoken = any(m.by == sight.seat and len(m.readers) != 1 and voices.occasion_of(m.text) for m in sight.heard)
        if sight.phase != "round" or (sight.round == 1 and not sight.reports):
            return ("" if spoken else gist.opening), {}
        if len(sight.seats) == 2:
            return gist.last, {"other": next(seat for seat in sight.seats if seat != sight.seat)}
        if gist.kept_by:
            return "praises", {"about": gist.kept_by[0]}
        if gist.leaders is not None and len(gist.leaders) == 1 and gist.leaders[0] != sight.seat:
            return "points_out", {"leader": gist.leaders[0]}
        return "", {}

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
    def _in_other_words(self, sight: AnySight, talk: Sequence[Move]) -> list[Move]:
        """The same as the host's own voice says it, where there is one."""
        found, left = list(talk), wording.AT_ONCE
        for at, move in enumerate(found):
            if self._voice is None or not left or not isinstance(move, Say):
                continue
            given = wording.asked(sight, move, self.temper)
            if given is not None:
                left -= 1
                words = wording.guarded(sight, self._voice(given))
                found[at] = move if words is None else structs.replace(move, text=words)
        return found

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

    @staticmethod
    def _half_said(gist: Gist, messages: Sequence[Message]) -> bool:
        """Is one of them a proposal that could not be read, so that how to put one is the answer? A question and a
        wish have answers of their own."""
        return any(
            hear(gist.names, message.text).kind == "unclear"
            and not isinstance(act_in((), message.text), Ask)
            and wish_in(gist.names, message.text) is None
            for message in messages
        )


def _accepts(move: Move) -> bool:
    return isinstance(move, Say) and isinstance(move.act, Accept)


def _act_of(sight: AnySight, name: str) -> object:
    """The act of the offer of this seat with that name; its short form has none."""
    made = [m for m in sight.heard if m.by == sight.seat and isinstance(m.act, Offer)]
    return made[-1].act if made and name.startswith(sight.seat) else None


def _play(sight: AnySight, message: Message) -> str:
    """The occasion of words to all that a bot's play asks for, whoever worded them; empty for talk."""
    if claimed(message.text) is not None:
        return "takes"
    return "tells" if told_of(sight.seats, message.text) is not None else ""


def _alone(move: Move) -> str:
    """To whom alone a move speaks; nothing if it does not."""
    if isinstance(move, Say) and not isinstance(move.to, str) and len(move.to) == 1:
        return move.to[0]
    return ""


def in_company(match: Match, seat: str, level: str, voice: wording.Voice | None = None) -> Companion:
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
        voice,
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
    return f"{story.when(turn.round)}"
