"""Small analyses: models by field, moves between composites, reliability, trade-offs; one factor or many."""

import numpy as np
import pytest
from support.folders import write_run
from support.studies import column, study

from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.results.loading import read_suite

SCORES = np.array([[1.0, 1, 9], [2, 3, 5], [3, 4, 4], [4, 6, 1], [5, 5, np.nan]])


def test_ranks_are_among_the_models_that_both_composites_have():
    """z-scores of the first two columns keep the order of models but the last two; the third turns it round."""
    suite = study(SCORES)
    third = suite.benchmarks[2]
    (table,) = suite.analyse("rank_shifts", second=third)
    ranks = [(row["first_rank"], row["second_rank"], row["shift"]) for row in table.records()]
    assert ranks == [(4, 1, 3), (3, 2, 1), (2, 3, -1), (1, 4, -3)]
    assert (table.facts["spearman"], table.facts["second"]) == ("-1.00 over 4 models", third)
    z = (SCORES[:4] - np.nanmean(SCORES, axis=0)) / np.nanstd(SCORES, axis=0, ddof=1)
    np.testing.assert_allclose([row["first_z"] for row in table.records()], z[:, :2].mean(axis=1))
    np.testing.assert_allclose([row["second_z"] for row in table.records()], z[:, 2])


def test_columns_are_named_and_must_say_something():
    suite = study(SCORES)
    _, second, _ = suite.benchmarks
    with pytest.raises(BadArguments, match="expected the columns of the second"):
        suite.analyse("rank_shifts")
    with pytest.raises(BadArguments, match="no benchmark 'nothing'"):
        suite.analyse("rank_shifts", second="nothing")
    with pytest.raises(NothingToSay, match="0 models have both composites"):
        study(SCORES[:2]).analyse("rank_shifts", second=second)


def analysed(folder):
    return read_suite([str(folder)], folder).analyse("field_heatmap")


def test_models_stand_in_the_order_of_their_scores_by_field(tmp_path):
    """Baselines last; a field that nobody has is left out, and what a model lacks is empty."""
    folder = tmp_path / "runs" / "s"
    scores = {
        "creativity/greedy": {"score": 9.0, "setting_home": 9.0, "setting_travel": 9.0},
        "a/low": {"score": 1.0, "setting_home": 0.5, "setting_home_se": 0.1, "setting_travel": 1.5, "words": 7.0},
        "b/high": {"score": 2.0, "setting_travel": 2.0},
        "c/none": {"score": 3.0},
    }
    for model, stats in scores.items():
        write_run(folder, "creativity_macgyver", model, stats, comparable="macgyver|x")
    (table,) = analysed(folder)
    assert [column.key for column in table.columns] == ["model", "setting_home", "setting_travel"]
    assert [column.title for column in table.columns] == ["model", "Home", "Travel"]
    rows = [(row["model"], row["setting_home"], row["setting_travel"]) for row in table.records()]
    assert rows == [("b/high", None, 2.0), ("a/low", 0.5, 1.5), ("creativity/greedy", 9.0, 9.0)]
    assert table.plot.kind == "heatmap"
    assert table.facts == {"comparable_settings": "macgyver|x"}


@pytest.mark.parametrize("stats", [{}, {"setting_home": 1.0}])
def test_a_suite_without_two_fields_of_a_benchmark_says_so(tmp_path, stats):
    """One field alone is no comparison; a benchmark without a card has none."""
    write_run(tmp_path / "s", "creativity_macgyver", "a/x", {"score": 1.0, **stats}, comparable="macgyver|x")
    write_run(tmp_path / "s", "foreign", "a/x", {"setting_home": 1.0, "setting_office": 1.0, "score": 2.0})
    with pytest.raises(NothingToSay, match="scores of two fields or more"):
        analysed(tmp_path / "s")


def test_the_first_models_are_the_best_where_less_is_better():
    """Scores turned and not turned give the same; the five best of 11 are distinguished, and no others."""
    level = np.concatenate([np.arange(5) * 9.0, 90 + np.zeros(6)])
    items = level[:, None, None] + np.random.default_rng(8).standard_normal((11, 12, 1))
    lower, higher = (
        study(sign * items.mean(axis=1), [column("a", lower_is_better=sign > 0)], responses=[sign * items])
        for sign in (1.0, -1.0)
    )
    found, turned = ([table.records() for table in suite.analyse("reliability")] for suite in (lower, higher))
    assert found == turned


GREEDY = "creativity/greedy"


@pytest.mark.parametrize(
    ("models", "points", "front"),
    [
        (["l/a", "l/b", "l/c"], [(3, 1), (1, 3), (2, 0)], {"l/a", "l/b"}),  # a is better than c in both
        ([GREEDY, "l/a", "l/b"], [(9, 9), (3, 1), (1, 2)], {"l/a", "l/b"}),  # baselines beat no model
        ([GREEDY, "l/a"], [(9, 9), (3, 1)], set()),  # one is no front
        ([GREEDY, "creativity/x"], [(9, 9), (3, 1)], {GREEDY}),
        (["l/few", "l/a", "l/b"], [(9, 9), (3, 1), (1, 3)], {"l/a", "l/b"}),  # a score that does not count
    ],
)
def test_models_that_no_other_beats_in_both_are_on_the_front(models, points, front):
    x, y = np.array(points, dtype=float).T[:, :, None]
    stats = {"novelty": x, "appropriateness": y, "valid_rate": np.array([[0.1 if "few" in m else 1.0] for m in models])}
    stats |= {"gate_p_value": np.full_like(x, 1e-9), "gate_difference": np.ones_like(x)}
    (table,) = study(np.zeros((len(models), 1)), [column("cdat")], models, stats=stats).analyse("trade_offs")
    assert {row["model"] for row in table.rows if row["front"]} == front
    assert len(table.rows) == len(models)


def one_factor_scores(n, loadings, seed=0):
    rng = np.random.default_rng(seed)
    loadings = np.array(loadings)
    factor, noise = rng.standard_normal((n, 1)), rng.standard_normal((n, len(loadings)))
    return factor, 50 + 10 * (factor * loadings + noise * np.sqrt(1 - loadings**2))


def factors(suite, capability=None, **options):
    if capability is not None:
        table = [{"model": model, "g": value} for model, value in zip(suite.models, capability.ravel(), strict=True)]
        options |= {"covariates": table, "capability": "g"}
    return suite.analyse("factors", **options)


def changes(found):
    return {row["change"]: row for row in found.records("robustness")}


def test_a_known_factor_is_found_over_domains():
    """Six domains of one benchmark each, 400 models: loadings within sampling error, one factor above noise."""
    loadings = [0.9, 0.8, 0.7, 0.9, 0.8, 0.7]
    found = factors(study(one_factor_scores(400, loadings)[1], draws=200))
    np.testing.assert_allclose([row["loading"] for row in found.records("loadings")], loadings, atol=0.06)
    assert [row["eigenvalue"] > row["noise_95"] for row in found.records("eigenvalues")] == [True, *[False] * 5]
    assert "6 domains over 400 models. Components that exceed noise: 1." in found.notes[0]
    pairs = np.outer(loadings, loadings)
    matrix = [[row[f"{name} domain"] for name in "abcdef"] for row in found.records("correlations")]
    np.testing.assert_allclose(matrix, pairs - np.diag(np.diag(pairs)) + np.eye(6), atol=0.08)
    # Cronbach's alpha of six standardised variables with mean correlation r: 6r / (1 + 5r).
    r = (pairs.sum() - np.trace(pairs)) / 30
    assert changes(found)["as above"]["alpha"] == pytest.approx(6 * r / (1 + 5 * r), abs=0.02)


def test_variables_are_domains_benchmarks_or_ways_of_scoring():
    """Benchmarks also where there are fewer than three domains; judges decide before an embedding."""
    keys = {"a": "judges:x/y|embedding:e", "b": "embedding:e", "c": "items:1", "d": "judges:own"}
    columns = [column(name, domain="one", comparable=f"{name}|{key}") for name, key in keys.items()]
    suite = study(one_factor_scores(50, [0.8] * 4)[1], columns, draws=100)
    for by, names in (("domain", "ABCD"), ("benchmark", "ABCD"), ("scoring", ("judges", "vectors", "key"))):
        assert [row["variable"] for row in factors(suite, by=by).records()] == list(names)
    with pytest.raises(BadArguments, match="by must be one of domain, benchmark, scoring"):
        factors(suite, by="item")


def test_the_solution_is_tried_under_other_compositions():
    """Without each variable, in subsamples of 60/83 of the models, and without capability, here the factor itself."""
    factor, scores = one_factor_scores(83, [0.9] * 6)
    noise = 0.1 * np.random.default_rng(2).standard_normal((83, 1))
    found = changes(factors(study(scores, draws=200), factor + noise))
    without = [f"without {name} domain" for name in "abcdef"]
    assert list(found) == ["as above", *without, "60 of 83 models, 200 draws", "capability taken out, which leaves 6"]
    some = found["60 of 83 models, 200 draws"]
    assert some["low"] < some["eigenvalue"] < some["high"]
    assert found["capability taken out, which leaves 6"]["eigenvalue"] < 2
    assert found["as above"]["eigenvalue"] > 4


def test_a_variable_that_capability_explains_fully_goes_with_it():
    """The others' factor stands; two variables that are left have none."""
    scores = one_factor_scores(40, [0.8] * 4)[1]
    last = factors(study(scores, draws=100), scores[:, :1] * 2 + 1).records("robustness")[-1]
    assert last["change"] == "capability taken out, which leaves 3"
    rest = [np.polyval(np.polyfit(scores[:, 0], y, 1), scores[:, 0]) - y for y in scores[:, 1:].T]
    assert last["eigenvalue"] == pytest.approx(np.linalg.eigvalsh(np.corrcoef(rest))[-1])
    assert last["share"] == pytest.approx(last["eigenvalue"] / 3)
    few = changes(factors(study(scores[:, :3], draws=100), scores[:, :1]))
    assert list(few) == ["as above", "29 of 40 models, 100 draws"]


@pytest.mark.parametrize(
    ("scores", "reason"),
    [
        ([[1, 5], [2, 6], [4, 7], [3, 9]], "at least 3 benchmarks, and there are 2"),
        ([[1, 2, 3], [2, 3, 1], [3, 1, 2]], "3 models have all 3 domains, and there must be more models than domains"),
        ([[1, 2, 3], [2, 3, 1]], "three language models with scores that count are needed, and there are two"),
    ],
)
def test_why_there_are_no_factors(scores, reason):
    with pytest.raises(NothingToSay, match=reason):
        factors(study(scores))
