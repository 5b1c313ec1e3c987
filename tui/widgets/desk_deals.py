"""Proposals between two, as the desk writes them. Where they stand: `core.deals`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.deals import Bargain
from tui import text

SWAP, AGREED = "\u21c4", "\u2713"


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
