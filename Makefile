# Needs Python 3.11+, git and make; everything else is installed into .venv.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: install demo test check manifest golden bench clean

install: $(STAMP)

$(STAMP): pyproject.toml builder/pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "siglum needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --editable builder --group dev
	touch $@

demo: $(STAMP)
	$(BIN)/siglum build
	$(BIN)/siglum search "how is an artifact made reproducible"
	$(BIN)/siglum search "BM25F field weights" --top-k 3 --snippet-lines 12
	$(BIN)/siglum inspect
	$(BIN)/siglum verify

test: $(STAMP)
	$(BIN)/python -m pytest -n 2

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/lint-imports

# The committed manifest works as a lock: `siglum build --check` compares the sources with it.
manifest: $(STAMP)
	$(BIN)/siglum build
	cp artifacts/siglum/$$(cat artifacts/siglum/current)/manifest.json artifacts/siglum.manifest.json

# The artifact that the runtime's tests open; to be renewed when the format, the analyzer or the corpus change.
golden: $(STAMP)
	rm -rf tests/golden/lantern
	$(BIN)/siglum build tests/corpus -o tests/golden/lantern
	rm tests/golden/lantern/*.report.json

# Quality over every set in ../shared, siglum beside its peers, as one table; takes some minutes.
bench: $(STAMP)
	$(BIN)/python -m pip install --quiet --group bench
	$(BIN)/python -m benchmarks.quality

clean:
	rm -rf .venv artifacts/siglum
