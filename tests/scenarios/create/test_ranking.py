"""What the judged paths of an answer are worth together, by hand, under word vectors at known angles."""

import math

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from support.create import LOST, given, judged_response, labelled, row, sized, via

from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.scenarios.create.benchmark import PROTOCOLS
from helm_creativity.scenarios.create.measure import GRID, PATIENCES, THRESHOLDS, compared_texts, rank
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


def test_the_program_by_hand(ranked):
    """The same order; the second path is not discounted, the third as a second: 5 + 3 + .9 · 2."""
    found = ranked(given(THREE, [5, 4, 3], [1, 1, 1]), CODE)
    assert (found.order, found.score) == ((0, 2, 1), pytest.approx(9.8))
    assert found.submetrics["utility_patience_50"] == pytest.approx(5 + 3 + 1)
    assert found.submetrics["utility_patience_area"] == pytest.approx(5 + 3 + 2 / 2)
    assert (
        found.submetrics["utility_factuality_75"] == found.submetrics["utility_factuality_area"] == pytest.approx(9.8)
    )
    assert (found.submetrics["pairwise_distance"], found.submetrics["max_quality"]) == (pytest.approx(2.5 / 3), 5)


def test_far_apart_is_near_for_the_program(ranked):
    """Alder and dogwood are 1.4 apart, where its g is 0 and the paper's 1."""
    two = given(paths("alder", "dogwood"), [5, 3], [1, 1])
    ours, theirs = ranked(two), ranked(two, CODE)
    assert (ours.gains, theirs.gains) == (pytest.approx((5, 3)), pytest.approx((5, 0), abs=1e-6))
    assert (ours.score, theirs.score) == (pytest.approx(7.7), pytest.approx(5, abs=1e-6))
    assert (ours.submetrics["pairwise_distance"], theirs.submetrics["n_paths"]) == (1, 2)
    assert theirs.submetrics["pairwise_distance"] == pytest.approx(0, abs=1e-6)


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


def test_places_are_those_of_the_answer(ranked):
    """Though invalid and unjudged paths stand before."""
    several = [via("elder", end="doctor"), via("alder"), via("cedar"), via("birch")]
    found = ranked(given(several, [5, None, 3, 4], [1, 1, 1, 1]))
    assert (found.order, found.gains, found.n_unjudged) == ((3, 2), (4, 3), 1)


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


def test_where_no_judgement_came_there_is_no_score(ranked):
    """None, and nothing beside it, but how many."""
    for protocol in PROTOCOLS:
        found = ranked(given(paths("alder", "birch"), [5, None], [None, 1]), protocol)
        assert (found.score, found.n_unjudged, found.submetrics, found.details) == (None, 2, {}, {})


def test_hallucinations_of_unknown_specificity_are_worth_0_and_no_more_is_known(ranked):
    """What they would be worth at lower shares of facts is not 0 but unknown."""
    found = ranked(given(paths("alder", "birch"), [None, None], [0.5, 0]))
    assert (found.score, found.n_unjudged, found.submetrics["factual_triples"]) == (0, 0, 0.25)
    names = [submetric for submetric in found.submetrics if submetric.startswith("utility_factuality")]
    assert len(names) == len(THRESHOLDS) + 1
    assert {found.submetrics[name] for name in names} == {None}
    assert found.details["factuality_curve"] == []


def test_an_ensemble_is_the_mean_of_its_distances(ranked, stops, far_stops):
    """Alder and birch: (.5 + 1) / 2, not the distance of a mean angle."""
    found = ranked(given(THREE, [5, 4, 3], [1, 1, 1]), embedding=f"{stops}+{far_stops}")
    assert found.gains == pytest.approx((5, 3, 3))
    assert found.submetrics["pairwise_distance"] == pytest.approx((0.75 + 1 + 1) / 3)


def test_the_same_text_is_at_no_distance(ranked):
    """The last triple is no part of it; order among equals is that of the answer."""
    found = ranked(
        given([via("alder"), via("alder", relation="helped"), via("alder", relation="met")], [3] * 3, [1] * 3)
    )
    assert (found.order, found.gains) == ((0, 1, 2), pytest.approx((3, 0, 0)))
    assert found.score == pytest.approx(3)


def test_judges_decide_it_alike(ranked):
    """The hand-worked answer once more by the sizes and labels of a panel of two, one of whom lost a reply."""
    sizes = {"a": [(5, 1), (50, 1), (499, 1)], "b": [(10, 10), (1, 99), LOST]}
    judge_replies = [
        judge_reply
        for judge, several in sizes.items()
        for number, given_sizes in enumerate(several, start=1)
        for judge_reply in (sized(judge, number, given_sizes), labelled(judge, number, (1, 1)))
    ]
    assert ranked(row(THREE, judge_replies)).score == pytest.approx(9.32)


def test_curves_end_in_their_submetrics(ranked):
    """Over patience from the first gain to their sum; over facts from all valid paths to the score."""
    for protocol in PROTOCOLS:
        found = ranked(given([*THREE, via("elder")], [5, 4, 3, 2], [1, 0.25, 1, 0.5]), protocol)
        patience, facts = found.details["patience_curve"], found.details["factuality_curve"]
        assert len(patience) == len(facts) == len(GRID) == 21
        assert (GRID[0], GRID[-1]) == (0, 1)
        assert patience[0] == pytest.approx(sum(found.gains[: 1 if protocol == PAPER else 2]))
        for name, curve, at in (("patience", patience, PATIENCES), ("factuality", facts, THRESHOLDS)):
            for share in at:
                assert curve[round(20 * share)] == found.submetrics[f"utility_{name}_{100 * share:.0f}"]
        assert facts[-1] == found.submetrics["utility_factuality_100"] == found.score == patience[18]


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
