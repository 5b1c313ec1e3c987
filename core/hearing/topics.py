"""What talk is about that puts no deal and answers none: who leads, a pact, a warning, thanks, and the like.

The first kind whose words are there counts, so that "thank you, who leads?" is the question. Names are those of seats.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from core.hearing.claims import claimed
from core.hearing.tales import told_of

READ: Final = 500
"""Characters that are read of one message."""

TopicKind = Literal[
    "leader", "hand", "pact", "rules", "warning", "accusation", "apology", "threat", "insult", "thanks", "praise",
    "greeting", "claim", "plan", "advice", "worth", "why", "trust", "machine", "last",
    "question", "talk",
]  # fmt: skip


class Topic(NamedTuple):
    """What a sentence is about."""

    kind: TopicKind
    about: str | None = None
    """The one seat that it names, apart from the one it is said to."""


_KINDS: Final[tuple[tuple[TopicKind, re.Pattern[str]], ...]] = (
    (
        "pact",
        re.compile(
            r"\b(?:pact|alliance|allies|ally with|team up|partners?\?|work together|stick together|stand together|"
            r"be (?:my|our) (?:ally|partner|friend)|join (?:me|forces)|truce|cooperate|help each other|"
            r"you and (?:me|i) (?:together|against)|gang up (?:on|against)|"
            r"(?:let's|let us|shall we) (?:beat|stop|attack|bring down|take down))\b"
        ),
    ),
    (
        "trust",
        re.compile(
            r"\b(?:(?:can|could|may|should|do|would) (?:i|we|you) (?:really |still |ever )?"
            r"(?:trust|rely on|believe(?! it| that| this))\b|"
            r"(?:is|are) \w+ (?:trustworthy|honest|reliable)\b|"
            r"(?:will|do|would) you (?:really )?keep (?:your word|it)\b|"
            r"whom? (?:do you|can i|can we|should i) trust|do you mean it\b)"
        ),
    ),
    (
        "machine",
        re.compile(r"\bare you (?:an? )?(?:\w+ )?(?:bot|robot|machine|computer|human|person|real|program|alive)\b"),
    ),
    (
        "last",
        re.compile(
            r"\b(?:what happened|how (?:was|did)|how'd|what did you (?:get|gain|make|win)|"
            r"did you (?:gain|win|score|lose))\b[^.!]*(?:round|year|day|last|go|do|\?)"
        ),
    ),
    (
        "leader",
        re.compile(
            r"\b(?:who(?:'s| is| are)? (?:\w+ )?(?:leads?|leading|winning|ahead|first|in front|on top|the leader|best)|"
            r"who do you think (?:leads|is (?:leading|winning|ahead))|(?:are|am) (?:you|i|we) (?:leading|winning|ahead|"
            r"losing|behind)|how many (?:points|favou?r|garnets|tricks) (?:do you|have you|has)|"
            r"what(?:'s| is) (?:the|your) (?:score|standing|rank)|how(?:'s| is) (?:your|the) (?:score|match)|"
            r"where do you stand|how (?:do|are) you (?:stand|doing in the match)|your (?:score|points)\?)"
        ),
    ),
    (
        "advice",
        re.compile(
            r"\b(?:(?:what|whom?|which|where)\b[^.!]{0,30}\b(?:should|shall|ought|would you|do you think) ?(?:i|we)?\b"
            r"[^.!]{0,20}\b(?:ask|query|lock|do|go|play|bid|take|lay|gather|begin|start|try)\b|"
            r"what (?:to|do we|can we|can i|do i) (?:ask|query)\b|whom? (?:to|do we|can we|can i|do i) (?:ask|query)\b|"
            r"what would you (?:ask|do in my place|do if you were me)|any (?:advice|ideas|idea|tips?|suggestions?)\b|"
            r"(?:advise|help) me\b|what do you (?:advise|suggest|recommend))"
        ),
    ),
    (
        "plan",
        re.compile(
            r"\b(?:where (?:are|will|do|would|is) you(?:r crew)? (?:go\b|going|headed|heading|off to|walk\w*|"
            r"mov\w*|be\b)|"
            r"where (?:to|are you off)\b(?=[^.!]*\?)|where is your crew|"
            r"(?:what|how much|how high|where|which (?:room|place|god|deity|location)s?) (?:will|do|are|would) you "
            r"(?:bid|bidding|do\b|doing|take|taking|play|playing|seal|sealing|visit|visiting|go\b|going|offer to)|"
            r"what are you (?:planning|up to|going to (?:do|bid|take|play|seal))|"
            r"what(?:'s| is) your (?:plan|bid|move|target|goal|course)|your plan\?|"
            r"who(?:'s| is| are| will| wants)? ?(?:to )?(?:takes?|taking|goes|going|gets|bids?|bidding|visits?|"
            r"visiting)\b|"
            r"(?:are|will|do) you (?:going|go|headed|bid|bidding|take|taking|visit|visiting) (?:to|for|on|at)?\b)"
        ),
    ),
    (
        "hand",
        re.compile(
            r"\b(?:what (?:do you|have you|are you) (?:hold|holding|got|have)|what(?:'s| is) (?:in )?your (?:hand|"
            r"cubes|gems|tiles?|number|stock)|what have you\b|show me (?:your|what)|which (?:cubes|gems|sins|letters|"
            r"tableaux|tiles|components) (?:do you|have you)|what (?:cubes|gems|sins|letters|tableaux|tiles|"
            r"components) (?:do you|have you)|what are you (?:after|looking for)|what do you (?:need|"
            r"want)|(?:which|what) place\b.*\byou\b|tell me what you (?:hold|have|need|want))"
        ),
    ),
    (
        "accusation",
        re.compile(
            r"\byou(?:'ve| have| just)? (?:lied|broke|broken|cheated|betrayed|tricked|fooled|deceived|double-crossed|"
            r"let me down|stole|did not keep|didn't keep|did not (?:deliver|give)|didn't (?:deliver|give))|"
            r"\byou(?:'re| are) (?:an? )?(?:lying|liar|cheat|cheater|traitor|crook|a thief)|\b(?:liar|traitor|cheat)\b|"
            r"\bwhy did you (?:lie|break|cheat|betray|do that|not)|\byou promised\b"
        ),
    ),
    (  # a bare question for the reason of what was said or done last
        "why",
        re.compile(
            r"^\W*(?:(?:but|and|so|oh|hm+|ok|well)\W+)*(?:why|how come|what for|how so|for what reason)\b(?:\W*$|"
            r"\W+(?:not|so|that|this|is that|are you|do you|would you|should i|then|me|him|her|them|did you|"
            r"have you)\b)"
        ),
    ),
    ("apology", re.compile(r"\b(?:sorry|apolog\w+|forgive me|my (?:fault|bad|mistake)|mea culpa|i regret)\b")),
    (
        "threat",
        re.compile(
            r"\b(?:i(?:'ll| will| shall| am going to|'m going to) (?:get|ruin|destroy|crush|break|beat|hurt|finish|"
            r"punish|"
            r"tell (?:everybody|everyone|them all)|remember (?:this|that)|come for|take revenge|make you|stop) ?|"
            r"you(?:'ll| will| shall) (?:regret|pay|be sorry|suffer|lose)|or else|watch your back|revenge|"
            r"you are (?:next|finished|dead)|you're (?:next|finished|dead)|last warning)"
        ),
    ),
    (
        "warning",
        re.compile(
            r"\b(?:beware|watch out|be careful|careful with|don't trust|do not trust|never trust|keep an eye on|"
            r"look out for|is not to be trusted|can(?:'t|not) be trusted)\b"
        ),
    ),
    (
        "insult",
        re.compile(
            r"\b(?:idiot|stupid|dumb|fool|moron|loser|pathetic|coward|you suck|shut up|hate you|go away|boring|"
            r"useless|rubbish player|clown|weasel|snake|rat)\b"
        ),
    ),
    (
        "worth",
        re.compile(
            r"\b(?:(?:is|are) (?:an? |the )?[\w' ]{1,30} (?:any )?(?:good|bad|better|worse|best|worst|useful|useless|"
            r"worth|valuable|dangerous|any use|important)\b|what(?:'s| is| are) (?:an? |the )?[\w' ]{1,30} "
            r"(?:worth|good for|for)\b|"
            r"how (?:good|bad|much|valuable|useful) (?:is|are)\b|(?:value|worth|point|use) of\b[^.!]*\?|"
            r"what does (?:an? |the )?[\w' ]{1,30} (?:bring|give|pay|score)\b|"
            r"(?:which|what) (?:\w+ )?(?:is|are) (?:the )?(?:best|worst|worth|better)\b)"
        ),
    ),
    (
        "rules",
        re.compile(
            r"\b(?:rules?|"
            r"how (?:does|do|is|are) (?:the )?(?:scoring|points?|score|trad\w+|winning|close|deals?|swaps?)\b|"
            r"how (?:does|do|is) (?:this|it|the|one|i|we|you) (?:\w+ )?(?:work|play|score|win|trade|seal|"
            r"swap|"
            r"count|end|scored|played|go)|what (?:does|do) (?:\w+ ){1,3}(?:do|mean)|am i allowed|may i|is it allowed|"
            r"how many rounds|when (?:does|is) (?:the|this|it) (?:round|match|game|end|close)|"
            r"how (?:do|can) i\b|what happens (?:if|when)|what(?:'s| is) the (?:goal|aim|point of))"
        ),
    ),
    ("thanks", re.compile(r"\b(?:thanks|thank you|thx|ty|cheers|much obliged|grateful|i appreciate)\b")),
    (
        "praise",
        re.compile(
            r"\b(?:well (?:played|done)|good (?:game|job|move|one|play|round)|nice (?:one|move|play|job|trade)|"
            r"great (?:move|play|job|game)|brilliant|clever|impressive|you(?:'re| are) (?:good|great|smart|the best|"
            r"kind|nice|strong)|i (?:like|trust|admire) you|congrat\w*|bravo|gg)\b"
        ),
    ),
    (
        "greeting",
        re.compile(
            r"^\W*(?:hi|hello|hey|hiya|good (?:morning|evening|day|afternoon|luck)|greetings|welcome|howdy|yo|"
            r"nice to (?:meet|see) you|how are you|how do you do|how's it going|what's up|have fun)\b"
        ),
    ),
)
_TOLD = re.compile(r"\bi (?:have|had|made|got) (?:a|my|an) (?:pact|alliance|truce)\b|\bno (?:pact|alliance|truce)\b")
"""A pact of which somebody only tells is not one that is asked for."""
_TAG = re.compile(r",? (?:isn't it|aren't you|don't you think|right|eh|no|yes|okay|ok|huh)\?\s*$")
"""What makes no question of a sentence."""
_ASKS = re.compile(
    r"\?|^\W*(?:who|what|why|when|where|which|how|do|does|did|are|is|can|could|will|would|have|has|should|shall)\b"
)


def topic_of(seats: Sequence[str], text: str) -> Topic:
    """What a text is about. `seats` are those that it may name: all but speaker and listener."""
    low = text[:READ].replace("\u2019", "'").casefold().strip()
    about = named_in(seats, low)
    if told_of(seats, text[:READ]) is not None:
        return Topic("warning", told_of(seats, text[:READ]))
    if claimed(text) is not None:
        return Topic("claim", about)
    for kind, words in _KINDS:
        if words.search(low) and not (kind == "pact" and _TOLD.search(low)):
            return Topic("talk", about) if kind == "warning" and about is None else Topic(kind, about)
    return Topic("question" if _ASKS.search(_TAG.sub("", low)) else "talk", about)


def named_in(seats: Sequence[str], text: str) -> str | None:
    """The one of `seats` that a text names; None if it names none, or several."""
    low = text.casefold()
    found = [seat for seat in seats if re.search(rf"(?<!\w){re.escape(seat.casefold())}(?!\w)", low)]
    return found[0] if len(found) == 1 else None
