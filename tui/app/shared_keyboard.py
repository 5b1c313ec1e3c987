"""A match of several people at one keyboard: the curtain, handing over by key or PIN, and the host's actions."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from core.house.house import House
from core.house.scripts import Scripts
from core.match.seating import BOTS, OPEN, bot_level, bot_words, is_bot
from core.match.state import Match
from core.table.host_controls import HostControls
from core.table.table import Table
from core.words.moments import go_back
from core.words.wording import holder_words, span
from tui.app.app import GarnetApp
from tui.app.memory import SeatMemory
from tui.app.services import AppServices, PaletteCommand
from tui.games import panel_class
from tui.screens.curtain import Curtain, Handover, PublicPage, Waiting
from tui.screens.dialogs import AskLine, Confirm, Pick
from tui.screens.host.preview import ask_to_do, ask_to_hand_over
from tui.screens.host.results import RoundResults
from tui.widgets.choices import Row

COST = 2**14
"""scrypt's work factor: some tens of milliseconds per try."""


def hash_pin(pin: str, salt: str) -> str:
    """Return the stored form of a PIN. `salt`: secret randomness in hex."""
    return f"{salt}:{_derive(pin, salt)}"


def fits(pin: str, stored: str) -> bool:
    salt, _, wanted = stored.partition(":")
    return hmac.compare_digest(_derive(pin, salt), wanted)


def _derive(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=COST, r=8, p=1).hex()


TRIED = "pin-tries"
"""Shelf of wrong tries: by match and seat their number, and the next allowed try in posix seconds."""
FIRST_WAIT, LONGEST_WAIT = 2.0, 300.0
"""Seconds until another try after the first wrong PIN, doubled after each further one, and their maximum: all PINs
of four digits take a month."""


class SeatPins:
    def __init__(self, app: GarnetApp, house: House) -> None:
        self._app = app
        self._house = house

    def seats_with_pin(self, match: str) -> Collection[str]:
        return self._stored_pins(match).keys()

    def keep(self, match: str, pins: Mapping[str, str]) -> None:
        hashes = {seat: hash_pin(pin, self._house.token(16)) for seat, pin in pins.items()}
        if hashes:
            self._house.store.put("pins", match, hashes)

    def prove(self, match: str, name: str, then: Callable[[], None]) -> None:
        """Ask for a seat's PIN, or for a key if it has none; then call `then`. Each wrong PIN lengthens the wait,
        even across restarts."""
        hashed = self._stored_pins(match).get(name)
        if hashed is None:
            self._app.ask(Handover(name), lambda _: then())
            return
        tried = self._house.store.get(TRIED, match) or {}
        wrong, again_at = tried.get(name, (0, 0.0))
        if (left := again_at - self._house.clock()) > 0:
            self._app.tell(f"Another PIN for {name} is heard in {span(max(1.0, left))}.", "warn")
            return

        def typed(pin: str) -> None:
            rest = {seat: entry for seat, entry in tried.items() if seat != name}
            if fits(pin, hashed):
                if wrong:
                    self._house.store.put(TRIED, match, rest)
                then()
                return
            wait = min(FIRST_WAIT * 2**wrong, LONGEST_WAIT)
            self._house.store.put(TRIED, match, {**rest, name: [wrong + 1, self._house.clock() + wait]})
            self._app.tell(f"That was not {name}'s PIN. Another is heard in {span(wait)}.", "bad")

        question = f"{name}'s PIN; Esc goes back."
        self._app.ask(AskLine(f"Handover: {name}", question, secret=True, longest=40), typed)

    def _stored_pins(self, match: str) -> Mapping[str, str]:
        return self._house.store.get("pins", match) or {}


class SharedTable:
    """The table behind a curtain (`tui.screens.curtain.CurtainTable`), until the curtain is left."""

    def __init__(self, app: GarnetApp, house: House, match: str, pins: SeatPins, blanks: Callable[[], bool]) -> None:
        """`blanks()`: True if the user chose when screens blank.

        Raises:
            Refused: There is no such match.
        """
        self._app = app
        self._house = house
        self._pins = pins
        self._blanks = blanks
        self._watch = house.watch(match)
        self._falling = False
        self.match = match
        self.left = False
        """True once the curtain was left for the start menu."""

    def open(self, notices: Sequence[str] = ()) -> None:
        app, curtain = self._app, Curtain(self._watch, self)
        rises = not notices and self.alone and self._watch.frame().phase != "finished"
        if rises:
            app.hold()  # skip a curtain that hides nothing
        app.push_screen(curtain, lambda _: self._leave())
        app.call_after_refresh(self.show_news)
        if notices:
            app.call_after_refresh(curtain.tell, " ".join(notices), "warn")
        elif rises:
            app.call_after_refresh(self.take, self.people[0])

    def _leave(self) -> None:
        self.left = True

    @property
    def _table(self) -> Table:
        return self._house.table(self.match)

    @property
    def _match(self) -> Match:
        return self._table.match

    # --- who sits here -----------------------------------------------------------------------------------------------
    @property
    def people(self) -> tuple[str, ...]:
        match = self._match
        return tuple(seat for seat in match.seats if not is_bot(match.holders.get(seat, "")))

    @property
    def alone(self) -> bool:
        """True if one person plays alone and without a PIN: there is no curtain and no handover."""
        people = self.people
        return len(people) == 1 and not self.asks_pin(people[0])

    def asks_pin(self, name: str) -> bool:
        return name in self._pins.seats_with_pin(self.match)

    def waiting(self) -> list[Waiting]:
        if self.left:
            return []
        table = self._table
        match = table.match
        states: list[Waiting] = []
        for name in self.people:
            seat = self._house.seat(self.match, name)
            if seat.pending() is not None:
                states.append((name, "must choose", True))
            elif seat.frame().ended:
                states.append(
                    (name, "report to read" if self._app.unread_closes(seat) else "has read the report", False)
                )
            elif match.held_close is not None:
                states.append((name, "waits for the host", False))
            elif match.turns:
                on = table.waits_for(name)
                states.append((name, "is on turn" if on else "waits for their turn", on))
            elif name in match.ready:
                states.append((name, "ready", False))
            elif seat.asks().answers:  # its existence, not its content or sender
                states.append((name, "has something to answer", True))
            elif not table.waits_for(name):
                states.append((name, "has nothing to do now", False))
            elif name in match.sealed:
                states.append((name, "sealed, not ready", True))
            else:
                states.append((name, "owes orders" if seat.asks().orders else "not ready", True))
        return states

    # --- the curtain -------------------------------------------------------------------------------------------------
    def show_news(self) -> None:
        if self.left or self._falling or self.alone or not isinstance(self._app.screen, Curtain):
            return
        rounds, phase = len(self._match.rounds), self._match.phase
        memory = SeatMemory(self._app.memory, self.match, None)
        seen, shown = memory.get("seen", 0), memory.get("phase", "")
        over = self._house.watch(self.match).frame().ended and phase != shown
        if rounds > seen or over:
            memory.put("seen", rounds)
            memory.put("phase", phase)
            watch = self._house.watch(self.match)
            quick = panel_class(watch.frame().game).QUICK  # the curtain shows it
            if over or (not quick and PublicPage.has_news(watch, seen)):  # without public news there is no page
                self._app.push_screen(PublicPage(watch, seen))
        elif rounds < seen:
            memory.put("seen", rounds)

    def let_fall(self) -> None:
        if not self._falling:
            self._falling = True
            self._app.run_worker(self._drop())

    async def _drop(self) -> None:
        """Remove everything private from the terminal: screens, dialogs, messages, the clipboard copy."""
        app = self._app
        while not isinstance(app.screen, Curtain) and len(app.screen_stack) > 1:
            await app.pop_screen()
        self._falling = False
        app.stack.forget()
        if app.clipboard:
            app.copy_to_clipboard("")
        app.guard_size()
        self.show_news()

    # --- the handover ------------------------------------------------------------------------------------------------
    def take(self, name: str) -> None:
        if self.left:  # a hasty key
            return
        if self.asks_pin(name):
            self._pins.prove(self.match, name, lambda: self._sit(name))
        else:
            self._sit(name)

    def _sit(self, name: str) -> None:
        from tui.screens.table.screen import TableScreen

        seat = self._house.seat(self.match, name)

        def fall(_: object) -> None:
            self.let_fall()

        def stay(_: object) -> None:
            """A player alone has nothing to hide; blanking would only cost a key."""

        self._app.tell("")  # the curtain's message is over
        quick = panel_class(seat.frame().game).QUICK
        hook = (
            None if self.alone or (quick and len(self.people) == 1) else fall
        )  # no other person to hand the keyboard to
        idle = fall if not self.alone else None if self._blanks() else stay
        table = TableScreen(seat, sealing_is_ready=True, after_seal=hook, after_close=hook, idle=idle, leave_twice=True)
        self._app.push_screen(table, fall)
        if self._app.unread_closes(seat) and not quick:
            self._app.show_report(seat)

    # --- the host at the keyboard ------------------------------------------------------------------------------------
    def close_round(self) -> None:
        if self._match.phase == "judging":
            scripts = Scripts(self._house.store)
            self._app.push_screen(RoundResults(HostControls(self._table), self._app.memory, scripts))
            return
        owing = [name for name, _, owes in self.waiting() if owes]
        HostHere(self._app, HostControls(self._table)).close(owing)

    def commands(self) -> tuple[PaletteCommand, ...]:
        if self._match.phase == "finished":
            words = "Round by round, from any seat's eyes."
            return (PaletteCommand("Replay", words, lambda: self._app.replay(self.match)),)

        return HostHere(self._app, HostControls(self._table)).commands()


class HostHere:
    def __init__(self, app: AppServices, desk: HostControls) -> None:
        self._app = app
        self._desk = desk

    def commands(self) -> tuple[PaletteCommand, ...]:
        app, desk = self._app, self._desk
        clock = (
            PaletteCommand("Start the clock", "With the time that was left.",
                    lambda: ask_to_do(app, desk, "Let the clock run?", lambda desk: desk.resume()))
            if desk.table.match.paused
            else PaletteCommand("Stop the clock", "Orders and talk go on.",
                         lambda: ask_to_do(app, desk, "Stop the clock?", lambda desk: desk.pause()))
        )  # fmt: skip
        return (
            clock,
            PaletteCommand("Go back", "To the start of a round; its orders become drafts.", self._rewind),
            *(
                []
                if not desk.table.match.turns
                else [
                    PaletteCommand(
                        "Let the turn lapse",
                        "The usual move is made for the player on turn.",
                        lambda: ask_to_do(app, desk, "Let the turn lapse?", lambda desk: desk.lapse()),
                    )
                ]
            ),
            PaletteCommand("Hand a seat over", "To a bot, or back to a person.", self._hand_over),
        )

    def close(self, owing: Sequence[str]) -> None:
        """Close what is open. `owing`: seats that are still awaited."""
        if self._desk.table.match.phase == "finished":
            self._app.tell("The match has finished.")
            return
        rows = ["Closes what is open, for everybody, now."]
        if owing:
            turns = self._desk.table.match.turns
            rows.append(
                "Until then everybody on turn makes the usual move."
                if turns
                else f"Not ready: {', '.join(owing)}. What is not sealed does not count."
            )

        self._app.ask(Confirm("Close now?", rows), lambda _: self._app.attempt(self._desk.close))

    def _rewind(self) -> None:
        match = self._desk.table.match
        when = match.spec.when
        rows = [Row(str(number), f"The start of {when(number, exact=True)}") for number in sorted(match.starts)]
        if self._desk.last_move() is not None:
            rows.append(Row("move", "Before the last move"))

        def chosen(number: str) -> None:
            if number == "move":
                ask_to_do(self._app, self._desk, "Go back?", lambda desk: go_back(desk, None, self._app.zone))
            else:
                ask_to_do(self._app, self._desk, "Go back?", lambda desk: go_back(desk, int(number), self._app.zone))

        self._app.ask(Pick("Go back to", rows), chosen)

    def _hand_over(self) -> None:
        match = self._desk.table.match
        rows = [
            Row(seat, seat, note=(holder_words(match.holders.get(seat, OPEN), None), "$faint")) for seat in match.seats
        ]
        to = [
            Row("local", "a person at this keyboard"),
            *(Row(bot, f"a {bot_level(bot)} bot", note=(bot_words(bot), "$faint")) for bot in BOTS),
        ]

        def chosen(seat: str) -> None:
            hand_over = partial(ask_to_hand_over, self._app, self._desk, None, seat)
            self._app.ask(Pick(f"{seat} is played by", to), hand_over)

        self._app.ask(Pick("Which seat?", rows), chosen)
