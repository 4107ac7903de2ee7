# make demo | test | lint | bench | pico | panel | pictures | clean. Needs Python 3.11 or newer; everything else goes into $(VENV).
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
            $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV   ?= .venv
STUBS  := >=1.29,<1.30
READY  := $(VENV)/.ready
TYPED  := $(VENV)/.typings
# Where the tests have their files: in memory where there is enough, for a history waits for the disk at each commit.
ROOMY  := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$1 == "tmpfs" && $$4 > 2000000 {print "/dev/shm"}')

.PHONY: demo test collected lint bench pico panel pictures clean
.DELETE_ON_ERROR:

demo: $(READY)
	@$(VENV)/bin/mjtable demo --keep demo

# The tests start hundreds of Pythons: they keep the bytecode, whatever is usual here.
test collected: export PYTHONDONTWRITEBYTECODE =
test: export PYTEST_DEBUG_TEMPROOT ?= $(ROOMY)
test: $(READY)
	@$(VENV)/bin/python -m pytest -n auto --dist worksteal

# The tests compiled, for all processes that run them (quicker than each for itself).
collected: $(READY)
	@$(VENV)/bin/python -m pytest --collect-only -qq >/dev/null || :  # what is wrong there, the tests tell

lint: $(READY) $(TYPED)
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/mypy
	@MYPYPATH=$(VENV)/typings $(VENV)/bin/mypy --config-file mypy-device.ini --custom-typeshed-dir $(VENV)/typings
	@MYPYPATH=$(VENV)/typings-esp32 $(VENV)/bin/mypy --config-file mypy-device.ini \
	   --custom-typeshed-dir $(VENV)/typings-esp32 firmware/boards/esp32_s3.py firmware/drivers

bench: $(READY)
	@$(VENV)/bin/python -m pip --disable-pip-version-check install -q -e '.[dev,simulator,bench]'
	@PYTHONPATH=. $(VENV)/bin/python -m tests.bench

# The firmware on an emulated Pico: tests/pico/README.md.
PICO := build/pico/firmware.bin
pico: $(READY) $(PICO)
	@$(VENV)/bin/python -m pip --disable-pip-version-check install -q -e '.[dev,simulator,pico]'
	@MJTABLE_PICO=1 $(VENV)/bin/python -m pytest tests/pico

$(PICO): tests/pico/micropython.sh tests/pico/frozen/manifest.py tests/pico/frozen/neopixel.py | $(READY)
	@tests/pico/micropython.sh $(CURDIR)/$(VENV)/bin/python

# STL files to be printed, into build/panel.
panel: $(READY)
	@$(VENV)/bin/python tools/hardware/panel.py

# Everything that README.md and hardware/ show. Needs graphviz, openscad and chromium.
pictures: $(READY) panel
	@$(VENV)/bin/python tools/pictures.py
	@$(VENV)/bin/python tools/webpictures.py
	@$(VENV)/bin/python tools/hardware/harness.py
	@$(VENV)/bin/python tools/hardware/schematic.py
	@$(VENV)/bin/python tools/hardware/wokwi.py

clean:
	rm -rf $(VENV) build dist demo .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "mjtable needs Python 3.11 or newer; none was found on the PATH." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	 || { echo "mjtable needs Python 3.11 or newer; $(PYTHON) is older." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	 || { echo "$(PYTHON) cannot make a virtual environment. On Debian: apt install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV) (once)"
	@test -x $(VENV)/bin/pip || $(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/python -m pip --disable-pip-version-check install -q -e '.[dev,simulator,postgresql,plots,web,hardware]'
	@touch $@

# mypy takes another library's stubs as its typeshed only from a folder of their own; each port has its own `machine`.
$(TYPED): Makefile | $(READY)
	@rm -rf $(VENV)/typings $(VENV)/typings-esp32
	@$(VENV)/bin/python -m pip --disable-pip-version-check install -q --no-deps --target $(VENV)/typings \
	   'micropython-rp2-stubs$(STUBS)' 'micropython-stdlib-stubs$(STUBS)'
	@$(VENV)/bin/python -m pip --disable-pip-version-check install -q --no-deps --target $(VENV)/typings-esp32 \
	   'micropython-esp32-stubs$(STUBS)' 'micropython-stdlib-stubs$(STUBS)'
	@touch $@
