"""HH-15 on the screen: what a seat cannot know is drawn anew, and its screen shows the same, cell by cell."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable

import pytest
from msgspec.structs import replace
from textual.binding import Binding
from textual.content import Content

import tui
from core.games import MODULES
from core.games import game as find_game
from core.kit import played
from core.kit.secrecy import redealt
from core.match.state import Match
from tests.kit.depth import deep, games
from tests.kit.screens import LARGE, sit
from tests.properties.ways import otherwise, phases
from tui.games import panel_class
from tui.screens.anew import PlaysAnew
from tui.screens.base import GarnetScreen
from tui.screens.table.screen import TableScreen
from tui.widgets.watching import WatchPage
from tui.words import text

OWN_PANELS = tuple(game for game in MODULES if game not in ("black_and_white", "exodus"))
"""Games in the ordinary run: the other two have the panels of Ninety-nine and the Famine."""


def in_the_middle(game: str) -> Match:
    """A match of random bots after some of its rounds, with its last seals and marks."""
    moments = [moment for moment in played(find_game(game), 1).moments if moment.phase == "round"]
    return moments[len(moments) * 3 // 5]


PAGES = {"t", "K", "n", "L", "D", "N", "C", "M", "O"}
"""Keys of the table whose pages and panes are compared."""
SAME_FOR_ALL = {"R", "H", "A", "V"}
"""The rules, the coach sent away, and a finished match's table anew or from one of its rounds on."""
SCREENS = {
    "a seat, compared here": """
        TableScreen OrderingScreen CatchUpScreen Announcements TimesScreen LogScreen ReportScreen CoachPage Compose
        IdeaPage AnswerPage WriteJson SwapWith Composer Releasing LetReadDialog ReplayScreen ConfirmHeard
        FindSaid
    """,
    "a gallery, by `ways.PLACE`": "GalleryScreen",
    "one keyboard, a seat at a time": "StartMenu Curtain Handover PublicPage PracticePick",
    "what a guest finds, by `ways.GUEST`": "Lobby LeagueScreen PickMatch SeasonScreen SeasonRooms",
    "hosts": """
        OpenedPage DryRunPage ResultPage HostAnnouncements HostQuestions HostTimes NextQuestions Console RoundResults
        Codes Invitations Rewriting OpenedSeat SeasonSettings TypedOutcome HealthScreen PeopleScreen OpenEpisode
        NewMatch NewSeason HostedMatch
    """,
    "the reader's own keys, rules and settings": """
        HelpScreen Palette RulesScreen SettingsScreen KeysScreen Shown PickGame
    """,
    "no content of its own": """
        PlaysAnew SearchedPick FormScreen Dialog Confirm ReadDialog Pick AskLine PickMany ReadScreen
    """,
}
"""Every screen, by the reader for whom it is built."""


def test_every_screen_and_every_page_of_the_table_is_listed() -> None:
    """Fails where a screen or a key of the table is new: say who reads it, and compare it."""
    for module in pkgutil.walk_packages(tui.__path__, "tui."):
        importlib.import_module(module.name)
    waiting, names = [GarnetScreen], set()
    while waiting:
        kinds = waiting.pop().__subclasses__()
        waiting += kinds
        names |= {kind.__name__ for kind in kinds if kind.__module__.startswith("tui.")}
    assert names == {*" ".join(SCREENS.values()).split()}
    keys = {binding.key for binding in [*TableScreen.BINDINGS, *PlaysAnew.BINDINGS] if isinstance(binding, Binding)}
    assert keys == PAGES | SAME_FOR_ALL


async def shown(game: str, seat: str | None, match: Match, keys: Iterable[str] = ("t", "L")) -> list[str]:
    """What the table shows of that moment, pane by pane."""

    def before(table) -> None:
        table.match = replace(match, header=replace(match.header, match=table.match.header.match))

    async with sit(game, seat, size=LARGE, before=before) as at:
        found = [at.text]
        for key in keys:
            await at.press(key)
            found.append(at.text)
            if key == "t" and seat is not None:
                await at.press("slash")
                found.append(at.text)
                await at.press("escape")
            if at.screen.id != "table" or key in ("t", "n"):  # at the table itself it would leave
                await at.press("escape")
        return found


@pytest.mark.parametrize("game", deep(tuple(MODULES), OWN_PANELS))
async def test_HH_15_a_screen_shows_a_seat_only_what_it_may_know(game: str) -> None:
    match = in_the_middle(game)
    seat = match.seats[1]
    before = await shown(game, seat, match)
    assert before == await shown(game, seat, redealt(match, seat, 1))
    assert match.game.spec.title in before[0]


@pytest.mark.parametrize("game", games("exodus", "drifting_ship", "sinners_secret", "refereed"))
async def test_HH_15_a_screen_shows_a_spectator_only_what_is_public(game: str) -> None:
    match = in_the_middle(game)
    before = await shown(game, None, match)
    assert before == await shown(game, None, redealt(match, None, 1))
    assert panel_class(game).NEWS in before[0]


@pytest.mark.parametrize("phase", deep(["round", "paused", "decision", "finished, kept"], ["decision"]))
async def test_HH_15_every_page_shows_a_seat_only_what_it_may_know(phase: str) -> None:
    match = dict(phases(find_game("exodus")))[phase]
    seat, keys = match.seats[0], sorted(PAGES)
    before = await shown("exodus", seat, match, keys)
    assert before == await shown("exodus", seat, otherwise(match, seat, 1), keys)
    assert len({*before}) > 3


@pytest.mark.parametrize("leak", deep(["sealed", "state", "talk"], ["state"]))
async def test_a_leak_on_the_spectators_page_is_seen(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small ones: who has sealed, a number of the state, how much is said between two."""
    match = in_the_middle("exodus")
    secret: dict[str, Callable[[Match], object]] = {
        "sealed": lambda now: ", ".join(now.sealed),
        "state": lambda now: now.state.held["Ada"]["red"] * 100 + now.state.score["Bo"],
        "talk": lambda now: len([one for one in now.messages if len(one.readers) == 2]),
    }
    drawn = WatchPage.rows

    def rows(self: WatchPage, width: int, height: int) -> list[Content]:
        told = secret[leak](self._seat._table.match)
        return [text.fit(f"{told}", width), *drawn(self, width, height)][:height]

    monkeypatch.setattr(WatchPage, "rows", rows)
    before = await shown("exodus", None, match)
    for n in range(1, 4):
        if before != await shown("exodus", None, redealt(match, None, n)):
            return
    pytest.fail("no redeal changed what a spectator sees")
