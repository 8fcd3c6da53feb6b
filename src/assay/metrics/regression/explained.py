"""How much of the truth's variation the model accounts for, and how truth and prediction go together."""

from __future__ import annotations

from assay.metrics.cards import metric
from assay.metrics.families import Correlation, SquaredCorrelation
from assay.metrics.regression.relative import CONSTANT_TRUTH, EXPLAINED, rse
from assay.metrics.regression.sizes import POSITIVE
from assay.stats.arithmetic import Number, ratio, root
from assay.summaries.residual_means import ResidualMeans
from assay.summaries.residuals import Residuals as Residuals

CONSTANT = "the truth or the prediction is the same in every case, so they cannot vary together"


@metric(
    label="R²",
    aliases=("r_squared", "r2_score", "coefficient_of_determination"),
    formula="1 - Σe² / Σ(y - mean y)²",
    bounds=EXPLAINED,
    better="higher",
    undefined=CONSTANT_TRUTH,
    headline=True,
    reading="R² is {value}; 0 is what always answering the mean gives.",
    beware="Negative where the model is worse than the mean. It says nothing about how many points lie on a line.",
)
def r2(means: ResidualMeans) -> Number:
    """Share of the truth's variance that the predictions account for.

    >>> r2(ResidualMeans.of(Residuals.of([1, 3], [2, 3])))
    0.5
    """
    return 1 - rse(means)


@metric(
    label="Explained variance",
    aliases=("explained_variance_score",),
    formula="1 - var(e) / var(y)",
    bounds=EXPLAINED,
    better="higher",
    undefined=CONSTANT_TRUTH,
    reading="Explained variance is {value}; unlike R² it forgives a constant bias.",
)
def explained_variance(means: ResidualMeans) -> Number:
    """R² that forgives a constant error.

    >>> explained_variance(ResidualMeans.of(Residuals.of([1, 3], [2, 4])))
    1.0
    """
    return 1 - ratio(means.error_variance, means.truth_variance)


@metric(
    label="Total sum of squares",
    aliases=("total_sum_of_squares",),
    formula="Σ (y - mean y)²",
    bounds=POSITIVE,
    better="neither",
    undefined="only ranges were predicted",
    unit=2,
    reading="The truth's squared distances from its mean add up to {value}.",
)
def sst(means: ResidualMeans) -> Number:
    """Sum of the truth's squared distances from its mean: what there is to explain.

    >>> sst(ResidualMeans.of(Residuals.of([1, 3], [2, 4])))
    2.0
    """
    return means.truth_variance * means.worth.weight * means.outputs


@metric(
    label="Pearson correlation",
    aliases=("pearsonr", "correlation", "pearson_correlation"),
    formula="Σ(y - mean y)(ŷ - mean ŷ) / √(Σ(y - mean y)² Σ(ŷ - mean ŷ)²), means weighted",
    bounds=(-1, 1),
    better="higher",
    undefined=CONSTANT,
    family=Correlation(),
    headline=True,
    reading="Truth and prediction correlate by {value}.",
    beware="It forgives a wrong scale and a wrong level: 1 does not mean that predictions are right.",
)
def pearson(means: ResidualMeans) -> Number:
    """Correlation of truth and prediction.

    >>> pearson(ResidualMeans.of(Residuals.of([1, 2, 3], [10, 20, 30])))
    1.0
    """
    return ratio(means.covariance, root(means.truth_variance) * root(means.prediction_variance))


@metric(
    label="Squared correlation",
    aliases=("squared_correlation",),
    formula="r²",
    bounds=(0, 1),
    better="higher",
    undefined=CONSTANT,
    family=SquaredCorrelation(),
    reading="The squared correlation is {value}.",
    beware="It equals R² only for a line fitted to these very cases; elsewhere it is larger, as it forgives bias.",
)
def pearson_squared(means: ResidualMeans) -> Number:
    """Square of the correlation: R² after the best straight correction of the predictions.

    >>> pearson_squared(ResidualMeans.of(Residuals.of([1, 2, 3], [30, 20, 10])))
    1.0
    """
    return pearson(means) ** 2


@metric(
    label="Concordance correlation",
    aliases=("ccc", "concordance_correlation_coefficient", "lin_ccc"),
    formula="2 cov(y, ŷ) / (var y + var ŷ + (mean y - mean ŷ)²)",
    bounds=(-1, 1),
    better="higher",
    undefined="truth and prediction are the same constant",
    reading="Truth and prediction agree by {value}; unlike correlation, bias and scale count.",
    reference="Lin 1989",
)
def concordance(means: ResidualMeans) -> Number:
    """Agreement with the line truth = prediction: correlation that does not forgive bias or scale.

    >>> concordance(ResidualMeans.of(Residuals.of([1, 2, 3], [1, 2, 3])))
    1.0
    """
    spread = means.truth_variance + means.prediction_variance
    between = means.squared - means.error_variance
    return ratio(2 * means.covariance, spread + between)
