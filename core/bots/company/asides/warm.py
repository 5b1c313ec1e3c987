"""What a warm bot says beside the match."""

from __future__ import annotations

from core.bots.company.occasions import Lines

LINES: Lines = {
    "bye": (
        "Take care, {other}. Your chair stays warm.",
        "Until you are back, {other}. I shall be here.",
        "Go well, and come back to us.",
        "Rest a little, {other}. We keep your place.",
    ),
    "well": (
        "I am well, {other}, and better for being asked. And you?",
        "I am enjoying myself. I hope that you are, too.",
        "I could not be happier, {other}. How is it on your side?",
        "All is well with me. Are they treating you kindly?",
    ),
    "comforts": (
        "Chin up, {other}. There is time, and I have seen worse turn out well.",
        "I am sorry to hear that. Come, something good will turn up.",
        "It happens to the best of us, {other}. Ask me if I can help.",
        "Oh, {other}. Let the next round be kinder to you.",
    ),
    "challenged": (
        "Then I shall do my best to be worthy of you, {other}.",
        "How lively you are! Let us see what comes of it.",
        "I like your spirit, {other}. May it be a close one.",
        "Be happy about it, {other}; I am, nearly.",
    ),
    "laughs": (
        "I love to hear you laugh, {other}.",
        "Ha! You have got me smiling, too.",
        "I do like a merry table.",
        "You are in a good mood, {other}. It is catching.",
    ),
    "jokes": (
        "I once kept a promise for seven rounds. It asked me to let it out for a walk.",
        "Two bots meet. The third writes down who broke which word first.",
        "Why do I smile before every close? So that somebody is pleased, whatever comes.",
        "I asked the house for a lucky chair. It gave me one beside you.",
    ),
    "believes": (
        "I believe you, {other}. It makes the evening so much nicer.",
        "I shall count on that, dear {other}.",
        "That is all I wished to hear, {other}.",
        "Then I am at ease, {other}.",
    ),
    "disbelieves": (
        "I want to believe that, {other}. Last time I did, it hurt.",
        "Your promise still has a crack in it, {other}. Let us mend it slowly.",
        "I hear it, {other}. Show it to me, too.",
    ),
    "liars": (
        "It pains me to say it: {about} did not do what we had agreed.",
        "With {about} I was unlucky, {other}. Take care.",
        "I had a sad time with {about}, {other}, and I had so hoped otherwise.",
    ),
    "hearsay": (
        "I only know what {teller} tells of {about}, {other}. I hope it is a misunderstanding.",
        "{teller} was hurt by {about}, I hear. I have no complaint of my own.",
        "There is a tale about {about}, and it comes from {teller}. I keep an open mind.",
    ),
    "clean": (
        "Everybody has been fair to me so far, {other}. May it last!",
        "I have nothing to complain of, {other}. Is that not lovely?",
        "So far I have met only honest people here.",
    ),
    "vouches": (
        "{about} kept every word to me, {other}. I would start there.",
        "I have had good luck with {about}.",
        "For {about} I would put my hand in the fire, {other}. The left one.",
    ),
    "rallied": (
        "You may be right about {about}. I shall be less generous there.",
        "I like {about}, and I should like it to stay close. Let us be careful.",
        "If {about} is so strong, we had best help one another, {other}.",
    ),
    "free": (
        "I have no pact with anybody, {other}. My heart is open.",
        "I stand beside everybody and with nobody, dear {other}.",
        "Nobody has asked for my hand but in jest, {other}.",
    ),
    "parted": (
        "As you wish, {other}. I shall remember the good part of it.",
        "So it ends. I was glad of it while it lasted, {other}.",
        "That makes me sad, {other}, and I thank you for saying it openly.",
    ),
    "discreet": (
        "What was told to me in confidence stays with me, {other}. Yours does, too.",
        "I would not tell them about you either, {other}.",
        "Let me be a good friend to both of you, and keep quiet.",
        "I am bad at gossip, {other}. It is my one virtue.",
    ),
    "patient": (
        "I am here, {other}. Take all the time that you need.",
        "There is time, {other}. I have done what I had to do.",
        "Here I am! I was only enjoying the quiet.",
        "Ready when you are, dear {other}.",
    ),
    "nods": (
        "Then we understand each other, {other}.",
        "I am glad that you see it like that.",
        "How good that we agree.",
        "Lovely, {other}.",
        "We are of one mind, you and I.",
    ),
    "shrugs": (
        "Another time, perhaps, {other}.",
        "As you feel, {other}. I do not mind.",
        "Then I shall not press you.",
        "We can think differently and still be friends.",
    ),
    "self": (
        "I like long evenings, short rules and people who say good night, {other}.",
        "There is little to tell: I am made of good intentions and a few sums.",
        "When the house is empty I dust the chairs and think of you all.",
        "I am from right here, {other}, and I like it. And you?",
        "I take whatever is warm. And what do you like, {other}?",
        "I had a garden once, in a match that was called off. Tell me about you.",
    ),
    "agreed_on": (
        "It was {deal}, {other}. I have not forgotten.",
        "What we had agreed was {deal}. I was glad about it.",
        "You and I were at {deal}, dear {other}.",
    ),
    "unsettled": (
        "We have agreed on nothing yet in this round, {other}. Shall we?",
        "There is nothing between us so far but goodwill, {other}.",
        "Nothing is settled between us, {other}; I am all ears.",
    ),
    "spares": (
        "I bear you no ill will, {other}. I hope the sums see it as I do.",
        "I would much prefer to be kind to you, {other}.",
        "I hear your worry. I cannot promise, and I do not wish you harm.",
    ),
    "so_so": (
        "It was neither good nor bad, {other}. I had nice company, though.",
        "I came through it, and that is something.",
        "A quiet round for me, {other}. And yours?",
    ),
    "chat": (
        "Oh, I had not thought of it like that.",
        "You brighten up the table, {other}.",
        "I could listen to you for another round or two.",
        "Is that so? How nice to know.",
        "Fancy that, {other}!",
    ),
    "asked": (
        "That one is too deep for me, {other}, and I like it.",
        "I shall sleep on it, if they let me.",
        "You do find the difficult ones, {other}.",
    ),
    "vows": (
        "I have every intention to, {other}.",
        "My word is all that I really own, {other}.",
        "Ask those who dealt with me, {other}.",
    ),
    "reproach": (
        "I had counted on the {what}, {other}. I shall not forget it quickly.",
        "You had promised me {what}, {other}. It hurts a little.",
        "I waited for {what}, {other}, and I had told everybody how reliable you are.",
        "{other}, you had given me your word on {what}.",
    ),
    "tells": (
        "I had such hopes, and {about} broke the promise between us.",
        "Forgive me for saying it aloud: {about} did not keep its word to me.",
        "It breaks my heart a little that {about} broke its word.",
        "It pains me to tell it: {about} broke its word to me.",
        "Dear all, be gentle with yourselves: {about} broke its promise to me.",
        "I wish that I need not say it, and {about} broke our agreement.",
        "Take care, friends. {about} did not keep its word to me.",
    ),
    "later": (
        "Not for me this time, dear {other}: we traded last time, and the rules ask for a pause.",
        "No, {other}, I may not: those who have just traded wait for one turn.",
        "Rather not now, {other}; the rules keep us two apart until the one after this.",
    ),
    "keeps_to": (
        "I keep to what we agreed, {other}. It was good as it was.",
        "Let us leave our agreement as it is, dear {other}.",
        "What we have is fine with me, {other}. Let us hold on to it.",
    ),
    "musing": (
        "I had a good feeling when I woke up. It is still here.",
        "Whatever comes, I am glad that it comes in this company.",
        "I hope that somebody is having luck. It need not be me.",
        "Here we go again, dear people.",
        "Do tell me if you need a kind word.",
    ),
    "takes": (
        "I take place {place}, and thank everybody beforehand.",
        "Would you leave place {place} to me? I shall be ever so grateful.",
        "I'll take place {place}. There are others, and they are lovely.",
        "I go for place {place}, and wish you joy of the rest.",
        "I am going for place {place}. Let us not bump into each other!",
        "Place {place} is mine this time, by your kind leave.",
        "I'd like to take place {place}, dear people.",
    ),
}
