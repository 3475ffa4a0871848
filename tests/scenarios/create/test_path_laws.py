"""What holds of every reply with paths, however it is written."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.scenarios.create.parse import parse_paths
from helm_creativity.scenarios.create.paths import Triple


def is_name(name):
    """Whether a text is a name, written as names are kept."""
    return name == " ".join(name.split()) and name.strip(" .…") != ""


def name_of(text):
    """A name of the text's signs; stars or double brackets around all of it would be emphasis or a link."""
    name = " ".join(text.split())
    marked = (name[:1], name[-1:]) == ("*", "*") or (name[:2], name[-2:]) == ("[[", "]]")
    return f"{name}x" if marked or not name.strip(" .…") else name


# Surrogates, control characters and those that nobody sees are no part of a name.
AWKWARD = st.sampled_from("'\"\\][(){},:#/*`’“”.…1né ")
NAMES = st.text(AWKWARD | st.characters(exclude_categories=("Cs", "Cc", "Cf", "Co")), min_size=1, max_size=9).map(
    name_of
)
PLAIN = st.text("abcdeé O’'-.!&123", min_size=1, max_size=12).map(name_of)


def lists_of_paths(names):
    """Lists of paths with such names."""
    triples = st.builds(Triple, names, names.filter(lambda name: "re" not in name.casefold()), names)
    return st.lists(st.lists(triples, min_size=1, max_size=3).map(tuple), max_size=4)


PATHS = lists_of_paths(NAMES)
PLAIN_PATHS = lists_of_paths(PLAIN)


def numbered(paths):
    """The object that is asked for."""
    return {str(i): [list(triple) for triple in path] for i, path in enumerate(paths, 1)}


def in_tuples(paths):
    """The same with integers and tuples."""
    return {i: [tuple(triple) for triple in path] for i, path in enumerate(paths, 1)}


def trailing(paths):
    """Paths with a comma behind every entry."""
    written = ("[" + "".join(f"[{''.join(f'{json.dumps(n)}, ' for n in t)}], " for t in path) + "]" for path in paths)
    return "{" + "".join(f'"{i}": {path}, ' for i, path in enumerate(written, 1)) + "}"


def probable(paths):
    """Paths with their probabilities."""
    return json.dumps({str(i): {"path_probability": 0.25, "path": path} for i, path in enumerate(paths, 1)})


def commented(paths):
    """A path a line, with a remark behind it."""
    written = (f'"{i}": {json.dumps(path)}, // it\'s "known", [see] {{1}}\n' for i, path in enumerate(paths, 1))
    return "{\n" + "".join(written) + "}"


WRITERS = {
    "json": lambda paths: json.dumps(numbered(paths)),
    "indented": lambda paths: json.dumps(numbered(paths), indent=2),
    "letters as they are": lambda paths: json.dumps(numbered(paths), ensure_ascii=False),
    "without blanks": lambda paths: json.dumps(numbered(paths), separators=(",", ":")),
    "a list": lambda paths: json.dumps([list(map(list, path)) for path in paths]),
    "repr": lambda paths: repr(in_tuples(paths)),
    "tuples of tuples": lambda paths: repr({i: tuple(path) for i, path in in_tuples(paths).items()}),
    "triples as objects": lambda paths: json.dumps([[triple._asdict() for triple in path] for path in paths]),
    "triples under keys": lambda paths: json.dumps([dict(enumerate(path)) for path in paths]),
    "probabilities": probable,
    "trailing commas": trailing,
    "comments": commented,
}


LISTS = ("a list", "triples as objects", "triples under keys")
FORMS = st.sampled_from(sorted(WRITERS))


@settings(max_examples=200)
@given(FORMS, PATHS)
@example("json", [(Triple('Ada\'s "Max"]]', "], [", '// ["1": ['), Triple("#", "'", '"'))])
@example("repr", [(Triple('Ada\'s "Max"]]', "], [", '// ["1": ['), Triple("#", "'", '"'))])
@example("a list", [(Triple("(a", "b)", "(c, d, e)"),)])
def test_what_is_written_soundly_comes_back_unchanged(form, paths):
    """Names may hold any signs."""
    parsed = parse_paths(Response(WRITERS[form](paths)))
    assert parsed.paths == tuple(paths)
    assert (parsed.malformed, parsed.truncated, parsed.failure_reason) == (0, False, None)
    assert parsed.probabilities == (0.25 if form == "probabilities" else None,) * len(paths)


AROUND = {
    "tags": "<answer>{}</answer>",
    "tags with blanks": "< answer >\n{}\n< / Answer >",
    "a tag that opens": "<answer>\n{}",
    "a fence": "```json\n{}\n```",
    "a fence in tags": "<answer>```\n{}\n```</answer>",
    "thoughts": '<think>What of {{"1": [["x", "y", "z"]]}}?\n<answer>[]</answer></think>\n<answer>{}</answer>',
    "prose": "Sure! Here's what I found (it's [mostly] known):\n\n{}\n\nI hope that \"helps\" you, [1] and don't ask.",
    "an example": 'A triple is ("head entity", "relationship", "tail entity"), say ["x", "y", "z"]:\n\n{}',
    "control tokens": "<|assistant|>{}<|im_end|>\n<|im_start|>user\n[[['x', 'y', 'z']]]",
}


@settings(max_examples=150)
@given(st.sampled_from(sorted(AROUND)), FORMS, PLAIN_PATHS.filter(bool))
def test_a_chatty_answer_equals_the_bare_one(around, form, paths):
    """What stands around the paths changes nothing."""
    bare = WRITERS[form](paths)
    assert parse_paths(Response(AROUND[around].format(bare))) == parse_paths(Response(bare))


@settings(max_examples=200)
@given(FORMS, PATHS.filter(bool), st.sampled_from(["", "<answer>"]), st.data())
def test_a_cut_never_invents_or_changes_a_path(form, paths, tag, data):
    """What is left of a cut answer is the first of its paths; only the last number beside them may be missing."""
    text = tag + WRITERS[form](paths)
    first = text.index("[" if form in LISTS else "{") + 1
    check_cut(text, data.draw(st.integers(first, len(text) - 1)), paths, form)


@pytest.mark.parametrize("form", WRITERS)
def test_cuts_everywhere(form):
    """The same at every sign of an answer whose names look like the ends of lists."""
    paths = ((Triple("a", "b", "c]]"), Triple("d's", "e", "f]]}")), (Triple('g"', "h, i", "[[1"),), (Triple(*"jkl"),))
    text = WRITERS[form](paths)
    for end in range(2, len(text)):
        check_cut(text, end, paths, form)


def check_cut(text, end, paths, form):
    """What a cut answer must hold."""
    parsed = parse_paths(Response(text[:end], "length"))
    assert parsed.paths == tuple(paths[: len(parsed.paths)])
    assert (parsed.malformed, parsed.truncated) == (0, True)
    assert parsed.failure_reason is (None if parsed.paths else FailureReason.TRUNCATED)
    assert set(parsed.probabilities) <= {0.25 if form == "probabilities" else None}
    assert parse_paths(Response(text[:end])).truncated


@given(PLAIN_PATHS.filter(lambda paths: len(paths) > 1), st.data())
def test_a_malformed_path_costs_only_itself(paths, data):
    """In the place of any path stands one with a wrong part."""
    wrong = data.draw(
        st.sampled_from(['[["a", "b"]]', '[["a", "b", "c", "d"]]', '[["a", 1, "c"]]', "null", '[["a", "", "c"]]'])
    )
    at = data.draw(st.integers(0, len(paths) - 1))
    written = [wrong if i == at else json.dumps(path) for i, path in enumerate(paths)]
    parsed = parse_paths(Response("{" + ", ".join(f'"{i}": {path}' for i, path in enumerate(written)) + "}"))
    assert parsed.paths == (*paths[:at], *paths[at + 1 :])
    assert parsed.malformed == 1


def plain(paths):
    """The paths as the paper prints them, one a line."""
    return "\n".join(", ".join(f"({', '.join(triple)})" for triple in path) for path in paths)


WORDS = st.text("abcdé '’.-&!", min_size=1, max_size=9).map(lambda text: f"x{' '.join(text.split())}y")
TRIPLES = st.builds(Triple, WORDS, WORDS, WORDS)
LINE_PATHS = st.lists(st.lists(TRIPLES, min_size=1, max_size=4).map(tuple), min_size=1, max_size=5)
LINE_WRITERS = {
    "numbers": lambda paths: "\n".join(f"{i}. {line}" for i, line in enumerate(plain(paths).split("\n"), 1)),
    "words": lambda paths: "\n".join(
        f"Path {i}: {' -> '.join(f'[{h}, {r}, {t}]' for h, r, t in path)}" for i, path in enumerate(paths, 1)
    ),
    "headings": lambda paths: "\n\n".join(
        "\n".join([f"**Path {i}**", *(plain([[triple]]) for triple in path)]) for i, path in enumerate(paths, 1)
    ),
}


@pytest.mark.parametrize("form", sorted(LINE_WRITERS))
@settings(max_examples=60)
@given(paths=LINE_PATHS)
def test_what_is_written_plainly_comes_back(form, paths):
    """Simple names in whatever lines."""
    parsed = parse_paths(Response(LINE_WRITERS[form](paths)))
    assert (parsed.paths, parsed.malformed, parsed.truncated, parsed.failure_reason) == (tuple(paths), 0, False, None)


PIECES = st.sampled_from(
    [
        *"\"'“”[](){},:1a \n\\#",
        *("0.5", "//", "/*", "*/", "```", "<answer>", "</answer>", "<think>", "</think>"),
        *("path", '"path"', '["a", "b", "c"]', "null", "...", "<|im_end|>"),
    ]
)


@given(st.text() | st.lists(PIECES, max_size=60).map("".join), st.sampled_from(["stop", "length", "unknown"]))
@example("\ud800[[['\\ud800', '\\udfff', '\\UFFFFFFFF']]]", "stop")
def test_any_text_is_read(text, reason):
    """Nothing raises, and what comes back fits together."""
    parsed = parse_paths(Response(text, reason))
    assert len(parsed.paths) == len(parsed.probabilities)
    assert all(path and all(is_name(part) for triple in path for part in triple) for path in parsed.paths)
    assert parsed.paths == () or parsed.failure_reason is None
    assert parsed.truncated or reason != "length"
    assert parsed.malformed >= 0
    assert parse_paths(Response(text, reason)) == parsed
