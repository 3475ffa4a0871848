"""Entry point of the plug-in: importing it registers every benchmark that the registry finds with HELM.

It is imported on every ``helm-run``, whatever is run, so nothing of a benchmark is imported here and no card is read:
that happens when one of its run entries is used. HELM replies to an exception here with a warning and a later "Unknown
run spec name", and forgets all that would have come after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helm.benchmark.run_spec import run_spec_function

from helm_creativity.benchmark.registry import BenchmarkEntry, find_entry, list_entries, list_places
from helm_creativity.safe_text import module_logger

if TYPE_CHECKING:
    from helm.benchmark.run_spec import RunSpec


logger = module_logger(__name__)


def register(entry: BenchmarkEntry) -> None:
    """Registers the run entry of a benchmark under the name of its group."""

    def make(**values: object) -> RunSpec:
        from helm_creativity.benchmark.loading import load_benchmark
        from helm_creativity.helm.run_spec import require_all_entries, run_spec

        require_all_entries({benchmark.group for benchmark in list_entries()})
        return run_spec(load_benchmark(find_entry(entry.name)), values)

    make.__name__ = make.__qualname__ = entry.name
    make.__doc__ = f"Run specs of {entry.group}; see the card in {entry.package}."
    run_spec_function(entry.group)(make)


def register_all() -> None:
    """Registers the baselines as models, and every benchmark."""
    import helm_creativity.helm.models  # noqa: F401 - registers the baselines

    for entry in list_places():
        try:
            register(entry)
        except ValueError as error:  # another plug-in has the name, and must not cost the benchmarks behind this one
            logger.warning("%s cannot be used: %s", entry.group, error)


register_all()
