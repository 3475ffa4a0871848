"""What was put into a suite comes out of its report: every statistic, from HELM's folders alone."""

import numpy as np
import pytest
from support.simulated import simulated_suite

from helm_creativity.results.findings import derive_findings
from helm_creativity.results.options import Options
from helm_creativity.results.runs import find_suites, read_suites
from helm_creativity.results.study import build_score_matrix


def found_in(folder, options=None):
    suites = find_suites([str(folder)], folder.parent.parent)
    return derive_findings(build_score_matrix(suites), read_suites(suites).runs, options or Options(draws=300))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Eighty models on three benchmarks without judges: one factor, two groups, two instructions."""
    folder = tmp_path_factory.mktemp("recovered") / "runs" / "made"
    truth = simulated_suite(
        folder,
        11,
        states=False,
        n_models=80,
        benchmarks=("dat", "rat", "story"),
        n_items=24,
        n_trials=2,
        loading=0.9,
        within=1.0,
        groups={"new": 0.8, "old": 0.0},
        instructions={"": 0.0, "creative": 0.5},
        effect_sd=0.3,
    )
    return truth, found_in(folder)


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """Twenty models, three judges of known severity, two benchmarks, and some damage."""
    folder = tmp_path_factory.mktemp("judged") / "runs" / "made"
    truth = simulated_suite(
        folder,
        5,
        n_models=20,
        benchmarks=("metaphor", "design_problems"),
        n_items=12,
        n_trials=2,
        failures=0.1,
        damage=("cut stats.json",),
    )
    return truth, found_in(folder)


def neutral(found, group):
    """Place of the column of a benchmark without an instruction."""
    (place,) = [
        i
        for i, column in enumerate(found.study.columns)
        if column.group == f"creativity_{group}" and not column.instruction
    ]
    return place


def scores_of(found, truth, group):
    """Scores in the order of the truth's models."""
    rows = [found.study.models.index(model) for model in truth.models]
    return found.study.scores[rows, neutral(found, group)]


def test_scores_are_those_of_the_files(made, judged):
    """Of every model, in the column of its benchmark; the damaged run is named and has none."""
    truth, found = made
    for name in truth.design.benchmarks:
        np.testing.assert_allclose(scores_of(found, truth, name), truth.scores(name), rtol=1e-9)
    assert found.study.problems == ()
    truth, found = judged
    ((run, _),) = truth.damage.items()
    assert any(run in problem for problem in found.study.problems)
    known = np.isfinite([scores_of(found, truth, name) for name in truth.design.benchmarks])
    assert known.size - known.sum() == 1


def test_the_composite_follows_the_general_factor(made):
    """Three domains that correlate .81 with each other have a mean that correlates .95 with it, less the noise."""
    truth, found = made
    by_model = {row.model: row.score for row in found.composite.rows}
    group = np.array([truth.groups[model] == "new" for model in truth.models[:80]])
    expected = truth.general[:80] + 0.8 / 0.9 * group
    assert np.corrcoef(expected, [by_model[model] for model in truth.models[:80]])[0, 1] > 0.9
    assert [row.rank for row in found.composite.rows if row.baseline] == [None, None]


def test_one_factor_with_its_loadings_is_found(made):
    """Loadings of observed scores are those of the domains, each times the square root of its reliability."""
    truth, found = made
    factors = found.factors
    assert (factors.of, factors.n_models, factors.noise.n_factors) == ("domains", 80, 1)
    variance = np.array([truth.standing[:80, place].var(ddof=1) for place in range(3)])
    reliability = np.array([truth.retest(name) for name in truth.design.benchmarks])
    np.testing.assert_allclose(
        factors.solution.loadings, np.sqrt((variance - 0.19) / variance * reliability), atol=0.06
    )


def test_reliability_over_items_and_over_trials_is_recovered(made):
    """Both are known from the variances that were put in."""
    truth, found = made
    for name in truth.design.benchmarks:
        one = found.reliability[neutral(found, name)]
        assert one.split_half.reliability == pytest.approx(truth.split_half(name), abs=0.03)
        assert one.retest.reliability == pytest.approx(truth.retest(name), abs=0.03)


def test_more_items_order_models_more_surely(made):
    """All of them order them as they do."""
    found = made[1]
    stability = found.reliability[neutral(found, "rat")].stability
    assert np.all(np.diff(stability.correlation) > 0)
    assert (stability.sizes[-1], stability.correlation[-1]) == (24, pytest.approx(1.0))


def test_intervals_hold_what_scores_would_be_with_other_items(made):
    """An interval of 95 % around means over 24 items with the standard deviation of their means."""
    truth, found = made
    board = found.leaderboards[neutral(found, "dat")]
    answers = truth.answers[next(iter(truth.answers))].mean(axis=2)
    expected = {model: row.std(ddof=1) / np.sqrt(24) for model, row in zip(truth.models, answers, strict=True)}
    reach = 2.069  # the 97.5 % quantile of Student's t with 23 degrees of freedom
    ratios = [(row.high - row.low) / (2 * reach * expected[row.model]) for row in board.rows]
    assert np.mean(ratios) == pytest.approx(1.0, abs=0.05)


def test_instructions_have_the_effect_that_was_put_in(made):
    """Within models, and over all benchmarks more clearly than on one."""
    truth, found = made
    effects = {effect.column: effect for effect in found.effects}
    together = effects.pop("All benchmarks")
    assert set(effects) == {"DAT", "RAT", "Story"}
    for effect in effects.values():
        assert (effect.first, effect.second) == ("neutral", "creative")
        assert effect.effect.n == 80
        # Three standard errors of d_z = 1.4 in 80 models: 3 √((1 + d²/2) / 80).
        assert effect.effect.d_z == pytest.approx(truth.effect("dat", "creative"), abs=0.47)
    assert together.effect.d_z > max(effect.effect.d_z for effect in effects.values())


def test_groups_of_models_differ_as_they_were_made_to(made):
    """The makers are in the models' names."""
    (one,) = made[1].groups
    assert {one.first, one.second} == {"new", "old"}
    better = one.rank_biserial if one.first == "new" else -one.rank_biserial
    assert better > 0.2
    assert one.p < 0.05


def test_severities_of_judges_are_recovered(judged):
    """Kind, fair and stern were .6 apart, in standard deviations of the answers."""
    truth, found = judged
    for title in {severity.benchmark for severity in found.severities}:
        known = {severity.judge: severity for severity in found.severities if severity.benchmark == title}
        for name, severity in truth.design.judges.items():
            assert known[name].severity == pytest.approx(severity, abs=0.25), (title, name)


def test_failures_are_counted(judged):
    """A tenth of the answers had no score."""
    found = judged[1]
    rates = np.nansum(list(found.failures.values()), axis=0)
    assert np.mean(rates[np.isfinite(found.study.scores)]) == pytest.approx(0.1, abs=0.03)


def test_the_same_seed_gives_the_same_findings(judged, tmp_path):
    """And another one other intervals."""
    truth, found = judged
    again = simulated_suite(
        tmp_path / "runs" / "made",
        5,
        n_models=20,
        benchmarks=("metaphor", "design_problems"),
        n_items=12,
        n_trials=2,
        failures=0.1,
        damage=("cut stats.json",),
    )
    assert again.damage == truth.damage
    same, other = (found_in(tmp_path / "runs" / "made", Options(draws=300, seed=seed)) for seed in (0, 1))
    assert same.composite.rows == found.composite.rows
    assert other.composite.rows != found.composite.rows


def test_limits_of_severities_are_reported_before_their_places(tmp_path):
    """Once, with the dimensions by benchmark."""
    folder = tmp_path / "runs" / "made"
    simulated_suite(
        folder,
        2,
        n_models=3,
        benchmarks=("metaphor", "design_problems"),
        n_items=4,
        n_trials=1,
        judges={"lab/one": 0.0},
    )
    reason = found_in(folder).severities.reason
    assert reason.startswith("lab/one alone gave ratings; with one judge")
    assert reason.endswith(" response quality: Design (creativity), Metaphor (creativity)")
