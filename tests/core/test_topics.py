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
    "why": (
        "Why?",
        "why",
        "But why?",
        "why not?",
        "How come?",
        "what for?",
        "why that?",
        "Why do you say that?",
        "hm, why is that?",
    ),
    "worth": (
        "is onyx bad?",
        "Is a ruby any good?",
        "what is a ruby worth?",
        "How good is red?",
        "what's the value of white?",
        "which cube is best?",
        "are black cubes dangerous?",
        "what does a topaz bring?",
        "what is blue good for?",
        "Is 9A worth it?",
        "Is charity better than hope?",
        "what is a diamond for?",
    ),
    "plan": (
        "where are you going?",
        "Where will you go this round?",
        "where do you go now",
        "what will you bid?",
        "How much will you bid?",
        "who takes 4B?",
        "who is going to 9A?",
        "Who wants to take 13C?",
        "what's your plan?",
        "what are you planning?",
        "what are you up to?",
        "which room do you take?",
        "Are you going to the Shrine?",
        "what are you going to do?",
        "who bids for 12A?",
        "where are you headed?",
    ),
    "advice": (
        "what should I ask the other realm?",
        "Whom should I ask?",
        "What do we ask Heaven?",
        "what to ask Hell?",
        "What shall I do?",
        "any advice?",
        "what would you do in my place?",
        "help me",
        "What do you suggest?",
        "which letters should I ask about?",
    ),
    "question": (
        "What is your favourite colour?",
        "Is it raining?",
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
