"""From answers to right, wrong and why; partial credit and the gap; the baselines' answers."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.scenarios.letter_string.items import KINDS, changed
from helm_creativity.scenarios.letter_string.scoring import counterfactual_gap, edit_distance, positions, similarity

BENCHMARK = get_benchmark("letter_string")
SCORER = BENCHMARK.scorer(BENCHMARK.settings())
# b and c have changed places: the successor of a is c, that of c is b.
ITEM = {"alphabets": "permuted2", "kind": "successor", "before": "e f g h", "after": "e f g i", "target": "z y a c"}
ITEM |= {"alphabet": "a c b d e f g h i j k l m n o p q r s t u v w x y z", "answer": "z y a b"}
RATES = ("usual_alphabet_rate", "literal_rate", "unchanged_rate")


def one(text, **item):
    """The outcome of one answer."""
    return SCORER.score([Sample(Response(text), {**ITEM, **item})])[0]


@pytest.mark.parametrize(
    ("text", "score", "partial", "rates"),
    [
        ("[z y a b]", 100, 100, [0, 0, 0]),
        ("The answer is zyad.", 0, 75, [1, 0, 0]),  # d follows c from a to z
        ("z y a i", 0, 75, [0, 1, 0]),  # the example's character
        ("[z y a c]", 0, 75, [0, 0, 1]),  # the target as it stands
    ],
)
def test_a_string_and_why_it_is_wrong(text, score, partial, rates):
    """Under the heads of its kind and of its alphabets."""
    found = one(text)
    heads = ("accuracy_successor", "accuracy_permuted2", "accuracy_permuted")
    known = {name: value for name, value in found.submetrics.items() if value is not None}
    expected = {**dict.fromkeys(heads, score), **dict.fromkeys(("similarity", "positions"), partial)}
    assert known == {**expected, **dict(zip(RATES, rates, strict=True))}
    assert (found.score, found.failure_reason, found.details["answer"]) == (score, None, "z y a b")


@pytest.mark.parametrize(("text", "reason"), [("<think>[z y a b]</think>", "empty"), ("A riddle.", "unparsable")])
def test_a_response_without_a_string_is_wrong_and_counted(text, reason):
    """In every accuracy that it belongs to; nothing is similar to no string."""
    found = one(text, alphabets="permuted5")
    assert (found.score, found.failure_reason, found.details["string"]) == (0, reason, None)
    known = {name for name, value in found.submetrics.items() if value is not None}
    assert known == {"accuracy_successor", "accuracy_permuted5", "accuracy_permuted"}


def test_the_gap_of_a_run():
    """2 of 3 right under the usual alphabet against 1 of 2 under permuted ones: 66.7 - 50; the rest does not count."""
    answers = [("standard", "[z y a b]")] * 2 + [("standard", "[z y a c]")]
    answers.append(("standard", "I'm sorry, but I can't help with that."))
    answers += [("permuted2", "[z y a b]"), ("permuted20", "[z y a d]"), ("symbols", "[z y a b]")]
    rows = [Sample(Response(text), {**ITEM, "alphabets": alphabets}) for alphabets, text in answers]
    assert SCORER.score_run(rows, SCORER.score(rows)) == {"counterfactual_gap": pytest.approx(50 / 3)}
    assert SCORER.score_run(rows[:4], SCORER.score(rows[:4])) == {"counterfactual_gap": None}


@pytest.mark.parametrize(
    "item",
    [
        {"alphabets": "standard"},
        {"kind": "remove", "target": "z y y a", "answer": "z y a"},  # the usual alphabet gives the same string
        {"kind": "fix", "target": "z y a b", "answer": "z y a c"},  # or none
    ],
)
def test_where_the_usual_alphabet_gives_no_string_of_its_own_it_explains_nothing(item):
    found = one("[q q q q]", **item)
    assert (found.score, found.submetrics["usual_alphabet_rate"]) == (0, None)


@pytest.mark.parametrize(
    ("string", "right", "of_edits", "of_places"),
    [
        # One missing of five: four edits fewer than characters; four places right of the longer string's five.
        ("ijkl", "ijklm", 80, 80),
        ("jklm", "ijklm", 80, 0),  # one missing at the front: no character is in its place
        ("ikjlm", "ijklm", 60, 60),  # two changed places: two replaced, or one deleted and one inserted
        ("m", "ijkm", 25, 0),
        ("wxyz", "ijkm", 0, 0),
        ("ijkmnopqrstu", "ijkm", 100 / 3, 100 / 3),  # longer than right by eight of twelve
    ],
)
def test_partial_credit_by_hand(string, right, of_edits, of_places):
    assert (similarity(string, right), positions(string, right)) == pytest.approx((of_edits, of_places))


@cache
def slowly(x, y):
    """Levenshtein's recursion as it is written down."""
    if not x or not y:
        return len(x) + len(y)
    if x[-1] == y[-1]:
        return slowly(x[:-1], y[:-1])
    return 1 + min(slowly(x[:-1], y), slowly(x, y[:-1]), slowly(x[:-1], y[:-1]))


@given(st.text("abcd", max_size=7), st.text("abcd", max_size=7), st.lists(st.sampled_from([0.0, 100.0]), min_size=1))
def test_laws_of_credit_and_of_the_gap(x, y, scores):
    """Places never earn more than edits do; only the right string gets all. Exchanging the gap's sides turns it."""
    assert edit_distance(x, y) == edit_distance(y, x) == slowly(x, y)
    if x and y:
        assert 0 <= positions(x, y) <= similarity(x, y) + 1e-9 <= 100 + 1e-9
        assert (similarity(x, y) == 100) == (positions(x, y) == 100) == (x == y)
    half = [0.0, 100.0]
    assert counterfactual_gap(scores, half) == pytest.approx(-counterfactual_gap(half, scores))
    assert counterfactual_gap(scores, half) == pytest.approx(sum(scores) / len(scores) - 50)


def replies(strategy, seed=1):
    """Replies to all items, each by a baseline of its own, as in a run."""
    return [
        baseline_response(BENCHMARK, BENCHMARK.prompt(item).text, CHOOSERS[strategy]("builtin", 1000 * seed + i))
        for i, item in enumerate(BENCHMARK.entries)
    ]


def test_the_baselines_choose_one_of_the_changes():
    """The random one is right as often as chance, by the items 30 times in a hundred."""
    made = []
    for item in BENCHMARK.entries:
        alphabet, target = (tuple(item[name].split()) for name in ("alphabet", "target"))
        made.append([f"[{' '.join(found)}]" for kind in KINDS if (found := changed(kind, target, alphabet))])
    drawn, greedy = replies("random"), replies("greedy")
    assert all({one, other} <= set(strings) for one, other, strings in zip(drawn, greedy, made, strict=True))
    assert greedy == replies("greedy", 2)
    chance = sum(1 / len(strings) for strings in made) / 500
    right = sum(reply == f"[{item['answer']}]" for item, reply in zip(BENCHMARK.entries, drawn, strict=True)) / 500
    assert (chance, right) == (pytest.approx(0.30, abs=0.005), pytest.approx(chance, abs=0.08))  # sd 2 points
