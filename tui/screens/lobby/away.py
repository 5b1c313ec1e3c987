"""Asks when a person is away (HH-83)."""

from __future__ import annotations

from functools import partial

from core.house.absences import Absences
from core.words.absence import FORMS, absence_words, away_sentence, read_absence
from tui.app.services import SessionServices
from tui.screens.dialogs import AskLine, Pick
from tui.widgets.choices import Row

READERS = (Row("hosts", "The hosts of my matches alone"), Row("all", "Everybody at my tables too"))


def ask_away(session: SessionServices) -> None:
    """Ask for the days, then for who is told."""
    house, zone = session.house, session.zone
    absence = Absences(house.store, house.clock).of(session.guest.who)
    now = f"You are away {absence_words(absence, zone)}. " if absence is not None else ""

    def tell(days: str, readers: str) -> None:
        kept = read_absence(days, house.clock(), zone, readers == "all")
        matches = session.guest.say_away(kept, away_sentence(kept, zone))
        session.tell(f"{away_sentence(kept, zone)} Told at {', '.join(matches) or 'no match'}.", "good")

    def days_given(days: str) -> None:
        if read_absence(days, house.clock(), zone) is None:
            tell(days, "hosts")
        else:
            session.ask(Pick("Who is told?", READERS), partial(tell, days))

    take = partial(read_absence, now=house.clock(), zone=zone)
    session.ask(AskLine("Away", f"{now}Which days? {FORMS}.", take=take), days_given)
