"""Judges' replies about triples and reasoning: one judgement for each of them, or a reason why there is none."""

import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.differences import differences
from support.ending import ends
from support.replies import read_rows

from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.types import Response
from helm_creativity.scenarios.create.rubrics import (
    read_extraction,
    read_labels,
    read_labels_by_program,
    read_sizes,
)
from helm_creativity.scenarios.create.scoring import class_score

READERS = {
    "sizes": read_sizes,
    "labels": read_labels,
    "labels_by_program": read_labels_by_program,
    "extraction": read_extraction,
}
REPLIES = read_rows(Path(__file__).with_name("judge_replies.jsonl"))
LABELS = ["hallucinated", "not hallucinated"]


def read(name, text, n=2, finish="stop"):
    """What is read about n triples, or the reason why nothing is; the rating is made of it."""
    reading, parts = READERS[name](Response(text, finish), [f"triple {i}" for i in range(n)])
    assert (parts == ()) == (reading.missing is not None)
    if not parts:
        return reading.missing
    assert len(parts) == (4 if name == "extraction" else n)
    rating = {"sizes": min(map(class_score, parts)), "extraction": parts[0]}.get(name, sum(parts) / n)
    assert reading.value == rating
    return list(parts)


def test_the_replies_of_the_corpus():
    found = [(row, read(row["read"], row["text"], row.get("triples", 2), row.get("finish", "stop"))) for row in REPLIES]
    assert differences(found, [(row, row["expect"]) for row in REPLIES]) == []


@pytest.mark.parametrize("name", ["sizes", "labels", "labels_by_program"])
def test_what_never_arrived_has_its_reason_whatever_text_there_is(name):
    text = "[5, 5]" if name == "sizes" else json.dumps(LABELS)
    for n, more, reason in [
        (2, {"finish_reason": "content_filter"}, MissingReason.REFUSED),
        (2, {"failed": True}, MissingReason.FAILED),
        (0, {}, MissingReason.NOT_ASKED),
        (2, {}, None),
    ]:
        assert READERS[name](Response(text, **more), ["a triple"] * n).reading.missing == reason


@pytest.mark.parametrize("row", [row for row in REPLIES if row["note"] in ("as asked", "one record a line")][:3])
def test_a_cut_reply_is_missing_wherever_that_was(row):
    """Since 120 may begin 1200, and another label might have followed."""
    for end, finish in product(range(len(row["text"])), ["length", "unknown"][: 1 + (row["read"] == "sizes")]):
        assert isinstance(read(row["read"], row["text"][:end], 2, finish), MissingReason), row["text"][:end]


signs = st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\"'[]{}:,;\\/#$`*_\n1.")
explanations = st.text(signs) | st.sampled_from(
    ["the second is hallucinated [sic], {see}", 'He said "judgment": 7, or "judgments": ["hallucinated"].', "[1, 2]"]
)


@given(st.lists(st.tuples(explanations, st.integers(1, 10**12)), min_size=1, max_size=6), st.sampled_from([None, 2]))
def test_json_of_the_form_asked_is_read_whatever_the_explanations_say(judgements, indent):
    records = [{"explanation": why, "judgment": size} for why, size in judgements]
    text, n = json.dumps(records, ensure_ascii=False, indent=indent), len(judgements)
    assert read("sizes", text, n) == [size for _, size in judgements]
    facts = [size % 2 for _, size in judgements]
    labels = {"explanation": judgements[0][0], "judgments": [LABELS[fact] for fact in facts]}
    for name in ("labels", "labels_by_program"):
        assert read(name, json.dumps(labels, ensure_ascii=False), n) == facts


PIECES = [*"[]{}\"',:;\n0123456789.-", "judgment", '"judgments": ', "not ", "hallucinated", "1,200", "...", "<think>"]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(), st.integers(0, 4), st.booleans())
def test_no_reply_is_an_error(text, n, cut):
    for name in ("sizes", "labels", "labels_by_program"):
        found = read(name, text, n, "length" if cut else "stop")
        if isinstance(found, list):
            assert all(part >= 0 and part == int(part) if name == "sizes" else part in (0, 1) for part in found)


HOSTILE = ["[", "{", '"', "'", '["', "[\n", "[1]\n", "{'judgment': '", '{"judgment": 1,200', '[{"judgment": 5},']
HOSTILE += [
    "1,200,",
    '"judgment": 1,200,200,',
    '{"judgment": 5}\n',
    '{"a": {"judgment":',
    "not hallucinated, ",
    "1. 5\n",
]


@pytest.mark.parametrize("name", ["sizes", "labels"])
def test_hostile_replies_are_read_to_an_end(name):
    for piece in HOSTILE:
        many = piece * (49_000 // len(piece))
        for text, finish in ((f"[{many}", "length"), (f'{{"judgment": [{many}', "stop")):
            with ends():
                assert isinstance(read(name, text, 3, finish), MissingReason)
