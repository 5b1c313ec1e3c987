"""Facts that a game lets a bot tell, from the bot's Sight alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from core.parts import Struct


class Secret(NamedTuple):
    """A question about the bot itself, with both answers."""

    truth: str
    lie: str


class Plan(Struct, frozen=True):
    """A bot's plan for this round, in clauses."""

    truth: str
    """`I go for 4B and 9A`."""
    half: str
    """A part of it, for many readers: `I am after the Frontier Sequence`."""
    feint: str
    """A lie, for bots that lie."""
    goals: Mapping[str, str] = {}
    """Truth by spot that it goes to: `4B` to `I go for 4B`."""


class TalkFacts(Struct, frozen=True, kw_only=True):
    """Facts for talk. Clauses begin in small letters except `I`, and end without a stop."""

    own: str = ""
    """The bot's own standing: `I have 12 points`; empty if secret."""
    leaders: tuple[str, ...] | None = None
    """Leaders: one seat, several, or none yet. None if unknown to the seat."""
    holds: str = ""
    """A true part of its possessions: `2 red cubes`."""
    needs: str = ""
    """A true aim of its deals: `a ruby`."""
    rule: str = ""
    """The rule that people ask for first, as a sentence."""
    rules: Mapping[str, str] = {}
    """Rules in sentences, by words of the question (`topaz`, `tie|same`)."""
    pacts: bool = False
    """True if pacts matter in this game."""
    kept_by: tuple[str, ...] = ()
    """Seats that kept their agreement with this one last round."""
    broken_by: tuple[str, ...] = ()
    """Seats that broke it."""
    liars: tuple[str, ...] = ()
    """Seats that broke a word to this one in this match, latest first."""
    honest: tuple[str, ...] = ()
    """Seats that kept a word and broke none, most often first."""
    deals: Mapping[str, str] = {}
    """This round's agreements by seat, from this seat's side: `my red cube for your white cube`."""
    wronged: tuple[str, ...] = ()
    """Seats to which this one broke its word in this match."""
    past: Mapping[str, str] | None = None
    """Outcome of the last agreement of an earlier round by seat, as a sentence to that seat. None if the game keeps
    none."""
    pays: Mapping[str, str] = {}
    """Worth of the swap last spoken of by seat, for both sides, as a public sentence to that seat."""
    secrets: Mapping[str, Secret] = {}
    """Answers by a word of the question (`charity`)."""
    allies: tuple[str, ...] = ()
    """Seats that may hear a secret without much harm."""
    room: Literal["lounge", "realm"] = "lounge"
    """Room for messages to several."""
    opening: str = "greet"
    """Occasion of its first message to all."""
    alone: str | None = None
    """Seat that it is connected with for this round only, as by the device of the Ship."""
    names: Mapping[str, str] = {}
    """Tradable things by word, in small letters."""
    bargain: str = ""
    r"""Pattern of the game's word for a deal (`combin\w*`), for a wish that names nothing."""
    stock: Mapping[str, str] = {}
    """Sentences of the game's bots that a voice may word, with their occasion; one with an empty occasion gives way to
    any answer."""
    slots: Mapping[str, Mapping[str, str]] = {}
    """Values for lines in place of a `stock` sentence, besides the listener's name."""
    places: int = 0
    """Number of places that it leaves to people who claim them."""
    insistent: tuple[str, ...] = ()
    """People who get none of them, since they claimed one in the round before."""
    last: Literal["", "took", "missed", "equal", "close"] = ""
    """Result of a duel's last trick or bout."""
    worths: Mapping[str, str] = {}
    """Public worth by word (`onyx`), in sentences."""
    best: str = ""
    """The most valuable thing now by public knowledge, as a sentence."""
    advice: str = ""
    """Advice to a seat on its side, as a sentence."""
    plan: Plan | None = None
    """None until it has one."""
    spots: Mapping[str, str] = {}
    """Spots to go to by word in small letters."""
    facts: Mapping[str, str] = {}
    """Truths about itself by word (`energy`), as clauses; told to a single asker by tempers that tell."""
    things: Mapping[str, str] = {}
    """Further names of the game's things by word, to be recognised in talk; single capitals stand for themselves."""
    notes: Mapping[str, str] = {}
    """Public sentences about this match, by the name of a thing (`K`)."""
    news: str = ""
    """A public sentence about the position, for the first word to all."""
    verbs: str = ""
    """Pattern of the game's own verbs, for requests (`lock|ask|query`)."""
    example: str = ""
    """A sentence that binds in this position, for people who were not understood."""


Gist = TalkFacts  # old name, for games from outside
