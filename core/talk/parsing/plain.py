"""A text said plainly, for reading what it is about: without what only fills or leads up, and with one word for many.

`sorry, what does a lock even do mate` is `what does a lock do`; whoever was `stiffed` was cheated. Texts are in small
letters and written out (core.talk.parsing.spelling); a name of a seat is `@`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_LEADS: Final = re.compile(
    r"^\W*(?:(?:oh|ah|eh|oi|hm+|um+|uh|er+m*|well|so|ok|okay|alright|all right|right|fine|yes|yeah|hey|hi|hello|"
    r"yo|psst|listen|look|man|dude|mate|friend|pal|buddy|please|sorry(?= (?:what|how|which|who|where|when|can|do|"
    r"does|is|but|to (?:ask|bother)))|sorry to (?:ask|bother)(?: you)?(?: but)?|excuse me|pardon|"
    r"quick question|let's be (?:honest|real)(?: here)?|(?:like|as) i (?:said|asked|told you)(?: before| earlier)?|"
    r"question|honestly|seriously|now|and|but|then|anyway|btw|by the way|fyi|you lot|you all|everyone|everybody|guys|"
    r"folks|lads|people|team|friends|my (?:dear|friend|love)|dear|love|darling|just|also|lol|haha+|wow|"
    r"damn)\b\W*)+(?=[@a-z']+\W+[@a-z']+)"
)
"""What leads up to a question or a statement. A bare "sorry" does so only before a question."""
_FILLS: Final = re.compile(
    r"(?<!\w)(?:really|actually|even|just|literally|basically|seriously|mate|m8|lads?|folks|guys|dude|man|mister|"
    r"anyway|anyways|tho|though|bloody|damn|fucking|freaking|the hell|the heck|on earth|by any chance|or what|"
    r"i wonder|do you think|would you say|you reckon|you know|i mean|btw|by the way|um|uh|er|(?<!to )please|kindly|"
    r"an? bit|an? little|wee|lol|lmao|haha|honest|like(?= (?:really|so|totally))|totally|absolutely|absolute|"
    r"awfully|innit|huh|eh|dear|darling|exactly|currently|right now|at the moment|so far|this time)(?!\w)"
)
_SAME: Final = tuple(
    (re.compile(rf"(?<!\w)(?:{many})(?!\w)"), one)
    for many, one in (
        (r"fess up|own up|come clean|admit (?:it|that)|confess", "admit it"),
        (r"nick(?:ed)?|pinch(?:ed)?|swiped?|nab(?:bed)?|snatch(?:ed)?|pilfer(?:ed)?|loot(?:ed)?|yoinked", "stole"),
        (
            r"stiff(?:ed)?|shaft(?:ed)?|ghosted|swindled?|hustled|burne?[dt]|duped?|stitched (?:me|us|him|her|them) up|"
            r"mugged|had me on|(?:did|done) (?:me|us) dirty|bailed on|rat(?:ted)? (?:me|us) out|sold (?:me|us) out|"
            r"screwed (?:me|us)? ?over|took (?:me|us) for a ride|hung (?:me|us) out to dry",
            "cheated",
        ),
        (r"(?:mates|pals|buddies|besties|homies|bffs?|chums|partners in crime)", "friends"),
        (r"reckon|figure|suppose|guess", "think"),
        (r"fancy|wanna|feel like", "want"),
        (r"up for|down for|keen (?:on|for)|game for|into|fancying", "want"),
        (r"nowt|zilch|zip|diddly|nada", "nothing"),
        (r"owt", "anything"),
        (r"wots|whatis", "what's"),
        (r"fav|fave|favs", "favourite"),
        (
            r"knob(?:head)?|wanker|twat|dick(?:head)?|prick|arse(?:hole)?|muppet|pillock|dumbass|jerk|scum(?:bag)?|"
            r"tosser|git|dork|creep|numpty|plonker|donkey|cretin|imbecile|dimwit|halfwit|buffoon|nitwit|bozo|"
            r"douche(?:bag)?|bitch|pig|swine|lowlife|scoundrel|rascal|crap at",
            "idiot",
        ),
        (r"toast|stuffed|cooked|screwed|knackered|in trouble|up the creek", "doomed"),
        (r"tmrw|tomoz|tomorrow|next (?:round|year|turn|time|go)", "next round"),
        (r"prev(?:ious)?(?= round| year)", "last"),
    )
)  # fmt: skip
_SPACES: Final = re.compile(r"\s{2,}")


@lru_cache(maxsize=1024)
def plainly(low: str) -> str:
    """The text said plainly; as it was where nothing would be left."""
    text = led(low)
    for many, one in _SAME:
        text = many.sub(one, text)
    text = _SPACES.sub(" ", _FILLS.sub("", text)).strip(" ,;")
    text = re.sub(r"\s+([?!.,])", r"\1", led(text))
    return text if re.search(r"\w", text) else low


def led(low: str) -> str:
    """The text without what leads up to it."""
    return _LEADS.sub("", low)
