"""Moderation of a house's people (HH-33 to HH-37, HH-44, HH-45); deeds are stored with their author."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from core.house.guest import WatchLinks
from core.house.house import House
from core.house.people import SEEN_OUT, People
from core.json import Json
from core.match import journal as j
from core.match.seating import OPEN
from core.match.signup import not_withdrawn
from core.narration.feed_shelf import ROOMS, key
from core.narration.feed_shelf import SHELF as MATCH_SHELF
from core.person import Person
from core.refusal import Refused, quoted, shortened
from core.seasons import journal as sj
from core.seasons.feeds import SEASON_SHELF
from core.seasons.season_controls import SeasonControls
from core.seasons.signup import is_on_list
from core.store import DISCARDED
from core.story.parts import listed
from core.table.galleries import of_season
from core.table.host_controls import HostControls

Entry = Json

_ROOMS = {"lounge": "the lounge", "realm": "its realm", "seats": "single seats"}


def _by_host(words: str) -> Callable[[Entry], str]:
    """Return the words of a deed that the clock, or seats that are all ready, may have done instead."""
    return lambda entry: words if entry.get("cause", "host") == "host" else ""


def _mute_words(entry: Entry) -> str:
    rooms = entry.get("rooms", list(_ROOMS))
    if not rooms:
        return f"let {entry['seat']} speak again"
    return f"muted {entry['seat']} ({', '.join(_ROOMS[room] for room in rooms)})"


def _seat_words(entry: Entry) -> str:
    holder = str(entry["holder"])
    if holder == "open":
        return f"made the seat {entry['seat']} free"
    to = (
        f"a {holder.removeprefix('bot:')} bot"
        if holder.startswith("bot:")
        else entry.get("called") or "somebody of the house"
    )
    return f"gave the seat {entry['seat']} to {to}"


def _answer_words(entry: Entry) -> str:
    number = entry.get("question")
    deed_words = "told a seat something" if number is None else f"answered question {number}"
    return f"{deed_words}, for everybody" if entry.get("published") else deed_words


def _watch_words(entry: Entry) -> str:
    who = {
        "house": "everybody of the house",
        "link": "everybody with the link",
        "cast": "those seated alone",
        "code": "everybody with the code",
    }
    return f"let {who[entry.get('who', 'house')]} watch"


def _direct_words(entry: Entry) -> str:
    direction = entry["direction"]
    if direction.get("form") is None:
        return "set who talks to whom"
    return f"set a form for {direction['seat']}" if direction.get("seat") else "set a form"


WORDS: dict[str, Callable[[Entry], str]] = {
    "announced": lambda entry: "announced something" if entry.get("planned") is None else "",
    "answered": _answer_words,
    "closed": _by_host("closed the round"),
    "confirmed": lambda entry: "confirmed the result",
    "corrected": lambda entry: (
        f"corrected {entry['seat']}'s orders" + (f" for round {entry['round']}" if entry.get("round") else "")
    ),
    "deadline_moved": lambda entry: "took the deadline away" if entry.get("deadline") is None else "moved the deadline",
    "directed": _direct_words,
    "ended": lambda entry: "ended the match",
    "graced": lambda entry: "",
    "handed_over": _seat_words,
    "lots_filled": lambda entry: "gave bots the seats that lots leave",
    "judged": lambda entry: "published the results of a round",
    "lapsed": lambda entry: "let a turn lapse",
    "muted": _mute_words,
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
    "unjudged": lambda entry: "took the results back",
    "unplanned": lambda entry: "took a waiting announcement back",
    "watching": _watch_words,
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
    """Return a host's deed in a journal's entry in a few words; empty for the house's own."""
    word = words.get(entry["kind"])
    words_ = str(entry["kind"]).replace("_", " ") if word is None else word(entry)
    why = entry.get("reason", "")
    return f"{words_}. {why}" if words_ and why else words_


FEEDS = (MATCH_SHELF, SEASON_SHELF)
SHELF = "deeds"
"""Shelf of deeds to people: by number, with time, author and a sentence."""
QUIET = {"said", "drafted", "noted", "sealed", "readied", "acted", "withdrew"}


class HostDeed(msgspec.Struct, frozen=True):
    at: float
    host: str = msgspec.field(name="who")
    """`host` at the machine, else `host:<id>`."""
    sentence: str = msgspec.field(name="what")


STALLS = "Hand it over, fill it, or go on without it (lapse)."


class Removal(msgspec.Struct, frozen=True):
    freed: tuple[str, ...] = ()
    told: dict[str, tuple[str, ...]] = {}
    person: str = SEEN_OUT
    left: tuple[tuple[str, str], ...] = ()
    """Failures: the seat, list or gallery, and why."""
    stalls: tuple[str, ...] = ()
    """Matches without a clock, which a free seat holds up."""
    dropped: tuple[str, ...] = ()
    """Sign-up lists and galleries without this person now."""

    @property
    def sentences(self) -> str:
        free = f" Free now: {', '.join(self.freed)}." if self.freed else ""
        free += f" Without a clock the free seat holds up {listed(self.stalls)}. {STALLS}" if self.stalls else ""
        dropped = f" Gone from {listed(self.dropped)}." if self.dropped else ""
        left = "".join(
            f" {what} is still theirs; {'take them out' if what.startswith('the ') else 'hand it over'} yourself: {why}"
            for what, why in self.left
        )
        return free + dropped + left


class Steward:
    """A host's powers over the people of a house."""

    def __init__(self, house: House, people: People, by: str = "host") -> None:
        """`by`: author of the deeds, `host` or `host:<id>`."""
        self._house = house
        self._people = people
        self._by = by

    def find(self, name: str) -> Person:
        """Return a person. Refused: `no_such_person`."""
        person = self._people.find(name)
        if person is None:
            raise Refused("no_such_person", f"The house knows nobody called {quoted(name)}.")
        return person

    # --- what they may ------------------------------------------------------------------------------------------------
    def rights(self, name: str, host: bool) -> str:
        text = f"{self.find(name).name} is {'a host of this house' if host else 'no host any more'}."
        return self._record(text, lambda: self._people.set_host(name, host))

    def rights_at(self, name: str, where: str, host: bool) -> str:
        """Grant or revoke hosting of one match or season, by its id (HH-45). Refused: `no_such_match`."""
        if host and not self._house.knows(where) and where not in self._house.seasons.live:
            raise Refused("no_such_match", f"There is no match and no season {quoted(where)} in this house.")
        text = f"{self.find(name).name} {'hosts' if host else 'does not host'} {where}{'' if host else ' any more'}."
        return self._record(text, lambda: self._people.set_hosting(name, where, host))

    def block(self, name: str, blocked: bool) -> str:
        """Block a person, off lists and out of galleries too, or unblock (HH-35)."""
        text = f"{self.find(name).name} {_let_in(not blocked)}."
        self._record(text, lambda: self._people.block(name, blocked))
        return text + (self._free(self.find(name), seats=False).sentences if blocked else "")

    def bar(self, fingerprint: str, barred: bool) -> str:
        """Block a key, or unblock (HH-35)."""
        text = f"The key {shortened(fingerprint)} {_let_in(not barred)}."
        return self._record(text, lambda: self._people.bar_key(fingerprint, barred))

    def rename(self, name: str, to: str) -> str:
        """Rename a person (HH-44). Refused also: `gallery_wall`."""
        self._house.galleries.check_names(self._by, to)
        old_name = self.find(name).name
        text = f"{old_name} is called {to} now; {old_name} stays theirs, too."
        return self._record(text, lambda: self._people.rename(name, to))

    # --- out of the house (HH-36) -------------------------------------------------------------------------------------
    def removal(self, name: str) -> Removal:
        return self._free(self.find(name), only_trying=True)

    def _free(self, person: Person, *, seats: bool = True, only_trying: bool = False) -> Removal:
        """Take a person off sign-up lists and out of galleries, and (`seats`) out of seats and casts."""
        holder, announcements = f"person:{person.id}", {}
        freed, stalls, dropped, left = list[str](), list[str](), list[str](), list[tuple[str, str]]()

        def attempt(done: list[str], what: str, doing: Callable[[], object]) -> None:
            try:
                doing()
            except Refused as refusal:  # a full disk, say: the person is out all the same
                left.append((what, refusal.message))
            else:
                done.append(what)

        for table in self._house.running():
            match, name, desk = table.match, table.match.header.match, HostControls(table, self._by)
            desk = desk.only_trying() if only_trying else desk
            held = [seat for seat in match.seats if seats and match.holders.get(seat) == holder]
            for seat in held:
                attempt(freed, f"{seat} at {name}", partial(desk.hand_over, seat, OPEN))
            if held and match.deadline is None and match.phase in ("pregame", "round", "decision"):
                stalls.append(name)
            if match.phase == "briefing" and any(signup.holder == holder for signup in not_withdrawn(match.names)):
                signed_off = j.SignedOff(author=self._by, holder=holder)
                attempt(dropped, f"the list of {name}", partial(desk.table.submit, signed_off))
            if holder in match.audience.members:
                attempt(dropped, f"the gallery of {name}", partial(desk.gallery, holder, person.name, False))
            if desk.dry_run_text is not None and desk.dry_run_text.everybody:
                announcements[name] = desk.dry_run_text.everybody
        for live in [live for live in self._house.seasons.live.values() if live.season.phase != "finished"]:
            controls = SeasonControls(self._house.seasons, live, self._by)
            for name in live.season.played_by(holder) if seats else ():
                give = (controls.only_trying() if only_trying else controls).hand_over
                attempt(freed, f"{name} in {live.id}", partial(give, name, OPEN))
            if is_on_list(live.season, holder):
                enter = live.preview if only_trying else live.submit
                off = sj.SeasonSignedOff(author=self._by, holder=holder)
                attempt(dropped, f"the list of {live.id}", partial(enter, off))
            if holder in of_season(self._house.store, live.id):
                out = partial(self._house.galleries.let_into_season, live.id, holder, person.name, False, self._by)
                attempt(dropped, f"the gallery of {live.id}", (lambda: None) if only_trying else out)
        return Removal(tuple(freed), announcements, left=tuple(left), stalls=tuple(stalls), dropped=tuple(dropped))

    def remove(self, name: str, *, bar: bool = True) -> tuple[str, Removal]:
        """Remove a person for good: seats in running matches are freed, finished ones keep the name. `bar`: their keys
        are blocked under other names too. The seats come last: a failure frees no seat of a person with access."""
        person = self.find(name)
        removed_words = f"{person.name} is not of this house any more{_keys_after(person, bar)}"
        self._record(removed_words, lambda: self._people.remove(person.id, bar=bar))
        removal = self._free(person, only_trying=False)
        return removed_words + removal.sentences, removal

    # --- trials (HH-69) -----------------------------------------------------------------------------------------------
    def trial(self, name: str) -> tuple[str, ...]:
        """Return the matches that are discarded with a trial: itself, or its season's. Refused: `no_trial`,
        `of_season`, `no_such_match`."""
        house = self._house
        if house.means_season(name):
            trial, matches = house.seasons.find(name).season.options.trial, house.of_season(name)
        else:
            summary = house.summary(name)
            trial, matches = summary.trial, (name,)
            if trial and summary.season:
                raise Refused("of_season", f"{name} goes with its season: discard {summary.season}.", "HH-69")
        if not trial:
            raise Refused("no_trial", f"{name} is no trial: what counts is never thrown away.", "HH-69")
        return matches

    def discard(self, name: str) -> str:
        """Discard a trial with its journal, links and feeds. A mark is stored first, so that a restart after a kill
        goes on. Refused as by `trial`."""
        house, matches = self._house, self.trial(name)
        beside = [other for other in matches if other != name]
        text = f"The trial {name} is thrown away{f', with {listed(beside)}' if beside else ''}."
        discarded = {(DISCARDED, other): {"at": house.clock()} for other in (name, *beside)}
        feeds = {(shelf, key(other, room)): None for other in (name, *beside) for room in ROOMS for shelf in FEEDS}
        links = {(WatchLinks.SHELF, match): None for match in matches}
        house.store.put_all({**discarded, **feeds, **links, **self._deed(text)})
        if name not in matches:
            house.seasons.discard(name)
        for match in matches:
            house.discard(match)
        return text

    # --- who did what (HH-37) -----------------------------------------------------------------------------------------
    def _record(self, text: str, change: Callable[[], object]) -> str:
        with self._people.beside(self._deed(text)):
            change()
        return text

    def _deed(self, text: str) -> dict[tuple[str, str], Json]:
        number = 1 + max((int(key) for key in self._house.store.all(SHELF)), default=0)
        return {(SHELF, str(number)): {"at": self._house.clock(), "who": self._by, "told": text}}

    def log(self, match: str = "") -> tuple[HostDeed, ...]:
        """Return the hosts' deeds to people, or (with an id) at a match or season, oldest first; without orders, talk
        or answers."""
        if not match:
            return tuple(
                HostDeed(entry["at"], entry["who"], entry["told"]) for entry in self._house.store.all(SHELF).values()
            )
        if self._house.means_season(match):
            entries, begins, words = self._house.store.seasons.read(match).entries, False, OF_SEASONS
        else:
            begins = self._house.table(match).match.header.briefing  # refused if there is no such match
            entries, words = self._house.store.read(match).entries, WORDS
        first = next((n for n, entry in enumerate(entries) if entry["kind"] == "closed"), None) if begins else None
        numbered = [
            (n, entry) for n, entry in enumerate(entries) if str(entry.get("by", "host")).split(":")[0] == "host"
        ]
        deeds = (
            (entry, _by_host("began the match")(entry) if n == first else deed(entry, words))
            for n, entry in numbered
            if entry["kind"] not in QUIET
        )
        return tuple(HostDeed(entry["at"], entry.get("by", "host"), text) for entry, text in deeds if text)

    def host_name(self, by: str) -> str:
        name = by.partition(":")[2]
        if name.startswith("@"):
            return f"{name[1:]} (shell)"
        known = self._people.find(name) if name else None
        return known.name if known is not None else "the shell"


def _keys_after(person: Person, bar: bool) -> str:
    key_count = len(person.keys)
    if not key_count:
        return "."
    keys = "their key opens" if key_count == 1 else f"their {key_count} keys open"
    if bar:
        return f"; {keys} nothing here, under another name either (`block SHA256:... --not` lets one in again)."
    return f"; {keys} nothing, until somebody comes with one under another name."


def _let_in(yes: bool) -> str:
    return "is let in again" if yes else "is not let in any more"
