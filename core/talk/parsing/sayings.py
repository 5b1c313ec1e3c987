"""Turns of phrase by which people say what a list of words would not show, by kind (core.talk.parsing.kinds).

`idioms.py` has those of what asks for a word or is only polite. They are looked for first, in a text said plainly
(core.talk.parsing.plain), and each is plain enough to overrule the words in it: "hands off, place 4 is mine" is no
farewell.
"""

from __future__ import annotations

from typing import Final

from core.talk.parsing.kinds import HURT, Kinds, words

_GAME_ACT: Final = (
    r"(?:commit(?: on)?|lock|attack|steal|rob|block|outbid|bid|betray|cheat|lie|fight|trade|deal|touch|hurt|target|hit)"
)
_HARM: Final = (
    r"(?:commit(?: on)?|lock|attack|steal|rob|block|outbid|target|hit|take (?:my|it|that|place|from me)|stole|took)"
)
_BAD: Final = (
    r"(?:shady|shifty|sneaky|sus|suspicious|fishy|dodgy|guilty|up to (?:something|no good)|plotting|scheming|cooking|"
    r"hiding something|planning something)"
)

SAYINGS: Final[Kinds] = (
    (
        "pacts",
        words(
            r"@[^.!?]*\b(?:your (?:ally|friend|partner|buddy)|(?:pact|alliance|allied) with you|working with you)\b",
            r"\bare you (?:and @|with me or)\b(?=.*\b(?:allied|allies|friends|team|together|partners|@))",
        ),
    ),
    (
        "others",
        words(
            r"\bkeep quiet\b|\bany word (?:from|on|of) @",
            r"\bwho(?:'s| is) (?:\w+ )?(?:stealing|nicking|taking|hoarding|hogging|grabbing|buying)\b",
            r"\bwhat did (?!you|i\b|we\b)\w+ (?:ask|tell|offer|say|want|promise)\b",
            r"\bwho (?:else )?(?:grabbed|took|bagged|claimed|snapped up|went to|was (?:in|at))\b(?! (?:my|it from))",
            r"\bwhat (?:are|were|did) (?:they|the others|everyone|everybody|those)\b|"
            r"\bsay(?:ing)? (?:anything )?about me\b|\bdid @ (?:\w+ )?(?:offer|ask|tell|say|mention|talk)",
            r"\bwho (?:else )?(?:are|were|have|did) you (?:\w+ )?(?:talk|deal|trad|swap|chat|speak|agree|been)\w*\b|"
            r"\bwho else\b",
            r"\bdon't tell (?:@|him|her|them|any\w*|the others|no ?one)\b|\bkeep (?:it|this|that) (?:a secret|"
            r"secret|quiet|between)|"
            r"(?:^\W*|\b(?:strictly|only|stays) )between (?:us|you and (?:me|i))\b(?! two)|"
            r"\bour (?:little )?secret\b|\bkeep a secret\b|\bhush\b",
        ),
    ),
    (
        "found",
        words(
            r"\bspill (?:the beans|it)?\b|\b(?:let's|let us) (?:all )?(?:share|pool|compare) (?:everything|info\w*|"
            r"what|notes|answers|all)|"
            r"\bwhat (?:do|have) (?:we|you) (?:know|got) (?:so far|about)|\bcompare notes\b",
        ),
    ),
    (
        "why",
        words(
            r"\bwhy (?:did|do|would) you (?:turn|reject|refuse|decline|say no|ignore my)\b",
            r"^\W*(?:and |but )?why (?:the |not )?\w+\W*$",
            r"^\W*why (?:didn't|don't|won't|not|would|do|did|are|aren't|wouldn't) you\b(?!.*\b(?:lie|cheat|betray|"
            r"break|keep|me)\b)",
            r"\bwho told you\b|\bwhere did you (?:hear|get|read) (?:that|this|it)|\bhow (?:do|would|could|"
            r"did) you know\b|\bsays who\b|"
            r"\bsince when\b|\bbased on what\b|\bwhat do you mean\b(?! by \w+ing)|^\W*meaning\W*\?",
        ),
    ),
    (
        "deal",
        words(
            r"\b(?:the )?same (?:again|deal|swap|trade|as (?:before|last)|thing)\b[^.!]*\?|"
            r"^\W*(?:the )?same again\b|\bas agreed\W*\?|"
            r"\bdo we (?:still )?have (?:an? |our )?(?:deal|trade|swap)\b(?! with)|\bstill (?:on|up) for (?:our|"
            r"the|that)\b",
        ),
    ),
    (
        "plan",
        words(r"^\W*(?:and )?(?:the )?next round\W*\??$"),
    ),
    (
        "worth",
        words(
            r"\bwhat(?:'s| is| do| does| would)? (?:it|i|you|one|we) (?:take|need|have to do) (?:to|"
            r"for) (?:please|get|win|satisfy|make)\b|"
            r"\bbest (?:to|thing to|one to) (?:give|trade|gather|offer|collect|swap|get|keep|sell|hold|lay|bid)\b|"
            r"\bworth (?:it|having|going|the trouble|anything|much|more|most)\b[^.!]*\?|"
            r"\bwhat would [^.!?]{1,24} get me\b|\bwhat(?:'s| is) (?:the )?best\W*$\b",
        ),
    ),
    (
        "pact",
        words(
            r"\bwant to (?:split|share|team|join|work)\b",
            r"^\W*(?:friends|allies|partners|friend)\W*\?",
            r"\b(?:use|need|want) an? (?:friend|ally|partner)\b",
            r"\bleave\b[^.!?]*\bi(?:'ll| will) leave\b|\bi(?:'ll| will) leave\b[^.!?]*\b(?:if|and) you leave\b",
            r"\b(?:split|share|divide)\b[^.!?]*\bwith me\b",
            rf"\bi (?:won't|will not|don't|do not) {_GAME_ACT} (?:you|on you|with you|yours)? ?(?:if|and|"
            rf"as long as) you "
            r"(?:won't|don't|do not|leave)",
            rf"\b(?:don't|do not|you don't|you won't|never) {_GAME_ACT} (?:me|on me|us)\b.*\b(?:and|then) i (?:won't|"
            r"don't|will not|leave)",
            r"\byou leave me (?:alone|be|in peace),? (?:and )?i leave you\b",
            r"\b(?:let's|let us|can we|could we|shall we|how about we|what if we|why don't we|"
            r"maybe we)\b[^.!]*\b(?:not|"
            r"both|all|never|agree|together|join|split|stick|nobody|no one)\b",
            r"\b(?:got|have|i'll watch) (?:your|each other'?s) backs?\b|\blook (?:out|after) (?:for )?each other\b",
            r"\byou (?:and|n|&) (?:me|i)\b(?! (?:had|have|agreed|said|were|traded))|\bme (?:and|n|&) you\b|"
            r"\bthe two of us\b|\bus two\b|\bus against\b",
            r"\b(?:be|on) my (?:team|side)\b|\bsecret (?:alliance|deal|pact)\b|\bno funny business\b.*\bdeal\b|"
            r"\bgentlem[ae]n'?s agreement\b|\bside with me\b|\bwith me or against me\b|\bin this together\b(?!\?| or)|"
            r"\bbe friends\b|\bneed (?:an? )?(?:friends?|ally|allies|partner)\b|\bown (?:little )?club\b",
            r"\bcould be (?:allies|friends|partners)\b|\bmake peace\b|\bbury the hatchet\b|\bnon[- ]?aggression\b|"
            r"\bcall (?:it|a) truce\b",
        ),
    ),
    (
        "unpact",
        words(
            r"\b(?:scrap|cancel|forget|drop)\b[^.!?]*\bno (?:pact|alliance|truce)\b|\bno (?:pact|alliance|"
            r"truce) (?:then|after all|any more|anymore)\b",
            r"\b(?:forget|scrap|drop|bin|ditch|screw) (?:the|our|that|this|it,? the) (?:pact|truce|alliance|team|"
            r"partnership)",
            r"\bwe(?:'re| are) (?:done|through|finished)(?: you and (?:me|i))?\W*$|\bi(?:'m| am) (?:done|through|"
            r"finished) with you\b|\bconsider (?:our|the) (?:pact|alliance|truce)",
        ),
    ),
    (
        "plea",
        words(
            r"\bpretty please\b(?!.*\?)|^\W*(?:oh )?come on\W*$|^\W*please+\W*$|\bjust this once\b",
            r"\b(?:don't|do not|never)\b[^.!?]{0,30}\b(?:on|at|against) me\b(?!.*\bi won't\b)|\b(?:go|be) (?:easy|"
            r"gentle|kind|nice|soft) (?:on|with|to) (?:me|us)\b|\banyone but me\b|\bi(?:'m| am) (?:no threat|"
            r"harmless|not a threat)\b|\bhave a heart\b|\bshow (?:some )?mercy\b|\bi beg\b",
        ),
    ),
    (
        "praise",
        words(
            r"\byou (?:kept your word|delivered|came through|kept it|did it)\W*$|\bi (?:liked|loved|"
            r"enjoyed) (?:our|your|the|that)\b",
        ),
    ),
    (
        "thanks",
        words(
            r"\bhow (?:kind|generous|nice|sweet|thoughtful|noble) of you\b",
        ),
    ),
    (
        "threat",
        words(
            r"\byou can't (?:hide|run)\b",
            r"\btell the (?:whole )?(?:table|lounge|room|world|others|lot)\b|\bif you (?:ever )?(?:cheat|lie|"
            r"betray|cross|steal|lock|break|screw|trick|leave|double)\w*\b",
            r"\b(?:going|coming|gunning|aiming) (?:for|after) you\b",
            r"\bwhoever\b[^.!?]*\b(?:will|is (?:going|getting)|gets|shall|better|pays)\b",
            r"\bcross me\b|\bwatch (?:yourself|your step|your back)\b|\bi(?:'ll| will) (?:remember|not forget|"
            r"tell (?:everyone|everybody|them all|the others))\b|\b(?:nobody|no one|you'll never|"
            r"never) (?:will )?(?:trade|deal|speak|work)s? with (?:anyone|you)\b|\bor else\b|\bmark my words\b|"
            r"\byou(?:'ve| have) been warned\b|\bi hold grudges\b|\bi(?:'ll| will) have my revenge\b|"
            r"\bcount your days\b|\bi know where you\b",
            r"\b(?:gets?|get|have|give|pay)\b[^.!?]{0,20}\b(?:back double|it back|paid back|what's coming|twofold|"
            r"back tenfold|payback|a taste)\b|\bpayback\b",
            r"\bi(?:'ll| will| am going to|'m going to) (?:\w+ )?(?:lock|commit|starve|attack|rob|steal|drain|outbid|"
            r"bid against|block|come (?:for|after)|take you|make sure you|make you|make your|hunt|haunt|end|wreck|"
            r"roast|"
            r"drag you|see you (?:fall|burn|lose)|squash|bleed)\b(?! with)(?!.*\bfor (?:us|you)\b)",
            r"\byou(?:'ll| will| are going to|'re going to) (?:\w+ )?(?:starve|regret|pay|be sorry|wish|see|cry|burn|"
            r"get it|lose everything)\b|\bdon't (?:test|push|cross|tempt|try|mess with) me\b|\bwatch it\b|"
            r"\b(?:one more|any more|next) (?:lie|trick|stunt|time)\b[^.!?]*\b(?:and|i)\b|\bif you (?:cheat|lie|"
            r"betray|cross|steal|lock|break)\w*\b|\bi(?:'m| am) coming for\b|"
            r"\bmy list\b|\bsleep with one eye\b|\bsleeps? with the fish|\byour days are\b|\bdead (?:man|meat)\b|"
            r"\bor (?:i|i'll|you'll|there will be)\b[^.!?]*\b(?:tell|lock|commit|ruin|regret|trouble|war|pay)\b|"
            r"\bthis means war\b|\bwar it is\b",
        ),
    ),
    (
        "accusation",
        words(
            r"^\W*(?:oh )?(?:no )?you (?:didn't|did not)\W*$|\bi smell a trap\b",
            r"\bon purpose\b(?!.*\?)|\byou(?:'re| are) (?:always )?(?:blocking|ignoring|following|cheating|"
            r"stealing|wasting|avoiding|taking) (?:me|my|from)\b",
            r"\bi thought (?:we|you) (?:had|were|agreed|would|said|wanted|liked)\b",
            r"\byou (?:took|stole|grabbed|ate|used|spent|wasted)\b[^.!?]*\bmy\b",
            r"\bhappy now\b",
            r"\bwhy (?:did|do|are|would|must|have) you (?:always |keep |\w+ )?(?:\w+ )?(?:to |on |at |from |with |"
            r"against )?(?:me|my|mine)\b(?! (?:to|a|an|what|why|how|the)\b)",
            r"\bstop (?!the\b)\w+ing (?:me|my|mine|at me|on me|us|around)\b|\bstop (?:pretending|lying|it|that|"
            r"cheating)\b|\b(?:was|were|is) mine\b(?!\?)(?=.*\byou\b)|\byou knew\b|\bi bet you (?:have|already|took|"
            r"got|did|are|stole|know)\b",
            r"^(?!\W*(?:what|which|who|thing)).*\byou (?:said|told me|swore|agreed|promised)\b(?![^.!]*\?)|"
            r"\bso that's how\b|\bthat's not what\b|\bnot what you (?:said|promised)\b|\bhow (?:dare|could) you\b|"
            r"\byou(?:'re| are) (?:against me|after me|targeting me|picking on me|using me|playing me|"
            r"up to something)\b|\bshame on you\b|^(?!.*@).*\bback ?stabb\w+\b|\bi trusted you\b|"
            r"\bi was counting on you\b|\bi never got\b|\bnever arrived\b(?!.*@)|\byou(?:'ve|"
            r" have) (?:been )?(?:lying|cheated|lied|used|tricked|played)\b",
            rf"^(?!.*(?:@|who)).*\byou(?:'re| are| look| seem| sound)?[^.!?@]{{0,14}}\b{_BAD}\b",
            r"\bwhy (?:are|were) you\b[^.!]*\b(?:lying|cheating|hiding|hoarding|avoiding)\b",
            r"\bare you (?:hoarding|hiding|avoiding|playing me|setting me up|using me|plotting|"
            r"scheming|working against)\b(?! with @)",
            r"\b(?:i )?(?:saw|caught|spotted) you\b|\bi know (?:what you (?:did|are|took)|that you|it was you)\b|"
            r"\bit was you\b(?!\?)|"
            r"\bi know you (?:did|took|stole|lied|have)\b|\bdon't play (?:innocent|dumb|coy)\b|\bdon't act\b|"
            r"\badmit it\b|\bi smell a rat\b|\bbusted\b|\bset me up\b|\bcaught you\b",
            r"\byou (?:never|didn't|did not|haven't) (?:\w+ )?(?:answer|reply|repl|respond|show|turn|came|come|send|"
            r"sent|give|gave|trade|deliver|do what|pay|paid|help|ask|tell|told|keep|kept)\w*\b",
            r"\byou (?:stole|grabbed|broke (?!me)|forgot|left me|let me down|went back|outbid|hit|attacked|robbed|"
            r"locked|committed|cheated|lied|blew|ruined|owe me|messed)\b(?![^.!]*\?)(?!.*\bthanks\b)",
            r"\bwhere(?: is| are| was| were|'s) my\b|\bwhere were you\b|\byou were (?:supposed|meant) to\b|"
            r"\bafter all i did\b|"
            r"\bi asked (?:you )?nicely\b|\bwe had something\b|\bi did my (?:part|bit|half|side)\b|\bkept my (?:part|"
            r"end|side)\b.*\byou\b|\b(?:somebody|someone)\b[^.!?,]*\b(?:locked|stole|took|hit|robbed|lied|"
            r"cheated)\b(?!.*\?)",
            rf"\byou {HURT}\b(?! (?:@|well|good|great|nice))",
        ),
    ),
    (
        "howdy",
        words(
            r"\bhow goes (?:it|things|the)\b|\bhow are we (?:all )?(?:today|doing)\b",
            r"\bhow(?:'s| is| are| was) (?:the |your |this )?\w+ treating you\b|\bhow(?:'s| is) (?:tricks|life|"
            r"it hanging|your (?:day|evening|morning|night)|everything)\b|\bhow do you (?:find|like) (?:it|this|"
            r"the game)\b|\bsleep well\b|\b(?:you )?having (?:a good|fun)\b|\byou alright\b|\bare you well\b|"
            r"\bwhat's (?:good|new|"
            r"cooking|shaking)\b",
        ),
    ),
    (
        "last",
        words(
            r"^\W*any luck\W*$",
            r"\bhow (?:is|are|was|were) (?:the |your )?\w+ treating you\b(?<!life treating you)|\bwhat did (?:you|"
            r"i) (?:get|gain|earn|win|make)\b|\bwhat happened (?:last|there|just|in)\b|\bgood (?:haul|harvest)\b",
            r"\b(?:how did (?:it|that|yours|you) (?:go|do|get)|how'd (?:it|that|you) (?:go|do)|how was (?:it|that|"
            r"your))\b|"
            r"\bwhat did i miss\b|\bwho (?:made|got|won|earned|had|took) (?:an? |the )?(?:killing|first|best|jackpot|"
            r"good|great|biggest|big|blessing)\b|\bwho got (?:hit|robbed|hurt|burned|done|nothing)\b|"
            r"\bhow much did you "
            r"(?:make|get|gain|score|win|earn)\b|\bdid you (?:do well|gain|make anything|get anything|score)\b|"
            r"\bgood (?:round|"
            r"year|day)\?",
        ),
    ),
    (
        "did",
        words(
            r"\bwho (?:was|is) (?:it|that)\b(?! (?:you|that leads))|\bwho(?:'s| is) (?:the )?(?:culprit|guilty|"
            r"responsible)\b|\bwas it (?:you|@)\b|\bdid @ (?:steal|lock|commit|hit|rob|take)\b|\bwho outbid\b",
            r"\b(?:was|were|is) (?:that|it|this) you\b|\b(?:that|it) (?:was )?you who\b|"
            rf"\bdid you (?:\w+ )?(?:bid|go for|{_HARM}|do it|claim|plant|vote)\b(?! @)",
            r"\bwho (?:\w+ )?(?:hit|took|got|has hit|went after|committed|locked|stole) (?:me|my|mine|it from me)\b|"
            r"\bwho did (?:it|that|this)\b",
        ),
    ),
    (
        "rally",
        words(
            r"^(?!.*\b(?:together|shall we|let's)\b).*\bagainst @(?!.*\byou (?:and|are)\b)",
            r"\b(?:skip|avoid|ignore|drop|dump|freeze out|leave out|exclude|shun) @",
            r"\b(?:keep|stop|prevent|block) @ from\b|^(?!.*\b(?:let's|shall we|together)\b).*\b(?:distract|slow|"
            r"weaken|corner|isolate|starve|squeeze|sink|outbid|bring down|take down|vote|lock) @(?! (?:for|"
            r"with))(?!.*\?)|\b(?:somebody|someone) (?:\w+ ){0,2}(?:stop|beat|block|watch) @|\b@ (?:can't|must not|"
            r"cannot|mustn't) (?:win|get)|\ball (?:go )?(?:for|on|against) @|\bdon't let @|@ (?:has it|"
            r"is going to win|will win|is getting away|is way ahead)\b(?!.*\?)",
        ),
    ),
    (
        "warning",
        words(
            r"\btrusted @(?!.*\?)",
            r"@[^?]*\bbe warned\b|@ (?:\w+ )?(?:robs|steals|lies|cheats|betrays|attacks) (?!\w*\?)",
            r"\b(?:rumou?r has it|word is|i hear|i heard|they say|apparently)\b[^?]*@[^?]*$|\bdon't think @|"
            r"\bi doubt @",
            r"\b(?:i think|i bet|i suspect|probably|surely|bet) (?:it's|it is|it was|that's|that was) @|@ (?:is|"
            r"'s) (?:the (?:one|snake|rat|liar|problem)|up to|hoarding|hiding|lying to|cheating)\b(?!.*\?)|"
            r"@[^.!?]{0,20}\b(?:wrong answer|false answer|lied to|gave me (?:a )?(?:wrong|false|nothing|rubbish))\b|"
            r"\bcareful (?:with|of|around) @|@ owes me\b|@ never (?:paid|came|sent|gave|showed)",
            r"@[^.!?]{0,24}\b(?:against you|after you|behind your back|out to get you|has it in for|sell you out|"
            r"not what (?:he|she|it|they) seems?|playing (?:you|us|both|everyone)|two[- ]faced|full of (?:it|lies))\b",
            r"@ (?:\w+ )?(?:cheated|ripped|took|stole|never)\b(?!\?)(?=[^?]*$)|\b(?:with|trust|"
            r"believe) @[^.!?]*\b(?:he|"
            r"she|they|it|who) (?:\w+ )?(?:cheated|lied|stole|broke|lies|cheats)",
            r"\b(?:steer|stay|keep|stay well) (?:clear of|away from|clear from) @|\bi wouldn't (?:\w+ )?(?:trust|deal|"
            r"trade|go near|believe)(?: with)? @|\bnot to be trusted\b|\bheads up\b|\b(?:trusted|believed) @ once\b",
        ),
    ),
    (
        "trust",
        words(
            r"@ (?:can|could) be trusted\b(?=.*\?|.*\bthink\b)|\bthink @ can be trusted\b",
            r"\b(?:is|isn't|was) @ (?:\w+ )?(?:a )?(?:liar|friend|traitor|snake|good partner|safe|dangerous|"
            r"trouble)\b[^.!]*\?|\bdo you (?:like|trust|believe|rate|fear|hate|respect) @",
            r"\b(?:is|was) @ (?:\w+ )?(?:lying|legit|ok|okay|cool|straight|playing|bluffing|sus|shady|honest|reliable|"
            r"safe|any good|a friend|good|trustworthy|dodgy|loyal|decent|true)\b|@ (?:legit|sus|reliable|honest|"
            r"ok|trustworthy|any good)\W*\?",
            r"\b(?:is|will) (?:dealing|trading) with @|\bwould you (?:trade|deal|work|go) with @|\bwhat's your (?:take|"
            r"view|read) (?:on|of) @|\b(?:your )?(?:take|read|thoughts|view) on @",
        ),
    ),
    (
        "rumour",
        words(
            r"\b(?:porkies|fibs|fibbing)\b|\bwho(?:'s| is) (?:been )?telling (?:lies|tales)\b",
            r"\banything (?:new |interesting |exciting )?(?:happening|going on)\b",
            r"\bwho (?:\w+ )?(?:told the truth|kept (?:his|her|their|the)|delivered|was honest|played fair|"
            r"to watch)\b|\b(?:any|no) (?:honest|trustworthy) (?:people|players|souls?)\b",
            r"\bwho (?:do|did) you (?:believe|trust)\b|\bon our side\b|\bwho (?:has|have) it in for\b",
            r"\bever (?:been|got|gotten) (?:betrayed|cheated|robbed|lied|fooled|had|tricked)|\bwho (?:shouldn't|should "
            r"i not|can't|can|do|should) (?:i|you|we) (?:\w+ )?(?:trust|believe|avoid|rely)|\bwho (?:lied|cheated|is "
            r"(?:lying|bluffing|sus|trouble))\b|\bany (?:snakes|liars|traitors|rats|backstabbers)\b|\bwho(?:'s| is) "
            r"(?:been )?(?:a |the )?(?:snake|rat|backstabb\w*|bad apple|worst|safe)\b|\banyone (?:here )?(?:i|"
            r"we) (?:can|"
            r"should)\b[^.!]*\b(?:trust|avoid|watch)|\bhear any|\bword on the street\b|\bwhat's the (?:gossip|word|"
            r"tea)\b|\bspill\b",
        ),
    ),
)
