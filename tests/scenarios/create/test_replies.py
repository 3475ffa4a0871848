"""Paths of triples in the forms that models give them, and judges' replies about them: what is read, or why nothing."""

import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.differences import differences
from support.ending import ends, hostile, reads_to_an_end
from support.replies import read_rows

from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.scenarios.create.parse import parse_paths
from helm_creativity.scenarios.create.paths import Triple
from helm_creativity.scenarios.create.rubrics import read_extraction, read_labels, read_labels_by_program, read_sizes
from helm_creativity.scenarios.create.scoring import class_score

HERE = Path(__file__).parent
BOTH = [[["Ada", "knew", "Max"], ["Max", "member of", "Royal Society"]], [["Ada", "member of", "Royal Society"]]]
PATHS = read_rows(HERE / "path_replies.jsonl")
PRINTED = read_rows(HERE / "published_paths.jsonl")
JUDGES = read_rows(HERE / "judge_replies.jsonl")
READERS = {"sizes": read_sizes, "labels": read_labels}
READERS |= {"labels_by_program": read_labels_by_program, "extraction": read_extraction}
LABELS = ["hallucinated", "not hallucinated"]


def listed(paths):
    return [[list(triple) for triple in path] for path in paths]


def test_paths_of_the_corpus():
    """Read as expected; of a rare form paths are left out, and no other is read. Few are rare."""
    found, expected = [], []
    rare = [row for row in PATHS if row.get("missing")]
    for row in PATHS:
        paths = BOTH if row["expect"] == "both" else row["expect"]
        parsed = parse_paths(Response(row["text"], row.get("finish", "stop"), failed=row.get("failed", False)))
        if row in rare:
            assert [path for path in paths if path in listed(parsed.paths)] == listed(parsed.paths) != paths
            continue
        reason = row.get("reason", None if paths else "unparsable")
        expected.append((row["note"], paths, row.get("malformed", 0), row.get("truncated", False), reason))
        found.append((row["note"], listed(parsed.paths), parsed.malformed, parsed.truncated, parsed.failure_reason))
        assert "a probability that is no number" not in row["note"] or parsed.probabilities == (None,)
    assert differences(found, expected) == []
    assert len(rare) <= 0.1 * len(PATHS)


@pytest.mark.parametrize("row", PRINTED, ids=[row["table"] for row in PRINTED])
def test_the_outputs_that_the_paper_prints(row):
    """Five models of Wadhwa et al. (2026) with their mistakes."""
    parsed = parse_paths(Response(row["text"]))
    assert (listed(parsed.paths), list(parsed.probabilities)) == (row["paths"], row["probabilities"])
    assert (parsed.malformed, parsed.truncated, parsed.failure_reason) == (0, False, None)


def name_of(text):
    """A name of the text's signs; stars or double brackets around all of it would be emphasis or a link."""
    name = " ".join(text.split())
    marked = (name[:1], name[-1:]) == ("*", "*") or (name[:2], name[-2:]) == ("[[", "]]")
    return f"{name}x" if marked or not name.strip(" .…") else name


# Surrogates, control characters and those that nobody sees are no part of a name.
AWKWARD = st.sampled_from("'\"\\][(){},:#/*`’“”.…1né ") | st.characters(exclude_categories=("Cs", "Cc", "Cf", "Co"))
NAMES = st.text(AWKWARD, min_size=1, max_size=9).map(name_of)
TRIPLES = st.builds(Triple, NAMES, NAMES.filter(lambda name: "re" not in name.casefold()), NAMES)
WRITERS = {
    "json": lambda paths: json.dumps(dict(enumerate(paths, 1))),
    "letters as they are": lambda paths: json.dumps(dict(enumerate(paths, 1)), ensure_ascii=False, indent=2),
    "a list": lambda paths: json.dumps(listed(paths), separators=(",", ":")),
    "repr": lambda paths: repr({i: [*map(tuple, path)] for i, path in enumerate(paths, 1)}),
    "triples as objects": lambda paths: json.dumps([[triple._asdict() for triple in path] for path in paths]),
    "triples under keys": lambda paths: json.dumps([dict(enumerate(path)) for path in paths]),
    "probabilities": lambda paths: json.dumps([{"path_probability": 0.25, "path": path} for path in listed(paths)]),
}
BRACKETS = [(Triple('Ada\'s "Max"]]', "], [", '// ["1": ['), Triple("#", "'", '"'))]


@settings(max_examples=200)
@given(st.sampled_from(sorted(WRITERS)), st.lists(st.lists(TRIPLES, min_size=1, max_size=3).map(tuple), max_size=4))
@example("json", BRACKETS)
@example("repr", BRACKETS)
@example("a list", [(Triple("(a", "b)", "(c, d, e)"),)])
def test_what_is_written_soundly_comes_back_unchanged(form, paths):
    parsed = parse_paths(Response(WRITERS[form](paths)))
    assert parsed.paths == tuple(paths)
    assert (parsed.malformed, parsed.truncated, parsed.failure_reason) == (0, False, None)
    assert parsed.probabilities == (0.25 if form == "probabilities" else None,) * len(paths)


@pytest.mark.parametrize("form", WRITERS)
def test_a_cut_never_invents_or_changes_a_path(form):
    """At every sign of an answer whose names look like the ends of lists; what is left is the first of its paths."""
    paths = ((Triple("a", "b", "c]]"), Triple("d's", "e", "f]]}")), (Triple('g"', "h, i", "[[1"),), (Triple(*"jkl"),))
    text = WRITERS[form](paths)
    for end in range(2, len(text)):
        parsed = parse_paths(Response(text[:end], "length"))
        assert parsed.paths == paths[: len(parsed.paths)]
        assert (parsed.malformed, parsed.truncated) == (0, True)
        assert parsed.failure_reason is (None if parsed.paths else FailureReason.TRUNCATED)
        assert parse_paths(Response(text[:end])).truncated


def judge(name, text, n=2, finish="stop"):
    """What is read about n triples, or the reason why nothing is; the rating is made of it."""
    reading, parts = READERS[name](Response(text, finish), [f"triple {i}" for i in range(n)])
    assert (parts == ()) == (reading.missing is not None)
    if not parts:
        return reading.missing
    assert len(parts) == (4 if name == "extraction" else n)
    assert reading.value == {"sizes": min(map(class_score, parts)), "extraction": parts[0]}.get(name, sum(parts) / n)
    return list(parts)


def test_replies_of_judges_of_the_corpus():
    """And what never arrived has its reason, whatever text there is."""
    found = [(row, judge(row["read"], row["text"], row.get("triples", 2), row.get("finish", "stop"))) for row in JUDGES]
    assert differences(found, [(row, row["expect"]) for row in JUDGES]) == []
    lost = [(MissingReason.NOT_ASKED, 0, {}), (None, 2, {}), (MissingReason.FAILED, 2, {"failed": True})]
    lost += [(MissingReason.REFUSED, 2, {"finish_reason": "content_filter"})]
    for name, (reason, n, more) in product([*READERS][:3], lost):
        text = "[5, 5]" if name == "sizes" else json.dumps(LABELS)
        assert READERS[name](Response(text, **more), ["a triple"] * n).reading.missing == reason


@pytest.mark.parametrize("row", [row for row in JUDGES if row["note"] in ("as asked", "one record a line")][:3])
def test_a_cut_reply_is_missing_wherever_that_was(row):
    """Since 120 may begin 1200, and another label might have followed."""
    for end, finish in product(range(len(row["text"])), ["length", "unknown"][: 1 + (row["read"] == "sizes")]):
        assert isinstance(judge(row["read"], row["text"][:end], 2, finish), MissingReason), row["text"][:end]


UNITS = read_rows(HERE / "hostile_units.jsonl")
PIECES = [
    *UNITS,
    *"“”](),:;1a.-\\#",
    "0.5",
    "//",
    "*/",
    "<think>",
    "</think>",
    "path",
    '"path"',
    '["a", "b", "c"]',
    "null",
]
PIECES += ["...", "<|im_end|>", "judgment", '"judgments": ', "1,200", "not ", "hallucinated"]


@settings(max_examples=300)
@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.integers(0, 4), st.booleans())
@example("\ud800[[['\\ud800', '\\udfff', '\\UFFFFFFFF']]]", 1, False)
def test_any_text_is_read(text, n, cut):
    parsed = parse_paths(Response(text, reason := "length" if cut else "stop"))
    names = [part for path in parsed.paths for triple in path for part in triple]
    assert all(name == " ".join(name.split()) and name.strip(" .…") for name in names)
    assert (all(parsed.paths), len(parsed.paths)) == (True, len(parsed.probabilities))
    assert parsed.paths == () or parsed.failure_reason is None
    assert parsed.truncated or not cut
    sizes, *labels = (judge(name, text, n, reason) for name in ("sizes", "labels", "labels_by_program"))
    assert isinstance(sizes, MissingReason) or all(part >= 0 and part == int(part) for part in sizes)
    assert all(isinstance(found, MissingReason) or set(found) <= {0, 1} for found in labels)


@pytest.mark.parametrize("unit", UNITS)
def test_hostile_replies_are_read_to_an_end(unit):
    for before in ("", '<answer>[["a"b', "1. (Ada, knew, Max)\n"):
        with reads_to_an_end():
            parsed = parse_paths(Response(before + hostile(unit)))
        assert all(len(triple) == 3 for path in parsed.paths for triple in path)
    many = unit * (49_000 // len(unit))
    with ends():
        pairs = [(f"[{many}", "length"), (f'{{"judgment": [{many}', "stop")]
        found = [judge(name, text, 3, finish) for name in ("sizes", "labels") for text, finish in pairs]
    assert all(isinstance(each, MissingReason) for each in found)
