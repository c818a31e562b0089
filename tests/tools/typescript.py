"""Writes the client's types from the server's: python -m tests.tools.typescript

`web/src/lib/types/wire.ts` has an interface for every message and every part of one, with what the docstrings say. It is
the schema the server gives at `/api/schema`, in the client's language.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect as types

from grognard.server import bodies, messages, offers, said

FILE = Path(__file__).parents[2] / "web/src/lib/types/wire.ts"
HEAD = """// Written by `python -m tests.tools.typescript` from the types of the server; a test compares the two.

/** Whatever a verb is said of: an id, a pair, a number, shares, legs; null for a button. */
export type Noun = null | number | string | Noun[];
/** What a place, a card or a share goes by. */
export type Id = number | string;
/** One leg of a manoeuvre: its kind and amounts. */
export type Leg = [string, ...(number | string)[]];
export type OverlayKind = 'range' | 'sight' | 'threat' | 'reach' | 'aim';
"""
ROOTS = (*get_args(said.Said), *messages.SENT, *bodies.ASKED, *bodies.GIVEN)
PLAIN = {
    types.IntType: "number",
    types.FloatType: "number",
    types.StrType: "string",
    types.BoolType: "boolean",
    types.NoneType: "null",
    types.AnyType: "unknown",
}


def written() -> str:
    """The whole file."""
    found = sorted(structs(types.multi_type_info(ROOTS)), key=lambda each: each.cls.__name__)
    unions = "".join(f"\n{union}" for union in _unions())
    return HEAD + "".join(f"\n{interface(each)}" for each in found) + unions


def _unions() -> Iterator[str]:
    for name, union in (("Offer", offers.Offer), ("Said", said.Said)):
        yield _union(name, (each.__name__ for each in get_args(union)))


def _union(name: str, parts: Iterable[str]) -> str:
    lines = "\n".join(f"  | {part}" for part in parts)
    return f"export type {name} =\n{lines};\n"


def structs(kinds: Iterable[types.Type]) -> list[types.StructType]:
    """Every record met in some types."""
    found: dict[type, types.StructType] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, types.StructType):
            if kind.cls not in found:
                found[kind.cls] = kind
                waiting += [field.type for field in kind.fields]
        else:
            waiting += _inside(kind)
    return list(found.values())


def _inside(kind: types.Type) -> tuple[types.Type, ...]:
    if isinstance(kind, types.Metadata):
        return (kind.type,)
    if isinstance(kind, types.UnionType):
        return kind.types
    if isinstance(kind, types.TupleType):
        return kind.item_types
    if isinstance(kind, types.VarTupleType | types.ListType):
        return (kind.item_type,)
    if isinstance(kind, types.DictType):
        return (kind.key_type, kind.value_type)
    return ()


def interface(struct: types.StructType) -> str:
    """One record."""
    told = documented(struct.cls)
    lines = [*_comment(told.get("", ""), ""), f"export interface {struct.cls.__name__} {{"]
    if struct.tag_field is not None:
        lines.append(f"  {struct.tag_field}: {_literal(struct.tag)};")
    for field in struct.fields:
        optional = "" if field.required else "?"
        lines += _comment(told.get(field.name, ""), "  ")
        lines.append(f"  {field.encode_name}{optional}: {named(field.type)};")
    return "\n".join([*lines, "}", ""])


def named(kind: types.Type) -> str:
    """A type as TypeScript writes it."""
    if isinstance(kind, types.Metadata):
        title: str | None = (kind.extra_json_schema or {}).get("title")
        return title or named(kind.type)
    if isinstance(kind, types.StructType):
        return kind.cls.__name__
    if isinstance(kind, types.UnionType):
        return " | ".join(dict.fromkeys(named(each) for each in kind.types))
    if isinstance(kind, types.LiteralType):
        return " | ".join(_literal(value) for value in kind.values)
    if isinstance(kind, types.TupleType):
        return f"[{', '.join(named(each) for each in kind.item_types)}]"
    if isinstance(kind, types.VarTupleType | types.ListType):
        item = named(kind.item_type)
        return f"({item})[]" if " | " in item else f"{item}[]"
    if isinstance(kind, types.DictType):
        return f"Record<{named(kind.key_type)}, {named(kind.value_type)}>"
    return PLAIN[type(kind)]


def _literal(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def documented(cls: type[msgspec.Struct]) -> dict[str, str]:
    """What the docstrings of a record and of its fields say, the record's own under the empty name."""
    found = {"": inspect.cleandoc(cls.__doc__ or "")}
    for base in reversed(cls.__mro__):
        if not issubclass(base, msgspec.Struct) or base is msgspec.Struct:
            continue
        (body,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(body, ast.ClassDef)
        for line, after in zip(body.body, body.body[1:]):
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                if said and isinstance(after.value.value, str):
                    found[line.target.id] = inspect.cleandoc(after.value.value)
    return found


def _comment(words: str, indent: str) -> list[str]:
    text = re.sub(r"\s+", " ", words).strip()
    return [f"{indent}/** {text} */"] if text else []


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
