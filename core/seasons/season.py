"""A season at one moment: the cast, the episodes, what ends an episode and what ends it all.

A season is the fold of its journal (`core.seasons.reducer`). Nothing here changes anything in place.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from core.dice import Dice, commitment
from core.json import Json
from core.ledger import group
from core.match.naming import TRIAL, check_seat_name
from core.match.state import Name
from core.refusal import NotAMatch, Refused, quoted
from core.seasons.journal import Realm, SeasonHeader, SeasonStruct, Seating, Usual, Watch
from core.talk.channels import blank

FEWEST, MOST = 2, 40
"""Names in a cast (SE-01)."""
ELSEWHERE = "elsewhere"
"""The game of an episode whose main match is played in another place (SE-03)."""
FINAL = "final"
"""The game of an episode without a main match (SE-11)."""

Phase = Literal["between", "main", "death_match", "finished"]


class Member(SeasonStruct, frozen=True, kw_only=True, rename={"in_": "in"}):
    """How one of the cast stands."""

    in_: bool = True
    left: int | None = None
    """The episode at which they went out; None while in."""
    purse: int = 0
    """Garnets, 0 or more."""
    tokens: int = 0
    """Tokens of Life held now."""
    mark: int | None = None
    """The episode at which they were given a Mark, which ends with the next (SE-07); None without."""
    realm: Realm | None = None

    @property
    def marked(self) -> bool:
        return self.mark is not None


class Final(SeasonStruct, frozen=True):
    """How a final stands (SE-11)."""

    best_of: int
    won: dict[str, int]
    """The two, in cast order, to duels won."""


class Episode(SeasonStruct, frozen=True, kw_only=True):
    """One main match and one Death Match."""

    number: int
    game: str
    """A game's id, `elsewhere` or `final`."""
    match: str | None = None
    seats: tuple[str, ...] = ()
    sat: tuple[str, ...] = ()
    """The cast seated, in cast order; whoever sat as a guest is not among them."""
    sat_out: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    given: Json = {}
    booked: bool = False
    places: dict[str, int] = {}
    tokens: dict[str, int] = {}
    """Won in the main match; without zeros."""
    garnets: dict[str, int] = {}
    """How the purse changed by the booking; without zeros."""
    marked: str | None = None
    candidate: str | None = None
    """Of the Death Match; None while missing."""
    opponent: str | None = None
    duel: str | None = None
    """The last duel made for it in the house."""
    duel_game: str | None = None
    duels: tuple[str, ...] = ()
    """Every duel made for it in the house, in the order in which they were made."""
    winner: str | None = None
    out: str | None = None
    skipped: str | None = None
    """Why there was no Death Match."""
    final: Final | None = None
    seating: Seating = Seating()
    """What the main match is made with in the house."""
    duel_seating: Seating = Seating()


class SeasonNews(SeasonStruct, frozen=True):
    """Something announced to everybody who may read the season."""

    at: float
    by: str
    text: str
    match: str | None = None
    """The match that begins with it, or is told of it too: a room that hears of both hears it once."""
    over: int | None = None
    """The episode that is over with it."""


class PurseLine(SeasonStruct, frozen=True):
    """Why a purse holds what it holds: `amount` garnets came in, or went out where it is negative."""

    episode: int
    name: str
    amount: int
    reason: str


class SeasonMessage(SeasonStruct, frozen=True, kw_only=True):
    """Something that was said in the season's own rooms (SE-28)."""

    name: str
    """Of the cast: who said it, or to whom a host did."""
    to: str
    """`cast`, `host` or `confessional`."""
    text: str
    at: float
    from_host: bool = False


class Gift(SeasonStruct, frozen=True):
    """Garnets that somebody has secretly given another, until it comes out: then they change hands (SE-27)."""

    name: str
    to: str
    amount: int
    at: float


class Promise(SeasonStruct, frozen=True):
    """Garnets that somebody has promised another (SE-31)."""

    name: str
    to: str
    amount: int
    until: int | None
    """The episode with whose end they are due; None for the end of the season."""
    words: str
    """On which condition; empty for none."""
    secret: bool
    given: int = 0
    """What has been given of it."""
    became: Literal["", "kept", "not kept", "void"] = ""
    """What has become of it; empty while it stands."""

    def said(self, verb: str) -> str:
        """In words, as what somebody does or did."""
        due = "" if self.until is None else f" until episode {self.until} ends"
        only = f', if "{self.words}"' if self.words else ""
        return f"{self.name} {verb} {self.to} {counted_garnets(self.amount)}{due}{only}"


class SeasonMoment(SeasonStruct, frozen=True):
    """The season just before an entry that stands."""

    kind: str
    """Of the entry, as its journal names it."""
    season: Season
    """Without a past of its own."""

    @property
    def booked(self) -> bool:
        """Was it a booking, or a final made?"""
        return self.kind in ("booked", "final_made")


class Season(SeasonStruct, frozen=True, kw_only=True):
    """Everything about one season at one moment."""

    header: SeasonHeader
    phase: Phase = "between"
    cast: dict[str, Member]
    """In cast order."""
    episodes: tuple[Episode, ...] = ()
    """Those that count, oldest first; the open one last."""
    ledger: tuple[PurseLine, ...] = ()
    """Every garnet in every purse, explained."""
    news: tuple[SeasonNews, ...] = ()
    """Everything that was ever announced, undone or not."""
    stands: tuple[SeasonNews, ...] = ()
    """The news of what stands; what is undone is no longer among them."""
    holders: dict[str, str] = {}
    left_by: dict[str, str] = {}
    """By name of the cast, the person who gave it up last (`person:<id>` or `local`)."""
    read: tuple[str, ...] = ()
    """Matches whose place in the season was taken by a booking: the house books none of itself twice, undone or not
    (SE-05)."""
    past: tuple[SeasonMoment, ...] = ()
    """The season before every entry that stands and can be undone, oldest first, to go back to (SE-10, SE-19)."""
    public: bool = False
    """May it be published (SE-18)?"""
    watch: Watch = "house"
    """Who of the house may read it (SE-23)."""
    watch_code: str = ""
    """SHA-256 of the code that opens it; empty without one."""
    gifts: tuple[Gift, ...] = ()
    """What was given secretly and has not come out: of the two and the hosts alone."""
    promises: tuple[Promise, ...] = ()
    """Every promise of garnets, oldest first; a secret one is of the two and the hosts until the end."""
    said: tuple[SeasonMessage, ...] = ()
    """Of those whom `talk.heard` gives it, and of nobody else."""
    out_may_write: bool = False
    """May those who are out write to the cast (SE-28)?"""
    names: tuple[Name, ...] = ()
    """Who has put a name down, in that order (SE-30)."""
    started: bool = True
    """Is the cast complete? Not while names are put down for its places."""
    usual: Usual = Usual()
    """What its matches are made with (SE-25)."""
    length: int = 0
    """How many entries have been applied."""

    @property
    def options(self) -> Any:
        return self.header.options

    @property
    def title(self) -> str:
        """What its host calls it, or else its id; of a trial with that before it (HH-69)."""
        return f"{TRIAL * self.options.trial}{self.header.title or self.header.season}"

    @property
    def booked(self) -> int | None:
        """Where in `past` the last booking (or final) that stands is; None without one."""
        return next((n for n in reversed(range(len(self.past))) if self.past[n].booked), None)

    @property
    def before(self) -> Season | None:
        """The season just before the last booking or final that stands."""
        return None if self.booked is None else self.past[self.booked].season

    @property
    def number(self) -> int:
        """Of the open episode, or of the last one; 0 before the first."""
        return self.episodes[-1].number if self.episodes else 0

    def opens_after(self, moment: float) -> float | None:
        """When the next episode is to open, as far as its host has said (SE-25)."""
        return next((at for at in self.usual.openings if at > moment), None)

    @property
    def open(self) -> Episode | None:
        """The open episode, if one is."""
        return self.episodes[-1] if self.phase in ("main", "death_match") else None

    @property
    def those_in(self) -> tuple[str, ...]:
        """Who is in, in cast order."""
        return tuple(name for name, one in self.cast.items() if one.in_)

    def played_by(self, holder: str) -> tuple[str, ...]:
        """The names of the cast that `holder` (`person:<id>`) plays, in or out."""
        return tuple(name for name, held in self.holders.items() if held == holder)

    @property
    def winner(self) -> str | None:
        """The only one left in, once the season has finished (SE-11)."""
        return self.those_in[0] if self.phase == "finished" and len(self.those_in) == 1 else None

    @property
    def dice(self) -> Dice:
        return Dice(self.header.seed)


def begin(header: SeasonHeader) -> Season:
    """The season before its first entry. NotAMatch for a cast, options or a commitment that make none (SE-01)."""
    check_cast(header.cast, header.options.places)
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
    """NotAMatch unless these can be a cast (SE-01), with so many more to be drawn (SE-30)."""
    if places < 0 or not FEWEST <= len(names) + places <= MOST:
        given = f"{len(names)} were given{f', and {places} places' if places else ''}"
        raise NotAMatch("wrong_cast", f"A cast has {FEWEST} to {MOST} names; {given}.", "SE-01")
    for place, name in enumerate(names):
        try:
            check_new_name(name, names[:place])
        except Refused as refusal:
            raise NotAMatch(refusal.code, refusal.message, refusal.ruling) from None


def check_new_name(name: str, others: tuple[str, ...]) -> None:
    """Refused unless a seat could bear `name` (HH-01, HH-16), by more than case apart from all `others`."""
    for other in others:
        if name.casefold() == other.casefold():
            said = f"{quoted(name)} is taken by {other}; names differ by more than case."
            raise Refused("equal_names", said, "SE-01")
    check_seat_name(name, others)


def counted_garnets(number: int) -> str:
    """`1 garnet`, `2 garnets`."""
    return f"{number} garnet{'s' * (number != 1)}"


# --- small changes ----------------------------------------------------------------------------------------------------
def change(season: Season, **fields: Any) -> Season:
    """`season` with some fields replaced."""
    return msgspec.structs.replace(season, **fields)


def with_member(season: Season, name: str, **fields: Any) -> Season:
    """`season` with somebody standing differently."""
    return change(season, cast={**season.cast, name: msgspec.structs.replace(season.cast[name], **fields)})


def with_episode(season: Season, **fields: Any) -> Season:
    """`season` with its last episode changed."""
    return change(season, episodes=(*season.episodes[:-1], msgspec.structs.replace(season.episodes[-1], **fields)))


def announce(season: Season, entry: Any, text: str, *, stays: bool = False, **about: Any) -> Season:
    """`season` with something told to everybody and kept in the record. `stays`: no undoing takes it back (SE-13);
    `about`: `match` and `over` of `SeasonNews`."""
    news = SeasonNews(entry.at, entry.by, text, **about)
    return change(season, news=(*season.news, news), stands=season.stands if stays else (*season.stands, news))


def enter(season: Season, name: str) -> Season:
    """Somebody new in the cast, with the purse that everybody begins with."""
    season = change(season, cast={**season.cast, name: Member()})
    return pay(season, name, season.options.purse, "to begin with")


def pay(season: Season, name: str, amount: int, reason: str) -> Season:
    """`amount` garnets into a purse (or out of it), and the line that says why. A purse is never negative: what it
    cannot pay is forgiven."""
    held = season.cast[name].purse
    amount = max(amount, -held)
    if not amount:
        return season
    season = with_member(season, name, purse=held + amount)
    return change(season, ledger=(*season.ledger, PurseLine(season.number, name, amount, reason)))


def put_out(season: Season, name: str) -> Season:
    """Somebody goes out and loses tokens, Mark and realm (SE-07); the purse is another matter."""
    return with_member(season, name, in_=False, left=season.number, tokens=0, mark=None, realm=None)


def check_phase(season: Season, *phases: Phase) -> None:
    """Refused unless the season is in one of these phases."""
    if season.phase in phases:
        return
    now = {
        "between": "No episode is open now.",
        "main": "The main match of the episode is not booked yet.",
        "death_match": "The Death Match of the episode is still to come: play it or leave it out first.",
        "finished": "This season has finished: only its last booking can be undone.",
    }[season.phase]
    raise Refused("wrong_phase", now, "SE-11" if season.phase == "finished" else "SE-05")


def check_started(season: Season) -> None:
    """Refused while names are put down for places of the cast (SE-30)."""
    if not season.started:
        told = "Names are still put down for this season: season start draws lots for its places first."
        raise Refused("not_started", told, "SE-30")


def check_reason(reason: str) -> None:
    """Refused if a reason is blank."""
    if blank(reason):
        raise Refused("no_reason", "Say why: everybody who reads the season is told the reason.", "SE-10")


def check_member(season: Season, name: str) -> None:
    """Refused unless `name` is of the cast."""
    if name not in season.cast:
        raise Refused("not_in_cast", f"Nobody called {quoted(name)} is of the cast.", "SE-01")


def spendable(season: Season, name: str) -> int:
    """The garnets of a purse that are not given away already."""
    return season.cast[name].purse - sum(gift.amount for gift in season.gifts if gift.name == name)


def come_out(season: Season, entry: Any, *names: str) -> Season:
    """What was given secretly by or to one of these (without names: by anybody) changes hands and is told (SE-27)."""
    out = [gift for gift in season.gifts if not names or gift.name in names or gift.to in names]
    season = change(season, gifts=tuple(gift for gift in season.gifts if gift not in out))
    for gift in out:
        amount = min(gift.amount, season.cast[gift.name].purse)  # a host may have lowered the purse since
        season = pay(season, gift.name, -amount, f"a secret gift to {gift.to}")
        season = pay(season, gift.to, amount, f"a secret gift of {gift.name}")
        season = announce(season, entry, f"It comes out: {gift.name} had given {gift.to} {counted_garnets(amount)}.")
    return season


def judge(season: Season, entry: Any) -> Season:
    """What is due by now, or has nobody any more to be given by or to, has come to its end (SE-31); once the season is
    over all of it has, and what was promised secretly is told."""
    finished, ended = season.phase == "finished", season.number - (season.open is not None)
    found: list[Promise] = []
    told: list[str] = []
    for one in season.promises:
        now: Literal["", "kept", "not kept", "void"] = one.became
        if not now and not (season.cast[one.name].in_ and season.cast[one.to].in_):
            now = "void"
        elif not now and (finished or (one.until is not None and one.until <= ended)):
            now = "not kept"
        if now != one.became and not one.secret:
            told.append(f"{one.said('promised')}: {now}.")
        elif finished and one.secret:
            told.append(f"It comes out: {one.said('had secretly promised')}: {now}.")
        found.append(msgspec.structs.replace(one, became=now))
    season = change(season, promises=tuple(found)) if found else season
    for text in told:
        season = announce(season, entry, text)
    return season


# --- the end of an episode, the end of the season ---------------------------------------------------------------------
def end_episode(season: Season) -> Season:
    """The open episode is over: tokens are gone unless they are kept (SE-06), Marks that were given before it too
    (SE-07)."""
    number = season.number
    for name, one in season.cast.items():
        if not season.options.keep_tokens and one.tokens:
            season = with_member(season, name, tokens=0)
        if one.mark is not None and one.mark < number:
            season = with_member(season, name, mark=None)
    return change(season, phase="between")


def settle(season: Season, entry: Any) -> Season:
    """The season ends once no episode is open and at most one of the cast is in (SE-11)."""
    over = season.started and season.phase == "between" and len(season.those_in) < 2
    if season.phase != "finished":
        season = judge(season, entry)
    return finish(season, entry) if over else season


def finish(season: Season, entry: Any) -> Season:
    """The season has finished."""
    season = judge(change(come_out(season, entry), phase="finished"), entry)
    first = next(iter(standings(season)), ())
    who = "Nobody has won it." if season.winner is None else f"{season.winner} has won it."
    if season.winner is None and len(first) == 1 and season.cast[first[0]].in_:
        held = counted_garnets(season.cast[first[0]].purse)
        who = f"{first[0]} is first, with {held}; {len(season.those_in)} were still in."
    return announce(season, entry, f"The season has ended. {who}")


def standings(season: Season) -> tuple[tuple[str, ...], ...]:
    """Who is in before who is out; more garnets first among those in, who left later among those out; equal places
    are shared, in cast order (SE-11)."""
    key = {name: (1, one.purse) if one.in_ else (0, one.left or 0) for name, one in season.cast.items()}
    return group(season.cast, key)
