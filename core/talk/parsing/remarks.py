"""What warns, threatens, asks for worth and rules, or is only polite, by kind (core.talk.parsing.kinds)."""

from __future__ import annotations

import re
from typing import Final

from core.talk.parsing.kinds import HURT, Kinds, words

_GOOD = (
    r"(?:good|bad|better|worse|best|worst|useful|useless|worth|valuable|dangerous|any use|important|easiest|"
    r"strongest)"
)

REMARKS: Final[Kinds] = (
    (
        "threat",
        words(
            r"\b(?:i(?:'ll| will| shall| am going to|'m going to| swear i'll) (?:\w+ )?(?:get you|ruin|destroy|"
            r"crush|break you|beat you|hurt|finish|"
            r"punish|kill|bury|tell (?:everybody|everyone|them all)|remember (?:this|that)|come for|take revenge|"
            r"make (?:you|sure you)|stop you)|"
            r"i'm coming for|(?:won't|will not|never) forget (?:this|that|it)|you(?:'ll| will| shall) (?:be sorry|"
            r"regret|"
            r"pay|be sorry|suffer|lose)|"
            r"or else|watch your back|revenge|you(?:'re| are) (?:next|finished|dead|going down|toast)|"
            r"last (?:warning|chance)|or i (?:tell|'ll tell|will tell)|"
            r"you(?:'d|'ve| had)? better (?:not|keep|do|give|don't|watch)|don't you dare|do not cross me|"
            r"mess with me|made an enemy|you are my enemy|"
            r"if you (?:betray|cheat|cross|lie|break|lock|attack|steal)\w*|i am watching you|i'm watching you)",
        ),
    ),
    (
        "apology",
        words(
            r"\b(?:sorry|apolog\w+|forgive me|excuse me, it|please excuse me|my (?:fault|bad(?! luck)|mistake|b)\b|"
            r"mea culpa|i regret|i feel (?:\w+ )?(?:bad|awful|"
            r"terrible|guilty) (?:about|for)|make it up to you|won't happen again|will not happen again|"
            r"didn't mean to|did not mean to|"
            r"i (?:(?:lied to|betrayed|cheated|wronged) (?:you|everybody|everyone|all)|broke my word|broke our|"
            r"let you down)|i was wrong|"
            r"forgive (?:me|the)|(?:no hard feelings|(?:mad|angry|cross) (?:at|with) me|are we (?:good|fine|"
            r"even) again)|pardon me|i owe you (?:one )?"
            r"(?:after|for) (?:that|what))",
        ),
    ),
    (
        "warning",
        words(
            r"\b(?:beware|watch out|be careful|careful|don't trust|do not trust|never trust|not (?:believe|"
            r"trust) @|keep (?:an eye|your eyes?) on|"
            r"look out for|heads[- ]up|do not make business|don't (?:make )?(?:deal|trade|business) with|"
            r"is not to be trusted|can(?:'t|not) be trusted|"
            r"watch @|mind @)",
            rf"@ (?:\w+ )?(?:{HURT}|lies|is lying|cheats|breaks|broke|betrays|never (?:gave|kept|keeps|delivers?)|"
            rf"did(?: not|n't) (?:keep|give|deliver))",
            r"@ (?:is|'s|was) (?:\w+ )?(?:an? )?(?:\w+ )?(?:snake|liar|cheat\w*|traitor|crook|rat|weasel|thief|"
            r"dangerous|dishonest|lying|not honest|not fair|"
            r"planning|plotting|scheming|against you|after you|shady|sus|suspicious|bad news|trouble)|@ (?:will|"
            r"is going to|wants to) (?:\w+ )?(?:stab|betray|cheat|"
            r"trick|lie|break|rob|lock|attack|ruin|screw)",
        ),
    ),
    (
        "insult",
        words(
            r"\b(?:idiot|stupid|dumb|fool|moron|loser|pathetic|coward|you suck|sucks?\b|shut up|stfu|hate you|"
            r"go away|boring|bore me|useless|trash|garbage|"
            r"rubbish|clown|weasel|snake|rat|noob|go to hell|get lost|screw you|fuck\w*|worst (?:player|bot)|"
            r"(?:terrible|"
            r"awful) (?:player|bot)|you(?:'re| are) (?:terrible|awful)|you stink|lame|"
            r"like my (?:grandma|grandmother|cat|dog)|ugly|bad (?:bot|player)|wtf|asshole|bastard)\b",
        ),
    ),
    (
        "worth",
        words(
            r"\bwhat(?:'s| is) the best (?:swap|trade|gem|cube|deal|colou?r|sin|place|room|god|component|letter|"
            r"thing)\b",
            rf"\b(?:is|are) (?:an? |the )?[\w' ]{{1,30}} (?:any )?{_GOOD}\b|\bwhat(?:'s| is| are) (?:an? |"
            rf"the )?[\w' ]{{1,30}} (?:worth|good for|for)\b",
            r"\bhow (?:good|bad|much|valuable|useful) (?:is|are|for)\b|\b(?:value|worth|point|use) of\b[^.!]*\?|"
            r"\bwhat (?:do|does) (?:an? |the )?[\w' ]{1,30} (?:do|bring|give|pay|score|want|wants|mean)\b|"
            r"\bhow (?:do|does) (?:an? |the )?[\w']{1,20} (?:pay|score)\b",
            rf"\b(?:which|what) (?:[\w']+ )?(?:is|are|pays?|brings?|scores?|gives?) (?:the )?(?:\w+ )?(?:{_GOOD}|"
            rf"most|more)\b",
        ),
    ),
    (
        "rules",
        words(
            r"\b(?:(?<!i )rules?|explain|"
            r"how (?:does|do|is|are) (?:the )?(?:scoring|points?|score|trad\w+|winning|close|deals?|swaps?|"
            r"\w+) (?:work|count|pay|scored)|"
            r"how (?:does|do|is|are) (?:the )?(?:scoring|points?|score|trad\w+|winning|close|deals?|swaps?)\b|"
            r"how (?:does|do|is) (?:this|it|the|one|i|we|you) (?:\w+ )?(?:work|play|score|win|trade|seal|swap|"
            r"count|end|scored|played|go)|"
            r"what (?:does|do) (?:\w+ ){1,3}(?:do|mean)|am i allowed|may i|is (?:it|lying|cheating|bluffing|"
            r"that) (?:allowed|legal|ok|permitted)|"
            r"how (?:many|long)\b[^.!]*\b(?:rounds?|years?|left|does|is|locks?|offers?|trades?|get|go|last|take)|"
            r"when (?:does|is|do) (?:the|this|it) (?:round|match|game|end|close|over)|how (?:do|can|to) (?:i|you|"
            r"one)?\b|"
            r"can i (?:talk|speak|write|keep|use|play|leave|change|take back|undo|trade|offer|combine|lock|ask|"
            r"move|bid|withdraw|see)|"
            r"what happens (?:if|when|after)|"
            r"what(?:'s| is) (?:the (?:goal|aim|point of)|an? (?:ally|commit|query|lock|ritual|tableau|sequence|"
            r"proposal|blessing|parasite|curtain))|"
            r"do (?:promises|deals|words?) (?:\w+ )?(?:count|bind|matter)|what am i supposed to do|must i\b|"
            r"do i have to\b|am i bound\b|"
            r"don't get (?:it|this|the))",
        ),
    ),
    (
        "thanks",
        words(
            r"\b(?:thanks|thank|cheers|much obliged|grateful|i appreciate|merci|danke|gracias|ta\b|(?:great|nice|"
            r"good|pleasure|a pleasure) (?:doing|to do|trading|dealing) "
            r"(?:business )?(?:with you)?|that (?:\w+ )?helped|you (?:saved|helped) me|i owe you\b|very kind|"
            r"kind of you|nice of you)",
        ),
    ),
    (
        "bye",
        words(
            r"^\W*(?:bye|goodbye|good night|good bye|gn|gtg|g2g|cya|see you|see ya|later|ciao|adios|farewell|brb|"
            r"afk|bbl|bbs|have to go|got to go|need to go|so long|take care)\b",
            r"\b(?:i (?:have|need|got|must) (?:to )?(?:go|leave|run)|i(?:'m| am) (?:off|leaving|out of here|"
            r"going to bed)|be right back|back in (?:a|\d+)|see you (?:later|soon|tomorrow|around|next)|"
            r"good ?bye|good night|away for)\b",
        ),
    ),
    (
        "praise",
        words(
            r"\b(?:well (?:played|done)|wp|gj|gg\w*|(?:good|nice|great|smart|clever|brilliant|fine|lovely|"
            r"excellent|beautiful) (?:game|job|move|one|play|round|trade|deal|bid|swap|match)|"
            r"nicely (?:done|played)|brilliant|clever|impressive|impressed|you(?:'re| are) (?:\w+ )?(?:good|great|"
            r"smart|the best|kind|nice|strong|funny|cool|sweet|my favou?rite|amazing|genius)|"
            r"i (?:like|trust|admire|love) you|love you|i like your|you play (?:\w+ )?(?:well|good|great)|"
            r"congrat\w*|bravo|respect|kudos|amazing)\b|^\W*(?:nice|cool|awesome|great|excellent|wow)\W*$",
        ),
    ),
    (
        "greeting",
        words(
            r"^\W*(?:hi+|ahoy|hello+|hey+|heya|hiya|good (?:morning|evening|day|afternoon|luck)|morning|evening|"
            r"greetings|welcome|howdy|yo+|sup|hola|bonjour|hallo|ciao|moin|salut|gl ?hf|glhf|gl|"
            r"nice to (?:meet|see) you|have fun|hf)\b(?!.*\banyone there)",
        ),
    ),
    (
        "vow",
        words(
            r"\b(?:(?:i|see\W*) kept (?:my|our|the|it)|i (?:promise|swear|vow|give you my word)|trust me|"
            r"believe me|count on me|rely on me|i (?:never|"
            r"don't|do not|won't|will not|would never|'ll never) (?:\w+ )?(?:lie|cheat|betray|break)|"
            r"i(?:'ll| will| always|'d)? (?:always )?keep (?:my|to my) (?:word|promises?)|on my honou?r|"
            r"you have my word|my word (?:on it|is my bond|is good)|i(?:'m| am) (?:\w+ )?(?:honest|trustworthy|"
            r"reliable|loyal)|"
            r"you can trust me|i mean it|i(?:'ll| will) be (?:loyal|honest|fair|good))\b",
        ),
    ),
    (
        "taunt",
        words(
            r"\b(?:you(?:'re| are) (?:\w+ )?(?:scared|afraid|chicken|weak|slow)|is that all|chicken|bring it on|"
            r"you(?:'ll)? (?:can't|cannot|will never|could never|never) (?:beat|catch|stop|win)|"
            r"come at me|catch me|try me|bet you|i dare you|make me)\b",
        ),
    ),
    (
        "lament",
        words(
            r"\b(?:i(?:'m| am) (?:\w+ )?(?:losing|doomed|lost|dead|finished|last\b|in last|behind|confused|"
            r"out of luck|so bad|bad at|terrible|poor|broke|stuck|dying|nervous|sad|toast|done for)|hopeless|doomed|"
            r"bad luck|unlucky|no chance|(?:nobody|no one) (?:\w+ )?(?:wants|likes|trades|talks|trusts)|"
            r"everyone hates|everybody hates|(?:terrible|bad|awful|poor|horrible) (?:round|year|day|start|hand)|"
            r"i got nothing|i(?:'m)? (?:never|always) (?:going to )?(?:win|lose)|i lost (?:\w+ )?(?:points|"
            r"everything|again)|so (?:hard|"
            r"difficult|complicated)|too (?:hard|difficult|complicated)|not my (?:day|year|round)|i give up|"
            r"i don't understand|i do not understand|i have nothing|poor me|why me)\b|^\W*(?:ugh+|damn|argh+|ouch|"
            r"oh no|noo+|oof|sigh|meh|crap|shit)\W*$",
        ),
    ),
    (
        "boast",
        words(
            r"\b(?:i(?:'m| am) (?:\w+ )?(?:winning|leading|ahead|first|the best|on top|unstoppable|rich|"
            r"going to win|in front|on fire|a genius|the king)|i(?:'ll| will) win\b|i rule|i win\b|best (?:round|"
            r"year) ever|(?:nobody|no one) can "
            r"(?:stop|beat|catch) me|i (?:got|made|scored|gained|won) \d+|easy (?:win|game|peasy)|i own (?:this|"
            r"you)|i crushed|victory is mine|too easy|i have the most)\b|^\W*(?:easy|ez|yes!+|woo+\w*|victory|"
            r"yay)\W*$",
        ),
    ),
    (
        "wait",
        words(
            r"\b(?:hurry|wait (?:a|for|up|please)|hold on|let me think|give me (?:a )?(?:minute|moment|second|sec|"
            r"time)|one (?:moment|minute|second|sec)|(?:are )?you (?:ready|done|finished|still (?:there|here|"
            r"thinking)|there|here|awake|asleep)\b|"
            r"still there|any(?:body|one) (?:there|here|home|awake)|taking so long|what are (?:we|you) waiting for|"
            r"waiting for you|so slow|a moment|just a sec|thinking\b|i need (?:a )?(?:time|minute|moment))|"
            r"^\W*(?:wait|waiting|ready|hello+)\W*$",
        ),
    ),
    (
        "laugh",
        words(r"(?:^|\s)(?:[:;=]-?[)dp(]|xd+|lo+l|lmao|rofl|(?:ha){2,}h?|(?:he){2,}|hehe|haha\w*|\^\^|:')(?:\W|$)"),
    ),
    (
        "shrug",
        re.compile(
            r"^\W*(?:no+|nope|nah|not (?:really|now|yet|sure|today|that|me)|never mind|i (?:don't|"
            r"do not) (?:think so|know|care|mind)|i disagree|i doubt it|don't know|whatever|no idea|forget it|"
            r"no problem|no worries|hmm*|well|eh+|meh)"
            r"[\W]*(?:thanks)?\W*$"
        ),
    ),
    (
        "nod",
        re.compile(
            r"^\W*(?:(?:ok|okay|sure|yes+|yeah+|yep|yup|aye|right|true|agreed|fine|deal|exactly|indeed|good|"
            r"alright|got it|i see|i agree|fair(?: enough| point)?|same(?: here)?|me too|makes sense|of course|"
            r"understood|noted|cool|"
            r"(?:yes )?maybe|perhaps|so be it|as you (?:wish|like)|great|perfect|i know|i think so|i understand|"
            r"mhm|ah+|oh+|interesting|let's see|we(?:'ll| will) see|done|you(?:'re| are) (?:right|welcome)|"
            r"very well)\W*)+$"
        ),
    ),
)
