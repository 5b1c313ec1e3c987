"""What a bot on the Day of Mercury may say of its match."""

from __future__ import annotations

from core.company.gist import Gist, Plan
from core.games.day_of_mercury.bots.haggling import FULL, HOW, NO
from core.games.day_of_mercury.spec import HOME, LOCATIONS, SINS, Place
from core.games.day_of_mercury.structs import Sight


def gist(sight: Sight) -> Gist:
    """From one seat's Sight."""
    view = sight.view
    most = max(SINS, key=lambda sin: view.sin.get(sin, 0))
    return Gist(
        own=f"I have {view.points} point{'' if view.points == 1 else 's'}",
        holds=f"{view.sin[most]} {most}" if view.sin.get(most) else "",
        rule="Two places and up to three actions a round; sin becomes points at the Shrine of Flies alone.",
        names={sin: sin for sin in SINS},
        worths={sin: _worth(sin) for sin in SINS},
        plan=_plan(sight),
        spots={word: place.title for place in LOCATIONS.values() for word in _words(place)},
        stock={NO: "decline", FULL: "full", HOW: ""},
    )


def _worth(sin: str) -> str:
    """What everybody may know of a sin."""
    home = LOCATIONS[HOME[sin]].title
    return (
        f"All seven pay alike: what counts is how far your amounts stand apart. {sin.capitalize()} comes from {home}."
    )


def _words(place: Place) -> tuple[str, ...]:
    """What a location is called in talk: `the catacombs`, `catacombs`, `cathedral`."""
    whole = place.title.casefold()
    short = whole.removeprefix("the ").split(" of ")[0]
    return (whole, short, short.split()[-1])


def _plan(sight: Sight) -> Plan | None:
    """Where it goes in this round, once it has sealed that."""
    visits = sight.sealed.visits if sight.sealed is not None and sight.phase == "round" else ()
    names = [LOCATIONS[visit.location].title for visit in visits]
    if not names:
        return None
    others = [place.title for place in LOCATIONS.values() if place.title not in names]
    goals = {name: f"I go to {name}" for name in names}
    other = others[sight.round % len(others)]
    return Plan(truth=f"I go to {' and '.join(names)}", half=goals[names[0]], feint=f"I go to {other}", goals=goals)
