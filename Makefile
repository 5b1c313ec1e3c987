# Two commands matter: `make play` opens the game, `make test` runs every check.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
SCAFFOLD := $(VENV)/a_new_game
# One more than there are cores: some tests wait for a server, a terminal or a disk. Each reads all tests and plays its
# own matches, so more of them are not faster.
WORKERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

# What mypy has found out is kept outside of the tree, too: a fresh clone, or another tree, begins with it.
export MYPY_CACHE_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/garnet-house/mypy
# What Python compiles is kept for the next one: the tests start hundreds.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup play test deep bench picture axe example format lint types imports collected unit lock clean

setup: $(STAMP)

$(STAMP): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable '.[dev,web]'
	touch $(STAMP)

play: setup
	$(BIN)/garnet

# Side by side: the looks at the source, mypy among them, which takes half a minute where it has nothing cached; and the
# tests, when one process has read them all: otherwise each of theirs rewrites the asserts of a fresh checkout anew.
test: setup
	$(MAKE) --no-print-directory --jobs 2 lint collected imports types unit

# Whatever is wrong is said where the tests are run.
collected: setup
	-@$(BIN)/pytest --collect-only >$(VENV)/collected 2>&1

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

# Types reach a game from outside, too: what `garnet new-game` writes is held as strictly as the house's own games.
types: setup
	$(BIN)/mypy
	$(BIN)/python -m tests.kit.order_keys
	rm -rf $(SCAFFOLD) && $(BIN)/garnet new-game a_new_game --folder $(SCAFFOLD) >/dev/null
	MYPYPATH=$(SCAFFOLD)/src $(BIN)/mypy -p a_new_game

imports: setup
	$(BIN)/lint-imports

unit: setup collected
	$(BIN)/pytest -rs -n $(WORKERS) --dist loadfile --no-loadscope-reorder

# The same tests with all examples, seeds and walks: at most two hours on two cores. How long it took is said at its end.
deep: setup
	@began=$$(date +%s); GARNET_DEEP=1 $(BIN)/pytest -rs -n $(WORKERS) --dist loadfile --no-loadscope-reorder; \
		ended=$$?; took=$$(( ($$(date +%s) - began) / 60 )); echo "make deep took $$took of at most 120 minutes."; \
		test $$took -le 120 && exit $$ended

bench: setup
	$(BIN)/python -m benchmarks

# The pictures in the README and the film of a round, drawn anew.
picture: setup
	$(BIN)/python -m tests.kit.pictures docs/pictures

# An example of the archive in docs/example, which is not kept in the repository: a short season of bots, the same in
# every run. Open docs/example/index.html.
example: setup
	$(BIN)/python -m tests.kit.example

# axe-core, with which the tests look for what keeps people from reading the archive's pages. Needs npm.
axe: setup
	npm install --no-save --prefix $(VENV) axe-core@4.14.1

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Writes the pins anew from what is installed now; see docs/dependencies.md.
lock: setup
	$(BIN)/python -m pip freeze --exclude-editable > requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
