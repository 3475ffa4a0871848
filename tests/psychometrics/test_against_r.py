"""Agreement with what R's packages psych 2.2.9 and irr 0.84.1 print."""

import numpy as np
import pytest

from helm_creativity.psychometrics.agreement import KRIPPENDORFF_LEVELS, kendall_w, krippendorff_alpha
from helm_creativity.psychometrics.classification import cohen_kappa, confusion_matrix
from helm_creativity.psychometrics.factor_analysis import mcdonald_omega, one_factor, parallel_analysis
from helm_creativity.psychometrics.intraclass import ICC_KINDS, intraclass_correlation
from helm_creativity.psychometrics.reliability import cronbach_alpha

# A normal one-factor model with loadings .9 .85 .8 .7 .6 .45 and units 10 7 15 10 5 12, rounded.
ROWS = """
51 49 27 46 50 51 / 46 50 45 46 55 43 / 47 52 41 47 50 49 / 37 45 52 33 51 46 / 43 55 51 38 49 54 / 40 47 38 48 53 37 /
51 49 52 42 48 48 / 66 62 54 54 57 36 / 44 47 55 51 47 43 / 43 52 39 43 50 45 / 54 49 56 50 56 60 / 53 55 51 60 51 58 /
45 52 36 36 49 41 / 42 53 31 39 48 50 / 49 49 56 54 46 49 / 56 50 61 49 56 56 / 38 40 33 26 41 47 / 37 50 29 52 45 56 /
33 33 38 47 44 37 / 38 39 44 37 46 35 / 31 34 39 36 48 40 / 45 47 42 48 48 46 / 33 39 50 36 42 47 / 59 46 51 47 44 59
"""
TABLE = np.array([list(map(int, row.split())) for row in ROWS.split("/")])
# 24 units, each rated by the same three judges from 1 to 5: a common normal part, noise, and severities of 0 .4 -.5.
UNITS = "331 343 232 141 342 232 244 354 253 133 453 452 333 121 451 352 122 332 131 221 111 343 231 444"
RATINGS = np.array([list(map(int, unit)) for unit in UNITS.split()])
# Of x, one table or the other: f <- fa(x, 1, fm = "minres", scores = "regression"), its loadings, communality, scores
# and e.values; principal(x, 1)$loadings; alpha(x)$total and alpha.ci; omega(x, nfactors = 1); cohen.kappa of the matrix
# below; ICC(x, lmer = FALSE)$results; and set.seed(1), fa.parallel(x, fa = "pc", n.iter = 400).
PRINTED_PSYCH = """
loadings 0.93168449 0.76274124 0.45338903 0.63314559 0.64169616 0.35317075
communalities 0.86803598 0.5817742 0.20556161 0.40087334 0.41177396 0.12472958
scores 0.50570107 0.30983053 0.31024154 -0.774155 -0.055868717 -0.27775264 0.45128456 2.3045821 -0.032179301 \
-0.07188034 1.0582735 1.1054915 -0.06436451 -0.25180488 0.43082455 1.2251113 -1.2350226 -0.58888174 -1.3925451 \
-0.95338987 -1.5676369 0.00058458285 -1.4240001 0.98755643
eigenvalues 3.0442717 0.97848766 0.82939251 0.57935763 0.35400072 0.21448981
component 0.89646658 0.81044115 0.56527412 0.72746929 0.72812194 0.45265495
alpha 0.77607759 0.79225716
alpha_ci 0.60153723 0.89047948
omega 0.80704412 0.80738017
kappa 0.49926632 0.089759797 0.61
icc 0.35047803 0.35405229 0.36614134 0.7640153 0.76682789 0.77607759
icc_low 0.18791267 0.19313184 0.20102745 0.58130405 0.58951777 0.60153723
icc_high 0.5604676 0.56230611 0.57539285 0.8844047 0.88516585 0.89047948
icc_f 4.2375628 4.4658327 4.4658327 4.2375628 4.4658327 4.4658327
icc_p 9.0313336e-08 3.63892e-08 3.63892e-08 9.0313336e-08 3.63892e-08 3.63892e-08
noise_mean 1.737976 1.3485462 1.0731475 0.82539878 0.61295198 0.40197949
noise_95 2.0726392 1.5418115 1.2364236 0.97186422 0.7759382 0.56708107
n_components 1
"""
# kappa2(x[, 1:2], w, sort.levels = TRUE) of each weight; kendall(x, correct = TRUE); kripp.alpha(y, level) of each,
# where y is cbind(t(x), c(1, NA, NA)): irr mistakes the alpha of complete ratings by more than two judges for another
# number, and a unit with a single rating, which does not count, leads it round that.
PRINTED_IRR = """
unweighted 0.06896551724 0.7665541095 0.4433466689
equal 0.2602739726 3.047322371 0.002308899433
squared 0.4313346228 3.272504027 0.001065993541
kendall 0.6670833984 46.02875449 0.002966617721
krippendorff 0.115595416 0.2851424139 0.2710851202 0.2770975202
"""


def read(text):
    """Numbers by name."""
    return {name: [*map(float, values)] for name, *values in map(str.split, text.strip().splitlines())}


psych, irr = read(PRINTED_PSYCH), read(PRINTED_IRR)


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
