"""Plain sentences of people, as bots of every game read them: a yes, a no, and "my red for your green".

A game says which words name what (`Term.names`).

    answers.py    yes and no
    asks.py       warnings, apologies, claims
    chat.toml     spellings and signs of remarks
    clauses.py    terms and swaps
    grammar.py    the grammar of terms and swaps
    offers.py     half a proposal
    remarks.py    questions and remarks, read generously
    replies.py    a bot's words about a bargain
    signs.toml    patterns by which sentences are read
    utterance.py  a message as one listener hears it
    words.py      hasty spelling written out
"""

from core.talk.parsing.offers import lays
from core.talk.parsing.utterance import hear

__all__ = ["hear", "lays"]
