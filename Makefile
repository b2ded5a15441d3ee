# Each target does its own set-up: on a fresh Debian with Python 3.11, `make demo` and `make test` are all there is to it.
# The second time they start at once (scripts/setup keeps a digest of what it installed).

SHELL := /bin/bash
VENV ?= .venv
BIN := $(VENV)/bin
JOBS ?= 2
export AWE_VENV := $(VENV)
export PYTHON

.DEFAULT_GOAL := help
.PHONY: help setup package demo test lint format docs bench crash clean distclean

help:
	@echo "make demo       record a real app, replay it without it, verify every page; do and score a task in two mocks"
	@echo "make test       all tests"
	@echo "make lint       ruff, mypy, import layers"
	@echo "make format     let ruff rewrite the code"
	@echo "make docs       write docs/reference from the program"
	@echo "make bench      compare with pywb, mitmproxy, Playwright HAR and a static server (QUICK=1: a short run)"
	@echo "make crash      kill processes under load at random moments: no acknowledged event may be lost (ROUNDS=200)"
	@echo "make clean      remove what runs leave behind; make distclean: the environments too"

package:
	@scripts/setup package

setup:
	@scripts/setup all

demo: setup
	@$(BIN)/awe-author demo

test:
	@scripts/setup test
	$(BIN)/pytest -n $(JOBS) --dist loadfile $(ARGS)

lint: package
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: package
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: package
	$(BIN)/python scripts/reference.py

bench: setup
	@$(BIN)/python -m benchmarks $(if $(QUICK),--quick) $(ARGS)

crash: package
	$(BIN)/python -m tests.session.crash --rounds $(or $(ROUNDS),200)

clean:
	rm -rf build dist out .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache benchmarks/.work
	find . -path ./$(VENV) -prune -o -name __pycache__ -type d -print0 | xargs -0 -r rm -rf

distclean: clean
	rm -rf $(VENV) benchmarks/.venvs
