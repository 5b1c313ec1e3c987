"""Keeps what Textual works out again for every message though it is always the same.

For each of the four hundred messages of a start, and for each step of a key, it walks through the widget's class and
all its parents, once for decorated handlers and once for those found by name, and puts each call into words for a
console that is not there. All of this together: without it a key costs 10 to 21 hundredths more, a first screen 7.

Like the other seams this names what it uses of Textual's own; a test holds it against the Textual that is installed,
and another one against what Textual itself finds.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Sequence
from types import FunctionType
from typing import Any

import textual
from textual import _callback
from textual.message import Message
from textual.message_pump import MessagePump

from tui.textual_seam import Private

USED: Sequence[Private] = (
    Private(textual, "_callback", "a message is handed to its handler", "a public `invoke`"),
    Private(
        _callback,
        "_count_parameters",
        "the last 2,048 callbacks of all sessions are not kept, with the apps that they hold",
        "a count that is kept with the function",
        ("func",),
    ),
    Private(
        MessagePump,
        "_decorated_handlers",
        "handlers that depend on the sender are left to Textual",
        "handlers that are found once",
    ),
    Private(
        MessagePump,
        "_get_dispatch_methods",
        "handlers are looked for once for each kind of widget and message",
        "handlers that are found once",
        ("method_name", "message"),
    ),
    Private(
        MessagePump,
        "_on_message",
        "nothing is made ready for a console that nobody has opened",
        "a look whether there is one, first",
        ("message",),
    ),
    Private(MessagePump, "_parent", "a message goes on to whoever is above", "a public parent"),
    Private(Message, "_no_default_action", "a message may be kept from further handlers", "a public one"),
    Private(Message, "_stop_propagation", "a message may be kept from whoever is above", "a public one"),
    Private(Message, "_sender", "a message does not go back to its sender", "a public one"),
    Private(Message, "_bubble_to", "a message goes on to whoever is above", "a public one", ("widget",)),
)

Handler = tuple[type, Callable[..., Any]]

_handlers: dict[tuple[type, str, type], tuple[Handler, ...] | None] = {}
"""Those of a class for a message, in their order; None where some are decorated, which may depend on the sender."""

_get_dispatch_methods = MessagePump._get_dispatch_methods


def _look_for(kind: type, name: str, message: type) -> tuple[Handler, ...] | None:
    """What Textual would find by name."""
    found = []
    for cls in kind.__mro__:
        own = vars(cls)
        if any(one in (own.get("_decorated_handlers") or ()) for one in message.__mro__):
            return None
        method = own.get(f"_{name}") or own.get(name)
        if method is not None and not getattr(method, "_textual_on", None):
            found.append((cls, method))
    return tuple(found)


def handlers(self: MessagePump, method_name: str, message: Message) -> Iterable[tuple[type, Callable[..., Any]]]:
    """The handlers of a widget for a message, as long as none of them keeps it from the rest."""
    key = type(self), method_name, type(message)
    try:
        found = _handlers[key]
    except KeyError:
        found = _handlers[key] = _look_for(*key)
    if found is None:
        yield from _get_dispatch_methods(self, method_name, message)
        return
    for cls, method in found:
        if message._no_default_action:
            return
        yield cls, method.__get__(self, cls)


async def _on_message(self: MessagePump, message: Message) -> None:
    """Textual's, which also puts each call into words for a console."""
    for _, method in self._get_dispatch_methods(message.handler_name, message):
        await _callback.invoke(method, message)
    if message.bubble and (parent := self._parent) is not None and not message._stop_propagation:
        if message._sender is not None and message._sender == parent:
            message.stop()  # it came from there
        if self.is_parent_active and self.is_attached:
            message._bubble_to(parent)


_dispatch: Callable[..., Awaitable[None]] = _on_message
MessagePump._get_dispatch_methods = handlers  # type: ignore[method-assign]
MessagePump._on_message = _dispatch  # type: ignore[method-assign, assignment]


def parameters(func: Callable[..., object]) -> int:
    """How many parameters a callback has. Textual puts together a whole signature to count it, for each `lambda` and
    each `partial` anew, and keeps them: a finished app would live until two thousand others had been counted."""
    if type(func) is not FunctionType or hasattr(func, "__wrapped__"):
        return len(inspect.signature(func).parameters)
    code = func.__code__
    extra = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_argcount + code.co_kwonlyargcount + extra


_callback._count_parameters = parameters
