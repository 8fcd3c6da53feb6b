"""The shape that keeps the code readable: how long files and functions are, how full a folder, what is left untyped."""

from __future__ import annotations

import ast
import statistics
from functools import cache
from pathlib import Path

import assay

HOME = Path(assay.__file__).parent
LONGEST_FILE, MEDIAN_FILE, LONGEST_FUNCTION, SILENCED = 300, 110, 50, 10


@cache
def sources() -> dict[str, str]:
    return {str(path.relative_to(HOME)): path.read_text() for path in sorted(HOME.rglob("*.py"))}


@cache
def trees() -> dict[str, ast.Module]:
    return {name: ast.parse(text) for name, text in sources().items()}


def functions(tree: ast.AST) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def lines_of_code(function: ast.FunctionDef) -> int:
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def names_any(annotation: ast.expr | None) -> bool:
    return annotation is not None and any(isinstance(n, ast.Name) and n.id == "Any" for n in ast.walk(annotation))


def test_no_file_is_long_and_half_of_them_are_short():
    lengths = {name: text.count("\n") for name, text in sources().items()}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}
    assert statistics.median(lengths.values()) < MEDIAN_FILE


def test_no_function_is_long():
    long = {
        f"{name}:{function.lineno} {function.name}": lines_of_code(function)
        for name, tree in trees().items()
        for function in functions(tree)
        if lines_of_code(function) > LONGEST_FUNCTION
    }
    assert long == {}


def test_no_folder_holds_more_than_a_fifth_of_the_lines():
    folders: dict[str, int] = {}
    for name, text in sources().items():
        folders[name.split("/")[0]] = folders.get(name.split("/")[0], 0) + text.count("\n")
    whole = sum(folders.values())
    assert {folder: lines for folder, lines in folders.items() if lines > whole / 5} == {}


def test_few_checks_of_types_are_silenced():
    silenced = [
        f"{name}: {line.strip()}"
        for name, text in sources().items()
        for line in text.splitlines()
        if "type: ignore" in line
    ]
    assert len(silenced) <= SILENCED, silenced


def test_no_public_function_and_no_field_of_a_result_is_any():
    """Public are the calls, and whatever stands in the folders of results, metrics, statistics, curves and schemes."""
    open_ended = []
    for name, tree in trees().items():
        folder = name.split("/")[0]
        if folder not in ("calls", "results", "metrics", "stats", "curves", "schemes"):
            continue
        for function in functions(tree):
            arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
            annotations = [function.returns, *(argument.annotation for argument in arguments)]
            if not function.name.startswith("_") and any(map(names_any, annotations)):
                open_ended.append(f"{name}: {function.name}")
        if folder == "results":
            classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
            fields = [node for kind in classes for node in kind.body if isinstance(node, ast.AnnAssign)]
            open_ended += [f"{name}: {ast.unparse(field)}" for field in fields if names_any(field.annotation)]
    assert open_ended == []


def numbers_of(constant: ast.Assign) -> list[float]:
    literals = [node.value for node in ast.walk(constant.value) if isinstance(node, ast.Constant)]
    if any(isinstance(value, str) for value in literals):
        return []  # a table of names, which its own words explain
    return [value for value in literals if isinstance(value, int | float) and value not in (0, 1, 2)]


def unexplained(name: str, tree: ast.Module) -> list[str]:
    lines = sources()[name].splitlines()
    bare = []
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if not isinstance(node, ast.Assign) or not ast.unparse(node.targets[0]).isupper() or not numbers_of(node):
            continue
        explained = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if not explained and "#" not in lines[node.end_lineno - 1]:
            bare.append(f"{name}:{node.lineno} {lines[node.lineno - 1]}")
    return bare


def test_every_constant_that_is_a_number_says_where_it_comes_from():
    assert [line for name, tree in trees().items() for line in unexplained(name, tree)] == []
