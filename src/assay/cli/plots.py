"""--plot NAME=PATH: figures of a result, beside what is printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from assay.errors.visible import logged

KEY = "assay.plots"
"""Where the plots that were asked for stand in click's context, for whoever writes the files of a result."""

BAND = "assay.band"
"""Where the kind of band stands that the page was asked to draw."""

Command = TypeVar("Command", bound=Callable[..., Any])


def _read(context: click.Context, _: click.Parameter, texts: tuple[str, ...]) -> None:
    """Read NAME=PATH, before any work is done."""
    from assay.errors import figures as errors
    from assay.reports.files import check_figure

    plots = []
    for text in texts:
        name, equals, path = text.partition("=")
        if not equals or not path:
            raise errors.plot_without_path(text)
        plots.append((name, str(check_figure(path))))
    context.meta[KEY] = plots


def plot_option(command: Command) -> Command:
    """Give a command the option --plot."""
    option = click.option(
        "--plot", "plots", multiple=True, metavar="NAME[:BAND]=PATH", expose_value=False, callback=_read,
        help="Also draw a chart (.svg, .png, .pdf, .csv); roc:simultaneous with a band that holds everywhere; repeat.",
    )  # fmt: skip
    return option(command)


def _keep(context: click.Context, _: click.Parameter, band: str | None) -> None:
    """Keep the kind of band, for whoever writes the page."""
    context.meta[BAND] = band


def band_option(command: Command) -> Command:
    """Give a command the option --band."""
    option = click.option(
        "--band", type=click.Choice(["pointwise", "simultaneous"]), expose_value=False, callback=_keep,
        help="What the bands of curves on the page of --report hold: any one place, or the whole curve.",
    )  # fmt: skip
    return option(command)


def asked_band(report: str | None) -> str | None:
    """Return the kind of band that was asked for; refuse one where no page is written."""
    context = click.get_current_context(silent=True)
    band: str | None = context.meta.get(BAND) if context else None
    if band is not None and report is None:
        raise click.UsageError("--band says what a page draws. Add --report PATH (.html), or leave it out.")
    return band


def draw_plots(result: Any) -> None:
    """Draw the charts that were asked for."""
    context = click.get_current_context(silent=True)
    for name, path in context.meta.get(KEY, []) if context else []:
        chart, _, band = name.partition(":")
        result.plot(chart, band=band or None).save(path)
        click.echo(f"Plot: {logged(path)}", err=True)
