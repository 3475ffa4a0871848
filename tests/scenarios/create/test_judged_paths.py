"""What a panel says of a path, by hand."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from support.create import LOST, TARGET, given, judged_response, labelled, replayed_response, row, sized, via

from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.scenarios.create.paths import Fault
from helm_creativity.scenarios.create.scoring import factual_share, judged_specificity

PAPER, PROGRAM = "wadhwa2026", "wadhwa2026_code"
LONG = via("alder", "birch")
BROKEN = (*via("cedar", end="cedar")[:1], *via("birch")[1:])


def judged(*judge_replies, path=LONG, protocol=PAPER):
    """The one path of an answer, with its ratings."""
    (found,) = judged_response(row([path], judge_replies), protocol).paths
    return found


def test_one_judge():
    """Classes of 5, 50 and 5,000 members: scores 5, 4 and 1, of which the paper takes the least."""
    found = judged(sized("a", 1, (5, 50, 5000)), labelled("a", 1, (1, 1, 1)))
    assert (found.specificity, found.factual_share, found.quality()) == (1, 1, 1)
    assert (found.sizes, found.labels) == (((5, 50, 5000),), ((1, 1, 1),))
    assert (found.valid, found.judged) == (True, True)


def test_two_judges():
    """Each one's least score, then the mean: (1 + 3) / 2, not the least of the mean sizes; a tie is no fact."""
    found = judged(
        sized("a", 1, (5, 50, 5000)),
        labelled("a", 1, (1, 1, 1)),
        sized("b", 1, (400, 5, 5)),
        labelled("b", 1, (1, 0, 1)),
    )
    assert (found.specificity, found.factual_share, found.quality()) == (2, pytest.approx(2 / 3), 0)
    assert found.quality(0.5) == found.quality(0.0) == 2


@pytest.mark.parametrize("lost", [LOST, MissingReason.EMPTY, MissingReason.FAILED, MissingReason.NOT_ASKED])
def test_a_judge_without_a_rating_leaves_the_others(lost):
    """Neither 0 nor a fact nor a hallucination, on either question by itself."""
    found = judged(sized("a", 1, lost), labelled("a", 1, (1, 1, 1)), sized("b", 1, (50, 5, 5)), labelled("b", 1, lost))
    assert (found.specificity, found.factual_share, found.quality()) == (4, 1, 4)
    assert (len(found.sizes), len(found.labels)) == (1, 1)


@pytest.mark.parametrize(
    ("sizes", "labels", "quality", "at_zero"),
    [
        (LOST, LOST, None, None),
        ((5, 5, 5), LOST, None, None),
        (LOST, (1, 1, 1), None, None),
        (LOST, (1, 1, 0), 0, None),
        ((5, 5, 5), (0, 0, 0), 0, 5),
    ],
)
def test_what_quality_needs(sizes, labels, quality, at_zero):
    """A path that is no fact is worth 0 however specific; else both judgements, or it is not known."""
    found = judged(sized("a", 1, sizes), labelled("a", 1, labels))
    assert found.quality() == quality
    assert found.quality(0.0) == at_zero
    assert found.judged == (LOST not in (sizes, labels))


@pytest.mark.parametrize("n", [1, 2, 4])
def test_ratings_of_another_number_of_triples_are_ignored(n):
    """They are of another path."""
    found = judged(sized("a", 1, (5,) * n), labelled("a", 1, (1,) * n))
    assert (found.specificity, found.factual_share, found.sizes, found.labels) == (None, None, (), ())


def test_ratings_go_by_the_place_of_the_path():
    """Among all that were stated, from 1; judges were not asked about what stands between."""
    paths = [via("alder"), BROKEN, via("alder"), via("birch"), via("cedar")]
    judge_replies = [
        judge_reply
        for i in (1, 4, 5)
        for judge_reply in (sized("a", i, (i * 50 - 49, 1)), labelled("a", i, (i != 4, 1)))
    ]
    known = replayed_response(row(paths, judge_replies), PAPER)
    answer = known.found
    assert [path.quality() for path in answer.paths] == [5, None, None, 0, 3]
    assert [path.faults for path in answer.paths] == [(), (Fault.BROKEN,), (Fault.DUPLICATE,), (), ()]
    assert (answer.target, answer.failure_reason, len(known.judge_replies)) == (TARGET, None, 6)


def test_given_judgements():
    """One for each path stated, null where there is none; those of invalid paths are left."""
    paths = [via("alder"), BROKEN, via("birch"), via("cedar")]
    answer = judged_response(given(paths, [5.0, 5.0, 2.5, None], [1.0, 1.0, 0.5, 1.0]), PAPER)
    assert [path.quality() for path in answer.paths] == [5, None, 0, None]
    assert [path.specificity for path in answer.paths] == [5, None, 2.5, None]
    assert [path.quality(0.5) for path in answer.paths] == [5, None, 2.5, None]
    answer = judged_response(given(paths, None, None), PAPER)
    assert [path.quality(0.0) for path in answer.paths] == [None] * 4


@pytest.mark.parametrize(
    ("sizes", "all_count", "without_last"),
    [((10,), 5, 5), ((11, 10), 4, 4), ((10, 100), 3, 5), ((499, 500, 5000), 1, 2), ((4999, 1, 1e300), 1, 2)],
)
def test_strength_by_hand(sizes, all_count, without_last):
    """At the bounds of the classes."""
    assert judged_specificity(sizes, last_counts=True) == all_count
    assert judged_specificity(sizes, last_counts=False) == without_last


LABELS = st.integers(1, 5).flatmap(
    lambda n: st.lists(st.lists(st.sampled_from([0, 1]), min_size=n, max_size=n), min_size=1, max_size=5)
)


@drawn(LABELS, st.randoms())
def test_laws_of_the_majority(labels, random):
    """Against counting; the order of judges does not matter, and an unanimous panel is each of its judges."""
    n = len(labels[0])
    facts = sum(sum(label[i] for label in labels) > len(labels) - sum(label[i] for label in labels) for i in range(n))
    assert factual_share(labels) == facts / n
    shuffled = random.sample(labels, len(labels))
    assert factual_share(shuffled) == factual_share(labels)
    assert factual_share([labels[0]] * len(labels)) == sum(labels[0]) / n
    assert factual_share([]) is None
