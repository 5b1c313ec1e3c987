"""A plugin of mypy: `msgspec.structs.replace`, and `change` of a match or season, accept the fields of their struct
alone, by name and type; of a union, the fields that all its structs have. They declare any keyword, so a renamed field
could still be replaced under its old name."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from mypy.expandtype import expand_type_by_instance
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import ARG_NAMED_OPT, ARG_POS, ARG_STAR2, CallExpr, Var
from mypy.plugin import FunctionSigContext, Plugin
from mypy.types import AnyType, FunctionLike, Instance, Type, TypeOfAny, TypeVarType, UnionType, get_proper_type

from core.parts import Spec

REPLACES = ("msgspec.structs.replace", "core.match.state.change", "core.seasons.season.change")


def plugin(version: str) -> type[Plugin]:
    return Replaced


class Replaced(Plugin):
    def get_function_signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        return signature if fullname in REPLACES else None


def signature(call: FunctionSigContext) -> FunctionLike:
    """Fields of the struct as optional keywords; msgspec's own signature if they are unknown."""
    declared = call.default_signature
    spread = isinstance(call.context, CallExpr) and ARG_STAR2 in call.context.arg_kinds
    if not call.args[0] or spread:
        return declared
    of = get_proper_type(call.api.get_expression_type(call.args[0][0]))
    if isinstance(of, TypeVarType):
        of = get_proper_type(of.upper_bound)
    kinds = [get_proper_type(item) for item in of.items] if isinstance(of, UnionType) else [of]
    if not all(isinstance(kind, Instance) for kind in kinds):
        return declared
    each = [fields(kind) for kind in kinds if isinstance(kind, Instance)]
    known = {name: kind for name, kind in each[0].items() if all(name in others for others in each)}
    return declared.copy_modified(
        arg_types=[declared.arg_types[0], *known.values()],
        arg_kinds=[ARG_POS, *(ARG_NAMED_OPT for _ in known)],
        arg_names=[None, *known],
    )


def fields(of: Instance) -> dict[str, Type]:
    """Every field of a struct with its type, inherited ones included."""
    types: dict[str, Type] = {}
    for base in reversed(of.type.mro):
        for name, symbol in base.names.items():
            node = symbol.node
            if isinstance(node, Var) and not node.is_classvar and not name.startswith("__"):
                declared = node.type or AnyType(TypeOfAny.unannotated)
                types[name] = expand_type_by_instance(declared, map_instance_to_supertype(of, base))
    return types


def never_called(spec: Spec) -> Spec:
    """mypy reports "unused ignore" here if the plugin is not run, or no longer understood."""
    return replace(spec, renamed="")  # type: ignore[call-arg]
