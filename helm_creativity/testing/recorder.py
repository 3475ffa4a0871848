"""Imports modules in a fresh interpreter and prints who imported whom, as JSON.

Run as a text, ``python -c TEXT MODULE...``, before anything else is loaded: it needs the standard library only.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.util
import json
import sys
from collections import defaultdict
from types import FrameType, ModuleType
from typing import Any

_IMPORTS: dict[str, set[str]] = defaultdict(set)
_plain_import, _plain_module = builtins.__import__, importlib.import_module


def _importer(frame: FrameType | None) -> str:
    """The module whose body is running: an import inside a function counts for the module that calls it."""
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return str(frame.f_globals.get("__name__", "")) if frame is not None else ""


def _note(importer: str, name: str) -> None:
    """Notes an imported module, and the packages that it is in, which are imported first."""
    parts = name.split(".")
    _IMPORTS[importer].update(".".join(parts[:n]) for n in range(1, len(parts) + 1))


def _import(
    name: str,
    globals: Any = None,  # noqa: A002, ANN401 - as builtins.__import__ has it
    locals: Any = None,  # noqa: A002, ANN401
    fromlist: Any = (),  # noqa: ANN401
    level: int = 0,
) -> ModuleType:
    module: ModuleType = _plain_import(name, globals, locals, fromlist, level)
    importer = _importer(sys._getframe(1))
    package = str((globals or {}).get("__package__") or "")
    whole = importlib.util.resolve_name("." * level + name, package) if level else name
    _note(importer, whole)
    for imported in fromlist or ():
        if f"{whole}.{imported}" in sys.modules:
            _note(importer, f"{whole}.{imported}")
    return module


def _import_module(name: str, package: str | None = None) -> ModuleType:
    module = _plain_module(name, package)
    _note(_importer(sys._getframe(1)), module.__name__)
    return module


def main(modules: list[str]) -> None:
    """Imports them one after another."""
    builtins.__import__, importlib.import_module = _import, _import_module
    failures = {}
    for name in modules:
        try:
            _import_module(name)
        except (Exception, SystemExit) as error:
            failures[name] = f"{type(error).__name__}: {error}"
    found = {name: sorted(others) for name, others in _IMPORTS.items()}
    sys.stdout.write(f"\n{json.dumps({'imports': found, 'failures': failures})}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
