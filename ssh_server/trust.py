"""Whom the house believes when it posts to a chat room: the system's list of certificates, read once and by whoever
needs it first. That takes up to 50 ms, in which nobody would be answered: it is read in a thread, and not before
something is to be sent."""

from __future__ import annotations

import asyncio
import functools
import ssl

import httpx

_read = functools.cache(httpx.create_ssl_context)


async def trusted() -> ssl.SSLContext:
    """The one list for all that the house sends."""
    return await asyncio.to_thread(_read)
