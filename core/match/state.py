"""`Match`: one match at one moment, with everything that is the same in every game. It is the fold of its journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from core.contract import AnyGame, GameState, NoOrders, Stage, Struct
from core.decoding import check_name, decode
from core.dice import Dice, commitment
from core.games import game as find_game
from core.json import Json
from core.match import journal as j
from core.match.audience import Audience, gallery_words, onlookers_words
from core.match.naming import TRIAL
from core.match.records import (
    BeforeAbort,
    BeforeVerdict,
    Change,
    ConsentAnswer,
    Correction,
    Draft,
    HeldClose,
    News,
    PlannedNews,
    RoundRecord,
    RoundStart,
    SealedOrders,
    SeatNotice,
    SettledChoice,
    SignupName,
    WaitingMessage,
)
from core.match.schedule import Schedule
from core.parts import ActionRecord, Spec
from core.refusal import NotAMatch, Refused, quoted
from core.story.parts import Facts
from core.talk.channels import Aside, Message, Mute, Phase, PublishedAnswer, Rules

WATCHING = {
    "house": "Everybody of the house may watch this match.",
    "link": "Everybody of the house may watch this match, and in a browser everybody who has its link, without a name.",
    "cast": "Those seated alone may watch this match, and those who host it.",
    "code": "Its players, its hosts and people with its code may watch this match.",
}
"""Announcements (HH-46)."""
FOUND_BY_ALL: Final = ("house", "link")
"""Values by which the whole house finds and may watch a match."""


OPEN_RECORD = "After its end all who may find this match read its record: points, orders, reports and the replay."
"""Announcement at the start of such a match (HH-56)."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    header: j.Header
    phase: Phase
    state: GameState
    sealed: dict[str, SealedOrders] = {}
    drafts: dict[str, Draft] = {}
    ready: tuple[str, ...] = ()
    votes: dict[str, tuple[str, ...]] = {}
    settled: int = 0
    """Number of settled choices, which names their lots."""
    decided: tuple[SettledChoice, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()
    notices: dict[str, tuple[SeatNotice, ...]] = {}
    actions: tuple[ActionRecord, ...] = ()
    messages: tuple[Message, ...] = ()
    asides: tuple[Aside, ...] = ()
    """Messages in confessionals and on lines to hosts, for the seat and its hosts alone (HH-29, HH-30)."""
    muted: dict[str, Mute] = {}
    """Muted seats, each of which alone knows."""
    out_may_read: bool = False
    """True if players who are out of the season may read the confessionals during the match (HH-29)."""
    corrected: tuple[Correction, ...] = ()
    """Corrections by hosts; the seats are public after the end."""
    queued: tuple[WaitingMessage, ...] = ()
    queue_count: int = 0
    published_answers: tuple[PublishedAnswer, ...] = ()
    """Questions with answers that hosts published."""
    news: tuple[News, ...] = ()
    host_looks: tuple[News, ...] = ()
    notes: dict[str, str] = {}
    holders: dict[str, str] = {}
    renamed: dict[str, str] = {}
    """Former names of seats to present ones (HH-10)."""
    starts: Mapping[int, RoundStart] = {}
    deadline: float | None = None
    """Seconds since the epoch; None for no deadline, or while paused."""
    seconds_left: float | None = None
    """Seconds left while paused."""
    paused: bool = False
    schedule: Schedule | None = None
    """None if rounds last equally long, or without end."""
    exempt: tuple[str, ...] | None = None
    """Seats that cannot be chosen as opponent, by the season (SE-24); None: option `exempt` alone."""
    guests: tuple[str, ...] = ()
    """Guests' seats: never candidates nor choosers (SE-32)."""
    passed_over: str = ""
    """Guest whom one of the cast replaces as candidate (SE-32); empty for none."""
    waited_for: dict[str, int] = {}
    """Seats for which a deadline waited, with the last such round (HH-23). Not public."""
    planned: tuple[PlannedNews, ...] = ()
    """Planned announcements, secret to the host."""
    plan_count: int = 0
    names: tuple[SignupName, ...] = ()
    """Sign-ups in order; public."""
    lots_filled: j.LotsFilled | None = None
    """Bots for the seats that the lots leave; None leaves these free."""
    abandoned: bool = False
    held_close: HeldClose | None = None
    """Close that waits for a host; None outside the phases `confirming` and `judging`."""
    before_verdict: BeforeVerdict | None = None
    """None unless the last results can be taken back."""
    later_drafts: dict[str, Draft] = {}
    """Drafts of the round that closed again when results were taken back."""
    before_abort: BeforeAbort | None = None
    """None unless ended without a result."""
    public: bool = False
    """May be published after the end (HH-17)."""
    watch: j.WatchedBy = "house"
    """Group that may find and watch it (HH-46)."""
    watch_code: str = ""
    audience: Audience = Audience()
    releases: tuple[ConsentAnswer, ...] = ()
    """Last answer of each seat to each question (HH-27)."""
    notes_by_round: dict[str, dict[int, str]] = {}
    left_by: dict[str, str] = {}
    """Last person who gave up each seat (`person:<id>` or `local`)."""
    seats_given_up: dict[str, int] = {}
    """Seats that were given up, to the number of messages then: older ones had another reader (HH-27)."""
    handed_over: dict[str, tuple[int, float]] = {}
    """Seats that changed hands, to the last round and moment: agreements from before bind no more (HH-59)."""
    messages_by_end: int = 0
    finished_at: float | None = None
    """Seconds since the epoch; None before the end."""
    entry_count: int = 0
    moves: int = 0
    """Counts public events of turns: a move on turn, a new turn, going back."""
    turn_marks: dict[str, int] = {}
    """`moves` when each seat on turn came on turn or last moved. Input for an older value is refused."""
    spent: dict[str, float] = {}
    """Seconds of its bank that each seat has spent (CM-32)."""

    @property
    def game(self) -> AnyGame:
        return find_game(self.header.game, self.header.rules_version)

    @property
    def spec(self) -> Spec:
        """Facts of the game, with the match's own title and rounds where its options set them."""
        return self.game.spec_of(self.header.options)

    @property
    def exempt_seats(self) -> tuple[str, ...]:
        """Seats that cannot be chosen as opponent, by option `exempt` or the season (SE-24)."""
        own: tuple[str, ...] = self.state.exempt
        return own if self.exempt is None else self.exempt

    @property
    def seats(self) -> tuple[str, ...]:
        return self.header.seats

    @property
    def title(self) -> str:
        """The host's title or the game's; a trial is marked (HH-69)."""
        return f"{TRIAL * self.header.trial}{self.header.title or self.spec.title}"

    def facts(self) -> Json:
        spec = self.spec
        return msgspec.structs.asdict(
            Facts(
                match=self.header.match,
                title=self.title,
                game=spec.id,
                game_title=spec.title,
                phase=self.phase,
                rounds=spec.rounds,
                at_most=spec.at_most,
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
        return self.renamed.get(seat, seat)

    @property
    def shows_counts(self) -> bool:
        """True if the numbers of seals and ready marks are public (CM-28)."""
        return self.header.counts and self.spec.counts

    @property
    def dice(self) -> Dice:
        return Dice(self.header.seed)

    @property
    def stage(self) -> Stage | None:
        """Seats for which the open round waits; None if all, or if no round is open."""
        if self.phase != "round" or self.state.ending is not None:
            return None
        return self.game.stage(self.state)

    @property
    def waits_for_the_late(self) -> bool:
        """True while the deadline of the open round waits for seats that ordered nothing (HH-23)."""
        return self.round in self.waited_for.values()

    @property
    def turns(self) -> bool:
        """True if the open round waits for live actions of seats on turn."""
        stage = self.stage
        return stage is not None and stage.by == "actions"

    @property
    def seals(self) -> bool:
        return self.game.Orders is not NoOrders and not self.turns

    def bank(self, seat: str) -> float:
        """Return the seconds left in a seat's bank (CM-32)."""
        return max(0.0, self.header.bank_seconds - self.spent.get(seat, 0.0))

    @property
    def talk(self) -> Rules:
        return Rules(
            policy=self.spec.policy,
            phase=self.phase if self.held_close is None else self.held_close.phase,
            seats=self.seats,
            realms=self.game.realms(self.state),
            lines=self.game.lines(self.state) if self.phase == "round" else (),
            groups=self.game.rooms(self.state),
        )


Applied = tuple[Match, tuple[Change, ...]]


# --- beginning ------------------------------------------------------------------------------------------------------
def begin(header: j.Header) -> Match:
    """Begin a match before its first entry. Raises NotAMatch for seats, options or set-up."""
    game = find_game(header.game, header.rules_version)
    options = decode(game.Options, header.options, "options", NotAMatch)
    spec = game.spec_of(header.options)
    check_seats(spec, header.seats)
    if header.rules_version != spec.rules_version:
        raise NotAMatch(
            "other_rules",
            f"This match was played by rules version {header.rules_version} of {spec.title}; here is version "
            f"{spec.rules_version}. Open it with the Garnet House that wrote it.",
        )
    given = decode(game.Given, header.setup, "setup", NotAMatch)
    if given.round is not None and not 1 <= given.round <= spec.rounds:
        raise NotAMatch("no_such_round", f"{spec.title} has rounds 1 to {spec.rounds}, not {given.round}.")
    if header.commitment != commitment(header.seed, header.nonce):
        raise NotAMatch("broken_commitment", "The commitment does not belong to this seed and nonce.", "CM-04")
    exempt = check_exempt(header.seats, options.exempt)
    if header.branch is None:
        state = game.setup(header.seats, options, given, Dice(header.seed))
    else:
        state = decode(game.State, header.branch.state, "branch", NotAMatch)
    if exempt:
        state = msgspec.structs.replace(state, exempt=exempt)
    watch: Literal["house", "cast"] = "cast" if header.hidden else "house"
    match = Match(header=header, phase="briefing", state=state, holders=dict(header.holders), watch=watch)
    if header.hidden:
        match = announce(match, "watching", WATCHING[watch], header.made_at)
    if header.open_record:
        match = announce(match, "open_record", OPEN_RECORD, header.made_at)
    if header.gallery:
        match = announce(match, "gallery", gallery_words(header.gallery, spec.round_word), header.made_at)
    if header.onlookers:
        match = announce(match, "onlookers", onlookers_words(header.onlookers, spec.round_word), header.made_at)
    return match if header.briefing else open_round(match, header.made_at)


def check_seats(spec: Spec, names: tuple[str, ...]) -> None:
    """NotAMatch unless there are as many different printable names as the game takes."""
    if not spec.takes(len(names)):
        raise NotAMatch("wrong_seats", f"{spec.title} has {spec.seat_words} seats; {len(names)} names were given.")
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
    """Return option `exempt` in seat order (CM-08). NotAMatch for names that are not seated, or named twice."""
    for name in named:
        if name not in seats:
            raise NotAMatch("not_seated", f"exempt: nobody called {quoted(name)} is seated here.", "CM-08")
    if len(set(named)) < len(named):
        raise NotAMatch("named_twice", "exempt: name each player once.", "CM-08")
    return tuple(seat for seat in seats if seat in named)


def change(match: Match, **fields: Any) -> Match:
    return msgspec.structs.replace(match, **fields)


def check_player(match: Match, seat: str) -> None:
    """Refused (`not_seated`) unless `seat` is at this match."""
    if seat not in match.seats:
        raise Refused("not_seated", f"Nobody called {quoted(seat)} is seated here.", "CM-25")


def check_round(match: Match, meant: int | None) -> None:
    """Refused (`too_late`) if meant for another round than the open one."""
    if meant is not None and meant != match.round:
        when = match.spec.when
        same = when(meant) == when(match.round)
        meant_for, is_open = when(meant, same), when(match.round, same)
        raise Refused("too_late", f"That was meant for {meant_for}; {is_open} is open now. Look again.", "CM-01")


def announce(match: Match, kind: str, text: str, at: float, until: float | None = None) -> Match:
    return change(match, news=(*match.news, News(kind, text, match.round, at, until)))


# --- orders ---------------------------------------------------------------------------------------------------------
def is_open(match: Match) -> bool:
    return match.phase == "round" or (match.phase == "pregame" and match.spec.pregame_orders)


def takes_orders(match: Match) -> bool:
    return is_open(match) and match.seals


def check_turn(match: Match, seat: str, kind: object = None) -> None:
    """Refused unless `seat` is on turn (CM-30), for a live action of that kind or (None) to seal orders."""
    stage = match.stage
    if stage is None or (kind is not None and kind in stage.free):
        return
    if seat not in stage.seats:
        raise Refused("not_your_turn", whose_turn_words(stage), "CM-30")
    if kind is None and stage.by == "actions":
        raise Refused("no_orders_now", f"Nothing is sealed now. {whose_turn_words(stage)}", "CM-30")
    if kind is not None and stage.by == "orders":
        raise Refused("no_actions_now", f"Now orders are sealed: {stage.name}.", "CM-30")


def whose_turn_words(stage: Stage) -> str:
    *others, last = stage.seats or ("nobody",)
    names = f"{', '.join(others)} and {last}" if others else last
    return f"It is the turn of {names}: {stage.name}."


def read_orders(match: Match, seat: str, orders: Json) -> Struct:
    """Read the game's Orders from JSON and check them in full (CM-01). Nothing is sealed."""
    check_player(match, seat)
    check_turn(match, seat)
    if is_open(match) and not match.seals:
        raise Refused("no_orders", f"Nothing is sealed in {match.spec.title}: what you do counts at once.", "CM-25")
    if not takes_orders(match):
        word = match.spec.round_word
        raise Refused("no_orders_now", f"Orders are taken while a {word} is open, and none is now.", "CM-25")
    read = decode(match.game.Orders, orders, "orders")
    match.game.check(match.state, seat, read)
    return read


def open_round(match: Match, at: float) -> Match:
    """Open the round of the state: set the clock, drop seals and ready marks."""
    phase: Phase = "pregame" if match.state.round == 0 else "round"
    lines = {"rounds": len(match.rounds), "actions": len(match.actions)}
    opened = change(
        match, phase=phase, sealed={}, ready=(), held_close=None, before_verdict=None,
        starts={**match.starts, match.state.round: RoundStart(match.state, lines, match.spent)},
    )  # fmt: skip
    return set_clock(opened, at)


def set_clock(match: Match, at: float) -> Match:
    """Set the clock for what opens at `at`: to the schedule's next moment (HH-19), or for the length of a round; for
    moves a turn (CM-32) and the least bank on turn. While paused, set the seconds left."""
    schedule, seconds, stage = match.schedule, match.header.round_seconds, match.stage
    turn = stage is not None and stage.by == "actions"
    if schedule is not None:
        schedule = schedule.turned(at) if turn else schedule.after_opening(at)
        seconds = None if schedule.closes is None else schedule.closes - at
    elif stage is not None and seconds is not None:
        seconds *= stage.share
    deadline = None if seconds is None else at + seconds
    if schedule is not None:
        deadline = schedule.closes  # exactly as announced
    if (turn or schedule is None) and seconds is not None and deadline is not None:
        seconds, deadline = seconds + least_bank(match), deadline + least_bank(match)
    return change(
        match,
        schedule=schedule,
        deadline=None if match.paused else deadline,
        seconds_left=seconds if match.paused else None,
    )


def on_the_clock(match: Match) -> tuple[str, ...]:
    """Return the seats with a bank that counts now (CM-32): those on turn, in a duel the seat that may order."""
    if not match.header.bank_seconds or match.phase != "round" or match.state.ending is not None:
        return ()
    if (stage := match.stage) is not None:
        return stage.seats if stage.by == "actions" else ()
    duel = match.spec.turn_seconds is not None
    return tuple(seat for seat in match.seats if duel and match.game.asks(match.state, seat, None).orders)


def least_bank(match: Match) -> float:
    """Return the least bank of the seats on turn, in seconds: that part of the deadline is from banks."""
    return min(map(match.bank, on_the_clock(match)), default=0.0)
