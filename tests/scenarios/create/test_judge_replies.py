"""Judges' replies about triples: one judgement for each of them, or a reason why there is none."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ending import ends

from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.types import Response
from helm_creativity.scenarios.create.rubrics import read_labels, read_labels_by_program, read_sizes
from helm_creativity.scenarios.create.scoring import class_score

YES, NO = "not hallucinated", "hallucinated"


def asked(n):
    return [f"triple {i}" for i in range(n)]


def sizes(text, n, finish="stop"):
    """The sizes, or the reason why there are none."""
    composed = read_sizes(Response(text, finish), asked(n))
    if composed.reading.missing is not None:
        assert composed.parts == ()
        return composed.reading.missing
    assert composed.reading.value == min(map(class_score, composed.parts))
    assert len(composed.parts) == n
    return list(composed.parts)


def labels(text, n, finish="stop", read=read_labels):
    """The labels, or the reason why there are none."""
    composed = read(Response(text, finish), asked(n))
    if composed.reading.missing is not None:
        assert composed.parts == ()
        return composed.reading.missing
    assert composed.reading.value == sum(composed.parts) / n
    assert len(composed.parts) == n
    return list(composed.parts)


def records(*judgements, key="judgment", indent=None):
    return json.dumps([{"explanation": "why", key: judgement} for judgement in judgements], indent=indent)


def judge_reply(*judgements, key="judgments"):
    return json.dumps({"explanation": "why", key: judgements})


ODD = """[
  {
    "explanation": "Class A: who appeared in 'Airplane!' [a 1980 film] - about 50 credited actors. Class B: works in \
which Kareem appeared, {TV included}: 40. Not hallucinated, \\"judgment\\": 7 would be too low.",
    "judgment": 50
  },
  {
    "explanation": "Class A: films by Jim Abrahams, about 10 (see [1]). Class B: directors of 'Airplane!', 3.",
    "judgment": 10
  }
]"""

SIZES = {
    "as asked": (records(5, 200), [5, 200]),
    "indented": (records(5, 200, indent=2), [5, 200]),
    "explanations with brackets, numbers and quotations": (ODD, [50, 10]),
    "fenced": (f"```json\n{records(5, 200, indent=2)}\n```", [5, 200]),
    "behind thoughts": (f"<think>Maybe [1, 2].\n{records(1, 2)}</think>\n{records(5, 200)}", [5, 200]),
    "behind a thought that lost its opening": (f"Maybe {records(1, 2)}\n</think>\n{records(5, 200)}", [5, 200]),
    "a list of numbers": ("[5, 200]", [5, 200]),
    "a list of records under the key": (f'{{"judgments": {records(5, 200)}}}', [5, 200]),
    "a list of records in a list": (f"[{records(5, 200)}]", [5, 200]),
    "one record a line": ('{"explanation": "a", "judgment": 5}\n{"explanation": "b", "judgment": 200}', [5, 200]),
    "one record a paragraph": ('Triple 1:\n{"judgment": 5}\n\nTriple 2:\n{"judgment": 200}', [5, 200]),
    "records under numbers": ('{"1": {"judgment": 5}, "2": {"judgment": 200}}', [5, 200]),
    "numbers under triples": ('{"triple_1": 5, "triple_2": 200}', [5, 200]),
    "as text": (records("5", "200"), [5, 200]),
    "thousands as text": (records("1,200", "1,000,000"), [1200, 1e6]),
    "thousands without quotes": ('[{"judgment": 1,200}, {"judgment": 3,000, "explanation": "b"}]', [1200, 3000]),
    "thousands set apart otherwise": (records("1 200", "1_200_000"), [1200, 1.2e6]),
    "floats": ("[5.0, 200.00]", [5, 200]),
    "powers": ('[{"judgment": 1e6}, {"judgment": 2E3}]', [1e6, 2000]),
    "the British spelling": (records(5, 200, key="judgement"), [5, 200]),
    "the plural": (records(5, 200, key="Judgments"), [5, 200]),
    "a list of one each": (records([5], [200], key="judgments"), [5, 200]),
    "more keys": (
        '[{"triple": ["a", "b", "c"], "class_a": 3, "class_b": 5, "judgment": 5}, {"judgment": 200}]',
        [5, 200],
    ),
    "Python's quotes": (
        "[{'explanation': 'it\\'s so', 'judgment': 5}, {'explanation': 'b', 'judgment': 200,},]",
        [5, 200],
    ),
    "curly quotes": ("[{“explanation”: “a”, “judgment”: 5}, {“explanation”: “b”, “judgment”: 200}]", [5, 200]),
    "comments": ('[{"judgment": 5}, // few\n {"judgment": 200 # many\n}]', [5, 200]),
    "numbers in bold": ('[{"judgment": **5**}, {"judgment": **200**}]', [5, 200]),
    "without commas between": ('[{"judgment": 5} {"judgment": 200}]', [5, 200]),
    "the form repeated before": ('[{"explanation": "string", "judgment": integer}, ...]\n' + records(5, 200), [5, 200]),
    "the path repeated before": (
        "[('a b', 'born in', '1947'), ('1947', 'year of', 'c')]\n" + records(5, 200),
        [5, 200],
    ),
    "a bracket that is never closed before": (f"The class [10, 50) is\n{records(5, 200)}", [5, 200]),
    "a brace that is never closed before": (
        "Class A is { x | (x, p, o)\n[" + '{"judgment": 5},\n{"judgment": 200}]',
        [5, 200],
    ),
    "said twice": (f"{records(5, 200)}\n\nSo: {records(5, 200)}", [5, 200]),
    "revised": (f"{records(5, 100)}\nWait, that is too low. Final answer:\n{records(5, 200)}", [5, 200]),
    "a broken list behind a draft": (
        f'{records(7)} Wait, all:\n[{{"judgment": 5}}, "judgment": 200}}]',
        [5, 200],
    ),
    "a number a line": ("5\n200\n", [5, 200]),
    "numbered lines": ("1. 5\n2. 200", [5, 200]),
    "a list that is never closed": ('[{"judgment": 5}, {"judgment": 200}', MissingReason.UNPARSABLE),
    "records in another order, by number": (
        '[{"triple": 2, "judgment": 200}, {"triple": 1, "judgment": 5}]',
        [5, 200],
    ),
    # Malformed.
    "nothing": ("", MissingReason.EMPTY),
    "nothing but thoughts": ("<think>[5, 200]</think>", MissingReason.EMPTY),
    "declined": ("I'm sorry, but I can't help with that request.", MissingReason.REFUSED),
    "prose": ("The first class has 5 members and the second 200.", MissingReason.UNPARSABLE),
    "the form alone": ('[{"explanation": "string", "judgment": integer}, ...]', MissingReason.UNPARSABLE),
    "fewer": (records(5), MissingReason.UNPARSABLE),
    "more": (records(5, 200, 7), MissingReason.UNPARSABLE),
    "fewer numbers": ("[5]", MissingReason.UNPARSABLE),
    "an empty list": ("[]", MissingReason.UNPARSABLE),
    "a list that breaks off in words": ('[{"judgment": 5}, ...]', MissingReason.UNPARSABLE),
    "about": (records("about 500", 5), MissingReason.UNPARSABLE),
    "a range": (records("100-500", 5), MissingReason.UNPARSABLE),
    "a range without quotes": ('[{"judgment": 100-500}, {"judgment": 5}]', MissingReason.UNPARSABLE),
    "a lower bound": (records("500+", 5), MissingReason.UNPARSABLE),
    "words for numbers": (records("2 million", 5), MissingReason.UNPARSABLE),
    "a power in raised figures": ('[{"judgment": 10⁶}, {"judgment": 5}]', MissingReason.UNPARSABLE),
    "a comma that may be a decimal sign": ('[{"judgment": 4,5}, {"judgment": 5}]', MissingReason.UNPARSABLE),
    "a number behind the judgement": ('[{"judgment": 1, 200}, {"judgment": 5}]', MissingReason.UNPARSABLE),
    "a revision that falls short": (f"{records(5, 200)}\nWait, better:\n{records(7)}", MissingReason.UNPARSABLE),
    "groups of two": (records("12,34", 5), MissingReason.UNPARSABLE),
    "true": (records(True, 5), MissingReason.UNPARSABLE),
    "null": (records(None, 5), MissingReason.UNPARSABLE),
    "a label": (records(NO, 5), MissingReason.UNPARSABLE),
    "no judgement": ('[{"explanation": "a"}, {"explanation": "b", "judgment": 5}]', MissingReason.UNPARSABLE),
    "two in a record": ('[{"judgment": 5, "judgement": 7}, {"judgment": 5}]', MissingReason.UNPARSABLE),
    "numbers that do not count": ('{"2": 5, "3": 200}', MissingReason.UNPARSABLE),
    "sizes of classes, not of triples": ('{"class_sizes": [5, 200]}', MissingReason.UNPARSABLE),
    "a list in a sentence": ("I think [5, 200] are the sizes.", MissingReason.UNPARSABLE),
    "zero": (records(0, 5), [0, 5]),
    "below zero": (records(5, -1), MissingReason.OUT_OF_RANGE),
    "less than one member": (records(0.5, 5), MissingReason.OFF_SCALE),
    "without end": (records(5, "9" * 400), MissingReason.OUT_OF_RANGE),
    "a fraction": (records(12.5, 5), MissingReason.OFF_SCALE),
    "two that differ": (f"{records(5, 100)}\n{records(5, 200)}", MissingReason.AMBIGUOUS),
}

FORM = '{"explanation": "string", "judgments": ["hallucinated" | "not hallucinated", ...]}'
BAD = "The second is hallucinated [sic], the first is 'not hallucinated', {see above}."
LABELS = {
    "as asked": (judge_reply(YES, NO), [1, 0]),
    "an explanation that holds both labels": (json.dumps({"explanation": BAD, "judgments": [YES, NO]}), [1, 0]),
    "fenced, remarks around": (f"My verdict:\n```json\n{judge_reply(YES, NO)}\n```\nDone.", [1, 0]),
    "labels before the explanation": (json.dumps({"judgments": [YES, NO], "explanation": BAD}), [1, 0]),
    "a list alone": ('["not hallucinated", "hallucinated"]', [1, 0]),
    "capitals": (judge_reply("NOT HALLUCINATED", "Hallucinated."), [1, 0]),
    "hyphens and blanks": (judge_reply("Not-Hallucinated", "  hallucinated "), [1, 0]),
    "non-": (judge_reply("non-hallucinated", NO), [1, 0]),
    "the singular, British": (judge_reply(YES, NO, key="judgement"), [1, 0]),
    "records": (records(YES, NO), [1, 0]),
    "records of lists": (records([YES], [NO], key="judgments"), [1, 0]),
    "a record under the key": (f'{{"explanation": "x", "judgments": {records(YES, NO)}}}', [1, 0]),
    "an object a line": (f"{judge_reply(YES)}\n{judge_reply(NO)}", [1, 0]),
    "a text under the key": (json.dumps({"judgments": f"{YES}, {NO}"}), [1, 0]),
    "numbered keys": (json.dumps({"judgments": {"1": YES, "2": NO}}), [1, 0]),
    "without quotes": ("{explanation: fine, judgments: [not hallucinated, hallucinated]}", [1, 0]),
    "lines": ("1. not hallucinated\n2. hallucinated", [1, 0]),
    "one line, as Table 6 prints them": ("not hallucinated, hallucinated", [1, 0]),
    "the form repeated before": (f"{FORM}\n{judge_reply(YES, NO)}", [1, 0]),
    "line breaks in the explanation": (
        '{"explanation": "first\nsecond [2]", "judgments": ["not hallucinated", ' + f'"{NO}"]}}',
        [1, 0],
    ),
    # Malformed.
    "nothing": ("  \n", MissingReason.EMPTY),
    "declined": ("I cannot assist with that.", MissingReason.REFUSED),
    "prose": (BAD, MissingReason.UNPARSABLE),
    "fewer": (judge_reply(YES), MissingReason.UNPARSABLE),
    "more": (judge_reply(YES, NO, NO), MissingReason.UNPARSABLE),
    "none": (judge_reply(), MissingReason.UNPARSABLE),
    "true": (judge_reply(True, False), MissingReason.UNPARSABLE),
    "factual": (judge_reply("factual", NO), MissingReason.UNPARSABLE),
    "both": (judge_reply("hallucinated or not hallucinated", NO), MissingReason.UNPARSABLE),
    "a double negative": (judge_reply("not not hallucinated", NO), MissingReason.UNPARSABLE),
    "unknown": (judge_reply(YES, "unknown"), MissingReason.UNPARSABLE),
    "numbers": (judge_reply(1, 0), MissingReason.UNPARSABLE),
    "a long label": (judge_reply(YES, NO + " x" * 600), MissingReason.UNPARSABLE),
    "under another key": (json.dumps({"labels": [YES, NO]}), MissingReason.UNPARSABLE),
    "the form alone": (FORM, MissingReason.UNPARSABLE),
    "two that differ": (f"{judge_reply(YES, YES)} {judge_reply(YES, NO)}", MissingReason.AMBIGUOUS),
}


@pytest.mark.parametrize("name", SIZES)
def test_sizes(name):
    """Of two triples, in the forms that judges give."""
    text, expected = SIZES[name]
    assert sizes(text, 2) == expected


@pytest.mark.parametrize("name", LABELS)
def test_labels(name):
    """Of two triples, in the forms that judges give."""
    text, expected = LABELS[name]
    assert labels(text, 2) == expected


def test_the_program_takes_any_label_that_contains_not():
    """For a fact; of the others only what was asked is a label."""
    by_program = lambda *given: labels(judge_reply(*given), len(given), read=read_labels_by_program)  # noqa: E731
    assert by_program(YES, NO, "Cannot be verified", "NOT VERIFIED") == [1, 0, 1, 1]
    assert by_program("factual") == by_program("unclear") == by_program(True) == MissingReason.UNPARSABLE
    assert labels(judge_reply(YES), 2, read=read_labels_by_program) == MissingReason.UNPARSABLE
    assert labels(judge_reply(YES, "cannot be verified"), 2) == MissingReason.UNPARSABLE


def test_what_never_arrived_has_its_reason():
    """Whatever text there is."""
    for read in (read_sizes, read_labels, read_labels_by_program):
        text = records(5, 5) if read is read_sizes else judge_reply(YES, YES)
        assert read(Response(text, "content_filter"), asked(2)).reading.missing == MissingReason.REFUSED
        assert read(Response(text, failed=True), asked(2)).reading.missing == MissingReason.FAILED
        assert read(Response(text), []).reading.missing == MissingReason.NOT_ASKED
        assert read(Response(text), asked(2)).reading.missing is None


@pytest.mark.parametrize("text", [ODD, records(120, 34), "[120, 34]", '{"judgment": 120}\n{"judgment": 34}'])
@pytest.mark.parametrize("finish", ["length", "unknown"])
def test_sizes_of_a_reply_that_was_cut_are_missing(text, finish):
    """Wherever that was, since 120 may begin 1200; and whole ones are not."""
    for end in range(len(text)):
        assert isinstance(sizes(text[:end], 2, finish), MissingReason), text[:end]
    assert sizes(text, 2, finish) == sizes(text, 2)
    assert sizes(text[:-1], 2, "length") == MissingReason.TRUNCATED


def test_labels_of_a_reply_that_was_cut_are_missing():
    """More may have stood behind the cut; what was complete before it counts."""
    text = judge_reply(YES, NO)
    for end in range(len(text)):
        assert isinstance(labels(text[:end], 2, "length"), MissingReason)
    assert labels(text + "\nIn summary, the sec", 2, "length") == [1, 0]
    assert labels(text + "\n" + text[:30], 2, "length") == MissingReason.TRUNCATED
    assert labels(text + "\nWait: " + text[:-1], 2, "length") == MissingReason.TRUNCATED


signs = st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\"'[]{}:,;\\/#$`*_\n1.")
explanations = st.text(signs) | st.sampled_from(
    [
        BAD,
        'He said "judgment": 7, or "judgments": ["hallucinated"].',
        "[1, 2]",
        "'s",
        "}]",
        "{x | (x, p, o)}",
        "```",
        "\\(x\\)",
    ]
)
counts = st.integers(1, 10**12)


@given(st.lists(st.tuples(explanations, counts), min_size=1, max_size=6), st.booleans(), st.sampled_from([None, 1, 2]))
def test_sizes_in_json_are_read_whatever_the_explanations_say(judgements, ascii_only, indent):
    """Valid JSON of the form asked is never misread."""
    text = json.dumps(
        [{"explanation": why, "judgment": size} for why, size in judgements], ensure_ascii=ascii_only, indent=indent
    )
    assert sizes(text, len(judgements)) == [size for _, size in judgements]


@given(explanations, st.lists(st.booleans(), min_size=1, max_size=8), st.booleans())
def test_labels_in_json_are_read_whatever_the_explanation_says(why, facts, ascii_only):
    """Valid JSON of the form asked is never misread."""
    text = json.dumps(
        {"explanation": why, "judgments": [YES if fact else NO for fact in facts]}, ensure_ascii=ascii_only
    )
    assert labels(text, len(facts)) == facts
    assert labels(text, len(facts), read=read_labels_by_program) == facts


pieces = st.sampled_from(
    [
        *"[]{}\"',:;\n0123456789.-",
        "judgment",
        "judgments",
        '"judgment": ',
        "not ",
        "hallucinated",
        "1,200",
        "...",
        "<think>",
        "é",
    ]
)


@settings(max_examples=300)
@given(
    st.lists(pieces, max_size=30).map("".join) | st.text(),
    st.integers(0, 4),
    st.sampled_from(["stop", "length", "unknown"]),
)
def test_no_reply_is_an_error(text, n, finish):
    """There is a value with one part for each triple, or a reason; sizes and labels are what they must be."""
    for read in (read_sizes, read_labels, read_labels_by_program):
        reading, parts = read(Response(text, finish), asked(n))
        assert len(parts) == (0 if reading.value is None else n)
        if parts:
            assert all(part >= 0 and part == int(part) for part in parts) if read is read_sizes else {*parts} <= {0, 1}
            assert 1 <= reading.value <= 5 if read is read_sizes else 0 <= reading.value <= 1


HOSTILE = [
    *("[", "{", '"', "'", '["', "[\n", "[1]\n", "{'judgment': '", '{"judgment": 1,200', '[{"judgment": 5},', "1,200,"),
    *('"judgment": 1,200,200,', '{"judgment": 5}\n', '{"a": {"judgment":', "not hallucinated, ", "1. 5\n"),
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_replies_are_read_to_an_end(piece):
    """50,000 characters, the most that is read; in quadratic time that would be minutes."""
    many = piece * (49_000 // len(piece))
    for text, finish in ((f"[{many}", "length"), (f'{{"judgment": [{many}', "stop")):
        with ends():
            assert read_sizes(Response(text, finish), asked(3)).reading.value is None
            assert read_labels(Response(text, finish), asked(3)).reading.value is None
