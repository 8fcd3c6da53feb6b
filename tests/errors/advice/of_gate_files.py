"""Advice about gate files, baselines and histories."""

from __future__ import annotations

from pathlib import Path

from advice.entries import Advice, command, write
from assay import against, evaluate, history, rank

TRUTH, ANSWERS = [1, 1, 0, 0] * 20, [1, 1, 0, 1] * 20
CSV = "y,p\n" + "".join(f"{y},{p}\n" for y, p in zip(TRUTH, ANSWERS, strict=True))
GATE = 'data = "cases.csv"\ntruth = "y"\nprediction = "p"\nrequire = ["recall >= 0.1"]\n'
ONE = evaluate(TRUTH, ANSWERS)


def gated(text: str = GATE, *arguments: str, name: str = "gate.toml") -> None:
    """Run a gate file beside its data."""
    write("cases.csv", CSV)
    write(name, text)
    command("gate", *arguments)


def saved() -> str:
    """Keep a baseline."""
    return str(ONE.save("baseline.json"))


def drafted(text: str = CSV) -> None:
    """Write a first gate file."""
    command("gate", "--init", write("cases.csv", text))


# fmt: off
ADVICE = [
    Advice("gate_files.no_gate_file", lambda: command("gate"), {
        "assay gate --init DATA": drafted,
        "assay gate FILE": lambda: gated(GATE, "my.toml", name="my.toml"),
    }),
    Advice("gate_files.not_toml", lambda: gated("data = cases.csv"), {"correct that place": gated}),
    Advice("gate_files.no_section", lambda: gated("[project]\n", "pyproject.toml", name="pyproject.toml"), {
        "Add one": lambda: gated(f"[tool.assay.gate]\n{GATE}", name="pyproject.toml"),
        "name a gate file: assay gate FILE": lambda: gated(GATE, "my.toml", name="my.toml"),
    }),
    Advice("gate_files.unknown_key", lambda: gated(GATE.replace("require", "requires")), {
        "Did you mean 'require'?": gated,
    }),
    Advice("gate_files.missing_key", lambda: gated('data = "cases.csv"\n'), {
        'Add a line such as require = ["recall >= 0.8"]':
            lambda: gated('data = "cases.csv"\ntruth = "y"\nprediction = "p"\nrequire = ["recall >= 0.8"]'),
    }),
    Advice("gate_files.bad_type", lambda: gated(f"{GATE}unclear = 3\n"), {
        '"fail"': lambda: gated(f'{GATE}unclear = "fail"\n'), '"pass"': lambda: gated(f'{GATE}unclear = "pass"\n'),
    }),
    Advice("gate_files.already_there", lambda: (drafted(), drafted()), {
        "Move it away": lambda: (drafted(), Path("gate.toml").rename("old.toml"), drafted()),
        "name another file": lambda: (drafted(), command("gate", "other.toml", "--init", "cases.csv")),
    }),
    Advice("gate_files.no_truth_found", lambda: drafted("a,b\n1.5,2\n2.5,3\n"), {
        "Write gate.toml by hand": gated,
    }),
    Advice("baselines.no_baseline", lambda: gated(f'{GATE}baseline = "baseline.json"\n'), {
        "assay evaluate ... --save": lambda: (saved(), gated(f'{GATE}baseline = "baseline.json"\n')),
        "leave it out": gated,
    }),
    Advice("baselines.not_an_evaluation", lambda: history({"a": ONE, "b": rank([[1, 2], [3, 4], [2, 3]])}), {
        "assay evaluate --save baseline.json": lambda: against(ONE, saved()),
    }),
    Advice("baselines.task_differs", lambda: against(ONE, evaluate([1.5, 2.5, 0.5], [1.0, 2.0, 0.7])), {
        "with task=": lambda: against(ONE, evaluate(TRUTH, ANSWERS, task="binary")),
    }),
    Advice("baselines.other_positive", lambda: against(ONE, evaluate(TRUTH, ANSWERS, positive=0)), {
        "Judge both with the same positive=": lambda: against(ONE, evaluate(TRUTH, ANSWERS, positive=1)),
    }),
    Advice("baselines.too_few_runs", lambda: history({"a": ONE}), {
        "Give more files.": lambda: len(history({"a": ONE, "b": ONE})) == 2,
    }),
    Advice("baselines.not_runs", lambda: history([ONE, ONE]), {
        "a list of files that save() wrote": lambda: history([saved(), str(ONE.save("other.json"))]),
        "Pass {'monday': result, 'tuesday': result}": lambda: history({"monday": ONE, "tuesday": ONE}),
    }),
    Advice("baselines.run_twice", lambda: history([saved(), saved()]), {
        "Name every result once.": lambda: history([saved(), str(ONE.save("other.json"))]),
    }),
    Advice("baselines.nothing_shared", lambda: history({
        "a": evaluate(TRUTH, ANSWERS, metrics="recall"), "b": evaluate(TRUTH, ANSWERS, metrics="f1")}), {
        "Evaluate them with the same metrics.": lambda: history({"a": ONE, "b": ONE}),
    }),
]
