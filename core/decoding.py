"""Strict decoding of input from people and files, with a sentence for every mistake (CM-25)."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Generic, TypeVar, cast, get_args

import msgspec

from core.json import Json
from core.refusal import MOST_QUOTED, Refused, quoted, shortened

T = TypeVar("T")
H = TypeVar("H")
E = TypeVar("E")

_PLACE = re.compile(r" - at `\$\.?(?P<place>[^`]*)`$")
_TYPES = re.compile(r"`(?P<types>(?:str|int|bool|array|object|float|null)(?: \| \w+)*)`")
_NAMED = re.compile(rf"(?P<mark>[`'])(?P<word>.{{{MOST_QUOTED},}})(?P=mark)", re.DOTALL)
"""A key or value in msgspec's words that is too long to show."""
_WORDS = {
    "str": "text",
    "int": "a whole number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "float": "a number with decimals",
    "null": "nothing (null)",
}


def decode(kind: type[T], given: Any, what: str, error: type[Refused] = Refused) -> T:
    """Decode JSON values to a `kind`, or raise `error` with a sentence that names `what` and the place of the
    mistake."""
    try:
        return msgspec.convert(given, type=kind)
    except (msgspec.ValidationError, ValueError) as mistake:
        raise error(
            "wrong_form", f"{what}: {sentence(str(mistake))}{_valid_keys(kind, given, str(mistake))}", "CM-25"
        ) from None


class JournalForm(Generic[H, E]):
    """JSON form of a journal's header and entries, read strictly."""

    def __init__(self, header: type[H], entry: object) -> None:
        """`entry`: the union of all kinds."""
        self._header, self._entry = header, entry

    def header_from_json(self, given: Json) -> H:
        """Raises msgspec.ValidationError."""
        return msgspec.convert(given, type=self._header)

    def entry_from_json(self, given: Json) -> E:
        """Raises msgspec.ValidationError."""
        return cast("E", msgspec.convert(given, type=self._entry))

    def as_json(self, thing: H | E) -> Json:
        json: Json = msgspec.to_builtins(thing)
        return json


def _valid_keys(kind: Any, given: Any, mistake: str) -> str:
    """Return the valid keys after an unknown key of the outermost object, which the sender wrote."""
    if "unknown field" not in mistake or _PLACE.search(mistake) or not isinstance(given, dict):
        return ""
    for form in get_args(kind) or (kind,):
        config = getattr(form, "__struct_config__", None)
        if config is not None and (config.tag is None or config.tag == given.get(config.tag_field)):
            tag = () if config.tag is None else (config.tag_field,)
            keys = [quoted(key) for key in (*tag, *form.__struct_encode_fields__)]
            return f" It takes {', '.join(keys)}."
    return ""


def sentence(mistake: str) -> str:
    """Return a msgspec message in plain words: "offers[0].to: expected text, got a whole number."."""
    parsed = _PLACE.search(mistake)
    place = parsed["place"] if parsed else ""
    text = _PLACE.sub("", mistake)
    text = _NAMED.sub(lambda parsed: f"{parsed['mark']}{shortened(parsed['word'])}{parsed['mark']}", text)
    text = _TYPES.sub(lambda parsed: " or ".join(_WORDS.get(t, t) for t in parsed["types"].split(" | ")), text)
    text = text.replace("`", "'").replace("Object contains unknown field", "there is no such key as")
    text = text.replace("Object missing required field", "this key is missing:")
    if not text.startswith("JSON"):
        text = text[:1].lower() + text[1:]
    text = text.rstrip(".")
    return f"{place}: {text}." if place and place != "key" else f"{text}."


def toml(text: str) -> dict[str, Any]:
    """Return a TOML document. Raises ValueError or RecursionError."""
    if any(line.count(".") > 1000 for line in text.splitlines()):  # a key of many parts takes tomllib minutes
        raise ValueError("a line has more than 1,000 dots")
    return tomllib.loads(text)


def plain(value: Any) -> Any:
    """Return Structs as JSON values, as they would be read back: lists, never tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def canonical(value: Any) -> bytes:
    """Return the canonical JSON of a value, for digests: keys sorted, no spaces, UTF-8."""
    return msgspec.json.encode(value, order="sorted")


def whole(word: str, digits: int = 6) -> int | None:
    """Return a whole number from 0 with at most `digits` digits; None for anything else."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= digits else None


def check_name(name: str, longest: int = 24) -> None:
    """Refused unless `name` can be shown anywhere: 1 to `longest` printable characters, no brackets (markup)."""
    if not name or name != name.strip():
        raise Refused("bad_name", f"A name begins and ends with a visible character: {quoted(name)} does not.")
    if len(name) > longest:
        raise Refused("bad_name", f"A name has at most {longest} characters: {quoted(name)} has {len(name)}.")
    if not name.isprintable() or any(mark in name for mark in "[]\\"):
        raise Refused(
            "bad_name", f"A name has printable characters and no brackets or backslashes: {quoted(name)} does not."
        )
