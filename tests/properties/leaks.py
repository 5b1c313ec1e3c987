"""Games with a leak planted, for the tests of the tests: each shows a seat something small that it cannot know."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from core.contract import AnyGame, Notice
from core.games import register
from core.games.sinners_secret.spec import PAIRS
from core.match.state import Match
from core.refusal import Refused

SECRETS = {
    "black_and_white": lambda state, of: sum(state.hands[of]),
    "ninety_nine": lambda state, of: state.left[of],
    "chips": lambda state, of: state.chips[of],
    "day_of_mercury": lambda state, of: state.players[of].points,
    "sinners_secret": lambda state, of: PAIRS.index(state.pairs[state.letters[of][0]]),
    "drifting_ship": lambda state, of: state.players[of].crew[0].energy if state.players[of].crew else 0,
    "exodus": lambda state, of: state.held[of]["red"],
    "famine": lambda state, of: state.score[of],
    "pantheic_runes": lambda state, of: state.players[of].mana or 0,
    "refereed": lambda state, of: state.points[of],
}
"""By game: a number that belongs to the seat `of` alone."""

IN_VIEW = {
    "ninety_nine": lambda view, secret: replace(view, left=secret),
    "chips": lambda view, secret: replace(view, chips=secret),
}
"""For games of the house `test_leaves.py` makes such a view of every leaf."""
IN_REPORT = {
    "black_and_white": lambda report, secret: replace(report, part=secret),
    "ninety_nine": lambda report, secret: replace(report, part=secret),
    "chips": lambda report, secret: replace(report, chips=secret),
    "day_of_mercury": lambda report, secret: replace(report, points=secret),
    "sinners_secret": lambda report, secret: replace(report, channels=(*report.channels, str(secret))),
    "drifting_ship": lambda report, secret: replace(report, energy=(report.energy[0], secret)),
    "exodus": lambda report, secret: replace(report, score=secret),
    "famine": lambda report, secret: replace(report, score=secret),
    "pantheic_runes": lambda report, secret: replace(report, tokens=secret),
    "refereed": lambda report, secret: replace(report, points=secret),
}


def leaky(game: AnyGame, where: str) -> AnyGame:
    """`game` under another id, with its secret of the next seat in `view`, `spectator`, `asks`, `report`, `public`,
    `notice`, in the words of a `refusal` or in its `code`."""
    name = game.spec.id
    secret = SECRETS[name]

    def next_to(state: Any, seat: str | None) -> Any:
        seats = state.seats
        return secret(state, seats[0] if seat is None else seats[(seats.index(seat) + 1) % len(seats)])

    class Leaky(type(game)):  # type: ignore[misc]
        spec = replace(game.spec, id=f"leak-in-{where}-{game.spec.ruling_prefix.lower()}", title=f"A leak in a {where}")

        def view(self, state: Any, seat: str | None) -> Any:
            view = super().view(state, seat)
            shown = where == ("spectator" if seat is None else "view")
            return IN_VIEW[name](view, next_to(state, seat)) if shown else view

        def knows(self, state: Any, seat: str | None) -> Any:
            return game.knows(state, seat)

        def check(self, state: Any, seat: str, orders: Any) -> None:
            try:
                super().check(state, seat, orders)
            except Refused as refusal:
                more = f" The next holds {next_to(state, seat)}." if where == "refusal" else ""
                code = f"{refusal.code}_{next_to(state, seat)}" if where == "code" else refusal.code
                raise Refused(code, refusal.message + more, refusal.ruling) from None

        def asks(self, state: Any, seat: str, sealed: Any) -> Any:
            found = super().asks(state, seat, sealed)
            return replace(found, limits={**found.limits, "leak": next_to(state, seat)}) if where == "asks" else found

        def act(self, state: Any, seat: str, action: Any, sealed: Any, dice: Any) -> Any:
            done = super().act(state, seat, action, sealed, dice)
            if where != "notice":
                return done
            said = Notice("leak", f"The next holds {next_to(state, seat)}.")
            return replace(done, notices={**done.notices, seat: (*done.notices.get(seat, ()), said)})

        def close(self, state: Any, orders: Any, dice: Any) -> Any:
            closing = super().close(state, orders, dice)
            after = closing.state
            if where == "report":
                told = {s: IN_REPORT[name](report, next_to(after, s)) for s, report in closing.reports.items()}
                return replace(closing, reports=told)
            if where == "public":
                return replace(closing, public={"held": [secret(after, s) for s in after.seats]})
            return closing

    made: AnyGame = Leaky()
    register(made)
    return made


def of_leaky(moment: Match, game: AnyGame) -> Match:
    """A moment of a match as one of the leaky game."""
    return replace(moment, header=replace(moment.header, game=game.spec.id))
