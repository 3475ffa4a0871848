"""The simulated suites that other tests rest on: they are what HELM would have written, and hold what they promise."""

import json
from dataclasses import replace

import numpy as np
import pytest
from helm.common.general import asdict_without_nones
from support.simulated import Cell, simulated_suite
from support.simulated_benchmarks import BENCHMARKS
from support.simulated_runs import DAMAGE, run_spec

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import BY_JUDGES, FailureReason, SampleScore
from helm_creativity.helm.run_spec import run_spec as run_spec_of_plugin
from helm_creativity.results.calibration import rating_cells
from helm_creativity.results.ratings import ratings_of_all
from helm_creativity.results.run_stats import answer_stats, run_stats
from helm_creativity.results.runs import read_run, read_suite

MODEL = "creativity/greedy"
JUDGE = "creativity/lexical-judge"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """One suite, and the truth about it."""
    folder = tmp_path_factory.mktemp("simulated") / "runs" / "made"
    truth = simulated_suite(
        folder,
        3,
        n_models=20,
        benchmarks=("dat", "aut", "metaphor", "rat"),
        n_items={"dat": 1, "aut": 6, "metaphor": 8, "rat": 12},
        failures=0.05,
        instructions={"": 0.0, "creative": 0.6},
    )
    return folder, truth


def real_run_spec(one, instruction):
    """What helm-run makes of an entry, as its file would hold it."""
    values = {**one.named, **({"judges": JUDGE} if one.judged else {})}
    spec = run_spec_of_plugin(get_benchmark(one.name), values | ({"instruction": instruction} if instruction else {}))
    adapter = replace(spec.adapter_spec, model=MODEL, model_deployment=MODEL, max_eval_instances=1000)
    name = f"{spec.name},model={MODEL.replace('/', '_')}"
    return asdict_without_nones(replace(spec, name=name, adapter_spec=adapter))


def without_checksums(spec):
    """A run spec whose comparable settings are names alone, since checksums change with prompts."""
    spec = json.loads(json.dumps(spec))
    args = spec["metric_specs"][0]["args"]
    args["comparable"] = [part.partition(":")[0] for part in args["comparable"].split("|")]
    return spec


@pytest.mark.parametrize("instruction", ["", "creative"])
@pytest.mark.parametrize("name", list(BENCHMARKS))
def test_run_specs_are_those_of_helm(name, instruction):
    """Name, arguments, adapter and the comparable settings are what our run specs have."""
    one = BENCHMARKS[name]
    simulated = run_spec(one, MODEL, one.trials, instruction, [JUDGE])
    assert without_checksums(simulated) == without_checksums(real_run_spec(one, instruction))


def test_stats_are_those_of_the_hosting(made):
    """The files say of the answers what our metrics would say."""
    folder, truth = made
    answers = truth.answers[Cell("aut")][4]
    assert np.isnan(answers).any()
    none = SampleScore(None, FailureReason.UNPARSABLE)
    rows = [[none if np.isnan(score) else SampleScore(score, None) for score in row] for row in answers.tolist()]
    items = [f"item-{place:03d}" for place in range(1, 7)]
    of_each = [item for item, row in zip(items, rows, strict=True) for _ in row]
    reasons = [reason for reason in FailureReason if reason not in BY_JUDGES]
    run = folder / truth.runs[truth.models[4], "aut", ""]
    assert read_run(run).stats == pytest.approx(
        run_stats([score for row in rows for score in row], of_each, reasons=reasons)
    )
    found = {
        (entry["instance_id"], entry["train_trial_index"]): {
            stat["name"]["name"]: stat["mean"] for stat in entry["stats"]
        }
        for entry in json.loads((run / "per_instance_stats.json").read_text("utf-8"))
    }
    expected = {
        (item, number): {name: value for name, value in answer_stats(some).items() if value is not None}
        for item, row in zip(items, rows, strict=True)
        for number, some in enumerate([row, *([score] for score in row)])
    }
    assert list(found) == list(expected)
    assert [found[key] for key in expected] == [pytest.approx(known) for known in expected.values()]


def test_scores_are_the_truth(made):
    """What a reader finds is what was simulated."""
    folder, truth = made
    runs, problems = read_suite(folder)
    assert problems == []
    assert len(runs) == len(truth.runs) == 4 * (20 * 2 + 2)
    means = {run.name: run.stats["score"] for run in runs}
    for (model, name, instruction), run in truth.runs.items():
        assert means[run] == pytest.approx(truth.scores(name, instruction)[truth.models.index(model)])


def test_standing_has_the_correlations_that_were_asked_for(tmp_path):
    """With more models than latent parts the sample itself has them: one benchmark a domain, (0.8 · 0.9)²."""
    truth = simulated_suite(tmp_path / "s", 1, n_models=16, n_items=1, n_trials=1, states=False)
    found = np.corrcoef(truth.standing[:16], rowvar=False)
    assert found[~np.eye(6, dtype=bool)] == pytest.approx(np.full(30, 0.5184))
    assert truth.standing[:16].std(axis=0, ddof=1) == pytest.approx(np.ones(6))


def test_reliability_is_that_of_the_answers(tmp_path):
    """Means over items and trials correlate with the standing as their reliability says, and with means over others."""
    settings = {"benchmarks": ("dat", "rat"), "n_models": 200, "n_items": 5, "n_trials": 2, "states": False}
    truth = simulated_suite(tmp_path / "s", 5, **settings, instructions={"": 0.0, "creative": 0.4}, baselines=False)
    # 1 / (1 + (0.64 + 1/2) / 5) and (1 + 0.64/5) / (1 + (0.64 + 1/2)/5)
    assert truth.split_half("dat") == pytest.approx(0.81433, abs=1e-5)
    assert truth.retest("dat") == pytest.approx(0.91857, abs=1e-5)
    first, second = truth.scores("dat"), truth.scores("dat", "creative")
    assert np.corrcoef(first, truth.standing[:, 0])[0, 1] ** 2 == pytest.approx(truth.split_half("dat"), abs=0.04)
    assert np.corrcoef(first, second)[0, 1] == pytest.approx(truth.retest("dat"), abs=0.02)
    # 0.4 / √(2 · (1/2) / 5)
    assert truth.effect("dat", "creative") == pytest.approx(0.89443, abs=1e-5)
    difference = second - first
    assert difference.mean() / difference.std(ddof=1) == pytest.approx(truth.effect("dat", "creative"), abs=0.15)


def test_judges_are_as_severe_as_was_asked(made):
    """The graded response model finds their severities again."""
    folder, truth = made
    runs, _ = read_suite(folder)
    problems = []
    cells = rating_cells(ratings_of_all([run for run in runs if "judge_coverage" in run.stats], problems))
    assert problems == []
    (cell,) = cells
    cell.calibrate()
    found = {judge["judge"]: judge["severity"] for judge in cell.judge_rows()}
    known = truth.design.judges
    for judge in ("lab/kind", "lab/stern"):
        assert found[judge] - found["lab/fair"] == pytest.approx(known[judge] - known["lab/fair"], abs=0.1)


def test_damage_is_done_to_runs_of_language_models(tmp_path):
    """Every kind befalls one run, the truth says which, and no other run suffers."""
    settings = {"n_items": 2, "n_trials": 2, "states": False, "benchmarks": ("dat", "rat")}
    whole = simulated_suite(tmp_path / "a", 2, **settings)
    truth = simulated_suite(tmp_path / "b", 2, **settings, damage=tuple(DAMAGE))
    assert sorted(truth.damage.values()) == sorted(DAMAGE)
    changed = {
        run
        for run in whole.runs.values()
        if {path.name: path.read_bytes() for path in (tmp_path / "a" / run).iterdir()}
        != {path.name: path.read_bytes() for path in (tmp_path / "b" / run).iterdir()}
    }
    assert changed == set(truth.damage)
    _, problems = read_suite(tmp_path / "b")
    unreadable = {"no run_spec.json", "no stats.json", "cut stats.json", "empty"}
    assert {problem.split(": ")[0] for problem in problems} == {
        run for run, kind in truth.damage.items() if kind in unreadable
    }
