"""Every word of every chart can be read where it stands: at 1280 pixels and on a phone of 375, whatever the chart."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import assay

sys.path.append(str(Path(__file__).parent.parent))
from all_charts import results

SMALLEST = 9
"""Pixels on the screen."""
SIZES = """Array.from(document.querySelectorAll('main figure svg text'), (text) => {
  const svg = text.ownerSVGElement, scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return [text.closest('figure').id, scale * parseFloat(getComputedStyle(text).fontSize)];
})"""
KINDS = ("scores", "labels", "classes", "amounts", "detection", "segmentation", "text", "comparison", "systems",
         "ranking", "control", "validation", "learning", "complexity", "parts", "gate", "plan")  # fmt: skip


def test_every_kind_with_charts_is_looked_at():
    assert set(results()) - set(KINDS) == {"margins", "test"}


@pytest.mark.parametrize("width", [1280, 375])
def test_no_word_of_any_chart_is_below_nine_pixels(visit, width):
    for kind in KINDS:
        page = visit(results()[kind], width, name=f"{kind}.html")
        found = page.evaluate(SIZES)
        assert found, kind
        assert [(kind, figure, size) for figure, size in found if size < SMALLEST] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.context.close()


def test_the_first_paint_of_fifty_thousand_cases_comes_soon(visit):
    rng = np.random.default_rng(2)
    truth = (rng.random(50_000) < 0.2).astype(int)
    page = visit(assay.evaluate(truth, score=1 / (1 + np.exp(-(rng.standard_normal(50_000) + 2 * truth - 1)))), 1280)
    paints = []
    for _ in range(50):
        paints = paints or page.evaluate("performance.getEntriesByType('paint').map((paint) => paint.startTime)")
        page.wait_for_timeout(0 if paints else 100)
    assert paints, "a page that is never painted"
    assert paints[0] < 3000, "half a second on an idle machine; tests share theirs"
