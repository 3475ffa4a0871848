"""Paths of triples in the forms, and with the mistakes, that models give them."""

import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.differences import differences
from support.ending import hostile, reads_to_an_end
from support.replies import read_rows

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.scenarios.create.parse import parse_paths
from helm_creativity.scenarios.create.paths import Triple

BOTH = [[["Ada", "knew", "Max"], ["Max", "member of", "Royal Society"]], [["Ada", "member of", "Royal Society"]]]
REPLIES = read_rows(Path(__file__).with_name("path_replies.jsonl"))
PRINTED = read_rows(Path(__file__).with_name("published_paths.jsonl"))


def listed(paths):
    return [[list(triple) for triple in path] for path in paths]


def test_the_replies_of_the_corpus():
    """Read as expected; of a rare form paths are left out, and no other is read. Few are rare."""
    found, expected, rare = [], [], 0
    for row in REPLIES:
        paths = BOTH if row["expect"] == "both" else row["expect"]
        parsed = parse_paths(Response(row["text"], row.get("finish", "stop"), failed=row.get("failed", False)))
        if row.get("missing"):
            rare += 1
            assert [path for path in paths if path in listed(parsed.paths)] == listed(parsed.paths) != paths
            continue
        reason = row.get("reason", None if paths else "unparsable")
        expected.append((row["note"], paths, row.get("malformed", 0), row.get("truncated", False), reason))
        found.append((row["note"], listed(parsed.paths), parsed.malformed, parsed.truncated, parsed.failure_reason))
        if row["note"].startswith("a probability that is no number"):
            assert parsed.probabilities == (None,)
    assert differences(found, expected) == []
    assert rare <= 0.1 * len(REPLIES)


@pytest.mark.parametrize("row", PRINTED, ids=[row["table"] for row in PRINTED])
def test_the_outputs_that_the_paper_prints(row):
    """Five models of Wadhwa et al. (2026) with their mistakes; and what is left of them where they break off."""
    parsed = parse_paths(Response(row["text"]))
    assert listed(parsed.paths) == row["paths"]
    assert (parsed.malformed, parsed.truncated, parsed.failure_reason) == (0, False, None)
    assert list(parsed.probabilities) == row["probabilities"]
    text = row["text"].split("</think>")[-1]
    for end in range(text.index("{"), text.rindex("Sciences"), 97):
        cut = parse_paths(Response(text[:end], "length"))
        assert listed(cut.paths) == row["paths"][: len(cut.paths)]
        assert cut.truncated
        # Every path ends with the academy; the path after the last complete one may have it and lack its bracket.
        named = text[:end].count("American Academy of Arts and Sciences")
        assert named - 1 <= len(cut.paths) <= named


def name_of(text):
    """A name of the text's signs; stars or double brackets around all of it would be emphasis or a link."""
    name = " ".join(text.split())
    marked = (name[:1], name[-1:]) == ("*", "*") or (name[:2], name[-2:]) == ("[[", "]]")
    return f"{name}x" if marked or not name.strip(" .…") else name


# Surrogates, control characters and those that nobody sees are no part of a name.
AWKWARD = st.sampled_from("'\"\\][(){},:#/*`’“”.…1né ") | st.characters(exclude_categories=("Cs", "Cc", "Cf", "Co"))
NAMES = st.text(AWKWARD, min_size=1, max_size=9).map(name_of)
TRIPLES = st.builds(Triple, NAMES, NAMES.filter(lambda name: "re" not in name.casefold()), NAMES)
PATHS = st.lists(st.lists(TRIPLES, min_size=1, max_size=3).map(tuple), max_size=4)


def numbered(paths):
    return {str(i): [list(triple) for triple in path] for i, path in enumerate(paths, 1)}


def trailing(paths):
    """Paths with a comma behind every entry."""
    written = ("[" + "".join(f"[{''.join(f'{json.dumps(n)}, ' for n in t)}], " for t in path) + "]" for path in paths)
    return "{" + "".join(f'"{i}": {path}, ' for i, path in enumerate(written, 1)) + "}"


def commented(paths):
    """A path a line, with a remark behind it."""
    written = (f'"{i}": {json.dumps(path)}, // it\'s "known", [see] {{1}}\n' for i, path in enumerate(paths, 1))
    return "{\n" + "".join(written) + "}"


WRITERS = {
    "json": lambda paths: json.dumps(numbered(paths)),
    "letters as they are": lambda paths: json.dumps(numbered(paths), ensure_ascii=False, indent=2),
    "a list": lambda paths: json.dumps(listed(paths), separators=(",", ":")),
    "repr": lambda paths: repr({i: [tuple(triple) for triple in path] for i, path in enumerate(paths, 1)}),
    "triples as objects": lambda paths: json.dumps([[triple._asdict() for triple in path] for path in paths]),
    "triples under keys": lambda paths: json.dumps([dict(enumerate(path)) for path in paths]),
    "probabilities": lambda paths: json.dumps(
        {str(i): {"path_probability": 0.25, "path": path} for i, path in enumerate(paths, 1)}
    ),
    "trailing commas": trailing,
    "comments": commented,
}
FORMS = st.sampled_from(sorted(WRITERS))
BRACKETS = [(Triple('Ada\'s "Max"]]', "], [", '// ["1": ['), Triple("#", "'", '"'))]


@settings(max_examples=200)
@given(FORMS, PATHS)
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
        assert set(parsed.probabilities) <= {0.25 if form == "probabilities" else None}
        assert parse_paths(Response(text[:end])).truncated


PIECES = [*"\"'“”[](){},:1a \n\\#", "0.5", "//", "/*", "*/", "```", "<answer>", "</answer>", "<think>", "</think>"]
PIECES += ["path", '"path"', '["a", "b", "c"]', "null", "...", "<|im_end|>"]


@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.sampled_from(["stop", "length"]))
@example("\ud800[[['\\ud800', '\\udfff', '\\UFFFFFFFF']]]", "stop")
def test_any_text_is_read(text, reason):
    parsed = parse_paths(Response(text, reason))
    assert len(parsed.paths) == len(parsed.probabilities)
    names = [part for path in parsed.paths for triple in path for part in triple]
    assert all(name == " ".join(name.split()) and name.strip(" .…") for name in names)
    assert all(parsed.paths)
    assert parsed.paths == () or parsed.failure_reason is None
    assert parsed.truncated or reason != "length"


UNITS = ["[", "(", '"', "“a]", "['", '{"1":', '[["A","r","B"],', '\\"', "<answer>{", "{}", "a(", "/*", '["((', "[“x', "]
UNITS += [
    '[["A","r","B"]] x ',
    '{"path":[["a","b","c"]],"p":.3,',
    "</answer>",
    '"],[',
    "'],[\"x",
    "]" + " " * 60,
    "[1,",
]
UNITS += ["1. (a, r, b)\n", "a -> ", "--", "<path>", "(a, r, 'b", "\n", "1. ", "*", " ", "(a, b), ", "(a, r, b) ->\n"]
UNITS += ["[„a]", "```", "- ", "and ", "path 1 ", "\u200b"]


@pytest.mark.parametrize("before", ["", '<answer>[["a"b', "1. (Ada, knew, Max)\n"])
def test_hostile_replies_are_read_to_an_end(before):
    for unit in UNITS:
        with reads_to_an_end():
            parsed = parse_paths(Response(before + hostile(unit)))
        assert all(len(triple) == 3 for path in parsed.paths for triple in path)
