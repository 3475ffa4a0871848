"""Check: the pilot through HELM leaves a score, or reasons for its absence, and every stat has a title."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from helm_creativity.checking.pilot import MODELS
from helm_creativity.checking.problem import Finding, Problem
from helm_creativity.checking.subject import Subject
from helm_creativity.hosting.metadata import rate_name, reasons_of
from helm_creativity.results.leaderboard import leaderboard
from helm_creativity.results.runs import Run

problem = partial(Problem, "pilot")


def find(subject: Subject) -> Iterator[Finding]:
    """What is wrong with the runs of the room's pilot."""
    pilot = subject.house.pilot
    for model in MODELS:
        run = pilot.run_of(subject, model)
        if run is None:
            yield problem(
                f"helm-run left no stats of {subject.entry} by {model}: {pilot.why(subject, model)}",
                "mend what it says; HELM empties the folder of a run that fails",
            )
        else:
            yield from stats_of(subject, run)
            yield from _on_board(subject, run)


def stats_of(subject: Subject, run: Run) -> Iterator[Finding]:
    """What the stats of one run lack, or hold too much."""
    stats, who = run.stats, f"by {run.model}"
    rates = [stats.get(rate_name(reason), 0.0) for reason in reasons_of(subject.card)]
    valid = stats.get("valid_rate")
    if valid is None or not math.isclose(valid + math.fsum(rates), 1.0, abs_tol=1e-6):
        yield problem(
            f"{who} a share of {valid} is scored, and reasons account for {math.fsum(rates):g}: not 1 together",
            "let every Outcome have a score or one reason, and leave the stats to ResponseMetric",
        )
    if "score" not in stats and valid:
        yield problem(
            f"{who} {valid:.0%} of the answers are scored, and the run has no score",
            "let of_run give a score wherever answers have one, or the pilot ask for enough answers",
        )
    if run.undefined:
        yield problem(f"{who} {', '.join(run.undefined)} are no finite numbers", "give None for what is undefined")
    titled = {one.name for one in subject.metric.get_metadata()}
    if untitled := sorted(set(stats) - titled):
        yield problem(
            f"{who} there are stats without a title: {', '.join(untitled)}",
            "describe them as facets in card.yaml, or put them into the details of outcomes",
        )


def _on_board(subject: Subject, run: Run) -> Iterator[Finding]:
    """Whether the leaderboard shows the run under the card's group."""
    text = leaderboard([run])
    if subject.card.group not in text or run.model not in text:
        yield problem(
            f"`helm-creativity leaderboard` shows the run of {run.model} under {run.group}",
            f"make the run spec's groups [{subject.card.group!r}]",
        )
