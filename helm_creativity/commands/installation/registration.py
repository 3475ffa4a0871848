"""Whether HELM finds this package and takes the user's files, found out in a process of its own."""

from __future__ import annotations

import os
import shutil
import sysconfig
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.registry import list_entries
from helm_creativity.commands.installation.finding import Finding
from helm_creativity.commands.installation.folders import refused_credentials
from helm_creativity.commands.installation.programs import BackgroundProgram
from helm_creativity.masking import without_secrets
from helm_creativity.safe_text import escaped_line, listed

_PROGRAM = """
import contextlib, io, json, sys
local_path, *names = sys.argv[1:]
found = {"unknown": [], "models": "", "credentials": ""}
with contextlib.redirect_stdout(io.StringIO()):
    from helm.benchmark.config_registry import register_configs_from_directory
    from helm.benchmark.run import load_entry_point_plugins
    from helm.benchmark.run_spec import get_run_spec_function
    from helm.common.general import get_credentials
    load_entry_point_plugins()
    found["unknown"] = [name for name in names if get_run_spec_function(name) is None]
    try:
        register_configs_from_directory(local_path)
    except Exception as error:
        while getattr(error, "exceptions", ()):  # a group, which only counts those in it
            error = error.exceptions[0]
        found["models"] = f"{type(error).__name__}: {error}"
    try:
        get_credentials(local_path)
    except Exception as error:
        found["credentials"] = str(error)[:2000] or type(error).__name__
print(json.dumps(found))
"""


def start_registration(local_path: Path) -> BackgroundProgram:
    """Starts what says which of our run entries HELM knows, and whether it can read the files in a folder."""
    return BackgroundProgram(_PROGRAM, [str(local_path), *(entry.group for entry in list_entries())])


def registration_findings(reply: Any, local_path: Path, readable: bool) -> Iterator[Finding]:  # noqa: ANN401
    """What HELM finds."""
    if not isinstance(reply, Mapping):
        yield Finding(
            "helm-run",
            "broken",
            f"HELM cannot be loaded ({_line(reply)}): install crfm-helm anew, or repair the library that it names",
        )
        return
    names = [entry.group for entry in list_entries()]
    unknown = reply["unknown"]
    if unknown:
        yield Finding(
            "run entries",
            "broken",
            f"HELM does not find {listed(unknown)}: install helm-creativity in the environment of helm-run "
            "(pip install . in its checkout)",
        )
    else:
        yield Finding("run entries", "ok", f"HELM finds all {len(names)}, such as {names[0]}")
    yield _script()
    if readable and reply["models"]:
        yield Finding(
            "models of your own",
            "broken",
            f"HELM refuses a file in {local_path} ({_line(reply['models'])}): correct it; docs/models.md has examples",
        )
    if reply["credentials"]:
        yield refused_credentials(local_path, str(reply["credentials"]))


def _line(text: object) -> str:
    return escaped_line(" ".join(without_secrets(str(text)).split()))[:300]


def _script() -> Finding:
    own = Path(sysconfig.get_path("scripts")) / "helm-run"
    called = shutil.which("helm-run")
    if called is not None and own.exists() and os.path.samefile(called, own):
        return Finding("helm-run", "ok", called)
    if not own.exists():
        return Finding("helm-run", "broken", f"there is no {own}: install crfm-helm anew in this environment")
    where = "no helm-run is on the PATH" if called is None else f"the PATH leads to another environment's, {called}"
    return Finding("helm-run", "missing", f"{where}: activate this environment, or call {own}")
