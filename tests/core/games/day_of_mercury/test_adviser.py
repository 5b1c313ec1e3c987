"""The coach of Day of Mercury keeps what its seat promised about commits."""

from __future__ import annotations

from msgspec import structs

from core.bots.contract import Seal
from core.games.day_of_mercury.bots.adviser import adviser
from core.games.day_of_mercury.structs import Sight
from core.match import views
from core.talk.acts import Clause
from core.training import lessons


def targets(sight: Sight) -> list[str]:
    sealed = [move.orders for move in adviser("Ada").turn(sight) if isinstance(move, Seal)][-1]
    return [deed["target"] for visit in sealed["visits"] for deed in visit["actions"] or () if deed["do"] == "commit"]


def test_the_coach_commits_where_its_seat_has_promised_to() -> None:
    exercise = next(item for item in lessons.lessons("day_of_mercury") if item.id == "commit")
    match = lessons.begin("day_of_mercury", exercise, "Ada", lambda: 0.0).match
    sight, now = views.sight(match, "Ada"), match.round
    promised, other = match.seats[2], match.seats[4]
    assert targets(sight) == [promised]
    assert targets(structs.replace(sight, due=(Clause("Ada", "commit", now, now, other),))) == [other]
    assert targets(structs.replace(sight, due=())) == []


def test_a_commit_against_a_seat_that_is_to_be_spared_becomes_a_gather() -> None:
    exercise = next(item for item in lessons.lessons("day_of_mercury") if item.id == "commit")
    match = lessons.begin("day_of_mercury", exercise, "Ada", lambda: 0.0).match
    sight, now = views.sight(match, "Ada"), match.round
    both = (*sight.due, Clause("Ada", "commit", now, now, match.seats[2], negated=True))
    assert targets(structs.replace(sight, due=both)) == []
