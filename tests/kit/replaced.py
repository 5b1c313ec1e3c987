"""For mypy: `msgspec.structs.replace` takes the fields of the struct that it is given, by name and type, alone.

msgspec declares any keyword at all. Without this a field that is renamed is still replaced under its old name wherever
a close makes the next State, and mypy says nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from mypy.expandtype import expand_type_by_instance
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import ARG_NAMED_OPT, ARG_POS, ARG_STAR2, CallExpr, Var
from mypy.plugin import FunctionSigContext, Plugin
from mypy.types import AnyType, FunctionLike, Instance, Type, TypeOfAny, TypeVarType, get_proper_type

from core.parts import Spec


def plugin(version: str) -> type[Plugin]:
    """What mypy asks for by this name."""
    return Replaced


class Replaced(Plugin):
    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        return signature if fullname == "msgspec.structs.replace" else None


def signature(call: FunctionSigContext) -> FunctionLike:
    """The fields of the struct as optional keywords; as msgspec says it where they cannot be known."""
    declared = call.default_signature
    spread = isinstance(call.context, CallExpr) and ARG_STAR2 in call.context.arg_kinds
    if not call.args[0] or spread:
        return declared
    of = get_proper_type(call.api.get_expression_type(call.args[0][0]))
    if isinstance(of, TypeVarType):
        of = get_proper_type(of.upper_bound)
    if not isinstance(of, Instance):
        return declared
    found = fields(of)
    return declared.copy_modified(
        arg_types=[declared.arg_types[0], *found.values()],
        arg_kinds=[ARG_POS, *(ARG_NAMED_OPT for _ in found)],
        arg_names=[None, *found],
    )


def fields(of: Instance) -> dict[str, Type]:
    """Every field of a struct with its type, those of its bases among them."""
    found: dict[str, Type] = {}
    for base in reversed(of.type.mro):
        for name, symbol in base.names.items():
            node = symbol.node
            if isinstance(node, Var) and not node.is_classvar and not name.startswith("__"):
                declared = node.type or AnyType(TypeOfAny.unannotated)
                found[name] = expand_type_by_instance(declared, map_instance_to_supertype(of, base))
    return found


def never_called(spec: Spec) -> Spec:
    """`make types` says "unused ignore" here where the plugin is not asked, or no longer understood."""
    return replace(spec, renamed="")  # type: ignore[call-arg]
