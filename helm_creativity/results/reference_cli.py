"""What creativity tests predict beyond capability: ``helm-creativity validity``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from helm_creativity.errors import BadArguments

if TYPE_CHECKING:
    from helm_creativity.results.reference.names import Matched
    from helm_creativity.results.reference.tables import Reference
    from helm_creativity.results.study import Study

# As in ``reference.tables``, which takes a while to load.
REFERENCES = ("schapiro2026",)
Tell = Callable[[str], None]
Covariates = Mapping[str, Mapping[str, float]]


def add_parser(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Callable[[argparse.Namespace], int]
) -> None:
    """Adds the command; ``run`` prints what ``report`` gives."""
    parser = commands.add_parser(
        "validity",
        help="print what tests predict beyond capability: a paper's table recomputed, or a suite's own columns",
    )
    parser.add_argument(
        "--reference",
        choices=REFERENCES,
        default=REFERENCES[0],
        help=f"whose scores (default: {REFERENCES[0]})",
    )
    parser.add_argument(
        "--suite", metavar="SUITE", help="correlate this suite's columns with the reference's benchmarks, by model"
    )
    parser.add_argument("--output-path", type=Path, default=Path("benchmark_output"), help="helm-run's --output-path")
    parser.add_argument(
        "--covariates",
        type=Path,
        metavar="FILE",
        help="a CSV or JSONL file with a column 'model', named as in the suite, and columns of numbers",
    )
    parser.add_argument(
        "--capability",
        metavar="NAME+NAME",
        help="what is taken out of the benchmarks: columns of the reference or of --covariates, or other benchmarks of "
        "the suite (default: the reference's proxies)",
    )
    parser.set_defaults(run=run)


def report(arguments: argparse.Namespace, tell: Tell) -> str:
    """The table of a reference, or that of a suite.

    Args:
        arguments: of the command.
        tell: takes a line for each run that is left out.

    Raises:
        BadArguments: for arguments that go with a suite and come without, a name that is none of a covariate, or a
            suite of which no model is the reference's.
        FileProblem: when the suite or the file of covariates is not there or cannot be read.
    """
    from helm_creativity.results.reference import text
    from helm_creativity.results.reference.tables import read_reference

    reference = read_reference(arguments.reference)
    if arguments.suite is not None:
        return _of_suite(arguments, reference, tell)
    if arguments.covariates is not None or arguments.capability is not None:
        raise BadArguments("--covariates and --capability are about a suite's models: name it with --suite")
    return text.report(reference)


def _of_suite(arguments: argparse.Namespace, reference: Reference, tell: Tell) -> str:
    from helm_creativity.results.analysis.options import Options
    from helm_creativity.results.analysis.prediction import outcomes_of, predictions_of
    from helm_creativity.results.build import study_of
    from helm_creativity.results.findings import Absent
    from helm_creativity.results.reference.names import match
    from helm_creativity.results.reference.suite_text import report as suite_report
    from helm_creativity.results.suites import find_suites

    study = study_of(find_suites([arguments.suite], arguments.output_path), tell=tell)
    for problem in study.problems:
        tell(f"left out: {problem}")
    models = [name for name, baseline in zip(study.models, study.baselines, strict=True) if not baseline]
    matched = match(models, reference)
    given = _given(arguments.covariates)
    _require_models(arguments.suite, matched, reference, given, study)
    covariates = _merged(_of_reference(reference, matched), given)
    options = Options(covariates=covariates, capability=_capability(arguments.capability, reference))
    outcomes = outcomes_of(study, options)
    found = predictions_of(study, Absent("this table is of single columns"), outcomes)
    return suite_report(found, matched, reference, study, options.capability)


def _given(path: Path | None) -> Covariates:
    from helm_creativity.results.covariates import read_covariates

    return {} if path is None else read_covariates(path)


def _of_reference(reference: Reference, matched: Matched) -> dict[str, Mapping[str, float]]:
    """Benchmarks and proxies of capability by title, by the suite's names of models."""
    table: dict[str, Mapping[str, float]] = {}
    for column in (*reference.of_kind("capability"), *reference.of_kind("benchmark")):
        values = dict(zip(reference.models, reference.values(column.name).tolist(), strict=True))
        table[column.title] = {name: values[model] for name, model in matched.models.items()}
    return table


def _merged(of_reference: Covariates, given: Covariates) -> Covariates:
    """Both tables.

    Raises:
        BadArguments: for a column that both have.
    """
    if twice := sorted(of_reference.keys() & given.keys()):
        raise BadArguments(
            f"--covariates has columns that the reference has too: {', '.join(twice)}; give them another name"
        )
    return {**of_reference, **given}


def _capability(names: str | None, reference: Reference) -> tuple[str, ...]:
    """Titles of what stands for capability; a column of the reference may be called by its name or its title."""
    if names is None:
        return tuple(column.title for column in reference.of_kind("capability"))
    titles = {column.name: column.title for column in reference.columns if column.kind != "test"}
    wanted = [name.strip() for name in names.split("+")]
    if not all(wanted):
        raise BadArguments(f"expected names joined with '+' in --capability, got {names!r}")
    return tuple(titles.get(name, name) for name in wanted)


def _require_models(suite: str, matched: Matched, reference: Reference, given: Covariates, study: Study) -> None:
    """Refuses a suite that has nothing to be compared with.

    Raises:
        BadArguments: when none of its models is the reference's, and no covariates were given.
    """
    if not matched.models and not given:
        raise BadArguments(
            f"no model of the suite {suite!r} is one of {reference.name} ({', '.join(study.models) or 'it has none'}); "
            "run models that the paper tested, or give scores of your own with --covariates"
        )
