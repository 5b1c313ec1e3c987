"""A player at a terminal who plays until the house is killed, and remembers acknowledged deeds. Deeds are done by
command and by keys; a deed is acknowledged once its answer has come or the screen shows it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
from collections.abc import Awaitable, Callable
from typing import Any

import asyncssh

from core.decoding import plain
from core.table.seat import Seat
from tests.kit import NAMES
from tests.ssh.served import GONE, PATIENCE, Player, Served

SEATS = NAMES[:9]
THINKS = 0.3
"""Most seconds between two deeds: nine players without pauses would block the house."""

OFFER = re.compile(
    r"^\s*1\s+([A-Z]\w*|choose)\s+(?:▐\w▌)?\s*(red|blue|yellow|green|white|black|choose)\b", re.MULTILINE
)
"""The first slot of the desk, as the screen shows it."""
DIALOG = "╭─"
"""The corner of every dialog."""
WRITING = "after Esc"
"""The footer while letters go into a text field."""
ASIDE = "Table (q)"
"""The tabs while talk or notes cover the table."""
PAGES = re.compile("Enter go on|Waits for you|Your other matches")
"""Words of pages that Enter leaves for the table."""

Entry = dict[str, Any]
Slot = list[str | None]


class Told:
    """Acknowledged deeds of a player: kind, content, and a test that an entry of the journal is the deed."""

    def __init__(self) -> None:
        self.deeds: list[tuple[str, str, Callable[[Entry], bool]]] = []

    def that(self, kind: str, what: str, is_it: Callable[[Entry], bool]) -> None:
        self.deeds.append((kind, what, is_it))

    def missing(self, entries: list[Entry]) -> list[str]:
        """Missing deeds, in order."""
        lost, at = [], 0
        for kind, what, is_it in self.deeds:
            place = next((number for number in range(at, len(entries)) if is_it(entries[number])), None)
            if place is None:
                lost.append(f"{kind}: {what}")
            else:
                at = place + 1
        return lost


def first_slot(orders: dict[str, Any] | None) -> Slot:
    """Partner and cube of the first offer; empty without one."""
    offers = (orders or {}).get("offers") or []
    return [offers[0].get(key) or None for key in ("to", "give")] if offers else []


def shown_slot(text: str) -> Slot:
    """The first slot of the desk on the screen; empty without an offer."""
    match = OFFER.search(text)
    return [None if word == "choose" else word for word in match.groups()] if match else []


class Active(Player):
    def __init__(self, house: Served, name: str, match: str, chance: random.Random, marks: Callable[[], str]) -> None:
        super().__init__(house, name)
        self.match = match
        self.told = Told()
        self._chance = chance
        self._marks = marks
        self._shown: Slot = []

    async def play(self) -> None:
        """Act until the house is gone. Raises AssertionError, with the screen, if the session ends before."""
        deeds: list[Callable[[], Awaitable[None]]] = [
            self._say, self._seal, self._draft_by_keys, self._draft_by_keys, self._seal_by_keys, self._say_by_keys,
        ]  # fmt: skip
        try:
            while not self.screen.over:
                await self._to_the_table()
                await (self._chance.choice(deeds) if at_table(self.screen.text) else self._say)()
                await asyncio.sleep(self._chance.uniform(0.0, THINKS))
        except GONE as trouble:
            if self.house.running:
                raise AssertionError(f"{self.name} met {trouble!r} before the kill:\n{self.screen.text}") from trouble
        assert not self.house.running, f"{self.name}'s session ended before the kill:\n{self.screen.text}"

    # --- by command
    async def _answer(self, line: str, given: Any = None) -> dict[str, Any] | None:
        """Answer of a command; None if refused. Raises ConnectionError without an answer."""
        stdin: dict[str, Any] = {"stdin": asyncssh.DEVNULL} if given is None else {"input": given}
        async with asyncio.timeout(PATIENCE):
            result = await self._connections[1].run(f"{line} --json", check=False, **stdin)
        if not result.stdout:
            raise ConnectionError(f"{line}: {result.exit_status}, {result.stderr!r}")
        answer: dict[str, Any] = json.loads(str(result.stdout).splitlines()[0])
        return None if result.exit_status else answer

    async def _say(self) -> None:
        mark = self._marks()
        if await self._answer(f"say {self.match} lounge", mark):
            self.told.that("said", mark, lambda entry: entry["kind"] == "said" and entry["text"] == mark)

    async def _seal(self) -> None:
        view = await self._answer(f"view {self.match}")
        assert view is not None
        held = [kind for kind, number in view["view"]["cubes"].items() if number]
        if view["phase"] != "round" or not held:
            return
        to = self._chance.choice([seat for seat in SEATS if seat != self.name])
        orders = {"offers": [{"to": to, "give": self._chance.choice(held)}]}
        if await self._answer(f"orders {self.match}", json.dumps(orders)):
            self.told.that("sealed", f"{orders}", lambda e: e["kind"] == "sealed" and e["orders"] == orders)

    # --- by keystrokes
    async def _shows(self, true: Callable[[str], object], seconds: float = PATIENCE) -> bool:
        """Wait for a condition of the screen. False if a page came over it, or the session ended."""
        await self.sees(lambda text: true(text) or PAGES.search(text), seconds)
        return bool(true(self.screen.text)) and not self.screen.over

    async def _draft_by_keys(self) -> None:
        """Change the choice under the desk's cursor, three times."""
        self._shown = shown_slot(self.screen.text)
        for _ in range(3):
            self.type("\r")
            if not await self._shows(lambda text: DIALOG in text):
                return
            self.type("\x1b[B" * self._chance.randint(0, 2) + "\r")
            if not await self._shows(lambda text: DIALOG not in text or "[EX-" in text) or DIALOG in self.screen.text:
                return
            self._drafted()

    def _drafted(self) -> None:
        shown, before = shown_slot(self.screen.text), self._shown
        self._shown = shown
        if shown not in ([], before) and re.search("DRAFT|EDITED", head(self.screen.text)):
            self.told.that("drafted", f"{shown}", lambda e: e["kind"] == "drafted" and first_slot(e["orders"]) == shown)

    async def _seal_by_keys(self) -> None:
        before = shown_slot(self.screen.text)
        if not re.search("DRAFT|EDITED", head(self.screen.text)) or None in before:
            return
        self.type("s")
        if not await self._shows(lambda text: DIALOG in text or "✗" in text) or "Seal these" not in self.screen.text:
            return
        self.type("\r")
        if await self._shows(lambda text: DIALOG not in text and ("SEALED" in head(text) or "✗" in text)):
            slots = [before, shown_slot(self.screen.text)]
            if "SEALED" in head(self.screen.text):
                self.told.that(
                    "sealed by keys", f"{slots}", lambda e: e["kind"] == "sealed" and first_slot(e["orders"]) in slots
                )

    async def _say_by_keys(self) -> None:
        mark = self._marks()
        self.type("t")
        if not await self._shows(lambda text: "Lounge" in text):
            return
        self.type("\r")
        if not await self._shows(lambda text: WRITING in text):
            return
        self.type(f"{mark}\r")
        # In the thread, and no longer in the line. Where a report came up in between, the Enter was for that.
        with contextlib.suppress(AssertionError):
            if await self._shows(lambda text: mark in text and "Say something" in text, 5.0):
                self.told.that("said by keys", mark, lambda entry: entry["kind"] == "said" and entry["text"] == mark)

    # --- where one is
    async def _to_the_table(self) -> None:
        """Leave pages, dialogs and talk. A key at a time: one Esc too many leaves the table and then the house."""
        for _ in range(12):
            text = self.screen.text
            page = PAGES.search(text)
            if page or DIALOG in text:
                self.type("\r" if page else "\x1b")
                await self.sees(gone(page[0] if page else DIALOG))
            elif ASIDE in text:
                self.type("\x1b")  # out of the line of text, then out of the pane
                await self.sees(other_keys(foot(text)))
            else:
                return

    async def back(self, seat: Seat) -> None:
        """Return to the table, which must show the seat's round, state and offer."""
        for _ in range(6):
            await self.sees(lambda text: at_table(text) or PAGES.search(text))
            if at_table(self.screen.text):
                break
            page = PAGES.search(self.screen.text)
            assert page is not None
            self.type("\r")
            await self.sees(gone(page[0]))
        frame, draft, sealed = seat.frame(), seat.draft(), seat.sealed()
        slot = first_slot(draft.orders if draft is not None else plain(sealed) if sealed is not None else None)
        wanted = re.compile(rf"round {frame.round}/7 .*· (?:orders )?{frame.orders}\b")

        def in_force(text: str) -> bool:
            return at_table(text) and wanted.search(head(text)) is not None and shown_slot(text) == slot

        assert await self.sees(in_force), (
            f"{self.name} should see {wanted.pattern!r} with {slot}, and their session ended"
        )


def head(text: str) -> str:
    return text.splitlines()[0]


def foot(text: str) -> str:
    return text.splitlines()[-1]


def other_keys(before: str) -> Callable[[str], bool]:
    return lambda text: foot(text) != before or ASIDE not in text or PAGES.search(text) is not None


def gone(words: str) -> Callable[[str], bool]:
    return lambda text: words not in text


def at_table(text: str) -> bool:
    """True if the table is on top, uncovered, with its panel."""
    return "/9 sealed" in text and "Offers" in text and "Enter choose" in foot(text) and DIALOG not in text
