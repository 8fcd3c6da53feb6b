"""assay metrics: the catalogue, or one metric's card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from assay.metrics.cards import Card


@click.command(short_help="List every metric, or explain one.")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def metrics(name: str | None, as_json: bool) -> None:
    """List every metric, or explain NAME: what it says, its formula, its other names.

    \b
    assay metrics tpr
    assay metrics "f_beta(beta=3)"
    """
    from assay.metrics import cards, find
    from assay.reports.catalogue import card_data, card_text, catalogue_text
    from assay.reports.json_document import to_json

    if name is not None:
        card = find(name)
        click.echo(to_json(card_data(card)) if as_json else card_text(card))
        return
    listed: tuple[Card, ...] = cards()
    click.echo(to_json({"metrics": [card_data(card) for card in listed]}) if as_json else catalogue_text(listed))
