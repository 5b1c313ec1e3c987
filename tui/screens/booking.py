"""How a main match ended that was played in another place, or ended otherwise than the house knows (SE-05)."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.widget import Widget

from core.refusal import Refused
from core.seasons.desk import SeasonDesk
from core.seasons.opening import title
from core.seasons.outcome import Outcome
from core.seasons.season import Season
from tui import text
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Ask, Confirm, Pick
from tui.season_rows import differences
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row

NOBODY = "nobody"


class TypedOutcome(GarnetScreen[None]):
    """A line a seat, and who is named. Nothing is entered before it was shown and confirmed."""

    AUTO_FOCUS = "#form"
    TOPIC = """\
Enter on a seat asks for its place (equal places share one), t for its Tokens of Life, g for the garnets that it won.
Below, who was named for the Death Match and who carries a Mark now. The last line shows what the booking comes to."""
    BINDINGS = [
        Binding("t", "amount('tokens')", "tokens", id="booking.tokens", tooltip="Tokens of Life this seat won."),
        Binding("g", "amount('garnets')", "garnets", id="booking.garnets", tooltip="Garnets this seat won."),
        Binding("s", "book", "book it", id="booking.book", tooltip="Show what it comes to, and book it."),
    ]

    def __init__(self, desk: SeasonDesk, known: Outcome | None) -> None:
        """`known`: what the house knows of the match, to begin with."""
        super().__init__(id="typed-outcome")
        self._desk = desk
        self._episode = desk.season.episodes[-1]
        self._known = known
        self._place: dict[str, int] = _places(known) if known else {}
        self._amounts = {
            "tokens": dict((known.tokens_of_life if known else None) or {}),
            "garnets": dict((known.garnets if known else None) or {}),
        }
        self._named: dict[str, str | None] = {
            "candidate": known.elimination_candidate if known else None,
            "opponent": known.death_match_opponent if known else None,
            "marked": known.marked if known else None,
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
        """The lines as they are now."""
        rows = [Row("seats", "Seats", heading=True)]
        for name in self._episode.seats:
            place = self._place.get(name)
            told = "no place yet" if place is None else f"{place}."
            won = (
                [text.counted(self._amounts["tokens"].get(name, 0), "token")]
                if self._amounts["tokens"].get(name)
                else []
            )
            if garnets := self._amounts["garnets"].get(name):
                won.append(text.counted(garnets, "garnet"))
            tone = "$warn" if place is None else "$accent"
            rows.append(Row(f"seat:{name}", text.fit(name, 26), note=text.line((told, tone), f"  {', '.join(won)}")))
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

    def action_amount(self, what: str) -> None:
        row = self.query_one("#form", Choices).row
        kind, _, name = ("" if row is None else row.id).partition(":")
        if kind != "seat":
            self.tell("Go to a seat first.", "warn")
        else:
            word = "Tokens of Life" if what == "tokens" else "Garnets"
            self._ask(f"{word} that {name} won", "A whole number from 0.", self._amounts[what], name, 0)

    def _ask(self, question: str, hint: str, into: dict[str, int], name: str, least: int) -> None:
        def take(given: str) -> None:
            given = given.strip()
            if not (given.isascii() and given.isdigit()) or int(given) < least:
                raise Refused("bad_amount", f"Give a whole number from {least}.", "SE-05")
            into[name] = int(given)

        now = str(into[name]) if name in into else ""
        self.app.push_screen(Ask(question, hint, now, longest=6, take=take), lambda _: self.show())

    # --- booking
    def outcome(self) -> Outcome:
        """What was typed. Refused while somebody has no place."""
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
        found: list[tuple[Outcome, Season]] = []

        def look() -> None:
            outcome = self.outcome()
            found.append((outcome, self._desk.preview_booking(outcome)))

        if self.is_current and self.attempt(look):
            outcome, after = found[0]
            rows: list[text.Part] = [after.news[-1].text, "", *differences(self._desk.season, after)]
            self.app.push_screen(Confirm("Book it like this?", rows), lambda yes: self._book(outcome) if yes else None)

    def _book(self, outcome: Outcome) -> None:
        if self.attempt(lambda: self._desk.book(outcome)):
            self.dismiss()


def _places(known: Outcome) -> dict[str, int]:
    """Every seat's place: one more than those above."""
    places: dict[str, int] = {}
    for tied in known.ranking:
        places |= dict.fromkeys(tied, len(places) + 1)
    return places
