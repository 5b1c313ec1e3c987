"""A process to be killed: plays a match on a real store and prints acknowledged inputs.

    python -m tests.kit.victim FOLDER SEED

Each line is an input, printed after `submit` has returned: `<number of entries> <kind> <seat> <marker>`. It continues
the match in the folder, or begins one, and plays for ever.
"""

from __future__ import annotations

import random
import sys
import time

from core.games.exodus.structs import Report, View
from core.games.trading.offers import Orders
from core.house.house import House
from core.match import journal as j
from core.refusal import Refused
from core.table.seat import Seat
from core.table.table import Table
from storage import open_house
from tests.kit.script import NAMES

SEATS = NAMES[:9]


def main(folder: str, seed: int) -> None:
    chance = random.Random(seed)
    house = House(open_house(folder), time.time, lambda n: chance.randbytes(n).hex())
    number = 0
    while True:
        table = next((t for t in house.tables.values() if t.match.phase != "finished"), None)
        table = table or house.make("exodus", SEATS)
        seats: dict[str, Seat[Orders, View, Report]] = {name: Seat(table, name) for name in SEATS}
        while table.match.phase != "finished":
            number += 1
            kind, name = one_input(table, seats, chance, f"marker-{seed}-{number}")
            print(table.match.header.match, table.match.entry_count, kind, name, f"marker-{seed}-{number}", flush=True)


def one_input(
    table: Table, seats: dict[str, Seat[Orders, View, Report]], chance: random.Random, marker: str
) -> tuple[str, str]:
    """Make an input. Returns its description once it is on disk."""
    name = chance.choice(SEATS)
    seat = seats[name]
    what = chance.choice(("say", "notes", "draft", "seal", "seal", "close"))
    if what == "close" and chance.random() < 0.3:
        table.submit(j.Closed())
        return "closed", name
    if what == "seal" and table.match.phase == "round":
        held = [kind for kind, n in seat.view().held.items() if n]
        to = chance.choice([other for other in SEATS if other != name])
        try:
            seat.seal({"offers": [{"to": to, "give": held[0]}] if held else []})
        except Refused:
            pass
        else:
            return "sealed", name
    if what == "draft" and table.match.phase == "round":
        seat.keep_draft({"marker": marker})
        return "drafted", name
    if what == "notes":
        seat.keep_notes(marker)
        return "noted", name
    seat.say("lounge", marker)
    return "said", name


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
