"""One factor or many."""

import numpy as np
import pytest
from support.studies import column, study

from helm_creativity.errors import BadArguments, NothingToSay


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
    assert "6 domains over 400 models" in found.notes[0]
    assert "; one component exceeds noise" in found.notes[0]
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
    assert list(found) == ["as above", *without, "60 of 83 models, 200 draws", "capability taken out"]
    some = found["60 of 83 models, 200 draws"]
    assert some["low"] < some["eigenvalue"] < some["high"]
    assert found["capability taken out"]["eigenvalue"] < 2
    assert found["as above"]["eigenvalue"] > 4


def test_a_variable_that_capability_explains_fully_goes_with_it():
    """The others' factor stands; two variables that are left have none."""
    scores = one_factor_scores(40, [0.8] * 4)[1]
    last = factors(study(scores, draws=100), scores[:, :1] * 2 + 1).records("robustness")[-1]
    assert last["change"] == "capability taken out, and with it a domain"
    rest = [np.polyval(np.polyfit(scores[:, 0], y, 1), scores[:, 0]) - y for y in scores[:, 1:].T]
    assert last["eigenvalue"] == pytest.approx(np.linalg.eigvalsh(np.corrcoef(rest))[-1])
    assert last["share"] == pytest.approx(last["eigenvalue"] / 3)
    assert list(changes(factors(study(scores[:, :3], draws=100), scores[:, :1]))) == [
        "as above",
        "29 of 40 models, 100 draws",
    ]


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
