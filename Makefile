# `make run` starts a server, `make test` runs every check, `make help` lists the rest.
# Nothing but make and Python 3.11 or newer has to be on the machine; everything else goes into $(VENV).

VENV ?= .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check -q
# A version manager may leave a python3.12 on the path that only prints an error: so every candidate is really started.
# One that can make environments is preferred; otherwise the first that is new enough, for the message below.
FIND_PYTHON = for modules in ensurepip sys; do for p in python3.13 python3.12 python3.11 python3.14 python3 python; do \
  $$p -c "import sys, $$modules; sys.exit(sys.version_info < (3, 11))" >/dev/null 2>&1 && { command -v $$p; exit; }; done; done
PYTHON ?= $(shell $(FIND_PYTHON))

.DEFAULT_GOAL := help
.PHONY: help run install dev test test-fast lint types lock screenshots wheel wheel-check clean distclean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name what; do printf '  make %-12s %s\n' "$$name" "$$what"; done
	@echo '  HOST, PORT, DATABASE_URL from the environment; VENV=folder and PYTHON=program choose other ones.'

run: install ## set up, migrate the database and serve (HOST, PORT, DATABASE_URL from the environment)
	@$(VENV)/bin/kibitz migrate
	@exec $(VENV)/bin/kibitz serve

install: $(VENV)/.stamp-run ## the environment that `make run` uses
dev: $(VENV)/.stamp-dev ## the environment with the test tools

test: dev ## every check: ruff, mypy, tests on SQLite and PostgreSQL, tests in a browser
	@VENV=$(VENV) sh tools/test.sh

test-fast: dev ## the tests that need no browser
	@$(PY) -m pytest --ignore=tests/browser

lint: dev ## ruff and mypy
	@$(PY) -m ruff check .
	@$(PY) -m mypy

types: dev ## mypy alone
	@$(PY) -m mypy

screenshots: dev ## take the pictures of the README anew
	@KIBITZ_BROWSER=$$(PY=$(PY) sh tools/browser.sh) $(PY) -m tools.screenshots

wheel: dev ## build dist/kibitz-….whl
	@rm -rf dist
	@$(PY) -m hatchling build -t wheel

wheel-check: wheel ## install that wheel into an empty environment, serve with it and ask for its pages
	@$(PY) tools/check_wheel.py dist/*.whl

lock: dev ## resolve the dependencies anew and write the three lock files
	@$(PIP) install uv
	@UV=$(VENV)/bin/uv sh tools/lock.sh

clean: ## remove what was built or cached
	@rm -rf dist build test-results .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find app tests migrations tools -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## also remove the environment (never the data)
	@rm -rf $(VENV)

$(VENV)/.stamp-python:
	@test -n "$(PYTHON)" || { echo 'Kibitz needs Python 3.11 or newer and found none on the PATH.'; \
	  echo 'Install it (Debian, Ubuntu: apt install python3 python3-venv) or say where it is: make PYTHON=/path/to/python3 …'; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "$(PYTHON) cannot create environments: its venv module is missing."; \
	  echo 'Debian, Ubuntu: install the package python3-venv (apt install python3-venv), then run make again.'; exit 1; }
	@echo "Creating $(VENV) with $(PYTHON)"
	@test -x $(PY) || $(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.stamp-run: $(VENV)/.stamp-python requirements.lock requirements-build.lock pyproject.toml
	@echo 'Installing (every file is checked against the hashes in the lock)'
	@$(PIP) install --require-hashes --no-deps -r requirements.lock -r requirements-build.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.stamp-dev: $(VENV)/.stamp-python requirements-dev.lock pyproject.toml
	@echo 'Installing with the test tools (every file is checked against the hashes in the lock)'
	@$(PIP) install --require-hashes --no-deps -r requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@ $(VENV)/.stamp-run
