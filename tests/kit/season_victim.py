"""A process to be killed: plays a season on a real store and prints the length of its journal after each deed.

    python -m tests.kit.season_victim FOLDER SEED

It continues the season in the folder, or begins one, and plays until it is killed.
"""

from __future__ import annotations

import random
import sys
import time

from core.house.house import House
from storage import open_house
from tests.kit.season_play import RestlessHost


def main(folder: str, seed: int) -> None:
    chance = random.Random(seed)
    house = House(open_house(folder), time.time, lambda n: chance.randbytes(n).hex())
    host = RestlessHost(house, chance)
    while True:
        host.step()
        print(host.live.season.entry_count, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
