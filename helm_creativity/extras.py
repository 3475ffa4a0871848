"""Libraries that may be absent, and how to install them."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec

from helm_creativity.errors import MissingExtra

_DISTRIBUTIONS = {"helm": "crfm-helm", "yaml": "pyyaml"}  # what is imported under another name than pip's


def requirement(library: str) -> str | None:
    """What this package requires of a library, as pip takes it; None if it does not require it."""
    lines = (line.partition(";")[0].strip() for line in requires("helm-creativity") or ())
    return next((line for line in lines if distribution(line) == distribution(library)), None)


def distribution(name: str) -> str:
    """The name under which pip knows a library, of its import name or of a requirement."""
    plain = re.split(r"[\[<>=!~ ]", name)[0]
    return re.sub(r"[-_.]+", "-", _DISTRIBUTIONS.get(plain, plain)).lower()


def installed_version(name: str) -> str | None:
    """The version of a distribution; None where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def missing(library: str, purpose: str) -> str | None:
    """The message for a library of this package that is not installed; None if it is not one of its own.

    The message installs the library itself, not an extra of this package, which pip would have to find by its name.
    """
    wanted = requirement(library)
    return wanted and f"{purpose} needs {library}, which is not installed; install it with: pip install '{wanted}'"


def require(library: str, purpose: str) -> None:
    """Checks that a library is installed. Call it before the library is imported, or before long work."""
    if find_spec(library) is None:
        raise MissingExtra(missing(library, purpose) or f"{purpose} needs {library}, which is not installed")
