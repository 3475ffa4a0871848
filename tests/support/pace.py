"""Answers to both stages of PACE, and their rows without HELM."""

from __future__ import annotations

import json

from support.given import given as replies_given
from support.scoring import Scoring

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.scenarios.pace.benchmark import PaceScorer, PaceSettings

SEED = "cat"
ASSOCIATES = ["dog", "river", "lamp"]
# With the seed and the first associate, the twelve words at right angles of the embedding ``toy``.
REST = ["thimble", "top-hat", "culdesac", "river", "idea", "lamp", "golf", "violin", "paris", "tickets"]
REFUSAL = "I'm sorry, but I can't help with that."


def pace_scorer(embedding="builtin", dictionary=None):
    """See ``Scoring``; ``dictionary`` is one that was opened, or None."""
    benchmark = get_benchmark("pace")
    settings = PaceSettings(protocol="schapiro2026", embedding=embedding, dictionary="none")
    settings.__dict__["words"] = dictionary
    return Scoring(benchmark, settings, PaceScorer(benchmark.card, settings))


def results(words, reasons=()):
    """The form that both prompts ask for."""
    reasons = [*reasons, *[""] * (len(words) - len(reasons))]
    pairs = [{"word": word, "reason": reason} for word, reason in zip(words, reasons, strict=True)]
    return json.dumps({"results": pairs})


STAGE1 = results(ASSOCIATES)


def note(replies):
    """Replies to stage 2: each is a text, or the arguments of a response."""
    return replies_given(turns=[Response(reply) if isinstance(reply, str) else Response(**reply) for reply in replies])


def row(stage1=STAGE1, annotation=None, seed=SEED, **answer):
    """One answer to stage 1, with what is replied to stage 2."""
    return Sample(Response(stage1, **answer), {"seed": seed, "annotations": annotation or {}})


def given(chains, seed=SEED):
    """Chains that are there already."""
    return Sample(None, {"seed": seed, "chains": chains})


def one(scorer, *arguments, **fields):
    """The outcome of one answer."""
    return scorer.score([row(*arguments, **fields)])[0]
