"""Suites for the report: a small one, hostile ones, ones that say little, and a big one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from support.judged import judge_reply
from support.readable import written
from support.studies import column, study

from helm_creativity.results.loading import read_suite

BASELINES = ("creativity/greedy", "creativity/random-nouns")
MODELS = tuple(f"{maker}/{name}" for maker in ("gpt", "llama", "qwen") for name in ("small", "large"))
NASTY = "<script>alert('x')</script>&amp;\"\x00\x1b[31m\u202e{{ 7 * 7 }}$x$" + "W" * 90


def small():
    """Six models and two baselines in four columns: one score is missing, one does not count, one has no error."""
    rng = np.random.default_rng(5)
    shown = (*MODELS, *BASELINES)
    responses = [40 + 3 * np.arange(8.0)[:, None, None] + rng.normal(0, 4, (8, 12, 2)) for _ in range(4)]
    scores = np.column_stack([each.mean(axis=(1, 2)) for each in responses])
    scores[2, 3] = np.nan
    responses[3][2] = np.nan
    rates = np.ones_like(scores)
    rates[1, 2] = 0.2
    stats = {"valid_rate": rates, "num_answers": np.full_like(scores, 24.0)}
    columns = [column(name, items=12) for name in ("rat", "dat", "aut", "story")]
    made = study(scores, columns, shown, responses, stats=stats)
    return replace(made, problems=("left out: a run without a name",), notes=("two runs were one",))


def hostile():
    """Names that are markup, templates, control characters, and from right to left; some are long."""
    models = [f"a/{NASTY}", "b/\u05d0\u05d1\u05d2 \u202eabc", f"c/{NASTY}2", BASELINES[0]]
    columns = [column("dat", title=NASTY, comparable=f"dat|{NASTY}"), column("b", title="\u202eevil")]
    made = study(np.arange(8.0).reshape(4, 2) ** 2, columns, models)
    return replace(made, names=(NASTY,), problems=(NASTY,), notes=(NASTY,))


def failed():
    """Three models without a score."""
    return study(np.full((3, 2), np.nan))


def single():
    """One model."""
    return study([[1.0, 2.0]])


def baselines():
    """No language model."""
    return study([[1.0, 2.0], [3.0, 4.0]], models=BASELINES)


def big():
    """200 models in 20 benchmarks."""
    rng = np.random.default_rng(1)
    models = [*(f"maker-{n % 20}/model-{n}" for n in range(198)), *BASELINES]
    return study(rng.normal(50, 5, (200, 20)), [column(f"b{place}") for place in range(20)], models)


def read(output, *, judge="x/one", texts=None, models=("lab/a", "lab/b")):
    """A suite that is read from runs of one benchmark, whose responses a judge rated."""
    given = texts or {f"i{n}": f"idea {n}" for n in range(5)}
    for at, model in enumerate(models):
        scores = {item: float(10 * at + n) for n, item in enumerate(given)}
        written(output / "runs" / "s", model, given, scores, judge_reply(judge, rubric=judge, originality=7))
    return read_suite(["s"], output)
