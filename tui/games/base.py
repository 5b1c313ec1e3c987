"""The GamePanel contract, for authors of a game's screen.

A panel is one Textual widget. It shows a seat's View of one game and edits that seat's orders; the table screen has
all else. It gets a `Seat`: `seat.view()` (the game's View), `seat.asks()` (open orders and actions, and why others are
closed), and `self.orders` (the draft). It never touches a table, a match or a State.

A panel in short:

    class FaminePanel(GamePanel):
        BINDINGS = [Binding("x", "clear", "clear offer", id="famine.clear", tooltip="Take the offer back.")]
        TOPIC = "Two or three sentences for the help screen."

        def empty(self):                      # orders that do nothing
            return {"offers": []}

        def compose(self):                    # few widgets with stable ids
            yield Block("Favor", id="favor")
            yield Choices(id="offers")

        def show(self):                       # repaint everything; called after every change
            view, asks = self.seat.view(), self.seat.asks()
            self.query_one("#favor", Block).show([f"{view.favor} Favor"])
            ...

        def on_choices_picked(self, message): # edit the draft: JSON, a new dict, never changed in place
            self.edit({"offers": [*self.orders["offers"], {"to": message.row.id, "give": "ruby"}]})

and one line in tui/games/__init__.py. Then:

- The methods below say what each is for; `empty`, `compose` and `show` are needed, all others have a usual answer.
- A draft may be incomplete or illegal: `s` then says what is wrong. It survives a disconnect, and is dropped when it
    equals the sealed orders.
- Closed choices: give `Row` or `Cell` the `closed` sentence and the `ruling` of the Choice. Never leave out or grey a
    choice for another reason than `Choice.closed` or what `view()` says.
- Dialogs are `Pick`, `Ask` and `Confirm` of tui.screens.dialogs, opened by `self.ask`.
- Room: `TABLE` (tui/widgets/layout.py) names the parts, their least room and worth. Compose them as direct children
    with those ids; `self.arrangement` says which are shown, in which form. Where they depend on the position, override
    `table()` and call `self.rearrange()` first in `show()`. `step_back()` should undo `self.bring`.
- A panel without a table has `self.wide`, `self.size` and CSS `.-wide #favor { ... }` (few rules: each session parses
    them). With a table down to 40x11 it says so in `LEAST`, and is played on small terminals too.
- While `self.read_only`, show but offer nothing: only keys with an action in LOOKS work.
- A game without trades leaves `deals` and `accept`: talk then offers no proposals.
- Names in tui/games/fence.py belong to the house; a panel that uses one, or says `SCOPED_CSS = False`, is replaced by
    the general panel. CSS classes that begin with `house-` are the house's, all others are yours. Its style sheet,
    which wins over DEFAULT_CSS, reaches only `Block`, `Choices`, `Grid`, and Textual's `Input` and `TextArea`.
- Keys of the table screen are taken: s u w r t n R L C H d : z y q ? Esc Tab. Use other letters, digits, `<` `>`, `+`
    `-`, arrows and Enter. Give every Binding an id (`famine.clear`), a short description and a tooltip.
- Colours: only theme names. In text `$strong $faint $closed $accent $key $good $warn $bad $pick $held $badge` and the
    hues `$red $blue $yellow $green $white $black $violet $cyan`; in CSS `$ink $paper $sheet $line $line-live $bar
    $cursor`. A hue never carries meaning alone. Build text with `tui.words.text.line(...)` from strings and (text,
    style) pairs: names and messages then stay plain text.
- Widgets to build from: `Block` (titled text; `classes="-bare"` for no border), `Choices`/`Row`, `Grid`/`Cell`.
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
from tui.widgets.layout import USUAL, Arrangement, Table, is_slim
from tui.widgets.threads import TermsStart
from tui.words import text

if TYPE_CHECKING:
    from tui.app.services import AppServices
    from tui.screens.base import GarnetScreen

T = TypeVar("T")
log = logging.getLogger(__name__)

ROOMY = (110, 34)

KEPT_UNDO = 100
"""Number of edits that can be undone."""


class GamePanel(Widget, Generic[O, V, R]):
    """Base of every game's panel. It names the game's types: `GamePanel[Orders, View, Report]`."""

    DEFAULT_CSS = "GamePanel { height: 1fr; }"

    TOPIC: ClassVar[str] = ""
    """Text of the help screen: what this panel shows and how to play with it."""
    LOOKS: ClassVar[frozenset[str]] = frozenset()
    """Actions that order nothing: their keys work for a reader who only looks."""
    QUICK: ClassVar[bool] = False
    """Turns are short: sealing also says ready, and reports are shown on the panel, not as a page over it."""

    SLOTS: ClassVar[Mapping[str, str]] = {}
    """Names for the slots of `asks` on the general panel: by slot, or by slot up to the last dot with `*` for the rest
    (`"lock.*": "Lock * with"`)."""

    PAGES: ClassVar[Mapping[str, str]] = {}
    """Headings of help.md by widget id: the rule book opens at the focused widget's heading."""

    TABLE: ClassVar[Table | None] = None
    """Parts of the panel and the room that each needs. None: the style sheet lays them out."""

    LEAST: ClassVar[tuple[int, int]] = USUAL
    """Columns and rows below which the general panel stands in. (40, 11) is the minimum."""

    def __init__(self, seat: Seat[O, V, R], memory: SeatMemory, *, read_only: bool = False, id: str = "panel") -> None:
        super().__init__(id=id)
        self._rooms = None if self.TABLE is None else Rooms(lambda wide, high: self._parts().arrange(wide, high))
        self._arranged: Arrangement | None = None
        self._found: tuple[tuple[tuple[int, int], str | None], Arrangement] | None = None
        """Latest arrangement, with the size and the part brought forward that it was computed for."""
        self.brought: str | None = None
        """Part shown before all others."""
        self.seat = seat
        self.memory = memory
        self._frozen = read_only
        self.refused = False
        """True once the general panel is to take its place."""
        self._undo: list[tuple[int, Json | None]] = []
        self._meant: Frame | None = None
        """Frame at which the action being confirmed was asked for."""

    # --- what a panel writes -----------------------------------------------------------------------------------------
    def empty(self) -> Json:
        """Return orders that do nothing."""
        return {}

    def compose(self) -> ComposeResult:
        raise NotImplementedError

    def show(self) -> None:
        """Repaint everything from `seat.view()`, `seat.asks()` and `orders`."""
        raise NotImplementedError

    def table(self) -> Table:
        """Return the parts for the present position: `TABLE`, unless a panel changes it (`without`, `fitted`)."""
        assert self.TABLE is not None
        return self.TABLE

    def deals(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the words that a proposal may give and want. Empty if the game has no trades: talk then offers no
        proposals."""
        return (), ()

    def propose(self, to: str) -> bool:
        """Propose a deal to one seat in the panel's own way, for `p` in talk. Return False to use talk's dialog."""
        return False

    def named(self) -> str | None:
        """Return the seat under the cursor, or None. `t` opens the conversation with it."""
        return None

    def under(self) -> TermsStart:
        """Return the thing under the cursor for the composer of terms: a swap, a room, a place."""
        return TermsStart()

    def worth(self, give: str, got: str) -> text.Part:
        """Return the present value of a swap in a few characters, for talk; empty if unknown."""
        return ""

    def accept(self, message: Message) -> None:
        """Take a received proposal (`message.deal`) into the draft. Where a trade needs both
        seats, the proposer is told.

        Raises:
            Refused: The proposal cannot be taken.
        """
        raise Refused("no_deals", f"{self.seat.spec.title} has no trades to turn this into: write your orders.")

    @classmethod
    def public(cls, seat: Seat[O, V, R]) -> list[text.Part]:
        """Return public facts for the curtain of a quick game at one keyboard. `seat` is a spectator's."""
        return []

    @classmethod
    def report(cls, seat: Seat[O, V, R], entry: RoundLog[O, R], memory: SeatMemory | None = None) -> list[text.Part]:
        """Return a closed round of the seat's log as the page after the close shows it. Empty: the game's own sentences
        are used. `memory` holds the player's own expectations, or is None."""
        return []

    @classmethod
    def beside(cls, seat: Seat[O, V, R], width: int) -> Sequence[text.Part]:
        """Return text for the right of the page after a close, in `width` columns, from the seat's view and messages
        alone. Empty if the game's drawing is enough."""
        return ()

    # --- for whoever watches -----------------------------------------------------------------------------------------
    NEWS: ClassVar[str] = "What has happened"
    """Heading of `headlines` for spectators."""
    SECRET: ClassVar[str] = ""
    """Facts that stay hidden until the end, and what reveals them. Shown to spectators."""

    @classmethod
    def watched(cls, seat: Seat[O, V, R], width: int, height: int) -> Sequence[text.Part]:
        """Draw the public board in `width` columns and at most `height` rows. `seat` is a spectator's. The default is
        the game's drawing of the last close."""
        story = seat.story()
        return (
            draw(frame_of(story, -1, len(story.scenes[-1].steps) + 1, width, height))[:height] if story.scenes else ()
        )

    @classmethod
    def stakes(cls, seat: Seat[O, V, R]) -> Sequence[text.Part]:
        """Return what can be won now and how it is scored, a line each."""
        words = {"winner": "Wins", "candidate": "In danger"}
        decides = seat.spec.decides
        return [text.line((f"{words[k]}: ", "$accent"), decides[k][0], ".") for k in words if k in decides]

    @classmethod
    def headlines(cls, seat: Seat[O, V, R], story: Story) -> Sequence[tuple[str, Sequence[str]]]:
        """Return a title and the public sentences of each close, the latest first. `story` is a spectator's story."""
        return [
            (text.round_title(story, scene.round).capitalize(), scene.public or [step.text for step in scene.steps])
            for scene in reversed(story.scenes)
        ]

    def restated(self) -> Sequence[text.Part]:
        """Return the draft in words for the question before sealing. Empty: the game's `restate_to` is used."""
        return ()

    def warnings(self) -> Sequence[str]:
        """Return doubts about the present draft. They are repeated in amber before it is sealed."""
        return ()

    def step_back(self) -> bool:
        """Close the innermost thing that is open (a look at another round, a list) and return True; False if nothing
        is. `q` and Esc call this before they leave the table."""
        return False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only actions in `LOOKS` while the panel is read-only. Overrides call this first."""
        return not self.is_mounted or not self.read_only or action in self.LOOKS

    def page(self) -> str:
        """Return the heading of help.md for the thing under the cursor, or an empty string."""
        focused = self.screen.focused
        around = () if focused is None or self not in focused.ancestors else focused.ancestors_with_self
        return next((self.PAGES[node.id or ""] for node in around if (node.id or "") in self.PAGES), "")

    def tick(self) -> None:
        """Repaint countdowns only: the frame's clock moved on."""

    def preferred_focus(self) -> Widget | None:
        """Return the widget that gets the keyboard first: by default the first that can."""
        return next((widget for widget in self.query("*") if widget.can_focus and widget.display), None)

    # --- what a panel uses -------------------------------------------------------------------------------------------
    @property
    def screen_(self) -> GarnetScreen[Any]:
        return cast("GarnetScreen[Any]", self.screen)

    @property
    def _voice(self) -> GarnetScreen[Any] | AppServices:
        """Screen that shows this panel's messages: its table, or the app if a dialog outlives the panel."""
        return self.screen_ if self.is_attached else cast("AppServices", self.app)

    @property
    def layout(self) -> Layout:
        return self._rooms or super().layout

    def _parts(self) -> Table:
        return self.table().bring(self.brought)

    @property
    def arrangement(self) -> Arrangement:
        """Shown parts, their places and forms. Before the first layout it is computed for `LEAST`. It stays as
        `rearrange` computed it, so that painting matches the layout."""
        size = (self.size.width, self.size.height) if self.size else self.LEAST
        if self._found is None or self._found[0] != (size, self.brought):
            self._found = (size, self.brought), self._parts().arrange(*size)
        return self._found[1]

    def rearrange(self) -> None:
        """Lay the parts out anew after a change of size or table, and move the keyboard off hidden parts."""
        self._found = None
        arrangement = self.arrangement
        if arrangement is self._arranged or not self.size:
            return
        self._arranged = arrangement
        show_only(self, arrangement)
        for child in self.children[:1] or [self]:  # a refreshed widget keeps the places that it gave its children
            child.refresh(layout=True)
        focused = self.screen.focused
        lost = focused is None and not self._frozen  # a replay keeps its keys
        if lost or (focused and self in focused.ancestors and not all(n.display for n in focused.ancestors_with_self)):
            self.screen.set_focus(self.preferred_focus())

    def bring(self, part: str | None) -> None:
        """Put a part before all others; None lets the table decide again."""
        self.brought = part
        self.rearrange()
        self.show()

    @property
    def wide(self) -> bool:
        """True if the panel has at least ROOMY."""
        return self.size.width >= ROOMY[0] and self.size.height >= ROOMY[1]

    @property
    def slim(self) -> bool:
        """True if the panel has less room than in a usual terminal."""
        return bool(self.size) and is_slim(*self.size)

    @property
    def only_shows(self) -> bool:
        """True if it was opened to be looked at: in a replay, by a host, in the gallery."""
        return self._frozen

    @property
    def read_only(self) -> bool:
        """True if nothing can be ordered or done: a replay, a host who looks, or a finished match."""
        return self._frozen or self.seat.frame().over

    @property
    def orders(self) -> Json:
        """Draft, else sealed orders, else `empty()`. Never change it in place."""
        draft = self.seat.draft()
        if draft is not None:
            return draft.orders
        sealed = self.seat.sealed()
        return self.empty() if sealed is None else cast("Json", plain(sealed))

    def edit(self, orders: Json) -> None:
        """Replace the draft, keep it, and show it. The former draft can be restored by `undo`."""
        if orders == self.orders:
            return
        draft = self.seat.draft()
        before = (self.seat.frame().round, None if draft is None else draft.orders)
        if self._keep(orders):
            self._undo.append(before)
            del self._undo[:-KEPT_UNDO]

    def undo(self) -> None:
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
        is_kept = self.attempt(lambda: self.seat.keep_draft(None if same else orders, counts))
        if is_kept:
            self.tell("")
            self.show()
        return is_kept

    def preview(self) -> Refused | None:
        """Return None if the draft could be sealed now, else the refusal. It depends on the seat's knowledge alone."""
        try:
            self.seat.check(self.orders)
        except Refused as refusal:
            return refusal.with_traceback(None)  # its frames would keep all that they reference alive
        return None

    def do(self, action: Json, rows: Sequence[text.Part], title: str = "Do this now?") -> None:
        """Ask to confirm a live action that cannot be undone. `rows` restate its effect and its cost."""
        from tui.screens.dialogs import Confirm

        if self.read_only:
            self.tell("Nothing can be done here.", "warn")
            return
        foot = "Enter does it; it cannot be taken back. q goes back."
        meant = self.seat.frame()  # round and turn of the question: the answer counts in no other

        def confirmed(yes: bool) -> None:
            if yes:
                self._meant = meant
                self.do_now(action)
                self._meant = None

        self.ask(Confirm(title, rows, foot), confirmed)

    def do_now(self, action: Json) -> bool:
        """Perform a live action without asking. Return True if it was done. Panels may extend it."""
        meant = self._meant or self.seat.frame()
        return self.attempt(lambda: self.seat.do(action, meant.round, meant.turn), "Done.")

    def ask(self, dialog: Screen[T], then: Callable[[T], object]) -> None:
        """Open a dialog. `then` gets the answer, unless it was closed without one."""

        def answered(answer: T | None) -> None:
            if answer is not None and self.is_attached:
                then(answer)
            elif answer is not None:
                self.tell("The last round is over: nothing was done.", "warn")

        self.app.push_screen(dialog, answered)

    def tell(self, sentence: str, tone: Tone = "faint", ruling: str | None = None) -> None:
        self._voice.tell(sentence, tone, ruling)

    def attempt(self, doing: Callable[[], object], done: str = "") -> bool:
        """Run `doing`, which may be refused. Return False, with the reason in the status line, if it was."""
        return self._voice.attempt(doing, done)

    def remembered(self, name: str, default: Any = None) -> Any:
        """Return a private value of this seat that is no order."""
        return self.memory.get(name, default)

    def remember(self, name: str, value: Any) -> None:
        """Keep a private JSON value of this seat."""
        self.memory.put(name, value)

    def believe(self, name: str, value: Any) -> None:
        """Keep a JSON assumption of the player about the match. The seat's own replay shows it as of each round."""
        self.memory.keep(self.seat.frame().round, name, value)

    # --- the table screen's side -------------------------------------------------------------------------------------
    def on_mount(self) -> None:
        self.show()
        if from_outside(type(self)):
            self.screen.screen_layout_refresh_signal.subscribe(self, self._look_for_clashes, immediate=True)
            self._look_for_clashes(self.screen)

    def _look_for_clashes(self, screen: Screen[Any]) -> None:
        if not self.refused and self.is_attached and (what := trouble(self)):
            self.refused = True
            sentence = f"The screen of {self.seat.frame().game_title} {what}."
            log.error("%s Its author must rename or scope it.", sentence)
            self.post_message(Clashing(self, f"{sentence} You play on the general one."))

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(self.wide, "-wide")
        if self.TABLE is not None:
            self.rearrange()
        self.show()


AnyPanel = GamePanel[Any, Any, Any]
