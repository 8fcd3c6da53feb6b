"""Charts of rankings: the critical-difference diagram, and every rank."""

from __future__ import annotations

from typing import Any

from assay.comparisons.verdicts import p_text
from assay.reports.charts.sentences import SILENT, says
from assay.reports.charts.theme import (
    HEAT,
    OVER,
    PALE,
    SWITCH,
    UNDER,
    Chart,
    data,
    distinct,
    full_to_empty,
    inked,
    matrix,
    name,
    sized,
    tall,
)
from assay.results.ranking import Ranking

MOST_SETS, MOST_MODELS, MOST_NUMBERED = 40, 40, 16
"""What fits: names to the side, columns across, and ranks written into cells."""


def pair_chart(ranking: Ranking) -> Chart:
    """Draw the adjusted p-value of every pair; dark cells are pairs that can be told apart."""
    import altair as alt

    kept = set(ranking.order[:MOST_MODELS])
    names = distinct(ranking.order[:MOST_MODELS])
    order = list(names.values())
    rows = []
    for pair in ranking.pairs:
        if pair.a not in kept or pair.b not in kept:
            continue
        shown = "<.001" if pair.p_adjusted < 0.001 else f"{pair.p_adjusted:.3f}".lstrip("0")
        apart = "told apart" if pair.separated else "not told apart"
        for a, b in ((pair.a, pair.b), (pair.b, pair.a)):
            told = f"{names[a]} and {names[b]}: {apart}, adjusted {p_text(pair.p_adjusted)}"
            rows.append({"a": names[a], "b": names[b], "p": shown, "apart": apart, "told": told})
    size, top = matrix(order, 44)
    x = alt.X("b:N", sort=order, title=None, axis=top)
    y = alt.Y("a:N", sort=order, title=None)
    shades = alt.Scale(domain=["told apart", "not told apart"], range=[HEAT, PALE])
    colour = alt.Color("apart:N", scale=shades, title=None, legend=alt.Legend(orient="bottom"))
    base = alt.Chart(data(rows)).encode(x=x, y=y)
    layers: list[Any] = [base.mark_rect(stroke=OVER, aria=True).encode(color=colour, **says())]
    if len(order) <= MOST_NUMBERED:
        ink = inked("datum.apart == 'told apart'", OVER, UNDER)
        layers.append(base.mark_text(fontSize=12, **SILENT).encode(text=alt.Text("p:N"), color=ink))
    side = size * len(order)
    return sized(alt.layer(*layers), "Adjusted p of every pair", side, max(side, tall(order, 8)), _left(ranking))


def _left(ranking: Ranking) -> str | None:
    count = len(ranking.models)
    return f"the best {MOST_MODELS} of {count} models" if count > MOST_MODELS else None


MEAN = "mean rank"


def _titles(ranking: Ranking) -> list[str]:
    """Write the data sets so that no two look the same, and none like the row of the means."""
    seen: dict[str, int] = {MEAN: 1}
    rows = []
    for data_set in ranking.data_sets[:MOST_SETS]:
        text = name(data_set)
        seen[text] = seen.get(text, 0) + 1
        rows.append(text if seen[text] == 1 else f"{text} ({seen[text]})")
    return rows


def rank_chart(ranking: Ranking) -> Chart:
    """Draw every model's rank on every data set, best in the darkest blue, and the mean ranks below."""
    import altair as alt

    best = ranking.order[:MOST_MODELS]
    names = distinct(best)
    order = list(names.values())
    places = {model: place for place, model in enumerate(ranking.models)}
    sets = _titles(ranking)
    rows = [
        {
            "set": label,
            "model": names[model],
            "rank": rank,
            "shown": f"{rank:.3g}",
            "told": f"{names[model]} on {label}: rank {rank:.3g}",
        }
        for row, label in enumerate(sets)
        for model in best
        for rank in [float(ranking.ranks[row, places[model]])]
    ]
    rows += [
        {
            "set": MEAN,
            "model": names[model],
            "rank": rank,
            "shown": f"{rank:.2f}",
            "told": f"{names[model]}: mean rank {rank:.2f}",
        }
        for model in best
        for rank in [ranking.average_ranks[model]]
    ]
    size, top = matrix(order, 52)
    x = alt.X("model:N", sort=order, title=None, axis=top)
    y = alt.Y("set:N", sort=[*sets, MEAN], title=None)
    count = len(order)
    fullness = alt.Opacity(
        "rank:Q", scale=alt.Scale(domain=[1, max(count, 2)], range=[1, 0.05]), title="rank",
        legend=full_to_empty(sorted({1, (count + 1) // 2, count})),
    )  # fmt: skip
    base = alt.Chart(data(rows)).encode(x=x, y=y)
    ink = inked(f"datum.rank < {1 + (1 - SWITCH) * (count - 1)}", OVER, UNDER)
    layers: list[Any] = [base.mark_rect(color=HEAT, aria=True).encode(opacity=fullness, **says())]
    if count <= MOST_NUMBERED:
        written = base.mark_text(fontSize=12, **SILENT)
        layers.append(written.encode(text=alt.Text("shown:N"), color=ink))
    left = len(ranking.data_sets) - len(sets)
    subtitle = f"{len(sets)} of {len(ranking.data_sets):,} data sets" if left else _left(ranking)
    return sized(alt.layer(*layers), "Ranks", size * count, tall([*sets, MEAN], 20), subtitle)
