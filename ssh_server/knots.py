"""Functions of others that hold themselves, made anew so that they do not.

A function in a function that calls itself is held by its own closure, and with it everything that it looks at: nothing
of that goes before the next full collection, and there is no way to it from outside. So the outer function is read and
made again with one line more.
"""

from __future__ import annotations
import __future__

import ast
import functools
import inspect
import sys
import textwrap
from collections.abc import Callable
from typing import Any


def without_knot(method: Callable[..., Any], inner: str) -> Callable[..., Any]:
    """A function that forgets a function of its own when it is done. LookupError if it has none of that name."""
    module = vars(sys.modules[method.__module__])
    tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    at = [number for number, line in enumerate(made.body) if isinstance(line, ast.FunctionDef) and line.name == inner]
    if len(at) != 1:
        raise LookupError(f"{method.__qualname__} has no function {inner} of its own any more.")
    after = made.body[at[0] + 1 :]
    forget = ast.Delete([ast.Name(inner, ast.Del())])
    made.body[at[0] + 1 :] = [ast.Try(body=after, handlers=[], orelse=[], finalbody=[forget])]
    names: dict[str, Any] = {}
    flags = __future__.annotations.compiler_flag
    # The names that it looks for are those of its module, also those that are set there later.
    exec(compile(ast.fix_missing_locations(tree), inspect.getfile(method), "exec", flags), module, names)
    return functools.wraps(method)(names[method.__name__])
