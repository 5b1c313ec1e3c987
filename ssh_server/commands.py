"""One-shot commands over SSH, for scripts and players' own tools: `ssh ada@house orders exodus-1 < orders.json`.

Every command answers in words, or with `--json` in the JSON forms of the rulings. Exit status 0 done, 1 refused, 2
typed wrongly. docs/scripting.md describes them; `help` lists them.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec

from core.form import plain
from core.games import MODULES
from core.games import game as find_game
from core.guest import Guest, Standing
from core.house import House
from core.people import People, Person, fold
from core.refusal import Refused
from core.seat import Deal, Seat
from ssh_server.admission import Tempo
from ssh_server.parsing import Typed, Wrongly, read_json, take_apart
from ssh_server.terminal import LARGEST, Terminal
from tui.rulebook import as_text, book
from tui.text import clean

DOING = ("orders", "act", "say", "ready")
"""What makes an input of a match."""

USAGE = """\
help                        this list
matches                     your matches, and what waits for you
view MATCH                  everything that your seat knows
log MATCH                   your orders and reports, round by round
orders MATCH < FILE         seal orders (JSON); `orders MATCH --withdraw` takes them back; without input, print them
act MATCH < FILE            make a live action, or a choice (JSON)
say MATCH TO < FILE         say the text of FILE to lounge, realm or NAME[,NAME...]; `--give WORD --want WORD` proposes
ready MATCH                 nothing more to do this round; `ready MATCH --not` takes it back
watch MATCH                 a line for each change, until you hang up
rules GAME                  how to play, and the rulings
keys                        the keys by which the house knows you

--json                      answer in JSON
--seat NAME                 which of your seats, where you hold several
--round N                   with orders, act and ready: refused once round N is over"""

HANG_UP = frozenset(b"\x03\x04")
"""Ctrl-C and Ctrl-D, by which somebody at a terminal leaves `watch`."""

WAYS_OUT = {
    "no_such_match": " `matches` lists yours.",
    "not_your_match": " `view` shows what spectators know.",
}
"""What may be typed instead, by the code of a refusal."""


class CommandLine:
    """Runs the commands of a house's people."""

    def __init__(self, house: House, people: People) -> None:
        self._house = house
        self._people = people
        self._tempo = Tempo()

    async def __call__(self, person: Person, line: str, terminal: Terminal) -> int:
        """Run one command; its exit status."""
        as_json = "--json" in line.split()
        try:
            typed = take_apart(line)
            as_json = typed.json
            if typed.words[0] in DOING:
                await asyncio.sleep(self._tempo.wait(fold(person.name), asyncio.get_running_loop().time()))
                if terminal.lost:
                    return 1
            return await Command(self._house, self._people, person, typed, terminal).run()
        except Wrongly as mistake:
            _complain(terminal, "usage", str(mistake), as_json)
            return 2
        except Refused as refusal:
            _complain(terminal, refusal.code, refusal.message + WAYS_OUT.get(refusal.code, ""), as_json)
            return 1


def _complain(terminal: Terminal, code: str, message: str, as_json: bool) -> None:
    if as_json:
        terminal.say(_text({"ok": False, "error": {"code": code, "message": message}}))
    else:
        terminal.say(clean(message), error=True)


def _text(value: Any) -> str:
    return _harmless(msgspec.json.encode(value).decode())


def _harmless(document: str) -> str:
    """The same JSON without characters that a terminal would act upon: what others wrote is printed here."""
    if document.replace("\n", "").isprintable():
        return document
    return "".join(letter if letter == "\n" or letter.isprintable() else _escaped(letter) for letter in document)


def _escaped(letter: str) -> str:
    return json.dumps(letter)[1:-1] if letter != "\x7f" else "\\u007f"


class Command:
    """One command of one person."""

    def __init__(self, house: House, people: People, person: Person, typed: Typed, terminal: Terminal) -> None:
        self._house = house
        self._people = people
        self._person = person
        self._typed = typed
        self._terminal = terminal
        self._guest = Guest(house, fold(person.name), host=person.host)

    async def run(self) -> int:
        """Do it."""
        deeds: dict[str, Callable[[], Any]] = {
            "help": self._help,
            "matches": self._matches,
            "view": self._view,
            "log": self._log,
            "orders": self._orders,
            "act": self._act,
            "say": self._say,
            "ready": self._ready,
            "watch": self._watch,
            "rules": self._rules,
            "keys": self._keys,
        }
        done = deeds[self._typed.words[0]]()
        if asyncio.iscoroutine(done):
            await done
        return 0

    # --- answering
    def _tell(self, value: Any, words: str) -> None:
        self._terminal.say(_text(value) if self._typed.json else clean(words))

    def _done(self, words: str) -> None:
        self._tell({"ok": True}, words)

    def _seat(self) -> Seat:
        return self._guest.seat(self._typed.match, self._typed.seat)

    async def _input(self) -> bytes:
        """Everything that the client sends until it closes its input."""
        return await read_input(self._terminal)

    # --- looking
    def _help(self) -> None:
        self._tell({"commands": USAGE.splitlines()}, USAGE)

    def _matches(self) -> None:
        mine = [one for one in self._guest.standings() if one.seats]
        told = [_standing_json(one) for one in mine]
        lines = [_standing_line(one) for one in mine] or ["You hold no seat yet."]
        self._tell({"matches": told}, "\n".join(lines))

    def _view(self) -> None:
        match = self._typed.match
        try:
            seat = self._seat()
        except Refused as refusal:
            if refusal.code != "not_your_match":
                raise
            seat = self._guest.watch(match)
        document = json.dumps(seat.view_json(), indent=None if self._typed.json else 1, ensure_ascii=False)
        self._terminal.say(_harmless(document))

    def _log(self) -> None:
        seat = self._seat()
        if self._typed.json:
            self._terminal.say(_text({"log": seat.view_json()["log"]}))
            return
        word = seat.game.spec.round_word.capitalize()
        for entry in seat.log():
            lines = [f"{word} {entry.round}"]
            lines += [
                f"  > {line}"
                for line in (seat.game.restate_to(entry.orders, seat.view()) if entry.orders is not None else ())
            ]
            lines += [f"  * {notice.text}" for notice in entry.notices]
            lines += [
                f"  {line}"
                for line in (seat.game.tell_to(entry.report, seat.view()) if entry.report is not None else ())
            ]
            self._terminal.say(clean("\n".join(lines)))

    def _rules(self) -> None:
        if len(self._typed.words) < 2 or self._typed.words[1] not in MODULES:
            raise Wrongly(f"Say which game: rules GAME. There are: {', '.join(MODULES)}.")
        game = find_game(self._typed.words[1])
        text = as_text(book(game.spec.id))
        self._tell({"game": game.spec.id, "text": text}, text)

    def _keys(self) -> None:
        keys = self._person.keys
        lines = [f"{key.fingerprint}  {key.public.split()[0]}" for key in keys] or ["You have no keys here."]
        self._tell({"keys": [{"fingerprint": key.fingerprint} for key in keys]}, "\n".join(lines))

    # --- doing
    async def _orders(self) -> None:
        early = self._seat()
        if "--withdraw" in self._typed.flags:
            early.check_round(self._typed.round)
            early.withdraw()
            return self._done("Your orders are withdrawn.")
        text = await self._input()
        seat = self._seat()  # it may have been handed over while we waited: nothing of it is told or done then
        if not text.strip():
            sealed = seat.sealed()
            words = ["Nothing is sealed."] if sealed is None else list(seat.game.restate_to(sealed, seat.view()))
            return self._tell({"orders": plain(sealed)}, "\n".join(words))
        seat.check_round(self._typed.round)
        seat.seal(read_json(text, "Orders"))
        return self._done(
            "Sealed:\n" + "\n".join(f"  {line}" for line in seat.game.restate_to(seat.sealed(), seat.view()))
        )

    async def _act(self) -> None:
        self._seat()
        action = read_json(await self._input(), "An action")
        seat = self._seat()
        before = len(_notices(seat))
        seat.check_round(self._typed.round)
        seat.act(action)
        fresh = _notices(seat)[before:]
        words = "\n".join(notice["text"] for notice in fresh) or "Done."
        self._tell({"ok": True, "notices": fresh}, words)

    async def _say(self) -> None:
        if len(self._typed.words) < 3:
            raise Wrongly("Say to whom: say MATCH TO < FILE, where TO is lounge, realm or NAME[,NAME...].")
        self._seat()
        to = self._typed.words[2]
        if len(self._typed.words) > 3:
            text = " ".join(self._typed.words[3:])
        else:
            text = (await self._input()).decode("utf-8-sig", "replace").strip()
        deal = None
        if (give := self._typed.give) is not None and (want := self._typed.want) is not None:
            deal, text = Deal(give, want), text or f"My {give} for your {want}?"
        seat = self._seat()
        seat.say(_addressed(to, seat.frame().seats), text, deal)
        self._done("Said.")

    def _ready(self) -> None:
        seat = self._seat()
        seat.check_round(self._typed.round)
        seat.ready("--not" not in self._typed.flags)
        self._done("You are not ready any more." if "--not" in self._typed.flags else "You are ready.")

    async def _watch(self) -> None:
        """A line for each change that this seat may know of, beginning with where it stands."""
        seat = self._seat()
        gone, handed_over = asyncio.Event(), asyncio.Event()
        self._terminal.on_end = gone.set
        told = {"messages": len(seat.messages())}

        def tell(kind: str) -> None:
            try:
                self._guest.seat(self._typed.match, seat.name)
            except Refused:  # the seat was handed to somebody else: nothing of theirs is told here
                handed_over.set()
                gone.set()
                return
            frame = seat.frame()
            line: dict[str, Any] = {
                "change": kind,
                "phase": frame.phase,
                "round": frame.round,
                "orders": frame.orders,
                "sealed": frame.sealed_count,
                "ready": frame.ready_count,
                "deadline": frame.deadline,
            }
            fresh = seat.view_json()["messages"][told["messages"] :] if kind == "said" else []
            if kind == "said" and not fresh:
                return  # the line before told this message too
            told["messages"] += len(fresh)
            if fresh:
                line["messages"] = fresh
            self._terminal.say(_text(line))

        hung_up = asyncio.Event()

        def hear(typed: bytes) -> None:
            if self._terminal.term is not None and HANG_UP & set(typed):  # a terminal sends its Ctrl-C as a key
                hung_up.set()
                gone.set()

        self._terminal.listen(hear)
        leave = seat.listen(lambda change: tell(change.kind))
        try:
            tell("here")
            # A closed input is no reason to go while the connection stands: `ssh -n` closes it at once.
            while not (self._terminal.lost or handed_over.is_set() or hung_up.is_set()):
                await gone.wait()
                gone.clear()
        finally:
            leave()


async def read_input(terminal: Terminal) -> bytes:
    """Everything that the client sends until it closes its input. Refused beyond LARGEST bytes.

    Where a terminal was asked for there is no input but the keyboard, so it counts as empty.
    """
    if terminal.term is not None:
        return b""
    read = bytearray()
    over = asyncio.Event()

    def hear(data: bytes) -> None:
        read.extend(data[: LARGEST + 1 - len(read)])
        if len(read) > LARGEST:
            over.set()

    terminal.on_end = over.set
    terminal.listen(hear)
    if not terminal.ended:
        await over.wait()
    if len(read) > LARGEST:
        raise Refused("too_long", f"The input may have at most {LARGEST:,} bytes.")
    if not terminal.complete:
        raise Refused("cut_off", "The input broke off before its end; nothing was done.")
    return bytes(read)


def _addressed(to: str, seats: tuple[str, ...]) -> str | list[str]:
    """To whom something is said: a room, or seats. Refused where a seat bears the name of a room: what is meant for one
    must not be heard by all."""
    if to in ("lounge", "realm"):
        if to in seats:
            raise Refused("two_of_that_name", f"A seat is called {to} too: say that on the screen.")
        return to
    return [to] if to in seats else to.split(",")


def _notices(seat: Seat) -> list[dict[str, Any]]:
    log = seat.view_json()["log"]
    return list(log[-1]["notices"]) if log else []


def _standing_json(one: Standing) -> dict[str, Any]:
    facts: dict[str, Any] = plain(one.summary)
    facts.pop("holders")
    return {**facts, "your_seats": list(one.seats), "waits_for_you": one.waits}


def _standing_line(one: Standing) -> str:
    facts = one.summary
    where = f"{facts.round_word} {facts.round} of {facts.rounds}" if facts.phase == "round" else facts.phase
    waits = {"orders": "your orders are awaited", "choice": "your choice is awaited", "ready": "sealed, not ready"}
    return f"{facts.match}  {facts.title}  {where}  as {', '.join(one.seats)}  {waits.get(one.waits, '')}".rstrip()


__all__ = ["CommandLine", "read_input"]
