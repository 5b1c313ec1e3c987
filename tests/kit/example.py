"""An example of the archive: a short season and a match of every game, always the same. `make example` writes it to
docs/example, which git ignores."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.season import eliminate, play_out
from cli.archive.building import Built, build
from cli.archive.pages import Pages
from core.games import game, ids
from core.house.house import House
from core.house.people import People
from core.match import journal as matches
from core.match.consent import questions
from core.match.seating import NAMES
from core.person import Key
from core.seasons import journal as j
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.season_controls import SeasonControls
from core.table.host_controls import HostControls
from core.table.table import Table
from storage.memory import MemoryStore
from tests.kit.house import Clock, Tokens
from tests.kit.season_play import DUELS

FOLDER = Path("docs/example")
CAST = ("Ada", "Bo", "Cy", "Di")
LADDER = ("drifting_ship", "pantheic_runes")
PEOPLE = ("Ada", "Bo", "Cy")
LAST = "famine"
"""The game of the latest match, which the front leads with."""
WEEK = 7 * 86_400.0


def house() -> House:
    """A season of four steady bots, with two main matches and a final; then a match of every game with a public record,
    one of them judged."""
    clock = Clock(1_767_225_600.0)
    tokens = Tokens()
    tokens.drawn = 1  # other dice: with the first the duels are drawn so often that the pages come to over 2 MB
    later = Clock(clock.now + 8 * WEEK)
    store = MemoryStore()
    for id_ in (*(id_ for id_ in ids() if id_ not in ("refereed", LAST)), LAST):
        evening(store, later, id_)
        later.advance(86_400)
    evenings = store.matches()
    built = House(store, clock, tokens)
    for name in PEOPLE:
        People(built.store, clock, lambda n: b"\0" * n).take(name, Key(f"ssh-ed25519 {name}", f"SHA256:{name}", 0.0))
    live = built.seasons.make(CAST, title="Spring, played by bots", options=SeasonOptions(purse=3),
                             holders=dict.fromkeys(CAST, "bot:steady"), seed=11)  # fmt: skip
    built.seasons.start()
    desk = SeasonControls(built.seasons, live)
    desk.publish()
    for number, id_ in enumerate(LADDER):
        opened = desk.open(EpisodeWish(id_), j.Seating(holders={f"Guest {n}": "bot:steady" for n in range(1, 10)}))
        clock.advance(WEEK / 2)
        play_out(built.table(opened.match or ""))
        clock.advance(86_400)
        eliminate(desk, built, DUELS[number % 2])
        clock.advance(WEEK / 2)
    desk.final(1)
    while live.season.phase == "death_match":
        play_out(built.table(desk.duel(DUELS[live.season.entry_count % 2]).match))
        clock.advance(86_400)
    for table in [built.table(name) for name in evenings]:
        released(table)
    judged(built, "refereed")
    return built


def evening(store: MemoryStore, clock: Clock, id_: str) -> None:
    """Play a match of bots with a public record; what is kept says that people held some of the seats, as bots of
    the same temper would."""
    seats = NAMES[: game(id_).spec.seats]
    levels = ("steady", "rogue", "sharp")
    held = {seat: f"bot:{levels[n % 3]}" for n, seat in enumerate(seats)}
    played = House(MemoryStore(), clock, Tokens())
    table = played.make(id_, seats, title=f"An evening of {game(id_).spec.title}", holders=held, seed=2)
    play_out(table)
    kept = played.store.read(table.match.header.match)
    people = {seat: f"person:{seat.casefold()}" for seat in PEOPLE if seat in seats}
    store.create(table.match.header.match, {**kept.header, "holders": {**kept.header["holders"], **people}})
    store.append(table.match.header.match, *kept.entries)


def judged(built: House, id_: str) -> None:
    """Play a match that its host judges."""
    form = [{"id": "request", "ask": "How many grain do you request?", "kind": "number", "least": 0, "most": 9},
            {"id": "ally", "ask": "With whom?", "kind": "seats", "need": False}]  # fmt: skip
    rules = "Nine grain for three houses. Whoever requests least of those whose sum is above nine gets nothing."
    seats = PEOPLE
    table = built.make(id_, seats, title="The granary", holders={seat: f"person:{seat.casefold()}" for seat in seats},
                       options={"title": "The Granary", "rules": rules, "form": form}, seed=2)  # fmt: skip
    for round_, requests in enumerate(((3, 4, 2), (4, 4, 3)), 1):
        for seat, grain in zip(seats, requests, strict=True):
            table.submit(matches.Sealed(author=seat, orders={"answers": {"request": grain}}))
        table.submit(matches.Closed())
        over = {"finish": {"winners": [seats[1]], "candidate": seats[2], "opponent": seats[0]}} if round_ == 2 else {}
        gained = dict(zip(seats, requests, strict=True)) if sum(requests) <= 9 else {seats[1]: 4}
        table.submit(matches.Judged(verdict={"points": gained, "public": f"{sum(requests)} of 9 requested.", **over}))
    while table.match.phase != "finished":
        table.submit(matches.Closed())
    released(table)


def released(table: Table) -> None:
    """Publish a finished match with the talk of its people."""
    HostControls(table).publish()
    for seat in PEOPLE:
        for question in questions(table.match, seat) if seat in table.match.seats else ():
            if question.key is not None:
                channel, readers = question.key
                table.submit(matches.Released(author=seat, channel=channel, readers=readers))


def publish(folder: Path = FOLDER) -> Built:
    """Replace the contents of a folder by the example."""
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as records:  # the example is made whole each time
        return build(house(), (), folder, Pages("Garnet House: an example"), lambda *_: None, Path(records))


if __name__ == "__main__":
    print(publish(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER).did)
