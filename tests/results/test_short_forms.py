"""``helm-creativity items shorten``: short forms of the benchmarks of a suite."""

import json
from dataclasses import replace

import numpy as np
import pytest
from support import command
from support.simulated import simulated_suite
from support.studies import column, study

from helm_creativity.core.short_forms import read_form, read_link
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.io.yaml_files import read_yaml
from helm_creativity.psychometrics.short_forms import ScoreLink
from helm_creativity.reporting.short_forms import forms_table
from helm_creativity.results.options import Options
from helm_creativity.results.short_forms import shorten_study, write_forms
from helm_creativity.results.study import TrialScores, build_score_matrix
from helm_creativity.results.suite import find_suites, read_suites

ITEMS = {"dat": 1, "metaphor": 16, "rat": 24}


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """20 models, whose responses to an item differ little."""
    folder = tmp_path_factory.mktemp("shorten")
    return folder, simulated_suite(
        folder / "runs" / "made", 3, n_models=20, benchmarks=tuple(ITEMS), n_items=ITEMS, n_trials=3, failures=0.03
    )


def test_the_command_writes_forms_and_prints_their_run_entries(suite, tmp_path):
    """The table, the files and the entries agree."""
    folder, truth = suite
    given = ["items", "shorten", "made", "--output-path", folder, "--target", "0.9", "--forms", tmp_path / "forms"]
    table = json.loads(command.run(*given, "--format", "json").text)[0]
    rows = {row["group"].removeprefix("creativity_"): row for row in table["rows"]}
    assert sorted(rows) == ["metaphor", "rat"]
    assert sorted(path.name for path in (tmp_path / "forms").iterdir()) == ["metaphor.yaml", "rat.yaml"]
    for name, row in rows.items():
        form = read_yaml(tmp_path / "forms" / f"{name}.yaml")
        assert form["benchmark"] == name
        assert "+".join(form["items"]) == row["item_ids"]
        assert row["chosen"] == len(form["items"]) < row["items"] == ITEMS[name] == form["items_of_full_form"]
        assert row["share"] == pytest.approx(row["chosen"] / row["items"])
        assert row["interval_low"] < row["rho"] == form["held_out"]["rho"] >= 0.9
        assert row["fresh"] == form["new_run"]["rho"] < row["rho"]
        assert form["models"] == sorted(model for model in truth.models if not model.startswith("creativity/"))
        assert form["link"] == {"intercept": row["intercept"], "slope": row["slope"]}
    path = tmp_path / "forms" / "rat.yaml"
    entry = f"creativity_rat:protocol=schapiro2026,items=own,temp=0,num_trials=3,short={path},model=text"
    assert rows["rat"]["entry"] == entry
    text = command.run(*given)
    assert entry in text.text
    assert "left out: DAT: it has one item, and at least 4 are needed" in text.text


def test_without_a_folder_nothing_is_written_and_no_entry_is_printed(suite, tmp_path, monkeypatch):
    """A benchmark that needs all its items says so."""
    monkeypatch.chdir(tmp_path)
    text = command.run("items", "shorten", "made", "--output-path", suite[0], "--target", "1").text
    assert "needs all 16 items: no fewer reach 1" in text
    assert "short=" not in text
    assert not list(tmp_path.iterdir())


def test_a_suite_without_any_form_says_what_is_missing(tmp_path):
    simulated_suite(tmp_path / "runs/few", benchmarks=("dat", "rat"), n_models=3, n_items=4, baselines=False)
    done = command.run("items", "shorten", "few", "--output-path", tmp_path)
    assert done.status == 1
    few = "3 language models have a score that counts, and at least 8 are needed"
    assert done.stderr[-1] == f"helm-creativity: no benchmark has a short form: DAT: {few}; RAT: {few}"


def test_a_form_of_an_earlier_choice_is_named(suite, tmp_path):
    """It stays where it is."""
    older = tmp_path / "rat.yaml"
    older.write_text("benchmark: rat\nitems: [rat001]\n")
    given = ("items", "shorten", "made", "--output-path", suite[0], "--target", "1", "--forms", tmp_path)
    assert f"{older} is of an earlier choice, and this one has no form for it" in " ".join(
        command.run(*given).text.split()
    )
    assert older.read_text().endswith("[rat001]\n")


def test_a_folder_that_no_run_entry_can_name_is_refused(suite, tmp_path):
    """Before anything is read; and one that cannot be made."""
    with pytest.raises(BadArguments, match="cannot name a path with a comma or an equals sign, got a,b"):
        command.run("items", "shorten", "made", "--output-path", suite[0], "--forms", "a,b")
    (tmp_path / "file").touch()
    with pytest.raises(FileProblem, match="cannot write"):
        command.run("items", "shorten", "made", "--output-path", suite[0], "--forms", tmp_path / "file")


def reason(scores, models=None, saved=True, own=None, **changes):
    """Why a column has no form."""
    scores = np.asarray(scores, dtype=float)
    ids = tuple(f"i{place}" for place in range(scores.shape[1]))
    responses = TrialScores(ids, scores[:, :, None])
    means = scores.mean(axis=1) if own is None else own
    columns = [column("a", items=scores.shape[1], **changes)]
    given = study(means[:, None], columns, models, answers_of=lambda _: responses if saved else None)
    (found,) = shorten_study(given, (), 0.98, Options())
    return found.form.reason


@pytest.mark.parametrize("slope", [0.0, -0.25])
def test_a_link_that_does_not_rise_is_left_out_of_the_file(suite, tmp_path, slope):
    """Leaderboards would refuse it; the table and its notes say why there is none."""
    folder, _ = suite
    read = read_suites(find_suites(["made"], folder))
    study_of_suite = build_score_matrix(find_suites(["made"], folder), None, print, read)
    found = [each for each in shorten_study(study_of_suite, read.runs, 0.9, Options()) if each.is_shorter]
    flat = [replace(each, form=each.form._replace(link=ScoreLink(1.5, slope))) for each in found[:1]]
    write_forms([*flat, *found[1:]], tmp_path, 0.9, ["made"])
    assert read_form(str(tmp_path / found[0].file))[1] == found[0].form.items
    assert read_link(str(tmp_path / found[0].file)) is None
    assert read_link(str(tmp_path / found[1].file)).slope == found[1].form.link.slope > 0
    notes = forms_table([*flat, *found[1:]], 0.9, tmp_path).notes
    (said,) = [note for note in notes if "its file has no link" in note]
    assert said.startswith(f"{found[0].column.title}: its file has no link, as the slope is {slope:g}: models")


def test_what_cannot_be_shortened_is_left_out_with_the_reason():
    """Of each kind."""
    scores = np.random.default_rng(0).standard_normal((9, 6))
    assert reason(scores[:7]) == "7 language models have a score that counts, and at least 8 are needed"
    baselines = ["creativity/greedy", "creativity/random-nouns", *(f"lab/m{row}" for row in range(7))]
    assert reason(scores, baselines).startswith("7 language models")
    assert reason(scores[:, :3]) == "it has 3 items, and at least 4 are needed"
    assert reason(scores, own=scores.max(axis=1)).startswith("its score is not the mean over its items")
    assert reason(np.ones((9, 6))) == "the models' scores do not differ"
    assert reason(scores, saved=False) == "these runs kept no scores of single responses"
    assert reason(scores, ours=False).startswith("it is no benchmark of this package")
