"""Which scores may stand in one table, and apart from that, what else made a score.

Two scores are comparable if protocol, items, prompts, embedding, judges and rubric (each with checksum), the N of the
card's version and the settings that move a score agree. Package version, X of the card's version and token limits are
provenance: printed beside a score, never compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from helm_creativity.benchmark.rubrics import Question
    from helm_creativity.benchmark.types import Prompt

TRIALS, INSTRUCTION = "num_trials", "instruction"
"""Names in an adapter and in a comparable key."""

NOT_ASKED = "from a file"
"""In the place of prompts, where responses came from a file."""

TEMPERATURE, NOT_SENT = "temperature", "not sent"
"""In the provenance of a score, where HELM's client keeps the temperature from the model: it answers at its provider's.

That is not compared, or such a model could be compared with no other.
"""


def checksum_texts(texts: Iterable[str]) -> str:
    """Number and checksum of texts: ``5@sha256:<12 hex digits>``."""
    found = list(map(_sha256, texts))
    return f"{len(found)}@sha256:{_sha256(''.join(found))[:12]}"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def checksum_prompts(prompts: Iterable[Prompt]) -> str:
    """The same of prompts, as they are asked."""
    return checksum_texts(prompt.text for prompt in prompts)


def checksum_questions(questions: Iterable[Question]) -> str:
    """The same of questions to judges, as they are asked."""
    return checksum_texts(f"{question.system}\n{question.user}" for question in questions)


def checksum_of_items(items: Sequence[Mapping[str, Any]]) -> str:
    """Number and checksum of items with all their fields, including those that no prompt shows, such as a key."""
    fields = json.dumps(list(items), sort_keys=True, default=str)
    return f"{len(items)}@sha256:{_sha256(fields)[:12]}"


def key_of_run(args: Mapping[str, Any], num_trials: int) -> str:
    """The comparable key of a run; "" where its metric is none of ours."""
    key = str(args.get("comparable") or "")
    return f"{key}|{TRIALS}:{num_trials}" if key and args.get("trials_count") else key


def short_key(key: str) -> str:
    """A key as a table shows it: the benchmark's protocol and eight hex digits of the whole."""
    parts = dict(part.partition(":")[::2] for part in key.split("|")[1:])
    return f"{parts.get('protocol', key.split('|')[0])}#{_sha256(key)[:8]}"


BASELINES = "creativity/"
"""Names of our own baselines begin so."""


def is_baseline(model: str) -> bool:
    """Whether a model is one of our own baselines: they are no language models and change no model's rank."""
    return model.startswith(BASELINES)


def pooled_models(models: Sequence[str]) -> NDArray[np.bool_]:
    """Whose scores set the scale, shape (n,): the language models, or all where there is none."""
    import numpy as np

    languages = np.array([not is_baseline(model) for model in models], dtype=bool)
    return languages if languages.any() else ~languages


def response_count(stats: Mapping[str, float], trials: int) -> float:
    """How many responses a run has: of several comparable runs of one model, the one with the most counts."""
    return stats.get("num_answers", stats.get("num_instances", 0.0) * trials)


class SettingsVariant(NamedTuple):
    """One set of comparable settings under which a benchmark was run."""

    instructed: bool
    language_models: int
    models: int
    items: int | None
    name: str


def representative_first(variants: Sequence[SettingsVariant]) -> list[int]:
    """Places of the variants of one benchmark, the one that represents it in composites first.

    It has no instruction, most language models with a score, most models of any kind, most items, and among equals the
    first name. One that fewer than half as many language models have as the one that most have comes behind, so that a
    single run that failed does not put the scores under an instruction beside other benchmarks' scores under none.
    """
    most = max((variant.language_models for variant in variants), default=0)

    def rank(place: int) -> tuple[Any, ...]:
        instructed, language_models, models, items, name = variants[place]
        return instructed or 2 * language_models < most, -language_models, -models, -(items or 0), name

    return sorted(range(len(variants)), key=rank)
