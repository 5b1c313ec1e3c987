"""How the house is, for those who host it; nobody else."""

from __future__ import annotations

from tui.app.services import Command, SessionServices
from tui.screens.dialogs import ReadScreen
from tui.widgets.words import Paper
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
        return [("The health of the house", "$accent"), *text.rows(health_rows(look(), self.garnet.zone))]
