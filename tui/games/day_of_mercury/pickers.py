"""Dialogs for a place, a commit, an offer and a trade. Leaving one halfway changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.contract import Asks
from core.games.day_of_mercury.shrine import worth
from core.games.day_of_mercury.spec import EYES_GIVE, LOCATIONS
from core.games.day_of_mercury.structs import Orders, Report, View
from core.games.day_of_mercury.words import meeting
from core.json import Json
from core.table.seat import Seat
from core.talk.channels import Deal, Message
from tui.games.base import GamePanel
from tui.games.day_of_mercury import draft
from tui.games.day_of_mercury.deals import RoundTalk, deal_words
from tui.games.day_of_mercury.draft import TRADE, by_slot, why_kept
from tui.games.day_of_mercury.rows import HUES, NUMBER, SHORT, full
from tui.screens.dialogs import Pick, PickMany
from tui.widgets.choices import Row, row_of
from tui.words import text

Then = Callable[[Json], object]


# --- rows -------------------------------------------------------------------------------------------------------------
def seat_rows(asks: Asks, slot: str, notes: dict[str, text.Part], named: Sequence[str] = ()) -> list[Row]:
    """Return the seats of a slot. Seats named in this plan are closed for another commit (DM-04)."""
    rows = []
    for choice in by_slot(asks).get(slot, {}).values():
        row = row_of(choice)._replace(note=notes.get(str(choice.value), ""))
        if row.closed is None and choice.value in named:
            reason = f"You name {choice.value} in this plan already: a target can be named once."
            row = row._replace(closed=reason, ruling="DM-04")
        rows.append(row)
    return rows


def place_choices(asks: Asks, slot: str) -> list[Row]:
    rows = []
    for choice in by_slot(asks).get(slot, {}).values():
        place = str(choice.value)
        sin = LOCATIONS[place].sin
        note: text.Part = (sin, HUES[sin]) if sin else ("random", "$faint")
        rows.append(row_of(choice, f"{NUMBER[place]} {full(place)}")._replace(note=note))
    return rows


def sin_choices(asks: Asks, slot: str, held: Mapping[str, int], gain: int = 0) -> list[Row]:
    """Return the sins of a slot: the expected amount, and what `gain` of each would add to an offering."""
    rows = []
    for choice in by_slot(asks).get(slot, {}).values():
        sin = str(choice.value)
        amount = held.get(sin, 0)
        note: list[text.Part] = [(f"{amount} by then", "$faint")]
        if gain:
            adds = worth({**held, sin: amount + gain}) - worth(held)
            note.append((f"  {gain} more: {text.signed(adds):>3}", "$key"))
        rows.append(row_of(choice)._replace(label=(sin, HUES[sin]), note=text.line(*note)))
    return rows


def last_seen(view: View) -> dict[str, text.Part]:
    notes: dict[str, text.Part] = {}
    for sighting in view.sightings:
        for place, others in sighting.places.items():
            for name in others:
                notes[name] = (f"met r{sighting.round} {SHORT[place]}", "$faint")
    return notes


# --- questions --------------------------------------------------------------------------------------------------------
def ask_instead(
    panel: GamePanel[Orders, View, Report], visits: list[Json], place: str, then: Callable[[str], object]
) -> None:
    asks, rows = panel.seat.asks(), []
    for spot in draft.places(visits):
        why, actions = why_kept(asks, spot), text.counted(draft.actions_at(visits, spot), "action")
        row = Row(spot, full(spot), note=(actions, "$faint"))
        rows.append(row if why is None else row._replace(closed=why.sentence, ruling=why.ruling))
    limit = text.counted(len(visits), "place")
    panel.ask(Pick(f"{limit} this round: {SHORT[place]} instead of which?", rows), then)


def ask_other(
    panel: GamePanel[Orders, View, Report], visits: list[Json], old: str, then: Callable[[str], object]
) -> None:
    taken = draft.places(visits)
    rows = [
        row._replace(closed="It is in your plan already.", ruling="DM-01") if row.id in taken else row
        for row in place_choices(panel.seat.asks(), "visit")
    ]
    panel.ask(Pick(f"Which place instead of {LOCATIONS[old].title}?", rows), then)


def ask_commit(panel: GamePanel[Orders, View, Report], place: str, named: Sequence[str], then: Then) -> None:
    asks, view = panel.seat.asks(), panel.seat.view()

    def target(name: str) -> None:
        deed: Json = {"do": "commit", "target": name}
        if place == "abigails_quarters":
            rows = sin_choices(asks, "commit.sins", view.sin)
            title = f"Deny {name} which two sins?"
            panel.ask(PickMany(title, rows, 2, 2), lambda sins: then({**deed, "sins": list(sins)}))
        elif place == "lost_district":
            rows = place_choices(asks, "commit.location")
            panel.ask(Pick(f"Send {name} where, next round?", rows), lambda where: then({**deed, "location": where}))
        else:
            then(deed)

    rows = seat_rows(asks, "commit.target", last_seen(view), named)
    panel.ask(Pick(f"Commit from {LOCATIONS[place].title}: against whom?", rows), target)


def ask_offer(panel: GamePanel[Orders, View, Report], place: str, held: Mapping[str, int], then: Then) -> None:
    asks, view = panel.seat.asks(), panel.seat.view()
    deed: Json = {"do": "offer"}
    if place == "drowned_tower":
        rows = place_choices(asks, "offer.location")
        panel.ask(Pick("One more in each gather: where, next round?", rows), lambda at: then({**deed, "location": at}))
    elif place == "lakeside_garden":

        def receives(name: str) -> None:
            sins = sin_choices(asks, "offer.sin", held, EYES_GIVE)
            title = f"Two for you, one for {name}: of which sin?"
            panel.ask(Pick(title, sins), lambda sin: then({**deed, "player": name, "sin": sin}))

        rows = seat_rows(asks, "offer.player", last_seen(view))
        panel.ask(Pick("Who else receives one?", rows), receives)
    else:
        then(deed)


def ask_trade(
    panel: GamePanel[Orders, View, Report],
    deals: dict[str, Message],
    at: Json | None,
    held: Mapping[str, int],
    then: Then,
    whom: str | None = None,
) -> None:
    """Ask for the partner (unless `whom` is given), then for both sins. Proposals are noted and come first."""
    asks, view = panel.seat.asks(), panel.seat.view()
    old = at or {}
    notes = last_seen(view)
    for name, message in deals.items():
        if message.deal is not None:
            mine = message.sender == view.seat
            words = f"{'you' if mine else 'they'}: {message.deal.give} for {message.deal.want}"
            notes[name] = (words, "$faint" if mine else "$warn")

    def partner(name: str) -> None:
        message = deals.get(name)
        give = want = None
        if message is not None and message.deal is not None:
            give, want = message.deal.give, message.deal.want
            if message.sender != view.seat:
                give, want = want, give

        def given(sin: str) -> None:
            rows = sin_choices(asks, "trade.want", held, 1)
            other = next((row.id for row in rows if row.closed is None and row.id != sin), None)
            at = want if want in view.sin else old.get("want", other)
            panel.ask(Pick(f"Your {sin} for which sin of {name}?", rows, at), wanted(sin))

        def wanted(sin: str) -> Callable[[str], object]:
            return lambda other: then({"with": name, "give": sin, "want": other})

        most = max(held, key=lambda sin: held[sin], default=None)
        start = give if give in view.sin else old.get("give", most)
        panel.ask(Pick(f"Give {name} one of which sin?", sin_choices(asks, "trade.give", held), start), given)

    title = "Trade one sin for one, with whom? You must meet."
    rows = seat_rows(asks, "trade.with", notes)
    if any(row.id == whom and row.closed is None for row in rows):
        partner(str(whom))
        return
    panel.ask(Pick(title, rows, whom or old.get("with")), partner)


class Trades:
    """Trade of one panel. `heard()` returns messages and plan, `held()` expected sins; `change(visits, trade)` writes
    the orders, `point(place or TRADE)` moves the cursor."""

    def __init__(
        self,
        panel: GamePanel[Orders, View, Report],
        heard: Callable[[], RoundTalk],
        held: Callable[[], dict[str, int]],
        change: Callable[[list[Json], Json | None], None],
        point: Callable[[str], None],
    ) -> None:
        self._panel = panel
        self._heard, self._held, self._change, self._point = heard, held, change, point

    @property
    def _seat(self) -> Seat[Orders, View, Report]:
        return self._panel.seat

    def order(self) -> None:
        trade = self._heard().trade
        if self._panel.read_only:
            self._panel.tell("Nothing can be ordered here.", "warn")
        elif trade is None:
            self._ask()
        else:
            words = f"{trade['give']} for {trade['want']} with {trade['with']}"
            second = "One trade a round: change this one, or take it back."
            options = [
                Row("change", "Change it"),
                Row("tell", f"Tell {trade['with']}, and where to meet"),
                Row("back", "Take it back"),
                Row("second", "Order a second trade", second, "DM-06"),
            ]
            self._panel.ask(Pick(f"Your trade: {words}", options), self._menu)

    def _ask(self, old: Json | None = None, whom: str | None = None) -> None:
        ask_trade(self._panel, self._heard().proposals, old, self._held(), self._order_trade, whom)

    def _menu(self, what: str) -> None:
        heard = self._heard()
        if what == "change":
            self._ask(heard.trade)
        elif what == "back":
            self._change(heard.visits, None)
        elif heard.trade is not None:
            self._offer_words(heard.trade)

    def _order_trade(self, trade: Json) -> None:
        self._change(self._heard().visits, trade)
        self._point(TRADE)
        self._offer_words(trade)

    def _offer_words(self, trade: Json) -> None:
        partner, meeting_places, seat = trade["with"], draft.places(self._heard().visits), self._seat
        if not meeting_places or partner not in seat.partners():
            words = f"{partner} must order the same from their side, and share a place with you."
            self._panel.tell(words, "faint", "DM-40")
            return

        def chosen(place: str) -> None:
            if place in LOCATIONS:
                words = meeting(place, trade["give"], trade["want"])
                deal = Deal(give=trade["give"], want=trade["want"])
                self._panel.attempt(lambda: seat.say([partner], words, deal), f"Proposed to {partner}.")

        options = [Row(place, f"Propose it: meet in {LOCATIONS[place].title}") for place in meeting_places]
        self._panel.ask(Pick(f"Tell {partner}?", [*options, Row("no", "Say nothing")]), chosen)

    def propose(self, to: str) -> bool:
        """Propose the round's trade to `to`, with a meeting place (DM-40)."""
        trade = self._heard().trade
        if self._panel.read_only:
            return False
        if trade is None:
            self._ask(whom=to)
        elif trade["with"] == to:
            self._offer_words(trade)
        else:
            self.order()
        return True

    def take(self) -> None:
        received = self._heard().received_proposals

        def take(name: str) -> None:
            self._panel.attempt(lambda: self.accept(received[name]))

        if not received:
            self._panel.tell("Nobody has proposed a trade to you this round.")
        elif len(received) == 1:
            take(next(iter(received)))
        else:
            options = [Row(name, name, note=(deal_words(received[name]), "$faint")) for name in received]
            self._panel.ask(Pick("Take which proposal?", options), take)

    def accept(self, message: Message) -> None:
        """Take one proposal into the plan and tell the proposer.

        Raises:
            Refused: The proposal cannot be taken.
        """
        heard = self._heard()
        taken = heard.accept(message, self._seat.asks().limits.get("visits", 0))
        self._change(taken.visits, taken.trade)
        if taken.meet is not None:
            self._point(taken.meet)
        yes = heard.acceptance(message, taken.meet)
        if yes is not None:
            self._seat.say([message.sender], *yes)
        self._panel.tell(taken.words(sent=yes is not None), "warn" if taken.misses_meeting else "good")
