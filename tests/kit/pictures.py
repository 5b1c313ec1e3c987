"""Pictures of the README: every table as a light SVG, a replay, a result, and a short film of a round. `make picture`
runs this.

python -m tests.kit.pictures docs/pictures
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from core.botplay.playing import make_bot, play_out
from core.games import game as find_game
from core.games import known
from core.match import journal as j
from core.match.settings import MatchSettings
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.table.table import Table
from core.talk.channels import Deal
from tests.kit import play
from tests.kit.hall import Hall
from tests.kit.lived import lived
from tests.kit.screens import Driven, show, sit
from tests.kit.script import NAMES
from tui.screens.host.newmatch import HostedMatch, HostedPlan
from tui.screens.result.past_tables import EVERYONE, Replay
from tui.screens.result.replay import ReplayScreen

SIZE = (120, 36)
FILM_SIZE = (100, 30)
MENU_SIZE = (160, 40)
MENUS = ("menu-lobby", "menu-form", "menu-console")
"""Pictures of docs/style.md."""
SHOWN = 2.6
"""Seconds of a picture in the film."""

TABLES: dict[str, tuple[int, int, str]] = {
    "exodus": (3, 7, ""),
    "famine": (3, 7, ""),
    "day_of_mercury": (4, 7, ""),
    "drifting_ship": (4, 7, ""),
    "pantheic_runes": (4, 5, ""),
    "sinners_secret": (4, 7, "3 v down v down v 5 v down v down v 1"),
    "black_and_white": (7, 7, ""),
    "ninety_nine": (5, 7, ""),
}
"""By game: rounds played, seed, and keys pressed."""

PACKAGES = {"minus_auction": 9, "one_two_three": 2}
"""Games of tests/packages and their rounds; drawn where they are installed."""

TURNS = {"black_and_white": "enter s enter", "ninety_nine": "1 2 enter s enter"}
"""By duel: keys of the first seat's turn."""

STORIES: dict[str, tuple[str, int, str]] = {
    "the-replay": ("drifting_ship", 7, "down " * 5 + "right " * 5),
    "the-result": ("famine", 7, "down " * 7),
}
"""By picture: game, seed, and keys from the replay's first step."""

HANDS = {
    "Ada": ["red", "yellow", "yellow", "white", "black"], "Bo": ["green", "green"], "Di": ["yellow"],
    **{name: ["blue", "white", "green"] for name in ("Cy", "Ed", "Flo", "Gus", "Hal", "Ivy")},
}  # fmt: skip


def lightened(svg: str) -> str:
    """The picture with a fraction of its size: no external fonts, no clips, nothing painted on its own ground."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S)
    svg = re.sub(r'<clipPath id="[^"]*-line-\d+">.*?</clipPath>\s*', "", svg, flags=re.S)
    svg = re.sub(r' clip-path="url\(#[^"]*-line-\d+\)"', "", svg)
    svg = svg.replace(' shape-rendering="crispEdges"', "")
    svg = re.sub(r"terminal-\d+-", "t-", svg)
    ground = _ground(svg)
    svg = re.sub(rf'<rect fill="{ground}" x="[^>]*/>', "", svg)
    svg = re.sub(
        r'(<g transform="translate\(9, 41\)"[^>]*>)', rf'\1<rect fill="{ground}" width="100%" height="100%"/>', svg
    )
    svg = re.sub(r'<text class="[^"]*" [^>]*>(?:&#160;)*\s*</text>', "", svg)
    return re.sub(r"\n\s*\n+", "\n", svg)


def _ground(svg: str) -> str:
    """Most frequent background."""
    rectangles = re.findall(r'<rect fill="(#[0-9a-f]{6})" x="[\d.]+" y="[\d.]+" width="([\d.]+)"', svg)
    widths: dict[str, float] = {}
    for fill, width in rectangles:
        widths[fill] = widths.get(fill, 0) + float(width)
    return max(widths, key=lambda fill: widths[fill])


def film(frames: list[str]) -> str:
    """A loop of pictures of equal size; with `prefers-reduced-motion` the first."""
    first, whole = frames[0], len(frames) * SHOWN
    head, _, _ = first.partition('<g transform="translate(9, 41)"')
    styles, groups = [], []
    for number, frame in enumerate(frames):
        styles += [rule.replace("t-r", f"f{number}-r") for rule in re.findall(r"\.t-r\d+ \{[^}]*\}", frame)]
        body = frame[frame.index('<g transform="translate(9, 41)"') : frame.rindex("</svg>")]
        body = body.replace("t-r", f"f{number}-r")
        groups.append(f'<g class="frame" style="animation-delay:{number * SHOWN:.1f}s">{body}</g>')
    share = 100 / len(frames)
    motion = (
        f"@keyframes turn {{ 0%, {share:.3f}% {{ opacity: 1 }} {share + 0.001:.3f}%, 100% {{ opacity: 0 }} }}\n"
        f".frame {{ opacity: 0; animation: turn {whole:.1f}s step-end infinite; }}\n"
        "@media (prefers-reduced-motion: reduce) { .frame { animation: none } .frame:first-of-type { opacity: 1 } }\n"
    )
    head = re.sub(r"\.t-r\d+ \{[^}]*\}\s*", "", head)
    head = head.replace("</style>", "\n".join([*styles, motion]) + "</style>", 1)
    return f"{head}{''.join(groups)}</svg>\n"


def taken(at: Driven) -> str:
    return lightened(at.app.export_screenshot())


async def table_picture(game: str) -> str:
    """The table of a game in mid-match."""
    rounds, seed, keys = TABLES[game]
    seats = NAMES[: find_game(game).spec.seats]
    holders = {seat: "local" if seat == seats[0] else "bot:steady" for seat in seats}

    def before(table: Table) -> None:
        if game not in TURNS:
            lived(table, rounds)

    async with sit(game, seats[0], size=SIZE, seed=seed, holders=holders, before=before) as at:
        await at.table.quiet()
        for _ in range(rounds if game in TURNS else 0):
            await at.press(*TURNS[game].split())
            await at.table.quiet()
            await at.settle()
        while at.screen.id != "table":
            await at.press("enter")
        await at.press(*keys.split())
        at.screen.tell("")  # type: ignore[attr-defined]
        await at.settle()
        return taken(at)


async def package_picture(game: str) -> str:
    """The table of a game from outside, after some rounds."""
    seats = NAMES[: find_game(game).spec.seats]

    def before(table: Table) -> None:
        while table.match.round <= PACKAGES[game]:
            table.play_bots()
            HostControls(table).close()
        table.play_bots()

    holders = dict.fromkeys(seats[1:], "bot:steady") | {"Ada": "local"}
    async with sit(game, "Ada", size=SIZE, seed=7, holders=holders, before=before) as at:
        while at.screen.id != "table":
            await at.press("enter")
        at.screen.tell("")  # type: ignore[attr-defined]
        await at.settle()
        return taken(at)


async def round_film() -> str:
    """A round of The Exodus Game: two proposals, both accepted, sealed, and the report."""

    def before(table: Table) -> None:
        for name, give, want in (("Bo", "green", "red"), ("Di", "yellow", "white")):
            Seat(table, name).say(["Ada"], f"My {give} for your {want}?", Deal(give=give, want=want))

    setup = {"round": 4, "hands": HANDS, "points": {"Ada": 12}}
    async with sit("exodus", "Ada", size=FILM_SIZE, setup=setup, before=before) as at:
        frames = [taken(at)]
        await at.press("g")
        frames.append(taken(at))
        await at.press("g", "enter")
        frames.append(taken(at))
        await at.press("s")
        frames.append(taken(at))
        await at.press("enter")
        for name, give in (("Bo", "green"), ("Di", "yellow")):
            at.seat(name).seal({"offers": [{"to": "Ada", "give": give}]})
        for name in at.table.match.seats:
            at.seat(name).ready()
        await at.settle()
        frames.append(taken(at))
        await at.press("enter")
        frames.append(taken(at))
        return film(frames)


async def story_picture(game: str, seed: int, keys: str) -> str:
    """The all-seeing replay of a match of bots, after some keys."""
    start, entries = play(game, seed=seed).match, list[j.AnyEntry]()
    bots = {seat: make_bot(start, seat, "steady") for seat in start.seats}
    play_out(start, bots, each=lambda _, entry: entries.append(entry))
    replay = Replay(j.as_json(start.header), [j.as_json(entry) for entry in entries])
    opening = ReplayScreen(replay, (*start.seats, EVERYONE), at=EVERYONE)
    async with show(lambda: opening, size=SIZE) as at:
        await at.press(*keys.split())
        return taken(at)


def menus_hall() -> Hall:
    """A house with waiting, hosted and finished matches."""
    hall = Hall("Ada", "Bo", "Cy", "Gwen", host="Gwen")
    for game, title, closes in (
        ("exodus", "Harbour night", 2),
        ("drifting_ship", "", 1),
        ("pantheic_runes", "", 0),
        ("famine", "Last year", 20),
    ):
        seats = NAMES[: find_game(game).spec.seats]
        holders = dict.fromkeys(seats[3:], "open")
        table = hall.match(game, seats=seats, title=title, holders=holders, seed=7, round_seconds=86_400.0)
        for _ in range(closes):
            if table.match.phase != "finished":
                HostControls(table).close()
    Seat(hall.house.table("exodus-1"), "Bo").say("host", "May I offer twice?")
    HostControls(hall.house.table("exodus-1")).announce("On Friday nothing closes.")
    return hall


async def menu_pictures() -> dict[str, str]:
    """Lobby, a form and the host's console, for the page of the style."""
    hall, found = menus_hall(), {}
    async with hall.enter("Ada", MENU_SIZE) as at:
        while at.screen.id != "lobby":
            await at.press("q")
        found["menu-lobby"] = taken(at)
    async with hall.enter("Gwen", MENU_SIZE) as at:
        at.app.host_match("exodus-1")
        await at.settle()
        found["menu-console"] = taken(at)
        plan = HostedPlan.usual("exodus")
        plan.schedule, plan.settings = "every day 21:00", MatchSettings(grace_seconds=900.0, counts=False)
        at.app.push_screen(HostedMatch(plan, at.app))
        await at.settle()
        at.find("#form").point("setting:grace_seconds")
        await at.settle()
        found["menu-form"] = taken(at)
    return found


async def drawn() -> dict[str, str]:
    found = {
        ("trade-desk" if game == "exodus" else game.replace("_", "-")): await table_picture(game) for game in TABLES
    }
    found |= {game.replace("_", "-"): await package_picture(game) for game in PACKAGES if known(game)}
    told = {name: await story_picture(*told) for name, told in STORIES.items()}
    return {**found, **told, **await menu_pictures(), "a-round": await round_film()}


def draw(folder: Path) -> None:
    """Draw everything into a folder, and print sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in asyncio.run(drawn()).items():
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
        print(f"{folder / name}.svg  {len(picture.encode()) / 1000:.0f} kB", file=sys.__stdout__)


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
