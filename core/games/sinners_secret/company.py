"""What a bot of A Sinner's Secret may say of its match, and of its letters if it must."""

from __future__ import annotations

from core.company.gist import Gist, Secret
from core.games.sinners_secret.spec import ATTRIBUTES
from core.games.sinners_secret.structs import Sight


def gist(sight: Sight) -> Gist:
    """From one seat's Sight. Its own realm may hear the truth about a letter; the other finds ways to use it."""
    view = sight.view
    return Gist(
        rule="You ask the other realm about three letters and an attribute; letters that share one are allies.",
        secrets={word: _secret(sight, word) for word in ATTRIBUTES} if view.pairs else {},
        allies=tuple(seat for seat in sight.seats if view.realms.get(seat) == view.realm),
        room="realm",
    )


def _secret(sight: Sight, word: str) -> Secret:
    """What can be said to the question for one attribute."""
    having = [letter for letter, pair in sight.view.pairs.items() if word in pair]
    letters = list(sight.view.pairs)
    shown = having[0] if having else letters[0]
    return Secret(
        truth=f"{shown} {word} {'yes' if having else 'no'}.",
        lie=f"{shown} {word} {'no' if having else 'yes'}.",
    )
