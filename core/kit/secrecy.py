"""Secrecy as a property (HH-15): what a seat cannot know is drawn anew, and nothing that leaves for it may change.

Looked at are the view, the asks, refusals of everything it could try, notices, the log, the story of the match so far,
the reports of a close that teaches it the same, and the Sight of a bot in its place. A game's `redeal` says what cannot
be known; a redeal that changes nothing is found too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec
from msgspec.structs import replace

from core.botplay.companion import Companion
from core.bots.contract import Move, Say
from core.contract import AnyGame, Closing, Game
from core.decoding import canonical, plain
from core.dice import Dice
from core.json import Json
from core.kit.played import closes, hold, kind_of, looks, played, probe_entry, refusal, varied
from core.levels import TEMPERS
from core.match import journal as j
from core.match import views
from core.match.redeal import redeal
from core.match.reducer import apply
from core.match.state import Change, Match
from core.narration.recall import page_of
from core.narration.telling import story
from core.refusal import Refused

SWAPS = 60
"""About how often two others exchange their orders or a part of them, at each close for each seat looked at."""
PROBES = 30
"""Choices tried for a seat at a moment: some of each slot and ruling."""
ACTIONS = 12
"""Live actions tried for a seat at a moment, and seen by BYSTANDERS others."""
BYSTANDERS = 2


def outputs(match: Match, seat: str | None) -> dict[str, bytes]:
    """Everything that leaves the match for one seat, by what it is."""
    found = {"view": told(views.view(match, seat)), "story": told(plain(story(match, seat)))}
    if seat is None:
        return found
    asks = views.asks(match, seat)
    game, view = match.game, views.game_view(match, seat)
    tried = [choice for choice in asks.choices if choice.probe is not None]
    found["asks"] = told(plain(asks))
    found["refusals"] = told(
        [
            (choice.slot, choice.value, error and (error.code, error.message, error.ruling))
            for choice in varied(tried, lambda one: (kind_of(one.slot), one.ruling), PROBES)
            for error in [refusal(match, seat, choice.slot, choice.probe or {})]
            if error is None or error.code not in game.unforeseen
        ]
    )
    found["log"] = told(
        [
            [*game.tell_to(past.report, view), *game.tell_public(plain(past.public))]
            for past in views.log(match, seat)
            if past.report is not None
        ]
    )
    if match.rounds:
        last = page_of(match, seat, match.rounds[-1].round)
        found["reckoning"] = told(plain(None if last is None else game.reckon(last)))
    found["sight"] = told(plain(views.sight(match, seat)))
    if match.phase in ("pregame", "round", "decision"):
        found["coach"] = told(plain(coached(match, seat)))
    return found


def told(value: Any) -> bytes:
    """What a reader gets, byte by byte: a dict in another order is something else on a screen."""
    return msgspec.json.encode(value)


def coached(match: Match, seat: str) -> list[Any]:
    """What a coach says that began with the match, with the last close, or now, and the move it proposes (HH-28)."""
    closed = len(match.rounds)
    lessons = [views.lesson(match, seat, since) for since in dict.fromkeys((0, max(0, closed - 1), closed))]
    said = [match.game.coach(lesson) for lesson in lessons]
    acts = match.phase == "round" and lessons[-1].sight.asks.orders
    return [*said, match.game.advise(lessons[-1]) if acts else None]


def redealt(match: Match, seat: str | None, n: int) -> Match:
    """The n-th redeal of a match for a seat."""
    return redeal(match, seat, Dice(1000 + n))


# --- the properties ---------------------------------------------------------------------------------------------------
def a_seat_is_shown_only_what_it_may_know(game: AnyGame) -> None:
    """HH-15, HH-28: view, asks, refusals, log, Sight and the coach's words are the same, byte by byte, after a redeal
    for that seat."""
    for n, moment, seat in looks(game):
        compare(moment, seat, n)


def compare(moment: Match, seat: str | None, n: int = 0) -> dict[str, bytes]:
    """Raise Broken if anything that leaves `moment` for `seat` changes with what it cannot know. All that leaves it."""
    before = outputs(moment, seat)
    after = outputs(redealt(moment, seat, n), seat)
    when = f"{moment.game.spec.round_word} {moment.round}" if moment.phase == "round" else f"the {moment.phase}"
    for what, shown in before.items():
        hold(
            shown == after[what],
            f"{what} of {seat or 'a spectator'} in {when} shows what it cannot know: {difference(shown, after[what])}",
        )
    return before


def difference(one: bytes, two: bytes) -> str:
    """Where two texts part, with what stands there in each; nothing where they are the same."""
    if one == two:
        return ""
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    begin = max(0, at - 60)
    return f"{one[begin : at + 40].decode(errors='replace')!r} or {two[begin : at + 40].decode(errors='replace')!r}"


def a_spectator_is_shown_public_facts_alone(game: AnyGame) -> None:
    """HH-15: a spectator's view is the same after a redeal for nobody."""
    for n, moment, _ in looks(game):
        compare(moment, None, n)


def a_redeal_draws_anew_what_is_hidden(game: AnyGame) -> None:
    """HH-15: two redeals differ in the State; one that keeps everything guards nothing."""
    differ: dict[str, list[bool]] = {"seat": [], "spectator": []}
    for n, moment, seat in looks(game):
        if moment.rounds and moment.state.ending is None:
            for viewer in differ:
                one, two = (redealt(moment, seat if viewer == "seat" else None, number) for number in (n, n + 500))
                differ[viewer].append(canonical(plain(one.state)) != canonical(plain(two.state)))
    hold(differ["seat"], "the match has no moment after its first close")
    for viewer, found in differ.items():
        hold(
            sum(found) * 2 >= len(found) or not game.spec.hides,
            f"redeal for a {viewer} keeps the State as it is in {found.count(False)} of {len(found)} moments: "
            "draw anew what it cannot know, or say `hides=False` in the Spec if nothing is hidden",
        )


def a_close_tells_a_seat_only_what_it_teaches_it(game: AnyGame, swaps: int = SWAPS) -> None:
    """HH-15: of two closes after which a seat knows the same, both reports, in words too, and what is public are the
    same; whatever the others hold and ordered."""
    compared = 0
    for n, before, seat in closes(game):
        compared += compare_closes(before, seat, n, swaps)
    hold(compared or not game.spec.hides, "no two closes could be compared: `knows` tells of more than a seat knows")


def compare_closes(before: Match, seat: str, n: int = 0, swaps: int = SWAPS) -> int:
    """How many pairs of closes that teach `seat` the same were compared. Broken if one told it more."""
    game, other = before.game, redealt(before, seat, n)
    worlds: dict[bytes, list[tuple[str, bytes]]] = {}
    for state, orders, what in _worlds(before, other, seat, swaps):
        closing = game.close(state, orders, before.dice)
        after = closing.state
        if after.ending is None:
            view = game.view(after, seat)
            words = [game.tell(closing.reports[seat]), game.tell_to(closing.reports[seat], view)]
            brought = told([closing.reports[seat], closing.public, words])
            worlds.setdefault(canonical(plain(game.knows(after, seat))), []).append((what, brought))
    compared = 0
    for group in worlds.values():
        for what, brought in group[1:]:
            compared += 1
            hold(
                brought == group[0][1],
                f"a close of {game.spec.round_word} {before.round} teaches {seat} the same, and tells it more "
                f"{what}: {difference(group[0][1], brought)}",
            )
    return compared


def _worlds(before: Match, other: Match, seat: str, swaps: int) -> Iterator[tuple[Any, Json, str]]:
    """The State as it is and redealt, each closed with the orders as they are and redealt; and as it is, with what two
    others ordered exchanged: a seat that is told sums and winners often learns nothing of that."""
    for state in (before.state, other.state):
        for sealed, what in ((before.sealed, HELD), (other.sealed, ORDERED)):
            yield state, orders_in(before, (before.state, other.state), {s: sealed[s].orders for s in sealed}), what
    given = orders_in(before, (before.state,), {s: sealed.orders for s, sealed in before.sealed.items()})
    exchanges = list(_exchanges({s: orders for s, orders in given.items() if s != seat}))
    for changed in exchanges[:: max(1, len(exchanges) // swaps)] if swaps else ():
        if orders_in(before, (before.state,), changed).keys() == changed.keys():
            yield before.state, {**given, **changed}, ORDERED


def a_result_that_is_held_is_shown_to_no_seat(game: AnyGame) -> None:
    """HH-53: of two worlds that a seat cannot tell apart, the last close leaves it none the wiser while it is held."""
    for before in [moment for moment in played(game, 1).moments if moment.phase == "round"][-1:]:
        for turn, seat in enumerate((None, *before.seats)):
            compare_held(before, seat, turn)


def compare_held(before: Match, seat: str | None, n: int = 0) -> bool:
    """Raise Broken if a close that is held shows `seat` more than it knew. False where it is not the last one."""
    worlds = [replace(one, header=replace(one.header, confirm=True)) for one in (before, redealt(before, seat, n))]
    held = [apply(one, j.Closed())[0] for one in worlds]
    if any(one.phase != "confirming" for one in held):
        return False
    shown = [outputs(one, seat) for one in held]
    for what in shown[0]:
        hold(
            shown[0][what] == shown[1][what],
            f"a held close shows {seat or 'a spectator'} in its {what}: {difference(shown[0][what], shown[1][what])}",
        )
    return True


HELD, ORDERED = "of what others hold", "of what others ordered"


def _exchanges(given: Mapping[str, Any]) -> Iterator[Json]:
    """The orders of two seats, one field exchanged (the bid, the partner), or all."""
    for one, two in combinations(given, 2):
        fields = given[one].__struct_fields__
        for some in (*((field,) for field in fields), *([fields] if len(fields) > 1 else [])):
            mine, theirs = ({field: getattr(given[seat], field) for field in some} for seat in (one, two))
            if mine != theirs:
                yield {one: replace(given[one], **theirs), two: replace(given[two], **mine)}


def orders_in(match: Match, states: Sequence[Any], sealed: Mapping[str, Any]) -> Json:
    """Those of the orders that are legal in every one of these states."""
    return {seat: sealed[seat] for seat in match.seats if seat in sealed and _legal(match, states, seat, sealed[seat])}


def _legal(match: Match, states: Sequence[Any], seat: str, orders: Any) -> bool:
    try:
        for state in states:
            match.game.check(state, seat, orders)
    except Refused:
        return False
    return True


def an_action_tells_a_seat_only_what_it_teaches_it(game: AnyGame) -> None:
    """HH-15: of two worlds that a seat cannot tell apart, its live actions are accepted or refused alike, and where
    an action teaches a seat the same it tells it the same: who acts, and everybody who stands by."""
    for n, moment, seat in looks(game) if game.Action is not None else ():
        if moment.phase == "round":
            compare_actions(moment, seat, n)


def compare_actions(moment: Match, seat: str, n: int = 0) -> None:
    """Raise Broken if a live action of `seat` tells it, or another seat, or spectators, more than it teaches them."""
    found = [c for c in views.asks(moment, seat).choices if c.slot.startswith("action") and c.probe is not None]
    tried = varied(found, lambda one: (kind_of(one.slot), one.ruling), ACTIONS)
    tried.sort(key=lambda choice: choice.closed is not None)  # those that can be done tell most
    others = [other for other in moment.seats if other != seat]
    standing_by = [others[(n * BYSTANDERS + k) % len(others)] for k in range(min(BYSTANDERS, len(others)))]
    for reader in (seat, *dict.fromkeys(standing_by), None):
        other = redealt(moment, reader, n)
        for choice in tried:
            if reader != seat and choice.closed is not None:
                break
            one, two = (_acted(match, seat, choice.slot, choice.probe or {}, reader) for match in (moment, other))
            if one is not None and two is not None:
                hold(
                    one[1] == two[1] or (one[0] != two[0] and REFUSED not in (one[0], two[0])),
                    f"{choice.probe} of {seat} tells {reader or 'spectators'} what it cannot know: {one[1]} {two[1]}",
                )


def _acted(match: Match, seat: str, slot: str, probe: Json, reader: str | None) -> tuple[bytes, object] | None:
    """What `reader` knows after an action of `seat`, and what it heard and was told of it. None where that cannot be
    compared: somebody else's action was refused, or one's own by what its game says nobody can foresee."""
    try:
        after, changes = apply(match, probe_entry(seat, slot, probe))
    except Refused as error:
        refused = reader == seat and error.code not in match.game.unforeseen
        return (REFUSED, (error.code, error.message)) if refused else None
    # That somebody's ready mark went away shows in the count, by CM-27.
    heard = sorted({change.kind for change in changes if change.kind != "ready" and hears(change, reader)})
    notices = plain(after.told.get(reader, ())[len(match.told.get(reader, ())) :]) if reader is not None else ()
    return canonical(plain(match.game.knows(after.state, reader))), (heard, canonical(notices))


REFUSED = b"refused"


def hears(change: Change, reader: str | None) -> bool:
    """Is `reader` (None: a spectator) told that this changed?"""
    return change.seats is None or reader in change.seats


def a_rebuilt_state_shows_a_bot_what_it_saw(game: AnyGame) -> None:
    """HH-15: a State that `determinize` makes of a Sight, and a redeal of it, show that seat the same view and asks."""
    if type(game).determinize is Game.determinize:
        return
    for n, moment, seat in looks(game):
        sight = views.sight(moment, seat)
        state = game.determinize(sight, Dice(n)) if moment.phase == "round" else None
        if state is None:
            continue
        for rebuilt in (state, game.redeal(state, seat, Dice(n + 1))):
            told = canonical(plain([game.view(rebuilt, seat), game.asks(rebuilt, seat, sight.sealed)]))
            was = canonical(plain([sight.view, game.asks(moment.state, seat, sight.sealed)]))
            hold(told == was, f"a State rebuilt for {seat} shows it something else: {difference(was, told)}")


SECRECY = (
    a_seat_is_shown_only_what_it_may_know,
    a_spectator_is_shown_public_facts_alone,
    a_redeal_draws_anew_what_is_hidden,
    a_close_tells_a_seat_only_what_it_teaches_it,
    an_action_tells_a_seat_only_what_it_teaches_it,
    a_rebuilt_state_shows_a_bot_what_it_saw,
)


SEED = 15
"""Of the bots that are tried. That of a bot in a match follows from the nonce, which is drawn anew like the dice."""


def what_a_bot_says_follows_from_what_it_may_know(game: AnyGame) -> None:
    """HH-15, HH-32: sitting down at any moment of a match, among people who may have spoken, a bot of each level and
    temper says and does the same after a redeal for its seat; and some of them do speak."""
    playing = (look for look in looks(game) if look[1].phase in ("pregame", "round"))
    said = sum(compare_talk(moment, seat, n) for n, moment, seat in playing)
    hold(said, "no bot said a word at any moment: there was nothing to compare")


def compare_talk(moment: Match, seat: str, turn: int) -> int:
    """How much a bot says that sits down at `moment`. Broken if that, or what it does, follows from what its seat
    cannot know."""
    one, other = (moves_of(match, seat, turn) for match in (moment, redealt(moment, seat, turn)))
    told, again = (canonical([(type(move).__name__, plain(move)) for move in moves]) for moves in (one, other))
    hold(
        told == again,
        f"a bot at {seat} in {moment.game.spec.round_word} {moment.round} says or does what it cannot know: "
        f"{difference(told, again)}",
    )
    return sum(isinstance(move, Say) for move in one)


def moves_of(match: Match, seat: str, turn: int) -> list[Move]:
    """What a bot does that sits down here now, everybody else being people."""
    sight = views.sight(match, seat)
    sight = replace(sight, people=tuple(other for other in match.seats if other != seat), sealed=None, ready=False)
    level = match.game.levels[turn % len(match.game.levels)]
    temper = TEMPERS[turn % len(TEMPERS)]
    bot = Companion(match.game, match.game.bot(level, seat, SEED), temper, level, SEED, "talkative")
    return bot.turn(sight)


def unguarded_paths(game: AnyGame, redeals: int = 4) -> tuple[str, ...]:
    """The places of a State (`players.*.points`) that no redeal changed at any moment looked at, those that a seat
    knows among them: what the properties do not guard."""
    changed: dict[str, bool] = {}
    for _, moment, seat in looks(game):
        for n in range(redeals) if moment.state.ending is None else ():
            state, other = plain(moment.state), plain(redealt(moment, seat, n).state)
            parted = set(_parted(state, other, moment.seats))
            for place in (*_leaves(state, moment.seats), *_leaves(other, moment.seats)):
                changed[place] = changed.get(place, False) or place in parted
    return tuple(sorted(place for place, ever in changed.items() if not ever))


def revealed_by_close(game: AnyGame) -> tuple[str, ...]:
    """The places of what closes brought seats and spectators (`public.paid`, `report.chips`, `view.won.*.paid`) that
    would have been others if the State were one that they could not tell from it before, all orders the same.

    The promises take the view for what a seat may know: a secret that a close enters into the history that everybody
    sees breaks none of them, and is found here. What the rules let a close disclose stands here too; in a game whose
    closes tell what was ordered, and nothing of what is held, this is empty. Of the close that ends the match only
    what is public counts, and what the game adds to the outcome (`end.`): winners tell who had what.
    """
    found: set[str] = set()
    for n, before, seat in closes(game):
        for reader in (seat, None):
            found |= set(_disclosed(before, reader, n))
    return tuple(sorted(found))


def _disclosed(before: Match, seat: str | None, n: int) -> Iterator[str]:
    states = (before.state, redealt(before, seat, n).state)
    orders = orders_in(before, states, {one: sealed.orders for one, sealed in before.sealed.items()})
    if len(orders) < len(before.sealed):
        return  # what stands in for orders is made from the State, and the States differ
    closings = [before.game.close(state, orders, before.dice) for state in states]
    told = [_told(before.game, closing, seat) for closing in closings]
    yield from _parted(plain(told[0]), plain(told[1]), before.seats)


def _told(game: AnyGame, closing: Closing[Any, Any], seat: str | None) -> Json:
    if closing.state.ending is not None:
        return {"public": closing.public, "end": game.told_at_end(closing.state)}
    report = None if seat is None else closing.reports[seat]
    return {"public": closing.public, "view": game.view(closing.state, seat), "report": report}


def _parted(one: Any, two: Any, seats: Sequence[str]) -> Iterator[str]:
    """The places at which two JSON values are not the same."""
    first, second = _leaves(one, seats), _leaves(two, seats)
    yield from (place for place in dict.fromkeys((*first, *second)) if first.get(place) != second.get(place))


def _leaves(value: Any, seats: Sequence[str]) -> dict[str, list[Any]]:
    """Every place of a JSON value with all that stands there."""
    found: dict[str, list[Any]] = {}

    def walk(value: Any, way: tuple[str, ...]) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, (*way, "*" if key in seats else key))
        elif isinstance(value, list):
            for inner in value:
                walk(inner, (*way, "*"))
        else:
            found.setdefault(".".join(way), []).append(value)

    walk(value, ())
    return found
