"""An example of the archive: a short season of bots, always the same. `make example` writes it to docs/example, which
git ignores."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.season import eliminate, play_out
from cli.archive.building import Built, build
from cli.archive.pages import Pages
from core.house.house import House
from core.seasons import journal as j
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.season_controls import SeasonControls
from core.table.host_controls import HostControls
from storage.memory import MemoryStore
from tests.kit.house import Clock, Tokens
from tests.kit.season_play import DUELS

FOLDER = Path("docs/example")
CAST = ("Ada", "Bo", "Cy", "Di")
LADDER = ("drifting_ship", "pantheic_runes")
NINE = (*CAST, "Ed", "Flo", "Gus", "Hal", "Ivy")
WEEK = 7 * 86_400.0


def house() -> House:
    """A season of four steady bots, with two main matches and a final, and a separate match with a public record."""
    clock = Clock(1_767_225_600.0)
    tokens = Tokens()
    tokens.drawn = 1  # other dice: with the first the duels are drawn so often that the pages come to over 2 MB
    built = House(MemoryStore(), clock, tokens)
    live = built.seasons.make(CAST, title="Spring, played by bots", options=SeasonOptions(purse=3),
                             holders=dict.fromkeys(CAST, "bot:steady"), seed=11)  # fmt: skip
    built.seasons.start()
    desk = SeasonControls(built.seasons, live)
    desk.publish()
    for number, game in enumerate(LADDER):
        opened = desk.open(EpisodeWish(game), j.Seating(holders={f"Guest {n}": "bot:steady" for n in range(1, 10)}))
        clock.advance(WEEK / 2)
        play_out(built.table(opened.match or ""))
        clock.advance(86_400)
        eliminate(desk, built, DUELS[number % 2])
        clock.advance(WEEK / 2)
    desk.final(1)
    while live.season.phase == "death_match":
        play_out(built.table(desk.duel(DUELS[live.season.entry_count % 2]).match))
        clock.advance(86_400)
    single = built.make("exodus", NINE, title="One evening", holders=dict.fromkeys(NINE, "bot:steady"),
                       options={"reveal": False}, seed=4)  # fmt: skip
    play_out(single)
    HostControls(single).publish()
    return built


def publish(folder: Path = FOLDER) -> Built:
    """Replace the contents of a folder by the example."""
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as records:  # the example is made whole each time
        return build(house(), (), folder, Pages("Garnet House: an example"), lambda *_: None, Path(records))


if __name__ == "__main__":
    print(publish(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER).did)
