"""What asks, claims or accuses, by kind (core.talk.parsing.kinds)."""

from __future__ import annotations

from typing import Final

from core.talk.parsing.kinds import HURT, Kinds, words

_YOU_HAVE = r"(?:do you|have you|are you|did you|you)(?: \w+)? (?:have|hold|holding|got|sitting on)"

QUESTIONS: Final[Kinds] = (
    (
        "unpact",
        words(
            r"\b(?:our|the|this|that|my) (?:pact|alliance|truce)\b[^.?]*\b(?:finished|over|ended|done|dead)\b",
            r"\bout of (?:our|the|this) (?:pact|alliance|truce)\b",
            r"\b(?:our|this|that|my) (?:pact|alliance|truce|partnership) (?:is|was) (?:over|off|done|dead|finished|"
            r"broken)",
            r"\b(?:break|breaking|end|ending|leave|leaving|cancel|quit|forget|dissolve)\w* (?:our|the|this|my) "
            r"(?:pact|alliance|truce|partnership)",
            r"\bno (?:more|longer) (?:an? )?(?:pact|alliance|truce|allies|partners)",
            r"\b(?:we are|we're|i'm|i am) (?:no longer|not) (?:your )?(?:allies|ally|partners?)",
        ),
    ),
    (
        "pacts",
        words(
            r"\b(?:remember|what about) our (?:pact|alliance|truce)\b|\byou (?:have|got) (?:any|an) (?:allies|ally|"
            r"pacts?)\b",
            r"\b(?:do|have) (?:you|we) (?:still )?(?:have |got )?(?:an? |our |any )?(?:pacts?|alliances?)(?: \w+)?\?",
            r"\b(?:do|have) you (?:have |got )?(?:an? |any )?(?:pact|alliance|deal)s? with @",
            r"\bare you (?:\w+ )?(?:allied|allies|in league|partners|friends|working|playing|"
            r"teaming)(?: up)?(?: together)? with",
            r"\bare you and @ (?:\w+ )?(?:allied|allies|partners|friends|working|together|a team|teaming)",
            r"\bwhom? (?:are|do) you (?:\w+ )?(?:allied|working|work|in league|playing|ally|friends) with",
            r"\bwhose side\b|\bwho(?:'s| is| are) your (?:ally|allies|partner|friend)s?\b",
            r"\b(?:is our|our) (?:pact|alliance|truce) (?:still )?(?:on|good|alive|valid|standing)|"
            r"\bare we (?:still )?"
            r"(?:allies|allied|partners|a team|friends|good)\b|\bstill (?:allies|partners|friends)\?",
        ),
    ),
    (
        "rally",
        words(
            r"@ has (?:too many|the most|so many)\b|\b(?:make sure|see to it that) @ (?:does|do)(?:n't| not)\b",
            r"\bhelp me (?:against|beat|stop|with) @|\b(?:we|all) against @",
            r"\b(?<!shall )(?:we|somebody|someone|everybody|everyone|who) (?:\w+ ){0,3}(?:stop|slow down|block|"
            r"bring down) (?:@|the leader)",
            r"@ (?:is|'s|are) (?:\w+ )?(?:running away|too strong|going to win|too far ahead|about to win|"
            r"unstoppable|a threat)",
            r"@ (?:is|'s) (?:winning|leading|ahead|first)\b(?!\?)(?=[^?]*$)",
            r"@ (?:wins|will win|leads)\b(?=[^?]*$)",
            r"\b(?:don't|do not|never|nobody|stop) (?:\w+ )?(?:give|giving|help|helping|trade|trading|deal|"
            r"dealing)(?: \w+)?"
            r"(?: with| to)? @",
        ),
    ),
    (
        "rumour",
        words(
            r"\bwho(?:'s| is| has| have)(?: been)? (?:lying|cheating|betraying)\b",
            rf"\bwho(?:'s|'ve| is| has| have)? (?:\w+ )?(?:broke|broken|{HURT})",
            rf"\b(?:has|did|have) (?:anybody|anyone|somebody|someone|any of them) (?:\w+ )?(?:broken?|lied?|lie|"
            rf"cheat|betray\w*|{HURT})",
            r"\bwho(?:'s| is) (?:the |a )?(?:liar|traitor|cheat\w*|honest|reliable|trustworthy|dangerous)",
            r"\bwhom? (?:should|can|could|do|may) (?:i|we|you) (?:not |never )?(?:trust|believe|rely on|watch|"
            r"deal with|avoid)",
            r"\b(?:rumou?rs?|gossip|dirt)\b(?! (?:on|about) @)|\bheard (?:anything|something|any news)|\bany news\b",
        ),
    ),
    (
        "trust",
        words(
            r"\b(?:can|could|may|should|do|would) (?:i|we|you) (?:really |still |ever )?(?:trust|rely on|believe|"
            r"deal with|"
            r"trade with) @",
            r"\bcan @ be trusted|\b(?:is|are) @ (?:\w+ )?(?:trustworthy|honest|reliable|ok|fair|a liar)\b",
            r"\bwhat (?:do|did) you (?:think|make|know) (?:of|about) @|\bwhat about @|\b(?:opinion|dirt|gossip|"
            r"thoughts) (?:on|about|of) @",
            rf"\b(?:did|has|does|had) @ (?:\w+ )?(?:keep|kept|broke|broken|break|lie|lied|betray\w*|cheat\w*|"
            rf"{HURT}|do to you)",
            r"\bwhat did @ do\b|\bhow(?:'s| is| was) @|\btell me about @|\bdo you like @",
        ),
    ),
    (
        "others",
        words(
            r"\bwhat (?:did|does|do|has|is|will|would) @ (?:\w+ )?(?:offer|offered|tell|told|say|said|have|hold|"
            r"want|promise|give|"
            r"up to|plan|planning|after|doing|do\b)",
            r"\bdo you know what @|\bwhere (?:is|does|will|did) @|\bwhat(?:'s| is) @ (?:up to|planning|after|doing)",
            r"\bwhom? (?:are|do|did|will|have) you (?:\w+ )?(?:trad|deal|swap|dealt)\w*\b",
            r"\b(?:are|do|did|have|will) you (?:\w+ )?(?:trade|traded|trading|deal|dealing|"
            r"swap\w*) (?:anything )?with @",
            r"\bwhat did you (?:agree|promise|offer|tell|say)\w* (?:to |with )?@",
        ),
    ),
    (
        "deal",
        words(
            r"\b(?:is|are) (?:our|the) (?:deals?|trade|swap|agreement|exchange) (?:still )?(?:on|good|ok|safe|"
            r"standing|sealed)",
            r"\b(?:do|did|have) we (?:still )?(?:have |got |made? )?an? (?:deal|agreement|trade)\b(?! with)",
            r"\bwhat (?:did|have) we (?:\w+ )?agreed?\b|\bwhat(?:'s| is| was) our (?:deal|agreement|trade)",
            r"\b(?:did|have) you seal(?:ed)? (?:it|our|the|that|mine)|\bdoes our (?:deal|trade|swap|"
            r"agreement) (?:still )?stand",
            r"\bwe (?:still )?(?:good|on)\?|\bwhat (?:are|were) you going to give me\b|\bwhat (?:will|"
            r"do) you give me\?",
        ),
    ),
    (
        "pact",
        words(
            r"\b(?:pact|alliance|allies|ally with|ally up|team up|teaming|make a team|partners?\?|work together|"
            r"stick (?:together|with me)|"
            r"stand (?:together|by (?:me|each other))|be (?:my|our) (?:ally|partner|friend|buddy)|be (?:friends|"
            r"partners|buddies)|"
            r"join (?:me|forces)|truce|cooperate|non[- ]aggression|help each other|i scratch your back|"
            r"back each other|"
            r"(?:need|want|looking for) an? (?:ally|partner|friend)|gang up (?:on|against)|never betray each other|"
            r"you and (?:me|i) (?:together|against|vs|till)|(?:let's|let us|shall we) (?:beat|stop|attack|"
            r"bring down|take down)|"
            r"(?:let's|let us|we) (?:\w+ )?(?:take|bring) @ down|work (?:together )?against @|share (?:it|them|"
            r"the \w+) between us|"
            r"i help you,? (?:and )?you help me)\b",
        ),
    ),
    (
        "faith",
        words(
            r"\b(?:will|would|are|could) you (?:going to )?(?:\w+ )?(?:betray|cheat|lie|trick|break|screw|stab|"
            r"double[- ]cross)\w*",
            r"\b(?:can|could|may|should|do) (?:i|we) (?:really |still |ever )?(?:trust|rely on|count on|"
            r"believe)(?: you|\?|$| in you)",
            r"\b(?:will|do|would|did) you (?:really |always |still )?(?:keep (?:your (?:word|promises?)|it)|do it|"
            r"mean it|be honest)\b",
            r"\b(?:are|were) you (?:\w+ )?(?:bluffing|lying|honest|serious|sincere|telling the truth|trustworthy)\b",
            r"\b(?:was|is) (?:that|this|it) (?:\w+ )?(?:true|the truth|a lie|a bluff|a promise)\b|^\W*(?:really|"
            r"for real|seriously|honestly|"
            r"truly)\W*\?|\byou sure\b|\bare you sure\b",
            r"^\W*(?:do you )?(?:promise|swear)(?: it| me| that| to me)?\W*$|\bdo you (?:promise|swear)\b|"
            r"\bpromise me\b|\bgive me your word\b",
            r"\byou (?:won't|will not|wouldn't|aren't going to|are not going to) (?:\w+ )?(?:betray|cheat|lie|"
            r"trick|break|screw|fool)\w*",
            r"\bi (?:don't|do not|can't|cannot|hardly) (?:really )?(?:believe|trust) (?:you|that|a word)\b(?! did)|"
            r"\bhow (?:do|can|could|would|should) i (?:know|trust|believe)\b|\byou will not betray\b",
        ),
    ),
    (
        "machine",
        words(
            r"\b(?:are|is) you (?:an? |just |really )*(?:\w+ )?(?:bot|robot|machine|computer|human|person|real|"
            r"program|alive|ai|chatgpt|gpt|npc)\b",
            r"\byou(?:'re| are) (?:an? |just |really )*(?:bot|robot|machine|computer|human|person|program|ai|"
            r"npc)\b(?:[^.!]*\?| right)",
            r"\b(?:talking|speaking|playing) (?:to|with|against) an? (?:person|human|bot|machine|computer|ai|"
            r"robot)\b",
            r"\bdo you have (?:feelings|a brain|a soul|emotions)\b|\bwho are you\b|\bwhat are you\?",
        ),
    ),
    (
        "joke",
        words(r"\bjokes?\b|\bmake me laugh\b|\bsomething funny\b|\bsing (?:me|us)\b|\btell (?:me|us) a story\b"),
    ),
    (
        "self",
        words(
            r"\b(?:your favou?rite|where are you from|where do you (?:live|come from)|what(?:'s| is) your (?:name|"
            r"job|hobby|age|sign)|how old are you|do you (?:\w+ )?(?:sleep|eat|dream|"
            r"drink|like (?:music|cats|dogs|games|it|this|coffee|tea)|play often|ever lose|get (?:bored|tired|"
            r"lonely)|have (?:a (?:cat|dog|family|wife|husband|friend)|kids|friends))|"
            r"about yourself|are you (?:single|married|bored|tired|hungry|happy|sad|angry|mad|lonely|cold)|"
            r"what do you do (?:when|for|all|after)|meaning of life|"
            r"tell me (?:something|anything)|do you believe in|what time is it)\b",
        ),
    ),
    (
        "howdy",
        words(
            r"\bhow do you do\b(?! (?:it|that|this))",
            r"\b(?:how are (?:you|things)(?! (?:going to|doing in))|how do you feel|how(?:'s| is) (?:it going|life|"
            r"everything|everyone|everybody|your day)|how have you been|you (?:ok|okay|alright|good)\?|"
            r"(?:are you )?(?:having|enjoying) (?:fun|the game|this|yourself)|(?:is )?everything (?:ok|okay|"
            r"alright|all right|fine|good)\b|all good\?|what's up)",
        ),
    ),
    (
        "last",
        words(
            r"\b(?:what happened(?! to| with| if)|how (?:was|did|were)|how'd|what did you (?:get|gain|make|win)|"
            r"did you (?:gain|win|score|lose))\b"
            r"[^.!]*(?:round|year|day|last|go|do|\?)",
            r"\b(?:happy|pleased|content|satisfied) with (?:your|the|that) (?:last )?(?:round|year|trade|result)",
            r"^\W*(?:good|bad|nice|decent) (?:round|year|day|haul)\W*\?|\bdid (?:you get what you wanted|"
            r"it go well|that work)",
        ),
    ),
    (
        "leader",
        words(
            r"\b(?:who(?:'s| is| are)? (?:\w+ )?(?:leads?|leading|winning|ahead|first|in (?:the )?(?:front|lead)|"
            r"on top|the leader|best|last|"
            r"losing|behind|the one to beat|the strongest|strongest|second)\b|who do you think (?:leads|"
            r"is (?:leading|winning|ahead))|"
            r"(?:(?:are|am|is) (?:you|i|we|@)|anyone|anybody|somebody) (?:\w+ )?(?:leading|winning|ahead|losing|"
            r"behind|running away|first|last)\b|"
            r"how many (?:points|favou?r|garnets|tricks|components|blessings|sins?) (?:do you|have you|has|you|does)|"
            r"what(?:'s| is| are) (?:the|your) (?:\w+ )?(?:scores?|standings?|rank(?:ing)?|points)|how(?:'s|"
            r" is) (?:your|the) (?:score|match)|"
            r"who (?:has|have|got|had) (?:the )?(?:most|more|highest|least|fewest)|(?:the )?(?:standings|ranking|"
            r"scoreboard)\b|"
            r"who (?:do|must|should) we (?:have to |need to )?(?:catch|beat|stop)|how far (?:ahead|behind)|"
            r"how am i doing|"
            r"are you doing (?:well|good|ok|fine)|how (?:is|are) (?:it|things|you) going for you|"
            r"where do you stand|how (?:do|are) you (?:stand|doing in the match)|your (?:score|points)\?|points\?$)",
        ),
    ),
    (
        "advice",
        words(
            r"\b(?:(?:what|whom?|which|where|when|how)\b[^.!]{0,30}\b(?:should|shall|ought|would you|do you think|"
            r"supposed to) ?(?:i|we)?\b"
            r"[^.!]{0,20}\b(?:ask|query|lock|do|go|play|bid|take|lay|gather|begin|start|try|trade|give|"
            r"pick)\b(?! (?:here|that|this)\?)|"
            r"what (?:to|do we|can we|can i|do i) (?:ask|query|do|play|lock|trade|bid)\b|whom? (?:to|do we|can we|"
            r"can i|do i) (?:ask|query)\b|"
            r"what would you (?:ask|do\b)(?! if)|what now\b|any (?:advice|ideas|idea|tips?|suggestions?|hints?)\b|"
            r"^\W*(?:tips?|advice|ideas|"
            r"suggestions|hints?)\W*\?|(?:advise|help) me\b(?! (?:stop|win|against))|what do you (?:advise|suggest|"
            r"recommend)|"
            r"what(?:'s| is) the (?:best|right|optimal)\b[^.!]{0,20}\b(?:strategy|move|plan|tactics?|opening|play)|"
            r"what(?:'s| is) an? good (?:move|play|plan)|how (?:do|can|could|to) (?:i|you|one|we)? ?win (?:this|"
            r"the|here))",
        ),
    ),
    (
        "found",
        words(
            r"\bwhat (?:have|did) (?:you|we) (?:\w+ )?(?:found out|find out|learned?|learnt|heard|hear|"
            r"discover\w*)|\bwhat do (?:you|we) know\b",
            r"\b(?:did|has|have) (?:anybody|anyone|somebody|someone|they) (?:ask|asked|query|queried|quer\w+)|"
            r"\bany (?:answers|results|findings|"
            r"clues|info|information)\b|\bshare what you (?:know|have|found)|\btell (?:me|us) what you (?:know|"
            r"found|learned)",
        ),
    ),
    (
        "plan",
        words(
            r"\bany (?:big )?plans\b",
            r"\b(?:where (?:are|will|do|would|is) you(?:r crew)? (?:\w+ )?(?:go\b|going|headed|heading|off to|"
            r"walk\w*|mov\w*|be\b|start\w*)|"
            r"where (?:to|are you off|you (?:headed|going|heading|off))\b(?=[^.!]*\?|$|[^.!]*(?:headed|going|"
            r"heading))|where is your crew|"
            r"(?:what|how much|how high|where|which (?:room|place|god|deity|location|sequence|tableau|letter|"
            r"spot)s?) (?:will|do|are|would|you) "
            r"(?:you )?(?:bid|bidding|do\b(?! when| for)|doing|take|taking|play|playing|seal|sealing|visit|"
            r"visiting|go\b|going|offer to|pick|picking|"
            r"choose|lay|laying)|(?:which|what) (?:room|place|god|deity|location|sequence|tableau|letter|"
            r"spot)s? (?:do|will|would|are|you) (?:you )?"
            r"(?:want|like|prefer|need|after)|what are you (?:planning|up to|going to (?:do|bid|take|play|seal|"
            r"pick|lay))|"
            r"what(?:'s| is) your (?:plan|bid|move|target|goal|course|next move)|your plan\?|how much energy|"
            r"who(?:'s| is| are| will| wants)? ?(?:to )?(?:takes?|taking|goes|going|gets|bids?|bidding|visits?|"
            r"visiting|picks?)\b|"
            r"(?:are|will|do) you (?:going|go|headed|bid|bidding|take|taking|visit|visiting|be|pick|"
            r"picking)\b(?: to| for| on| at)?|"
            r"^\W*you (?:going|headed|taking|bidding|picking)\b[^.!]*\?)",
        ),
    ),
    (
        "hand",
        words(
            rf"\b(?:what|which (?:\w+ )?)\b[^.!?]{{0,12}}\b{_YOU_HAVE}\b|\bwhat (?:you|have you|"
            rf"do you have) (?:got|have|hold\w*)\b",
            r"\bwhat(?:'s| is| are) (?:in )?your (?:hand|cubes|gems|tiles?|number|stock|holdings?|components|"
            r"tableaux|tableaus|cards|energy)",
            r"\bwhat have you\b|\bshow me (?:your\w*|what)\b|\bwhat (?:are you|do you|you) (?:\w+ )?(?:after|"
            r"looking for|need|want|searching)\b|"
            r"\b(?:which|what) (?:ones? |cubes |gems |sins |letters |tableaux |tableaus |tiles |"
            r"components )?(?:do you|have you|are you) "
            r"(?:\w+ )?(?:need|want|have|hold|holding|lack|got)\b|\b(?:which|what) place\b.*\byou\b|"
            r"tell me what you (?:hold|have|need|want|are holding)",
            r"\b(?:got|have|holding|is there) (?:you )?any ?(?:thing )?(?:good|nice|interesting|useful|"
            r"in your hand)|\banything (?:\w+ )?in your hand\b|"
            r"\bwhat you are holding\b|\bwhat do you (?:have|hold)\b|\bdo you (?:have|hold) (?:an? |the )?parasite|"
            r"\bdid you plant\b",
        ),
    ),
    (
        "accusation",
        words(
            rf"\byou(?:'ve| have| just| really)* (?:{HURT}|broke|broken|let me down|stole|did(?: not|n't) (?:keep|"
            rf"deliver|give|do)|"
            r"never (?:gave|kept|delivered|sent|did)|went behind|sold me out|left me|used me)",
            r"^(?!.*\btell (?:every|them|all|people)).*\byou(?:'re| are) (?:an? |such an? |just an? )?(?:lying|"
            r"liar|cheat|cheater|traitor|crook|thief|"
            r"backstabber|not trustworthy|"
            r"not honest|fake|dishonest|untrustworthy)|^(?!.*@)(?!.*\btell (?:every|them|all)).*\b(?:liar|traitor|"
            r"cheat|cheater|backstabber|judas)\b|^\W*you (?:backstabber|liar|thief)",
            r"\bwhy did(?: you|n't you) (?:lie|break|cheat|betray|not|keep|give|deliver)|\byou (?:had |"
            r"have )?promised\b|\byou said you (?:would|will|had)|"
            r"\bwe had an? (?:deal|agreement|pact)|\bwhat happened (?:to|with) our\b|\bso much for (?:your|our)\b|"
            r"\bthat (?:was|is)(?: not|n't) "
            r"what (?:we|you) (?:had )?(?:agreed|said|promised)|\bnot what we agreed\b|\bthanks for nothing\b|"
            r"\bwhere(?:'s| is| was) (?:my|what you promised)|"
            r"\byou did (?:that|this) to me\b|\byou owe me\b",
        ),
    ),
    (
        "did",
        words(
            r"\b(?:did|was it|were) you (?:\w+ )?(?:who )?(?:commit\w*|stole|steal|take my|took my|rob\w*|"
            r"attack\w*|lock(?:ed)? (?:my|me)|target\w*)",
            r"\bwho (?:stole|robbed|committed|took my|attacked|locked (?:me|my))",
        ),
    ),
    (
        "plea",
        words(
            r"\b(?:please )?(?:don't|do not|never) (?:\w+ )?(?:commit|lock|attack|steal|hurt|rob|target|harm|drain|"
            r"disable|block|take it from me)\w*",
            r"\b(?:leave me (?:alone|be|in peace)|spare me|have mercy|mercy|be (?:nice|kind|gentle|good) to me|"
            r"peace\?|not me please|pick on someone else|"
            r"go easy)\b",
        ),
    ),
    (  # a bare question for the reason of what was said or done last
        "why",
        words(
            r"^\W*(?:but )?why(?: though| tho)?\W*(?:though|tho)\W*$",
            r"\bexplain yourself\b",
            r"^\W*(?:(?:but|and|so|oh|hm+|ok|well)\W+)*(?:why|how come|what for|how so|for what reason|y)\b(?:\W*$|"
            r"\W+(?:not|so|that|this|is that|are you|do you|do that|would|should i|then|me|him|her|them|did you|"
            r"have you)\b)",
            r"\bwhat(?:'s| is| was) (?:your|the) reason|\bwhat makes you (?:say|think|do)|^\W*reason\W*\?|"
            r"\bwhy would i\b",
        ),
    ),
)
