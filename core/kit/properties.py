"""The promises of every game, one function each: see `core.kit`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from core.contract import AnyGame, Game, Number, Text
from core.decoding import canonical, plain
from core.dice import Dice, commitment
from core.json import Json
from core.kit.moves import MOVES
from core.kit.played import SECONDS, SEEDS, Played, begin_match, hold, looks, played, refusal, spread, worth
from core.kit.secrecy import SECRECY, difference, hears, told, what_a_bot_says_follows_from_what_it_may_know
from core.match import journal as j
from core.match import views
from core.match.decisions import outcome as outcome_of
from core.match.decisions import pending
from core.match.records import Change
from core.match.redeal import some_orders
from core.match.reducer import apply, fold, take
from core.match.state import Match
from core.match.summary import summary
from core.narration.feed import EntryStep, Ways, live_text, posts
from core.narration.feed_shelf import ROOMS
from core.narration.recall import page_of
from core.narration.telling import story
from core.parts import Struct
from core.refusal import Refused
from core.story.drawing import moment_of
from core.story.reviewing import because, counting, head, in_words
from core.table.seat import Seat
from core.training import lessons
from core.usual import UsualGame

Heard = tuple[Match, j.AnyEntry, Match, tuple[Change, ...]]
"""Match before, entry, match after, and the changes."""
LATER = 4e9
"""Moment after the clock of every test, in seconds since 1970."""
SECRET = "zq-said"


def what_a_seat_keeps_to_itself_nobody_else_hears(game: AnyGame) -> None:
    """CM-09, CM-23, CM-28, HH-15, HH-18: others, spectators and chat rooms notice no draft, note, confession, private
    message, replaced seal or vote, and nothing that a host plans, looks at or writes to one seat."""
    compared = 0
    for n, moment, seat in looks(game):
        for match in worlds(moment, n):
            compared += compare_silent(match, seat, n)
    hold(compared, "nothing could be done that others must not hear of")


def whose_deed_it_was_nobody_else_can_tell(game: AnyGame) -> None:
    """CM-28, HH-40: others cannot tell which of two seats sealed, withdrew, was ready or was corrected; also where
    nothing was sealed before."""
    for n, moment, seat in looks(game):
        for match in worlds(moment, n):
            for entries in nameless(match, seat, n):
                compare_nameless(match, entries, n)


def worlds(moment: Match, n: int) -> Iterator[Match]:
    """Yield the moment among people, with secret counts (CM-28) at even `n`, and again with nothing sealed."""
    moment = replace(moment, holders=dict.fromkeys(moment.seats, "local"))
    counted = moment if n % 2 else replace(moment, header=replace(moment.header, counts=False))
    yield counted
    if counted.phase in ("pregame", "round"):
        yield replace(counted, sealed={}, ready=())


def a_change_is_heard_by_whom_it_shows_something(game: AnyGame) -> None:
    """HH-15: a reader that hears of a change in mid-round finds something new."""
    steps = (step for seed in SEEDS for step in spread(_steps(played(game, seed))))
    for before, entry, after, changes in worth(steps, lambda step: {type(step[1]), step[0].round}, SECONDS):
        for reader in (*before.seats, None):
            kinds = [change.kind for change in changes if change.kind in ("said", "told", "apart")]
            if any(hears(change, reader) for change in changes if change.kind in kinds):
                news = f"{type(entry).__name__} by {entry.author}"
                is_shown = views.view(before, reader) != views.view(after, reader)
                hold(is_shown, f"{reader or 'a spectator'} hears of {news}, and finds nothing")


def _steps(match: Played) -> list[Heard]:
    steps: list[Heard] = []
    for before, entry in zip(match.moments, match.entries, strict=False):
        if isinstance(entry, j.Acted | j.Said) and before.phase == "round":
            after, changes = take(before, entry)
            if len(after.rounds) == len(before.rounds):
                steps.append((before, entry, after, changes))
    return steps


# --- nobody else notices ----------------------------------------------------------------------------------------------
def silent(match: Match, seat: str, n: int) -> Iterator[j.AnyEntry]:
    """Yield deeds of `seat`, or of a host to it, that others must not notice."""
    other = _others(match, seat)[n % (len(match.seats) - 1)]
    yield j.Noted(author=seat, text=SECRET)
    yield j.Drafted(author=seat, orders={SECRET: 1}, counts=True)
    yield j.Said(author=seat, to="confessional", text=SECRET)
    yield j.Said(author=seat, to="host", text=SECRET)
    yield j.Said(author=seat, to=(other,), text=SECRET)
    yield j.Waited(author=seat, to="lounge", text=SECRET)
    yield j.Answered(seat=seat, text=SECRET)
    yield j.Muted(seat=seat, rooms=("lounge",))
    yield j.Planned(text=SECRET, due=LATER)
    yield j.Opened(what=SECRET)
    yield j.Watching(watched_by=match.watch, digest=SECRET)
    if match.phase == "finished":
        yield j.Released(author=seat, channel="lounge")
    if seat in match.sealed and (orders := _random_orders(match, seat, n)) is not None:
        yield j.Sealed(author=seat, orders=orders)
    choice = pending(match)
    if choice is not None and seat in choice.by and len(match.votes) + 1 < len(choice.by):
        named = list(choice.among[: choice.count])
        who = {"players": named} if choice.kind == "give_tokens" else {"player": named[0]}
        yield j.Acted(author=seat, action={"kind": choice.kind, **who})


def compare_silent(match: Match, seat: str, n: int = 0) -> int:
    """Return how many of these deeds were accepted. Raises Broken if a reader other than `seat` and its listener
    notices one."""
    readers = _some_others(match, seat, n)
    old = {reader: seen(match, reader) for reader in readers}
    quiet, accepted = posted(match, match), 0
    for entry in silent(match, seat, n):
        try:
            after, changes = take(match, entry)
        except Refused:
            continue
        accepted += 1
        to = entry.to if isinstance(entry, j.Said | j.Waited) and not isinstance(entry.to, str) else ()
        name = f"{type(entry).__name__} of {seat}"
        for reader in [reader for reader in readers if reader not in to]:
            kinds = [change.kind for change in changes if hears(change, reader)]
            hold(not kinds, f"{reader or 'a spectator'} hears of {name}: {kinds}")
            new = seen(after, reader)
            hold(old[reader] == new, f"{reader or 'a spectator'} is shown {name}: {difference(old[reader], new)}")
        hold(posted(match, after) == quiet, f"a chat room is told of {name}: {posted(match, after)}")
    return accepted


# --- nobody else knows whose it was -----------------------------------------------------------------------------------
def nameless(match: Match, seat: str, n: int) -> Iterator[dict[str, j.AnyEntry]]:
    """Yield equal deeds of two seats that are alike in public."""
    other = _others(match, seat)[n % (len(match.seats) - 1)]
    pair = (seat, other)
    if (seat in match.ready) != (other in match.ready):
        return
    yield {name: j.Readied(author=name, ready=seat not in match.ready) for name in pair}
    if (seat in match.sealed) == (other in match.sealed):
        for attempt in (n, n + 1):
            orders = {name: _random_orders(match, name, attempt) for name in pair}
            if None not in orders.values():
                yield {name: j.Sealed(author=name, orders=orders[name] or {}) for name in pair}
                yield {
                    name: j.Corrected(seat=name, orders=orders[name], reason="A slip.", author="host") for name in pair
                }
        if seat in match.sealed:
            yield {name: j.Withdrew(author=name) for name in pair}
            yield {name: j.Corrected(seat=name, orders=None, reason="A slip.", author="host") for name in pair}


def compare_nameless(match: Match, entries: dict[str, j.AnyEntry], n: int = 0) -> bool:
    """Raise Broken if others can tell which of two seats acted. False if one of the deeds is refused."""
    try:
        results = {seat: take(match, entry) for seat, entry in entries.items()}
    except Refused:
        return False
    (first, (first_match, heard_one)), (second, (two, heard_two)) = results.items()
    question = f"whether {type(entries[first]).__name__} was of {first} or of {second}"
    for reader in [reader for reader in _some_others(match, first, n) if reader != second]:
        kinds = [sorted(c.kind for c in changes if hears(c, reader)) for changes in (heard_one, heard_two)]
        hold(kinds[0] == kinds[1], f"{reader or 'a spectator'} hears {question}: {kinds}")
        was, now = seen(first_match, reader), seen(two, reader)
        hold(was == now, f"{reader or 'a spectator'} is shown {question}: {difference(was, now)}")
    hold(posted(match, first_match) == posted(match, two), f"a chat room is told {question}")
    return True


# --- what they meet ---------------------------------------------------------------------------------------------------
def seen(match: Match, reader: str | None) -> bytes:
    """Return a reader's view, clock, counts and facts in lists."""
    counts = (len(match.sealed), len(match.ready)) if match.shows_counts else None
    facts = {**summary(match).public_json(), "left": match.seconds_left}
    return told([views.view(match, reader), counts, facts])


def posted(before: Match, after: Match) -> list[object]:
    """Return the posts for chat rooms with their mark; the mark of no post is unused."""
    step = EntryStep(before, after)
    by_room = [
        [room, posts(step, room, ways), step.mark] for room in ROOMS for ways in (Ways(write=str), Ways(rich=True))
    ]
    return [*by_room, live_text(step.after, Ways(rich=True))]


def _others(match: Match, seat: str) -> list[str]:
    return [other for other in match.seats if other != seat]


def _some_others(match: Match, seat: str, n: int) -> Sequence[str | None]:
    others = _others(match, seat)
    return (*dict.fromkeys(others[(2 * n + k) % len(others)] for k in range(1, 3)), None)


def _random_orders(match: Match, seat: str, n: int) -> Json | None:
    orders = some_orders(match, seat, Dice(n).draw(f"orders of {seat}"))
    return None if orders is None else plain(orders)


DEEDS = (
    what_a_seat_keeps_to_itself_nobody_else_hears,
    whose_deed_it_was_nobody_else_can_tell,
    a_change_is_heard_by_whom_it_shows_something,
)


def random_play_always_ends(game: AnyGame) -> None:
    """A match of random bots finishes, with each seat ranked once and a valid candidate and opponent."""
    for seed in SEEDS:
        end = played(game, seed).end
        outcome = outcome_of(end)
        if end.phase != "finished" or outcome is None:
            hold(False, f"with seed {seed} the match does not finish")
            return
        ranked = sorted(seat for tied in outcome["ranking"] for seat in tied)
        hold(ranked == sorted(end.seats), f"with seed {seed} the ranking is of {ranked}, not of every seat once")
        candidate = outcome["elimination_candidate"]
        hold(candidate is None or candidate not in outcome["winners"], f"{candidate} both wins and is the candidate")
        hold(candidate is None or outcome["death_match_opponent"] != candidate, f"{candidate} faces itself")


def random_bots_make_no_illegal_moves(game: AnyGame) -> None:
    """CM-01: open choices of `asks` are accepted from the random bot."""
    for seed in SEEDS:
        refusals = played(game, seed).refusals
        hold(not refusals, f"the random bot was refused: {refusals[:1]}")


def a_journal_replays_to_the_same_match(game: AnyGame) -> None:
    """CM-03: header and entries, through JSON, fold to the same digest and the same views."""
    match = played(game, 1)
    header = j.header_from_json(json.loads(json.dumps(j.as_json(match.start.header))))
    entries = [j.entry_from_json(json.loads(json.dumps(j.as_json(entry)))) for entry in match.entries]
    replayed = fold(header, entries)
    hold(views.digest(replayed) == views.digest(match.end), "replayed, the journal gives another digest")
    for seat in match.end.seats:
        same = canonical(views.view(replayed, seat)) == canonical(views.view(match.end, seat))
        hold(same, f"replayed, the journal shows {seat} another view")


def structs_survive_json(game: AnyGame) -> None:
    """State, orders and reports survive JSON unchanged."""
    for seed in SEEDS:
        for moment in played(game, seed).moments:
            decoded = msgspec.json.decode(msgspec.json.encode(moment.state), type=game.State)
            hold(decoded == moment.state, f"a State of round {moment.round} is another one after JSON")
        for record in played(game, seed).end.rounds:
            for report in record.reports.values():
                read = msgspec.json.decode(msgspec.json.encode(report), type=game.Report)
                hold(read == report, f"a Report of round {record.round} is another one after JSON")
            for orders in record.orders.values():
                same = msgspec.convert(plain(orders), type=game.Orders) == orders
                hold(same, f"Orders of round {record.round} are others after JSON")


def the_order_of_sealing_does_not_matter(game: AnyGame) -> None:
    """CM-03: the order of sealing changes no close."""
    for seed in SEEDS:
        for before, entry, after in played(game, seed).closes():
            reordered, _ = apply(replace(before, sealed=dict(reversed(before.sealed.items()))), entry)
            hold(views.digest(reordered) == views.digest(after), f"round {before.round}: the order of sealing matters")
            if before.phase in ("pregame", "round"):
                orders = {seat: order.orders for seat, order in reversed(before.sealed.items())}
                closing = game.close(before.state, orders, Dice(before.header.seed))
                reports = plain(after.rounds[len(before.rounds)].reports)
                hold(canonical(plain(closing.reports)) == canonical(reports), f"round {before.round}: reports differ")


def nothing_mutates_its_input(game: AnyGame) -> None:
    """Matches and games do not change their arguments."""
    match = played(game, 1)
    steps = spread(list(zip(match.moments, match.entries, strict=False)))
    for before, entry in worth(steps, lambda step: {(type(step[1]), step[0].round)}, SECONDS):
        state = msgspec.json.encode(before.state)
        others = canonical(plain([before.sealed, before.notices, before.drafts]))
        apply(before, entry)
        if before.phase in ("pregame", "round"):
            for seat in before.seats[:3]:
                game.view(before.state, seat)
                views.asks(before, seat)
        is_unchanged = msgspec.json.encode(before.state) == state
        hold(is_unchanged, f"round {before.round}: the State was changed in place by {type(entry).__name__}")
        is_unchanged = canonical(plain([before.sealed, before.notices, before.drafts])) == others
        hold(is_unchanged, f"round {before.round}: the match was changed in place by {type(entry).__name__}")


def what_asks_offers_is_accepted_and_what_it_closes_is_refused(game: AnyGame) -> None:
    """CM-01: every probe of `asks` is accepted if open, and refused if closed."""
    opened = 0
    for _, moment, seat in looks(game):
        for choice in views.asks(moment, seat).choices:
            if choice.probe is None:
                continue
            opened += choice.closed is None
            error = refusal(moment, seat, choice.slot, choice.probe)
            details = f"{seat} {choice} -> {error and error.message}"
            hold((error is None) == (choice.closed is None), f"asks says otherwise than the match: {details}")
            for value, fits in limits(choice.entry) if choice.closed is None else ():
                error = refusal(moment, seat, choice.slot, choice.filled(value))
                hold((error is None) == fits, f"{choice.slot} of {seat} takes {value!r} otherwise than asks says")
    hold(opened, "asks offers nothing that can be tried: give its choices a probe")


def limits(entry: Number | Text | None) -> tuple[tuple[int | str, bool], ...]:
    """Return typed values around the limits, each with True if it fits."""
    if isinstance(entry, Number):
        return ((entry.least, True), (entry.most, True), (entry.least - 1, False), (entry.most + 1, False))
    return () if entry is None else (("x" * entry.longest, True), ("x" * (entry.longest + 1), False))


def every_default_is_legal(game: AnyGame) -> None:
    """CM-02: without any orders the match still ends."""
    match = begin_match(game)
    for _ in range(game.spec.rounds + 12):
        if match.phase != "finished":
            match, _ = apply(match, j.Closed())
    hold(match.phase == "finished", f"without any orders the match is in {match.phase} after all its rounds")
    hold(outcome_of(match) is not None, "without any orders there is no outcome")


def nothing_is_asked_after_the_end(game: AnyGame) -> None:
    """CM-01: a finished match offers nothing and refuses everything."""
    end = played(game, 1).end
    for seat in end.seats:
        asks = views.asks(end, seat)
        hold(not asks.orders and asks.choices == (), f"{seat} is still asked something after the end")
        hold(views.own_pending(end, seat) is None, f"{seat} has still to choose after the end")
    first = end.seats[0]
    for entry in (j.Sealed(author=first, orders={}), j.Withdrew(author=first), j.Closed(), j.Readied(author=first)):
        try:
            apply(end, entry)
        except Refused as error:
            hold(error.code == "finished", f"after the end {type(entry).__name__} is refused as {error.code}")
        else:
            hold(False, f"after the end {type(entry).__name__} is accepted")


def the_commitment_is_public_first_and_checked_last(game: AnyGame) -> None:
    """CM-04: the commitment is public before the first round, the seed and nonce that it fixes after the last."""
    match = played(game, 1)
    seat = match.start.seats[0]
    before = views.view(match.start, seat)
    hold("record" not in before, "the record is shown before the end")
    record = views.view(match.end, seat)["record"]
    hold(commitment(record["seed"], record["nonce"]) == before["commitment"], "the commitment was another one")


def every_order_and_report_has_words(game: AnyGame) -> None:
    """Orders and reports have words: no empty lines, at least one for every report."""
    end = played(game, 1).end
    for record in end.rounds:
        for orders in record.orders.values():
            hold(all(line.strip() for line in game.restate(orders)), f"empty words for the orders {plain(orders)}")
        for seat, report in record.reports.items():
            lines = game.tell(report)
            hold(lines and all(line.strip() for line in lines), f"no words for {seat}'s report {plain(report)}")


def a_review_adds_up(game: AnyGame) -> None:
    """HH-47: the causes of a difference add up to it, and no line repeats."""
    end = played(game, 1).end
    for record in end.rounds:
        for seat in end.seats[:2]:
            page = page_of(end, seat, record.round)
            review = None if page is None else game.review(page)
            if review is None:
                continue
            for hoped in review.hoped:
                why = sum(amount for amount, _ in hoped.why)
                hold(hoped.expected + why == hoped.got, f"{seat}, {record.round}: {head(hoped)}, but {because(hoped)}")
            texts = [
                *map(head, review.hoped),
                *review.said,
                *review.befell,
                *map(counting, review.counted),
                *review.ahead,
            ]
            hold(len(texts) == len({*texts}), f"{seat} is told something twice in {record.round}: {texts}")
            hold(all(line.strip() for line in in_words(review)), f"{seat}'s review of {record.round} has empty lines")
            hold(review.hoped or review.said or review.deeds, f"{seat}'s review of {record.round} begins with nothing")


def a_report_says_the_same_wherever_it_is_read(game: AnyGame) -> None:
    """HH-47: each figure and seat that a field of a report brings into `tell` is in the review too, or in the public
    words. The log over ssh and the screens show those."""
    end = played(game, 1).end
    names = "|".join(rf"\b{re.escape(seat)}\b" for seat in end.seats)
    for record in end.rounds:
        for seat in end.seats[:2]:
            page = page_of(end, seat, record.round)
            review = None if page is None or page.report is None else game.review(page)
            if page is None or page.report is None or review is None:
                continue
            words = game.tell_to(page.report, page.after)
            public = [] if page.public is None else game.tell_public(plain(page.public))
            account = " ".join([*in_words(review), *public])
            for name, others in _fields_of(end, seat, page.report).items():
                for other in others:
                    try:
                        left = game.tell_to(msgspec.structs.replace(page.report, **{name: other}), page.after)
                    except Exception:  # a report that no close makes needs no words
                        continue
                    brought = [line for line in words if line not in left]
                    facts = {fact for line in brought for fact in re.findall(rf"\d+|{names}", line)}
                    missing = sorted(fact for fact in facts if fact not in account)
                    hold(not missing, f"{seat}, {record.round}: tell says {missing} of the report's {name}, and the "
                         f"review does not: {brought}")  # fmt: skip


def _fields_of(end: Match, seat: str, report: Struct) -> dict[str, list[Any]]:
    """Return by field of a report up to three other values of this seat's other reports."""
    reports = [record.reports[seat] for record in end.rounds if seat in record.reports]
    fields = [field.name for field in msgspec.structs.fields(report)]
    return {
        name: [value for other in reports if (value := getattr(other, name)) != getattr(report, name)][:3]
        for name in fields
    }


def every_moment_can_be_drawn(game: AnyGame) -> None:
    """A game that draws draws every step of each round: for all eyes, for seats, for spectators."""
    draws_board = type(game).draw is UsualGame.draw and type(game).board is not Game.board
    if type(game).draw in (Game.draw, UsualGame.draw) and not draws_board:
        return
    end = played(game, 1).end
    for reader, whole in ((None, True), (None, False), *((seat, False) for seat in end.seats[:2])):
        past, pictures = story(end, reader, whole=whole), 0
        for place, scene in enumerate(past.scenes):
            for count in range(len(scene.steps) + 1) if scene.picture else ():
                drawing = game.draw(moment_of(past, place, count))
                hold(drawing is None or drawing.parts, f"an empty drawing of {scene.round} after {count} steps")
                pictures += drawing is not None
        hold(pictures or not whole, "it draws, but its story has no pictures (`GameStory.pictures`)")


def every_exercise_can_be_solved_and_the_coach_solves_it(game: AnyGame) -> None:
    """HH-66: the good answer of each exercise and the coach reach its goal; doing nothing, or the wrong answer, does
    not."""
    for exercise in lessons.lessons(game.spec.id):
        for who, reaches in (("its answer", True), ("the coach", True), ("a wrong answer", False)):
            table = lessons.begin(game.spec.id, exercise, "Ada", lambda: 0.0)
            seat, round_ = Seat(table, table.match.seats[0]), table.match.round
            if who == "its answer":
                lessons.answer(exercise, seat, table)
            elif who == "the coach":
                lessons.follow_coach(seat, exercise, table)
            else:
                lessons.err(exercise, seat)
            lessons.close(table, exercise, round_)
            missed = [want.at for want in lessons.unmet_conditions(exercise, seat)]
            hold(bool(missed) != reaches, f"exercise {exercise.id}: {who} ends with {', '.join(missed) or 'the goal'}")


AT_ALL_SIZES: tuple[Callable[[AnyGame], None], ...] = (
    random_play_always_ends,
    random_bots_make_no_illegal_moves,
    what_asks_offers_is_accepted_and_what_it_closes_is_refused,
    every_default_is_legal,
    *(promise for promise in SECRECY if promise.__name__ != "a_redeal_draws_anew_what_is_hidden"),
)
"""Properties worth a look at the fewest and the most seats of a game with a range."""

PROPERTIES: tuple[Callable[[AnyGame], None], ...] = (
    random_play_always_ends,
    every_exercise_can_be_solved_and_the_coach_solves_it,
    random_bots_make_no_illegal_moves,
    a_journal_replays_to_the_same_match,
    structs_survive_json,
    the_order_of_sealing_does_not_matter,
    nothing_mutates_its_input,
    what_asks_offers_is_accepted_and_what_it_closes_is_refused,
    every_default_is_legal,
    nothing_is_asked_after_the_end,
    the_commitment_is_public_first_and_checked_last,
    every_order_and_report_has_words,
    a_review_adds_up,
    a_report_says_the_same_wherever_it_is_read,
    every_moment_can_be_drawn,
    *MOVES,
    *SECRECY,
    *DEEDS,
    what_a_bot_says_follows_from_what_it_may_know,
)
"""Properties in the order in which an author wants them to pass."""
