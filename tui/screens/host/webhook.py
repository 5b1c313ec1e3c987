"""The house's webhook: where nudges are sent. Hosts of the house see and change it; nobody else."""

from __future__ import annotations

from core.house.settings import LONGEST_URL, HouseSettings
from core.refusal import Refused
from tui.app.services import Command, SessionServices
from tui.screens.dialogs import Ask, Confirm

MUTED_HERE = "This house is a copy: feeds and nudges are muted. Type : and Unmute to let them speak."
"""Said to hosts, in the one line that every screen has."""


def webhook_command(session: SessionServices) -> tuple[Command, ...]:
    """The palette's entry, for those who host the house."""
    if not session.hosts:
        return ()
    webhook = Command("Webhook", "Where nudges of the missing are sent.", lambda: ask_webhook(session))
    if not HouseSettings(session.house.store).muted:
        return (webhook,)
    return (webhook, Command("Unmute feeds and nudges", "This house is a copy.", lambda: ask_unmute(session)))


def told_of_silence(session: SessionServices) -> None:
    """A host who comes to a copy learns that it tells no room anything."""
    if session.hosts and HouseSettings(session.house.store).muted:
        session.tell(MUTED_HERE, "warn")


def ask_unmute(session: SessionServices) -> None:
    """Ask, and let a copy of a house post (HH-48)."""
    settings = HouseSettings(session.house.store)

    def sure(yes: bool | None) -> None:
        if not yes or not session.hosts:
            return
        try:
            settings.unmute()
        except Refused as refusal:
            session.tell(refusal.message, "bad")
            return
        if session.door.unmuted is not None:
            session.door.unmuted()
        session.tell("Feeds and nudges speak from now on.", "good")

    rows = [
        "This house is a copy. While the other one is still served, both would tell the same rooms.",
        "They are told what they had not been told when the copy was made, and everything from then on.",
    ]
    session.push_screen(Confirm("Let this copy post and nudge?", rows), sure)


def ask_webhook(session: SessionServices) -> None:
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
