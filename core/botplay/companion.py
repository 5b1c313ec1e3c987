"""A talking bot: wraps a game's bot, answers people, and sometimes begins to talk. Orders, actions and deals are the
inner bot's. The game weighs terms beyond a swap of this round (`Game.weigh`). It reads past talk from the Sight, so a
restart repeats nothing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import structs

from core.botplay.playing import make_bot
from core.botplay.speaking import LineWriter
from core.bots.company import between, ear, wording
from core.bots.company.context import AnySight, ReplyContext
from core.bots.company.lookup import rules
from core.bots.company.reply import reply_to
from core.bots.company.talk_facts import TalkFacts
from core.bots.contract import AnyBot, Done, Move, Say, Taker
from core.contract import AnyGame, Spec
from core.games import home
from core.levels import temper_of
from core.match.settings import Talk
from core.match.state import Match
from core.talk.acts import Accept, AnyAct, Clause, Deal, Decline, End, Offer, Withdraw, in_words
from core.talk.book import ended_in_words, entries, waiting_for
from core.talk.channels import DECLINING, Message
from core.talk.deals import bargains
from core.talk.parsing.asks import called, claimed, named_in, spoken_of, told_of
from core.talk.parsing.utterance import Utterance, reworded, tongue, utterance
from core.talk.parsing.words import sign

ANSWERS: Final = 20
"""Answers of one bot to one person in one round."""
_AWAY: Final = sign("asks", "away")
"""Sentences of the house in the lounge for a person who is away, or back (HH-83)."""
AT_ONCE: Final = 3
"""Messages of one person answered in one turn: the latest meaningful ones."""


@cache
def _help_text(package: str | None) -> str:
    page = None if package is None else files(package) / "help.md"
    return page.read_text(encoding="utf-8") if page is not None and page.is_file() else ""


class Companion(LineWriter):
    def __init__(
        self, game: AnyGame, bot: AnyBot, temper: str, level: str, seed: int, talk: Talk,
        voice: wording.Voice | None = None, ear: ear.Ear | None = None, spec: Spec | None = None,
    ) -> None:  # fmt: skip
        """`voice` and `ear`: programs of the host's that word its lines, and read what the house does not. `spec`: the
        match's own facts of its game."""
        super().__init__(game, temper, seed, talk, voice)
        self._ear, self._spec = ear, spec or game.spec
        self._ear_acts: dict[Message, AnyAct | None] = {}
        self.bot = bot
        self._level = level
        self._read_count = 0
        """Number of messages read."""
        self._resolved: dict[str, Deal] = {}
        """Swaps that words were resolved to in this turn, by person and from their side."""
        self._round: tuple[str, int] | None = None
        """Phase and round of the last turn."""

    def turn(self, sight: AnySight) -> list[Move]:
        if not sight.people or self._talk == "silent":
            return self.bot.turn(sight) if sight.phase != "finished" else []
        if len(sight.heard) < self._read_count:
            self._read_count = 0
        self._lines, self._resolved = [], {}
        fresh = sight.heard[self._read_count :]
        if self._round == (sight.phase, sight.round) and not any(m.sender in sight.people for m in fresh):
            moves, self._read_count = self.bot.turn(sight) if sight.phase != "finished" else [], len(sight.heard)
            says = any(isinstance(move, Say) for move in moves)  # without words or news there is nothing to read again
            return self._reworded(sight, self._game.talk_facts(sight), moves, {}) if says else moves
        gist = self._game.talk_facts(sight)
        sight = structs.replace(sight, heard=self._plain(sight, gist))
        people = self._unanswered_people(sight)
        # agreements of this turn already count
        terms = {person: self._answers_to_terms(sight, gist, messages) for person, messages in people.items()}
        before_all = self._answers_to_group_offers(sight)
        now = structs.replace(sight, due=(*sight.due, *self._newly_due(sight, [before_all, *terms.values()])))
        moves = self.bot.turn(now) if sight.phase != "finished" else []
        moves = self._reworded(sight, gist, moves, people)
        talk = before_all + self._answers(sight, gist, moves, people, terms)
        spoke = any(m.sender == sight.seat and m.round == sight.round for m in sight.heard)
        acted = sight.sealed is not None or spoke  # a restarted bot begins no talk
        if self._round != (sight.phase, sight.round) and not acted and self._talk == "talkative":
            talk += self._openings(sight, gist)
        self._round, self._read_count = (sight.phase, sight.round), len(sight.heard)
        talk = self._worded_by_host(sight, talk)
        if not talk:
            return moves
        # Its play comes first. Talk of its own accord never waits for that, and the seat stays ready.
        at = next((n for n, move in enumerate(moves) if isinstance(move, Done)), len(moves))
        return [*moves[:at], *talk, *moves[at:]]

    # --- what was said to it
    def _unanswered_people(self, sight: AnySight) -> dict[str, list[Message]]:
        by_person: dict[str, list[Message]] = {}
        for at, message in enumerate(sight.heard):
            if not message.of_two or not self._is_recent(sight, at, message):
                continue
            if message.sender == sight.seat:
                by_person.pop(next(reader for reader in message.readers if reader != sight.seat), None)
            elif message.sender in sight.people and at >= self._read_count:
                by_person.setdefault(message.sender, []).append(message)
        return by_person

    def _plain(self, sight: AnySight, gist: TalkFacts) -> tuple[Message, ...]:
        """Return the messages, new ones of people as the plain sentences that they mean: what a part of them offers, or
        what they say after the lines before. Such a sentence binds only by a yes to its echo."""
        heard = list(sight.heard)
        for at in range(self._read_count, len(heard)):
            message = heard[at]
            by_person = message.sender in sight.people and not (message.deal or message.act)
            if not by_person or not self._is_recent(sight, at, message):
                continue
            reading = self._heard(sight, gist, message)
            agreed = message.of_two and message.sender in gist.deals
            words = "" if agreed and reading.part and reading.of(reading.part).deal else reading.part
            others = [seat for seat in message.readers if seat != message.sender]
            to_it = message.of_two or called(others, message.text) == sight.seat
            if not words and to_it and (reading.does in ("words", "unclear", "yes") or reading.wavers):
                words = between.plain_words(sight, gist, message, reading, self._spec.round_word)
            if reading.does == "no" and message.of_two and between.open_echo(sight, message.sender) is not None:
                words = "I call it off"  # also later than right after the echo
            takes = reading.part or reading.answer.late or reading.deal
            put = bargains(sight.seat, sight.heard[:at], sight.round).get(message.sender) if takes else None
            if put and put.message.sender == sight.seat and not put.declined and reading.takes(put.deal.mirrored):
                words = "yes"  # it says the same beside
            if words and not message.of_two:
                words = f"{sight.seat}, {words}"
            words = words or reading.unquoted
            if words != message.text:
                heard[at] = reworded(message, words)
                if message.of_two and words != "yes" and (deal := reading.also(heard[at]).deal) is not None:
                    self._resolved[message.sender] = deal
        return tuple(heard)

    def _is_recent(self, sight: AnySight, at: int, message: Message) -> bool:
        """True for a message of this round, or too late to be read before the last close."""
        return message.round == sight.round or (message.round == sight.round - 1 and 0 < self._read_count <= at)

    def _heard(self, sight: AnySight, gist: TalkFacts, message: Message) -> Utterance:
        game_terms, rounds = self._game.terms_now(sight.view), self._spec.rounds
        return utterance(message, sight.seat, tongue(tuple(game_terms), sight.seats, rounds, tuple(gist.names.items())))

    def _act(self, sight: AnySight, message: Message, heard: Utterance) -> AnyAct | None:
        """Return the act of a message: as given, as its words say, or as the host's program reads it."""
        act = message.act or heard.act
        if act or self._ear is None or heard.does not in ("words", "unclear") or message.sender not in sight.people:
            return act
        if message not in self._ear_acts:
            game_terms, rounds = heard.spoken.terms, self._spec.rounds
            answer = self._ear(ear.ear_input(sight, message, game_terms, rounds))
            self._ear_acts[message] = ear.act_of(sight, message, game_terms, rounds, answer)
        return self._ear_acts[message]

    def _reworded(
        self, sight: AnySight, gist: TalkFacts, moves: Sequence[Move], people: Mapping[str, list[Message]]
    ) -> list[Move]:
        voiced: list[Move] = []
        for move in moves:
            to = _only_recipient(move)
            about = told_of(sight.seats, move.text) if isinstance(move, Say) and move.to == "lounge" else None
            if isinstance(move, Say) and about is not None and about != sight.seat:
                voiced.append(self._said_anew(sight, move, "tells", about=about))
                continue
            if gist.places and isinstance(move, Say) and not to and (place := claimed(move.text)) is not None:
                voiced.append(self._said_anew(sight, move, "takes", place=str(place)))
                continue
            if isinstance(move, Say) and to in sight.people:
                occasion, meant = gist.stock.get(move.text), self._resolved.get(to)
                if (echo := between.open_echo(sight, to)) is not None and move.deal is None and move.act is None:
                    if move.occasion == "off":  # there was no yes, so nothing is called off
                        move = structs.replace(move, text=self._line(sight, move.to, "accepts_no", other=to))
                    elif occasion == "keeps_to" or move.text.startswith("Our "):
                        voiced.append(self._say(sight, move.to, "resolved", other=to, deal=between.swap_words(echo)))
                        continue
                if occasion == "" and to in people:  # a mere explanation gives way to an answer
                    continue
                if occasion:
                    slots = {"other": to, **gist.slots.get(move.text, {})}
                    heard = f"Your {meant.give} for my {meant.want}? " if meant and occasion in DECLINING else ""
                    text = heard + self._line(sight, move.to, occasion, **slots)
                    move = structs.replace(move, text=text, occasion=occasion)
                elif move.deal is not None and meant == move.deal.mirrored and move.text.startswith("Agreed"):
                    deal = between.swap_words(move.deal)
                    text = self._line(sight, move.to, "resolved", other=to, deal=deal)
                    move = structs.replace(move, text=text, occasion="resolved")
                elif move.deal is not None and meant and move.text.startswith("My "):
                    text = f"Your {meant.give} for my {meant.want}? Rather {move.text[:1].lower()}{move.text[1:]}"
                    move = structs.replace(move, text=text)
                elif move.occasion == "off" and not move.act:
                    name = self._agreement_name(sight, to, pact=False)
                    move = structs.replace(move, act=End(name)) if name else move
                elif move.deal is not None and move.text.endswith("?") and self._talk == "talkative":
                    move = structs.replace(move, text=f"{move.text} {self._reason(sight, move.to)}".rstrip())
            voiced.append(move)
        return voiced

    # --- answers
    def _answers(
        self, sight: AnySight, gist: TalkFacts, moves: Sequence[Move], people: Mapping[str, list[Message]],
        terms: Mapping[str, list[Move] | None],
    ) -> list[Move]:  # fmt: skip
        says = [move for move in moves if isinstance(move, Say)]
        answered = {_only_recipient(move) for move in says}
        proposed = answered - {_only_recipient(move) for move in says if move.deal is None}
        moves_: list[Move] = []
        for person, messages in people.items():
            if person not in sight.partners or self._said_this_round(sight, person) >= ANSWERS:
                continue
            agreed = terms[person]
            if agreed is not None:
                calls_off = any(_only_recipient(move) == person and move.occasion == "off" for move in says)
                moves_ += [m for m in agreed if not (calls_off and isinstance(m, Say) and m.occasion == "gone")]
            elif person not in answered - proposed:
                for message in messages[-AT_ONCE:]:
                    heard = self._heard(sight, gist, message)
                    if person not in proposed or not _asks_for_deal(gist, heard):
                        moves_ += self._reply(sight, gist, message, heard, [person])
        moves_ += self._answer_to_room(sight, gist, moves)
        return moves_

    def _answers_to_terms(self, sight: AnySight, gist: TalkFacts, messages: Sequence[Message]) -> list[Move] | None:
        """Return the answers to offers, answers and notices of one person; None without any."""
        by_message = [self._answer_terms(sight, gist, message) for message in messages]
        replies = [moves for moves in by_message if moves is not None]
        return [move for moves in replies for move in moves] if replies else None

    def _newly_due(self, sight: AnySight, terms: Sequence[list[Move] | None]) -> tuple[Clause, ...]:
        says = [move for moves in terms for move in moves or () if isinstance(move, Say)]
        yes = {move.act.offer for move in says if isinstance(move.act, Accept)}
        if not yes:
            return ()
        waiting = waiting_for(self._game.terms, sight.seat, sight.heard, sight.round)
        clauses = [clause for entry in waiting if entry.name in yes for clause in entry.offer.clauses]
        return tuple(clause for clause in clauses if clause.due(sight.round))

    def _answer_terms(self, sight: AnySight, gist: TalkFacts, message: Message) -> list[Move] | None:
        heard, other, game_terms, now = self._heard(sight, gist, message), message.sender, self._game.terms, sight.round
        if message.deal is not None:
            return []  # the game's bot answers it; the words beside it say no more
        if message.act is None and heard.deal is not None:
            return None
        act = self._act(sight, message, heard)
        if isinstance(act, Offer):
            if sight.phase == "finished":
                return None
            waits = [entry for entry in waiting_for(game_terms, sight.seat, sight.heard, now) if entry.offer == act]
            name = waits[-1].name if waits else ""
            if act.is_pact:
                occasion = self._pact_occasion(sight, gist, other)
                yes: AnyAct | None = None
                if name:
                    yes = Accept(name) if occasion == "pact" else Decline(name)
                elif occasion == "pact":  # an offer in words is repeated as an act, and binds by the other's yes
                    occasion, yes = "asks_pact", act
                return [self._say(sight, [other], occasion, act=yes, other=other)]
            return [self._answer_offer(sight, act, name, other, [other])]
        if isinstance(act, Accept | Decline | Withdraw):
            return []
        if isinstance(act, End) or (
            not act and heard.does == "no" and ended_in_words(self._game.terms, sight.heard, message)
        ):
            return [self._say(sight, [other], "gone", other=other)]
        return self._answer_to_yes(sight, other, [other]) if not act and heard.does == "yes" else None

    def _answer_offer(self, sight: AnySight, offer: Offer, name: str, other: str, to: str | list[str]) -> Say:
        """Answer terms. An offer in words (without a name) is repeated as an act, and binds only after a yes."""
        why = self._game.weigh(sight, offer) or ("what two agree on they agree on alone" if offer.is_pact else "")
        if why:
            no = Decline(name, "private") if name else None
            return self._say(sight, to, "refuses", act=no, other=other, why=why)
        occasion, act = ("agrees", Accept(name)) if name else ("echoes", offer)
        return self._say(sight, to, occasion, act=act, other=other, terms=self._words_of(sight, offer))

    def _words_of(self, sight: AnySight, offer: Offer) -> str:
        return in_words(self._game.terms, offer, None, max(1, sight.round), self._spec.round_word)

    def _answer_to_yes(self, sight: AnySight, other: str, to: str | list[str]) -> list[Move] | None:
        """Return the answer to a yes to its own terms; None if the yes settles none."""
        book = entries(self._game.terms, sight.heard, sight.round)
        mine = [e for e in book if other in e.yes and e.proposer == sight.seat and e.agreed == max(1, sight.round)]
        if not mine or not isinstance(sight.heard[mine[-1].at].act, Offer):
            return None
        terms = self._words_of(sight, mine[-1].offer)
        return [self._say(sight, to, "pact" if mine[-1].offer.is_pact else "agrees", other=other, terms=terms)]

    def _pact_occasion(self, sight: AnySight, gist: TalkFacts, other: str) -> str:
        if not gist.pacts or other in self._allies(sight):
            return "bound" if gist.pacts else "alone"
        return "wary_pact" if other in gist.broken_by else "pact"

    def _answer_to_room(self, sight: AnySight, gist: TalkFacts, moves: Sequence[Move]) -> list[Move]:
        """Return an answer to the latest message to all, if it is this seat's turn or it is named."""
        fresh = [m for at, m in enumerate(sight.heard) if at >= self._read_count and self._is_recent(sight, at, m)]
        later = [m for m in fresh if m.sender in sight.people and not m.of_two and m.deal is None]
        since = sight.heard[sight.heard.index(later[-1]) :] if later else ()
        if not later or any(m.sender == sight.seat and not m.of_two for m in since):
            return []
        message = later[-1]
        to: str | list[str] = [reader for reader in message.readers if reader != sight.seat]
        if message.channel != "seats":
            to = message.channel
        if message.act or _AWAY.fullmatch(message.text) or not self._is_addressed(sight, gist, message):
            return []
        heard = self._heard(sight, gist, message)
        if heard.deal is not None:  # bots that like the deal propose it; else the answer is a no
            proposes = any(isinstance(move, Say) and move.deal is not None for move in moves)
            return [] if proposes else [self._say(sight, to, "decline", other=message.sender)]
        act = self._act(sight, message, heard)
        if isinstance(act, Offer):
            return [self._answer_offer(sight, act, "", message.sender, to)]
        if heard.does == "yes":  # to another's offer; a yes to its own is answered
            own = self._answer_to_yes(sight, message.sender, to)
            if own or named_in([sight.seat], message.text) is None:
                return own or []
        return self._reply(sight, gist, message, heard, to, in_common=True)

    def _answers_to_group_offers(self, sight: AnySight) -> list[Move]:
        """Answer people's offers to several readers, as on the Ship, if it is a party."""
        game_terms, now = self._game.terms, sight.round
        if sight.phase != "round" or not any(isinstance(m.act, Offer) for m in sight.heard[self._read_count :]):
            return []
        replies: list[Move] = []
        waiting = [e for e in waiting_for(game_terms, sight.seat, sight.heard, now) if len(e.readers) > 2]
        for entry in [e for e in waiting if e.proposer in sight.people and e.round == now]:
            to: str | list[str] = "lounge" if len(entry.readers) == len(sight.seats) else list(entry.readers)
            replies.append(self._answer_offer(sight, entry.offer, entry.name, entry.proposer, to))
        return replies

    def _is_addressed(self, sight: AnySight, gist: TalkFacts, message: Message) -> bool:
        bots = [seat for seat in message.readers if seat not in sight.people]
        if (to := called([seat for seat in message.readers if seat != message.sender], message.text)) is not None:
            return to == sight.seat  # for that seat alone
        named = [seat for seat in bots if named_in([seat], message.text) and not spoken_of(seat, message.text)]
        asks = self._heard(sight, gist, message).question
        if not named and asks is not None and asks.about == "why":  # goes to the last speaker
            before = sight.heard[: sight.heard.index(message)]
            named = [m.sender for m in before if m.key == message.key and m.sender in bots][-1:]
        if named:
            return sight.seat in named
        general = self._talk == "talkative" and len(message.readers) > 2
        turn = sum(m.key == message.key and m.sender in sight.people for m in sight.heard)
        left = [seat for seat in bots if not named_in([seat], message.text)] or bots  # not the seats of which it speaks
        return general and left[turn % len(left)] == sight.seat  # all bots in the room count the same

    def _reply(
        self, sight: AnySight, gist: TalkFacts, message: Message, heard: Utterance, to: str | list[str], *,
        in_common: bool = False,
    ) -> list[Move]:  # fmt: skip
        if isinstance(self.bot, Taker) and not in_common:
            gist = structs.replace(gist, example=self.bot.would_take(message.sender))
        example = heard.of(gist.example)
        if gist.example and not example.deal and example.offer and self._game.weigh(sight, example.offer):
            gist = structs.replace(gist, example="")  # it would refuse that
        context = ReplyContext(
            sight, gist, self._spec, self.temper, self._level, message, heard, self._act(sight, message, heard),
            in_common, self._game.terms,
            rules(_help_text(home(self._game.spec.id)), frozenset(self._game.later_pages(sight.view))),
        )  # fmt: skip
        reply = reply_to(context)
        if reply is None:
            return []
        text = f"{reply.before}{self._line(sight, to, reply.occasion, **reply.slots)} {reply.adds}".rstrip()
        act = self._notice(sight, message.sender) if reply.occasion == "parted" else None
        return [Say(to, text, act=act, occasion=reply.occasion)]


def _asks_for_deal(gist: TalkFacts, heard: Utterance) -> bool:
    bargains = bool(gist.bargain) and re.search(rf"\b{gist.bargain}\b", heard.plain) is not None
    return bargains or heard.does not in ("words", "apologise", "warn", "claim") or heard.wish is not None


def _only_recipient(move: Move) -> str:
    if isinstance(move, Say) and not isinstance(move.to, str) and len(move.to) == 1:
        return move.to[0]
    return ""


def companion_for(
    match: Match, seat: str, level: str, voice: wording.Voice | None = None, hears: ear.Ear | None = None
) -> Companion:
    nonce = match.header.nonce
    digest = hashlib.sha256(f"talk:{nonce}:{seat}".encode()).digest()
    return Companion(
        match.game, make_bot(match, seat, level), temper_of(nonce, match.seats.index(seat)), level,
        int.from_bytes(digest[:8], "big"), match.header.bot_talk, voice, hears, match.spec,
    )  # fmt: skip
