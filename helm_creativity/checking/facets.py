"""Check: the card's facets are those that the scorer gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import partial

from helm_creativity.checking.answers import Answers
from helm_creativity.checking.problem import Finding, Problem, Remark
from helm_creativity.checking.subject import Subject
from helm_creativity.hosting.aggregate import OWN_SCORE, run_stats
from helm_creativity.hosting.metadata import reasons_of
from helm_creativity.rooms import Card

problem = partial(Problem, "facets")


def find(subject: Subject) -> Iterator[Finding]:
    """Facets of one side only, and stats without a title."""
    answers = subject.answers
    outcomes = [*answers.outcomes, *answers.score(answers.empty), *answers.score(answers.refused)]
    of_run = answers.of_run()
    yield from _never(subject.card, answers)
    yield from _one_sided(subject.card, "answer", "outcomes", {name for one in outcomes for name in one.facets})
    yield from _one_sided(subject.card, "run", "of_run", of_run.keys() - OWN_SCORE)
    yield from _untitled(subject, of_run)


def _one_sided(card: Card, of: str, where: str, given: Set[str]) -> Iterator[Finding]:
    """Facets of an answer or of the run that only the card has, or only the scorer's ``where``."""
    keys = "name, title, short_title, description"
    whole, keys, otherwise, verb = {
        "answer": ("an answer", keys, ", or put it into the details", "have"),
        "run": ("the run", f"{keys}, of: run", "", "has"),
    }[of]
    declared = {facet.name for facet in card.facets if facet.of == of}
    for name in sorted(declared - given):
        yield problem(
            f"card.yaml has a facet {name} of {whole}, which the scorer's {where} never {verb}",
            f"give {name} there, None where it is undefined, or take it off the card",
        )
    for name in sorted(given - declared):
        yield problem(
            f"the scorer's {where} {verb} {name}, which is no facet of {whole} in card.yaml",
            f"describe {name} under facets ({keys}){otherwise}",
        )


def _never(card: Card, answers: Answers) -> Iterator[Finding]:
    """Facets that are None for every perfect answer: defined for others only, or forgotten."""
    wanted = [facet.name for facet in card.facets if facet.of == "answer"]
    if never := [name for name in wanted if all(one.facets.get(name, 0) is None for one in answers.outcomes)]:
        yield Remark(f"no perfect answer has a number for {', '.join(never)}")


def _untitled(subject: Subject, of_run: Mapping[str, float | None]) -> Iterator[Finding]:
    """Stats of the card's facets of which HELM's pages would know no title."""
    answers, card = subject.answers, subject.card
    try:
        stats = run_stats(answers.outcomes, [one.item for one in answers.asked], of_run, reasons_of(card))
    except ValueError as error:
        yield problem(f"the stats of the run cannot be made: {error}", "rename the facet, or give None for no number")
        return
    facets = {facet.name for facet in card.facets} | {f"{facet.name}_se" for facet in card.facets}
    titled = {one.name for one in subject.metric.get_metadata()}
    if lacking := sorted(stats.keys() & facets - titled):
        yield problem(
            f"the metric's metadata lack {', '.join(lacking)}",
            "leave get_metadata as ResponseMetric has it; it takes titles from the card",
        )
