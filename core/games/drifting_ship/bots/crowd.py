"""Expected positions and bids of rivals' crewmates, from one seat's knowledge: activated rooms are public, and rivals
beside its crew were seen.

The rest is spread: better, nearer and less contested rooms are likelier. The figures are fitted to bots' bids.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from math import exp

from core.games.drifting_ship.board import Board, Wall, neighbour, places, wall
from core.games.drifting_ship.spec import (
    BONUSES,
    COMPONENTS,
    DIRECTIONS,
    PARASITE_ROOM,
    ROUNDS,
    STARTS,
    is_component,
    number,
)
from core.games.drifting_ship.structs import Page, View

ENERGIES = ((3, 0.52), (4, 0.27), (5, 0.13), (6, 0.05), (7, 0.03))
"""Energy at the start of a round, with its share."""
FIRST_ENERGIES = ((5, 1.0),)
"""The same for round 1 (SH-03)."""
STEP_PRICE = 1.1
"""Worth lost per tile of the way, to a rival."""
SPREAD = 1.4
"""How far below the best a rival's choice may score."""
PIECE = 3.0
"""Worth of a component to a rival, in addition to its number."""
TOOL = 3.5
REST = 2.0
"""Worth to a rival of keeping its energy."""
TIES = 0.5
"""Share of pairs of bids with equal energy."""
ROUNDS_OF_THOUGHT = 3
"""Iterations in which rivals react to each other's choices."""

TARGETS = (*COMPONENTS, *BONUSES, PARASITE_ROOM)
STAYS = 2 ** (REST / SPREAD)
FADES = tuple(2 ** (-STEP_PRICE * cost / SPREAD) for cost in range(9))

Ways = tuple[tuple[str, int], ...]


@cache
def ways(board: Board, walls: tuple[Wall, ...], start: str) -> Ways:
    """Return every room in a straight line from `start` with its distance, nearest first; `start` itself at 0."""
    reached = [(start, 0)]
    for direction in DIRECTIONS:
        room, cost = start, 0
        while (target := neighbour(board, room, direction)) is not None and wall(room, target) not in walls:
            cost += 1
            reached.append((target, cost))
            room = target
    return tuple(sorted(reached, key=lambda way: way[1]))


class Crowd:
    """Expected rivals: `now` by room, `bids` by room for this and the next rounds, and `free`, the chance that a
    room is still free."""

    def __init__(self, view: View, ahead: int) -> None:
        self.view = view
        self.rivals = 2.0 * (len(view.seats) - 1)
        where = self.now = self._now()
        free = {room: 1.0 for room in TARGETS if room not in view.chart.activated}
        self.bids: list[dict[str, float]] = []
        self.free: list[dict[str, float]] = []
        for further in range(ahead):
            bids, waiting = self._choose(where, free, view.round + further)
            self.bids.append(bids)
            self.free.append(free)
            where = {room: bids.get(room, 0.0) + waiting.get(room, 0.0) for room in {**bids, **waiting}}
            free = {
                room: chance * (exp(-bids[room]) if room != PARASITE_ROOM else 1.0) for room, chance in free.items()
            }

    def _now(self) -> dict[str, float]:
        view, own = self.view, self.view.me
        news = {room: news.round for news in view.news for room in news.activated}
        taken_before = {room for room in view.chart.activated if room not in news}
        everywhere = STARTS if own.pages and own.pages[0].round == 0 else places(view.chart.board)
        where = dict.fromkeys(everywhere, self.rivals / len(everywhere))
        for page in own.pages:
            counts = dict.fromkeys(page.rooms, 0.0)
            for room, *_ in {(met.room, met.player, met.name) for met in page.report.met}:
                counts[room] += 1
            if page is own.pages[0]:
                where = {room: count for room, count in where.items() if room not in counts}
            else:
                taken = taken_before | {room for room, round_ in news.items() if round_ < page.round}
                where = self._rivals_after(
                    page, where, {room: 1.0 for room in TARGETS if room not in taken or room == PARASITE_ROOM}, counts
                )
            activated = {room: count for room, count in where.items() if room in page.report.activated}
            unknown = {room: count for room, count in where.items() if room not in activated and room not in counts}
            left = self.rivals - sum(counts.values()) - sum(activated.values())
            where = activated | _scale_to(unknown, max(0.0, left)) | counts
        return where

    def _rivals_after(
        self, page: Page, where: Mapping[str, float], free: Mapping[str, float], seen: Collection[str]
    ) -> dict[str, float]:
        """Return the expected number of rivals per room out of sight after a round: at least one in an activated
        room. Elsewhere: rivals that rested and rivals struck out."""
        bids, waiting = self._choose(where, free, page.round)
        counts = {}
        for room in {**bids, **waiting}:
            count = bids.get(room, 0.0)
            struck = count * count * TIES
            counts[room] = waiting.get(room, 0.0) + struck / (1 + struck / 2)
        for room in page.report.activated:
            count = bids.get(room, 0.0)
            counts[room] = max(1.0, count / (1 - exp(-count))) if count > 0 else 1.0
        return {room: count for room, count in counts.items() if room not in seen}

    def _choose(
        self, where: Mapping[str, float], free: Mapping[str, float], round_: int
    ) -> tuple[dict[str, float], dict[str, float]]:
        board, walls = self.view.chart.board, self.view.chart.walls
        energies = FIRST_ENERGIES if round_ == 1 else ENERGIES
        worths = {room: _room_worth(room, round_) * chance for room, chance in free.items()}
        sources = [(count, ways(board, walls, room)) for room, count in where.items() if count > 0.02]
        bids = dict.fromkeys(free, 0.0)
        waiting: dict[str, float] = {}
        for thought in range(ROUNDS_OF_THOUGHT):
            pull = {
                room: 2 ** (worth * exp(-bids[room] / 2) / SPREAD) * min(1.0, worth) for room, worth in worths.items()
            }
            new = dict.fromkeys(free, 0.0)
            waiting = {}
            for count, lines in sources:
                for energy, often in energies:
                    options = [
                        (room, pull[room] * FADES[cost]) for room, cost in lines if cost < energy and room in pull
                    ]
                    total = STAYS + sum(weight for _, weight in options)
                    part = count * often / total
                    for room, weight in options:
                        new[room] += part * weight
                    waiting[lines[0][0]] = waiting.get(lines[0][0], 0.0) + part * STAYS
            bids = {room: (bids[room] + new[room]) / 2 for room in new} if thought else new
        return bids, waiting


def _room_worth(room: str, round_: int) -> float:
    if is_component(room):
        return number(room) + PIECE
    if room == PARASITE_ROOM:
        return 1.0
    return TOOL * (ROUNDS - round_) / ROUNDS


def _scale_to(counts: Mapping[str, float], total: float) -> dict[str, float]:
    present = sum(counts.values())
    return {room: count * total / present for room, count in counts.items()} if present > 0 else {}
