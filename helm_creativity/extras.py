"""Libraries that few need, and the extras of ``setup.cfg`` that install them."""

from __future__ import annotations

from importlib.util import find_spec
from types import MappingProxyType

from helm_creativity.errors import MissingExtra

EXTRA_OF = MappingProxyType({"matplotlib": "plots", "openpyxl": "workbooks"})
"""The extra that installs a library, by the name under which the library is imported."""


def require(library: str, purpose: str) -> None:
    """Checks that an optional library is installed. Call it before the library is imported, or before long work.

    Args:
        library: a key of ``EXTRA_OF``.
        purpose: what needs the library; the subject of the message.

    Raises:
        MissingExtra: when it is not installed; the message has the command that installs it.
    """
    if find_spec(library) is None:
        command = f"pip install 'helm-creativity[{EXTRA_OF[library]}]'"
        raise MissingExtra(f"{purpose} needs {library}, which is not installed; install it with: {command}")
