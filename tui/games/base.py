"""The GamePanel contract: what the author of a game's screen reads.

A panel is one Textual widget that shows one seat's View of one game and edits that seat's orders. The table screen
around it (tui/screens/table/screen.py) has the frame, talk, notes, log, rules, sealing, drafts, decisions and the
result; a panel has only the game. It is given a `Seat` and nothing else: what it shows comes from `seat.view()` (the
game's View), `seat.asks()` (what may be ordered or done, and why the rest may not) and `self.orders` (the draft). It
never touches a table, a match or a State, and it computes previews only from those three.

A panel in short:

    class FaminePanel(GamePanel):
        BINDINGS = [Binding("x", "clear", "clear offer", id="famine.clear", tooltip="Take the offer back.")]
        TOPIC = "Two or three sentences for the help screen."

        def empty(self):                      # the orders that mean nothing
            return {"offers": []}

        def compose(self):                    # mount little; stable ids
            yield Block("Favor", id="favor")
            yield Choices(id="offers")

        def show(self):                       # paint everything anew; called after every change
            view, asks = self.seat.view(), self.seat.asks()
            self.query_one("#favor", Block).show([f"{view.favor} Favor"])
            ...

        def on_choices_picked(self, message):  # edit the draft: JSON orders, a new dict, never changed in place
            self.edit({"offers": [*self.orders["offers"], {"to": message.row.id, "give": "ruby"}]})

and one line in tui/games/__init__.py. Then:

- `self.orders` is the draft if there is one, else what is sealed, else `empty()`. It is JSON, as in the rulings.
- `self.edit(orders)` replaces the draft: kept at once (it survives a disconnect), undone with `u`, and dropped again
  when it equals what is sealed. Afterwards `show()` is called. A draft may be incomplete or illegal: `s` says what is
  wrong with it when it is to be sealed.
- `self.preview()` is None if the draft could be sealed now, else the Refused that says why not.
- `self.do(action, rows)` is for live actions: the rows restate what it does and costs, Enter confirms, a refusal goes
  to the status line. `self.do_now(action)` is for harmless ones.
- `self.ask(screen, then)` opens a dialog (`Pick`, `Ask`, `Confirm` of tui.screens.dialogs) and calls `then(answer)`
  unless it was closed without one.
- `self.tell(sentence, tone, ruling)` writes into the status line. Closed choices: give `Row` or `Cell` the `closed`
  sentence and `ruling` of the Choice; cursor and Enter on them show the reason by themselves. Never leave out or grey
  a choice for any other reason than a `Choice.closed` or what `view()` says.
- Room: write `TABLE` (tui/widgets/layout.py tells how): the parts of the panel with the least room each needs and what
it is
  worth. Compose the parts as direct children with those ids; they stand where the table puts them at every size, and
  what has no room is not displayed. `self.arrangement` says which are shown and in which form
  (`self.arrangement.form("board")`). Where the table follows what there is to show, override `table()` and call
  `self.rearrange()` first in `show()`. `self.bring("seen")` puts a part before all others until `self.bring(None)`:
  one key for what is hidden, and `step_back()` undoes it.
- `self.wide`, for panels without a table, is True where there is much room: the panel has at least 110x34 (ROOMY)
  there, and 80x19 where not. `self.size` is what it really has; `show()` is called again when it changes. CSS:
  `.-wide #favor { ... }` in the panel's DEFAULT_CSS (keep it to a few rules: each session parses them).
- `LEAST` is the room below which the general panel stands in for yours (80x19 where nothing is said). A panel whose
  table goes down to 40x11, one pane at a time, says so there and is played on small terminals too.
- `self.read_only` is True in a replay and after the end: show, but offer nothing. `edit` and `do` are refused then, and
  of the panel's keys only those work whose actions it names in LOOKS.
- Whoever watches sees a page of public facts instead (tui/widgets/watching.py). `watched` draws its board, `stakes`
  says what there is to win, `headlines` what each close told, `SECRET` what stays hidden: all have a usual answer.
- `deals()` gives the words of the propose dialog (`(give, want)` lists), `accept(message)` takes a received proposal
  into the draft. Leave them if the game trades nothing: talk then offers no proposals. `propose(seat)` is for a game
  that has a better way to propose than that dialog.
- `warnings()` says what is doubtful in the draft, and is said again where it is sealed. `step_back()` closes the
  innermost thing that the panel has open (a look at another round, a list): q and Esc ask it before they leave.
- `PAGES` (or `page()`) says which heading of help.md is about what is under the cursor: the rule book opens there.
- `report(seat, entry, memory)` draws what a close brought this seat, for the page after it and the log, where sentences
  (the game's `tell`) are not clear enough.
- `beside(seat, width)` stands beside the words of that page where there is much room: what is known by now, what the
  next round pays.
- `remembered(name, default)` and `remember(name, value)` keep small private things for this seat that are no orders
  (which tab was open). They are JSON and survive quitting. `believe(name, value)` keeps what one thinks (marks, what
  one expects): the seat's own replay shows it as it was in each round.
- Ids in TABLE_IDS and SCREEN_IDS (tui/games/fence.py) are the house's, and so are the names of its widgets and of
  Textual's for classes of your own: Textual's style sheets know a class by its bare name. A panel that uses one, at
  whatever moment, or says `SCOPED_CSS = False`, is refused in a sentence, and the general panel stands in its place.
- The house's style sheet speaks of nothing in a panel but `Block`, `Choices`, `Grid`, and Textual's `Input` and
  `TextArea`: classes of CSS that begin with `house-` are its own, all others are yours.
- Keys of the table screen are taken: s u w r t n R L C H d : z y q ? Esc Tab. Use other letters, digits, `<` `>`, `+`
  `-`, arrows and Enter. Give every Binding an id (`famine.clear`), a short description (the footer) and a tooltip (help
  and palette).
- Colours: only theme names. In text `$strong $faint $closed $accent $key $good $warn $bad $pick $held $badge` and the
  hues `$red $blue $yellow $green $white $black $violet $cyan`; in CSS `$ink $paper $sheet $line $line-live $bar
  $cursor`. A hue never says anything alone: a letter, word or mark says it too. Build text with
  `tui.words.text.line(...)` from strings and (text, style) pairs: names and messages are then plain text whatever is in
  them.
- Widgets to build from: `Block` (titled text; `classes="-bare"` for no border), `Choices`/`Row` (list), `Grid`/`Cell`
  (matrix, board),
  `tui.words.text` (fit, centred, beside, wrapped, joined, signed).
- themes/garnet.tcss beats a DEFAULT_CSS where both speak of the same thing.
- Time: `self.seat.now`, never a clock. No timers in a panel: `tick()` is called when the frame's clock moves.

Try it at any position: `python -m tests.kit.screens famine --seat Ada --setup '{"round": 4}'`, add `--size 80x24
--picture out.svg` for a picture instead of a terminal; in tests see tests/kit/screens.py.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.layout import Layout
from textual.screen import Screen
from textual.widget import Widget

from core.contract import O, R, V
from core.decoding import plain
from core.json import Json
from core.match.views import RoundLog
from core.refusal import Refused
from core.story.parts import Story
from core.table.seat import Frame, Seat
from core.talk.channels import Message
from tui.app.memory import SeatMemory
from tui.drawings import draw, frame_of
from tui.games.fence import Clashing, from_outside, trouble
from tui.widgets.boxes import Rooms, show_only
from tui.widgets.frame import Tone
from tui.widgets.layout import Arrangement, Table
from tui.widgets.threads import Start
from tui.words import text

if TYPE_CHECKING:
    from tui.app.services import AppServices
    from tui.screens.base import GarnetScreen

T = TypeVar("T")
log = logging.getLogger(__name__)

ROOMY = (110, 34)
"""Columns and rows from which a panel has much room."""

KEPT_UNDO = 100
"""How many edits can be undone."""


class GamePanel(Widget, Generic[O, V, R]):
    """The base of every game's panel, which names the game's types: `GamePanel[Orders, View, Report]`."""

    TOPIC: ClassVar[str] = ""
    """What this panel shows and how to play with it: for the help screen."""
    LOOKS: ClassVar[frozenset[str]] = frozenset()
    """Its actions that order nothing: of its keys those that are left to those who only look."""
    QUICK: ClassVar[bool] = False
    """Turns are short: sealing says ready too, and what a close brought stands on the panel, with no page over it."""

    SLOTS: ClassVar[Mapping[str, str]] = {}
    """What the general panel calls the slots of `asks` where it stands in: by slot, or by what is before its last dot
    with a `*` for the rest (`"lock.*": "Lock * with"`)."""

    PAGES: ClassVar[Mapping[str, str]] = {}
    """Ids of its widgets to headings of help.md: where the rule book opens for whoever is at them."""

    TABLE: ClassVar[Table | None] = None
    """Its parts, and the room that each needs. None: it lays itself out by its style sheet."""

    LEAST: ClassVar[tuple[int, int]] = (80, 19)
    """Columns and rows with less than which the general panel stands in for it. (40, 11) is the least there is."""

    def __init__(self, seat: Seat[O, V, R], memory: SeatMemory, *, read_only: bool = False, id: str = "panel") -> None:
        super().__init__(id=id)
        self._rooms = None if self.TABLE is None else Rooms(lambda wide, high: self._parts().arrange(wide, high))
        self._arranged: Arrangement | None = None
        self._found: tuple[tuple[tuple[int, int], str | None], Arrangement] | None = None
        """The arrangement that was found last, with the size and the part brought forward that it was found for."""
        self.brought: str | None = None
        """The part that was asked for, before all others."""
        self.seat = seat
        self.memory = memory
        self._frozen = read_only
        self.refused = False
        """Is the general panel to take its place?"""
        self._undo: list[tuple[int, Json | None]] = []
        self._meant: Frame | None = None
        """When the action that is being confirmed was asked for."""

    # --- what a panel writes -----------------------------------------------------------------------------------------
    def empty(self) -> Json:
        """The orders that mean nothing."""
        return {}

    def compose(self) -> ComposeResult:
        """The widgets, with stable ids."""
        raise NotImplementedError

    def show(self) -> None:
        """Paint everything anew from `seat.view()`, `seat.asks()` and `orders`."""
        raise NotImplementedError

    def table(self) -> Table:
        """The parts for what there is to show now: `TABLE`, unless a panel says more (`without`, `fitted`)."""
        assert self.TABLE is not None
        return self.TABLE

    def deals(self) -> tuple[Sequence[str], Sequence[str]]:
        """What could be given and wanted in a proposal. Empty where the game trades nothing: talk has no proposals."""
        return (), ()

    def propose(self, to: str) -> bool:
        """The panel's own way of proposing a deal to one seat, for `p` in talk. False leaves it to talk's dialog."""
        return False

    def named(self) -> str | None:
        """The seat that the cursor is at: `t` opens the conversation with it. None where that is no seat."""
        return None

    def under(self) -> Start:
        """What is under the cursor, for the composer of terms: a swap, a room, a place."""
        return Start()

    def worth(self, give: str, got: str) -> text.Part:
        """What giving one thing for another would bring now, in a few characters, for talk; empty if nobody can say."""
        return ""

    def accept(self, message: Message) -> None:
        """Take a received proposal (`message.deal`, from `message.by`) into the draft; where a game's trades need two,
        this tells its speaker so. Raises Refused if it cannot."""
        raise Refused("no_deals", f"{self.seat.game.spec.title} has no trades to turn this into: write your orders.")

    @classmethod
    def public(cls, seat: Seat[O, V, R]) -> list[text.Part]:
        """For a quick game at one keyboard: what everybody may see on the curtain. `seat` is a spectator's."""
        return []

    @classmethod
    def report(cls, seat: Seat[O, V, R], entry: RoundLog[O, R], memory: SeatMemory | None = None) -> list[text.Part]:
        """A closed round of the seat's log as the player reads it after the close; empty for the game's own words.
        `memory` holds what its player expected, where it is their own."""
        return []

    @classmethod
    def beside(cls, seat: Seat[O, V, R], width: int) -> Sequence[text.Part]:
        """What stands beside the words of a close where there is much room, in `width` columns: what is known by now,
        what the next round pays. From the seat's view and messages alone; empty where the game's drawing says it."""
        return ()

    # --- for whoever watches -----------------------------------------------------------------------------------------
    SECRET: ClassVar[str] = ""
    """What stays hidden until the end, and from what one could guess: said once to whoever watches."""

    @classmethod
    def watched(cls, seat: Seat[O, V, R], width: int, height: int) -> Sequence[text.Part]:
        """The board as everybody may see it, as large as it can be in `width` columns and `height` rows: at most so
        many rows. `seat` is a spectator's. Usually the game's drawing of the last close."""
        told = seat.story()
        return draw(frame_of(told, -1, len(told.scenes[-1].steps), width, height))[:height] if told.scenes else ()

    @classmethod
    def stakes(cls, seat: Seat[O, V, R]) -> Sequence[text.Part]:
        """What there is to be won now and how it is scored, a line each."""
        words = {"winner": "Wins", "candidate": "In danger"}
        decides = seat.game.spec.decides
        return [text.line((f"{words[k]}: ", "$accent"), decides[k][0], ".") for k in words if k in decides]

    @classmethod
    def headlines(cls, seat: Seat[O, V, R], told: Story) -> Sequence[tuple[str, Sequence[str]]]:
        """What has happened so far, the latest first: a title and what everybody was told of it. `told` is a
        spectator's story."""
        word = told.round_word
        return [
            (text.round_title(word, scene.round).capitalize(), scene.public or [step.text for step in scene.steps])
            for scene in reversed(told.scenes)
        ]

    def restated(self) -> Sequence[text.Part]:
        """The draft in words for the question before it is sealed, where the panel can say more than the game's own
        `restate_to`; empty for those."""
        return ()

    def warnings(self) -> Sequence[str]:
        """What the panel warns of in the draft as it is: said once more before it is sealed, in amber."""
        return ()

    def step_back(self) -> bool:
        """Close the innermost thing that is open (a look at another round, a list, what is on the workbench) and say
        True; False where nothing is. `q` and Esc ask this before they leave the table."""
        return False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A panel that only shows offers only the keys that look (`LOOKS`). Panels with more to say ask this first."""
        return not self.is_mounted or not self.read_only or action in self.LOOKS

    def page(self) -> str:
        """The heading of help.md that is about what is under the cursor; empty if none is."""
        focused = self.screen.focused
        around = () if focused is None or self not in focused.ancestors else focused.ancestors_with_self
        return next((self.PAGES[node.id or ""] for node in around if (node.id or "") in self.PAGES), "")

    def tick(self) -> None:
        """The frame's clock moved on: repaint what counts down, and nothing else."""

    def preferred_focus(self) -> Widget | None:
        """What has the keyboard when the seat sits down: usually the first widget that can."""
        return next((widget for widget in self.query("*") if widget.can_focus and widget.display), None)

    # --- what a panel uses -------------------------------------------------------------------------------------------
    @property
    def screen_(self) -> GarnetScreen[Any]:
        return cast("GarnetScreen[Any]", self.screen)

    @property
    def _voice(self) -> GarnetScreen[Any] | AppServices:
        """Who speaks for it: its table, and the app once the match is over and the panel gone, while a dialog of it is
        still open."""
        return self.screen_ if self.is_attached else cast("AppServices", self.app)

    @property
    def layout(self) -> Layout:
        """By the table of parts, if there is one."""
        return self._rooms or super().layout

    def _parts(self) -> Table:
        return self.table().bring(self.brought)

    @property
    def arrangement(self) -> Arrangement:
        """What is shown, where and in which form; as on the smallest terminal before there is one. As `rearrange` found
        it last: what is painted goes by what is there."""
        size = (self.size.width, self.size.height) if self.size else self.LEAST
        if self._found is None or self._found[0] != (size, self.brought):
            self._found = (size, self.brought), self._parts().arrange(*size)
        return self._found[1]

    def rearrange(self) -> None:
        """The size or the table may be another: give every part its room, and the keyboard to one that is shown."""
        self._found = None
        arrangement = self.arrangement
        if arrangement is self._arranged or not self.size:
            return
        self._arranged = arrangement
        show_only(self, arrangement)
        for child in self.children[:1] or [self]:  # what is refreshed itself keeps the places that it gave its children
            child.refresh(layout=True)
        focused = self.screen.focused
        lost = focused is None and not self._frozen  # a replay keeps its keys
        if lost or (focused and self in focused.ancestors and not all(n.display for n in focused.ancestors_with_self)):
            self.screen.set_focus(self.preferred_focus())

    def bring(self, part: str | None) -> None:
        """Put a part before all others, or (None) let the table decide again."""
        self.brought = part
        self.rearrange()
        self.show()

    @property
    def wide(self) -> bool:
        """Is there much room?"""
        return self.size.width >= ROOMY[0] and self.size.height >= ROOMY[1]

    @property
    def only_shows(self) -> bool:
        """Was it opened to be looked at: in a replay, for a host, for the gallery?"""
        return self._frozen

    @property
    def read_only(self) -> bool:
        """Nothing can be ordered or done: a replay, a host who looks, or the match has finished."""
        return self._frozen or self.seat.frame().over

    @property
    def orders(self) -> Json:
        """The draft, else the sealed orders, else `empty()`. Never change it in place."""
        draft = self.seat.draft()
        if draft is not None:
            return draft.orders
        sealed = self.seat.sealed()
        return self.empty() if sealed is None else cast("Json", plain(sealed))

    def edit(self, orders: Json) -> None:
        """Replace the draft, keep it, and show it. What was before can be undone."""
        if orders == self.orders:
            return
        draft = self.seat.draft()
        before = (self.seat.frame().round, None if draft is None else draft.orders)
        if self._keep(orders):
            self._undo.append(before)
            del self._undo[:-KEPT_UNDO]

    def undo(self) -> None:
        """Take the last edit of this round back."""
        while self._undo:
            round_, orders = self._undo.pop()
            if round_ == self.seat.frame().round:
                self._keep(orders)
                return
        self.tell("There is nothing to undo.")

    def _keep(self, orders: Json | None) -> bool:
        if self.read_only:
            self.tell("Nothing can be ordered here.", "warn")
            return False
        sealed, draft = self.seat.sealed(), self.seat.draft()
        same = orders == (self.empty() if sealed is None else plain(sealed))
        counts = draft is not None and draft.counts
        kept = self.attempt(lambda: self.seat.keep_draft(None if same else orders, counts))
        if kept:
            self.tell("")
            self.show()
        return kept

    def preview(self) -> Refused | None:
        """None if the draft could be sealed now, else why not. Only what the seat knows decides."""
        try:
            self.seat.check(self.orders)
        except Refused as refusal:
            return refusal.with_traceback(None)  # its frames would hold it, and all that they looked at
        return None

    def do(self, action: Json, rows: Sequence[text.Part], title: str = "Do this now?") -> None:
        """A live action: `rows` restate what it does and what it costs; Enter confirms. It cannot be undone."""
        from tui.screens.dialogs import Confirm

        if self.read_only:
            self.tell("Nothing can be done here.", "warn")
            return
        foot = "Enter does it; it cannot be taken back. q goes back."
        meant = self.seat.frame()  # the round and the turn in which it was asked: in no other it counts

        def confirmed(yes: bool) -> None:
            if yes:
                self._meant = meant
                self.do_now(action)
                self._meant = None

        self.ask(Confirm(title, rows, foot), confirmed)

    def do_now(self, action: Json) -> bool:
        """A live action without a question. True if it was done. A panel that has more to do then extends it."""
        meant = self._meant or self.seat.frame()
        return self.attempt(lambda: self.seat.do(action, meant.round, meant.turn), "Done.")

    def ask(self, dialog: Screen[T], then: Callable[[T], object]) -> None:
        """Open a dialog; `then` hears the answer, unless there was none."""

        def answered(answer: T | None) -> None:
            if answer is not None and self.is_attached:
                then(answer)
            elif answer is not None:
                self.tell("The last round is over: nothing was done.", "warn")

        self.app.push_screen(dialog, answered)

    def tell(self, sentence: str, tone: Tone = "faint", ruling: str | None = None) -> None:
        """Say something in the status line."""
        self._voice.tell(sentence, tone, ruling)

    def attempt(self, doing: Callable[[], object], done: str = "") -> bool:
        """Do something that may be refused; False, with the reason in the status line, if it was."""
        return self._voice.attempt(doing, done)

    def remembered(self, name: str, default: Any = None) -> Any:
        """A private thing of this seat that is no orders."""
        return self.memory.get(name, default)

    def remember(self, name: str, value: Any) -> None:
        """Keep a private thing of this seat; JSON."""
        self.memory.put(name, value)

    def believe(self, name: str, value: Any) -> None:
        """Keep what this seat thinks of the match, JSON; its own replay shows it as it was in each round."""
        self.memory.keep(self.seat.frame().round, name, value)

    # --- the table screen's side -------------------------------------------------------------------------------------
    def on_mount(self) -> None:
        self.show()
        if from_outside(type(self)):
            self.screen.screen_layout_refresh_signal.subscribe(self, self._look_for_clashes, immediate=True)
            self._look_for_clashes(self.screen)

    def _look_for_clashes(self, screen: Screen[Any]) -> None:
        """Something may have been mounted."""
        if not self.refused and self.is_attached and (what := trouble(self)):
            self.refused = True
            told = f"The screen of {self.seat.frame().game_title} {what}."
            log.error("%s Its author must rename or scope it.", told)
            self.post_message(Clashing(self, f"{told} You play on the general one."))

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(self.wide, "-wide")
        if self.TABLE is not None:
            self.rearrange()
        self.show()


AnyPanel = GamePanel[Any, Any, Any]
"""A panel of whatever game: what the registry hands out."""
