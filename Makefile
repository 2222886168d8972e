# Shorthands for dev.py, which does the work and needs only Python.
.PHONY: demo check quick docs pocket bench clean

demo:
	python3 dev.py demo

check:
	python3 dev.py check

quick:
	python3 dev.py check --quick

docs:
	python3 dev.py docs

pocket:
	python3 dev.py pocket

bench:
	.venv/bin/python benchmarks/run.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache build dist
