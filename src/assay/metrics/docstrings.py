"""What help(recall) shows: the sentences beside the formula, completed by sections that the card knows already."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Iterable, Sequence
from types import FunctionType

from assay.metrics.cards import Card

MOST_RELATED = 3
"""Metrics named as related: those that stand beside it in the catalogue, and no list to scroll."""

READ = {
    "BinaryCounts": "The confusion table: tp, fp, fn and tn.",
    "ClassCounts": "The confusion tables of all classes of a problem with one label per case.",
    "ClassScores": "The scores of every class, case by case or in tables.",
    "EditCounts": "Edits that turn each candidate into its reference.",
    "ImageTables": "A confusion table per image.",
    "LabelTables": "The confusion tables of all labels, where a case may have several.",
    "MatchedRows": "Cases that have exactly the labels they should have.",
    "Matches": "Which detections were matched to which truths.",
    "NgramCounts": "Shared n-grams of each segment.",
    "ResidualMeans": "Means of what each residual contributes.",
    "Residuals": "Truths and predictions, case by case.",
    "RunShares": "Unigrams and runs that each segment shares with its reference.",
    "ScoreTable": "The distinct scores, with the positive and negative cases at each.",
    "SegmentScores": "The score of each segment.",
    "SquareCounts": "The whole confusion table, rows truth.",
    "Tables": "A confusion table per class, label or data set.",
}
"""What formulas read, in words."""

OPTIONS = {
    "asian_support": "Whether characters of Asian scripts are words of their own.",
    "baseline": "The score of unrelated texts, or a file with it; scores are rescaled so that it becomes 0.",
    "beta": "How many times as much recall counts as precision.",
    "bins": "How many bins of equal mass.",
    "case_sensitive": "Whether capital letters differ from small ones.",
    "costs": "What each kind of answer costs, rows truth.",
    "coverage": "The share of the cases that is answered, or that ranges promise to hold.",
    "delta": "The size of error from which on the loss is a straight line.",
    "effective": "Whether orders without any match are left out.",
    "eps_smoothing": "Whether undefined orders count a tiny number instead of being left out.",
    "form": "How the choice is written in the candidate.",
    "idf": "Whether rare tokens count more.",
    "k": "How many of the highest scores are looked at.",
    "layer": "The layer whose vectors are compared; the last one if left out.",
    "lowercase": "Whether capital letters are made small first.",
    "max_fpr": "The false positive rate up to which the area is taken.",
    "model": "The folder of the model that turns words into vectors.",
    "most": "How many detections of an image count, those with the highest scores.",
    "n": "How many words or characters a run has.",
    "no_punct": "Whether punctuation is removed first.",
    "normalise": "How answers are made alike before they are compared.",
    "normalized": "Whether texts are normalised as tercom does.",
    "order": "The longest n-gram that is counted.",
    "parameters": "How many parameters the model has.",
    "part": "Which part is returned: f, precision or recall.",
    "prevalence": "The share of positive cases to carry the metric over to.",
    "quantile": "The quantile that was predicted.",
    "smooth": "How orders without a match are smoothed.",
    "smooth_value": "The number that smoothing uses; the usual one of the way of smoothing if left out.",
    "special": "Whether special tokens count.",
    "specificity": "The specificity that must be reached.",
    "standardized": "Whether the area is rescaled so that chance gives 1/2.",
    "threshold": "The probability from which on one acts.",
    "tokenize": "How texts are cut into words.",
    "weights": "How disagreement grows with distance: linear or quadratic.",
    "whitespace": "Whether blanks count as characters.",
    "word_order": "The longest n-gram of words that is counted beside those of characters.",
}
"""Parameters of formulas, in words."""

EXAMPLES = {
    "ClassScores": """
        >>> import assay
        >>> scores = [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.3, 0.3, 0.4]]
        >>> assay.evaluate(["a", "b", "c"], score=scores, labels=["a", "b", "c"], metrics=["{name}"])["{name}"].value
        1.0""",
    "ImageTables": """
        >>> import assay
        >>> mask = [[0, 1], [0, 1]]
        >>> assay.evaluate([mask], [mask], task="segmentation", metrics=["{name}"])["{name}"].value
        1.0""",
    "Matches": """
        >>> import assay
        >>> truth = [{{"boxes": [[0, 0, side, side]], "labels": ["cat"]}} for side in (9, 50, 200)]
        >>> boxes = [{{**image, "scores": [0.9]}} for image in truth]
        >>> assay.evaluate(truth, boxes, task="detection", metrics=["{name}"])["{name}"].value
        1.0""",
}
"""Examples for formulas whose summaries take more lines to make than an example has."""


def document(cards: Iterable[Card]) -> None:
    """Complete the docstring of every metric that has a function of its own."""
    own = [
        card
        for card in cards
        if isinstance(card.function, FunctionType) and card.name == card.function.__name__ and card.function.__doc__
    ]
    neighbours = defaultdict(list)
    for card in own:
        neighbours[card.function.__module__].append(card.name)
    for card in own:
        card.function.__doc__ = _written(card, neighbours[card.function.__module__])


def _written(card: Card, names: Sequence[str]) -> str:
    prose, prompt, examples = (card.function.__doc__ or "").partition("    >>> ")
    place = names.index(card.name)
    related = [*names[place + 1 :], *names[:place]][:MOST_RELATED] or ["find"]
    sections = {
        "Parameters": _parameters(card),
        "Returns": _returned(card),
        "Raises": _raised(card),
        "See Also": f"    {', '.join(related)}",
        "Notes": _notes(card),
        "Examples": f"{prompt}{examples}".rstrip() or _example(card),
    }
    parts = [f"    {title}\n    {'-' * len(title)}\n{text}\n" for title, text in sections.items() if text.strip()]
    return f"{prose.rstrip()}\n\n" + "\n".join(parts) + "    "


def _parameters(card: Card) -> str:
    function = inspect.unwrap(card.function)
    code, notes = function.__code__, function.__annotations__
    first, *others = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    lines = [f"    {first} : {card.reads.__name__}\n        {READ[card.reads.__name__]}"]
    lines += [f"    {name} : {notes[name]}\n        {OPTIONS[name]}" for name in others]
    return "\n".join(lines)


def _returned(card: Card) -> str:
    low, high = card.bounds
    undefined = card.undefined.replace("{positive}", "positive").replace("{negative}", "negative")
    return f"    float\n        In [{low:g}, {high:g}]; {_direction(card.better)}. nan where {undefined}."


def _raised(card: Card) -> str:
    several = len(inspect.unwrap(card.function).__annotations__) > 2
    other = ", or a parameter has a value that it cannot have" if several else ""
    return f"    InputError\n        If what is handed over is no {card.reads.__name__}{other}."


def _example(card: Card) -> str:
    shown = EXAMPLES.get(card.reads.__name__, "").format(name=card.name)
    return shown.replace("\n    ", "\n").lstrip("\n")


def _direction(better: str) -> str:
    return "neither end is better" if better == "neither" else f"{better} is better"


def _notes(card: Card) -> str:
    sentences = [f"Formula: {card.formula}."]
    if card.aliases:
        sentences.append(f"Also known as {', '.join(card.aliases)}.")
    if card.beware:
        sentences.append(f"Beware: {card.beware}.")
    if card.reference:
        sentences.append(f"Reference: {card.reference}.")
    return "\n".join(f"    {sentence}" for sentence in sentences)
