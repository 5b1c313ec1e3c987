"""The site of a seeded house in a real browser: every replay is stepped through, at three widths, light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.games import ids
from core.seasons.season_controls import SeasonControls
from tests.archive.browser import AXE, HERE, MISSING, Browser
from tests.archive.kit import HOSTILE, ended, publish, small_season
from tests.kit.house import open_house

pytestmark = pytest.mark.skipif(not HERE, reason=MISSING)

WALK = """
const wrong = [];
const unseen = (mark) => getComputedStyle(mark).visibility === 'hidden';
for (const round of document.querySelectorAll('.round[data-steps]')) {
  const all = Number(round.dataset.steps);
  if (!all) continue;
  const press = (name) => round.querySelector(`[data-do=${name}]`).click();
  const marks = [...round.querySelectorAll('svg [data-step]')];
  const said = round.querySelector('output');
  press('first');
  if (!marks.every(unseen)) wrong.push(`${round.id}: marks are seen before the first step`);
  for (let step = 1; step <= all; step++) {
    press('on');
    const item = document.getElementById(`${round.id}-${step}`);
    if (!said.textContent.endsWith(item.textContent)) wrong.push(`${round.id}-${step} is not told`);
    const late = marks.filter((mark) => (Number(mark.dataset.step) > step) !== unseen(mark));
    if (late.length) wrong.push(`${round.id}-${step}: ${late.length} marks are seen at the wrong step`);
  }
  if (marks.some(unseen)) wrong.push(`${round.id}: marks stay hidden`);
}
return wrong;
"""
WIDE = """
const far = (one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.scroll, .heard, pre');
return [...document.querySelectorAll('body *')].filter(far).map((one) => one.outerHTML.slice(0, 90)).slice(0, 5);
"""

SERIOUS = """
const told = (one) => [one.id, one.nodes.length, one.nodes[0].html.slice(0, 120), one.nodes[0].failureSummary];
return axe.run().then((all) => all.violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map(told));
"""

KINDS = (
    "index.html",
    "seasons/spring-1.html",
    "rules/exodus.html",
    "eyes/drifting-ship-1-1.html",
    *(f"matches/{game.replace('_', '-')}-1.html" for game in ids()),
)
"""Every kind of page, and every game."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with every game, a season, and a hostile name."""
    house = open_house()
    for game in ids():
        ended(house, game)
    ended(house, "black_and_white", (HOSTILE, "Bo"), title=f"{HOSTILE} night")
    SeasonControls(house.seasons, small_season(house)).publish()
    site = tmp_path_factory.mktemp("site") / "site"
    publish(house, site)
    return site


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 800, 1400])
def test_every_replay_is_stepped_through_without_an_error(folder: Path, tmp_path: Path, width: int, dark: bool) -> None:
    """No console error, no mark at a wrong step, nothing wider than the window but what scrolls by itself."""
    with Browser(tmp_path, width, dark=dark) as browser:
        pages = [folder / kind for kind in (*KINDS, "eyes/pantheic-runes-1-2.html", "matches/black-and-white-2.html")]
        for page in pages:
            browser.go(page)
            assert browser.run("return matchMedia('(prefers-color-scheme: dark)').matches") == dark
            assert browser.run(WALK) == [], page.name
            assert browser.run(WIDE) == [], page.name
            assert browser.errors() == [], page.name


def test_a_link_goes_to_its_step_and_the_dice_are_checked(folder: Path, tmp_path: Path) -> None:
    with Browser(tmp_path) as browser:
        browser.go(folder / "matches" / "exodus-1.html", "#round-2-1")
        assert browser.run("return document.querySelector('#round-2 input').value") == "1"
        played = "document.querySelectorAll('.round:not([data-steps=\"0\"])').length"
        assert browser.run(f"return document.querySelectorAll('.player').length === {played}")
        told = browser.run(
            "return new Promise((done) => setTimeout(() => done(document.getElementById('checked').textContent), 300))"
        )
        assert "Checked here: the dice were fixed beforehand." in told
        browser.run("document.querySelector('#round-2 [data-do=on]').click()")
        told = browser.run("return new Promise((done) => setTimeout(() => done(location.hash), 400))")
        assert told == "#round-2-2"


def test_keys_step_through_the_round_in_sight(folder: Path, tmp_path: Path) -> None:
    with Browser(tmp_path) as browser:
        browser.go(folder / "matches" / "exodus-1.html")
        browser.run("document.documentElement.style.scrollBehavior = 'auto'; location.hash = '#round-3'")
        for key, step in (("p", -1), ("p", -2), ("n", -1)):
            browser.run(f"dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}' }}))")
            all_ = browser.run("return Number(document.getElementById('round-3').dataset.steps)")
            assert int(browser.run("return document.querySelector('#round-3 input').value")) == all_ + step


def test_without_scripts_everything_is_there(folder: Path) -> None:
    """The steps, orders and talk are in the HTML; nothing is hidden but by the script."""
    page = (folder / "matches" / "exodus-1.html").read_text()
    style = (folder / "style.css").read_text()
    assert 'class="later' not in page
    assert "hidden" not in page.replace('aria-hidden="true"', "")
    assert "display: none" not in style.partition("@media print")[0]


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed here: make axe")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(folder: Path, tmp_path: Path, dark: bool) -> None:
    """Keyboard, screen reader and contrast, on every kind of page."""
    with Browser(tmp_path, 800, dark=dark) as browser:
        for kind in KINDS:
            browser.go(folder / kind)
            browser.run("for (const one of document.querySelectorAll('details')) one.open = true;")
            browser.run(AXE.read_text(encoding="utf-8"))
            found = browser.run(SERIOUS)
            assert found == [], kind
