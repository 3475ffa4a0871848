"""``helm-creativity validity``."""

import math
import re
import shutil

import numpy as np
import pytest
from support import command
from support.folders import write_run

from helm_creativity.psychometrics.validity import frontier, multiple_r, pearson, specificity
from helm_creativity.results.published_scores import read_published_scores

PAPER = read_published_scores("schapiro2026")
DATED = {
    "gpt-4-1": "openai/gpt-4.1-2025-04-14",
    "o3": "openai/o3-2025-04-16",
    "gemini-2-0-flash-001": "google/gemini-2.0-flash-001",
    "claude-opus-4-5": "anthropic/claude-opus-4-5-20251124",
}


def validity(*given):
    """What the command prints."""
    return command.run("validity", *given).text


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """The paper's DAT scores as a suite of 24 models, some under HELM's names, two unknown ones and a baseline."""
    folder = tmp_path_factory.mktemp("suite")
    dat = PAPER.values("dat_glove")
    known = np.isfinite(np.column_stack([dat, PAPER.capability])).all(axis=1)
    chosen = [place for place in np.flatnonzero(known) if PAPER.models[place] != "gpt-4o"][:20]
    chosen += [PAPER.models.index(name) for name in DATED if PAPER.models.index(name) not in chosen]
    runs = folder / "runs" / "mine"
    for place in chosen:
        model = DATED.get(PAPER.models[place], f"host/{PAPER.models[place]}")
        write_run(runs, model=model, stats={"score": dat[place]}, comparable="dat|glove")
    for model in ("openai/gpt-4o-2024-05-13", "openai/gpt-4o-2024-08-06", "lab/unknown", "creativity/greedy"):
        write_run(runs, model=model, stats={"score": 70.0}, comparable="dat|glove")
    (runs / "broken").mkdir()
    rows = np.zeros(len(dat), dtype=bool)
    rows[chosen] = True
    return folder, rows


def test_a_suite_is_held_against_the_benchmarks(suite):
    """The same models' DAT scores give the correlations that numpy gives."""
    folder, rows = suite
    text, stderr, _ = command.run("validity", "mine", "--output-path", folder)
    x = np.where(rows, PAPER.values("dat_glove"), math.nan)
    y = PAPER.values("eq_bench_creative_writing")
    both = np.isfinite(x) & np.isfinite(y)
    plain, special = pearson(x[both], y[both]), specificity(x[both], y[both], PAPER.capability[both])
    coupling = multiple_r(y[both], PAPER.capability[both])
    ceiling = frontier(plain.r, coupling)[1]
    lines = text.split("\nEQ-Bench CW\n")[1].splitlines()
    assert lines[0].split() == ["column", "n", "valid.", "95", "%", "p", "spec.", "95", "%", "p", "R", "ceiling"]
    values = [plain.r, plain.low, plain.high, special.r, special.low, special.high, coupling, ceiling]
    valid, low, high, spec, least, most, r, top = (f"{value:.2f}".replace("0.", ".") for value in values)
    p = ["<.001" if association.p < 0.001 else f"{association.p:.3f}"[1:] for association in (plain, special)]
    assert lines[2].split()[-11:] == [str(plain.n), valid, low, high, p[0], spec, least, most, p[1], r, top]
    assert any("broken" in line for line in stderr)


def test_scores_that_do_not_count_enter_no_validity(suite, tmp_path):
    """A model with a score for one response in ten changes nothing but a line that names it."""
    folder, rows = suite
    shutil.copytree(folder, tmp_path / "out")
    name = next(name for name, known in zip(PAPER.models, rows, strict=True) if not known)
    few = {"score": 1000.0, "valid_rate": 0.1, "num_answers": 10}
    write_run(tmp_path / "out/runs/mine", model=f"host/{name}", stats=few, comparable="dat|glove")
    before, after = (validity("mine", "--output-path", where) for where in (folder, tmp_path / "out"))
    assert f" of host/{name}: " in " ".join(after.split())
    shown = [re.findall(r"^DAT\b.* \d+ .*$", text, re.MULTILINE) for text in (before, after)]
    assert shown[0]
    assert shown[0] == shown[1]


def test_matched_names_are_reported(suite):
    """No model is guessed, and none left out, in silence."""
    folder, rows = suite
    text = " ".join(validity("mine", "--output-path", folder).split())
    assert f"{rows.sum()} models of the suite are in schapiro2026" in text
    assert "openai/o3-2025-04-16 as o3 (without its date)" in text
    assert (
        "left out, because several models match one: gpt-4o: openai/gpt-4o-2024-05-13, openai/gpt-4o-2024-08-06" in text
    )
    assert "not in schapiro2026: lab/unknown" in text
    assert "creativity/greedy" not in text
    assert "capability: Arena Overall, MMLU-Pro" in text
    assert "comparable settings of" in text
    assert "dat|glove" in text


def test_capability_and_covariates_may_be_the_users_own(suite, tmp_path):
    """By the suite's names of models, or by a column of the paper."""
    folder, _ = suite
    path = tmp_path / "more.csv"
    path.write_text("model,stories,size\nopenai/o3-2025-04-16,1,5\nlab/unknown,2,3\nopenai/gpt-4.1-2025-04-14,4,4\n"
                    "google/gemini-2.0-flash-001,3,1\nopenai/gpt-4o-2024-05-13,7,2\nno/one,5,5\n")  # fmt: skip
    given = ["mine", "--output-path", folder, "--covariates", path, "--capability", "size"]
    text = validity(*given)
    stderr = command.run("validity", *given).stderr
    assert "left out: --covariates names models that no run is of: 'no/one'" in stderr
    assert "capability: size" in text
    assert text.split("\nstories\n")[1].splitlines()[2].split().count("5") == 1
    assert "\nArena Overall\n" in text
    both = validity(*given[:3], "--capability", "mmlu_pro")
    assert "capability: MMLU-Pro" in both
    assert "\nArena Overall\n" in both
    assert "\nMMLU-Pro\n" not in both
