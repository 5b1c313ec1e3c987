"""Secrecy as a property (HH-15): facts that a seat cannot know are redrawn, and nothing that leaves for it may change.

That is the view, the asks, refusals of all it could try, notices, the log, the story so far, reports of a close that
teaches it the same, and the Sight of a bot in its place. A game's `redeal` says what the seat cannot know; a redeal
that changes nothing is found too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any

import msgspec
from msgspec.structs import replace

from core.botplay.companion import Companion
from core.botplay.plan import next_step
from core.bots.contract import Move, Say
from core.contract import AnyGame, Closing, Game
from core.decoding import canonical, plain
from core.dice import Dice
from core.games import rulings_of
from core.json import Json
from core.kit.played import closes, hold, kind_of, looks, played, probe_entry, refusal, varied
from core.levels import TEMPERS
from core.match import journal as j
from core.match import views
from core.match.records import Change
from core.match.redeal import redeal
from core.match.reducer import apply
from core.match.state import Match
from core.narration.recall import page_of
from core.narration.telling import story
from core.refusal import Refused, shortened
from core.usual import Sentences

SWAPS = 60
"""Exchanges of two others' orders, whole or in part, at each close for each seat."""
PROBES = 30
"""Choices tried for a seat at a moment: some of each slot and ruling."""
ACTIONS = 12
"""Live actions tried for a seat at a moment, and watched by BYSTANDERS others."""
BYSTANDERS = 2


def outputs(match: Match, seat: str | None) -> dict[str, bytes]:
    """Return everything that leaves the match for one seat, by kind."""
    by_kind = {"view": told(views.view(match, seat)), "story": told(plain(story(match, seat)))}
    if seat is None:
        return by_kind
    asks = views.asks(match, seat)
    game, view = match.game, views.game_view(match, seat)
    tried = [choice for choice in asks.choices if choice.probe is not None]
    by_kind["asks"] = told(plain(asks))
    by_kind["refusals"] = told(
        [
            (choice.slot, choice.value, error and (error.code, error.message, error.ruling))
            for choice in varied(tried, lambda one: (kind_of(one.slot), one.ruling), PROBES)
            for error in [refusal(match, seat, choice.slot, choice.probe or {})]
            if error is None or error.code not in game.unforeseen
        ]
    )
    by_kind["log"] = told(
        [
            [*game.tell_to(past.report, view), *game.tell_public(plain(past.public))]
            for past in views.log(match, seat)
            if past.report is not None
        ]
    )
    if match.rounds:
        last = page_of(match, seat, match.rounds[-1].round)
        by_kind["review"] = told(plain(None if last is None else game.review(last)))
    by_kind["sight"] = told(plain(views.sight(match, seat)))
    if match.phase in ("pregame", "round", "decision"):
        by_kind["coach"] = told(plain(coached(match, seat)))
    return by_kind


def told(value: Any) -> bytes:
    """Return the bytes that a reader gets: another order of a dict shows on a screen."""
    return msgspec.json.encode(value)


def coached(match: Match, seat: str) -> list[Any]:
    """Return the words of a coach that began with the match, at the last close, and now, with its next step, also for a
    pupil that has waited (HH-28)."""
    closed = len(match.rounds)
    lessons = [views.lesson(match, seat, since) for since in dict.fromkeys((0, max(0, closed - 1), closed))]
    hints = [match.game.coach(lesson) for lesson in lessons]
    step = next_step(match.game, lessons[-1])
    waits = step is not None and step.kind == "wait"
    return [*hints, step, next_step(match.game, lessons[-1], hurry=True) if waits else None]


def redealt(match: Match, seat: str | None, n: int) -> Match:
    """Return the n-th redeal of a match for a seat."""
    return redeal(match, seat, Dice(1000 + n))


# --- the properties ---------------------------------------------------------------------------------------------------
def a_seat_is_shown_only_what_it_may_know(game: AnyGame) -> None:
    """HH-15, HH-28: view, asks, refusals, log, Sight and the coach's words are byte for byte the same after a redeal
    for that seat."""
    for n, moment, seat in looks(game):
        compare(moment, seat, n)


def compare(moment: Match, seat: str | None, n: int = 0) -> dict[str, bytes]:
    """Return all that leaves `moment` for `seat`. Raises Broken if any of it changes with facts that the seat cannot
    know."""
    before = outputs(moment, seat)
    after = outputs(redealt(moment, seat, n), seat)
    when = f"{moment.game.spec.round_word} {moment.round}" if moment.phase == "round" else f"the {moment.phase}"
    for name, output in before.items():
        hold(
            output == after[name],
            f"{name} of {seat or 'a spectator'} in {when} shows what it cannot know: {difference(output, after[name])}",
        )
    return before


def difference(first: bytes, second: bytes) -> str:
    """Return where two texts differ, in JSON by the names of the fields, with both excerpts; empty if equal."""
    if first == second:
        return ""
    with suppress(msgspec.DecodeError):
        return _differing(msgspec.json.decode(first), msgspec.json.decode(second))
    i = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second)))
    begin = max(0, i - 60)
    return f"{first[begin : i + 40].decode(errors='replace')!r} or {second[begin : i + 40].decode(errors='replace')!r}"


def _differing(first: Any, second: Any, way: str = "") -> str:
    pairs: list[tuple[str, Any, Any]] = []
    if isinstance(first, dict) and isinstance(second, dict) and [*first] == [*second]:
        pairs = [(f"{way}.{key}" if way else key, first[key], second[key]) for key in first]
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        pairs = [(f"{way}[{n}]", a, b) for n, (a, b) in enumerate(zip(first, second, strict=True))]
    for inner, a, b in pairs:
        if repr(a) != repr(b):  # also of dicts in another order
            return _differing(a, b, inner)
    return f"{way}: {shortened(repr(first))} or {shortened(repr(second))}"


def a_spectator_is_shown_public_facts_alone(game: AnyGame) -> None:
    """HH-15: a spectator's view is the same after a redeal for spectators."""
    for n, moment, _ in looks(game):
        compare(moment, None, n)


def a_redeal_draws_anew_what_is_hidden(game: AnyGame) -> None:
    """HH-15: two redeals differ in the State; one that keeps all guards nothing."""
    differ: dict[str, list[bool]] = {"seat": [], "spectator": []}
    for n, moment, seat in looks(game):
        if moment.rounds and moment.state.ending is None:
            for viewer in differ:
                first, two = (redealt(moment, seat if viewer == "seat" else None, number) for number in (n, n + 500))
                differ[viewer].append(canonical(plain(first.state)) != canonical(plain(two.state)))
    hold(differ["seat"], "the match has no moment after its first close")
    declared = type(game).redeal is Game.redeal  # what it hides may be there between two moves alone
    for viewer, changed in differ.items():
        enough = any(changed) if declared else sum(changed) * 2 >= len(changed)
        hold(
            enough or not game.spec.hides,
            f"redeal for a {viewer} keeps the State as it is in {changed.count(False)} of {len(changed)} moments: "
            "draw anew what it cannot know, or say `hides=False` in the Spec if nothing is hidden",
        )


def a_close_tells_a_seat_only_what_it_teaches_it(game: AnyGame, swaps: int = SWAPS) -> None:
    """HH-15: two closes after which a seat knows the same give it the same reports, words and public facts, whatever
    others hold and ordered."""
    compared = 0
    for n, before, seat in closes(game):
        compared += compare_closes(before, seat, n, swaps)
    hold(compared or not game.spec.hides, "no two closes could be compared: `knows` tells of more than a seat knows")


def compare_closes(before: Match, seat: str, n: int = 0, swaps: int = SWAPS) -> int:
    """Return the number of compared pairs of closes that teach `seat` the same. Raises Broken if one told it more."""
    game, other = before.game, redealt(before, seat, n)
    worlds: dict[bytes, list[tuple[str, bytes]]] = {}
    for state, orders, label in _worlds(before, other, seat, swaps):
        closing = game.close(state, orders, before.dice)
        after = closing.state
        if after.ending is None:
            view = game.view(after, seat)
            words = [game.tell(closing.reports[seat]), game.tell_to(closing.reports[seat], view)]
            brought = told([closing.reports[seat], closing.public, words])
            worlds.setdefault(canonical(plain(game.knows(after, seat))), []).append((label, brought))
    compared = 0
    for group in worlds.values():
        for label, brought in group[1:]:
            compared += 1
            hold(
                brought == group[0][1],
                f"a close of {game.spec.round_word} {before.round} teaches {seat} the same, and tells it more "
                f"{label}: {difference(group[0][1], brought)}",
            )
    return compared


def _worlds(before: Match, other: Match, seat: str, swaps: int) -> Iterator[tuple[Any, Json, str]]:
    """Yield the State and its redeal with orders and redealt orders; then the State with two others' orders exchanged,
    of which a seat that reads sums and winners often learns nothing."""
    for state in (before.state, other.state):
        for sealed, label in ((before.sealed, HELD), (other.sealed, ORDERED)):
            yield state, orders_in(before, (before.state, other.state), {s: sealed[s].orders for s in sealed}), label
    orders_now = orders_in(before, (before.state,), {s: sealed.orders for s, sealed in before.sealed.items()})
    exchanges = list(_exchanges({s: orders for s, orders in orders_now.items() if s != seat}))
    for changed in exchanges[:: max(1, len(exchanges) // swaps)] if swaps else ():
        if orders_in(before, (before.state,), changed).keys() == changed.keys():
            yield before.state, {**orders_now, **changed}, ORDERED


def a_result_that_is_held_is_shown_to_no_seat(game: AnyGame) -> None:
    """HH-53: a held last close is the same in two worlds that a seat cannot tell apart."""
    for before in [moment for moment in played(game, 1).moments if moment.phase == "round"][-1:]:
        for turn, seat in enumerate((None, *before.seats)):
            compare_held(before, seat, turn)


def compare_held(before: Match, seat: str | None, n: int = 0) -> bool:
    """Raise Broken if a held close shows `seat` more than it knew. False unless it is the last close."""
    worlds = [
        replace(world, header=replace(world.header, confirm=True)) for world in (before, redealt(before, seat, n))
    ]
    closed = [apply(world, j.Closed())[0] for world in worlds]
    if any(world.phase != "confirming" for world in closed):
        return False
    first, second = (outputs(world, seat) for world in closed)
    for name in first:
        hold(
            first[name] == second[name],
            f"a held close shows {seat or 'a spectator'} in its {name}: {difference(first[name], second[name])}",
        )
    return True


DISCLOSED = 12
"""Exchanges of orders at a close, to find what its public report tells of them."""


def what_everybody_is_told_a_ruling_discloses(game: AnyGame) -> None:
    """HH-15: each field of a public report that depends on hidden facts or on sealed orders is named in the rulings, as
    `field` or "field". A report in sentences needs a ruling that says what everybody learns."""
    text = rulings_of(game)
    if not text:
        return
    fields: set[str] = set()
    for n, before, seat in closes(game):
        reports = [
            _values_by_path(plain(game.close(state, orders, before.dice).public), before.seats)
            for state, orders, _ in _worlds(before, redealt(before, None, n), seat, DISCLOSED)
        ]
        paths = dict.fromkeys(path for report in reports for path in report)
        differ = [path for path in paths if any(report.get(path) != reports[0].get(path) for report in reports)]
        fields |= {name for path in differ for name in path.split(".") if name not in ("*", "")}
    if fields == {"lines"}:
        told_to_all = re.search(r"\b(everybody|everyone|public|all players)\b", text, re.IGNORECASE)
        hold(told_to_all, "no ruling says what everybody learns from a close: `Everybody learns ...`")
        return
    silent = sorted(name for name in fields if f"`{name}`" not in text and f'"{name}"' not in text)
    hold(not silent, f"everybody is told {', '.join(silent)}, and no ruling discloses it: write `field` there")


HELD, ORDERED = "of what others hold", "of what others ordered"


def _exchanges(orders: Mapping[str, Any]) -> Iterator[Json]:
    """Yield the orders of two seats with one field exchanged (the bid, the partner), or all."""
    for first, two in combinations(orders, 2):
        fields = orders[first].__struct_fields__
        for exchanged in (*((field,) for field in fields), *([fields] if len(fields) > 1 else [])):
            ours, theirs = ({field: getattr(orders[seat], field) for field in exchanged} for seat in (first, two))
            if ours != theirs:
                yield {first: replace(orders[first], **theirs), two: replace(orders[two], **ours)}


def orders_in(match: Match, states: Sequence[Any], sealed: Mapping[str, Any]) -> Json:
    """Return the orders that are legal in all of these states."""
    return {seat: sealed[seat] for seat in match.seats if seat in sealed and _legal(match, states, seat, sealed[seat])}


def _legal(match: Match, states: Sequence[Any], seat: str, orders: Any) -> bool:
    try:
        for state in states:
            match.game.check(state, seat, orders)
    except Refused:
        return False
    return True


def an_action_tells_a_seat_only_what_it_teaches_it(game: AnyGame) -> None:
    """HH-15: in two worlds that a seat cannot tell apart its live actions are accepted or refused alike. If they teach
    the actor or a bystander the same, they tell it the same."""
    for n, moment, seat in looks(game) if game.Action is not None else ():
        if moment.phase == "round":
            compare_actions(moment, seat, n)


def compare_actions(moment: Match, seat: str, n: int = 0) -> None:
    """Raise Broken if a live action of `seat` tells it, another seat or spectators more than it teaches them."""
    actions = [c for c in views.asks(moment, seat).choices if c.slot.startswith("action") and c.probe is not None]
    tried = varied(actions, lambda choice: (kind_of(choice.slot), choice.ruling), ACTIONS)
    tried.sort(key=lambda choice: choice.closed is not None)  # accepted actions tell most
    others = [other for other in moment.seats if other != seat]
    standing_by = [others[(n * BYSTANDERS + k) % len(others)] for k in range(min(BYSTANDERS, len(others)))]
    for reader in (seat, *dict.fromkeys(standing_by), None):
        other = redealt(moment, reader, n)
        for choice in tried:
            if reader != seat and choice.closed is not None:
                break
            first, second = (
                _known_after_action(match, seat, choice.slot, choice.probe or {}, reader) for match in (moment, other)
            )
            if first is not None and second is not None:
                hold(
                    first[1] == second[1] or (first[0] != second[0] and REFUSED not in (first[0], second[0])),
                    f"{choice.probe} of {seat} tells {reader or 'spectators'} what it cannot know: "
                    f"{first[1]} {second[1]}",
                )


def _known_after_action(
    match: Match, seat: str, slot: str, probe: Json, reader: str | None
) -> tuple[bytes, object] | None:
    """Return what `reader` knows after an action of `seat`, and what it heard. None if not comparable: another's
    refused action, or a refusal that the game calls unforeseen."""
    try:
        after, changes = apply(match, probe_entry(seat, slot, probe))
    except Refused as error:
        refused = reader == seat and error.code not in match.game.unforeseen
        return (REFUSED, (error.code, error.message)) if refused else None
    # A removed ready mark is public in the count (CM-27).
    kinds = sorted({change.kind for change in changes if change.kind != "ready" and hears(change, reader)})
    notices = plain(after.notices.get(reader, ())[len(match.notices.get(reader, ())) :]) if reader is not None else ()
    return canonical(plain(match.game.knows(after.state, reader))), (kinds, canonical(notices))


REFUSED = b"refused"


def hears(change: Change, reader: str | None) -> bool:
    """True if `reader` (None: a spectator) hears of this change."""
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
            after = canonical(plain([game.view(rebuilt, seat), game.asks(rebuilt, seat, sight.sealed)]))
            before = canonical(plain([sight.view, game.asks(moment.state, seat, sight.sealed)]))
            hold(after == before, f"a State rebuilt for {seat} shows it something else: {difference(before, after)}")


SECRECY = (
    a_seat_is_shown_only_what_it_may_know,
    a_spectator_is_shown_public_facts_alone,
    a_redeal_draws_anew_what_is_hidden,
    a_close_tells_a_seat_only_what_it_teaches_it,
    what_everybody_is_told_a_ruling_discloses,
    an_action_tells_a_seat_only_what_it_teaches_it,
    a_rebuilt_state_shows_a_bot_what_it_saw,
)


SEED = 15
"""Seed of tested bots. In a match it follows from the nonce, which a redeal redraws like the dice."""


def what_a_bot_says_follows_from_what_it_may_know(game: AnyGame) -> None:
    """HH-15, HH-32: at any moment, among talking people, a bot of each level and temper says and does the same after a
    redeal for its seat; and some bots do speak."""
    playing = (look for look in looks(game) if look[1].phase in ("pregame", "round"))
    words = sum(compare_talk(moment, seat, n) for n, moment, seat in playing)
    hold(words, "no bot said a word at any moment: there was nothing to compare")


def compare_talk(moment: Match, seat: str, turn: int) -> int:
    """Return how many messages a bot sends at `moment`. Raises Broken if they or its moves depend on what its seat
    cannot know."""
    own, other = (moves_of(match, seat, turn) for match in (moment, redealt(moment, seat, turn)))
    own_moves, redealt_moves = (
        canonical([(type(move).__name__, plain(move)) for move in moves]) for moves in (own, other)
    )
    hold(
        own_moves == redealt_moves,
        f"a bot at {seat} in {moment.game.spec.round_word} {moment.round} says or does what it cannot know: "
        f"{difference(own_moves, redealt_moves)}",
    )
    return sum(isinstance(move, Say) for move in own)


def moves_of(match: Match, seat: str, turn: int) -> list[Move]:
    """Return the moves of a new bot in this seat, among people."""
    sight = views.sight(match, seat)
    sight = replace(sight, people=tuple(other for other in match.seats if other != seat), sealed=None, ready=False)
    level = match.game.levels[turn % len(match.game.levels)]
    temper = TEMPERS[turn % len(TEMPERS)]
    bot = Companion(match.game, match.game.bot(level, seat, SEED), temper, level, SEED, "talkative")
    return bot.turn(sight)


def sentences_of_one_seat(game: AnyGame) -> tuple[str, ...]:
    """Return sentences that closes tell everybody and that change with the orders of one seat alone: they repeat what
    it sealed. One sentence of each form; empty for reports with fields."""
    forms: dict[str, str] = {}
    for _, before, _ in closes(game):
        sealed = {seat: orders.orders for seat, orders in before.sealed.items()}
        told_to_all = _sentences(before, sealed)
        changed: Counter[str] = Counter()
        for seat in sealed if told_to_all else ():
            others = [{**sealed, seat: orders} for orders in sealed.values()]
            legal = [orders for orders in others if _legal(before, (before.state,), seat, orders[seat])]
            changed.update({line for orders in legal for line in {*told_to_all} - {*_sentences(before, orders)}})
        for line in (line for line in told_to_all if changed[line] == 1):
            forms.setdefault(re.sub("|".join(("[0-9]+", *map(re.escape, before.seats))), "#", line), line)
    return tuple(forms.values())


def _sentences(before: Match, orders: Mapping[str, Any]) -> tuple[str, ...]:
    public = before.game.close(before.state, dict(orders), before.dice).public
    return public.lines if isinstance(public, Sentences) else tuple(str(getattr(public, "text", "")).splitlines())


def revealed_by_close(game: AnyGame) -> tuple[str, ...]:
    """Return the paths of what closes gave seats and spectators (`public.paid`, `report.chips`, `view.won.*.paid`) that
    differ in a State that they could not tell apart before, all orders the same.

    The promises take the view for the seat's knowledge, so a secret that a close enters into a public history breaks
    none of them; it is found here, with everything that the rules let a close disclose. Empty for a game with closes
    that tell orders but no possessions. Of the last close only public facts and `end.` count.
    """
    paths: set[str] = set()
    for n, before, seat in closes(game):
        for reader in (seat, None):
            paths |= set(_disclosed(before, reader, n))
    return tuple(sorted(paths))


def _disclosed(before: Match, seat: str | None, n: int) -> Iterator[str]:
    states = (before.state, redealt(before, seat, n).state)
    orders = orders_in(before, states, {other: sealed.orders for other, sealed in before.sealed.items()})
    if len(orders) < len(before.sealed):
        return  # defaults for orders come from the State, and the States differ
    closings = [before.game.close(state, orders, before.dice) for state in states]
    brought = [_what_is_told(before.game, closing, seat) for closing in closings]
    yield from _differences(plain(brought[0]), plain(brought[1]), before.seats)


def _what_is_told(game: AnyGame, closing: Closing[Any, Any], seat: str | None) -> Json:
    if closing.state.ending is not None:
        return {"public": closing.public, "end": game.outcome_facts(closing.state)}
    report = None if seat is None else closing.reports[seat]
    return {"public": closing.public, "view": game.view(closing.state, seat), "report": report}


def _differences(value: Any, other: Any, seats: Sequence[str]) -> Iterator[str]:
    first, second = _values_by_path(value, seats), _values_by_path(other, seats)
    yield from (place for place in dict.fromkeys((*first, *second)) if first.get(place) != second.get(place))


def _values_by_path(value: Any, seats: Sequence[str]) -> dict[str, list[Any]]:
    paths: dict[str, list[Any]] = {}

    def walk(value: Any, way: tuple[str, ...]) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, (*way, "*" if key in seats else key))
        elif isinstance(value, list):
            for inner in value:
                walk(inner, (*way, "*"))
        else:
            paths.setdefault(".".join(way), []).append(value)

    walk(value, ())
    return paths
