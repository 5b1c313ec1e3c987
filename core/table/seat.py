"""`Seat`: the only way from a session to a match, for screens, commands and bots' runners. It shows what its seat may
know and takes its inputs. When an input returns, it is on disk. Inputs raise `core.refusal.Refused` with a sentence for
the player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from core.json import Json
from core.match import journal as j
from core.match.audience import wall
from core.match.consent import Key, Question
from core.match.pace import MESSAGES, Wait, next_turn
from core.match.records import Change
from core.match.reducer import take
from core.match.seating import OPEN
from core.match.state import check_round, read_orders
from core.parts import O_co, R_co, V_co
from core.refusal import Refused
from core.story.parts import capital
from core.table.frame import Frame, Sitter, Standing
from core.table.seat_reader import SeatReader
from core.table.subscribers import ChangeListener
from core.talk import channels
from core.talk.acts import AnyAct
from core.talk.channels import APART, Deal

__all__ = ["Change", "Deal", "Frame", "Question", "Seat", "Sitter", "Standing"]


class Seat(SeatReader[O_co, V_co, R_co]):
    """A seat at a table. `name` None is a spectator: public facts only, no inputs. A game's panel holds a `Seat[Orders,
    View, Report]`."""

    # --- inputs ------------------------------------------------------------------------------------------------------
    def _submit(self, entry: j.AnyEntry, round_: int | None = None) -> None:
        self.check_round(round_)
        refusal = self.gone()
        if refusal is not None:
            raise refusal
        self._table.submit(entry)

    def check(self, orders: Json) -> None:
        """Refused if these orders could not be sealed now."""
        read_orders(self._table.match, self.you, orders)

    def seal(self, orders: Json, round_: int | None = None) -> None:
        """Seal orders in place of earlier ones. Refused if `round_`, for which they are meant, is over."""
        self._submit(j.Sealed(author=self.you, orders=orders, round=round_))

    def check_round(self, round_: int | None, since: float | None = None) -> None:
        """Refused if `round_` is not the open round at this moment (HH-11); without a round if one has closed since the
        input set out (`since`, by the loop)."""
        self._table.catch_up()
        match = self._table.match
        if round_ is None and since is not None and match.rounds and self._table.closed_since(since):
            spec = match.spec
            message = (
                f"{capital(spec.when(match.rounds[-1].round))} closed while that was on its way, and nothing is done. "
                f"Look again, and send what you mean for the open {spec.round_word} once more."
            )
            raise Refused("too_late", message, "HH-11")
        check_round(match, round_)

    def withdraw(self, round_: int | None = None) -> None:
        self._submit(j.Withdrew(author=self.you), round_)

    def ready(self, ready: bool = True, round_: int | None = None) -> None:
        self._submit(j.Readied(author=self.you, ready=ready), round_)

    def do(self, action: Json, round_: int | None = None, turn: int | None = None) -> None:
        """Make a live action, or a choice of the decision phase. `round_` as in `seal`; `turn`: the turn of this seat
        that it is meant for (`Frame.turn`), refused in any other (CM-30)."""
        self._submit(j.Acted(author=self.you, action=action, round=round_, turn=turn), round_)

    act = do  # name of contract 1

    def say(
        self, to: str | Sequence[str], text: str, deal: Deal | None = None, act: AnyAct | None = None,
        occasion: str | msgspec.UnsetType = msgspec.UNSET,
    ) -> Wait:  # fmt: skip
        """Write to `lounge`, `realm`, some seats, the own `confessional` or `host`. `occasion`: of what the house says
        in the seat's name.

        Returns the delay in seconds: more than 0 for a queued message (HH-34), which the house sends. Refused:
        `too_fast` if the queue is full, or after the end.
        """
        self._table.catch_up()
        self._check_wall(to)
        match, now = self._table.match, self.now
        audience = to if isinstance(to, str) else tuple(to)
        entry = j.Said(author=self.you, to=audience, text=text, deal=deal, act=act, occasion=occasion)
        wait = next_turn(match, entry.author, now) - now
        if wait <= 0:
            self._submit(entry)
            return Wait(0)
        if match.phase == "finished":
            seconds = max(1, round(wait))
            message = f"You have said {MESSAGES} things within a minute: the next can be said in {seconds} s."
            raise Refused("too_fast", message, "HH-34")
        take(match, msgspec.structs.replace(entry, at=now))  # a message that is refused anyway is not queued
        self._submit(j.Waited(author=entry.author, to=entry.to, text=text, deal=deal, act=act))
        return Wait(wait)

    def _check_wall(self, to: str | Sequence[str]) -> None:
        """Refused (`gallery_wall`) for a message to a player of a match that this person sees (HH-63)."""
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
    def let_read(self, talk: bool, confessional: bool) -> None:
        """Set what the gallery may read from now on (HH-62)."""
        self._submit(j.LetRead(author=self.you, talk=talk, confessional=confessional))

    def remark(self, text: str) -> None:
        """Write to the other spectators. Refused: `seated`, `gallery_wall`."""
        holder, called = self._watcher
        if not self.may_remark:
            raise Refused("seated", "Those who play this match say nothing among those who watch it.", "HH-64")
        if self._wall():
            raise wall()
        self._submit(j.Remarked(author=holder, name=called, text=text, where="spectators"))

    def writes(self, to: str | Sequence[str] | None) -> None:
        """Note an unfinished line to `to` (as in `say`), or None. Secret: bots only keep from talking there (HH-32).
        Ignored for a spectator."""
        if self.name is not None:
            self._table.writing.write(self.name, to, self.now)

    def keep_draft(self, orders: Json | None, counts: bool = False) -> None:
        """Keep an unsealed draft; None throws it away. It survives a disconnect and a restart."""
        self._submit(j.Drafted(author=self.you, orders=orders, counts=counts, round=self._table.match.round))

    def keep_notes(self, text: str) -> None:
        self._submit(j.Noted(author=self.you, text=text))

    # --- the archive (HH-27) -----------------------------------------------------------------------------------------
    def answer(self, key: Key | None, yes: bool) -> None:
        """Answer if a conversation (without a key: the notes) may be published."""
        channel, readers = key or ("", ())
        record: Literal["talk", "notes"] = "notes" if key is None else "talk"
        self._submit(j.Released(author=self.you, what=record, channel=channel, readers=readers, yes=yes))

    # --- listening ---------------------------------------------------------------------------------------------------
    def listen(self, listener: ChangeListener) -> Callable[[], None]:
        """Call `listener(change)` at each change that this seat may know, on the event loop. A session that lost its
        right gets `gone`, then nothing."""

        def deliver(change: Change) -> None:
            if self.gone() is not None:
                unsubscribe()
                change = Change("gone")
            listener(change)

        unsubscribe = self._table.subscribe(self.name, deliver)
        self._leave.append(unsubscribe)
        return unsubscribe

    def arrive(self) -> None:
        if self.name is not None:
            self._here += 1
            self._table.arrive(self.name)

    def depart(self) -> None:
        """Stop listening; the session has closed. May be called more than once."""
        for unsubscribe in self._leave:
            unsubscribe()
        self._leave.clear()
        self.writes(None)
        while self._here and self.name is not None:
            self._here -= 1
            self._table.depart(self.name)
