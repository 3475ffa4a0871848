"""From answers to right, wrong and why; the command line; the reference answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.scenarios.letter_string.items import USUAL, changed

BENCHMARK = get_benchmark("letter_string")
SETTINGS = BENCHMARK.settings()
SCORER = BENCHMARK.scorer(SETTINGS)
# b and c have changed places: the successor of a is c, that of c is b.
ITEM = {
    "alphabets": "permuted2",
    "kind": "successor",
    "alphabet": "a c b d e f g h i j k l m n o p q r s t u v w x y z",
    "before": "e f g h",
    "after": "e f g i",
    "target": "z y a c",
    "answer": "z y a b",
}


def one(text, **item):
    """The outcome of one answer."""
    return SCORER.score([Sample(Response(text), {**ITEM, **item})])[0]


def defined(sample_score):
    """Its submetrics that are defined."""
    return {name: value for name, value in sample_score.submetrics.items() if value is not None}


def test_the_right_string():
    """100, under the heads of its kind and of its alphabets."""
    sample_score = one("[z y a b]")
    assert (sample_score.score, sample_score.failure_reason) == (100, None)
    assert defined(sample_score) == {
        "accuracy_successor": 100,
        "accuracy_permuted2": 100,
        "accuracy_permuted": 100,
        "similarity": 100,
        "positions": 100,
        "usual_alphabet_rate": 0,
        "literal_rate": 0,
        "unchanged_rate": 0,
    }
    assert sample_score.details == {"string": "z y a b", "answer": "z y a b"}


def test_the_usual_alphabets_string():
    """Wrong, and it says why: d follows c from a to z."""
    sample_score = one("The answer is zyad.")
    assert sample_score.score == 0
    assert defined(sample_score) == {
        "accuracy_successor": 0,
        "accuracy_permuted2": 0,
        "accuracy_permuted": 0,
        "similarity": 75,
        "positions": 75,
        "usual_alphabet_rate": 1,
        "literal_rate": 0,
        "unchanged_rate": 0,
    }
    assert sample_score.details == {"string": "z y a d", "answer": "z y a b"}


def test_the_examples_character():
    """Wrong, and copied; and the target as it stands."""
    rates = ("usual_alphabet_rate", "literal_rate", "unchanged_rate")
    assert [one("z y a i").submetrics[name] for name in rates] == [0, 1, 0]
    assert [one("[z y a c]").submetrics[name] for name in rates] == [0, 0, 1]


@pytest.mark.parametrize(
    "item",
    [
        {"alphabets": "standard"},
        # The usual alphabet gives the same string, or none.
        {"target": "l m n o", "answer": "l m n p"},
        {"target": "w x y z", "answer": "w x y b"},
        {"kind": "remove", "target": "z z y a c", "answer": "z y a c"},
        {"alphabets": "symbols"},
    ],
)
def test_where_the_usual_alphabet_says_nothing_else(item):
    """There is no share."""
    assert one("[z y a d]", **item).submetrics["usual_alphabet_rate"] is None


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Response(""), FailureReason.EMPTY),
        (Response("<think>[z y a b]</think>"), FailureReason.EMPTY),
        (Response("That is a riddle."), FailureReason.UNPARSABLE),
    ],
)
def test_a_response_without_a_string_is_wrong_and_counted(answer, reason):
    """In every accuracy that it belongs to; nothing is similar to no string."""
    (sample_score,) = SCORER.score([Sample(answer, {**ITEM, "alphabets": "permuted5"})])
    assert (sample_score.score, sample_score.failure_reason) == (0, reason)
    known = {name for name, value in sample_score.submetrics.items() if value is not None}
    assert known == {f"accuracy_{ITEM['kind']}", "accuracy_permuted5", "accuracy_permuted"}
    assert sample_score.details == {"string": None, "answer": "z y a b"}


def test_the_gap_of_a_run():
    """2 of 3 right under the usual alphabet against 1 of 2 under permuted ones: 66.7 - 50; the rest does not count."""
    answers = [("standard", "[z y a b]")] * 2 + [("standard", "[z y a c]")]
    answers += [("standard", "I'm sorry, but I can't help with that.")]
    answers += [("permuted2", "[z y a b]"), ("permuted20", "[z y a d]"), ("symbols", "[z y a b]")]
    rows = [Sample(Response(text), {**ITEM, "alphabets": alphabets}) for alphabets, text in answers]
    assert SCORER.score_run(rows, SCORER.score(rows)) == {"counterfactual_gap": pytest.approx(50 / 3)}
    assert SCORER.score_run(rows[:4], SCORER.score(rows[:4])) == {"counterfactual_gap": None}


@given(st.sampled_from(BENCHMARK.entries), st.data())
def test_only_the_right_string_is_right(item, data):
    """Whatever string of the alphabet is given in the form that was asked."""
    alphabet = item["alphabet"].split()
    string = data.draw(st.lists(st.sampled_from(alphabet), min_size=4, max_size=6, unique=True))
    (sample_score,) = SCORER.score([Sample(Response(f"[{' '.join(string)}]"), item)])
    assert sample_score.score == (100 if string == item["answer"].split() else 0)
    assert sample_score.details["string"] == " ".join(string)


def test_who_goes_by_the_usual_alphabet():
    """Solves what needs no other: usual alphabets and removals; of the rest, as many as the gap then says."""
    rows = []
    for item in BENCHMARK.entries:
        string = changed(item["kind"], tuple(item["target"].split()), USUAL) or item["target"].split()
        rows.append(Sample(Response(f"[{' '.join(string)}]"), item))
    sample_scores = SCORER.score(rows)
    for row, sample_score in zip(rows, sample_scores, strict=True):
        assert (sample_score.score == 100) == (row.fields["alphabets"] == "standard" or row.fields["kind"] == "remove")
    known = [sample_score.submetrics["usual_alphabet_rate"] for sample_score in sample_scores]
    assert {value for value in known if value is not None} == {1}
    # 14 of 84 under each number of permuted letters are removals: 100 - 100/6.
    assert SCORER.score_run(rows, sample_scores) == {"counterfactual_gap": pytest.approx(500 / 6)}
