"""The league of the house: matches, wins and prizes by person, over all games and by game (SE-12)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from textual.binding import Binding

from core.games import game as find_game
from core.games import ids
from core.house.league import LeagueRow, MatchCounts, OwnMatches
from tui.screens.dialogs import ReadScreen
from tui.widgets.lines import Words
from tui.words import text

COMPANIES = ((None, "with and without bots"), (False, "people alone"), (True, "with bots"))
"""Which matches count, with a name; the key cycles through them."""
BAR = 12
"""Cells of the longest bar."""
NONE = "\u00b7"
TITLE = 23
"""Cells of a game's title."""


class LeagueScreen(ReadScreen):
    TOPIC = """\
Your own matches by game come first: practice counts there, and nowhere else. Below are all players of the house, over
all finished matches, in seasons or not: matches, wins, Tokens of Life and garnets. Most wins come first. g changes the
game; b counts all matches, those of people alone, or those with bots."""
    BINDINGS = [
        Binding("g", "game", "game", id="league.game", tooltip="All games together, or one after the other."),
        Binding("b", "bots", "bots", id="league.bots", tooltip="Count all, those of people alone, or with bots."),
    ]

    def __init__(
        self, rows: Sequence[LeagueRow], finished: Sequence[MatchCounts] = (), you: str | None = None,
        own: Sequence[OwnMatches] = (),
    ) -> None:  # fmt: skip
        """`rows`: from `core.house.league.league`; `finished`: counts of the matches included and excluded;
        `you`: the reader's name, highlighted; `own`: the reader's matches."""
        super().__init__(id="league")
        self._own = own
        self._found = rows
        self._finished = finished
        self._you = you
        self._games: tuple[str | None, ...] = (
            None,
            *dict.fromkeys([*(row.game for row in rows), *(counted_.game for counted_ in finished)]),
        )
        self._game = self._company = 0

    def rows(self) -> list[text.Part]:
        game, (bots, counted) = self._games[self._game], COMPANIES[self._company]
        of = "all games" if game is None else find_game(game).spec.title if game in ids() else game
        head = self._own_rows(game)
        head += [text.line(("The league", "$accent"), (f"   {of}, {counted}", "$faint")), ""]
        chosen = [r for r in self._found if game in (None, r.game) and bots in (None, r.bots)]
        apart = self._not_counted(game, bots)
        if not chosen:
            return [*head, ("No match of that kind has finished yet.", "$faint"), *apart]
        totals = standings(chosen)
        name = max(6, *(len(row.name) for row in totals))
        head.append(text.line((f"{'':>4} {'':{name}}  matches   won  tokens  garnets  places", "$faint")))
        most = max(1, *(won(row) for row in totals))
        for place, row in enumerate(totals, 1):
            bar = "\u2588" * round(BAR * won(row) / most)
            tone = "$key" if row.name == self._you else "$strong"
            head.append(
                text.line(
                    (f"{place:>3}. ", "$faint"), (f"{row.name:{name}}", tone), f"  {row.matches:>7}",
                    (f"  {won(row) or NONE:>4}", "$good" if won(row) else "$faint"),
                    (f"  {row.tokens or NONE:>6}", "$accent" if row.tokens else "$faint"),
                    (f"  {row.garnets or NONE:>7}", "$accent" if row.garnets else "$faint"),
                    (f"  {places(row)}", "$faint"), (f"  {bar}", "$accent") if self.app.size.width >= 100 else "",
                )
            )  # fmt: skip
        return [*head, *([""] if apart else []), *apart]

    def _own_rows(self, game: str | None) -> list[text.Part]:
        """Return the reader's own matches (HH-86)."""
        rows: list[text.Part] = []
        for row in self._own:
            if game in (None, row.game):
                title = find_game(row.game).spec.title if row.game in ids() else row.game
                best = f"{text.ordinal(row.best[0])} of {row.best[1]}"
                rows.append(
                    text.line(
                        text.fit((title, "$strong"), TITLE), f" {len(row.places):>7}",
                        (f"  {row.won or NONE:>4}", "$good" if row.won else "$faint"),
                        f"  {best:>9}  {row.usual:>4.1f}",
                        (f"  {row.practice or NONE:>8}", "$faint"),
                    )
                )  # fmt: skip
        head = f"{'Your own matches':{TITLE}} matches   won       best  mean  practice"
        return [(head, "$accent"), *rows, ""] if rows else []

    def _not_counted(self, game: str | None, bots: bool | None) -> list[text.Part]:
        shown = [counted_ for counted_ in self._finished if game in (None, counted_.game)]
        sums = {
            "of people alone": 0 if bots in (None, False) else sum(counted_.people for counted_ in shown),
            "with bots": 0 if bots in (None, True) else sum(counted_.bots for counted_ in shown),
            "of bots alone, which count for nobody": sum(counted_.alone for counted_ in shown),
        }
        parts = [f"{text.counted(many, 'match', 'matches')} {which}" for which, many in sums.items() if many]
        return [(f"Not among them: {text.joined(parts)}.", "$faint")] if parts else []

    def action_game(self) -> None:
        self._game = (self._game + 1) % len(self._games)
        self._again()

    def action_bots(self) -> None:
        self._company = (self._company + 1) % len(COMPANIES)
        self._again()

    def _again(self) -> None:
        self.query_one("#read-text", Words).update(text.lines(self.rows()))


def won(row: LeagueRow) -> int:
    return row.places.get("1", 0)


def places(row: LeagueRow) -> str:
    parts = [f"{text.ordinal(int(at))}{f' x{often}' if often > 1 else ''}" for at, often in row.places.items()]
    return ", ".join(parts[:4]) + (" \u2026" if len(parts) > 4 else "")


def standings(rows: Sequence[LeagueRow]) -> list[LeagueRow]:
    by_name: dict[str, LeagueRow] = {}
    for row in rows:
        combined = by_name.get(row.name)
        if combined is None:
            by_name[row.name] = row
            continue
        together = dict(combined.places)
        for at, often in row.places.items():
            together[at] = together.get(at, 0) + often
        by_name[row.name] = replace(
            combined,
            matches=combined.matches + row.matches,
            places={at: together[at] for at in sorted(together, key=int)},
            tokens=combined.tokens + row.tokens,
            garnets=combined.garnets + row.garnets,
        )
    return sorted(by_name.values(), key=lambda row: (-won(row), -row.tokens, -row.garnets, row.name.casefold()))
