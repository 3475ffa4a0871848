"""Names that a package gives from a module in it, which is imported when one of them is used."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module
from typing import Any


def lazy_names(package: str, module: str, names: Collection[str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package; importing the package alone does not import the module."""

    def load(name: str) -> Any:  # noqa: ANN401 - whatever the module defines
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{module}"), name)

    return load
