"""Proposals between two, as the desk writes them. Where they stand: `core.talk.deals`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.talk.deals import Bargain
from tui.words import text

SWAP, AGREED = "\u21c4", "\u2713"


def short(kind: str) -> str:
    """A kind in at most five letters: `sapp.`"""
    return kind if len(kind) <= 5 else f"{kind[:4]}."


def swap_words(give: str, get: str, hues: Mapping[str, str], named: Callable[[str], str] = str) -> text.Part:
    """`red→green`, each in its hue."""
    return text.line(
        (named(give), f"${hues.get(give, 'strong')}"), ("\u2192", "$faint"), (named(get), f"${hues.get(get, 'strong')}")
    )


def deal_note(
    found: Bargain | None,
    you: str | None,
    free: Mapping[str, int],
    worth: text.Part = "",
    named: Callable[[str], str] = str,
    hues: Mapping[str, str] | None = None,
) -> text.Part:
    """The latest proposal beside a partner in the list, as the reader would give and get, and what that pays:
    `⇄ red→green 10/0` is theirs, faint where one has nothing of the kind to give, `✓` is agreed, `you:` is one's own;
    an answer in words to one's own stands there instead."""
    if found is None:
        return ""
    give, get = found.give(you), found.get(you)
    swap, plain = swap_words(give, get, hues or {}, named), f"{named(give)}\u2192{named(get)}"
    if found.agreed:
        return text.line((f"{AGREED} ", "$good"), swap, " ", worth)
    if found.waits_for(you):
        held = bool(free.get(give))
        return text.line((f"{SWAP} ", "$key" if held else "$faint"), swap if held else (plain, "$faint"), " ", worth)
    if found.answer:
        said = found.answer if len(found.answer) <= 16 else f"{found.answer[:15]}\u2026"
        return (f"\u201c{said}\u201d", "$faint")
    return text.line((f"you: {plain}", "$faint"), " ", worth)


def deal_rows(
    found: Bargain | None, name: str, you: str | None, free: Mapping[str, int], drafted: bool
) -> list[text.Part]:
    """What can be done about it, with the key, and what they answered. The proposal itself stands in the list.
    `drafted`: an offer to this partner is in the draft."""
    if found is None:
        return []
    give = found.give(you)
    rows: list[text.Part] = []
    if found.agreed and drafted:
        rows.append((f"{AGREED} Agreed, and drafted.", "$good"))
    elif found.agreed:
        rows.append(text.line((f"{AGREED} Agreed: ", "$good"), ("g ", "$key"), "drafts it."))
    elif not found.waits_for(you):
        rows.append(("Your proposal stands.", "$faint"))
    elif free.get(give):
        rows.append(text.line(("g ", "$key"), f"agrees, and tells {name} so."))
    else:
        rows.append((f"You have no {give} to give.", "$faint"))
    if found.answer:
        rows.append(text.line((f"{name}: ", "$faint"), found.answer))
    return rows
