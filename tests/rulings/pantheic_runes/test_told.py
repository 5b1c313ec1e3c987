"""What a seat is told at a close, the JSON forms, and what leaks to nobody: PR-40."""

from __future__ import annotations

import msgspec
import pytest

from core.decoding import canonical, plain
from core.games.pantheic_runes import GAME
from core.games.pantheic_runes.structs import Orders, Report, State
from core.match import views
from core.match.state import Match
from tests.kit import Script, the
from tests.rulings.pantheic_runes.altar import SEATS, accept, decline, match, mine, propose, rituals, rotate

TEMPLE = [["xo++", "o+..", "x...", "oooo", "o+..", "+x+x"]] * 6


def test_PR_40_the_report_has_exactly_the_keys_of_the_ruling() -> None:
    m = match(tableaux={"Ada": ["oo+x", "++++", "xo.."]}, temple=TEMPLE, blessings={"Ada": ["hera"]})
    m.seal("Bo", {"temple": [4]})
    m.seal("Ada", rituals("oo+x", "++++", forbid="oooo", temple=(4, 0)))
    assert m.close()["Ada"] == {
        "tableaux": ["xo++", "xo.."],
        "mana": 4,
        "tokens": 1,
        "points": 3,
        "picks": [{"place": 4, "tableau": "o+..", "got": False}, {"place": 0, "tableau": "xo++", "got": True}],
        "rituals": [{"tableau": "oo+x", "ok": True}, {"tableau": "++++", "ok": True}],
        "blessings": ["artemis"],
        "dionysus": None,
    }


def test_PR_40_blessings_gained_are_sorted_and_of_this_close_only() -> None:
    m = match(tableaux={"Ada": ["xo++", "o+ox", "++x+"]})
    m.seal("Ada", rituals("xo++", "o+ox", "++x+"))
    assert m.close()["Ada"]["blessings"] == ["apollo", "ares", "hera"]
    assert m.close()["Ada"]["blessings"] == []


def test_PR_40_every_seat_gets_a_report_also_without_orders_and_after_the_pregame() -> None:
    m = match(round=None)
    reports = m.close()
    assert list(reports) == list(SEATS)
    assert reports["Cy"] == {
        "tableaux": ["++++", "oooo", "xxxx"],
        "mana": 3,
        "tokens": 0,
        "points": 0,
        "picks": [],
        "rituals": [],
        "blessings": [],
        "dionysus": None,
    }


def test_PR_40_the_host_state_of_the_ruling() -> None:
    m = match(temple=TEMPLE, dionysus="xo+x", blessings={"Bo": ["poseidon"], "Cy": ["hera", "apollo"]})
    m.do("Ada", propose("Bo", "xxxx"))
    m.seal("Ada", rituals("++++"))
    host = m.host
    assert host["players"]["Ada"]["tableaux"] == ["++++", "oooo", "xxxx"], "with what is laid down and set aside"
    assert host["players"]["Bo"]["mana"] is None
    assert host["players"]["Cy"] == {
        "tableaux": ["++++", "oooo", "xxxx"],
        "mana": 4,
        "tokens": 0,
        "blessings": ["apollo", "hera"],
        "points": 2,
        "rituals": 0,
        "picks": 2,
    }
    assert (host["temple"], host["dionysus"], host["phase"], host["round"]) == (TEMPLE[0], "xo+x", "round", 1)
    assert list(host["players"]) == list(SEATS)


def test_PR_40_reports_in_words() -> None:
    m = match(tableaux={"Ada": ["oo+x"], "Bo": ["xo++"]}, temple=TEMPLE)
    m.seal("Ada", rituals("oo+x", forbid="xo++", temple=(3,)))
    m.seal("Bo", rituals("xo++", temple=(3,)))
    m.close()
    told = "\n".join(GAME.tell(the(Report, m.match.rounds[-1].reports["Bo"])))
    assert "Ritual xo++ (Hera): failed" in told
    assert "Temple place 3, oooo: you did not get it." in told
    assert "Ada" not in told
    orders = the(Orders, m.match.rounds[-1].orders["Ada"])
    assert GAME.restate(orders) == [
        "Perform a ritual with oo+x (Artemis), and with the Blessing of Artemis forbid xo++ (Hera).",
        "Pick from the temple: place 3.",
    ]
    assert GAME.restate(GAME.Orders()) == ["Nothing: no rituals, no picks from the temple."]


def test_PR_40_the_own_past_is_kept_round_by_round() -> None:
    m = match(round=2, tableaux={"Ada": ["xo++", "++++"]})
    m.seal("Ada", rituals("xo++"))
    m.close()
    m.seal("Ada", rituals("++++"))
    m.close()
    assert mine(m, "Ada")["past"] == [{"round": 2, "points": 2, "rituals": 1}, {"round": 3, "points": 2, "rituals": 2}]


# --- secrets
def busy() -> Script:
    """A match in mid-round with something of everything."""
    m = match(
        temple=TEMPLE,
        dionysus="xo+x",
        tableaux={"Ada": ["oo+x", "++++", "+ox."], "Bo": ["xo++", "oooo", "x+.o"]},
        blessings={"Ada": ["demeter"], "Cy": ["athena"]},
    )
    m.do("Ada", propose("Bo", "+ox."))
    m.do("Bo", propose("Cy", "x+.o"))
    m.seal("Ada", rituals("oo+x", forbid="xo++", temple=(0,)))
    m.seal("Bo", rituals("xo++", temple=(1,)))
    return m


def output(match: Match, seat: str | None) -> bytes:
    told = [views.view(match, seat)]
    if seat is not None:
        told.append(plain(views.asks(match, seat)))
    return canonical(told)


SECRETS = {
    "tableaux": ("x...",),
    "mana": 0,
    "tokens": 7,
    "picks": 3,
    "rituals": 9,
    "zeus": ("+o+o",),
    "hestia": 2,
    "gift": True,
    "knows": True,
    "drained": True,
}


@pytest.mark.parametrize("field", SECRETS)
@pytest.mark.parametrize("secret", ["Ada", "Di"])
def test_PR_40_what_one_seat_has_changes_no_other_seat_s_outputs(field: str, secret: str) -> None:
    before = busy().match
    was = the(State, before.state)
    player = msgspec.structs.replace(was.players[secret], **{field: SECRETS[field]})
    state = msgspec.structs.replace(was, players={**was.players, secret: player})
    after = msgspec.structs.replace(before, state=state)
    for seat in (*SEATS, None):
        if seat != secret:
            assert output(after, seat) == output(before, seat)
    assert output(after, secret) != output(before, secret) or player == was.players[secret]


def test_PR_30_PR_40_the_secret_pattern_changes_nobody_s_outputs_who_has_not_learned_it() -> None:
    before = busy().match
    after = msgspec.structs.replace(before, state=msgspec.structs.replace(the(State, before.state), dionysus="xxo+"))
    for seat in (*SEATS, None):
        assert (output(after, seat) == output(before, seat)) == (seat != "Cy")


def test_PR_12_PR_40_an_open_proposal_shows_to_its_two_seats_alone() -> None:
    before = busy().match
    without = msgspec.structs.replace(before, state=msgspec.structs.replace(the(State, before.state), proposals=()))
    for seat in ("Di", "Ed", None):
        assert output(without, seat) == output(before, seat)
    state = the(State, before.state)
    other = tuple(msgspec.structs.replace(p, tableau="++++") for p in state.proposals[:1])
    turned = msgspec.structs.replace(
        before, state=msgspec.structs.replace(state, proposals=(*other, *state.proposals[1:]))
    )
    assert output(turned, "Bo") == output(before, "Bo"), "the tableau set aside is kept from the other"


def test_PR_40_reports_and_notices_name_nobody_who_is_not_a_partner() -> None:
    m = busy()
    m.do("Bo", decline("Ada"))
    m.do("Cy", accept("Bo", "oooo"))
    m.do("Ada", rotate("++++"))
    reports = m.close()
    for seat in SEATS:
        assert not [other for other in SEATS if other in str(reports[seat])]
    partners = {"Ada": {"Bo"}, "Bo": {"Ada", "Cy"}, "Cy": {"Bo"}, "Di": set(), "Ed": set()}
    for seat in SEATS:
        told = str(m.notices(seat))
        assert {other for other in SEATS if other != seat and other in told} == partners[seat]


def test_PR_40_nothing_of_a_close_is_public() -> None:
    m = busy()
    m.close()
    assert m.match.rounds[-1].public is None
    assert m.view(None)["public"] == []
