"""The changes that matter in numeric code: what a piece of syntax can be replaced by."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
TWINS = {"min": "max", "max": "min", "minimum": "maximum", "maximum": "minimum", "any": "all", "all": "any"}
DROPPED = ("abs", "sqrt")
LARGE = 10
"""From here on one more is nearly the same: such numbers are doubled."""
TINY = 1e-6
"""Smaller constants guard against rounding: no value shows them changed."""


def changes_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every replacement of one piece of syntax."""
    match node:
        case ast.BinOp():
            yield from _arithmetic(node)
        case ast.Compare():
            yield from _comparison(node)
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp():
            yield from _sign(node)
        case ast.Constant():
            yield from _constant(node)
        case ast.Call():
            yield from _call(node)
        case ast.Return(value=ast.Tuple(elts=[low, high])):
            yield ast.Return(ast.Tuple([high, low], ast.Load()))


def guards_of(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the condition of an early return with what makes it never or always so."""
    if isinstance(node, ast.If) and isinstance(node.body[-1], ast.Return | ast.Continue):
        for always in (False, True):
            yield node.test, ast.Constant(always)


def _arithmetic(node: ast.BinOp) -> Iterator[ast.AST]:
    other = OPERATORS.get(type(node.op))
    if other is not None and not any(_is_text(side) for side in (node.left, node.right)):
        yield ast.BinOp(node.left, other(), node.right)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _comparison(node: ast.Compare) -> Iterator[ast.AST]:
    for place, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            changed = copy.copy(node)
            changed.ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
            yield changed


def _sign(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.USub | ast.Not | ast.Invert):
        yield node.operand


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return
    if isinstance(value, int):
        yield ast.Constant(value + 1 if value < LARGE else 2 * value)
    elif abs(value) >= TINY or value == 0:
        yield ast.Constant(round(value * 1.1 + 0.1, 12) if abs(value) >= 0.01 or value == 0 else value * 3)


def _call(node: ast.Call) -> Iterator[ast.AST]:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if name in TWINS:
        yield ast.Call(_renamed(node.func, TWINS[name]), node.args, node.keywords)
    if name in DROPPED and len(node.args) == 1:
        yield node.args[0]


def _renamed(function: ast.expr, name: str) -> ast.expr:
    if isinstance(function, ast.Attribute):
        return ast.Attribute(function.value, name, ast.Load())
    return ast.Name(name, ast.Load())
