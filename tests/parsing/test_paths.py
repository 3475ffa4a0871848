"""Paths of triples in the forms, and with the mistakes, that models give them."""

import json

import pytest
from support.ending import ends

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.parsing.paths import parse_paths
from helm_creativity.parsing.triples import Triple

ONE = (Triple("Ada", "knew", "Max"), Triple("Max", "member of", "Royal Society"))
TWO = (Triple("Ada", "member of", "Royal Society"),)
BOTH = (ONE, TWO)
THIRD = (Triple("Ada", "wrote", "Notes"), Triple("Notes", "kept by", "Royal Society"))

LISTS = [[list(triple) for triple in path] for path in BOTH]
TUPLES = [[tuple(triple) for triple in path] for path in BOTH]
OBJECT = {"1": LISTS[0], "2": LISTS[1]}
JSON = json.dumps(OBJECT)
BODY = JSON[1:-1]
DRAFT = '{"1": [["Ada", "met", "Bob"]]}'


def objects(*keys):
    """The paths as objects, whose triples have these keys."""
    return json.dumps(
        {str(i): [dict(zip(keys, triple, strict=True)) for triple in path] for i, path in enumerate(BOTH)}
    )


def named(name):
    """The text of one path, whose first triple ends with this text as it stands."""
    return f'{{"1": [["Ada", "knew", {name}], ["Max", "member of", "Royal Society"]], "2": [["Ada", "r", "B"]]}}'


FORMS = {
    "as asked": f"<answer>{JSON}</answer>",
    "without tags": JSON,
    "indented": f"<answer>\n{json.dumps(OBJECT, indent=2)}\n</answer>",
    "tags in capitals": f"<ANSWER>{JSON}</Answer>",
    "blanks in tags": f"< answer >{JSON}< /answer>",
    "an opening tag alone": f"<answer>{JSON}",
    "a closing tag alone": f"{JSON}\n</answer>",
    "tags named in prose before": f"I put it in <answer> tags.\n<answer>{JSON}</answer>",
    "tags named in prose behind": f"<answer>{JSON}</answer>\nI used <answer> and </answer>.",
    "an empty pair of tags behind": f"<answer>{JSON}</answer><answer></answer>",
    "no paths in the tags": f"{JSON}\n<answer>see above</answer>",
    "a draft in earlier tags": f"<answer>{DRAFT}</answer> No: <answer>{JSON}</answer>",
    "a draft before the tags": f"{DRAFT}\n<answer>{JSON}</answer>",
    "tags that are closed win": f"<answer>{JSON}</answer>\n<answer>{DRAFT}",
    "a fence": f"```json\n{JSON}\n```",
    "a fence in tags": f"<answer>\n```json\n{JSON}\n```\n</answer>",
    "tags in a fence": f"```\n<answer>{JSON}</answer>\n```",
    "a fence of curly quotes": f"<answer>\n“”json\n{JSON}\n”” </answer>",
    "a fence whose object never closes": f"```json\n{JSON[:-1]}\n```\nThese are [two] paths.",
    "thoughts before": f"<think>Perhaps {DRAFT}? Or <answer>{DRAFT}</answer>?</think>\n<answer>{JSON}</answer>",
    "thoughts without their opening": f"Perhaps {DRAFT}?</think><answer>{JSON}</answer>",
    "control tokens": f"<|im_start|>assistant\n<answer>{JSON}</answer><|im_end|>\n<|im_start|>user\n{DRAFT}",
    "prose around": f"Sure! Two paths (of [many]) follow, as {{key: value}}:\n\n{JSON}\n\nI can find [more] (ok?)",
    "a quoted word in brackets before": f'Here is a list (the "best" ones, [“really”]):\n{JSON}',
    "an apology before": f"I'm sorry, I can't verify all of these.\n{JSON}",
    "an example before": f"For example, [['Ada', 'met', 'Bob']] is one, and ['a', 'b', 'c'] a triple.\n{JSON}",
    "a revision": f"{JSON.replace('Max', 'Bob')}\nWait, Bob is wrong.\n{JSON}",
    "integers as keys": f"{{1: {LISTS[0]}, 2: {LISTS[1]}}}",
    "keys with words": json.dumps({"path 1": LISTS[0], "Path_2": LISTS[1]}),
    "keys without quotes": f"{{path_1: {LISTS[0]}, path_2: {LISTS[1]}}}",
    "keys with full stops": f"{{1.: {LISTS[0]}, 2.: {LISTS[1]}}}",
    "equal keys": f'{{"path": {json.dumps(LISTS[0])}, "path": {json.dumps(LISTS[1])}}}',
    "a list": json.dumps(LISTS),
    "keys in a list": f"[1: {LISTS[0]}, 2: {LISTS[1]}]",
    "under a name": json.dumps({"query": "Who?", "paths": LISTS, "count": 2}),
    "under two names": json.dumps({"answer": {"paths": OBJECT}}),
    "under categories": json.dumps({"People": {"1": LISTS[0]}, "Direct": {"2": LISTS[1]}}),
    "lists of paths under keys": json.dumps({"1": LISTS, "2": []}).replace(', "2": []', ""),
    "one list too many": json.dumps({"1": [LISTS[0]], "2": [LISTS[1]]}),
    "two braces for one": f"{{{JSON}}}",
    "python": str({1: TUPLES[0], 2: TUPLES[1]}),
    "tuples in tuples": str(tuple(map(tuple, TUPLES))),
    "tuples in lists": json.dumps(OBJECT).replace("[[", "[(").replace("], [", "), (").replace("]]", ")]"),
    "words without quotes": str({1: TUPLES[0], 2: TUPLES[1]}).replace("'", ""),
    "heads and tails": objects("head", "relationship", "tail"),
    "subjects and objects": objects("Subject", "predicate", "object"),
    "sources and targets": objects("source", "relation", "target"),
    "entities with numbers": objects("entity_1", "rel", "Entity2"),
    "further keys": objects("head", "relation", "tail").replace('"head"', '"step": 1, "head"'),
    "keys out of order": json.dumps([[{"tail": t, "head": h, "relation": r} for h, r, t in path] for path in BOTH]),
    "triples under keys": json.dumps(
        {i: {f"triple {j}": t for j, t in enumerate(path)} for i, path in enumerate(LISTS)}
    ),
    "texts of triples": json.dumps({i: [f"({', '.join(t)})" for t in path] for i, path in enumerate(BOTH)}),
    "texts of three triples": json.dumps([[f"({', '.join(t)})" for t in path] for path in BOTH]),
    "texts of quoted triples": json.dumps({i: [str(tuple(t)) for t in path] for i, path in enumerate(BOTH)}),
    "texts of paths": json.dumps({i: str(path) for i, path in enumerate(TUPLES, 1)}),
    "texts of bare paths": json.dumps({i: str(path)[1:-1] for i, path in enumerate(TUPLES, 1)}),
    "lists of one text": json.dumps({i: [[f"({', '.join(t)})"] for t in path] for i, path in enumerate(BOTH)}),
    "flat": json.dumps({i: [name for t in path for name in t] for i, path in enumerate(BOTH, 1)}),
    "flat in a list": json.dumps([[name for t in path for name in t] for path in BOTH]),
    "objects around": json.dumps([{"id": 7, "path": path, "note": "a (b, c)"} for path in LISTS]),
    "an object a line": "\n".join(json.dumps({"path": path}) for path in LISTS),
    "an object a line, numbered": "\n".join(json.dumps({str(i): path}) for i, path in enumerate(LISTS)),
    "objects with words between": f'Known:\n{{"1": {json.dumps(LISTS[0])}}}\nTrivia:\n{{"1": {json.dumps(LISTS[1])}}}',
    "a path a line": f"Path 1: {LISTS[0]}\nPath 2: {LISTS[1]}",
    "no braces": BODY,
    "trailing commas": JSON.replace("]]", "],],").replace('"]', '",]'),
    "no commas between triples": JSON.replace("], [", "] ["),
    "no commas between paths": JSON.replace(', "2"', '\n"2"'),
    "no commas between texts": JSON.replace('", "', '" "'),
    "single quotes": str(OBJECT),
    "curly quotes": JSON.replace(' "', " “").replace('["', "[“").replace('{"', "{“").replace('"', "”"),
    "single curly quotes": str(OBJECT).replace(" '", " ‘").replace("['", "[‘").replace("{'", "{‘").replace("'", "’"),
    "low quotes": JSON.replace(' "', " „").replace('["', "[„").replace('{"', "{„").replace('"', "“"),
    "corners": JSON.replace(' "', " 「").replace('["', "[「").replace('{"', "{「").replace('"', "」"),
    "backticks": str(OBJECT).replace("'", "`"),
    "curly quotes the wrong way": JSON.replace('"', "”"),
    "mixed quotes": JSON.replace('"Ada"', "'Ada'").replace('"knew"', "“knew”").replace('"Max"', "‘Max’"),
    "a curly quote ends a straight one": JSON.replace('Ada"', "Ada”"),
    "a single quote ends a double one": JSON.replace('Ada"', "Ada'").replace('Society"', "Society'"),
    "a double quote ends a single one": str(OBJECT).replace("Max'", 'Max"').replace("Society'", 'Society"'),
    "a key's quote is wrong": JSON.replace('"2"', "\"2'"),
    "no closing quote before a bracket": JSON.replace('Max"]', "Max]"),
    "no closing quote before two brackets": JSON.replace('Society"]]', "Society]]", 1),
    "no closing quote before the last brackets": "<answer>" + JSON.replace('y"]]}', "y]]}") + "</answer>",
    "no closing quote before a comma": JSON.replace('knew"', "knew"),
    "no closing quote before a colon": JSON.replace('2"', "2"),
    "no opening quote": JSON.replace('["Ada', "[Ada").replace('["Max', "[Max"),
    "a quote too many": JSON.replace('Max"]', "Max\"']"),
    "all quotes escaped": JSON.replace('"', '\\"'),
    "line comments": JSON.replace("]], ", "]], // it's [known] \"well\n").replace('{"1', "{ # the 'first\n\"1"),
    "block comments": JSON.replace("], [", "], /* it's \"[[ ] */ ["),
    "a brace for a bracket in a triple": JSON.replace('Max"]', 'Max"}').replace('Society"]', 'Society"}'),
    "a parenthesis for a bracket": JSON.replace('Max"]', 'Max")').replace('[["Ada"', '[("Ada"'),
    "a brace for a bracket of a path": JSON.replace("]], ", "]}, "),
    "a bracket for a brace of a triple": objects("head", "relation", "tail").replace("}", "]", 1),
    "a bracket too many": JSON.replace("]], ", "]]], "),
    "a bracket too many in a list": json.dumps(LISTS).replace("]], ", "]]], "),
    "a bracket for the last brace": f"{JSON[:-1]}]",
    "no last brace in tags": f"<answer>{JSON[:-1]}</answer>",
    "no last bracket before the brace": f'{{"paths": {json.dumps(LISTS)[:-1]}}}',
    "an ellipsis in a list": json.dumps(LISTS).replace("]]]", "]], ...]"),
    "a triple behind": f"{JSON}\nHere a triple is like ['x', 'y', 'z'].",
    "an ellipsis behind the paths": JSON.replace("]]}", "]], ...}"),
    "the form before": f'{{"1": [("head entity", "relationship", "tail entity"), ...]}}\n\n{JSON}',
    "the form in prose": f"A triple is (head, relationship, tail), a path [(head, relation, tail)].\n{JSON}",
    "the form as the first path": JSON.replace("{", '{"0": [["Entity A", "relation_1", "Entity B"]], '),
    "blanks and line ends in names": JSON.replace('"Royal Society"', '"  Royal \n\t Society\u00a0"'),
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_one_answer_in_many_forms(text):
    """Whatever it is written in, the answer holds the same two paths, nothing else and nothing wrong."""
    parsed = parse_paths(Response(text))
    assert parsed.paths == BOTH
    assert (parsed.malformed, parsed.truncated, parsed.failure_reason) == (0, False, None)
    assert parsed.probabilities == (None, None)


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
    "unicode": (r'"Beyonc\u00e9 \ud83d\ude00 \xe9 \U0001f600"', "Beyoncé 😀 é 😀"),
    "half a character": (r'"a\ud83d"', "a\ufffd"),
    "no character": (r'"a\uffffffff \UFFFFFFFF"', "a\uffffffff \ufffd"),
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


MALFORMED = {
    "two parts": '[["Ada", "knew"], ["Max", "member of", "Royal Society"]]',
    "four parts": '[["Ada", "knew", "Max", "well"], ["Max", "member of", "Royal Society"]]',
    "two wrong triples count once": '[["Ada", "knew"], ["Max", "member of"]]',
    "a number": '[["Ada", "knew", 7]]',
    "null": '[["Ada", null, "Max"]]',
    "a blank": '[["Ada", " ", "Max"]]',
    "dots": '[["Ada", "...", "Max"]]',
    "a text in the place of a triple": '[["Ada", "knew", "Max"], "and so on"]',
    "a number in the place of a triple": '[["Ada", "knew", "Max"], 3]',
    "dots in the place of a triple": '[["Ada", "knew", "Max"], ...]',
    "an empty triple": '[["Ada", "knew", "Max"], []]',
    "an empty path": "[]",
    "an empty object": "{}",
    "null in the place of a path": "null",
    "a number in the place of a path": "5",
    "a text in the place of a path": '"Ada knew Max"',
    "a text of half a triple": '["(Ada, knew)"]',
    "a text of four parts": '"[(Ada, knew, Max, well)]"',
    "a text whose bracket stays open": '"(Ada, knew, Max"',
    "four texts": '["Ada", "knew", "Max", "well"]',
    "an object without a tail": '[{"head": "Ada", "relation": "knew"}]',
    "an object with a number": '[{"head": "Ada", "relation": "knew", "tail": 4}]',
    "an object with null": '{"head": "Ada", "relation": null, "tail": "Max"}',
    "a path that is null": '{"path_probability": 0.3, "path": null}',
    "a numbered triple that is none": '{"1": ["Ada", "knew", "Max"], "2": ["Max", "member of"]}',
    "a list inside a triple": '[["Ada", "knew", ["Max"]]]',
    "a path whose bracket is missing": '[["Ada", "knew", "Max"], ["Max", "member of", "Royal Society"]',
}


@pytest.mark.parametrize("entry", MALFORMED.values(), ids=MALFORMED)
def test_an_entry_that_is_no_path_is_counted_once(entry):
    """It is left out; the paths before and behind it are not touched."""
    one, two = map(json.dumps, LISTS)
    parsed = parse_paths(Response(f'{{"1": {one}, "2": {entry}, "3": {two}}}'))
    assert parsed.paths == BOTH
    assert (parsed.malformed, parsed.truncated, parsed.failure_reason) == (1, False, None)


def test_a_list_of_paths_goes_on_behind_one_whose_bracket_is_missing():
    """The paths inside what was left open are found; the open one is counted."""
    one, two = map(json.dumps, LISTS)
    parsed = parse_paths(Response(f"<answer>[[{one[1:-1]}, {two}, {one}]</answer>"))
    assert (parsed.paths, parsed.malformed) == ((TWO, ONE), 1)


def test_several_malformed_entries():
    """Each is counted."""
    parsed = parse_paths(Response('{"1": null, "2": [["a"]], "3": [["Ada", "member of", "Royal Society"]], "4": []}'))
    assert (parsed.paths, parsed.malformed) == ((TWO,), 3)


def test_what_stands_beside_the_paths_is_not_malformed():
    """Remarks, numbers and lists under names of their own are no entries in the place of a path."""
    text = json.dumps(
        {"note": "two paths", "count": 2, "entities": ["Ada", "Max", "Bob"], "paths": LISTS, "done": None}
    )
    parsed = parse_paths(Response(text))
    assert (parsed.paths, parsed.malformed) == (BOTH, 0)


PROBABILITIES = {
    "as asked": '{{"1": {{"path_probability": 0.34, "path": {}}}, "2": {{"path_probability": 0.1, "path": {}}}}}',
    "behind the path": '[{{"path": {}, "probability": 0.34}}, {{"path": {}, "confidence": 0.1}}]',
    "in quotes": '[{{"Path Probability": "0.34", "path": {}}}, {{"prob": "0.1", "path": {}}}]',
    "in percent": '[{{"confidence": "34%", "path": {}}}, {{"confidence": 10%, "path": {}}}]',
    "no commas": '{{"1": {{"path_probability": 0.34 "path": {}}} "2": {{"path_probability": 0.1 "path": {}}}}}',
    "other names": '{{"1": {{"probability": 0.34, "triples": {}}}, "2": {{"probability": .1, "way": {}}}}}',
    "braces missing between": '{{"1": {{"probability": 0.34, "path": {}, "probability": 0.1, "path": {}}}}}',
    "a bracket for a brace": '{{"1": {{"probability": 0.34, "path": {}], "2": {{"probability": 0.1, "path": {}}}}}',
    "curly quotes": "{{“1”: {{“path_probability”: 0.34, “path”: {}}}, “2”: {{“path_probability”: 0.1, “path”: {}}}}}",
}


@pytest.mark.parametrize("form", PROBABILITIES.values(), ids=PROBABILITIES)
def test_the_number_beside_a_path(form):
    """It is kept as it was written, and belongs to the path beside which it stands."""
    parsed = parse_paths(Response(form.format(*map(json.dumps, LISTS))))
    assert (parsed.paths, parsed.probabilities) == (BOTH, (0.34, 0.1))
    assert (parsed.malformed, parsed.truncated) == (0, False)


@pytest.mark.parametrize("number", ["null", '"high"', "NaN", "1e999", "[0.3]", '""'])
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


def test_repeated_paths_are_kept():
    """What is a duplicate is for others to say, also where every path is an object of its own."""
    assert parse_paths(Response(json.dumps([LISTS[0], *LISTS, LISTS[0]]))).paths == (ONE, ONE, TWO, ONE)
    lines = "\n".join(json.dumps({"path": path}) for path in [*LISTS, LISTS[0]])
    assert parse_paths(Response(lines)).paths == (ONE, TWO, ONE)
    text = "\n".join(f"Path {i}: {json.dumps({'1': path})}" for i, path in enumerate([*LISTS, LISTS[0]]))
    assert parse_paths(Response(text)).paths == (ONE, TWO, ONE)


def test_more_paths_behind_prose_are_added():
    """A second object with other paths goes on; one that repeats half of the first takes its place."""
    more = json.dumps({"1": [list(triple) for triple in THIRD]})
    assert parse_paths(Response(f"{JSON}\nSome more:\n{more}")).paths == (ONE, TWO, THIRD)
    revised = json.dumps({"1": [list(triple) for triple in THIRD], "2": LISTS[1]})
    assert parse_paths(Response(f"{JSON}\nRevised:\n{revised}")).paths == (THIRD, TWO)
    assert parse_paths(Response(f"{JSON}\nAnd one:\n{LISTS[0]}\nAgain:\n{JSON}")).paths == (ONE, ONE, TWO)


@pytest.mark.parametrize(
    ("text", "paths", "probabilities"),
    [
        ('<answer>{{"1": {0}}}</answer> More: <answer>{{"2": {1}}}</answer>', BOTH, (None, None)),
        (
            '<answer>{{"Path 1": {0}}}</answer><answer>{{"path 10": {{"path": {1}, "p": 0.1}}}}</answer>',
            BOTH,
            (None, 0.1),
        ),
        (
            '<answer>{{"1": {0}}}</answer><answer>{{"3": 0, "2": {1}}}</answer><answer>{{"4": {0}}}',
            (*BOTH, ONE),
            (None,) * 3,
        ),
        ("<answer>{0}</answer>\n<answer>{1}</answer>\n<answer>{0}</answer>", (*BOTH, ONE), (None,) * 3),
        ("<answer>{0}</answer>\n<answer>{0}</answer>", (ONE,), (None,)),
        ("<answer>[{1}, {1}]</answer>\n<answer>{0}</answer>", (ONE,), (None,)),
        ('<answer>{{"2": {1}}}</answer> No: <answer>{{"1": {0}}}</answer>', (ONE,), (None,)),
        ('<answer>{{"1": {1}, "2": {1}}}</answer> No: <answer>{{"2": {0}}}</answer>', (ONE,), (None,)),
        ('<answer>{1}</answer> No: <answer>{{"1": {0}}}</answer>', (ONE,), (None,)),
        ('<answer>{{"1": {0}}}</answer>\n<answer>{{"1": {1}', (ONE,), (None,)),
    ],
)
def test_tags_that_go_on_are_one_answer(text, paths, probabilities):
    """Where numbers do, or each pair holds another path without one; otherwise the last closed pair counts."""
    parsed = parse_paths(Response(text.format(*map(json.dumps, LISTS))))
    assert (parsed.paths, parsed.probabilities) == (paths, probabilities)


def test_tags_that_go_on_keep_what_is_wrong_in_each():
    """Entries that are no paths, and the end that is missing in the last."""
    text = (
        f'<answer>{{"1": {json.dumps(LISTS[0])}, "2": 7}}</answer>\n<answer>{{"3": {json.dumps(LISTS[1])}, "4": [["a", '
    )
    parsed = parse_paths(Response(text, "length"))
    assert (parsed.paths, parsed.malformed, parsed.truncated) == (BOTH, 1, True)
    parsed = parse_paths(Response(text))
    assert (parsed.paths, parsed.malformed, parsed.truncated) == (BOTH, 1, True)


def test_json_in_a_string():
    """Escaped once, with new lines, and with quotes in it that are escaped again."""
    text = json.dumps(json.dumps({"1": [["Ada", "knew", 'Max "Mad" Moe']], "2": LISTS[1]}, indent=1))
    assert "\\n" in text
    paths = ((Triple("Ada", "knew", 'Max "Mad" Moe'),), TWO)
    assert parse_paths(Response(text)).paths == paths
    assert parse_paths(Response(f"<answer>{text}</answer>")).paths == paths


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("**Max**", "Max"),
        ("*Max*", "Max"),
        ("[[Max]]", "Max"),
        ("[[Max Planck|Max]]", "Max Planck"),
        ("*NSYNC", "*NSYNC"),
        ("M*A*S*H", "M*A*S*H"),
        ("**Max* ", "**Max*"),
        ("[Max]", "[Max]"),
        ("** **", "** **"),
        ("[[Max]] and [[Moe]]", "[[Max]] and [[Moe]]"),
        ("__init__", "__init__"),
    ],
)
def test_marks_around_a_name(name, read):
    """Bold type and links are none of it; signs that belong to it stay."""
    ends = {"head": "Ada", "relation": "knew", "tail": name}
    for path in ([["Ada", "knew", name]], [ends], ["Ada", "knew", name]):
        assert parse_paths(Response(json.dumps({"1": path}))).paths == ((Triple("Ada", "knew", read),),)


CUTS = {
    "in a name": '{"1": [["Ada", "member of", "Royal Society"]], "2": [["Ada", "knew", "Ma',
    "behind a name": '{"1": [["Ada", "member of", "Royal Society"]], "2": [["Ada", "knew", "Max"',
    "behind a triple": '{"1": [["Ada", "member of", "Royal Society"]], "2": [["Ada", "knew", "Max"]',
    "between paths": '{"1": [["Ada", "member of", "Royal Society"]], ',
    "in a key": '{"1": [["Ada", "member of", "Royal Society"]], "2',
    "behind a key": '{"1": [["Ada", "member of", "Royal Society"]], "2": ',
    "in a comment": '{"1": [["Ada", "member of", "Royal Society"]], /* the "next',
    "in a number": '{"1": {"path": [["Ada", "member of", "Royal Society"]], "probability": 0.3',
    "in a flat path": '{"1": ["Ada", "member of", "Royal Society"], "2": ["Ada", "knew", "Max"',
    "in an object": '[[{"head": "Ada", "rel": "member of", "tail": "Royal Society"}], [{"head": "Ada", "rel": "knew',
    "in a wrong string": '{1: [["Ada", "member of", "Royal Society]], 2: [["Ada", "knew", "Max',
    "behind brackets after a wrong string": '{1: [["Ada", "member of", "Royal Society]], 2: [["Ada", "knew", "Max]]',
    "in the last numbered object": '{"1": ["Ada", "member of", "Royal Society"], "2": {"h": "Ada", "r": "r", "t": "B"',
    "between numbered triples": '{"1": ["Ada", "member of", "Royal Society"], "2": {"1": ["Ada", "knew", "Max"], ',
    "behind stray brackets": '{"1": [["Ada", "member of", "Royal Society"]]]]], "2": [["Ada", "knew',
    "in open tags": '<answer>{"1": [["Ada", "member of", "Royal Society"]], "2": [["Ada", "kn',
}


@pytest.mark.parametrize("text", CUTS.values(), ids=CUTS)
def test_the_paths_before_a_cut_count(text):
    """The path that is not complete is neither read nor malformed."""
    for reason in ("length", "unknown"):
        parsed = parse_paths(Response(text, reason))
        assert (parsed.paths, parsed.probabilities) == ((TWO,), (None,))
        assert (parsed.malformed, parsed.truncated, parsed.failure_reason) == (0, True, None)


def test_a_path_that_never_ends_in_tags_that_do_is_malformed():
    """The closing tag shows that the answer was not cut."""
    parsed = parse_paths(Response(f'<answer>{{{BODY}, "3": [["Ada", "knew", "Max"]</answer>'))
    assert (parsed.paths, parsed.malformed, parsed.truncated) == (BOTH, 1, False)


def test_an_answer_that_ends_at_the_limit_is_cut_even_if_all_brackets_close():
    """More may have followed."""
    parsed = parse_paths(Response(JSON, "length"))
    assert (parsed.paths, parsed.truncated, parsed.failure_reason) == (BOTH, True, None)


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


def test_a_title_of_two_triples_in_brackets_is_text():
    """A name may begin with a bracket without being the text of a triple."""
    triple = ("(500) Days of Summer", "directed by", "Marc Webb (US)")
    assert parse_paths(Response(json.dumps({"1": [triple], "2": triple}))).paths == ((Triple(*triple),),) * 2


UNITS = ["[", "(", '"', "“a]", "['", '{"1":', '[["A","r","B"],', '\\"', "<answer>{", "{}", "a(", "/*", '["((", ']
UNITS += ['[["A","r","B"]] x ', '{"path":[["a","b","c"]],"p":.3,', "</answer>"]
BROKEN = ['"],[', "'],[\"x", "]" + " " * 60, '"\n' + " " * 55, "[„a]", "[\n", "[1,", "```"]
HOSTILE = [*UNITS, *(f'<answer>[["a"b{unit * (100_000 // len(unit))}</answer>' for unit in BROKEN)]


@pytest.mark.parametrize("unit", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_answers_are_read_to_an_end(unit):
    """100,000 signs of any sort, however deep they nest, also in a broken string."""
    text = unit * max(100_000 // len(unit), 1)
    with ends():
        parsed = parse_paths(Response(text))
    assert all(len(triple) == 3 for path in parsed.paths for triple in path)


def test_a_long_answer_is_read_whole():
    """Two thousand paths with one wrong quote among them."""
    many = {i: [[f"Ada's {i}", "knew", "Max"], ["Max", "member of", "Royal Society"]] for i in range(2000)}
    parsed = parse_paths(Response(json.dumps(many).replace('"Ada\'s 7"', "\"Ada's 7'")))
    assert len(parsed.paths) == 2000
    assert parsed.paths[7][0] == Triple("Ada's 7", "knew", "Max")
