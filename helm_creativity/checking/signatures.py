"""Check: what moves a score is in its signature, by which results decide what stands in one column."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from helm.common.general import asdict_without_nones

from helm_creativity.checking.problem import Broken, Finding, Problem
from helm_creativity.checking.subject import Subject
from helm_creativity.checking.varied import Made, Varied

problem = partial(Problem, "signature")


def find(subject: Subject) -> Iterator[Finding]:
    """Runs without a signature, and different ones under one."""
    promised = subject.metric.signature
    if not promised:
        yield problem(
            "the run spec promises no signature, so that nobody can tell with what a score was measured",
            "give the metric signature=, that of its scorer; @benchmark does",
        )
        return
    made = subject.make_scorer().signature
    if made == promised:
        yield from _shared(subject.varied)
    else:
        yield problem(
            f"the run spec promises the signature {promised!r}, and the metric's scorer has {made!r}",
            "take both from one place; @benchmark does",
        )


def _shared(varied: Varied) -> Iterator[Finding]:
    """Runs that differ in what is asked or how it is scored, and agree in their signature, temperature and limit."""
    first: dict[str, tuple[str, Made]] = {}
    told: set[frozenset[str]] = set()
    for made in varied.made:
        signed, moved = _signed(made), _moved(made, varied)
        before, other = first.setdefault(signed, (moved, made))
        apart = frozenset({**other.changed, **made.changed})
        if moved != before and apart not in told:
            told.add(apart)
            yield problem(
                f"{other} and {made} ask or score differently under one signature",
                f"put {' and '.join(sorted(apart))} into the scorer's signature",
            )


def _signed(made: Made) -> str:
    """What tells runs apart in results: the signature, and what the adapter adds to it."""
    adapter, metric = made.spec.adapter_spec, made.spec.metric_specs[0]
    return json.dumps([metric.args.get("signature"), adapter.temperature, adapter.max_tokens, adapter.instructions])


def _moved(made: Made, varied: Varied) -> str:
    """What moves a score: prompts, arguments of the metric, and what annotators do."""
    asked = varied.instances(made)
    texts = [] if isinstance(asked, Broken) else [str(one.input.text) for one in asked]
    args = {name: value for name, value in made.spec.metric_specs[0].args.items() if name != "signature"}
    annotators = [asdict_without_nones(one) for one in made.spec.annotators or ()]
    return json.dumps([texts, args, annotators], sort_keys=True, default=str)
