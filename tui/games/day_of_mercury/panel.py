"""The panel of Day of Mercury: the eight places, the plan, and what the Shrine would pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widget import Widget

from core.decoding import decode
from core.games.day_of_mercury.forecast import Forecast, forecast
from core.games.day_of_mercury.spec import LOCATIONS, SINS
from core.games.day_of_mercury.structs import Orders, Report, View
from core.json import Json
from core.table.seat import Seat
from core.talk.channels import Message
from tui.games.base import GamePanel
from tui.games.day_of_mercury import deals as saying
from tui.games.day_of_mercury import draft, pickers, rows
from tui.games.day_of_mercury import layout as parts
from tui.games.day_of_mercury.deals import RoundTalk
from tui.games.day_of_mercury.draft import FREE, TRADE
from tui.games.day_of_mercury.panes import PlacesPane, PlanPane, board, paint_past, paint_sins, paint_tiers
from tui.games.day_of_mercury.pickers import Trades
from tui.screens.dialogs import ReadDialog
from tui.widgets.block import Block
from tui.widgets.choices import Choices
from tui.widgets.layout import Table
from tui.widgets.threads import TermsStart
from tui.words import text

QUIET_ROWS = 24
"""Rows of the panel from which it also says that nothing is in force."""
LOW_OUTLOOK = 9
"""Rows of the pane below the plan from which it spells the plan out."""


class MercuryPanel(GamePanel[Orders, View, Report]):
    """The eight places at the left, the plan in the middle, the sins and the Shrine at the right."""

    LOOKS = frozenset({"seen"})
    SECRET = (
        "Points and sin are secret until the end, and who stood where is known to those who met: guess from the visits "
        "that a plan needs, one of every kind of sin and no two alike."
    )
    TOPIC = (
        "Choose two places with 1-8 (or Enter), then what to do there: g gathers, c commits, o offers, b trades; the "
        "same again does it twice. x takes back what is under the cursor, < and > move a place in the plan: offers "
        "resolve in its order. Left and right go from the places to the plan and back.\n\n"
        "A round resolves as Gather, Commit, Trade, Offer. A tick marks a place that counts towards the visit bonus, "
        "which gives one of each sin when all seven are ticked. 5x2 means five of a sin in tier 2: each pays 2. +1 is "
        "what one more of that sin would add to an offering. The plan is reckoned with what you know: gathers at 3, "
        "the yield of a middling crowd.\n\n"
        "v shows whom you met where, round by round, and your commits. A trade needs the same order from both; b "
        "also proposes it, and a takes a proposal into the plan."
    )
    PAGES: ClassVar[Mapping[str, str]] = {"places": "The locations", "plan": "A round"}
    TABLE = parts.TABLE
    LEAST = (40, 11)
    BINDINGS = [
        Binding("g", "step('gather')", "plan", id="mercury.gather", tooltip="Gather in the place you are at."),
        Binding("c", "step('commit')", "plan", id="mercury.commit", tooltip="Commit a sin from this place."),
        Binding("o", "step('offer')", "plan", id="mercury.offer", tooltip="Offer here: resident or Shrine."),
        Binding("b", "trade", "plan", id="mercury.trade", tooltip="Order, change or propose the round's trade."),
        Binding("x", "back_one", "drop", id="mercury.back", tooltip="Take back what is under the cursor."),
        Binding("v", "seen", "seen", id="mercury.seen", tooltip="Who was where; your commits; what holds now."),
        Binding("a", "accept", "take deal", show=False, id="mercury.accept", tooltip="Take a proposed trade."),
        Binding("less_than_sign", "shift(-1)", show=False, id="mercury.earlier", tooltip="This place earlier."),
        Binding("greater_than_sign", "shift(1)", show=False, id="mercury.later", tooltip="This place later."),
        Binding("left", "list('places')", show=False, id="mercury.left", tooltip="To the places."),
        Binding("right", "list('plan')", show=False, id="mercury.right", tooltip="To the plan."),
        *(
            Binding(str(number), f"go('{place}')", show=False, id=f"mercury.{number}", tooltip=f"To {location.title}.")
            for number, (place, location) in enumerate(LOCATIONS.items(), 1)
        ),
    ]

    # --- putting it together -----------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        self.trades = Trades(self, lambda: self.round_talk, lambda: self.expected_sin, self.change, self._point_at)
        yield PlacesPane(id="places-box", classes="house-box")
        yield Block(id="about")
        yield Block("In force this round", id="force")
        yield PlanPane(id="plan-box", classes="house-box")
        yield Block(id="outlook", classes="-bare")
        yield Block("Sin", id="sins")
        yield Block(id="words", classes="-bare")
        yield Block("Who was where", id="seen")
        yield Block("Shrine, tier by tier", id="tiers")
        yield Block("Commits used", id="commits")

    def preferred_focus(self) -> Widget | None:
        return self.query_one("#plan" if self.brought == "plan-box" else "#places", Choices)

    def table(self) -> Table:
        view = self.seat.view()
        if view.seat is None:
            return self.TABLE.without("force", "seen", "tiers", "commits", "outlook", "words")
        in_force = bool(rows.force_short(view, planned=True))
        usual = parts.SLIM_TABLE if self.slim else self.TABLE
        table = usual if in_force or self.size.height > QUIET_ROWS else usual.without("force")
        return table.fitted(parts.rows_needed(view))

    @property
    def slim(self) -> bool:
        return bool(self.size) and self.size.width < parts.SLIM

    # --- what the seat knows and plans -------------------------------------------------------------------------------
    def empty(self) -> Json:
        return draft.empty()

    @property
    def visits(self) -> list[Json]:
        return draft.visits(self.orders, self.seat.view().effects.forced)

    def outlook(self) -> Forecast | None:
        """Return the forecast if the plan works; None if the plan is empty."""
        orders = self.orders
        if not (orders.get("visits") or orders.get("trade")):
            return None
        return forecast(self.seat.view(), draft.read(orders))

    @property
    def expected_sin(self) -> dict[str, int]:
        outlook = self.outlook()
        return dict(self.seat.view().sin if outlook is None else outlook.sin)

    @property
    def round_talk(self) -> RoundTalk:
        seat = self.seat
        return RoundTalk(seat.name, seat.frame().round, seat.messages(), self.orders.get("trade"), self.visits)

    def change(self, visits: list[Json], trade: Json | bool | None = True) -> None:
        orders = {**self.orders, "trade": self.orders.get("trade") if trade is True else trade}
        self.edit(draft.with_visits(orders, visits, self.seat.view().effects.forced))

    # --- trading -----------------------------------------------------------------------------------------------------
    def action_trade(self) -> None:
        self.trades.order()

    def action_accept(self) -> None:
        self.trades.take()

    def accept(self, message: Message) -> None:
        self.trades.accept(message)

    def named(self) -> str | None:
        return (self.orders.get("trade") or {}).get("with")

    def under(self) -> TermsStart:
        trade = self.orders.get("trade") or {}
        given = (("you", trade.get("give", "")), ("to", trade.get("want", "")))
        return TermsStart("give", tuple((side, what) for side, what in given if what))

    def propose(self, to: str) -> bool:
        return self.trades.propose(to)

    @classmethod
    def watched(cls, seat: Seat[Orders, View, Report], width: int, height: int) -> Sequence[text.Part]:
        return board(seat.view(), width, height)

    @classmethod
    def beside(cls, seat: Seat[Orders, View, Report], width: int) -> Sequence[text.Part]:
        return [*rows.beside_rows(seat.view(), width)]

    def deals(self) -> tuple[Sequence[str], Sequence[str]]:
        view = self.seat.view()
        held = [sin for sin in SINS if view.sin.get(sin)]
        return held or SINS, SINS

    def _point_at(self, row: str) -> None:
        self.query_one("#plan" if row == TRADE else "#places", Choices).point(row)

    # --- where one is ---
    @property
    def place(self) -> str | None:
        spots, steps = self.query_one("#places", Choices), self.query_one("#plan", Choices)
        if steps.has_focus and steps.row is not None:
            place = steps.row.id.partition(":")[0]
            return place if place in LOCATIONS else None
        return spots.row.id if spots.row is not None else None

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        view, visits = self.seat.view(), self.visits
        self.rearrange()
        arrangement = self.arrangement
        rooms = self.arrangement.rooms
        room = rooms.get("places-box")
        form, width = (-1, 0) if room is None else (room.form, room.width)
        self.query_one(PlacesPane).paint(view, visits, form, width, room is not None and "plan-box" not in rooms)
        self._show_about()
        outlook = self.outlook()
        self._show_plan(view, visits, outlook)
        paint_sins(self.query_one("#sins", Block), view, outlook, arrangement)
        short = [] if "force" in arrangement.rooms else rows.force_short(view, planned=False)
        words = rows.shrine_words(view, outlook, "seen" in arrangement.rooms)
        self.query_one("#words", Block).show([*short, *words])
        force, seen, commits, tiers = (
            self.query_one(f"#{name}", Block) for name in ("force", "seen", "commits", "tiers")
        )
        paint_past(force, seen, commits, view, arrangement)
        paint_tiers(tiers, view, outlook, arrangement)

    def _show_about(self) -> None:
        place = self.place or next(iter(draft.places(self.visits)), None)
        if place is not None:
            about = self.query_one("#about", Block)
            about.head((rows.full(place), "$strong"))
            about.show(rows.about_place(self.seat.view(), place))

    def _show_about_there(self) -> None:
        """Runs after layout, when the table may be gone."""
        if self.query("#places"):
            self._show_about()

    def _show_plan(self, view: View, visits: list[Json], outlook: Forecast | None) -> None:
        asks, orders = self.seat.asks(), self.orders
        self.query_one(PlanPane).paint(view, orders, visits, asks, outlook)
        remarks: list[text.Part] = []
        if asks.orders and not self.read_only:
            remarks += saying.next_rows(orders, self.preview(), drafted=self.seat.draft() is not None)
        remarks += [text.line(("! ", "$warn"), sentence) for sentence in self.warnings()]
        read = draft.read(orders)
        room = self.arrangement.rooms.get("outlook")
        if visits and room is not None and room.height > LOW_OUTLOOK:
            remarks += ["", *self.seat.game.restate(read)]
        else:
            remarks += [(sentence, "$faint") for sentence in draft.too_long(read)]
        self.query_one("#outlook", Block).show([*remarks, *saying.trade_rows(self.round_talk)])

    def restated(self) -> Sequence[text.Part]:
        orders, heard = decode(self.seat.game.Orders, self.orders, "orders"), self.round_talk
        is_answered = heard.answer and not heard.why_unanswered
        answer = [text.line(("You expect: ", "$faint"), heard.answer)] if is_answered else []
        return [*self.seat.game.restate_to(orders, self.seat.view()), *answer]

    def warnings(self) -> Sequence[str]:
        used = sum(len(visit.get("actions") or ()) for visit in self.visits)
        left = self.seat.view().actions - used
        unused = [f"{left} of your {self.seat.view().actions} actions unused."] if left > 0 else []
        return [*saying.warnings(self.outlook(), self.round_talk), *unused]

    # --- choosing places ---------------------------------------------------------------------------------------------
    def on_choices_moved(self, message: Choices.Moved) -> None:
        message.stop()
        self._show_about()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        place, _, step = message.row.id.partition(":")
        if message.choices.id == "places":
            if place in draft.places(self.visits):
                self._point(place)
                self.action_list("plan")
            else:
                self.action_go(place)
        elif step:
            self.action_step(step)
        elif place == TRADE:
            self.action_trade()
        elif place.startswith(FREE):
            self.action_list("places")
        else:
            self._replace(place)

    def action_list(self, which: str) -> None:
        box = f"{which}-box"
        if box not in self.arrangement.rooms or self.brought:
            shown = next((name for name in parts.PANES if name in self.arrangement.rooms), parts.PANES[0])
            at = parts.PANES.index(shown) + (1 if which == "plan" else -1)
            box = parts.PANES[max(0, min(len(parts.PANES) - 1, at))]
            self.bring(None if box == parts.PANES[0] else box)
        if box == f"{which}-box":
            self.query_one(f"#{which}", Choices).focus()
        self.call_after_refresh(self._show_about_there)

    def action_go(self, place: str, then: Any = None) -> None:
        visits, asks = self.visits, self.seat.asks()
        if self.read_only or place in draft.places(visits):
            self._point(place)
        elif len(visits) < asks.limits.get("visits", 0):
            self.change(draft.with_place(visits, place))
            self._point(place)
        else:
            self._ask_instead(place)
            return
        if then is not None:
            then()

    def _ask_instead(self, place: str) -> None:
        def chosen(old: str) -> None:
            self.change(draft.instead(self.visits, old, place))
            self._point(place)

        pickers.ask_instead(self, self.visits, place, chosen)

    def _replace(self, old: str) -> None:
        if (why := draft.why_kept(self.seat.asks(), old)) is not None:
            self.tell(why.sentence, "warn", why.ruling)
            return

        def chosen(place: str) -> None:
            self.change(draft.instead(self.visits, old, place))
            self._point(place)

        pickers.ask_other(self, self.visits, old, chosen)

    def _point(self, place: str) -> None:
        self.query_one("#places", Choices).point(place)
        steps = self.query_one("#plan", Choices)
        if steps.row is None or steps.row.id.partition(":")[0] != place:
            steps.point(place)
        self._show_about()

    # --- what to do there --------------------------------------------------------------------------------------------
    def action_step(self, step: str) -> None:
        place = self.place
        if self.read_only:
            self.tell("Nothing can be ordered here.", "warn")
        elif place is None:
            self.tell("Go to a place first: 1-8, or the list at the left.", "warn")
        elif place not in draft.places(self.visits) and len(self.visits) >= self.seat.asks().limits.get("visits", 0):
            self._ask_instead(place)
        elif (why := draft.closed_step(self.seat.asks(), self.visits, place, step)) is not None:
            self.tell(why.sentence, "warn", why.ruling)
        elif step == "gather":
            self._add(place, {"do": "gather"})
        elif step == "commit":
            named = [
                deed["target"]
                for spot in draft.places(self.visits)
                for deed in draft.deeds_of_step(self.visits, spot, step)
            ]
            pickers.ask_commit(self, place, named, lambda deed: self._add(place, deed))
        else:
            pickers.ask_offer(self, place, self.expected_sin, lambda deed: self._add(place, deed))

    def _add(self, place: str, deed: Json) -> None:
        self.change(draft.with_deed(draft.with_place(self.visits, place), place, deed))
        self.query_one("#places", Choices).point(place)
        self.query_one("#plan", Choices).point(f"{place}:{deed['do']}")

    def action_back_one(self) -> None:
        steps, place = self.query_one("#plan", Choices), self.place
        if self.read_only:
            return
        if place is None or place not in draft.places(self.visits):
            if steps.has_focus and steps.row is not None and steps.row.id == TRADE and self.orders.get("trade"):
                self.change(self.visits, None)
            else:
                self.tell("There is nothing to take back here.")
            return
        step = steps.row.id.partition(":")[2] if steps.has_focus and steps.row is not None else ""
        if step:
            self.change(draft.without_deed(self.visits, place, step))
        elif draft.actions_at(self.visits, place) and not steps.has_focus:
            self.change(draft.without_deed(self.visits, place, None))
        else:
            if (why := draft.why_kept(self.seat.asks(), place)) is not None:
                self.tell(why.sentence, "warn", why.ruling)
            else:
                self.change([visit for visit in self.visits if visit["location"] != place])

    def action_shift(self, by: int) -> None:
        place = self.place
        if not self.read_only and place is not None and place in draft.places(self.visits):
            self.change(draft.with_place_moved(self.visits, place, by))
            self._point(place)

    # --- looking back ------------------------------------------------------------------------------------------------
    def action_seen(self) -> None:
        view = self.seat.view()
        if view.seat is None:
            self.tell("You are watching: what the players saw is theirs.")
            return
        count = text.counted(view.commits, "successful commit")
        commit_rows = [
            *rows.sighting_rows(view, legend=True),
            "",
            (f"Commits used, {count}", "$strong"),
            *rows.commit_rows(view),
        ]
        self.ask(ReadDialog("Who was where, by round", [*commit_rows, *rows.force_rows(view)]), lambda _: None)
