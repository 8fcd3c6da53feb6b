"""A real browser for the pages: Debian's Chromium, or whatever Chromium is on the path; without one, tests skip."""

from __future__ import annotations

import pytest

from gallery.chromium import launched, path_of_chromium


@pytest.fixture(scope="session")
def browser():
    path = path_of_chromium()
    if path is None:
        pytest.skip("no Chromium here; `make test` installs Debian's package when it runs as root")
    pytest.importorskip("playwright.sync_api")
    with launched(path) as made:
        yield made


@pytest.fixture
def visit(browser, tmp_path):
    """Open a result's page; what the console said and what was asked of the network is kept."""
    import assay

    opened = []

    def go(result, width=1280, scheme="light", name="page.html"):
        path = assay.report(result, tmp_path / name)
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page = context.new_page()
        page.said, page.asked = [], []
        page.on("console", lambda message: page.said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda problem: page.said.append(str(problem)))
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto(path.as_uri())
        opened.append(context)
        return page

    yield go
    for context in opened:
        context.close()
