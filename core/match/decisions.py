"""The decision phase (CM-07, CM-08, CM-12): choices after the last round, votes, deadlines and lots."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from core.decoding import decode
from core.json import Json
from core.ledger import Pending, total
from core.match import journal as j
from core.match.ending import hold_close, waits_to_be_confirmed
from core.match.records import Change, SettledBy, SettledChoice
from core.match.state import Applied, Match, announce, change, check_player, set_clock
from core.parts import ActionRecord
from core.refusal import Refused, quoted


class ChooseCandidate(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="choose_candidate", tag_field="kind"
):
    player: str


class ChooseAscendant(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="choose_ascendant", tag_field="kind"
):
    player: str


class ChooseOpponent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="choose_opponent", tag_field="kind"):
    player: str


class GiveTokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="give_tokens", tag_field="kind"):
    players: tuple[str, ...]


Choice = ChooseCandidate | ChooseAscendant | ChooseOpponent | GiveTokens
Kind = Literal["choose_candidate", "give_tokens", "choose_ascendant", "choose_opponent"]

WORDS = {
    "choose_candidate": "is the Elimination Candidate",
    "choose_opponent": "is the opponent in the Death Match",
    "choose_ascendant": "ascends",
    "give_tokens": "receive a Token of Life each",
}


def pending(match: Match) -> Pending | None:
    """Return the choice to be made now; None outside the decision phase."""
    return _cast_choice(match) if match.phase == "decision" else None


def _cast_choice(match: Match) -> Pending | None:
    """Return the game's next choice; the next of the cast stand in for guests (SE-32)."""
    if match.guests == match.seats:
        return None
    choice: Pending | None = match.game.pending(match.state)
    if choice is None or not match.guests:
        return choice
    by = tuple(seat for seat in choice.by if seat not in match.guests) or _cast_by_rank(match)[:1]
    among = choice.among
    if choice.kind == "choose_candidate":
        among = tuple(seat for seat in among if seat not in match.guests) or _cast_by_rank(match)[-1:]
    return msgspec.structs.replace(choice, by=by, among=among) if by and among else None


def _cast_by_rank(match: Match) -> tuple[str, ...]:
    """Rank the seats that are not guests; equals in seat order."""
    ending = match.state.ending
    assert ending is not None
    return tuple(seat for group in ending.ranking for seat in group if seat not in match.guests)


def _without_guest(match: Match, at: float) -> Match:
    """Replace a guest who is candidate by the last of the cast (SE-32)."""
    ending = match.state.ending
    if ending is None or ending.candidate is None or ending.candidate not in match.guests:
        return match
    guest, instead = ending.candidate, next(iter(_cast_by_rank(match)[::-1]), None)
    opponent = None if ending.opponent == instead else ending.opponent
    settled = msgspec.structs.replace(ending, candidate=instead, opponent=opponent)
    match = change(match, state=msgspec.structs.replace(match.state, ending=settled), passed_over=guest)
    text = "there is no Elimination Candidate" if instead is None else f"{instead} is the Elimination Candidate"
    return announce(match, "passed_over", f"{guest} is a guest, so {text}: the last of the cast.", at)


def enter(match: Match, at: float) -> Match:
    """Begin the decision phase after the last round: forced choices are made, the rest is pending."""
    match = change(match, sealed={}, drafts={}, ready=(), deadline=None, seconds_left=None, phase="decision")
    if match.exempt is not None:
        match = change(match, state=msgspec.structs.replace(match.state, exempt=match.exempt))
    return _go_on(match, at)


def exempt_seats_from_choice(match: Match, entry: j.Exempted) -> Applied:
    """Exempt these seats from being chosen as opponent. A pending choice changes with them: votes for them do not count
    (SE-24)."""
    for seat in entry.seats:
        check_player(match, seat)
    seats = tuple(seat for seat in match.seats if seat in entry.seats)
    before = match.exempt_seats
    guests = tuple(seat for seat in match.seats if seat in entry.guests)
    if seats == before and guests == match.guests:
        return match, ()
    after = change(match, exempt=seats, guests=guests)
    if match.rounds and (new := [seat for seat in seats if seat not in before]):
        after = announce(after, "exempted", f"{', '.join(new)} cannot be chosen for the Death Match.", entry.at)
    changes: tuple[Change, ...] = (Change("news"),)
    if match.phase == "decision":
        choice = pending(match)
        after = spared = change(after, state=msgspec.structs.replace(match.state, exempt=seats))
        if pending(after) != choice:
            after, changes = _go_on(after, entry.at), (*changes, Change("closed"))
            if waits_to_be_confirmed(match, after):
                after = hold_close(spared, "early", entry.at)
    return after, changes


def _go_on(match: Match, at: float) -> Match:
    """Make every forced choice (CM-07); then wait for the next choice, or finish."""
    match = _without_guest(match, at)
    while (choice := _cast_choice(match)) is not None:
        if len(choice.among) > choice.count:
            return set_clock(change(match, phase="decision", votes={}), at)
        match = _without_guest(_settle(match, choice, choice.among[: choice.count], at, "only"), at)
    match = change(match, phase="finished", finished_at=at, messages_by_end=len(match.messages), votes={},
                   deadline=None, seconds_left=None)  # fmt: skip
    ending = match.state.ending
    assert ending is not None
    for lots in ending.lots:  # CM-05, CM-13: until now only the seats in the tie knew
        match = announce(match, "lots", lots.text, at)
    return match


HOW = {"only": "", "votes": "", "lots": ", by lot", "lots_among_votes": ", by lot among equal votes"}
"""End of the announcement, by how a choice was settled."""


def _settle(match: Match, choice: Pending, chosen: tuple[str, ...], at: float, settled_by: SettledBy) -> Match:
    state = match.game.decide(match.state, choice.kind, chosen)
    text = f"{', '.join(chosen)} {WORDS[choice.kind]}{HOW[settled_by]}."
    decided = (*match.decided, SettledChoice(choice.kind, chosen, settled_by))
    return announce(change(match, state=state, settled=match.settled + 1, decided=decided), choice.kind, text, at)


def vote(match: Match, entry: j.Acted) -> Applied:
    """Record a chooser's vote. With several choosers it may change until all have voted (CM-07)."""
    action: Any = decode(Choice, entry.action, "action")  # type: ignore[arg-type]
    choice = _cast_choice(match)
    assert choice is not None  # or the match would be finished
    named_choice = entry.action["kind"]
    if named_choice != choice.kind:
        raise Refused("not_pending", f"Now {', '.join(choice.by)} must choose: {choice.kind}.", "CM-07")
    if entry.author not in choice.by:
        raise Refused("not_yours", f"This choice belongs to {', '.join(choice.by)}.", "CM-07")
    named = action.players if isinstance(action, GiveTokens) else (action.player,)
    for name in named:
        if name not in choice.among:
            raise Refused(
                "cannot_be_chosen", f"{quoted(name)} cannot be chosen. Choose among {', '.join(choice.among)}.", "CM-07"
            )
    if len(set(named)) != len(named) or len(named) != choice.count:
        raise Refused("wrong_number", f"Name exactly {choice.count} different seats; you named {len(named)}.", "CM-07")
    votes = {**match.votes, entry.author: tuple(s for s in match.seats if s in named)}
    deed = ActionRecord(
        match.round, entry.author, entry.action, entry.at
    )  # decisions are actions, and of the record (CM-09)
    match = change(match, votes=votes, actions=(*match.actions, deed))
    if len(votes) < len(choice.by):
        return match, (Change("told", (entry.author,)),)
    after = _go_on(_count_votes(match, choice, entry.at), entry.at)
    if waits_to_be_confirmed(match, after):
        after = hold_close(match, "early", entry.at)
    return after, (Change("closed"),)


def deadline(match: Match, at: float) -> Match:
    """Settle the pending choice alone: votes cast count; lots decide without any."""
    choice = _cast_choice(match)
    return _go_on(match if choice is None else _count_votes(match, choice, at), at)


def _count_votes(match: Match, choice: Pending, at: float) -> Match:
    """Settle by most votes, lots among equals; without votes by lots."""
    draw = match.dice.draw(f"decision {match.settled + 1}: {choice.kind}")
    cast = [match.votes[seat] for seat in choice.by if seat in match.votes]
    if not cast:
        drawn = draw.sample(choice.among, choice.count)
        return _settle(match, choice, tuple(s for s in match.seats if s in drawn), at, "lots")
    most = max(cast.count(named) for named in cast)
    best = sorted(
        {named for named in cast if cast.count(named) == most}, key=lambda n: [match.seats.index(s) for s in n]
    )
    chosen = best[0] if len(best) == 1 else draw.pick(best)
    return _settle(match, choice, chosen, at, "votes" if len(best) == 1 else "lots_among_votes")


def lot_sentences(match: Match, seat: str | None) -> tuple[str, ...]:
    """Return the sentences about lots that a seat may know (CM-13): its own ties; all after the finish."""
    ending = match.state.ending
    if ending is None:
        return ()
    everything = match.phase == "finished" and not match.abandoned
    return tuple(lots.text for lots in ending.lots if everything or seat in lots.among)


def end_json(match: Match, seat: str | None = None) -> Json | None:
    """Return as JSON what a seat knows of the end (CM-12, CM-13); `seat` is None for a spectator. None while rounds are
    played. Only lots differ between seats."""
    ending = match.state.ending
    if ending is None:
        return None
    tokens = total(match.state.ledger, "token", match.seats)
    choice = pending(match)
    return {
        "winners": list(ending.winners),
        "tokens_of_life": {seat: n for seat, n in tokens.items() if n},
        "elimination_candidate": ending.candidate,
        "death_match_opponent": ending.opponent,
        "pending": [] if choice is None else [as_json(choice)],
        "lots": list(lot_sentences(match, seat)),
        **match.game.outcome_facts(match.state),
    }


def as_json(choice: Pending) -> Json:
    return {"kind": choice.kind, "by": list(choice.by), "from": list(choice.among)}


def outcome(match: Match) -> Json | None:
    """Return the outcome in the form of the scenario contract; None unless finished with a result."""
    ending = match.state.ending
    if match.phase != "finished" or ending is None:
        return None
    tokens = total(match.state.ledger, "token", match.seats)
    garnets = total(match.state.ledger, "garnet", match.seats)
    return {
        "winners": list(ending.winners),
        "elimination_candidate": ending.candidate,
        "death_match_opponent": ending.opponent,
        "tokens_of_life": {seat: n for seat, n in tokens.items() if n},
        "garnets": {seat: n for seat, n in garnets.items() if n},
        "ranking": [list(group) for group in ending.ranking],
        **match.game.outcome_facts(match.state),
    }
