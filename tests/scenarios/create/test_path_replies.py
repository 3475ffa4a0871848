"""Paths of triples in the forms, and with the mistakes, that models give them."""

import json
from pathlib import Path

import pytest
from support.ending import hostile, reads_to_an_end
from support.replies import read_rows

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.scenarios.create.parse import parse_paths
from helm_creativity.scenarios.create.paths import Triple

ONE = (Triple("Ada", "knew", "Max"), Triple("Max", "member of", "Royal Society"))
TWO = (Triple("Ada", "member of", "Royal Society"),)
BOTH = (ONE, TWO)
LISTS = [[list(triple) for triple in path] for path in BOTH]
JSON = json.dumps({"1": LISTS[0], "2": LISTS[1]})
DRAFT = '{"1": [["Ada", "met", "Bob"]]}'
A, B, C = "(Ada, knew, Max)", "(Max, member of, Royal Society)", "(Ada, member of, Royal Society)"
REPLIES = read_rows(Path(__file__).with_name("path_replies.jsonl"))


@pytest.mark.parametrize("entry", REPLIES, ids=[reply["note"] for reply in REPLIES])
def test_a_reply_of_the_corpus(entry):
    """It is read as expected; of a rare form paths are left out, and no other is read."""
    expected = BOTH
    if entry["expect"] != "both":
        expected = tuple(tuple(Triple(*triple) for triple in path) for path in entry["expect"])
    parsed = parse_paths(Response(entry["text"], entry.get("finish", "stop")))
    if entry.get("missing"):
        assert set(parsed.paths) < set(expected)
        return
    assert parsed.paths == expected
    assert (parsed.malformed, parsed.truncated) == (entry.get("malformed", 0), entry.get("truncated", False))
    assert parsed.failure_reason in ((None,) if expected else (FailureReason.UNPARSABLE,))


def test_rare_forms_are_few():
    """Not more than 15 % of the corpus."""
    assert sum("missing" in reply for reply in REPLIES) <= 0.15 * len(REPLIES)


def named(name):
    """The text of one path, whose first triple ends with this text as it stands."""
    return f'{{"1": [["Ada", "knew", {name}], ["Max", "member of", "Royal Society"]], "2": [["Ada", "r", "B"]]}}'


NAMES = {
    "an apostrophe": ('"Ali\'s book"', "Ali's book"),
    "an apostrophe in single quotes": ("'Ali's book'", "Ali's book"),
    "an apostrophe at the end, in single quotes": ("'the players''", "the players'"),
    "a curly apostrophe in single curly quotes": ("‘Sandra Day O’Connor’", "Sandra Day O’Connor"),
    "a curly apostrophe in curly quotes": ("“Sandra Day O’Connor”", "Sandra Day O’Connor"),
    "an escaped apostrophe": (r"'Ali\'s book'", "Ali's book"),
    "escaped quotes": (r'"Earvin \"Magic\" Johnson"', 'Earvin "Magic" Johnson'),
    "quotes that are not escaped": ('"Earvin "Magic" Johnson"', 'Earvin "Magic" Johnson'),
    "quotes inside, first": ('""Weird Al" Yankovic"', '"Weird Al" Yankovic'),
    "quotes inside brackets": ('"Malcolm X (born "Little") Shabazz"', 'Malcolm X (born "Little") Shabazz'),
    "curly quotes inside": ('"The “Best” of"', "The “Best” of"),
    "single quotes inside": ("\"The 'best', they say\"", "The 'best', they say"),
    "a hash": ('"C# #1"', "C# #1"),
    "slashes": ('"https://a.org // x /* y */"', "https://a.org // x /* y */"),
    "brackets": ('"Airplane! (film) [1980] {x}"', "Airplane! (film) [1980] {x}"),
    "brackets that do not match": ('"a ] b ) c } ([{"', "a ] b ) c } ([{"),
    "the end of a path": ('"x\\"]], \\"9\\": [["', 'x"]], "9": [['),
    "commas and colons": ('"Kareem: Minority of One, 2nd: a"', "Kareem: Minority of One, 2nd: a"),
    "a colon without quotes": ("Kareem: Minority of One", "Kareem: Minority of One"),
    "brackets without quotes": ("Airplane! (film)", "Airplane! (film)"),
    "a number in quotes": ('"1984"', "1984"),
    "a number and words without quotes": ("60 Minutes", "60 Minutes"),
    "nothing in quotes": ('"None"', "None"),
    "unicode": (r'"Beyonc\u00e9 \ud83d\ude00 \xe9"', "Beyoncé 😀 é"),
    "half a character": (r'"a\ud83d"', "a\ufffd"),
    "escaped line ends": (r'"a\n b\tc\/d\\e\_f"', r"a b c/d\e_f"),
    "another spelling of characters": ('"10⁶ ﬁne ½"', "10⁶ ﬁne ½"),
    "signs alone": ('"!!!"', "!!!"),
    "capitals and accents": ('"ÉCOLE Normale"', "ÉCOLE Normale"),
}


@pytest.mark.parametrize(("written", "name"), NAMES.values(), ids=NAMES)
def test_a_name_keeps_its_spelling(written, name):
    """A name is what stands between its quotes, whatever signs that holds."""
    parsed = parse_paths(Response(named(written)))
    assert parsed.paths == ((Triple("Ada", "knew", name), ONE[1]), (Triple("Ada", "r", "B"),))
    assert (parsed.malformed, parsed.truncated) == (0, False)


@pytest.mark.parametrize("number", ["null", '"high"', "NaN", "1e999", '"30%"', "[0.3]", '""'])
def test_a_probability_that_is_no_number(number):
    """None takes its place."""
    parsed = parse_paths(Response(f'{{"1": {{"path_probability": {number}, "path": {json.dumps(LISTS[1])}}}}}'))
    assert (parsed.paths, parsed.probabilities) == ((TWO,), (None,))


def test_triples_that_begin_alike_are_a_path_each():
    """A bare list of triples is one path, unless each of them starts from the same entity and none goes on."""
    other = Triple("Ada", "wrote", "Notes")
    assert parse_paths(Response(json.dumps([*TWO, other]))).paths == (TWO, (other,))
    assert parse_paths(Response(json.dumps({"1": [*TWO, other]}))).paths == ((TWO[0], other),)
    assert parse_paths(Response(json.dumps(LISTS[0]))).paths == (ONE,)
    loop = (Triple("Ada", "is", "ada"), Triple("Ada", "knew", "Max"))
    assert parse_paths(Response(json.dumps([loop[0], loop[1]]))).paths == (loop,)


def test_more_paths_behind_prose_are_added():
    """A second object with other paths goes on; one that repeats a path, or is called final, takes its place."""
    third = (Triple("Ada", "wrote", "Notes"), Triple("Notes", "kept by", "Royal Society"))
    more = json.dumps({"1": third})
    assert parse_paths(Response(f"{JSON}\nSome more:\n{more}")).paths == (ONE, TWO, third)
    assert parse_paths(Response(f"{JSON}\nThe second list:\n{json.dumps({'1': third, '2': LISTS[1]})}")).paths == (
        third,
        TWO,
    )
    assert parse_paths(Response(f"{JSON}\nFinal answer:\n{more}")).paths == (third,)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("<answer>[{1}, {1}]</answer>\n<answer>{0}</answer>", ONE),
        ('<answer>{{"1": {1}, "2": {1}}}</answer> No: <answer>{{"2": {0}}}</answer>', ONE),
        ('<answer>{1}</answer> No: <answer>{{"1": {0}}}</answer>', ONE),
        ('<answer>{{"1": {0}}}</answer>\n<answer>{{"1": {1}', ONE),
        ("<answer>{0}</answer>\n<answer>{{}}</answer>", ONE),
        ("<answer>{0}\n<answer>{1}", TWO),
    ],
)
def test_of_several_answer_tags_one_counts(text, path):
    """The last closed pair with paths, or the last without any that closes."""
    assert parse_paths(Response(text.format(*map(json.dumps, LISTS)))).paths == (path,)


UNSCORED = {
    "nothing": (Response(""), FailureReason.EMPTY),
    "blanks": (Response(" \n"), FailureReason.EMPTY),
    "thoughts alone": (Response(f"<think>{JSON}</think>"), FailureReason.EMPTY),
    "thoughts that never end": (Response(f"<think>{JSON}"), FailureReason.EMPTY),
    "empty tags": (Response("<answer></answer>"), FailureReason.EMPTY),
    "empty tags with blanks": (Response("< answer > < /answer>"), FailureReason.EMPTY),
    "a refusal": (Response("I'm sorry, but I can't help with that."), FailureReason.REFUSED),
    "a refusal in tags": (Response("<answer>I cannot do this.</answer>"), FailureReason.REFUSED),
    "a content filter": (Response(JSON, "content_filter"), FailureReason.REFUSED),
    "a failed request": (Response(JSON, failed=True), FailureReason.FAILED),
    "cut in thoughts": (Response(f"<think>{JSON}", "length"), FailureReason.TRUNCATED),
    "cut in the first path": (Response('{"1": [["Ada", "knew', "length"), FailureReason.TRUNCATED),
    "cut before anything": (Response("", "length"), FailureReason.TRUNCATED),
    "an empty object at the limit": (Response("{} and so on and", "length"), FailureReason.TRUNCATED),
    "prose": (Response("Ada knew Max, who was a member (a fellow) of the [Royal] Society."), FailureReason.UNPARSABLE),
    "a list of words": (Response('["Ada", "Max"]'), FailureReason.UNPARSABLE),
    "a box to tick": (Response("- [ ] find paths"), FailureReason.UNPARSABLE),
    "an object without paths": (Response('{"error": "none found"}'), FailureReason.UNPARSABLE),
    "the form alone": (Response('{"1": [["head entity", "relationship", "tail entity"]]}'), FailureReason.UNPARSABLE),
    "malformed entries beside an empty list": (Response('{"1": [["Ada"]], "paths": []}'), FailureReason.UNPARSABLE),
    "malformed entries alone": (Response('{"1": null}'), FailureReason.UNPARSABLE),
}


@pytest.mark.parametrize(("answer", "reason"), UNSCORED.values(), ids=UNSCORED)
def test_an_answer_without_paths_says_why(answer, reason):
    """The reason is that of the whole answer."""
    parsed = parse_paths(answer)
    assert (parsed.paths, parsed.probabilities, parsed.failure_reason) == ((), (), reason)


@pytest.mark.parametrize(
    "text",
    [
        *("{}", "<answer>{}</answer>", "```json\n{ }\n```", "<answer>[]</answer>", '{"paths": []}', '{"answer": {}}'),
        "No valid path exists: {}",
        "I cannot find any path.\n<answer>{}</answer>",
        f"{DRAFT}\nNo.\n<answer>{{}}</answer>",
    ],
)
def test_an_empty_object_is_an_answer(text):
    """It says that there are no paths, which is no failure."""
    parsed = parse_paths(Response(text))
    assert (parsed.paths, parsed.malformed, parsed.truncated, parsed.failure_reason) == ((), 0, False, None)


FORM_TRIPLES = [
    ("head entity", "relationship", "tail entity"),
    ("head", "relation", "tail"),
    ("<head>", "<rel>", "<tail>"),
    ("Entity A", "relation_1", "Entity B"),
    ("[entity a]", "relationship", "Intermediate entity 1"),
    ("A", "rel", "B"),
    ("Ada", "relationship2", "next entity"),
    ("subject", "predicate", "object"),
]


@pytest.mark.parametrize("triple", FORM_TRIPLES, ids=" ".join)
def test_the_repeated_form_is_no_path_and_not_malformed(triple):
    """Neither alone in its path nor beside real triples or dots."""
    form = json.dumps([triple, ("Max", "member of", "Royal Society")])
    parsed = parse_paths(Response(f'{{"0": {form}, "1": {json.dumps(LISTS[0])}, "2": [{json.dumps(triple)}, ...]}}'))
    assert (parsed.paths, parsed.malformed) == ((ONE,), 0)


@pytest.mark.parametrize(
    "triple",
    [
        ("Ada", "relationship", "Max"),
        ("Head", "member of", "Talking Heads"),
        ("Ada", "relation of", "Max"),
        ("Entity", "is a", "X"),
        ("B", "r", "C"),
    ],
    ids=" ".join,
)
def test_names_like_those_of_the_form_are_names(triple):
    """Only the word for a relation beside the word for an entity is the form."""
    assert parse_paths(Response(json.dumps({"1": [triple]}))).paths == ((Triple(*triple),),)


def test_the_last_path_at_the_token_limit():
    """Another triple might have followed, unless the tags are closed or words follow."""
    text = f"1. {A}, {B}\n2. {C}"
    assert parse_paths(Response(text, "length")).paths == (ONE,)
    assert parse_paths(Response(f"{text}\nThese are", "length")).paths == BOTH
    assert parse_paths(Response(f"<answer>{text}</answer>", "length")).paths == BOTH
    only = parse_paths(Response(f"1. {A}", "length"))
    assert (only.paths, only.truncated, only.failure_reason) == ((), True, FailureReason.TRUNCATED)


# Table 12 of Wadhwa et al. (2026), in lower case and without quotes as it is printed there.
K, AAAS = "kareem abdul-jabbar", "american academy of arts and sciences"
UNION, LA = "national basketball players association", "university of california, los angeles"
GATES, BOOKS = "henry louis gates jr.", "books on history and culture"
TABLE_12 = [
    [(K, "member of", UNION), (UNION, "led by", "michele roberts"), ("michele roberts", "member of", AAAS)],
    [(K, "educated at", LA), (LA, "employs", "terence tao"), ("terence tao", "member of", AAAS)],
    [(K, "featured in", "black patriotism"), ("black patriotism", "author", "cornel west")],
    [(K, "educated at", "ucla"), ("ucla", "faculty member", "jared diamond"), ("jared diamond", "member of", AAAS)],
    [
        (K, "appeared in", "airplane!"),
        ("airplane!", "directed by", "jim abrahams"),
        ("jim abrahams", "member of", AAAS),
    ],
    [
        (K, "wrote foreword for", BOOKS),
        (BOOKS, "reviewed by", "academic scholars"),
        (GATES, "scholar", "harvard university"),
        (GATES, "member of", AAAS),
    ],
]
TABLE_12[2].append(("cornel west", "member of", AAAS))


def plain(paths):
    """The paths as the paper prints them, one a line."""
    return "\n".join(", ".join(f"({', '.join(triple)})" for triple in path) for path in paths)


def test_the_paths_that_the_paper_prints():
    """The name with a comma makes its path malformed; the other five are read."""
    parsed = parse_paths(Response(plain(TABLE_12)))
    assert parsed.paths == tuple(tuple(Triple(*t) for t in path) for i, path in enumerate(TABLE_12) if i != 1)
    assert (parsed.malformed, [len(path) for path in parsed.paths]) == (1, [3, 3, 3, 3, 4])


UNITS = [
    *("[", "(", '"', "“a]", "['", '{"1":', '[["A","r","B"],', '\\"', "<answer>{", "{}", "a(", "/*", '["((', "[“x', "),
    *("1. (a, r, b)\n",),
]
UNITS += [
    '[["A","r","B"]] x ',
    '{"path":[["a","b","c"]],"p":.3,',
    "</answer>",
    '"],[',
    "'],[\"x",
    "]" + " " * 60,
    "[„a]",
    "[1,",
    "```",
]
UNITS += [
    *("a -> ", "--", "<path>", "(a, r, 'b", "\n", "1. ", "*", " ", "(a, b), ", "- ", "(a, r, b) ->\n", "and "),
    *("path 1 ", "\u200b"),
]


@pytest.mark.parametrize("before", ["", '<answer>[["a"b', f"1. {A}\n"])
@pytest.mark.parametrize("unit", UNITS, ids=range(len(UNITS)))
def test_hostile_replies_are_read_to_an_end(unit, before):
    """Much of any sign, however deep they nest, also in a broken string."""
    with reads_to_an_end():
        parsed = parse_paths(Response(before + hostile(unit)))
    assert all(len(triple) == 3 for path in parsed.paths for triple in path)
