"""Command lines taken apart, and JSON input parsed strictly."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple, get_origin, get_type_hints

import msgspec

from core.decoding import sentence, whole
from core.json import Json
from core.refusal import Refused, did_you_mean, quoted
from core.talk.channels import APART

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Usage(NamedTuple):
    """Form and help of a command; `commands.Command` has a method of its name, docs/scripting.md a row."""

    usage: str
    """Name and words after it; those in brackets may be left out."""
    help: str
    """Text for the list that `help` prints; a line feed begins another line."""
    options: tuple[str, ...] = ()
    is_input: bool = False
    """True for an input of a match: too many at once are slowed down."""
    free: bool = False
    """True if any number of words may follow."""

    @property
    def words(self) -> list[str]:
        return self.usage.partition(" <")[0].replace("[", "").replace("]", "").split()[1:]

    @property
    def most(self) -> int:
        return sys.maxsize if self.free else 1 + len(self.words)

    @property
    def of(self) -> Literal["", "match", "season", "either"]:
        first = self.words[0] if self.words else ""
        return "match" if first == "MATCH" else "season" if first == "ID" else "either" if first == "MATCH/ID" else ""


# fmt: off
_DECLARED = (
    Usage("help", "this list"),
    Usage("matches", "your matches, and what waits for you"),
    Usage("view MATCH", "everything that your seat knows, as JSON; `--text`: in words, to be read aloud", ("--text",)),
    Usage("log MATCH", "your orders and reports, round by round"),
    Usage("story MATCH", "what happened so far and why: all of it after the end, before it what you knew"),
    Usage("replay MATCH", "a finished match gone through again: its rounds with their turning points;\n"
          "`--round N` draws one, `--step M` as far as that; `--eyes NAME`: as a seat saw it",
          ("--round", "--step", "--eyes")),
    Usage("orders MATCH < FILE",
          "seal orders (JSON); `orders MATCH --withdraw` takes them back; without input, print them",
          options=("--withdraw", "--round"), is_input=True),
    Usage("act MATCH < FILE", "make a live action, or a choice (JSON); `--turn N`: only in that turn of yours",
          ("--round", "--turn"), is_input=True),
    Usage("say MATCH TO < FILE",
          "say the text of FILE to lounge, realm or NAME[,NAME...]; `--give WORD --want WORD` proposes;\n"
          "`--act JSON` offers terms, agrees to them, ends them (see docs/scripting.md);\n"
          "TO confessional: your hosts alone read it during play; TO host: a private line to them",
          ("--give", "--want", "--act"), is_input=True, free=True),
    Usage("book MATCH [NAME]", "what you have agreed on with others, or with one of them, and what became of it; with\n"
          "one of a season, also what you agreed on in its earlier matches"),
    Usage("confessionals MATCH", "those of a match that you host, or may read because you are out of its season"),
    Usage("table MATCH", "of a match that you host and judge: all seats by all answers, columns and proposed results;\n"
          "`--csv`: as a sheet", ("--csv",)),
    Usage("results MATCH < FILE",
          "publish that sheet, changed, or `--proposed`; `--public WORDS`: to all; `--dry-run`: show it first;\n"
          "`--undo` takes the last results back", ("--proposed", "--public", "--dry-run", "--undo"), is_input=True),
    Usage("form MATCH < FILE", "the questions (TOML) of a match that you judge, from the next round on", is_input=True),
    Usage("finish MATCH < FILE",
          "end a match that you judge, with a sheet, `--proposed` or no results; `--candidate NAME` or none,\n"
          "`--winner NAME[,NAME]`, `--opponent NAME`, `--public WORDS`; it shows what all will read, until you say\n"
          "`--yes`", ("--proposed", "--public", "--candidate", "--winner", "--opponent", "--yes"), is_input=True),
    Usage("rooms MATCH ROOM", "who talks to whom in a match that you judge: each ROOM names its seats (Ada,Bo),\n"
          "or all; `--none` closes them", ("--none",), is_input=True, free=True),
    Usage("ready MATCH", "nothing more to do this round; `ready MATCH --not` takes it back", ("--not", "--round"),
          is_input=True),
    Usage("schedule MATCH", "when its rounds close, in your own time"),
    Usage("calendar [MATCH]", "the deadlines of your matches, or of one, as a calendar file (.ics)"),
    Usage("signup MATCH/ID", "put your name down for a match or season; `signup MATCH --not` takes it back; where the\n"
          "hosts ask something: `--answers \"Mon, Fri; yes\"`, and `--note WORDS` to them alone",
          ("--not", "--answers", "--note"), is_input=True),
    Usage("watch MATCH", "a line for each change, until you hang up; `--code CODE` once, where one is needed",
          ("--code",)),
    Usage("gallery MATCH [WHAT yes|no]",
          "what of your words the gallery of your match may read: WHAT is talk or confessional;\n"
          "for those in the gallery all of the match"),
    Usage("remark MATCH", "what is said among those who watch; `remark MATCH WORDS` says something there",
          is_input=True, free=True),
    Usage("season [ID]", "the seasons that you may read, or one: standings, episodes, news; `--code CODE` once",
          ("--code",)),
    Usage("give ID WHO NUMBER", "garnets of your purse to somebody of a season's cast; `--secret` where it allows that",
          ("--secret",)),
    Usage("promise ID WHO NUMBER", "to give later: `promise ID WHO 2 until 5 if WORDS`; `--secret` as with give",
          ("--secret",), free=True),
    Usage("away [DAYS]", "the days on which you are away: `away 27 Dec to 2 Jan`, `away until Sat`, `away none`; your\n"
          "hosts are told, with `--all` everybody at your tables", ("--all",), is_input=True, free=True),
    Usage("talk ID [TO]", "what was said to you at a match, newest first; `--find \"Bo white r5\"`: with these\n"
          "words, names and rounds. What a season's cast says among themselves; with TO and words (or < FILE) say it\n"
          "there: cast, host (your hosts alone) or confessional", ("--find",), is_input=True, free=True),
    Usage("league", "matches, places, tokens and garnets of everybody, by game"),
    Usage("rules GAME", "how to play, and the rulings; `rules season` for seasons, `rules MATCH` with a match's own"),
    Usage("keys [forget WHICH]", "the keys and browsers by which the house knows you; `forget` takes one away"),
    Usage("link", "a code, and a link, by which one more device of yours comes in, once, within ten minutes"),
    Usage("mention [WHO]", "by what your hosts' chat room mentions you in reminders: its id of you, or none"),
    Usage("appear [as NAME]", "how pages of the archive call you; `appear nameless`; `appear as usual`: as your seats"),
    Usage("release MATCH [WHAT yes|no]",
          "what of your talk and notes may be published after the end: WHAT is a number, or all"),
)
# fmt: on

FORMS: Final = {form.usage.split()[0]: form for form in _DECLARED}

_WIDTH = 28
USAGE: Final = "\n".join(
    [f"{form.usage:<{_WIDTH}}{form.help}".replace("\n", "\n" + " " * _WIDTH) for form in _DECLARED]
    + [
        "",
        "--json                      answer in JSON",
        "--seat NAME                 which of your seats, where you hold several",
        "--round N                   with orders, act and ready: refused once round N is over",
    ]
)


class UsageError(Exception):
    """A mistyped command; the text says why."""


class TypedCommand(msgspec.Struct, frozen=True):
    """Words and options of a command line. An option with a value names what it needs."""

    words: tuple[str, ...]
    json: bool = False
    flags: tuple[str, ...] = ()
    """Options without `--json` and `--seat`, also those with a value."""
    seat: Annotated[str | None, "the name of a seat"] = None
    code: Annotated[str | None, "the code of a match or season that is watched by code"] = None
    round: Annotated[int | None, "the number of the round that this is meant for"] = None
    """None for the open one."""
    step: Annotated[int | None, "the number of a step in that round"] = None
    eyes: Annotated[str | None, "the name of the seat whose eyes to look through"] = None
    turn: Annotated[int | None, "the number of your turn that this is meant for"] = None
    """Number in the view; None for the current one."""
    give: Annotated[str | None, "what you would give"] = None
    want: Annotated[str | None, "what you want for it"] = None
    act: Annotated[str | None, "an act as JSON"] = None
    public: Annotated[str, "words to all"] = ""
    candidate: Annotated[str | None, "the Elimination Candidate, or none"] = None
    winner: Annotated[str, "the winner, or several with commas"] = ""
    opponent: Annotated[str | None, "the opponent in the Death Match"] = None
    answers: Annotated[str, "your answers, with semicolons between them"] = ""
    note: Annotated[str, "words to the hosts"] = ""
    find: Annotated[str, "words, names or rounds (r5)"] = ""

    @property
    def match(self) -> str:
        """Id of the match: the first word after the name. Raises UsageError if it is missing."""
        if len(self.words) < 2:
            raise UsageError(f"Say which match: {self.words[0]} MATCH. `matches` lists yours.")
        return self.words[1]


VALUES: Final = {
    f"--{name}": of.__metadata__[0]
    for name, of in get_type_hints(TypedCommand, include_extras=True).items()
    if get_origin(of) is Annotated
}
"""Options with a value: what each needs."""
DIGITS: Final = {"--round": 3, "--turn": 6, "--step": 6}
"""Options with a number as value: its most digits."""

_INSIDE: Final = re.compile(r"\"[^\"]*\"|(?<=\w)'(?=\w)")
"""Text in quotation marks, and the apostrophe of a word (`won't`), which opens no quotation."""


def take_apart(line: str) -> TypedCommand:
    """Parse a command line. Raises UsageError, also for words and options that the command does not take."""
    try:
        words = shlex.split(_INSIDE.sub(lambda part: part[0] if part[0] != "'" else "\\'", line))
    except ValueError as mistake:
        words = line.split()
        if words[0] not in FORMS or not FORMS[words[0]].free:
            raise UsageError(f"That cannot be read: {mistake}.") from None
    plain_words: list[str] = []
    flags: list[str] = []
    values: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word == "--":
            plain_words += rest
        elif word in VALUES:
            if (value := next(rest, None)) is None:
                raise UsageError(f"{word} needs {VALUES[word]}.")
            if word in DIGITS:
                if (number := whole(value, DIGITS[word])) is None:
                    raise UsageError(f"{word} needs a number, and {quoted(value)} is none.")
                value = str(number)
            values[word] = value
        elif word.startswith("--"):
            flags.append(word)
        else:
            plain_words.append(word)
    options = (*flags, *(word for word in values if word != "--seat"))
    typed = msgspec.convert(
        {"words": plain_words or ["help"], "json": "--json" in flags, "flags": options}
        | {option.removeprefix("--"): value for option, value in values.items()},
        TypedCommand,
        strict=False,
    )
    _check(typed)
    return typed


def _check(typed: TypedCommand) -> None:
    command = typed.words[0]
    if command not in FORMS:
        raise UsageError(f"There is no command {quoted(command)}{did_you_mean(command, FORMS)} Try: help")
    form = FORMS[command]
    known = ("--json", *form.options)
    for flag in typed.flags:
        if flag not in known:
            raise UsageError(f"{command} has no option {flag}{did_you_mean(flag, known)} Try: help")
    if (typed.give is None) != (typed.want is None):
        raise UsageError("A proposal has both: --give WORD --want WORD.")
    if typed.act is not None and typed.give is not None:
        raise UsageError("Say either --act JSON or --give WORD --want WORD: the second is short for the first.")
    if len(typed.words) > form.most:
        raise UsageError(f"{command} takes no {quoted(typed.words[form.most])}. Try: help")


def addressed(to: str, seats: tuple[str, ...]) -> str | list[str]:
    """Audience of a message: a room, or seats. Refused where a seat bears the name of a room."""
    if to in ("lounge", "realm", *APART):
        if to in seats:
            raise Refused("two_of_that_name", f"A seat is called {to} too: say that on the screen.")
        return to
    return [to] if to in seats else to.split(",")


def chosen_numbers(words: Sequence[str], count: int) -> list[int]:
    """Places, from 0, of the questions that `1 yes` or `all no` is about."""
    if len(words) != 2 or words[1] not in ("yes", "no"):
        raise UsageError("Say which, and yes or no: release MATCH 1 yes, or release MATCH all no.")
    if words[0] == "all":
        return list(range(count))
    if not (words[0].isascii() and words[0].isdigit() and 1 <= int(words[0]) <= count):
        raise UsageError(f"There are {count} questions: name one by its number, or all.")
    return [int(words[0]) - 1]


def read_json(text: bytes, what: str) -> Json:
    """Parse the JSON object in `text`. Refused for anything else, and for an object that gives a key twice (CM-25);
    `what` names the input in the refusal."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if not text.strip():
        raise Refused("no_json", f"{what} must be a JSON object on the input, and the input is empty.")
    try:
        document = msgspec.json.decode(text, type=Json)
        json.loads(text, object_pairs_hook=_no_key_twice)
    except RecursionError:
        raise Refused("no_json", f"{what} must be a JSON object: this one is nested too deeply.") from None
    except (msgspec.DecodeError, UnicodeError, ValueError) as mistake:
        raise Refused("no_json", f"{what} must be a JSON object: {sentence(str(mistake))}") from None
    return document


def _no_key_twice(pairs: list[tuple[str, Any]]) -> Json:
    document: Json = {}
    for key, value in pairs:
        if key in document:
            raise Refused("key_twice", f"The key {quoted(key)} is there twice: give it once.", "CM-25")
        document[key] = value
    return document
