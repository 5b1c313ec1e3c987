"""A season to look at: standings, curves, episode by episode, and from each into its match or its duel (SE-02)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget

from core.seasons.live import LiveSeason
from core.seasons.words import summary
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Pick
from tui.season_rows import episode_note, episode_title, season_rows
from tui.widgets.choices import Choices, Row
from tui.widgets.words import Paper

Open = Callable[[str], object]
"""Goes to a match: its replay, or to watch it."""


class SeasonPaper(Paper):
    """Everything but the episodes, laid out for its width."""

    def __init__(self, live: LiveSeason, you: str | None) -> None:
        super().__init__(id="season-text", classes="result")
        self._live = live
        self._you = you

    def lay_out(self) -> None:
        """Something changed."""
        self._fitted = (-1, [])
        self.redraw(layout=True)

    def fit(self, width: int) -> list[Content]:
        return season_rows(self._live.season, width, self.screen.size.height - 10, self._you) if width > 0 else []

    @property
    def plain(self) -> str:
        """What `y` copies."""
        return "\n".join(row.plain.rstrip() for row in self.fit(max(self.size.width, 78)))


class SeasonScreen(GarnetScreen[None]):
    """One season, as it stands, by itself kept up to date."""

    AUTO_FOCUS = "#episodes"
    TOPIC = """\
Above stands who is in with what: garnets, Tokens of Life, Marks, realms; below, episode by episode, who came first, who
met in the Death Match and who left. Enter on an episode goes to its match: the replay if it is over, the table if it is
being played; d goes to its duel. Everything here changes by itself."""
    BINDINGS = [
        Binding("d", "duel", "duel", id="season.duel", tooltip="The duel of this episode."),
        Binding("R", "rules", "rules", id="season.rules", tooltip="How seasons go, with the rulings."),
    ]

    def __init__(self, live: LiveSeason, you: str | None, go: Open) -> None:
        """`you`: the name in the cast that is the reader's own, if any. `go` opens a match."""
        super().__init__(id="season")
        self._live = live
        self._you = you
        self._go = go

    def body(self) -> Iterable[Widget]:
        yield VerticalScroll(SeasonPaper(self._live, self._you), id="season-scroll", classes="pane", can_focus=False)
        yield Choices(id="episodes", empty="No episode has been opened yet.")

    def on_mount(self) -> None:
        self._leave = self._live.subscribe(self._changed)
        self.show()

    def on_unmount(self) -> None:
        self._leave()

    def _changed(self) -> None:
        if self.is_attached:
            self.call_later(self.show)

    def show(self) -> None:
        """Paint it anew."""
        for paper in self.query(SeasonPaper):
            paper.lay_out()
        rows = [Row("head", "Episodes, the latest first", heading=True)]
        for episode in reversed(self._live.season.episodes):
            rows.append(Row(str(episode.number), episode_title(episode), note=episode_note(episode)))
        self.query_one("#episodes", Choices).show(rows if len(rows) > 1 else [])

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
        self.garnet.open_rules("season")

    def copied(self) -> str:
        return self.query_one(SeasonPaper).plain


def choose_season(
    screen: GarnetScreen[Any], seasons: Iterable[LiveSeason], opening: Callable[[LiveSeason], object]
) -> None:
    """Open the season there is, or ask which of several."""
    found = list(seasons)
    if not found:
        screen.tell("There is no season yet that you may read.")
    elif len(found) == 1:
        opening(found[0])
    else:
        rows = [Row(live.id, summary(live.season)) for live in reversed(found)]

        def chosen(name: str | None) -> None:
            if name is not None:
                opening(next(live for live in found if live.id == name))

        screen.app.push_screen(Pick("Which season?", rows), chosen)


def own_name(live: LiveSeason, holder: str) -> str | None:
    """What `holder` (`person:<id>`) is called in a season; None for somebody who is not of the cast."""
    return next((name for name, held in live.season.holders.items() if held == holder), None)
