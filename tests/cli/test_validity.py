"""``helm-creativity validity``."""

import math
import re
import shutil

import numpy as np
import pytest
from support import command
from support.folders import write_run

from helm_creativity.errors import BadArguments, FileProblem
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


def test_a_model_that_gives_way_to_its_own_name_is_no_stranger(tmp_path):
    """It is reported as left out, and not as unknown."""
    for model in ("meta/llama-3.3-70b-instruct", "meta/llama-3.3-70b-instruct-turbo", "meta/llama-3.3-70b"):
        write_run(tmp_path / "runs" / "small", model=model, stats={"score": 80.0})
    text = validity("small", "--output-path", tmp_path)
    lines = [line for line in text.splitlines() if line.startswith(("left out", "  meta", "not in"))]
    assert " ".join(map(str.strip, lines)) == (
        "left out, because the suite also has the model by its own name: meta/llama-3.3-70b-instruct-turbo to "
        "meta/llama-3.3-70b-instruct as llama-3-3-70b-instruct not in schapiro2026: meta/llama-3.3-70b"
    )


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


def test_a_files_own_column_goes_before_a_published_one(tmp_path):
    """By its name or its title, and it is said; models that the paper lacks have no published numbers."""
    scores = {"lab/a": 70.0, "lab/b": 75.0, "lab/c": 71.0, "lab/d": 80.0, "lab/e": 77.0}
    for model, score in scores.items():
        write_run(tmp_path / "runs" / "mine", model=model, stats={"score": score})
    path = tmp_path / "own.csv"
    lines = [f"{model},{place**2 % 7},{place},{place % 3}" for place, model in enumerate(scores)]
    path.write_text("\n".join(["model,mmlu_pro,stories,Mazur CW", *lines]))
    found = command.run("validity", "mine", "--output-path", tmp_path, "--covariates", path, "--capability", "mmlu_pro")
    assert "mmlu_pro: the column of --covariates was taken, not MMLU-Pro of schapiro2026" in found.stderr
    assert "Mazur CW: the column of --covariates was taken, not Mazur CW of schapiro2026" in found.stderr
    assert "capability: mmlu_pro" in found.text
    assert "There is none" not in found.text
    assert {"5"} == {
        found.text.split(f"\n{name}\n")[1].splitlines()[2].split()[-11] for name in ("stories", "Mazur CW")
    }


def test_one_file_of_ones_own_serves_both_kinds(tmp_path):
    """Benchmarks, proxies of capability and dates of release of models that the paper does not have."""
    dat, arena, size = np.random.default_rng(3).standard_normal((3, 12))
    models = [f"lab/m{row}" for row in range(12)]
    for model, score in zip(models, dat.tolist(), strict=True):
        write_run(tmp_path / "runs/mine", model=model, stats={"score": score})
    lines = [f"{model},2025-0{place % 9 + 1},{arena[place]},{size[place]}" for place, model in enumerate(models)]
    path = tmp_path / "store.csv"
    path.write_text("\n".join(["model,release_date,arena,size", *lines]))
    given = ("mine", "--output-path", tmp_path)
    plain, special = pearson(dat, arena), specificity(dat, arena, size[:, None])
    text = validity(*given, "--covariates", path, "--capability", "size")
    cells = text.split("\narena\n")[1].splitlines()[2].split()
    assert cells[:3] == ["DAT", "12", f"{plain.r:.2f}".replace("0.", ".")]
    assert f"{special.r:.2f}".replace("0.", ".") in cells
    assert "Arena CW" not in text
    own = validity(*given, "--criteria", path, "--covariate", "size")
    assert own.split("\narena\n")[1].splitlines()[2].split()[:3] == cells[:3]
    assert "Scores by release_date, slope per year" in own


def test_too_few_models_have_no_correlation(tmp_path):
    """It says so."""
    write_run(tmp_path / "runs" / "small", model="openai/o3-2025-04-16", stats={"score": 80.0})
    text = validity("small", "--output-path", tmp_path)
    assert "There is none, because fewer than three models" in text
    assert "1 model of the suite is in schapiro2026" in text


def test_what_cannot_be_is_refused(suite, tmp_path):
    """The message says what to do."""
    folder, _ = suite
    with pytest.raises(BadArguments, match=r"expected names of covariates or other benchmarks .* got nothing"):
        validity("mine", "--output-path", folder, "--capability", "nothing")
    with pytest.raises(BadArguments, match=r"expected names joined with '\+' in --capability, got 'mmlu_pro\+'"):
        validity("mine", "--output-path", folder, "--capability", "mmlu_pro+")
    with pytest.raises(FileProblem, match="none"):
        validity("none", "--output-path", folder)
    write_run(tmp_path / "runs" / "other", model="lab/unknown", stats={"score": 70.0})
    with pytest.raises(BadArguments, match=r"no model of the suite 'other' is one of schapiro2026 \(lab/unknown\)"):
        validity("other", "--output-path", tmp_path)
    stderr = command.run("validity", "mine", "--published", "another").stderr
    assert "expected schapiro2026, got 'another'" in " ".join(stderr)
