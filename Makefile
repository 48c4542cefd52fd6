# make run    from nothing to a page on port $(PORT)     make test    everything that must hold
# make format   make lock   make messages   make shots   make bench
PYTHON ?= python3
PORT ?= 8000
HOST ?= 0.0.0.0
VENV := .venv
BIN := $(VENV)/bin
UV := 0.13.9
LOCK = $(VENV)-lock/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-annotate --custom-compile-command "make lock"

.PHONY: run test check browser bench format lock messages shots clean

run: $(VENV)/.run
	$(BIN)/casilla serve --demo --host $(HOST) --port $(PORT)

test: $(VENV)/.test check browser
	$(BIN)/python -m pytest -n 2 --dist loadfile $(PYTEST)

check: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.test
	$(BIN)/python -m bench

format: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# English is the key; this brings new sentences into the catalogues, where somebody then translates them.
messages: $(VENV)/.run
	$(BIN)/python scripts/messages.py

shots: $(VENV)/.test browser
	$(BIN)/python -m scripts.shots

browser: $(VENV)/.test
	@sh scripts/find-browser.sh $(BIN)/python >/dev/null

lock:
	test -x $(VENV)-lock/bin/uv || $(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip install -q uv==$(UV)
	$(LOCK) pyproject.toml requirements-build.in -o requirements.txt
	$(LOCK) requirements-test.in -o requirements-test.txt

$(VENV)/.run: requirements.txt pyproject.toml
	@sh scripts/make-venv.sh $(PYTHON) $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.test: $(VENV)/.run requirements-test.txt
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-test.txt
	touch $@

clean:
	rm -rf $(VENV) $(VENV)-lock .mypy_cache .ruff_cache .pytest_cache test-results
