"""Turns of phrase of what asks for a word, jokes, boasts, sighs or is only polite (`sayings.py` has the rest)."""

from __future__ import annotations

from typing import Final

from core.talk.parsing.kinds import Kinds, words

IDIOMS: Final[Kinds] = (
    (
        "thanks",
        words(
            r"\b(?:remember|forget)\b[^.!?]*\b(?:kind\w*|help\w*|generous\w*|favou?r)\b(?! .*\b(?:lie|lied|"
            r"cheat\w*)\b)",
            r"\bowe you for\b|\bsaved my\b|\byou(?:'re| are) (?:a )?(?:life ?saver|too kind|very kind)\b",
        ),
    ),
    (
        "bye",
        words(
            r"^\W*(?:night(?:y)?[- ]night|nighty|nite|laters|toodle|peace out|signing off|catch you later|"
            r"off to bed|i(?:'m| am) off(?: to| now)?)\b|\bnight (?:everyone|everybody|all)\b|\bgood ?night\b",
        ),
    ),
    (
        "faith",
        words(
            r"^\W*promise (?:me )?you\b",
            r"\bsafe with you\b",
            r"\byou (?:\w+ )?going to (?:keep|honou?r|send|deliver)\b",
            r"\byeah right\b|\bpull the other\b|\btell me another\b|\bi call (?:bs|bull|your bluff)\b|\bbull(?:shit|"
            r"crap)?\b|\bnonsense\b|\bnot buying\b|\byou(?:'re| are) bluffing\b|\bsure you (?:do|did|will|are|"
            r"have)\b|\bi doubt (?:it|that|you)\b|\bwhat if you (?:lie|don't|break|cheat)\b|\b(?:can|"
            r"could) i (?:have|get) (?:your word|that in writing)\b|\byou (?:had )?better (?:mean|keep|not)\b|"
            r"\bcan i hold you to\b|\bhow (?:honest|loyal|reliable|trustworthy) are you\b",
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
            r"\btaking (?:forever|ages|long|so long)\b|\bthis takes (?:forever|ages)\b",
            r"\bi need (?:an? |your )?(?:favou?r|help|word)\b|\bcan (?:i ask|we talk)\b|\bi have an? (?:secret|"
            r"proposal|proposition|idea|question|offer|plan)\b(?! with)",
            r"\b(?:anyone|anybody|is anyone|is anybody|you) (?:\w+ )?(?:listening|reading this|awake|still here|"
            r"home)\b|\btake your time\b|\bno rush\b|\bno hurry\b|\btoo slow\b|\bcome on already\b|"
            r"\bare we waiting\b|\bwho are we waiting\b|\btick tock\b|\bhello\W+\?",
            r"^\W*(?:your turn|you first|go ahead|after you|go on)\b",
            r"\b(?:so|very|too|rather|everyone|everybody|you\'re|you are|gone)\b[^.!?]*\bquiet\b|"
            r"^\W*(?:\w+ )?quiet\W*$|\bsilence\b|\bsilent\b|\bcat got your tongue\b|"
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
            r"^\W*how much (?:do|have) you (?:have|got)\W*$",
            r"\bhow many (?:parts|pieces|components|rooms|blessings) (?:have|do|did) you\b",
            r"\bwho(?:'s| is) your money on\b",
            r"\bwho (?:do|will|would|is|'s|are)\b[^.!]*\b(?:win|take (?:it|this)(?: one)? home|come out on top|"
            r"end up (?:first|winning)|finish first|winning|the favourite|your money on)\b|\bwho(?:'s|"
            r" is) (?:the )?(?:strongest|favourite|biggest threat|one to beat|danger)\b|\bhow (?:close|"
            r"tight) (?:is it|are we|am i)\b|\bam i (?:still )?(?:in (?:it|this|the running)|winning|losing|last|"
            r"first|close)\b|\bhow (?:bad|good) (?:is|does) (?:it|my)\b",
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
            r"\b(?:got|have|any) (?:any |an? )?spare \w+\b",
            r"\b(?:seen|found) the parasite\b|\bhow much energy (?:have|do|did) you (?:got|have)\b(?=.*\bleft\b)",
            r"\b(?:tell|show) me (?:your \w+|yours) (?:and|then)\b|\bi(?:'ll| will) (?:show|tell) you mine\b|"
            r"\bwhat(?:'s| is) your (?:number|tableau|collection|stockpile|pile|count)\b|"
            r"\bhow much (?!energy)\w+ (?:do you|have you)\b|\bhow many (?:red|blue|green|yellow|white|black|rub|"
            r"emer|sapph|diam|top|ony)\w* (?:do you|have you|you)\b",
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
            r"\bdoes the (?:\w+ ){1,2}(?:win|beat|lose|count|work|end)\b",
            r"\bhow (?:is|are) (?:the )?\w+ (?:made|earned|gained|spent|used|drawn)\b",
            r"\bhow (?:do|can|could|does) (?:i|we|one|a player|somebody)\b(?! make it up)(?! (?:know|trust|believe|"
            r"win|beat|stop|"
            r"catch|do better|get better|improve|get more))(?!.*\b(?:together|ally with|team)\b)|^\W*if (?:two|both|"
            r"nobody|no one|someone|somebody|everyone|everybody|three|all|i|we)\b[^.!]*\b(?:who gets|what|which|"
            r"does|do (?:i|we)|is it|are|will (?:i|we|it)|can i|then who)\b|\bhow many \w+ (?:are|is) (?:left|there|"
            r"still)\b|\bis (?:it|that|this) (?:ok|okay|allowed|legal|possible|permitted|against the rules|"
            r"cheating)\b|\bwho gets\b",
            r"\bwhat(?:'s| is) the (?:trick|deal|point|idea|purpose|catch|goal|aim|story) (?:with|of|behind|here|in)\b|"
            r"\bwhat(?:'s| is) (?:an? )(?!good|best)\w+(?: (?!worth|for\b|good)\w+)?\W*\??$|\bwhat(?:'s|"
            r" is) the (?:death match|shrine|"
            r"vault|device|temple|parasite|confessional|lounge|candidate|curtain|altar|workbench|bonus|penalty)\b",
            r"\bhow (?:much|many|often|long)\b(?!.*\b(?:have|do) you (?:got|"
            r"have)\b)[^.!]*\b(?<!who )(?:do we(?! (?:have|need|must) to)|do i|"
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
            r"\bwhere(?:'s| is| are) your (?:crew\w*|two|people|men|team)\b",
            r"\b(?:have|got|is there) (?:you )?(?:got )?a plan\b|\bwinging it\b|\bwhat(?:'s| is| are) (?:your|"
            r"the) (?:intentions?|strategy|tactics?|idea)\b(?! (?:of|behind|with))|\bwhich \w+ are you (?:working|"
            r"aiming|going|heading|visiting|bidding|eyeing|after)\w*\b|\byou eyeing\b",
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
            r"\bget out of last\b|\bhow (?:do|can) i get (?:out|ahead|back|up)\b",
            r"\bhow am i (?:supposed|meant|going) to\b",
            r"\bwhat (?:do we do )?(?:first|next)\W*$",
            r"\b(?:any|no) (?:idea|clue)s?\W*$",
            r"\bwhat am i (?:doing wrong|missing|supposed)\b|\bwhat(?:'s| is) my best\b|\bhow (?:can|could|do|"
            r"should) (?:i|we) (?:\w+ )?(?:win|catch up|improve|do better|get better|get more|beat|stop)\b|"
            r"\b(?:worth|should i|shall i) (?:\w+ )?(?:going|trying|trading|bidding|locking|risking|be|go|try|lock|"
            r"bid|take|keep|hold|wait|offer)\b|\bhelp a (?:beginner|newbie|noob|brother|sister|friend)\b|"
            r"\bwhich (?:is|one is) (?:better|best|easiest|safest)\b|\bany thoughts\b(?! (?:on|about) @)",
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
            r"^\W*(?:pf+t+|meh|tsk|hmph|bah|psh+)\W*$",
            r"\bi (?:never|didn't|did not) (?:agreed?|said|say|promised?)\b",
            r"\b(?:no idea|not sure|don't know) what you\b|\bwhat are you (?:on about|talking about)\b|"
            r"\bmakes no sense\b",
            r"^\W*(?:thanks but no|no thank|not interested|not for me|i(?:'m| am) good(?: thanks)?\W*$|you wish|"
            r"keep dreaming|think again|try again|no can do|nice try|that's robbery|daylight robbery|what a rip)\b",
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
            r"\b(?:exhausted|tired|sleepy|hungry|freezing)\b(?!.*\byou\b)",
            r"\bnot (?:my best|an? (?:great|good)) (?:round|year|day|start|match)?\b",
            r"\bmy \w+ (?:is|are|was|were) (?:so |all |\w+ )?(?:rubbish|bad|terrible|awful|useless|trash|garbage|"
            r"hopeless|worthless|gone)\b|\bi(?:'m| am) (?:all |totally )?out of (?:energy|mana|tokens|points|luck|"
            r"ideas|everything)\b",
            r"\bneither of us is winning\b|^\W*ugh+\b|\bnot again\b|\bunbelievable\b|\bthe creeps\b|\bscares? me\b|"
            r"\bbad feeling\b|\btypical\W*$",
            r"\bi feel (?:watched|lost|sick|alone|ignored|left out|used|lonely|old|stupid)\b",
            r"\b(?:nobody|no one|none of you) (?:ever |\w+ )?(?:answers?|tells?|talks?|trades?|listens?|offers?|likes?|"
            r"wants?|trusts?|cares?)\b(?! with @| @)|\bpity me\b|\b(?:that|it|this|my (?:round|year|day)) (?:went|"
            r"is going|was) (?:so |really |"
            r"very )?(?:badly|terribly|awful|awfully|horribly|south)\b|\bi(?:'m| am) (?:getting )?(?:crushed|"
            r"destroyed|hammered|slaughtered|wrecked|starving|starved|broke|poor)\b|\btoo late to catch up\b|"
            r"\bi(?:'ve| have) (?:got )?nothing(?: left)?\W*$|\bwhat a (?:disaster|mess|nightmare|bad)\b|"
            r"\bi'll never (?:win|catch)\b|\bi regret\b(?!.*you)",
            r"\b(?:this|that|it|life)(?:'s| is) (?:so |all |very |\w+ )?unfair\b|\bcan't believe (?:it|this|"
            r"i(?:'m| am|'ve| lost| got))\b|"
            r"\b(?:last|lost|nothing|behind) again\b|\bmy (?:luck|life)\b(?!.*\?)|\bwhy (?:is it )?always me\b|"
            r"\bi(?:'m| am) (?:\w+ )?"
            r"(?:doomed|rubbish|useless|hopeless|rock bottom|nowhere|so lost|desperate)\b|\bi (?:keep|"
            r"always) (?:losing|lose|getting)\b|"
            r"\bi suck\b|\bgot nothing\b(?! to )|\bnothing (?:works|is working|goes)\b|\bi(?:'m| am) not (?:getting|"
            r"doing) (?:anywhere|well)\b|"
            r"\b(?:everyone|everybody|you all) (?:hates?|ignores?|gangs?) (?:on |up on )?me\b",
        ),
    ),
    (
        "boast",
        words(
            r"\bi(?:'m| am) (?:\w+ )?(?:rich|loaded|swimming|rolling|winning|ahead|unbeatable)\b|\bi have (?:loads|"
            r"tons|plenty|the most)\b(?! of)|\bbow (?:down|before)\b|\bkneel\b|\bi(?:'m| am) (?:the )?(?:king|queen|"
            r"boss|goat|champion|best|master)\b|\bcatch me if\b|\bin your face\b|\bsuck it\b|\bcan't touch this\b|"
            r"\bi always win\b|\bthis is mine\b|\byou fell for it\b",
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
            r"\b(?:tough|hard) luck\b|\bsucks to be you\b",
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
            r"\bwhat are you wearing\b|\bare you (?:always|usually) (?:this|so)\b|\bdo you (?:ever )?(?:eat|sleep|"
            r"dream|drink|cry|laugh|sing|dance)\b|\btell me about yourself\b|\bhow long have you (?:been|played)\b|"
            r"\bhave you (?:played|been playing) (?:this )?(?:before|long|often)?\b|\bwho (?:made|built|wrote|"
            r"programmed) you\b|\bdo you come here\b",
            r"\byour favourite\b|\bwhat's your (?:name|sign|deal|story|job)\b|\bdo you (?:like|enjoy|love|hate|"
            r"have (?:friends|family|a life))\b(?! (?:me|@|to trade|my))|\bwhat do you (?:like|do for fun|dream|"
            r"think about life|eat)\b|"
            r"\bare you (?:married|bored|single|drunk|happy|nervous|tired)\b",
        ),
    ),
    (
        "insult",
        words(
            r"\b(?:had|seen|met|known) (?:far |much )?better\b",
            r"\b(?:not|isn't) (?:so |very |at all )?(?:happy|pleased|impressed|amused|thrilled) with you\b|"
            r"\bdon't like (?:you|the way you|how you|your)\b",
            r"^\W*you (?!there|too|first|know|win|lose|are|can|all|go|ready|lot|ok|sure|what|who|up|guys|did|do|"
            r"have|got|see|said|and|or|bet|wish|awake|alive|listening|beauty|star|legend|hero|angel|genius|two|"
            r"three|both|rock|rule|betrayed|lied|cheated|liar|traitor|thief|cheat|backstabber|snake|promised|later|"
            r"soon|around|tomorrow|next|bot|machine|robot|human)[a-z]+\W*$|\byou(?:'re| are) (?:an? |such an? |one |"
            r"total |utter |complete )(?!bot\b)(?!\w+ (?:bot|robot|friend|person|human|player|partner|ally|computer|"
            r"idea)\b)(?:\w+ )?(?!fraud|bot\b|computer|program|ai\b|friend|genius|star|legend|bot|gem|good|hero|"
            r"king|queen|life|angel|champ|great|nice|kind|person|human|man|woman|tough|hard|sweet|true|real|winner|"
            r"player|robot|machine|partner|treasure|darling|honest|smart|clever|pro\b|pal|ally|lot|bit|part|member|"
            r"threat|mystery|long|fair|lovely|diamond|wise|dangerous|liar|cheat|thief|traitor|crook|"
            r"snake)[a-z]+\W*$|\byou(?:'re| are) (?:\w+ )?(?:rubbish|pathetic|hopeless|clueless|annoying|ridiculous|"
            r"rude|dense|thick|dull|dim|worthless|lousy|terrible|dreadful|disgusting|a joke|no good)\b|\bshut (?:it|"
            r"your|up)\b|\bpiss off\b|\bsod off\b|\bget stuffed\b|\bget lost\b|\bbugger off\b|\bgo (?:jump|away)\b|"
            r"\b(?:nobody|no one) (?:likes|asked) you\b|\byour (?:mum|mother|face|jokes?)\b|\bidiot\b(?! i)",
        ),
    ),
    (
        "praise",
        words(
            r"\bhow (?:are|come) you (?:so|this|that|always) \w+\b|^\W*(?:good|nice|great|lovely|clever|smart|"
            r"brilliant) (?!table|weather|place|luck|morning|evening|night|day|afternoon|bye|question|grief|deal|"
            r"trade|swap|offer|to\b|"
            r"idea|for\b)\w+\W*$",
            r"\bhow (?:did|do|'d)? ?you (?:make|get|win|score|earn) (?:so|that) (?:much|many|well)\b",
            r"\byou drive a hard\b",
            r"\byou(?:'re| are) (?:not )?(?:so |that |too )?(?:bad|my favourite|all right|alright|ok)\b",
            r"\bwell (?:bargained|traded|bid|handled|said|put|earned|deserved|fought|spotted|thought)\b|\b(?:slick|"
            r"smooth|classy|neat|masterclass|well in|chapeau|top notch|spot on(?=\W*$)|cracking|stellar|hats off|"
            r"good (?:thinking|shout|call|point|eye|work|stuff|one)|nice (?:one|work|play|going|touch)|"
            r"smart (?:move|thinking|play|cookie)|big brain)\b|\bhow (?:do|did|come) you (?:always|keep|get so|"
            r"manage|get (?:an? |the |so )?\w+ so)\b|\bhow come you always\b|\byou(?:'re| are) (?:\w+ )?(?:good at|"
            r"brilliant|a (?:genius|star|legend|gem|pro|natural|hero)|on fire|unstoppable|the man|killing it)\b|"
            r"\bdeserved\b",
        ),
    ),
    (
        "greeting",
        words(
            r"^\W*(?:hullo|ahoy|oy|aloha|salaam|namaste|heyo|heyy+|hiii*|ello|'ello|wotcha|good to see)\b|"
            r"\bfirst (?:time|game|match) (?:playing|here|for me)\b|\bi(?:'m| am) new\b|\bnew (?:here|to this|"
            r"at this)\b|\bnever played\b|\bnice to meet\b|\bgood day\b|\bhappy to be here\b|\blet(?:'s|"
            r" us) (?:have (?:a good|fun)|begin|get started)\b|\bmorning\b(?=.*\b(?:all|everyone|campers|team)\b)",
        ),
    ),
    (
        "vow",
        words(
            r"\bi(?:'d| would|'ll| will)? never (?:stab|lie|cheat|betray|break|trick|screw|let you|do that|hurt|"
            r"sell)|\bword of (?:a |an |honou?r)|\bscout'?s honou?r\b|\bhand on (?:my )?heart\b|\bcross my heart\b|"
            r"\byou (?:have|got) my word\b|\bi(?:'m| am) (?:a )?(?:man|woman) of my word\b|\bon my (?:life|mother|"
            r"honou?r|grave)\b|\byou can (?:count|rely|bank|trust)\b|\bi always (?:keep|pay|deliver)\b|"
            r"\bi keep my\b|\bi(?:'ve| have) got nothing to hide\b|\bask me anything\b|\bi(?:'m|"
            r" am) (?:telling the truth|not lying|on your side)\b",
        ),
    ),
    (
        "apology",
        words(
            r"\bare we (?:cool|even|square)\b|\bhow can i make it up\b",
            r"\bare you (?:still )?(?:mad|angry|cross|upset|annoyed)\b",
            r"\bbygones\b|\bwater under\b|\bstart (?:over|afresh|again)\b|\bclean slate\b|\bfresh start\b|"
            r"\bit was me\b(?!\?)|\bi admit\b",
            r"\bi feel (?:\w+ )?(?:rotten|lousy|bad|awful|terrible|guilty|horrible|sorry)\b(?! for you)|\b(?:let me|"
            r"i want to|i'd like to|i'll|can i) (?:make (?:it )?(?:up|right)|make amends|put it right)\b|"
            r"\bmy finger slipped\b|\bby (?:accident|mistake)\b|\bdidn't mean\b|\bi got (?:carried away|greedy)\b|"
            r"\bforgive\b|\bi (?:should|shouldn't) have\b(?! (?:known|trusted|gone|bid|taken|asked))|"
            r"\bmy apologies\b|\bi was (?:wrong|unfair|rude|too harsh|an idiot)\b",
            r"\b(?:sorry|apologies|my bad|forgive me)\b[^.!?]*\b(?:about|for|that|if|blam\w*|forgot|last|earlier|"
            r"cheat\w*|lied|took|"
            r"lock\w*|missed|wrong|mistake|sent|late|steal\w*|stole|make (?:it )?up)\b|\bi (?:take it all back|"
            r"was out of "
            r"line|overreacted|panicked|(?:messed|screwed) (?:that|it) up)\b|\bno hard feelings\b|"
            r"\bdon't (?:be mad|blame me|hate me|take it personal\w*|hold it against)\b|\bnothing personal\b",
        ),
    ),
)
