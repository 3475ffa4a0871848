"""Agreement with R's package irr 0.84.1, printed and, where R has it, asked anew."""

import numpy as np
import pytest
from support.r_numbers import ask_r

from helm_creativity.psychometrics.agreement import KRIPPENDORFF_LEVELS, kendall_w, krippendorff_alpha
from helm_creativity.psychometrics.classification import cohen_kappa, confusion_matrix

# 24 units, each rated by the same three judges from 1 to 5: a common normal part, noise, and severities of 0 .4 -.5.
UNITS = "331 343 232 141 342 232 244 354 253 133 453 452 333 121 451 352 122 332 131 221 111 343 231 444"
TABLE = np.array([list(map(int, unit)) for unit in UNITS.split()])
# irr 0.84.1 mistakes Krippendorff's alpha of complete ratings by more than two judges for another number; a unit with
# a single rating, which does not count, leads it round that.
PROGRAM = """
suppressMessages(library(irr))
x <- as.matrix(read.csv(file("stdin"), header = FALSE))
show <- function(name, v) cat(name, formatC(as.vector(v), digits = 10, format = "g"), "\\n")
for (w in c("unweighted", "equal", "squared")) {
  k <- kappa2(x[, 1:2], w, sort.levels = TRUE)
  show(w, c(k$value, k$statistic, k$p.value))
}
k <- kendall(x, correct = TRUE)
show("kendall", c(k$value, k$statistic, k$p.value))
single <- cbind(t(x), c(1, NA, NA))
show("krippendorff", sapply(c("nominal", "ordinal", "interval", "ratio"), function(l) kripp.alpha(single, l)$value))
"""
PRINTED = """
unweighted 0.06896551724 0.7665541095 0.4433466689
equal 0.2602739726 3.047322371 0.002308899433
squared 0.4313346228 3.272504027 0.001065993541
kendall 0.6670833984 46.02875449 0.002966617721
krippendorff 0.115595416 0.2851424139 0.2710851202 0.2770975202
"""


def read(text):
    """Numbers by name."""
    return {name: list(map(float, values)) for name, *values in map(str.split, text.strip().splitlines())}


@pytest.fixture(scope="module", params=["printed", "asked"])
def irr(request):
    """What R says."""
    return read(PRINTED if request.param == "printed" else ask_r(PROGRAM, TABLE, "irr"))


@pytest.mark.parametrize(("weights", "name"), [("none", "unweighted"), ("linear", "equal"), ("quadratic", "squared")])
def test_kappas_are_those_of_kappa2(irr, weights, name):
    first, second = TABLE[:, 0].tolist(), TABLE[:, 1].tolist()
    found = cohen_kappa(confusion_matrix(first, second, range(1, 6)), weights)
    assert (found.value, found.z, found.p) == pytest.approx(irr[name], rel=1e-8)


def test_kendalls_w_is_that_of_kendall(irr):
    found = kendall_w(TABLE)
    assert (found.value, found.chi2, found.p) == pytest.approx(irr["kendall"], rel=1e-8)


def test_krippendorffs_alpha_is_that_of_kripp_alpha(irr):
    assert [krippendorff_alpha(TABLE, level) for level in KRIPPENDORFF_LEVELS] == pytest.approx(
        irr["krippendorff"], rel=1e-8
    )
