"""The corpus of judges' replies: what is read in each of them."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from helm_creativity.core.ratings import Missing, Scale
from helm_creativity.core.types import Response
from helm_creativity.judges.replies.letters import read_letter
from helm_creativity.judges.replies.scores import read_score, read_scores

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "judge_replies.yaml").read_text(encoding="utf-8"))
REASONS = {str(reason) for reason in Missing}
DIMENSIONS = ["originality", "feasibility"]
KEYS = {"note", "read", "text", "scale", "label", "labels", "letters", "finish", "failed", "rated", "missing", "expect"}


def shown(reading):
    """A reading or choice as the corpus writes it."""
    found = reading.letter if hasattr(reading, "letter") else reading.value
    return str(reading.missing) if found is None else found


def read(case):
    answer = Response(case["text"], case.get("finish", "unknown"), case.get("failed", False))
    scale = Scale(*case.get("scale", (1, 10)))
    rated = case.get("rated", ())
    if case["read"] == "letter":
        return shown(read_letter(answer, case.get("letters", "ABCD"), rated=rated))
    if case["read"] == "score":
        return shown(read_score(answer, scale, case.get("label", "score"), rated=rated))
    readings = read_scores(answer, case.get("labels", DIMENSIONS), scale, rated=rated)
    return {label: shown(reading) for label, reading in readings.items()}


def fits(found, case):
    """Whether it was read as expected; of a rare form what is not may be missing, and must not be something else."""
    pairs = list(zip(_values(found), _values(case["expect"]), strict=True))
    return all(one == other or (case.get("missing") and one in REASONS) for one, other in pairs)


@pytest.mark.parametrize("case", CASES, ids=[case["note"] for case in CASES])
def test_what_a_reply_says(case):
    """A reply is read as a person reads it, or is missing for the reason that a person would give."""
    assert fits(read(case), case)


@pytest.mark.parametrize("case", [case for case in CASES if "rated" not in case], ids=lambda case: case["note"])
def test_a_text_that_is_not_repeated_changes_nothing(case):
    """What is rated takes nothing from a reply that does not repeat it."""
    assert fits(read({**case, "rated": ["Bees that find truffles under old oaks.", "A ladder made of ice"]}), case)


def test_the_corpus_is_large_and_covers_every_reason():
    """More than a hundred replies, every way of reading, and every reason that a reply can give."""
    ways = Counter(case["read"] for case in CASES)
    expected = {value for case in CASES for value in _values(case["expect"])}
    assert len(CASES) >= 200
    assert sum("missing" in case for case in CASES) <= 0.15 * len(CASES)
    assert min(ways[way] for way in ("score", "scores", "letter")) >= 40
    assert {str(reason) for reason in Missing} - expected == {"not_asked", "no_probabilities"}
    assert all(set(case) <= KEYS for case in CASES)
    assert max(Counter(case["note"] for case in CASES).values()) == 1


def _values(expect):
    return list(expect.values()) if isinstance(expect, dict) else [expect]
