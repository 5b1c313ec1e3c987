"""How far a bot of a trading game trusts a partner's word, by what was kept, told and could be gained."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.games.trading.bots.judging import Judging, Trust
from core.games.trading.bots.trader import PROVE
from core.games.trading.offers import Offer, Swap
from core.games.trading.structs import Past, TradingReport
from tests.core.games.trading.sitting import BO, CY, DI, Sitting, offers, position, says
from tests.kit import NAMES


def judged(round_: int) -> Judging:
    """A bot with two reds, once it has looked at a round."""
    at = Sitting("red red")
    at.match = position("red red", round_)
    at.hear()
    assert isinstance(at.bot, Judging)
    return at.bot


def test_what_the_other_gains_by_breaking_it_counts_the_more_the_fewer_rounds_are_to_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In round 6 a white for a red pays its giver less than a blue would: more rounds ahead, more to lose."""
    bot = judged(6)
    assert bot.deals is not None
    assert bot.temptation(bot.deals.view, "red", "white")[1] > 0
    soon = bot.expected(10.0, BO, "red", "white")
    monkeypatch.setattr(bot.taste, "rounds", 20)  # the taste is the game's own
    assert soon < bot.expected(10.0, BO, "red", "white") < 10.0 * bot.trust.of(BO)


def test_a_swap_that_is_the_others_best_reply_is_worth_all_that_its_word_is() -> None:
    bot = judged(7)
    assert bot.deals is not None
    assert bot.temptation(bot.deals.view, "red", "red")[1] <= 0
    assert bot.expected(8.0, BO, "red", "red") == pytest.approx(8.0 * bot.trust.of(BO))


def test_words_kept_before_do_not_outweigh_what_can_be_gained_at_the_end() -> None:
    bot = judged(7)
    stranger = bot.expected(10.0, BO, "red", "white")
    kept = TradingReport(score=0, held={}, trades=(Swap(BO, "red", "red"),))
    for _ in range(4):
        bot.trust.learn((Swap(BO, "red", "red"),), kept)
    assert bot.trust.of(BO) == 1.0
    assert stranger < bot.expected(10.0, BO, "red", "white") < bot.expected(10.0, BO, "red", "red")


def test_nobody_is_asked_for_what_it_said_that_it_has_not() -> None:
    at = Sitting("red red")
    at.hear()
    assert isinstance(at.bot, Judging)
    assert at.bot.deals is not None
    asked = at.bot.best_deal(at.bot.deals, DI)
    assert asked is not None
    at.hear(says(DI, f"I have no {asked[2]} cube to give."))
    again = at.bot.best_deal(at.bot.deals, DI)
    assert again is None or again[2] != asked[2]
    at.hear(offers(DI, asked[2], "black"))
    assert asked[2] not in at.bot.lacking[DI], "it has one after all"


def test_the_last_swap_is_not_asked_for_backwards() -> None:
    at = Sitting("red red")
    at.hear()
    assert isinstance(at.bot, Judging)
    deals = at.bot.deals
    assert deals is not None
    asked = at.bot.best_deal(deals, DI)
    assert asked is not None
    deals.view = replace(deals.view, past=(Past(6, DI, gave=asked[2], got=asked[1]),))
    again = at.bot.best_deal(deals, DI)
    assert again is None or again[1:] != asked[1:]


def doubted(at: Sitting, who: str) -> None:
    """Who broke one word to Ada."""
    at.bot.trust.learn((Swap(who, "red", "red"),), TradingReport(score=0, held={}, failed=(Offer(who, "red"),)))  # type: ignore[attr-defined]


def trust(at: Sitting, who: str) -> float:
    found: float = at.bot.trust.of(who)  # type: ignore[attr-defined]
    return found


def test_a_broken_word_leaves_three_tenths_of_the_trust() -> None:
    at = Sitting("red")
    before = trust(at, BO)
    doubted(at, BO)
    assert trust(at, BO) == pytest.approx(0.3 * before)


def test_from_a_doubtful_partner_the_better_offer_is_the_less_likely_taken() -> None:
    """Round 7, black for a red brings 4, red 8, white 11: what it pays the giver falls the other way."""
    at = Sitting("red")
    at.hear()
    at.bot.trust._trust[BO] = 0.6  # type: ignore[attr-defined]
    belief = at.bot.belief  # type: ignore[attr-defined]
    beliefs = [belief(gain, BO, "red", "white") for gain in (2, 5, 8, 11)]
    assert beliefs == sorted(beliefs, reverse=True)
    assert beliefs[0] > beliefs[-1]
    expected = [gain * found for gain, found in zip((2, 5, 8, 11), beliefs, strict=True)]
    assert expected[-1] < max(expected), "beyond a point it is worth less, not only less believed"
    assert belief(11, CY, "red", "white") == trust(at, CY), "a stranger's is taken at its word"


def test_who_promised_one_cube_to_three_is_found_out_by_what_they_tell() -> None:
    """Two who waited in vain say so in the lounge; the third trusts Di less than one that it knows nothing of."""
    at = Sitting("red")
    everybody = NAMES[:9]
    at.hear(says(BO, "Di broke its word to me: beware.", None, everybody))
    after_one = trust(at, DI)
    at.hear(says(CY, "Careful, all: Di lied to me!", None, everybody))
    assert trust(at, DI) < after_one < trust(at, NAMES[5])
    again = trust(at, DI)
    at.hear(says(CY, "I say it again: Di lied to me!", None, everybody))
    assert trust(at, DI) == again, "a tale told twice is one tale"


def test_a_tale_weighs_by_how_far_its_teller_is_trusted() -> None:
    one, other = Sitting("red"), Sitting("red")
    doubted(other, BO)
    for at in (one, other):
        at.hear(says(BO, "Di broke her word", None, NAMES[:9]))
    assert trust(one, DI) < trust(other, DI) < trust(one, CY)


def test_a_tale_weighs_less_of_somebody_whose_word_was_kept_but_not_at_the_last_close() -> None:
    swap = Swap(DI, "red", "red")

    def lost(kept: bool, left: float) -> float:
        trust = Trust()
        if kept:
            trust.learn((swap,), TradingReport(score=0, held={}, trades=(swap,)))
        before = trust.of(DI)
        trust.hear_tale(BO, DI, left)
        return 1 - trust.of(DI) / before

    assert 0 < lost(True, left=1.0) < 0.6 * lost(False, left=1.0)
    assert lost(True, left=0.0) == pytest.approx(lost(False, left=0.0))
    last = Sitting("red")  # in the last round
    last.bot.trust.learn((swap,), TradingReport(score=0, held={}, trades=(swap,)))  # type: ignore[attr-defined]
    last.hear(says(BO, "Di broke her word", None, NAMES[:9]))
    assert last.bot.trust.doubts(DI)  # type: ignore[attr-defined]


def test_nobody_gives_in_to_somebody_in_doubt() -> None:
    """As a round goes on a sharp bot is content with less, but with those who kept their word."""
    at = Sitting("red blue", level="sharp")
    at.hear()
    at.bot.messages_to_it = 100  # type: ignore[attr-defined]
    most = at.bot.hope  # type: ignore[attr-defined]
    assert at.bot.content(0.9 * most, BO, "red", "red")  # type: ignore[attr-defined]
    at.bot.trust.hear_tale(CY, BO)  # type: ignore[attr-defined]
    assert not at.bot.content(0.9 * most, BO, "red", "red")  # type: ignore[attr-defined]


def test_a_bot_gives_in_by_what_it_was_told_and_not_by_how_often_it_was_asked() -> None:
    """The last at the table has few turns, in each of which it hears much."""
    many, one = Sitting("red blue", level="sharp"), Sitting("red blue", level="sharp")
    said = [offers(by, "black", "red") for by in NAMES[1:9]] * 2
    for message in said:
        many.hear(message)
    one.hear(*said)
    shares = [at.bot.share() for at in (many, one)]  # type: ignore[attr-defined]
    assert shares[0] == shares[1] < many.bot.SHARE  # type: ignore[attr-defined]


def test_what_a_partner_asked_for_itself_is_asked_of_it_again_first() -> None:
    """It was declined while there was more to hope for; that this one would have it is known."""
    at = Sitting("red blue", level="sharp")
    at.hear(offers(CY, "black", "red"))
    bot = at.bot
    before, _, _ = bot.best_deal(bot.deals, DI, "red", "red")  # type: ignore[attr-defined]
    bot.deals.asked[DI] = {("red", "red")}  # type: ignore[attr-defined]
    after, _, _ = bot.best_deal(bot.deals, DI, "red", "red")  # type: ignore[attr-defined]
    assert after > before


def test_who_tells_so_of_everybody_is_believed_less_each_time() -> None:
    at = Sitting("red")
    lost = []
    for about in NAMES[2:6]:
        before = trust(at, about)
        at.hear(says(BO, f"{about} broke its word to me: beware.", None, NAMES[:9]))
        lost.append(1 - trust(at, about) / before)
    assert lost == sorted(set(lost), reverse=True)
    assert lost[-1] < 0.3 * lost[0]


def test_who_tells_of_oneself_what_is_not_so_is_trusted_less_once() -> None:
    at = Sitting("red")
    before = trust(at, BO)
    for text in ("Ada broke its word to me: beware.", "I say it again: Ada lied to me!"):
        at.hear(says(BO, text, None, NAMES[:9]))
        assert trust(at, BO) == pytest.approx(0.4 * before)


def test_a_true_tale_of_oneself_costs_its_teller_nothing() -> None:
    """Ada agreed with Bo and gave nothing."""
    at = Sitting("red")
    at.hear()
    at.bot.deals.agree(BO, "red", "black")  # type: ignore[attr-defined]
    after = replace(at.sight(), reports={7: TradingReport(score=0, held={})})
    at.bot.learn(at.bot.deals, after, 7)  # type: ignore[attr-defined]
    before = trust(at, BO)
    at.hear(says(BO, "Ada broke its word to me: beware.", None, NAMES[:9]))
    assert trust(at, BO) == before


def test_an_apology_is_answered_and_made_good_by_a_deal_in_the_others_favour() -> None:
    """Round 7: red for red brings both 8, white for Ada's red brings her 11."""
    at = Sitting("red")
    at.hear()
    doubted(at, BO)
    doubted(at, BO)
    assert not at.hear(offers(BO, "white", "red"))[BO].startswith("Agreed"), "too good to be true"
    assert at.hear(says(BO, "I am sorry, that was my fault"))[BO] == PROVE
    assert at.hear(offers(BO, "white", "red"))[BO].startswith("Agreed")
    kept = TradingReport(score=0, held={}, trades=(Swap(BO, "red", "white"),))
    at.bot.trust.learn((Swap(BO, "red", "white"),), kept)  # type: ignore[attr-defined]
    assert trust(at, BO) == pytest.approx(0.7)
    doubted(at, BO)
    assert PROVE not in at.hear(says(BO, "Sorry again!")).values(), "an apology is taken once"
