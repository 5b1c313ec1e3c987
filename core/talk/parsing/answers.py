"""Yes and no in plain words. Every word must belong to the answer: "deal" agrees, "deal me out" and "fine weather" do
not. A bot asks back about a text that only begins like a yes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from core.talk.parsing.words import MARK, NOUN, bare, unnamed

_IT = r"(?:it|that|this|so|(?:the|your|our|this|that) (?:offer|deal|proposal|trade|swap|idea|terms?))"
_GOOD = r"(?:good|great|fine|ok|okay|fair|perfect|nice|right|all right|alright|excellent|wonderful)"
YES_ABROAD: Final = (
    "ja", "jawohl", "jep", "klar", "na klar", "gern", "gerne", "sehr gerne", "ja gerne", "einverstanden", "abgemacht",
    "passt", "geht klar", "machen wir", "in ordnung",
    "sí", "si", "sí claro", "claro", "claro que sí", "vale", "de acuerdo", "trato hecho", "hecho", "por supuesto",
    "oui", "ouais", "d'accord", "ça marche", "ca marche", "bien sûr", "entendu", "marché conclu", "avec plaisir",
    "tak", "jasne", "zgoda", "dobra", "dobrze", "pewnie", "oczywiście", "umowa stoi", "zgadzam się",
)  # fmt: skip
NO_ABROAD: Final = (
    "nein", "nein danke", "nö", "nee", "lieber nicht", "kein deal", "auf keinen fall", "geht nicht", "kein interesse",
    "no gracias", "ni hablar", "no puedo", "lo siento", "mejor no",
    "non", "non merci", "pas question", "désolé", "désolée", "pas possible", "plutôt pas",
    "nie", "nie dzięki", "raczej nie", "nie ma mowy", "nie mogę", "przepraszam nie",
)  # fmt: skip
"""No in the same languages; Spanish `no` is the English one."""
COURTESY_ABROAD: Final = "bitte|danke|merci|s'il te plaît|por favor|gracias|proszę|dzięki|dziękuję"
_COURTESY: Final = (
    rf"oh|ah|aw|aww|well|hm+|hey|hi|hello|so|then|and|thanks(?: a lot)?|(?:many )?thanks|thank you(?: very much|"
    rf" so much)?|please|sorry|honestly|actually|unfortunately|really|i'm sorry|i am sorry|i'm afraid|i am afraid|"
    rf"i think|i guess|sorry (?:i was late|for the (?:wait|delay))|no (?:problem|worries)|lol|haha+|great|good|nice|"
    rf"cool|friend|my friend|my dear|dear|mate|sir|partner|this (?:round|year|time)|right now|cheers|ok|okay|alright|"
    rf"all right|but|anyway|just|{COURTESY_ABROAD}"
)
_YES: Final = (
    rf"yes|yeah|yep|yup|aye|ok|okay|oki|agreed|accepted|done|done deal|deal|sure|sure thing|gladly|happily|fine|"
    rf"very well|with pleasure|my pleasure|alright|all right|fair enough|of course|absolutely|definitely|certainly|"
    rf"why not|perfect|{_GOOD} (?:deal|trade|idea|for me)|(?:fine|ok|okay|good) (?:by|with) me|(?:it's|it is|that's|"
    rf"that is) a deal|(?:(?:i|we) )?(?:agree|accept)(?: (?:to )?{_IT})?|(?:i'm|i am|we're|we are|count me) in|"
    rf"(?:you're|you are|we're|we are) on|(?:you|we) have a deal|(?:we're|we are) (?:all )?agreed|(?:consider|"
    rf"call) it (?:done|agreed|a deal)|(?:let's|let us) (?:do {_IT}|go|go for it|swap|trade|shake|combine)|(?:i'll|"
    rf"i will|i'd|i would) do {_IT}|(?:i'll|i will|i'd|i would|i) take {_IT}|happy to(?: do {_IT})?|(?:i'd|"
    rf"i would) (?:love|be glad|be happy) to|(?:{_IT} )?(?:sounds|looks|seems) {_GOOD}(?: to me)?|"
    rf"(?:{_IT} )?works(?: for me| fine)?|you got it|so be it|(?:that's|that is|it's|it is|{_IT} is|i'm|"
    rf"i am) {_GOOD}(?: (?:by|with|for) (?:me|{_IT}))?|it is sealed|(?:i )?(?:would|could|can) not say no|"
    rf"i am happy with {_IT}|(?:i'm|i am) happy with {_IT}|shake on it|{'|'.join(YES_ABROAD)}"
)
_YES_TAIL: Final = (
    r"see you(?: there| then| later| soon| (?:at|after) the close| next (?:round|year|time))?|i promise|promise|then|"
    r"(?:i'll|i will) be there|to me|for me|with me|for sure|my word on it|you have my word|i keep my word|indeed|"
    r"sealed|sealing(?: it)? now|(?:(?!(?:not?|what|if|next|later|tomorrow)\b)[a-z']+ ){0,3}it is|"
    r"totally|too|are we not|good luck|pleasure(?: doing business)?(?: with you)?|"
    r"let's do it|very much|now|(?:the )?[\w<>]+ is (?:all )?yours|it's (?:all )?yours|take it|you (?:can|may) have it|"
    r"(?:don't|do not) tell (?:anyone|anybody|\w+)|keep it (?:quiet|secret|between us)|between us"
)
_NO: Final = (
    rf"no+(?! (?:problem|worries|hurry|need|doubt|idea|fear))|nope|nah|nay|no thanks|no (?:way|deal|trade|swap|chance|"
    rf"can do|go|never)|never|never (?:again|ever|in my life)|pass|(?:i|i'll|i'd|i must|i have to|i will|"
    rf"i would) (?:pass|decline|refuse|say no)|hard (?:no|pass)|no jose|not (?:for me|interested|this (?:time|round|"
    rf"year)|now|today|after all|with you|worth it|worth that|good enough|enough|possible|at all|a chance|like that|"
    rf"going to happen|happening|really|ok|okay|fair|deal|for that|to me|fine)|(?:absolutely|definitely|certainly|"
    rf"of course|surely|better|rather) not|(?:i'd |i would )?rather not|let's not|forget (?:it|that|about it)|"
    rf"count me out|(?:i'm|i am) out|(?:i )?(?:don't|do not) think so|deal breaker|(?:i|we) (?:don't|do not|"
    rf"no longer) (?:want|like|need|accept|agree(?: to)?) {_IT}|(?:i|we) (?:don't|do not) agree|(?:i |we )?(?:can't|"
    rf"cannot|can not|won't|will not|couldn't|wouldn't|am not able to|am unable to)(?:(?= sorry|$)| (?:do|accept|"
    rf"agree to|take|afford|give|swap|trade|make|keep|offer|spare)(?: {_IT}| you)?(?: with you| again)*)|(?:i |"
    rf"we )?(?:can't|cannot|can not|won't|will not|don't|do not|not) (?:want to |really )*(?:give |trade |swap |do |"
    rf"offer |sell |spare |part with )?(?:my |your |a |the |any )?{MARK}{NOUN}(?: (?:for|against) (?:my |your |a |the |"
    rf"it|that)*(?:{MARK}{NOUN})?)?|(?:that (?:is|'s) |it (?:is|'s) |it's |that's )?(?:far |way |a bit |"
    rf"just )?too (?:much|little|expensive|late|bad|risky|dear)(?: for me)?|(?:i'll|i will|i) (?:not|won't) be there|"
    rf"(?:i'll|i will) not be there|(?:i )?won't be there|(?:(?:i )?(?:need|keep)|i want)(?: to keep)? (?:it|that|"
    rf"my {MARK}{NOUN}|[\w<>]+(?= (?:for )?myself))(?: (?:for )?myself)?|not from me|(?:i )?(?:(?:have|'ve got) no|"
    rf"don't have (?:the |any |enough )?) ?(?:mana|energy|slot|room|offer)s?(?: left| for (?:it|that))?|i (?:am|"
    rf"'m) good|i'm good|{'|'.join(NO_ABROAD)}|sorry"
)
_WITHDRAWS: Final = (
    rf"(?:so )?(?:{_IT}|our [\w <>]{{1,40}}|pact) (?:is|are) (?:all )?off|(?:{_IT}|that)'s off|(?:i |please |let's |"
    rf"let us |i have to |i must )*(?:cancel|call off|back out(?: of)?|withdraw|call {_IT} off|take (?:it|that|my word|"
    rf"my offer) back|take back (?:it|my (?:word|offer)))(?: (?:{_IT}|please|our (?:\w+ )?(?:deal|trade|swap)))*|"
    rf"i have to take my word back|(?:i|i've|i have) (?:have )?changed my mind|i(?: am|'m)?(?: already)? (?:full|taken|"
    rf"booked|promised(?: elsewhere| already)?)|(?:i|i've|i have)(?: already)? (?:gave|given|sold|promised) (?:it|mine|"
    rf"that|my {MARK}{NOUN}|{MARK}{NOUN}) to (?!you\b|me\b)\w+|(?:my |the )?{MARK}{NOUN} is (?:already )?(?:promised|"
    rf"sold)(?: to (?!you\b|me\b)\w+)?|(?:i have |i've )?(?:found|made|got|have) (?:an?other|a better) (?:deal|trade|"
    rf"offer|one)|i have nothing left(?: to give)?"
)
SORRY: Final = re.compile(
    r"\b(?:sorry|apolog\w+|forgive|my (?:fault|bad|mistake)|mea culpa|make it up to you|regret)\b"
)
_LACKS: Final = re.compile(
    rf"(?:^|\b(?:i|we)\b(?:'ve)?)[^<>,.;!?]*?(?:\bno(?: more| other| spare)?|\bnot? any|n't (?:have|got)(?: any| an?)?"
    rf"(?: more)?|\bno longer have(?: any| an?)?|\bout of)\s+(?:my |the )?({MARK})|({MARK}){NOUN}\s+(?:is|are)\s+"
    r"(?:gone|out|taken|sold|spent|given away|used)"
)


def _only_phrases(*patterns: str) -> re.Pattern[str]:
    return re.compile(rf"(?:(?:{'|'.join(patterns)})(?: |$))+")


_AGREES: Final = _only_phrases(_COURTESY, _YES, _YES_TAIL)
_SAYS_YES: Final = re.compile(rf"(?<![\w'<])(?:{_YES})(?![\w'])")
_APPROVES: Final = re.compile(rf"(?<!not )\b(?:{_GOOD}|works) (?:by|for|with|to) me\W*$")  # half a yes
_REFUSES: Final = _only_phrases(_COURTESY, _NO, _WITHDRAWS)
_SAYS_NO: Final = re.compile(rf"(?<![\w'<])(?:{_NO.removesuffix('|sorry')}|{_WITHDRAWS})(?![\w'])")
_POLITE: Final = _only_phrases(
    "great|hi|hello|hey|thanks|thank you|please|friend|mate|lol|haha+|good (?:morning|evening|day|luck)|ok|cheers"
)


class Answer(NamedTuple):
    yes: bool
    no: bool
    half_yes: bool
    half_no: bool
    """Half answers begin like an answer and go on: they agree to nothing, and take nothing back."""
    sorry: bool


def answer_in(text: str, names: tuple[str, ...] = ()) -> Answer:
    """Return the answer of a marked text (core.talk.parsing.words). `names`: the listeners."""
    unaddressed = unnamed(names, text)
    pieces = [bare(piece) for piece in re.split(r"[,.;:!?\u00a1\u00bf\n\u2013\u2014]+", unaddressed) if bare(piece)]
    yes_pieces = _leading_answers(pieces, _AGREES, _SAYS_YES)
    no_pieces = _leading_answers(pieces, _REFUSES, _SAYS_NO)
    is_question = "?" in unaddressed
    if is_question and not no_pieces and not {"why not", "are we not"} & set(pieces):
        yes_pieces = 0
    approves = not no_pieces and not is_question and any(map(_APPROVES.search, pieces))
    return Answer(
        yes=bool(yes_pieces) and not no_pieces and yes_pieces == len(pieces),
        no=bool(no_pieces) and no_pieces == len(pieces),
        half_yes=0 < yes_pieces < len(pieces) or approves,
        half_no=0 < no_pieces < len(pieces) and not _SAYS_YES.search(" ".join(pieces[no_pieces:])),
        sorry=SORRY.search(text) is not None,
    )


def _leading_answers(pieces: Sequence[str], only: re.Pattern[str], says: re.Pattern[str]) -> int:
    """Return how many first pieces match `only`; 0 if none of them `says` the answer."""
    count = next((at for at, piece in enumerate(pieces) if only.fullmatch(piece) is None), len(pieces))
    return count if any(says.search(piece) for piece in pieces[:count]) else 0


def is_aside(text: str, first: bool) -> bool:
    """True if a piece is a courtesy, or (the first) a no or a lack before a counter-proposal."""
    plain = bare(text)
    if not first:
        return _POLITE.fullmatch(plain) is not None
    return bool(
        _POLITE.fullmatch(plain) or _REFUSES.fullmatch(plain) or (_LACKS.search(plain) and len(plain.split()) < 8)
    )


def lacked_marks(text: str) -> tuple[str, ...]:
    """Return the marks of things that the speaker does not have."""
    marks = []
    for piece in re.findall(r"[^,.;:!?\n]+[,.;:!?\n]*", text):
        for match in _LACKS.finditer(piece.strip()):
            if "?" not in piece and "you" not in match[0][: match[0].find("<")].split():
                marks.append(match[1] or match[2])
    return tuple(marks)
