"""The book with a partner over the matches of a season."""

from __future__ import annotations

from core.house.guest import Guest
from core.match import journal as j
from core.table.host_controls import HostControls
from core.talk.acts import Accept, Clause, Offer
from tests.kit.hall import Hall
from tests.properties.ways import command
from tests.tui.test_find import opened_anew

SEATS = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")


def a_season(held: bool = True, thing: str = "white"):
    """Two finished matches of two seasons and an open one; in each of the first Ada and Bo agreed, as Cy and Di did."""
    hall, matches = Hall("Ada", "Bo", "Cy", "Di"), []
    for n, season in enumerate(("s-1", "s-2", "s-1")):
        table = hall.match("exodus", seats=SEATS, season=season, title=f"Evening {n + 1}",
                           holders={} if held or n else {"Ada": "person:cy", "Cy": "open"})  # fmt: skip
        matches.append(table.match.header.match)
        for by, to, what in (("Ada", "Bo", "white"), ("Cy", "Di", thing)) if n < 2 else ():
            each = Offer(tuple(Clause(a, "give", 1, 1, what, b) for a, b in ((by, to), (to, by))))
            table.submit(j.Said(author=by, to=(to,), text="This?", act=each))
            table.submit(j.Said(author=to, to=(by,), text="Agreed.", act=Accept(f"{by}-1")))
        while n < 2 and table.match.phase != "finished":
            HostControls(table).close()
    return opened_anew(hall) or hall, matches


async def test_HH_85_what_was_agreed_with_a_name_in_the_season_s_matches_stands_in_the_book():
    hall, matches = a_season()
    before = await Guest(hall.house, "ada").book_before(matches[2], "Ada", "Bo")
    assert before[0] == "Evening 1"
    assert len(before) == 3, "one match of the season, and two promises"
    assert all("broken" in line or "void" in line for line in before[1:])
    assert await Guest(hall.house, "ada").book_before(matches[2], "Ada", "Cy") == []
    printed = await command(hall.house, hall.people, "ada", f"book {matches[2]} Bo")
    assert printed.splitlines()[1:4] == ["Nothing has been agreed on yet.", "Before, in this season:", "Evening 1"]
    async with hall.enter("Ada", (120, 40)) as at:
        at.app.sit(matches[2], "Ada")
        await at.settle()
        await at.press("t")
        at.find("#threads").point("seats\nAda\nBo")
        await at.press("K")
        await at.settle()
        assert "Before, in this season" in at.text
        assert "Evening 1" in at.text


async def test_HH_85_only_who_sat_there_reads_it_and_nothing_of_others():
    hall, matches = a_season(held=False)
    assert await Guest(hall.house, "ada").book_before(matches[2], "Ada", "Bo") == [], "another person had the seat"
    shown = []
    for thing in ("white", "black"):
        hall, matches = a_season(thing=thing)
        shown.append([await Guest(hall.house, "ada").book_before(matches[2], "Ada", other) for other in SEATS[1:]])
    assert shown[0] == shown[1]
