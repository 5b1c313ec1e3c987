"""What a game lets a bot say of its own match: made from the bot's Sight alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from core.parts import Struct


class Secret(NamedTuple):
    """A question about oneself that another may ask, with what one can say to it."""

    truth: str
    lie: str


class Plan(Struct, frozen=True):
    """What a bot is after in this round, and how much of it can be said. Clauses, as in a `Gist`."""

    truth: str
    """`I go for 4B and 9A`."""
    half: str
    """A part of it, for many ears: `I am after the Frontier Sequence`."""
    feint: str
    """What is not so, for those who lie."""
    goals: Mapping[str, str] = {}
    """By spot that it is going to, the truth of it: `4B` to `I go for 4B`."""


class Gist(Struct, frozen=True, kw_only=True):
    """What a bot knows that is worth a word. Clauses begin in small letters but for `I`, and end without a stop."""

    own: str = ""
    """How it stands, as a clause: `I have 12 points`. Empty where it keeps that to itself."""
    leaders: tuple[str, ...] | None = None
    """Who leads, where its seat knows: one seat, several, or nobody yet. None where it does not know."""
    holds: str = ""
    """A true part of what it holds, that may be told: `2 red cubes`."""
    needs: str = ""
    """What it is after in its deals, that may be told: `a ruby`."""
    gain: str = ""
    brought: str = ""
    behind: bool = False
    """Of games from outside; nobody speaks of them any more."""
    rule: str = ""
    """The rule that people ask for first, as a sentence."""
    rules: Mapping[str, str] = {}
    """By word that a question about the rules may hold (`topaz`), the rule that it asks for, as a sentence."""
    pacts: bool = False
    """Does a pact mean something in this game?"""
    kept_by: tuple[str, ...] = ()
    """Who did last round what was agreed with this seat."""
    broken_by: tuple[str, ...] = ()
    """Who did not."""
    liars: tuple[str, ...] = ()
    """Who broke a word to this seat in this match, the latest first."""
    honest: tuple[str, ...] = ()
    """Who kept one and broke none, the most often first."""
    deals: Mapping[str, str] = {}
    """By seat, what was agreed with it in this round, as this seat puts it: `my red cube for your white cube`."""
    wronged: tuple[str, ...] = ()
    """With whom this seat has broken its own word in this match."""
    secrets: Mapping[str, Secret] = {}
    """By word that may be asked for (`charity`), what can be answered."""
    allies: tuple[str, ...] = ()
    """Who may be told a secret without much harm."""
    room: Literal["lounge", "realm"] = "lounge"
    """Where it can speak to several."""
    opening: str = "greet"
    """The occasion of its first word to all."""
    alone: str | None = None
    """With whom it is connected for this round only, as by the device of the Ship."""
    names: Mapping[str, str] = {}
    """What words name what can be traded, in small letters."""
    bargain: str = ""
    """A pattern of what a deal is called here (`combin\\w*`), for a wish that names nothing."""
    stock: Mapping[str, str] = {}
    """Sentences of the game's bots that a voice may say in its own way, with the occasion; an empty one gives way to
    any answer."""
    slots: Mapping[str, Mapping[str, str]] = {}
    """By sentence of `stock`, what its line is filled with besides the name of whom it is said to."""
    places: int = 0
    """How many places there are that it leaves to people who claim them."""
    insistent: tuple[str, ...] = ()
    """People to whom it leaves none, for they claimed one in the round before."""
    last: Literal["", "took", "missed", "equal", "close"] = ""
    """Of a duel: what became of the trick or bout that is just over."""
    worths: Mapping[str, str] = {}
    """By word (`onyx`), what everybody may know of its worth, as a sentence."""
    best: str = ""
    """What everybody may know to be worth most now, as a sentence."""
    advice: str = ""
    """What it would do in the place of somebody on its own side, as a sentence."""
    plan: Plan | None = None
    """What it is after, once it knows."""
    spots: Mapping[str, str] = {}
    """What words name where one can go, in small letters, with the name as it is written."""
