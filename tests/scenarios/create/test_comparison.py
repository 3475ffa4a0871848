"""How far a run's paths lie from those of other runs."""

import json

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.create_runs import answer, between, write_angles, write_run

from helm_creativity.embeddings.registry import fetch_embedding
from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.results.loading import read_suite
from helm_creativity.scenarios.create.comparison import FOUND, measure, nearest
from helm_creativity.scenarios.create.scoring import annealed

FACT, LIE = True, False
FIVE, FOUR, THREE = 10.0, 50.0, 100.0  # sizes of classes whose score is 5, 4 and 3
COUNTS = ("queries", "paths", "alone", "unjudged")
approx = pytest.approx


@pytest.fixture(scope="session", autouse=True)
def _angles(home, tmp_path_factory):
    fetch_embedding("path-angles", origin=write_angles(tmp_path_factory.mktemp("angles") / "angles.txt"))


@pytest.fixture
def suite(tmp_path):
    """Three models and two queries; the last model's ids are others."""
    folder = tmp_path / "runs" / "s"
    first = [("zero", FIVE, FACT), ("ninety", FOUR, FACT)]
    more = [answer("q2", ("zero", FOUR, FACT), b="Medal"), answer("q3", ("zero", FIVE, FACT), b="Cup")]
    second = [("ninety", FIVE, FACT), ("zero", FIVE, FACT)]
    write_run(folder, "a/m", [answer("q1", *first), *more])
    other = answer("q1", ("fifty", FIVE, FACT), ("ninety", FIVE, LIE))
    write_run(folder, "b/m", [other, answer("q2", *second, b="Medal")])
    write_run(folder, "c/m", [answer("own-7", ("far", THREE, FACT)), answer("own-8", text="I cannot.", b="Medal")])
    return folder


def analysed(folder, **options):
    (table,) = read_suite([str(folder)], folder).analyse("distinctiveness", **options)
    return table


def rows_of(folder, **options):
    return {row["model"]: row for row in analysed(folder, **options).records()}


def numbers(row, names=("average", "largest", "quality")):
    return tuple(row[name] for name in names)


def test_three_models_by_hand(suite, tmp_path):
    """The means over queries, what is left out of them, and a row for each measured path; the largest average first."""
    # Of a/m: zero is 50° from fifty, x = 1 - cos 50° = .3572, g = (1 - cos(π (.3572/.7)²))/2 = .1582; ninety is in the
    # population, for b/m found it too, if judges call it no fact: 0. Of the second query zero is in it: 0. No other
    # model answered the third. Means .0791 and 0; largest .1582 and 0; quality 4.5 and 4. Each ± is |difference|/2.
    # Of b/m: fifty is 40° from ninety, x = .2340, g = .0305, and farther from zero; of the second query ninety is 90°
    # from zero, beyond x = .7: 1; zero is 0. Means .0305 and .5; largest .0305 and 1; quality 5 and 5.
    zero, fifty = between("zero", "fifty"), between("fifty", "ninety")
    assert (zero, fifty) == approx((0.1582, 0.0305), abs=5e-5)
    out = tmp_path / "paths.jsonl"
    found, errors = rows_of(suite, paths=str(out)), ("average_se", "largest_se", "quality_se")
    assert list(found) == ["b/m", "a/m", "c/m"]
    assert numbers(found["b/m"]) == approx(((fifty + 0.5) / 2, (fifty + 1) / 2, 5), abs=1e-6)
    assert numbers(found["a/m"]) == approx((zero / 4, zero / 2, 4.25), abs=1e-6)
    assert numbers(found["b/m"], errors) == approx(((0.5 - fifty) / 2, (1 - fifty) / 2, 0), abs=1e-6)
    assert numbers(found["a/m"], errors) == approx((zero / 4, zero / 2, 0.25), abs=1e-6)
    assert numbers(found["c/m"]) == (None, None, None)
    assert [numbers(row, COUNTS) for row in found.values()] == [(2, 3, 0, 0), (2, 3, 1, 0), (0, 0, 0, 0)]
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    whose = [(row["item"], row["nearest_run"].rpartition("model=")[2], row["distinctiveness"] or 0) for row in rows]
    expected = [("q1", "a_m", fifty), ("q1", "b_m", 0), ("q1", "b_m", zero), ("q2", "a_m", 0), ("q2", "a_m", 1)]
    assert sorted(whose) == [
        (*row[:2], approx(row[2], abs=1e-6)) for row in [*expected, ("q2", "b_m", 0), ("q3", "", 0)]
    ]


def test_what_is_measured(suite):
    """Above a quality, from a share of facts on; what is not judged is counted, and in the others' population."""
    far = between("far", "ninety")  # it is 60° from ninety: x = .5, g = (1 - cos(π (5/7)²))/2 = .5160
    assert far == approx(0.5160, abs=5e-5)
    row = rows_of(suite, least_quality=2)["c/m"]
    assert numbers(row) == approx((far, far, 3), abs=1e-6)
    assert row["undefined"]["average_se"] == "one query was measured"
    assert "all triples are facts has a quality above 5" in analysed(suite, least_quality=5).notes[0]
    # One of two triples of a path is a fact.
    assert [rows_of(suite, threshold=share)["b/m"]["paths"] for share in (0.5, 0.51)] == [4, 3]
    stated = [("zero", None, FACT), ("ninety", FIVE, None), ("fifty", FIVE, FACT)]
    write_run(suite, "d/m", [answer("q1", *stated), answer("q3", text="{}", b="Cup")])
    found = rows_of(suite)
    assert numbers(found["d/m"], COUNTS) == (1, 1, 0, 2)
    assert (found["a/m"]["largest"], found["a/m"]["alone"]) == (0, 1)


def test_runs_and_trials_of_one_model_do_not_stand_in_each_others_population(tmp_path):
    """Beside a run of another model; alone runs are compared. The largest of each trial is taken before the mean."""
    folder = tmp_path / "runs" / "s"
    more = [answer("q", ("zero", FIVE, FACT), ("fifty", FIVE, FACT)), answer("q", ("fifty", FOUR, FACT), trial=1)]
    write_run(folder, "a/m", [*more, answer("q", trial=2)])
    write_run(folder, "a/m", [answer("q", ("fifty", FIVE, FACT))], form="creative")
    with pytest.raises(NothingToSay, match="all 2 runs of create are of one model, a/m"):
        analysed(folder)
    write_run(folder, "b/m", [answer("q", ("ninety", FIVE, FACT))])
    models, runs = rows_of(folder), rows_of(folder, population="runs")
    original, creative = "a/m (form=original)", "a/m (form=creative)"
    # zero 1, fifty .0305, and fifty again; the responses' largest 1 and .0305; the third has none. Quality 14/3.
    near, zero = between("fifty", "ninety"), between("zero", "fifty")
    assert numbers(models[original]) == approx(((1 + 2 * near) / 3, (1 + near) / 2, 14 / 3), abs=1e-6)
    assert numbers(models[original], COUNTS) == (1, 3, 0, 0)
    assert runs[original]["average"] == approx(zero / 3, abs=1e-6)
    assert [found[creative]["average"] for found in (models, runs)] == approx([near, 0], abs=1e-6)
    assert models["b/m"] == runs["b/m"]
    write_run(folder, "g/m", [answer("q", ("zero", FIVE, FACT))], embedding="builtin")
    with pytest.raises(BadArguments, match="several embeddings"):
        analysed(folder)


# A run is a model and, of each of three tasks, the places and qualities of its paths.
path_lists = st.lists(st.tuples(st.integers(0, 9), st.sampled_from([None, 0, 3, 4, 5])), max_size=4)
drawn_runs = st.tuples(st.sampled_from("abc"), st.lists(path_lists, min_size=3, max_size=3))


def on_a_line(texts):
    """One embedding of texts that are numbers: angles whose cosines fall with their difference."""
    angles = np.array([float(text) for text in texts]) / 20
    return [np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)]


@given(st.lists(drawn_runs, min_size=1, max_size=5), st.booleans())
def test_it_is_the_least_distance_to_what_others_found(suite, by_model):
    """As the definition says, a path at a time, whatever the order and number of runs, models and paths."""
    stated = [
        (model if by_model else str(run), str(run), model, f"i{task}", place, quality)
        for run, (model, tasks) in enumerate(suite)
        for task, paths in enumerate(tasks)
        for place, quality in paths
    ]
    rows = [(*whose, item, item, 0, f"{place}", f"{place}", quality) for *whose, item, place, quality in stated]
    measured = measure(pl.DataFrame(rows, FOUND, orient="row"), on_a_line, 3)
    found = [(row["run"], row["item"], row["path"], row["distinctiveness"]) for row in measured.to_dicts()]
    expected = []
    for who, run, _, item, place, _ in (row for row in stated if (row[-1] or 0) > 3):
        others = [other for its, *_, task, other, _ in stated if task == item and its != who]
        least = min((float(annealed(1 - np.cos((place - other) / 20))) for other in others), default=None)
        expected.append((run, item, f"{place}", approx(least, abs=1e-5)))
    found, expected = (sorted(its, key=lambda one: one[:3]) for its in (found, expected))
    assert found == expected


def test_an_ensemble_takes_the_mean_of_distances_not_of_the_nearest():
    """Before the least is taken; the same text is at no distance, whatever its vector."""
    drawn = [np.random.default_rng(seed).normal(size=(8, d)) for seed, d in ((1, 3), (2, 5))]
    arrays = [rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in drawn]
    ((place, distance),) = nearest(arrays, [0], np.arange(8) > 0)
    distances = [np.mean([annealed(max(0, 1 - each[0] @ each[other])) for each in arrays]) for other in range(1, 8)]
    assert (place, distance) == (1 + int(np.argmin(distances)), approx(min(distances)))
    short = [np.array([[0.6, 0.5], [0.0, 0.0]])]
    assert list(nearest(short, [1, 0], np.array([True, True]))) == [(1, 0.0), (0, 0.0)]
    assert next(nearest(short, [1], np.array([True, False])))[1] > 0
