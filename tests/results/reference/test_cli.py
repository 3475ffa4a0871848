"""``helm-creativity validity``."""

import argparse
import math

import numpy as np
import pytest
from support.folders import write_run

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.psychometrics.validity import frontier, multiple_r, pearson, specificity
from helm_creativity.results.reference.tables import read_reference
from helm_creativity.results.reference_cli import add_parser, report

REFERENCE = read_reference("schapiro2026")
DATED = {
    "gpt-4-1": "openai/gpt-4.1-2025-04-14",
    "o3": "openai/o3-2025-04-16",
    "gemini-2-0-flash-001": "google/gemini-2.0-flash-001",
    "claude-opus-4-5": "anthropic/claude-opus-4-5-20251124",
}


def arguments(*given):
    """As the command line gives them."""
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers(), lambda _: 0)
    return parser.parse_args(["validity", *map(str, given)])


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """The paper's DAT scores as a suite of 24 models, some under HELM's names, two unknown ones and a baseline."""
    folder = tmp_path_factory.mktemp("suite")
    dat = REFERENCE.values("dat_glove")
    known = np.isfinite(np.column_stack([dat, REFERENCE.capability])).all(axis=1)
    chosen = [place for place in np.flatnonzero(known) if REFERENCE.models[place] != "gpt-4o"][:20]
    chosen += [REFERENCE.models.index(name) for name in DATED if REFERENCE.models.index(name) not in chosen]
    runs = folder / "runs" / "mine"
    for place in chosen:
        model = DATED.get(REFERENCE.models[place], f"host/{REFERENCE.models[place]}")
        write_run(runs, model=model, stats={"score": dat[place]}, signature="dat|glove")
    for model in ("openai/gpt-4o-2024-05-13", "openai/gpt-4o-2024-08-06", "lab/unknown", "creativity/greedy"):
        write_run(runs, model=model, stats={"score": 70.0}, signature="dat|glove")
    (runs / "broken").mkdir()
    rows = np.zeros(len(dat), dtype=bool)
    rows[chosen] = True
    return folder, rows


def test_the_reference_alone_is_recomputed():
    """Without a suite."""
    text = report(arguments("--reference", "schapiro2026"), pytest.fail)
    assert text.startswith("schapiro2026: validity and specificity from the scores that the paper prints\n")
    assert report(arguments(), pytest.fail) == text


def test_a_suite_is_held_against_the_benchmarks(suite):
    """The same models' DAT scores give the correlations that numpy gives."""
    folder, rows = suite
    told = []
    text = report(arguments("--suite", "mine", "--output-path", folder), told.append)
    x = np.where(rows, REFERENCE.values("dat_glove"), math.nan)
    y = REFERENCE.values("eq_bench_creative_writing")
    both = np.isfinite(x) & np.isfinite(y)
    plain, special = pearson(x[both], y[both]), specificity(x[both], y[both], REFERENCE.capability[both])
    coupling = multiple_r(y[both], REFERENCE.capability[both])
    ceiling = frontier(plain.r, coupling)[1]
    lines = text.split("\nEQ-Bench CW\n")[1].splitlines()
    assert lines[0].split() == ["column", "n", "valid.", "95", "%", "p", "spec.", "95", "%", "p", "R", "ceiling"]
    values = [plain.r, plain.low, plain.high, special.r, special.low, special.high, coupling, ceiling]
    valid, low, high, spec, least, most, r, top = (f"{value:.2f}".replace("0.", ".") for value in values)
    p = ["<.001" if one.p < 0.001 else f"{one.p:.3f}"[1:] for one in (plain, special)]
    assert lines[2].split()[-11:] == [str(plain.n), valid, low, high, p[0], spec, least, most, p[1], r, top]
    assert any("broken" in line for line in told)


def test_who_was_taken_for_whom_is_said(suite):
    """No model is guessed, and none left out, in silence."""
    folder, rows = suite
    text = " ".join(report(arguments("--suite", "mine", "--output-path", folder), lambda _: None).split())
    assert f"{rows.sum()} models of the suite are in schapiro2026" in text
    assert "openai/o3-2025-04-16 as o3 (without its date)" in text
    assert (
        "left out, since several models have a claim to one: gpt-4o: openai/gpt-4o-2024-05-13, "
        "openai/gpt-4o-2024-08-06" in text
    )
    assert "not in schapiro2026: lab/unknown" in text
    assert "creativity/greedy" not in text
    assert "capability: Arena Overall, MMLU-Pro" in text
    assert "signature of" in text
    assert "dat|glove" in text


def test_a_model_that_gives_way_to_its_own_name_is_no_stranger(tmp_path):
    """It is said to be left out, and not to be unknown."""
    for model in ("meta/llama-3.3-70b-instruct", "meta/llama-3.3-70b-instruct-turbo", "meta/llama-3.3-70b"):
        write_run(tmp_path / "runs" / "small", model=model, stats={"score": 80.0})
    text = report(arguments("--suite", "small", "--output-path", tmp_path), lambda _: None)
    lines = [line for line in text.splitlines() if line.startswith(("left out", "  meta", "not in"))]
    assert " ".join(map(str.strip, lines)) == (
        "left out, since the suite has the model by its own name too: meta/llama-3.3-70b-instruct-turbo to "
        "meta/llama-3.3-70b-instruct as llama-3-3-70b-instruct not in schapiro2026: meta/llama-3.3-70b"
    )


def test_capability_and_covariates_may_be_the_users_own(suite, tmp_path):
    """By the suite's names of models, or by a column of the reference."""
    folder, _ = suite
    path = tmp_path / "more.csv"
    path.write_text("model,stories,size\nopenai/o3-2025-04-16,1,5\nlab/unknown,2,3\nopenai/gpt-4.1-2025-04-14,4,4\n"
                    "google/gemini-2.0-flash-001,3,1\nopenai/gpt-4o-2024-05-13,7,2\n")  # fmt: skip
    given = ["--suite", "mine", "--output-path", folder, "--covariates", path, "--capability", "size"]
    text = report(arguments(*given), lambda _: None)
    assert "capability: size" in text
    assert text.split("\nstories\n")[1].splitlines()[2].split().count("5") == 1
    assert "\nArena Overall\n" in text
    both = report(arguments(*given[:4], "--capability", "mmlu_pro"), lambda _: None)
    assert "capability: MMLU-Pro" in both
    assert "\nArena Overall\n" in both
    assert "\nMMLU-Pro\n" not in both


def test_too_few_models_have_no_correlation(tmp_path):
    """It says so."""
    write_run(tmp_path / "runs" / "small", model="openai/o3-2025-04-16", stats={"score": 80.0})
    text = report(arguments("--suite", "small", "--output-path", tmp_path), lambda _: None)
    assert "There is none, because fewer than three models" in text
    assert "1 model of the suite is in schapiro2026" in text


def test_what_cannot_be_is_refused(suite, tmp_path):
    """The message says what to do."""
    folder, _ = suite
    with pytest.raises(BadArguments, match="are about a suite's models: name it with --suite"):
        report(arguments("--capability", "mmlu_pro"), pytest.fail)
    with pytest.raises(BadArguments, match=r"expected names of covariates or other benchmarks .* got nothing"):
        report(arguments("--suite", "mine", "--output-path", folder, "--capability", "nothing"), lambda _: None)
    with pytest.raises(BadArguments, match=r"expected names joined with '\+' in --capability, got 'mmlu_pro\+'"):
        report(arguments("--suite", "mine", "--output-path", folder, "--capability", "mmlu_pro+"), lambda _: None)
    with pytest.raises(FileProblem, match="none"):
        report(arguments("--suite", "none", "--output-path", folder), lambda _: None)
    path = tmp_path / "twice.csv"
    path.write_text("model,Mazur CW\nlab/unknown,3\n")
    with pytest.raises(BadArguments, match="columns that the reference has too: Mazur CW; give them another name"):
        report(arguments("--suite", "mine", "--output-path", folder, "--covariates", path), lambda _: None)
    write_run(tmp_path / "runs" / "other", model="lab/unknown", stats={"score": 70.0})
    with pytest.raises(BadArguments, match=r"no model of the suite 'other' is one of schapiro2026 \(lab/unknown\)"):
        report(arguments("--suite", "other", "--output-path", tmp_path), lambda _: None)
    with pytest.raises(SystemExit):
        arguments("--reference", "another")
