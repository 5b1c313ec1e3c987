"""Pages of the host's console: a seat's view, a dry run of a close, the result for export."""

from __future__ import annotations

from textual.binding import Binding

from core.json import Json
from core.match import views
from core.match.state import Match
from core.narration.text import result_csv, result_text
from core.table.host_controls import DryRun, HostControls
from core.words import host_done
from tui.app.memory import DocumentShelf
from tui.games.known import tree
from tui.screens.dialogs import Confirm, ReadScreen
from tui.words import text

RECORDED = "It is on record that you looked; the players see that after the match."


class Earlier:
    """The reports from before the host went back, to find the changed ones."""

    def __init__(self, memory: DocumentShelf, desk: HostControls) -> None:
        self._memory = memory
        self._desk = desk
        self._key = f"host of {desk.table.match.header.match}"

    @property
    def _stored_reports(self) -> dict[int, Json]:
        return {int(number): reports for number, reports in self._memory.get(self._key).get("reports", {}).items()}

    def keep(self) -> None:
        reports = {**self._stored_reports, **self._desk.reports()}
        self._memory.put(self._key, {"reports": {str(number): report for number, report in reports.items()}})

    def changed_words(self) -> str:
        """Return the seats with changed reports by round, in words; empty if there are none."""
        word = self._desk.table.match.spec.round_word
        changed: dict[int, list[str]] = {}
        for number, seat in self._desk.changed_reports(self._stored_reports):
            changed.setdefault(number, []).append(seat)
        return "; ".join(f"{word} {number}: {', '.join(seats)}" for number, seats in changed.items())

    def would_change(self, reports: Json) -> list[str] | None:
        """Return the seats with an earlier report of the open round that would change; None if there was none."""
        earlier = self._stored_reports.get(self._desk.table.match.round)
        return None if earlier is None else [seat for seat, report in reports.items() if report != earlier.get(seat)]


class OpenedPage(ReadScreen):
    """A private page that the host has opened."""

    TOPIC = RECORDED

    def __init__(self, title: str, rows: list[text.Part]) -> None:
        super().__init__(id="opened")
        self._head = title
        self._rows = rows

    def rows(self) -> list[text.Part]:
        return [(self._head, "$strong"), (RECORDED, "$warn"), "", *self._rows]


def seat_rows(desk: HostControls, seat: str, view: Json) -> list[text.Part]:
    match = desk.table.match
    sealed = match.sealed.get(seat)
    sight = views.game_view(match, seat)
    rows: list[text.Part] = [("Sealed now", "$accent")]
    if sealed is None:
        rows.append(("  nothing", "$faint"))
    else:
        rows += [f"  {line}" for line in match.game.restate_to(sealed.orders, sight)] or [
            ("  orders that do nothing", "$faint")
        ]
    rows += ["", ("What it sees", "$accent"), *(text.line("  ", row) for row in tree(view["view"], {}))]
    for record in reversed(match.rounds):
        rows += ["", (f"Told at the close of {match.spec.when(record.round)}", "$accent")]
        rows += [f"  {line}" for line in match.game.tell_to(record.reports[seat], sight)]
    return rows


class DryRunPage(ReadScreen):
    """The reports of a close, or the result that waits for confirmation; `c` publishes it."""

    TOPIC = """\
A preview: nobody has read this yet. c does it for everybody: it closes what is open, or confirms the result that
waits. If a seat seals anew meanwhile, the reports may differ, and c says so first."""
    BINDINGS = [Binding("c", "publish", "do it", id="dry.publish", tooltip="Close, or confirm the result.")]

    def __init__(self, desk: HostControls, tried: DryRun, earlier: Earlier) -> None:
        super().__init__(id="dry-run")
        self._desk = desk
        self._tried = tried
        self._earlier = earlier
        self._sealed = desk.table.match.sealed
        self._round, self._phase = desk.table.match.round, desk.table.match.phase
        self._held = desk.table.match.held_close is not None
        self.done = ""
        """Words of the published result; empty before."""

    def rows(self) -> list[text.Part]:
        word = self._desk.table.match.spec.round_word
        what = "The result that waits for you" if self._held else f"A dry run of {word} {self._round}"
        head = f"{what}: {'nobody is told yet' if self._held else 'nothing is closed'}"
        rows: list[text.Part] = [(head, "$strong"), (RECORDED, "$warn"), ""]
        changed = self._earlier.would_change(self._tried.reports_json)
        if changed is not None:
            names = text.joined(changed) if changed else "nobody: all are told the same again"
            rows += [text.line(("Told otherwise than before you went back: ", "$accent"), names), ""]
        for seat, report in self._tried.reports.items():
            sealed = seat in self._sealed
            rows.append(text.line((seat, "$accent"), ("" if sealed else " (nothing sealed)", "$faint")))
            rows += [f"  {line}" for line in report] or [("  nothing", "$faint")]
        if self._tried.outcome is not None:
            rows += ["", text.line(("Won by ", "$accent"), text.joined(self._tried.outcome["winners"]))]
        return rows

    def action_publish(self) -> None:
        match = self._desk.table.match
        if match.round != self._round or match.phase != self._phase:
            self.tell("That is done already: go back, and look again.", "warn")
            return
        rows: list[text.Part] = [
            "Everybody is told the result as it stands." if self._held else "Closes now; every seat gets its report."
        ]
        if anew := [seat for seat in match.seats if match.sealed.get(seat) != self._sealed.get(seat)]:
            rows.append((f"Since this dry run {text.joined(anew)} changed what is sealed: try again to see.", "$warn"))

        def sure(_: bool) -> None:
            if self.attempt(self._desk.confirm if self._held else self._desk.close):
                self.done = host_done.CONFIRMED if self._held else "Closed; everybody has their report."
                self.call_later(self._leave)

        self.services.ask(Confirm("Confirm the result?" if self._held else "Close now?", rows), sure)

    def _leave(self) -> None:
        self.dismiss()


class ResultPage(ReadScreen):
    """The result as text for a chat room; `t` turns it into a table for spreadsheets. `y` copies it."""

    TOPIC = "The result to take along: y copies it. t changes between text for a chat room and a table (CSV)."
    BINDINGS = [Binding("t", "turn", "text or table", id="result.turn", tooltip="Text for a chat room, or CSV.")]

    def __init__(self, match: Match) -> None:
        super().__init__(id="result")
        self._match = match
        self._table = False

    def rows(self) -> list[text.Part]:
        content = result_csv(self._match) if self._table else result_text(self._match)
        return [*content.rstrip("\n").split("\n")]

    def action_turn(self) -> None:
        from tui.widgets.lines import Paper

        self._table = not self._table
        self.query_one("#read-text", Paper).update(text.lines(self.rows()))
