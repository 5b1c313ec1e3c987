"""`Seat`: the only way from a session to a match. Shows what its seat may know and takes that seat's inputs.

Screens, one-shot commands and bots' runners get a Seat and nothing else. Reading is plain attribute and method calls
(everything is in memory); inputs are plain calls too: when one returns, what it did is on disk (store, then tell).
Inputs raise `core.refusal.Refused` with a sentence for the player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Literal, cast

import msgspec

from core.bots.coach import Lesson
from core.contract import AnyGame, Asks
from core.decoding import decode
from core.json import Json
from core.ledger import Ledger, Pending
from core.match import journal as j
from core.match import views
from core.match.audience import GalleryConsent, Remark, wall
from core.match.consent import Key, Question, questions, unanswered
from core.match.decisions import outcome, pending, told
from core.match.pace import MESSAGES, QueuedMessage, Wait, next_turn, turns, unsaid_of
from core.match.private_channels import own, rooms_apart
from core.match.reducer import take
from core.match.scheduling import Close, closes
from core.match.seating import OPEN
from core.match.state import Change, Draft, News, Waiting, check_round, least_bank, read_orders, takes_orders
from core.narration import promises
from core.narration.recall import memory_of, page_of, without_private_data
from core.narration.telling import document, story
from core.parts import O_co, R_co, Stage, V_co
from core.refusal import Refused, quoted
from core.story.parts import Facts, Page, Story
from core.story.reckoning import Reckoning
from core.table.table import Hear, Table
from core.talk import channels
from core.talk.acts import AnyAct, Offer, in_words, plain_swap
from core.talk.book import BookEntry, entries
from core.talk.channels import APART, Deal, Message, PublishedAnswer, Room
from core.talk.parsing.reading import read

Standing = Literal["NONE", "DRAFT", "SEALED", "EDITED"]


class Frame(Facts, frozen=True, kw_only=True):
    """What the frame of every screen shows."""

    round: int
    deadline: float | None
    """Seconds since the epoch, UTC."""
    left: float | None
    """Seconds left while paused."""
    paused: bool
    orders: Standing
    """`SEALED` and `EDITED` have a seal; `EDITED` also has a draft that differs, while the seal still counts."""
    sealed_at: float | None
    draft_counts: bool
    """The draft will count at the deadline if it is valid."""
    ready: bool
    sealed_count: int | None
    """How many have sealed; None where that is kept back until the close (CM-28)."""
    ready_count: int | None
    """How many are ready; None likewise."""
    present: tuple[str, ...] | None
    """Seats with an open session, or None where the match does not show presence."""
    stage: Stage | None = None
    """Whom the open round waits for, in a game with turns (CM-30)."""
    seals: bool = True
    """Is there anything to be sealed and said ready for? Else no words and no keys for it are shown."""
    turn: int | None = None
    """Which turn of its own this seat has now, to be named by what is meant for it; None if it has none."""
    bank: float = 0.0
    """Seconds of the deadline that are of the banks of those on turn (CM-32)."""
    gallery: int | None = None
    """How many people are in the match's gallery; None where it has none (HH-61)."""
    ended: bool
    """The last round has closed, and what it brought is known: choices follow, or the result stands."""

    @property
    def over(self) -> bool:
        """Nothing can be ordered any more: it has `ended`, or a host looks at what ends it (HH-53)."""
        return self.ended or self.phase == "confirming"


class Sitter(msgspec.Struct, frozen=True):
    """Who has a seat, as everybody may know it."""

    seat: str
    holder: str
    """`person`, `bot`, or `open` while nobody has it."""
    level: str = ""
    """How a bot plays."""
    temper: str = ""
    """Its temper, a word (HH-32)."""


class Seat(Generic[O_co, V_co, R_co]):
    """One seat at one table. `name` None is a spectator: public facts only, no inputs.

    A game's panel holds `Seat[Orders, View, Report]` of its game. Whoever looks at no field of these holds a `Seat`.
    """

    def __init__(
        self,
        table: Table,
        name: str | None,
        holder: str | None = None,
        *,
        finds: Callable[[], bool] = lambda: True,
        wall: Callable[[], frozenset[str]] = frozenset,
        hosts: Callable[[], frozenset[str]] = frozenset,
        watcher: tuple[str, str] = ("", ""),
    ) -> None:
        """`holder`: who was let in, as in `person:<id>`; once somebody else holds the seat their inputs are refused.
        `finds()`: may whoever was let in to watch still do so (HH-46)? `wall()`: to whom whoever sits or watches here
        may write nothing (HH-63); `hosts()`: who reads what is said to hosts. `watcher`: who watches, as in
        `person:<id>`, and what they are called."""
        self._table = table
        self._holder = holder
        self._finds = finds
        self._wall, self._hosts, self._watcher = wall, hosts, watcher
        self._place = None if name is None else table.match.seats.index(name)
        self._leave: list[Callable[[], None]] = []
        self._here = 0
        """Sessions that have opened for this seat, of those that this object speaks for."""

    def gone(self) -> Refused | None:
        """Why whoever was let in here is told nothing of this place any more; None while they are."""
        match = self._table.match.header.match
        if self._holder not in (None, self._table.match.holders.get(self.name or "")):
            return Refused("not_your_seat", f"The seat {self.name} at {match} is played by somebody else now.")
        if not self._finds():
            return Refused(
                "not_watched", f"You may not watch {match} any more: its host has narrowed who may.", "HH-46"
            )
        return None

    # --- reading -----------------------------------------------------------------------------------------------------
    @property
    def name(self) -> str | None:
        """What the seat is called; it may be given another name before the first round (HH-10)."""
        return None if self._place is None else self._table.match.seats[self._place]

    @property
    def game(self) -> AnyGame:
        """The game, for its spec, `restate` and `tell`."""
        return self._table.match.game

    @property
    def you(self) -> str:
        """This seat's name. Refused for a spectator."""
        if self.name is None:
            raise Refused("spectator", "You are watching: only the players act.")
        return self.name

    @property
    def now(self) -> float:
        """The table's time, in seconds since the epoch: compare deadlines with this."""
        return self._table.clock()

    def frame(self) -> Frame:
        """Header facts, for this seat."""
        match = self._table.match
        order = match.sealed.get(self.name or "")
        draft = match.drafts.get(self.name or "")
        standing: Standing = "NONE"
        if order is not None:
            standing = "SEALED" if draft is None else "EDITED"
        elif draft is not None:
            standing = "DRAFT"
        return Frame(
            **match.facts(),
            round=match.round,
            deadline=match.deadline,
            left=match.left,
            paused=match.paused,
            orders=standing,
            sealed_at=None if order is None else order.at,
            draft_counts=draft is not None and draft.counts,
            ready=self.name in match.ready,
            sealed_count=len(match.sealed) if match.shows_counts else None,
            ready_count=len(match.ready) if match.shows_counts else None,
            present=self._table.present if match.header.presence else None,
            stage=(stage := match.stage),
            seals=match.seals,
            turn=match.turn_marks.get(self.name or "", 0) if stage is not None and self.name in stage.seats else None,
            bank=least_bank(match),
            gallery=len(match.audience.members) if match.header.gallery else None,
            ended=match.talk.phase in ("decision", "finished"),
        )

    def sitters(self) -> tuple[Sitter, ...]:
        """Who sits at the table, in seat order, as the lists of matches have it: no ids of people."""
        told = self._table.summary
        found = []
        for seat in told.seats:
            holder, _, level = told.holders.get(seat, OPEN).partition(":")
            if holder == "bot":
                found.append(
                    Sitter(
                        seat,
                        "bot",
                        level,
                        told.tempers.get(seat, "") + (", voiced" if self._table.voice is not None else ""),
                    )
                )
            else:
                found.append(Sitter(seat, "open" if holder == OPEN else "person"))
        return tuple(found)

    def closed_at(self) -> dict[int, float]:
        """By round, when it closed, in seconds since the epoch."""
        return {closed.round: closed.at for closed in self._table.match.rounds}

    def view(self) -> V_co:
        """The game's View."""
        return cast("V_co", self._table.view(self.name))

    def view_json(self) -> Json:
        """All that this seat may know, as JSON: what the scenario contract calls a view."""
        return views.view(self._table.match, self.name)

    def asks(self) -> Asks:
        """What may be ordered or done now, and why the rest may not."""
        return views.NO_ASKS if self.name is None else self._table.asks(self.name)

    @property
    def takes_orders(self) -> bool:
        """Is this a moment at which orders can be sealed?"""
        return takes_orders(self._table.match)

    @property
    def my_turn(self) -> bool:
        """Does the open round wait for this seat, in a game with turns?"""
        stage = self._table.match.stage
        return stage is not None and self.name in stage.seats

    @property
    def can_act(self) -> bool:
        """May this seat seal orders, or do anything else, while this round is open (CM-29)?"""
        return self.name is not None and self._table.can_act(self.name)

    def sealed(self) -> O_co | None:
        """The game's Orders that are under seal, or None."""
        return None if self.name is None else cast("O_co | None", views.own_orders(self._table.match, self.name))

    def draft(self) -> Draft | None:
        """The unsealed draft (JSON orders) that was left, if it is for the open round."""
        draft = self._table.match.drafts.get(self.name or "")
        return draft if draft is not None and draft.round == self._table.match.round else None

    def log(self) -> tuple[views.RoundLog[O_co, R_co], ...]:
        """Own orders, notices and reports, round by round, the open round last (CM-10)."""
        found = () if self.name is None else views.log(self._table.match, self.name)
        return cast("tuple[views.RoundLog[O_co, R_co], ...]", found)

    def closed_rounds(self) -> tuple[views.RoundLog[O_co, R_co], ...]:
        """The rounds of the log that have closed, each with its report."""
        return tuple(entry for entry in self.log() if entry.report is not None)

    def lesson(self, since: int) -> Lesson[O_co, V_co, R_co]:
        """What this seat's coach is shown, having begun when `since` rounds had closed (`Game.coach`)."""
        return cast("Lesson[O_co, V_co, R_co]", views.lesson(self._table.match, self.you, since))

    def messages(self) -> tuple[Message, ...]:
        """Every message that this seat can read, oldest first."""
        return () if self.name is None else views.heard(self._table.match, self.name)

    def last_words(self) -> tuple[Message, ...]:
        """What each seat said first in the lounge once the match had finished, as far as this seat can read it."""
        match, found = self._table.match, dict[str, Message]()
        for message in match.said[match.said_by_end :] if match.phase == "finished" else ():
            if message.channel == "lounge" and self.name in message.readers:
                found.setdefault(message.by, message)
        return tuple(found.values())

    def rooms(self) -> tuple[str, ...]:
        """The common rooms open now: `lounge`, `realm`."""
        return () if self.name is None else channels.rooms(self._table.match.talk, self.name)

    def closed_rooms(self) -> dict[str, str]:
        """Return why `lounge` or `seats` (a single player) is closed now, for those that are."""
        return {} if self.name is None else channels.closed_to(self._table.match.talk, self.name)

    def partners(self) -> tuple[str, ...]:
        """The seats to whom a direct message may be sent now."""
        return () if self.name is None else channels.partners(self._table.match.talk, self.name)

    def apart(self) -> tuple[Message, ...]:
        """What was said in this seat's confessional and on its line to the hosts, oldest first; whose channel is
        `confessional` or `host`, `by` the seat or `host` (HH-29, HH-30)."""
        return () if self.name is None else own(self._table.match, self.name)

    def rooms_apart(self) -> tuple[Room, ...]:
        """Those in which something may be said now."""
        return () if self.name is None else rooms_apart(self._table.match, self.name)

    @property
    def out_may_read(self) -> bool:
        """May those who are out of the season read confessionals (HH-29)?"""
        return self._table.match.out_may_read

    def answered(self) -> tuple[PublishedAnswer, ...]:
        """The questions of this match that were answered for everybody, oldest first (HH-30)."""
        return self._table.match.answered

    def news(self) -> tuple[News, ...]:
        """What was announced to everyone, oldest first."""
        return self._table.match.news

    def closes(self) -> tuple[Close, ...]:
        """When the open round and those after it close, if none closes early; empty without a clock."""
        return closes(self._table.match, self.now)

    def rule(self) -> str:
        """What the closes follow, in the host's words (`every day 21:00 Europe/Berlin`); empty without a schedule."""
        schedule = self._table.match.schedule
        return "" if schedule is None else schedule.rule

    def grace(self) -> tuple[float, int | None]:
        """Seconds that a deadline waits for this seat, once (0: not at all), and the round in which it has (HH-23)."""
        match = self._table.match
        return match.header.grace_seconds, match.graced.get(self.name or "")

    def notes(self) -> str:
        """This seat's private notes."""
        return self._table.match.notes.get(self.name or "", "")

    def pending(self) -> Pending | None:
        """The choice that this seat has to make now."""
        return None if self.name is None else views.own_pending(self._table.match, self.name)

    def awaited(self) -> Pending | None:
        """The choice that the match waits for, whoever makes it (public, CM-12)."""
        return pending(self._table.match)

    def end(self) -> Json | None:
        """What is known of the end: winners, tokens, candidate, pending choices (CM-12), lots that concern this seat
        (CM-13)."""
        return told(self._table.match, self.name)

    def outcome(self) -> Json | None:
        """The outcome, once the match has finished."""
        return outcome(self._table.match)

    def record(self) -> Json | None:
        """The record that is public after the end to those seated (CM-09), and to whoever may watch where the host made
        the match public or it was made so (HH-56); else None."""
        match = self._table.match
        return views.record(match) if self.name is not None or match.public or match.header.open_record else None

    def story(self) -> Story:
        """What happened so far: from everyone's eyes where the record is open to this seat (CM-09), else from what
        this seat, or a spectator, knew. Screens, exports and pages show it."""
        whole = self.record() is not None
        if self.name is None:
            return self._table.told(whole)
        return story(self._table.match, self.name, whole=whole)

    def past(self, eyes: str | None = None) -> Story:
        """A finished match gone through again: as everyone's eyes see it where the record is open to this seat, or as
        the seat `eyes` did, without its talk unless it is this one (CM-09). Refused: `not_finished`, `not_your_eyes`,
        `not_seated`."""
        match = self._table.match
        if match.phase != "finished":
            raise Refused("not_finished", f"{match.header.match} is still being played; a replay would tell secrets.")
        if eyes is not None and eyes not in match.seats:
            raise Refused("not_seated", f"Nobody called {quoted(eyes)} sat at {match.header.match}.")
        whole = self.record() is not None
        if not whole and (self.name is None or eyes not in (None, self.name)):
            said = f"What was played at {match.header.match} is not open to you. `story` tells what you may know."
            raise Refused("not_your_eyes", said, "CM-09")
        eyes = eyes if whole else self.name
        if eyes is None:
            return story(match, None, whole=True)
        return story(without_private_data(match, eyes if eyes == self.name else None), eyes)

    def story_document(self) -> Json:
        """The same as JSON, with what each close had promised this seat and brought it."""
        return document(self._table.match, self.story(), () if self.name is None else (self.name,))

    def pages(self) -> tuple[Page[O_co, V_co, R_co], ...]:
        """The closed rounds as this seat knew them, with its views before and after."""
        return cast("tuple[Page[O_co, V_co, R_co], ...]", memory_of(self._table.match, self.name).pages)

    def page(self, round_: int) -> Page[O_co, V_co, R_co] | None:
        """One closed round as this seat knew it; None if it has not closed, or for a spectator."""
        found = None if self.name is None else page_of(self._table.match, self.name, round_)
        return cast("Page[O_co, V_co, R_co] | None", found)

    def reckoning(self, round_: int) -> Reckoning | None:
        """What the close of a round brought this seat, against what its table had promised (HH-47); None where its game
        leaves that to its words."""
        page = self.page(round_)
        found = None if page is None else self.game.reckon(page)
        if found is None or self.name is None:
            return found
        return msgspec.structs.replace(found, promised=promises.of_round(self._table.match, self.name, round_))

    def heard(self, to: str, text: str) -> Offer | None:
        """The terms beyond a swap of this round that a text to one seat surely puts; None for all else. Nothing is
        said by asking."""
        match = self._table.match
        if self.name is None or to not in match.seats or to == self.name:
            return None
        spec, now = match.game.spec, max(1, match.round)
        found = read(match.game.terms_now(self.view()), match.seats, self.name, to, now, spec.rounds, text)
        return found.act if isinstance(found.act, Offer) and found.heard.deal is None else None

    def act_words(self, act: AnyAct, you: bool = False) -> str:
        """What an act says, for everybody who reads it, or as this seat reads it."""
        match = self._table.match
        if isinstance(act, Offer):
            now, word = max(1, match.round), match.game.spec.round_word
            return in_words(match.game.terms, act, self.name if you else None, now, word)
        words = {"accept": "Agreed", "decline": "No", "withdraw": "I take it back", "end": "I give notice"}
        name = type(act).__name__.lower()
        return f"{words.get(name, name.capitalize())}{f': {act.of}' if hasattr(act, 'of') and act.of else ''}."

    def swap(self, offer: Offer) -> Deal | None:
        """The same as a proposal of this round, where it is no more than a swap of one thing for one."""
        match = self._table.match
        return plain_swap(match.game.terms, self.you, max(1, match.round), offer)

    def offers(self, messages: Sequence[Message]) -> tuple[BookEntry, ...]:
        """The offers in some messages that this seat reads, with where each stands."""
        match = self._table.match
        return entries(match.game.terms, messages, match.round, match.handed)

    def book(self, other: str | None = None) -> list[str]:
        """What this seat has agreed on with others, or with one of them, and what became of it, in lines (HH-59)."""
        return [] if self.name is None else promises.book(self._table.match, self.name, other)

    def promised(self, orders: Json | None = None) -> tuple[tuple[str, bool], ...]:
        """What this seat has promised for the open round beyond swaps of it, each with whether these orders, or those
        that it has sealed, break it."""
        if self.name is None:
            return ()
        given = self.sealed() if orders is None else decode(self.game.Orders, orders, "orders")
        return promises.due_now(self._table.match, self.name, given)

    def owed(self) -> tuple[str, ...]:
        """What others have promised this seat for the open round, beyond swaps of it."""
        return () if self.name is None else promises.owed(self._table.match, self.name)

    def ledger(self) -> Ledger:
        """Once the match has finished: Tokens of Life and garnets with their reasons (CM-06); only one's own where
        the record stays with the host (CM-09)."""
        match = self._table.match
        if match.phase != "finished" or match.abandoned or self.name is None:
            return ()
        everything = views.record(match) is not None
        return tuple(entry for entry in match.state.ledger if everything or entry.seat == self.name)

    @property
    def thinking(self) -> bool:
        """Is a bot at work at this table?"""
        return self._table.thinking

    # --- inputs ------------------------------------------------------------------------------------------------------
    def _submit(self, entry: j.AnyEntry, round_: int | None = None) -> None:
        self.check_round(round_)
        gone = self.gone()
        if gone is not None:
            raise gone
        self._table.submit(entry)

    def check(self, orders: Json) -> None:
        """Raise Refused if these orders could not be sealed now. Nothing is sealed."""
        read_orders(self._table.match, self.you, orders)

    def seal(self, orders: Json, round_: int | None = None) -> None:
        """Seal orders in place of earlier ones. `round_`: the round they are meant for, refused if it is over."""
        self._submit(j.Sealed(by=self.you, orders=orders, round=round_))

    def check_round(self, round_: int | None) -> None:
        """Refused if something was meant for another round than the one that is open at this moment (HH-11)."""
        self._table.catch_up()
        check_round(self._table.match, round_)

    def withdraw(self, round_: int | None = None) -> None:
        """Take sealed orders back. `round_` as in `seal`."""
        self._submit(j.Withdrew(by=self.you), round_)

    def ready(self, ready: bool = True, round_: int | None = None) -> None:
        """Nothing more to do this round, or something after all. `round_` as in `seal`."""
        self._submit(j.Readied(by=self.you, ready=ready), round_)

    def do(self, action: Json, round_: int | None = None, turn: int | None = None) -> None:
        """Do something now: a live action, or a choice of the decision phase. `round_` as in `seal`; `turn`: the turn
        of this seat that it is meant for (`Frame.turn`), refused in any other (CM-30)."""
        self._submit(j.Acted(by=self.you, action=action, round=round_, turn=turn), round_)

    act = do  # as panels written for contract 1 call it

    def say(self, to: str | Sequence[str], text: str, deal: Deal | None = None, act: AnyAct | None = None) -> Wait:
        """Say something to `lounge`, `realm`, some seats, one's `confessional` or `host`. In how many seconds it is
        said: 0, or more for one who talks in haste (HH-34); then it is kept, and said by the house. Refused also:
        `too_fast`, where as much waits as may, and after the end."""
        self._table.catch_up()
        self._check_wall(to)
        match, now = self._table.match, self.now
        entry = j.Said(by=self.you, to=to if isinstance(to, str) else tuple(to), text=text, deal=deal, act=act)
        wait = next_turn(match, entry.by, now) - now
        if wait <= 0:
            self._submit(entry)
            return Wait(0)
        if match.phase == "finished":
            said = f"You have said {MESSAGES} things within a minute: the next can be said in {max(1, round(wait))} s."
            raise Refused("too_fast", said, "HH-34")
        take(match, msgspec.structs.replace(entry, at=now))  # what may not be said at all does not wait
        self._submit(j.Waited(by=entry.by, to=entry.to, text=text, deal=deal, act=act))
        return Wait(wait)

    def _check_wall(self, to: str | Sequence[str]) -> None:
        """Refused (`gallery_wall`) where one would write to somebody who plays a match that one sees (HH-63)."""
        walled, match = self._wall(), self._table.match
        if not walled:
            return
        if to in APART:
            reached = [match.header.host, *self._hosts()]
        else:
            _, who = channels.readers(match.talk, self.you, to if isinstance(to, str) else tuple(to), "?")
            reached = [match.holders.get(seat, OPEN) for seat in who if seat != self.name]
        if any(holder in walled for holder in reached):
            raise wall()

    # --- those who watch (HH-61 to HH-64) ----------------------------------------------------------------------------
    def lets(self) -> GalleryConsent | None:
        """What this seat lets the gallery of its match read; None while it has not said so."""
        return self._table.match.audience.lets.get(self.name or "")

    @property
    def gallery_asks(self) -> bool:
        """Does a gallery wait for this seat's word? Asked at the start, and of whoever is given the seat later."""
        match = self._table.match
        return bool(match.header.gallery) and self.name is not None and not (self.lets() or match.phase == "finished")

    def let_read(self, talk: bool, confessional: bool) -> None:
        """Let the gallery read what one says from now on, or not (HH-62)."""
        self._submit(j.LetRead(by=self.you, talk=talk, confessional=confessional))

    def remarks(self) -> tuple[Remark, ...]:
        """What those who watch say among themselves, oldest first; nothing for whoever sits at the table (HH-64)."""
        found = self._table.match.audience.remarks if self.name is None else ()
        return tuple(one for one in found if one.where == "spectators")

    @property
    def may_remark(self) -> bool:
        """Is this somebody who watches, and plays nothing here?"""
        return self.watcher != "" and self.watcher not in self._table.match.holders.values()

    @property
    def watcher(self) -> str:
        """Who of the house watches, `person:<id>`; empty at a seat, and for whoever watches without a name."""
        return "" if self.name is not None else self._watcher[0]

    def remark(self, text: str) -> None:
        """Say something to the others who watch. Refused: `seated`, `gallery_wall`."""
        holder, called = self._watcher
        if not self.may_remark:
            raise Refused("seated", "Those who play this match say nothing among those who watch it.", "HH-64")
        if self._wall():
            raise wall()
        self._submit(j.Remarked(by=holder, called=called, text=text, where="spectators"))

    def writes(self, to: str | Sequence[str] | None) -> None:
        """There is something in the line to `to` (as `say` takes it) that is not said yet; None: there is no more.
        Nobody learns of it; bots begin no talk there meanwhile (HH-32). Nothing happens for a spectator."""
        if self.name is not None:
            self._table.writing.write(self.name, to, self.now)

    def waiting(self) -> tuple[QueuedMessage, ...]:
        """What this seat has written that waits to be said, with the moments at which it is."""
        return () if self.name is None else turns(self._table.match, self.name)

    def unsaid(self) -> tuple[Waiting, ...]:
        """What waited and could not be said when its turn came, each with the reason."""
        return () if self.name is None else unsaid_of(self._table.match, self.name)

    def keep_draft(self, orders: Json | None, counts: bool = False) -> None:
        """Keep an unsealed draft (None throws it away). It survives a disconnect and a restart."""
        self._submit(j.Drafted(by=self.you, orders=orders, counts=counts, round=self._table.match.round))

    def keep_notes(self, text: str) -> None:
        """Keep private notes, in place of earlier ones."""
        self._submit(j.Noted(by=self.you, text=text))

    # --- the archive (HH-27) -----------------------------------------------------------------------------------------
    def questions(self) -> tuple[Question, ...]:
        """What of this seat's talk and notes could be published after the end, and what it has answered."""
        return questions(self._table.match, self.you)

    def unanswered(self) -> int:
        """How many of these wait for an answer, at a match that its host has made public."""
        return unanswered(self._table.match, self.you) if self._table.match.public else 0

    def answer(self, key: Key | None, yes: bool) -> None:
        """Let a conversation be published, as far as this seat is concerned, or not; without a key its notes."""
        channel, readers = key or ("", ())
        what: Literal["talk", "notes"] = "notes" if key is None else "talk"
        self._submit(j.Released(by=self.you, what=what, channel=channel, readers=readers, yes=yes))

    @property
    def crowd(self) -> int:
        """How many watch with whoever watches here; 0 for a seat."""
        return 0 if self.name is not None else self._table.watchers

    # --- listening ---------------------------------------------------------------------------------------------------
    def listen(self, hear: Hear) -> Callable[[], None]:
        """Call `hear(change)` on the event loop whenever something changed that this seat may know of. The right to it
        is asked for at that moment: who has lost it hears `gone` instead, and then nothing more."""

        def told(change: Change) -> None:
            if self.gone() is not None:
                leave()
                change = Change("gone")
            hear(change)

        leave = self._table.subscribe(self.name, told)
        self._leave.append(leave)
        return leave

    def arrive(self) -> None:
        """A session has opened for this seat."""
        if self.name is not None:
            self._here += 1
            self._table.arrive(self.name)

    def depart(self) -> None:
        """The session has closed: stop listening. May be called more than once."""
        for leave in self._leave:
            leave()
        self._leave.clear()
        self.writes(None)
        while self._here and self.name is not None:
            self._here -= 1
            self._table.depart(self.name)


__all__ = ["Change", "Deal", "Frame", "Question", "Seat", "Standing"]
