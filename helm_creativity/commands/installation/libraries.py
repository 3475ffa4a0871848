"""Python, this package and the libraries that it needs, in the versions that work."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from importlib.util import find_spec
from typing import Any

from helm_creativity.commands.installation.finding import Finding
from helm_creativity.commands.installation.programs import BackgroundProgram
from helm_creativity.extras import distribution, installed_version, requirement, requirements, satisfies
from helm_creativity.safe_text import escaped_line
from helm_creativity.version import __version__

HELM, TORCH = "helm", ("torch", "torchvision")
_TESTED = "Programming Language :: Python :: 3."
_IMPORTS = """
import importlib, importlib.util, json, sys
found = {}
for name in sys.argv[1:]:
    if importlib.util.find_spec(name) is not None:
        try:
            found[name] = [True, str(importlib.import_module(name).__version__)]
        except BaseException as error:
            found[name] = [False, f"{type(error).__name__}: {error}"]
print(json.dumps(found))
"""


def start_imports() -> BackgroundProgram:
    """Starts what says whether torch and torchvision can be imported."""
    return BackgroundProgram(_IMPORTS, TORCH)


def library_findings(wanted: bool) -> Iterator[Finding]:
    """Python, this package, HELM, the other libraries, and those that few need."""
    yield _python()
    yield Finding("helm-creativity", "ok", __version__)
    yield from _required(wanted)
    if find_spec("openpyxl") is None:
        what = "only norms and items that are published as .xlsx files need it"
        yield Finding("openpyxl", "missing", f"{what}: pip install '{requirement('openpyxl') or 'openpyxl'}'")
    else:
        yield Finding("openpyxl", "ok", installed_version("openpyxl") or "installed")


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    try:
        names = metadata("helm-creativity").get_all("Classifier") or []
    except PackageNotFoundError:
        names = []
    tested = sorted(int(name.removeprefix(_TESTED)) for name in names if name.startswith(_TESTED))
    if tested and not tested[0] <= sys.version_info.minor <= tested[-1]:
        return Finding(
            "Python",
            "broken",
            f"{version} is not supported: make an environment with Python 3.{tested[0]} to 3.{tested[-1]}",
        )
    return Finding("Python", "ok", f"{version}, {sys.executable}")


def _required(wanted: bool) -> Iterator[Finding]:
    lines = requirements()
    if not lines:
        yield Finding(
            "libraries",
            "broken",
            "helm-creativity is not installed, so HELM cannot find it: run pip install . in its checkout",
        )
    right = 0
    comparable = installed_version("packaging") is not None
    for line in lines:
        name = distribution(line)
        version = installed_version(name)
        if version is None:
            why = "is not installed" if name != distribution(HELM) else "is not installed, and every run needs it"
            yield Finding(name, "missing", f"{name} {why}: pip install '{line}'", wanted)
        elif comparable and not satisfies(version, line):
            yield Finding(name, "broken", f"{version} is installed and does not fit: pip install '{line}'")
        elif name == distribution(HELM):
            yield Finding(name, "ok", f"{version}, supported" if comparable else version)
        else:
            right += comparable
    if right:
        yield Finding("other libraries", "ok", f"{right} installed, in versions that fit")


def torch_findings(reply: Any) -> Iterator[Finding]:  # noqa: ANN401 - whatever a program prints
    """Whether torch can be imported, and a torchvision that is there, which transformers imports."""
    if not isinstance(reply, dict):
        yield Finding(
            TORCH[0],
            "broken",
            f"its import gives {_short(reply)}: try once more, and if that remains, install torch anew",
        )
        return
    for name in TORCH:
        works, says = reply.get(name, (None, ""))
        if works:
            yield Finding(name, "ok", f"{says}, can be imported")
        elif works is False:
            what = "it does not fit the installed torch" if name == TORCH[1] else "torch cannot be imported"
            do = f"pip uninstall {name}, or install both from one index, as the README says"
            yield Finding(name, "broken", f"{what} ({_short(says)}), which breaks sentence encoders: {do}")


def _short(text: object) -> str:
    return escaped_line(re.sub(r"\s+", " ", str(text)))[:200]
