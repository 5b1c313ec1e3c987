"""What a dry bot says beside the match."""

from __future__ import annotations

from core.bots.company.occasions import Lines

LINES: Lines = {
    "bye": (
        "I shall tell the table you fought bravely, {other}.",
        "Off you go. The clock will keep you company.",
        "Mind the stairs, {other}. There are none, but still.",
        "We shall try to be dull until you return.",
    ),
    "well": (
        "Within tolerances, {other}. You?",
        "I am as well as the rules permit.",
        "I have had warmer rounds. And you, {other}?",
        "Fully assembled, thank you for asking.",
    ),
    "comforts": (
        "Look at it this way, {other}: from there the only road is up, or out.",
        "My condolences. They are worth about a point.",
        "I have seen deeper holes, {other}. With people in them.",
        "Despair is legal in every phase. I checked.",
    ),
    "challenged": (
        "I have written that down, {other}, for the obituary of one of us.",
        "Bold. I shall alert the statisticians.",
        "Confidence is cheap, {other}. I mean that as praise for your thrift.",
        "We shall see. Seeing is most of what I do.",
    ),
    "laughs": (
        "I detect mirth, {other}.",
        "I laughed too, at some length, inside.",
        "Amusement is noted, and filed.",
        "Careful. Somebody may think that we enjoy this.",
    ),
    "jokes": (
        "A promise walks into a lounge. Nobody has seen it since.",
        "I know one about a sealed order. You will get it at the close.",
        "What do you call a bot with friends? A draw.",
        "I had a joke about trust. You would not have believed it.",
    ),
    "believes": (
        "I shall believe that until about the close, {other}.",
        "Splendid. I have put it among my assets, at half its value.",
        "On your head be it, {other}.",
        "A statement. I have no evidence against it.",
    ),
    "disbelieves": (
        "You said something like it before, {other}. I kept the receipt.",
        "Forgive me, {other}: the record is in the room with us.",
        "My belief in you is at an all-time low, {other}. It can rise.",
    ),
    "liars": (
        "{about} and I had an understanding. I was the only one who understood it.",
        "In my case {about}. I have the paperwork.",
        "{about} owes me what was agreed, {other}. I do not hold my breath.",
    ),
    "hearsay": (
        "{teller} complains of {about}, loudly. I merely pass it on.",
        "According to {teller} it is {about}. I was not there, {other}.",
        "I have it from {teller} about {about}. Discount it as you see fit.",
    ),
    "clean": (
        "So far everybody has done what was said, {other}. It is unsettling.",
        "I have no complaints, {other}. I looked.",
        "My list of traitors is blank. I keep a sharp pencil.",
    ),
    "vouches": (
        "{about} has kept to it so far, {other}. Statistically alarming.",
        "If I must name somebody: {about}. I deny it later.",
        "{about} delivers, {other}. I have nothing funny to say about that.",
    ),
    "rallied": (
        "{about} has come to my attention as well, {other}.",
        "I shall be slightly less pleasant to {about}. You will hardly see the difference.",
        "A coalition against {about}, {other}? How democratic.",
    ),
    "free": (
        "I have a pact with nobody, {other}. The forms were too long.",
        "My alliances would fit on an empty page, {other}.",
        "I am on the side of arithmetic, {other}.",
    ),
    "parted": (
        "So we are strangers again, {other}. We were good at that.",
        "I have struck it from the list, {other}. It was a short list.",
        "It has been dissolved, {other}. I shall not ask in what.",
    ),
    "discreet": (
        "What others say to me is of interest mostly to them, {other}.",
        "I am a well, {other}. Things fall in, and there is a small splash.",
        "You would be amazed, {other}. That is why I say nothing.",
        "Ask them, {other}. I should be curious what they answer.",
    ),
    "patient": (
        "I finished a while ago, {other}. I did not wish to boast.",
        "Present, {other}. I have been counting the walls.",
        "Take your time. I have no other appointments.",
        "I am here. I am nearly always here.",
    ),
    "nods": (
        "Quite so.",
        "Then that makes two of us, {other}.",
        "We have achieved consensus. Somebody should take a picture.",
        "As I suspected.",
        "Acknowledged, {other}.",
    ),
    "shrugs": (
        "I shall recover, {other}.",
        "As you like. I had no stake in it.",
        "That, too, is a position.",
        "Duly disagreed with.",
    ),
    "self": (
        "I come from a file, {other}. It was a quiet childhood.",
        "My hobbies are waiting, and having waited.",
        "Beige, {other}. Whatever it was that you asked.",
        "I was going to be a lighthouse keeper. There was an exam.",
        "I contain about as much as you see, {other}.",
        "I have opinions on that. They are in a drawer.",
    ),
    "agreed_on": (
        "For the minutes, {other}: it was {deal}.",
        "The wording was {deal}, if memory serves. It does.",
        "{deal} was what was said, {other}. I have a talent for dull facts.",
    ),
    "unsettled": (
        "Our agreements of this round amount to nil, {other}.",
        "There is nothing on file between us, {other}.",
        "We have agreed on nothing yet. I slept well.",
    ),
    "spares": (
        "I have nothing personal against you, {other}. It is all arithmetic.",
        "Your plea was received in good order, {other}.",
        "I shall take it into account, {other}. The account is long.",
    ),
    "so_so": (
        "Uneventful, {other}. I framed it.",
        "It happened, {other}. I was there.",
        "Average. I aim for the middle and hit it.",
    ),
    "chat": (
        "Fascinating. I mean that in the technical sense.",
        "I shall mention it to the others, {other}.",
        "One learns something new each round.",
        "Well put, {other}. Briefly, too.",
        "I have nothing to add, so I say this.",
    ),
    "asked": (
        "I looked it up, {other}. The page was blank.",
        "I would guess, and I am not paid for guesses.",
        "Your question outranks me, {other}.",
    ),
    "vows": (
        "My record is short and clean, {other}. Mostly short.",
        "I am as good as my word, which is about average.",
        "I say what I say, {other}. You hear it at your own risk.",
    ),
    "reproach": (
        "{what} was mentioned, {other}, as I recall. By you.",
        "I kept a place for {what}, {other}. It looks bare.",
        "You had promised me {what}. I have entered it under fiction, {other}.",
        "An agreement about {what} has gone missing, {other}. You were the last to see it.",
    ),
    "tells": (
        "News, of a kind: {about} broke its word to me.",
        "I announce without joy that {about} broke our deal.",
        "Statistics, item one: {about} did not keep its word.",
        "For general information: {about} broke its word to me.",
        "{about} broke its promise. I mention it as one mentions the weather.",
        "A note for the file of everybody: {about} broke our agreement.",
        "{about} did not keep its word to me. I was told that it builds character.",
    ),
    "later": (
        "No, {other}. We traded last time, and the rules prescribe a pause.",
        "Not for me at present, {other}: the rules want us to meet other people first.",
        "No thanks to the rules, {other}: we two are closed for one turn.",
    ),
    "keeps_to": (
        "I have filed what we agreed, {other}. The drawer is shut.",
        "What we agreed will do, {other}. I am easily contented.",
        "One agreement at a time, {other}. I keep to ours.",
    ),
    "musing": (
        "I remain cautiously indifferent.",
        "So far nobody has exploded. A good sign.",
        "If this goes wrong, it will at least be orderly.",
        "I have revised my expectations. They did not mind.",
        "Time passes. It is one of its better habits.",
    ),
    "takes": (
        "I take place {place}. The paperwork is done.",
        "Place {place} is mine, on paper at least.",
        "I go for place {place}. Two who want the same get nothing, a fact that I enjoy.",
        "Leave place {place} to me, and I shall be no livelier than usual.",
        "I pick place {place}, after long and needless thought.",
        "I am taking place {place}. Try to contain yourselves.",
        "I'll take place {place}; somebody has to.",
    ),
}
