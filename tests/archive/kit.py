"""Houses with something to publish, and the site that is made of them."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path
from weakref import WeakKeyDictionary

from benchmarks.season import DUELS, eliminate, play_out
from cli.archive.building import Built, build
from cli.archive.pages import Pages
from core.games import game as find_game
from core.house.house import House
from core.house.people import People
from core.match import journal as j
from core.person import Key
from core.refusal import Refused
from core.seasons import journal as sj
from core.seasons.live import LiveSeason
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.season_controls import SeasonControls
from core.table.host_controls import HostControls
from tests.kit import NAMES
from tests.kit.house import open_house

BO = (0, 2, 1, 3, 4, 5, 6, 7, 8)
"""What Bo plays in `duel_site`, one after the other."""
HOSTILE = "<img src=x>&\"'"


def people_of(house: House) -> People:
    return People(house.store, house.clock, lambda n: b"\0" * n)


def join(house: House, name: str) -> str:
    """Somebody new in the house, as a holder."""
    people_of(house).take(name, Key(f"ssh-ed25519 {name}", f"SHA256:{name}", 0.0))
    return f"person:{name.casefold()}"


def seated(house: House, game: str, seats: tuple[str, ...] = (), **more: object):  # type: ignore[no-untyped-def]
    """A table of bots, but for the `holders` that are given."""
    seats = seats or NAMES[: find_game(game).spec.seats]
    held = {**dict.fromkeys(seats, "bot:random"), **more.pop("holders", {})}  # type: ignore[dict-item]
    return house.make(game, seats, holders=held, seed=3, judged=False, **more)  # type: ignore[arg-type]


def play(table, public: bool = True) -> str:  # type: ignore[no-untyped-def]
    """To the end."""
    table.play_bots()
    while table.match.phase != "finished":
        table.submit(j.Closed())
        table.play_bots()
    if public:
        HostControls(table).publish()
    found: str = table.match.header.match
    return found


def ended(house: House, game: str, seats: tuple[str, ...] = (), public: bool = True, **more: object) -> str:
    """A match that bots played to its end."""
    return play(seated(house, game, seats, **more), public)


def small_season(
    house: House, cast: tuple[str, ...] = ("Ada", "Bo", "Cy", "Di"), title: str = "Spring", **holders: str
) -> LiveSeason:
    """Four play the ship, then three an Exodus Game among guests, then the last two a final."""
    live = house.seasons.make(cast, title=title, options=SeasonOptions(purse=2),
                              holders={**dict.fromkeys(cast, "bot:random"), **holders}, seed=7)  # fmt: skip
    house.seasons.start()
    desk = SeasonControls(house.seasons, live)
    for number, game in enumerate(("drifting_ship", "exodus")):
        opened = desk.open(EpisodeWish(game), sj.Seating(holders={f"Guest {n}": "bot:random" for n in range(1, 10)}))
        play_out(house.table(opened.match or ""))
        eliminate(desk, house, DUELS[number])
    desk.final(1)
    while live.season.phase == "death_match":
        play_out(house.table(desk.duel(DUELS[0]).match))
    return live


def publish(house: House, folder: Path, title: str = "The house", url: str = "") -> Built:
    return build(
        house, people_of(house).everyone(), folder, Pages(title, url), lambda *_: None, folder.parent / "records"
    )


def read(folder: Path) -> dict[str, bytes]:
    """Every file of a site, by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def site(house: House, title: str = "The house", url: str = "") -> dict[str, bytes]:
    """The files of a site published afresh."""
    with tempfile.TemporaryDirectory() as folder:
        publish(house, Path(folder) / "site", title, url)
        return read(Path(folder) / "site")


_FOLDERS: WeakKeyDictionary[House, tempfile.TemporaryDirectory[str]] = WeakKeyDictionary()


def pages(house: House) -> dict[str, str]:
    """Texts of a house's site, published again into the same folder."""
    folder = Path(_FOLDERS.setdefault(house, tempfile.TemporaryDirectory()).name) / "site"
    publish(house, folder)
    return {name: data.decode() for name, data in read(folder).items() if not name.endswith(".png")}


def duel_site(ada: tuple[int, ...], *, reveal: bool, words: str) -> dict[str, bytes]:
    """A site of one duel: Ada plays these tiles one after the other, writes notes and talks."""
    house = open_house()
    people = {"Ada": "person:ada", "Bo": "person:bo"}
    table = seated(house, "black_and_white", ("Ada", "Bo"), holders=people, options={"reveal": reveal})
    table.submit(j.Noted(author="Ada", text=words))
    if words:
        table.submit(j.Said(author="Ada", to=("Bo",), text=words))
    for own, other in zip(ada, BO, strict=True):
        for _ in range(2):
            for seat, tile in (("Ada", own), ("Bo", other)):
                with suppress(Refused):  # only the seat on turn can play
                    table.submit(j.Sealed(author=seat, orders={"tile": tile}))
            if table.match.phase == "round":
                table.submit(j.Closed())
    play(table)
    return site(house)
