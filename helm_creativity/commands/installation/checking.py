"""All that is looked at, in the order in which it is printed."""

from __future__ import annotations

from contextlib import ExitStack
from importlib.util import find_spec
from typing import NamedTuple

from helm_creativity.commands.installation import libraries, needs
from helm_creativity.commands.installation.finding import Finding, Wanted, findings_table
from helm_creativity.commands.installation.folders import configuration_findings, folder_findings
from helm_creativity.commands.installation.models import model_findings
from helm_creativity.commands.installation.registration import registration_findings, start_registration
from helm_creativity.commands.running.sets import entries_of
from helm_creativity.results.table import Table

_NO_DOWNLOAD = (
    "without a download: helm-creativity run core; run offline has every benchmark. "
    "helm-creativity list BENCHMARK says more about one"
)


class Diagnosis(NamedTuple):
    """What was found out."""

    tables: list[Table]
    failing: list[Finding]


def check_installation(wanted: Wanted) -> Diagnosis:
    """Looks at this machine. Only models and judges that are named are sent a request."""
    has_helm = find_spec(libraries.HELM) is not None
    asks = bool(wanted.models or wanted.judge_names)
    entries = entries_of(wanted.names, wanted.judges) if wanted.names and has_helm else []
    parts: dict[str, list[Finding]] = {}
    with ExitStack() as started:
        imports = libraries.start_imports()
        started.callback(imports.close)
        registration = start_registration(wanted.local_path) if has_helm else None
        if registration is not None:
            started.callback(registration.close)
        parts["Installation"] = list(libraries.library_findings(bool(wanted.names) or asks))
        configuration = list(configuration_findings(wanted.local_path))
        folders = [*folder_findings(wanted.output_path, wanted.local_path), *configuration]
        if entries:
            parts["Benchmarks"] = list(needs.wanted_findings(entries))
        elif not (asks or wanted.names):
            sets = needs.set_findings() if has_helm else ()
            parts["Benchmarks"] = [*sets, *needs.benchmark_findings()]
            parts["Files to fetch"] = list(needs.file_findings())
        if asks and has_helm:
            parts["Models and judges"] = model_findings(wanted)
        parts["Installation"] += libraries.torch_findings(imports.reply())
        if registration is not None:
            readable = not any(found.fails for found in configuration)
            parts["Installation"] += registration_findings(registration.reply(), wanted.local_path, readable)
        parts["Installation"] += folders
    notes = {"Benchmarks": () if wanted.names else (_NO_DOWNLOAD,)}
    failing = [found for findings in parts.values() for found in findings if found.fails]
    result = (
        f"to repair: {', '.join(dict.fromkeys(found.what for found in failing))}" if failing else "nothing is broken"
    )
    tables = [findings_table(title, findings, notes.get(title, ())) for title, findings in parts.items()]
    return Diagnosis([*tables, Table("summary", notes=[result])], failing)
