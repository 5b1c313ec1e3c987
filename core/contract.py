"""The Game contract: the page for the author of a new game.

A game is data plus pure functions. It performs no I/O, reads no clock, mutates no argument, and holds no secrets beyond
its `State`: sealed orders live in the match, so a view cannot leak them.

A game lives in `core/games/<id>/`. docs/adding-a-game.md says what each of its files holds, and `core.kit.skeleton`
checks that: no file has the name of a function in it or of a parameter of this page, so imports need no other name.

Seats are named by their player: a seat is that name, a `str`. "In seat order" is the order of `state.seats`. JSON forms
are those of docs/rulings/. All dicts in states are built in a fixed order, never by iterating over a set.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic

import msgspec

from core import cards
from core.bots import coach as coaching
from core.bots.coach import Advice, Hint, Lesson, Position
from core.bots.company.talk_facts import TalkFacts
from core.bots.contract import Bot, Hope, Move, Say, Sight
from core.dice import Dice
from core.json import Json
from core.ledger import Pending, total
from core.levels import BASIC, best
from core.parts import Acted as Acted
from core.parts import ActionResult as ActionResult
from core.parts import Asks as Asks
from core.parts import Choice as Choice
from core.parts import Closing as Closing
from core.parts import GameState as GameState
from core.parts import Given as Given
from core.parts import Hidden as Hidden
from core.parts import NoOrders as NoOrders
from core.parts import Notice as Notice
from core.parts import Number as Number
from core.parts import O as O
from core.parts import Options as Options
from core.parts import Pair as Pair
from core.parts import Policy as Policy
from core.parts import R as R
from core.parts import S as S
from core.parts import Spec as Spec
from core.parts import Stage as Stage
from core.parts import Struct as Struct
from core.parts import Text as Text
from core.parts import V as V
from core.refusal import Refused
from core.story.drawing import Drawing, Moment
from core.story.parts import GameStory, Memory, Page, Record
from core.story.reviewing import RoundReview
from core.talk.acts import Clause, Offer, Term, Verdict

CONTRACT = 2
"""Version of this page; a game from outside names its version in `Game.contract`.

2: `act` gets the dice. The `act` of a game for 1 is called without them (`core.games.outside`).
"""
CONTRACTS = (1, 2)
"""Versions of games that can be played."""
RENAMED = {
    "gist": "talk_facts", "own_tale": "own_story", "reckon": "review", "tale": "full_story",
    "told_at_end": "outcome_facts",
}  # fmt: skip
"""Old names of functions, for games from outside; dropped with the next number of the contract."""


class Game(ABC, Generic[S, O, V, R]):
    """A game by its types: `Game[State, Orders, View, Report]`. Renaming a field of these is a type error wherever the
    old name is used, up to the panel.

    Every method is a pure function of its arguments; the instance holds nothing.
    """

    spec: ClassVar[Spec]
    State: ClassVar[type[GameState]]
    Orders: ClassVar[type[Struct]] = NoOrders
    """Decoded strictly from JSON: unknown keys and wrong types are refused before `check` (CM-25). Left out in a game
    without sealing."""
    Action: ClassVar[Any] = None
    """A union of Structs tagged by `kind`, or None for a game without live actions."""
    Options: ClassVar[type[Options]] = Options
    Given: ClassVar[type[Given]] = Given
    Report: ClassVar[type[Struct]]
    View: ClassVar[type[Struct]]
    contract: ClassVar[int]
    """CONTRACT of a game from outside, as a plain number. The house's games have none."""
    guarded: ClassVar[bool] = False
    """Set by the house: True for a game from outside with bounded functions (`core.games.guard`)."""
    Judgement: ClassVar[type[Struct] | None] = None
    """Struct of a host's results of a round. Not None: a close of a match of a house waits for them (HH-72)."""
    Direction: ClassVar[type[Struct] | None] = None
    """Struct of what a host sets for later rounds, beside the options (HH-72)."""
    levels: ClassVar[tuple[str, ...]] = BASIC
    """Levels of `core.levels` that `bot` knows; others get the default."""
    terms: ClassVar[tuple[Term, ...]] = ()
    """Promises of this game (core.talk.acts), beside those of every game."""
    hidden: ClassVar[tuple[Hidden, ...]] = ()
    """Decks, hands and the like: redrawn by the default `redeal`, and exchanged by the kit."""
    labels: ClassVar[Mapping[str, str]] = {}
    """Words for fields by struct and name, `View.purse`, for the general screen; `{}` in them stands for the value."""
    unforeseen: ClassVar[frozenset[str]] = frozenset()
    """Codes of refusals that a player cannot foresee, because a ruling lets them reveal something of another seat."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for old, new in RENAMED.items():
            names = next(vars(base) for base in cls.__mro__ if vars(base).keys() & {old, new})  # also of a mixin
            if not names.keys() >= {old, new}:
                function = names.get(new) or names[old]
                setattr(cls, new, function)
                setattr(cls, old, function)

    def spec_of(self, options: Json) -> Spec:
        """Return the facts of a match with these options, as typed: `spec`, in a match with its own title or rounds
        another."""
        return self.spec

    # --- the rules -------------------------------------------------------------------------------------------
    @abstractmethod
    def setup(self, seats: tuple[str, ...], options: Any, given: Any, dice: Dice) -> S:
        """Return the position before the first input. Raises NotAMatch for options or set-up keys that the rules
        exclude.

        `options` and `given` are the game's own Options and Given: it names those classes here. Names and number of
        seats are already checked. `given.round` is within 1 to `spec.rounds` or None.
        """

    def check(self, state: S, seat: str, orders: O) -> None:
        """Raise Refused if these orders may not be sealed now (CM-01).

        Only the seat's knowledge may decide; orders that fail by others' orders fail at the close. The match takes
        orders in the pregame only if `spec.pregame_orders`, and none after the last round. The default accepts all that
        `Orders` decodes.
        """

    @abstractmethod
    def close(self, state: S, orders: Mapping[str, O], dice: Dice) -> Closing[S, R]:
        """Resolve the round. A seat that sealed nothing is not in `orders` (CM-02), one that sealed `{}` is.

        Draws are named with the round, `dice.draw(f"round {state.round}: thefts")`, and made in seat order (CM-03). The
        order of the mapping `orders` must not matter.
        """

    def judge(self, state: S, orders: Mapping[str, O], verdict: Any, dice: Dice) -> Closing[S, R]:
        """Resolve the round by a host's results, one of the game's `Judgement`; or raise Refused (HH-72)."""
        raise NotImplementedError(f"{self.spec.id} has a Judgement: it needs judge()")

    def direct(self, state: S, direction: Any, opened: bool) -> S:
        """Take what a host sets, one of the game's `Direction`, or raise Refused. `opened` is False before the first
        round. No player may learn of it before the next round (HH-72)."""
        raise NotImplementedError(f"{self.spec.id} has a Direction: it needs direct()")

    @abstractmethod
    def asks(self, state: S, seat: str, sealed: O | None) -> Asks:
        """Return what `seat` may order and do now, in any phase before the ending. `sealed` are its own sealed
        orders."""

    @abstractmethod
    def view(self, state: S, seat: str | None) -> V:
        """Return what `seat` may know of the game (the match adds phase, own orders, reports, talk): a new View, built
        from nothing. None is a spectator, who sees public facts only."""

    def briefing_view(self, state: S, seat: str | None) -> V:
        """Return what `seat` may know during the briefing (CM-26): a game that deals only at round 1 hides the deal."""
        return self.view(state, seat)

    @abstractmethod
    def host(self, state: S) -> Json:
        """Return the keys of *Host state* in the rulings: everything, as JSON."""

    def act(self, state: S, seat: str, action: Any, sealed: O | None, dice: Dice) -> ActionResult[S]:
        """Make a live action, or raise Refused. `sealed` are the actor's own sealed orders, if any; `action` is one of
        the game's `Action`. `dice` differ at every action, so names of draws need not name the round."""
        raise Refused("no_actions", f"{self.spec.title} has no live actions: seal orders instead.", "CM-25")

    # --- turns (CM-30 to CM-33) --------------------------------------------------------------------------------
    def stage(self, state: S) -> Stage | None:
        """Return the Stage of the open round, or None if it waits for all: they seal orders and say ready, as in a game
        without turns.

        With no seat on turn the house closes the round at once; the State from `close` must have a seat on turn, or an
        ending. The stage is public: nothing hidden may decide it. Called while a round is open, never in the briefing
        or the pregame. Seats off turn are refused before `act` or `check`, and their `asks` closed; no game checks
        turns.
        """
        return None

    def default(self, state: S, seat: str) -> Any:
        """Return the move of a seat on turn that lets its time pass, in a `stage` of actions: an `Action` that `act`
        accepts, from the seat's knowledge. Repeated by all it must bring the round to its close."""
        raise NotImplementedError(f"{self.spec.id} has turns: it needs a default move")

    # --- what cannot be known (HH-15) -------------------------------------------------------------------------
    def redeal(self, state: S, seat: str | None, dice: Dice) -> S:
        """Return a State that `seat` (None: a spectator) cannot tell from `state`, redrawn from `dice`.

        The model is ResampleFromInfostate of open_spiel: all that the seat does not know is drawn again among what is
        possible. It knows its own part, public facts, its orders and actions, and what
        reports, notices and refusals told it: a State keeps enough of that for `redeal`. "Possible" means that the
        rules' invariants hold (set-up, totals, limits) and that nothing the seat was told is contradicted. These
        players need not have been able to reach it.

        Facts unknown to the seat may be kept only if redrawing them would break one of these, with the ruling beside.
        The property tests do not guard kept facts.

        Draws have names (`dice.draw("redeal: hands")`). Called while rounds are played (`state.ending` is None), also
        in the briefing and the pregame. Sealed orders, drafts, notes and talk are the match's, see `core.match.redeal`.

        The property kit (`core.kit`) compares everything that leaves the house for a seat before and after. A bot may
        call it only on a State rebuilt from its own Sight (`determinize`), never on the match's.

        The default redraws what `hidden` declares and keeps all else: right only if nothing else is hidden, and no past
        report constrains it.
        """
        return cards.redealt(state, seat, self.hidden, self.realms(state), dice)

    def determinize(self, sight: Sight[O, V, R], dice: Dice) -> S | None:
        """Return a State that could show a bot this Sight (core.bots.contract), made of the Sight alone, for bots that
        search. With `redeal` it gives any number of positions that fit the bot's knowledge. None if the game offers
        none, or too little is known, as after a set-up."""
        return None

    def knows(self, state: S, seat: str | None) -> object:
        """Return what the rules let `seat` know at `state`, apart from its reports' words. The property kit compares
        reports and notices with it: two closes after which a seat knows the same must tell it the same (HH-15). Usually
        the view; a game with reports in its view builds it from the State."""
        return self.view(state, seat)

    # --- talk (CM-20 to CM-24) -------------------------------------------------------------------------------
    def realms(self, state: S) -> dict[str, str]:
        """Return seat to realm under policy `realms`; else empty."""
        return {}

    def lines(self, state: S) -> tuple[Pair, ...]:
        """Return the pairs that may also talk now under `realms` and `limited`, sorted in seat order."""
        return ()

    def rooms(self, state: S) -> tuple[tuple[str, ...], ...] | None:
        """Return the rooms that a host has opened, each with its seats in seat order; None where nothing but the policy
        decides. Seats talk among those of one room, all of them or some (HH-75)."""
        return None

    def kept(self, seat: str, clause: Clause, page: Page[O, V, R]) -> Verdict:
        """Return the outcome of a promise in a closed round, as `seat` knows it from its own Page (HH-59)."""
        return "unseen"

    def breaks(self, seat: str, clause: Clause, orders: O, view: V) -> bool:
        """True if these orders of `seat` break its promise for this round, as far as it can tell before."""
        return False

    # --- the end ---------------------------------------------------------------------------------------------
    def pending(self, state: S) -> Pending | None:
        """Return the next choice once `state.ending` is set, or None when the match is finished (CM-07).

        By default the choosers name a tied candidate, then the candidate names the opponent among the seats without a
        Token of Life (CM-08). Games with other choices override this and `decide`.
        """
        ending = state.ending
        assert ending is not None
        if ending.candidates and ending.candidate is None:
            return Pending("choose_candidate", ending.choosers, ending.candidates)
        if ending.candidate is None or ending.opponent is not None:
            return None
        among = self.opponents(state)
        return Pending("choose_opponent", (ending.candidate,), among) if among else None

    def opponents(self, state: S) -> tuple[str, ...]:
        """Return the seats that the candidate can name: others without a Token of Life of this match that are not
        exempt (CM-08). If empty, the match ends without an opponent."""
        assert state.ending is not None
        tokens = total(state.ledger, "token", state.seats)
        excluded = (state.ending.candidate, *state.exempt)
        return tuple(s for s in state.seats if s not in excluded and tokens[s] == 0)

    def decide(self, state: S, kind: str, chosen: tuple[str, ...]) -> S:
        """Return the state after the pending choice `kind` fell on `chosen`, which the match has checked."""
        ending = state.ending
        assert ending is not None
        if kind == "choose_candidate":
            ending = msgspec.structs.replace(ending, candidate=chosen[0])
        elif kind == "choose_opponent":
            ending = msgspec.structs.replace(ending, opponent=chosen[0])
        else:
            raise ValueError(f"{self.spec.id} has no decision {kind!r}")
        return msgspec.structs.replace(state, ending=ending)

    def outcome_facts(self, state: S) -> Json:
        """Return further public keys for the decision phase and the outcome (for example `marked`); JSON."""
        return {}

    # --- words for people ------------------------------------------------------------------------------------
    def restate(self, orders: O) -> Sequence[str]:
        """Return the orders in words, one line each, as the player would say them: for the seal dialog and the log."""
        return ()

    @abstractmethod
    def tell(self, report: R) -> Sequence[str]:
        """Return a seat's report in words, one line each. Plain text, no markup."""

    def tell_public(self, public: object) -> Sequence[str]:
        """Return the public report in words, from its JSON (convert it to the struct that it was). Empty: screens list
        its keys."""
        return ()

    def restate_to(self, orders: O, view: V) -> Sequence[str]:
        """`restate` for the seat that sees `view`: for games with things that players name."""
        return self.restate(orders)

    def tell_to(self, report: R, view: V) -> Sequence[str]:
        """`tell` for the seat that sees `view`, likewise."""
        return self.tell(report)

    def later_pages(self, view: V) -> Mapping[str, str]:
        """Return the sections of help.md and rulings.md, by heading, that the rule book still holds back from the seat
        that sees `view`, each with the sentence that says when it opens. Usually none."""
        return {}

    # --- the story (core.story) ------------------------------------------------------------------------------
    def full_story(self, record: Record[S, O, R]) -> GameStory:
        """Return the game's part of a finished match's story, from complete knowledge: deciding columns, reasons with
        rulings, series, turning points, the steps of every close. By default a story has ranking, orders and reports
        alone."""
        return GameStory()

    def own_story(self, memory: Memory[O, V, R]) -> GameStory:
        """Return the same so far as one seat or spectator knows it, from its views, orders and reports alone."""
        return GameStory()

    def draw(self, moment: Moment) -> Drawing | None:
        """Draw a moment of a closed round for replays, reports and pages, from the story: the position
        (`GameStory.pictures`) and the steps. None for steps alone."""
        return None

    def board(self, view: V) -> Drawing | None:
        """Draw the position that the seat with `view` sees now, for the general panel. A cell of `NamedCells` can be
        chosen if its name is the value of an open choice. None for words alone."""
        return None

    def review(self, page: Page[O, V, R]) -> RoundReview | None:
        """Return a closed round for the seat of `page`, from the Page alone: forecast against result, its orders with
        their marks, changes, and what holds next (HH-47). None: its orders and report in words are shown."""
        return None

    # --- the coach (core.bots.coach, HH-28) -----------------------------------------------------------------------
    positions: ClassVar[tuple[Position, ...]] = ()
    """Positions to practise from, beside the start (HH-31)."""

    def coach(self, lesson: Lesson[O, V, R]) -> Hint | None:
        """Return the coach's words now, from the Lesson alone: a step of the first round (and of a pregame, or the
        other half of a turn, before it), then the result. None for nothing to say."""
        report = self.tell_to(lesson.report, lesson.view) if lesson.played else ()
        return coaching.usual_hint(lesson, report)

    def advise(self, lesson: Lesson[O, V, R]) -> Advice | None:
        """Return a proposed move with reasons: its adviser's with this seat's Sight. Equal lessons give equal advice.
        Computed on demand."""
        moves = coaching.moves(self.adviser(lesson.sight.seat), lesson)
        advice, waits = coaching.from_moves(lesson, self.Orders, moves), self.awaits(lesson)
        lies = tuple(say for say in advice.say if self.untrue(lesson.sight, say))
        advice = msgspec.structs.replace(advice, say=tuple(say for say in advice.say if say not in lies), lies=lies)
        if waits and not advice.say and advice.action is None:
            return msgspec.structs.replace(coaching.waiting_hint(waits), later=advice.orders)
        if advice.say:
            advice = msgspec.structs.replace(advice, orders=None, later=advice.orders)  # what is answered decides them
        why = (*self.reasons(lesson, moves), *coaching.expected_value_words(self.hope, lesson, self.Orders, advice))
        action, choices = advice.action, lesson.sight.asks.choices
        deed = "" if action is None else self.deed(action) or coaching.choice_words(choices, action)
        return msgspec.structs.replace(advice, deed=deed, why=why, waits=waits)

    def awaits(self, lesson: Lesson[O, V, R]) -> tuple[str, ...]:
        """Return the seats that should answer the coach's pupil before it seals."""
        return coaching.seats_that_owe_an_answer(lesson, self.terms)

    def takes_back(self, lesson: Lesson[O, V, R], waits: Sequence[str]) -> Advice | None:
        """Return the advice to take back the proposals that these seats did not answer."""
        return coaching.taken_back(self.terms, lesson, waits)

    def adviser(self, seat: str) -> Bot[O, V, R]:
        """Return the bot with the coach's moves: a new one in this seat, whatever was done there this round, always of
        the same temper. It is the best bot, unless that relies on its memory, or plays in a way that teaches
        bad habits."""
        return self.bot(best(self.levels), seat, 0)

    def untrue(self, sight: Sight[O, V, R], say: Say) -> bool:
        """True if the seat with this Sight knows, or strongly believes, that a message of its adviser is not so. The
        coach says it only if its pupil asks for it."""
        return False

    def deed(self, action: Json) -> str:
        """Return a proposed live action in a sentence; empty for none."""
        return ""

    def reasons(self, lesson: Lesson[O, V, R], made: Sequence[Move]) -> Sequence[str]:
        """Return the reasons for these moves of a bot, a sentence each."""
        return ("That is what a careful bot would do in your seat, from what you know.",)

    # --- bots ------------------------------------------------------------------------------------------------
    @abstractmethod
    def bot(self, level: str, seat: str, seed: int) -> Bot[O, V, R]:
        """Return a seeded bot of one of `levels`."""

    def hope(self, sight: Sight[O, V, R], orders: O, said: Sequence[Say] = ()) -> Hope | None:
        """Return what these orders promise the seat with this Sight, by the best bot's reckoning: one measure for its
        own and for sealed orders (HH-38). `said` are proposals with them. None without a figure."""
        return None

    def terms_now(self, view: V) -> tuple[Term, ...]:
        """Return what the seat that sees this can promise and be promised now: terms that name only what this match
        has. Usually all of `terms`."""
        return self.terms

    def weigh(self, sight: Sight[O, V, R], offer: Offer) -> str:
        """Return why a bot does not agree to terms beyond a swap of this round, as a clause (`I promise nothing about
        ...`). Empty if it agrees: then its bots keep them."""
        return "I make no promises of that kind"

    def talk_facts(self, sight: Sight[O, V, R]) -> TalkFacts:
        """Return the facts that a bot with this Sight may tell in company (core.bots.company)."""
        return TalkFacts()


for _old, _new in RENAMED.items():
    setattr(Game, _old, vars(Game)[_new])  # `super().gist(sight)`

AnyGame = Game[Any, Any, Any, Any]
"""A game of any types: the registry and the match use it. The types end here; a `core.table.seat.Seat` has them again.
"""
