"""Lines of a bot in the voice of its temper, also those of its own accord. It reads past talk from the Sight, so a
restart repeats nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from core.bots.company import pacts, wording
from core.bots.company.context import AnySight, known_to
from core.bots.company.talk_facts import TalkFacts
from core.bots.contract import Move, Say
from core.contract import AnyGame
from core.dice import Dice, Draw
from core.match.settings import Talk
from core.talk import voices
from core.talk.acts import AnyAct, End
from core.talk.book import entries
from core.talk.channels import DECLINING, Message
from core.talk.parsing.asks import told_of
from core.talk.parsing.utterance import utterance
from core.talk.voices import HOW

STARTERS: Final = 1
"""Bots that may begin to talk to all in one round."""
MUST: Final = frozenset({"tells", "takes", *DECLINING})
"""Occasions that play demands and that begin no talk."""


class LineWriter:
    def __init__(self, game: AnyGame, temper: str, seed: int, talk: Talk, voice: wording.Voice | None) -> None:
        self._game, self._talk, self._voice = game, talk, voice
        self.temper = temper
        self._dice = Dice(seed)
        self._lines: list[tuple[str | Sequence[str], str]] = []
        """Lines of this turn, with their recipients."""

    # --- what it says of itself
    def _openings(self, sight: AnySight, gist: TalkFacts) -> list[Move]:
        """Return a message to all at a begin, if there is news, and one to an ally about their pact."""
        if sight.phase not in ("briefing", "pregame", "round") or sight.pending is not None:
            return []
        moves: list[Move] = []
        if gist.alone in sight.people and self._said_this_round(sight, gist.alone) == 0:
            moves.append(self._say(sight, [gist.alone], "device", begins=True, other=gist.alone))
        moves += self._pact_news(sight, gist)
        to_all = [m for m in sight.heard if m.round == sight.round and len(m.readers) > 2 and not (m.deal or m.act)]
        free = [m for m in to_all if (m.occasion or _play_occasion(sight, m)) not in MUST]
        others = {m.sender for m in free if m.sender not in sight.people}
        bots = len(sight.seats) - len(sight.people)
        eager = min(1.0, max(HOW[self.temper].begins, 1.5 / bots))
        occasion, slots, to = self._topic(sight, gist)
        if len(others) >= STARTERS and isinstance(to, str):
            return moves
        first = occasion == gist.opening
        begins = occasion and (first or self._draw(sight, to, "begins").chance(eager))
        if begins and self._has_fresh(sight, to, occasion):  # no repeats without being asked
            text = self._line(sight, to, occasion, **slots)
            if first and gist.news and not HOW[self.temper].short:
                text = f"{text} {gist.news}"
            moves.append(Say(to, text, begins=True, occasion=occasion))
        return moves

    def _topic(self, sight: AnySight, gist: TalkFacts) -> tuple[str, dict[str, str], str | list[str]]:
        """Return the occasion of a line of its own, its values and readers. The temper orders the occasions."""
        spoken = any(m.sender == sight.seat and len(m.readers) != 1 and m.occasion for m in sight.heard)
        if sight.phase != "round" or (sight.round == 1 and not sight.reports):
            return ("" if spoken else gist.opening), {}, gist.room
        if len(sight.seats) == 2:
            return gist.last, {"other": next(seat for seat in sight.seats if seat != sight.seat)}, gist.room
        leader = gist.leaders[0] if gist.leaders is not None and len(gist.leaders) == 1 else sight.seat
        quiet = [p for p in sight.people if p in sight.partners and not self._said_this_round(sight, p)]
        for topic in HOW[self.temper].topics:
            if topic == "praises" and gist.kept_by:
                return topic, {"about": gist.kept_by[0]}, gist.room
            if topic == "points_out" and leader != sight.seat:
                return topic, {"leader": leader}, gist.room
            if topic == "inquires" and quiet and sight.round % 2 == 0:
                person = self._draw(sight, gist.room, "whom to ask").pick(quiet)
                return topic, {"other": person}, [person]
        return "", {}, gist.room

    def _pact_news(self, sight: AnySight, gist: TalkFacts) -> list[Move]:
        """Tell an ally once that a pact was kept or broken."""
        moves: list[Move] = []
        for ally in self._allies(sight):
            if ally not in sight.people or ally not in sight.partners:
                continue
            occasions = [m.occasion for m in sight.heard if m.sender == sight.seat and ally in m.readers]
            if ally in gist.broken_by:
                notice = self._notice(sight, ally)
                moves.append(self._say(sight, [ally], "broke", act=notice, begins=True, other=ally))
            elif ally in gist.kept_by and "kept" not in occasions:
                moves.append(self._say(sight, [ally], "kept", begins=True, other=ally))
        return moves

    def _allies(self, sight: AnySight) -> tuple[str, ...]:
        return pacts.allies(self._game.terms, sight.seat, sight.heard, max(1, sight.round))

    def _notice(self, sight: AnySight, other: str) -> End | None:
        name = self._agreement_name(sight, other, pact=True)
        return End(name) if name else None

    def _agreement_name(self, sight: AnySight, other: str, *, pact: bool) -> str:
        """Return the name of the last agreement of two that holds in this round; empty without one."""
        now, thread = max(1, sight.round), [m for m in sight.heard if m.of_two and other in m.readers]
        agreed = [e for e in entries(self._game.terms, thread, now) if e.state == "agreed" and e.due(now)]
        return next((e.name for e in reversed(agreed) if e.offer.is_pact or not pact), "")

    # --- words
    def _worded_by_host(self, sight: AnySight, talk: Sequence[Move]) -> list[Move]:
        moves, left = list(talk), wording.LINES_A_TURN
        for at, move in enumerate(moves):
            if self._voice is None or not left or not isinstance(move, Say):
                continue
            given = wording.voice_input(sight, move, self.temper)
            if given is not None:
                left -= 1
                words = wording.checked_words(sight, self._voice(given))
                moves[at] = move if words is None else structs.replace(move, text=words)
        return moves

    def _say(
        self, sight: AnySight, to: str | Sequence[str], occasion: str, *, act: AnyAct | None = None,
        begins: bool = False, **slots: str,
    ) -> Say:  # fmt: skip
        return Say(to, self._line(sight, to, occasion, **slots), act=act, begins=begins, occasion=occasion)

    def _line(self, sight: AnySight, to: str | Sequence[str], occasion: str, **slots: str) -> str:
        used, own = self._spoken(sight, to)
        text = voices.line(self.temper, occasion, used, self._draw(sight, to, occasion), own, **slots)
        self._lines.append((to, text))
        return text

    def _spoken(self, sight: AnySight, to: str | Sequence[str]) -> tuple[set[str], set[str]]:
        """Return texts of bots, and this seat's own, that all recipients know."""
        known = known_to(sight, to)
        fresh = {text for recipients, text in self._lines if recipients == to}
        own = {m.text for m in known if m.sender == sight.seat} | fresh
        return own | {m.text for m in known if m.sender not in sight.people}, own

    def _has_fresh(self, sight: AnySight, to: str | Sequence[str], occasion: str) -> bool:
        """True if it has spoken less often to these readers on this occasion than it has lines for it."""
        spoken = sum(m.sender == sight.seat and m.occasion == occasion for m in known_to(sight, to))
        return spoken < len(voices.VOICES[self.temper][occasion])

    def _draw(self, sight: AnySight, to: str | Sequence[str], name: str) -> Draw:
        """Return a draw for a line to `to`. What other readers were told alone does not move it (HH-32)."""
        known, lines = len(known_to(sight, to)), sum(recipients == to for recipients, _ in self._lines)
        return self._dice.draw(f"{sight.phase} {sight.round}, {known} heard, {lines} said to {to}: {name}")

    @staticmethod
    def _said_this_round(sight: AnySight, person: str) -> int:
        return sum(
            m.sender == sight.seat and m.of_two and person in m.readers and m.round == sight.round for m in sight.heard
        )

    def _said_anew(self, sight: AnySight, move: Say, occasion: str, **slots: str) -> Say:
        if not self._has_fresh(sight, move.to, occasion):
            return move
        return structs.replace(move, text=self._line(sight, move.to, occasion, **slots), occasion=occasion)

    def _reason(self, sight: AnySight, to: str | Sequence[str]) -> str:
        """Return a reason for a deal: each once to its readers in a match, and often none."""
        used, _own = self._spoken(sight, to)
        reasons, draw = voices.VOICES[self.temper]["why"], self._draw(sight, to, "why")
        fresh = tuple(reason for reason in reasons if not any(text.endswith(reason) for text in used))
        if not fresh or not draw.chance(HOW[self.temper].reasons):
            return ""
        line = draw.pick(fresh)
        self._lines.append((to, line))
        return line


def _play_occasion(sight: AnySight, message: Message) -> str:
    """Return the occasion of a message to all that a bot's play demands; empty for talk."""
    heard = utterance(message)
    return "takes" if heard.claimed is not None else "tells" if told_of(sight.seats, message.text) is not None else ""
