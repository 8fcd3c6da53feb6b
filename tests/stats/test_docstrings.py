"""Every public function of assay.stats and assay.curves says all that a reader of `?` needs, in the same words."""

from __future__ import annotations

import inspect
import re

import pytest

from assay import curves, stats

FUNCTIONS = [
    pytest.param(getattr(module, name), id=f"{module.__name__}.{name}")
    for module in (stats, curves)
    for name in module.__all__
    if inspect.isfunction(getattr(module, name))
]
SHARED = {
    "level": "Confidence level.",
    "alternative": "On which side of the null hypothesis the effect is looked for.",
    "better": "Which scores are better.",
}


def sections(function) -> dict[str, str]:
    parts = re.split(r"^(\w[\w ]*)\n-+\n", inspect.getdoc(function), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def described(function) -> dict[str, str]:
    entries = re.findall(r"^(\S.*?) : .*\n((?:    .*\n?)+)", sections(function)["Parameters"], flags=re.MULTILINE)
    return {name.lstrip("*"): " ".join(text.split()) for names, text in entries for name in names.split(", ")}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_first_line_is_a_sentence_and_the_sections_are_there(function):
    assert inspect.getdoc(function).splitlines()[0].endswith(".")
    assert {"Parameters", "Returns", "Raises", "See Also", "Notes", "Examples"} <= set(sections(function))
    assert ">>> " in sections(function)["Examples"]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_parameter_is_described_and_has_a_name_of_its_own(function):
    assert list(described(function)) == list(inspect.signature(function).parameters)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_shared_parameters_are_described_in_the_same_words(function):
    if function is not stats.likelihood_ratio_test:  # its alternative is a density
        assert all(text == SHARED.get(name, text) for name, text in described(function).items())


@pytest.mark.parametrize("name", stats.__all__)
def test_functions_of_stats_say_what_they_refuse_and_cite_someone(name):
    parts = sections(getattr(stats, name))
    assert "InputError" in parts["Raises"]
    assert re.search(r"\(1\d{3}|\(20\d{2}|Bayes", parts["Notes"])


@pytest.mark.parametrize("function", FUNCTIONS)
def test_see_also_names_public_functions(function):
    for line in sections(function)["See Also"].splitlines():
        assert all(hasattr(stats, name) or hasattr(curves, name) for name in line.split(" : ")[0].split(", ") if name)
