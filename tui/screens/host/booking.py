"""Entering the result of a main match that was played elsewhere or ended otherwise than recorded (SE-05)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual.binding import Binding
from textual.widget import Widget

from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.opening import title
from core.seasons.outcome import Outcome
from core.seasons.season import Season
from core.seasons.season_controls import SeasonControls
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import AskLine, Confirm, Pick
from tui.screens.host.preview import REASON, Questions
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row
from tui.words import text
from tui.words.season_rows import differences

NOBODY = "nobody"


class TypedOutcome(GarnetScreen[None]):
    """A line for each seat and role. Nothing is booked before it was shown and confirmed."""

    AUTO_FOCUS = "#form"
    TOPIC = """\
Enter on a seat asks for its place (equal places share one), t for its Tokens of Life, g for the garnets that it won.
Below: the players named for the Death Match, and the bearer of a Mark. The last line sums the booking up."""
    BINDINGS = [
        Binding("t", "amount('tokens')", "tokens", id="booking.tokens", tooltip="Tokens of Life this seat won."),
        Binding("g", "amount('garnets')", "garnets", id="booking.garnets", tooltip="Garnets this seat won."),
        Binding("s", "book", "book it", id="booking.book", tooltip="Show what it comes to, and book it."),
    ]

    def __init__(self, desk: SeasonControls, recorded: Outcome | None) -> None:
        """`recorded`: the recorded result to start from, or None."""
        super().__init__(id="typed-outcome")
        self._desk = desk
        self._episode = desk.season.episodes[-1]
        self._known = recorded
        self._place: dict[str, int] = {}
        for tied in recorded.ranking if recorded else ():
            self._place |= dict.fromkeys(tied, len(self._place) + 1)
        self._amounts = {
            "tokens": dict((recorded.tokens_of_life if recorded else None) or {}),
            "garnets": dict((recorded.garnets if recorded else None) or {}),
        }
        self._named: dict[str, str | None] = {
            "candidate": recorded.elimination_candidate if recorded else None,
            "opponent": recorded.death_match_opponent if recorded else None,
            "marked": recorded.marked if recorded else None,
        }

    def body(self) -> Iterable[Widget]:
        head = text.line(f"Episode {self._episode.number}: ", (title(self._episode.game), "$strong"))
        yield Block(head, id="about")
        yield Choices(id="form")

    def on_mount(self) -> None:
        self.query_one("#about", Block).show(["Who came where, and who won what."])
        self.query_one("#form", Choices).add_class("-fill")
        self.show()

    def show(self) -> None:
        rows = [Row("seats", "Seats", heading=True)]
        for name in self._episode.seats:
            place = self._place.get(name)
            place_words = "no place yet" if place is None else f"{place}."
            won = (
                [text.counted(self._amounts["tokens"].get(name, 0), "token")]
                if self._amounts["tokens"].get(name)
                else []
            )
            if garnets := self._amounts["garnets"].get(name):
                won.append(text.counted(garnets, "garnet"))
            tone = "$warn" if place is None else "$accent"
            rows.append(
                Row(f"seat:{name}", text.fit(name, 26), note=text.line((place_words, tone), f"  {', '.join(won)}"))
            )
        rows.append(Row("named", "Named", heading=True))
        for role, word in (("candidate", "Elimination Candidate"), ("opponent", "Opponent"), ("marked", "Mark")):
            rows.append(Row(f"named:{role}", text.fit(word, 26), note=self._named[role] or ("nobody", "$faint")))
        rows.append(Row("go", ("Show what it comes to", "$good")))
        self.query_one("#form", Choices).show(rows)

    # --- changing a line
    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        kind, _, name = message.row.id.partition(":")
        if kind == "seat":
            self._ask(f"The place of {name}", "1 is first; who is equal has the same.", self._place, name, 1)
        elif kind == "named":
            rows = [Row(seat, seat) for seat in self._episode.seats] + [Row("", NOBODY)]
            self.app.push_screen(Pick("Who?", rows, self._named[name]), lambda seat: self._fill_role(name, seat))
        elif kind == "go":
            self.action_book()

    def _fill_role(self, role: str, seat: str | None) -> None:
        if seat is not None:
            self._named[role] = seat or None
        self.show()

    def action_amount(self, field: str) -> None:
        row = self.query_one("#form", Choices).row
        kind, _, name = ("" if row is None else row.id).partition(":")
        if kind != "seat":
            self.tell("Go to a seat first.", "warn")
        else:
            word = "Tokens of Life" if field == "tokens" else "Garnets"
            self._ask(f"{word} that {name} won", "A whole number from 0.", self._amounts[field], name, 0)

    def _ask(self, question: str, hint: str, into: dict[str, int], name: str, least: int) -> None:
        def take(given: str) -> None:
            given = given.strip()
            if not (given.isascii() and given.isdigit()) or int(given) < least:
                raise Refused("bad_amount", f"Give a whole number from {least}.", "SE-05")
            into[name] = int(given)

        now = str(into[name]) if name in into else ""
        self.app.push_screen(AskLine(question, hint, now, longest=6, take=take), lambda _: self.show())

    # --- booking
    def outcome(self) -> Outcome:
        """Return the typed result.

        Raises:
            Refused: A seat has no place yet.
        """
        for name in self._episode.seats:
            if name not in self._place:
                raise Refused("bad_ranking", f"{name} has no place yet: Enter gives one.", "SE-05")
        order = sorted(set(self._place.values()))
        ranking = tuple(tuple(n for n in self._episode.seats if self._place[n] == place) for place in order)
        known = self._known or Outcome(ranking=ranking)
        return Outcome(
            ranking=ranking,
            elimination_candidate=self._named["candidate"],
            death_match_opponent=self._named["opponent"],
            marked=self._named["marked"],
            tokens_of_life={name: n for name, n in self._amounts["tokens"].items() if n},
            garnets={name: n for name, n in self._amounts["garnets"].items() if n},
            spent=known.spent,
            realms=known.realms,
        )

    def action_book(self) -> None:
        outcome = self.result_of(self.outcome) if self.is_current else None
        after = None if outcome is None else self.result_of(lambda: self._desk.only_trying().book(outcome))
        if outcome is not None and after is not None:
            rows: list[text.Part] = [after.news[-1].text, "", *differences(self._desk.season, after)]
            self.services.ask(Confirm("Book it like this?", rows), lambda _: self._book(outcome))

    def _book(self, outcome: Outcome) -> None:
        if self.attempt(lambda: self._desk.book(outcome)):
            self.dismiss()


WHAT = {"purse": "garnets", "tokens": "Tokens of Life", "marked": "Mark", "realm": "realm", "in": "in or out"}
"""Fields that a correction can set (SE-10)."""
VALUES: dict[str, dict[str, Any]] = {
    "marked": {"carries a Mark": True, "carries none": False},
    "realm": {"in Heaven": "heaven", "in Hell": "hell", "in neither": None},
    "in": {"in": True, "out": False},
}


class Correcting:
    def __init__(self, questions: Questions, desk: SeasonControls) -> None:
        self._ask = questions
        self._desk = desk

    def begin(self) -> None:
        season = self._desk.season
        rows = [Row(name, name, note=(_holdings_words(season, name), "$faint")) for name in season.cast]
        self._ask.pick("Correct whom?", rows, self._correct_what)

    def _correct_what(self, name: str) -> None:
        rows = [Row(key, word) for key, word in WHAT.items()]
        self._ask.pick(f"What of {name}?", rows, lambda what: self._correct_to(name, what))

    def _correct_to(self, name: str, field: str) -> None:
        if field in VALUES:
            values = VALUES[field]
            self._ask.pick(
                f"{name}: {WHAT[field]}",
                [Row(word, word) for word in values],
                lambda word: self._correct_why(name, field, values[word]),
            )
            return
        amounts: list[int] = []
        now = str(getattr(self._desk.season.cast[name], field))
        ask = AskLine(f"{name}: {WHAT[field]}", "A whole number from 0.", now,
                      longest=9, take=lambda given: amounts.append(parse_whole(given)))  # fmt: skip
        self._ask.app.ask(ask, lambda _: self._correct_why(name, field, amounts[-1]))

    def _correct_why(self, name: str, field: str, value: Any) -> None:
        change = {name: j.CastCorrection(**{"in_" if field == "in" else field: value})}

        def would(why: str) -> Season:
            return self._desk.only_trying().correct(change, why)

        def answered(why: str) -> None:
            rows = differences(self._desk.season, would(why)) or ["Nothing changes."]
            self._ask.confirm("Correct it like this?", [*rows, "", text.line("Why: ", why)],
                          lambda: self._desk.correct(change, why))  # fmt: skip

        self._ask.app.ask(AskLine("Why", REASON, longest=200, take=would), answered)


def parse_whole(given: str) -> int:
    """Parse a whole number from 0.

    Raises:
        Refused: It is none.
    """
    given = given.strip()
    if not given.isascii() or not given.isdigit():
        raise Refused("bad_amount", "Give a whole number from 0.", "SE-10")
    return int(given)


def _holdings_words(season: Season, name: str) -> str:
    member = season.cast[name]
    return f"{text.counted(member.purse, 'garnet')}, {text.counted(member.tokens, 'token')}" if member.in_ else "out"
