"""A season's page: standings, curves, episodes, and the way into each match and duel (SE-02)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget

from core.refusal import Refused
from core.seasons.gifts import gift_lines
from core.seasons.live import LiveSeason
from core.seasons.words import summary
from core.words.moments import moment_in_zone
from tui.app.services import PaletteCommand
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Pick
from tui.screens.host.season_controls import SeasonHost
from tui.screens.season_rooms import SeasonHand
from tui.widgets.boxes import VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.words import text
from tui.words.season_rows import episode_note, episode_title, season_rows, your_part

NEW = "+"
"""Id of the row that makes a season; no season has it."""

PHASE_OF = {"open": "between", "book": "main", "duel": "death_match"}
"""Phase in which a host's key is offered."""

Open = Callable[[str], object]


class SeasonPaper(Paper):
    """Everything but the episodes, laid out for its width."""

    def __init__(self, live: LiveSeason, you: str | None) -> None:
        super().__init__(id="season-text", classes="house-result")
        self._live = live
        self.you = you

    def fit(self, width: int) -> list[Content]:
        return season_rows(self._live.season, width, self.screen.size.height - 10, self.you) if width > 0 else []

    @property
    def plain(self) -> str:
        return "\n".join(row.plain.rstrip() for row in self.fit(max(self.size.width, 78)))


class SeasonScreen(GarnetScreen[None]):
    AUTO_FOCUS = "#episodes"
    TOPIC = """\
Above are the players still in, with garnets, Tokens of Life, Marks and realms. Below is each episode: who came
first, who met in the Death Match and who left. Enter on an episode opens its match: the replay if it is over, else
the table; d opens its duel. The page updates itself. n puts your name down while that is possible, g gives garnets
if the season has gifts, t opens its rooms. Hosts see the next step above the episodes, with its key; h lists all
that a host can do: correct, undo, leave a Death Match out, hand a name over, the final, the end."""
    BINDINGS = [
        Binding("d", "duel", "duel", id="season.duel", tooltip="The duel of this episode."),
        Binding("o", "host('open')", "open episode", id="season.open", tooltip="Open the next episode."),
        Binding("b", "host('book')", "book", id="season.book", tooltip="Write the main match into the season."),
        Binding("m", "host('duel')", "Death Match", id="season.match", tooltip="Name who is missing; make the duel."),
        Binding("h", "host('more')", "more", id="season.host", tooltip="Correct, undo, leave out, end, and the rest."),
        Binding("n", "hand('sign')", "your name", id="season.sign", tooltip="Put your name down, or take it back."),
        Binding("g", "hand('give')", "give", id="season.give", tooltip="Give somebody of the cast garnets."),
        Binding("t", "hand('talk')", "talk", id="season.talk", tooltip="The rooms of this season."),
        Binding("R", "rules", "rules", id="season.rules", tooltip="How seasons go, with the rulings."),
    ]

    def __init__(
        self,
        live: LiveSeason,
        you: str | None,
        go: Open,
        host: SeasonHost | None = None,
        gone: Callable[[], Refused | None] = lambda: None,
        hand: SeasonHand | None = None,
    ) -> None:
        """`you`: the reader's name in the cast, or None. `go` opens a match. `host`: for readers who host the house.
        `gone()` returns why the reader may not read any more, or None."""
        super().__init__(id="season")
        self._live = live
        self._you = you
        self._go = go
        self._host = host
        self.gone = gone
        self._hand = hand

    def body(self) -> Iterable[Widget]:
        paper = SeasonPaper(self._live, self._you)
        yield VerticalScroll(paper, id="season-scroll", classes="house-pane", can_focus=False)
        yield Paper(id="season-next", classes="house-words")
        yield Choices(id="episodes", empty="No episode has been opened yet.")

    def on_mount(self) -> None:
        self._leave = self._live.subscribe(self._changed)
        self.show()

    def on_unmount(self) -> None:
        self._leave()

    def _changed(self) -> None:
        if self.is_attached and self.gone() is None:
            self.call_later(self.show)

    def show(self) -> None:
        if self._hand is not None:
            self._you = self._hand.you  # lots may have given them a place
        for paper in self.query(SeasonPaper):
            paper.you = self._you
            paper.lay_out()
        self._say_what_is_next()
        rows = [Row("head", "Episodes, the latest first", heading=True)]
        for episode in reversed(self._live.season.episodes):
            rows.append(Row(str(episode.number), episode_title(episode), note=episode_note(episode)))
        self.query_one("#episodes", Choices).show(rows if len(rows) > 1 else [])

    def _say_what_is_next(self) -> None:
        season, host = self._live.season, self._host
        yours = "" if host is not None and season.phase == "between" else "".join(your_part(season, self._you))
        steps = [yours, self._of_signup(), self._opens(), "" if host is None else host.next_step()]
        steps += gift_lines(season, None if host is not None else (self._you,) if self._you else ())
        rows = [text.line(("\u25b8 ", "$key"), step) for step in steps if step]
        paper = self.query_one("#season-next", Paper)
        paper.update(text.lines(rows))
        paper.display = bool(rows)
        self.refresh_bindings()

    def _opens(self) -> str:
        season, now = self._live.season, self._live.clock()
        at = season.opens_after(now) if season.phase == "between" else None
        return "" if at is None else f"Episode {season.number + 1} opens {moment_in_zone(at, now, self.services.zone)}."

    def _of_signup(self) -> str:
        if self._hand is None or not self._hand.signs:
            return ""
        return "Your name is down: n takes it back." if self._hand.is_on_list else "n puts your name down."

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        if self.is_mounted and self.query("#episodes"):
            self.show()  # a match of the season may have changed

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "duel":
            return bool(self._live.season.episodes)
        if action == "hand":
            return self._hand is not None and self._can(self._hand, str(parameters[0]))
        if action != "host":
            return True
        phase = PHASE_OF.get(str(parameters[0]))
        return self._host is not None and phase in (None, self._live.season.phase)

    def _can(self, hand: SeasonHand, deed: str) -> bool:
        in_rooms = hand.you is not None or self._host is not None
        return {"sign": hand.signs, "give": hand.gives, "talk": in_rooms}[deed]

    def action_hand(self, deed: str) -> None:
        hand = self._hand
        if hand is None:
            return
        if deed == "talk":
            hand.talk(self, None if self._host is None else self._host.desk)
        else:
            {"sign": hand.sign, "give": hand.give}[deed](self)

    def action_host(self, deed: str) -> None:
        if self._host is not None:
            host = self._host
            {"open": host.open, "book": host.book, "duel": host.duel, "more": host.pick_deed}[deed]()

    def commands(self) -> tuple[PaletteCommand, ...]:
        return () if self._host is None else self._host.deeds()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        episode = self._live.season.episodes[int(message.row.id) - 1]
        match = episode.match or episode.duel
        if match is None:
            self.tell("This episode was played in another place: there is no match to look at.")
        else:
            self._go(match)

    def action_duel(self) -> None:
        row = self.query_one("#episodes", Choices).row
        episode = None if row is None or row.heading else self._live.season.episodes[int(row.id) - 1]
        if episode is None or episode.duel is None:
            self.tell("No duel of this episode was played here.")
        else:
            self._go(episode.duel)

    def action_rules(self) -> None:
        self.services.open_rules("season")

    def text_to_copy(self) -> str:
        return self.query_one(SeasonPaper).plain


def choose_season(
    screen: GarnetScreen[Any],
    seasons: Iterable[LiveSeason],
    opening: Callable[[LiveSeason], object],
    making: Callable[[], object] | None = None,
) -> None:
    """Open the only season, or ask which of several. `making` is given if the reader may make one."""
    readable = list(seasons)
    if not readable:
        if making is None:
            screen.tell("There is no season yet that you may read.")
        else:
            making()
    elif len(readable) == 1 and making is None:
        opening(readable[0])
    else:
        rows = [Row(live.id, summary(live.season)) for live in reversed(readable)]
        if making is not None:
            rows.append(Row(NEW, "Make a new one"))

        def chosen(name: str) -> None:
            if name == NEW and making is not None:
                making()
            else:
                opening(next(live for live in readable if live.id == name))

        screen.services.ask(Pick("Which season?", rows), chosen)
