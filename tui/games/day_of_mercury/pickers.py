"""The questions behind a place, a commit, an offer and a trade: who, where, which sin. What is closed says why.

Each picker asks one thing after another and hands the finished action over; leaving one halfway changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.contract import Asks
from core.games.day_of_mercury.shrine import worth
from core.games.day_of_mercury.spec import EYES_GIVE, LOCATIONS
from core.games.day_of_mercury.structs import Orders, Report, View
from core.talk import Message
from tui import text
from tui.games.base import GamePanel
from tui.games.day_of_mercury import plan
from tui.games.day_of_mercury.plan import Json
from tui.games.day_of_mercury.rows import HUES, NUMBER, SHORT, full
from tui.games.day_of_mercury.strip import by_slot, kept
from tui.screens.dialogs import Pick, PickMany
from tui.widgets.choices import Row, row_of

Then = Callable[[Json], object]


# --- rows -------------------------------------------------------------------------------------------------------------
def seat_rows(asks: Asks, slot: str, notes: dict[str, text.Part], named: Sequence[str] = ()) -> list[Row]:
    """The seats of a slot. Those named in this plan already are closed for another commit (DM-04)."""
    rows = []
    for choice in by_slot(asks).get(slot, {}).values():
        row = row_of(choice)._replace(note=notes.get(str(choice.value), ""))
        if row.closed is None and choice.value in named:
            reason = f"You name {choice.value} in this plan already: a target can be named once."
            row = row._replace(closed=reason, ruling="DM-04")
        rows.append(row)
    return rows


def place_choices(asks: Asks, slot: str) -> list[Row]:
    """The locations of a slot, with what is gathered there."""
    rows = []
    for choice in by_slot(asks).get(slot, {}).values():
        place = str(choice.value)
        sin = LOCATIONS[place].sin
        note: text.Part = (sin, HUES[sin]) if sin else ("random", "$faint")
        rows.append(row_of(choice, f"{NUMBER[place]} {full(place)}")._replace(note=note))
    return rows


def sin_choices(asks: Asks, slot: str, held: Mapping[str, int], more: int = 0) -> list[Row]:
    """The sins of a slot, with how many one expects to hold and what `more` of each would add to an offering."""
    rows = []
    for choice in by_slot(asks).get(slot, {}).values():
        sin = str(choice.value)
        amount = held.get(sin, 0)
        note: list[text.Part] = [(f"holding {amount}", "$faint")]
        if more:
            adds = worth({**held, sin: amount + more}) - worth(held)
            note.append((f"  {more} more: {text.signed(adds):>3}", "$key"))
        rows.append(row_of(choice)._replace(label=(sin, HUES[sin]), note=text.line(*note)))
    return rows


def last_seen(view: View) -> dict[str, text.Part]:
    """By seat, where and when one met it last."""
    found: dict[str, text.Part] = {}
    for sighting in view.sightings:
        for place, others in sighting.places.items():
            for name in others:
                found[name] = (f"met r{sighting.round} {SHORT[place]}", "$faint")
    return found


# --- questions --------------------------------------------------------------------------------------------------------
def ask_instead(
    panel: GamePanel[Orders, View, Report], visits: list[Json], place: str, then: Callable[[str], object]
) -> None:
    """Instead of which place of a full plan another is to come."""
    asks, rows = panel.seat.asks(), []
    for there in plan.places(visits):
        why, done = kept(asks, there), text.counted(plan.here(visits, there), "action")
        row = Row(there, full(there), note=(done, "$faint"))
        rows.append(row if why is None else row._replace(closed=why.sentence, ruling=why.ruling))
    limit = text.counted(len(visits), "place")
    panel.ask(Pick(f"{limit} this round: {SHORT[place]} instead of which?", rows), then)


def ask_other(
    panel: GamePanel[Orders, View, Report], visits: list[Json], old: str, then: Callable[[str], object]
) -> None:
    """Which place is to come instead of one in the plan."""
    taken = plan.places(visits)
    rows = [
        row._replace(closed="It is in your plan already.", ruling="DM-01") if row.id in taken else row
        for row in place_choices(panel.seat.asks(), "visit")
    ]
    panel.ask(Pick(f"Which place instead of {LOCATIONS[old].title}?", rows), then)


def ask_commit(panel: GamePanel[Orders, View, Report], place: str, named: Sequence[str], then: Then) -> None:
    """Whom, and what the place asks for beside it: two sins in Abigails' Quarters, a location in the Lost District."""
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
    """What the Hanged Men and Those Lacking Eyes are told; the others want nothing but their price."""
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
    """With whom (unless that is settled), what for what. What was proposed is noted, and comes first."""
    asks, view = panel.seat.asks(), panel.seat.view()
    old = at or {}
    notes = last_seen(view)
    for name, message in deals.items():
        if message.deal is not None:
            mine = message.by == view.seat
            words = f"{'you' if mine else 'they'}: {message.deal.give} for {message.deal.want}"
            notes[name] = (words, "$faint" if mine else "$warn")

    def partner(name: str) -> None:
        message = deals.get(name)
        give = want = None
        if message is not None and message.deal is not None:
            give, want = message.deal.give, message.deal.want
            if message.by != view.seat:
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
