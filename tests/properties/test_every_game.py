"""One kit of properties over every registered game: what the engine promises, whatever the rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from typing import Any

import msgspec
import pytest

from core import journal as j
from core import sights
from core.botplay import make_bot, play_out
from core.dice import Dice, commitment
from core.form import canonical, plain
from core.games import MODULES
from core.games import game as find_game
from core.inputs import apply, fold
from core.match import Match
from core.refusal import Refused
from tests.kit import play

GAMES = tuple(MODULES)
SEEDS = (1, 2, 3)
UNFORESEEN = {"partner_cannot_pay"}
"""Refusals that no player can see coming: they show something of another seat, by a ruling (PR-12)."""


class Played:
    """A match that random bots played to the end, with everything that was entered and where each round began."""

    def __init__(self, game: str, seed: int) -> None:
        self.start = play(game, seed=seed).match
        self.entries: list[j.AnyEntry] = []
        self.moments: list[Match] = [self.start]
        self.refusals: list[str] = []
        self.end = play_out(
            self.start,
            {seat: make_bot(self.start, seat, "random") for seat in self.start.seats},
            refused=self._refused,
            each=self._note,
        )

    def _refused(self, seat: str, move: object, refusal: Refused) -> None:
        if refusal.code not in UNFORESEEN:
            self.refusals.append(f"{seat} {move}: {refusal.message}")

    def _note(self, match: Match, entry: j.AnyEntry) -> None:
        self.entries.append(entry)
        self.moments.append(match)


@cache
def played(game: str, seed: int) -> Played:
    return Played(game, seed)


every_game = pytest.mark.parametrize("game", GAMES)
every_match = pytest.mark.parametrize(("game", "seed"), [(game, seed) for game in GAMES for seed in SEEDS])


@every_match
def test_random_play_always_ends(game: str, seed: int) -> None:
    end = played(game, seed).end
    assert end.phase == "finished"
    outcome = sights.outcome_of(end)
    assert outcome is not None
    assert sorted(seat for tied in outcome["ranking"] for seat in tied) == sorted(end.seats)
    if outcome["elimination_candidate"] is not None:
        assert outcome["elimination_candidate"] not in outcome["winners"]
        assert outcome["death_match_opponent"] != outcome["elimination_candidate"]


@every_match
def test_random_bots_make_no_illegal_moves(game: str, seed: int) -> None:
    assert played(game, seed).refusals == []


@every_game
def test_CM_03_replaying_the_journal_equals_the_live_match(game: str) -> None:
    match = played(game, 1)
    header = j.header_from_json(json.loads(json.dumps(j.as_json(match.start.header))))
    entries = [j.entry_from_json(json.loads(json.dumps(j.as_json(entry)))) for entry in match.entries]
    again = fold(header, entries)
    assert sights.digest(again) == sights.digest(match.end)
    for seat in match.end.seats:
        assert canonical(sights.view(again, seat)) == canonical(sights.view(match.end, seat))


PROGRAM = """
import sys
from tests.properties.test_every_game import played
from core import sights
for game in sys.argv[1:]:
    print(game, sights.digest(played(game, 1).end))
"""


def test_CM_03_the_same_match_under_another_hash_seed() -> None:
    here = {game: sights.digest(played(game, 1).end) for game in GAMES}
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, *GAMES], env=environment, capture_output=True, text=True, check=True
    )
    assert dict(line.split() for line in told.stdout.splitlines()) == here


@every_match
def test_state_orders_and_reports_survive_json(game: str, seed: int) -> None:
    rules = find_game(game)
    for moment in played(game, seed).moments:
        state = msgspec.json.decode(msgspec.json.encode(moment.state), type=rules.State)
        assert state == moment.state
    end = played(game, seed).end
    for record in end.rounds:
        for report in record.reports.values():
            assert msgspec.json.decode(msgspec.json.encode(report), type=rules.Report) == report
        for orders in record.orders.values():
            assert msgspec.convert(plain(orders), type=rules.Orders) == orders


def closes(match: Played) -> list[tuple[Match, j.Closed, Match]]:
    """Every close of a match: before, the entry, after."""
    pairs = zip(match.moments, match.entries, match.moments[1:], strict=False)
    return [(before, entry, after) for before, entry, after in pairs if isinstance(entry, j.Closed)]


@every_match
def test_CM_03_the_order_of_sealing_does_not_matter(game: str, seed: int) -> None:
    for before, entry, after in closes(played(game, seed)):
        turned = msgspec.structs.replace(before, sealed=dict(reversed(before.sealed.items())))
        again, _ = apply(turned, entry)
        assert sights.digest(again) == sights.digest(after)
        rules = find_game(game)
        if before.phase in ("pregame", "round"):
            orders = {seat: order.orders for seat, order in reversed(before.sealed.items())}
            closing = rules.close(before.state, orders, Dice(before.header.seed))
            assert canonical(plain(closing.reports)) == canonical(plain(after.rounds[len(before.rounds)].reports))


@every_match
def test_nothing_mutates_its_input(game: str, seed: int) -> None:
    rules = find_game(game)
    match = played(game, seed)
    for before, entry, _ in zip(match.moments, match.entries, match.moments[1:], strict=False):
        state = msgspec.json.encode(before.state)
        rest = canonical(plain([before.sealed, before.told, before.drafts]))
        apply(before, entry)
        if before.phase in ("pregame", "round"):
            for seat in before.seats[:3]:
                rules.view(before.state, seat)
                sights.asks(before, seat)
        assert msgspec.json.encode(before.state) == state
        assert canonical(plain([before.sealed, before.told, before.drafts])) == rest


def open_moments(match: Played, how_many: int = 12) -> list[Match]:
    """Moments at which orders or actions are possible, spread over the match."""
    found = [moment for moment in match.moments if moment.phase in ("pregame", "round")]
    return found[:: max(1, len(found) // how_many)]


@every_game
def test_CM_01_what_asks_offers_is_accepted_and_what_it_closes_is_refused(game: str) -> None:
    tried = {"open": 0, "closed": 0}
    for seed in SEEDS:
        for moment in open_moments(played(game, seed)):
            for seat in moment.seats:
                for choice in sights.asks(moment, seat).choices:
                    if choice.probe is None:
                        continue
                    tried["open" if choice.closed is None else "closed"] += 1
                    error = refusal(moment, seat, choice.slot, choice.probe)
                    told = f"{seat} {choice} -> {error and error.message}"
                    assert (error is None) == (choice.closed is None), told
    assert tried["open"], "asks offers nothing that can be tried"


def refusal(match: Match, seat: str, slot: str, probe: dict[str, Any]) -> Refused | None:
    if slot.startswith("action"):
        entry: j.AnyEntry = j.Acted(by=seat, action=probe)
    else:
        entry = j.Sealed(by=seat, orders=probe)
    try:
        apply(match, entry)
    except Refused as error:
        return error
    return None


@every_game
def test_CM_02_every_default_is_legal(game: str) -> None:
    """Nobody orders anything at all: the match still goes to its end."""
    match = play(game)
    for _ in range(find_game(game).spec.rounds + 12):
        if match.phase != "finished":
            match.close()
    assert match.phase == "finished"
    assert match.outcome is not None


@every_game
def test_CM_01_nothing_is_asked_after_the_end(game: str) -> None:
    end = played(game, 1).end
    for seat in end.seats:
        found = sights.asks(end, seat)
        assert not found.orders
        assert found.choices == ()
        assert sights.own_pending(end, seat) is None
    for entry in (j.Sealed(by=end.seats[0], orders={}), j.Withdrew(by=end.seats[0]), j.Closed(), j.Readied(by="Ada")):
        with pytest.raises(Refused) as error:
            apply(end, entry)
        assert error.value.code == "finished"


@every_game
def test_CM_04_the_commitment_is_public_first_and_checked_last(game: str) -> None:
    match = played(game, 1)
    seat = match.start.seats[0]
    before = sights.view(match.start, seat)
    assert "record" not in before
    record = sights.view(match.end, seat)["record"]
    assert commitment(record["seed"], record["nonce"]) == before["commitment"]


# --- secrets --------------------------------------------------------------------------------------------------------
def outputs(match: Match, seat: str) -> bytes:
    """Everything that leaves the match for one seat, as bytes."""
    told = [sights.view(match, seat), plain(sights.asks(match, seat))]
    probes = [c for c in sights.asks(match, seat).choices if c.probe is not None and c.closed is not None][:20]
    told.append([(e.code, e.message) for c in probes if (e := refusal(match, seat, c.slot, c.probe or {}))])
    return canonical(told)


@every_match
def test_non_interference_the_orders_of_others_change_nothing_before_the_close(game: str, seed: int) -> None:
    """Take away, one at a time, what another seat has sealed: nobody else's outputs change by a byte."""
    compared = 0
    for before, _, _ in closes(played(game, seed)):
        if before.phase not in ("pregame", "round"):
            continue
        for secret in list(before.sealed)[:4]:
            rest = {seat: order for seat, order in before.sealed.items() if seat != secret}
            without = msgspec.structs.replace(before, sealed=rest)
            for seat in before.seats:
                if seat != secret:
                    compared += 1
                    assert outputs(without, seat) == outputs(before, seat)
    assert compared


@every_match
def test_non_interference_talk_notes_and_drafts_of_others_stay_theirs(game: str, seed: int) -> None:
    for moment in open_moments(played(game, seed), 4):
        quiet = {seat: outputs(moment, seat) for seat in moment.seats}
        entries: list[j.AnyEntry] = [
            j.Noted(by=moment.seats[0], text="canary-of-notes"),
            j.Drafted(by=moment.seats[0], orders={"canary": "of drafts"}),
        ]
        for entry in entries:
            moment, changes = apply(moment, entry)
            assert all(change.seats == (moment.seats[0],) for change in changes)
        for seat in moment.seats[1:]:
            assert outputs(moment, seat) == quiet[seat]


@every_match
def test_canaries_a_message_reaches_its_readers_alone(game: str, seed: int) -> None:
    match = played(game, seed).end
    assert match.phase == "finished"
    first, second = match.seats[0], match.seats[1]
    after, changes = apply(match, j.Said(by=first, to=(second,), text="canary-7f3a"))
    for seat in after.seats:
        assert (b"canary-7f3a" in outputs(after, seat)) == (seat in (first, second))
    assert b"canary-7f3a" not in canonical(sights.view(after, None))
    assert all(change.seats == (first, second) for change in changes if change.kind == "said")


@every_match
def test_CM_09_the_views_of_a_spectator_hold_no_private_part(game: str, seed: int) -> None:
    for moment in open_moments(played(game, seed), 4):
        told = sights.view(moment, None)
        assert not {"orders", "log", "messages", "notes", "record"} & set(told)
        assert "canary" not in str(told)
