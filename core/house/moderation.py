"""Keeping order among the people of a house (HH-33 to HH-37, HH-44, HH-45): what is done is kept, with who did it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from core.house.guest import WatchLinks
from core.house.house import House
from core.house.people import SEEN_OUT, People
from core.json import Json
from core.match.seating import OPEN
from core.narration.feed import ROOMS, key
from core.narration.feed import SHELF as MATCH_SHELF
from core.person import Person
from core.refusal import Refused, quoted, shortened
from core.seasons.feeds import SEASON_SHELF
from core.seasons.season_controls import SeasonControls
from core.store import DISCARDED
from core.story.parts import listed
from core.table.host_controls import HostControls

Entry = Json

_ROOMS = {"lounge": "the lounge", "realm": "its realm", "seats": "single seats"}


def _close(entry: Entry) -> str:
    # A deadline and seats that are all ready close by themselves: no host did that.
    return "closed the round" if entry.get("cause", "host") == "host" else ""


def _begin(entry: Entry) -> str:
    return "began the match" if entry.get("cause", "host") == "host" else ""


def _mute(entry: Entry) -> str:
    rooms = entry.get("rooms", list(_ROOMS))
    if not rooms:
        return f"let {entry['seat']} speak again"
    return f"muted {entry['seat']} ({', '.join(_ROOMS[room] for room in rooms)})"


def _seat(entry: Entry) -> str:
    held = str(entry["holder"])
    if held == "open":
        return f"made the seat {entry['seat']} free"
    to = (
        f"a {held.removeprefix('bot:')} bot"
        if held.startswith("bot:")
        else entry.get("called") or "somebody of the house"
    )
    return f"gave the seat {entry['seat']} to {to}"


def _answer(entry: Entry) -> str:
    number = entry.get("question")
    what = "told a seat something" if number is None else f"answered question {number}"
    return f"{what}, for everybody" if entry.get("published") else what


def _watch(entry: Entry) -> str:
    who = {
        "house": "everybody of the house",
        "link": "whoever has the link",
        "cast": "those seated alone",
        "code": "whoever has the code",
    }
    return f"let {who[entry.get('who', 'house')]} watch"


WORDS: dict[str, Callable[[Entry], str]] = {
    "announced": lambda entry: "announced something" if entry.get("planned") is None else "",
    "answered": _answer,
    "closed": _close,
    "confirmed": lambda entry: "confirmed the result",
    "corrected": lambda entry: (
        f"corrected {entry['seat']}'s orders" + (f" for round {entry['round']}" if entry.get("round") else "")
    ),
    "deadline_moved": lambda entry: "took the deadline away" if entry.get("deadline") is None else "moved the deadline",
    "ended": lambda entry: "ended the match",
    "graced": lambda entry: "",
    "handed_over": _seat,
    "lapsed": lambda entry: "let a turn lapse",
    "muted": _mute,
    "opened": lambda entry: f"looked at {entry['what']}",
    "out_may_read": lambda entry: (
        f"{'let' if entry.get('yes', True) else 'no longer lets'} those who are out read the confessionals"
    ),
    "paused": lambda entry: "stopped the clock",
    "planned": lambda entry: "wrote an announcement for later",
    "published": lambda entry: "made it public" if entry.get("public", True) else "made it private",
    "renamed": lambda entry: f"called the seat {entry['seat']} {entry['name']}",
    "resumed": lambda entry: "let the clock run again",
    "rewound": lambda entry: f"went back to {'a move of ' * (entry.get('moves') is not None)}round {entry['round']}",
    "scheduled": lambda entry: (
        f"set the times of the rounds: {entry['rule']}" if entry.get("rule") else "took the times of the rounds away"
    ),
    "unended": lambda entry: "took the end back",
    "unplanned": lambda entry: "took a waiting announcement back",
    "watching": _watch,
}  # fmt: skip


OF_SEASONS: dict[str, Callable[[Entry], str]] = {
    "added": lambda entry: f"took {entry['name']} into the cast",
    "booked": lambda entry: "booked the main match",
    "called_off": lambda entry: "called the episode off",
    "duel_made": lambda entry: f"made the duel {entry['match']}",
    "final_made": lambda entry: f"made a final, best of {entry['best_of']}",
    "fought": lambda entry: f"said who won the Death Match: {entry.get('winner') or 'a draw'}",
    "left_out": lambda entry: "left the Death Match out",
    "named": lambda entry: f"named {entry['name']} as {entry['role']}",
    "unbooked": lambda entry: "undid the booking",
    "undone": lambda entry: "undid the last entry",
    "usual": lambda entry: f"set what its matches are made with: {entry.get('words') or 'as usual'}",
    "announced": lambda entry: "announced something",
    "answered": lambda entry: "told somebody of the cast something",
    "corrected": lambda entry: f"corrected {', '.join(entry['changes'])}. {entry['why']}",
    "looked": lambda entry: "looked at the confessionals",
    "out_may_write": lambda entry: f"{'let' if entry.get('yes', True) else 'no longer lets'} those who are out write",
    "ended": lambda entry: "ended the season",
    "handed_over": lambda entry: f"handed {entry['name']} over",
    "opened": lambda entry: f"opened an episode: {entry['game']}",
    "published": WORDS["published"],
    "renamed": lambda entry: f"called {entry['name']} {entry['to']}",
    "watching": lambda entry: f"let {entry.get('who', 'house')} read it",
}  # fmt: skip


def deed(entry: Entry, words: Mapping[str, Callable[[Entry], str]] = WORDS) -> str:
    """What a host did by an entry of a journal, in a few words; empty for what the house did by itself."""
    found = words.get(entry["kind"])
    said = str(entry["kind"]).replace("_", " ") if found is None else found(entry)
    why = entry.get("reason", "")
    return f"{said}. {why}" if said and why else said


FEEDS = (MATCH_SHELF, SEASON_SHELF)
"""The shelves that say which rooms are told of a match or season."""
SHELF = "deeds"
"""Where the house keeps what its hosts did to people: by number, with time, who, and a sentence."""
QUIET = {"said", "drafted", "noted", "sealed", "readied", "acted", "withdrew"}
"""Entries that no host makes."""


class HostDeed(msgspec.Struct, frozen=True):
    """What a host did."""

    at: float
    who: str
    """`host` for whoever sits at the machine, else `host:<id>`."""
    what: str


class Removal(msgspec.Struct, frozen=True):
    """What the removal of somebody comes to."""

    freed: tuple[str, ...] = ()
    """Their seats, in words: `Ada at exodus-1`, `Ada in spring-1`."""
    told: dict[str, tuple[str, ...]] = {}
    """By match, what everybody at it is told."""
    person: str = SEEN_OUT
    """What they themselves are told."""
    left: tuple[tuple[str, str], ...] = ()
    """Their seats that could not be freed, likewise, and why not."""


class Steward:
    """What one host does to the people of a house."""

    def __init__(self, house: House, people: People, by: str = "host") -> None:
        """`by`: as whom it is kept: `host`, or `host:<id>`."""
        self._house = house
        self._people = people
        self._by = by

    def find(self, name: str) -> Person:
        """Somebody of the house. Refused: `no_such_person`."""
        person = self._people.find(name)
        if person is None:
            raise Refused("no_such_person", f"The house knows nobody called {quoted(name)}.")
        return person

    # --- what they may ------------------------------------------------------------------------------------------------
    def rights(self, name: str, host: bool) -> str:
        """Make somebody a host of the house, or no longer one. What is said of it."""
        done = f"{self.find(name).name} is {'a host of this house' if host else 'no host any more'}."
        return self._done(done, lambda: self._people.set_host(name, host))

    def rights_at(self, name: str, where: str, host: bool) -> str:
        """Likewise of one match or season, by its id (HH-45). Refused: `no_such_match`."""
        if host and not self._house.knows(where) and where not in self._house.seasons.live:
            raise Refused("no_such_match", f"There is no match and no season {quoted(where)} in this house.")
        done = f"{self.find(name).name} {'hosts' if host else 'does not host'} {where}{'' if host else ' any more'}."
        return self._done(done, lambda: self._people.set_hosting(name, where, host))

    def block(self, name: str, blocked: bool) -> str:
        """Let somebody in no more, or again (HH-35)."""
        done = f"{self.find(name).name} {_let_in(not blocked)}."
        return self._done(done, lambda: self._people.block(name, blocked))

    def bar(self, fingerprint: str, barred: bool) -> str:
        """Let a key open nothing, or again (HH-35)."""
        done = f"The key {shortened(fingerprint)} {_let_in(not barred)}."
        return self._done(done, lambda: self._people.bar_key(fingerprint, barred))

    def rename(self, name: str, to: str) -> str:
        """Call somebody otherwise (HH-44). Refused also: `gallery_wall`."""
        self._house.galleries.check_names(self._by, to)
        was = self.find(name).name
        done = f"{was} is called {to} now; {was} stays theirs, too."
        return self._done(done, lambda: self._people.rename(name, to))

    # --- out of the house (HH-36) -------------------------------------------------------------------------------------
    def removal(self, name: str) -> Removal:
        """What it would come to if somebody were removed; nothing is done."""
        return self._free(self.find(name), only_trying=True)

    def _free(self, person: Person, *, only_trying: bool) -> Removal:
        holder, freed, told, left = f"person:{person.id}", [], {}, []
        for table in self._house.running():
            match, desk = table.match, HostControls(table, self._by)
            desk = desk.only_trying() if only_trying else desk
            for seat in [seat for seat in match.seats if match.holders.get(seat) == holder]:
                try:
                    desk.hand_over(seat, OPEN)
                except Refused as refusal:  # a disk that has just filled up, say: they are out all the same
                    left.append((f"{seat} at {match.header.match}", refusal.message))
                else:
                    freed.append(f"{seat} at {match.header.match}")
            if desk.told is not None and desk.told.everybody:
                told[match.header.match] = desk.told.everybody
        for live in self._house.seasons.live.values():
            for one in live.season.played_by(holder):
                if live.season.phase == "finished":
                    continue
                try:
                    if not only_trying:
                        SeasonControls(self._house.seasons, live).hand_over(one, OPEN)
                except Refused as refusal:
                    left.append((f"{one} in {live.id}", refusal.message))
                else:
                    freed.append(f"{one} in {live.id}")
        return Removal(tuple(freed), told, left=tuple(left))

    def remove(self, name: str, *, bar: bool = True) -> tuple[str, Removal]:
        """Out of the house, for good: seats in what runs are free, what is finished keeps the name. `bar`: their keys
        are not let in under another name either. The door first: nothing is freed of somebody who is still let in."""
        person = self.find(name)
        out = f"{person.name} is not of this house any more{_keys_after(person, bar)}"
        self._done(out, lambda: self._people.remove(person.id, bar=bar))
        found = self._free(person, only_trying=False)
        free = f" Free now: {', '.join(found.freed)}." if found.freed else ""
        left = "".join(f" {seat} is still theirs; hand it over yourself: {why}" for seat, why in found.left)
        return f"{out}{free}{left}", found

    # --- trials (HH-69) -----------------------------------------------------------------------------------------------
    def trial(self, name: str) -> tuple[str, ...]:
        """The matches that are thrown away with a trial: itself, or those of its season. Refused: `no_trial`,
        `of_season`, `no_such_match`."""
        house = self._house
        if house.means_season(name):
            trial, matches = house.seasons.find(name).season.options.trial, house.of_season(name)
        else:
            told = house.summary(name)
            trial, matches = told.trial, (name,)
            if trial and told.season:
                raise Refused("of_season", f"{name} goes with its season: discard {told.season}.", "HH-69")
        if not trial:
            raise Refused("no_trial", f"{name} is no trial: what counts is never thrown away.", "HH-69")
        return matches

    def discard(self, name: str) -> str:
        """Throw a trial away, whole: its journal, what was made from it, what rooms were to be told. First that it is
        gone is kept, with who did it, so that after a kill it goes on. Refused as by `trial`."""
        house, matches = self._house, self.trial(name)
        beside = [one for one in matches if one != name]
        told = f"The trial {name} is thrown away{f', with {listed(beside)}' if beside else ''}."
        gone = {(DISCARDED, one): {"at": house.clock()} for one in (name, *beside)}
        feeds = {(shelf, key(one, room)): None for one in (name, *beside) for room in ROOMS for shelf in FEEDS}
        links = {(WatchLinks.SHELF, match): None for match in matches}
        house.store.put_all({**gone, **feeds, **links, **self._deed(told)})
        if name not in matches:
            house.seasons.discard(name)
        for match in matches:
            house.discard(match)
        return told

    # --- who did what (HH-37) -----------------------------------------------------------------------------------------
    def _done(self, told: str, change: Callable[[], object]) -> str:
        """Make a change of the people, and keep who did it, at one stroke: both or neither."""
        with self._people.beside(self._deed(told)):
            change()
        return told

    def _deed(self, told: str) -> dict[tuple[str, str], Json]:
        """The line of the log about a deed, to be put on its shelf."""
        number = 1 + max((int(key) for key in self._house.store.all(SHELF)), default=0)
        return {(SHELF, str(number)): {"at": self._house.clock(), "who": self._by, "told": told}}

    def log(self, match: str = "") -> tuple[HostDeed, ...]:
        """What hosts did to people, or (with a match or season) at that, oldest first; no orders, talk or answers."""
        if not match:
            return tuple(HostDeed(one["at"], one["who"], one["told"]) for one in self._house.store.all(SHELF).values())
        if self._house.means_season(match):
            entries, begins, words = self._house.store.seasons.read(match).entries, False, OF_SEASONS
        else:
            begins = self._house.table(match).match.header.briefing  # there is such a match
            entries, words = self._house.store.read(match).entries, WORDS
        first = next((n for n, one in enumerate(entries) if one["kind"] == "closed"), None) if begins else None
        found = [(n, one) for n, one in enumerate(entries) if str(one.get("by", "host")).split(":")[0] == "host"]
        done = (
            (one, _begin(one) if n == first else deed(one, words)) for n, one in found if one["kind"] not in QUIET
        )  # fmt: skip
        return tuple(HostDeed(one["at"], one.get("by", "host"), what) for one, what in done if what)

    def who(self, by: str) -> str:
        """As whom a deed is kept, for people."""
        name = by.partition(":")[2]
        if name.startswith("@"):
            return f"{name[1:]} (shell)"
        known = self._people.find(name) if name else None
        return known.name if known is not None else "the shell"


def _keys_after(person: Person, bar: bool) -> str:
    """What becomes of the keys of somebody who is removed, as the end of a sentence."""
    many = len(person.keys)
    if not many:
        return "."
    keys = "their key opens" if many == 1 else f"their {many} keys open"
    if bar:
        return f"; {keys} nothing here, under another name either (`block SHA256:... --not` lets one in again)."
    return f"; {keys} nothing, until somebody comes with one under another name."


def _let_in(yes: bool) -> str:
    return "is let in again" if yes else "is not let in any more"
