"""Names that a benchmark may have."""

from __future__ import annotations

import builtins
import keyword
import sys
from collections.abc import Iterator
from importlib.util import find_spec

from helm_creativity.core.names import SPELLED, SPELLING
from helm_creativity.core.registry import list_entries
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted

LONGEST = 24
"""Characters; longer lines than the rules of this repository allow would be written otherwise."""

OURS = frozenset({"creativity", "all", "judged", "keyed", "response", "word_list"})
"""Names that mean something else, or whose classes would be called as those that they are made from."""


def check_name(name: str, outside: bool) -> None:
    """Refuses a name that a benchmark cannot have.

    Args:
        name: of the benchmark: of its folder, its card and its run entry.
        outside: whether it is an import name of its own, too.

    Raises:
        BadArguments: saying what is wrong with it.
    """
    if wrong := next(_wrong(name, outside), None):
        raise BadArguments(f"a benchmark cannot be called {quoted(name)}: {wrong}; choose another name")


def _wrong(name: str, outside: bool) -> Iterator[str]:
    if not SPELLED.fullmatch(name) or len(name) > LONGEST:
        yield f"expected {SPELLING}, at most {LONGEST} characters"
        return
    if name in {benchmark.name for benchmark in list_entries()}:
        yield "there is already a benchmark of that name"
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or hasattr(builtins, name):
        yield "it is a Python keyword"
    if name in sys.stdlib_module_names:
        yield "it is a module of Python's standard library"
    if name in OURS:
        yield "helm-creativity uses it for something else, or has a base class of that name"
    if outside and (spec := find_spec(name)) is not None:
        yield f"there is already a package of that name: {spec.origin or name}"
