"""What can be run now, and which files would have to be fetched for the rest."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence

from helm_creativity.benchmark.files.source_files import SourceFile, find
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.registry import list_entries, tolerating
from helm_creativity.benchmark.sources import exam_cards
from helm_creativity.commands.installation.finding import Finding
from helm_creativity.commands.running.launch import missing_for
from helm_creativity.commands.running.sets import SETS, Entry, set_entries
from helm_creativity.embeddings.registry import is_here
from helm_creativity.embeddings.specs import CATALOGUE, WordVectorsSpec
from helm_creativity.errors import CreativityError
from helm_creativity.reports.benchmarks import default_settings, missing_files
from helm_creativity.results.norms import RANDOM_NOUNS
from helm_creativity.safe_text import counted

_FETCH = re.compile(r"helm-creativity fetch [\w.:/@-]*\w")
"""Without the stop or colon that ends the sentence."""

LONGEST_NAME = 40
"""Characters of a run entry that is written out; a longer one stands under its benchmark's name."""
_FROM_HUB = "a data set of the Hugging Face Hub, which the run itself downloads"


def benchmark_findings() -> list[Finding]:
    """Every benchmark's run entry without arguments; one that cannot be used costs a warning and itself."""
    from helm_creativity.commands.planning.offline import offline

    found: list[Finding] = []
    with offline():
        for entry in list_entries():
            with tolerating(entry):
                benchmark = load_benchmark(entry)
                found.append(_need(entry.name, list(missing_files(benchmark, default_settings(benchmark)))))
    return found


def set_findings() -> Iterator[Finding]:
    """Every set of run entries. HELM reads their files."""
    for known in SETS:
        needed = dict.fromkeys(need for entry in set_entries(known) for need in _needs(missing_for(entry)))
        if needed:
            files = counted(len(needed), "thing is", "things are")
            lists = f"helm-creativity doctor {known.name} lists them by benchmark"
            yield Finding(f"set {known.name}", "missing", f"{files} to be fetched; {lists}")
        else:
            yield Finding(f"set {known.name}", "ok", "runs, with --judges" if known.needs_judges else "runs")


def wanted_findings(wanted: Iterable[Entry]) -> Iterator[Finding]:
    """What run entries need, by benchmark; all of it is asked for. One that helm-run would refuse comes by itself."""
    by_benchmark: dict[str, list[tuple[Entry, list[str]]]] = {}
    for entry in wanted:
        try:
            missing = missing_for(entry)
        except CreativityError as error:
            yield Finding(str(entry), "broken", f"{error}; correct the run entry", wanted=True)
            continue
        if not missing and (why := _refusal(entry)):
            yield Finding(str(entry), "broken", f"{why}; correct the run entry", wanted=True)
        else:
            by_benchmark.setdefault(entry.benchmark, []).append((entry, missing))
    for benchmark, entries in by_benchmark.items():
        written = str(entries[0][0])
        what = written if len(entries) == 1 and len(written) <= LONGEST_NAME else benchmark
        yield _need(what, [problem for _, missing in entries for problem in missing], wanted=True)


def _refusal(entry: Entry) -> str:
    from helm_creativity.commands.planning.counting import make_plan
    from helm_creativity.commands.planning.entries import HelmRunOptions

    with tempfile.TemporaryDirectory() as folder:  # whatever is wrong with the user's models
        plan = make_plan(HelmRunOptions(run_entries=[entry.of_model(RANDOM_NOUNS)], local_path=folder))
    return "; ".join(refused.why for refused in plan.refused)


def _need(what: str, problems: Sequence[str], wanted: bool = False) -> Finding:
    needed = _needs(problems)
    return Finding(what, "missing", "; ".join(needed), wanted) if needed else Finding(what, "ok", "runs")


def _needs(problems: Sequence[str]) -> list[str]:
    from helm_creativity.commands.planning.offline import is_kept_offline

    commands = dict.fromkeys(command for problem in problems for command in _FETCH.findall(problem))
    others = dict.fromkeys(
        _FROM_HUB if is_kept_offline(problem) else problem for problem in problems if not _FETCH.search(problem)
    )
    return [*commands, *others]


def file_findings() -> Iterator[Finding]:
    """Embeddings, then files of authors by the name under which they are fetched."""
    for spec in CATALOGUE.values():
        try:
            here = is_here(spec)
        except CreativityError as error:
            yield Finding(spec.name, "broken", f"{error}; fetch it again: helm-creativity fetch {spec.name}")
            continue
        archive = spec.archive if isinstance(spec, WordVectorsSpec) else None
        size = f" ({archive.bytes / 1e9:.1f} GB)" if archive is not None and archive.bytes else ""
        yield _file(spec.name, here, "embedding", f"helm-creativity fetch {spec.name}{size}")
    files = [file for entry in list_entries() for file in entry.card.files]
    files += [file for card in exam_cards().values() for file in card.files]
    fetched: dict[str, dict[str, SourceFile]] = {}
    for file in files:
        fetched.setdefault(file.bundles[0] if file.bundles else file.name, {})[file.name] = file
    for name, several in fetched.items():
        n = sum(find(file) is not None for file in several.values())
        number = f"{n} of {len(several)} here: " if 0 < n < len(several) else ""
        yield _file(name, n == len(several), "files of authors", f"{number}helm-creativity fetch {name}")


def _file(name: str, here: bool, kind: str, command: str) -> Finding:
    return Finding(name, "ok", kind) if here else Finding(name, "missing", command)
