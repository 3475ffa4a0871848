"""The tables of a paper."""

import math
from collections import Counter

import numpy as np
import pytest
from published_validity import OVERALL, read_printed

from helm_creativity.results.published_scores import FOLDER

# Table 1 from top to bottom, as printed but for "+", ":" between validity and specificity, and rows' names: six
# benchmarks a row. Written apart from the file that it is held against.
TABLE_1 = """
overall DAT .51***:.05 .71***:.41* .66**:.49* .11:.01 -.21:-.20 .22:.28
overall CDAT -.04:.22 .08:.03 .10:.43 .25:.10 .63:.60 .02:.34
overall CDAT-N -.16:.20 -.09:.08 .13:.40 .31:.08 .56:.45 -.13:-.10
overall CDAT-A .59***:-.05 .50*:.05 .20:-.28 -.49*:-.09 -.63:-.40 .20:.17
overall PACE .79***:.11 .73***:.21 .75***:.14 -.23:.33 -.20:-.00 .32:.30
none RAT .76***:-.02 .57**:-.04 .50*:.07 -.55*:.05 -.30:-.05 .20:.10
glove DAT .44**:-.01 .57**:.28 .55*:.39 .07:.04 -.37:-.46 .12:.18
glove CDAT .06:.14 .12:.05 .46:.44 .33:.22 .59:.53 .06:.38
glove CDAT-N -.18:.11 -.13:.04 .20:.46 .35:.10 .47:.30 -.09:-.06
glove CDAT-A .58***:-.00 .49*:.04 .13:-.34 -.51*:-.09 -.55:-.30 .15:.13
glove PACE .79***:.00 .72***:.15 .70**:.12 -.35:.22 -.45:-.17 .32:.30
fasttext DAT .37*:.00 .60***:.29 .63**:.57* .12:-.11 .21:.26 -.01:.04
fasttext CDAT -.03:.35 .08:.04 -.00:.38 .20:.05 .64:.62 .03:.34
fasttext CDAT-N -.07:.32 -.01:.05 .06:.34 .21:.04 .53:.46 -.14:-.11
fasttext CDAT-A .55***:-.09 .46*:.05 .26:-.23 -.45*:-.08 -.67*:-.45 .21:.19
fasttext PACE .79***:.29 .74***:.25 .70**:.08 -.28:.26 -.14:.07 .25:.23
sbert DAT .47**:.13 .56**:.42* .48*:.29 .07:.11 -.17:-.12 .43:.47*
sbert CDAT .00:.24 .02:-.00 .36:.34 .27:.14 .64:.62 -.01:.30
sbert CDAT-N -.21:.13 -.11:.14 .12:.37 .37:.10 .61:.50 -.14:-.11
sbert CDAT-A .60***:-.04 .51**:.05 .20:-.25 -.50*:-.10 -.64*:-.42 .21:.19
sbert PACE .67***:.05 .68***:.23 .76***:.18 .11:.47* .02:.09 .35:.33
"""


@pytest.fixture(scope="module")
def paper():
    return read_printed()


def shown(value, stars):
    return f"{value:.2f}".replace("0.", ".", 1) + stars


def test_table_1_is_what_the_paper_prints(paper):
    benchmarks = [column.name for column in paper.of_kind("benchmark")]
    cells = {
        (row.embedding, row.test, row.benchmark): ":".join(
            [shown(row.validity, row.validity_stars), shown(row.specificity, row.specificity_stars)]
        )
        for row in paper.printed
        if row.source == "Table 1"
    }
    rows = [line.split() for line in TABLE_1.split("\n") if line]
    expected = {
        (embedding, test, benchmark): cell
        for embedding, test, *row in rows
        for benchmark, cell in zip(benchmarks, row, strict=True)
    }
    assert len(expected) == 126
    assert paper.pools == dict(zip(benchmarks, (40, 27, 18, 21, 10, 21), strict=True))
    assert cells == expected


def test_the_scores_are_a_row_a_model(paper):
    assert len(paper.models) == len(set(paper.models)) == 71
    assert paper.scores.shape == (71, 15)
    counts = dict(zip([column.title for column in paper.columns], np.isfinite(paper.scores).sum(axis=0), strict=True))
    assert counts["Mazur CW"] == 21
    gpt_4o = paper.models.index("gpt-4o")
    assert paper.scores[gpt_4o].tolist() == [
        82.94, 65.14, 66.26, 144.54, 0.729, 93, 36.41, 1443, 0.75, 1423, 1484, 8.18, 0.12, 3.27, 6.69,
    ]  # fmt: skip
    # A model that passed the gate of appropriateness at no temperature has no CDAT.
    phi = paper.models.index("phi-4")
    assert math.isnan(paper.values("cdat_sbert")[phi])
    assert paper.values("cdat_novelty_sbert")[phi] == 72.71


def test_columns_fit_the_file_of_scores(paper):
    """Every column of the file is described, and the other way round."""
    head = (FOLDER / "schapiro2026_scores.csv").read_text("utf-8").splitlines()[0].split(",")
    assert set(head) == {"model", *(column.name for column in paper.columns)}
    assert Counter(column.kind for column in paper.columns) == {"test": 7, "benchmark": 6, "capability": 2}
    scores = np.nan_to_num(paper.scores)
    steps = np.array([column.step for column in paper.columns])
    np.testing.assert_allclose(scores / steps, np.rint(scores / steps), atol=1e-6)


def test_rows_of_the_printed_table_name_what_there_is(paper):
    """Tests, embeddings and benchmarks are spelt alike in all files, and names are of models."""
    titles = {column.title for column in paper.of_kind("test")}
    assert {row.test.split()[0] for row in paper.printed} == titles
    assert {row.embedding for row in paper.printed} == {"none", "glove", "fasttext", "sbert", OVERALL}
    assert {model for model, _ in paper.also_called.values()} <= set(paper.models)
    assert not set(paper.also_called) & set(paper.models)
    assert {title for regression in paper.regressions for title in regression.predictors} <= titles
