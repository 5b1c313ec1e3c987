"""A host's script: a file with `judge(now)` that proposes the results of a round (RF-14).

'''Title

How to play, as Markdown.
'''
ROUNDS, PLACES = 4, "power, fewest debts"
COLUMNS = {"power": "Power", "debts": {"see": "all", "start": 3}}
FORM = (choice("room", "Which room?", "red", "blue"), number("bid", "Your bid?", 0, 10))
def judge(now): ...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from linecache import cache as lines_of_files
from typing import Any, Final, NamedTuple

from core.dice import Draw
from core.games.guard import CALL, IMPORT, bounded, error_words
from core.games.one_file import pages
from core.games.refereed.columns import figures
from core.games.refereed.sheet import OF_A_MATCH
from core.games.refereed.structs import State
from core.json import Json
from core.refusal import Refused


class Script(NamedTuple):
    file: str
    source: str


class Now:
    """The round that a script judges. Values of columns are attributes too: `now.power[seat] += 2`."""

    def __init__(self, state: State, answers: Mapping[str, Mapping[str, Any]], past: Sequence[Any], draw: Draw) -> None:
        """`past`: the answers of each earlier round by seat."""
        self.seats, self.round, self.rounds, self.draw = state.seats, state.round, state.rounds, draw
        self.answers = {seat: dict(answers.get(seat, {})) for seat in state.seats}
        self.past = tuple(past)
        self.points, self.tokens, self.garnets = (dict.fromkeys(state.seats, 0) for _ in range(3))
        self.purse = dict(figures(state, "garnets"))
        self.columns: dict[str, dict[str, Any]] = {
            name: {seat: list(value) if isinstance(value, tuple) else value for seat, value in by_seat.items()}
            for name, by_seat in state.values.items()
        }
        self._words: dict[str, list[str]] = {seat: [] for seat in state.seats}
        self._public: list[str] = []
        for name, by_seat in self.columns.items():
            if not hasattr(self, name):
                setattr(self, name, by_seat)

    def answer(self, seat: str, field: str, otherwise: Any = None) -> Any:
        return self.answers[seat].get(field, otherwise)

    def count(self, field: str) -> Counter[Any]:
        """Return how many seats gave each answer; of several in one answer each counts."""
        given = [answers[field] for answers in self.answers.values() if field in answers]
        return Counter(word for answer in given for word in (answer if isinstance(answer, tuple) else (answer,)))

    def who(self, field: str, *words: Any) -> list[str]:
        """Return the seats with such an answer, in seat order."""
        return [seat for seat in self.seats if any(word in words for word in _words(self.answers[seat].get(field)))]

    def tell(self, seat: str, *words: Any) -> None:
        self._words[seat].append(" ".join(map(str, words)))

    def all(self, *words: Any) -> None:
        self._public.append(" ".join(map(str, words)))

    def verdict(self) -> Json:
        amounts = {"points": self.points, "tokens": self.tokens, "garnets": self.garnets}
        return {
            **{name: {seat: number for seat, number in own.items() if number} for name, own in amounts.items()},
            "told": {seat: "\n".join(lines) for seat, lines in self._words.items() if lines},
            "public": "\n".join(self._public),
            **({"columns": self.columns} if self.columns else {}),
        }


def _words(answer: Any) -> tuple[Any, ...]:
    return answer if isinstance(answer, tuple) else (answer,)


def _question(kind: str, *bounds: str) -> Callable[..., Json]:
    def make(id: str, ask: str, *more: Any, **named: Any) -> Json:
        listed = dict(zip(bounds, more, strict=False)) if bounds else {"options": list(more)} if more else {}
        return {"id": id, "ask": ask, "kind": kind, **listed, **named}

    return make


QUESTIONS: Final = {
    "number": _question("number", "least", "most"), "choice": _question("choice"),
    "seats": _question("seats", "least", "most"), "ranking": _question("ranking"), "text": _question("text", "most"),
}  # fmt: skip
"""Functions that a script has without an import."""


def load(script: Script) -> Json:
    """Execute a script and return what it defines. Refused: `bad_script` with file and line."""
    lines_of_files[script.file] = (len(script.source), None, script.source.splitlines(keepends=True), script.file)
    values: Json = {**QUESTIONS, "__name__": "judged"}
    _safely(script, "bad_script", lambda: exec(compile(script.source, script.file, "exec"), values), IMPORT)
    if not callable(values.get("judge")):
        raise Refused("bad_script", f"{script.file} has no judge: write `def judge(now):`.", "RF-14")
    return values


def options_of(script: Script) -> Json:
    """Return the options that a script sets, as the file of a form does. Refused: `bad_script`."""
    values = load(script)
    about = pages(values.get("__doc__") or "")
    options: Json = {name: values[name.upper()] for name in OF_A_MATCH if name.upper() in values}
    columns = values.get("COLUMNS", {})
    if isinstance(columns, dict):
        columns = [
            {"id": name, **(more if isinstance(more, dict) else {"label": more})} for name, more in columns.items()
        ]
    options |= {"form": list(values["FORM"])} if "FORM" in values else {}
    options |= {"columns": columns} if columns else {}
    own = {"title": about.title, "rules": about.text.partition("\n")[2].strip()}
    return {**{name: words for name, words in own.items() if words}, **options}


def seats_of(script: Script) -> tuple[int, int] | None:
    """Return the range of seats that a script is for (SEATS); None if it does not say. Refused: `bad_script`."""
    match load(script).get("SEATS"):
        case int(count):
            return count, count
        case (int(least), int(most)):
            return least, most
    return None


def propose(script: Script, state: State, answers: Mapping[str, Any], past: Sequence[Any], draw: Draw) -> Json:
    """Run `judge(now)` and return its verdict as JSON. Refused: `bad_script` or `script_failed`, with file and line."""
    judge, now = load(script)["judge"], Now(state, answers, past, draw)
    _safely(script, "script_failed", lambda: judge(now), CALL)
    return now.verdict()


def _safely(script: Script, code: str, call: Callable[[], object], beats: int) -> None:
    try:
        bounded(call, beats)()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the author's code may raise anything
        raise Refused(code, f"The script failed with {error_words(error, script.file)}.", "RF-14") from error
