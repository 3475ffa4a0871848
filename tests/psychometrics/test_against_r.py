"""Agreement with what R's packages psych 2.2.9 and irr 0.84.1 print."""

from pathlib import Path

import numpy as np
import pytest
import yaml

from helm_creativity.psychometrics.agreement import KRIPPENDORFF_LEVELS, kendall_w, krippendorff_alpha
from helm_creativity.psychometrics.classification import cohen_kappa, confusion_matrix
from helm_creativity.psychometrics.factor_analysis import mcdonald_omega, one_factor, parallel_analysis
from helm_creativity.psychometrics.intraclass import ICC_KINDS, intraclass_correlation
from helm_creativity.psychometrics.reliability import cronbach_alpha

R = yaml.safe_load(Path(__file__).with_name("printed_by_r.yaml").read_text("utf-8"))
TABLE = np.array([list(map(int, row.split())) for row in R["table"].split("/")])
RATINGS = np.array([list(map(int, unit)) for unit in R["ratings"].split()])
psych, irr = R["psych"], R["irr"]


def test_the_common_factor_is_that_of_fa():
    """Loadings by minimum residuals, communalities, regression scores; the component is that of principal."""
    found = one_factor(TABLE)
    assert found.loadings == pytest.approx(psych["loadings"], abs=1e-5)
    assert found.communalities == pytest.approx(psych["communalities"], abs=1e-5)
    assert found.scores == pytest.approx(psych["scores"], abs=1e-5)
    assert found.eigenvalues == pytest.approx(psych["eigenvalues"], rel=1e-7)
    assert found.component_loadings == pytest.approx(psych["component"], rel=1e-7)


def test_alphas_and_omega():
    """Those of alpha, alpha.ci and omega with one factor."""
    found = cronbach_alpha(TABLE)
    assert [found.value, cronbach_alpha(TABLE, standardised=True).value] == pytest.approx(psych["alpha"], rel=1e-7)
    assert (found.low, found.high) == pytest.approx(psych["alpha_ci"], rel=1e-7)
    assert mcdonald_omega(TABLE) == pytest.approx(psych["omega"][0], abs=1e-6)


def test_kappas_are_those_of_cohen_kappa():
    """With the standard error of the plain one; its weights are quadratic."""
    matrix = [[20, 5, 1], [6, 15, 3], [2, 4, 9]]
    plain, weighted = cohen_kappa(matrix), cohen_kappa(matrix, "quadratic")
    assert (plain.value, plain.se, weighted.value) == pytest.approx(psych["kappa"], rel=1e-7)


@pytest.mark.parametrize("place", range(6), ids=ICC_KINDS)
def test_all_six_intraclass_correlations_are_those_of_icc(place):
    icc = intraclass_correlation(TABLE, ICC_KINDS[place])
    for value, name in ((icc.value, "icc"), (icc.low, "icc_low"), (icc.high, "icc_high"), (icc.f, "icc_f")):
        assert value == pytest.approx(psych[name][place], rel=1e-6), name
    assert icc.p == pytest.approx(psych["icc_p"][place], rel=1e-5)


def test_noise_is_that_of_fa_parallel():
    """Within the error of 400 random tables there and 4,000 here."""
    # Standard deviations of the eigenvalues are .18 for the first and about .1 for the others, so means of 400 have
    # standard errors of .009 and .005; those of the quantiles are about twice as large.
    found = parallel_analysis(TABLE, np.random.default_rng(0), 4000)
    assert found.noise_mean[0] == pytest.approx(psych["noise_mean"][0], abs=0.04)
    assert found.noise_mean[1:] == pytest.approx(psych["noise_mean"][1:], abs=0.02)
    assert found.noise_95 == pytest.approx(psych["noise_95"], abs=0.09)
    assert found.n_factors == psych["n_components"][0]


@pytest.mark.parametrize(("weights", "name"), [("none", "unweighted"), ("linear", "equal"), ("quadratic", "squared")])
def test_kappas_are_those_of_kappa2(weights, name):
    first, second = RATINGS[:, 0].tolist(), RATINGS[:, 1].tolist()
    found = cohen_kappa(confusion_matrix(first, second, range(1, 6)), weights)
    assert (found.value, found.z, found.p) == pytest.approx(irr[name], rel=1e-8)


def test_agreement_of_all_judges():
    """That of kendall and kripp.alpha."""
    found = kendall_w(RATINGS)
    assert (found.value, found.chi2, found.p) == pytest.approx(irr["kendall"], rel=1e-8)
    alphas = [krippendorff_alpha(RATINGS, level) for level in KRIPPENDORFF_LEVELS]
    assert alphas == pytest.approx(irr["krippendorff"], rel=1e-8)
