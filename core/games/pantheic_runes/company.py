"""What a bot of Pantheic Runes may say of its match."""

from __future__ import annotations

from core.company.gist import Gist
from core.games.pantheic_runes import spec
from core.games.pantheic_runes.bots.claims import insists
from core.games.pantheic_runes.bots.steady import ASK
from core.games.pantheic_runes.views import Sight


def gist(sight: Sight) -> Gist:
    """From one seat's Sight."""
    view, mine = sight.view, sight.view.own
    last = sight.reports.get(sight.round - 1)
    blessed = [spec.BY_ID[deity].name for deity in last.blessings] if last is not None else []
    full = [tableau for tableau in mine.tableaux if "." not in tableau]
    return Gist(
        own=f"I have {mine.points} point{'' if mine.points == 1 else 's'}",
        holds=f"a tableau of {full[0]}" if full else "",
        gain=f"the blessing of {' and '.join(blessed)}" if blessed else "",
        behind=last is not None and sight.round > 2 and not blessed,
        rule="A ritual that pleases a god brings its blessing, and blessings are points.",
        stock={ASK: ""},
        insistent=tuple(name for name in sight.people if insists(sight, name)),
        places=len(view.temple) if sight.phase == "round" and view.round < view.rounds else 0,
    )
