"""Libraries that may be absent, and how to install them."""

from __future__ import annotations

from importlib.util import find_spec
from types import MappingProxyType

from helm_creativity.errors import MissingExtra

REQUIREMENT = MappingProxyType({"openpyxl": "openpyxl>=3.1", "sentence_transformers": "sentence-transformers>=6.0"})
"""What ``setup.cfg`` requires, by the name under which a library is imported."""


def require(library: str, purpose: str) -> None:
    """Checks that a library is installed. Call it before the library is imported, or before long work.

    The message installs the library itself, not an extra of this package, which pip would have to find by its name.

    Args:
        library: a key of ``REQUIREMENT``.
        purpose: what needs the library; the subject of the message.

    Raises:
        MissingExtra: when it is not installed; the message has the command that installs it.
    """
    if find_spec(library) is None:
        command = f"pip install '{REQUIREMENT[library]}'"
        raise MissingExtra(f"{purpose} needs {library}, which is not installed; install it with: {command}")
