"""Messages about metrics and the methods that give them intervals."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors.tree import InputError, MetricError, nearest, quote, quote_all


def unknown(name: object, known: Sequence[str]) -> MetricError:
    """No metric of that name."""
    return MetricError(
        f"There is no metric {quote(name)}.{nearest(name, known)} `assay metrics` lists every metric and alias."
    )


def not_here(name: object, known: Sequence[str]) -> MetricError:
    """The metric exists, but not in this result."""
    return MetricError(
        f"{quote(name)} is not in this result.{nearest(name, known)} It holds {quote_all(known, 8)}. "
        f"If it is a metric of such cases, ask for it with metrics=[{quote(name)}]; `assay metrics` lists them all."
    )


def wrong_task(name: str, what: str, instead: Sequence[str]) -> MetricError:
    """The metric cannot be computed for this task."""
    hint = f" Try {quote_all(instead)}." if instead else " `assay metrics` says what each metric needs."
    return MetricError(f"{quote(name)} is not defined for {what}.{hint}")


def none_asked() -> InputError:
    """An empty list of metrics."""
    return InputError("metrics=[] asks for nothing. Name at least one metric, or leave it out for all of them.")


def bad_parameters(text: str, expected: str) -> InputError:
    """A parametrised metric that cannot be read."""
    parameters = "Write the parameters as name=value." if "(" in expected else "It takes no parameters."
    return InputError(f"The metric {quote(text)} cannot be read. It was expected as {expected}. {parameters}")


def unknown_parameter(text: str, name: str, known: Sequence[str]) -> InputError:
    """A parameter that a metric does not have."""
    return InputError(
        f"The metric {quote(text)} has no parameter {quote(name)}.{nearest(name, known)} It takes "
        f"{quote_all(known, 8)}."
    )


def parameter_range(name: str, parameter: str, value: object, expected: str) -> InputError:
    """A parameter outside its range."""
    return InputError(f"{parameter}={quote(value)} does not suit {name}. {expected} was expected. Change it.")


def not_a_result(kind: str) -> MetricError:
    """Something that cannot be laid out."""
    return MetricError(
        f"A {kind} cannot be written as a report. Pass what evaluate, compare, rank, validate or a curve returned."
    )


def no_paper_table(kind: str) -> MetricError:
    """A style for a result that is no table of models and metrics."""
    return MetricError(f"A {kind} has no table of models and metrics to style. Leave style= out.")


def unknown_theme(name: object, known: Sequence[str]) -> MetricError:
    """A look that does not exist."""
    return MetricError(f"theme={quote(name)} is not known. It can be {quote_all(known)}.")


def no_null_drawing(method: str, reason: str) -> MetricError:
    """A test whose null distribution cannot be drawn."""
    return MetricError(f"The null distribution of {quote(method)} cannot be drawn: {reason}.")


def no_charts(kind: str) -> InputError:
    """A result of which nothing can be drawn."""
    return InputError(
        f"No chart knows how to draw this {kind}. Print the result, or write its numbers with "
        "assay.report(result, 'result.html')."
    )


def unknown_chart(name: object, known: Sequence[str]) -> InputError:
    """A chart that this result does not have."""
    return InputError(f"There is no chart {quote(name)}.{nearest(name, known)} There is {quote_all(known, 20)}.")


def no_curve(name: object, known: Sequence[str], why: str | None) -> MetricError:
    """A curve that these scores do not have; `why` says what stands in its way."""
    if why is not None:
        return MetricError(f"There is no curve {quote(name)} here: {why}.")
    there = f" There is {quote_all(known, 20)}." if known else " There are no curves here."
    return MetricError(f"There is no curve {quote(name)}.{nearest(name, known)}{there}")


def no_simultaneous_band(name: object, known: Sequence[str]) -> MetricError:
    """A band that is to hold everywhere at once, for a curve that is not made of two rates."""
    return MetricError(
        f"The curve {quote(name)} has no band that holds everywhere at once, as those made of the rates of both "
        f"classes have: {quote_all(known)}. Leave kind= out, or ask for one of them."
    )


def bad_band(kind: object, known: Sequence[str]) -> MetricError:
    """A kind of band that does not exist."""
    return MetricError(
        f"There is no band of the kind {quote(kind)}; there are {quote_all(known)}. A 'pointwise' band holds at any "
        "one place, a 'simultaneous' one everywhere at once."
    )


def no_banded_chart(name: object, known: Sequence[str]) -> MetricError:
    """A band asked for on a chart that has none."""
    return MetricError(
        f"The chart {quote(name)} has no band to choose here. Leave band= out; {quote_all(known)} of scores of two "
        "classes have one."
    )


def needs_costs() -> InputError:
    """expected_cost without costs."""
    return InputError(
        "expected_cost needs to know what each mistake costs. Pass costs={'fp': 1, 'fn': 5} or a matrix, rows truth."
    )


def bad_level(level: object) -> InputError:
    """A confidence level outside (0, 1)."""
    return InputError(
        f"level={quote(level)} is not a confidence level. A number between 0 and 1 was expected, as 0.95."
    )


def bad_seed(seed: object) -> InputError:
    """A seed that is not a whole number."""
    return InputError(f"seed={quote(seed)} is not a seed. A whole number of at least 0 was expected.")


def unknown_method(method: object, known: Sequence[str]) -> InputError:
    """An interval method of that name does not exist."""
    return InputError(
        f"method={quote(method)} is not known.{nearest(method, known)} The methods are {', '.join(known)}."
    )


def method_fits_nothing(method: str, metrics: Sequence[str], reason: str) -> InputError:
    """A method that fits none of the metrics asked for."""
    return InputError(
        f"method={quote(method)} fits none of {quote_all(metrics)}: {reason}. "
        "Leave method= out, and each metric gets the interval that was measured to cover."
    )


def bad_successes(successes: object, n: object) -> InputError:
    """More successes than trials, or counts that are negative or not whole."""
    return InputError(
        f"{quote(successes)} successes of {quote(n)} is not a proportion. "
        "Whole numbers were expected, 0 <= successes <= n with n of at least 1."
    )


def bad_share(name: str, value: object) -> InputError:
    """A number that should be a share."""
    return InputError(f"{name}={quote(value)} is not a share. A number from 0 to 1 was expected.")


def too_few_values(count: int, wanted: int, what: str) -> InputError:
    """A statistic that needs more values."""
    return InputError(f"{what} needs at least {wanted} finite values, but got {count}. Add runs.")


def no_threshold(rule: str) -> InputError:
    """No threshold satisfies a rule."""
    return InputError(f"No threshold of these scores satisfies the rule {quote(rule)}. Ask for less.")


def one_class_only(rule: str) -> InputError:
    """A threshold rule where there is nothing to tell apart."""
    return InputError(
        f"The rule {quote(rule)} needs cases of both classes, but there is only one. Add cases of the other."
    )
