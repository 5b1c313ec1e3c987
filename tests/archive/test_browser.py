"""The site of a seeded house in a real browser: every replay is stepped through, at three widths, light and dark."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.games import game as find_game
from core.games import ids
from core.seasons.season_controls import SeasonControls
from tests.archive.browser import AXE, HERE, MISSING, Browser
from tests.archive.kit import HOSTILE, ended, join, play, publish, seated, small_season
from tests.kit.depth import deep, games, paired
from tests.kit.house import open_house

pytestmark = pytest.mark.skipif(not HERE, reason=MISSING)

WALK = """
const wrong = [];
const stage = document.querySelector('.stage');
const press = (name) => stage.querySelector(`[data-do=${name}]`).click();
const unseen = (mark) => getComputedStyle(mark).visibility === 'hidden';
const said = stage.querySelector('output');
const keys = (round) => round.querySelectorAll('.steps .key').length;
const all_ = [...document.querySelectorAll('.round[data-steps]')];
if (all_.some((round) => keys(round) > 6)) wrong.push('a round plays more than six steps');
if (!document.querySelector('.show').classList.contains('every')) press('every');
for (const round of document.querySelectorAll('.round[data-steps]')) {
  const all = Number(round.dataset.steps);
  if (!round.open) wrong.push(`${round.id} did not open in its turn`);
  if (document.querySelectorAll('.round[open]').length !== 1) wrong.push('two rounds are open');
  const marks = () => [...stage.querySelectorAll('svg [data-step]')];
  const gist = round.querySelector('.gist');
  if (gist && gist.getClientRects().length) wrong.push(`${round.id}: its outcome is told before its first step`);
  if (!marks().every(unseen)) wrong.push(`${round.id}: marks are seen before the first step`);
  for (let step = 1; step <= all; step++) {
    press('on');
    const item = document.getElementById(`${round.id}-${step}`);
    if (!said.textContent.includes(item.textContent)) wrong.push(`${round.id}-${step} is not told`);
    const late = marks().filter((mark) => (Number(mark.dataset.step) > step) !== unseen(mark));
    if (late.length) wrong.push(`${round.id}-${step}: ${late.length} marks are seen at the wrong step`);
  }
  press('on');
}
return wrong;
"""
SEEN = """
const whole = (one) => {
  const at = one.getBoundingClientRect();
  return at.width > 50 && at.top >= -1 && at.bottom <= innerHeight + 1 && at.left >= -1 && at.right <= innerWidth + 1;
};
const stage = document.querySelector('.stage'), item = document.getElementById(arguments[0]);
const box = item.getBoundingClientRect(), over = document.elementFromPoint(box.left + 40, box.top + box.height / 2);
const svg = stage.querySelector('svg'), large = stage.classList.contains('large');
const shown = large ? stage.querySelector('.drawing') : svg;  // on a phone the drawing is moved within its frame
return {
  drawing: svg ? whole(shown) : null, player: whole(stage.querySelector('.player')), step: whole(item),
  uncovered: item.contains(over), now: item.classList.contains('now'),
  board: svg ? svg.querySelector('title').textContent : '', said: stage.querySelector('output').textContent,
  beside: svg ? shown.getBoundingClientRect().right <= box.left + 1 : null,
  above: svg ? shown.getBoundingClientRect().bottom <= box.top + 1 : null,
};
"""
"""Where things stand on the screen, for a step."""
WIDE = """
const moved = '.scroll, .heard, .large .drawing, pre';
const far = (one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(moved);
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
    "people/ada.html",
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
    join(house, "Ada")
    play(seated(house, "ninety_nine", ("Ada", "Bo"), holders={"Ada": "person:ada"}))
    SeasonControls(house.seasons, small_season(house)).publish()
    site = tmp_path_factory.mktemp("site") / "site"
    publish(house, site)
    return site


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One for all: to start it takes longer than to look at a page."""
    with Browser(tmp_path_factory.mktemp("chromium")) as one:
        yield one


@pytest.mark.parametrize(
    ("width", "dark"),
    deep([(width, dark) for width in (360, 800, 1400) for dark in (False, True)], [(360, True), (1400, False)]),
)
def test_every_replay_is_stepped_through_without_an_error(
    folder: Path, window: Browser, width: int, dark: bool
) -> None:
    """No console error, no mark at a wrong step, nothing wider than the window but what scrolls by itself."""
    with window.seen(width, dark=dark) as browser:
        pages = [folder / kind for kind in (*KINDS, "eyes/pantheic-runes-1-2.html", "matches/black-and-white-2.html")]
        for page in pages[dark :: deep(1, 2)]:
            browser.go(page)
            assert browser.run("return matchMedia('(prefers-color-scheme: dark)').matches") == dark
            if browser.run("return document.querySelector('.stage') !== null"):
                assert browser.run(WALK) == [], page.name
            assert browser.run(WIDE) == [], page.name
            assert browser.errors() == [], page.name


@pytest.mark.parametrize(("game", "width"), paired(ids(), (360, 800, 1400)))
def test_a_link_to_a_step_shows_its_drawing_and_the_step_together(
    folder: Path, window: Browser, game: str, width: int
) -> None:
    """On a wide screen side by side, on a phone the drawing above; nothing lies over the step."""
    page = folder / "matches" / f"{game.replace('_', '-')}-1.html"
    step = next(f"round-{n}-2" for n in (3, 4, 2) if f'id="round-{n}-2"' in page.read_text())
    with window.seen(width) as browser:
        browser.go(page, f"#{step}")
        seen = browser.run(SEEN, step)
        assert seen["drawing"], seen
        assert seen["player"], seen
        assert seen["step"], seen
        assert seen["uncovered"], seen
        assert seen["now"], seen
        assert seen["beside"] if width == 1400 else seen["above"], seen
        number = int(step.split("-")[1])
        assert find_game(game).spec.when(number) in seen["board"].lower(), seen
        assert ", 2/" in seen["said"], seen


def test_a_step_is_addressed_and_the_dice_are_checked(folder: Path, window: Browser) -> None:
    with window.seen() as browser:
        browser.go(folder / "matches" / "exodus-1.html", "#round-2-1")
        checked = "Checked here: the dice were fixed beforehand."
        assert browser.until("return document.getElementById('checked').textContent === arguments[0]", checked)
        browser.run("document.querySelector('[data-do=on]').click()")
        assert browser.until("return location.hash === '#round-2-2'")


@pytest.mark.parametrize("width", [360, 1400])
def test_a_fresh_page_begins_at_step_0_and_keys_bring_the_drawing_into_sight(
    folder: Path, window: Browser, width: int
) -> None:
    """`n` and `p` a step, on into the next round; `N` and `P` a round, the first `N` into round 1."""
    with window.seen(width) as browser:
        browser.go(folder / "matches" / "black-and-white-1.html")
        where = """const stage = document.querySelector('.stage'), at = stage.getBoundingClientRect();
            return [document.querySelector('.round[open]').id, Number(stage.querySelector('input').value), scrollY,
                    at.top >= -1 && at.top < innerHeight / 2];"""
        assert browser.run(where) == ["round-1", 0, 0, True], "the page stands where it begins, the stage in sight"
        press = "dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0] }));" + where

        def at(key: str) -> tuple[str, int]:
            round_, step, _, seen = browser.run(press, key)
            assert seen, key
            return round_, step

        assert at("N") == ("round-1", 0)
        assert at("n") == ("round-1", 1)
        assert at("N") == ("round-2", 0)
        all_ = browser.run("return Number(document.getElementById('round-1').dataset.steps)")
        assert at("p") == ("round-1", all_)
        assert at("n") == ("round-2", 0)
        assert at("P") == ("round-1", 0)
        browser.go(folder / "matches" / "black-and-white-1.html")
        assert at("n") == ("round-1", 1)


def test_play_goes_on_by_itself_until_it_is_stopped(folder: Path, window: Browser) -> None:
    with window.seen(1400) as browser:
        browser.go(folder / "matches" / "black-and-white-1.html")
        browser.run("document.querySelector('[data-do=play]').click()")
        at = "Number(document.querySelector('.stage input').value)"
        assert browser.until(f"return {at} >= 2"), "nobody pressed anything more"
        assert browser.run("return document.querySelector('[data-do=play]').textContent") == "Stop"
        browser.run("document.querySelector('[data-do=on]').click()")
        assert browser.run("return document.querySelector('[data-do=play]').textContent") == "Play", "a step stops it"


LETTERS = """
const small = [];
for (const one of document.querySelectorAll('.stage svg text, svg.chart text')) {
  if (!one.textContent.trim() || !one.getClientRects().length) continue;
  const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
  if (size < 10) small.push([one.textContent, size]);
}
return small.slice(0, 5);
"""
"""Letters of drawings under 10 px, as [text, px]."""


@pytest.mark.parametrize("game", ids())
def test_letters_in_drawings_are_legible_on_a_phone(folder: Path, window: Browser, game: str) -> None:
    with window.seen(360) as browser:
        browser.go(folder / "matches" / f"{game.replace('_', '-')}-1.html", "#round-2-1")
        assert browser.run(LETTERS) == []


def test_a_swipe_over_the_drawing_is_a_step(folder: Path, window: Browser) -> None:
    swipe = """const on = document.querySelector('.drawing');
        const touch = (x) => [new Touch({ identifier: 1, target: on, clientX: x, clientY: 50 })];
        on.dispatchEvent(new TouchEvent('touchstart', { changedTouches: touch(arguments[0]) }));
        on.dispatchEvent(new TouchEvent('touchend', { changedTouches: touch(arguments[1]) }));
        return Number(document.querySelector('.stage input').value);"""
    with window.seen(360) as browser:
        browser.go(folder / "matches" / "exodus-1.html", "#round-2-1")
        assert browser.run(swipe, 250, 100) == 1, "a swipe moves a large drawing"
        browser.run("document.querySelector('[data-do=larger]').click()")
        assert browser.run(swipe, 250, 100) == 2
        assert browser.run(swipe, 100, 250) == 1
        assert browser.run(swipe, 100, 120) == 1, "a tap is none"


@pytest.mark.parametrize("game", games("exodus", "sinners_secret", "day_of_mercury"))
def test_a_match_is_at_most_eight_pages_on_paper_and_talk_is_none_of_them(
    folder: Path, window: Browser, game: str
) -> None:
    page = folder / "matches" / f"{game.replace('_', '-')}-1.html"
    with window.seen() as browser:
        browser.go(page)
        paper = {"page": {"width": 21.0, "height": 29.7}}
        printed = base64.b64decode(browser._ask("POST", "/print", paper))
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 8
        assert browser.run("return document.querySelector('.drawing svg') !== null"), "after it the stage is as it was"


def test_a_table_keeps_place_and_name_in_sight_on_a_phone(folder: Path, window: Browser) -> None:
    with window.seen(360) as browser:
        browser.go(folder / "matches" / "exodus-1.html")
        found = browser.run("""const box = document.querySelector('.scroll.wide'), row = box.querySelector('tbody tr');
            box.scrollLeft = 9999;
            const at = (one) => Math.round(one.getBoundingClientRect().left - box.getBoundingClientRect().left);
            return [box.scrollLeft > 50, at(row.children[0]), at(row.children[1])];""")
        assert found[0]
        assert 0 <= found[1] < found[2] < 100


def test_without_scripts_everything_is_there(folder: Path) -> None:
    """The steps, orders and talk are in the HTML; nothing is hidden but by the script."""
    page = (folder / "matches" / "exodus-1.html").read_text()
    assert 'class="later' not in page
    assert "hidden" not in page.replace('aria-hidden="true"', "")
    assert page.count('class="board-of"') == len(re.findall(r'class="round[ "]', page)) > 0


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed here: make axe")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(folder: Path, window: Browser, dark: bool) -> None:
    """Keyboard, screen reader and contrast, on every kind of page."""
    with window.seen(800, dark=dark) as browser:
        for kind in KINDS:
            browser.go(folder / kind)
            browser.run("for (const one of document.querySelectorAll('details')) one.open = true;")
            browser.run(AXE.read_text(encoding="utf-8"))
            found = browser.run(SERIOUS)
            assert found == [], kind


@pytest.mark.parametrize(("width", "height"), [(360, 800), (1400, 900)])
def test_board_curve_and_steps_stand_in_the_first_view(folder: Path, window: Browser, width: int, height: int) -> None:
    where = """return ['.won', '.stage .drawing', '.player', '.course svg', arguments[0]].map((one) =>
        Math.round(document.querySelector(one).getBoundingClientRect().top));"""
    for game in ("exodus", "drifting_ship", "day_of_mercury"):
        with window.seen(width, height) as browser:
            browser.go(folder / "matches" / f"{game.replace('_', '-')}-1.html")
            browser.until("return document.querySelector('.stage') !== null")
            tops = browser.run(where, ".rounds summary" if width > 1000 else "output")
            assert max(tops) < height, (game, tops)


def test_the_replay_plays_key_steps_and_a_link_shows_any(folder: Path, window: Browser) -> None:
    with window.seen(1400) as browser:
        browser.go(folder / "matches" / "day-of-mercury-1.html")
        steps = "[...document.querySelectorAll('.round[open] .steps li')]"
        shown = f"return {steps}.filter((item) => item.offsetParent).length"
        every = browser.run("return Number(document.querySelector('.round[open]').dataset.steps)")
        assert browser.run(shown) == 6 < every
        round_ = browser.run("return document.querySelector('.round[open]').id")
        folded = browser.run("return document.querySelector('.round[open] .steps li:not(.key)').dataset.step")
        browser.go(folder / "matches" / "day-of-mercury-1.html", f"#{round_}-{folded}")
        assert browser.run(shown) == 7, "the step that the link names, too"
        browser.run("document.querySelector('[data-do=every]').click()")
        assert browser.run(shown) == every
