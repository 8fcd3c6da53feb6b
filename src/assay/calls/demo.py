"""The demo: breast tumours, a straight-line model against a tree, judged on cases neither has seen."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from assay.calls.compare import compare
from assay.calls.evaluate import evaluate
from assay.results.comparison import Comparison
from assay.results.evaluation import Evaluation
from assay.results.written_files import write_whole

SEED = 7
"""Any other would do; this one is kept, so that everybody sees the same numbers."""


@dataclass(frozen=True)
class Demo:
    """Two judged models and the predictions they were judged on."""

    results: dict[str, Evaluation]
    comparison: Comparison
    columns: dict[str, list[object]]

    def next_steps(self, saved: str | None, command: str) -> str:
        """Say what to try next, with the command as this user would type it."""
        lines = ["Try next:", f"  {command} metrics mcc"]
        if saved:
            lines.append(f"  {command} evaluate {saved} --truth truth --score p_tree --positive malignant")
            lines.append(f"  {command} evaluate {saved} --truth truth --prediction tree \\")
            lines.append("      --positive malignant --metric all")
            lines.append(f"  {command} compare {saved} --truth truth --score p_logistic --score p_tree \\")
            lines.append("      --positive malignant --margin 0.05")
        return "\n".join(lines)


def judge_demo() -> Demo:
    """Fit both models on two thirds of the data and judge them on the rest.

    Returns
    -------
    Demo
        Both evaluations, their comparison, and the predictions.

    Examples
    --------
    >>> list(judge_demo().comparison.models)
    ['logistic', 'tree']

    See Also
    --------
    save_predictions : writes the predictions to a file, to try the other commands on.
    """
    from sklearn.datasets import load_breast_cancer
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import train_test_split
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.tree import DecisionTreeClassifier

    data = load_breast_cancer()
    names = data.target_names[data.target]
    train, test, truth, unseen = train_test_split(data.data, names, test_size=1 / 3, random_state=SEED, stratify=names)
    models = {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "tree": DecisionTreeClassifier(max_depth=3, random_state=SEED),
    }
    titles = {"logistic": "Logistic regression, breast tumours", "tree": "Decision tree, the same cases"}
    results = {}
    columns = {"truth": unseen.tolist()}
    for name, model in models.items():
        model.fit(train, truth)
        score = model.predict_proba(test)[:, list(model.classes_).index("malignant")]
        results[titles[name]] = evaluate(unseen, score=score, positive="malignant")
        columns |= {name: model.predict(test).tolist(), f"p_{name}": score.tolist()}
    names = tuple(models)
    scores = {name: columns[f"p_{name}"] for name in names}
    comparison = compare(unseen, score=scores, positive="malignant", metrics=["recall", "roc_auc", "log_loss"])
    return Demo(results, comparison, columns)


def save_predictions(demo: Demo, path: str | os.PathLike[str]) -> Path:
    """Write truth and both models' answers to a csv file and return its path.

    Parameters
    ----------
    demo : Demo
        What judge_demo returned.
    path : path
        Where to write.

    Returns
    -------
    Path
        The file that was written.

    Raises
    ------
    InputError
        Where the file cannot be written.

    See Also
    --------
    judge_demo
    """
    import polars as pl

    return write_whole(path, pl.DataFrame(demo.columns).write_csv().encode())
