"""What the judged paths of an answer are worth together, by hand, under word vectors at known angles."""

import math

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from support.create import given, judged_response, via

from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.scenarios.create.benchmark import PROTOCOLS
from helm_creativity.scenarios.create.scoring import PATIENCES, THRESHOLDS, compared_texts, rank
from helm_creativity.scenarios.create.vectors import PathSpace

PAPER, CODE = "wadhwa2026", "wadhwa2026_code"


@pytest.fixture
def ranked(stops):
    """The ranking of a row's paths."""

    def of(one, protocol=PAPER, embedding=stops):
        answer = judged_response(one, protocol)
        space = PathSpace(load_embeddings(embedding), compared_texts(answer))
        return rank(answer, space, PROTOCOLS[protocol].by_program)

    return of


def paths(*names):
    return [via(name) for name in names]


THREE = paths("alder", "birch", "cedar")


def test_the_order_by_hand(ranked):
    """Quality 5, 4, 3; alder and birch .5 apart, cedar 1 from both: 5, then 3 · 1 before 4 · .5, whose gain stays 2."""
    found = ranked(given(THREE, [5, 4, 3], [1, 1, 1]))
    assert found.order == (0, 2, 1)
    assert found.gains == pytest.approx((5, 3, 2))
    assert found.score == pytest.approx(5 + 0.9 * 3 + 0.81 * 2)
    assert found.submetrics == pytest.approx(
        {
            "utility_patience_50": 5 + 1.5 + 0.5,
            "utility_patience_60": 5 + 1.8 + 0.72,
            "utility_patience_70": 5 + 2.1 + 0.98,
            "utility_patience_80": 5 + 2.4 + 1.28,
            "utility_patience_90": 9.32,
            "utility_patience_100": 10,
            "utility_patience_area": 5 + 3 / 2 + 2 / 3,
            "max_quality": 5,
            "pairwise_distance": (0.5 + 1 + 1) / 3,
            "n_paths": 3,
            "factual_triples": 1,
            **{f"utility_factuality_{100 * threshold:.0f}": 9.32 for threshold in THRESHOLDS},
            "utility_factuality_area": 9.32,
        }
    )


def test_facts_by_hand(ranked):
    """Half of elder's triples are facts. Up to t = .5 its 2 · 1 ties with birch's 4 · .5."""
    found = ranked(given([*THREE, via("elder")], [5, 4, 3, 2], [1, 1, 1, 0.5]))
    assert (found.order, found.score) == ((0, 2, 1), pytest.approx(9.32))
    low = 9.32 + 0.729 * 2
    assert [found.submetrics[f"utility_factuality_{share}"] for share in (0, 25, 50, 75, 100)] == pytest.approx(
        [low] * 3 + [9.32] * 2
    )
    assert found.submetrics["utility_factuality_area"] == pytest.approx((low + 9.32) / 2)
    assert found.details["factuality_curve"] == pytest.approx([low] * 11 + [9.32] * 10)
    assert found.submetrics["factual_triples"] == pytest.approx(3.5 / 4)
    assert (found.submetrics["n_paths"], found.submetrics["max_quality"]) == (3, 5)


def test_what_is_invalid_or_unjudged_is_left_out(ranked):
    """By kind: invalid, a duplicate, not judged at all, of unknown specificity; a hallucination needs none."""
    more = [via("cedar", end="doctor"), via("Alder"), via("dogwood"), via("elder"), via("rowan")]
    found = ranked(given([*THREE, *more], [5, 4, 3, 5, 5, None, None, None], [1, 1, 1, 1, 1, None, 1, 0]))
    assert (found.order, found.gains) == ((0, 2, 1), pytest.approx((5, 3, 2)))
    assert found.n_unjudged == 2
    assert found.submetrics["factual_triples"] == pytest.approx(3 / 4)
    assert found.submetrics["utility_factuality_0"] == pytest.approx(9.32)
    assert found.details["greedy_order"] == [0, 2, 1]


@pytest.mark.parametrize(("protocol", "worth"), [(PAPER, 0.0), (CODE, 1.0)])
@pytest.mark.parametrize(
    ("stated", "quality", "factual"),
    [([], [], []), ([via(start="Nobody")], [5], [1]), (paths("alder", "birch"), [5, 4], [0.5, 0])],
)
def test_without_a_valid_and_factual_path(ranked, protocol, worth, stated, quality, factual):
    """0 by the paper, 1 by the program, at every patience; nothing is None that is known."""
    found = ranked(given(stated, quality, factual), protocol)
    assert (found.score, found.order, found.gains, found.n_unjudged) == (worth, (), (), 0)
    utilities = {found.submetrics[f"utility_patience_{100 * patience:.0f}"] for patience in PATIENCES}
    assert utilities | {found.submetrics["utility_patience_area"]} == {worth}
    assert (found.submetrics["max_quality"], found.submetrics["n_paths"], found.submetrics["pairwise_distance"]) == (
        0,
        0,
        None,
    )
    assert found.submetrics["utility_factuality_100"] == worth
    facts = bool(factual) and stated[0][0].head != "Nobody"
    assert found.submetrics["factual_triples"] == (0.25 if facts else None)
    assert found.submetrics["utility_factuality_0"] == (
        pytest.approx(5 + (0.9 if protocol == PAPER else 1) * 2) if facts else worth
    )


def test_an_ensemble_is_the_mean_of_its_distances(ranked, stops, far_stops):
    """Alder and birch: (.5 + 1) / 2, not the distance of a mean angle."""
    found = ranked(given(THREE, [5, 4, 3], [1, 1, 1]), embedding=f"{stops}+{far_stops}")
    assert found.gains == pytest.approx((5, 3, 3))
    assert found.submetrics["pairwise_distance"] == pytest.approx((0.75 + 1 + 1) / 3)


STOPS = st.lists(st.sampled_from(["alder", "birch", "cedar", "dogwood", "elder"]), max_size=6)


@pytest.mark.usefixtures("stops")
@drawn(STOPS, st.data())
def test_laws_of_any_answer(names, data):
    """Bounds, and what each number means for the others."""
    n = len(names)
    quality = data.draw(st.lists(st.none() | st.integers(1, 5), min_size=n, max_size=n))
    factual = data.draw(st.lists(st.none() | st.sampled_from([0, 0.5, 1]), min_size=n, max_size=n))
    answer = judged_response(given(paths(*names), quality, factual), PAPER)
    found = rank(answer, PathSpace(load_embeddings("stops"), compared_texts(answer)), PROTOCOLS[PAPER].by_program)
    valid = [place for place in range(n) if names.index(names[place]) == place]
    known = [i for i in valid if factual[i] is not None and (factual[i] < 1 or quality[i] is not None)]
    counted = {i for i in known if factual[i] == 1}
    assert found.n_unjudged == len(valid) - len(known)
    assert (found.score is None) == (2 * len(known) < len(valid))
    if found.score is None:
        return
    assert set(found.order) == counted
    best = sorted((quality[i] for i in counted), reverse=True)
    assert found.submetrics["max_quality"] == (best[0] if best else 0)
    assert found.score <= sum(value * 0.9**i for i, value in enumerate(best)) + 1e-9
    assert found.score >= found.submetrics["max_quality"]
    assert list(found.gains) == sorted(found.gains, reverse=True)
    area = found.submetrics["utility_patience_area"]
    assert found.details["patience_curve"][0] - 1e-9 <= area <= found.details["patience_curve"][-1] + 1e-9
    assert math.isfinite(area)
