SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
BOOK ?= $(notdir $(patsubst %/__init__.py,%,$(wildcard src/grognard/books/*/__init__.py)))
SECONDS_EACH ?= 60

.PHONY: help setup play test fast check lint types imports spell fix cover bench golden fuzz perft matrix docs lock clean

help:  ## this list
	@sed -nE 's/^([a-z]+):.*## (.*)/  \1\t\2/p' Makefile | expand -t 12

setup: $(VENV)/.ok  ## build .venv with everything locked, and ourselves editable

play: setup  ## a game in this terminal
	$(BIN)/grognard play

test: check  ## everything CI runs: check, then the whole suite
	$(BIN)/python -m pytest -q -n 2

fast: setup  ## the suite without what is marked slow
	$(BIN)/python -m pytest -q -m "not slow"

check: lint types imports spell  ## ruff, mypy, import-linter, codespell; changes nothing

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: setup
	$(BIN)/mypy

imports: setup
	$(BIN)/lint-imports --no-logo

spell: setup
	$(BIN)/codespell

fix: setup  ## let ruff mend what it can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

cover: setup  ## the suite with coverage by line and branch
	$(BIN)/coverage run -m pytest -q
	$(BIN)/coverage report

bench: setup  ## measure speed
	$(BIN)/python -m bench

golden: setup  ## rewrite the golden transcripts; review their diff
	$(BIN)/python -m tests.tools.golden

perft: setup  ## rewrite the perft counts; review their diff
	$(BIN)/python -m tests.tools.perft

fuzz: setup  ## the laws on random games: BOOK=name, SECONDS_EACH=60
	for book in $(BOOK); do $(BIN)/grognard fuzz $$book --seconds $(SECONDS_EACH); done

matrix: setup  ## book x code x tests, rule by rule: BOOK=name
	for book in $(BOOK); do $(BIN)/grognard matrix $$book; done

docs: setup  ## regenerate docs/rules
	$(BIN)/python -m tests.tools.docs

lock: setup  ## refresh requirements.lock (pins kept where they still fit; UPGRADE=1 for the newest)
	$(BIN)/uv pip compile pyproject.toml --group dev --extra postgres --universal --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --quiet $(if $(UPGRADE),--upgrade) -o requirements.lock
	! grep -nE '^(--|-i )|index-url|://' requirements.lock

clean:  ## forget the venv and every cache
	rm -rf $(VENV) dist build .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find src tests bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# uv comes by pip once, into the venv, and brings the rest. A changed lock or pyproject makes the stamp
# stale, and the venv is then brought up to date in place.
$(VENV)/.ok: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv --without-pip --clear $(VENV)
	test -x $(BIN)/uv || $(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check \
		"$$(grep -oE '^uv==[0-9.]+' requirements.lock)"
	$(BIN)/uv pip sync --quiet --require-hashes --python $(BIN)/python requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	touch $@
