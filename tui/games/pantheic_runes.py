"""The panel of Pantheic Runes: the tableau editor, the altar, the temple and the deities, by keys and by mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events
from textual.binding import Binding

from core.games.pantheic_runes import runes
from core.games.pantheic_runes.routes import targets
from core.refusal import Refused
from tui import text
from tui.games import pantheic_runes_bench as benches
from tui.games import pantheic_runes_rows as rows
from tui.games.pantheic_runes_bench import Bench, Deed
from tui.games.pantheic_runes_partners import RunesPartners
from tui.screens.dialogs import Read
from tui.widgets.choices import Choices
from tui.widgets.shelf import Shelf

FULL_WIDTH = 66
"""Columns of text in a broad dialog."""
OWN_KINDS = ("rotated", "adjusted", "combined", "proposed", "declined", "withdrawn")


class RunesPanel(RunesPartners):
    """One seat's hand on the workbench."""

    LOOKS = frozenset({"aim", "view", "focus", "deity"})
    TOPIC = (
        "Left your tableaux, numbered. Go to one with arrows or its number. < and > turn it, a adjusts it (arrows "
        "choose the cell, + o x . the rune), Enter makes it A: the workbench then shows A + B for the tableau you go "
        "to. Everything is shown with its cost; Enter does it after a question, Backspace lays it back.\n\n"
        "l lays a full tableau on the altar or takes it back, f names what a ritual of Artemis forbids, p combines "
        "with another seat (and answers those who ask), c creates Demeter's tableau. In the temple (m) Enter picks.\n\n"
        "Right the deities (g), with how far your hand is: 1 turn, combine 4+6 (your numbers), adjust 1 cell; 3m 1t is "
        "3 mana and 1 token, and ! 1t means that you lack 1 token. Left and right choose among a deity's patterns, "
        "Enter puts the first step on the workbench, v shows patterns instead of distances, i all about the deity.\n\n"
        "Marks: ▼ on the altar, » set aside for a proposal, A to be combined, ◆ picked or held. Grey tableaux are "
        "bound by sealed orders or a proposal."
    )
    BINDINGS = [
        Binding("greater_than_sign", "turn(90)", "turn", id="runes.turn", tooltip="Turn clockwise, on the workbench."),
        Binding("less_than_sign", "turn(-90)", "turn", id="runes.back", tooltip="Turn the other way round."),
        Binding("a", "adjust", "adjust", id="runes.adjust", tooltip="Set one cell: arrows choose it, + o x . set it."),
        Binding("l", "lay", "lay down", id="runes.lay", tooltip="Lay the tableau on the altar, or take it back."),
        Binding("p", "partners", "partner", id="runes.partner", tooltip="Combine with another seat; answer one."),
        Binding("m", "focus('temple')", "temple", id="runes.temple", tooltip="Go to the temple: Enter picks."),
        Binding("g", "focus('gods')", "gods", id="runes.gods", tooltip="Go to the deities."),
        Binding("h", "focus('hand')", "hand", show=False, id="runes.hand", tooltip="Go to your tableaux."),
        Binding("f", "forbid", "forbid", show=False, id="runes.forbid", tooltip="What the ritual of Artemis forbids."),
        Binding("c", "create", "create", show=False, id="runes.create", tooltip="Create a tableau for everybody."),
        Binding("i", "deity", "deity in full", show=False, id="runes.deity", tooltip="All about the deity you are at."),
        Binding("v", "view", "patterns", show=False, id="runes.view", tooltip="Patterns instead of distances."),
        Binding("left", "aim(-1)", "pattern", show=False, id="runes.aim-back", tooltip="Another pattern of the deity."),
        Binding("right", "aim(1)", "pattern", show=False, id="runes.aim", tooltip="Another pattern of the deity."),
        Binding("backspace,escape", "clear", "put back", show=False, id="runes.clear", tooltip="Empty the workbench."),
        Binding("plus", "rune('+')", "rune", show=False, id="runes.plus", tooltip="Set the cell to +."),
        Binding("o", "rune('o')", "rune", show=False, id="runes.o", tooltip="Set the cell to o."),
        Binding("x", "rune('x')", "rune", show=False, id="runes.x", tooltip="Set the cell to x."),
        Binding("full_stop", "rune('.')", "rune", show=False, id="runes.empty", tooltip="Set the cell to empty."),
        *(
            Binding(str(n), f"number({n})", "number", show=False, id=f"runes.{n}", tooltip=f"Number {n} of the shelf.")
            for n in range(10)
        ),
    ]  # fmt: skip

    def action_deity(self) -> None:
        """What the deity wants and gives, uncut."""
        view = self.view
        if (deity := self.deity(view)) is None:
            self.tell("The deities and their rituals are shown when round 1 starts.")
            return
        wants = text.wrapped(rows.detail_head(deity), FULL_WIDTH)
        self.ask(Read(deity.name, [*wants, "", *self.detail(view, deity, FULL_WIDTH)]), lambda _: None)

    # --- telling what happened ---------------------------------------------------------------------------------------
    def show(self) -> None:
        super().show()
        if self.seat.name is not None and not self.read_only:
            self._listen()

    def _listen(self) -> None:
        """Say what has happened since this seat last looked; ring for what others did."""
        log = self.seat.log()
        notices = log[-1].notices if log else ()
        here = [self.seat.frame().round, len(notices)]
        before, fresh = self.remembered("heard", [0, 0]), self.heard < 0
        self.heard = len(notices)
        if here == before:
            waiting = fresh and self.view.mine is not None and self.view.mine.asked_by
            if waiting:
                self._say_later(f"{text.joined(waiting)} asked to combine: p answers.")
            return
        new = notices[before[1] if before[0] == here[0] else 0 :]
        self.remember("heard", here)
        if new:
            told = " ".join(dict.fromkeys(notice.text for notice in new[-2:]))  # two gifts may be the same
            if any(notice.kind == "proposal" for notice in new):
                told += " p answers."
            self._say_later(told)
            self.app.bell()

    def _say_later(self, sentence: str) -> None:
        self.call_after_refresh(lambda: self.tell(sentence, "warn"))

    def do_now(self, action: dict[str, Any]) -> bool:
        done = super().do_now(action)
        if done:
            notices = self.seat.log()[-1].notices
            self.remember("heard", [self.seat.frame().round, len(notices)])
            if notices:
                self.tell(notices[-1].text, "good")
                self.result = str(notices[-1].data.get("result", ""))
            self._prune()
        return done

    def _prune(self) -> None:
        """Take out of an unsealed draft what has just been used up."""
        mine, draft = self.view.mine, self.seat.draft()
        if mine is None or draft is None:
            return
        left, kept = list(mine.tableaux), []
        for offer in mine.offered:
            left.remove(offer.tableau)
        for ritual in self.rituals:
            if ritual["tableau"] in left:
                left.remove(ritual["tableau"])
                kept.append(ritual)
        if len(kept) < len(self.rituals):
            self.screen_.attempt(lambda: self.seat.keep_draft({**self.orders, "rituals": kept}, draft.counts))

    # --- the workbench -----------------------------------------------------------------------------------------------
    def prepare(self, bench: Bench) -> None:
        """Put something on the workbench, and show it."""
        self.bench = bench
        self.hand.inner = bench.cell is not None
        view = self.view
        if view.mine is not None:
            found, barred = self.card_marks(view.mine)
            self.hand.show(rows.hand_cards(view.mine, found, barred, bench.first), self.wide)
        self.show_bench()

    def _ready_to_work(self) -> bool:
        """Is there a free tableau under the cursor, in an open round? Says why not."""
        if self.shut():
            return False
        if (why := self.barred()) is not None:
            self.tell(why, "warn", "PR-20")
            return False
        self.hand.focus()
        self.tell("")
        return True

    def action_turn(self, by: int) -> None:
        if self._ready_to_work():
            degrees = (self.bench.degrees + by) % 360
            self.prepare(Bench(at=self.bench.at, degrees=degrees))

    def action_adjust(self) -> None:
        if self.bench.cell is not None:
            self.action_clear()
        elif self._ready_to_work():
            self.prepare(Bench(at=self.bench.at, cell=0))

    def action_rune(self, symbol: str) -> None:
        if self._ready_to_work():
            self.prepare(Bench(at=self.bench.at, cell=self.bench.cell or 0, rune=symbol))

    def action_clear(self) -> None:
        self.prepare(Bench(at=self.bench.at))
        self.tell("")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Esc leaves the table unless there is something on the workbench; left and right serve the deities."""
        if not super().check_action(action, parameters):
            return False
        if action == "clear" and self.is_mounted:
            return self.bench != Bench(at=self.bench.at)
        if action == "aim" and self.is_mounted:
            return self.gods.has_focus
        return True

    def on_shelf_nudged(self, message: Shelf.Nudged) -> None:
        message.stop()
        cell = self.bench.cell or 0
        row, column = (cell // 2 + message.down) % 2, (cell % 2 + message.right) % 2
        self.prepare(self.bench._replace(cell=row * 2 + column))

    def on_shelf_moved(self, message: Shelf.Moved) -> None:
        message.stop()
        self.tell("")
        if message.shelf is self.hand:
            self.prepare(Bench(at=message.place, first=self.bench.first))
        else:
            self.show_bench()

    def on_shelf_over(self, message: Shelf.Over) -> None:
        message.stop()
        if message.shelf is self.hand and message.down > 0:
            self.temple.focus()
        elif message.shelf is self.temple and message.down < 0:
            self.hand.focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        if self.is_mounted:
            self.show_bench()

    def on_shelf_picked(self, message: Shelf.Picked) -> None:
        message.stop()
        if message.shelf is self.temple:
            self._pick(message.place)
        elif not self.shut():
            self._enter(message.place)

    def _enter(self, place: int) -> None:
        """Enter on a tableau: do what the workbench shows, or make it the first of two."""
        deed = self.prepared(self.view)
        if deed is not None:
            self._confirm(deed)
        elif self.bench.cell is not None:
            self.tell("Set a rune first: + o x, or . for empty.", "warn")
        elif self.bench.first == place:
            self.prepare(Bench(at=place))
        elif self._ready_to_work():
            self.prepare(Bench(at=place, first=place))

    def _confirm(self, deed: Deed) -> None:
        mine = self.view.mine
        assert mine is not None
        if deed.reason is not None:
            self.tell(deed.reason[0], "warn", deed.reason[1])
            return
        result = text.line(" = ", benches.inline(deed.result), (" twice" if deed.copies == 2 else ""), ": ",
                           benches.pleases(deed.result, self.view))  # fmt: skip
        said: list[text.Part] = [
            text.line(deed.words, result, "."),
            text.line(
                f"It costs {benches.price(deed.mana, deed.tokens)}: ", benches.bill(mine, deed.mana, deed.tokens), "."
            ),
        ]
        marks, _ = self.card_marks(mine)
        used = [place for place in (self.bench.first, self.bench.at) if place is not None]
        if any(marks[place] == rows.ALTAR for place in used):
            said.append(("It is on the altar of your draft, which loses it.", "$warn"))
        verb = {"rotate": "Turn", "adjust": "Adjust", "combine": "Combine"}[deed.kind]
        self.do(deed.action, said, f"{verb} now?")

    # --- altar and temple --------------------------------------------------------------------------------------------
    def action_lay(self) -> None:
        mine, at = self.view.mine, self.bench.at
        if self.shut() or mine is None or at is None or at >= len(mine.tableaux):
            return
        tableau, (found, _) = mine.tableaux[at], self.card_marks(mine)
        if found[at] == rows.ALTAR:
            last = max(p for p, ritual in enumerate(self.rituals) if ritual["tableau"] == tableau)
            self.edit_rituals([ritual for p, ritual in enumerate(self.rituals) if p != last])
            return
        closed = next(
            (c for c in self.asks.choices if c.slot == "rituals" and c.value == tableau and c.closed is not None), None
        )
        if found[at] == rows.ASIDE or (closed is not None and runes.is_full(tableau)):
            self.tell(self.barred() or (closed.closed if closed else "") or "", "warn", "PR-20")
        elif closed is not None:
            self.tell(closed.closed or "", "warn", closed.ruling)
        else:
            self.bench = Bench(at=at)
            self.edit_rituals([*self.rituals, {"tableau": tableau}])

    def _pick(self, place: int) -> None:
        mine = self.view.mine
        if self.shut() or mine is None:
            return
        picks = self.picks
        if place in picks:
            changed = [p for p in picks if p != place]
        elif len(picks) < mine.picks:
            changed = [*picks, place]
        elif mine.picks == 1:
            changed = [place]
        else:
            self.tell(
                f"You have {mine.picks} picks this round and used them all: take one back first.", "warn", "PR-03"
            )
            return
        self.edit({**self.orders, "temple": changed})

    # --- deities -----------------------------------------------------------------------------------------------------
    def on_choices_moved(self, message: Choices.Moved) -> None:
        message.stop()
        self.show_bench()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        """Enter on a deity: the first step of the way to its pattern, or its ritual on the altar."""
        message.stop()
        view = self.view
        deity = self.deity(view)
        if self.shut() or deity is None or view.mine is None:
            return
        far = self.aim(view, deity)[1]
        route = None if far is None else far.route
        if route is None:
            self.tell(f"{deity.name}: {far.label if far is not None else 'unknown'}.", "faint")
            return
        found, barred = self.card_marks(view.mine)
        if not route.steps:
            place = next((p for p, t in enumerate(view.mine.tableaux) if t == route.pattern and found[p] == " "), None)
            if place is not None:
                self.hand.at = place
                self.bench = Bench(at=place)
                self.action_lay()
            return
        bench = benches.of_step(route.steps[0], view.mine, barred)
        if bench is None:
            self.tell("That takes a tableau of your sealed orders: seal others first.", "warn", "PR-20")
            return
        self.hand.focus()
        self.hand.at = bench.at or 0
        self.prepare(bench)

    def action_aim(self, by: int) -> None:
        view = self.view
        deity = self.deity(view)
        if deity is None or view.mine is None:
            return
        wanted = targets(deity, view.mine.dionysus)
        if wanted:
            pattern, _ = self.aim(view, deity)
            self.aims[deity.id] = (wanted.index(pattern) + by) % len(wanted)
            self.show_bench()

    def step_back(self) -> bool:
        if self.bench != Bench(at=self.bench.at):
            self.action_clear()
        elif self.patterns:
            self.action_view()
        else:
            return False
        return True

    def warnings(self) -> Sequence[str]:
        """Rituals that bring no blessing, as far as this seat knows."""
        laid = [ritual["tableau"] for ritual in self.rituals]
        told = zip(laid, rows.gains(self.view, laid), strict=True)
        return [f"The ritual {tableau} pleases no deity." for tableau, gain in told if not gain]

    def action_view(self) -> None:
        self.patterns = not self.patterns
        self.show()

    # --- going about -------------------------------------------------------------------------------------------------
    def action_focus(self, name: str) -> None:
        self.query_one(f"#{name}").focus()

    def action_number(self, number: int) -> None:
        if self.temple.has_focus:
            if number < len(self.temple.cards):
                self.temple.at = number
                self._pick(number)
                self.temple.redraw()
                self.show_bench()
            return
        self.hand.focus()
        place = (number or 10) - 1
        if place < len(self.hand.cards):
            self.hand.inner = False
            self.hand.point(place)
        else:
            raise_ = Refused("no_such_number", f"You hold {text.counted(len(self.hand.cards), 'tableau', 'tableaux')}.")
            self.screen_.refuse(raise_)
