"""Yes and no in plain words. Both have to be said outright: whoever says "no worries" or "sorry I was late" has
refused nothing."""

from __future__ import annotations

import re
from typing import NamedTuple

from core.talk.parsing.clauses import limited
from core.talk.parsing.words import MARK, NOUN, PLAIN, clauses

_LEAD = re.compile(
    r"\s*(?:(?:oh|ah|well|hm+|hey|hi|hello|so|then|and|or|thanks|thank you|please|sorry|honestly|actually|"
    r"unfortunately|"
    r"really|i'm sorry|i am sorry|i'm afraid|i am afraid|i fear|i think|i guess|i say|it's a|it is a|that's a|"
    r"that is a|"
    r"my dear|my friend|dear|friend|just)\b[\s,]*)+"
)
"""What may stand before an answer."""

_YES = re.compile(
    r"(?:yes|yeah|yep|yup|aye|ok|okay|oki|agreed|accepted|done(?=$| deal| then)|sure|gladly|happily|with pleasure|"
    r"my pleasure|fine|"
    r"alright|all right|very well|fair enough|of course(?! (?:not|you|he|she|they)\b)|"
    r"absolutely|definitely|certainly|why not|consider it done|"
    r"(?:good|great|nice|perfect|wonderful|excellent)(?:$| deal| trade| idea| for me|\s+let)|"
    r"deal(?!\s+(?:me|is|was|with|for|breaker|or))|"
    r"(?:(?:i|we) )?(?:agree|accept)\b|(?:i'm|i am|we are|count me) in\b|you're on|you are on|"
    r"(?:you|we) have a deal|we're agreed|we are agreed|we're on|"
    r"let(?:'s| us) (?:do(?= it| that| this| business|$)|go(?= for it|$)|swap|trade|shake)|i'll do it|i will do it|"
    r"i'll take (?:it|"
    r"that|"
    r"the deal|your offer)(?! back)|happy to\b|i'd (?:love|be glad|be happy) to|i would (?:love|be glad|be happy) to|"
    r"(?:that |it |this )?(?:sounds|looks|seems) (?:good|great|fair|fine|perfect|right)|"
    r"(?:that |it |this )?works\b|(?:that's|that is|it's|it is|i'm|i am) (?:fine|ok|okay|good|fair|all right|alright|"
    r"perfect|happy with))(?!\w)"
)
_YES_INSIDE = re.compile(
    r"\b(?:not|never|n't|hardly) (?:say no|refuse|decline|object)|\b(?:consider|call) it (?:done|agreed|a deal)"
)

_NO = re.compile(
    r"(?:no(?! (?:trade|swap|deal)s? with <?[a-z])"
    r"(?=$| thanks| thank you| way| deal| sorry| not| chance| trade| swap| go| never| please| longer| use|"
    r" can do|"
    r" i(?:'d|'m|'ve)?\b| that| this| it\b| we\b| you\b| my\b| your\b)(?! (?:it|that|this)(?:'s| is) (?:fine|ok|okay|"
    r"good|great|all right|alright|perfect))|nope|nah|can't$|cannot$|nay|never(?=$| in| again| ever)|"
    r"not (?:for me|interested|"
    r"this|now|"
    r"today|after all|with you|worth|good enough|enough|possible|at (?:all|that)|my|a chance|in my|like that|"
    r"that|going "
    rf"to|so|an?\b|{MARK})(?! (?:problem|bad|worry|trouble))|(?:i|i'll|i'd|i must|i have to|i will|i would) ?(?:pass|"
    r"decline|refuse|say no)\b|pass$|(?:i'd |i would |i'll )?rather not|forget (?:it|about it|that)|"
    r"count me out|i'm out|"
    r"i am out)(?!\w)(?! of)"
)
_CANNOT = re.compile(
    r"\b(?:i|we)(?:'m| am| are)? ?(?:can ?not|can't|won't|will not|wouldn't|would not|could not|couldn't|not able to|"
    rf"unable to|not going to)(?:$| (?:really |possibly )?(?:do|trade|swap|give|accept|agree|take|spare|offer|afford|"
    rf"make it|be there|come|keep (?:it|that|my|our)|help|part with|sell|lay|put in)\b|\s+{MARK})"
)
_DONT = re.compile(
    r"\b(?:i|we) (?:don't|do not|didn't|no longer) (?:really )?(?:think so|(?:want|like|need|accept|agree)"
    r"(?:$| (?:it|that|this|to (?:trade|swap|do)|your)\b))"
)
_OFF = re.compile(
    r"\b(?:deal|trade|swap|bargain|agreement|exchange|pact|it|that|this|all|thing)(?:'s| is|"
    r" are)(?: all)? off\b|\bour [^,.;!?]* is off\b|"
    r"\bcall(?:ing)? (?:it|this|that|everything|(?:our|the) \w+) off\b|\bcall off\b|"
    r"\b(?:take|taking) (?:it|that|this|(?:my|our) \w+) back\b|\b(?:take|taking) back (?:my|our|what)\b|"
    r"\b(?:took|take|taking|have|got|found|made) (?:an?other|a better) (?:deal|trade|offer|one)\b|"
    r"\bback(?:ing)? out\b|\bchanged? my mind\b|\bcancel\w*\b|\bwithdr(?:aw|ew)\w*\b|\bno longer (?:stands|"
    r"holds|agreed)\b|"
    r"(?<!not )(?<!n't )(?<!never )\btoo late\b|"
    r"\b(?:i|we)(?: have|'ve)?(?: already)? (?:gave|given|sold) (?:it|mine|that|them|this|(?:my |"
    r"the )?<\d+>) to (?!you\b|me\b)\w+|"
    r"\bpromised (?:it |this |that |them |(?:my |the |an? )?<\d+>(?: \w+)?? )?(?:elsewhere|already|to (?!you\b|"
    r"me\b)\w+)|\b(?:i'm|i am|i've|i have)"
    r"(?: been)?(?: already)? (?:full|taken|booked|spoken for|promised)\b|"
    r"\b(?:i|we) have nothing (?:left|more|to give|for you)|\bnot (?:any more|anymore)\b"
)
_NOT_THAT = re.compile(
    r"(?:\bnot|n't|\bnever|\bcannot|\bwithout|\bnobody|\bno one|\bif)\b.*(?:\boff\b|\bback\b|\bout\b|\bmind\b|"
    r"\bcancel|\bwithdr)"
    r"|\b(?:anyone|anybody|nobody|someone) else\b|\bto (?:others|anybody|anyone)\b|\btell\b|\blet you down\b"
)
"""It is not off, and what others will not get is no refusal."""
_PLEASED = re.compile(r"(?:good|great|nice|perfect|wonderful|excellent)(?: deal| trade)?\W*")
_LEAVES = re.compile(
    r"^\W*(?:ok|okay|alright|all right|well|fine)\W+(?:bye|goodbye|see you|gtg|brb|got to go|good night)\b"
)
"""An ok before a farewell agrees to nothing."""
_OVER = re.compile(r"\b(?:pleasure (?:doing|trading)|well played|last (?:round|year|time)|you kept|doing business)\b")
"""Who is pleased with what is over says yes to nothing new."""
_ONLY_IF = re.compile(r"\b(?:maybe|perhaps|not sure|but|if|unless|provided|as long as|only|instead|rather|except)\b")
SORRY = re.compile(r"\b(?:sorry|apolog\w+|forgive|my (?:fault|bad|mistake)|mea culpa|make it up to you|regret)\b")
_LACKS = re.compile(
    rf"(?:^|\b(?:i|we)\b(?:'ve)?)[^<>,.;!?]*?(?:\bno(?: more| other| spare)?|\bnot? any|n't (?:have|got|hold|"
    rf"own)(?: any"
    rf"| an?| the| another)?(?: more)?|\bnot have(?: any| an?)?|\bno longer have(?: any| an?)?|\bout of|"
    rf"\bwithout(?: an?| any)?)\s+(?:(?:my|the)\s+)?({MARK})|"
    rf"({MARK}){NOUN}\s+(?:is|are)\s+(?:gone|out|taken|sold|spent|promised|given away|used)"
)
_THEIR_LACK = re.compile(r"\byou\b[^,.;!?]*$")


_SULKS = re.compile(
    r"^\W*(?:(?:fine|ok|okay|sure|alright)\W+)+(?:then )?(?:be (?:like )?that|have it your way|"
    r"whatever|suit yourself|don't|i (?:confess|admit|did|was|lied|know|see)\b|you\b|wow|lol|haha|here's (?:the|how|"
    r"what)|the thing is|listen)"
)
"""Who says fine and walks away has agreed to nothing."""
_LEADS_TO_ASK = re.compile(
    r"^\W*(?:oh |ah |hey )?(?:ok|okay|alright|all right|right|fine|sure|well|yeah|yes|"
    r"good)\b[\s,]*(?:\w+[\s,]+)?(?:so |and |"
    r"but |then )?(?=(?:what(?!ever| an?\b)|whose?|which|how(?! about)|why(?! not))\b)"
)
"""An ok that only leads up to a question agrees to nothing: "alright Bo, what do you want for it"."""


class Answer(NamedTuple):
    """What a text says to what was put before."""

    yes: bool
    no: bool
    wavers: bool
    """A yes with an if or a but."""
    sorry: bool


def answer_in(text: str) -> Answer:
    """The yes and the no in a text with its things marked (core.talk.parsing.words)."""
    text = _LEADS_TO_ASK.sub("", text)
    yes = no = more = False
    after_yes = ""
    for clause in clauses(text):
        said = clause.strip()
        if says_no(said):
            no = True
        elif (
            says_yes(said)
            and not (_PLEASED.fullmatch(said) and _OVER.search(text))
            and not _LEAVES.search(text)
            and not _SULKS.search(text)
        ):
            yes = True
            after_yes = after_yes or text[text.find(said) :]
        elif yes and not said.endswith("?"):
            more = more or not all(word in _AFTER_YES for word in re.findall(r"[a-z']+", said))
    return Answer(
        yes,
        no,
        yes and (more or _ONLY_IF.search(after_yes) is not None or limited(text)),
        SORRY.search(text) is not None,
    )


def says_yes(clause: str) -> bool:
    """Does one clause agree? A question never does, but for "why not?"."""
    bare = _bare(clause)
    if (clause.endswith("?") and bare != "why not") or (bare == "deal" and clause.rstrip().endswith(":")):
        return False
    if _only_leads(bare):
        return False
    said = _YES.match(bare)
    if said is None:
        return _YES_INSIDE.search(bare) is not None
    rest = _CALLED.sub("", bare[said.end() :].strip(" ,")) if said[0] in _SHORT else bare[said.end() :]
    rest = rest.replace("why not", "").strip(" ,")
    doubts = _ONLY_IF.search(rest) is not None or limited(rest)
    return doubts or all(w in _AFTER_YES for w in re.findall(r"[a-z']+", rest))


_MORE = """
again agree agreed all alright anyway as business by certainly consider deals definitely doing exactly friend go good
hands happen happily honest honestly indeed it's keep look looks mean okay on our out perfect pleasure promise seal
sealed second see close settled shake sounds that's too totally very we'll why word works worries worry you've yourself
"""
_AFTER_YES = PLAIN - {"not", "no", "don't", "can't", "but", "was"} | frozenset(_MORE.split())
"""What may stand after a yes and leaves it one. Any other word may take it back: then it agrees to nothing."""
_CALLED = re.compile(
    r"^(?!(?:no|not|nope|nah|never|none|nothing|whatever|liar|cheat\w*|traitor|thief|fool|loser)\b)[a-z]+\b"
)
"""The first word after a short yes may be a name."""
_SHORT = frozenset({"yes", "yeah", "yep", "ok", "okay", "deal", "agreed"})
_FILLER = re.compile(r"(?:(?:ok|okay|oki|alright|all right|fine|right)\b[\s,]*)+")
_GOES_ON = re.compile(
    r"(?:\w+ )?(?:then|deal|agreed|thanks?|that|it|this|sounds|works|let's|let us|i (?:accept|agree|do|will|take|"
    r"am)|i'll|i'm|see|"
    r"good|great|nice|perfect|please|by|for|with|no problem|my|your|done|why not|yes|sure|you (?:have|get|give)|"
    r"you're on|"
    r"go|do|if|but|we|name|as|consider|swap|trade|at|in|on|and|so be it|of course|happy|<\d+>|an?|one|just|only|"
    r"maybe)\b"
)


def _only_leads(bare: str) -> bool:
    """Is it an ok before something else, as in "ok forget our pact"?"""
    filler = _FILLER.match(bare)
    rest = "" if filler is None else bare[filler.end() :]
    return len(rest.split()) > 1 and _GOES_ON.match(rest) is None


def says_no(clause: str) -> bool:
    """Does one clause refuse, or take a word back?"""
    bare = _bare(clause)
    if clause.endswith("?") or _YES_INSIDE.search(bare) or _NOT_THAT.search(bare):
        return False
    return bool(_NO.match(bare) or any(one.search(bare) for one in (_CANNOT, _DONT, _OFF)))


def lacking(text: str) -> tuple[str, ...]:
    """The marks of what the speaker says it has not."""
    found = []
    for clause in clauses(text):
        for match in _LACKS.finditer(clause):
            if not clause.rstrip().endswith("?") and not _THEIR_LACK.search(match[0][: match[0].find("<")]):
                found.append(match[1] or match[2])
    return tuple(found)


def _bare(clause: str) -> str:
    """A clause without its stop and without what only leads up to an answer."""
    low = clause.strip().rstrip(" ,.;:!?\u2013\u2014")
    led = _LEAD.match(low)
    return low[led.end() :] if led and led.end() < len(low) else low
