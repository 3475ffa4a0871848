"""Which scores may stand in one table, and apart from that, what else made a score.

Two scores are comparable if protocol, items, prompts, embedding, judges and rubric (each with checksum), the N of the
card's version and the settings that move a score agree. Package version, X of the card's version and token limits are
provenance: printed beside a score, never compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from helm_creativity.benchmark.prompts import Prompt
    from helm_creativity.benchmark.rubrics import Question

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
