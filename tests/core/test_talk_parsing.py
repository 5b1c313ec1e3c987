"""What people say at a table, and what it means: nothing is a no that does not refuse."""

from __future__ import annotations

import importlib

import pytest

from core.games.pantheic_runes.runes import tableaux_in_text
from core.talk.channels import Deal
from core.talk.parsing.asks import tale, told_of
from core.talk.parsing.offers import lays
from core.talk.parsing.utterance import hear

CUBES = ("red", "blue", "green", "yellow", "white", "black")
WORDS = {kind: kind for kind in CUBES} | {f"{kind}s": kind for kind in CUBES}

TALK = """
I have it ready for you, thank you!
No worries, I will be there with my white!
No problem.
No problem, see you at the close!
No need to worry, my white is on its way
Sorry for the wait!
Sorry, I was away from the keyboard
Not a problem
I can't wait!
I won't let you down
I won't give it to anyone else
I will not tell anybody
Never fear, I keep my word
No doubt about it
No hurry, take your time.
I have sealed it already
Don't worry, I have not changed my mind
It is not too late
I have given it to you
I have nothing against you
Thank you, that helps me a lot
Good luck!
See you next round
Who is leading?
You promised me red for my white last round
Cy offers me white for my red
Di gave me blue for my green
My white is sealed for you
Is that a no?
Deal?
Agreed?
Is our deal off?
ok, where do we meet?
Hm, let me think
I don't know yet
Not yet, give me a minute
nobody has red any more
I cannot believe it
I'm done for this round
good game
Not sure yet
no idea
No hard feelings
Nothing beats a fair swap
Never mind the others, I am with you
I cannot thank you enough
It's a pity, I was late
Sorry, wrong window
Sorry!!
I hope you keep your word
If you lie to me I will tell everybody
Beware of Di
Di broke her word to me
I was busy with Cy, back now
I'm back
I'll be off in five minutes
I take it you are sealed?
Can you back me up?
I do not promise much
the deal stands
Everything is fine, I hope
Please don't cancel
I won't back out
I'll never take it back
I have red
I have no red left
I'm out of red
You have no red, do you?
I don't have white, sorry
my white is gone
Thanks for the red!
My red brings eight points
Red is worth eight this round
alright Bo whats ur poison, gems i mean
ok, what do you want for it?
fine be like that
Di is way too far ahead, lets do something
ok ok i confess, it was me
"""

YES = """
Sorry I was late, agreed
No problem, agreed.
yes
Agreed, gladly
OK!
Deal.
it's a deal
Sure, why not?
Sounds good to me
That works for me, see you there
You're on
I'm in
count me in!
Done, thank you
Well, all right then
Happy to!
I would not say no
Oh yes please
Thanks, agreed
Let's do it
I accept your offer
fine by me
It is sealed: deal
Good deal
yes!!
yeah, see you there
Of course!
Alright, I'm happy with that
my pleasure
Great, let's do that
ok Bo deal
alright then, see you at the close
ok my pleasure
Perfect, thanks, deal!
We are agreed, are we not?
"""

NO = """
no
No, sorry, not after all.
No thanks
No, thank you.
Sorry, no.
Sorry, I can't
nope
No deal
Not this time
Not interested, sorry
I'd rather not
I changed my mind
Our trade is off
Sorry, I have to take my word back: our trade is off.
Let us call it off
I have to cancel
I am promised elsewhere this time
Sorry, too late.
I have given it to Cy
Sorry, I promised it to Cy
I take it back
I won't do that
I can't give my red for your blue
No, I need my red
Forget it
I pass
I don't think so
I will not be there
Unfortunately I have to back out
That is too much for me, no
no way!
Nah
I must decline
I won't trade with you again
Never again
I don't want that
Cancel that please
please cancel our swap
Sorry, I'm full
My red is promised to Cy, sorry
No, not red for white
I won't give red for white
"""

UNCLEAR = """
Fine, how much
I can't give red for it, but my white for your red is fine
I have white, you have red: shall we swap?
yes, I lied
deal. also who are you voting for
I like red
red for green or blue
My red or my white for your blue
Do you have red?
I need red and blue
my two reds for your blue
Yes, if you add a green
Agreed, but not red
My red for your blue, or my white for your green?
red and green are for me?
Which do you want, red or blue?
What do you want for your red?
Anyone got white?
your red?
Yes, but only for red
two red for one white
All reds and whites to me?
"""

DEALS = """
red for green | My red for your green?
red for green | red for green
green for red | I want your red cube for a green one
white for red | Would you give a red for my white?
white for red | I have no blue, but my white for your red
white for red | I have no blue, my white for your red?
white for red | No, but my white for your red
white for red | Sorry, no blue left; I could give white for red
white for red | If you give me red, I give you white
white for red | You get white, I get red
green for red | I need a red cube for my green one
blue for green | How about blue for green?
white for red | Do you want white for your red?
blue for red | I'd take your red for my blue
blue for red | Could I have your red for my blue?
red for red | Anyone red for red?
white for red | Red for my white, please
white for blue | Yes: my white for your blue
white for blue | Swap my white for your blue?
white for blue | I offer a white cube against a blue one
white for blue | I'll bring white if you bring blue
blue for white | Would you swap white for my blue?
blue for red | Trade you blue for red
white for blue | I no longer have red, how about white for blue?
white for red | For my white I want your red
red for white | I'd love a white for my red
red for white | Let me have white and you get my red
red for white | red -> white?
red for white | Would a red for your white suit you?
red for white | I can offer red for white this round
red for white | My red cube against your white cube?
red for white | what would you say to my red for your white
red for white | Hello Bo! Red for white?
red for white | ok, my red for your white then
red for white | Could you spare a white for a red?
red for white | send me white and I send you red
red for white | Give me white for red
red for white | I give red, you give white
red for white | I want to give red for white
"""


def lines(table: str) -> list[str]:
    return [line for line in table.splitlines() if line]


MEANINGS = {"talk": lines(TALK), "yes": lines(YES), "no": lines(NO), "unclear": lines(UNCLEAR)}
"""Whatever changes nothing is talk: thanks, small talk, what was, what others do."""


@pytest.mark.parametrize("kind", MEANINGS)
def test_every_sentence_means_what_people_mean_by_it(kind: str) -> None:
    """Those that are heard as something else are listed, with what."""
    heard = {text: hear(WORDS, text, ("Bo", "Ada")) for text in MEANINGS[kind]}
    assert {text: one for text, one in heard.items() if (one.kind, one.deal) != (kind, None)} == {}


def test_a_deal_is_understood_however_it_is_put() -> None:
    """Before the bar: what the speaker gives, for what it wants."""
    found = {}
    for line in lines(DEALS):
        meaning, _, text = line.partition(" | ")
        give, _, want = meaning.partition(" for ")
        heard = hear(WORDS, text, ("Bo",))
        if (heard.kind, heard.deal) != ("deal", Deal(give, want)):
            found[line] = heard
    assert found == {}


@pytest.mark.parametrize("mark", ["\u2019", "'"])
def test_typographic_marks_are_read_like_plain_ones(mark: str) -> None:
    assert hear(WORDS, f"I can{mark}t").kind == "no"
    assert hear(WORDS, f"I can{mark}t wait").kind == "talk"


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("I have no red left", ("red",)),
        ("I'm out of red", ("red",)),
        ("my red cube is gone, sorry", ("red",)),
        ("I don't have any red, but a white for your blue", ("red",)),
        ("You have no red, do you?", ()),
        ("Have you no red?", ()),
        ("I have red", ()),
    ],
)
def test_what_somebody_has_not_is_noted(text: str, lacks: tuple[str, ...]) -> None:
    assert hear(WORDS, text).lacks == lacks


@pytest.mark.parametrize(
    ("text", "off"),
    [
        ("deal's off", True), ("I call it off", True), ("scratch that", True), ("forget our deal", True),
        ("sorry, I changed my mind", True), ("I take my yes back", True), ("no wait", False), ("hang on, no", False),
        ("on second thoughts, no", False), ("no thanks", False),
    ],
)  # fmt: skip
def test_words_that_call_an_agreement_off_are_more_than_a_no(text: str, off: bool) -> None:
    heard = hear(WORDS, text)
    assert (heard.kind, heard.wavers, heard.answer.off) == ("no", False, off)


@pytest.mark.parametrize("text", ["no, I won't tell anyone", "no, I don't need green", "wait", "hold on", "wait, yes"])
def test_half_a_no_calls_nothing_off(text: str) -> None:
    heard = hear(WORDS, text)
    assert heard.kind != "no" or heard.wavers
    assert not heard.answer.off


@pytest.mark.parametrize(
    ("text", "laid"),
    [
        ("Shall we both go for Aphrodite with ooxx?", None),
        ("I am making ooxx for Hera", None),
        ("Apollo wants ooxx", None),
        ("I have no ooxx left", None),
        ("ooxx?", None),
        ("I put in ooxx", ("ooxx", None)),
        ("My ooxx for your xo++?", ("ooxx", "xo++")),
        ("I lay ooxx. With your xo++ it gives +xx+.", ("ooxx", "xo++")),
        ("ooxx with xo++?", ("ooxx", "xo++")),
    ],
)
def test_a_tableau_is_laid_only_by_who_says_so(text: str, laid: tuple[str, str | None] | None) -> None:
    assert lays(tableaux_in_text(text), text) == laid


@pytest.mark.parametrize(
    ("text", "about"),
    [
        (tale("Di"), "Di"),
        ("Beware of Bo", "Bo"),
        ("Di lied to me last round", "Di"),
        ("bo just broke his promise", "Bo"),
        ("Di can't be trusted", "Di"),
        ("Di never lied to me", None),
        ("Did Di break her word?", None),
        ("If Di lied to you, tell me", None),
        ("Don't trust Di. Beware of Bo", None),
        ("Di has a red", None),
        ("Diana lied to me", None),
    ],
)
def test_a_tale_of_a_broken_word_names_one_seat(text: str, about: str | None) -> None:
    assert told_of(("Bo", "Di"), text) == about


def test_a_game_from_outside_that_knows_the_old_name_hears_the_same() -> None:
    old, replies = importlib.import_module("core.hearing"), importlib.import_module("core.hearing.replies")
    assert old.hear is hear
    assert old.lays is lays
    assert replies.off("red", "blue")
