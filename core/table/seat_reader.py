"""A match as one seat, or a spectator, may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, cast

import msgspec

from core.bots.coach import Lesson
from core.bots.company.between import meant_by
from core.contract import AnyGame, Asks
from core.decoding import decode
from core.json import Json
from core.ledger import Ledger, Pending
from core.match import views
from core.match.audience import GalleryConsent, Remark
from core.match.consent import Question, questions, unanswered
from core.match.decisions import end_json, outcome, pending
from core.match.pace import QueuedMessage, may_say, next_turn, turns, unsaid_of
from core.match.private_channels import own, rooms_apart
from core.match.records import Draft, News, WaitingMessage
from core.match.scheduling import Close, closes
from core.match.seating import OPEN, is_bot
from core.match.state import least_bank, takes_orders
from core.narration import promises
from core.narration.recall import memory_of, page_of, without_private_data
from core.narration.telling import document, story
from core.parts import O_co, R_co, Spec, V_co
from core.refusal import Refused, quoted
from core.story.parts import Page, Story
from core.story.reviewing import RoundReview
from core.table.frame import Frame, Sitter, Standing
from core.table.table import Table
from core.talk import channels
from core.talk.acts import AnyAct, Offer, in_words, plain_swap
from core.talk.book import BookEntry, due, due_swaps, entries
from core.talk.channels import Deal, Message, PublishedAnswer, Room
from core.talk.parsing.asks import called
from core.talk.parsing.utterance import read


class SeatReader(Generic[O_co, V_co, R_co]):
    """Everything that a seat, or a spectator (`name` None), may know of its match."""

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
        late: bool = False,
        away: Callable[[], Mapping[str, float]] = dict,
    ) -> None:
        """Bind a seat to a session.

        Args:
            holder: `person:<id>`; inputs are refused once another person holds the seat.
            finds: true while a spectator may still watch (HH-46).
            wall: returns the people that get nothing from this reader (HH-63).
            hosts: returns the readers of messages to hosts.
            watcher: the spectator's `person:<id>` and name.
            away: returns the seats with people who are away and say so, with the end of it (HH-83).
            late: the spectator reads old rounds whole, if the match says so and the person does not play (HH-71).
        """
        self._table = table
        self._holder = holder
        self._may_watch = finds
        self._wall, self._hosts, self._watcher = wall, hosts, watcher
        self._late, self.away = late, away
        self._place = None if name is None else table.match.seats.index(name)
        self._leave: list[Callable[[], None]] = []
        self._here = 0

    def gone(self) -> Refused | None:
        """Return the refusal for a session that lost its right to this place; None while it has it."""
        match = self._table.match.header.match
        if self._holder not in (None, self._table.match.holders.get(self.name or "")):
            return Refused("not_your_seat", f"The seat {self.name} at {match} is played by somebody else now.")
        if not self._may_watch():
            message = f"You may not watch {match} any more: its host has narrowed who may."
            return Refused("not_watched", message, "HH-46")
        return None

    # --- reading -----------------------------------------------------------------------------------------------------
    @property
    def name(self) -> str | None:
        """The seat's name; it may change before the first round (HH-10). None for a spectator."""
        return None if self._place is None else self._table.match.seats[self._place]

    @property
    def game(self) -> AnyGame:
        return self._table.match.game

    @property
    def spec(self) -> Spec:
        """Facts of the game as this match plays it."""
        return self._table.match.spec

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
            left=match.seconds_left,
            paused=match.paused,
            stands_still=self._table.fault is not None,
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
            practice=match.header.practice,
            ended=match.talk.phase in ("decision", "finished"),
        )

    def sitters(self) -> tuple[Sitter, ...]:
        """Return the public facts about every seat's holder, in seat order; no ids of people."""
        summary = self._table.summary
        sitters = []
        for seat in summary.seats:
            holder, _, level = summary.holders.get(seat, OPEN).partition(":")
            if holder == "bot":
                voiced = ", voiced" if self._table.voice is not None else ""
                hears = ", with an ear" if self._table.ear is not None else ""
                sitters.append(Sitter(seat, "bot", level, f"{summary.tempers.get(seat, '')}{voiced}{hears}"))
            else:
                sitters.append(Sitter(seat, "open" if holder == OPEN else "person"))
        return tuple(sitters)

    def closed_at(self) -> dict[int, float]:
        """Return when each round closed, in seconds since the epoch."""
        return {closed.round: closed.at for closed in self._table.match.rounds}

    def view(self) -> V_co:
        return cast("V_co", self._table.view(self.name))

    def view_json(self) -> Json:
        """Return all that this seat may know: the view of the scenario contract."""
        return views.view(self._table.match, self.name)

    def asks(self) -> Asks:
        return views.NO_ASKS if self.name is None else self._table.asks(self.name)

    @property
    def takes_orders(self) -> bool:
        return takes_orders(self._table.match)

    @property
    def my_turn(self) -> bool:
        stage = self._table.match.stage
        return stage is not None and self.name in stage.seats

    @property
    def can_act(self) -> bool:
        """True if this seat may order or act while this round is open (CM-29)."""
        return self.name is not None and self._table.can_act(self.name)

    def sealed(self) -> O_co | None:
        """Return the game's Orders under seal, or None."""
        return None if self.name is None else cast("O_co | None", views.own_orders(self._table.match, self.name))

    def draft(self) -> Draft | None:
        """Return the unsealed draft (JSON orders) of the open round, or None."""
        draft = self._table.match.drafts.get(self.name or "")
        return draft if draft is not None and draft.round == self._table.match.round else None

    def log(self) -> tuple[views.RoundLog[O_co, R_co], ...]:
        """Return own orders, notices and reports by round, the open round last (CM-10)."""
        logs = () if self.name is None else views.log(self._table.match, self.name)
        return cast("tuple[views.RoundLog[O_co, R_co], ...]", logs)

    def ordered(self, entry: views.RoundLog) -> Sequence[str]:
        """Return the orders of a round in words, by what was asked in that round; empty without orders."""
        view = views.opening_view(self._table.match, self.name, entry.round)
        return () if entry.orders is None else self.game.restate_to(entry.orders, view)

    def closed_rounds(self) -> tuple[views.RoundLog[O_co, R_co], ...]:
        return tuple(entry for entry in self.log() if entry.report is not None)

    def lesson(self, since: int) -> Lesson[O_co, V_co, R_co]:
        """Return the lesson for this seat's coach, which began when `since` rounds had closed (`Game.coach`)."""
        return cast("Lesson[O_co, V_co, R_co]", views.lesson(self._table.match, self.you, since))

    def messages(self) -> tuple[Message, ...]:
        return () if self.name is None else views.readable_messages(self._table.match, self.name)

    def last_words(self) -> tuple[Message, ...]:
        """Return each seat's first readable message in the lounge after the finish."""
        match, first_messages = self._table.match, dict[str, Message]()
        for message in match.messages[match.messages_by_end :] if match.phase == "finished" else ():
            if message.channel == "lounge" and self.name in message.readers:
                first_messages.setdefault(message.sender, message)
        return tuple(first_messages.values())

    def rooms(self) -> tuple[str, ...]:
        return () if self.name is None else channels.rooms(self._table.match.talk, self.name)

    def closed_rooms(self) -> dict[str, str]:
        """Return the reasons why `lounge` or `seats` (direct messages) are closed now."""
        return {} if self.name is None else channels.closed_to(self._table.match.talk, self.name)

    def partners(self) -> tuple[str, ...]:
        return () if self.name is None else channels.partners(self._table.match.talk, self.name)

    def apart(self) -> tuple[Message, ...]:
        """Return the seat's confessionals and line to hosts, oldest first. Channels are `confessional` and `host`; `by`
        is the seat or `host` (HH-29, HH-30)."""
        return () if self.name is None else own(self._table.match, self.name)

    def rooms_apart(self) -> tuple[Room, ...]:
        return () if self.name is None else rooms_apart(self._table.match, self.name)

    @property
    def out_may_read(self) -> bool:
        """True if players who are out of the season may read confessionals (HH-29)."""
        return self._table.match.out_may_read

    def answered(self) -> tuple[PublishedAnswer, ...]:
        """Return the published answers, oldest first (HH-30)."""
        return self._table.match.published_answers

    def news(self) -> tuple[News, ...]:
        return self._table.match.news

    def closes(self) -> tuple[Close, ...]:
        """Forecast the closes if none comes early; empty without a clock."""
        return closes(self._table.match, self.now)

    def rule(self) -> str:
        """Return the schedule in the host's words (`every day 21:00 Europe/Berlin`); empty without one."""
        schedule = self._table.match.schedule
        return "" if schedule is None else schedule.rule

    def grace(self) -> tuple[float, int | None]:
        """Return the grace in seconds (0: none), and the round that used it (HH-23)."""
        match = self._table.match
        return match.header.grace_seconds, match.waited_for.get(self.name or "")

    def notes(self) -> str:
        return self._table.match.notes.get(self.name or "", "")

    def pending(self) -> Pending | None:
        return None if self.name is None else views.own_pending(self._table.match, self.name)

    def awaited(self) -> Pending | None:
        """Return the choice for which the match waits; public (CM-12)."""
        return pending(self._table.match)

    def end(self) -> Json | None:
        """Return the known facts of the end: winners, tokens, candidate, pending choices (CM-12), lots that concern
        this seat (CM-13)."""
        return end_json(self._table.match, self.name)

    def outcome(self) -> Json | None:
        return outcome(self._table.match)

    def record(self) -> Json | None:
        """Return the record after the end for those seated (CM-09), and for spectators if it is public (HH-56); else
        None."""
        match = self._table.match
        return views.record(match) if self.name is not None or match.public or match.header.open_record else None

    def story(self) -> Story:
        """Return the story so far: complete if the record is open to this seat (CM-09), else as this seat or spectator
        knew it."""
        is_whole = self.record() is not None
        if self.name is None:
            late = self._late and self.watcher not in self._table.match.holders.values()
            return self._table.public_story(is_whole, late=late)
        return story(self._table.match, self.name, whole=is_whole)

    def past(self, eyes: str | None = None) -> Story:
        """Return the story of a finished match: complete if the record is open (CM-09), or as the seat `eyes` knew it,
        without its talk unless it is this one. Refused: `not_finished`, `not_your_eyes`, `not_seated`."""
        match = self._table.match
        if match.phase != "finished":
            raise Refused("not_finished", f"{match.header.match} is still being played; a replay would tell secrets.")
        if eyes is not None and eyes not in match.seats:
            raise Refused("not_seated", f"Nobody called {quoted(eyes)} sat at {match.header.match}.")
        is_whole = self.record() is not None
        if not is_whole and (self.name is None or eyes not in (None, self.name)):
            message = f"What was played at {match.header.match} is not open to you. `story` tells what you may know."
            raise Refused("not_your_eyes", message, "CM-09")
        eyes = eyes if is_whole else self.name
        if eyes is None:
            return story(match, None, whole=True)
        return story(without_private_data(match, eyes if eyes == self.name else None), eyes)

    def story_document(self) -> Json:
        """Return `story` as JSON, with each close's promises to this seat and their result."""
        return document(self._table.match, self.story(), () if self.name is None else (self.name,))

    def pages(self) -> tuple[Page[O_co, V_co, R_co], ...]:
        return cast("tuple[Page[O_co, V_co, R_co], ...]", memory_of(self._table.match, self.name).pages)

    def page(self, round_: int) -> Page[O_co, V_co, R_co] | None:
        """Return one closed round as this seat knew it; None if open, or for a spectator."""
        page = None if self.name is None else page_of(self._table.match, self.name, round_)
        return cast("Page[O_co, V_co, R_co] | None", page)

    def review(self, round_: int) -> RoundReview | None:
        """Return a closed round's result for this seat against its table's forecast (HH-47); None if the game words it
        itself."""
        page = self.page(round_)
        review = None if page is None else self.game.review(page)
        if review is None or self.name is None:
            return review
        return msgspec.structs.replace(review, promised=promises.of_round(self._table.match, self.name, round_))

    reckoning = review  # old name, for panels from outside

    def terms_in(self, to: str | Sequence[str], text: str) -> Offer | None:
        """Return the terms that a text surely proposes to one seat, except a swap to a bot, which hears it; else None.
        In the lounge or a group that is the seat that the text names first, if a person holds it."""
        match = self._table.match
        rooms = {"lounge": match.seats, **{seat: (seat,) for seat in match.seats}}
        among = rooms.get(to, ()) if isinstance(to, str) else to
        others = [seat for seat in among if seat != self.name]
        other = called(others, text) if len(among) > 1 else next(iter(others), None)
        bot = other is not None and is_bot(match.holders.get(other, OPEN))
        if self.name is None or other is None or (bot and len(among) > 1):
            return None
        spec, round_, terms = match.spec, max(1, match.round), match.game.terms_now(self.view())
        reading = read(terms, match.seats, self.name, other, round_, spec.rounds, text)
        if not bot and not reading.act and len(among) == 1:
            words = meant_by(views.sight(match, self.name), other, text, reading, spec.round_word)
            reading = reading.of(words) if words else reading
        if reading.part and not bot:
            reading = reading.of(reading.part)
        heard_anyway = reading.deal is not None and bot
        return reading.act if isinstance(reading.act, Offer) and not heard_anyway else None

    def act_words(self, act: AnyAct, you: bool = False) -> str:
        """Return an act in words, for all its readers or (`you`) for this seat."""
        match = self._table.match
        if isinstance(act, Offer):
            round_, word = max(1, match.round), match.spec.round_word
            return in_words(match.game.terms, act, self.name if you else None, round_, word)
        words = {"accept": "Agreed", "decline": "No", "withdraw": "I take it back", "end": "I give notice"}
        name = type(act).__name__.lower()
        return f"{words.get(name, name.capitalize())}{f': {act.of}' if hasattr(act, 'of') and act.of else ''}."

    def swap(self, offer: Offer) -> Deal | None:
        """Return the offer as a proposal of this round if it is a swap of one thing for one; else None."""
        match = self._table.match
        return plain_swap(match.game.terms, self.you, max(1, match.round), offer)

    def offers(self, messages: Sequence[Message]) -> tuple[BookEntry, ...]:
        match = self._table.match
        return entries(match.game.terms, messages, match.round, match.handed_over)

    def book(self, other: str | None = None) -> list[str]:
        """Return the lines of this seat's agreements, with all or with `other`, and their outcome (HH-59)."""
        return [] if self.name is None else promises.book(self._table.match, self.name, other)

    def promised(self, orders: Json | None = None) -> tuple[tuple[str, bool], ...]:
        """Return this seat's promises for the open round beyond swaps, each with true if these (or its sealed) orders
        break it."""
        if self.name is None:
            return ()
        checked = self.sealed() if orders is None else decode(self.game.Orders, orders, "orders")
        return promises.due_now(self._table.match, self.name, checked)

    def due_swaps(self) -> dict[str, tuple[str, str]]:
        """Return the earlier agreements' swaps that are due in the open round: what this seat gives and gets."""
        match = self._table.match
        if self.name is None or match.phase != "round":
            return {}
        clauses = due(match.game.terms, self.name, self.messages(), match.round, match.handed_over)
        return due_swaps(self.name, clauses)

    def owed(self) -> tuple[str, ...]:
        """Return what others have promised this seat for the open round, beyond swaps."""
        return () if self.name is None else promises.promises_to(self._table.match, self.name)

    def ledger(self) -> Ledger:
        """Return tokens and garnets with their reasons after the finish (CM-06); only the seat's own if the host keeps
        the record (CM-09)."""
        match = self._table.match
        if match.phase != "finished" or match.abandoned or self.name is None:
            return ()
        everything = views.record(match) is not None
        return tuple(entry for entry in match.state.ledger if everything or entry.seat == self.name)

    @property
    def thinking(self) -> bool:
        return self._table.thinking

    def lets(self) -> GalleryConsent | None:
        """Return the consent to the gallery; None before an answer."""
        return self._table.match.audience.consents.get(self.name or "")

    @property
    def onlookers(self) -> str:
        """How late onlookers see each round whole: `2 rounds`; empty for public facts alone (HH-71)."""
        return self._table.match.header.onlookers

    @property
    def gallery_asks(self) -> bool:
        """True if the seat owes an answer to a gallery: from the start, and again for a new holder."""
        match = self._table.match
        return bool(match.header.gallery) and self.name is not None and not (self.lets() or match.phase == "finished")

    def remarks(self) -> tuple[Remark, ...]:
        """Return the spectators' remarks, oldest first; empty for a player (HH-64)."""
        plays = self.name is not None or self.watcher in self._table.match.holders.values()
        remarks = () if plays else self._table.match.audience.remarks
        return tuple(remark for remark in remarks if remark.where == "spectators")

    @property
    def may_remark(self) -> bool:
        """True for a spectator who plays nothing at this match."""
        return self.watcher != "" and self.watcher not in self._table.match.holders.values()

    @property
    def watcher(self) -> str:
        """The spectator's `person:<id>`; empty at a seat, and without a name."""
        return "" if self.name is not None else self._watcher[0]

    def may_say(self) -> tuple[int, float]:
        """Return how many messages may be sent at once now (HH-34), and the seconds until the next one."""
        match, now = self._table.match, self.now
        return may_say(match, self.you, now), max(0.0, next_turn(match, self.you, now) - now)

    def waiting(self) -> tuple[QueuedMessage, ...]:
        return () if self.name is None else turns(self._table.match, self.name)

    def unsaid(self) -> tuple[WaitingMessage, ...]:
        return () if self.name is None else unsaid_of(self._table.match, self.name)

    def questions(self) -> tuple[Question, ...]:
        """Return this seat's talk and notes that could be published after the end, with its answers."""
        return questions(self._table.match, self.you)

    def unanswered(self) -> int:
        return unanswered(self._table.match, self.you) if self._table.match.public else 0

    @property
    def crowd(self) -> int:
        return 0 if self.name is not None else self._table.watchers
