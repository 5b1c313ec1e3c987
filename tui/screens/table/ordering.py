"""A seat's orders: sealing after restating them, withdrawing, undoing; drafts; readiness."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from textual.binding import Binding
from textual.widget import Widget

from core.decoding import decode
from core.json import Json
from core.table.seat import Seat
from tui.games.base import AnyPanel, GamePanel
from tui.games.place import let
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Confirm
from tui.words import text

Hook = Callable[[GarnetScreen[Any]], None]


class OrderingScreen(GarnetScreen[None]):
    """Actions on the orders written on a game's panel."""

    BINDINGS = [
        Binding("s", "seal", "seal", id="table.seal", tooltip="Seal your orders: restated in words, Enter confirms."),
        Binding("u", "undo", "undo", id="table.undo", tooltip="Take the last change of the draft back."),
        Binding("r", "ready", "ready", id="table.ready", tooltip="Nothing more to do, or something after all."),
        Binding("w", "withdraw", "withdraw", show=False, id="table.withdraw", tooltip="Take sealed orders back."),
        Binding(
            "d", "counts", "draft counts", show=False, id="table.counts",
            tooltip="Let a valid draft count at the deadline, or not.",
        ),
    ]  # fmt: skip

    def __init__(self, seat: Seat, *, read_only: bool, sealing_is_ready: bool, after_seal: Hook | None) -> None:
        """`sealing_is_ready`: sealing also says ready. `after_seal` is called after orders were sealed."""
        super().__init__(id="table")
        self.seat = seat
        self._frozen = read_only
        self._sealing_is_ready = sealing_is_ready
        self._ready = seat.frame().ready
        """Readiness of the seat as last known."""
        self._had_turn = seat.my_turn
        self._after_seal = after_seal

    @property
    def panel(self) -> AnyPanel | None:
        """Panel shown: the game's own, or the general one where that has no room. None after the last round."""
        panels = self.panels
        return next((panel for panel in panels if panel.display), next(iter(panels), None))

    @property
    def panels(self) -> list[AnyPanel]:
        """The game's own panel and its stand-in. Found by position, not by a query: every key line asks."""
        node: Widget = self
        for place in ("body", "main"):
            node = next((child for child in node.children if child.id == place), node)
        return [child for child in node.children if isinstance(child, GamePanel)]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer keys of orders only while there is something to order."""
        if action in ("seal", "undo", "ready", "withdraw", "counts") and self.is_mounted:
            panel, frame = self.panel, self.seat.frame()
            if self.seat.name is None or self._frozen or frame.over:
                return False
            if not frame.seals and (action != "ready" or frame.stage is not None):
                return False  # nothing is sealed in this phase, and live moves need no readiness
            return panel is not None if action == "ready" else panel is not None and not panel.read_only
        return True

    def action_seal(self) -> None:
        panel = self.panel
        if panel is None or panel.read_only or not self.seat.asks().orders:
            waits = self.seat.name is not None and not self.seat.frame().ready and self.check_action("ready", ())
            self.tell(f"No orders are taken now{'; r says that you are ready' if waits else ''}.", "warn")
            return
        orders, round_ = panel.orders, self.seat.frame().round
        refusal = panel.preview()
        if refusal is not None and refusal.code == "wrong_form":  # in words for programs
            self.tell("Something is not chosen yet: choose it on the table first.", "warn")
            return
        if refusal is not None:
            self.refuse(refusal)
            return
        rows = [*(panel.restated() or restated(self.seat, orders)), *promise_rows(self.seat, orders)]
        if warnings := panel.warnings():
            rows += ["", *(text.line(("! ", "$warn"), (sentence, "$warn")) for sentence in warnings)]
        foot = "Enter seals them" + (" and says you are ready" if self._sealing_is_ready else "") + "; q goes back."

        def confirmed(_: bool) -> None:
            if self.attempt(lambda: self.seat.seal(orders, round_), "Sealed."):
                if self._sealing_is_ready and self.seat.frame().round == round_:
                    self._ready = self.attempt(lambda: self.seat.ready(round_=round_)) or self._ready
                if self._after_seal is not None:
                    self._after_seal(self)

        self.services.ask(Confirm("Seal these orders?", rows, foot), confirmed)

    def was_sealed(self, words: str) -> None:
        """Follow up a seal, or a ready mark, that the coach's page made."""
        self._ready = self.seat.frame().ready
        self.tell(words, "good")
        if self._after_seal is not None:
            self._after_seal(self)

    def _say_what_took_ready(self, kinds: set[str]) -> None:
        """Say when another event took the seat's readiness back, as all would wait for each other (CM-27)."""
        if "closed" in kinds or self.seat.frame().ready:
            self._ready = self.seat.frame().ready
        elif self._ready and kinds & {"said", "told"}:
            self._ready = False
            self.tell("Your answer is asked for: you are not ready any more (r).", "warn")

    def _say_whose_turn(self, kinds: set[str]) -> None:
        had_turn, self._had_turn = self._had_turn, self.seat.my_turn
        if not kinds & {"turn", "closed", "told"} or had_turn == self._had_turn or self._frozen:
            return
        if self._had_turn:
            self.app.bell()
            self.refresh_bindings()
            stage = self.seat.frame().stage
            if stage is not None and "closed" not in kinds:
                self.tell(f"It is your turn: {stage.name}.", "good")
        elif self._after_seal is not None and "closed" not in kinds:
            self._after_seal(self)

    def action_undo(self) -> None:
        if self.panel is not None:
            self.panel.undo()

    def action_withdraw(self) -> None:
        if self.seat.sealed() is None:
            self.tell("There is nothing sealed to take back.")
            return
        orders = msgspec.to_builtins(self.seat.sealed())
        round_ = self.seat.frame().round
        if (
            self.attempt(lambda: self.seat.withdraw(round_), "Taken back; it is a draft now.")
            and self.seat.draft() is None
        ):
            self.seat.keep_draft(orders)
        self._ready = self.seat.frame().ready

    def action_ready(self) -> None:
        if self.seat.name is None:
            self.tell("You are watching.")
            return
        ready, round_ = not self.seat.frame().ready, self.seat.frame().round
        quick = self.panel is not None and self.panel.QUICK
        if quick and ready and self.seat.can_act and self.seat.sealed() is None:
            self.tell("It is your turn: choose first. What you seal says that you are ready, too.", "warn")
            return
        lost = self._what_is_lost() if ready else None
        if lost is None:
            self._say_ready(ready, round_)
        else:
            ask = Confirm(lost[0], [(lost[1], "$warn")], "Enter says that you are ready all the same; q goes back.")
            self.services.ask(ask, lambda _: self._say_ready(ready, round_))

    def _what_is_lost(self) -> tuple[str, str] | None:
        seat = self.seat
        draft, frame = seat.draft(), seat.frame()
        if not seat.can_act:
            return None
        if draft is not None and not draft.counts:
            reason = (
                f"Your draft is not sealed, and counts for nothing if the {frame.round_word} closes now: s seals it."
            )
            return "Ready without this draft?", f"{draft.source} {reason}".strip()
        did = any(entry.round == frame.round and entry.deeds for entry in seat.log()[-1:])
        if draft is None and seat.sealed() is None and seat.asks().orders and not did:
            last = frame.ready_count == len(frame.seats) - 1
            closing = f" You are the last: the {frame.round_word} closes at once." if last else ""
            return "Ready with no orders?", f"You have drafted and sealed nothing this {frame.round_word}.{closing}"
        return None

    def _say_ready(self, ready: bool, round_: int) -> None:
        succeeded = self.attempt(lambda: self.seat.ready(ready, round_), f"You are {'' if ready else 'not '}ready.")
        if succeeded:
            self._ready = ready  # at once: a proposal may revoke it before the screen is updated
        if not (succeeded and ready):
            return
        frame = self.seat.frame()
        if frame.ready and frame.orders in ("NONE", "DRAFT") and self.seat.can_act:
            self.tell(f"You are ready, with nothing sealed: you order nothing this {frame.round_word}.", "warn")
        if self._sealing_is_ready and self._after_seal is not None:
            self._after_seal(self)

    def action_counts(self) -> None:
        draft = self.seat.draft()
        if draft is None:
            self.tell("There is no draft that could count at the deadline.")
            return
        success = "A valid draft counts at the deadline." if not draft.counts else "The draft does not count by itself."
        self.attempt(lambda: self.seat.keep_draft(draft.orders, not draft.counts), success)

    def _throw_draft(self) -> None:
        if self.attempt(lambda: self.seat.keep_draft(None), "The draft is gone.") and self.panel is not None:
            let(self.panel, self.panel.show)


def restated(seat: Seat, orders: Json) -> list[text.Part]:
    words = seat.game.restate_to(decode(seat.game.Orders, orders, "orders"), seat.view())
    lines: list[text.Part] = list(words) or [("Nothing: you do nothing this " + seat.frame().round_word + ".", "$warn")]
    return lines


def promise_rows(seat: Seat, orders: Json) -> list[text.Part]:
    rows: list[text.Part] = []
    for words_, broken in seat.promised(orders):
        mark = ("This breaks your word: ", "$bad") if broken else ("As promised: ", "$good")
        rows.append(text.line(mark, f"{words_}."))
    return [*rows, *(text.line(("You expect: ", "$faint"), f"{words_}.") for words_ in seat.owed())]
