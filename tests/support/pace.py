"""Answers to both stages of PACE, and their rows without HELM."""

from __future__ import annotations

import json

from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.types import Sample
from helm_creativity.parsing import Response
from helm_creativity.scenarios.pace.benchmark import PaceScorer, PaceSettings

SEED = "cat"
ASSOCIATES = ["dog", "river", "lamp"]
# With the seed and the first associate, the twelve words at right angles of the embedding ``toy``.
REST = ["thimble", "top-hat", "culdesac", "river", "idea", "lamp", "golf", "violin", "paris", "tickets"]
REFUSAL = "I'm sorry, but I can't help with that."


def pace_scorer(embedding="builtin", dictionary=None):
    """The scorer under an embedding; ``dictionary`` is one that was opened, or None."""
    settings = PaceSettings(embedding=embedding, dictionary="none")
    settings.__dict__["words"] = dictionary
    return PaceScorer(get_benchmark("pace").card, settings)


def results(words, reasons=()):
    """The form that both prompts ask for."""
    reasons = [*reasons, *[""] * (len(words) - len(reasons))]
    pairs = [{"word": word, "reason": reason} for word, reason in zip(words, reasons, strict=True)]
    return json.dumps({"results": pairs})


STAGE1 = results(ASSOCIATES)


def note(replies, associates=ASSOCIATES, **fields):
    """An annotation: each reply is a text, or the arguments of an answer."""
    annotation = {"questions": len(replies), "failed": 0, "error": "", **fields}
    for number, (associate, reply) in enumerate(zip(associates, replies, strict=False), start=1):
        answer = Response(reply) if isinstance(reply, str) else Response(**reply)
        annotation |= {
            f"chain_{number}_associate": associate,
            f"chain_{number}_reply": answer.text,
            f"chain_{number}_finish": answer.finish_reason,
            f"chain_{number}_failed": answer.failed,
            f"chain_{number}_error": "",
        }
    return annotation


def row(stage1=STAGE1, annotation=None, seed=SEED, **answer):
    """One answer to stage 1, with what the annotator made of it."""
    annotations = {} if annotation is None else {"pace": annotation}
    return Sample(Response(stage1, **answer), {"seed": seed, "annotations": annotations})


def given(chains, seed=SEED):
    """Chains that are there already."""
    return Sample(None, {"seed": seed, "chains": chains})


def one(scorer, *arguments, **fields):
    """The outcome of one answer."""
    return scorer.score([row(*arguments, **fields)])[0]
