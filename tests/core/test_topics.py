"""What talk is about that puts no deal: real sentences and their meanings."""

from __future__ import annotations

import pytest

from core.hearing.topics import topic_of

SENTENCES = {
    "leader": (
        "Who leads?",
        "who is winning?",
        "Who's ahead right now?",
        "who do you think is winning",
        "are you winning?",
        "How many points do you have?",
        "what's your score",
        "Where do you stand?",
        "who is leading",
        "how is your match?",
    ),
    "hand": (
        "What do you hold?",
        "what have you got?",
        "What's in your hand?",
        "which cubes do you have?",
        "what are you after?",
        "What do you need?",
        "tell me what you want",
        "what are you planning?",
        "show me your cubes",
        "what gems do you have",
    ),
    "pact": (
        "Shall we make a pact?",
        "pact with me?",
        "let's form an alliance",
        "Do you want to work together?",
        "allies?",
        "Truce?",
        "team up with me",
        "let us stick together",
        "join forces!",
        "you and me together",
    ),
    "warning": (
        "Beware of Di!",
        "Don't trust Di",
        "Di lied to me",
        "watch out for Di",
        "Di is not to be trusted",
        "be careful with Di",
        "keep an eye on Di",
        "Di broke her word to me",
    ),
    "accusation": (
        "You broke your word!",
        "you lied to me",
        "You promised me a red cube",
        "you cheated",
        "liar!",
        "Why did you betray me?",
        "You let me down",
        "you are a traitor",
        "you didn't keep our deal",
        "You tricked me",
    ),
    "apology": ("I am sorry", "sorry about last round", "my fault", "I apologise", "forgive me", "my bad"),
    "threat": (
        "I will ruin you",
        "you'll regret this",
        "watch your back",
        "I'll tell everybody",
        "You will pay for that",
        "I'm going to crush you",
        "revenge!",
        "or else",
    ),
    "insult": ("you idiot", "That was stupid", "what a clown", "you are useless", "shut up", "you snake"),
    "thanks": ("Thank you!", "thanks a lot", "thx", "cheers", "much obliged", "I appreciate it"),
    "praise": ("Well played", "nice move!", "good game", "you are good", "bravo", "that was clever", "congratulations"),
    "rules": (
        "How do the rules work?",
        "how does this work?",
        "How do I seal?",
        "when does the round end?",
        "what happens if I wait?",
        "am I allowed to lie?",
        "how many rounds are there?",
        "how is it scored?",
        "what is the goal?",
    ),
    "greeting": ("hello", "Hi Bo", "good evening", "Hey!", "Good luck!", "how are you?", "nice to meet you"),
    "question": (
        "What is your favourite colour?",
        "Is it raining?",
        "why?",
        "did you see that?",
        "can you believe it?",
    ),
    "talk": (
        "Nice weather today.",
        "hm",
        "I have a cat named Tom",
        "I am back",
        "I have a pact with Cy",
        "It was a long day",
    ),
}


@pytest.mark.parametrize(
    ("kind", "text"), [(kind, text) for kind, texts in SENTENCES.items() for text in texts], ids=lambda one: one[:30]
)
def test_a_sentence_is_about(kind: str, text: str) -> None:
    assert topic_of(["Cy", "Di"], text).kind == kind


def test_whom_a_warning_is_about() -> None:
    assert topic_of(["Cy", "Di"], "Beware of Di!").about == "Di"
    assert topic_of(["Cy", "Di"], "Beware!").kind == "talk"
