"""Scenes: arguments that belong together, of every task, as calls of evaluate, compare, outcomes and Running."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from fuzz.strange import EVERYTHING, SCALARS, WRAPPERS
from fuzz.trial import Trial

Arguments = dict[str, str]

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "level": ("0.5", "0.99", "1 - 1e-9", "1e-6"), "seed": ("3",), "missing": ("'drop'",), "positive": ("1", "0",
    "'yes'"), "metrics": ("'recall'", "['accuracy', 'f1']", "'mae'", "'roc_auc'", "['mae', 'rmse']",
    "'f_beta(beta=3)'", "'all'"), "method": ("'none'", "'percentile'", "'bca'", "'wilson'", "'jeffreys'",
    "'bootstrap-t'", "'delong'", "'clopper-pearson'"), "threshold": ("0.5", "0.0", "1.0", "0.3"), "task": ("'binary'",
    "'multiclass'", "'regression'", "'multilabel'"), "costs": ("{'fp': 1, 'fn': 20}",), "labels": ("[0, 1]",
    "['no', 'yes']"),
}  # fmt: skip

HOSTILE = (
    "\x1b[31mred", "a\nb", "\u202eright", "\x9b31m", "bell\x07", "nul\x00", "<script>alert(1)</script>", "=1+1",
    "{{7*7}}", "a|b", "$x_1$", "\\input{x}", "\u200b", "a" * 300, "", " ", "\ud800", "é", "\r\nx", "<b>bold</b>", "*",
    "[x](y)",
)  # fmt: skip
"""Names and labels that try to be more than text."""


def column(rng: np.random.Generator, kind: str, n: int) -> str:
    """Return the source of a column of a kind."""
    makers = {
        "labels": lambda: rng.integers(0, 2, n).tolist(),
        "words": lambda: rng.choice(["no", "yes"], n).tolist(),
        "classes": lambda: rng.choice(["cat", "dog", "eel"], n).tolist(),
        "scores": lambda: np.round(rng.random(n), int(rng.integers(1, 4))).tolist(),
        "wild": lambda: (rng.normal(size=n) * 10.0 ** rng.integers(-300, 300)).tolist(),
        "numbers": lambda: np.round(rng.normal(50, 9, n), 2).tolist(),
        "weights": lambda: np.round(rng.random(n) * 3, 1).tolist(),
        "groups": lambda: rng.integers(0, max(2, n // 3), n).tolist(),
        "sets": lambda: rng.integers(0, 2, (n, 3)).tolist(),
        "shares": lambda: np.round(rng.dirichlet(np.ones(3), n), 3).tolist(),
        "texts": lambda: rng.choice(["the cat sat", "a dog ran off", "", "the the"], n).tolist(),
        "hostile": lambda: rng.choice([*HOSTILE[:3]], n).tolist(),
        "extremes": lambda: rng.choice([1e308, -1e308, 5e-324, 0.0, 1.0], n).tolist(),
    }
    return repr(makers[kind]())


SCENES: Mapping[str, Mapping[str, str]] = {
    "labels": {"truth": "labels", "prediction": "labels"},
    "words": {"truth": "words", "prediction": "words"},
    "classes": {"truth": "classes", "prediction": "classes"},
    "scores": {"truth": "labels", "score": "scores"},
    "wild scores": {"truth": "labels", "score": "wild"},
    "class scores": {"truth": "classes", "score": "shares"},
    "sets": {"truth": "sets", "prediction": "sets"},
    "regression": {"truth": "numbers", "prediction": "numbers"},
    "wild numbers": {"truth": "wild", "prediction": "wild"},
    "extremes": {"truth": "extremes", "prediction": "extremes"},
    "ranges": {"truth": "numbers", "lower": "numbers", "upper": "numbers"},
    "texts": {"truth": "texts", "prediction": "texts"},
    "hostile labels": {"truth": "hostile", "prediction": "hostile"},
}
EXTRA = {"weight": "weights", "group": "groups", "by": "groups"}
SIZES = (1, 2, 3, 5, 8, 13, 30)


def scene(rng: np.random.Generator) -> Arguments:
    """Return the arguments of one evaluation."""
    n = int(rng.choice(SIZES))
    name = str(rng.choice(list(SCENES)))
    given = {role: column(rng, kind, n) for role, kind in SCENES[name].items()}
    if name == "texts":
        given["task"] = "'text'"
    if name == "class scores":
        parts = np.round(rng.dirichlet(np.ones(3), n), 3)
        given["score"] = repr({label: parts[:, at].tolist() for at, label in enumerate(("cat", "dog", "eel"))})
    for role, kind in EXTRA.items():
        if rng.random() < 0.12:
            given[role] = column(rng, kind, n)
    for option, texts in OPTIONS.items():
        if option not in given and rng.random() < 0.08:
            given[option] = str(rng.choice(texts))
    if name == "hostile labels" or (name == "words" and "positive" not in given):
        given["positive"] = repr(HOSTILE[0]) if name == "hostile labels" else "'yes'"
    return given


def strange_scene(rng: np.random.Generator) -> tuple[Arguments, Arguments]:
    """Return the arguments of a scene with something strange in up to two of them, and the scene as it was."""
    usual = scene(rng)
    given = dict(usual)
    for _ in range(int(rng.integers(0, 3))):
        role = str(rng.choice([*given, *EXTRA, *OPTIONS]))
        if role in ("truth", "prediction", "score", "weight", "group", "by", "lower", "upper") and rng.random() < 0.75:
            given[role] = bent(rng, given.get(role, "[1, 0, 1]"))
        else:
            given[role] = str(rng.choice(EVERYTHING))
    return given, usual


def bent(rng: np.random.Generator, text: str) -> str:
    """Return a column in another container, or with something strange in one of its places."""
    if rng.random() < 0.6:
        return str(rng.choice(WRAPPERS)).replace("{}", text)
    return f"[*{text}[:-1], {rng.choice(SCALARS)}]" if rng.random() < 0.5 else f"[{rng.choice(SCALARS)}, *{text}[1:]]"


FORMS = ("'saved'", "'page'", "'markdown'", "'latex'", "'frame'", "'prose'")


def around(rng: np.random.Generator) -> str:
    """Return how a result is looked at: printed and as JSON always, in other forms now and then."""
    if rng.random() < 0.8:
        return "look({})"
    return "look({}, " + str(rng.choice(FORMS)) + ")"


def evaluate_trial(rng: np.random.Generator) -> Trial:
    """Return a strange call of evaluate, or of Running with the same batch."""
    given, usual = strange_scene(rng)
    if rng.random() < 0.1:
        batch = (
            "dict("
            + ", ".join(f"{k}={v}" for k, v in given.items() if k in (*SCENES["ranges"], "prediction", "score"))
            + ")"
        )
        return Trial("running", (("", batch),), needed=1, around=around(rng))
    return _trial("assay.evaluate", given, usual, rng)


def compare_trial(rng: np.random.Generator) -> Trial:
    """Return a strange call of compare: two or three models with the same kind of output."""
    given, usual = strange_scene(rng)
    names = [str(rng.choice(HOSTILE)) if rng.random() < 0.2 else name for name in "abc"]
    for arguments in (given, usual):
        for role in ("lower", "upper", "costs"):
            arguments.pop(role, None)
        for role in ("prediction", "score"):
            if role in arguments:
                outputs = [arguments[role], arguments[role] + "[::-1]" * (role in usual), arguments[role]]
                most = 2 if rng.random() < 0.7 else 3
                pairs = zip(names[:most], outputs[:most], strict=True)
                arguments[role] = "{" + ", ".join(f"{name!r}: {text}" for name, text in pairs) + "}"
    if rng.random() < 0.2:
        given["margin"] = str(rng.choice(("0.1", *SCALARS)))
    return _trial("assay.compare", given, usual, rng)


def outcomes_trial(rng: np.random.Generator) -> Trial:
    """Return a strange call of outcomes."""
    given, usual = strange_scene(rng)
    kept = ("truth", "prediction", "positive", "missing")
    mine = {role: given.get(role, "[1, 0, 1]") for role in kept if role in given or role == "prediction"}
    return _trial("assay.outcomes", mine, usual, rng)


def _trial(function: str, given: Arguments, usual: Arguments, rng: np.random.Generator) -> Trial:
    arguments = tuple(given.items())
    plain = tuple(usual.get(role, text) for role, text in arguments)
    needed = sum(role in ("truth", "prediction", "score") for role in given)
    return Trial(function, arguments, needed if function != "assay.evaluate" else 0, plain, around=around(rng))
