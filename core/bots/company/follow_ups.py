"""Texts that rest on the exchange before them: "and lust?", "what then"."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import structs

from core.bots.company.about import remark_of, things_of
from core.bots.company.context import ReplyContext
from core.talk.channels import DECLINING, Message
from core.talk.parsing.asks import unaddressed
from core.talk.parsing.remarks import asks
from core.talk.parsing.words import CHAT, whole, written_out

FollowUp = Literal["price", "presses", "same", "proof", "heard"]
"""`price`: what would you take? `presses`: come on. `same`: more of that. `heard`: ok."""

BARGAINED: Final = DECLINING | {
    "refuses", "haggle", "restate", "none", "wished", "unsure", "jointly", "echoes", "partly", "partly_yes", "priced",
    "stands",
}  # fmt: skip
"""Occasions of a line that leaves a bargain open."""
_SIGNS: Final = {
    name: re.compile(rf"^\W*(?:(?:{CHAT['follow_ups']['lead']})\W+)*(?:{'|'.join(signs)})")
    for name, signs in CHAT["follow_ups"].items() if name != "lead"
}  # fmt: skip


def own_lines(context: ReplyContext) -> list[Message]:
    """Return the bot's lines to the asker in this round, the last first."""
    thread = _thread(context)
    spoken = any(m.sender == context.other for m in thread)
    return [m for m in reversed(thread) if m.sender == context.sight.seat] if spoken else []


def completed(context: ReplyContext) -> ReplyContext:
    """Write a text out that names only another thing: "and lust" after "what is envy worth"."""
    more = _SIGNS["more"].match(_words(context))
    asked = [m.text for m in _thread(context) if m.sender == context.other]
    if more is None or not asked or not asks(asked[-1]) or len(more[1].split()) > 3:
        return context
    new, old = remark_of(context), remark_of(_with_text(context, asked[-1]))
    if new is None or old is None or not (new.things or new.about):
        return context
    text = written_out(asked[-1])
    named = [word for word, name in things_of(context.gist).items() if name in old.things] + [old.about.casefold()]
    for word in filter(None, named):
        text = whole(word).sub(more[1], text)
    return _with_text(context, text if more[1] in text else f"{text.rstrip('?!. ')} {more[1]}?")


def _thread(context: ReplyContext) -> list[Message]:
    sight = context.sight
    thread = [m for m in sight.heard if m.key == context.message.key and m.round == sight.round]
    return thread[: thread.index(context.message)] if context.message in thread else thread


def _words(context: ReplyContext) -> str:
    return written_out(unaddressed(context.sight.seat, context.message.text))


def _with_text(context: ReplyContext, text: str) -> ReplyContext:
    message = structs.replace(context.message, text=text)
    heard = tuple(message if m is context.message else m for m in context.sight.heard)
    return context._replace(message=message, sight=structs.replace(context.sight, heard=heard))


def follow_up(context: ReplyContext) -> FollowUp | None:
    """Return what a text asks of the bot's last line; None if it stands for itself."""
    own, text = own_lines(context), _words(context)
    if not own:
        return None
    if _SIGNS["presses"].match(text):
        return "presses"
    if _SIGNS["price"].match(text) and any(m.occasion in BARGAINED or m.deal is not None for m in own[:3]):
        return "price"
    if _SIGNS["proof"].match(text):
        return "proof"
    if _SIGNS["same"].match(text) and own[0].occasion:
        return "same"
    return "heard" if _SIGNS["heard"].match(text) and own[0].deal is None and own[0].act is None else None
