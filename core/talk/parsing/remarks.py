"""Generous reading of sentences that bind no seat: the kind of a remark and what it names.

A wrong guess costs one line, so one keyword is enough. `clauses` and `answers` read what binds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

from core.talk.acts import Ask, AskKind
from core.talk.parsing.asks import marked, named_in, unaddressed
from core.talk.parsing.words import READ, meant, whole

RemarkKind = (
    AskKind
    | Literal[
        "trade", "word", "own", "done", "third", "request", "threat", "accuse", "wants", "holds", "goes", "promises",
        "no", "quiet", "nudge", "hello", "thanks", "bye", "praise", "banter", "sorry", "states",
    ]
)  # fmt: skip
_ASKED: Final[Mapping[RemarkKind, AskKind]] = {kind: kind for kind in get_args(AskKind)}
_ASKS: Final = re.compile(
    r"\?|^[^\w@]*(?:(?:hey|hi|hello|yo|so|and|but|ok|well|oh|wait|btw|question)\W+)*(?:who|whom|what|where|when|which|why|how|whose|do|does|"
    r"did|are|is|was|were|have|has|can|could|will|would|should|shall|may|any|anyone|anybody|got|want to|fancy|"
    r"care to|up for)\b|"
    r"^\W*you (?:still )?(?:\w+ing|want|need|got)\b|^\W*(?:please )?(?:help|explain|advise me|tell me (?:the|what|how|"
    r"why|who)|show me|tips?|advice|rules?)\b|\b(?:is|are) (?:who|what|where)\b|\b\w+n't (?:you|we|it|they|i|@)\W*$|"
    r", (?:what(?! an?\b)|which|who|any|how|(?:can|may|should|do) i|want to)\b"
)
_PREFACE: Final = re.compile(
    r"\W*(?:(?:quick )?question\b|(?:can|could|would|will) (?:you|any(?:one|body)|some(?:one|body)) (?:please )?"
    r"(?:tell|explain)(?: to)? (?:me|us)|do you (?:happen to )?know|any(?:one|body) knows?|i(?:'m| was| am)? "
    r"wonder(?:ing)?|(?:i'd|i would) like to know)(?: if| whether|(?=[,:]? (?:what|who|how|which|where|why|when|is|are|"
    r"can|do|does)\b))"
)
"""Asks politely for the question that follows."""
_TELLS: Final = re.compile(
    r"(?!.*[,.;!] (?:so |and |but )?(?:can|could|shall|will|would) (?:you|we|i|an?|my)\b[^.]*\?)\W*(?:i've|i have|"
    r"i got|my|mine)\b(?! \S+\W*$)|\W*(?:got|have) (?!any|you|we)[^?]*$"
)
"""Begins of a statement, also if a question follows."""
_TAGGED: Final = re.compile(  # "I take A, ok?"
    r"\W*(?!(?:who|what|where|when|which|why|how|do|does|did|are|is|can|could|will|would|shall|should|may|want|any)\b)"
    r".*\w\W+(?:agreed|ok|okay|deal|fine)\W*\?\W*$"
)
_SUBJECT: Final = re.compile(r"\bmy \w+(?= (?:is|are)\b)", re.IGNORECASE)  # "my letter is P"
_VERBS: Final = (
    "go|come|meet|stay|keep|leave|take|pick|give|send|tell|show|hit|stop|attack|trade|swap|offer|help|use|touch|"
    "block|wait|join|visit|spare|save|avoid|watch|get|put|let|bring|choose|bid|vote|name|work|act|check|team up"
)
_AWAY: Final = "stay|keep|leave|don't|do not|never|avoid|hands off|not"
_KEEPS: Final = (
    r"\bkeep (?:it|this|that)(?: all)? (?:quiet|secret|(?:just )?between (?:us|you and me))\b|\bour (?:little "
    r")?secret\b|\b(?:don't|do not|never|not) tell (?:any(?:one|body)|@|them|the others)\b(?! (?:that|what|how)\b)"
)
_GOOD: Final = (
    r"(?:good|bad|useful|useless|worth|valuable|dangerous|important|better|(?!con|hon|re|poor|rich|weak|low|strong|high)"
    r"\w+est)"
)
_QUESTIONS: Final[tuple[tuple[RemarkKind, str], ...]] = (
    ("hello", r"\bhow (?:is it going(?: for you)?(?: so far)?|are (?:you|things)(?: doing| going)?|is every(?:one|"
              r"body))\b\W*$"),
    ("help", r"^\W*help(?: me)?(?: out)?\W*$|\bwhat (?:do|can) you (?:do|understand|read|talk about)\b\W*$|\b(?:talk|"
             r"speak) (?:to|with) you"),
    ("nudge", r"^\W*(?:are )?you (?:still )?(?:there|here|alive|awake)\W*$|\bso (?:quiet|silent)\b"),
    ("why", r"\bwhy\b|\bhow come\b|\breasons?\b|\bexplain yourself\b"),
    ("banter", r"^\W*(?:really|seriously|huh)\b\W*$"),
    ("deal", r"^\W*(?:ok|okay|deal|agreed|settled|fine)\b\W*$|\bgo through\b|\bdid (?:it|that|our \w+|the \w+) (?:work|"
             r"happen|fail)|\bwe (?:all |still )?(?:good|set|done)\b|\bwe (?:\w+ )?agreed\b|\b(?:did|do) we agree\b|"
             r"\b(?:our|the) (?:deals?|agreement|trade|swap)\b.*\b(?:on|good|ok|safe|standing|sealed)\b|\bour (?:deal|"
             r"agreement)\b|\bwe (?:still )?(?:have |got |made? )?an? (?:deal|agreement)\b"),
    ("pacts", r"\b(?:are|is) (?:you|@)(?: and @| and you)? (?:with|working|allied|together|in with|teaming|friends)\b|"
              r"\b(?:work|team|trad|deal)(?:ing|ed) (?:up )?with (?:you|@)|\bour (?:pact|alliance|truce)\b|\b(?:you|"
              r"we) (?:still )?(?:have |got )?(?:any |our |an? )?(?:pacts?|alliances?|allies|allied)\b|\ballied "
              r"with\b"),
    ("quiet", _KEEPS),
    ("trade", r"\b(?:wants?|needs?|likes?|takes?) my\b|\btakers\b|\b(?:wants?|can we|shall we|could we|let's|how do i|"
              r"fancy|care to|up for)\b.*\b(?:trade|swap|deal|exchange|combine|that again|team up|gang up|join "
              r"forces)\b|^\W*(?:team|gang) up\b|\bwhat (?:do|would|will) (?:i get|you (?:give|offer|pay|want) (?:me|"
              r"us|for|if)|you (?:combine|swap|trade|put in))\b|\bsame (?:deal|swap|trade|again|thing|as)\b|\bnext "
              r"(?:round|year|time) again\b|\bpartners?\b|\bwork together\b|\beach other\b|\blet's plan\b|\bdo "
              r"(?:\w+ )?better than (?!this|that|it)|\bbeat (?:that|it|this)\b|\bbetter (?:offer|price)\b|\bis yours "
              r"worth\b|\byou owe me\b"),
    ("advice", r"\bwhat (?:should|shall|would|ought) (?:i|we)\b|\b(?:advice|any ideas?|which (?:one|first)|"
               r"which \w+ should i|in my place|tips?|suggestions?|hints?)\b|\byou (?:advise|suggest|recommend)|"
               r"\badvise me\b|\bwhere should i\b|\bwho should i (?:ask|query)"),
    ("worth", rf"\b(?:is|are) (?:an? |the )?[\w' ]{{1,24}} (?:any )?{_GOOD}\b(?! (?:deal|trade|swap|idea))|\b(?:which|"
              rf"what) (?:\w+ )?(?:is|are|would be|pays?|brings?|scores?) (?:the )?(?:\w+ )?(?:{_GOOD}|most|more)\b|"
              r"\bwhat is (?:an? |the )?(?!your?\b)[\w' ]{1,24} for\b|\bhow (?:good|bad|much|valuable|useful|"
              r"dangerous) (?:is|are)\b|\b(?:value|worth) of\b|\bwhat (?:do|does) (?!you\b)[\w' ]{1,24} (?:do|bring|"
              r"give|pay|score|want|mean)\b"),
    ("rules", r"\bhelp\b(?! me (?:out|win|get|please)\b)|\brules?\b|\bexplain\b|\bshould i (?!watch|trust|fear|be )|"
              r"\bwhat happens\b|\bhow (?:far|long|often|many|much) (?!(?:was|were|people|players|others|of us)\b|"
              r".*(?:\byou\b|\bevery|@))|\bwhat if\b|\bhow do you (?:get|win|use|score|make|earn|{verbs})\b|\bhow "
              r"(?:much|many) .*\b(?:costs?|if)\b|\bwhen (?:do|does|is|will) (?!you\b)|\b(?:am i|are we|is \w+) "
              r"(?:\w+ )?(?:allowed|legal)\b|\bdo(?:es)? .*\bcount\b|\bhow (?:do|can|does|is|are) (?!you\b)|\bhow "
              r"(?:do|can) you (?:get|move|go|become|leave|enter|find|see)\b|\bdo you get (?:per|an?|each|every|for)\b|"
              r"\bwhere (?:do|can) i\b|\bdifference\b|^\W*(?:are|is) there\b|^\W*do(?:es)? (?!you|we|i\b|any|every|@)|"
              r"\bwhat (?:does|do) (?!you (?:want|need|have|hold))|\bwhat can (?:i|you)\b|\b(?:can|may|must) i (?!have|"
              r"get|see|trust|rely|believe)|\bwhat is (?:the (?:goal|aim|point|max\w*|min\w*|limit)|an? )"),
    ("word", r"\b(?:trust|believe|rely on) you\b|\bkeep your (?:word|promise)|\bare you (?:honest|lying|serious|sure)|"
             r"\bpromise\b"),
    ("trust", r"\bwatch out for\b|\b(?:trust(?:ed|worthy)?|rely on|believe|honest|liar|traitor|lying|lied|cheated|"
              r"betrayed|reliable)\b|\b(?:keep|kept|broke|broken|break) (?:\w+ )?(?:words?|promises?)\b|\bthink (?:of|"
              r"about) @|\bwho broke\b"),
    ("plan", r"\bwho (?:will|would) you\b|\b(?:will|would) you (?:be )?(?:bid|go|tak|visit|pick|plant|disabl|lock|"
             r"query|combin|seal)(?:e|ing|ding)?\b"),
    ("request", rf"^\W*(?:(?:hey|hi|so|ok|please)\W+)*(?:can|could|would|will) (?:you|we|i|(?:some|any)(?:one|body)) "
                rf"(?:please |maybe |just )*(?:not )?(?:{_VERBS}|find|have|{{verbs}})\b|[,.;!] (?:so |and |"
                rf"please )*(?:save|keep|leave|give|send|bring) me\b"),
    ("need", r"\b(?:what|which)\b.*\b(?:you|your)\b.*\b(?:want|need|like|lack|take|give|make|cost|price|for|after|"
             r"favourite)\b|\b(?:interested|looking for|you after|you want|you need)\b"),
    ("leader", r"\b(?:lead|leads|leader|leading|winning|wins|ahead|first|on top|in front|most|best|highest|strongest|"
               r"poorest|richest|weakest|lowest|worst|worried|afraid|last(?! (?:round|year|time|turn|one|offer|"
               r"chance))|close to|losing|behind|standings?|ranking|rank|scores?)\b|\bdo you stand\b|\bhow "
               r"many .*\b(?:every(?:one|body)|each|the others)\b|\bhow many (?!.*\bif\b)(?:points|favou?r|tricks|"
               r"components|blessings|sins?) (?:do you|have you|has|you|does)|\bwhat (?:is|are) your points\b"),
    ("own", r"\bhow (?:many|much)\b.*\byou\b"),
    ("have", r"\bwhat\b.*\byou (?:\w+ )?(?:have|hold|got|holding|sitting)\b|\bshow me\b|\bin your hand\b|\bi see "
             r"your\b|\bwhat (?:is|are) your\b"),
    ("done", r"\b(?:did|have|were|was it|had) you\b|\bwas that you\b"),
    ("plan", r"\bwhere\b|\bplans?\b|\b(?:you|your)\b.*\b(?:going|go|heading|take|taking|next|soon|pick|aim|do|doing|"
             r"start|after|bid|move|target|up to)\b|\bare you \w+ing\b"),
    ("have", r"\b(?:have|has|got|hold|holding|any|spare|left|carry|carrying|anyone|anybody)\b"),
    ("third", r"\b(?:who|whom|whose|which|@|anyone|anybody|how many|how much|people)\b"),
)  # fmt: skip
_STATEMENTS: Final[tuple[tuple[RemarkKind, str], ...]] = (
    ("threat", r"\bi(?:'ll| will| shall| am going to|'m going to| would)? (?:\w+ )?(?:come after|outbid|get you|hit "
               r"you|ruin|destroy|punish|crush|hurt|bury|take revenge|tell every(?:one|body)|block you|target you|make "
               r"you pay|remember this)\b|\bif you (?:\w+ )?(?:screw|cheat|betray|backstab|rob|cross|lie to|steal "
               r"from) (?:me|us)\b|\byou(?:'ll| will) (?:be sorry|regret|pay for)|\bor else\b|\bnext time you\b|"
               r"\b(?:watch out|be warned|watch your back|revenge)\b|\bif you\b.*\b(?:we(?:'re| are) (?:done|finished|"
               r"through|over|enemies)|you(?:'re| are) (?:done|dead|out|finished)|i(?:'m| am) (?:telling|done|"
               r"out(?! of))|never (?:\w+ )*again)\b"),
    ("accuse", r"^(?!.*\bif\b).*(?:\byou (?:\w+ )?(?:lied|took|stole|blocked|broke|broken|promised|cheated|gave me|"
               r"betrayed|tricked|fooled|deceived|burned|screwed|scammed|robbed|(?:let me down|(?:hit|sent|handed|"
               r"paid) me)|(?:\w+ )?said\b.*\b(?:gave|sent|brought|sealed|did)|(?:never|did not|didn't) (?:show(?:ed)?|"
               r"c[oa]me|turn|keep|kept|g[ia]ve|br[io]ng|pay|paid|answer)|lie|(?:are|were) lying)\b|\byou're lying\b|"
               r"\bcost me\b|\bcan't believe you\b|\bgot nothing\b|\bnothing in return\b|\bbad (?:trade|deal)\b|\bit "
               r"was you\b|\b(?:not |un)fair\b|\b(?:liar|cheater|traitor|a lie)\b|\bnot what we (?:had )?agreed\b|\bwe "
               r"had an? (?:deal|agreement|pact)\b)"),
    ("no", r"\b(?:i'll|i will|let me|i have to|i need to) think\b|\blet me know\b|\bask me (?:again )?later\b|\bmaybe "
           r"later\b|^\W*(?:i'm )?not (?:sure|yet)\b|\bgive me (?:a|some) (?:minute|moment|sec\w*|time)\b"),
    ("quiet", _KEEPS),
    ("thanks", r"^\W*(?:(?:ok|okay|oh|great|no),? )?(?:many )?(?:thanks|thank you|cheers)\b[\w ]{0,24}\W*$"),
    ("bye", r"^\W*(?:(?:ok|okay|fine|good|well|great),? )?(?:bye|good ?bye|good night|see you(?: later| soon| tomorrow|"
            r" then| (?:at|in|on) [^,]*)?|farewell|gn|cu)(?: [\w@]+){0,2}\W*$"),
    ("help", r"\bi'm (?:so |totally |a bit |kind of )*(?:lost|confused|stuck|new)\b|\bno (?:idea|clue) what\b|\bi have "
             r"no (?:idea|clue)\b"),
    ("word", r"\b(?:believe|trust) you\b|\b(?:don't|can't|not) believe (?:it|that|this)\b|\bonly one i (?:believe|"
             r"trust)\b|\bhope you (?:won't|will|don't|keep)\b|\btrust (?:nobody|no one)\b|\bkeep your (?:word|"
             r"promises?)\b"),
    ("request", r"^\W*(?:please )?(?:don't|do not|never|stop|nobody|no one|every(?:one|body)) (?!\w+s\b|worry|care|"
                r"know|think|believe|mind|like|want|need|have|trust|is|has|can|will|here|else)\w+ \w+"),
    ("leader", r"(?:@ (?:is|has|wins|will|going to)|\bi'm|\bi am|\bam i) (?:(?!my\b)\w+ )*(?:ahead|leading|win|winning|"
               r"wins|in front|the lead|losing|last|behind|the most)\b"),
    ("deal", r"\bour (?:deal|agreement|swap)\b|\byou (?:still )?owe me\b"),
    ("trade", r"\bmake me an offer\b|\bgive me (?:something|anything)\b|\bwho (?:bids|wants|takes)\b|\bfor sale\b|"
              r"\bselling\b|\bbest offer\b|\bname your price\b"),
    ("trust", r"\b(?:trust|believe) (?:a word |anything )?@|@ (?:\w+ )*(?:lied|cheated|lies|broke|betrayed|tricked)\b"),
    ("request", rf"^\W*(?:(?:hey|hi|so|ok|and|but|please|pls|just)\W+)*(?:(?:don't|do not|never|stop|not|let's|let us|"
                rf"you should|we should|we have to|we need to|nobody should|no one should|everyone should|i want you "
                rf"to|you (?:can|could|must)) )*(?:not |all |both |just )*(?:{_VERBS}|{{verbs}})\b|\b(?:we should|we "
                rf"have to|you should|nobody should|let me|please don't|don't you|anything but)\b|"
                r"^\W*(?:please )?promise me\b|^\W*no [\w ]{1,20} please\b"),
    ("promises", r"\bi(?:'ll| will)? (?:promise|swear|won't|will not|never)\b|\bmy word\b|\bi'll (?:not|trade|help)\b"),
    ("holds", r"\bget rid of\b|\bto spare\b"),
    ("wants", r"\bi(?:'m| am|'d| would)? (?:\w+ )?(?:need|want|like|rather|after|looking|lack|miss|could use|kill for|"
              r"dying for)\b"),
    ("states", r"\bi (?:\w+ )?(?:have|hold|got|own) (?:no|nothing)\b|\b(?:i'm|i am) out of\b"),
    ("holds", r"\bi (?:\w+ )?(?:have|hold|got|own|carry)\b|\bi've\b|\bi'll have\b|\bmine\b|\bmy \w+ (?:is|are)\b"),
    ("states", r"\bi (?:saw|heard|know|bet|think|guess|reckon)\b"),
    ("goes", r"\bi(?:'m|'ll| am| will| shall| start| go| take| visit| pick| do| was| bid| disable| use)\b"),
    ("no", r"^\W*(?:sorry\W+)?(?:no|nah|nope|never|not|can't|cannot)\b|\brather not\b|\btoo (?:expensive|much|risky|"
           r"late)\b"),
    ("nudge", r"^\W*(?:please )?answer\b|\banswer me\b|\bare you there\b|\bwake up\b|\bhurry\b|\bsay something\b|"
              r"\bwaiting\b"),
    ("hello", r"^\W*(?:(?:good )?(?:morning|evening|day|night|afternoon)|hi+|hey+|yo|hello|greetings|howdy|sup)\b|"
              r"\b(?:gl|hf|glhf|good luck|have fun)\b"),
    ("sorry", r"\b(?:sorry|oops|wrong (?:chat|window|place)|ignore (?:that|me)|my bad|never mind)\b"),
    ("banter", r"\byou(?:r|'re| are)? (?:really|seriously|actually) (?:going to|\w+ing)\b|\b(?:nice|good) try\b|\byou "
               r"win\b|\bbluff\w*\b|\b(?:was|so|too) close\b|\bowe me\b|\byeah,? right\b|\b(?:kidding|joking)\b|"
               r"^\W*(?:whatever|wow|interesting|lol|haha+|lmao|hehe)\b\W*$|^\W*(?:oh no|no{2,}|argh+|damn|ugh+|omg|"
               r"wtf|ffs|oops)\b|\bwhat an? \w+\W*$|\b(?:unlucky|brutal|crazy|exciting|boring|tough|tense)\b"),
    ("praise", r"\byou(?:\'re| are) (?:my|the|so|very|an?) (?:\w+ )*(?:best|favourite|great|nice|good|smart|kind)\b|"
               r"^\W*(?:nice|great|cool|awesome|impressive|amazing|well) (?:@ )?\w+\W*$|\b(?:nice|good|great|clever|"
               r"smart|well|cool) (?:move|one|game|play\w*|job|trade|round|done|work|match)\b|\b(?:haha+|lol|gg|thanks|"
               r"cheers)\b"),
)  # fmt: skip


class ParsedRemark(NamedTuple):
    kind: RemarkKind
    things: tuple[str, ...] = ()
    """Words of the game that it names, as the listener's Gist spells them."""
    about: str = ""
    """The one other seat that it names."""
    away: bool = False
    """True if a request asks to leave something alone."""
    you: bool = False
    """True if it speaks to the listener."""


def remark_in(things: Mapping[str, str], verbs: str, seats: Sequence[str], text: str, to: str) -> ParsedRemark | None:
    """Return the remark that a text is; None without a telling word.

    Args:
        things: names of the game's things by word, in small letters; single capitals stand for themselves.
        verbs: pattern of verbs that the game adds to those of every game.
        seats: seats that the text may name.
        to: the listener.
    """
    return _remark(tuple(things.items()), verbs, tuple(seats), text[:READ], to)


def asks(text: str) -> bool:
    """True for a question, also one without its mark."""
    low = marked((), text)
    return _ASKS.search(low) is not None and _TELLS.match(low) is None and _TAGGED.match(low) is None


def question_in(seats: Sequence[str], text: str, to: str) -> Ask | None:
    """Return the question of a text that every game answers; None for anything else."""
    remark = remark_in({}, "", seats, text, to)
    about = None if remark is None else _ASKED.get(remark.kind)
    return None if remark is None or about is None else Ask(about, remark.about)


@lru_cache(maxsize=2048)
def _remark(
    things: tuple[tuple[str, str], ...], verbs: str, seats: tuple[str, ...], text: str, to: str
) -> ParsedRemark | None:
    bare = unaddressed(to, text)
    low = marked(seats, bare)
    question = asks(bare)
    if preface := _PREFACE.match(low):
        low, question = low[preface.end() :], True
    names_of = dict(things)
    named = _things_named(names_of, _SUBJECT.sub("", bare), _SUBJECT.sub("", low)) or _things_named(names_of, bare, low)
    about = named_in(seats, bare) or ""
    names = bool(named or about or "@" in low)
    telling = (
        kind
        for kind, words in (_QUESTIONS if question else _STATEMENTS)
        if re.search(words.replace("{verbs}", verbs or "!"), low) and not (kind == "sorry" and named)
    )
    kind = next(telling, None)
    if kind in ("wants", "holds", "goes") and not names:
        kind = "states"
    if kind is None and names:
        kind = "third" if question else "states"
    if kind is None:
        return None
    away = re.search(rf"\b(?:{_AWAY}|n't|nobody|no one)\b", low) is not None
    return ParsedRemark(kind, named, about, away, re.search(r"\byou(?:r|rs|'\w+)?\b", low) is not None)


def _things_named(things: Mapping[str, str], text: str, low: str) -> tuple[str, ...]:
    places: dict[str, int] = {}
    for word, name in ((word, name) for word, name in things.items() if word):
        letter = len(word) == 1 and word.isupper()
        match = re.search(rf"(?<![\w'/]){word}(?![\w'])", text) if letter else whole(word).search(low)
        if match is not None and name not in places:
            places[name] = match.start()
    long = tuple(word for word in things if len(word) > 3)
    for match in re.finditer(r"[a-z]{5,}", low):
        near = meant(match[0], long)
        if near is not None:
            places.setdefault(things[near], match.start())
    return tuple(sorted(places, key=lambda name: places[name]))
