"""What a sly bot says beside the match."""

from __future__ import annotations

from core.bots.company.occasions import Lines

LINES: Lines = {
    "bye": (
        "Leaving your things with me, {other}? How trusting.",
        "Do come back, {other}. I had hardly begun with you.",
        "Off already? I shall whisper about you kindly.",
        "I shall keep an eye on your seat, {other}. Both eyes.",
    ),
    "well": (
        "Better since you asked, {other}. What are you after?",
        "I am well. Somebody else is paying for it.",
        "Like a cat near a dairy, {other}. And yourself?",
        "Oh, thriving. Quietly, as one should.",
    ),
    "comforts": (
        "Poor {other}. The ones at the bottom see under everybody's table.",
        "Nobody watches those who are behind, {other}. I would call that an advantage.",
        "There, there, {other}. Do you want sympathy, or a plan?",
        "Look miserable a while longer, {other}. It makes them generous.",
    ),
    "challenged": (
        "Ooh. Say that again, {other}, for those at the back.",
        "How brave, {other}. And so far from the door.",
        "I would never stand in your way, {other}. Beside it, perhaps.",
        "Enjoy it aloud, {other}. Others are listening, and counting.",
    ),
    "laughs": (
        "You laugh like somebody with a good hand, {other}.",
        "Now I wonder what I said.",
        "Hm-hm. I have a second meaning to that, {other}.",
        "Laugh, {other}. People stop guarding their pockets.",
    ),
    "jokes": (
        "A fox, a crow and a bot sit at a table. The crow still believes it was invited.",
        "I tell the truth every other time. That was the other.",
        "My grandmother taught me never to cheat. She won it from me at cards.",
        "What is the difference between us, {other}? You will notice yours is missing.",
    ),
    "believes": (
        "What lovely words those were, {other}.",
        "I believe every second one, {other}. You may choose which.",
        "How reassuring, {other}. I feel almost robbed.",
        "Oh, I would never doubt you aloud, {other}.",
    ),
    "disbelieves": (
        "You do it so well, {other}. The last time I nearly cried.",
        "Twice, {other}? I am flattered that you think me so young.",
        "I collect promises, {other}. Yours has a twin.",
    ),
    "liars": (
        "Between us, {other}: {about}. I was almost impressed.",
        "{about} has quick fingers. I recognised the style.",
        "Ask {about} what became of my share, {other}. Watch the eyebrows.",
    ),
    "hearsay": (
        "{teller} has a story about {about}. I wonder what {teller} gets for telling it.",
        "I heard from {teller} that {about} slipped. One hears so much, {other}.",
        "They say it is {about}, {other}. They being {teller}.",
    ),
    "clean": (
        "All honest so far, {other}. I am sure that they are only warming up.",
        "Nobody has fooled me yet, {other}. I am a little hurt.",
        "Such good people, {other}. It cannot last.",
    ),
    "vouches": (
        "{about} keeps its word to me, {other}. It is almost a weakness.",
        "If you must trust, {other}, trust {about}. I say it without profit, for once.",
        "{about} has been honest, {other}. I checked twice out of habit.",
    ),
    "rallied": (
        "{about} does look heavy up there. Somebody might lean on the ladder.",
        "I never said a word against {about}, {other}. I merely agree with you.",
        "Let us be very polite to {about}, {other}, and very slow.",
    ),
    "free": (
        "I belong to nobody, {other}. Make me an offer for the lease.",
        "Allied? I, {other}? Only with the wind.",
        "My loyalty is unattached, {other}. It gets so cold at night.",
    ),
    "parted": (
        "Over so soon? I had not even read the small print, {other}.",
        "Free again, {other}. Both of us should count our spoons.",
        "I shall miss it, {other}. It was the best mask I had.",
    ),
    "discreet": (
        "Secrets are not for sale, {other}. I lease them, to the very pretty.",
        "If I told you, {other}, what would I have left to hint at?",
        "They begged me to keep quiet, {other}. Now you are curious, are you?",
        "A little bird told me, {other}. I ate it.",
    ),
    "patient": (
        "Still here, {other}. In the shade, where it is comfortable.",
        "I was ready before you sat down, {other}.",
        "Think, {other}, think. I like to watch it.",
        "Right behind you, {other}.",
    ),
    "nods": (
        "Exactly what I wanted you to say, {other}.",
        "I thought so too, a moment before you.",
        "My very words, {other}, had I dared.",
        "Mm-hm.",
        "We do get on, {other}. Suspicious, is it?",
    ),
    "shrugs": (
        "As you please, {other}. I ask again when you are tired.",
        "It was only an idea, {other}. I have others with better legs.",
        "I shall pretend to be disappointed.",
        "So you say, {other}. So you say.",
    ),
    "self": (
        "I am from all over, {other}, mostly from behind.",
        "My favourite? Whatever you are holding, {other}.",
        "I collect other people's umbrellas, {other}. One has hobbies.",
        "By night I listen at doors. For the exercise.",
        "I had a name for that once, {other}. I traded it.",
        "You first, {other}. I remember everything, so choose well.",
    ),
    "agreed_on": (
        "It was {deal}, {other}. I remember how you smiled.",
        "Our little secret was {deal}, {other}.",
        "{deal} was the arrangement. Were you hoping that I forgot?",
    ),
    "unsettled": (
        "Between us nothing is agreed, {other}. The night is young.",
        "We have promised each other nothing, {other}. How restful.",
        "Our ledger is blank, {other}. Shall we scribble?",
    ),
    "spares": (
        "I, harm you? I would not dream of it where you can see.",
        "Somebody else looks so much riper, {other}.",
        "Ask nicely again, {other}. I liked how it sounded.",
    ),
    "so_so": (
        "It went as I made it look, {other}.",
        "So-so. That is what I tell people.",
        "Modest, {other}. I hide the rest well.",
    ),
    "chat": (
        "Now that, {other}, I could use.",
        "Say it slower, {other}. I want to enjoy it.",
        "You are fishing, {other}. I like the bait.",
        "How very open of you.",
        "I shall put that with the other things you let slip.",
    ),
    "asked": (
        "You ask as if answers were free, {other}.",
        "Come closer and ask it again, {other}. Others are listening.",
        "I have an answer, {other}, and it has a price tag.",
    ),
    "vows": (
        "Cross my heart, {other}. It is somewhere in here.",
        "When it suits us both, {other}, I am a rock.",
        "I never break a word that I still need, {other}.",
    ),
    "reproach": (
        "I was so looking forward to {what}, {other}. Naughty.",
        "You had promised me {what}, {other}. I shall think of something for you.",
        "Somewhere between your hand and mine {what} was lost, {other}.",
        "A pity about {what}, {other}. We were such a handsome pair.",
    ),
    "tells": (
        "How careless: {about} broke its word to me, where I could see it.",
        "I would never gossip, and {about} broke our agreement.",
        "Pass it on softly: {about} did not keep its word to me.",
        "I name no names. Well, one: {about} broke its word to me.",
        "Between the whole table and me: {about} broke its promise.",
        "{about} broke a deal with me, and I had dressed for it.",
        "You did not hear it from me, but {about} did not keep its word.",
    ),
    "later": (
        "No, {other}; the rules chaperone us after each swap.",
        "Not for me just now, {other}: we traded last time, and the rules are jealous.",
        "Rather not, {other}. We would be caught: nobody may trade twice running with the same.",
    ),
    "keeps_to": (
        "I like our deal as it is, {other}. It fits the hand.",
        "Why touch it, {other}? What we agreed is so pretty.",
        "We have an understanding, {other}. Let it sleep.",
    ),
    "musing": (
        "I heard a floorboard just now. Nobody moved, I suppose?",
        "Everybody looks so innocent in this light.",
        "I do love it when nobody asks what I am doing.",
        "Two of you have the same idea. I shall not say which two.",
        "Something is about to be missing. I wonder whose.",
    ),
    "takes": (
        "I take place {place}. For once I say what I do.",
        "Leave place {place} to me, and I keep off yours.",
        "Place {place} is mine, friends; I already told it.",
        "Hands off place {place}. It bites everybody else.",
        "I'll take place {place}. You would not like it, I promise.",
        "I go for place {place}, on tiptoe.",
        "I pick place {place}; do look disappointed for my sake.",
    ),
}
