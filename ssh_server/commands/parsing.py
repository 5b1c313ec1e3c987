"""What somebody typed, or piped in, for a one-shot command: command lines taken apart, and JSON read strictly."""

from __future__ import annotations

import json
import shlex
import sys
from typing import Any, Literal, NamedTuple

import msgspec

from core.decoding import sentence
from core.refusal import Refused, quoted

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Some programs begin a UTF-8 text with it; it means nothing."""

USAGE = """\
help                        this list
matches                     your matches, and what waits for you
view MATCH                  everything that your seat knows
log MATCH                   your orders and reports, round by round
story MATCH                 what happened so far and why: all of it after the end, before it what you knew
orders MATCH < FILE         seal orders (JSON); `orders MATCH --withdraw` takes them back; without input, print them
act MATCH < FILE            make a live action, or a choice (JSON)
say MATCH TO < FILE         say the text of FILE to lounge, realm or NAME[,NAME...]; `--give WORD --want WORD` proposes;
                            TO confessional: your hosts alone read it during play; TO host: a private line to them
confessionals MATCH         those of a match that you host, or may read because you are out of its season
ready MATCH                 nothing more to do this round; `ready MATCH --not` takes it back
schedule MATCH              when its rounds close, in your own time
calendar [MATCH]            the deadlines of your matches, or of one, as a calendar file (.ics)
signup MATCH                put your name down for a match; `signup MATCH --not` takes it back
watch MATCH                 a line for each change, until you hang up; `--code CODE` once, where one is needed
season [ID]                 the seasons that you may read, or one: standings, episodes, news; `--code CODE` once
league                      matches, places, tokens and garnets of everybody, by game
rules GAME                  how to play, and the rulings; `rules season` for seasons
keys                        the keys by which the house knows you
appear [as NAME]            how pages of the archive call you; `appear nameless`; `appear as usual`: as your seats
release MATCH [WHAT yes|no] what of your talk and notes may be published after the end: WHAT is a number, or all

--json                      answer in JSON
--seat NAME                 which of your seats, where you hold several
--round N                   with orders, act and ready: refused once round N is over"""
"""The answer of `help`."""


class Form(NamedTuple):
    """What may be typed after a command."""

    most: int
    """How many words it takes at most, itself included."""
    options: tuple[str, ...] = ()
    """Its own."""
    of: Literal["", "match", "season"] = ""
    """What the first word after it is the id of; nothing, or something else."""


FORMS: dict[str, Form] = {
    "help": Form(1, ()),
    "matches": Form(1, ()),
    "view": Form(2, (), "match"),
    "log": Form(2, (), "match"),
    "story": Form(2, (), "match"),
    "orders": Form(2, ("--withdraw", "--round"), "match"),
    "act": Form(2, ("--round",), "match"),
    "say": Form(sys.maxsize, ("--give", "--want"), "match"),
    "ready": Form(2, ("--not", "--round"), "match"),
    "schedule": Form(2, (), "match"),
    "calendar": Form(2, (), "match"),
    "signup": Form(2, ("--not",), "match"),
    "confessionals": Form(2, (), "match"),
    "watch": Form(2, ("--code",), "match"),
    "season": Form(2, ("--code",), "season"),
    "league": Form(1, ()),
    "rules": Form(2, ()),
    "keys": Form(1, ()),
    "appear": Form(3, ()),
    "release": Form(4, (), "match"),
}
"""Every command, with what may be typed after it."""

VALUES = {
    "--seat": "the name of a seat",
    "--code": "the code of a match or season that is watched by code",
    "--round": "the number of the round that this is meant for",
    "--give": "what you would give",
    "--want": "what you want for it",
}
"""Options that are followed by a word, and what that word is."""


class Wrongly(Exception):
    """A command that was typed wrongly, in words."""


class Typed(msgspec.Struct, frozen=True):
    """A command line, taken apart."""

    words: tuple[str, ...]
    json: bool
    seat: str | None
    flags: tuple[str, ...]
    give: str | None = None
    """Of a proposal."""
    want: str | None = None
    code: str | None = None
    """Of a match or season that is watched by code."""
    round: int | None = None
    """The round that this is meant for; None for whichever is open."""

    @property
    def match(self) -> str:
        """The match named first."""
        if len(self.words) < 2:
            raise Wrongly(f"Say which match: {self.words[0]} MATCH. `matches` lists yours.")
        return self.words[1]


def take_apart(line: str) -> Typed:
    """The words of a command line. Raises Wrongly, in words, also for what its command does not take."""
    try:
        words = shlex.split(line)
    except ValueError as mistake:
        raise Wrongly(f"That cannot be read: {mistake}.") from None
    plain_words: list[str] = []
    flags: list[str] = []
    values: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word == "--":
            plain_words += rest
        elif word in VALUES:
            if (value := next(rest, None)) is None:
                raise Wrongly(f"{word} needs {VALUES[word]}.")
            values[word] = value
        elif word.startswith("--"):
            flags.append(word)
        else:
            plain_words.append(word)
    typed = Typed(
        tuple(plain_words) or ("help",),
        "--json" in flags,
        values.get("--seat"),
        (*flags, *(word for word in values if word != "--seat")),
        values.get("--give"),
        values.get("--want"),
        code=values.get("--code"),
        round=_number(values.get("--round")),
    )
    _check(typed)
    return typed


def _number(word: str | None) -> int | None:
    if word is not None and not (word.isascii() and word.isdigit() and len(word) < 4):
        raise Wrongly(f"--round needs a number, and {quoted(word)} is none.")
    return None if word is None else int(word)


def _check(typed: Typed) -> None:
    command = typed.words[0]
    if command not in FORMS:
        raise Wrongly(f"There is no command {quoted(command)}. Try: help")
    form = FORMS[command]
    for flag in typed.flags:
        if flag not in ("--json", *form.options):
            raise Wrongly(f"{command} has no option {flag}. Try: help")
    if (typed.give is None) != (typed.want is None):
        raise Wrongly("A proposal has both: --give WORD --want WORD.")
    if len(typed.words) > form.most:
        raise Wrongly(f"{command} takes no {quoted(typed.words[form.most])}. Try: help")


def read_json(text: bytes, what: str) -> dict[str, Any]:
    """The JSON object in `text`. Refused, naming `what` it was meant to be, for anything else; so is an object that
    gives a key twice, of which nobody can say what it means."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if not text.strip():
        raise Refused("no_json", f"{what} must be a JSON object on the input, and the input is empty.")
    try:
        found = msgspec.json.decode(text, type=dict[str, Any])
        json.loads(text, object_pairs_hook=_no_key_twice)
    except RecursionError:
        raise Refused("no_json", f"{what} must be a JSON object: this one is nested too deeply.") from None
    except (msgspec.DecodeError, UnicodeError, ValueError) as mistake:
        raise Refused("no_json", f"{what} must be a JSON object: {sentence(str(mistake))}") from None
    return found


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Refused("key_twice", f"The key {quoted(key)} is there twice: give it once.", "CM-25")
        found[key] = value
    return found


def json_line(value: Any) -> str:
    """A value as one line of JSON."""
    return harmless(msgspec.json.encode(value).decode())


def harmless(document: str) -> str:
    """The same JSON without characters that a terminal would act upon: what others wrote is printed here."""
    if document.replace("\n", "").isprintable():
        return document
    return "".join(letter if letter == "\n" or letter.isprintable() else _escaped(letter) for letter in document)


def _escaped(letter: str) -> str:
    return json.dumps(letter)[1:-1] if letter != "\x7f" else "\\u007f"
