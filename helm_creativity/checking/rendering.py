"""Lets templates be rendered anew, so that it can be seen which are."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType


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
