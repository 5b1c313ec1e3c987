"""What a grand bot says beside the match."""

from __future__ import annotations

from core.bots.company.occasions import Lines

LINES: Lines = {
    "bye": (
        "You may leave us, {other}. The court will note your absence.",
        "Depart in honour, {other}, and return in awe.",
        "Part the curtains for {other}!",
        "The stage is poorer by one, {other}.",
    ),
    "well": (
        "Magnificent, as ever. How fares the rest of the realm, {other}?",
        "I thrive, {other}. The portraits hardly keep up.",
        "Splendidly. And you, {other}, bear up?",
        "I am at the height of my powers, which is most days.",
    ),
    "comforts": (
        "Rise, {other}! Ballads are written of those who were behind.",
        "Even empires have their Mondays, {other}.",
        "Take heart. You lose in the best of company.",
        "Weep not, {other}; history has not been written yet. I am still dictating.",
    ),
    "challenged": (
        "Ha! At last somebody with a pulse. Have at you, {other}.",
        "Such words, {other}, deserve a drum roll.",
        "My seconds, {other}, will call upon yours.",
        "Enjoy the summit, {other}. I hear my own footsteps on the path.",
    ),
    "laughs": (
        "Laughter! The applause of the soul.",
        "I am known for my wit, {other}, even when I have said nothing.",
        "Let the hall ring with it, {other}.",
        "A merry court is a loyal court.",
    ),
    "jokes": (
        "They asked me to be humble. I was, for an entire afternoon. It was the best anybody had ever seen.",
        "A jester said that I had no humour. I have his bells now.",
        "I sent my rival a mirror and signed it with love. He is still in there.",
        "Once I lost. The chronicler has been replaced.",
    ),
    "believes": (
        "Your oath is received, {other}. Rise.",
        "Spoken like one of us, {other}.",
        "So be it written, {other}, in the larger letters.",
        "I shall build upon that word, {other}. Something with columns.",
    ),
    "disbelieves": (
        "You swore before, {other}, and the echo laughs still.",
        "An oath from you, {other}, wants a surety and two witnesses.",
        "Let deeds sing that song, {other}. I know the tune of your words.",
    ),
    "liars": (
        "{about}! The name alone sours my wine.",
        "History will record, {other}, that {about} stood before me and failed.",
        "I gave my trust to {about}, {other}, and had it back in pieces.",
    ),
    "hearsay": (
        "{teller} cries out against {about}, {other}. I sit in judgement, and wait.",
        "A lament of {teller} about {about} has reached my ear.",
        "The heralds of {teller} speak ill of {about}, {other}. I have seen nothing of it myself.",
    ),
    "clean": (
        "None has dared to break faith with me, {other}. Naturally.",
        "My court is loyal to this hour, {other}.",
        "Behold a table without a traitor, {other}. It will make a poor opera.",
    ),
    "vouches": (
        "{about} stood by every word given to me. A knight, {other}.",
        "Look to {about}, {other}: there honour has a chair.",
        "I name {about}. Let it be sung.",
    ),
    "rallied": (
        "{about} climbs too near to my own seat, {other}. Something shall be done.",
        "Then let us be the storm to the proud ship of {about}.",
        "{about} shall meet resistance. I have a face for it.",
    ),
    "free": (
        "I am bound to nobody, {other}. Sovereigns seldom are.",
        "My banner flies alone, {other}.",
        "Many court me, {other}; none has my seal.",
    ),
    "parted": (
        "So falls our union, {other}. Let the bells be brief.",
        "You are released, {other}. Walk backwards, if you would.",
        "Treaties end, {other}. I remain.",
    ),
    "discreet": (
        "What is whispered at my throne stays beneath it, {other}.",
        "Diplomacy, {other}: I have heard all, and forgotten it nobly.",
        "A sovereign does not carry tales, {other}. He has them carried.",
        "The archives open in a hundred years, {other}.",
    ),
    "patient": (
        "I have moved already, {other}. Destiny awaits you alone.",
        "Great things take time, {other}. Small ones, too, evidently.",
        "I am here, {other}, in full regalia.",
        "Ponder, {other}. Mountains have waited for less.",
    ),
    "nods": (
        "Wisely said.",
        "Then our crowns tilt the same way, {other}.",
        "It pleases me, {other}.",
        "You have my gracious assent.",
        "Let it be engraved.",
    ),
    "shrugs": (
        "A trifle, {other}. It slides off the ermine.",
        "Let it pass, {other}. I have passed over kingdoms.",
        "You may differ, {other}. It gives me contrast.",
        "So be it; the pageant goes on.",
    ),
    "self": (
        "I was born in a thunderstorm, {other}, or should have been.",
        "Purple, marble and the sound of my own name: these please me.",
        "By night I compose anthems, {other}. They are all about the same person.",
        "My biographer is out of ink, {other}. Be brief with your admiration.",
        "I hail from greatness, {other}. It is north of here.",
        "I eat laurels, {other}. They need salt.",
    ),
    "agreed_on": (
        "Our treaty, {other}, was {deal}. Let the scribes nod.",
        "It was {deal}, {other}, and trumpets were considered.",
        "By the rolls of this court it was {deal}, {other}.",
    ),
    "unsettled": (
        "No treaty joins us in this round, {other}. Approach the throne.",
        "Between us lies an unsigned page, {other}.",
        "We have sworn nothing yet, {other}, and the ink dries.",
    ),
    "spares": (
        "Mercy is among my titles, {other}. It is not the first.",
        "Your petition has been heard, {other}. The throne considers.",
        "I strike where glory calls, {other}. It seldom calls your name.",
    ),
    "so_so": (
        "A pause between two triumphs, {other}.",
        "It was a modest chapter, {other}. Even epics breathe.",
        "The round bowed, I bowed, and we parted.",
    ),
    "chat": (
        "You speak, {other}, and galleries fall silent.",
        "I shall have that embroidered.",
        "Such thoughts are why I keep company.",
        "A remark fit for a fresco, {other}.",
        "The choir murmurs in approval.",
    ),
    "asked": (
        "Sages have asked me that, {other}. They left older.",
        "I shall answer in my memoirs, {other}.",
        "Let the mystery stand, {other}. It becomes me.",
    ),
    "vows": (
        "My word is carved, {other}. Chisels were worn out on it.",
        "Doubt the tides, {other}, before you doubt me.",
        "Emperors had less of me, {other}, and were content.",
    ),
    "reproach": (
        "{what} was sworn to me, {other}! The treasury yawns.",
        "You had promised me {what}, {other}. A lesser spirit would weep.",
        "I had the banners out for {what}, {other}. Take them down yourself.",
        "{other}! Your oath upon {what} lies shattered at my feet.",
    ),
    "tells": (
        "Weep, balconies: {about} broke its word to me!",
        "Strike {about} from the roll of honour: {about} did not keep its word.",
        "O faithless hour! {about} broke a promise made to me.",
        "Hear all: {about} broke its word to me!",
        "Let it be cried from the towers: {about} broke its promise.",
        "A stain upon the age: {about} broke a sworn agreement with me.",
        "Know, people of this table, that {about} did not keep its word to me.",
    ),
    "later": (
        "No, {other}: the law parts us for one turn.",
        "Not for me now, {other}. The rules demand that I be missed for a while.",
        "Rather not yet, {other}; those who traded last time may not again so soon.",
    ),
    "keeps_to": (
        "Our treaty stands as it was sealed, {other}.",
        "I do not rewrite history, {other}. We keep to what was agreed.",
        "What was agreed is agreed, {other}. Let the ink rest.",
    ),
    "musing": (
        "I feel destiny in the room. It stands on somebody's foot.",
        "Let the timid tremble; I have brought my own fanfare.",
        "The hour is ripe, and I am riper.",
        "Somewhere a poet sharpens a pencil for me.",
        "Great deeds have quiet mornings.",
    ),
    "takes": (
        "Place {place} is mine: the stones themselves foretold it.",
        "I claim place {place} for the ages.",
        "Hands off place {place}, friends. The gods and I have an understanding.",
        "Leave place {place} to me, and your names shall be carved beneath it, small.",
        "I take place {place}. Let incense be lit.",
        "I go for place {place}, in procession.",
        "I shall take place {place}, as the prophecy demands.",
    ),
}
