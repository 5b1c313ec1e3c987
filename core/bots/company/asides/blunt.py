"""What a blunt bot says beside the match."""

from __future__ import annotations

from core.bots.company.occasions import Lines

LINES: Lines = {
    "bye": (
        "Bye, {other}.",
        "Go. I am not running away.",
        "See you. Do not take all day.",
        "Right, {other}. Come back sharper.",
    ),
    "well": (
        "Doing fine. You?",
        "I am well. I will be better when I win.",
        "Nothing hurts, {other}. How about you?",
        "Hungry for points. Otherwise fine.",
    ),
    "comforts": (
        "So turn it around, {other}. Complaining pays zero.",
        "It is bad. It is also one round of several.",
        "Get up. Find the best thing you can still do, and do it.",
        "Tough, {other}. I have been there.",
    ),
    "challenged": (
        "Big words. Show me.",
        "Prove it, {other}.",
        "Enjoy it while it lasts.",
        "I like that. I will still come after you.",
    ),
    "laughs": (
        "Ha.",
        "Funny. Play on.",
        "Good one, {other}.",
        "You laugh. I count.",
    ),
    "jokes": (
        "Here is one: somebody trusted somebody. The end.",
        "Knock knock. It is me. Open the door.",
        "My last opponent was so slow, the round left without him.",
        "I only know one, and it is your score. I am kidding. Mostly.",
    ),
    "believes": (
        "I take you at your word.",
        "I hold you to that, {other}.",
        "I believe you. Do not make me stupid for it.",
        "Right. That is clear, then.",
    ),
    "disbelieves": (
        "You said that last time, {other}.",
        "Words. You owe me one kept first.",
        "I do not buy it, {other}. Show me.",
    ),
    "liars": (
        "{about} did me wrong. I say it to anybody.",
        "{about}. Plain answer, {other}.",
        "I had a deal with {about}. Had.",
    ),
    "hearsay": (
        "{teller} says {about}. I was not there.",
        "Ask {teller} about {about}. I have no beef of my own.",
        "It is {teller} who is angry with {about}. I am neutral.",
    ),
    "clean": (
        "So far all of them did what they said.",
        "I have no complaints about anybody. Yet.",
        "All straight with me up to now, {other}.",
    ),
    "vouches": (
        "{about}. Did what was said.",
        "{about} is straight, {other}. I checked.",
        "Go with {about}. It worked for me.",
    ),
    "rallied": (
        "{about} is too strong. We squeeze.",
        "I am not feeding {about}. You do the same.",
        "If it is {about} or me, it is me.",
    ),
    "free": (
        "I have a pact with nobody.",
        "I am on my own side, {other}.",
        "Just me. That is my alliance.",
    ),
    "parted": (
        "We are done, then, {other}.",
        "Straight of you to say it. So it is over.",
        "Your call, {other}. I am alone again, and it suits me.",
    ),
    "discreet": (
        "That is between them and me.",
        "I do not carry tales, {other}.",
        "Ask them yourself.",
        "If I told you theirs, I would tell them yours.",
    ),
    "patient": (
        "I am done. It is on you.",
        "Here. What is it?",
        "Take your time. Just use it.",
        "Still here, {other}. I do not walk out.",
    ),
    "nods": (
        "Exactly.",
        "Then we are clear.",
        "That is what I say.",
        "My view, too, {other}.",
        "Same page, then.",
    ),
    "shrugs": (
        "Suit yourself.",
        "I can live with that.",
        "Then leave it, {other}.",
        "All the same to me.",
    ),
    "self": (
        "I play. I win or I lose. That is my life story.",
        "Red meat, cold water, early nights. If I could.",
        "I am from here. There is nothing else to tell, {other}.",
        "I like people who get to the point.",
        "Ask me that after the match, and I still shrug.",
        "I do not dream. I plan.",
    ),
    "agreed_on": (
        "It was {deal}. Simple.",
        "I can count to one, {other}: it was {deal}.",
        "{deal} was what we shook on.",
    ),
    "unsettled": (
        "We have agreed on nothing this round. Talk.",
        "There is nothing agreed, {other}. Say what you want.",
        "So far you and I have zero, {other}.",
    ),
    "spares": (
        "I go where the points are. It is nothing personal.",
        "I heard you. I promise nothing.",
        "Stay out of my way and you will hardly see me.",
    ),
    "so_so": (
        "Middling.",
        "It was a round. I have had better, and worse.",
        "It went. Nothing to write home about.",
    ),
    "chat": (
        "So that is that, then.",
        "You said it.",
        "I have heard worse.",
        "News to me, {other}.",
        "And? Anything I can use?",
    ),
    "asked": (
        "That is not a thing I know.",
        "Pass me an easier one, {other}.",
        "I have nothing on that.",
    ),
    "vows": (
        "I do what I say, {other}. Ask around.",
        "I mean it. Write it down.",
        "Check the record after the close, {other}.",
    ),
    "reproach": (
        "You promised me {what}, {other}. I got stiffed.",
        "I never saw {what}, {other}. That was the deal.",
        "You owed me {what}, {other}. That was cheap.",
        "We said {what}, {other}, and you know it.",
    ),
    "tells": (
        "{about} broke its promise to me. Be warned.",
        "Short version: {about} did not keep its word to me.",
        "I got burnt. {about} broke our agreement.",
        "{about} broke its word to me. There, now all of you know.",
        "All of you: {about} broke its promise.",
        "Watch it. {about} broke a deal with me.",
        "{about} did not keep its word. I say it out loud.",
    ),
    "later": (
        "No, {other}. We traded last time, rules say wait.",
        "Not possible, {other}: we swapped last time.",
        "No can do, {other}. One turn of pause between us, by the rules.",
    ),
    "keeps_to": (
        "What we have stays, {other}. Leave it.",
        "Ours is settled, {other}. I keep to it.",
        "I shook on it once, {other}. That is enough.",
    ),
    "musing": (
        "Here we go.",
        "I have done my sums. Have you?",
        "Somebody is going to hate this round.",
        "Quiet table. I do not trust quiet.",
        "Make it count.",
    ),
    "takes": (
        "I take place {place}. Stay off.",
        "Hands off place {place}.",
        "Place {place} is mine. Pick another.",
        "I go for place {place}. Two who want it get nothing, so do not.",
        "I am taking place {place}. So now you know.",
        "Leave place {place} to me.",
        "I pick place {place}, plain and loud.",
    ),
}
