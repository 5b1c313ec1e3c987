"""Caches what Textual recomputes for every message although it never changes: the handlers of a widget's class, and a
description of each call for a console that does not exist. Without this cache a key costs 10 to 21 % more, a first
screen 7 %.

`USED` names the private parts of Textual used here; tests compare them with the installed Textual.
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
"""Handlers of a class for a message, in order; None if some are decorated, which may depend on the sender."""

_get_dispatch_methods = MessagePump._get_dispatch_methods


def _look_for(kind: type, name: str, message: type) -> tuple[Handler, ...] | None:
    methods = []
    for cls in kind.__mro__:
        own = vars(cls)
        if any(kind_of_message in (own.get("_decorated_handlers") or ()) for kind_of_message in message.__mro__):
            return None
        method = own.get(f"_{name}") or own.get(name)
        if method is not None and not getattr(method, "_textual_on", None):
            methods.append((cls, method))
    return tuple(methods)


def handlers(self: MessagePump, method_name: str, message: Message) -> Iterable[tuple[type, Callable[..., Any]]]:
    """Handlers of a widget for a message, until one of them stops the message."""
    key = type(self), method_name, type(message)
    try:
        cached = _handlers[key]
    except KeyError:
        cached = _handlers[key] = _look_for(*key)
    if cached is None:
        yield from _get_dispatch_methods(self, method_name, message)
        return
    for cls, method in cached:
        if message._no_default_action:
            return
        yield cls, method.__get__(self, cls)


async def _on_message(self: MessagePump, message: Message) -> None:
    for _, method in self._get_dispatch_methods(message.handler_name, message):
        await _callback.invoke(method, message)
    if message.bubble and (parent := self._parent) is not None and not message._stop_propagation:
        if message._sender is not None and message._sender == parent:
            message.stop()  # the message came from the parent
        if self.is_parent_active and self.is_attached:
            message._bubble_to(parent)


_dispatch: Callable[..., Awaitable[None]] = _on_message
MessagePump._get_dispatch_methods = handlers  # type: ignore[method-assign]
MessagePump._on_message = _dispatch  # type: ignore[method-assign, assignment]


def parameters(func: Callable[..., object]) -> int:
    """Number of a callback's parameters. Textual builds and caches a signature for every new `lambda` and `partial`:
    finished apps would stay alive until two thousand more were counted."""
    if type(func) is not FunctionType or hasattr(func, "__wrapped__"):
        return len(inspect.signature(func).parameters)
    code = func.__code__
    extra = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_argcount + code.co_kwonlyargcount + extra


_callback._count_parameters = parameters
