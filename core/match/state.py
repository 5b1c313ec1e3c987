"""`Match`: one match at one moment, with everything that is the same in every game.

A match is the fold of its journal (`core.match.reducer`). It holds phases, sealed orders, drafts, ready marks, reports
by round, talk, the clock, and the start of every round to go back to. The rules are the game's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from core.contract import AnyGame, GameState, NoOrders, Notice, Stage, Struct
from core.decoding import check_name, decode
from core.dice import Dice, commitment
from core.games import game as find_game
from core.json import Json
from core.match import journal as j
from core.match.audience import Audience, told_of
from core.match.naming import TRIAL
from core.match.schedule import Schedule
from core.parts import ActionRecord
from core.refusal import NotAMatch, Refused, quoted
from core.story.parts import Facts
from core.talk.acts import AnyAct
from core.talk.channels import Aside, Deal, Message, Mute, Phase, PublishedAnswer, Rules


class SealedOrders(msgspec.Struct, frozen=True):
    """Sealed orders with the moment of sealing."""

    orders: Struct
    at: float


class Draft(msgspec.Struct, frozen=True):
    """Orders in the making, in whatever state the player left them."""

    orders: Json
    counts: bool
    round: int
    source: str = ""
    """Where it came from, in a sentence, if whoever has the seat did not write it."""


class RoundRecord(msgspec.Struct, frozen=True):
    """A closed round: what was ordered, what each seat was told, what all were told."""

    round: int
    orders: dict[str, Struct]
    reports: dict[str, Struct]
    public: object
    at: float
    ready: tuple[str, ...] = ()
    """Who was ready when it closed; not public."""


class SeatNotice(msgspec.Struct, frozen=True):
    """A notice with its round, as kept in a seat's log."""

    round: int
    notice: Notice


How = Literal["only", "votes", "lots", "lots_among_votes"]
"""How a choice was settled: it had one answer, by what was named, by lot, by lot among the most votes (CM-07)."""


class Decided(msgspec.Struct, frozen=True):
    """A choice of the decision phase that was made, and how: public (CM-15)."""

    kind: str
    chosen: tuple[str, ...]
    """In seat order."""
    how: How


WATCHING = {
    "house": "Everybody of the house may watch this match.",
    "link": "Everybody of the house may watch this match, and in a browser whoever has its link, without a name.",
    "cast": "Those seated alone may watch this match, and those who host it.",
    "code": "Those seated may watch this match, those who host it, and whoever has its code.",
}
"""What everybody is told (HH-46)."""
FOUND_BY_ALL: Final = ("house", "link")
"""By which everybody of the house finds a match and may watch it."""


OPEN_RECORD = "After its end whoever may find this match reads its record: points, orders, reports and the replay."
"""What everybody is told at the start of a match that was made so (HH-56)."""


class News(msgspec.Struct, frozen=True):
    """Something announced to every seat."""

    kind: str
    text: str
    round: int
    at: float
    until: float | None = None
    """The moment that it speaks of, for those whose clocks show another hour: a deadline that was moved."""


class PlannedNews(msgspec.Struct, frozen=True):
    """An announcement that its host has written and nobody else has seen (HH-24)."""

    number: int
    text: str
    due: float
    """Seconds since the epoch."""


class Name(msgspec.Struct, frozen=True):
    """Somebody who has put their name down for a match (HH-25)."""

    holder: str
    called: str
    up: bool = True
    """False once they took it back."""


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """Orders of one seat that a host has corrected (HH-40): its own and the hosts' until the end."""

    seat: str
    round: int
    was: Json | None
    """What was sealed before, as JSON; None for nothing."""
    now: Json | None
    reason: str
    """Told to everybody."""
    at: float


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a seat wrote in haste, and that is said when its turn comes (HH-34). Its writer's alone."""

    number: int
    by: str
    to: str | tuple[str, ...]
    text: str
    deal: Deal | None
    at: float
    """When it was written."""
    act: AnyAct | None = None
    why: str = ""
    """Why it could not be said when its turn came; empty while it waits."""


class RoundStart(msgspec.Struct, frozen=True):
    """Where a round began, to rewind to (CM-11)."""

    state: GameState
    lines: dict[str, int]
    """How long each list of the match was then."""
    spent: dict[str, float] = {}
    """What seats had spent of their banks."""


class Held(msgspec.Struct, frozen=True):
    """What would end the match and waits for a host to confirm it (HH-53). It has not happened yet."""

    phase: Phase
    """In which it came."""
    cause: Literal["host", "deadline", "early"]


class BeforeAbort(msgspec.Struct, frozen=True):
    """Where a match stood when its host ended it, to go on from there (HH-50)."""

    phase: Phase
    ready: tuple[str, ...]
    left: float | None
    """Seconds that what was open then had left; None without a deadline."""


class Release(msgspec.Struct, frozen=True):
    """What a seat answered: may this be published (HH-27)?"""

    seat: str
    what: Literal["talk", "notes"]
    key: tuple[str, tuple[str, ...]]
    """Of the conversation, as `Message.key`."""
    yes: bool


class Change(msgspec.Struct, frozen=True):
    """That something changed, for those whom it concerns; what changed they read from their own view."""

    kind: str
    """`orders`, `seals` (how many have sealed), `ready`, `draft`, `notes`, `said`, `told`, `closed`, `clock`,
    `news`; `remarked` (by those who watch, for them alone); `gone` (the right to hear more, `core.table.seat`)."""
    seats: tuple[str, ...] | None = None
    """Who may know that it happened; None for everyone."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one match at one moment. Never changed in place."""

    header: j.Header
    phase: Phase
    state: GameState
    """The game's State."""
    sealed: dict[str, SealedOrders] = {}
    drafts: dict[str, Draft] = {}
    ready: tuple[str, ...] = ()
    votes: dict[str, tuple[str, ...]] = {}
    """In the decision phase: what each chooser has named for the pending choice."""
    settled: int = 0
    """How many choices have been made, to name their lots."""
    decided: tuple[Decided, ...] = ()
    """The choices that were made since the last round closed."""
    rounds: tuple[RoundRecord, ...] = ()
    told: dict[str, tuple[SeatNotice, ...]] = {}
    actions: tuple[ActionRecord, ...] = ()
    said: tuple[Message, ...] = ()
    apart: tuple[Aside, ...] = ()
    """What was said in confessionals and on lines to the hosts; for the seat and its hosts alone (HH-29, HH-30)."""
    muted: dict[str, Mute] = {}
    """The seats that a host has muted; told to them alone."""
    out_may_read: bool = False
    """May those who are out of the season read the confessionals while it is played (HH-29)?"""
    corrected: tuple[Correction, ...] = ()
    """Orders that a host has corrected; whose they were is told with the record after the end."""
    waiting: tuple[Waiting, ...] = ()
    """What waits to be said, oldest first."""
    waited: int = 0
    """How many messages have waited, to number them."""
    answered: tuple[PublishedAnswer, ...] = ()
    """Questions with their answers, as hosts have published them."""
    news: tuple[News, ...] = ()
    opened: tuple[News, ...] = ()
    """What the host looked at; shown to the players after the end."""
    notes: dict[str, str] = {}
    holders: dict[str, str] = {}
    renamed: dict[str, str] = {}
    """What seats that have another name by now were called before, with what they are called now (HH-10)."""
    starts: Mapping[int, RoundStart] = {}
    deadline: float | None = None
    """Seconds since the epoch; None for no deadline, or while paused."""
    left: float | None = None
    """While paused: the seconds that were left."""
    paused: bool = False
    schedule: Schedule | None = None
    """When rounds close; None where each lasts equally long, or without end."""
    exempt: tuple[str, ...] | None = None
    """Who cannot be chosen as opponent by what the season knows (SE-24); None: by option `exempt` alone."""
    guests: tuple[str, ...] = ()
    """Seats of a season's guests: never candidates nor choosers (SE-32)."""
    passed_over: str = ""
    """The guest in whose place one of the cast is the candidate (SE-32); empty for none."""
    graced: dict[str, int] = {}
    """The seats for whom a deadline has waited, with the round in which it did (HH-23). Not public."""
    planned: tuple[PlannedNews, ...] = ()
    """Announcements to come, the host's alone."""
    plans: int = 0
    """How many announcements were planned, to number them."""
    names: tuple[Name, ...] = ()
    """Who has put their name down, in that order; public."""
    abandoned: bool = False
    held: Held | None = None
    """In the phase `confirming`: what a host looks at; None in every other."""
    before_abort: BeforeAbort | None = None
    """Where it stood when it was ended without a result; None while it was not."""
    public: bool = False
    """May it be published once it has finished (HH-17)?"""
    watch: j.WatchedBy = "house"
    """Who may find and watch it (HH-46)."""
    watch_code: str = ""
    """The digest of that code."""
    audience: Audience = Audience()
    """Its gallery, and what those who watch say among themselves."""
    releases: tuple[Release, ...] = ()
    """The last answer of each seat to each question (HH-27)."""
    notes_by_round: dict[str, dict[int, str]] = {}
    """By seat and round, its notes as they stood then last."""
    left_by: dict[str, str] = {}
    """By seat, the person who gave it up last (`person:<id>` or `local`)."""
    seats_given_up: dict[str, int] = {}
    """Seats that somebody has given up, to how many messages had been said by then: what is older had another reader
    (HH-27)."""
    handed: dict[str, tuple[int, float]] = {}
    """Seats that changed hands, to the round and the moment of the last time: what was agreed before binds nobody
    (HH-59)."""
    said_by_end: int = 0
    """How many messages had been said when it ended."""
    finished_at: float | None = None
    """When it ended, in seconds since the epoch; None before."""
    length: int = 0
    """How many entries have been applied."""
    moves: int = 0
    """How often somebody on turn has moved, come on turn or gone back: counts what is public."""
    turn_marks: dict[str, int] = {}
    """By seat on turn: what `moves` was when it came on turn or moved last. What it means for then counts for then
    alone."""
    spent: dict[str, float] = {}
    """By seat, the seconds of its bank that it has used up (CM-32)."""

    @property
    def game(self) -> AnyGame:
        return find_game(self.header.game)

    @property
    def spared(self) -> tuple[str, ...]:
        """Who cannot be chosen as opponent, by option `exempt` or by what the season knows (SE-24)."""
        own: tuple[str, ...] = self.state.exempt
        return own if self.exempt is None else self.exempt

    @property
    def seats(self) -> tuple[str, ...]:
        return self.header.seats

    @property
    def title(self) -> str:
        """What the host calls it, or else the game's title; of a trial with that before it (HH-69)."""
        return f"{TRIAL * self.header.trial}{self.header.title or self.game.spec.title}"

    def facts(self) -> Json:
        """The fields of `Facts`, for a struct that goes on from there."""
        spec = self.game.spec
        return msgspec.structs.asdict(
            Facts(
                match=self.header.match,
                title=self.title,
                game=spec.id,
                game_title=spec.title,
                phase=self.phase,
                rounds=spec.rounds,
                round_word=spec.round_word,
                parts=spec.parts,
                parts_word=spec.parts_word,
                seats=self.seats,
            )
        )

    @property
    def round(self) -> int:
        state: GameState = self.state
        return state.round

    def now_called(self, seat: str) -> str:
        """The present name of a seat that somebody knows by an earlier one (an invitation, say)."""
        return self.renamed.get(seat, seat)

    @property
    def shows_counts(self) -> bool:
        """May everybody see how many have sealed and are ready (CM-28)?"""
        return self.header.counts and self.game.spec.counts

    @property
    def dice(self) -> Dice:
        return Dice(self.header.seed)

    @property
    def stage(self) -> Stage | None:
        """Whom the open round waits for; None where it waits for everybody, and where no round is open."""
        if self.phase != "round" or self.state.ending is not None:
            return None
        return self.game.stage(self.state)

    @property
    def waits_for_the_late(self) -> bool:
        """True while the deadline of the open round waits for seats that have ordered nothing (HH-23)."""
        return self.round in self.graced.values()

    @property
    def turns(self) -> bool:
        """Does the open round wait for live actions of those on turn?"""
        stage = self.stage
        return stage is not None and stage.by == "actions"

    @property
    def seals(self) -> bool:
        """Is there anything to be sealed and said ready for in this match, now or later?"""
        return self.game.Orders is not NoOrders and not self.turns

    def bank(self, seat: str) -> float:
        """Seconds that a seat has left beyond the time of its turns (CM-32)."""
        return max(0.0, self.header.bank_seconds - self.spent.get(seat, 0.0))

    @property
    def talk(self) -> Rules:
        """Who may talk to whom now."""
        return Rules(
            policy=self.game.spec.policy,
            phase=self.phase if self.held is None else self.held.phase,
            seats=self.seats,
            realms=self.game.realms(self.state),
            lines=self.game.lines(self.state) if self.phase == "round" else (),
        )


Applied = tuple[Match, tuple[Change, ...]]


# --- beginning ------------------------------------------------------------------------------------------------------
def begin(header: j.Header) -> Match:
    """The match before its first entry. NotAMatch for seats, options or set-up that make none."""
    game = find_game(header.game)
    spec = game.spec
    check_seats(spec.title, spec.seats, header.seats)
    if header.rules_version != spec.rules_version:
        raise NotAMatch(
            "other_rules",
            f"This match was played by rules version {header.rules_version} of {spec.title}; here is version "
            f"{spec.rules_version}. Open it with the Garnet House that wrote it.",
        )
    options = decode(game.Options, header.options, "options", NotAMatch)
    given = decode(game.Given, header.given, "setup", NotAMatch)
    if given.round is not None and not 1 <= given.round <= spec.rounds:
        raise NotAMatch("no_such_round", f"{spec.title} has rounds 1 to {spec.rounds}, not {given.round}.")
    if header.commitment != commitment(header.seed, header.nonce):
        raise NotAMatch("broken_commitment", "The commitment does not belong to this seed and nonce.", "CM-04")
    exempt = check_exempt(header.seats, options.exempt)
    state = game.setup(header.seats, options, given, Dice(header.seed))
    if exempt:
        state = msgspec.structs.replace(state, exempt=exempt)
    watch: Literal["house", "cast"] = "cast" if header.hidden else "house"
    match = Match(header=header, phase="briefing", state=state, holders=dict(header.holders), watch=watch)
    if header.hidden:
        match = announce(match, "watching", WATCHING[watch], header.made_at)
    if header.open_record:
        match = announce(match, "open_record", OPEN_RECORD, header.made_at)
    if header.gallery:
        match = announce(match, "gallery", told_of(header.gallery, spec.round_word), header.made_at)
    return match if header.briefing else open_round(match, header.made_at)


def check_seats(title: str, wanted: int, names: tuple[str, ...]) -> None:
    """NotAMatch unless there are `wanted` different names that can be shown."""
    if len(names) != wanted:
        raise NotAMatch("wrong_seats", f"{title} has {wanted} seats; {len(names)} names were given.")
    for name in names:
        try:
            check_name(name)
        except Refused as refusal:
            raise NotAMatch(refusal.code, refusal.message) from None
    folded = [name.casefold() for name in names]
    for place, name in enumerate(names):
        if folded.index(name.casefold()) < place:
            raise NotAMatch("equal_names", f"Two seats have the same name, {quoted(name)}; give each its own.")


def check_exempt(seats: tuple[str, ...], named: tuple[str, ...]) -> tuple[str, ...]:
    """Option `exempt` in seat order (CM-08). NotAMatch for names that are not seated, or named twice."""
    for name in named:
        if name not in seats:
            raise NotAMatch("not_seated", f"exempt: nobody called {quoted(name)} is seated here.", "CM-08")
    if len(set(named)) < len(named):
        raise NotAMatch("named_twice", "exempt: name each player once.", "CM-08")
    return tuple(seat for seat in seats if seat in named)


def change(match: Match, **fields: Any) -> Match:
    """`match` with some fields replaced."""
    return msgspec.structs.replace(match, **fields)


def check_player(match: Match, seat: str) -> None:
    """Refused unless `seat` sits at this match."""
    if seat not in match.seats:
        raise Refused("not_seated", f"Nobody called {quoted(seat)} is seated here.", "CM-25")


def check_round(match: Match, meant: int | None) -> None:
    """Refused if something was meant for another round than the open one."""
    if meant is not None and meant != match.round:
        when = match.game.spec.when
        same = when(meant) == when(match.round)
        meant_for, is_open = when(meant, same), when(match.round, same)
        raise Refused("too_late", f"That was meant for {meant_for}; {is_open} is open now. Look again.", "CM-01")


def announce(match: Match, kind: str, text: str, at: float, until: float | None = None) -> Match:
    """`match` with something told to every seat and kept in the record."""
    return change(match, news=(*match.news, News(kind, text, match.round, at, until)))


# --- orders ---------------------------------------------------------------------------------------------------------
def is_open(match: Match) -> bool:
    """Is this a moment at which seats can order or do anything?"""
    return match.phase == "round" or (match.phase == "pregame" and match.game.spec.pregame_orders)


def takes_orders(match: Match) -> bool:
    """Is this a moment at which orders can be sealed?"""
    return is_open(match) and match.seals


def check_turn(match: Match, seat: str, kind: object = None) -> None:
    """Refused unless `seat` is on turn (CM-30), for a live action of that kind or (None) to seal orders."""
    stage = match.stage
    if stage is None or (kind is not None and kind in stage.free):
        return
    if seat not in stage.seats:
        raise Refused("not_your_turn", turn_words(stage), "CM-30")
    if kind is None and stage.by == "actions":
        raise Refused("no_orders_now", f"Nothing is sealed now. {turn_words(stage)}", "CM-30")
    if kind is not None and stage.by == "orders":
        raise Refused("no_actions_now", f"Now orders are sealed: {stage.name}.", "CM-30")


def turn_words(stage: Stage) -> str:
    """Whose turn it is, in a sentence."""
    *others, last = stage.seats or ("nobody",)
    names = f"{', '.join(others)} and {last}" if others else last
    return f"It is the turn of {names}: {stage.name}."


def read_orders(match: Match, seat: str, orders: Json) -> Struct:
    """The game's Orders from JSON, checked in full (CM-01), or Refused. Nothing is sealed."""
    check_player(match, seat)
    check_turn(match, seat)
    if is_open(match) and not match.seals:
        raise Refused(
            "no_orders", f"Nothing is sealed in {match.game.spec.title}: what you do counts at once.", "CM-25"
        )
    if not takes_orders(match):
        word = match.game.spec.round_word
        raise Refused("no_orders_now", f"Orders are taken while a {word} is open, and none is now.", "CM-25")
    read = decode(match.game.Orders, orders, "orders")
    match.game.check(match.state, seat, read)
    return read


def open_round(match: Match, at: float) -> Match:
    """`match` at the start of the round that its state stands at: clock wound, seals and ready marks gone."""
    phase: Phase = "pregame" if match.state.round == 0 else "round"
    lines = {"rounds": len(match.rounds), "actions": len(match.actions)}
    opened = change(
        match,
        phase=phase,
        sealed={},
        ready=(),
        held=None,
        starts={**match.starts, match.state.round: RoundStart(match.state, lines, match.spent)},
    )
    return wind(opened, at)


def wind(match: Match, at: float) -> Match:
    """`match` with its clock set for what opens at `at`: to the next time of its schedule (HH-19), or for as long as a
    round lasts; where it waits for moves, a turn (CM-32), with what those on turn have in their banks. While the clock
    is stopped that much is left."""
    schedule, seconds, stage = match.schedule, match.header.round_seconds, match.stage
    turn = stage is not None and stage.by == "actions"
    if schedule is not None:
        schedule = schedule.turned(at) if turn else schedule.opened(at)
        seconds = None if schedule.closes is None else schedule.closes - at
    elif stage is not None and seconds is not None:
        seconds *= stage.share
    deadline = None if seconds is None else at + seconds
    if schedule is not None:
        deadline = schedule.closes  # to the very second that was told beforehand
    if turn and seconds is not None and deadline is not None:
        seconds, deadline = seconds + least_bank(match), deadline + least_bank(match)
    return change(
        match, schedule=schedule, deadline=None if match.paused else deadline, left=seconds if match.paused else None
    )


def least_bank(match: Match) -> float:
    """What is left in the bank of those on turn, of whom it has least: so much of the deadline is of banks."""
    stage = match.stage
    if stage is None or stage.by != "actions":
        return 0.0
    return min((match.bank(seat) for seat in stage.seats), default=0.0)
