"""Creativity benchmarks for language models, as a plug-in for Stanford CRFM HELM.

The public functions are those of ``helm_creativity.api``, loaded when they are used::

    import helm_creativity as hc

    hc.score("dat", ["cat, law, sea, brick, idea, moth, jazz"], embedding="builtin")
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.version import __version__

if TYPE_CHECKING:
    from helm_creativity.api import (
        calibrate,
        check,
        compute_norms,
        evaluate_judges,
        get_benchmark,
        import_people,
        judge_agreement,
        list_benchmarks,
        load_suite,
        plan,
        report,
        run,
        score,
    )
    from helm_creativity.errors import (
        BadArguments,
        CreativityError,
        EmbeddingNotFound,
        FileProblem,
        MissingExtra,
        NothingToSay,
    )

__all__ = [
    "BadArguments",
    "CreativityError",
    "EmbeddingNotFound",
    "FileProblem",
    "MissingExtra",
    "NothingToSay",
    "__version__",
    "calibrate",
    "check",
    "compute_norms",
    "evaluate_judges",
    "get_benchmark",
    "import_people",
    "judge_agreement",
    "list_benchmarks",
    "load_suite",
    "plan",
    "report",
    "run",
    "score",
]

# In a checkout `scenarios/` and `run_specs/` stand beside this folder, not in it. The editable install maps them; a
# process that is started in the checkout without one finds them by this line.
if not (Path(__file__).parent / "scenarios").is_dir():
    __path__.append(str(Path(__file__).parents[1]))


def __getattr__(name: str) -> Any:  # noqa: ANN401 - one of the public names
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{'errors' if name[0].isupper() else 'api'}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
