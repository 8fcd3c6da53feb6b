"""The slider in a real browser: what it shows is what `evaluate` prints at the threshold that it names."""

from __future__ import annotations

import numpy as np
import pytest

import assay
from assay.results import numbers
from assay.stats import proportion_limits

RNG = np.random.default_rng(11)
SMALL = (np.array([0, 0, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1]), np.arange(1, 13) / 13)
SIXTEEN = (np.arange(16) % 3 == 0).astype(int), RNG.permutation(16) / 16
TIED = (RNG.random(300) < 0.3).astype(int), RNG.integers(-4, 5, 300).astype(float)
MANY = (RNG.random(50_000) < 0.001).astype(int)
MANY = MANY, (RNG.random(50_000) ** 3 + 0.2 * MANY * RNG.random(50_000)) / 1.2
KINDS = {
    "twelve cases": (SMALL, {}),
    "sixteenths, which tie when rounded": (SIXTEEN, {}),
    "ties, and scores below 0": (TIED, {"threshold": 1.0}),
    "weights": (SMALL, {"weight": np.arange(1, 13) / 7}),
    "another level": (SMALL, {"level": 0.8}),
    "another method": (SIXTEEN, {"method": "jeffreys"}),
    "another seed": (SMALL, {"seed": 5}),
}


def judge(cases, options, **more):
    return assay.evaluate(cases[0], score=cases[1], **{**options, **more})


def rows_of(page):
    found = page.locator("#live-metrics tbody tr").evaluate_all(
        "rows => rows.map(row => [row.dataset.metric, row.querySelector('.value').textContent,"
        " row.querySelector('.interval').textContent])"
    )
    return {name: (value, interval) for name, value, interval in found}


def cells_of(page):
    return {cell: float(page.locator(f"#{cell}").get_attribute("data-value")) for cell in ("tp", "fp", "fn", "tn")}


def move(page, stop):
    page.locator("#slider").evaluate(
        "(one, stop) => { one.value = stop; one.dispatchEvent(new Event('input')); }", stop
    )


def printed(evaluation, name):
    return numbers.value(evaluation[name]), numbers.interval(evaluation[name])


@pytest.mark.parametrize("kind", KINDS)
def test_at_every_stop_the_page_shows_what_evaluate_prints(visit, kind):
    cases, options = KINDS[kind]
    page = visit(judge(cases, options))
    last = int(page.locator("#slider").get_attribute("max"))
    assert last == len(np.unique(cases[1]))
    for stop in range(last):
        move(page, stop)
        threshold = float(page.locator("#used").inner_text())
        there = judge(cases, options, threshold=threshold)
        shown = rows_of(page)
        assert len(shown) >= 24
        assert shown == {name: printed(there, name) for name in shown}, threshold
    assert page.said == []


def test_the_page_begins_with_the_threshold_that_was_asked_for_script_or_not(visit, browser, tmp_path):
    cases, _ = KINDS["twelve cases"]
    result = judge(cases, {}, threshold=0.7)
    page = visit(result)
    assert page.locator("#used").inner_text() == "0.7"
    assert rows_of(page)["recall"] == printed(result, "recall")
    context = browser.new_context(java_script_enabled=False)
    still = context.new_page()
    still.goto((tmp_path / "page.html").as_uri())
    for name, cell in (("recall", "[0."), ("f1", "[0.")):
        row = still.locator(f"#live-metrics tr[data-metric={name}]")
        assert row.locator(".value").inner_text() == printed(result, name)[0]
        assert row.locator(".interval").inner_text() == printed(result, name)[1]
        assert row.locator(".interval").inner_text().startswith(cell)
    told = still.locator("#told").inner_text()
    context.close()
    assert told == page.locator("#told").inner_text()


@pytest.mark.parametrize("width", [1280, 375])
def test_any_typed_threshold_gives_exact_counts_on_fifty_thousand_cases(visit, width):
    truth, score = MANY
    page = visit(judge(MANY, {}), width=width)
    shares = {"recall", "precision", "accuracy", "specificity"}
    for threshold in [0.3, 0.25, 0.999, float(np.sort(score)[-40]), *RNG.random(12).tolist(), 5.0, -1.0]:
        page.locator("#typed").fill(str(threshold))
        called = score >= threshold
        expected = {
            "tp": np.sum(called & (truth == 1)), "fp": np.sum(called & (truth == 0)),
            "fn": np.sum(~called & (truth == 1)), "tn": np.sum(~called & (truth == 0)),
        }  # fmt: skip
        assert cells_of(page) == expected, threshold
        assert float(page.locator("#used").inner_text()) == threshold
        assert not page.locator("#moved").is_visible()
        there, shown = judge(MANY, {}, threshold=threshold), rows_of(page)
        for name, (value, interval) in shown.items():
            if interval == "only at the slider's stops":
                assert name not in shares
                assert value == numbers.number(there[name].value)
            else:
                assert (value, interval) == printed(there, name), name
        if threshold in (0.3, 0.25):
            assert "only at the slider's stops" not in {interval for _, interval in shown.values()}


def test_where_not_every_threshold_is_kept_the_page_names_the_one_it_uses(visit):
    truth = (RNG.random(150_000) < 0.3).astype(int)
    score = RNG.random(150_000)
    page = visit(assay.evaluate(truth, score=score))
    for asked in RNG.random(8).tolist():
        page.locator("#typed").fill(str(asked))
        used = float(page.locator("#used").inner_text())
        assert used >= asked
        assert cells_of(page)["tp"] == np.sum((score >= used) & (truth == 1))
        assert cells_of(page)["fp"] == np.sum((score >= used) & (truth == 0))
        if used != asked:
            assert page.locator("#moved").is_visible()
            assert str(used) in page.locator("#moved").inner_text()
    page.keyboard.press("Tab")
    assert "of the thresholds" in page.locator("#live").inner_text()


def test_the_script_writes_numbers_as_python_does(visit):
    page = visit(judge(SMALL, {}))
    eighths = np.arange(-64, 65) / 64
    some = RNG.normal(size=300) * 10.0 ** RNG.integers(-4, 12, 300)
    edges = [0.0, 1.0, 0.9995, 9.995, 9.9999, 10.0, 999.95, 1000.5, 1001.5, 2500.5, 1e9, 1.23456e9, 9.999e11, 1e100]
    for decimals in (3, 4, 5, 6):
        values = [*eighths.tolist(), *some.tolist(), *edges]
        shown = page.evaluate("([values, places]) => values.map((one) => written(one, places))", [values, decimals])
        assert shown == [numbers.number(value, decimals) for value in values]
    assert page.evaluate("[written(NaN, 3), written(Infinity, 3), written(-Infinity, 3)]") == ["undefined", "∞", "-∞"]
    ends = np.sort(RNG.random((200, 2)) ** 4, axis=1).tolist()
    assert page.evaluate("(ends) => ends.map(([low, high]) => decimalsFor(low, high))", ends) == [
        numbers.decimals_for(low, high) for low, high in ends
    ]


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_the_script_and_python_agree_on_the_limits_of_every_share(visit, level):
    page = visit(judge(SMALL, {"level": level}))
    pairs = [(x, n) for n in range(1, 31) for x in range(n + 1)]
    for n in (1000, 49_999, 10_000_000):
        pairs += [(x, n) for x in (0, 1, 2, 9, 10, n // 2, n - 10, n - 9, n - 1, n)]
    x, n = np.array(pairs, dtype=float).T
    formulas = {"false": proportion_limits.guarded_wilson, "true": proportion_limits.mid_guarded_wilson}
    for of_answers, formula in formulas.items():
        found = page.evaluate(f"(pairs) => pairs.map(([x, n]) => shareLimits(x, n, data.live, {of_answers}))", pairs)
        low, high = proportion_limits.limits(formula, x, n, level)
        np.testing.assert_allclose(found, np.stack([low, high], axis=1), rtol=1e-9, atol=1e-13)


def test_packed_numbers_come_back_as_they_were(visit):
    from assay.reports.pages.packing import pack_counts, pack_pairs, pack_rising

    page = visit(judge(SMALL, {}))
    rising = np.unique(np.concatenate([RNG.normal(size=200) * 10.0 ** RNG.integers(-300, 300, 200), [0.0, 5e-324]]))
    assert [float(one) for one in page.evaluate("risingOf", pack_rising(rising))] == rising.tolist()
    counts = np.array([0, 1, 127, 128, 2**31, 2**49 - 1], dtype=np.uint64)
    assert page.evaluate("(text) => Array.from(countsOf(text), ([low]) => low)", pack_counts(counts)) == counts.tolist()
    pairs = RNG.integers(0, 10**6, (200, 2))
    assert page.evaluate("pairsOf", pack_pairs(pairs[:, 0], pairs[:, 1])) == pairs.tolist()


def test_a_page_of_fifty_thousand_scores_stays_small(tmp_path):
    path = assay.report(judge(MANY, {}), tmp_path / "many.html")
    assert path.stat().st_size < 1_500_000
