"""A season at one moment: cast, episodes, and the ends of both. It is the fold of its journal."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from core.dice import Dice, commitment
from core.json import Json
from core.ledger import group
from core.match.asking import read_questions
from core.match.naming import TRIAL, check_seat_name
from core.match.records import SignupName
from core.refusal import NotAMatch, Refused, quoted
from core.seasons.journal import Realm, SeasonHeader, SeasonStruct, Seating, Usual, Watch
from core.talk.channels import blank

FEWEST, MOST = 2, 40
"""Names in a cast (SE-01)."""
ELSEWHERE = "elsewhere"
"""Game of an episode with a main match played elsewhere (SE-03)."""
FINAL = "final"
"""Game of an episode without a main match (SE-11)."""

Phase = Literal["between", "main", "death_match", "finished"]


class Member(SeasonStruct, frozen=True, kw_only=True, rename={"in_": "in"}):
    in_: bool = True
    left: int | None = None
    """Episode at which they went out; None while in."""
    purse: int = 0
    tokens: int = 0
    mark: int | None = None
    """Episode of their Mark, which ends with the next (SE-07); None without."""
    realm: Realm | None = None

    @property
    def marked(self) -> bool:
        return self.mark is not None


class Final(SeasonStruct, frozen=True):
    """The state of a final (SE-11)."""

    best_of: int
    won: dict[str, int]
    """Duels won by each of the two, in cast order."""


class Episode(SeasonStruct, frozen=True, kw_only=True):
    number: int
    game: str
    """Game id, `elsewhere` or `final`."""
    match: str | None = None
    seats: tuple[str, ...] = ()
    sat: tuple[str, ...] = ()
    sat_out: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    options: Json = msgspec.field(default_factory=dict, name="given")
    booked: bool = False
    places: dict[str, int] = {}
    tokens: dict[str, int] = {}
    """Tokens won in the main match; without zeros."""
    garnets: dict[str, int] = {}
    """Change of purses by the booking; without zeros."""
    marked: str | None = None
    candidate: str | None = None
    """Candidate of the Death Match; None while missing."""
    opponent: str | None = None
    duel: str | None = None
    duel_game: str | None = None
    duels: tuple[str, ...] = ()
    winner: str | None = None
    out: str | None = None
    skipped: str | None = None
    final: Final | None = None
    seating: Seating = Seating()
    duel_seating: Seating = Seating()


class SeasonNews(SeasonStruct, frozen=True):
    at: float
    author: str = msgspec.field(name="by")
    text: str
    match: str | None = None
    """Match that begins with it, or also announces it: a room that follows both posts it once."""
    over: int | None = None


class PurseLine(SeasonStruct, frozen=True):
    """A change of a purse: `amount` garnets in, or out if negative."""

    episode: int
    name: str
    amount: int
    reason: str


class PlannedSeasonNews(SeasonStruct, frozen=True):
    """An announcement that waits for its time (SE-34)."""

    text: str
    due: float
    author: str = msgspec.field(name="by")


class SeasonMessage(SeasonStruct, frozen=True, kw_only=True):
    """A message in the season's rooms (SE-28)."""

    name: str
    """Writer, or recipient of a host's message."""
    to: str
    text: str
    at: float
    from_host: bool = False
    question: int | None = None
    """Number of the question that a host's message answers (SE-33)."""


class Gift(SeasonStruct, frozen=True):
    """A secret gift until it comes out; then garnets change hands (SE-27)."""

    name: str
    to: str
    amount: int
    at: float


class Promise(SeasonStruct, frozen=True):
    """A promise of garnets (SE-31)."""

    name: str
    to: str
    amount: int
    until: int | None
    """Episode at the end of which they are due; None for the end of the season."""
    words: str
    """Condition; empty for none."""
    secret: bool
    paid: int = msgspec.field(default=0, name="given")
    became: Literal["", "kept", "not kept", "void"] = ""

    def sentence(self, verb: str) -> str:
        due = "" if self.until is None else f" until episode {self.until} ends"
        only = f', if "{self.words}"' if self.words else ""
        return f"{self.name} {verb} {self.to} {counted_garnets(self.amount)}{due}{only}"


class SeasonMoment(SeasonStruct, frozen=True):
    kind: str
    season: Season
    """Season of that moment, without its past."""

    @property
    def booked(self) -> bool:
        return self.kind in ("booked", "final_made")


class Season(SeasonStruct, frozen=True, kw_only=True):
    header: SeasonHeader
    phase: Phase = "between"
    cast: dict[str, Member]
    episodes: tuple[Episode, ...] = ()
    """Episodes that count, oldest first; the open one last."""
    ledger: tuple[PurseLine, ...] = ()
    """Every change of every purse."""
    news: tuple[SeasonNews, ...] = ()
    lasting_news: tuple[SeasonNews, ...] = ()
    """News of what stands, without undone ones."""
    holders: dict[str, str] = {}
    left_by: dict[str, str] = {}
    """Last person who gave up each name (`person:<id>` or `local`)."""
    read: tuple[str, ...] = ()
    """Matches that were booked, undone or not: the house books none by itself twice (SE-05)."""
    past: tuple[SeasonMoment, ...] = ()
    """Seasons before every entry that stands and can be undone, oldest first (SE-10, SE-19)."""
    public: bool = False
    """May be published (SE-18)."""
    watch: Watch = "house"
    """Group that may read it (SE-23)."""
    watch_code: str = ""
    """SHA-256 of the code; empty without one."""
    gifts: tuple[Gift, ...] = ()
    """Secret gifts, known to the two and the hosts."""
    promises: tuple[Promise, ...] = ()
    """Promises, oldest first; secret ones known to the two and the hosts until the end."""
    messages: tuple[SeasonMessage, ...] = ()
    out_may_write: bool = False
    """True if players who are out may write to the cast (SE-28)."""
    planned: tuple[PlannedSeasonNews, ...] = ()
    """Announcements that wait for their time, the earliest first; hosts alone read them (SE-34)."""
    names: tuple[SignupName, ...] = ()
    """Sign-ups in order (SE-30)."""
    started: bool = True
    usual: Usual = Usual()
    """Defaults of its matches (SE-25)."""
    entry_count: int = 0

    @property
    def options(self) -> Any:
        return self.header.options

    @property
    def title(self) -> str:
        """The host's title or the id; a trial is marked (HH-69)."""
        return f"{TRIAL * self.options.trial}{self.header.title or self.header.season}"

    @property
    def booked(self) -> int | None:
        """Index in `past` of the last booking or final that stands; None without one."""
        return next((n for n in reversed(range(len(self.past))) if self.past[n].booked), None)

    @property
    def before(self) -> Season | None:
        return None if self.booked is None else self.past[self.booked].season

    @property
    def number(self) -> int:
        """Number of the open or last episode; 0 before the first."""
        return self.episodes[-1].number if self.episodes else 0

    def opens_after(self, moment: float) -> float | None:
        """Return when the next episode is to open, if the host said so (SE-25)."""
        return next((opening for opening in self.usual.openings if opening > moment), None)

    @property
    def open(self) -> Episode | None:
        return self.episodes[-1] if self.phase in ("main", "death_match") else None

    @property
    def remaining(self) -> tuple[str, ...]:
        return tuple(name for name, member in self.cast.items() if member.in_)

    def played_by(self, holder: str) -> tuple[str, ...]:
        return tuple(name for name, name_holder in self.holders.items() if name_holder == holder)

    @property
    def winner(self) -> str | None:
        """The only player left in, once the season has finished (SE-11)."""
        return self.remaining[0] if self.phase == "finished" and len(self.remaining) == 1 else None

    @property
    def dice(self) -> Dice:
        return Dice(self.header.seed)


def begin(header: SeasonHeader) -> Season:
    """Begin a season. Raises NotAMatch for a bad cast, options or commitment (SE-01)."""
    check_cast(header.cast, header.options.places)
    if read_questions(header.options.questions) and not header.options.places:
        raise NotAMatch("bad_questions", "Questions are asked with a name: say how many places lots give out.", "HH-84")
    purse = header.options.purse
    if purse < 0:
        raise NotAMatch("bad_purse", f"The purse holds 0 garnets or more, not {purse}.", "SE-01")
    if header.commitment != commitment(header.seed, header.nonce):
        raise NotAMatch("broken_commitment", "The commitment does not belong to this seed and nonce.", "CM-04")
    if unknown := set(header.holders) - set(header.cast):
        raise NotAMatch("not_in_cast", f"Nobody called {quoted(sorted(unknown)[0])} is of the cast.", "SE-01")
    season = Season(header=header, cast={}, holders=dict(header.holders), started=not header.options.places,
                    watch="cast" if header.options.private else "house")  # fmt: skip
    for name in header.cast:
        season = enter(season, name)
    return season


def check_cast(names: tuple[str, ...], places: int = 0) -> None:
    """NotAMatch unless these can be a cast (SE-01), with `places` more to be drawn (SE-30)."""
    if places < 0 or not FEWEST <= len(names) + places <= MOST:
        counts = f"{len(names)} were given{f', and {places} places' if places else ''}"
        raise NotAMatch("wrong_cast", f"A cast has {FEWEST} to {MOST} names; {counts}.", "SE-01")
    for place, name in enumerate(names):
        try:
            check_new_name(name, names[:place])
        except Refused as refusal:
            raise NotAMatch(refusal.code, refusal.message, refusal.ruling) from None


def check_new_name(name: str, others: tuple[str, ...]) -> None:
    """Refused unless `name` fits a seat (HH-01, HH-16) and differs from `others` by more than case."""
    for other in others:
        if name.casefold() == other.casefold():
            message = f"{quoted(name)} is taken by {other}; names differ by more than case."
            raise Refused("equal_names", message, "SE-01")
    check_seat_name(name, others)


def counted_garnets(number: int) -> str:
    return f"{number} garnet{'s' * (number != 1)}"


# --- small changes ----------------------------------------------------------------------------------------------------
def change(season: Season, **fields: Any) -> Season:
    return msgspec.structs.replace(season, **fields)


def with_member(season: Season, name: str, **fields: Any) -> Season:
    return change(season, cast={**season.cast, name: msgspec.structs.replace(season.cast[name], **fields)})


def with_episode(season: Season, **fields: Any) -> Season:
    return change(season, episodes=(*season.episodes[:-1], msgspec.structs.replace(season.episodes[-1], **fields)))


def announce(season: Season, entry: Any, text: str, *, stays: bool = False, **about: Any) -> Season:
    """Announce a text. `stays`: undoing leaves it (SE-13); `about`: `match` and `over` of `SeasonNews`."""
    news = SeasonNews(entry.at, entry.author, text, **about)
    return change(
        season, news=(*season.news, news), lasting_news=season.lasting_news if stays else (*season.lasting_news, news)
    )


def enter(season: Season, name: str) -> Season:
    season = change(season, cast={**season.cast, name: Member()})
    return pay(season, name, season.options.purse, "to begin with")


def pay(season: Season, name: str, amount: int, reason: str) -> Season:
    """Change a purse, with the reason. A purse is never negative: what it cannot pay is forgiven."""
    purse = season.cast[name].purse
    amount = max(amount, -purse)
    if not amount:
        return season
    season = with_member(season, name, purse=purse + amount)
    return change(season, ledger=(*season.ledger, PurseLine(season.number, name, amount, reason)))


def put_out(season: Season, name: str) -> Season:
    """Put a member out: tokens, Mark and realm are lost (SE-07), the purse stays."""
    return with_member(season, name, in_=False, left=season.number, tokens=0, mark=None, realm=None)


def check_phase(season: Season, *phases: Phase) -> None:
    if season.phase in phases:
        return
    reason = {
        "between": "No episode is open now.",
        "main": "The main match of the episode is not booked yet.",
        "death_match": "The Death Match of the episode is still to come: play it or leave it out first.",
        "finished": "This season has finished: only its last booking can be undone.",
    }[season.phase]
    raise Refused("wrong_phase", reason, "SE-11" if season.phase == "finished" else "SE-05")


def check_started(season: Season) -> None:
    """Refused while places wait for lots (SE-30)."""
    if not season.started:
        message = "Names are still put down for this season: season start draws lots for its places first."
        raise Refused("not_started", message, "SE-30")


def check_reason(reason: str) -> None:
    if blank(reason):
        raise Refused("no_reason", "Say why: everybody who reads the season is told the reason.", "SE-10")


def check_member(season: Season, name: str) -> None:
    if name not in season.cast:
        raise Refused("not_in_cast", f"Nobody called {quoted(name)} is of the cast.", "SE-01")


def spendable(season: Season, name: str) -> int:
    return season.cast[name].purse - sum(gift.amount for gift in season.gifts if gift.name == name)


def come_out(season: Season, entry: Any, *names: str) -> Season:
    """Reveal secret gifts by or to `names` (none: all): garnets change hands, with an announcement (SE-27)."""
    gifts = [gift for gift in season.gifts if not names or gift.name in names or gift.to in names]
    season = change(season, gifts=tuple(gift for gift in season.gifts if gift not in gifts))
    for gift in gifts:
        amount = min(gift.amount, season.cast[gift.name].purse)  # a host may have lowered the purse since
        season = pay(season, gift.name, -amount, f"a secret gift to {gift.to}")
        season = pay(season, gift.to, amount, f"a secret gift of {gift.name}")
        season = announce(season, entry, f"It comes out: {gift.name} had given {gift.to} {counted_garnets(amount)}.")
    return season


def judge(season: Season, entry: Any) -> Season:
    """Settle promises that are due, or void without giver or receiver (SE-31). The end of the season settles all, and
    reveals secret ones."""
    finished, ended = season.phase == "finished", season.number - (season.open is not None)
    promises: list[Promise] = []
    texts: list[str] = []
    for promise in season.promises:
        result: Literal["", "kept", "not kept", "void"] = promise.became
        if not result and not (season.cast[promise.name].in_ and season.cast[promise.to].in_):
            result = "void"
        elif not result and (finished or (promise.until is not None and promise.until <= ended)):
            result = "not kept"
        if result != promise.became and not promise.secret:
            texts.append(f"{promise.sentence('promised')}: {result}.")
        elif finished and promise.secret:
            texts.append(f"It comes out: {promise.sentence('had secretly promised')}: {result}.")
        promises.append(msgspec.structs.replace(promise, became=result))
    season = change(season, promises=tuple(promises)) if promises else season
    for text in texts:
        season = announce(season, entry, text)
    return season


# --- the end of an episode, the end of the season ---------------------------------------------------------------------
def end_episode(season: Season) -> Season:
    """End the open episode: unkept tokens (SE-06) and older Marks (SE-07) are lost."""
    number = season.number
    for name, member in season.cast.items():
        if not season.options.keep_tokens and member.tokens:
            season = with_member(season, name, tokens=0)
        if member.mark is not None and member.mark < number:
            season = with_member(season, name, mark=None)
    return change(season, phase="between")


def settle(season: Season, entry: Any) -> Season:
    """End the season once no episode is open and at most one player is in (SE-11)."""
    is_over = season.started and season.phase == "between" and len(season.remaining) < 2
    if season.phase != "finished":
        season = judge(season, entry)
    return finish(season, entry) if is_over else season


def finish(season: Season, entry: Any) -> Season:
    season = judge(change(come_out(season, entry), phase="finished"), entry)
    first = next(iter(standings(season)), ())
    who = "Nobody has won it." if season.winner is None else f"{season.winner} has won it."
    if season.winner is None and len(first) == 1 and season.cast[first[0]].in_:
        purse = counted_garnets(season.cast[first[0]].purse)
        who = f"{first[0]} is first, with {purse}; {len(season.remaining)} were still in."
    return announce(season, entry, f"The season has ended. {who}")


def standings(season: Season) -> tuple[tuple[str, ...], ...]:
    """Rank the cast in groups of equals: players in by garnets, then those out by latest leaving (SE-11)."""
    key = {name: (1, member.purse) if member.in_ else (0, member.left or 0) for name, member in season.cast.items()}
    return group(season.cast, key)
