"""What the house promises of every game, one function each: see `core.kit`."""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from core.bots import lessons
from core.contract import AnyGame, Game
from core.decoding import canonical, plain
from core.dice import Dice, commitment
from core.kit.deeds import DEEDS
from core.kit.moves import MOVES
from core.kit.played import SECONDS, begin_match, hold, looks, played, refusal, spread, worth
from core.kit.secrecy import SECRECY, what_a_bot_says_follows_from_what_it_may_know
from core.match import journal as j
from core.match import views
from core.match.decisions import outcome as outcome_of
from core.match.reducer import apply, fold
from core.refusal import Refused
from core.story.drawing import moment_of
from core.story.recall import page_of
from core.story.reckoning import because, counting, head, in_words
from core.story.telling import story
from core.table.seat import Seat

SEEDS = (1, 2, 3)
"""Of the matches that are played for each property."""


def random_play_always_ends(game: AnyGame) -> None:
    """A match of random bots finishes, with everybody ranked once, and candidate and opponent among the right ones."""
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
    """CM-01: what the random bot takes from `asks` is accepted."""
    for seed in SEEDS:
        refusals = played(game, seed).refusals
        hold(not refusals, f"the random bot was refused: {refusals[:1]}")


def a_journal_replays_to_the_same_match(game: AnyGame) -> None:
    """CM-03: header and entries, through JSON, fold to the same digest and the same views."""
    match = played(game, 1)
    header = j.header_from_json(json.loads(json.dumps(j.as_json(match.start.header))))
    entries = [j.entry_from_json(json.loads(json.dumps(j.as_json(entry)))) for entry in match.entries]
    again = fold(header, entries)
    hold(views.digest(again) == views.digest(match.end), "replayed, the journal gives another digest")
    for seat in match.end.seats:
        same = canonical(views.view(again, seat)) == canonical(views.view(match.end, seat))
        hold(same, f"replayed, the journal shows {seat} another view")


def structs_survive_json(game: AnyGame) -> None:
    """State, orders and reports are the same after JSON: nothing in them is lost or of another type."""
    for seed in SEEDS:
        for moment in played(game, seed).moments:
            again = msgspec.json.decode(msgspec.json.encode(moment.state), type=game.State)
            hold(again == moment.state, f"a State of round {moment.round} is another one after JSON")
        for record in played(game, seed).end.rounds:
            for report in record.reports.values():
                read = msgspec.json.decode(msgspec.json.encode(report), type=game.Report)
                hold(read == report, f"a Report of round {record.round} is another one after JSON")
            for orders in record.orders.values():
                hold(
                    msgspec.convert(plain(orders), type=game.Orders) == orders,
                    f"Orders of round {record.round} are others after JSON",
                )


def the_order_of_sealing_does_not_matter(game: AnyGame) -> None:
    """CM-03: who sealed first changes nothing at a close."""
    for seed in SEEDS:
        for before, entry, after in played(game, seed).closes():
            again, _ = apply(replace(before, sealed=dict(reversed(before.sealed.items()))), entry)
            hold(
                views.digest(again) == views.digest(after),
                f"round {before.round}: the order of sealing matters",
            )
            if before.phase in ("pregame", "round"):
                orders = {seat: order.orders for seat, order in reversed(before.sealed.items())}
                closing = game.close(before.state, orders, Dice(before.header.seed))
                told = plain(after.rounds[len(before.rounds)].reports)
                hold(canonical(plain(closing.reports)) == canonical(told), f"round {before.round}: reports differ")


def nothing_mutates_its_input(game: AnyGame) -> None:
    """What a match or a game is given stays as it was."""
    match = played(game, 1)
    steps = spread(list(zip(match.moments, match.entries, strict=False)))
    for before, entry in worth(steps, lambda step: {(type(step[1]), step[0].round)}, SECONDS):
        state = msgspec.json.encode(before.state)
        rest = canonical(plain([before.sealed, before.told, before.drafts]))
        apply(before, entry)
        if before.phase in ("pregame", "round"):
            for seat in before.seats[:3]:
                game.view(before.state, seat)
                views.asks(before, seat)
        kept = msgspec.json.encode(before.state) == state
        hold(kept, f"round {before.round}: the State was changed in place by {type(entry).__name__}")
        kept = canonical(plain([before.sealed, before.told, before.drafts])) == rest
        hold(kept, f"round {before.round}: the match was changed in place by {type(entry).__name__}")


def what_asks_offers_is_accepted_and_what_it_closes_is_refused(game: AnyGame) -> None:
    """CM-01: every probe of `asks` is tried."""
    opened = 0
    for _, moment, seat in looks(game):
        for choice in views.asks(moment, seat).choices:
            if choice.probe is None:
                continue
            opened += choice.closed is None
            error = refusal(moment, seat, choice.slot, choice.probe)
            told = f"{seat} {choice} -> {error and error.message}"
            hold((error is None) == (choice.closed is None), f"asks says otherwise than the match: {told}")
    hold(opened, "asks offers nothing that can be tried: give its choices a probe")


def every_default_is_legal(game: AnyGame) -> None:
    """CM-02: nobody orders anything at all, and the match still goes to its end."""
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
    for entry in (j.Sealed(by=first, orders={}), j.Withdrew(by=first), j.Closed(), j.Readied(by=first)):
        try:
            apply(end, entry)
        except Refused as error:
            hold(error.code == "finished", f"after the end {type(entry).__name__} is refused as {error.code}")
        else:
            hold(False, f"after the end {type(entry).__name__} is accepted")


def the_commitment_is_public_first_and_checked_last(game: AnyGame) -> None:
    """CM-04: before the first round the commitment, after the last the seed and nonce that it fixes."""
    match = played(game, 1)
    seat = match.start.seats[0]
    before = views.view(match.start, seat)
    hold("record" not in before, "the record is shown before the end")
    record = views.view(match.end, seat)["record"]
    hold(commitment(record["seed"], record["nonce"]) == before["commitment"], "the commitment was another one")


def every_order_and_report_has_words(game: AnyGame) -> None:
    """What was ordered and told can be said: lines of text, none of them empty, at least one for every report."""
    end = played(game, 1).end
    for record in end.rounds:
        for orders in record.orders.values():
            hold(all(line.strip() for line in game.restate(orders)), f"empty words for the orders {plain(orders)}")
        for seat, report in record.reports.items():
            lines = game.tell(report)
            hold(lines and all(line.strip() for line in lines), f"no words for {seat}'s report {plain(report)}")


def a_reckoning_adds_up(game: AnyGame) -> None:
    """HH-47: where a game reckons, the causes of a difference are the whole difference, and nothing is told twice."""
    end = played(game, 1).end
    for record in end.rounds:
        for seat in end.seats[:2]:
            page = page_of(end, seat, record.round)
            found = None if page is None else game.reckon(page)
            if found is None:
                continue
            for one in found.hoped:
                why = sum(amount for amount, _ in one.why)
                hold(one.expected + why == one.got, f"{seat}, {record.round}: {head(one)}, but {because(one)}")
            told = [*map(head, found.hoped), *found.said, *found.befell, *map(counting, found.counted), *found.ahead]
            hold(len(told) == len({*told}), f"{seat} is told something twice in {record.round}: {told}")
            hold(all(line.strip() for line in in_words(found)), f"{seat}'s reckoning of {record.round} has empty lines")
            hold(found.hoped or found.said or found.deeds, f"{seat}'s reckoning of {record.round} begins with nothing")


def every_moment_can_be_drawn(game: AnyGame) -> None:
    """A game that draws its rounds draws every step of each: for everyone's eyes, for seats, for who only watches."""
    if type(game).draw is Game.draw:
        return
    end = played(game, 1).end
    for reader, whole in ((None, True), (None, False), *((seat, False) for seat in end.seats[:2])):
        told, pictures = story(end, reader, whole=whole), 0
        for place, scene in enumerate(told.scenes):
            for at in range(len(scene.steps) + 1) if scene.picture else ():
                drawing = game.draw(moment_of(told, place, at))
                hold(drawing is None or drawing.parts, f"an empty drawing of {scene.round} after {at} steps")
                pictures += drawing is not None
        hold(pictures or not whole, "it draws, but its tale has no pictures (`Tale.pictures`)")


def every_exercise_can_be_solved_and_the_coach_solves_it(game: AnyGame) -> None:
    """HH-66: in a game with a lesson, of every exercise the good answer reaches the goal, doing nothing (or what the
    exercise calls wrong) does not, and whoever does what the coach says reaches it."""
    for exercise in lessons.lessons(game.spec.id):
        for who, does, reaches in (
            ("its answer", lambda seat, one=exercise: lessons.answer(one, seat), True),
            ("the coach", lessons.coached, True),
            ("a wrong answer", lambda seat, one=exercise: lessons.err(one, seat), False),
        ):
            table = lessons.begin(game.spec.id, exercise, "Ada", lambda: 0.0)
            seat, round_ = Seat(table, table.match.seats[0]), table.match.round
            does(seat)
            lessons.close(table, exercise, round_)
            missed = [one.at for one in lessons.missed(exercise, seat)]
            hold(bool(missed) != reaches, f"exercise {exercise.id}: {who} ends with {', '.join(missed) or 'the goal'}")


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
    a_reckoning_adds_up,
    every_moment_can_be_drawn,
    *MOVES,
    *SECRECY,
    *DEEDS,
    what_a_bot_says_follows_from_what_it_may_know,
)
"""In the order in which an author wants to see them hold."""
