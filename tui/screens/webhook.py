"""The house's webhook: where nudges are sent. Hosts of the house see and change it; nobody else."""

from __future__ import annotations

from core.settings import LONGEST_URL, HouseSettings
from tui.garnet import Command
from tui.screens.dialogs import Ask
from tui.visit import Visit


def webhook_command(session: Visit) -> tuple[Command, ...]:
    """The palette's entry, for those who host the house."""
    if not session.hosts:
        return ()
    return (Command("Webhook", "Where nudges of the missing are sent.", lambda: ask_webhook(session)),)


def ask_webhook(session: Visit) -> None:
    """Show the address and take another; it counts at once."""
    settings = HouseSettings(session.house.store)
    question = "Where nudges are sent: an address with http:// or https://, or none."
    if session.door.webhook:
        question += " The house was started with another, which goes before this one."

    def take(given: str) -> None:
        if session.hosts:
            settings.set_webhook(given)

    def kept(given: str | None) -> None:
        if given is not None and session.hosts:
            none = given.strip().lower() in ("", "none")
            session.tell("No webhook is set." if none else "Kept; the next nudge goes there.", "good")

    session.push_screen(Ask("Webhook", question, settings.webhook or "", longest=LONGEST_URL, take=take), kept)
