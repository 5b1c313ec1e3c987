"""Names of seats and titles that everybody tells apart (HH-16), and refusals that quote a little of what was typed."""

from __future__ import annotations

import ast
from itertools import combinations
from pathlib import Path

import pytest

from cli.admin.commands import AdminCommands
from core.dice import commitment
from core.games import MODULES
from core.games import game as find_game
from core.match import journal as j
from core.match.naming import alike
from core.match.scenario import play, read
from core.match.seating import name_for
from core.refusal import MOST_QUOTED, NotAMatch, Refused, quoted
from core.table.host_controls import HostControls
from core.table.seat import Seat
from storage.memory import MemoryStore
from tests.kit import NAMES
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.source import tree

HERE = Path(__file__).parents[2]


def make(*names: str, title: str = ""):
    return open_house().make("parley-open", (*names, *NAMES[: 4 - len(names)]), title=title)


def refused(*names: str, title: str = "") -> str:
    with pytest.raises(NotAMatch) as caught:
        make(*names, title=title)
    assert caught.value.message.endswith(".")
    return caught.value.code


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Łukasz",
        "Мария",
        "Ελένη",
        "山田太郎",
        "カナ山",
        "김철수",
        "दीपिका",
        "ทักษิณ",
        "Anne-Марiя".replace("i", "и"),
        "X 2",
        "O'Neil",
    ],
)
def test_HH_16_names_of_every_script_are_welcome(name):
    assert name in make(name).match.seats
    assert make(title=name).match.header.title == name


@pytest.mark.parametrize(
    "name",
    [
        "Ed\u0456th",  # a Cyrillic i
        "\u0410da",  # a Cyrillic A
        "\uff21da",  # full width
        "\U0001d400da",  # mathematical bold
        "A\u0301nna",  # an accent of its own
        "Ad\u0336a",  # a stroke through it
        "Ad\u202ea",  # text turned round
        "Zo\u200be",  # nothing to be seen
        "\u1160",  # a Hangul filler
        "Ada\u2800",  # an empty pattern of Braille
        "\ufe0f",  # nothing but how to draw what is not there
    ],
)
def test_HH_16_what_is_not_written_plainly_is_no_name_and_no_title(name):
    assert refused(name) == "bad_name"
    assert refused(title=name) == "bad_title"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Hal", "Ha1"), ("Al", "AI"), ("Al", "A1"), ("Bob", "B0b"), ("Bernd", "Bemd"), ("Pop", "\u0420\u043e\u0440")],
)
def test_HH_16_two_names_at_one_match_do_not_look_alike(one, other):
    assert alike(one, other)
    with pytest.raises(NotAMatch) as caught:
        open_house().make("parley-open", (one, other, "Cy", "Di"))
    assert caught.value.code == "look_alike"


def test_HH_16_names_that_only_resemble_each_other_are_different():
    for one, other in (("Ada", "Adà"), ("Ed", "Fd"), ("Ann", "Anna"), ("Bo 2", "Bo 3")):
        assert not alike(one, other)
    assert not any(alike(one, other) for one, other in combinations(NAMES, 2))


@pytest.mark.parametrize("name", ["lounge", "Realm", "ALL", "house", "Host", "h0st", "Iounge"])
def test_HH_16_words_of_the_house_are_no_names(name):
    assert refused(name) == "name_reserved"
    assert make(title=name).match.header.title == name, "a match may be called so"


def test_HH_16_a_title_has_an_end():
    make(title="x" * 60)
    assert refused(title="x" * 61) == "bad_title"
    assert refused(title=" Tuesday") == "bad_title"


def test_HH_16_a_seat_is_renamed_by_the_same_rules():
    table = open_house().make("parley-open", ("open seat 1", *NAMES[:3]), briefing=True)
    desk = HostControls(table)
    for name, code in (("B0", "look_alike"), ("lounge", "name_reserved"), ("\uff21", "bad_name"), ("", "bad_name")):
        with pytest.raises(Refused) as caught:
            desk.rename("open seat 1", name)
        assert caught.value.code == code
    desk.rename("open seat 1", "Zoë")
    assert "Zoë" in table.match.seats


def test_HH_16_whoever_sits_down_beside_a_look_alike_gets_a_number():
    assert name_for(("A1", "Bo"), "Al") == "Al 2"
    assert name_for(("Bo",), "Al") == "Al"


def test_HH_16_a_match_from_before_keeps_its_names():
    store, seats = MemoryStore(), ("lounge", "\u0410da", "Ada", "\uff22o")
    header = j.Header(
        match="old-1", title="x" * 200, game="parley-open", rules_version=1, seats=seats, seed=1, nonce="n",
        commitment=commitment(1, "n"), holders=dict.fromkeys(seats, "local"),
    )  # fmt: skip
    store.create("old-1", j.as_json(header))
    table = open_house(store).table("old-1")
    Seat(table, "lounge").seal({"number": 1})
    assert table.match.seats == seats


def test_HH_16_a_scenario_may_use_any_name():
    assert play(read('{"game": "parley-open", "players": ["lounge", "Bo", "B0", "Di"]}'))["outcome"] is None


# --- refusals quote a little ----------------------------------------------------------------------------------------
LONG = "q" * 4_000


def test_what_is_quoted_is_short_and_tells_that_it_goes_on():
    assert quoted("x" * MOST_QUOTED) == f"'{'x' * MOST_QUOTED}'"
    assert quoted("x" * 61) == f"'{'x' * 59}…'"
    assert quoted({"a": LONG}) == "{'a': '" + "q" * 52 + "…"
    assert quoted(None) == "None"


def _replaced(value, new):
    """Every copy of `value` in which one text, key or number is replaced by something long."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield {**value, LONG: one}
            for other in _replaced(one, new):
                yield {**value, key: other}
    elif isinstance(value, list):
        for place, one in enumerate(value):
            for other in _replaced(one, new):
                yield [*value[:place], other, *value[place + 1 :]]
    else:
        yield new


@pytest.mark.parametrize("game", MODULES)
def test_no_refusal_repeats_more_than_sixty_characters_of_orders_and_actions(game):
    names = NAMES[: find_game(game).spec.seats]
    table = open_house().make(game, names, setup={"round": 1})
    seat, tried = Seat(table, "Ada"), 0
    probes = {choice.slot: choice.probe for choice in seat.asks().choices if choice.probe is not None}
    for slot, probe in probes.items():
        for given in _replaced(probe, LONG):
            told = _refusal(lambda: seat.do(given) if slot.startswith("action") else seat.check(given))  # noqa: B023
            assert "q" * (MOST_QUOTED + 1) not in told, slot
            tried += bool(told)
    assert tried > 1


def _refusal(doing):
    try:
        doing()
    except Refused as refusal:
        return refusal.message
    return ""


@pytest.mark.parametrize(
    "asked",
    [
        {"do": LONG}, {"do": "pause", "match": LONG}, {"do": "new", "game": LONG}, {"do": "revoke", "number": LONG},
        {"do": "new", "game": "exodus", "seats": [LONG]}, {"do": "new", "game": "exodus", "seats": [f"Ada={LONG}"]},
        {"do": "new", "game": "exodus", "title": LONG}, {"do": "new", "game": "exodus", "options": {LONG: 1}},
        {"do": "deadline", "match": "parley-open-1", "when": LONG}, {"do": "webhook", "url": LONG}, {LONG: 1},
        {"do": "hand-over", "match": "parley-open-1", "seat": LONG, "to": "open"}, {"do": "link", "to": LONG},
        {"do": "hand-over", "match": "parley-open-1", "seat": "Ada", "to": LONG},
        {"do": "rename", "match": "parley-open-1", "seat": "Ada", "to": LONG},
        {"do": "invite", "match": "parley-open-1", "seat": LONG},
    ],
    ids=lambda asked: " ".join(key[:10] for key, value in asked.items() if value is LONG or key is LONG) or None,
)  # fmt: skip
def test_no_refusal_repeats_more_than_sixty_characters_of_a_host_s_command(asked):
    hall = Hall("Ada", "Bo")
    hall.match()
    answer = AdminCommands(hall.house, hall.people, hall.door).do(asked)
    assert not answer["ok"]
    assert "q" * (MOST_QUOTED + 1) not in answer["error"]["message"]


def test_the_program_quotes_what_was_typed_by_one_hand():
    """An f-string with `!r` in a refusal would show all of it."""
    found = []
    for folder in ("core", "tui", "ssh_server", "cli"):
        for path in (HERE / folder).rglob("*.py"):
            for node in ast.walk(tree(path)) if "!r" in path.read_text(encoding="utf-8") else ():
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refused", "NotAMatch", "Wrongly"):
                    parts = [part for argument in node.args for part in ast.walk(argument)]
                    found += [
                        f"{path}:{node.lineno}"
                        for part in parts
                        if isinstance(part, ast.FormattedValue) and part.conversion == ord("r")
                    ]
    assert found == []


def test_HH_16_how_a_sign_is_drawn_makes_no_other_name():
    assert make(title="Hearts \u2764\ufe0f").match.header.title == "Hearts \u2764\ufe0f"
    assert refused("A\u2764", "A\u2764\ufe0f") == "look_alike"
