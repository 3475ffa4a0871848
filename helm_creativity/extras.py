"""Libraries that may be absent, and how to install them."""

from __future__ import annotations

import re
from importlib.metadata import requires
from importlib.util import find_spec
from types import MappingProxyType

from helm_creativity.errors import MissingExtra

DISTRIBUTIONS = MappingProxyType({"helm": "crfm-helm", "yaml": "pyyaml"})
"""Names under which pip knows what is imported under another name."""


def requirement(library: str) -> str | None:
    """What this package requires of a library, as pip takes it; None if it does not require it.

    Args:
        library: the name under which it is imported.
    """
    meant = _normal(DISTRIBUTIONS.get(library, library))
    for line in requires("helm-creativity") or ():
        text = line.partition(";")[0].strip()
        if _normal(re.split(r"[\[<>=!~ ]", text)[0]) == meant:
            return text
    return None


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def missing(library: str, purpose: str) -> str | None:
    """The message for a library of this package that is not installed; None if it is not one of its own.

    The message installs the library itself, not an extra of this package, which pip would have to find by its name.

    Args:
        library: the name under which it is imported.
        purpose: what needs the library; the subject of the message.
    """
    wanted = requirement(library)
    if wanted is None:
        return None
    return f"{purpose} needs {library}, which is not installed; install it with: pip install '{wanted}'"


def require(library: str, purpose: str) -> None:
    """Checks that a library is installed. Call it before the library is imported, or before long work.

    Args:
        library: the name under which it is imported.
        purpose: what needs the library; the subject of the message.

    Raises:
        MissingExtra: when it is not installed; the message has the command that installs it.
    """
    if find_spec(library) is None:
        raise MissingExtra(missing(library, purpose) or f"{purpose} needs {library}, which is not installed")
