"""The bots: legal to the end, quiet when done, and steady plays better than random."""

from __future__ import annotations

from functools import cache

from core.botplay.playing import make_bot, play_out
from core.bots.contract import Done, Say, Seal
from core.dice import Dice
from core.games.sinners_secret import words
from core.games.sinners_secret.belief import HAS, PAIR_NUMBER, Belief, about
from core.games.sinners_secret.bots.steady import SteadyBot, best_query, disproved_claimants
from core.games.sinners_secret.spec import ATTRIBUTES, LETTERS, PAIRS
from core.match import views
from core.talk.channels import Message
from tests.kit import NAMES, play
from tests.rulings.sinners_secret.scene import LETTERS as OWNED
from tests.rulings.sinners_secret.scene import PAIRS as DEALT
from tests.rulings.sinners_secret.scene import query, scene

OWNED_TUPLES = {seat: tuple(own) for seat, own in OWNED.items()}
ED = {"M": ("gluttony", "faith")}


@cache
def matched(seed: int, mixed: bool):
    """A match among bots, the refusals on the way, and who was steady."""
    match = play("sinners_secret", seed=seed)
    level = {seat: "steady" if not mixed or (n + seed) % 2 else "random" for n, seat in enumerate(NAMES)}
    bots = {seat: make_bot(match.match, seat, level[seat]) for seat in NAMES}
    refusals: list = []
    match.match = play_out(match.match, bots, refused=lambda *what: refusals.append(what))
    return match, refusals, level


# --- whole matches --------------------------------------------------------------------------------------------------
def test_steady_bots_play_legally_to_the_end():
    match, refusals, _ = matched(1, False)
    assert match.phase == "finished"
    assert refusals == []


def test_steady_bots_talk_over_the_lines_and_ask_in_every_round():
    match, _, _ = matched(1, False)
    assert len(match.host["queries"]) > 100
    across = [m for m in match.match.messages if m.channel == "seats"]
    assert len(across) > 50
    assert len(match.host["locks"]) > 150


def test_steady_beats_random_in_both_realms():
    """Half of the seats each, three matches: more points and the better places. Full figures are in the notes."""
    places: dict[str, list[float]] = {"steady": [], "random": []}
    points: dict[str, list[int]] = {"steady": [], "random": []}
    for seed in (1, 2, 3):
        match, refusals, level = matched(seed, True)
        assert refusals == []
        ranking = [group[0] for group in match.outcome["ranking"]]
        for realm in (ranking[:4], ranking[4:]):
            for place, seat in enumerate(realm):
                places[level[seat]].append(place / (len(realm) - 1))
                points[level[seat]].append(match.host["players"][seat]["score"])
    assert sum(places["steady"]) / len(places["steady"]) < 0.4 < sum(places["random"]) / len(places["random"])
    assert sum(points["steady"]) / len(points["steady"]) > sum(points["random"]) / len(points["random"]) + 5


def test_SS_06_bots_wait_through_the_briefing():
    match = play("sinners_secret", briefing=True)
    for level in ("random", "steady"):
        bot = make_bot(match.match, "Ada", level)
        moves = bot.turn(views.sight(match.match, "Ada"))
        assert moves[-1] == Done()
        assert not any(isinstance(move, Seal) for move in moves)


# --- belief ---------------------------------------------------------------------------------------------------------
def belief(own=ED) -> Belief:
    return Belief(OWNED_TUPLES, own, Dice(5).draw("belief"))


def test_SS_01_every_believed_deal_is_legal_and_has_the_own_pair():
    for own in (ED, {letter: tuple(DEALT[letter]) for letter in "ABC"}):
        believed = belief(own)
        for _ in range(200):
            believed.sample(1, 10)
            assert sorted(believed.deal) == list(range(21))
            deal = {letter: PAIRS[n] for letter, n in zip(LETTERS, believed.deal, strict=True)}
            assert all(deal[letter] == pair for letter, pair in own.items())
            for hand in OWNED.values():
                assert (
                    len({deal[letter][0] for letter in hand}) == len({deal[letter][1] for letter in hand}) == len(hand)
                )


def test_belief_without_evidence_is_the_deal_itself():
    """The chances that follow from SS-01 alone: Ed's M has faith and gluttony; two of the eight other letters of Hell
    have faith, and so has one of three of each Heaven player."""
    sample = belief().sample(3000, 30)
    for letter, expected in (("N", 2 / 8), ("U", 2 / 8), ("A", 1 / 3), ("L", 1 / 3)):
        part = sample.having(letter, "faith").bit_count() / sample.count
        assert abs(part - expected) < 0.05, letter


def test_belief_follows_facts_and_answers():
    believed = belief()
    believed.fact("N", "faith", True, 0.999)
    believed.answers({"M": True, "A": True, "O": False}, None, 0.85)  # A shares gluttony or faith with M
    sample = believed.sample(400, 30)
    assert sample.allied(ED["M"], "N") > 0.95
    assert sample.allied(ED["M"], "A") > 0.95
    assert sample.having("O", "faith").bit_count() < sample.count * 0.3
    believed.forget()
    assert believed.sample(400, 30).allied(ED["M"], "N") < 0.6


def test_the_weight_of_an_answer_counts_the_attributes_that_fit():
    told, unknown = about("lust", 0.8), about(None, 0.8)
    lust, hope = (1 << ATTRIBUTES.index(name) for name in ("lust", "hope"))
    assert told[lust] > 30 * told[hope]
    assert abs(unknown[lust | hope] - 2 * unknown[lust]) < 0.01
    assert HAS[PAIR_NUMBER[("lust", "hope")]] == lust | hope


def test_the_query_that_splits_best_is_legal_and_about_an_own_attribute():
    match = scene()
    view = views.game_view(match.match, "Ed")
    letters, attribute = best_query(view, belief().sample(100, 20), "Ada", ED["M"])
    assert attribute in ED["M"]
    assert not {"M", "A", "B", "C"} & set(letters)
    match.seal("Ed", {"query": {"letters": letters, "attribute": attribute, "to": "Ada"}})


# --- claims ---------------------------------------------------------------------------------------------------------
def asked():
    """Ada asked Ed about lust in G, M and N in round 1: yes, no, no."""
    match = scene()
    match.seal("Ada", query("GMN", "lust", "Ed"))
    match.close()
    return views.game_view(match.match, "Ada"), views.game_view(match.match, "Ed")


def said(by: str, text: str) -> Message:
    return Message(by, "seats", ("Ada", "Ed"), text, 2, 0.0)


def test_claims_are_read_as_they_are_written():
    ada, ed = asked()
    text = words.say_attribute(ada.sent[0], "hope")
    assert words.claims_in(said("Ada", text), ed) == (words.AttributeClaim("Ada", ed.received[0], "hope"),)
    text = words.say_answers(ed.received[0], {"G": True, "M": False, "N": True})
    told = words.AnswersClaim("Ed", ada.sent[0], {"G": True, "M": False, "N": True})
    assert words.claims_in(said("Ed", text), ada) == (told,)
    text = words.say_facts([("A", "lust", True), ("B", "hope", False)])
    facts = (words.FactClaim("Ed", "A", "lust", True), words.FactClaim("Ed", "B", "hope", False))
    assert words.claims_in(said("Ed", text), ada) == facts


def test_claims_of_queries_that_never_were_are_none():
    ada, ed = asked()
    for by, text, view in (
        ("Ada", "My query of round 2 (G, M, N) was about lust.", ed),
        ("Bo", "My query of round 1 (G, M, N) was about lust.", ed),
        ("Ada", "My query of round 1 was about vanity.", ed),
        ("Ed", "Your query of round 1: perhaps.", ada),
        ("Ed", "Your query of round 1: U yes.", ada),
        ("Ed", "Hello.", ada),
    ):
        assert words.claims_in(said(by, text), view) == ()


def test_a_lie_about_an_own_letter_is_caught():
    ada, ed = asked()
    honest = words.AttributeClaim("Ada", ed.received[0], "lust")
    lie = words.AttributeClaim("Ada", ed.received[0], "faith")  # M has faith, and the answer on M was no
    assert disproved_claimants([honest], ed) == set()
    assert disproved_claimants([lie], ed) == {"Ada"}
    assert disproved_claimants([words.FactClaim("Bo", "M", "lust", True)], ed) == {"Bo"}
    assert disproved_claimants([words.AnswersClaim("Ed", ada.sent[0], {"G": True})], ada) == set()


def on_the_line(ada: str, ed: str) -> list[tuple[str, str]]:
    """What Ada and Ed, steady bots of these tempers, say to each other after Ada's query: speaker and first words."""
    match = scene()
    match.seal("Ada", query("GMN", "lust", "Ed"))
    match.close()
    bots = {"Ada": make_bot(match.match, "Ada", "steady"), "Ed": make_bot(match.match, "Ed", "steady")}
    bots["Ada"]._temper, bots["Ed"]._temper = ada, ed
    for seat in ("Ada", "Ed", "Ada", "Ed"):
        for move in bots[seat].turn(views.sight(match.match, seat)):
            if isinstance(move, Say):
                match.say(seat, move.to, move.text)
    return [(m.sender, m.text.split(" of ")[0]) for m in match.match.messages if m.readers == ("Ada", "Ed")]


def test_SS_05_steady_bots_talk_on_an_open_line_once_and_by_their_temper():
    mine, yours = ("Ada", "My query"), ("Ed", "Your query")
    assert on_the_line("open", "open") == [mine, yours]
    assert on_the_line("open", "wary") == [mine, yours]  # the wary only answer
    assert on_the_line("wary", "open") == [yours, mine]
    assert on_the_line("wary", "wary") == []


def test_the_sly_lie_more_often_than_the_open():
    ada, ed = asked()
    lies = {"open": 0, "sly": 0}
    for temper in lies:
        for seed in range(60):
            bot = SteadyBot("Ada", seed)
            bot._temper = temper
            lies[temper] += bot._claimed_attribute(ada.sent[0]) != "lust"
            lies[temper] += bot._claimed_answers(ed.received[0], ed)["G"] != ed.received[0].answers["G"]
    assert lies["open"] == 0  # G belongs to neither
    assert lies["sly"] > 40
