"""On which occasions bots speak, and the slots that their lines may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Lines = Mapping[str, tuple[str, ...]]
"""By occasion, what one temper has to say."""

OCCASIONS: Final[Mapping[str, frozenset[str]]] = {
    # what begins a match, or a round
    "greet": frozenset(),
    "aboard": frozenset(),
    "opening": frozenset(),
    "musing": frozenset(),
    "ahead": frozenset({"gain"}),
    "behind": frozenset(),
    "why": frozenset(),
    # answers
    "greeted": frozenset({"other"}),
    "thanked": frozenset({"other"}),
    "sorry": frozenset({"other"}),
    "accused": frozenset({"other"}),
    "guilty": frozenset({"other"}),
    "warned": frozenset({"other", "about"}),
    "threatened": frozenset({"other"}),
    "praised": frozenset({"other"}),
    "insulted": frozenset({"other"}),
    "leads": frozenset({"other", "leader"}),
    "leading": frozenset({"other"}),
    "unknown": frozenset({"other", "own"}),
    "nobody": frozenset({"other"}),
    "shows": frozenset({"other", "holds"}),
    "hides": frozenset({"other"}),
    "rules": frozenset({"other", "rule"}),
    "asked": frozenset({"other"}),
    "lookup": frozenset({"other"}),
    "chat": frozenset({"other"}),
    "several": frozenset({"other", "goods"}),
    "leaves": frozenset({"other", "place"}),
    "contests": frozenset({"other", "place"}),
    "haggle": frozenset({"other"}),
    "worth": frozenset({"other", "worth"}),
    "because": frozenset({"other", "reason"}),
    "advice": frozenset({"other", "advice"}),
    "plans": frozenset({"other", "plan"}),
    "elsewhere": frozenset({"other", "spot"}),
    "mum": frozenset({"other"}),
    "trusts": frozenset({"other", "about"}),
    "doubts": frozenset({"other", "about"}),
    "vows": frozenset({"other"}),
    "machine": frozenset({"other"}),
    "recalls": frozenset({"other", "gain"}),
    "device": frozenset({"other"}),
    # beside the match (core/company/asides)
    "bye": frozenset({"other"}),
    "well": frozenset({"other"}),
    "comforts": frozenset({"other"}),
    "challenged": frozenset({"other"}),
    "laughs": frozenset({"other"}),
    "jokes": frozenset({"other"}),
    "believes": frozenset({"other"}),
    "disbelieves": frozenset({"other"}),
    "nods": frozenset({"other"}),
    "shrugs": frozenset({"other"}),
    "patient": frozenset({"other"}),
    "self": frozenset({"other"}),
    "spares": frozenset({"other"}),
    "so_so": frozenset({"other"}),
    # what it tells of others, and of what was agreed
    "liars": frozenset({"other", "about"}),
    "hearsay": frozenset({"other", "about", "teller"}),
    "clean": frozenset({"other"}),
    "vouches": frozenset({"other", "about"}),
    "rallied": frozenset({"other", "about"}),
    "discreet": frozenset({"other"}),
    "agreed_on": frozenset({"other", "deal"}),
    "unsettled": frozenset({"other"}),
    # pacts
    "pact": frozenset({"other"}),
    "bound": frozenset({"other"}),
    "wary_pact": frozenset({"other"}),
    "alone": frozenset({"other"}),
    "free": frozenset({"other"}),
    "parted": frozenset({"other"}),
    "kept": frozenset({"other"}),
    "broke": frozenset({"other"}),
    # a no to a deal
    "decline": frozenset({"other"}),
    "full": frozenset({"other"}),
    "meagre": frozenset({"other"}),
    "later": frozenset({"other"}),
    # a word given
    "keeps_to": frozenset({"other"}),
    "reproach": frozenset({"other", "what"}),
    "tells": frozenset({"about"}),
    "takes": frozenset({"place"}),
    # duels
    "took": frozenset({"other"}),
    "missed": frozenset({"other"}),
    "equal": frozenset({"other"}),
    "close": frozenset({"other"}),
    # secrets of A Sinner's Secret
    "confess": frozenset({"other", "claim"}),
    "trade_secret": frozenset({"other", "thing"}),
    # the end
    "won": frozenset(),
    "lost": frozenset({"winner"}),
    "betrayed": frozenset({"other", "when"}),
    "carried": frozenset({"when"}),
    "fell": frozenset({"when"}),
    "played": frozenset(),
}
"""Each with its slots: `other` is whom it is said to, the rest is what it is about."""

DECLINING: Final = frozenset({"decline", "full", "meagre", "later"})
"""Whose lines refuse a deal, and are heard as a no. All others are talk, and change nothing."""
