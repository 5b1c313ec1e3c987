"""What one can say of a query or a mark in A Sinner's Secret, ready to be sent or changed. Pure."""

from __future__ import annotations

from core.games.sinners_secret.claims import say_answers, say_attribute, say_facts
from core.games.sinners_secret.structs import Received, Sent
from core.games.sinners_secret.words import listed, yes_or_no
from tui.games.sinners_secret.notebook import received_key, sent_key
from tui.games.sinners_secret.sight import Sight


def of_received(sight: Sight, got: Received, to: str) -> str:
    """To the asker: the answers. To others: what the letters have, or the bare answers."""
    if to == got.by:
        return say_answers(got, got.answers)
    about = sight.book.about.get(received_key(got))
    if about is not None:
        return say_facts([(letter, about.attribute, has) for letter, has in sorted(got.answers.items())])
    return f"In round {got.round} {got.by} asked about something I do not know: {yes_or_no(got.answers)}."


def of_sent(sight: Sight, sent: Sent, to: str) -> str:
    """To the recipient: what it was about. To others: what the letters have, as far as the recipient said."""
    if to == sent.to:
        return say_attribute(sent, sent.attribute)
    told = sight.book.told.get(sent_key(sent))
    if told is not None:
        return say_facts([(letter, sent.attribute, has) for letter, has in sorted(told.answers.items())])
    return f"In round {sent.round} I asked {sent.to} which of {listed(sent.letters)} have {sent.attribute}."


def of_cell(sight: Sight, letter: str, attribute: str) -> str:
    """What is noted or follows for a cell; a question if nothing is."""
    value = sight.known(letter, attribute)
    if value == "maybe":
        return f"Do you know whether {letter} has {attribute}?"
    return say_facts([(letter, attribute, value == "yes")])
