"""What a text leans to where no words of a kind are plain in it: by single words, of whom, and whether it asks.

The first that fits counts. Texts are as in core.talk.parsing.kinds.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from core.talk.parsing.kinds import TopicKind


class _Leaning(NamedTuple):
    kind: TopicKind
    asks: bool | None
    """Must it be a question, or must it not? None: either."""
    about: str
    """What else must be in it: `@` somebody, `you`, `i`; empty for nothing."""
    stems: str
    """One of these words must be in it, in any of its forms; empty for none."""


_LEANINGS: Final = tuple(
    _Leaning(*one)
    for one in (
        ("trust", True, "@", "fair honest like nice good reliable again safe loyal ok okay kind trust word friend"),
        ("others", True, "@", ""),
        ("rally", False, "@", "point win stop feed strong lead ahead first"),
        ("warning", False, "@", "liar took take stole never nothing away enemy friend believe dirty trick unfair "
         "shady lie lying broke bad deliver cheat danger evil avoid wary fake robb false cruel greedy promis"),
        ("nod", False, "@", "good nice fair honest great kind"),
        ("others", True, "others", "plan do doing up want say tell think talk offer hold"),
        ("others", True, "else", "talk trad deal who"),
        ("rumour", True, "who", "safe honest fair naughty broke break lie lied trust cheat promis loyal reliable"),
        ("rumour", True, "any", "rely trust honest reliable"),
        ("rumour", True, "any", "broke broken break lied cheat betray promis word"),
        ("rumour", True, "", "rumor rumour gossip news"),
        ("unpact", False, "out", "pact alliance"),
        ("unpact", False, "alliance", "finish end over done dissolv"),
        ("unpact", False, "pact", "finish end over done dissolv break"),
        ("pact", True, "can we", "team ally allied together alliance friends partners"),
        ("pact", True, "should we", "team ally together alliance friends partners"),
        ("pacts", True, "we", "together allied team side pact friend"),
        ("pacts", True, "you", "allies ally pact alliance team friends"),
        ("pact", False, "your side", ""),
        ("pact", None, "", "team allied alliance protect backs ally pact join partner coalition united"),
        ("found", True, "", "letter clue answer news learn found find"),
        ("plan", True, "you", "room collect going visit bid"),
        ("plan", True, "which", "place room god"),
        ("machine", True, "you", "computer software"),
        ("machine", True, "", "ai robot human machine player chatgpt bot"),
        ("machine", False, "you", "robot machine human"),
        ("deal", True, "we", "agree deal on sealed"),
        ("deal", True, "our", "deal trade swap agreement"),
        ("faith", True, "your word", ""),
        ("pacts", True, "with me", "still"),
        ("faith", True, "", "sure mean leg trusted trust honest honestly truth serious promis really lying "
         "kidding joking"),
        ("faith", False, "", "honestly truth"),
        ("did", True, "you", "lock stole steal commit attack took"),
        ("last", True, "last round", ""),
        ("rumour", True, "word around", ""),
        ("leader", True, "", "front top score point win winning winner best rank standing lead ahead behind"),
        ("advice", True, "", "begin start smart clever wise"),
        ("advice", True, "", "recommend advi tip suggest idea hint should strategy"),
        ("rules", True, "", "allowed cost keep rule private count happen many much mean point change when turn"),
        ("howdy", True, "you", "fine evening day morning today feeling"),
        ("howdy", True, "how", "evening day morning goin going life"),
        ("taunt", True, "", "scared afraid chicken"),
        ("taunt", False, "you", "dare"),
        ("taunt", False, "come on", "show then"),
        ("accusation", False, "you said", ""),
        ("accusation", False, "i feel", "betrayed cheated used fooled"),
        ("accusation", False, "trusted you", ""),
        ("accusation", False, "you", "trick fraud wrong dirty cool unfair nasty cheap shame disappoint hurt mean "
         "fake lousy fair lied"),
        ("accusation", False, "that was", "trick dirty unfair nasty cheap wrong foul low mean"),
        ("accusation", True, "why", "gave give did do"),
        ("why", None, "yourself", "explain"),
        ("apology", None, "", "offence offense mad angry regret forgiv shouldn't apolog"),
        ("vow", False, "i", "word lying deliver tricks honest loyal promis honour honor sincere truth"),
        ("vow", False, "from me", "tricks lies"),
        ("threat", False, "me", "cross nothing enemy payback"),
        ("threat", False, "you", "list regret sorry enemy warn"),
        ("threat", False, "", "memory payback revenge"),
        ("insult", False, "", "clueless brainless silly ridiculous pathetic worst annoying rude incompetent "
         "joke shut"),
        ("insult", False, "you", "bad horrible useless wrong weak slow ugly lame"),
        ("thanks", False, "", "appreciat lifesaver bless grateful owe helpful"),
        ("praise", False, "", "masterful rock legend tough genius awesome superb wonderful splendid chapeau hats "
         "sharp star"),
        ("boast", False, "", "victory crush crushing domin unbeatable champion unstoppable winner"),
        ("boast", False, "winning", "easy"),
        ("boast", False, "my", "game score win points"),
        ("lament", None, "", "awful messed ruined unfair lost terribly badly fail failed failing struggl stuck catch "
         "worse mistake disaster"),
        ("bye", None, "run", "have going"),
        ("bye", False, "", "later break bed sleep leaving bye"),
        ("wait", None, "time", "more need"),
        ("wait", None, "", "delay waiting moment minute hurry slow"),
        ("self", True, "you", "like dance sing hobb food music eat favorite favourite play love read watch"),
        ("hand", True, "you", "spare stuff side collect hold show keep"),
        ("nod", False, "", "alright okay indeed exactly agree right sounds sure"),
        ("laugh", False, "", "haha hihi hehe ha lol funny"),
    )
)  # fmt: skip
"""Questions of others and of words given come first, then what is said of oneself, then what is only polite."""
LONG: Final = 9
"""Words of a remark that is read by its single words when it asks nothing: longer ones are stories."""


def leaning_of(low: str, *, asks: bool) -> TopicKind | None:
    """The kind that a text leans to; None if to none."""
    words = re.findall(r"[a-z']+", low)
    if not asks and len(words) > LONG and "@" not in low:
        return None
    for one in _LEANINGS:
        if one.asks is not None and one.asks != asks:
            continue
        if one.about and not re.search(rf"(?<!\w){re.escape(one.about)}", low):
            continue
        if not one.stems or any(_of(stem, word) for stem in one.stems.split() for word in words):
            return one.kind
    return None


def _of(stem: str, word: str) -> bool:
    """Is it this word, or a form of it?"""
    return word.startswith(stem) and (
        len(stem) > 4 or word[len(stem) :] in ("", "s", "ed", "d", "ing", "ish", "ly", "'s")
    )
