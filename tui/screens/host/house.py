"""How the house is, for those who host it; nobody else."""

from __future__ import annotations

from core.house.settings import LONGEST_URL, HouseSettings
from core.refusal import Refused
from tui.app.services import Command, SessionServices
from tui.screens.dialogs import Ask, Confirm, ReadScreen
from tui.widgets.lines import Paper
from tui.words import text
from tui.words.health import health_rows

AGAIN_SECONDS = 5.0
"""How often the page is made anew while it is looked at."""


BACKUPS_NEED_YOU = "The backups need you: type : and Health for the reason."
"""Said to hosts, in the one line that every screen has."""


def health_command(session: SessionServices) -> tuple[Command, ...]:
    """The palette's entry, for those who host the house."""
    if not session.hosts or session.door.health is None:
        return ()
    words = "Who is seated from where, load, slowest key, disk, backups, last errors."
    return (Command("Health of the house", words, lambda: session.push_screen(HealthScreen(session))),)


def told_at_arrival(session: SessionServices) -> None:
    """A host who comes learns at once that backups fail."""
    if session.hosts and session.door.health is not None:
        kept = session.door.health().backups
        if kept is not None and kept.trouble:
            session.tell(BACKUPS_NEED_YOU, "bad")


class HealthScreen(ReadScreen):
    """Everything at a glance; it stays up to date."""

    TOPIC = """\
How the house is now, for its hosts; the same as `garnet host status`. Keys: how long the slowest took from its bytes to
its frame. Connections at the door have not logged in yet. Backups are made by `garnet serve --backup`."""

    def __init__(self, session: SessionServices) -> None:
        super().__init__(id="health")
        self._session = session

    def on_mount(self) -> None:
        self.set_interval(AGAIN_SECONDS, self._again)

    def _again(self) -> None:
        if not self._session.hosts:  # the right was withdrawn while they looked
            self.dismiss(None)
            return
        for words in self.query("#read-text").results(Paper):
            words.update(text.lines(self.rows()))

    def rows(self) -> list[text.Part]:
        look = self._session.door.health
        if look is None or not self._session.hosts:
            return ["Nothing to tell."]
        return [("The health of the house", "$accent"), *text.rows(health_rows(look(), self.services.zone))]


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
