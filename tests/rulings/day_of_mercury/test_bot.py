"""The bots: legal, deterministic, quick, and `steady` plays to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

import msgspec
import pytest

from core.botplay.playing import make_bot, play_out
from core.bots.contract import Do, Done, Say, Seal
from core.games import game
from core.games.day_of_mercury import GAME
from core.games.day_of_mercury.bots.haggling import FULL, HOW, KEEP, NO, OFF
from core.games.day_of_mercury.bots.steady import SteadyBot, best_swap, expected_holding
from core.games.day_of_mercury.spec import LOCATIONS, SINS
from core.games.day_of_mercury.structs import Orders, Report, Sight, View
from core.games.day_of_mercury.words import place_in
from core.match import views
from core.match.state import Match
from core.talk.channels import Deal, Message
from tests.kit import Script, ending, play, the
from tests.kit.depth import deep
from tests.rulings.day_of_mercury.script import GARDEN, SHRINE, Json, mercury


def match_of(seed: int, levels: Sequence[str]) -> Match:
    match = play("day_of_mercury", seed=seed).match
    bots = {seat: make_bot(match, seat, level) for seat, level in zip(match.seats, levels, strict=True)}
    refused: list[tuple[str, object, str]] = []
    match = play_out(match, bots, refused=lambda seat, move, why: refused.append((seat, move, why.code)))
    assert refused == []
    return match


@pytest.mark.parametrize("seed", range(3))
def test_DM_01_DM_75_random_bots_play_legally_to_the_end(seed: int) -> None:
    match = match_of(seed, ["random"] * 13)
    assert match.phase == "finished"
    assert len(match.rounds) == 9


def test_DM_03_random_bots_use_every_kind_of_order() -> None:
    seen: Counter[str] = Counter()
    for seed in range(4):
        match = match_of(seed, ["random"] * 13)
        for record in match.rounds:
            seen["missed"] += 13 - len(record.orders)
            for seat in record.orders:
                orders = the(Orders, record.orders[seat])
                report = the(Report, record.reports[seat])
                seen["empty"] += orders.nothing
                seen[f"visits {len(orders.visits)}"] += 1
                for result in report.actions:
                    seen[f"{result.do} {result.location}"] += 1
                    seen[str(result.reason)] += 1
                seen[f"trade {report.trade}"] += 1
    places = ["ringed_city", "drowned_tower", "catacombs", "abigails_quarters", "weeping_cathedral", "lost_district"]
    wanted = [f"{do} {place}" for do in ("gather", "commit", "offer") for place in (*places, GARDEN)]
    wanted += [f"gather {SHRINE}", f"offer {SHRINE}", "missed", "empty", "visits 2", "visits 3"]
    wanted += ["several_commits", "cannot_pay", "trade done", "trade cancelled"]
    assert [what for what in wanted if not seen[what]] == []


def test_DM_75_the_same_seed_plays_the_same_match() -> None:
    levels = ["steady", "random"] * 6 + ["steady"]
    assert views.digest(match_of(5, levels)) == views.digest(match_of(5, levels))


def test_DM_70_steady_wins_against_random() -> None:
    won, matches = 0, deep(5, 3)
    for seed in range(matches):
        levels = ["steady" if seat == seed else "random" for seat in range(13)]
        match = match_of(seed, levels)
        won += ending(match).winners == (match.seats[seed],)
    assert won == matches


def test_DM_26_bots_go_where_they_are_forced_and_use_what_the_maidens_give() -> None:
    for level in ("random", "steady"):
        m = mercury(4, sin={"Ada": {"lust": 2}})
        m.seal(
            "Ada", {"visits": [{"location": "abigails_quarters", "actions": [{"do": "offer"}]}, {"location": GARDEN}]}
        )
        send = {"do": "commit", "target": "Ada", "location": GARDEN}
        m.seal("Bo", {"visits": [{"location": "lost_district", "actions": [send]}, {"location": GARDEN}]})
        m.close()
        bot = GAME.bot(level, "Ada", 3)
        moves = bot.turn(seen_by(m, "Ada"))
        sealed = [move.orders for move in moves if isinstance(move, Seal)]
        assert GARDEN in [visit["location"] for visit in sealed[-1]["visits"]]
        for orders in sealed:
            m.seal("Ada", orders)


def seen_by(m: Script, seat: str) -> Sight:
    return cast(Sight, views.sight(m.match, seat))


def told(sight: Sight, **message: Any) -> Sight:
    said = Message(channel="seats", readers=("Ada", "Bo"), round=sight.round, at=0.0, **message)
    return msgspec.structs.replace(sight, heard=(*sight.heard, said))


def test_DM_40_a_bot_answers_a_proposal_meant_for_it() -> None:
    m = mercury(4, sin={"Ada": {"lust": 5, "pride": 5}})
    bot = GAME.bot("steady", "Ada", 3)
    sealed = [move.orders for move in bot.turn(seen_by(m, "Ada")) if isinstance(move, Seal)][-1]
    m.seal("Ada", sealed)
    place = sealed["visits"][0]["location"]
    name = {"ringed_city": "Ringed City"}.get(place, place.replace("_", " "))
    sight = seen_by(m, "Ada")
    answer = bot.turn(told(sight, sender="Bo", text=f"At the {name}?", deal=Deal("sloth", "lust")))
    assert isinstance(answer[-1], Done)
    says = [move for move in answer if isinstance(move, Say)]
    assert len(says) == 1
    assert list(says[0].to) == ["Bo"]


def test_DM_40_a_place_is_found_in_the_words_of_a_message() -> None:
    assert place_in("Meet me in the lakeside garden?") == GARDEN
    assert place_in("I shall be in the Shrine of Flies.") == SHRINE
    assert place_in("anywhere") is None


class Haggling:
    """A steady bot in Ada's seat with 5 lust and 5 pride, Cy a person: a sloth or two more would make a tier."""

    def __init__(self, *people: str) -> None:
        self.m = mercury(4, sin={"Ada": {"lust": 5, "pride": 5}, "Cy": dict.fromkeys(SINS, 2)})
        self.people = people or ("Cy",)
        self.bot = SteadyBot("Ada", 3)
        self.heard: list[Message] = []
        self.places: list[str] = []
        self.trade: Json = {}
        self.hear()

    def hear(self, *said: tuple[str, str, Deal | None]) -> dict[str, str]:
        """What it says to whom, after these messages; what it seals is sealed."""
        for by, text, deal in said:
            self.keep(by, "Ada", text, deal)
        sight = msgspec.structs.replace(seen_by(self.m, "Ada"), heard=tuple(self.heard), people=self.people)
        found = {}
        for move in self.bot.turn(sight):
            if isinstance(move, Seal):
                self.m.seal("Ada", move.orders)
                self.trade = move.orders.get("trade") or {}
                self.places = [visit["location"] for visit in move.orders["visits"]]
            elif isinstance(move, Say):
                found[move.to[0]] = move.text
                self.keep("Ada", move.to[0], move.text, move.deal)
        return found

    def keep(self, by: str, to: str, text: str, deal: Deal | None) -> None:
        readers = tuple(seat for seat in self.m.match.seats if seat in (by, to))
        self.heard.append(Message(by, "seats", readers, text, self.m.match.round, 0.0, deal))

    def good(self) -> Deal:
        """A swap that the bot itself would want, as its partner would put it."""
        assert self.bot.orders is not None
        swap = best_swap(expected_holding(the(View, views.game_view(self.m.match, "Ada")), self.bot.orders))
        assert swap is not None
        give, want = swap
        return Deal(give=want, want=give)


def test_DM_40_a_trade_between_bots_gives_way_to_a_persons_and_the_bot_is_told() -> None:
    at = Haggling()
    deal = at.good()
    assert at.hear(("Bo", "", deal))["Bo"] == "Agreed."
    assert at.hear(("Di", "", deal)) == {"Di": FULL}, "not to another bot's"
    assert at.hear(("Cy", "", deal)) == {"Bo": OFF, "Cy": "Agreed."}
    assert at.trade["with"] == "Cy"


def test_DM_40_a_trade_with_a_person_gives_way_to_nobody() -> None:
    at = Haggling("Cy", "Di")
    deal = at.good()
    at.hear(("Cy", "", deal))
    assert at.hear(("Di", "", deal)) == {"Di": FULL}
    assert at.trade["with"] == "Cy"


def test_DM_40_a_bot_that_is_let_down_takes_its_trade_back_and_asks_no_person() -> None:
    at = Haggling()
    at.hear(("Bo", "", at.good()))
    said = at.hear(("Bo", OFF, None))
    assert "Cy" not in said
    assert at.trade.get("with") != "Bo"


def test_DM_40_a_person_may_use_plain_words_and_say_yes_or_no() -> None:
    at = Haggling()
    deal = at.good()
    assert at.hear(("Cy", f"my {deal.give} for your {deal.want}?", None)) == {"Cy": "Agreed."}
    at.hear(("Cy", "No, forget it", None))
    assert at.trade.get("with") != "Cy"
    assert at.hear(("Cy", "What do you think of the weather?", None)) == {"Cy": HOW}
    assert at.hear(("Cy", "And now?", None)) == {}


@pytest.mark.parametrize("text", ["I have it ready for you, thank you!", "No worries, I'll be there!", "Sorry, agreed"])
def test_DM_40_a_trade_stands_whatever_a_person_says_that_refuses_nothing(text: str) -> None:
    at = Haggling()
    deal = at.good()
    at.hear(("Cy", "", deal))
    assert at.hear(("Cy", text, None)) == {}
    assert at.trade["with"] == "Cy"


def test_DM_40_a_trade_that_a_person_ends_is_said_to_be_off() -> None:
    at = Haggling()
    deal = at.good()
    at.hear(("Cy", "", deal))
    said = at.hear(("Cy", f"Sorry, I have no {deal.give} left.", None))
    assert said["Cy"] == f"So our {deal.give} for {deal.want} is off."
    assert at.trade.get("with") != "Cy"


def test_DM_40_another_trade_with_the_same_person_takes_the_firsts_place_or_is_declined() -> None:
    at = Haggling()
    deal = at.good()
    at.hear(("Cy", "", deal))
    assert at.hear(("Cy", "", Deal(deal.want, deal.give))) == {"Cy": KEEP}
    assert at.trade["give"] == deal.want


@pytest.mark.parametrize(("comes", "friends"), [(True, 1), (False, -1)])
def test_DM_40_a_friend_is_who_came_to_trade_not_who_said_so(comes: bool, friends: int) -> None:
    at = Haggling()
    at.hear(("Cy", "", at.good()))
    if comes:
        trade = {"with": "Ada", "give": at.trade["want"], "want": at.trade["give"]}
        visits = [{"location": place, "actions": [{"do": "gather"}]} for place in at.places]
        at.m.seal("Cy", {"visits": visits, "trade": trade})
    at.m.close()
    (report,) = seen_by(at.m, "Ada").reports.values()
    assert report.trade == ("done" if comes else "cancelled")
    at.hear()
    assert at.bot.friends == {"Cy": friends}


def test_DM_40_a_person_who_names_another_place_hears_where_the_bot_will_be() -> None:
    at = Haggling()
    deal = at.good()
    elsewhere = next(p for p in LOCATIONS if p not in at.places)
    said = at.hear(("Cy", f"In {LOCATIONS[elsewhere].title}", deal))
    assert place_in(said["Cy"]) in at.places


def test_DM_40_a_bot_agrees_to_its_own_trade_only_where_it_will_be() -> None:
    """What comes back as a yes to its own proposal, but in another place, would come to nothing."""
    at = Haggling("Bo")
    (to,) = {message.readers for message in at.heard}
    trade, elsewhere = at.trade, next(place for place in LOCATIONS if place not in at.places)
    other = next(seat for seat in to if seat != "Ada")
    same = Deal(trade["want"], trade["give"])
    for people in ((), (other,)):
        at = Haggling("Bo")
        at.people = people or ("Bo",)
        said = at.hear((other, f"I shall be in {LOCATIONS[elsewhere].title}.", same))
        if people:
            assert place_in(said[other]) in at.places, "a person is told where it will be"
            assert (at.trade["with"], at.bot.agreed) == (other, False)
            at.hear((other, f"Then in {LOCATIONS[at.places[0]].title}.", same))
            assert at.bot.agreed
        else:
            assert said[other] == NO, "and another bot looks elsewhere, as this one does"
            assert at.trade.get("with") != other


def test_DM_40_a_bot_proposes_nothing_to_who_will_be_elsewhere() -> None:
    m = mercury(4, sin={"Ada": {"lust": 5, "pride": 5}})
    partners = [seat for seat in m.match.seats if seat != "Ada"]
    for place in LOCATIONS:
        sight, name = seen_by(m, "Ada"), LOCATIONS[place].title
        said = [Message(by, "seats", ("Ada", by), f"In {name}?", sight.round, 0.0, Deal("envy", "lust"))
                for by in partners]  # fmt: skip
        bot = SteadyBot("Ada", 3)
        moves = bot.turn(msgspec.structs.replace(sight, heard=tuple(said)))
        assert bot.orders is not None
        proposed = [move for move in moves if isinstance(move, Say) and move.text.startswith("I shall be")]
        assert proposed == [] or place in [visit.location for visit in bot.orders.visits]


def test_DM_40_proposals_made_before_a_bot_has_looked_are_answered() -> None:
    """Bots look one after the other: what the first proposes reaches the last before its first look."""
    m = mercury(4, sin={"Ada": {"lust": 5, "pride": 5}})
    early = told(seen_by(m, "Ada"), sender="Bo", text="", deal=Deal("sloth", "lust"))
    assert any(isinstance(move, Say) and list(move.to) == ["Bo"] for move in GAME.bot("steady", "Ada", 3).turn(early))


def test_DM_40_a_bot_that_sits_down_again_keeps_to_its_trade_and_says_nothing_twice() -> None:
    at = Haggling()
    at.hear(("Bo", "", at.good()))
    sealed = at.m.match.sealed["Ada"].orders
    at.bot = SteadyBot("Ada", 3)
    assert at.hear() == {}
    assert at.m.match.sealed["Ada"].orders == sealed
    assert at.hear(("Di", "", at.good())) == {"Di": FULL}


def test_DM_73_bots_answer_what_is_pending() -> None:
    m = play("day_of_mercury", setup={"round": 9, "points": {"Ada": 9, "Bo": 1} | dict.fromkeys(("Cy", "Di"), 4)})
    m.close()
    while m.pending is not None:
        by = m.pending.by[0]
        kind = m.pending.kind
        for move in GAME.bot("steady", by, 1).turn(seen_by(m, by)):
            assert isinstance(move, Do)
            m.do(by, move.action)
        assert m.pending is None or m.pending.kind != kind
    assert m.phase == "finished"


def test_DM_01_no_other_level() -> None:
    with pytest.raises(KeyError, match="brilliant"):
        game("day_of_mercury").bot("brilliant", "Ada", 1)
