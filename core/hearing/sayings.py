"""Turns of phrase by which people say what a list of words would not show, by kind (core.hearing.kinds).

They are looked for first, in a text said plainly (core.hearing.plain), and each is plain enough to overrule the words
in it: "hands off, place 4 is mine" is no farewell.
"""

from __future__ import annotations

from typing import Final

from core.hearing.kinds import HURT, Kinds, words

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
        "others",
        words(
            r"\bdon't tell (?:@|him|her|them|any\w*|the others|no ?one)\b|\bkeep (?:it|this|that) (?:a secret|"
            r"secret|quiet|between)|"
            r"(?:^\W*|\b(?:strictly|only|stays) )between (?:us|you and (?:me|i))\b(?! two)|"
            r"\bour (?:little )?secret\b|\bkeep a secret\b|\bhush\b",
        ),
    ),
    (
        "why",
        words(
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
            rf"\bi (?:won't|will not|don't|do not) {_GAME_ACT} (?:you|on you|with you|yours)? ?(?:if|and|"
            rf"as long as) you "
            r"(?:won't|don't|do not|leave)",
            rf"\b(?:don't|do not|you don't|you won't|never) {_GAME_ACT} (?:me|on me|us)\b.*\b(?:and|then) i (?:won't|"
            r"don't|will not|leave)",
            r"\byou leave me (?:alone|be|in peace),? (?:and )?i leave you\b",
            r"\b(?:let's|let us|can we|could we|shall we|how about we|what if we|why don't we|"
            r"maybe we)\b[^.!]*\b(?:not|"
            r"both|all|never|agree|together|join|split|share|stick|nobody|no one)\b",
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
            r"\b(?:forget|scrap|drop|bin|ditch|screw) (?:the|our|that|this|it,? the) (?:pact|truce|alliance|team|"
            r"partnership)",
            r"\bwe(?:'re| are) (?:done|through|finished)(?: you and (?:me|i))?\W*$|\bi(?:'m| am) (?:done|through|"
            r"finished) with you\b|\bconsider (?:our|the) (?:pact|alliance|truce)",
        ),
    ),
    (
        "threat",
        words(
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
        "last",
        words(
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
            r"\b(?:was|were|is) (?:that|it|this) you\b|\b(?:that|it) (?:was )?you who\b|"
            rf"\bdid you (?:\w+ )?(?:bid|go for|{_HARM}|do it|claim|plant|vote)\b(?! @)",
            r"\bwho (?:\w+ )?(?:hit|took|got|has hit|went after|committed|locked|stole) (?:me|my|mine|it from me)\b|"
            r"\bwho did (?:it|that|this)\b",
        ),
    ),
    (
        "warning",
        words(
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
            r"\bever (?:been|got|gotten) (?:betrayed|cheated|robbed|lied|fooled|had|tricked)|\bwho (?:shouldn't|should "
            r"i not|can't|can|do|should) (?:i|you|we) (?:\w+ )?(?:trust|believe|avoid|rely)|\bwho (?:lied|cheated|is "
            r"(?:lying|bluffing|sus|trouble))\b|\bany (?:snakes|liars|traitors|rats|backstabbers)\b|\bwho(?:'s| is) "
            r"(?:been )?(?:a |the )?(?:snake|rat|backstabb\w*|bad apple|worst|safe)\b|\banyone (?:here )?(?:i|"
            r"we) (?:can|"
            r"should)\b[^.!]*\b(?:trust|avoid|watch)|\bhear any|\bword on the street\b|\bwhat's the (?:gossip|word|"
            r"tea)\b|\bspill\b",
        ),
    ),
    (
        "faith",
        words(
            r"\bswear (?:on|to|it)\b|\bpinky\b|\bcross (?:your|my) heart\b|\bon your (?:life|honou?r|mother)\b|"
            r"\bno (?:tricks|"
            r"funny business|lies|games)(?: this time)?\W*(?:\?|ok|right|$)|\bis that a promise\b|\byour word on\b|"
            r"\b(?:can|could|do|should) (?:i|we) (?:\w+ )?(?:trust|believe|count on|rely on|bank on) (?:those|"
            r"that|this|"
            r"your|it|what)|\bstraight (?:answer|with me|up)\b|\bbe (?:honest|straight|"
            r"real) with me\b(?!.*\b(?:do|have|"
            r"what|where|who)\b)|\byou wouldn't (?!dare)|\byou won't (?:let|stab|sell|screw|leave|cheat|betray|"
            r"lie|double)|"
            r"\bhow do i know you\b|\bwhy should i (?:trust|believe)\b|\bnot going to (?:cheat|lie|betray|screw|"
            r"stab)\b|"
            r"\byou (?:better )?not (?:be )?(?:lying|bluffing)\b|\b(?:true|truth) or\b|\blegit\?|\bfor real\b|"
            r"\bwill you (?:stick to|honou?r|keep|stand by|deliver|show up|be there)\b|\bstill going to (?:do|"
            r"deliver)\b",
        ),
    ),
    (
        "wait",
        words(
            r"^\W*(?:your turn|you first|go ahead|after you|go on)\b",
            r"\b(?:so|very|too|awfully|a bit|kind of|rather)? ?quiet\b|\bsilence\b|\bsilent\b|\bcat got your tongue\b|"
            r"\bsay something\b|\bare you (?:ignoring me|asleep|alive|awake|dead|there|listening|still)|"
            r"\bignoring me\b|"
            r"\bhello\?+|\byou (?:there|awake|alive|listening)\W*\?|\bno (?:answer|reply)\?|\banswer me\b|\bspeak up\b|"
            r"\bwake up\b|\bget a move on\b|\bcome on,? (?:hurry|already)\b|\bhow long (?:do|does|"
            r"will) you (?:take|need)\b|"
            r"\bwhat's taking\b|\bgive me a (?:min|tick|bit)\b",
        ),
    ),
    (
        "leader",
        words(
            r"\b(?:who|anyone|anybody|what|how many|how much|am i|are you|are we|where am i|where are you|who's|"
            r"is (?:it|@))\b"
            r"[^.!]{0,30}\b(?:in (?:the )?(?:front|lead)|on top|up top|top dog|ahead|top of the|first "
            r"place|last place|winning|bottom|dead last|the boss|in the bag|cleaning up|scores?|points? (?:do|have|so|"
            r"you|are)|points?\W*\?|standing|tally|totals?|doing points|the most points|gap|furthest|leading)\b",
            r"\b(?:score|points|standings?) (?:check|update)\b|\bany chance (?:i|we) (?:win|catch)|\bhow (?:am|are|"
            r"is) (?:i|you|we|everyone|@) (?:doing|getting on|going)\b(?! (?:today|this evening|this morning))(?=.*"
            r"\b(?:match|game|points|compared|so far|in this|wise|score)\b)|\bscores\W*\?|\bwhat (?:are )?you on\W*\?",
        ),
    ),
    (
        "hand",
        words(
            r"\bwhat (?:are|re) you (?:making|building|collecting|hoarding|hiding|working on|chasing|short of|missing|"
            r"saving|keeping|stacking|gathering|sitting on|holding|running low|offering|selling|putting in)\b",
            r"\bwhat(?:'s| is) your poison\b|\bwhat do you (?:fancy|want from|collect|lack|need|have plenty|have too)",
            r"\bwhich (?:one|ones|colou?r|gem|gems|sin|sins|cube|cubes) (?:do|would|are) you (?:want|need|after|short|"
            r"like|collect\w*|prefer|looking)\b|\bwhat(?:'s| is) in (?:the|your) (?:bag|box|stash|pocket|purse|hand)\b|"
            r"\bshow (?:me |us )?(?:your (?:cards|stuff|stash|hand|gems|cubes|sins)|me what)\b|\bwhat can you (?:spare|"
            r"part with|offer|give|sell)\b|\b(?:who|which one of you|anyone|who's) (?:\w+ )?(?:is |has |got |"
            r"have )?(?:hiding|"
            r"carrying|holding|got|has) the parasite\b|\byou (?:have|got|hold|holding|carrying) the parasite\b|"
            r"\bhow many \w+ (?:have|do|did) you (?:made|make|have|got|hold|left|locked|done|use|used)\b(?<!points)",
        ),
    ),
    (
        "rules",
        words(
            r"\bwhat(?:'s| is) the (?:trick|deal|point|idea|purpose|catch|goal|aim|story) (?:with|of|behind|here|in)\b|"
            r"\bwhat(?:'s| is) (?:an? )(?!good|best)\w+(?: (?!worth|for\b|good)\w+)?\W*\??$|\bwhat(?:'s|"
            r" is) the (?:death match|shrine|"
            r"vault|device|temple|parasite|confessional|lounge|candidate|curtain|altar|workbench|bonus|penalty)\b",
            r"\bhow (?:much|many|often|long)\b[^.!]*\b(?<!who )(?:do we(?! (?:have|need|must) to)|do i|"
            r"do you start|can i|can we|can you|may i|does one|does "
            r"everyone|is allowed|are allowed|per|each|start with|at most|maximum|are there|is there|left|a round|"
            r"cost)\b",
            r"\b(?:is|are) there (?:an? |any )?(?:limit|max|maximum|cap|penalty|bonus|minimum|rule|way to)\b|"
            r"\bremind me\b|"
            r"\b(?:am i|are we|is one) allowed\b|(?<!who )\bdo (?:i|we) (?:need|have) to\b|\bcan (?:i|we|one|you|"
            r"somebody|two|"
            r"anybody|people) (?:still |also |\w+ )?(?:change|take|use|lock|commit|trade|bid|move|plant|see|vote|pick|"
            r"combine|ask|gather|go|leave|keep|carry|offer|swap|do both|do that)\b(?!.*\btrust)(?! (?:me|my|"
            r"with (?:me|you))\b)"
            r"(?! (?:you|it from)\b)|\bdoes (?!@|that suit|it suit|our)[\w ]{1,24}\b(?:count|matter|stack|carry|"
            r"expire|cost|end|reset|work|"
            r"help)\b|\bwhat happens\b(?<!see what happens)|\bwhen (?:do|does|is|are) (?:we|the|it|this)\b|"
            r"\bwho decides\b|\bhow (?:do|does|is|are) "
            r"(?!you|i know|i trust|i believe|it going|that sound|we (?:win|beat|stop))[\w ]{1,24}\b(?:work|count|"
            r"calculated|scored|paid|decided|end)\b"
            r"|\bi don't (?:get|understand) (?!you|why you)\b|\bhow to play\b|\bexplain (?!yourself|why you)",
        ),
    ),
    (
        "plan",
        words(
            r"\bwhere(?:'s| are| re| is| will| do)? (?:are )?you (?:\w+ )?(?:off|putting|placing|sending|heading|"
            r"headed|going|go|"
            r"starting|start|parking|off to|at|landing|ending)\b|\bwhere you (?:off|going|headed|heading|at)\b|"
            r"^\W*where to\b",
            r"\bwho (?:asks|locks|takes|goes|commits|queries|is going|wants to|bids|plants)\b|\bwhat(?:'s|"
            r" is) (?:the|your) "
            r"(?:plan|move|target|next move|angle|game plan|endgame)\b|\b(?:anyone|anybody|who) (?:dares?|dare|"
            r"brave)\b|"
            r"\bhow (?:much|high) (?:will|are|do) you (?:\w+ )?bid\w*|\bwhat are you (?:up to|going to|bidding|"
            r"doing)\b|"
            r"\bare you (?:going|bidding|headed|off|heading|planting) (?:to|for|on|after)\b|\bgoing anywhere\b",
        ),
    ),
    (
        "advice",
        words(
            r"\bin my (?:shoes|place|position|spot)\b|\bif you were me\b|\bwhat (?:should|would) (?:i|you do|"
            r"one)\b(?! (?:get|"
            r"have|owe|know|trust))|\b(?:is it|would it be|is that) (?:smart|wise|clever|a good idea|worth it|stupid|"
            r"dumb|better) (?:to|if)\b|\bgood idea\?|\bwhat's (?:smart|clever|wise|the play|the move|my best)\b|"
            r"\bgive (?:me|us) "
            r"(?:an? )?(?:hint|tip|clue|pointer)s?\W*$|\bany (?:pointers|tricks|wisdom)\b|\bhelp(?: me)? out\b|"
            r"\bno clue what "
            r"to do\b|\bwhat now\b|\bwhere (?:do|should) i (?:start|begin|go)\b|\bcan still be (?:finished|won|done)\b",
        ),
    ),
    (
        "shrug",
        words(
            r"^\W*(?:be like that|have it your way|suit yourself|your (?:loss|choice|call)|as if|in your dreams|"
            r"dream on|get real|"
            r"hard pass|not (?:on your life|a chance|in a million)|no (?:way|chance|thanks|deal)|nah|i(?:'ll|"
            r" will) pass|"
            r"never mind|forget it|whatever|too (?:bad|rich|steep|expensive|much))\b",
        ),
    ),
    (
        "lament",
        words(
            r"\b(?:this|that|it|life)(?:'s| is) (?:so |all |very |\w+ )?unfair\b|\bcan't believe (?:it|this|"
            r"i(?:'m| am|'ve| lost| got))\b|"
            r"\b(?:last|lost|nothing|behind) again\b|\bmy (?:luck|life)\b(?!.*\?)|\bwhy (?:is it )?always me\b|"
            r"\bi(?:'m| am) (?:\w+ )?"
            r"(?:doomed|rubbish|useless|hopeless|rock bottom|nowhere|so lost|desperate)\b|\bi (?:keep|"
            r"always) (?:losing|lose|getting)\b|"
            r"\bi suck\b|\bgot nothing\b|\bnothing (?:works|is working|goes)\b|\bi(?:'m| am) not (?:getting|"
            r"doing) (?:anywhere|well)\b|"
            r"\b(?:everyone|everybody|you all) (?:hates?|ignores?|gangs?) (?:on |up on )?me\b",
        ),
    ),
    (
        "boast",
        words(
            r"\bmay the (?:best|better)\b[^.!?]*\bwin\b|\bread (?:them |em |it )?and weep\b|\bwatch and learn\b|"
            r"\bwatch me\b|"
            r"\btold you (?:so|i)\b|\bi(?:'m| am) (?:\w+ )?(?:cruising|flying|miles ahead|untouchable|a legend|"
            r"killing it|smashing it|"
            r"on a roll|going to win)\b|\btoo good for\b|\blike taking candy\b|\bi got this\b|\bin the bag\b(?!\?)",
        ),
    ),
    (
        "taunt",
        words(
            r"\bare you any good\b|\b(?:all|just) talk\b|\bis that (?:all|it|the best)\b|\bbet you (?:can't|"
            r"won't)|\byou (?:couldn't|can't|"
            r"will never|won't ever)\b[^.!?]*\b(?:win|beat|catch|stop|handle)\b|\bcry about it\b|\bstay mad\b|"
            r"\bskill issue\b|\bscared\?|"
            r"\bcome (?:on )?then\b|\bdo your worst\b|\bgive it your best\b|\bis that a challenge\b|\byou(?:'re|"
            r" are) going to lose\b",
        ),
    ),
    (
        "self",
        words(
            r"\byour favourite\b|\bwhat's your (?:name|sign|deal|story|job)\b|\bdo you (?:like|enjoy|love|hate|"
            r"have (?:friends|family|a life))\b(?! (?:me|@|to trade|my))|\bwhat do you (?:like|do for fun|dream|"
            r"think about life|eat)\b|"
            r"\bare you (?:married|bored|single|drunk|happy|nervous|tired)\b",
        ),
    ),
    (
        "apology",
        words(
            r"\b(?:sorry|apologies|my bad|forgive me)\b[^.!?]*\b(?:about|for|that|if|blam\w*|forgot|last|earlier|"
            r"cheat\w*|lied|took|"
            r"lock\w*|missed|wrong|mistake|sent|late|steal\w*|stole|make (?:it )?up)\b|\bi (?:take it all back|"
            r"was out of "
            r"line|overreacted|panicked|(?:messed|screwed) (?:that|it) up)\b|\bno hard feelings\b|"
            r"\bdon't (?:be mad|blame me|hate me|take it personal\w*|hold it against)\b|\bnothing personal\b",
        ),
    ),
)
