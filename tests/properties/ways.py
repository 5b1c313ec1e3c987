"""Every way out of a match, listed once: what a session reads through a `Seat`, a gallery place or a `Guest`, and what
commands print. `test_ways.py` fails if one is missing here, and compares each in worlds that its reader cannot tell
apart."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from core.decoding import plain
from core.dice import Dice
from core.games import game as find_game
from core.house.guest import Guest
from core.house.people import People
from core.kit import NAMES, begin_match, played
from core.kit.played import kept, kind_of, varied
from core.kit.secrecy import difference, redealt, told
from core.ledger import Lots
from core.match import journal as j
from core.match import views
from core.match.reducer import apply
from core.match.state import Match
from core.match.views import shows_record
from core.narration.feed import EntryStep, posts
from core.person import Person
from core.refusal import Refused
from core.table.coached import CoachedSeat
from core.table.galleries import GalleryPlace
from core.table.host_controls import HostControls
from core.table.seat import Seat
from core.table.table import Table
from core.talk.acts import Accept
from ssh_server.commands.command_line import CommandLine
from ssh_server.feeds.nudge import make_nudge
from tests.kit.hall import Hall
from tests.kit.house import Clock
from tests.rulings.refereed import hosted  # noqa: F401 - registers games that dice judge
from web_server.push import PushedState

Read = Callable[[Any], object]


def rounds(seat: Seat) -> range:
    return range(seat.frame().round + 1)


SEAT: dict[str, Read] = {
    name: (lambda seat, name=name: value() if callable(value := getattr(seat, name)) else value)
    for name in (
        "answered", "apart", "asks", "away", "awaited", "book", "can_act", "closed_at", "closed_rooms", "closed_rounds",
        "closes", "crowd", "draft", "due_swaps", "end", "frame", "gallery_asks", "gone", "grace", "last_words",
        "ledger", "lets", "log", "may_remark", "may_say", "messages", "my_turn", "name", "news", "notes", "now",
        "out_may_read", "outcome", "owed", "pages", "partners", "past", "pending", "promised", "questions",
        "onlookers", "record", "remarks", "rooms", "rooms_apart", "rule", "sealed", "sitters", "story",
        "story_document", "takes_orders", "thinking", "unanswered", "unsaid", "view", "view_json", "waiting", "watcher",
        "you",
    )
} | {
    "game": lambda seat: seat.game.spec.id,
    "spec": lambda seat: seat.spec,
    "offers": lambda seat: seat.offers(seat.messages()),
    "lesson": lambda seat: [seat.game.coach(seat.lesson(since)) for since in (0, len(seat.closed_rounds()))],
    "ordered": lambda seat: [list(seat.ordered(entry)) for entry in seat.log()],
    "page": lambda seat: [seat.page(round_) for round_ in rounds(seat)],
    "review": lambda seat: [seat.review(round_) for round_ in rounds(seat)],
    "act_words": lambda seat: seat.act_words(Accept("Bo-1")),
    "swap": lambda seat: [seat.swap(entry.offer) for entry in seat.offers(seat.messages()) if hasattr(entry, "offer")],
    "terms_in": lambda seat: [seat.terms_in(to, "pact?") for to in seat.frame().seats],
    "CoachedSeat.step": lambda seat: CoachedSeat(seat).step(),
    "PushedState.of": lambda seat: list(PushedState.of(seat)),
}  # fmt: skip
"""What is read of a match through a seat, without an argument or with what a session would give; and what is made of
that for a coach's page and a phone."""
REFUSALS: dict[str, Read] = {
    "check": lambda seat: [refusal(seat.check, probe) for probe in probes(seat)],
    "check_round": lambda seat: [refusal(seat.check_round, round_) for round_ in (1, 99)],
    "say": lambda seat: [
        refusal(seat.say, to, "psst")
        for to in ("lounge", "realm", "confessional", "host", *([other] for other in seat.frame().seats), ["Zed"])
    ],
    "keep_draft": lambda seat: refusal(seat.keep_draft, {}),
    "keep_notes": lambda seat: refusal(seat.keep_notes, "mine"),
    "let_read": lambda seat: refusal(seat.let_read, True, False),
    "answer": lambda seat: refusal(seat.answer, None, True),
    "remark": lambda seat: refusal(seat.remark, "hm"),
    "seal": lambda seat: [refusal(seat.seal, probe) for probe in probes(seat)],
    "withdraw": lambda seat: refusal(seat.withdraw),
    "do": lambda seat: [refusal(seat.do, {"kind": kind}) for kind in ("choose", "rotate", "nothing")],
    "ready": lambda seat: refusal(seat.ready),  # last: where all others are ready the round closes, which all see
}
"""Deeds, in an order in which each still means something: whether they are refused, and in which words."""
SILENT = ("act", "reckoning", "arrive", "depart", "listen", "writes")
"""Old names; coming, going and hearing (`properties.what_a_seat_keeps_to_itself_nobody_else_hears`)."""

PLACE: dict[str, Read] = {
    **{
        name: (lambda place, name=name: value() if callable(value := getattr(place, name)) else value)
        for name in ("broken", "called", "confided", "gone", "if_closed", "late", "orders", "others", "promised",
                     "remarks", "said", "story")
    },
    "eyes": lambda place: [looked(place.eyes(seat), SEAT) for seat in place.match.seats[:2]],
    "expects": lambda place: [place.expects(seat) for seat in place.match.seats[:2]],
    "match": lambda place: views.host(place.match),
    "watching": lambda place: looked(place.watching(), SEAT),
}  # fmt: skip
PLACE_SILENT = ("depart", "enter", "listen", "looks", "remark")

GUEST: dict[str, Read] = {
    "finished": lambda guest: [summary.public_json() for summary in guest.finished()],
    "latest": lambda guest: [row(found) for found in guest.latest(9)],
    "lobby_rows": lambda guest: [row(found) for found in guest.lobby_rows()],
    "running": lambda guest: [row(found) for found in guest.running()],
    "seasons": lambda guest: [live.id for live in guest.seasons()],
    "hosts_house": lambda guest: guest.hosts_house,
    "host_author": lambda guest: guest.host_author,
}
GUEST_RIGHTS = (
    "asked_with_a_name", "book_before", "say_away",
    "cast_desk", "check", "confessionals", "enter_match_code", "enter_season_code", "fetch", "gallery", "host_controls",
    "hosts", "hosts_it", "hosts_season", "may_find", "reads", "row_of_finished", "row_of_running", "season", "seat",
    "sign_up", "table", "take_seat", "watch",
)  # fmt: skip
"""Doors, or a row of the lists above: `test_rights.py` has who comes through which."""

COMMANDS: dict[str, tuple[str, ...]] = {
    "view": ("view {m}", "view {m} --json", "view {m} --text"),
    "log": ("log {m}", "log {m} --json"),
    "story": ("story {m}", "story {m} --json"),
    "replay": ("replay {m}", "replay {m} --json", "replay {m} --round 1", "replay {m} --round 1 --step 1 --json",
               "replay {m} --eyes {seat}", "replay {m} --eyes {other}"),
    "orders": ("orders {m}", "orders {m} --json", "orders {m} --round 99", "orders {m} --withdraw"),
    "book": ("book {m}", "book {m} {other}", "book {m} --json"),
    "confessionals": ("confessionals {m}",),
    "table": ("table {m}", "table {m} --csv"),
    "results": ("results {m}", "results {m} --proposed --public x", "results {m} --dry-run", "results {m} --undo"),
    "form": ("form {m}",),
    "finish": ("finish {m} --proposed", "finish {m} --winner {seat} --candidate {other} --opponent x --public x --yes"),
    "rooms": ("rooms {m} all", "rooms {m} --none"),
    "schedule": ("schedule {m}", "schedule {m} --json"),
    "calendar": ("calendar {m}", "calendar"),
    "gallery": ("gallery {m}", "gallery {m} --json", "gallery {m} talk yes"),
    "remark": ("remark {m}", "remark {m} --json", "remark {m} hm"),
    "release": ("release {m}", "release {m} --json", "release {m} all no"),
    "signup": ("signup {m}", "signup {m} --answers yes", "signup {m} --note hm", "signup {m} --not"),
    "matches": ("matches", "matches --json"),
    "league": ("league", "league --json"),
    "season": ("season", "season --json", "season s-1", "season s-1 --code ABCD"),
    "watch": ("watch {m} --code ABCD",),
    "talk": ("talk s-1", "talk {m}", "talk {m} --find bluff", "talk {m} --json"),
    "give": ("give s-1 {other} 1", "give s-1 {other} 1 --secret"),
    "promise": ("promise s-1 {other} 1", "promise s-1 {other} 1 --secret"),
    "say": ("say {m} confessional psst", "say {m} {other} psst", "say {m} lounge psst",
            "say {m} {other} --give x --want y", "say {m} {other} --act {{}}"),
    "act": ("act {m}", "act {m} --round 99", "act {m} --turn 7"),
    "ready": ("ready {m} --round 99", "ready {m}", "ready {m} --not"),
    "rules": ("rules {m}",),
}  # fmt: skip
"""Command lines about a match or its house, inputs last: a line for each command and each of its options."""
OF_THE_PERSON = ("away", "help", "keys", "link", "mention", "appear")
"""Commands that tell of no match: of the caller, or of what is printed."""


def missing(kind: type, *listed: Any) -> set[str]:
    """Public names of a class that no list has."""
    known = {name.partition(".")[0] for names in listed for name in names}
    return {name for name, _ in inspect.getmembers(kind) if not name.startswith("_")} - known


def shown(value: Any) -> str:
    try:
        return told(plain(value)).decode()
    except TypeError:
        return repr(value)


def refusal(doing: Callable[..., object], *arguments: object) -> list[str]:
    try:
        doing(*arguments)
    except Refused as refused:
        return [refused.code, refused.message]
    return []


def probes(seat: Seat) -> list[Any]:
    """Some orders: one of each slot and ruling that `asks` offers or closes."""
    choices = [choice for choice in seat.asks().choices if choice.probe and not choice.slot.startswith("action")]
    return [choice.probe for choice in varied(choices, lambda choice: (kind_of(choice.slot), choice.ruling), 8)]


def looked(at: Any, reads: dict[str, Read]) -> dict[str, str]:
    """What each of the reads gives, in words; or its refusal."""
    found = {}
    for name, read in reads.items():
        try:
            found[name] = shown(read(at))
        except Refused as refused:
            found[name] = f"{refused.code}: {refused.message}"
    return found


def row(found: Any) -> Any:
    return [found.summary.public_json(), found.seats, found.waits, found.free, found.hosted, found.gallery]


# --- phases -----------------------------------------------------------------------------------------------------------
def phases(game: Any) -> Iterator[tuple[str, Match]]:
    """A moment of each phase of a match: of a game's own random play, with talk and everything a host can do."""
    yield "briefing", begin_match(game, briefing=True)
    match = played(game, 1)
    open_now = [moment for moment in match.moments if moment.phase in ("pregame", "round")]
    middle = with_words(open_now[len(open_now) * 3 // 5])
    yield "round", middle
    if len(middle.seats) > 2:  # of two, the one that is awaited knows that the other has bid
        yield "counts kept", replace(open_now[0], header=replace(middle.header, counts=False))
    yield "paused", apply(middle, j.Paused(at=9.0))[0]
    yield "rewound", apply(middle, j.Rewound(round=max(1, middle.round - 1), at=9.0))[0]
    yield "ended", apply(middle, j.Ended(reason="The host ends it.", at=9.0))[0]
    last = with_words(open_now[-1])
    held = apply(replace(last, header=replace(last.header, confirm=True)), j.Closed(at=9.0))[0]
    yield held.phase, held
    judged = apply(replace(middle, header=replace(middle.header, judged=True)), j.Closed(at=9.0))[0]
    if judged.phase == "judging":
        yield "judging", judged
    yield from ((moment.phase, with_lots(moment)) for moment in match.moments if moment.phase == "decision")
    yield "finished, kept", with_words(kept(match.end))
    yield "finished", with_words(match.end)


def with_words(match: Match) -> Match:
    """Talk of all kinds, notes, drafts, a rest and a mute of some seats, as far as the moment lets them."""
    first, second, last = *match.seats[:2], match.seats[-1]
    for entry in (
        j.Said(author=first, to=(second,), text="Between us."), j.Said(author=second, to=(first,), text="Yes."),
        j.Said(author=last, to="lounge", text="Hello all."), j.Said(author=last, to="confessional", text="I bluff."),
        j.Said(author=first, to="host", text="May I?"), j.Answered(question=1, text="You may."),
        j.Remarked(author="person:zed", name="Zed", text="A bluff!", where="spectators"),
        j.Noted(author=second, text="Never trust them."), j.Drafted(author=last, orders={}),
    ):  # fmt: skip
        try:
            match, _ = apply(match, entry)
        except Refused:
            continue
    return replace(match, waited_for={match.seats[1]: max(1, match.round)})


def with_lots(match: Match) -> Match:
    """A choice that is open after lots fell between two others, who alone know that they are equal (CM-13)."""
    assert match.state.ending is not None
    first, second = match.seats[1], match.seats[-2]
    lots = Lots(f"Lots fell between {first} and {second}.", (first, second))
    return replace(match, state=replace(match.state, ending=replace(match.state.ending, lots=(lots,))))


OPENS_AT_THE_END = ("sinners_secret",)
"""Games that tell a result of hidden things as soon as the last round has closed: a redeal keeps their last State."""


def otherwise(match: Match, reader: str | None, n: int) -> Match:
    """A world that `reader` cannot tell from this one. Choices that are open, or a record that is kept, tell what the
    close told: not what the others hold, the order behind the winners, nor lots of others."""
    world, ending = redealt(match, reader, n), match.state.ending
    if ending is None or shows_record(match) or match.header.game in OPENS_AT_THE_END:
        return world
    draw = Dice(n).draw("otherwise")
    lots = tuple(lot if reader in lot.among else replace(lot, text=f"Lots {draw.below(99)}") for lot in ending.lots)
    seats = [seat for tied in ending.ranking for seat in tied]
    if match.phase == "decision":
        draw.shuffle(seats)
        ending = replace(ending, ranking=tuple((seat,) for seat in seats), lots=lots)
    state = match.game.redeal(replace(match.state, ending=None), reader, Dice(n))
    return replace(world, state=replace(state, ending=ending, ledger=world.state.ledger))


# --- a house with that match ------------------------------------------------------------------------------------------
class Lodged:
    """A match at a moment in a house of its own, its seats held by people; `Zed` holds none."""

    def __init__(self, match: Match) -> None:
        self.hall = Hall(*match.seats, "Zed")
        holders = {seat: f"person:{seat.lower()}" for seat in match.seats}
        self.table: Table = self.hall.match(match.header.game, seats=match.seats, seed=3)
        self.id = self.table.match.header.match
        self.table.match = replace(match, header=replace(match.header, match=self.id), holders=holders)

    def now(self) -> tuple[str, int]:
        return self.table.match.phase, len(self.table.match.rounds)

    def guest(self, name: str) -> Guest:
        return Guest(self.hall.house, name.lower())

    def seat(self, name: str | None) -> Seat:
        return self.guest("Zed").watch(self.id) if name is None else self.guest(name).seat(self.id)

    async def printed(self, reader: str, line: str) -> str:
        """What a command prints for a person."""
        return await command(self.hall.house, self.hall.people, reader, line)


class Paper:
    """A terminal that keeps what it is told."""

    lost, term, set_out = False, None, 0.0

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.variables: dict[str, str] = {}

    def say(self, text: str, error: bool = False) -> None:
        self.lines.append(f"{'! ' * error}{text}")

    async def read_all(self) -> bytes:
        return b""


async def command(house: Any, people: People, reader: str, line: str) -> str:
    person, paper = people.find(reader), Paper()
    assert isinstance(person, Person)
    status = await CommandLine(house, people)(person, line, paper)  # type: ignore[arg-type]
    return "\n".join([f"status {status}", *paper.lines])


# --- a gallery --------------------------------------------------------------------------------------------------------
def watched_late(kind: str, late: str, young: int, world: int, hold: str = "") -> Any:
    """What `Eve` has of a match of three rounds, of which the last `young` differ by world in what is said, noted,
    drafted and sealed: a place in its gallery, or an onlooker's seat. `hold`: the host judges, or confirms the end, and
    the last round waits for it."""
    judged, confirm = hold == "judged", hold == "confirm"
    players = NAMES[: 4 if judged else 9]
    hall = Hall(*players, "Eve")
    more: dict[str, Any] = {kind: late, "judged": judged, "confirm": confirm, "setup": {"round": 5} if confirm else {}}
    table = hall.match("refereed" if judged else "exodus", seats=players, **more)
    if kind == "gallery":
        HostControls(table).gallery("person:eve", "Eve")
    for number in range(1, 4):
        differs = world if number > 3 - young else 0
        hall.clock.advance(60)
        own = {"answers": {"move": f"I go {differs}."}} if judged else {"offers": [offer(table.match, differs)]}
        for entry in (
            j.Said(author="Ada", to=("Bo",), text=f"Between us {differs}."),
            j.Said(author="Ada", to="confessional", text=f"I bluff {differs}."),
            *([j.LetRead(author="Ada", talk=True, confessional=True)] if kind == "gallery" else []),
            j.Noted(author="Cy", text=f"Note {differs}"), j.Drafted(author="Di", orders={"drawn": differs}),
            j.Sealed(author="Ada", orders=own),
        ):  # fmt: skip
            table.submit(entry)
        if number < 3 or hold:
            table.submit(j.Closed())
        if number < 3 and judged:
            table.submit(j.Judged(verdict={"points": {"Bo": differs}, "told": {"Cy": f"You lose {differs}."}}))
    assert table.match.phase == {"judged": "judging", "confirm": "confirming", "": "round"}[hold]
    match = table.match.header.match
    return (
        hall.house.galleries.place(match, "person:eve") if kind == "gallery" else Guest(hall.house, "eve").watch(match)
    )


def offer(match: Any, differs: int) -> dict[str, str]:
    return {"to": "Bo", "give": [kind for kind, n in match.state.held["Ada"].items() if n][differs % 2]}


# --- looks: each raises AssertionError where a reader is told more ----------------------------------------------------
def same(where: str, was: dict[str, str], now: dict[str, str]) -> None:
    for name in was:
        text = difference(was[name].encode(), now[name].encode())
        assert was[name] == now[name], f"{name} of {where}: {text}"


def seats_read_the_same(game: str, worlds: int = 1) -> None:
    """HH-15: what a seat or a spectator reads, and what the house lists for its person, in every phase."""
    for phase, match in phases(find_game(game)):
        for n, reader in enumerate((match.seats[0], match.seats[2 % len(match.seats)], None)):
            truth, where = Lodged(match), f"{reader} in {phase}"
            was = [looked(truth.seat(reader), SEAT), looked(truth.guest(reader or "Zed"), GUEST)]
            for world in range(worlds):
                other = Lodged(otherwise(match, reader, n + 50 * world))
                same(where, was[0], looked(other.seat(reader), SEAT))
                same(where, was[1], looked(other.guest(reader or "Zed"), GUEST))


def commands_print_the_same(game: str) -> None:
    """HH-15: what commands print, in every phase. Inputs come last: each changes the match for the next one."""

    async def compare() -> None:
        for phase, match in phases(find_game(game)):
            for reader, knows in ((match.seats[1], match.seats[1]), ("Zed", None)):
                truth, other = Lodged(match), Lodged(otherwise(match, knows, 7))
                for line in (line for lines in COMMANDS.values() for line in lines):
                    if truth.now() != other.now():
                        break  # all are ready in one world: the close is public
                    typed = line.format(m=truth.id, seat=reader, other=match.seats[0])
                    was, now = await truth.printed(reader, typed), await other.printed(reader, typed)
                    same(f"{reader} in {phase}", {typed: was}, {typed: now})

    asyncio.run(compare())


def refusals_are_the_same(game: str) -> None:
    """HH-15: whether deeds are refused, and in which words, in every phase; also orders that are meant for others, and
    fields with a letter missing."""
    for phase, match in phases(find_game(game)):
        for reader in (match.seats[0], None):
            truth, other = Lodged(match), Lodged(otherwise(match, reader, 7))
            seats = [truth.seat(reader), other.seat(reader)]
            for probe in of_others(match, reader):
                was, now = (str(refusal(seat.check, probe)) for seat in seats)
                same(f"{reader} in {phase}", {f"{probe}": was}, {f"{probe}": now})
            began = truth.now()
            for name, deed in REFUSALS.items():
                was_, now_ = (looked(seat, {name: deed}) for seat in seats)
                if {truth.now(), other.now()} != {began}:
                    break  # a seal closed the round of a duel: who leads the next follows from what both hold
                same(f"{reader} in {phase}", was_, now_)


def of_others(match: Match, reader: str | None) -> list[Any]:
    """Orders that other seats may seal, with each name of an answer also shortened by a letter."""
    orders = [probe for seat in match.seats[:3] if seat != reader for probe in probes(Lodged(match).seat(seat))]
    short = [
        {key: {name[:-1]: value for name, value in inner.items()} if isinstance(inner, dict) else inner
         for key, inner in probe.items()}
        for probe in orders
    ]  # fmt: skip
    return [*orders, *short]


def late_readers_read_old_rounds_alone(kind: str, late: str, young: int, hold: str = "") -> None:
    """HH-61, HH-71: a gallery or an onlooker reads nothing of a round that is not old enough, also while a host judges
    the last one, or confirms it: it is not read then."""
    reads = PLACE if kind == "gallery" else SEAT
    worlds = ((young, 0), (young, 1), (young + 1, 1))
    was, now, older = (looked(watched_late(kind, late, *world, hold), reads) for world in worlds)
    same(f"{kind}, {late} late", was, now)
    assert older != was, "what is old enough is read"


def a_live_gallery_reads_no_private_word() -> None:
    """HH-62: what seats that did not say yes say, note, draft and confide is not read."""

    def place(world: int) -> GalleryPlace:
        hall = Hall(*NAMES[:9], "Eve")
        table = hall.match("exodus", seats=NAMES[:9], gallery="live")
        HostControls(table).gallery("person:eve", "Eve")
        for entry in (
            j.LetRead(author="Ada", talk=True, confessional=True),
            j.LetRead(author="Bo", talk=False, confessional=False),
            j.Said(author="Ada", to=("Bo",), text=f"Between us {world}."),
            j.Said(author="Bo", to="confessional", text=f"I bluff {world}."),
            j.Said(author="Ada", to="host", text=f"Hm {world}?"), j.Noted(author="Ada", text=f"Note {world}"),
            j.Drafted(author="Ada", orders={"drawn": world}),
        ):  # fmt: skip
            table.submit(entry)
        return hall.house.galleries.place(table.match.header.match, "person:eve")

    was, now = (looked(place(world), PLACE) for world in (0, 1))
    same("a live gallery", was, now)


def a_coach_waits_whoever_has_sealed() -> None:
    """HH-28: whether and how long a coach waits for an answer tells nothing of who has sealed."""
    match = asked_first()
    worlds = []
    for sealer in match.seats[1:]:
        at = Lodged(apply(match, j.Sealed(author=sealer, orders={"offers": []}))[0])
        worlds.append(shown([CoachedSeat(at.seat("Ada")).step(), CoachedSeat(at.seat("Ada")).step(1)]))
    assert '"wait"' in worlds[0], "nobody is waited for, so that nothing is compared"
    assert len({*worlds}) == 1, worlds


def asked_first() -> Match:
    """A round of Exodus in which Ada has asked what her coach says, and waits."""
    moments = played(find_game("exodus"), 1).moments
    match = next(m for m in moments if m.phase == "round" and not m.sealed and not m.messages)
    advice = match.game.advise(views.lesson(match, "Ada", 0))
    assert advice is not None
    for say in advice.say:
        match, _ = apply(match, j.Said(author="Ada", to=tuple(say.to), text=say.text, deal=say.deal, at=Clock().now))
    return match


def a_trial_of_a_deed_tells_the_deed_alone() -> None:
    """HH-42: what a host tries shows what it would tell, and no older line that a look would record (CM-11)."""
    hall = Hall(*NAMES[:4])
    table = hall.match()
    table.submit(j.Said(author="Ada", to="host", text="May I?"))
    table.submit(j.Answered(question=1, text="You may, alone."))
    tried = HostControls(table).preview(lambda desk: desk.announce("Good luck."))
    assert (tried.everybody, tried.seats) == (("Good luck.",), {})


WHOLE = {
    "the shell's host": "cli/admin/making.py cli/admin/matches.py cli/commands/house.py cli/commands/serve.py",
    "who may read a record": "cli/archive/gather.py cli/archive/matches.py tui/screens/result/past_tables.py "
    "tui/screens/result/playing_on.py tui/screens/result/stage.py",
    "chat rooms, by `posts_tell_the_same`": "ssh_server/feeds/feed.py ssh_server/feeds/nudge.py",
    "who makes it, or plays it at this keyboard": "cli/commands/bots.py cli/commands/play.py tui/app/making.py "
    "tui/app/shared_keyboard.py tui/screens/table/lesson.py",
    "a spectator, by titles or a Seat": "tui/app/watching.py tui/screens/lobby/picking.py",
    "its hosts": " ".join(
        f"tui/screens/host/{name}.py" for name in ["messages", "newmatch", "pages", "preview", "rows", "seat"]
    ),
}
"""Modules above core that hold a whole Match, Table or the views of any seat, and for whom. All others read a match
through a `Seat`, a `GalleryPlace`, a `Guest` or `HostControls`."""


def holders_of_matches() -> set[str]:
    """Modules above core that import what shows a whole match."""
    whole = re.compile(
        r"^from core\.(?:match\.state import .*\bMatch|table\.table import .*\bTable|match import .*\bviews)\b",
        re.MULTILINE,
    )
    paths = (path for folder in ("cli", "ssh_server", "tui", "web_server") for path in Path(folder).rglob("*.py"))
    return {str(path) for path in paths if whole.search(path.read_text(encoding="utf-8"))}


def posts_tell_the_same(game: str) -> None:
    """HH-18: what a chat room is told of an input, and whether at all, follows from what spectators know; a reminder to
    a room too."""
    rules, compared = find_game(game), 0
    match = played(rules, 1)
    pairs = list(zip(match.moments, match.entries, match.moments[1:], strict=False))
    opens = [(before, entry, after) for before, entry, after in pairs if len(after.rounds) == len(before.rounds)]
    noted = [(moment, entry, None) for moment in [with_words(match.moments[len(match.moments) // 2])] for entry in (
        j.Noted(author=moment.seats[0], text="mine"), j.Drafted(author=moment.seats[0], orders={}),
        j.Said(author=moment.seats[0], to=(moment.seats[1],), text="psst"), j.Opened(what="all"),
        j.Said(author=moment.seats[0], to="confessional", text="psst"), j.Paused(), j.Announced(text="Good luck."),
    )]  # fmt: skip
    for n, (before, entry, _) in enumerate([*opens[:: max(1, len(opens) // 12)], *noted]):
        told_ = []
        for world in (before, otherwise(before, None, n)):
            try:
                after, _ = apply(world, entry)
            except Refused:
                break
            step = EntryStep(world, after)
            told_.append([step.tells, *(posts(step, room) for room in ("players", "spectators"))])
        if len(told_) == 2 and after.phase != "finished":  # the end tells the order that was hidden
            compared += 1
            assert told_[0] == told_[1], f"{type(entry).__name__}: {told_}"
    assert compared > 5, compared
    moment = with_words(match.moments[len(match.moments) // 2])
    worlds = [nudged(otherwise(moment, None, n), names=False) for n in range(3, 9)]
    others = {*worlds} - {"nobody_missing"}  # where nobody is missing the round has closed
    assert others <= {nudged(moment, names=False)}, worlds
    assert others or len(moment.seats) == 2, "of two seats one alone is never missing"
    assert nudged(moment, names=True)


def nudged(match: Match, names: bool) -> str:
    lodged = Lodged(match)
    try:
        return make_nudge(lodged.hall.house, lodged.id, names=names).text
    except Refused as refused:
        return refused.code
