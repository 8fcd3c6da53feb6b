"""Two hundred classes: the worst first, all of them reachable, and the pairs that are confused most."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest

import assay

RNG = np.random.default_rng(31)
COUNT = 200
TRUTH = RNG.integers(0, COUNT, 12_000)
SAID = np.where(RNG.random(12_000) < 0.2 + TRUTH / 500, (TRUTH + RNG.choice([1, 7, 50], 12_000)) % COUNT, TRUTH)


@pytest.fixture(scope="module")
def many():
    return assay.evaluate([f"c{label:03d}" for label in TRUTH], [f"c{label:03d}" for label in SAID])


def test_a_terminal_shows_the_worst_classes_and_says_where_the_others_are(many):
    text = str(many)
    f1 = {label: own["f1"].value for label, own in many.per_class.items()}
    worst = sorted(f1, key=f1.get)[:20]
    rows = text.partition("the worst F1 first")[2].partition("The pairs most often confused")[0].splitlines()
    assert [line.split()[0] for line in rows if re.match(r"c\d", line)] == worst
    assert f"The worst of 200 classes: {worst[0]}, F1 {f1[worst[0]]:.3f}" in " ".join(text.split())
    assert "and 180 more classes: --report page.html shows all" in " ".join(text.split())


def test_a_page_holds_every_class_and_the_pairs_most_often_confused(many, tmp_path):
    path = assay.report(many, tmp_path / "x.html")
    page = path.read_text()
    assert path.stat().st_size < 1_500_000
    table = page.partition("200 classes, the worst F1 first")[2].partition("</table>")[0]
    assert len(re.findall(r'<th scope="row"[^>]*>c\d{3}</th>', table)) == COUNT
    wrong = Counter((a, b) for a, b in zip(TRUTH.tolist(), SAID.tolist(), strict=True) if a != b)
    count = max(wrong.values())
    pairs = page.partition("most often confused")[2].partition("</table>")[0]
    rows = re.findall(r">c(\d{3})</th><td[^>]*>c(\d{3})</td><td[^>]*>(\d+)</td>", pairs)
    assert len(rows) == len(wrong)
    assert int(rows[0][2]) == count
    assert all(wrong[int(a), int(b)] == int(n) for a, b, n in rows)


def test_few_classes_keep_the_order_of_their_labels():
    labels = np.array(list("abcd"))[RNG.integers(0, 4, 200)]
    text = str(assay.evaluate(labels, np.roll(labels, 1)))
    assert [line[0] for line in text.splitlines() if re.match(r"[abcd]  +\d+  ", line)][:4] == list("abcd")
