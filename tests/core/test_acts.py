"""Acts: what can be said with them, what is refused, and what is agreed on by them."""

from __future__ import annotations

import pytest

from core.games import game as find_game
from core.match import journal as j
from core.match.reducer import apply, take
from core.match.views import sight
from core.refusal import Refused
from core.talk.acts import Accept, Clause, Decline, End, Offer, Withdraw, in_words
from core.talk.book import BookEntry, entries
from core.talk.channels import Deal
from tests.kit import NAMES
from tests.kit.script import Script, play

TERMS = find_game("exodus").terms


def gives(who: str, what: str, to: str, first: int, last: int | None = None, after: int | None = None) -> Clause:
    return Clause(who, "give", first, last if last is not None else first, what, to, after)


LATER = Offer((gives("Bo", "red", "Ada", 1), gives("Ada", "blue", "Bo", 2, after=0)))
NOT_HAL = Offer(
    tuple(Clause(who, "trade", 1, None, "Hal", "", None, True) for who in ("Ada", "Bo"))
)  # fmt: skip
NOT_HAL_OF_TWO = Offer(tuple(Clause(who, "trade", 1, None, "Hal", "", None, True) for who in ("Bo", "Ada")))


def exodus() -> Script:
    return play("exodus", setup={"hands": {s: ["red", "blue", "white"] for s in NAMES[:9]}})


def say(script: Script, by: str, to: str, act: object = None, text: str = "...", deal: Deal | None = None) -> None:
    script.apply(j.Said(author=by, to=(to,), text=text, act=act, deal=deal))  # type: ignore[arg-type]


def book(script: Script, seat: str) -> tuple[BookEntry, ...]:
    return entries(TERMS, sight(script.match, seat).heard, script.match.round)


def test_terms_are_said_in_one_sentence_for_each_of_the_two_and_for_others() -> None:
    assert in_words(TERMS, LATER, "Ada", 1) == (
        "If Bo gives you a red cube this round, you give Bo a blue cube next round."
    )
    assert in_words(TERMS, LATER, None, 1) == (
        "If Bo gives Ada a red cube this round, Ada gives Bo a blue cube next round."
    )
    assert in_words(TERMS, NOT_HAL, "Bo", 1) == (
        "Ada does not trade with Hal every round from now on, and you do not trade with Hal every round from now on."
    )


def test_HH_58_an_offer_binds_once_all_who_are_named_in_it_said_yes() -> None:
    script = exodus()
    say(script, "Ada", "Bo", LATER)
    [one] = book(script, "Bo")
    assert (one.name, one.state, one.yes) == ("Ada-1", "offered", ("Ada",))
    say(script, "Bo", "Ada", Accept("Ada-1"))
    [one] = book(script, "Ada")
    assert (one.state, one.agreed) == ("agreed", 1)
    assert sight(script.match, "Ada").due == (LATER.clauses[0],)
    assert book(script, "Cy") == ()


@pytest.mark.parametrize("word", ["ok", "deal!", "\U0001f44d", "yes please"])
def test_a_yes_in_words_is_a_yes_to_what_stands_and_to_nothing_else(word: str) -> None:
    script = exodus()
    say(script, "Bo", "Ada", text=word)
    say(script, "Ada", "Bo", LATER)
    say(script, "Bo", "Ada", text=word)
    assert [one.state for one in book(script, "Ada")] == ["agreed"]


@pytest.mark.parametrize("word", ["ok, but next round", "yes if you add a green", "hm", "who leads?"])
def test_a_yes_with_something_added_is_none(word: str) -> None:
    script = exodus()
    say(script, "Ada", "Bo", LATER)
    say(script, "Bo", "Ada", text=word)
    assert [one.state for one in book(script, "Ada")] == ["offered"]


def test_an_offer_is_declined_withdrawn_or_lapses_with_its_round_and_notice_ends_what_was_agreed() -> None:
    script = exodus()
    for act, by in ((Decline("Ada-1", "have"), "Bo"), (Withdraw("Ada-2"), "Ada")):
        say(script, "Ada", "Bo", LATER)
        say(script, by, "Ada" if by == "Bo" else "Bo", act)
    say(script, "Ada", "Bo", NOT_HAL)
    say(script, "Ada", "Bo", NOT_HAL)
    say(script, "Bo", "Ada", Accept("Ada-4"))
    script.close()
    say(script, "Bo", "Ada", End("Ada-4"))
    assert [one.state for one in book(script, "Ada")] == ["declined", "withdrawn", "lapsed", "ended"]
    assert sight(script.match, "Ada").due == ()


@pytest.mark.parametrize(
    ("by", "act"), [("Bo", Accept("Ada-2")), ("Ada", Accept("Ada-1")), ("Bo", Withdraw("Ada-1")), ("Bo", End("Ada-1"))]
)
def test_HH_59_an_answer_to_what_does_not_wait_for_it_is_refused(by: str, act: object) -> None:
    script = exodus()
    say(script, "Ada", "Bo", LATER)
    with pytest.raises(Refused, match="ffer "):
        say(script, by, "Ada" if by == "Bo" else "Bo", act)


@pytest.mark.parametrize(
    "offer",
    [
        Offer(()),
        Offer((gives("Cy", "red", "Ada", 1),)),
        Offer((gives("Bo", "gold", "Ada", 1),)),
        Offer((gives("Bo", "red", "Ada", 99),)),
        Offer((gives("Ada", "red", "Bo", 1),)),
        Offer((Clause("Bo", "juggle", 1, 1),)),
        Offer((gives("Bo", "red", "Ada", 1, after=0),)),
    ],
)
def test_HH_58_terms_that_mean_nothing_here_are_refused(offer: Offer) -> None:
    with pytest.raises(Refused) as refusal:
        say(exodus(), "Ada", "Bo", offer)
    assert refusal.value.code == "bad_act"
    assert refusal.value.ruling == "HH-58"


def test_a_plain_swap_is_kept_in_its_short_form_and_its_yes_mirrors_it() -> None:
    script = exodus()
    say(script, "Ada", "Bo", Offer((gives("Ada", "red", "Bo", 1), gives("Bo", "blue", "Ada", 1))))
    assert script.match.messages[-1].deal == Deal("red", "blue")
    say(script, "Bo", "Ada", Accept("Ada-1"))
    assert script.match.messages[-1].deal == Deal("blue", "red")
    assert [one.state for one in book(script, "Bo")] == ["agreed"]


def test_an_offer_takes_the_ready_marks_of_its_readers_away() -> None:
    script = exodus()
    for seat in ("Ada", "Bo", "Cy"):
        script.apply(j.Readied(author=seat))
    say(script, "Ada", "Bo", LATER)
    assert script.match.ready == ("Ada", "Cy")


def test_a_bargain_agreed_in_words_and_said_again_stands_once_in_the_book() -> None:
    script = exodus()
    say(script, "Bo", "Ada", deal=Deal("red", "blue"))
    say(script, "Ada", "Bo", text="yes")
    say(script, "Bo", "Ada", deal=Deal("red", "blue"), text="Agreed, Ada.")
    assert [entry.name for entry in book(script, "Ada") if entry.agreed] == ["Bo-1"]
    say(script, "Ada", "Bo", deal=Deal("blue", "red"))
    assert [entry.name for entry in book(script, "Bo") if entry.agreed] == ["Bo-1"]


@pytest.mark.parametrize("answer", [Decline("Bo-2"), None])
def test_a_swap_that_is_agreed_stays_so_whatever_becomes_of_later_terms(answer: Decline | None) -> None:
    script = exodus()
    say(script, "Bo", "Ada", deal=Deal("red", "blue"))
    say(script, "Ada", "Bo", deal=Deal("blue", "red"))
    say(script, "Bo", "Ada", NOT_HAL_OF_TWO, text="No trade with Hal, and no black.")
    if answer is not None:
        say(script, "Ada", "Bo", answer)
    assert [entry.name for entry in book(script, "Ada") if entry.agreed] == ["Bo-1"]


def test_HH_58_a_term_names_only_what_this_match_has() -> None:
    script = play("pantheic_runes", setup={"round": 2})
    shown = len(script.view("Ada")["view"]["temple"])

    def leave(place: str) -> Offer:
        return Offer((Clause("Ada", "leave", 2, 2, place, "Bo"), Clause("Bo", "leave", 2, 2, "0", "Ada")))

    take(script.match, j.Said(author="Ada", to=("Bo",), text="...", act=leave(str(shown - 1))))
    with pytest.raises(Refused, match=f"there are 0, .*{shown - 1}\\."):
        take(script.match, j.Said(author="Ada", to=("Bo",), text="...", act=leave(str(shown))))
    apply(
        script.match, j.Said(author="Ada", to=("Bo",), text="...", act=leave(str(shown)))
    )  # an old journal may hold it
