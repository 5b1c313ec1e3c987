"""The Game contract: the one page that the author of a new game reads.

A game is data plus pure functions. It performs no I/O, reads no clock, mutates nothing it is given, and holds no
secrets beyond its `State`: sealed orders live in the match, so a view cannot leak what the game does not hold.

A game lives in `core/games/<id>/`:

    spec.py      the Spec and the tables of the rules, as data that can be held against the source
    structs.py   State (a GameState), Orders, Actions, Given, Report, View: frozen, strict msgspec structs
    start.py     setup(): the position before the first input
    asking.py    asks(): every choice, the closed ones with their reason; check(): what may be sealed, and why not
    acting.py    act(): live actions
    closing.py   close(): the numbered steps of the source, one function a step, citing rulings
    ending.py    winners, candidate, decisions
    views.py     view(): built up from nothing for one seat; host(): everything; redeal(): what one seat cannot know,
                 drawn anew
    words.py     orders and reports in sentences for the player
    story.py     what happened: columns, reasons, series, turning points, steps
    drawing.py   draw(): a moment of a closed round, as every screen and page shows it
    reckoning.py reckon(): a close for one seat, what was promised against what came
    coaching.py  coach() and advise(): the first round, step by step, from what the seat knows
    company.py   gist(): what its bots may say of the match
    bots.py      bots that see a Sight (`core.bots.contract`): all that a player in their seat sees
    help.md      how to play, in our own words
    __init__.py  the Game subclass that binds these, and `GAME`, its one instance

No file is called like a function in it or like a parameter of this page, so that nothing needs another name where it is
imported; `core.kit.skeleton` holds every game to it.

Seats are named by their player: everywhere a seat is that name, a `str`. "In seat order" is the order of
`state.seats`. JSON forms are those of docs/rulings/. All dicts in states are built in a fixed order, never by
iterating over a set.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic

import msgspec

from core import cards
from core.bots import coach as coaching
from core.bots.coach import Advice, Hint, Lesson, Position
from core.bots.company.gist import Gist
from core.bots.contract import Bot, Hope, Move, Say, Sight
from core.dice import Dice
from core.json import Json
from core.ledger import Pending, total
from core.levels import BASIC, best
from core.parts import (
    Acted,
    ActionResult,
    Asks,
    Choice,
    Closing,
    GameState,
    Given,
    Hidden,
    NoOrders,
    Notice,
    O,
    Options,
    Pair,
    Policy,
    R,
    S,
    Spec,
    Stage,
    Struct,
    V,
)
from core.refusal import Refused
from core.story.drawing import Drawing, Moment
from core.story.parts import Memory, Page, Record, Tale
from core.story.reckoning import Reckoning
from core.talk.acts import Clause, Offer, Term, Verdict

__all__ = [
    "CONTRACT",
    "Acted",
    "ActionResult",
    "AnyGame",
    "Asks",
    "Choice",
    "Closing",
    "Game",
    "GameState",
    "Given",
    "Hidden",
    "NoOrders",
    "Notice",
    "O",
    "Options",
    "Pair",
    "Policy",
    "R",
    "S",
    "Spec",
    "Stage",
    "Struct",
    "V",
]

CONTRACT = 2
"""The version of this page; a game from outside the house says in `Game.contract` for which it was written.

2: `act` is given the dice. A game written for 1 is played as it is: its `act` is called without them
(`core.games.outside`)."""
CONTRACTS = (1, 2)
"""Those of games that can be played here."""


class Game(ABC, Generic[S, O, V, R]):
    """One game, known by its types: `Game[State, Orders, View, Report]`. From here to the last line of its panel a
    field of theirs that is renamed is an error of types wherever it is still used under its old name.

    Every method is a pure function of its arguments; the instance holds nothing.
    """

    spec: ClassVar[Spec]
    State: ClassVar[type[GameState]]
    Orders: ClassVar[type[Struct]] = NoOrders
    """Decoded strictly from JSON: unknown keys and wrong types are refused before `check` is called (CM-25). Left out
    in a game in which nothing is sealed."""
    Action: ClassVar[Any] = None
    """A union of Structs tagged by `kind`, or None for a game without live actions."""
    Options: ClassVar[type[Options]] = Options
    Given: ClassVar[type[Given]] = Given
    Report: ClassVar[type[Struct]]
    View: ClassVar[type[Struct]]
    contract: ClassVar[int]
    """The CONTRACT that a game from outside the house was written for, as a number of its own. The house's own games
    have none."""
    levels: ClassVar[tuple[str, ...]] = BASIC
    """The levels of `core.levels` that `bot` knows; whoever asks for another gets the usual one."""
    terms: ClassVar[tuple[Term, ...]] = ()
    """What seats can promise each other here (core.talk.acts), beside what they can in every game."""
    hidden: ClassVar[tuple[Hidden, ...]] = ()
    """Decks, hands and the like: what the usual `redeal` draws anew, and the kit exchanges two of."""
    unforeseen: ClassVar[frozenset[str]] = frozenset()
    """Codes of refusals that no player can see coming, because a ruling lets them show something of another seat."""

    # --- the rules -------------------------------------------------------------------------------------------
    @abstractmethod
    def setup(self, seats: tuple[str, ...], options: Any, given: Any, dice: Dice) -> S:
        """The position before the first input. Raises NotAMatch for options or set-up keys that the rules exclude.

        `options` and `given` are the game's own Options and Given: it names those classes here.
        Names and number of seats are already checked. `given.round` is within 1 to `spec.rounds` or None.
        """

    def check(self, state: S, seat: str, orders: O) -> None:
        """Raise Refused if these orders may not be sealed now (CM-01).

        Only what the seat knows may decide; what the other seats' orders decide fails at the close instead.
        Orders are taken in pregame only if `spec.pregame_orders`, never after the last round: the match sees to it.
        The usual check takes whatever `Orders` decodes.
        """

    @abstractmethod
    def close(self, state: S, orders: Mapping[str, O], dice: Dice) -> Closing[S, R]:
        """Resolve the round. A seat that sealed nothing is not in `orders` (CM-02), one that sealed `{}` is.

        Draws are named with the round, `dice.draw(f"round {state.round}: thefts")`, and made in seat order (CM-03).
        The order of the mapping `orders` must not matter.
        """

    @abstractmethod
    def asks(self, state: S, seat: str, sealed: O | None) -> Asks:
        """What `seat` may order and do now, in any phase before the ending. `sealed` are its own sealed orders."""

    @abstractmethod
    def view(self, state: S, seat: str | None) -> V:
        """What `seat` may know of the game (the match adds phase, own orders, reports, talk): a new View, built up
        from nothing. None is a spectator, who sees the public facts only."""

    def briefing_view(self, state: S, seat: str | None) -> V:
        """What `seat` may know during the briefing (CM-26): a game that deals only when round 1 starts hides it."""
        return self.view(state, seat)

    @abstractmethod
    def host(self, state: S) -> Json:
        """The keys of *Host state* in the rulings: everything, as JSON."""

    def act(self, state: S, seat: str, action: Any, sealed: O | None, dice: Dice) -> ActionResult[S]:
        """Do a live action now, or raise Refused. `sealed` are the actor's own sealed orders, if any; `action` is one
        of the game's `Action`. `dice` draw otherwise at every action: names need say only what for."""
        raise Refused("no_actions", f"{self.spec.title} has no live actions: seal orders instead.", "CM-25")

    # --- turns (CM-30 to CM-33) --------------------------------------------------------------------------------
    def stage(self, state: S) -> Stage | None:
        """Whom the open round waits for. None: for everybody, who seal orders and say ready, as in a game without
        turns. A Stage with nobody on turn: the house closes the round at once, and the State that `close` gives must
        have somebody on turn, or an ending. Everybody knows it: nothing hidden may decide it.

        Asked while a round is open, never in the briefing or the pregame. Who is not on turn is refused before `act`
        or `check` is called, and what `asks` offers there is closed; no game checks turns."""
        return None

    def default(self, state: S, seat: str) -> Any:
        """The move of a seat on turn that lets its time pass, by the `stage` of actions: one of `Action` that `act`
        accepts, from what the seat knows. Repeated by everybody it must bring the round to its close."""
        raise NotImplementedError(f"{self.spec.id} has turns: it needs a default move")

    # --- what cannot be known (HH-15) -------------------------------------------------------------------------
    def redeal(self, state: S, seat: str | None, dice: Dice) -> S:
        """A State that `seat` (None: a spectator) cannot tell from `state`, drawn anew.

        The model is ResampleFromInfostate of open_spiel: everything that the seat does not know is drawn again among
        what is possible, everything that it knows stays. It knows its own part, what is public, what it ordered and
        did, and whatever reports, notices and refusals have told it so far: a State keeps enough of that for `redeal`
        to respect it. "Possible" means that the rules' invariants hold (set-up, totals, limits) and that nothing the
        seat was told is contradicted; it need not be a position that these very players would have reached.

        What may be kept although the seat does not know it: only what the draw cannot change without breaking one of
        these, each with the ruling beside it. What is kept is not guarded by the property tests.

        Draws have names (`dice.draw("redeal: hands")`). Called while rounds are played (`state.ending` is None), in
        the briefing and the pregame too. Sealed orders, drafts, notes and talk are the match's, see
        `core.match.redeal`.

        Used by the property kit (`core.kit`), which compares everything that leaves the house for a seat before and
        after. A bot may call it only on a State that is rebuilt from its own Sight (`determinize`), never on that of
        the match.

        The usual one draws anew what `hidden` declares and keeps all else: right only where nothing else is hidden, and
        nothing told in the past binds it.
        """
        return cards.redealt(state, seat, self.hidden, self.realms(state), dice)

    def determinize(self, sight: Sight[O, V, R], dice: Dice) -> S | None:
        """A State in which a bot could be shown this Sight (core.bots.contract), made of the Sight alone: for bots that
        search. With `redeal` it gives any number of positions that fit what the bot knows. None where a game offers
        none, or where too little is known, as after a set-up.
        """
        return None

    def knows(self, state: S, seat: str | None) -> object:
        """What the rules let `seat` know at `state`, apart from the words of its reports: the property kit holds
        reports and notices against it. Of two closes after which a seat knows the same, both must have told it the
        same (HH-15). Usually the view; a game whose view repeats its reports builds it from the State instead."""
        return self.view(state, seat)

    # --- talk (CM-20 to CM-24) -------------------------------------------------------------------------------
    def realms(self, state: S) -> dict[str, str]:
        """Under `realms`: seat to the name of its realm. Else empty."""
        return {}

    def lines(self, state: S) -> tuple[Pair, ...]:
        """Under `realms` and `limited`: the pairs that may talk now beyond the usual, sorted in seat order."""
        return ()

    def kept(self, seat: str, clause: Clause, page: Page[O, V, R]) -> Verdict:
        """What became of a promise in a closed round, as `seat` knows it: from its own Page alone (HH-59)."""
        return "unseen"

    def breaks(self, seat: str, clause: Clause, orders: O, view: V) -> bool:
        """Would these orders of `seat` break its own promise for this round, as far as it can tell beforehand?"""
        return False

    # --- the end ---------------------------------------------------------------------------------------------
    def pending(self, state: S) -> Pending | None:
        """The next choice to be made once `state.ending` is set, or None when the match is finished (CM-07).

        The usual course: the choosers name the candidate if tied, then the candidate names the opponent among the
        seats without a Token of Life (CM-08). Games with other choices override this and `decide`.
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
        """Whom the candidate can name: the others who hold no Token of Life of this match and are not exempt
        (CM-08). Empty if there is nobody: then the match ends without an opponent."""
        assert state.ending is not None
        tokens = total(state.ledger, "token", state.seats)
        out = (state.ending.candidate, *state.exempt)
        return tuple(s for s in state.seats if s not in out and tokens[s] == 0)

    def decide(self, state: S, kind: str, chosen: tuple[str, ...]) -> S:
        """The state after the pending choice `kind` fell on `chosen`. The match has checked that it is possible."""
        ending = state.ending
        assert ending is not None
        if kind == "choose_candidate":
            ending = msgspec.structs.replace(ending, candidate=chosen[0])
        elif kind == "choose_opponent":
            ending = msgspec.structs.replace(ending, opponent=chosen[0])
        else:
            raise ValueError(f"{self.spec.id} has no decision {kind!r}")
        return msgspec.structs.replace(state, ending=ending)

    def told_at_end(self, state: S) -> Json:
        """Further public keys for the decision phase and the outcome (for example `marked`); JSON."""
        return {}

    # --- words for people ------------------------------------------------------------------------------------
    def restate(self, orders: O) -> Sequence[str]:
        """The orders in words, one line each, as the player would say them: for the seal dialog and the log."""
        return ()

    @abstractmethod
    def tell(self, report: R) -> Sequence[str]:
        """A seat's report in words, one line each. Plain text, no markup."""

    def tell_public(self, public: object) -> Sequence[str]:
        """What everyone was told at a close (its JSON: convert it to the struct that it was) in words; empty leaves it
        to the screens to list its keys."""
        return ()

    def restate_to(self, orders: O, view: V) -> Sequence[str]:
        """`restate` for the seat that sees `view`: games whose players name things say those names."""
        return self.restate(orders)

    def tell_to(self, report: R, view: V) -> Sequence[str]:
        """`tell` for the seat that sees `view`, likewise."""
        return self.tell(report)

    def later_pages(self, view: V) -> Mapping[str, str]:
        """Sections of help.md and rulings.md, by heading, that the rule book at the table still holds back from the
        seat that sees `view`, each with the sentence that says when it opens. Usually none."""
        return {}

    # --- the story (core.story) ------------------------------------------------------------------------------
    def tale(self, record: Record[S, O, R]) -> Tale:
        """What happened in a finished match, from everyone's eyes (`core.story.parts.Record`): columns that decide,
        reasons with their rulings, series, turning points, the steps of every close. Without one of its own a game is
        told by its ranking, orders and reports alone."""
        return Tale()

    def own_tale(self, memory: Memory[O, V, R]) -> Tale:
        """What one seat, or a spectator, knows of a match so far, in the same form, from its views, orders and
        reports alone (`core.story.parts.Memory`)."""
        return Tale()

    def draw(self, moment: Moment) -> Drawing | None:
        """A moment of a closed round, drawn for replays, reports and pages, from what the story tells of it: the
        position (`Tale.pictures`) and the steps. None where it is told in steps alone."""
        return None

    def reckon(self, page: Page[O, V, R]) -> Reckoning | None:
        """A closed round as the seat of `page` reads it: what the preview of its orders promised against what came,
        each of its orders with its mark, what changed, what holds next (HH-47). From the Page alone. None leaves it to
        its orders and its report in words."""
        return None

    # --- the coach (core.bots.coach, HH-28) -----------------------------------------------------------------------
    positions: ClassVar[tuple[Position, ...]] = ()
    """Where one may practise from, beside the start (HH-31)."""

    def coach(self, lesson: Lesson[O, V, R]) -> Hint | None:
        """What the coach says now: a step of the first round (and of a pregame, or the other half of a turn, before
        it), then what came of it. None where nothing is to be said. From the Lesson alone."""
        told = self.tell_to(lesson.report, lesson.view) if lesson.played else ()
        return coaching.usual(lesson, told)

    def advise(self, lesson: Lesson[O, V, R]) -> Advice | None:
        """A move to propose, with its reason: what its adviser would do that is shown this seat's Sight. The same
        Lesson gives the same advice; it is worked out when it is asked for."""
        made = coaching.moves(self.adviser(lesson.sight.seat), lesson)
        advice = coaching.from_moves(lesson, self.Orders, made)
        why = (*self.reasons(lesson, made), *coaching.promised(self.hope, lesson, self.Orders, advice))
        return msgspec.structs.replace(advice, why=why)

    def adviser(self, seat: str) -> Bot[O, V, R]:
        """Whose moves the coach proposes: a bot that has just sat down in this seat, whatever has been said, made and
        sealed there in this round; always of the same temper. The best bot there is, unless it goes on from what it
        remembers, or plays in a way in which nobody should be coached."""
        return self.bot(best(self.levels), seat, 0)

    def reasons(self, lesson: Lesson[O, V, R], made: Sequence[Move]) -> Sequence[str]:
        """Why these moves of a bot are proposed, a sentence each."""
        return ("That is what a careful bot would do in your seat, from what you know.",)

    # --- bots ------------------------------------------------------------------------------------------------
    @abstractmethod
    def bot(self, level: str, seat: str, seed: int) -> Bot[O, V, R]:
        """A bot, seeded, of one of `levels`."""

    def hope(self, sight: Sight[O, V, R], orders: O, said: Sequence[Say] = ()) -> Hope | None:
        """What these orders promise the seat that sees this, by the reckoning of the best bot: the same measure for
        its own orders and for those that were sealed (HH-38). `said` are proposals that go with them. None where there
        is no figure for it."""
        return None

    def terms_now(self, view: V) -> tuple[Term, ...]:
        """Return what the seat that sees this can promise and be promised now: terms that name only what this match
        has. Usually all of `terms`."""
        return self.terms

    def weigh(self, sight: Sight[O, V, R], offer: Offer) -> str:
        """Why a bot that sees this does not agree to terms beyond a swap of this round, as a clause (`I promise nothing
        about ...`); empty where it does: then its bots keep them."""
        return "I make no promises of that kind"

    def gist(self, sight: Sight[O, V, R]) -> Gist:
        """What a bot that sees this may say of the match in company (core.bots.company): its talk is made of it."""
        return Gist()


AnyGame = Game[Any, Any, Any, Any]
"""A game of which only the contract is known: what the registry hands out, and what a match is played by. The one place
at which the types end; a `core.table.seat.Seat` has them again."""
