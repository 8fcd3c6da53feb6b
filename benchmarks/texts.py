"""Texts: BLEU with its interval, five systems compared, word errors; beside sacrebleu and jiwer."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import jiwer
import numpy as np
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest

import assay
from benchmarks.timing import Race, race

SEGMENTS, WORDS, SYSTEMS = 3000, 8000, 5


def corpus() -> tuple[list[str], dict[str, list[str]]]:
    """Return references of 8 to 40 words as frequent as words are, and systems that get ever more of them wrong."""
    rng = np.random.default_rng(0)
    words = np.array([f"w{place}" for place in range(WORDS)])
    frequent = 1 / np.arange(1, WORDS + 1)
    frequent /= frequent.sum()
    references = [rng.choice(words, rng.integers(8, 40), p=frequent) for _ in range(SEGMENTS)]

    def said(rate: float) -> list[str]:
        lines = []
        for line in references:
            luck = rng.random(len(line))
            line = np.where(luck < rate / 2, rng.choice(words, len(line), p=frequent), line)
            lines.append(" ".join(line[luck < 1 - rate / 3]))
        return lines

    return [" ".join(line) for line in references], {f"s{place}": said(0.3 + place / 20) for place in range(SYSTEMS)}


def races() -> Iterator[Race]:
    """Yield the races."""
    references, systems = corpus()
    one = systems["s0"]
    yield race(
        "BLEU with interval, 3,000 segments, 1,000 replicates",
        lambda: assay.evaluate(references, one, task="text", metrics="bleu"),
        "sacrebleu, n_bootstrap=1000",
        lambda: BLEU().corpus_score(one, [references], n_bootstrap=1000),
        1.0,
    )
    yield race(
        "chrF with interval, 3,000 segments, 1,000 replicates",
        lambda: assay.evaluate(references, one, task="text", metrics="chrf"),
        "sacrebleu, n_bootstrap=1000",
        lambda: CHRF().corpus_score(one, [references], n_bootstrap=1000),
        1.0,
        repeats=3,
    )

    def compared(method: str | None) -> object:
        return assay.compare(references, prediction=systems, task="text", metrics="bleu", control="s0", method=method)

    def tested(kind: str) -> object:
        return PairedTest(list(systems.items()), {"BLEU": BLEU(references=[references])}, None, test_type=kind)()

    yield race(
        "5 systems, BLEU, paired bootstrap", lambda: compared("bootstrap"), "sacrebleu PairedTest bs",
        lambda: tested("bs"), 0.2, repeats=3,
    )  # fmt: skip
    yield race(
        "5 systems, BLEU, randomisation and intervals", lambda: compared(None), "sacrebleu PairedTest ar",
        lambda: tested("ar"), 0.2, repeats=3,
    )  # fmt: skip
    yield from _commands(references, systems)
    yield race(
        "word error rate with interval, 3,000 segments",
        lambda: assay.evaluate(references, one, task="text", metrics="wer"),
        "jiwer, no interval",
        lambda: jiwer.wer(references, one),
        1.0,
    )


def _commands(references: list[str], systems: dict[str, list[str]]) -> Iterator[Race]:
    """Race the commands as users type them, start-up and reading included."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: Path(folder) / f"{name}.txt" for name in ("references", *systems)}
        for name, path in paths.items():
            path.write_text("\n".join(references if name == "references" else systems[name]) + "\n")
        files = [str(paths[name]) for name in systems]
        named = [part for name in systems for part in ("--prediction", f"{name}={paths[name]}")]
        ours = [sys.executable, "-m", "assay", "compare", str(paths["references"]), "--task", "text", *named,
                "--control", "s0", "--metric", "bleu", "--method", "bootstrap", "--json"]  # fmt: skip
        theirs = [
            sys.executable,
            "-m",
            "sacrebleu",
            str(paths["references"]),
            "-i",
            *files,
            "-m",
            "bleu",
            "--paired-bs",
        ]

        def run(command: list[str]) -> object:
            return subprocess.run(command, check=True, capture_output=True)

        yield race(
            "the same as commands: assay compare", lambda: run(ours), "sacrebleu --paired-bs", lambda: run(theirs), 1.0,
            repeats=3,
        )  # fmt: skip
