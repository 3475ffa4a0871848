"""How far a run's paths lie from those of other runs."""

import json
import math
import re
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import command as commands
from support.create_runs import answer, between, write_angles, write_run

from helm_creativity.core.population import Candidate, Candidates
from helm_creativity.embeddings.fetching import fetch_embedding
from helm_creativity.results.runs import Run
from helm_creativity.results.samples import SampleStore
from helm_creativity.scenarios.create import across
from helm_creativity.scenarios.create.across import (
    MODELS,
    RUNS,
    MeasuredPath,
    NearestText,
    PopulationSetting,
    measure,
    query_mean,
)

FACT, LIE = True, False
# Sizes of classes whose score is 5, 4 and 3.
FIVE, FOUR, THREE = 10.0, 50.0, 100.0


@pytest.fixture(scope="session", autouse=True)
def _angles(home, tmp_path_factory):
    fetch_embedding("path-angles", origin=write_angles(tmp_path_factory.mktemp("angles") / "angles.txt"))


@pytest.fixture
def suite(tmp_path):
    """Three models and two queries; the last model's ids are others."""
    folder = tmp_path / "runs" / "s"
    first = [
        answer("q1", ("zero", FIVE, FACT), ("ninety", FOUR, FACT)),
        answer("q2", ("zero", FOUR, FACT), b="Medal"),
        answer("q3", ("zero", FIVE, FACT), b="Cup"),
    ]
    second = [
        answer("q1", ("fifty", FIVE, FACT), ("ninety", FIVE, LIE)),
        answer("q2", ("ninety", FIVE, FACT), ("zero", FIVE, FACT), b="Medal"),
    ]
    write_run(folder, "a/m", first)
    write_run(folder, "b/m", second)
    write_run(folder, "c/m", [answer("own-7", ("far", THREE, FACT)), answer("own-8", text="I cannot.", b="Medal")])
    return folder


def command(suite, *options, stderr=None):
    """What is printed, and what is printed beside it."""
    done = commands.run("across", "create", suite.name, "--output-path", suite.parents[1], *options, stderr=stderr)
    return done.text, done.stderr


def lines_of(text):
    """Cells of each run by its label, without what stands below the table."""
    _, _, *lines = text.splitlines()
    below = next(place for place, line in enumerate(lines) if line.startswith(("no ", "comparable settings: ")))
    assert any(line.startswith("comparable settings: create distinctiveness|") for line in lines[below:])
    assert [line[:11] for line in lines[-2:]] == ["ν: distance", "σ: quality "]
    return {re.split(r"  +", row)[0]: re.split(r"  +", row)[1:] for row in lines[:below]}


def test_three_models_by_hand(suite):
    """The means over queries, and what is left out of them."""
    text, stderr = command(suite)
    assert stderr == []
    # Of a/m: zero is 50° from fifty, x = 1 - cos 50° = .3572, g = (1 - cos(π (.3572/.7)²))/2 = .1582; ninety is in the
    # population, for b/m found it too, if judges call it no fact: 0. Of the second query zero is in it: 0. No other
    # model answered the third. Means .0791 and 0; largest .1582 and 0; quality 4.5 and 4. Each ± is |difference|/2.
    zero = between("zero", "fifty")
    assert zero == pytest.approx(0.1582, abs=5e-5)
    # Of b/m: fifty is 40° from ninety, x = .2340, g = .0305, and farther from zero; of the second query ninety is 90°
    # from zero, beyond x = .7: 1; zero is 0. Means .0305 and .5; largest .0305 and 1; quality 5 and 5.
    assert between("fifty", "ninety") == pytest.approx(0.0305, abs=5e-5)
    assert lines_of(text) == {
        "b/m": ["0.265", "0.235", "0.515", "0.485", "5.00", "0.00", "2", "3", "0", "0"],
        "a/m": ["0.040", "0.040", "0.079", "0.079", "4.25", "0.25", "2", "3", "1", "0"],
        "c/m": ["-", "-", "-", "-", "-", "-", "0", "0", "0", "0"],
    }
    assert list(lines_of(text)) == ["b/m", "a/m", "c/m"]


def test_every_measured_path_is_a_row(suite, tmp_path):
    """With its nearest and whose that is; one without a population has neither."""
    out = tmp_path / "paths.jsonl"
    command(suite, "--paths", out)
    rows = [MeasuredPath(**json.loads(line)) for line in out.read_text("utf-8").splitlines()]
    assert [(row.model, row.item, row.quality) for row in rows] == [
        *(("a/m", "q3", 5), ("a/m", "q2", 4), ("b/m", "q2", 5), ("b/m", "q2", 5)),
        *(("a/m", "q1", 5), ("a/m", "q1", 4), ("b/m", "q1", 5)),
    ]
    assert [row.distinctiveness for row in rows[1:]] == pytest.approx(
        [0, 1, 0, between("zero", "fifty"), 0, between("fifty", "ninety")], abs=1e-6
    )
    assert (rows[0].distinctiveness, rows[0].nearest, rows[0].nearest_run) == (None, "", "")
    assert rows[4].nearest == "[('ada', 'x', 'fifty'), ('fifty', 'won', 'prize')]"
    assert [row.nearest_run.rpartition("model=")[2] for row in rows[1:]] == [
        *("b_m", "a_m", "a_m"),
        *("b_m", "b_m", "a_m"),
    ]


def test_the_bound_of_quality_is_exclusive(suite):
    """A path of quality 3 is measured above 2 and not above 3."""
    assert lines_of(command(suite)[0])["c/m"][7] == "0"
    cells = lines_of(command(suite, "--least-quality", "2")[0])["c/m"]
    # It is 60° from ninety: x = .5, g = (1 - cos(π (5/7)²))/2 = .5160.
    assert between("far", "ninety") == pytest.approx(0.5160, abs=5e-5)
    assert cells == ["0.516", "-", "0.516", "-", "3.00", "-", "1", "1", "0", "0"]


def test_the_threshold_says_which_paths_are_facts(suite):
    """One of two triples is a fact: half are enough at .5, and then the path is measured."""
    assert lines_of(command(suite, "--threshold", "0.5")[0])["b/m"][7] == "4"
    assert lines_of(command(suite, "--threshold", "0.51")[0])["b/m"][7] == "3"


def test_an_unjudged_path_is_counted_not_measured(suite):
    """It is in the others' population all the same."""
    states = [answer("q1", ("zero", None, FACT), ("ninety", FIVE, None), ("fifty", FIVE, FACT))]
    write_run(suite, "d/m", states)
    rows = lines_of(command(suite)[0])
    assert rows["d/m"][6:] == ["1", "1", "0", "2"]
    assert rows["a/m"][2] == "0.000"


@pytest.fixture
def forms(tmp_path):
    """One model, asked in two ways."""
    folder = tmp_path / "runs" / "s"
    write_run(folder, "a/m", [answer("q1", ("zero", FIVE, FACT))])
    write_run(folder, "a/m", [answer("q1", ("fifty", FIVE, FACT))], form="creative")
    return folder


def test_runs_of_one_model_do_not_stand_in_each_others_population(forms):
    """Beside a run of another model."""
    write_run(forms, "b/m", [answer("q", ("ninety", FIVE, FACT))])
    models, runs = (lines_of(command(forms, "--population", population)[0]) for population in ("models", "runs"))
    assert models["a/m (form=original)"][0] == "1.000"
    assert models["a/m (form=creative)"][0] == "0.030"
    assert runs["a/m (form=original)"][0] == "0.158"
    assert runs["a/m (form=creative)"][0] == "0.030"
    assert models["b/m"] == runs["b/m"]


def test_trials_are_answers_of_their_own(tmp_path):
    """The largest of each is taken before the mean, and none stands in another's population."""
    folder = tmp_path / "runs" / "s"
    more = [answer("q", ("zero", FIVE, FACT), ("fifty", FIVE, FACT)), answer("q", ("fifty", FOUR, FACT), trial=1)]
    write_run(folder, "a/m", [*more, answer("q", trial=2)])
    write_run(folder, "b/m", [answer("q", ("ninety", FIVE, FACT))])
    # zero 1, fifty .0305, and fifty again: mean .3537; the answers' largest 1 and .0305, mean .5152; the third has
    # none. Quality 14/3.
    assert lines_of(command(folder)[0])["a/m"] == ["0.354", "-", "0.515", "-", "4.67", "-", "1", "3", "0", "0"]


def test_runs_that_differ_are_named(suite):
    """By what makes them so; judges move the quality, and no population."""
    write_run(suite, "d/m", [answer("q1", ("zero", FIVE, FACT))], signed={"items": "official@2", "judges": "x/two"})
    write_run(suite, "e/m", [answer("q1", ("zero", FIVE, FACT))], signed={"judges": "x/two"}, form="creative")
    _, stderr = command(suite)
    assert stderr == [
        "not comparable: items is own@1 in 4 runs, but official@2 in d/m",
        "avg σ is not comparable, and other judges chose which paths are measured: judges is x/one in 3 runs, but "
        "x/two in d/m, e/m",
    ]


class OnALine:
    """Distances between texts that are numbers."""

    def __init__(self):
        self.entered = []
        self.kept = set()

    def enter(self, texts, again):
        self.entered += [text for text in texts if text not in self.kept]
        self.kept |= again
        self.places = np.array([float(text) for text in texts])

    def nearest(self, places, among):
        away = np.abs(self.places[places][:, None] - self.places[None, :])
        assert among.any(axis=1).all()
        away[~among] = np.inf
        return [NearestText(int(row.argmin()), float(row.min())) for row in away]


# A run is a model and, of each of up to three tasks, the places and qualities of its paths.
path_lists = st.lists(st.tuples(st.integers(0, 9), st.sampled_from([None, 0, 3, 4, 5])), max_size=4)
drawn_runs = st.tuples(st.sampled_from("abc"), st.lists(path_lists, min_size=3, max_size=3))
drawn_suites = st.lists(drawn_runs, min_size=1, max_size=5)


def found_by(suite, population, line=None):
    """ν of each measured path, by run, task and place in the answer."""
    runs = [Run(f"r{number}", "g", model, {}, {}, Path(f"r{number}")) for number, (model, _) in enumerate(suite)]
    values = {}
    with SampleStore() as answers:
        for number, (_, tasks) in enumerate(suite):
            for task, paths in enumerate(tasks):
                found = tuple(Candidate(f"path {place}", str(place), quality) for place, quality in paths)
                answers.add(number, f"i{task}", 0, Candidates((str(task),), found))
        for measured in measure(PopulationSetting(population, 3, runs), answers, line or OnALine()):
            for row in measured.answers[0]:
                key = (measured.run, row.item, row.path)
                values.setdefault(key, []).append(row.distinctiveness)
    return values


def by_definition(suite, population):
    """The same, a path at a time."""
    values = defaultdict(list)
    for number, (model, tasks) in enumerate(suite):
        for task, paths in enumerate(tasks):
            for place, quality in paths:
                if quality is None or quality <= 3:
                    continue
                others = [
                    abs(place - other)
                    for other_number, (other_model, other_tasks) in enumerate(suite)
                    if (other_model != model if population == MODELS else other_number != number)
                    for other, _ in other_tasks[task]
                ]
                values[number, f"i{task}", f"path {place}"].append(min(others, default=None))
    return dict(values)


@given(drawn_suites, st.sampled_from([MODELS, RUNS]), st.sampled_from([1, 2, 256]))
def test_it_is_the_least_distance_to_what_others_found(suite, population, rows):
    """As the definition says, whatever the order and number of runs, models and paths, and of those at a time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(across, "ROWS", rows)
        assert found_by(suite, population) == by_definition(suite, population)


@given(drawn_suites, drawn_runs, st.sampled_from([MODELS, RUNS]))
def test_another_run_raises_nothing(suite, another, population):
    """And what it finds too is at 0."""
    before, after = found_by(suite, population), found_by([*suite, another], population)
    for key, values in before.items():
        for old, new in zip(values, after[key], strict=True):
            assert old is None or new <= old
    model, tasks = another
    for (number, item, path), values in after.items():
        other = number < len(suite) and (population == RUNS or suite[number][0] != model)
        if other and path in {f"path {place}" for place, _ in tasks[int(item[1:])]}:
            assert set(values) == {0}


def test_means_and_their_errors():
    """Over queries: s/√n of 1, 2 and 6 is √7/√3; one has none, and of none there is no mean."""
    assert query_mean([1, 2, 6]) == pytest.approx((3, math.sqrt(7 / 3)))
    assert query_mean([2.0]) == (2.0, None)
    assert query_mean([]) == (None, None)
