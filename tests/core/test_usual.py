"""What most games do alike: choices from refusals, the usual ending, a bot that seals once a round."""

from __future__ import annotations

from core.bots.contract import Do, Done, Seal
from core.dice import Dice
from core.kit import played
from core.ledger import Pending
from core.match.views import sight
from core.refusal import Refused
from core.usual import OnceARound, choice, ending, fields_in_words, prizes
from tests.kit.chips import Chips


def test_a_choice_is_closed_by_the_refusal_of_its_trial():
    def refuse():
        raise Refused("too_much", "You hold 3.", "CH-01")

    assert choice("bid", 2, {"bid": 2}, lambda: None).closed is None
    found = choice("bid", 4, {"bid": 4}, refuse, "four")
    assert (found.closed, found.ruling, found.label, found.probe) == ("You hold 3.", "CH-01", "four", {"bid": 4})


def test_CM_05_the_last_is_the_candidate_by_lot_among_equals():
    found = ending(("Ada", "Bo", "Cy"), {"Ada": 1, "Bo": 3, "Cy": 1}, Dice(1))
    assert found.winners == ("Bo",)
    assert found.ranking == (("Bo",), ("Ada", "Cy"))
    assert found.candidate in ("Ada", "Cy")
    assert [lots.among for lots in found.lots] == [("Ada", "Cy")]
    assert ending(("Ada", "Bo"), {"Ada": 2, "Bo": 1}, Dice(1)).lots == ()


def test_where_all_have_won_nobody_is_the_candidate():
    found = ending(("Ada", "Bo"), {"Ada": 1, "Bo": 1}, Dice(1))
    assert (found.winners, found.candidate, found.has_opponent) == (("Ada", "Bo"), None, False)


def test_CM_06_prizes_are_lines_of_the_ledger():
    assert [(e.seat, e.amount) for e in prizes("garnet", {"Ada": 2, "Bo": 0}, "for it")] == [("Ada", 2)]


def test_a_simple_bot_seals_once_and_names_whom_it_must():
    look = sight(played(Chips(), 1).start, "Ada")
    bot = OnceARound("Ada", 1, lambda sight, draw: {"bid": draw.below(2)})
    assert [type(move) for move in bot.turn(look)] == [Seal, Done]
    assert bot.turn(look) == bot.turn(look)
    assert OnceARound("Ada", 1, lambda sight, draw: None).turn(look) == [Done()]
    asked = type(look)(**{name: getattr(look, name) for name in look.__struct_fields__ if name != "pending"},
                       pending=Pending("choose_opponent", ("Ada",), ("Bo", "Cy")))  # fmt: skip
    (move,) = bot.turn(asked)
    assert isinstance(move, Do)
    assert move.action["player"] in ("Bo", "Cy")


def test_a_field_that_holds_nothing_has_no_sentence():
    labels = {"Orders.place": "You go to the {}.", "Orders.bid": "You bid {}."}
    values = {"place": "", "bid": 0, "eaten": {}, "out": [], "prey": None}
    assert fields_in_words(labels, "Orders", values) == ["You bid 0."]
