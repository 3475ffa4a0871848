"""Answers to the DAT and their outcomes, without HELM."""

from __future__ import annotations

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample

TEN = ["cat", "dog", "thimble", "river", "idea", "lamp", "golf", "violin", "top-hat", "tickets"]


def one(scorer, text=None, words=None, **answer):
    """The outcome of one answer."""
    row = Sample(None, {"words": words}) if words is not None else Sample(Response(text, **answer))
    return scorer.score([row])[0]


def dat_scorer(protocol="olson2021", embedding="builtin", dictionary=None):
    """The DAT's scorer under a protocol and an embedding; ``dictionary`` is one that was opened, or None."""
    settings = get_benchmark("dat").settings_type(protocol=protocol, embedding=embedding, dictionary="none")
    settings.__dict__["words"] = dictionary
    return get_benchmark("dat").scorer(settings)
