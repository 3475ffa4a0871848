"""Every fault of a benchmark is found by its check, in words that say what to change; what is right is left alone."""

import re
from pathlib import Path

import pytest
import yaml
from support import outside, strangers
from support.strangers import Fault, Other

from helm_creativity.benchmark.registry import find_entry
from helm_creativity.judges.scoring import score_trials
from helm_creativity.results.runs import Run
from helm_creativity.testing import check, responses
from helm_creativity.testing.loading import load, pilot_settings
from helm_creativity.testing.pilot import wrong_stats
from helm_creativity.testing.runner import check_entries

CORPUS = yaml.safe_load(Path(__file__).with_name("faults.yaml").read_text("utf-8"))
FAULTS = CORPUS["faults"]


def whole(edit):
    """An edit with the texts that it names."""
    for name, text in CORPUS["texts"].items() if isinstance(edit, str) else ():
        edit = edit.replace(f"${name}$", text)
    return tuple(map(whole, edit)) if isinstance(edit, list) else edit


def edited(row):
    return Other({path: whole(edit) for path, edit in row.items() if "." in path}, row.get("kind", "opposites"))


EDITED = {name: edited(row) for name, row in {**FAULTS, **CORPUS["others"]}.items()}
FOUND = {
    (name, check): Fault(check, {}, what, row.get("times", 1))
    for name, row in FAULTS.items()
    for check, what in row.items()
    if check not in ("kind", "times", "alone") and "." not in check
}
QUICK = [key for key in FOUND if key[1] != "pilot"]


@pytest.mark.parametrize(("name", "check"), [key for key in QUICK if "alone" not in FAULTS[key[0]]])
def test_a_fault_is_reported_by_its_check(name, check, site):
    found = strangers.result(site, name, check).problems
    assert FOUND[name, check].is_reported(found), found


@pytest.mark.parametrize(("name", "check"), [key for key in QUICK if "alone" in FAULTS[key[0]]])
def test_a_mistake_is_one_problem(name, check, site):
    """Of all checks; those that need what is wrong say for what they wait."""
    found = strangers.results(site, name)
    assert FOUND[name, check].is_reported([problem for result in found for problem in result.problems])
    waiting = {result.skipped for result in found if "before" in result.skipped}
    assert waiting <= {f"cannot be checked before {check} is fixed"}
    assert waiting or check in ("baselines", "submetrics")


def test_a_mistake_is_one_problem_through_helm_too(site):
    """The run that has no score, or no stats of judges, for that reason is not reported again."""
    names = {"plain": "baselines", "no_generator": "baselines", "no_coverage": "submetrics", "truth": "items"}
    found = list(check_entries([strangers.entry(site, name) for name in names]))
    for name, by in names.items():
        problems = [problem for result in found if result.benchmark == name for problem in result.problems]
        assert FOUND[name, by].is_reported(problems), problems
    assert all(result.skipped for result in found if result.benchmark == "no_coverage" and result.check == "pilot")


PILOT = {name: fault for (name, check), fault in FOUND.items() if check == "pilot" or name == "refused"}
GOOD = ("good", "judged", "data", "dat", "metaphor")


@pytest.fixture(scope="module")
def piloted(site):
    """What pilot and page find in some benchmarks, all of which HELM has run at once; two of ours among them."""
    entries = [strangers.entry(site, name) for name in ("good", "judged", "data", *PILOT)]
    entries += [find_entry("dat"), find_entry("metaphor")]
    return {(found.benchmark, found.check): found for found in check_entries(entries, only=["pilot", "page"])}


@pytest.mark.commands
@pytest.mark.parametrize("name", [*PILOT, *GOOD])
def test_what_a_pilot_shows_is_reported(name, piloted):
    """For both baselines; good ones are left alone, with a key, with judges, of data alone."""
    found = piloted[name, "pilot"]
    if name in PILOT:
        assert PILOT[name].is_reported(found.problems), found.problems
    else:
        assert (found.problems, found.skipped) == ((), "")
        assert (piloted[name, "page"].problems, piloted[name, "page"].skipped) == ((), "")


@pytest.mark.parametrize(
    ("stats", "problems"),
    [
        ({"score": 1.0, "valid_rate": 0.5, "empty_rate": 0.5}, []),
        ({"valid_rate": 0.0, "empty_rate": 0.25, "refusal_rate": 0.75}, []),
        ({"score": 1.0, "valid_rate": 0.5, "empty_rate": 0.25}, ["a share of 0.5 is scored, and failure"]),
        ({"valid_rate": 0.5, "empty_rate": 0.5}, ["50% of the responses are scored, and the run has no score"]),
    ],
)
def test_stats_account_for_every_response(stats, problems, site):
    """Scored, or with a reason; a run without a score has no scored response."""
    run = Run("x", "creativity_good", "a/x", {}, stats)
    found = [what for what, _ in wrong_stats(load(strangers.entry(site, "good")), run)]
    assert [what[: len(words)] for what, words in zip(found, problems, strict=True)] == problems


RIGHT = [
    (name, check, "" if place else row.get("skipped", ""))
    for name, row in CORPUS["right"].items()
    for place, check in enumerate(row["checks"].split())
]


@pytest.mark.parametrize(("name", "check", "skipped"), RIGHT)
def test_what_is_right_or_cannot_be_found_out_is_no_fault(name, check, skipped, site):
    """It is left alone, or left out with the reason."""
    found = strangers.result(site, name, check)
    assert found.problems == ()
    if skipped or check not in ("settings", "comparable", "prompts"):
        assert found.skipped == skipped


def test_a_baseline_runs_as_a_model_does(site):
    """Two items, three responses to each, with the ratings of the lexical judge, and what that was asked."""
    benchmark = load(strangers.entry(site, "judged"))
    settings = pilot_settings(benchmark)
    run = responses.respond(benchmark, settings, "random")
    trials = [(trial.item, trial.sample.fields["trial"]) for trial in run.trials]
    assert trials == [(item, trial) for item in ("rain", "snow") for trial in range(3)]
    scores = score_trials(benchmark, settings, run.trials, benchmark.scorer(settings)).scores
    assert [score.score for score in scores] == [2.0] * 6
    assert len(run.questions) == 6
    assert all(re.match(r"Question judged: how witty is.* and so on", text, re.DOTALL) for text in run.questions)


@pytest.mark.parametrize("row", CORPUS["classes"]["mistakes"], ids=lambda row: row["line"])
def test_a_mistake_in_a_class_is_one_problem(tmp_path, row):
    """The advice names its file, and none that it has not."""
    source = CORPUS["classes"]["text"] + row["line"]
    outside.install(tmp_path, "pirate_dat", {"pirates.py": source}, "pirates")
    with outside.installed(tmp_path):
        found = check("pirate_dat", pilot=False)
    (problem,) = (problem for result in found for problem in result.problems)
    assert Fault(row["check"], {}, row["what"]).is_reported([problem])
    assert "pirates" in f"{problem.what} {problem.change}"
    assert {result.skipped for result in found} <= {"", f"cannot be checked before {row['check']} is fixed"}
