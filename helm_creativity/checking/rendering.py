"""Which templates are rendered meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from helm_creativity.rooms import prompts


@contextmanager
def rendering() -> Iterator[set[tuple[Path, str]]]:
    """Inside, folder and name of every template that is rendered are noted."""
    plain, found = prompts._template, set[tuple[Path, str]]()

    def noting(folder: Path, prompt_id: str) -> Any:  # noqa: ANN401 - Jinja2's
        found.add((folder, prompt_id))
        return plain(folder, prompt_id)

    prompts._template = noting  # type: ignore[assignment]
    try:
        yield found
    finally:
        prompts._template = plain


def forget(packages: Iterable[str]) -> None:
    """Empties the caches of functions in these packages, which would keep templates from being rendered again."""
    for module in _loaded(tuple(packages)):
        for one in list(vars(module).values()):
            if getattr(one, "__module__", None) == module.__name__ and hasattr(one, "cache_clear"):
                one.cache_clear()


def _loaded(packages: tuple[str, ...]) -> list[ModuleType]:
    return [
        module
        for name, module in list(sys.modules.items())
        if any(name == package or name.startswith(f"{package}.") for package in packages)
    ]
