"""Reads a source file into all its mutants, leaving out what is text, a type, or a message."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from mutants.changes import changes_of, guards_of
from mutants.mutant import SOURCE, Lines, Mutant, Span, source_files, source_lines

FINDING = "metrics/find.py"
QUIET = frozenset({"axis", "maxsize", "strict", "ndmin", "dtype", "rtol", "atol", "xtol", "spawn_key"})
"""Keyword arguments whose numbers steer how a thing is computed, not what comes out."""
STEERING = re.compile(
    "(FEWEST_|FEW_|WEIGHTED_)?(DRAWS|REPLICATES|PERMUTATIONS|TRIALS|PIVOTS|STEPS?|BLOCK|BUDGET|STREAM|REMEMBERED|GLANCE|GRID)"
)
"""Constants that say how much is drawn or held at a time: another number gives the same answer, a little rougher."""
TYPE_NAMES = ("TypeAlias", "TypeVar", "TypeGuard")
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Place:
    """Where the reader stands: the function around it, and the lines that show a change made here."""

    file: str
    function: str = ""
    lines: Lines = frozenset()


def mutants_of(file: str) -> list[Mutant]:
    """Return the mutants of a file in the order of its lines, each text of a change once."""
    tree = _tree(file)
    found: dict[tuple[str, ...], Mutant] = {}
    for statement in tree.body:
        for mutant in _of_statement(statement, Place(file, lines=_module_lines(file, tree, statement))):
            found.setdefault(mutant.identity, mutant)
    return list(found.values())


def _of_statement(node: ast.stmt, place: Place) -> Iterator[Mutant]:
    if isinstance(node, Function):
        yield from _of_function(node, place)
    elif isinstance(node, ast.ClassDef):
        inner = replace(place, function=_inside(place, node.name), lines=_numbers(place.file, node))
        for statement in node.body:
            yield from _of_statement(statement, inner)
    elif not _unspoken(node):
        yield from _of_plain(node, place)


def _of_function(node: Function, place: Place) -> Iterator[Mutant]:
    """Yield mutants of the body, and of decorators and defaults, which every line of the body may show."""
    inner = replace(place, function=_inside(place, node.name), lines=_body_lines(place.file, node))
    for part in node.decorator_list:
        yield from _of_expression(part, replace(inner, lines=inner.lines | _readers()))
    for part in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
        yield from _of_expression(part, inner)
    for statement in node.body:
        yield from _of_statement(statement, inner)


def _of_plain(node: ast.stmt, place: Place) -> Iterator[Mutant]:
    """Yield mutants of one statement; those of statements inside it have lines of their own."""
    here = place if not place.function or _in_class(place) else replace(place, lines=_header(place.file, node))
    pairs = [*guards_of(node), *((node, other) for other in changes_of(node))]
    yield from (_mutant(old, new, here) for old, new in pairs)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield from _of_statement(child, place)
        elif isinstance(child, ast.match_case | ast.ExceptHandler):
            for statement in child.body:
                yield from _of_statement(statement, place)
        elif not (isinstance(node, ast.AnnAssign) and child is node.annotation):
            yield from _of_expression(child, here)


def _of_expression(node: ast.AST, place: Place) -> Iterator[Mutant]:
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg in QUIET):
        return
    if _stands_in(node):
        yield from _of_expression(node.left, place)
        yield from _of_expression(node.right.args[1], place)
        return
    if place.function or not _is_type(node):
        yield from (_mutant(node, other, place) for other in changes_of(node))
    for child in ast.iter_child_nodes(node):
        yield from _of_expression(child, place)


def _mutant(old: ast.AST, new: ast.AST, place: Place) -> Mutant:
    span = Span(old.lineno, old.col_offset, old.end_lineno, old.end_col_offset)
    text = ast.unparse(ast.fix_missing_locations(new))
    return Mutant(place.file, place.function, span, text if isinstance(new, ast.stmt) else f"({text})", place.lines)


def _unspoken(node: ast.stmt) -> bool:
    """Say whether a statement is an import, a message, a docstring, or for the type checker only."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return True
    if isinstance(node, ast.Assign):
        targets = re.findall(r"\w+", ast.unparse(node.targets[0]))
        return ast.unparse(node.value).startswith(TYPE_NAMES) or all(map(STEERING.fullmatch, targets))
    return isinstance(node, ast.Import | ast.ImportFrom | ast.Raise | ast.Assert)


def _stands_in(node: ast.AST) -> bool:
    """Say whether this is x / where(y > 0, y, 1): what is divided by the 1 is never used."""
    match node:
        case ast.BinOp(op=ast.Div(), right=ast.Call(func=ast.Attribute(attr="where"), args=[_, _, ast.Constant()])):
            return True
    return False


def _is_type(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)


def _inside(place: Place, name: str) -> str:
    return f"{place.function}.{name}" if place.function else name


def _in_class(place: Place) -> bool:
    return place.function.split(".")[-1][:1].isupper()


def _numbers(file: str, node: ast.AST) -> Lines:
    return frozenset((file, line) for line in range(node.lineno, node.end_lineno + 1))


def _body_lines(file: str, node: Function) -> Lines:
    return frozenset((file, line) for line in range(node.body[0].lineno, node.end_lineno + 1))


@cache
def _readers() -> Lines:
    """Return the lines through which every reader of a card goes: what a decorator says is seen by any of them."""
    return frozenset((FINDING, line) for line in range(1, len(source_lines(FINDING)) + 1))


def _header(file: str, node: ast.stmt) -> Lines:
    """Return the lines of a statement without those of the statements in it."""
    inner = [child.lineno for child in ast.walk(node) if isinstance(child, ast.stmt) and child is not node]
    last = max(min(inner) - 1, node.lineno) if inner else node.end_lineno
    return frozenset((file, line) for line in range(node.lineno, last + 1))


def _module_lines(file: str, tree: ast.Module, node: ast.stmt) -> Lines:
    """Return where the names that a statement of a module gives are read: here, or in files that import them."""
    names = {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}
    if not names:
        return frozenset()
    read = {(other, line) for other in source_files() for line in _readings(other, names, other == file)}
    return frozenset(read) or frozenset((file, line) for line in range(1, tree.body[-1].end_lineno + 1))


def _readings(file: str, names: set[str], own: bool) -> Iterator[int]:
    read, imported = _names_of(file)
    for name in names if own else names & imported:
        yield from read.get(name, ())


@cache
def _names_of(file: str) -> tuple[dict[str, list[int]], set[str]]:
    """Return the lines that read each name of a file, and the names that it imports."""
    read: dict[str, list[int]] = {}
    imported = set()
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            read.setdefault(node.id, []).append(node.lineno)
        elif isinstance(node, ast.ImportFrom):
            imported |= {alias.name for alias in node.names}
    return read, imported


@cache
def _tree(file: str) -> ast.Module:
    return ast.parse((SOURCE / file).read_bytes())
