"""Creativity benchmarks for language models, as a plug-in for Stanford CRFM HELM."""

from pathlib import Path

__version__ = "0.1.0"

# In a checkout `scenarios/` and `run_specs/` stand beside this folder, not in it. The editable install maps them; a
# process that is started in the checkout without one finds them by this line.
if not (Path(__file__).parent / "scenarios").is_dir():
    __path__.append(str(Path(__file__).parents[1]))
