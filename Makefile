# Every target makes its own virtual environment when there is none.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
TAG := $(shell $(PYTHON) -c 'import sys; print("cp%d%d" % sys.version_info[:2])')
# HELM depends on torch, of which nothing here needs more than the CPU build. Where pip already searches a folder that holds
# one, take it; elsewhere PyTorch's own on Linux, where pip would choose CUDA's, four gigabytes larger. Override with
# `make TORCH=...`; pip chooses for `make TORCH=`.
CPU_INDEX = --index-url https://download.pytorch.org/whl/cpu
TORCH ?= $(or $(firstword $(wildcard $(addsuffix /torch-*+cpu-$(TAG)-*.whl,$(PIP_FIND_LINKS)))),$(if \
    $(filter Linux,$(shell uname -s)),torch torchvision $(CPU_INDEX) --retries 1))
OUTPUT ?= benchmark_output
SUITE ?= demo
# Processes for the tests, of which one that has done its own takes from another. Each does its small matrices by itself: threads
# would wait for each other.
JOBS ?= 2
# Where it is set, each process of the tests would compile every module of this checkout anew, and pytest every test.
unexport PYTHONDONTWRITEBYTECODE
# Files that have tests with a mark: to import all others takes longer than such tests.
marked = $(shell grep -rlE 'mark\.$(1)\b' tests --include='test_*.py')
# What to test: all of it, or `make test TESTS=tests/docs`.
TESTS ?=

.PHONY: demo test golden test-commands coverage hunt check docs test-browser test-encoders test-slurm lint format types bench faults fidelity mutants generated constraints clean

# HELM writes more than two thousand lines, which go to a file.
DEMO_LOG = $(OUTPUT)/$(SUITE).log

demo: $(VENV)/.base
	@echo "The demo runs two baselines, which need no language model, on all benchmarks, then prints a leaderboard and writes a report."
	@echo "It takes a few minutes. The output of the commands below goes to $(DEMO_LOG)"
	@mkdir -p $(OUTPUT) && : > $(DEMO_LOG)
	@sh tools/logged.sh $(DEMO_LOG) $(BIN)/helm-run --conf-paths run_specs/run_entries_demo.conf --suite $(SUITE) --output-path $(OUTPUT) \
	    -m 1000 --models-to-run creativity/random-nouns creativity/greedy --local-path $(OUTPUT)/prod_env
	@sh tools/logged.sh $(DEMO_LOG) $(BIN)/helm-creativity schema $(SUITE) --output-path $(OUTPUT) --out $(OUTPUT)/schema_creativity.yaml
	@sh tools/logged.sh $(DEMO_LOG) $(BIN)/helm-summarize --suite $(SUITE) --output-path $(OUTPUT) \
	    --schema-path $(OUTPUT)/schema_creativity.yaml --summarizer-class-name helm_creativity.helm.summarizer.CreativitySummarizer
	@echo
	@$(BIN)/helm-creativity leaderboard $(SUITE) --output-path $(OUTPUT)
	@echo
	@$(BIN)/helm-creativity report $(SUITE) --output-path $(OUTPUT) --out $(OUTPUT)/report.html
	@echo
	@echo "In the browser:  $(OUTPUT)/report.html, and HELM's own pages with $(BIN)/helm-server --suite $(SUITE) --output-path $(OUTPUT)   then http://localhost:8000"
	@echo "(helm-server listens on all network interfaces of this machine.)"

test: $(VENV)/.dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n $(JOBS) --dist worksteal --durations 10 -m "not commands and not nightly and not browser and not encoders and not slurm" $(TESTS)

# HELM's own commands on whole suites, and the commands of every page.
test-commands: $(VENV)/.dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n $(JOBS) --dist worksteal --durations 10 -m "commands and not nightly and not browser and not encoders" \
	    $(or $(TESTS),$(call marked,commands))

# `test` and `test-commands`, with the lines and branches that it leaves out. Commands that the tests start are counted too.
coverage: $(VENV)/.dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest --cov -n $(JOBS) --dist worksteal -m "not nightly and not browser and not encoders and not slurm" $(TESTS)

# The laws with other cases than those that `test` tries each time, and more of them; and what takes too long for each time.
hunt: $(VENV)/.dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n $(JOBS) --dist worksteal -m "(hypothesis and not commands or nightly) and not browser and not encoders" --hypothesis-profile hunt

# axe, by which pages are checked for everybody's use, comes without the browser driver that its package asks for.
test-browser: $(VENV)/.dev
	-$(BIN)/pip install --quiet --no-deps axe-playwright-python
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n $(JOBS) --dist loadfile -m browser $(call marked,browser)

test-encoders: $(VENV)/.dev
	$(BIN)/pytest -m encoders $(call marked,encoders)

# A cluster of two nodes on this machine. Its programs are Debian's: apt-get install slurmctld slurmd slurm-client munge
test-slurm: $(VENV)/.dev
	$(BIN)/pip install --quiet --constraint $(VENV)/constraints.txt 'crfm-helm[slurm]'
	OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -m slurm

# Every benchmark against its card, from its prompts to a pilot through HELM.
check: $(VENV)/.base
	$(BIN)/helm-creativity check all

# vulture names what nothing uses. Names that HELM, pytest or Python look up are listed in pyproject.toml.
lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/vulture

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What is shipped is what is checked: mypy does not see the mapped folders of an editable install.
types: $(VENV)/.dev
	rm -rf build/lib build/wheel build/bdist.*
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir build/wheel .
	cd build/lib && ../../$(BIN)/mypy --config-file ../../setup.cfg -p helm_creativity

bench: $(VENV)/.dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/python perf/bench.py

# Every benchmark under every fault of a server, kills and outages: nightly, about an hour. KILLS and SCALE make it shorter.
KILLS ?= 100
SCALE ?= 1
faults: $(VENV)/.dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/python perf/faults.py matrix
	OPENBLAS_NUM_THREADS=1 $(BIN)/python perf/faults.py kills --kills $(KILLS)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python perf/faults.py outages --scale $(SCALE)

# Sixty mistakes drawn at random over all packages, and how many of them the tests notice: before and after a change of tests.
mutants: $(VENV)/.dev
	$(BIN)/python tools/mutants.py

# The documentation as a site in build/site, with every warning as an error. MkDocs reads the package's docstrings without importing it.
docs: $(VENV)-docs/.done
	NO_MKDOCS_2_WARNING=1 $(VENV)-docs/bin/mkdocs build --strict --quiet

$(VENV)-docs/.done: requirements/docs.txt
	$(PYTHON) -m venv $(VENV)-docs
	$(VENV)-docs/bin/pip install --quiet --requirement requirements/docs.txt
	touch $@

# Files, and parts of pages, that are made from the cards.
generated: $(VENV)/.base
	$(BIN)/helm-creativity schema --out run_specs/schema_creativity.yaml
	$(BIN)/helm-creativity schema --card --out helm_creativity/benchmark/card.schema.json
	$(BIN)/python tools/readme_table.py README.md
	$(BIN)/python tools/benchmark_pages.py docs

# What tests/golden compares, made anew; DEMO is the suite of a finished `make demo`, whose runs are kept then. Only a
# change whose text says so may differ in these files.
golden: $(VENV)/.dev
	cd tests && ../$(BIN)/python -W ignore -m golden $(abspath $(DEMO))

# The page and the table of printed and recomputed numbers; FROM is a folder of clones of the authors' repositories.
fidelity: $(VENV)/.base
	$(BIN)/python tools/fidelity_page.py docs/fidelity.md $(if $(FROM),--from $(FROM))

# The lowest versions that setup.cfg allows, with which the workflow tests; needs uv. torch is left out, so that its CPU build can be taken.
constraints:
	echo '# Lowest versions of direct dependencies on Python 3.10. Written by `make constraints`.' > tests/constraints-lowest.txt
	uv pip compile setup.cfg --extra dev --resolution lowest-direct --python-version 3.10 --no-annotate --no-header --quiet \
	    | grep -vE '^(torch|torchvision|triton|nvidia-.*|cuda-.*|setuptools)==' >> tests/constraints-lowest.txt

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

# torch, once chosen, stays: a torchvision that wants another one would otherwise replace it by several gigabytes.
$(VENV)/.torch: | $(BIN)/python
	$(if $(TORCH),$(BIN)/pip install --quiet $(TORCH)$(if $(findstring $(CPU_INDEX),$(TORCH)), \
	    || echo "PyTorch's index gave no torch: pip chooses one."))
	$(BIN)/pip list --format=freeze | grep '^torch==' > $(VENV)/constraints.txt || true
	touch $@

# A torchvision that does not fit torch breaks every import of transformers, which do not need it.
FIT_TORCHVISION = $(BIN)/python -W ignore -c 'import torchvision' 2> /dev/null || $(BIN)/pip uninstall --quiet --yes torchvision

$(VENV)/.base: setup.cfg pyproject.toml $(VENV)/.torch
	$(BIN)/pip install --quiet --constraint $(VENV)/constraints.txt --editable .
	$(FIT_TORCHVISION)
	touch $@

$(VENV)/.dev: $(VENV)/.base
	$(BIN)/pip install --quiet --constraint $(VENV)/constraints.txt --editable '.[dev]'
	$(FIT_TORCHVISION)
	touch $@

clean:
	rm -rf $(VENV) $(VENV)-docs build dist *.egg-info $(OUTPUT)
