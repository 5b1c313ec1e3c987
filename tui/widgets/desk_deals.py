"""Proposals between two: where a round's bargaining stands, and how the desk writes it. Pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.talk import Deal, Message
from tui import text

SWAP, AGREED = "\u21c4", "\u2713"


class Bargain(NamedTuple):
    """The latest proposal between this seat and one other."""

    message: Message
    agreed: bool
    """The other side had proposed the very same: both have said it, and the partner has said nothing since."""
    answer: str
    """What the partner said in words after it, or nothing."""

    @property
    def deal(self) -> Deal:
        assert self.message.deal is not None
        return self.message.deal

    def give(self, you: str | None) -> str:
        """What the proposal says that this seat gives."""
        return self.deal.give if self.message.by == you else self.deal.want

    def get(self, you: str | None) -> str:
        """What the proposal says that this seat receives."""
        return expected_from(self.message, you)


def between_two(you: str | None, messages: Sequence[Message], round_: int) -> dict[str, list[Message]]:
    """What was said in a round in each conversation of two, by the other of them."""
    found: dict[str, list[Message]] = {}
    for message in messages:
        if message.round == round_ and message.channel == "seats":
            others = [reader for reader in message.readers if reader != you]
            if len(others) == 1:
                found.setdefault(others[0], []).append(message)
    return found


def bargains(you: str | None, messages: Sequence[Message], round_: int) -> dict[str, Bargain]:
    """Where it stands with each partner with whom a proposal was made in this round."""
    found = {}
    for name, said in between_two(you, messages, round_).items():
        made = [number for number, message in enumerate(said) if message.deal is not None]
        if not made:
            continue
        last = said[made[-1]]
        assert last.deal is not None
        mirrored = Deal(give=last.deal.want, want=last.deal.give)
        earlier = next((said[number] for number in reversed(made) if said[number].by != last.by), None)
        words = [message.text for message in said[made[-1] + 1 :] if message.by == name]
        agreed = earlier is not None and earlier.deal == mirrored
        if last.by == you and words:
            agreed = False  # who answers a yes with words has something else to say: let them be read
        found[name] = Bargain(last, agreed, words[-1] if words else "")
    return found


def deals_by_partner(you: str | None, messages: Sequence[Message], round_: int) -> dict[str, Message]:
    """The latest proposal of this round in each conversation of two."""
    return {name: found.message for name, found in bargains(you, messages, round_).items()}


def expected_from(message: Message, you: str | None) -> str:
    """The kind that a proposal says this seat will receive."""
    assert message.deal is not None
    return message.deal.want if message.by == you else message.deal.give


def short(kind: str) -> str:
    """A kind in at most five letters: `sapp.`"""
    return kind if len(kind) <= 5 else f"{kind[:4]}."


def deal_note(
    found: Bargain | None, you: str | None, free: Mapping[str, int], named: Callable[[str], str] = str
) -> text.Part:
    """The latest proposal beside a partner in the list: `⇄ red for green` is theirs, faint where one has nothing of
    the kind to give, `✓` is agreed, `you:` is one's own; an answer in words to one's own stands there instead."""
    if found is None:
        return ""
    if found.agreed:
        words = f"{named(found.get(you))} for {named(found.give(you))}"
        return text.line((f"{AGREED} ", "$good"), (words, "$good"))
    if found.message.by != you:
        tones = ("$key", "$warn") if free.get(found.deal.want) else ("$faint", "$faint")
        return text.line((f"{SWAP} ", tones[0]), (f"{named(found.deal.give)} for {named(found.deal.want)}", tones[1]))
    if found.answer:
        said = found.answer if len(found.answer) <= 16 else f"{found.answer[:15]}\u2026"
        return (f"\u201c{said}\u201d", "$faint")
    return (f"you: {named(found.deal.give)}{SWAP}{named(found.deal.want)}", "$faint")


def deal_rows(
    found: Bargain | None, name: str, you: str | None, free: Mapping[str, int], worth: text.Part
) -> list[text.Part]:
    """The same in full, with the key that answers it, and what it would bring, mine/theirs."""
    if found is None:
        return []
    give, got = found.give(you), found.get(you)
    rows: list[text.Part] = []
    if found.agreed:
        rows.append(text.line((f"{AGREED} ", "$good"), f"{got} for your {give} ", worth, (" agreed", "$good")))
    elif found.message.by == you:
        rows.append(text.line((f"{SWAP} you said {got} for your {give} ", "$faint"), worth))
    elif free.get(give):
        rows.append(text.line((f"{SWAP} ", "$key"), f"{got} for your {give} ", ("(g) ", "$key"), worth))
    else:
        rows.append(text.line((f"{SWAP} {got} for your {give} (none)", "$faint")))
    if found.answer:
        rows.append(text.line((f"{name}: ", "$faint"), found.answer))
    return rows
