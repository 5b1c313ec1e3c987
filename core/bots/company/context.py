"""A message to a bot, with everything that its answer depends on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.bots.company.lookup import Rule
from core.bots.company.talk_facts import TalkFacts
from core.bots.contract import Sight
from core.parts import Spec
from core.talk.acts import AnyAct, Term
from core.talk.channels import Message
from core.talk.parsing.remarks import ParsedRemark
from core.talk.parsing.utterance import Utterance
from core.talk.voices import HOW

AnySight = Sight[Any, Any, Any]
Answer = tuple[str, dict[str, str]]
"""Occasion of an answer, and the values of its line."""


class ReplyContext(NamedTuple):
    """A message to a bot, with everything that its answer depends on."""

    sight: AnySight
    gist: TalkFacts
    spec: Spec
    temper: str
    level: str
    message: Message
    heard: Utterance
    act: AnyAct | None
    in_common: bool
    """True if others read the answer."""
    terms: Sequence[Term] = ()
    book: tuple[Rule, ...] = ()
    """Sentences of the game's rule book."""

    @property
    def other(self) -> str:
        return self.message.sender

    @property
    def open(self) -> bool:
        """True if this temper tells, and only the asker reads it."""
        return HOW[self.temper].tells and not self.in_common

    @property
    def example(self) -> str:
        """A sentence that this bot would take, after others; empty for none."""
        return f" For example: \u201c{self.gist.example}\u201d" if self.gist.example else ""

    @property
    def shared(self) -> list[Message]:
        """Messages that every reader of the answer can read, oldest first."""
        return known_to(self.sight, self.message.readers)

    @property
    def remark(self) -> ParsedRemark | None:
        return self.heard.remark(things_of(self.gist), self.gist.verbs)

    @property
    def own(self) -> list[Message]:
        """The bot's own messages that every reader of the answer can read, oldest first."""
        return [m for m in self.shared if m.sender == self.sight.seat]

    @property
    def before(self) -> list[Message]:
        shared = self.shared
        return shared[: len(shared) - 1 - shared[::-1].index(self.message)]


def things_of(gist: TalkFacts) -> dict[str, str]:
    return {**{word: word for word in (*gist.worths, *gist.facts)}, **gist.names, **gist.spots, **gist.things}


def known_to(sight: AnySight, to: str | Sequence[str]) -> list[Message]:
    """Return the messages that all recipients of a line to `to`, a room or seats, can read."""
    if isinstance(to, str):
        return [m for m in sight.heard if m.channel in ("lounge", to)]
    return [m for m in sight.heard if {*to} <= {*m.readers}]


def has_said(context: ReplyContext, sentence: str) -> bool:
    return any(sentence in message.text for message in context.own)
